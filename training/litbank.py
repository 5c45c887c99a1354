"""LitBank's people as examples: fiction that may be shipped (CC BY 4.0), parsed by our own parser.

litbank    the documents, parsed, with what is right for he, she and they

LitBank has people, places and organizations only, so a pronoun without annotation says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import spacy
from spacy.tokens import Doc

import hearer.parsers.english
from hearer import parsers
from hearer.model import Discourse, ReferringExpression
from training.lexicons import DATA
from training.ranker_gold import Answer, Gold

MODEL = Path(hearer.parsers.english.__file__).parent / "model"
MOST = 60  # pronouns of a document: GUM's own must not drown
SCORED = frozenset("he him his himself she her hers herself they them their themselves".split())
Span = tuple[int, int, int]  # utterance, first and last word


class People(Gold):
    """The annotation of a LitBank document."""

    def __init__(self, name: str, mentions: dict[Span, str]) -> None:
        self.name = name
        self._mentions = mentions
        self._by_last_word = {(u, last): entity for (u, _, last), entity in mentions.items()}
        self._left = MOST
        self._earliest: dict[str, Span] = {}
        for span in sorted(mentions):
            self._earliest.setdefault(mentions[span], span)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for he, she and they; None where LitBank says nothing."""
        span = (pronoun.utterance, pronoun.first, pronoun.last)
        entity = self._mentions.get(span)
        if entity is None or pronoun.text.lower() not in SCORED or not self._left:
            return None
        if self._earliest[entity] == span:
            return None
        self._left -= 1
        return Answer(self, entity, is_anaphoric=True)

    def entity(self, expression: ReferringExpression) -> str | None:
        """The entity of an expression: of its span, else of one with the same last word."""
        span = (expression.utterance, expression.first, expression.last)
        if span in self._mentions:
            return self._mentions[span]
        return self._by_last_word.get((expression.utterance, expression.head))


def litbank() -> Iterator[tuple[Discourse, Gold]]:
    """The documents of LitBank."""
    nlp = spacy.load(MODEL)
    for path in sorted((DATA / "litbank").glob("*.conll")):
        sentences, mentions = _read(path)
        words = [word for sentence in sentences for word in sentence]
        starts = [n == 0 for sentence in sentences for n in range(len(sentence))]
        doc = Doc(nlp.vocab, words=words, sent_starts=starts)
        for _, component in nlp.pipeline:
            doc = component(doc)
        discourse = parsers.discourse_of(doc)
        if discourse is not None:
            yield discourse, People(path.stem, mentions)


def _read(path: Path) -> tuple[list[list[str]], dict[Span, str]]:
    sentences: list[list[str]] = [[]]
    mentions: dict[Span, str] = {}
    opened: list[tuple[str, int]] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        columns = line.split("\t") if "\t" in line else line.split()
        if line.startswith("#") or len(columns) < 5:
            if sentences[-1]:
                sentences.append([])
            continue
        sentences[-1].append(columns[3])
        here, word = len(sentences), len(sentences[-1])
        opened += [(entity, word) for entity in re.findall(r"\((\d+)", columns[-1])]
        for entity in re.findall(r"(\d+)\)", columns[-1]):
            n = max(n for n, (name, _) in enumerate(opened) if name == entity)
            mentions[here, opened.pop(n)[1], word] = entity
    return [sentence for sentence in sentences if sentence], mentions
