"""docs/gallery.md, from the examples and what is answered to them.

python -m bench.gallery_page     write it anew behind the hand-written part
sections                         what is written
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from hearer.algorithms import ALGORITHMS
from hearer.gallery.deviations import deviations_of
from hearer.gallery.examples import examples_of
from hearer.gallery.pages import section

PAGE = Path(__file__).parents[1] / "docs" / "gallery.md"
ASKED = tuple(name for name in ALGORITHMS.names() if name != "random")
FIRST = "\n## Brennan 1987\n"


def sections() -> str:
    """A part for each publication, and in it a section for each example."""
    known = deviations_of()
    parts = []
    for paper, examples in groupby(examples_of(), key=lambda one: one.paper):
        told = "\n".join(section(example, ASKED, known) for example in examples)
        parts.append(f"\n## {paper}\n\n{told}")
    return "".join(parts)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page[: page.index(FIRST)] + sections(), encoding="utf-8")
