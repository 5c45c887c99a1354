"""The text and its chains, the steps, the list, and the explanations."""

from __future__ import annotations

from typing import Any

import pytest

import hearer
from tests.conftest import EXAMPLES
from tests.web.studio.conftest import PHONE, SIZES, Look, Studio

pytestmark = pytest.mark.slow


STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
TOGETHER = "document.querySelectorAll('#text .together').length"


@SIZES
def test_a_chain_is_highlighted_and_entities_can_be_searched(
    look: Look, size: tuple[int, int]
) -> None:
    studio = look(STORY, size)
    if size != PHONE:
        studio.page.hover("#text .m.c >> nth=0")
        studio.page.wait_for_function(f"() => {TOGETHER} === 10")
        studio.page.hover("#title")
        studio.page.wait_for_function(f"() => {TOGETHER} === 0")
    studio.page.click("#text .m.c >> nth=0")
    assert studio.js(TOGETHER) == 10
    studio.page.click("#who-tab")
    assert studio.page.get_attribute("#who li >> nth=0 >> button", "aria-pressed") == "true"
    studio.page.mouse.move(1, 1)
    studio.key("Escape")
    assert studio.js(TOGETHER) == 0
    assert studio.texts("#who li")[:2] == ["Anna Keller 10", "the old guard 6"]
    studio.page.click("#who li >> nth=1 >> button")
    assert studio.js(TOGETHER) == 6
    studio.page.fill("#who-find", "suit")
    assert studio.texts("#who li:not([hidden])") == ["Anna Keller's suitcase 2"]
    studio.page.fill("#who-find", "nobody at all")
    assert studio.text("#who-none") == "Nobody of that name."


def test_colours_are_chosen_and_remembered(look: Look) -> None:
    studio = look("Anna slept. She dreamt.", scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = studio.js(ground)
    studio.page.click("#theme-button")
    assert studio.js(ground) == light
    studio.page.click("#theme-button")
    dark = studio.js(ground)
    assert dark != light
    again = look(context=studio.page.context).goto()
    assert again.js(ground) == dark
    again.page.click("#theme-button")  # as the system has them
    assert again.js(ground) == light


ROWS = "#list li:not(.leaving)"
S_LIST = "() => document.getElementById('list-name').textContent === 'The S-list'"


def where(studio: Studio) -> tuple[int, str]:
    """Return the step and its word."""
    return int(studio.page.input_value("#slider")), studio.text("#text .now")


@SIZES
def test_arrows_go_to_a_word_and_p_to_a_pronoun(look: Look, size: tuple[int, int]) -> None:
    studio = look(STORY, size)
    assert studio.page.locator("#text .ahead").count() == 0  # before the first step
    studio.key("ArrowRight")
    assert where(studio) == (0, "The")
    assert studio.page.locator("#text :is(.u.ahead, .ahead .u)").count() == 10
    studio.key("ArrowRight", "ArrowRight", "ArrowLeft")
    assert where(studio) == (1, "Night")
    studio.key("End")
    assert studio.page.input_value("#slider") == studio.page.get_attribute("#slider", "max")
    assert studio.page.locator("#text .ahead").count() == 0
    studio.key("Home")
    assert where(studio) == (0, "The")
    assert not studio.overflows
    studio.key("p", "p", "p", "P")
    assert where(studio)[1].split()[0] == "her"
    assert studio.text("#note b") == "Look up"
    studio.key("Enter")
    studio.page.wait_for_selector(".why-body .answer")
    assert studio.page.get_attribute("#why-tab", "aria-selected") == "true"
    assert studio.page.locator("#text .selected").count() == 1
    studio.key("Escape")
    assert studio.page.locator("#text .selected").count() == 0
    assert studio.page.get_attribute("#list-tab", "aria-selected") == "true"


def test_the_focus_follows_the_steps_and_enters_the_explanation(look: Look) -> None:
    studio = look(STORY)
    focused = "document.activeElement.textContent"
    studio.page.focus("#text [role=button]")
    assert studio.js("document.activeElement.getAttribute('aria-label')") == "She: Anna Keller"
    studio.key("ArrowRight", "ArrowRight", "ArrowRight")
    assert studio.js(focused) == "lent"  # from the focus
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


def test_the_list_has_verdicts_and_familiarity_as_in_the_paper(look: Look) -> None:
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


def test_playing_advances_and_stops_at_a_click(look: Look) -> None:
    studio = look("Anna met Otto in the park. He slept, and she dreamt of a long journey.")
    studio.page.select_option("#speed", "120")
    studio.page.click("#play")
    studio.page.wait_for_function("() => Number(document.getElementById('slider').value) >= 3")
    assert studio.page.get_attribute("#play", "aria-label") == "Pause"
    studio.page.click("#play")
    here = where(studio)
    studio.page.wait_for_timeout(300)
    assert where(studio) == here


def test_the_step_is_kept_while_typing_and_when_the_algorithm_changes(look: Look) -> None:
    studio = look(STORY)
    studio.key("p", "p", "p", "p")
    here = where(studio)
    studio.page.click("#who-tab")
    studio.page.focus("#who-find")
    studio.page.keyboard.type("pop?")
    assert studio.page.input_value("#who-find") == "pop?"
    assert where(studio) == here
    assert studio.page.locator("dialog[open]").count() == 0
    studio.js("document.activeElement.blur()")
    studio.key("?")
    assert "the next pronoun" in studio.text("#help-dialog")
    studio.key("Escape")
    assert studio.page.locator("dialog[open]").count() == 0
    studio.page.select_option("#algorithm", "bfp")
    studio.page.wait_for_function(S_LIST.replace("The S-list", "The list of bfp"))
    studio.settled()
    assert where(studio)[1].split()[0] == here[1].split()[0]


def test_the_panel_of_a_phone_is_raised_and_lowered_and_covers_no_word(look: Look) -> None:
    studio = look(STORY, PHONE)
    height = "document.getElementById('panel').getBoundingClientRect().height"
    low = studio.js(height)
    assert low < 844 * 0.35
    assert studio.page.locator(ROWS).nth(1).is_visible()  # the list is in sight
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


TEXT = "Anna Keller met Mia in the old library. She gave her a book about gardens. It was raining."
SHE, HER = 0, 1


def test_an_explanation_has_the_list_in_order_with_verdicts_and_probabilities(look: Look) -> None:
    studio = look(TEXT)
    studio.ask(HER)
    rows = [row.casefold() for row in studio.texts(".tests > li .row")]
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    assert rows[0].startswith("1 anna keller")
    assert rows[1].startswith("2 mia")
    verdicts = studio.texts(".tests .verdict")
    assert verdicts[0] == "✗ binding: is the subject of the same verb (“gave”)"
    assert verdicts[1].startswith("✓ passes, weighs +")
    assert verdicts[2] == "✗ agreement: is neuter, and “her” is feminine"
    studio.page.click(".tests li:nth-child(1) .ask")
    studio.page.wait_for_selector(".why-not p")
    assert studio.text(".why-not p").endswith("she is the subject of the same verb (“gave”).")
    studio.page.click(".why-not .links button")
    studio.page.wait_for_function("() => document.activeElement.closest('#text') !== null")
    assert studio.js("document.activeElement.closest('.m').textContent") == "Anna Keller"
    studio.ask(SHE)
    names = [name.casefold() for name in studio.texts(".likely .ask")]
    assert names == ["anna keller", "mia", "nobody"]
    widths = studio.js(WIDTHS)
    assert sum(widths) == pytest.approx(100, abs=0.5)
    assert widths == sorted(widths, reverse=True)
    assert studio.text(".likely .percent") == f"{round(widths[0])} %"


WIDTHS = """() => [...document.querySelectorAll(".chance")]
  .map((bar) => parseFloat(bar.style.getPropertyValue("--w")))"""


def test_an_explanation_can_be_used_with_the_keyboard(look: Look) -> None:
    studio = look(TEXT)
    studio.page.focus("#text [tabindex='0']")
    studio.key("Enter")
    studio.page.wait_for_selector(".why-body .answer")
    studio.page.focus("#why [data-key='next']")
    studio.key("Enter")
    studio.until("document.querySelector('#why h2').textContent.includes('2 of 3')")
    studio.settled()
    assert studio.js("document.activeElement.dataset.key") == "next"
    assert studio.texts(".whom > *")[0].casefold() == "mia"
    studio.page.focus(".tests li:nth-child(1) .ask")
    studio.key("Enter")
    studio.page.wait_for_selector(".why-not p")
    studio.page.focus("#why [data-key='step']")
    studio.key("Enter")
    studio.page.wait_for_selector("#list-pane:not([hidden])")
    assert studio.js("document.querySelector('#text .now .w').textContent.trim()") == "her"


def test_without_weights_the_tests_are_shown_in_their_order(look: Look) -> None:
    studio = look(TEXT)
    studio.page.select_option("#profile", "paper")
    studio.settled()
    studio.ask(SHE)
    assert studio.page.locator(".likely, .scales").count() == 0
    assert studio.text(".why-body > .hint").startswith("s-list has no weights: ")
    assert studio.text(".answer").casefold().startswith("anna keller was tested first, and passes")
    rows = [row.casefold() for row in studio.texts(".tests > li .row")]
    assert rows[0].startswith("1 anna keller")
    assert studio.texts(".tests .verdict")[:2] == ["✓ passes", "not reached"]
    studio.page.select_option("#algorithm", "bfp")
    studio.settled()
    studio.ask(SHE)
    why = "Agreement rules out the old library. Anna Keller was tested next, and passes."
    assert studio.text(".answer").casefold() == why.casefold()
    assert studio.page.locator(".likely, .scales").count() == 0
