"""A fake ear: what words mean, made up from the words; and small tables that weigh it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import shake_128

import pytest

from hearer import parsers
from hearer.algorithms.weighted import weighted_s_list
from hearer.algorithms.weighted.values import Fit, PronounClass, YesNo
from hearer.algorithms.weighted.weights import read, weights
from hearer.model import Utterance
from hearer.model.meaning import SIZE, Meaning

WEIGHT = 0.5  # of each step from one value to the next


def meaning(*words: str) -> Meaning:
    """Numbers made up from words."""
    return shake_128("\t".join(words).encode("utf-8", "surrogatepass")).digest(SIZE)


def ear(utterance: Utterance) -> Utterance:
    padded = ("", *utterance.forms, "")
    meant = map(meaning, padded, padded[1:], padded[2:])
    return replace(utterance, meanings=tuple(meant))


def _tables() -> str:
    """The better the fit, the heavier; what else the list is ordered by, as it is shipped."""
    cells = [
        round(1000 * WEIGHT * number)
        for _ in range(len(PronounClass) + 1)
        for number in range(len(Fit) + 1)
        for _ in range(len(YesNo) + 1)
    ]
    table = {"factors": ["pronoun", "fits what is said", "parallel role"], "thousandths": cells}
    learnt = {"salience": [], "decay": weights().decay, "precisions": [[0.3, 0.8], [0.6, 0.9]]}
    own = {"by_pronoun": {"it": [[0.5, 0.8]]}}
    return json.dumps(
        {
            "nobody": dict.fromkeys(("he", "she", "it", "they"), 0.25),
            "tables": [table],
            **learnt,
            **own,
        }
    )


TABLES = read(_tables())


@pytest.fixture
def fake_ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Utterance]]:
    """The fake ear with its tables, in place; and all that was put to it."""
    heard: list[Utterance] = []

    def listening(utterance: Utterance) -> Utterance:
        heard.append(utterance)
        return ear(utterance)

    parsers._cached.cache_clear()
    monkeypatch.setattr(parsers, "_senses", lambda _model: listening)
    monkeypatch.setattr(weighted_s_list, "of_meaning", lambda: TABLES)
    yield heard
    parsers._cached.cache_clear()
