"""The page of `resolve --to html`: the text as it was written, with whom each pronoun means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

import hearer
from hearer.errors import UsageError
from hearer.escape import visible_lines
from hearer.formats.converting import of_output
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.views import colours
from tests.conftest import EXAMPLES
from tests.strategies import parsed_discourses
from tests.views.pages import Page

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")


def page_of(*texts: str) -> str:
    return colours.render([hearer.resolve(text) for text in texts])


@given(parsed_discourses())
def test_any_text_stands_there_word_by_word(text: Discourse) -> None:
    shown = Page(colours.render([listen(text)])).said
    assert shown.split() == [word.form for word in text.words] or shown.strip() == text.text.strip()


def test_whom_a_pronoun_means_or_what_it_is_taken_to_be_is_seen_without_hovering() -> None:
    shown = Page(page_of("Anna Keller met a judge. She thanked him."))
    assert shown.names == ["Anna Keller", "the judge"]
    page = page_of("Anna slept. It was raining.")
    assert Page(page).names == ["pleonastic"]
    assert re.search(r'<span class="m p none"[^>]*><ruby>It<rt>pleonastic</rt>', page)


def test_who_is_who_is_listed_with_how_often_where_first_and_in_one_colour() -> None:
    page = page_of("Anna met a judge. She thanked him. She left.")
    listed = re.findall(r'<a class="e"[^>]*><b>(.*?)</b> <i>(\d+)</i></a>', page)
    assert listed == [("Anna", "3"), ("the judge", "2")]
    hues = re.findall(r"--h:(\d+)", page.split('<div class="said"')[1])
    assert len(hues) == 5
    assert hues[0] == hues[2] == hues[4] != hues[1] == hues[3]
    page = page_of("Anna met a judge. She thanked him.", "Tom slept. He snored.")
    links = re.findall(r'href="#(\w+)"', page)
    assert links == re.findall(r' id="(d\w+)"', page) == ["d1e0", "d1e1", "d2e0"]


def test_lines_that_are_only_wrapped_flow_and_verse_does_not() -> None:
    wrapped = (
        "Anna met an old judge at the station, and then she went on and on to the very\nend of it."
    )
    assert page_of(wrapped).count('<span class="wrap">\n</span>') == 1
    verse = "Anna met a judge,\nshe gave him a nudge,\nand he did not budge."
    assert 'class="wrap"' not in page_of(verse)
    assert Page(page_of(verse)).said.count("\n") == 2
    assert len(re.findall("<p><span", page_of("Anna slept.\n\nShe snored."))) == 2


def test_several_documents_have_a_heading_each() -> None:
    several = [hearer.resolve(one) for one in hearer.read(EXAMPLES / "table3.conllu")]
    page = colours.render(several)
    assert re.findall("<h2>(.*?)</h2>", page) == ["table3", "table3-prime"]
    assert page.count('<div class="said"') == 2


@pytest.mark.parametrize(
    "hostile",
    [
        "</script><script>alert(1)</script> met Anna. She left.",
        "<img src=x onerror=alert(1)> slept. It snored.",
        'Anna" onmouseover="alert(1) slept. She snored.',
        "Anna \u202eslept\u202c. She \x1b[31m snored.",
        "אנה פגשה שופט. She 🙂 left 安娜. It snored.",
    ],
)
def test_nothing_in_a_text_becomes_markup(hostile: str) -> None:
    page = page_of(hostile)
    read = Page(page)
    assert page.count("<script") == page.count("</script>") == 1
    assert not re.search(r"<img|<[^>]* on\w+=", page)
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert read.said.strip() == visible_lines(hostile)


def test_the_name_of_a_file_asks_for_it_and_it_is_written_not_read(tmp_path: Path) -> None:
    assert of_output("story.html", understood=True).name == "html"
    file = tmp_path / "story.html"
    file.write_text(hearer.write(hearer.resolve(STORY), to="html"), encoding="utf-8")
    with pytest.raises(UsageError, match="The format 'html' can be written, not read"):
        hearer.read(file)
