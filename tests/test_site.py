"""The documentation as a site: built without a warning, whole, and with a search that finds."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from hearer.cli.app import COMMANDS
from hearer.corpora.schema import tables
from hearer.gallery.examples import examples_of
from tests.conftest import ROOT

PAGES = sorted(path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md"))
BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FOUND = re.compile(r'<article><h3><a href="\./([^"]+)">')
QUESTIONS = {
    "folder": "corpora.html",
    "names": "rewriting.html#rewriting-names-for-pronouns",
    "characters": "knowledge.html#characters-and-their-pronouns",
    "INCEpTION": "formats/index.html#annotate-in-inception",
    "they": "meant.html#groups-and-they-for-one",
    "pandas": "tables.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    place = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(place)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stderr
    return place


def test_every_page_is_there_and_in_the_index_of_the_search(site: Path) -> None:
    assert 50 < len(PAGES) <= 60
    index = (site / "search" / "search_index.json").read_text("utf-8")
    indexed = {page["location"].partition("#")[0] for page in json.loads(index)["docs"]}
    for page in PAGES:
        assert (site / page.with_suffix(".html")).is_file()
        location = page.with_suffix(".html").as_posix()
        assert location in indexed or page.name == "index.md", location
    script = (site / "search" / "search_index.js").read_text("utf-8")
    assert script == f"var PAGES = {index};\n"
    searching = (site / "search.html").read_text("utf-8")
    assert searching.index("search.js") < searching.index("search/main.js")


def test_the_reference_is_generated_from_the_code(site: Path) -> None:
    commands, gallery, corpus = (
        unescape((site / f"{name}.html").read_text("utf-8"))
        for name in ("cli", "gallery", "corpus-queries")
    )
    headings = {name: f'<h2 id="hearer-{name.replace(" ", "-")}">' for name in COMMANDS}
    assert [name for name, heading in headings.items() if heading not in commands] == []
    assert [one.name for one in examples_of() if f"<code>{one.name}</code>" not in gallery] == []
    columns = [column for table in tables().values() for column in table]
    assert [one.name for one in columns if f"<td><code>{one.name}</code></td>" not in corpus] == []


def test_every_trace_of_the_gallery_is_a_click_away(site: Path) -> None:
    linked = re.findall(r'href="(traces/[^"]+)"', (site / "gallery.html").read_text("utf-8"))
    assert len(linked) > 100
    assert [place for place in linked if not (site / place).is_file()] == []


@pytest.mark.skipif(BROWSER is None, reason="no Chromium here")
@pytest.mark.parametrize(("question", "page"), QUESTIONS.items())
def test_what_people_ask_for_is_found_first_in_pages_opened_as_files(
    site: Path, question: str, page: str
) -> None:
    address = f"{(site / 'search.html').as_uri()}?q={question}"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000")
    ran = subprocess.run(
        [str(BROWSER), *options, "--dump-dom", address],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    found = FOUND.findall(ran.stdout)
    assert page in found[:2], found[:5]
