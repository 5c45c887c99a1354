"""LitBank's people (CC BY 4.0), parsed by our own parser: how well he, she and they are resolved.

LitBank has people, places and organizations only, so a pronoun without annotation says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hearer.model import Discourse, ReferringExpression
from training.ears import Heard, read_anew, shipped_ear
from training.lexicons import DATA
from training.ranker_gold import Answer, Gold
from training.words import Chains, Span, given_words

SCORED = frozenset("he him his himself she her hers herself they them their themselves".split())
PARSED = read_anew(shipped_ear)
HALVES = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}


class People(Chains):
    """The annotation of a LitBank document: people, so of other pronouns nothing is known."""

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for he, she and they; None where LitBank says nothing."""
        return super().answer(pronoun) if pronoun.text.lower() in SCORED else None


def litbank(which: str = "all", heard: Heard = PARSED) -> Iterator[tuple[Discourse, Gold]]:
    """The documents of LitBank; "even" and "odd" are two halves."""
    for path in sorted((DATA / "litbank").glob("*.conll"))[HALVES[which]]:
        sentences, mentions = _read(path)
        yield heard(given_words(path.stem, sentences)), People(path.stem, mentions)


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
