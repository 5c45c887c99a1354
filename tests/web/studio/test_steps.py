"""Steps: slider, keys, playing; and the list, which is the algorithm's own at every step."""

from __future__ import annotations

from typing import Any

import pytest

import hearer
from tests.conftest import EXAMPLES
from tests.web.studio.conftest import ON_A_DESK, PHONE, Look, Studio

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
ROWS = "#list li:not(.leaving)"
S_LIST = "() => document.getElementById('list-name').textContent === 'The S-list'"


HOLES = """[...document.querySelectorAll('#text ruby')].filter((ruby) => {
  const words = [...ruby.querySelectorAll('.w')].map((word) => word.getBoundingClientRect().width);
  return words.length === 1 && ruby.getBoundingClientRect().width > words[0] + 2;
}).map((ruby) => ruby.textContent)"""


def at(studio: Studio) -> int:
    return int(studio.page.input_value("#slider"))


def now(studio: Studio) -> str:
    return studio.text("#text .now")


@ON_A_DESK
def test_arrows_go_from_word_to_word(look: Look, size: tuple[int, int]) -> None:
    studio = look(STORY, size)
    assert studio.page.locator("#text .ahead").count() == 0  # the whole text, until somebody steps
    studio.key("ArrowRight")
    assert (at(studio), now(studio)) == (0, "The")
    assert studio.page.locator("#text :is(.u.ahead, .ahead .u)").count() == 10
    assert studio.js(HOLES) == []  # names that are not shown yet take no room
    studio.key("ArrowRight", "ArrowRight", "ArrowLeft")
    assert (at(studio), now(studio)) == (1, "Night")
    studio.key("End")
    assert at(studio) == int(studio.page.get_attribute("#slider", "max") or 0)
    assert studio.page.locator("#text .ahead").count() == 0
    studio.key("Home")
    assert at(studio) == 0
    assert not studio.overflows


def test_p_goes_from_pronoun_to_pronoun_and_enter_says_why(look: Look) -> None:
    studio = look(STORY)
    studio.key("p", "p", "p", "P")
    assert now(studio).split()[0] == "her"
    assert studio.text("#note b") == "Look up"
    studio.key("Enter")
    studio.page.wait_for_selector(".why-body .answer")
    assert studio.page.get_attribute("#why-tab", "aria-selected") == "true"
    assert studio.page.locator("#text .selected").count() == 1
    studio.key("Escape")
    assert studio.page.locator("#text .selected").count() == 0
    assert studio.page.get_attribute("#list-tab", "aria-selected") == "true"


def test_the_focus_goes_along_in_the_text_and_into_the_reasons(look: Look) -> None:
    studio = look(STORY)
    focused = "document.activeElement.textContent"
    studio.page.focus("#text [role=button]")
    assert studio.js("document.activeElement.getAttribute('aria-label')") == "She: Anna Keller"
    studio.key("ArrowRight", "ArrowRight", "ArrowRight")
    assert studio.js(focused) == "lent"  # from where one is
    assert studio.page.locator("#text [tabindex='0']").count() == 1
    studio.key("p", "Enter")
    studio.page.wait_for_selector(".why-body .answer")
    studio.settled()
    assert studio.js(focused) == "her"
    studio.key("Enter")
    assert studio.js("document.activeElement.id") == "why-pane"
    studio.key("Escape")
    assert studio.js(focused) == "her"


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_the_list_is_that_of_the_algorithm_at_every_pronoun(look: Look, profile: str) -> None:
    studio = look(STORY)
    if profile == "paper":
        studio.page.select_option("#profile", "paper")
        studio.page.wait_for_function(S_LIST)
    studio.settled()
    found = hearer.resolve(STORY, profile=None if profile == "default" else profile)
    before: tuple[Any, ...] = ()
    seen = 0
    for step in found.steps:
        for part in step.parts:
            if part.resolutions:
                studio.key("p")
                surfaces = [one.expression.text for one in before]
                assert studio.texts(f"{ROWS} .surface") == surfaces
                assert studio.texts(f"{ROWS} .set") == [one.status.name for one in before]
                seen += 1
            before = part.state
    assert seen > 10


def test_verdicts_stand_beside_those_who_were_tested_and_familiarity_as_in_the_paper(
    look: Look,
) -> None:
    studio = look("Anna met Otto. She smiled.")
    studio.key("p")
    rows, told = studio.texts(f"{ROWS} button"), studio.texts(f"{ROWS} .verdict")
    verdicts = dict(zip(rows, told, strict=True))
    assert verdicts["Anna"].startswith("✓")
    assert verdicts["Otto"] == "✗ agreement"
    assert studio.page.locator("#list .passed").count() == 1
    studio.page.set_input_files("#file", EXAMPLES / "table5.conllu")
    studio.page.wait_for_selector("#text .label")
    studio.page.select_option("#profile", "paper")
    studio.page.wait_for_function(S_LIST)
    studio.settled()
    studio.key("p", "p", "p")
    raised = "[...document.querySelectorAll('#list sub')].map((s) => s.innerHTML)"
    assert "BN<sup>A</sup>" in studio.js(raised)


def test_entities_glide_and_fade(look: Look, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    studio = look("Anna met Otto in the park. He slept.", context=context)
    studio.key("End")
    studio.page.wait_for_timeout(500)
    moves = """async () => {
      const { set } = await import("/static/store.js");
      set({ at: 0, begun: true });
      await new Promise((done) => setTimeout(done, 50));
      return [document.querySelectorAll("#list .leaving").length, document.getAnimations().length];
    }"""
    leaving, moving = studio.js(moves)
    assert leaving >= 1
    assert moving >= leaving
    studio.page.wait_for_function("() => !document.querySelector('#list .leaving')")
    studio.key("ArrowRight", "ArrowRight")
    assert studio.page.get_attribute("#list li:not(.leaving) >> nth=-1", "data-moved") == "in"


def test_playing_goes_on_by_itself_and_stops_at_a_touch(look: Look) -> None:
    studio = look("Anna met Otto in the park. He slept, and she dreamt of a long journey.")
    studio.page.select_option("#speed", "120")
    studio.page.click("#play")
    studio.page.wait_for_function("() => Number(document.getElementById('slider').value) >= 3")
    assert studio.page.get_attribute("#play", "aria-label") == "Pause"
    studio.page.click("#play")
    here = at(studio)
    studio.page.wait_for_timeout(300)
    assert at(studio) == here


def test_the_slider_is_a_slider(look: Look) -> None:
    studio = look(STORY)
    studio.page.focus("#slider")
    studio.key("ArrowLeft")
    last = int(studio.page.get_attribute("#slider", "max") or 0)
    assert at(studio) == last - 1
    studio.page.fill("#slider", "25")
    studio.page.wait_for_function(  # it is drawn with the next frame
        "() => document.getElementById('where').textContent.startsWith('Step 26 ')"
    )
    assert studio.text("#where") == f"Step 26 of {last + 1}"
    told = studio.page.get_attribute("#slider", "aria-valuetext") or ""
    assert told == f"Step 26: {studio.text('#note span')}"


CF = "Cf, the forward-looking centers of the last utterance read"


def test_the_place_is_kept_when_the_algorithm_changes_and_while_somebody_types(look: Look) -> None:
    studio = look(STORY)
    studio.key("p", "p", "p", "p")
    word = now(studio).split()[0]
    here = at(studio)
    studio.page.click("#who-tab")
    studio.page.focus("#who-find")
    studio.page.keyboard.type("pop?")
    assert studio.page.input_value("#who-find") == "pop?"
    assert at(studio) == here
    assert studio.page.locator("dialog[open]").count() == 0
    studio.js("document.activeElement.blur()")
    studio.key("?")
    assert "the next pronoun" in studio.text("#help-dialog")
    studio.key("Escape")
    assert studio.page.locator("dialog[open]").count() == 0
    studio.page.select_option("#algorithm", "bfp")
    studio.page.wait_for_function(S_LIST.replace("The S-list", CF))
    studio.settled()
    assert now(studio).split()[0] == word


def test_the_sheet_of_a_phone_is_raised_and_lowered_and_covers_no_word(look: Look) -> None:
    studio = look(STORY, PHONE)
    height = "document.getElementById('panel').getBoundingClientRect().height"
    low = studio.js(height)
    assert low < 844 * 0.35
    assert studio.page.locator(ROWS).nth(1).is_visible()  # the list is seen while one steps
    studio.page.click("#handle")
    studio.page.wait_for_function(f"() => {height} > {low} + 100")
    assert studio.js(height) < 844 * 0.65
    for _ in range(14):
        studio.key("p")
    studio.page.wait_for_timeout(300)
    box = studio.js("document.querySelector('#text .now').getBoundingClientRect().bottom")
    assert box < studio.js("document.getElementById('panel').getBoundingClientRect().top")
    studio.page.click("#handle")
    studio.page.wait_for_function(f"() => {height} < {low} + 1")
