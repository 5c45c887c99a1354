"""Accessibility at three widths in both colour schemes: axe, overflow, keyboard, sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import EXAMPLES
from tests.web.studio.conftest import DESK, NORA, PHONE, TABLET, Look, Studio

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
FAST = DESK, "light"
ESSENTIAL = {"read", "why not", "pointing", "export"}  # states that axe checks in the fast run
LOOKS = [
    pytest.param(size, scheme, marks=() if (size, scheme) == FAST else pytest.mark.slow)
    for size in (DESK, TABLET, PHONE)
    for scheme in ("light", "dark")
]


def states(studio: Studio) -> Iterator[str]:
    """Bring the studio into one state after the other."""
    page = studio.goto().page
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
    page.click("[data-key='point']")
    page.wait_for_selector("#pointing:not([hidden])")
    yield "pointing"
    studio.key("Escape")
    page.click("#who-tab")
    page.click("#who li >> nth=2 >> button")
    page.click("#entity-tools summary")
    yield "who is who"
    studio.key("?")
    yield "help"
    studio.key("Escape", "o")
    yield "open"
    studio.key("Escape")
    yield from other_states(studio)


def other_states(studio: Studio) -> Iterator[str]:
    """Open the export and the other modes."""
    page = studio.page
    studio.js("document.getElementById('export').click()")
    page.wait_for_selector("#export-dialog button.primary:enabled")
    assert page.get_by_role("button", name="Download").is_visible()
    yield "export"
    studio.key("Escape")
    page.click("#modes [data-mode=compare]")
    page.wait_for_selector("#compare .compared li:has(> dl)")
    yield "compare"
    page.click("#modes [data-mode=live]")
    page.locator("#live-field").press_sequentially("Nora met Luis. She smiled. ")
    page.wait_for_selector("#live-heard .guessed")
    yield "live"
    page.click("#modes [data-mode=teach]")
    page.wait_for_selector("#teach .choice")
    yield "teach"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_and_nothing_overflows(
    look: Look, size: tuple[int, int], scheme: str
) -> None:
    studio, seen = look("", size, scheme), []
    for state in states(studio):
        seen.append(state)
        is_checked = (size, scheme) != FAST or state in ESSENTIAL
        faults = studio.faults() if is_checked else []
        assert (state, faults, studio.overflows) == (state, [], False)
    assert len(seen) == 13


@pytest.mark.slow
def test_buttons_are_large_enough_for_a_finger(look: Look) -> None:
    studio = look(STORY, PHONE)
    studio.ask(0)
    assert studio.js(SMALL, ["button, select, summary", 24]) == []
    assert studio.js(SMALL, ["#play, #next, #back, #pronoun, #open-button", 44]) == []


SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least)
  .map(([name]) => name)"""


@pytest.mark.slow
def test_everything_can_be_reached_and_left_with_tab(look: Look) -> None:
    studio = look(STORY)
    reached = []
    studio.js("document.activeElement.blur()")
    for _ in range(80):
        studio.key("Tab")
        reached.append(studio.js("document.activeElement.id || document.activeElement.className"))
    expected = "open-button algorithm edit-button play slider list-tab export"
    assert set(expected.split()) <= set(reached)
    assert reached.count("open-button") > 1  # the focus is never trapped


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_the_word_of_a_lesson_stays_in_sight(look: Look, size: tuple[int, int]) -> None:
    page = look("", size).opened(" ".join([NORA] * 12)).mode("teach")
    page.page.wait_for_selector("#teach .choice")
    for _ in range(14):
        page.key("1", "Enter")
    page.js("new Promise(done => setTimeout(done, 100))")
    assert page.js(SEEN)
    assert not page.overflows


SEEN = """() => {
  const box = document.querySelector("#teach .now").getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top?.closest(".now") !== null;
}"""
