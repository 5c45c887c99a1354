"""Train the weights of the weighted S-list: python -m training.ranker.

GUM train without the genres that are not for commercial use, in two rounds: first with the gold
history, then with the decisions of the first model, since that is what the list will see. The
thresholds for --precision come from cross-validation over documents. LitBank as further training
data is undecided: one run with it had 79.0 on GUM dev and 45.5 % false positives, against 79.8 and
39.8 without, but with two seeds instead of three, so the two are not comparable.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hearer.algorithms import factors
from hearer.algorithms.weighted_s_list import probabilities
from hearer.algorithms.weights import SIZES, Weights, read, weights
from hearer.model import Discourse
from training.boosting import SEEDS, Floats, Triple, boost
from training.ranker_examples import Pronoun, examples, gum, observe, report
from training.ranker_gold import Gold

HERE = Path(__file__).parents[1]
WEIGHTS = HERE / "src" / "hearer" / "algorithms" / "tables" / "weighted_s_list.json"
FOLDS = 4
# How much less probable nobody is made: chosen on GUM dev, where F1 hardly depends on it.
NOBODY = -1.2


def main() -> None:
    """Train, tell how well it went, and write the weights."""
    train, dev = list(gum("train")), list(gum("dev", all_genres=True))
    seen = observe(train, None)
    first = read(stored(boost(examples(seen), SIZES), seen, ()))
    tell(report("first round, dev", observe(dev, first)))
    seen = observe(train, first)
    tables = boost(examples(seen), SIZES)
    write(stored(tables, seen, calibrated(seen)), dev)
    tell(report("train", observe(train, weights())))


def write(text: str, dev: Sequence[tuple[Discourse, Gold]]) -> None:
    """Write the weights, and tell how they do on dev."""
    WEIGHTS.parent.mkdir(exist_ok=True)
    WEIGHTS.write_text(text, encoding="utf-8")
    tell(report(f"{WEIGHTS.name}, {len(text)} bytes, dev", observe(dev, read(text))))


def stored(
    tables: dict[Triple, Floats], seen: Sequence[Pronoun], precisions: Sequence[tuple[float, float]]
) -> str:
    """The weights as they are shipped."""
    salience, decay = order(seen)
    lines = [
        json.dumps(
            {
                "factors": [factors.NAMES[factor] for factor in triple],
                "thousandths": [round(1000 * cell) for cell in table.ravel().tolist()],
            }
        )
        for triple, table in sorted(tables.items())
    ]
    rest = {"nobody": NOBODY, "decay": decay, "salience": salience, "precisions": precisions}
    head = json.dumps(rest)[1:-1]
    return "{" + head + ',\n"tables": [\n' + ",\n".join(lines) + "\n]}\n"


def order(seen: Sequence[Pronoun]) -> tuple[list[float], float]:
    """What the list is ordered by: the log-odds of being an antecedent, by form and role."""
    form, role = factors.NAMES.index("form"), factors.NAMES.index("role")
    back = factors.NAMES.index("sentences back")
    count = np.ones((2, len(factors.FORMS) + 1, len(factors.ROLES)))
    age = np.ones((2, 8))
    for pronoun in seen:
        for values, is_right in zip(pronoun.values[:-1], pronoun.right[:-1], strict=True):
            age[int(is_right), values[back] - 1] += 1
            if values[back] <= 2:  # this sentence and the one before
                count[int(is_right), values[form], values[role] - 1] += 1
    odds = np.log(count[1] / count[0])
    ages = np.log(age[1] / age[0])
    return [round(float(each), 3) for each in odds.ravel()], round(float(ages[0] - ages[3]) / 3, 3)


def calibrated(seen: Sequence[Pronoun]) -> list[tuple[float, float]]:
    """How precise decisions are that are at least so sure, on documents held out in turn."""
    names = sorted({pronoun.document for pronoun in seen})
    judged: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        held_out = frozenset(names[fold::FOLDS])
        rest = [pronoun for pronoun in seen if pronoun.document not in held_out]
        model = read(stored(boost(examples(rest), SIZES, seeds=SEEDS[:1]), rest, ()))
        judged += [_judged(model, pronoun) for pronoun in seen if pronoun.document in held_out]
    tell(f"cross-validated: {np.mean([is_right for sure, is_right in judged if sure >= 0]):.3f}")
    return _precisions([pair for pair in judged if pair[0] >= 0])


def _judged(model: Weights, pronoun: Pronoun) -> tuple[float, bool]:
    """The confidence of a decision and whether it is right; below 0 if nothing is resolved."""
    scores = [model.score(values) for values in pronoun.values]
    scores[-1] += model.nobody
    shares = probabilities(scores)
    best = max(range(len(shares)), key=shares.__getitem__)
    return (shares[best] if best < len(shares) - 1 else -1.0), pronoun.right[best]


def _precisions(judged: list[tuple[float, bool]]) -> list[tuple[float, float]]:
    """(confidence, precision of all that is as sure), both rising, at steps of one hundredth."""
    table: list[tuple[float, float]] = []
    best = 0.0
    for step in range(100):
        sure = [is_right for confidence, is_right in judged if confidence >= step / 100]
        share = sum(sure) / len(sure) if len(sure) >= 50 else best
        if share > best:
            best = share
            table.append((step / 100, round(share, 4)))
    return table


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
