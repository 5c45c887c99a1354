"""The README keeps its word: its links lead somewhere, its figures were measured, its limits hold.

That its snippets run is in test_docs.py.
"""

from __future__ import annotations

import re

import pytest

import hearer
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
ACCURACY = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[\w-]+)?\)")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_leads_somewhere(document: str) -> None:
    linked = LINK.findall((ROOT / document).read_text(encoding="utf-8"))
    assert [target for target in linked if not (ROOT / target).exists()] == []
    assert document != "README.md" or len(linked) > 20


def test_the_figures_of_the_readme_are_those_that_were_measured() -> None:
    section = README.partition("## How good it is\n")[2].partition("\n## ")[0]
    figures = re.findall(r"\d+\.\d+|\d,\d{3}", section.replace("`--precision 0.9`", ""))
    assert len(figures) > 8
    assert [figure for figure in figures if figure not in ACCURACY] == []


REFUSED = "The councilmen refused the demonstrators a permit"
CANNOT = {  # what the README says of texts that only the world could tell
    f"{REFUSED} because they advocated violence.": "COUNCILMEN",
    f"{REFUSED} because they feared violence.": "COUNCILMEN",
    "Joan thanked Susan for the help she had given.": "JOAN",
    "The dog chased the cat. She climbed a tree.": "DOG",
    "Kim met Robin. He smiled.": None,
}


@pytest.mark.parametrize(("text", "entity"), CANNOT.items())
def test_what_it_cannot_do_is_what_the_readme_says(text: str, entity: str | None) -> None:
    assert text[:20] in README
    (found,) = hearer.resolve(text).resolutions
    assert found.entity == entity
