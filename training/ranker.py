"""Train the ranker of the default algorithm: python -m training.ranker.

From GUM train without the genres that are not for commercial use (its gold parse, and read anew),
LitBank, VisPro, GAP validation, half of our own discourses and short texts, hard and plain, told by
gold what came before. What is read anew, and the encoder's scores, come from encoders that have not
seen the document (ears.py). The bias of no antecedent, the calibration of confidences and the
precision thresholds are found on GUM dev and the genres of GUM train that train nothing, read anew.

With --rows FOLDER observed rows are kept there and read again: other features are tried in a
minute. With --litbank even (odd) half its documents train, so that the others can be measured.
Without `make pipeline` the shipped encoder, which knows these documents, reads: name an --output.
"""

import argparse
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from hearer.ranking.entity_list import ExpressionForm, GrammaticalRole, MadeOf
from hearer.ranking.features import FEATURES, WHICH
from hearer.ranking.ranker import SHIPPED, Ranker
from training.calibration import calibrated
from training.ears import ear_for, has_folds, read_anew, shipped_ear, with_meanings
from training.gold import Documents, Genres, chains, gap, gum, litbank
from training.ranker_examples import Pronoun, examples, observe, report
from training.short import HERE, MORE, OWN, PLAIN, SHORT, short
from training.tables import NONE, Examples, Floats, Tables, cells, learnt, purified

FOLDER = HERE / "src" / "hearer" / "ranking" / "tables"
SIZES = [feature.size for feature in FEATURES]
PLACE = {feature.name: n for n, feature in enumerate(FEATURES)}
OF_PRONOUN = frozenset(n for n, one in enumerate(FEATURES) if one.of_candidates is None)
FIT, PRONOUN, MADE_OF = PLACE["fit"], PLACE["pronoun"], PLACE["made of"]
MADE = "takes a clause", "pronoun", "needs", "pleonastic", "form", "role", "parallel role"
# Sets, clauses and later subjects are few, so what decides between them and the rest is kept; and
# what tells groups that are *they* from one person.
PAIRS = (*((name, "made of") for name in MADE), ("pronoun", "number"), ("form", "number"))
KEPT = frozenset((min(a, b), max(a, b)) for a, b in ((PLACE[a], PLACE[b]) for a, b in PAIRS))
BIASES = tuple(-n / 4 for n in range(5))  # one for each pronoun, added to no antecedent
CERTAIN = {"reflexive": -6000, "thing": 2000}  # the same, where only things may be *he* or *she*
BETA = 1.35  # accuracy counts more than precision
# The weight of a pronoun by its source.
SOURCES = {"gum": 0.7, "gum-anew": 1, "litbank": 0.7, "gap": 3, "vispro": 0.5}
SOURCES |= {"short": 3, "more": 0.5, "own": 4, "plain": 8}
WEIGHT_OF_THINGS = 1.5  # single things in invented texts, many of which were written to be hard
WITHOUT_ENCODER = 0.15  # the weight of GUM's gold parses once more, without the encoder's score


def main() -> None:
    """Train, tell how well it went, and write the tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--litbank", choices=["all", "even", "odd"], default="all")
    asked.add_argument("--rows", type=Path, help="a folder for observed rows")
    asked.add_argument("--output", type=Path, default=FOLDER / f"{SHIPPED}.json")
    chosen = asked.parse_args()
    if not has_folds() and chosen.output.resolve().parent == FOLDER:
        asked.error("no encoders of folds here (make pipeline): name an --output to compare with")
    seen = {
        name: kept(chosen.rows, f"{name}-{chosen.litbank}", found)
        for name, found in sources(chosen.litbank)
    }
    train = joined(seen)
    tables, found = learnt(train, SIZES, OF_PRONOUN, KEPT)
    tables, found = purified(train, tables, found, OF_PRONOUN)
    text = stored(tables, found, seen["gum"], {})
    judged = [observe(documents, Ranker(text)) for _, documents in left_out()]
    nobody = biases([*chain(*judged)])
    text = stored(tables, found, seen["gum"], {"nobody": nobody})
    judged = [observe(documents, Ranker(text)) for _, documents in left_out()]
    text = stored(tables, found, seen["gum"], {"nobody": nobody, **calibrated([*chain(*judged)])})
    chosen.output.write_text(text, encoding="utf-8")
    for (name, _), pronouns in zip(left_out(), judged, strict=True):
        print(report(name, pronouns), flush=True)


def sources(half: str) -> Iterator[tuple[str, Documents]]:
    """Yield what trains; each document is read by an encoder that has not seen it."""
    yield "gum", gum("train", Genres.FREE, with_meanings(ear_for))
    yield "gum-anew", gum("train", Genres.FREE, read_anew(ear_for))
    yield "litbank", litbank(half, read_anew(ear_for))
    yield "gap", gap("validation", ear_for)
    yield "vispro", chains("vispro_valtest", read_anew(ear_for))
    for name, folder in (("short", SHORT), ("more", MORE), ("own", OWN), ("plain", PLAIN)):
        yield name, short(folder, "train", ear_for)


def left_out() -> Iterator[tuple[str, Documents]]:
    """Yield what trains nothing: the genres left out, and GUM dev, read anew."""
    yield "genres left out", gum("train", Genres.HELD_OUT, read_anew(shipped_ear))
    yield "GUM dev", gum("dev", Genres.ALL, read_anew(shipped_ear))


def kept(folder: Path | None, name: str, documents: Documents) -> list[Pronoun]:
    """Return the pronouns of documents, observed once if there is a folder to keep them."""
    path = folder / f"{name}.pickle" if folder else None
    if path and path.exists():
        found: list[Pronoun] = pickle.loads(path.read_bytes())
        return found
    seen = observe(documents, None)
    print(f"{name}: {len(seen)} pronouns", flush=True)
    if path:
        path.write_bytes(pickle.dumps(seen))
    return seen


def joined(seen: Mapping[str, Sequence[Pronoun]]) -> Examples:
    """Return all that trains, weighted."""
    pronouns, weights = list[Pronoun](), list[float]()
    for name, weight in SOURCES.items():
        of_things = [name in {"short", "own"} and is_of_thing(each) for each in seen[name]]
        weights += [WEIGHT_OF_THINGS if is_thing else weight for is_thing in of_things]
        pronouns += seen[name]
    without = [WITHOUT_ENCODER] * len(seen["gum"])
    found = examples([*pronouns, *seen["gum"]], [*weights, *without])
    found.values[found.pronoun >= len(pronouns), FIT] = 0
    return found


def is_of_thing(pronoun: Pronoun) -> bool:
    """Return True if *he*, *it* or *they* means a listed entity: no set and no clause."""
    made = (row[MADE_OF] for row, right in zip(pronoun.values, pronoun.right, strict=True) if right)
    return pronoun.values[-1][PRONOUN] <= WHICH.index("they") + 1 and set(made) == {MadeOf.LISTED}


def biases(judged: Sequence[Pronoun]) -> dict[str, int]:
    """Return what is added to no antecedent by pronoun, for the greatest F with this `BETA`."""
    found = {**CERTAIN}
    for number, word in enumerate(WHICH, 1):
        of_word = [one for one in judged if one.values[-1][PRONOUN] == number]
        asked = sum(one.is_anaphoric for one in of_word)

        def f_score(bias: float, of_word: Sequence[Pronoun] = of_word, asked: int = asked) -> float:
            right = linked = 0
            for one in of_word:
                scores = [*one.scores[:-1], one.scores[-1] + bias]
                best = scores.index(max(scores))
                linked += best < len(scores) - 1
                right += best < len(scores) - 1 and one.right[best]
            return right / max(1.0, linked + BETA**2 * asked)

        found[word] = round(1000 * max(reversed(BIASES), key=f_score))
    return found


def stored(
    tables: Tables, found: Floats, seen: Sequence[Pronoun], more: Mapping[str, object]
) -> str:
    """Return the ranker as text: a block for each table, a line for each of its rows."""
    salience, decay = order(seen)
    empty: dict[str, object] = {"nobody": CERTAIN, "calibrations": {}, "precisions": {}}
    head = {**empty, **more, "decay": decay, "salience": salience}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    blocks = []
    for pair, start in zip(tables.pairs, tables.starts, strict=False):
        rows = found[start : start + cells(pair, SIZES)].reshape(SIZES[pair[0]], -1)
        names = [FEATURES[n].name for n in pair if n != NONE]
        whole = ",\n".join(map(json.dumps, thousandths(rows)))
        blocks.append(f'{{"features": {json.dumps(names)}, "thousandths": [\n{whole}]}}')
    return "{" + ",\n".join([*lines, '"tables": [\n' + ",\n".join(blocks) + "]"]) + "}\n"


def order(seen: Sequence[Pronoun]) -> tuple[list[list[int]], int]:
    """Return what the list is ordered by: log odds of being an antecedent, by form and role."""
    form, role, back = (PLACE[name] for name in ("form", "role", "sentences back"))
    count, age = np.ones((2, len(ExpressionForm), len(GrammaticalRole))), np.ones((2, 8))
    for pronoun in seen:
        for row, is_right in zip(pronoun.values[:-1], pronoun.right[:-1], strict=True):
            age[int(is_right), row[back] - 1] += 1
            if row[back] <= 2:  # this sentence and the one before
                count[int(is_right), row[form] - 1, row[role] - 1] += 1
    odds, ages = np.log(count[1] / count[0]), np.log(age[1] / age[0])
    return thousandths(odds), round(1000 * float(ages[0] - ages[3]) / 3)


def thousandths(rows: Floats) -> list[list[int]]:
    """Return numbers as whole thousandths."""
    return [[round(1000 * each) for each in row] for row in rows.tolist()]


if __name__ == "__main__":
    main()
