"""Options of any value: either all is heard, or our own error says what they may be."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import options_of
from hearer.errors import UnknownName, UsageError
from hearer.model.state import MOST
from hearer.profiles import DEFAULT, PAPER, Profile, how_to_hear
from hearer.testing import TEXTS, discourse_of

STORY = discourse_of(TEXTS["an Alfa Romeo"])
ALL = [(name, option) for name in ALGORITHMS.names() for option in sorted(how_to_hear(name).known)]
SPELLINGS = sorted(  # values of any option
    {
        str(member)
        for name, option in ALL
        for part in (how_to_hear(name).analysis, how_to_hear(name).own_options)
        for member in getattr(type(getattr(part, option, None)), "__members__", {}).values()
    }
)
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 8),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(SPELLINGS),
    st.sampled_from(["9" * 5_000, "1e999", "nan", "-inf", "0x7", "٣", "\ud800", "\x1b[31m"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=2), st.none(), max_size=1),
)


def values(how: Profile) -> dict[str, object]:
    own = how.own_options
    return {
        each.name: getattr(part, each.name) for part in (how.analysis, own) for each in fields(part)
    }


def is_sound(value: object, default: object) -> bool:
    """Whether a value is of the kind that the default is of, and no number without sense."""
    if value is None or isinstance(value, bool | StrEnum):
        return type(value) is type(default) or value is None or default is None
    if isinstance(value, int | float):
        return bool(0 <= value < MOST)
    return isinstance(value, str)


def refused(algorithm: str, chosen: dict[str, object]) -> str:
    """What is said of options that cannot be."""
    try:
        how_to_hear(algorithm, settings=chosen)
    except UsageError as error:
        return str(error)
    return ""


def test_there_are_options_of_every_algorithm() -> None:
    assert {name for name, _ in ALL} == set(ALGORITHMS.names())
    assert len(ALL) > 300


@settings(max_examples=300)
@given(st.sampled_from(ALL), ANYTHING)
def test_any_value_is_heard_or_refused_by_name(option: tuple[str, str], value: object) -> None:
    algorithm, name = option
    if said := refused(algorithm, {name: value}):
        assert name in said
        assert "\x1b" not in said
        return
    how = how_to_hear(algorithm, settings={name: value})
    assert is_sound(values(how)[name], values(how_to_hear(algorithm))[name])
    hearer.listen(STORY, profile=how)


@settings(max_examples=100)
@given(st.sampled_from(ALGORITHMS.names()), st.data())
def test_several_options_are_heard_or_refused(algorithm: str, data: st.DataObject) -> None:
    names = st.sampled_from(sorted(how_to_hear(algorithm).known))
    chosen = data.draw(st.dictionaries(names, ANYTHING, max_size=4))
    if said := refused(algorithm, chosen):
        assert any(name in said for name in chosen)
    else:
        hearer.listen(STORY, profile=how_to_hear(algorithm, settings=chosen))


@given(st.sampled_from([PAPER, DEFAULT]), st.data())
def test_a_profile_of_ones_own_is_checked_too(profile: Profile, data: st.DataObject) -> None:
    """Whoever makes the options by hand is answered as whoever names them."""
    own = profile.own_options
    name = data.draw(st.sampled_from(sorted(options_of(type(own)))))
    value = data.draw(st.sampled_from([-1, 10**30, float("nan"), "perhaps", [], "9" * 5_000]))
    with pytest.raises(UsageError, match=name):
        replace(profile, options=replace(own, **{name: value}))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"algorithm": "bfp", "profile": "default"}, "requires weighted-s-list, not bfp"),
        ({"algorithm": "hobbs", "precision": 0.9}, "'precision'"),
        ({"precision": 1.5}, "precision"),
        ({"precision": -0.1}, "precision"),
        ({"window": 5}, "'window'"),
        ({"memory": -1}, "memory"),
        ({"reach": float("inf")}, "reach"),
        ({"knowledge": hearer.Knowledge(speakers=("Anna",)), "profile": "paper"}, "needs speakers"),
    ],
)
def test_what_contradicts_itself_or_cannot_be_is_named(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        hearer.resolve(STORY, **wrong)  # type: ignore[call-overload]


@pytest.mark.untraced
@given(st.text())
def test_an_unknown_name_is_refused_whatever_it_is(name: str) -> None:
    if name in how_to_hear("s-list").known:
        return
    with pytest.raises(UnknownName):
        how_to_hear("s-list", settings={name: 1})
    with pytest.raises(UnknownName):
        how_to_hear(f"{name}?")
    with pytest.raises(UnknownName):
        how_to_hear(profile=f"{name}?")
