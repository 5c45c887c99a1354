"""Words and sentences, from what a network says at the end of every atom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hearer.parsers.english.boundaries import Boundaries, atoms
from hearer.parsers.english.encoder import Graph
from hearer.parsers.english.pieces import Pieces
from tests.cases import cases

PIECES = Pieces("[CLS] [SEP] [UNK]".split())
SPLITS = {"cannot": (3,), "lets": (3,), "mares": (4,)}


class Saying(Graph):
    """A graph that says what it was told to say: 0 joined, 1 a word ends, 2 a sentence."""

    def __init__(self, ends: Sequence[int], odds: float = 9) -> None:
        self.ends, self.odds, self.answers = ends, odds, ("scores",)
        self.given: dict[str, list[int]] = {}

    def run(self, answers: Sequence[str], given: Mapping[str, Any]) -> list[Any]:
        assert tuple(answers) == self.answers
        self.given = {name: array.tolist() for name, array in given.items()}
        return [self.odds * np.eye(3)[[*self.ends[: len(given["first"])]]]]


def sentences(text: str, ends: Sequence[int]) -> list[list[str]]:
    found = Boundaries(Saying(ends), PIECES, SPLITS).sentences(text)
    return [sentence.forms for sentence in found]


@cases(__file__)
def test_words_and_sentences_end_where_they_are_said_to(
    text: str, ends: list[int], words: list[str]
) -> None:
    assert sentences(text, ends) == [sentence.split() for sentence in words]


def test_behind_a_letter_a_sentence_ends_only_if_that_is_nearly_certain() -> None:
    text, ends = "Jane likes Mary, too. She left", [1, 2, 1, 1, 1, 2, 1, 2]

    def found(odds: float, *line_ends: int) -> list[str]:
        cut = Boundaries(Saying(ends, odds), PIECES, {}).sentences(text, line_ends)
        return [" ".join(sentence.forms) for sentence in cut]

    assert found(4.9) == ["Jane likes Mary , too .", "She left"]
    assert found(5.1) == ["Jane likes", "Mary , too .", "She left"]
    assert found(2.6, 10) == found(5.1)  # at the end of a line, likely
    assert found(2.4, 10) == ["Jane likes Mary , too .", "She left"]


def test_the_network_is_told_what_is_written() -> None:
    saying = Saying([1] * 9)
    assert [*Boundaries(saying, PIECES, {}).sentences("Internationally, it rained")]
    assert saying.given == {
        "first": [2, 2, 2, 2],
        "last": [2, 2, 2, 2],
        "shapes": [5, 6, 2, 2],
        "lengths": [9, 1, 2, 6],
        "before": [2, 0, 1, 1],
        "after": [0, 1, 1, 2],
    }


@given(st.text(), st.data())
def test_no_character_is_lost_whatever_it_says(text: str, data: st.DataObject) -> None:
    plain = " ".join(text.split())
    spans = [*atoms(plain, {})]
    spaces = [plain[end : end + 1] == " " for _, end in spans]
    ends = [data.draw(st.integers(int(space), 2)) for space in spaces]
    found = [*Boundaries(Saying(ends), PIECES, {}).sentences(plain)] if spans else []
    written = "".join("".join(map("".join, zip(*one, strict=True))) for one in found)
    assert written == plain
    assert all(sentence.forms for sentence in found)
