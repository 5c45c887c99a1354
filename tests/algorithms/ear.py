"""A fake ear: what words mean, made up from the words; and small tables that weigh it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import shake_128

import pytest

from hearer import parsers
from hearer.model import Utterance
from hearer.model.meaning import SIZE, Meaning
from hearer.ranking import algorithm
from hearer.ranking.features import NAMED
from hearer.ranking.ranker import Ranker, shipped

WEIGHT = 0.5  # of each step from one value to the next


def meaning(*words: str) -> Meaning:
    """Numbers made up from words."""
    return shake_128("\t".join(words).encode("utf-8", "surrogatepass")).digest(SIZE)


def ear(utterance: Utterance) -> Utterance:
    padded = ("", *utterance.forms, "")
    meant = map(meaning, padded, padded[1:], padded[2:])
    return replace(utterance, meanings=tuple(meant))


def _tables() -> str:
    """Return a ranker by which a better fit has a higher score."""
    fit, pronoun = NAMED["fit"], NAMED["pronoun"]
    rows = [[round(1000 * WEIGHT * number)] * pronoun.size for number in range(fit.size)]
    return json.dumps(
        {
            "nobody": dict.fromkeys(("he", "she", "it", "they"), 250),
            "calibrations": {},
            "precisions": {"": [[0.3, 0.8], [0.6, 0.9]], "it": [[0.5, 0.8]]},
            "decay": shipped().decay,
            "salience": [],
            "tables": [{"features": ["fit", "pronoun"], "thousandths": rows}],
        }
    )


TABLES = Ranker(_tables())


@pytest.fixture
def fake_ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Utterance]]:
    """The fake ear with its tables, in place; and all that was put to it."""
    heard: list[Utterance] = []

    def listening(utterance: Utterance) -> Utterance:
        heard.append(utterance)
        return ear(utterance)

    parsers._told.cache_clear()
    monkeypatch.setattr(parsers, "_senses", lambda _: listening)
    monkeypatch.setattr(algorithm, "shipped", lambda *_: TABLES)
    yield heard
    parsers._told.cache_clear()
