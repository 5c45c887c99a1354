"""What the encoder is worth: the default profile without each thing that it tells.

    ways        what is left out, and how
    judged      what the scorer of the project counts, a row a document
    pronouns    the table of what each is worth for pronouns
    tables      these, sentences of our own and WinoBias (which have modules of their own)
    recipes     the table of parses of other recipes, as they were measured when they were trained

Run as: python -m bench.encoder [--limit N] [--page docs/encoder.md]
Measured on GUM dev and on the genres of GUM train that nothing is trained on, with 95 % intervals
(bench/resampled.py); the differences are those on the same documents. Nothing is trained anew. The
tables go between the markers of the page. Takes two minutes, and needs ../shared/data (or
$HEARER_DATA); other recipes are in bench/encoder_recipes.json, as the GPU that trained them had
them (full precision, gold words; a row a document).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

import hearer
from bench import encoder_sentences, winobias
from bench.accuracy import Row, markdown
from bench.resampled import Counts, Figure, difference, interval
from hearer.formats import corefud
from hearer.model import Discourse, Utterance
from hearer.parsers.english import MODEL, reader
from hearer.parsers.english.reader import EnglishParser
from hearer.profiles import how_to_hear
from training.lexicons import DATA
from training.ranker_examples import Genres
from training.ranker_gold import scorer

RECIPES = Path(__file__).with_name("encoder_recipes.json")
PAGE = Path("docs/encoder.md")
BEGIN, END = "<!-- measured: {} -->", "<!-- end -->"
PARTS = {"GUM dev": ("dev", Genres.ALL), "genres left out": ("train", Genres.HELD_OUT)}

Changed = Callable[[Utterance], Utterance]
Documents = Mapping[Path, Sequence[Discourse]]
Figures = Mapping[str, Sequence[Sequence[int]]]  # how many are right and asked, by document


# Figures, from sums of what is counted ---------------------------------------------------------


def accuracy(sums: Counts) -> Counts:
    """Right ones of all that are asked."""
    right, _, asked, _, _ = sums.T
    return np.asarray(right / np.maximum(asked, 1))


def precision(sums: Counts) -> Counts:
    """Right ones of all that are answered."""
    right, wrong, _, false, _ = sums.T
    return np.asarray(right / np.maximum(right + wrong + false, 1))


def f1(sums: Counts) -> Counts:
    """Right ones, twice, in all that are asked and all that are answered."""
    right, wrong, asked, false, _ = sums.T
    return np.asarray(2 * right / np.maximum(asked + right + wrong + false, 1))


def false_positives(sums: Counts) -> Counts:
    """Of those that mean nobody said before, how many are answered."""
    return sums[:, 3] / np.maximum(sums[:, 4], 1)


FIGURES: Mapping[str, Figure] = {
    "accuracy": accuracy,
    "precision": precision,
    "F1": f1,
    "false positives": false_positives,
}


# Ways -------------------------------------------------------------------------------------------


def as_it_is(utterance: Utterance) -> Utterance:
    """All of it."""
    return utterance


def without_sorts(utterance: Utterance) -> Utterance:
    """No word said to stand for a person, a place, ..."""
    return replace(utterance, sorts=())


def without_features(utterance: Utterance) -> Utterance:
    """No number, no gender, no tense."""
    return replace(utterance, features=("_",) * len(utterance))


def without_expletives(utterance: Utterance) -> Utterance:
    """Every *it* that means nothing as if it were a subject like any other."""
    words = zip(utterance.forms, utterance.relations, strict=True)
    relations = ("nsubj" if is_expletive(*word) else word[1] for word in words)
    return replace(utterance, relations=tuple(relations))


def is_expletive(form: str, relation: str) -> bool:
    """Whether a word is an *it* that means nothing."""
    return form.lower() == "it" and relation == "expl"


class Way(NamedTuple):
    """What is left out, and how."""

    name: str
    changed: Changed = as_it_is
    settings: Mapping[str, object] = MappingProxyType({})
    has_rules: bool = True


NOTHING, NO_MEANING = Way("nothing"), Way("fits what is said", settings={"meaning": False})
WAYS = (
    NOTHING,
    NO_MEANING,
    Way("sorts", without_sorts),
    Way("expletives", without_expletives),
    Way("features", without_features),
    Way("rules", has_rules=False),
)
OF_GOLD_PARSE = (NOTHING, NO_MEANING)


def tables(limit: int | None) -> Mapping[str, Iterator[str]]:
    """What is told, by the name that the marker in the page has."""
    return {
        "sentences": encoder_sentences.told(),
        "pronouns": pronouns(limit),
        "winobias": winobias.told([winobias.answered(s, {}) for s in winobias.sentences()[:limit]]),
        "recipes": recipes(),
    }


def main() -> None:
    """Print the tables, and put them into the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, help="so many documents of each part only")
    parser.add_argument("--page", type=Path, help=f"write the tables into it, as into {PAGE}")
    asked = parser.parse_args()
    for name, lines in tables(asked.limit).items():
        told = "\n".join(lines)
        print(told, flush=True)
        if asked.page:
            page = asked.page.read_text(encoding="utf-8")
            asked.page.write_text(filled(page, name, told), encoding="utf-8")


def filled(page: str, name: str, told: str) -> str:
    """The page with what is told between its markers."""
    before, begin, rest = page.partition(BEGIN.format(name))
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no {BEGIN.format(name)} with an {END} behind it.")
    return f"{before}{begin}\n\n{told.strip()}\n\n{end}{after}"


# Pronouns ---------------------------------------------------------------------------------------


def pronouns(limit: int | None) -> Iterator[str]:
    """What each is worth for pronouns: the figures with all of it, and the difference without."""
    for part, (folder, genres) in PARTS.items():
        given = documents(folder, genres, limit)
        parsed = {
            True: reparsed(given, EnglishParser(MODEL)),
            False: reparsed(given, Unmended(MODEL)),
        }
        counts = {way.name: judged(parsed[way.has_rules], way) for way in WAYS}
        yield from markdown((f"{part}, our parse: left out", *FIGURES), list(compared(counts)))
        counts = {way.name: judged(given, way) for way in OF_GOLD_PARSE}
        yield from markdown((f"{part}, gold parse: left out", *FIGURES), list(compared(counts)))


def documents(folder: str, genres: Genres, limit: int | None) -> Documents:
    """The documents of a part of GUM, file by file."""
    paths = sorted((DATA / "gum" / folder).glob("*.conllu"))
    chosen = [path for path in paths if genres.has(path.stem.split("_")[1])][:limit]
    return {path: hearer.read(str(path)) for path in chosen}


def reparsed(given: Documents, parser: EnglishParser) -> Documents:
    """The same words, parsed by us."""
    return {path: [parser.parse_words(d) for d in each] for path, each in given.items()}


class Unmended(EnglishParser):
    """The pipeline without the rules that mend what the encoder says."""

    def _parse(self, forms: tuple[str, ...]) -> dict[str, Any]:
        mend, reader.mend = reader.mend, lambda *_: None  # type: ignore[attr-defined]
        try:
            return super()._parse(forms)
        finally:
            reader.mend = mend  # type: ignore[attr-defined]


def judged(given: Documents, way: Way) -> Counts:
    """What the scorer counts, a row a document."""
    how, rows = how_to_hear(settings=way.settings), []
    for path, discourses in given.items():
        changed = [replace(d, utterances=tuple(map(way.changed, d.utterances))) for d in discourses]
        heard = corefud.write([hearer.resolve(d, profile=how) for d in changed])
        with tempfile.NamedTemporaryFile(suffix=".conllu") as file:
            file.write(heard)
            file.flush()
            rows.append(counted(scorer().evaluate(path, Path(file.name))))
    return np.array(rows, dtype=np.float64)


def counted(rows: Sequence[Mapping[str, object]]) -> list[int]:
    """How many are right, wrong, asked, resolved though not to be, and not to be resolved."""
    results: Counter[object] = Counter()
    for row in rows:
        if row["cls"] == "anaphoric":
            results.update((row["result"], "asked"))
        elif row["cls"] in {"no_mention", "first_mention"}:
            results.update(("free", *(["false"] if row["linked"] else [])))
    return [results[name] for name in ("correct", "wrong", "asked", "false", "free")]


def compared(counts: Mapping[str, Counts]) -> Iterator[Row]:
    """The figures of the first way, and by how much they differ in the others."""
    (first, whole), *others = counts.items()
    yield first, *(interval(figure, whole) for figure in FIGURES.values())
    for name, left in others:
        yield name, *(difference(figure, left, whole) for figure in FIGURES.values())


# Recipes ----------------------------------------------------------------------------------------

CORPORA = {"gum-dev": "GUM dev", "gum-apart": "documents left out", "ewt-dev": "EWT dev"}
SHIPPED, BASE = "4 layers, ranking 0.5, 8 epochs (shipped)", "4 layers, ranking 1, 6 epochs"
CHANGES = {
    "the same, no ranking": "4 layers, no ranking, 6 epochs",
    "the same, 3 layers": "3 layers, ranking 1, 6 epochs",
}
PARSED = {"UAS": "UAS", "LAS": "LAS", "upos": "UPOS", "lemma": "lemmas", "sort": "sorts"}


def recipes() -> Iterator[str]:
    """How well recipes parse gold words; one that differs in one thing, against its base."""
    measured = json.loads(RECIPES.read_text(encoding="utf-8"))
    for corpus, name in CORPORA.items():
        rows = [(recipe, *parsed(measured[recipe][corpus])) for recipe in (SHIPPED, BASE)]
        base = measured[BASE][corpus]
        for change, recipe in CHANGES.items():
            rows.append((change, *parsed(measured[recipe][corpus], base)))
        yield from markdown((f"{name}: recipe", *PARSED.values()), rows)


def parsed(figures: Figures, base: Figures | None = None) -> Row:
    """How many words are right: of a recipe, or how much more than with its base."""
    return tuple(_cell(name, figures, base) for name in PARSED)


def _cell(name: str, figures: Figures, base: Figures | None) -> str:
    if name not in figures:
        return "–"
    if base is None:
        return interval(share, as_counts(figures[name]))
    return difference(share, as_counts(figures[name]), as_counts(base[name]))


def as_counts(right_and_asked: Sequence[Sequence[int]]) -> Counts:
    """A row a document: how many words are right, and how many there are."""
    return np.array(right_and_asked, dtype=np.float64).T


def share(sums: Counts) -> Counts:
    """Right ones of all words."""
    return sums[:, 0] / sums[:, 1]


if __name__ == "__main__":
    main()
