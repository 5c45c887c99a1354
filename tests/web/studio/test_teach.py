"""The teaching mode: nothing of an answer before the choice."""

from __future__ import annotations

import pytest

from tests.web.studio.conftest import DESK, NORA, PHONE, TABLET, Look, Studio


def lesson(page: Studio) -> Studio:
    page.mode("teach").page.wait_for_selector("#teach .choice")
    return page


def named(page: Studio) -> list[str]:
    return [told.lower() for told in page.texts("#teach .choices .choice")]


def test_nothing_of_the_answer_is_on_the_page_before_the_choice(studio: Look) -> None:
    text = "Ada and Zoe spoke. She laughed, because Zoe had been told of Ada."
    page = studio().opened(text, algorithm="s-list")
    page.page.locator("#text [data-p]").click()  # the answer and why are looked at,
    page.key("ArrowRight")  # the step at which it is taken,
    page.mode("compare").page.wait_for_selector("#compare dd")  # and what others say
    said = lesson(page).js("document.documentElement.outerHTML").lower()
    for given_away in ("the algorithm takes it", "✓", "realizes", 'data-p="', "ins>", "resolved: "):
        assert given_away not in said, given_away
    outside = page.js(
        "[...document.querySelectorAll('body *')].filter(one => !one.closest('#teach, script'))"
        ".flatMap(one => [...one.attributes].map(each => each.value)"
        ".concat([...one.childNodes].filter(each => each.nodeType === 3).map(each => each.data)))"
    )
    assert not [told for told in outside if "ada" in told.lower() or "zoe" in told.lower()]
    coloured = page.js(
        "[...document.querySelectorAll('#teach [data-chosen]')].map(x => x.textContent)"
    )
    assert coloured == ["Ada", "Zoe"]  # what comes later has no colour yet


def test_what_was_said_before_a_lesson_is_let_go(studio: Look) -> None:
    page = studio().opened("It is raining. Nora slept. She snored.")
    page.page.locator("#text [data-p]").last.click()
    page.until("document.getElementById('announced').textContent.includes('Nora')")
    lesson(page)
    page.until("!document.getElementById('announced').textContent")
    assert page.page.locator("#precision").is_hidden()  # its count would tell that one is nobody
    assert page.js("document.getElementById('precision').textContent") == "Precision×"
    page.mode("read").page.wait_for_selector("#precision:has-text('resolved')")


def test_whole_phrases_are_marked_and_what_is_nothing_is_not(studio: Look) -> None:
    page = lesson(studio().opened("It is raining. A tall judge read the case. She liked it."))
    page.key("0")
    assert page.texts("#teach .verdict") == ["✓ As the algorithm has it: pleonastic."]
    page.key("Enter")
    assert page.texts("#teach [data-chosen]") == ["A tall judge", "the case"]


def test_a_right_choice_by_key_is_as_the_algorithm_has_it(studio: Look) -> None:
    page = lesson(studio().opened())
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]  # with the list of that moment
    assert named(page) == ["1 nora", "2 luis"]
    assert page.texts("#teach .now") == ["She"]
    page.key("1")
    assert page.texts("#teach .verdict") == ["✓ As the algorithm has it: Nora."]
    assert page.texts("#teach .score") == ["1 of 1 as the algorithm has it"]
    assert page.js("document.activeElement.textContent") == "Next pronoun"
    page.key("Enter")
    assert page.texts("#teach h3") == ["2 of 3 Who is “It”?"]
    page.page.get_by_label("Algorithm", exact=True).select_option("s-list")  # begins it anew
    page.page.wait_for_selector("#teach .hint:has-text('as s-list has it')")
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]


def test_a_wrong_choice_says_why_and_whoever_knows_better_makes_a_correction(studio: Look) -> None:
    page = lesson(studio().opened())
    page.page.locator("#teach .choice", has_text="Luis").click()
    said = page.texts("#teach .verdict")[0]
    assert said == "✗ The algorithm takes it to be Nora; you chose Luis."
    page.page.wait_for_selector("#teach .because:has-text('Agreement rules out Luis')")
    page.page.get_by_role("button", name="I still think it is Luis").click()
    assert page.page.get_by_role("button", name="Noted as your correction").is_disabled()
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]
    page.mode("read").page.wait_for_selector("#text .corrected")


def test_a_mention_can_be_pointed_at_by_mouse_and_by_keys(studio: Look) -> None:
    page = lesson(studio().opened())
    page.page.locator("#teach [data-chosen]", has_text="Nora").click()
    assert page.texts("#teach .verdict")[0].startswith("✓")
    page.key("Enter")
    page.page.locator("#teach .lesson-text [tabindex='0']").focus()
    page.key("ArrowLeft", "ArrowRight", "Enter")
    assert page.page.locator("#teach .verdict").count() == 1


def test_a_lesson_ends_with_a_summary_and_begins_once_more(studio: Look) -> None:
    page = lesson(studio().opened())
    for _ in range(3):
        page.key("1", "Enter")
    assert page.texts("#teach h3") == ["How it went"]
    assert page.page.locator("#teach tbody tr").count() == 3
    page.page.get_by_role("button", name="Once more").click()
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]
    assert page.texts("#teach .score") == ["3 pronouns"]


@pytest.mark.parametrize("algorithm", ["s-list", "bfp", "hobbs", "lappin-leass", "sidner"])
def test_it_works_with_any_algorithm(studio: Look, algorithm: str) -> None:
    page = lesson(studio().opened(NORA, algorithm=algorithm))
    while page.page.locator("#teach .choice").count():
        page.key("1", "Enter")
    assert page.texts("#teach h3") == ["How it went"]
    assert algorithm in page.page.inner_text("#teach table")


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (TABLET, "light"), (DESK, "dark")])
def test_the_word_is_in_sight_and_all_is_accessible(
    studio: Look, size: tuple[int, int], scheme: str
) -> None:
    page = studio(size, scheme).opened(" ".join([NORA] * 12))
    page.js("document.querySelector('#modes [data-mode=teach]').click()")
    page.page.wait_for_selector("#teach .choice")
    assert page.faults() == []
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
