"""The README keeps its word: its links lead somewhere, its figures were measured, its limits hold.

That its snippets run is in test_docs.py.
"""

from __future__ import annotations

import re

import pytest

import hearer
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
FIGURE = re.compile(r"\d[\d,]*\.\d+|\d,\d{3}|\d+(?= (?:%|MB|documents|pronouns|F1))")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[\w-]+)?\)")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_leads_somewhere(document: str) -> None:
    linked = LINK.findall((ROOT / document).read_text(encoding="utf-8"))
    assert [target for target in linked if not (ROOT / target).exists()] == []
    assert document != "README.md" or len(linked) > 20


def test_every_figure_of_a_section_is_on_a_page_that_it_links_to() -> None:
    """Figures are decimals, shares and sizes; versions and code are none."""
    checked = 0
    for section in re.split(r"^## ", README, flags=re.MULTILINE)[1:]:
        prose = re.sub(
            r"```.*?```|`[^`]*`|[Vv]ersion [\d.]+|Python 3[\d., or]*", "", section, flags=re.DOTALL
        )
        figures = FIGURE.findall(prose)
        pages = [target for target in LINK.findall(section) if target.endswith(".md")]
        told = "".join((ROOT / page).read_text(encoding="utf-8") for page in dict.fromkeys(pages))
        assert [figure for figure in figures if figure not in told] == [], section[:40]
        checked += len(figures)
    assert checked > 12


REFUSED = "The councilmen refused the demonstrators a permit"
CANNOT = {  # what the README says of texts that only the world could tell
    f"{REFUSED} because they advocated violence.": "DEMONSTRATORS",
    f"{REFUSED} because they feared violence.": "DEMONSTRATORS",
    "The dog chased the cat. She climbed a tree.": "DOG",
    "Kim met Robin. He smiled.": "KIM",
}


@pytest.mark.parametrize(("text", "entity"), CANNOT.items())
def test_what_it_cannot_do_is_what_the_readme_says(text: str, entity: str | None) -> None:
    assert text[:20] in README
    (found,) = hearer.resolve(text).resolutions
    assert found.entity == entity
