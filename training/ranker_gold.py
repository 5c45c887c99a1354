"""What gold says of pronouns: which earlier mentions are right, and which pronouns have none.

The same rules as ../shared/score/pronoun_accuracy.py, on the same files.

Gold              the annotation of a document
gold_documents    those of a CorefUD file
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from hearer.model import Element, ReferringExpression
from training.lexicons import DATA

SCORER = DATA.parent / "score" / "pronoun_accuracy.py"


@cache
def scorer() -> ModuleType:
    """The scorer of the project, as a module."""
    spec = importlib.util.spec_from_file_location("pronoun_accuracy", SCORER)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(SCORER)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Answer:
    """What is right for a pronoun."""

    gold: Gold
    entity: str | None
    is_anaphoric: bool

    def is_right(self, candidate: Element) -> bool:
        """Whether a candidate is what the pronoun stands for."""
        return self.is_anaphoric and self.gold.entity_of(candidate) == self.entity


class Gold:
    """The annotation of a document."""

    def __init__(self, document: Any) -> None:
        self.name: str = document.name
        self._document = scorer().load_mentions(document)
        self._by_head, self._by_entity = scorer().index(document.mentions)
        self._starts: list[int] = []
        for number, token in enumerate(document.tokens):
            if token.sent == len(self._starts):
                self._starts.append(number)
        self._rows = {row["tok"]: row for row in scorer().score_doc(document, document)}

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for a pronoun; None if it is not scored."""
        token = self._token(pronoun.utterance, pronoun.head)
        row = self._rows.get(token)
        if row is None or row["cls"] not in {"anaphoric", "no_mention", "first_mention"}:
            return None
        if row["cls"] != "anaphoric":
            return Answer(self, None, is_anaphoric=False)
        mention = scorer().mention_at(self._by_head, token)
        return Answer(self, mention.entity, is_anaphoric=True)

    def status(self, utterance: int, word: int) -> str:
        """How the scorer counts a pronoun; "only_mention" if it is the only one of its entity."""
        token = self._token(utterance, word)
        row = self._rows.get(token)
        mention = scorer().mention_at(self._by_head, token)
        if row and row["cls"] == "first_mention" and len(self._by_entity[mention.entity]) == 1:
            return "only_mention"
        return row["cls"] if row else ""

    def note(self, expression: ReferringExpression, entity: str) -> None:
        """Take note of what an expression was taken to realize; gold needs no such notes."""

    def entity_of(self, candidate: Element) -> str | None:
        """The gold entity of a candidate: of the latest expression that realized it."""
        return self.entity(candidate.expression)

    def entity(self, expression: ReferringExpression) -> str | None:
        """The gold entity of an expression."""
        first = self._token(expression.utterance, expression.first)
        tokens = tuple(range(first, first + expression.last - expression.first + 1))
        head = scorer().span_head(self._document, tokens)
        found = scorer().gold_match(scorer().Mention("", tokens, head, ()), self._by_head)
        return found.entity if found else None

    def _token(self, utterance: int, word: int) -> int:
        return self._starts[utterance - 1] + word - 1


def gold_documents(path: Path) -> Iterator[Gold]:
    """The annotation of every document in a CorefUD file."""
    for document in scorer().read_conllu(path):
        yield Gold(document)
