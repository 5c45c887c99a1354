"""Train the weights of the weighted S-list: python -m training.ranker.

From GUM train without the genres that are not for commercial use (its gold parse, and read anew),
half the pronouns of LitBank and VisPro, and GAP validation, told by gold what came before. (A
second round, with the decisions of a first model as history, was tried: a point worse on dev, no
better on the genres held out.) What words mean, and what is parsed anew, comes from encoders that
have not seen the document (ears.py). How far a confidence can be trusted, and how precise it is for
--precision, is counted on GUM dev and the genres of GUM train that nothing was trained on, read
anew (trust.py); with --judge only that is done, for tables that are there.

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

from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.values import ExpressionForm, GrammaticalRole
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
from training.trust import reliability, sureness
from training.words import chains

HERE = Path(__file__).parents[1]
Judged = Sequence[Sequence[Pronoun]]  # of each part that judges
FOLDER = HERE / "src" / "hearer" / "algorithms" / "weighted" / "tables"
PLAIN, OF_MEANING = "weighted_s_list.json", "weighted_s_list_meaning.json"
SIZES = tuple(factor.size for factor in FACTORS)
GAP_WEIGHT = 2
TABLES_OF_MEANING = 96  # who runs the encoder can afford more
# How much less probable nobody is made: chosen on GUM dev and the genres held out, where F1 hardly
# depends on it: for as few pronouns left open as 40 % false positives on dev allow.
NOBODY = {"he": -1.6, "she": -1.6, "it": -1.6, "they": -1.5}


def main() -> None:
    """Train, tell how well it went, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--plain", action="store_true", help="without the factor of meaning")
    asked.add_argument("--litbank", choices=["all", "even", "odd"], default="all")
    asked.add_argument("--output", type=Path)
    asked.add_argument("--judge", action="store_true", help="only count what confidences are worth")
    chosen = asked.parse_args()
    output = chosen.output or FOLDER / (PLAIN if chosen.plain else OF_MEANING)
    if chosen.judge:
        known = output.read_text("utf-8")
        judged = Lessons((), meaning=not chosen.plain).judged(read(known))
        output.write_text(judged_anew(known, judged), encoding="utf-8")
        tell(reliability([pronoun for part in judged for pronoun in part]))
        return
    train = Lessons(tuple(map(list, documents(chosen.litbank))), meaning=not chosen.plain)
    seen = train.observed(None)
    most = TABLES_OF_MEANING if train.meaning else TABLES
    tables = boost(examples(seen), SIZES, Effort(tables=most))
    judged = train.judged(read(stored(tables, seen, ())))
    text = stored(tables, seen, judged)
    output.parent.mkdir(exist_ok=True)
    output.write_text(text, encoding="utf-8")
    tell(reliability([pronoun for part in judged for pronoun in part]))
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

    def judged(self, weights: Weights) -> list[list[Pronoun]]:
        """The pronouns of the genres held out, and those of dev, read anew."""
        return [
            observe(gum(part, genres, read_anew(shipped_ear)), weights, meaning=self.meaning)
            for part, genres in (("train", Genres.HELD_OUT), ("dev", Genres.ALL))
        ]

    def tested(self, weights: Weights) -> Iterator[tuple[str, list[Pronoun]]]:
        """The pronouns of documents that trained nothing, as they are parsed and read anew."""
        for part, genres in (("dev", Genres.ALL), ("train", Genres.HELD_OUT)):
            for heard in (with_meanings, read_anew):
                found = gum(part, genres, heard(shipped_ear))
                name = f"{part} {genres.name.lower()} {heard.__name__}"
                yield name, observe(found, weights, meaning=self.meaning)


def stored(tables: dict[Triple, Floats], seen: Sequence[Pronoun], judged: Judged) -> str:
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
    head = {"nobody": NOBODY, "decay": decay, "salience": salience, **sureness(judged)}
    return laid_out(head, lines)


def judged_anew(text: str, judged: Judged) -> str:
    """Weights that are stored, with what their confidences are worth counted again."""
    known = json.loads(text)
    lines = [json.dumps(table) for table in known.pop("tables")]
    return laid_out(known | sureness(judged), lines)


def laid_out(head: dict[str, object], lines: Sequence[str]) -> str:
    """All on one line but for the tables, which have one each."""
    return "{" + json.dumps(head)[1:-1] + ',\n"tables": [\n' + ",\n".join(lines) + "\n]}\n"


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


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
