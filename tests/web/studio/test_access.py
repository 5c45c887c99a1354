"""For everybody: axe-core finds nothing, in any state, at any size, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import EXAMPLES
from tests.web.studio.conftest import DESK, PHONE, TABLET, Look, Studio

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
LOOKS = [
    pytest.param(DESK, "light", id="desk-light"),
    pytest.param(PHONE, "dark", id="phone-dark", marks=pytest.mark.slow),
    pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.slow),
    pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.slow),
    pytest.param(TABLET, "light", id="tablet-light", marks=pytest.mark.slow),
    pytest.param(TABLET, "dark", id="tablet-dark", marks=pytest.mark.slow),
]


def states(studio: Studio) -> Iterator[str]:
    """The studio in one state after the other."""
    page = studio.page
    page.wait_for_selector(".card")
    page.click("#read-button")
    yield "nothing to read"
    studio.read(STORY)
    yield "read"
    studio.key("p", "p")
    yield "a step"
    studio.key("Enter")
    page.wait_for_selector(".why-body .answer")
    yield "why"
    page.click(".likely li:nth-child(2) .ask")
    page.wait_for_selector(".why-not p")
    page.click(".account summary")
    yield "why not"
    page.click("#who-tab")
    page.click("#who li >> nth=2 >> button")
    yield "who is who"
    studio.key("?")
    yield "help"
    studio.key("Escape", "o")
    yield "open"
    studio.key("Escape")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_nothing_is_found_by_axe(look: Look, size: tuple[int, int], scheme: str) -> None:
    studio = look(size=size, scheme=scheme)
    seen = []
    for state in states(studio):
        seen.append(state)
        assert (state, studio.faults(), studio.overflows) == (state, [], False)
    assert len(seen) == 8


def test_what_is_pressed_is_large_enough_for_a_finger(look: Look) -> None:
    studio = look(STORY, PHONE)
    assert studio.js(SMALL, ["button, select, summary", 24]) == []
    assert studio.js(SMALL, ["#play, #next, #back, #pronoun, #open-button", 44]) == []


SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least)
  .map(([name]) => name)"""


def test_everything_can_be_reached_and_left_by_tab(look: Look) -> None:
    studio = look(STORY)
    reached = []
    studio.js("document.activeElement.blur()")
    for _ in range(80):
        studio.key("Tab")
        reached.append(studio.js("document.activeElement.id || document.activeElement.className"))
    assert set("open-button algorithm edit-button play slider list-tab export".split()) <= set(
        reached
    )
    assert reached.count("open-button") > 1  # round and round: nothing holds the focus


def test_all_modes_have_the_same_left_edge(look: Look) -> None:
    studio = look(STORY, (1800, 900))
    begins = "(at) => Math.round(document.querySelector(at).getBoundingClientRect().left)"
    left = studio.js(begins, ".wordmark")
    assert [studio.js(begins, at) for at in ("#how label", "#title")] == [left] * 2
    for key, heading in (("2", "#live h2"), ("3", "#compare h2"), ("4", "#teach h2")):
        studio.js("document.activeElement.blur()")
        studio.key(key)
        studio.page.wait_for_selector(heading)
        assert studio.js(begins, heading) == left
