"""What gold says of pronouns: which earlier mentions are right, and which pronouns have none.

The same rules as ../shared/score/pronoun_accuracy.py, on the same files.

A pronoun that is the first to take several entities together is right if it has their set.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import hearer
from hearer.formats.annotation import entities_of
from hearer.model import Discourse, Element, Kind, ReferringExpression
from training.lexicons import DATA

Splits = Mapping[str, frozenset[str | None]]
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
        """Whether a candidate is what the pronoun stands for; a set, if its members are."""
        if not self.is_anaphoric:
            return False
        if is_put_together(candidate.expression):
            members = frozenset(map(self.gold.entity, candidate.expression.members))
            return self.gold.splits.get(self.entity or "") == members
        return self.gold.entity_of(candidate) == self.entity


def is_put_together(expression: ReferringExpression) -> bool:
    """Whether it is a set that was put together: it spans no words."""
    return bool(expression.members) and not expression.first


class Gold:
    """The annotation of a document.

    If `has_sets`, it also says what takes several entities together, and which are clauses.
    """

    has_sets = True
    NOT_SCORED = frozenset({Kind.DEMONSTRATIVE, Kind.QUANTIFIED})
    splits: Splits = MappingProxyType({})

    def __init__(self, document: Any, splits: Splits | None = None) -> None:
        self.name: str = document.name
        self._document = scorer().load_mentions(document)
        self._by_head, self._by_entity = scorer().index(document.mentions)
        self._starts: list[int] = []
        for number, token in enumerate(document.tokens):
            if token.sent == len(self._starts):
                self._starts.append(number)
        self._rows = {row["tok"]: row for row in scorer().score_doc(document, document)}
        self.splits = splits or {}

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for a pronoun; None if it is not scored."""
        token = self._token(pronoun.utterance, pronoun.head)
        if pronoun.kind in self.NOT_SCORED:
            return self._of_demonstrative(token)
        row = self._rows.get(token)
        if row is None or row["cls"] not in {"anaphoric", "no_mention", "first_mention"}:
            return None
        mention = scorer().mention_at(self._by_head, token)
        if row["cls"] != "anaphoric" and (mention is None or mention.entity not in self.splits):
            return Answer(self, None, is_anaphoric=False)
        return Answer(self, mention.entity, is_anaphoric=True)

    def status(self, utterance: int, word: int) -> str:
        """How the scorer counts a pronoun; "only_mention" if it is the only one of its entity."""
        token = self._token(utterance, word)
        row = self._rows.get(token)
        mention = scorer().mention_at(self._by_head, token)
        if row and row["cls"] == "first_mention" and len(self._by_entity[mention.entity]) == 1:
            return "only_mention"
        return row["cls"] if row else ""

    def _of_demonstrative(self, token: int) -> Answer:
        """What is right for *this* and *that*, which the scorer does not score."""
        mention = scorer().mention_at(self._by_head, token)
        earlier = mention and [m for m in self._by_entity[mention.entity] if m.head < token]
        is_known = mention is not None and (earlier or mention.entity in self.splits)
        entity = mention.entity if is_known else None
        return Answer(self, entity, is_anaphoric=entity is not None)

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
    splits = {one.name: splits_of(one) for one in hearer.read(str(path))}
    for document in scorer().read_conllu(path):
        yield Gold(document, splits.get(document.name))


def splits_of(discourse: Discourse) -> Splits:
    """By an entity those that it takes together: `SplitAnte=4<103,2<103`."""
    found: dict[str, frozenset[str | None]] = {}
    for link in entities_of(discourse).split_antecedents:
        found[link.anaphor] = found.get(link.anaphor, frozenset()) | {link.antecedent}
    return found
