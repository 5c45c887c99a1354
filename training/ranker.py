"""Train the ranker of the default algorithm: python -m training.ranker [--model large].

From GUM train without the genres that are not for commercial use (its gold parse, and read anew),
LitBank, VisPro, GAP validation, our own texts, told by gold what came before. The scores come from
encoders that have not seen the document (ears.py), or from the shipped one, with noise. Biases,
calibrations and thresholds are found on GUM dev and the genres of GUM train that train nothing.
"""

import argparse
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from hearer.parsers import MODELS
from hearer.ranking.entity_list import ExpressionForm, GrammaticalRole, MadeOf
from hearer.ranking.features import FEATURES, WHICH
from hearer.ranking.ranker import SHIPPED, Ranker
from training.calibration import calibrated
from training.ears import Ear, ear_for, ear_of, has_folds, read_anew, with_meanings
from training.gold import HALVES, Documents, Genres, chains, gap, gum, litbank
from training.ranker_examples import Pronoun, examples, observe, report
from training.short import HERE, MORE, OWN, PLAIN, SHORT, short
from training.tables import NONE, Examples, Floats, Tables, cells, learnt, purified

FOLDER = HERE / "src" / "hearer" / "ranking" / "tables"
SIZES = [feature.size for feature in FEATURES]
PLACE = {feature.name: n for n, feature in enumerate(FEATURES)}
OF_PRONOUN = frozenset(n for n, one in enumerate(FEATURES) if one.of_candidates is None)
FIT, PRONOUN, MADE_OF = PLACE["fit"], PLACE["pronoun"], PLACE["made of"]
MADE = "takes a clause", "pronoun", "needs", "pleonastic", "form", "role", "parallel role"
# Kept: what sets, clauses and later subjects, which are few, need; and groups that are *they*.
PAIRS = (*((name, "made of") for name in MADE), ("pronoun", "number"), ("form", "number"))
KEPT = frozenset((min(a, b), max(a, b)) for a, b in ((PLACE[a], PLACE[b]) for a, b in PAIRS))
BIASES = tuple(-n / 4 for n in range(5))  # one for each pronoun, added to no antecedent
CERTAIN = {"reflexive": -6000, "thing": 2000}  # the same, where only things may be *he* or *she*
BETA = 1.35  # accuracy counts more than precision
# The weight of a pronoun by its source.
SOURCES = {"gum": 0.7, "gum-anew": 1, "litbank": 0.7, "gap": 3, "vispro": 0.5}
SOURCES |= {"short": 3, "more": 0.5, "own": 4, "plain": 20}
# In nats: with this noise the shipped encoder is right as often as where it has learnt nothing.
NOISE = {
    "small": {"": 1.2, "gap": 1.3, "short": 1.6, "own": 1.6, "more": 0.0},
    "large": {"": 1.3, "gap": 1.5, "short": 1.6, "own": 1.2, "more": 0.8},
}
WEIGHT_OF_THINGS = 1.5  # single things in invented texts, many of which were written to be hard
WITHOUT_ENCODER = 0.15  # the weight of GUM's gold parses once more, without the encoder's score


def main() -> None:
    """Train, tell how well it went, and write the tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--litbank", choices=HALVES, default="all", help="its part that trains")
    asked.add_argument("--rows", type=Path, help="a folder to keep rows in and read them again")
    asked.add_argument("--model", choices=[*MODELS], default=SHIPPED, help="the encoder")
    asked.add_argument("--output", type=Path, help="instead of the shipped tables of the model")
    chosen = asked.parse_args()
    if chosen.rows:
        chosen.rows.mkdir(parents=True, exist_ok=True)
    ear, has_noise = ear_of(chosen.model), chosen.model != SHIPPED or not has_folds()
    seen = dict[str, list[Pronoun]]()
    for name, documents in sources(chosen.litbank, ear if has_noise else ear_for):
        noise = NOISE[chosen.model].get(name, NOISE[chosen.model][""]) * has_noise
        file = f"{chosen.model}-{name}-{chosen.litbank}-{noise}.pickle"
        seen[name] = kept(chosen.rows and chosen.rows / file, documents, noise)
        print(f"{name}: {len(seen[name])} pronouns", flush=True)
    train = joined(seen)
    tables, found = learnt(train, SIZES, OF_PRONOUN, KEPT)
    tables, found = purified(train, tables, found, OF_PRONOUN)
    text = stored(tables, found, seen["gum"], {})
    judged = [observe(documents, Ranker(text)) for _, documents in left_out(ear)]
    nobody = biases([*chain(*judged)])
    text = stored(tables, found, seen["gum"], {"nobody": nobody})
    judged = [observe(documents, Ranker(text)) for _, documents in left_out(ear)]
    text = stored(tables, found, seen["gum"], {"nobody": nobody, **calibrated([*chain(*judged)])})
    (chosen.output or FOLDER / f"{chosen.model}.json").write_text(text, encoding="utf-8")
    for (name, _), pronouns in zip(left_out(ear), judged, strict=True):
        print(report(name, pronouns), flush=True)


def sources(half: str, ear: Ear) -> Iterator[tuple[str, Documents]]:
    """Yield what trains."""
    yield "gum", gum("train", Genres.FREE, with_meanings(ear))
    yield "gum-anew", gum("train", Genres.FREE, read_anew(ear))
    yield "litbank", litbank(half, read_anew(ear))
    yield "gap", gap("validation", ear)
    yield "vispro", chains("vispro_valtest", read_anew(ear))
    for name, folder in (("short", SHORT), ("more", MORE), ("own", OWN), ("plain", PLAIN)):
        yield name, short(folder, "train", ear)


def left_out(ear: Ear) -> Iterator[tuple[str, Documents]]:
    """Yield what trains nothing: the genres left out, and GUM dev, read anew."""
    yield "genres left out", gum("train", Genres.HELD_OUT, read_anew(ear))
    yield "GUM dev", gum("dev", Genres.ALL, read_anew(ear))


def kept(path: Path | None, documents: Documents, noise: float) -> list[Pronoun]:
    """Return the pronouns of documents, observed once if there is a file to keep them."""
    if path and path.exists():
        return list(pickle.loads(path.read_bytes()))
    seen = observe(documents, None, noise=noise)
    if path:
        path.write_bytes(pickle.dumps(seen))
    return seen


def joined(seen: Mapping[str, Sequence[Pronoun]]) -> Examples:
    """Return all that trains, weighted."""
    pronouns, weights = list[Pronoun](), list[float]()
    for name, weight in SOURCES.items():
        for each in seen[name]:
            is_thing = name in {"short", "own"} and is_of_thing(each)
            weights.append(each.weight * (WEIGHT_OF_THINGS if is_thing else weight))
        pronouns += seen[name]
    without = [WITHOUT_ENCODER * each.weight for each in seen["gum"]]
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
