"""The ranker: tables over one or two features, whose cells add up to the score of a candidate.

A log-linear model: tables/small.json has a block for each table and a row for each value of its
first feature, in thousandths of a nat. Shares are the softmax of the scores of all candidates and
of no antecedent; a confidence is a share, calibrated on documents that trained nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hearer.model import Factor, FactorValue, ReferringExpression
from hearer.ranking.entity_list import FORMS, LISTED, OTHER, ROLES
from hearer.ranking.features import (
    NAMED,
    NEARNESS,
    NOBODY,
    OF_NOBODY,
    WHICH,
    Feature,
    Numbers,
    Situation,
    which,
)

LEAST, MOST = 0.02, 0.98  # of a confidence
SHARES = 0.002, 0.998  # more extreme shares count as these
NOBODY_LEFT = 0.6  # of pronouns without a candidate, the share without antecedent (GUM: 7 of 12)
MOST_MADE = 0.85  # for a set or a clause: no expression realized it
Integers = NDArray[np.int64]
SHIPPED = "small"  # the encoder that the shipped tables belong to
# Nearness never weighs less than a greater distance, whatever the pronoun: the rest is this.
ELSE = FactorValue("distance", "what else its distance weighs", "position")
NOTHING_LEARNT = """{
    "tables": [], "nobody": {}, "calibrations": {}, "precisions": {}, "salience": [], "decay": 1000
}"""


class WeightTable(NamedTuple):
    """The weights of all combinations of the values of one or two features, in thousandths."""

    features: tuple[Feature, ...]
    cells: tuple[tuple[int, ...], ...]


class Calibration(NamedTuple):
    """What is made of the log odds of a share: `bias + slope * odds + judged * pleonastic odds`."""

    bias: float = 0.0
    slope: float = 1.0
    judged: float = 0.0

    def confidence(self, share: float, pleonastic: float = 0.5) -> float:
        """Return the probability that a decision with this share is right, in hundredths."""
        total = self.bias + self.slope * log_odds(share) + self.judged * log_odds(pleonastic)
        return min(MOST, max(LEAST, round(1 / (1 + exp(-total)), 2)))


AS_IT_IS = Calibration()


def log_odds(share: float) -> float:
    """Return the log odds of a share."""
    least, most = SHARES
    bounded = min(most, max(least, share))
    return log(bounded / (1 - bounded))


def shares_of(scores: Sequence[float]) -> list[float]:
    """Return the softmax."""
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    total = sum(exponentials)
    return [each / total for each in exponentials]


def decision_kind(here: Situation, chosen: int) -> str:
    """Return the kind of a decision for calibration: "it", or "it: nobody"."""
    word = WHICH[here.which - 1]
    return f"{word}: nobody" if chosen == len(here.candidates) else word


class Ranker:
    """The tables, with the calibration of confidences and the order of the list."""

    def __init__(self, text: str = NOTHING_LEARNT, *, encoder: str = "") -> None:
        """Read the text that training/ranker.py writes; `encoder` has its model, if shipped."""
        stored: dict[str, Any] = json.loads(text)
        self.text, self.encoder = text, encoder
        self.tables = [_table(each["features"], each["thousandths"]) for each in stored["tables"]]
        self.tables.append(
            _table([NOBODY.name], [[stored["nobody"].get(each, 0)] for each in OF_NOBODY])
        )
        self.calibrations = {
            kind: Calibration(*(each / 1000 for each in numbers))
            for kind, numbers in stored["calibrations"].items()
        }
        # Confidences and their precision, by pronoun; "": all.
        self.precisions = stored["precisions"]
        self.decay: int = stored["decay"]  # what an entity loses from one sentence to the next
        self._salience: dict[tuple[int, int], int] = {
            (form, role): own
            for form, row in enumerate(stored["salience"], 1)
            for role, own in enumerate(row, 1)
        }
        used = {feature for table in self.tables for feature in table.features}
        self.features = [feature for feature in NAMED.values() if feature in used]
        # The cell of a table: where its cells start, plus each value times a step. These are whole
        # numbers that float32 represents exactly, and the products of which are computed fastest.
        self._steps = np.zeros((len(self.tables), len(self.features)), np.float32)
        self._starts = np.zeros((len(self.tables), 1), np.float32)
        cells: list[int] = []
        for n, table in enumerate(self.tables):
            self._starts[n] = len(cells)
            cells += chain(*table.cells)
            for feature, step in zip(table.features, (len(table.cells[0]), 1), strict=False):
                self._steps[n, self.features.index(feature)] = step
        self.cells: Integers = np.array(cells, np.int64)

    def scores(self, numbers: Numbers) -> list[float]:
        """Return the scores of all candidates and last of no antecedent."""
        return [each / 1000 for each in np.add.reduce(self._weights(numbers)).tolist()]

    def _weights(self, numbers: Numbers) -> Integers:
        places = self._steps @ numbers.astype(np.float32) + self._starts
        return self.cells.take(places.astype(np.intp))

    def reasons(self, numbers: Numbers, n: int) -> Iterator[Factor]:
        """Yield the terms of a score that are not 0, in the order of the tables."""
        known = dict(zip(self.features, numbers[:, n].tolist(), strict=True))
        weights = self._weights(numbers[:, [n]])[:, 0].tolist()
        for table, weight in zip(self.tables, weights, strict=True):
            shown = tuple(_shown(each, known[each]) for each in table.features if known[each])
            told, (first, *others) = weight, table.features
            if {value.about for value in shown if value.tells_candidates_apart} == {NEARNESS}:
                told = 0 if others else max(chain(*table.cells[known[first] :]))
            parts = (shown, told), ((*shown, ELSE), weight - told)
            yield from (Factor(values, part / 1000) for values, part in parts if part)

    def confidence(self, here: Situation, shares: Sequence[float], chosen: int) -> float:
        """Return the probability that the chosen candidate, or none, is right."""
        pleonastic = here.pronoun.nothing / 100
        if not here.candidates:
            return max(pleonastic, NOBODY_LEFT)
        calibration = self.calibrations.get(decision_kind(here, chosen), AS_IT_IS)
        sure = calibration.confidence(shares[chosen], pleonastic or 0.5)
        is_made = any(one.made_of is not LISTED for one in here.candidates[chosen:][:1])
        return min(sure, MOST_MADE) if is_made else sure

    def confidence_for(self, precision: float, pronoun: ReferringExpression | None = None) -> float:
        """Return the least confidence with which that share of decisions was right."""
        if not precision:
            return 0.0
        word = WHICH[which(pronoun) - 1] if pronoun else ""
        known = self.precisions.get(word) or self.precisions.get("", ())
        return next((confidence for confidence, share in known if share >= precision), 1.0)

    def salience(self, expression: ReferringExpression) -> float:
        """Return the sort key of an expression on the list: later ones have more."""
        place = FORMS[expression.kind], ROLES.get(expression.relation, OTHER)
        return (self._salience.get(place, 0) + self.decay * expression.utterance) / 1000

    def __reduce__(self) -> tuple[Callable[..., Ranker], tuple[str, ...]]:
        """Pickle the text; of a shipped ranker, only its name."""
        return (shipped, (self.encoder,)) if self.encoder else (Ranker, (self.text,))


def _table(names: Sequence[str], rows: Sequence[Sequence[int]]) -> WeightTable:
    features = tuple(NAMED[name] for name in names)
    cells = tuple(map(tuple, rows))
    shape = [features[0].size, features[1].size if len(features) > 1 else 1]
    if [len(cells), *{len(row) for row in cells}] != shape:
        raise ValueError(f"The table over {' and '.join(names)} does not have {shape} cells.")
    return WeightTable(features, cells)


@cache
def _shown(feature: Feature, number: int) -> FactorValue:
    """Return a value as explanations show it."""
    words = feature.words[number - 1]
    return FactorValue(feature.name, words, feature.about, feature.of_candidates is not None)


@cache
def shipped(encoder: str = SHIPPED) -> Ranker:
    """Return the shipped ranker for an encoder."""
    found = files("hearer.ranking").joinpath("tables", f"{encoder}.json")
    return Ranker(found.read_text("utf-8"), encoder=encoder)
