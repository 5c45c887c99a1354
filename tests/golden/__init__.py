"""Answers on record: what every algorithm says about the discourses, to compare a change with.

`python -m tests.golden` writes answers.tsv anew, where a change of answers is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.model import Resolution
from tests.discourses.reading import KINDS, parsed_by_hand, read_discourses

PATH = Path(__file__).with_name("answers.tsv")
RAW = "raw"  # from raw text, by the default algorithm


class Answer(NamedTuple):
    """What was said about one pronoun."""

    discourse: str
    algorithm: str
    place: str
    pronoun: str
    answer: str
    label: str
    confidence: str  # to one digit, empty where the algorithm gives none


def answers() -> Iterator[Answer]:
    """Every pronoun of the discourses: raw by default, those parsed by hand by every algorithm."""
    for kind in KINDS:
        for discourse in read_discourses(kind):
            found = hearer.resolve(discourse.text)
            yield from _answers(discourse.name, RAW, found.resolutions)
        for discourse, parsed in parsed_by_hand(kind):
            for algorithm in ALGORITHMS.names():
                found = hearer.resolve(parsed, algorithm=algorithm)
                yield from _answers(discourse.name, algorithm, found.resolutions)


def _answers(name: str, algorithm: str, found: Iterable[Resolution]) -> Iterator[Answer]:
    for one in found:
        place = f"{one.pronoun.utterance}.{one.pronoun.head}"
        meant = one.antecedent.expression.text if one.antecedent else ""
        confidence = "" if one.confidence is None else f"{one.confidence:.1f}"
        label = str(one.label)
        yield Answer(name, algorithm, place, one.pronoun.text, meant, label, confidence)


def recorded() -> list[Answer]:
    """The answers of answers.tsv."""
    lines = PATH.read_text(encoding="utf-8").splitlines()
    return [Answer(*line.split("\t")) for line in lines]
