"""Train the weights of the weighted S-list: python -m training.ranker.

From GUM train without the genres that are not for commercial use (its gold parse, and read anew),
half the pronouns of LitBank and VisPro, and GAP validation, told by gold what came before. (A
second round, with the decisions of a first model as history, was tried: a point worse on dev, no
better on the genres held out.) What words mean, and what is parsed anew, comes from encoders that
have not seen the document (ears.py). How precise a confidence is, for --precision, is counted on
the genres of GUM train that nothing was trained on, read anew.

With --plain the factor of meaning is left out: the weights for who has no encoder. With --litbank
even (odd) only every second document of LitBank is used, and the weights go to a file of their
own: so the other half can be measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hearer.algorithms.weighted.answers import probabilities
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.values import ExpressionForm, GrammaticalRole, PronounClass
from hearer.algorithms.weighted.weights import Weights, read
from training.boosting import TABLES, Effort, Floats, Triple, boost
from training.ears import ear_for, read_anew, shipped_ear, with_meanings
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
from training.words import chains

HERE = Path(__file__).parents[1]
FOLDER = HERE / "src" / "hearer" / "algorithms" / "weighted" / "tables"
PLAIN, OF_MEANING = "weighted_s_list.json", "weighted_s_list_meaning.json"
SIZES = tuple(factor.size for factor in FACTORS)
LEAST_SURE = 50  # so many decisions tell how precise a confidence is
GAP_WEIGHT = 2
TABLES_OF_MEANING = 96  # who runs the encoder can afford more
# How much less probable nobody is made: chosen on GUM dev and the genres held out, where F1 hardly
# depends on it: for as few pronouns left open as 40 % false positives on dev allow.
NOBODY = -1.6


def main() -> None:
    """Train, tell how well it went, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--plain", action="store_true", help="without the factor of meaning")
    asked.add_argument("--litbank", choices=["all", "even", "odd"], default="all")
    asked.add_argument("--output", type=Path)
    chosen = asked.parse_args()
    output = chosen.output or FOLDER / (PLAIN if chosen.plain else OF_MEANING)
    train = Lessons(tuple(map(list, documents(chosen.litbank))), meaning=not chosen.plain)
    seen = train.observed(None)
    most = TABLES_OF_MEANING if train.meaning else TABLES
    tables = boost(examples(seen), SIZES, Effort(tables=most))
    judged = train.judged(read(stored(tables, seen, ())))
    text = stored(tables, seen, judged)
    output.parent.mkdir(exist_ok=True)
    output.write_text(text, encoding="utf-8")
    for name, pronouns in train.tested(read(text)):
        tell(report(f"{output.name}, {name}", pronouns))


def documents(half: str) -> Iterator[Documents]:
    """What trains: GUM twice, LitBank, GAP, VisPro; each read by encoders that have not seen it."""
    yield gum("train", Genres.FREE, with_meanings(ear_for))
    yield gum("train", Genres.FREE, read_anew(ear_for))
    yield litbank(half, read_anew(ear_for))
    yield gap("validation", ear_for)
    yield chains("vispro_valtest", read_anew(ear_for))


@dataclass(frozen=True)
class Lessons:
    """The documents that train, and those that judge."""

    train: Sequence[Documents]
    meaning: bool

    def observed(self, weights: Weights | None) -> list[Pronoun]:
        """The pronouns of GUM, every second one of LitBank and VisPro, which have so many, and
        GAP's few twice.
        """
        seen = [observe(each, weights, meaning=self.meaning) for each in self.train]
        parsed, anew, from_litbank, from_gap, from_vispro = seen
        return parsed + anew + from_litbank[::2] + GAP_WEIGHT * from_gap + from_vispro[::2]

    def judged(self, weights: Weights) -> list[Pronoun]:
        """The pronouns of the genres held out, read anew."""
        held_out = gum("train", Genres.HELD_OUT, read_anew(shipped_ear))
        return observe(held_out, weights, meaning=self.meaning)

    def tested(self, weights: Weights) -> Iterator[tuple[str, list[Pronoun]]]:
        """The pronouns of documents that trained nothing, as they are parsed and read anew."""
        for part, genres in (("dev", Genres.ALL), ("train", Genres.HELD_OUT)):
            for heard in (with_meanings, read_anew):
                found = gum(part, genres, heard(shipped_ear))
                name = f"{part} {genres.name.lower()} {heard.__name__}"
                yield name, observe(found, weights, meaning=self.meaning)


def stored(tables: dict[Triple, Floats], seen: Sequence[Pronoun], judged: Sequence[Pronoun]) -> str:
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
    rest = {
        "nobody": NOBODY,
        "decay": decay,
        "salience": salience,
        "precisions": precisions(judged),
        "by_pronoun": by_pronoun(judged),
    }
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
        # One more is counted as wrong: the next may be.
        share = sum(sure) / (len(sure) + 1) if len(sure) >= LEAST_SURE else best
        if share > best:
            best = share
            table.append((step / 100, round(share, 4)))
    return table


def by_pronoun(seen: Sequence[Pronoun]) -> dict[str, list[tuple[float, float]]]:
    """The same of each pronoun."""
    number = FACTORS.index(NAMED["pronoun"])
    return {
        each.words: precisions([p for p in seen if p.values[-1][number] == each])
        for each in PronounClass
    }


def confidence_of(pronoun: Pronoun) -> tuple[float, bool]:
    """The confidence of a decision, and whether it is right."""
    return probabilities(pronoun.scores)[pronoun.chosen], pronoun.right[pronoun.chosen]


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
