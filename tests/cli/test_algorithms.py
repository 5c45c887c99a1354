"""hearer algorithms: each with its paper, cited so that it can be found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hearer.algorithms import ALGORITHMS, described
from hearer.cli import main

NAME = r"[A-Z]\w+( [A-Z]\.)? [A-Z]\w+"
FULL = re.compile(
    rf"(After )?(?P<authors>{NAME}(, {NAME})*( and {NAME})?) \((?P<year>(19|20)\d\d)\)\. "
    r"(?P<title>[A-Z][^.]{15,})\. (?P<venue>(In )?[A-Z].{3,}), pp\. \d+–\d+[.;].*"
)
# As the bibliography of Strube (1998) has them, and the ACL Anthology where it has them not.
KNOWN = {
    "bfp": ("Pollard", "1987", "155–162"),
    "bfp-carter": ("Walker", "1989", "251–261"),
    "bfp-kameyama": ("Kameyama", "1998", "89–112"),
    "lappin-leass": ("Leass", "1994", "535–561"),
    "raft-rapr": ("McCoy", "1994", "301–317"),
    "s-list": ("Strube", "1998", "1251–1257"),
    "ssk": ("Hajičová", "1992", "127–133"),
}
Captured = pytest.CaptureFixture[bytes]


def test_all_of_them_are_evaluated_by_one_name(tmp_path: Path, capsysbinary: Captured) -> None:
    gold = str(tmp_path / "gold.conllu")
    assert main(["resolve", "--text", "Anna met Tom. She thanked him.", "-o", gold]) == 0
    assert main(["evaluate", gold, "-a", "all", "--set", "workers=1"]) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert [name for name in ALGORITHMS.names() if name not in shown] == []


@pytest.mark.parametrize("name", sorted(ALGORITHMS.ours))
def test_every_citation_has_authors_year_title_venue_and_pages(name: str) -> None:
    assert FULL.fullmatch(described(name)[1]), described(name)[1]


@pytest.mark.parametrize("name", KNOWN)
def test_citations_are_those_of_the_bibliography(name: str) -> None:
    author, year, pages = KNOWN[name]
    found = FULL.fullmatch(described(name)[1])
    assert found
    assert (author in found["authors"], found["year"]) == (True, year)
    assert f"pp. {pages}" in found[0]


def test_all_are_listed_with_the_default_first_and_marked(capsysbinary: Captured) -> None:
    assert main(["list", "algorithms"]) == 0
    out = capsysbinary.readouterr().out.decode()
    titles = [line for line in out.splitlines() if not line.startswith(" ")]
    assert titles[0] == "weighted-s-list (the default)"
    assert sorted(title.removesuffix(" (the default)") for title in titles) == [*ALGORITHMS.names()]
    assert max(map(len, out.splitlines())) <= 80


def test_one_is_shown_with_its_options(capsysbinary: Captured) -> None:
    assert main(["list", "algorithms", "s-list"]) == 0
    out = capsysbinary.readouterr().out.decode()
    assert out.startswith("s-list\n  Resolve each pronoun")
    assert "\n    window=5\n" in out
    assert "\n    fallback=segment  or document, none\n" in out


def test_data_has_all_that_is_listed(capsysbinary: Captured) -> None:
    assert main(["list", "algorithms", "--to", "json"]) == 0
    cards = json.loads(capsysbinary.readouterr().out)
    assert sorted(card["name"] for card in cards) == [*ALGORITHMS.names()]
    assert [card["name"] for card in cards if card["is_default"]] == ["weighted-s-list"]
    assert all(card["summary"] and card["paper"] for card in cards)
