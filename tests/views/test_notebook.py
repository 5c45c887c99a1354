"""What a notebook shows of an interpretation."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given

import hearer
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.report.html import Page
from tests.analysis.parsed import BRENNAN, SHE_WINS, heard
from tests.conftest import EXAMPLES
from tests.strategies import parsed_discourses


class Balance(HTMLParser):
    """Collects text, and fails on elements that do not close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> str:
    parser = Balance()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser.text


def test_mentions_of_one_entity_have_one_colour() -> None:
    shown = heard(BRENNAN, SHE_WINS)._repr_html_()
    colours = dict(re.findall(r"hsl\((\d+)[^>]*>(\w+)<", shown)[::-1])

    assert len(re.findall("background", shown)) == 2
    assert len(colours) == 1


def test_the_list_shows_on_hover() -> None:
    shown = heard(BRENNAN, SHE_WINS)._repr_html_()

    assert "She: [BRENNAN_E: she, ALFA ROMEO_BN: Alfa Romeo]" in shown
    assert "wins: [BRENNAN_E: she]" in shown
    assert "tested: BRENNAN ✓" in shown


def test_the_text_can_be_read() -> None:
    found = hearer.resolve(hearer.read(EXAMPLES / "table3.conllu")[0])

    assert "(1c) Friedman races her on weekends." in read(found._repr_html_())


@given(parsed_discourses())
def test_whatever_was_understood_can_be_shown(text: Discourse) -> None:
    found = listen(text)

    assert read(found._repr_html_()).count("(") >= len(text)
    assert len(found.rows()) == len(found.expressions)


def test_markup_in_words_is_only_text() -> None:
    shown = heard("<b>/PROPN/nsubj/2 drives/VERB/root/0")._repr_html_()

    assert "<b>" not in shown
    assert "<b>" in read(shown)


def test_rows_are_plain_values_with_offsets_into_the_text() -> None:
    found = heard(BRENNAN, SHE_WINS)
    text = found.discourse.text
    brennan, alfa, she = found.rows()

    assert (brennan["start"], brennan["end"]) == (0, len("Brennan"))
    assert (she["start"], she["end"]) == (text.index("She"), text.index("She") + 3)
    assert (alfa["text"], alfa["familiarity"], alfa["antecedent"]) == ("Alfa Romeo", "BN", None)
    assert (she["entity"], she["antecedent"], she["tested"]) == ("BRENNAN", "Brennan", 1)
    plain = (str, int, bool, type(None))
    assert all(isinstance(value, plain) for row in found.rows() for value in row.values())


def test_a_page_shows_itself_in_a_frame() -> None:
    page = Page('<p class="a">Brennan</p>')

    assert page == '<p class="a">Brennan</p>'
    assert 'srcdoc="&lt;p class=&quot;a&quot;&gt;' in page._repr_html_()
