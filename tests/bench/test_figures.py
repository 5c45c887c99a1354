"""bench/figures.py: every block of the documents is measured, and is replaced alone."""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor

from bench.figures import BLOCK, BLOCKS, Measured, replaced
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
REPLICATE = (ROOT / "bench" / "replicate.py").read_text(encoding="utf-8")


def test_every_block_of_the_documents_is_measured_and_every_measured_one_is_there() -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    found = {page: [name for _, name in BLOCK.findall(text)] for page, text in texts.items()}
    assert all(text.count("<!-- figures: ") == len(found[page]) for page, text in texts.items())
    replicated = re.findall(r'^    yield "([\w-]+)", ', REPLICATE, re.MULTILINE)
    names = [name for several in found.values() for name in several]
    assert sorted(names) == sorted([*BLOCKS, *replicated])


def test_a_block_is_replaced_and_nothing_else() -> None:
    block = "<!-- figures: {} -->\n{}\n<!-- end of figures -->\n"
    page = f"a\n{block.format('x', 'old')}b\n{block.format('y', '1')}"
    new = replaced(page, "x", "| 2 |\n")
    assert new == page.replace("\nold\n", "\n\n| 2 |\n\n")
    assert replaced(new, "x", "| 2 |\n") == new
    assert replaced(page, "z", "3") == page


def test_a_block_that_needs_no_corpus_is_measured() -> None:
    with ProcessPoolExecutor(1) as pool:
        told = BLOCKS["walk"](Measured(1, pool))
    assert re.fullmatch(r"(\* the [\w -]+: \d+ calls in \d+ files\n){2}", told)
