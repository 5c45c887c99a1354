"""Calibrate confidences on documents that trained nothing.

A logistic regression of being right on the log odds of the share, for each kind of decision, drawn
towards that of all decisions where there are few; and for each pronoun, the precision of all
decisions with at least some confidence.
"""

from collections import defaultdict
from collections.abc import Sequence

from hearer.ranking.features import WHICH
from hearer.ranking.ranker import Calibration, log_odds, shares_of
from training.logistic import fitted
from training.ranker_examples import Pronoun

RIDGES = {"slope": 6.0, "judged": 2.0, "kind": 1.0, "": 0.01}
RAW = 0.008  # the precision that is lost where words and sentences have to be found, too
ENOUGH = 25  # decisions that tell how precise a confidence is


def calibrated(judged: Sequence[Pronoun]) -> dict[str, object]:
    """Return the calibrations and the precisions as they are stored; "" has those of all words."""
    found, decided = calibrations(judged), defaultdict[str, list[tuple[float, bool]]](list)
    for each in (pronoun for pronoun in judged if pronoun.is_resolved):
        share = shares_of(each.scores)[each.chosen]
        confidence = found[each.kind].confidence(share, each.pleonastic or 0.5)
        for word in ("", each.kind.partition(":")[0]):
            decided[word].append((confidence, each.is_right))
    tables = {word: precisions(decided[word]) for word in ("", *WHICH)}
    return {
        "calibrations": {
            kind: [round(1000 * number) for number in each] for kind, each in found.items()
        },
        "precisions": {word: table for word, table in tables.items() if table or not word},
    }


def calibrations(judged: Sequence[Pronoun]) -> dict[str, Calibration]:
    """Return the calibration of each kind of decision."""
    rows = [_row(pronoun) for pronoun in judged]
    right = [pronoun.is_right for pronoun in judged]
    worth = fitted(rows, right, lambda name: RIDGES[name.partition(" ")[0] if " " in name else ""])
    kinds = [name.partition(" ")[2] for name in worth if name.startswith("kind ")]
    return {
        kind: Calibration(
            worth[side(kind)] + worth[f"kind {kind}"],
            worth[f"{side(kind)}-odds"] + worth[f"slope {kind}"],
            worth.get(f"judged {kind}", 0.0),
        )
        for kind in kinds
    }


def side(kind: str) -> str:
    """Return "found" for a kind of decisions for an antecedent, else "nobody"."""
    return "nobody" if kind.endswith("nobody") else "found"


def _row(pronoun: Pronoun) -> dict[str, float]:
    kind, odds = pronoun.kind, log_odds(shares_of(pronoun.scores)[pronoun.chosen])
    of_all = side(kind)
    row = {of_all: 1.0, f"{of_all}-odds": odds, f"kind {kind}": 1.0, f"slope {kind}": odds}
    if pronoun.pleonastic:
        row[f"judged {kind}"] = log_odds(pronoun.pleonastic)
    return row


def precisions(decided: Sequence[tuple[float, bool]]) -> list[tuple[float, float]]:
    """Return (confidence, precision of all that is as sure), both rising, in hundredths.

    `decided` has the confidence of each decision, and whether it was right.
    """
    table, best = list[tuple[float, float]](), 0.0
    for step in range(100):
        sure = [right for confidence, right in decided if confidence >= step / 100]
        if len(sure) < ENOUGH:
            break
        # One more is counted as wrong: the next may be.
        share = sum(sure) / (len(sure) + 1) - RAW
        if share > best:
            best = share
            table.append((step / 100, round(share, 4)))
    return table
