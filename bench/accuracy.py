"""How many pronouns are resolved right, from gold parses down to raw text.

    GUM dev    gold parse; gold words parsed by the shipped parser; raw text. Accuracy, precision,
               F1 and the rest as the scorer in ../shared/score has them
    LitBank    he and she from raw text (bench/litbank_pronouns.py has the rule)
    GAP        development, from raw text: F1 of both names, feminine and masculine apart

Run as: python -m bench.accuracy [--profile default] [--only gum litbank gap] [--limit N]
The shipped weights are trained on LitBank. For documents that were not trained on, train on one
half (python -m training.ranker --litbank even --output FILE) and measure the other (--only litbank
--half odd --weights FILE).
Takes a few minutes, and needs the corpora of ../shared/data (or of $HEARER_DATA).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any, TypeVar

import hearer
from bench import litbank_pronouns
from bench.raw_text import projected, raw_text
from hearer.evaluation.gap_scores import NOTHING, gender_of, judged
from hearer.formats import conllu, corefud, gap
from hearer.model import Discourse
from hearer.parsers import reparsed
from hearer.ranking import algorithm
from hearer.ranking.ranker import Ranker
from hearer.report.table import percent
from training.conllu import DATA
from training.gold import HALVES

PARSER = "english"
GUM_COLUMNS = ("accuracy", "precision", "f1", "fp_rate", "nominal")
GUM_TITLES = ("accuracy", "precision", "F1", "false positives", "nominal")
GROUPS = ("he", "she", "it", "they")

T = TypeVar("T")
Row = tuple[str, ...]


def main() -> None:
    """Print the tables."""
    arguments = _arguments()
    if arguments.weights:
        ranker = Ranker(arguments.weights.read_text(encoding="utf-8"))
        vars(algorithm)["shipped"] = lambda _: ranker
    tables = {"gum": gum, "litbank": litbank, "gap": gap_development}
    for name in arguments.only:
        for line in tables[name](arguments):
            print(line, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="default")
    parser.add_argument("--only", nargs="+", default=["gum", "litbank", "gap"])
    parser.add_argument("--limit", type=int, help="so many documents of each corpus only")
    parser.add_argument("--weights", type=Path, help="other weights than those that are shipped")
    parser.add_argument("--half", choices=HALVES, default="all", help="which documents of LitBank")
    return parser.parse_args()


# GUM --------------------------------------------------------------------------------------------

GOLD, WORDS, RAW = "gold parse", "gold words, our parse", "raw text"


def gum(asked: argparse.Namespace) -> Iterator[str]:
    """The table of GUM dev."""
    documents = gum_documents("dev", limit=asked.limit)
    rows = []
    for parse in (GOLD, WORDS, RAW):
        told = _told(documents, f"GUM dev, {parse}")
        heard = {d.name: answered(d, parse, {"profile": asked.profile}) for d in told}
        rows.append((parse, *figures(scored(heard))))
    yield from markdown(("GUM dev", *GUM_TITLES, *GROUPS), rows)


def gum_documents(
    part: str, genres: Sequence[str] = (), limit: int | None = None
) -> list[Discourse]:
    """Return the documents of a part of GUM, of some genres or of all."""
    paths = sorted((DATA / "gum" / part).glob("*.conllu"))
    chosen = [path for path in paths if not genres or path.stem.split("_")[1] in genres][:limit]
    return [d for path in chosen for d in conllu.discourses(conllu.read(str(path)))]


def answered(document: Discourse, parse: str, options: Mapping[str, Any]) -> bytes:
    """Resolve a document with its gold parse, with ours on its words, or from its raw text."""
    if parse == RAW:
        return projected(hearer.resolve(raw_text(document), **options), document)
    document = reparsed(document, PARSER) if parse == WORDS else document
    return corefud.write([hearer.resolve(document, **options)])


@cache
def scorer() -> SimpleNamespace:
    """Return the scorer of ../shared/score."""
    return SimpleNamespace(**run_path(str(DATA.parent / "score" / "pronoun_accuracy.py")))


def scored(heard: Mapping[str, bytes], part: str = "dev") -> list[dict[str, Any]]:
    """Return the rows of ../shared/score/pronoun_accuracy.py for documents of a part of GUM."""
    with tempfile.TemporaryDirectory() as folder:
        for n, content in enumerate(heard.values()):
            (Path(folder) / f"{n}.conllu").write_bytes(content)
        return list(scorer().evaluate(DATA / "gum" / part, Path(folder), set(heard)))


def figures(rows: Sequence[dict[str, Any]]) -> Row:
    """Return the figures of GUM_COLUMNS, then the accuracy of each group of pronouns."""
    whole, groups = scorer().summarise(rows), scorer().table(rows, "group")
    found = [whole[column] for column in GUM_COLUMNS]
    found += [groups[group]["accuracy"] if group in groups else None for group in GROUPS]
    return tuple("–" if figure is None else f"{figure:.1f}" for figure in found)


# LitBank and GAP --------------------------------------------------------------------------------


def litbank(options: argparse.Namespace) -> Iterator[str]:
    """The table of LitBank."""
    documents = list(litbank_pronouns.documents(DATA / "litbank"))[HALVES[options.half]]
    judged = [
        pronoun
        for document in _told(documents[: options.limit], "LitBank, raw text")
        for pronoun in litbank_pronouns.judged(
            hearer.resolve(document.text, profile=options.profile), document
        )
    ]
    rows = []
    for name in ("he", "she", "he and she"):
        asked = [pronoun for pronoun in judged if pronoun.pronoun in name.split()]
        right = sum(pronoun.is_right for pronoun in asked)
        resolved = sum(pronoun.is_resolved for pronoun in asked)
        by_name = [p.is_right_by_name for p in asked if p.is_right_by_name is not None]
        by_noun = [p.is_right_by_noun for p in asked if p.is_right_by_noun is not None]
        figures = [(right, len(asked)), (right, resolved)]
        figures += [(sum(named), len(named)) for named in (by_name, by_noun)]
        rows.append((name, str(len(asked)), *[_percent(*figure) for figure in figures]))
    titles = ("asked", "accuracy", "precision", "by name", "by name or what is said")
    yield from markdown(("LitBank, raw text", *titles), rows)


def gap_development(asked: argparse.Namespace) -> Iterator[str]:
    """The table of GAP."""
    content = (DATA / "gap" / "gap-development.tsv").read_bytes()
    examples = gap.examples_of(gap.read(content))[: asked.limit and 20 * asked.limit]
    scores = dict(NOTHING)
    for example in _told(examples, "GAP development, raw text"):
        found = hearer.resolve(example.text, profile=asked.profile)
        scores[gender_of(example)] += judged(found, example)
    both, ratio = scores["M"] + scores["F"], scores["F"].f1 / scores["M"].f1
    f1 = (f"{100 * score.f1:.1f}" for score in (both, scores["M"], scores["F"]))
    rows = [(str(len(examples)), *f1, f"{ratio:.3f}", *map(percent, (both.precision, both.recall)))]
    titles = ("examples", "F1", "masculine", "feminine", "ratio", "precision", "recall")
    yield from markdown(titles, rows)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def markdown(header: Row, rows: Sequence[Row]) -> Iterator[str]:
    """A table, and an empty line."""
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _told(documents: Sequence[T], name: str) -> Iterator[T]:
    """The documents, with progress on stderr: one line that is written over."""
    for n, document in enumerate(documents, start=1):
        yield document
        end = "\n" if n == len(documents) else "\r"
        print(f"{name}: {n} of {len(documents)}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
