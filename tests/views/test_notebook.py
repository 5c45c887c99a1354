"""What a notebook shows of an interpretation."""

from __future__ import annotations

import re

from hypothesis import given

import hearer
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.report.html import Page
from hearer.views.notebook import COLUMNS, MOST_UTTERANCES
from tests.analysis.parsed import BRENNAN, SHE_WINS, heard
from tests.conftest import EXAMPLES
from tests.strategies import parsed_discourses
from tests.views.pages import Page as Read


def test_a_fragment_has_no_script_and_styles_nothing_but_itself() -> None:
    shown = heard(BRENNAN, SHE_WINS)._repr_html_()
    style = re.sub(r"/\*.*?\*/", "", shown.split("<style>")[1].split("</style>")[0])
    inside = re.sub(r"@media[^{]*\{(.*)\}\s*$", r"\1", style, flags=re.DOTALL)
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", inside)

    assert "<script" not in shown
    assert len(rules) > 10
    assert [
        one for rule in rules for one in rule.split(",") if not one.strip().startswith(".hearer")
    ] == []


def test_of_a_novel_the_first_sentences_are_shown() -> None:
    shown = hearer.resolve("Anna slept. " * (MOST_UTTERANCES + 3))._repr_html_()

    assert Read(shown).text.count("slept") == MOST_UTTERANCES
    assert "… and 3 utterances more" in shown


@given(parsed_discourses())
def test_whatever_was_understood_can_be_shown(text: Discourse) -> None:
    found = listen(text)

    assert Read(found._repr_html_()).text
    assert len(found.rows()) == len(found.expressions)


def test_rows_are_plain_values_with_offsets_into_the_text() -> None:
    found = heard(BRENNAN, SHE_WINS)
    text = found.discourse.text
    brennan, alfa, she = found.rows()

    assert (brennan["start"], brennan["end"]) == (0, len("Brennan"))
    assert (she["start"], she["end"]) == (text.index("She"), text.index("She") + 3)
    assert (alfa["text"], alfa["familiarity"], alfa["antecedent"]) == ("Alfa Romeo", "BN", None)
    assert (she["entity"], she["antecedent"], she["tested"]) == ("BRENNAN", "Brennan", 1)
    nowhere = hearer.Interpretation(expressions=(hearer.ReferringExpression("she", 1, 1),))
    assert [nowhere.rows()[0][name] for name in ("line", "column", "start")] == [None] * 3
    plain = (str, int, bool, type(None))
    assert all(isinstance(value, plain) for row in found.rows() for value in row.values())


def test_a_page_shows_itself_in_a_frame() -> None:
    page = Page('<p class="a">Brennan</p>')

    assert page == '<p class="a">Brennan</p>'
    assert 'srcdoc="&lt;p class=&quot;a&quot;&gt;' in page._repr_html_()


def test_rows_have_these_columns_and_names_and_the_place_that_why_takes() -> None:
    found = hearer.resolve(EXAMPLES / "table5.conllu", profile="paper")
    rows = found.rows()
    assert rows
    assert all(list(row) == list(COLUMNS) for row in rows)
    named = {row["entity"]: row["name"] for row in rows}
    assert named == {chain.entity: chain.name for chain in found.chains}
    pronouns = [row for row in rows if row["label"]]
    assert pronouns
    for row, resolution in zip(pronouns, found.resolutions, strict=True):
        place = f"{row['line']}:{row['column']}"
        assert found.why(place) == found.why(f"table5.conllu:{place}") == found.why(resolution)
