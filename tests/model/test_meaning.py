"""What words mean, in numbers: the layout, and what comes back from a stored state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.model import ReferringExpression, Utterance
from hearer.model.meaning import EIGHTHS, NO_MEANING, SIZE, WIDTH, Meaning, nobody, offered
from hearer.model.state import Json, MisstoredError, Stateful, restore, stored
from tests.cases import cases

meanings = st.binary(min_size=SIZE, max_size=SIZE)


def test_the_last_number_speaks_for_nobody_in_eighths() -> None:
    assert (SIZE, WIDTH, EIGHTHS) == (193, 64, 8)
    before = bytes([99] * (SIZE - 1))
    assert [nobody(before + bytes([n])) for n in (0, 1, 127, 128, 255)] == [
        0.0,
        0.125,
        15.875,
        -16.0,
        -0.125,
    ]


def test_meanings_are_never_shown() -> None:
    said = replace(Utterance.of("x/X/root/0"), meanings=(b"secret",))
    assert "secret" not in repr(said)
    assert said.meaning(1) == b"secret"
    assert Utterance.of("x/X/root/0").meaning(1) == NO_MEANING
    assert "secret" not in repr(ReferringExpression("x", 1, 1, meaning=b"secret"))


# Stored ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Kept(Stateful):
    """A part that keeps meanings."""

    of_words: list[Meaning] = field(default_factory=list)


@given(st.lists(st.one_of(st.just(NO_MEANING), meanings, meanings.map(offered))))
def test_a_stored_meaning_comes_back(of_words: list[Meaning]) -> None:
    again = Kept()
    restore(again, stored(Kept(of_words)))
    assert again.of_words == of_words


def test_a_stored_meaning_is_short_and_plain() -> None:
    text = stored(bytes(range(SIZE)))
    assert isinstance(text, str)
    assert text.isascii()
    assert len(text) == 260


@cases(__file__)
def test_what_is_no_meaning_is_refused_with_its_place(value: Json, message: str) -> None:
    with pytest.raises(MisstoredError) as raised:
        restore(Kept(), {"of_words": [value]})
    assert str(raised.value) == message
