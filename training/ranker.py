"""Train the weights of the weighted S-list: python -m training.ranker.

From GUM train without the genres that are not for commercial use (gold parse), half the pronouns
of LitBank, and GAP validation (our parse), in two rounds: first with the gold history, then with
the decisions of the first model, since that is what the list will see. How precise a confidence is,
for --precision, is counted on the genres of GUM train that nothing was trained on.

With --litbank even (odd) only every second document of LitBank is used, and the weights go to a
file of their own: so the other half can be measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hearer.algorithms.weighted.answers import probabilities
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.values import ExpressionForm, GrammaticalRole
from hearer.algorithms.weighted.weights import Weights, read
from training.boosting import SEEDS, Floats, Triple, boost
from training.gap import gap
from training.litbank import litbank
from training.ranker_examples import (
    Documents,
    Genres,
    Pronoun,
    examples,
    gum,
    observe,
    report,
)

HERE = Path(__file__).parents[1]
WEIGHTS = HERE / "src" / "hearer" / "algorithms" / "weighted" / "tables" / "weighted_s_list.json"
SIZES = tuple(factor.size for factor in FACTORS)
LEAST_SURE = 50  # so many decisions tell how precise a confidence is
GAP_WEIGHT = 2
# How much less probable nobody is made: chosen on GUM dev and the genres held out, where F1 hardly
# depends on it: for as few pronouns left open as 40 % false positives on dev allow.
NOBODY = -1.6


def main() -> None:
    """Train, tell how well it went, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--litbank", choices=["all", "even", "odd"], default="all")
    asked.add_argument("--output", type=Path, default=WEIGHTS)
    chosen = asked.parse_args()
    train = [list(gum("train")), list(litbank(chosen.litbank)), list(gap("validation"))]
    dev, held_out = list(gum("dev", Genres.ALL)), list(gum("train", Genres.HELD_OUT))
    seen = mixed(train, None)
    rough = boost(examples(seen), SIZES, rounds=400, search=250, seeds=SEEDS[:1])
    first = read(stored(rough, seen, ()))
    tell(report("first round, dev", observe(dev, first)))
    seen = mixed(train, first)
    tables = boost(examples(seen), SIZES)
    judged = observe(held_out, read(stored(tables, seen, ())))
    tell(report("genres held out", judged))
    text = stored(tables, seen, precisions(judged))
    chosen.output.parent.mkdir(exist_ok=True)
    chosen.output.write_text(text, encoding="utf-8")
    tell(report(f"{chosen.output.name}, {len(text)} bytes, dev", observe(dev, read(text))))


def mixed(train: Sequence[Documents], weights: Weights | None) -> list[Pronoun]:
    """The pronouns of GUM, every second one of LitBank, which has so many, and GAP's few twice."""
    from_gum, from_litbank, from_gap = (observe(documents, weights) for documents in train)
    return from_gum + from_litbank[::2] + GAP_WEIGHT * from_gap


def stored(
    tables: dict[Triple, Floats], seen: Sequence[Pronoun], precisions: Sequence[tuple[float, float]]
) -> str:
    """The weights as they are shipped."""
    salience, decay = order(seen)
    lines = [
        json.dumps(
            {
                "factors": [FACTORS[factor].name for factor in triple],
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
    form, role, back = (FACTORS.index(NAMED[name]) for name in ("form", "role", "sentences back"))
    count = np.ones((2, len(ExpressionForm) + 1, len(GrammaticalRole)))
    age = np.ones((2, 8))
    for pronoun in seen:
        for values, is_right in zip(pronoun.values[:-1], pronoun.right[:-1], strict=True):
            age[int(is_right), values[back] - 1] += 1
            if values[back] <= 2:  # this sentence and the one before
                count[int(is_right), values[form], values[role] - 1] += 1
    odds = np.log(count[1] / count[0])
    ages = np.log(age[1] / age[0])
    return [round(float(each), 3) for each in odds.ravel()], round(float(ages[0] - ages[3]) / 3, 3)


def precisions(seen: Sequence[Pronoun]) -> list[tuple[float, float]]:
    """(confidence, precision of all that is as sure), both rising, at steps of one hundredth."""
    judged = [confidence_of(pronoun) for pronoun in seen if pronoun.is_resolved]
    table: list[tuple[float, float]] = []
    best = 0.0
    for step in range(100):
        sure = [is_right for confidence, is_right in judged if confidence >= step / 100]
        share = sum(sure) / len(sure) if len(sure) >= LEAST_SURE else best
        if share > best:
            best = share
            table.append((step / 100, round(share, 4)))
    return table


def confidence_of(pronoun: Pronoun) -> tuple[float, bool]:
    """The confidence of a decision, and whether it is right."""
    return probabilities(pronoun.scores)[pronoun.chosen], pronoun.right[pronoun.chosen]


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
