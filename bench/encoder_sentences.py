"""Sentences of our own that ask what the encoder knows, and what was answered.

    Asked       a sentence with a pronoun between stars, and what it means
    groups      those of bench/encoder_sentences.txt, by what they ask for
    answered    who the pronoun was taken to mean, and how surely
    told        the tables: with the factor "fits what is said", and without it

37 were written first, 22 more when the answers to those had been seen; nothing was trained or tuned
on any, and all that were tried are here. Some can be understood in another way, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import hearer
from bench.accuracy import Row, markdown
from hearer.model import Element
from hearer.profiles import how_to_hear

SENTENCES = Path(__file__).with_suffix(".txt")
NOBODY = "nobody"
WAYS: Mapping[str, Mapping[str, object]] = {"with it": {}, "without": {"meaning": False}}


class Asked(NamedTuple):
    """A sentence with a pronoun between stars, and what it means."""

    marked: str
    meant: str

    @property
    def text(self) -> str:
        return self.marked.replace("*", "")

    @property
    def pronoun(self) -> int:
        """Where it begins in the text."""
        return self.marked.index("*")


class Answer(NamedTuple):
    """Who the pronoun was taken to mean, and how surely."""

    said: str
    confidence: float

    def is_right(self, asked: Asked) -> bool:
        return self.said.lower() == asked.meant.lower()


def groups() -> dict[str, list[Asked]]:
    """The sentences, by what they ask for."""
    found: dict[str, list[Asked]] = {}
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            found[line.removeprefix("# ")] = asked = []
        else:
            marked, _, meant = line.partition(" | ")
            asked.append(Asked(marked, meant))
    return found


def answered(asked: Asked, settings: Mapping[str, object]) -> Answer:
    """Who the pronoun was taken to mean, and how surely."""
    found = hearer.resolve(asked.text, profile=how_to_hear(settings=settings))
    utterances = {each.number: each for each in found.discourse.utterances}
    for resolution in found.resolutions:
        pronoun, meant = resolution.pronoun, resolution.antecedent
        if utterances[pronoun.utterance].offset(pronoun.head) == asked.pronoun:
            return Answer(name_of(meant), resolution.confidence or 0.0)
    return Answer(NOBODY, 0.0)


def name_of(meant: Element | None) -> str:
    """What to call it in a table: the last word of its latest noun phrase, or of its name."""
    if meant is None:
        return NOBODY
    expression = meant.expression
    name = str(meant.entity).lower() if expression.is_pronoun else expression.text
    return name.split()[-1]


def told() -> Iterator[str]:
    """A table for every group, and how many are right."""
    sums: list[Row] = []
    everything: list[tuple[Asked, list[Answer]]] = []
    for name, sentences in groups().items():
        answers = [(asked, [answered(asked, how) for how in WAYS.values()]) for asked in sentences]
        everything += answers
        sums.append((name, *summed(answers)))
        yield from markdown((name, "meant", *WAYS), [row(*each) for each in answers])
    titles = [f"{way}: {what}" for way in WAYS for what in ("right", "sure, right", "sure, wrong")]
    yield from markdown(("sentences", *titles), [*sums, ("all", *summed(everything))])


def row(asked: Asked, answers: Sequence[Answer]) -> Row:
    """A line of a table: wrong answers in bold."""
    cells = [f"{answer.said} {answer.confidence:.2f}" for answer in answers]
    judged = zip(cells, answers, strict=True)
    marked = (cell if answer.is_right(asked) else f"**{cell}**" for cell, answer in judged)
    return asked.marked, asked.meant, *marked


def summed(answers: Sequence[tuple[Asked, Sequence[Answer]]]) -> Iterator[str]:
    """For each way, how many are right, and how sure right and wrong answers are."""
    for n in range(len(WAYS)):
        by: dict[bool, list[float]] = {True: [], False: []}
        for asked, ways in answers:
            by[ways[n].is_right(asked)].append(ways[n].confidence)
        yield f"{len(by[True])} of {len(answers)}"
        yield from (f"{fmean(by[is_right]):.2f}" if by[is_right] else "–" for is_right in by)
