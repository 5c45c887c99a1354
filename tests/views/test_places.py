"""Where words stand, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearer
from hearer.formats.decoding import Lines, Place
from hearer.model import ReferringExpression
from hearer.views.places import Places
from tests.conftest import EXAMPLES
from tests.strategies import parsed_discourses


@pytest.mark.parametrize("name", ["story.txt", "table3.conllu", "table4.conllu", "table5.conllu"])
def test_every_word_stands_where_an_editor_finds_it(name: str) -> None:
    written = (EXAMPLES / name).read_text(encoding="utf-8").split("\n")
    found = 0
    for discourse in hearer.read(EXAMPLES / name):
        places = Places(discourse)
        for word in discourse.words:
            place = places.of(word.utterance.number, word.number)
            assert written[place.line - 1][place.column - 1 :].startswith(word.form)
            found += 1
    assert found > 20


@given(parsed_discourses())
def test_there_and_back(discourse: hearer.Discourse) -> None:
    places, lines = Places(discourse), discourse.text.split("\n")
    for word in discourse.words:
        here = word.utterance.number, word.number
        place = places.of(*here)
        assert places.distance(place, ReferringExpression("", *here)) == (0, 0)
        if word.form and not set(discourse.text) & set("\r"):
            assert lines[place.line - 1][place.column - 1 :].startswith(word.form.split("\n")[0])


@given(st.lists(st.text(alphabet="a\r\n", max_size=4)))
def test_a_text_has_the_same_lines_however_it_comes(pieces: list[str]) -> None:
    whole, grown = Lines("".join(pieces)), Lines()
    for piece in pieces:
        grown.add(piece)
    text = "".join(pieces)
    assert (
        len(whole) == len(grown) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    )
    for offset in range(len(text) + 1):
        place = whole.place(offset)
        assert place == grown.place(offset)
        assert whole.offset(place) == offset


def test_off_the_text_is_no_place_and_distances_are_lines_and_columns() -> None:
    places = Places(hearer.read(EXAMPLES / "story.txt")[0])
    assert not places.of(999, 1).line
    assert not places.of(1, 999).line
    here, word = places.of(3, 4), ReferringExpression("", 3, 4)
    assert places.distance(Place(here.line + 2, 1), word) == (2, 0)
    assert places.distance(Place(here.line, here.column - 3), word) == (0, 3)
