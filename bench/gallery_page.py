"""docs/gallery.md, from the examples and what is answered to them.

python -m bench.gallery_page     write it anew behind the hand-written part
sections                         what is written
summary                          the table above it
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from hearer.algorithms import ALGORITHMS
from hearer.gallery.examples import (
    GalleryAnswer,
    GalleryExample,
    answers_to,
    deviations_of,
    examples_of,
)
from hearer.gallery.report import section
from hearer.report.forms import markdown
from hearer.report.table import Table

PAGE = Path(__file__).parents[1] / "docs" / "gallery.md"
ASKED = tuple(name for name in ALGORITHMS.names() if name != "random")
FIRST = "\n## In one table\n"
CHOSEN = (
    "Nobody should be ranked by this: examples are chosen to make a point, most of them against "
    "somebody."
)


def sections() -> str:
    """A table of all, then a part for each publication, and in it a section for each example."""
    known, examples = deviations_of(), examples_of()
    parts = [FIRST, "\n", summary(examples)]
    for paper, several in groupby(examples, key=lambda one: one.paper):
        told = "\n".join(section(example, ASKED, known) for example in several)
        parts.append(f"\n## {paper}\n\n{told}")
    return "".join(parts)


def summary(examples: Sequence[GalleryExample]) -> str:
    """For each algorithm how often it answers as is published, and as people understand."""
    answers = [one for example in examples for one in answers_to(example, ASKED)]
    rows = tuple(_row(name, [one for one in answers if one.algorithm == name]) for name in ASKED)
    pronouns = [one for example in examples for one in example.pronouns]
    clear = sum(len(one.human) == 1 for one in pronouns)
    header = ("", "published", "ours the same", f"as people understand, of {clear}")
    said = f"{len(examples)} examples with {len(pronouns)} pronouns. {CHOSEN}\n\n"
    return said + markdown(Table("summary", "", header, rows), with_title=False)


def _row(name: str, answers: Sequence[GalleryAnswer]) -> tuple[str, ...]:
    published = [one for one in answers if one.agrees is not None]
    told = [one for one in answers if len(one.pronoun.human) == 1]
    same, right = (sum(map(bool, x)) for x in (
        (one.agrees for one in published), (one.is_right for one in told)
    ))  # fmt: skip
    counts = (len(published), same) if published else ("", "")
    return (name, *map(str, (*counts, right)))


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page[: page.index(FIRST)] + sections(), encoding="utf-8")
