"""The modes Compare, Live and Teach, and the dial of precision."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from hearer.parsers import LARGE
from tests.web.studio.conftest import NORA, Look, Studio

pytestmark = pytest.mark.slow


KELLER = (
    "Anna Keller missed the last train to Basel. "
    "She had lent her watch to her brother, and he had not given it back."
)
ROW = "#compare .compared li:has(> dl)"


def compared(page: Studio) -> Studio:
    page.mode("compare").page.wait_for_selector(ROW)
    return page


def test_two_to_four_algorithms_are_compared_differences_first(look: Look) -> None:
    page = look().opened(KELLER)
    read = page.js("document.querySelector('#text [data-p]').style.getPropertyValue('--h')")
    compared(page)
    summary = ["3 algorithms agree on 4 of 5 pronouns, and differ on 1."]
    assert page.texts("#compare .compare-head .summary") == summary
    assert page.texts("#compare .compared h3") == ["Where they differ 1", "Where they agree 4"]
    first, she = page.page.locator(ROW).first, page.page.locator(ROW).nth(1)
    assert first.locator("strong").inner_text() == "it"
    answers = [one.lower() for one in first.locator("dd").all_inner_texts()]
    assert answers == ["anna keller's watch", "≠ basel", "anna keller's watch"]
    assert she.locator("dd").all_inner_texts() == ["Anna Keller"] * 3
    hues = she.locator("dd .whose").evaluate_all("all => all.map(x => x.style.cssText)")
    assert hues == [f"--h: {read};"] * 3
    page.page.get_by_role("button", name="+ Add one").click()
    page.page.get_by_label("Fourth algorithm").select_option("hobbs")
    page.page.wait_for_selector("#compare .summary:has-text('4 algorithms')")
    assert page.page.get_by_role("button", name="+ Add one").count() == 0
    for _ in range(2):
        page.page.get_by_role("button", name="Without").last.click()
    page.page.wait_for_selector("#compare .summary:has-text('2 algorithms')")
    assert page.page.get_by_role("button", name="Without").count() == 0


def test_reasons_unfold_and_a_click_goes_to_the_pronoun_in_the_text(look: Look) -> None:
    page = compared(look().opened(KELLER))
    page.page.locator(f"{ROW} summary").first.click()
    reasons = page.page.locator(f"{ROW} .why").first.inner_text()
    assert "Basel ✓" in reasons
    assert "BASEL" not in reasons
    assert "Backward-looking centre (Cb): Anna Keller" in reasons
    assert all(name in reasons for name in ("weighted-s-list", "s-list", "bfp"))
    page.page.get_by_label("Differences only").check()
    assert page.texts("#compare .compared h3") == ["Where they differ 1"]
    page.page.locator(f"{ROW} button.where").first.click()
    page.page.wait_for_selector("#text [data-p]")
    assert page.js("document.documentElement.dataset.mode") == "read"
    assert "“it”" in page.page.inner_text("#why")


def live(page: Studio) -> Studio:
    page.goto().mode("live").page.wait_for_selector("#live-field")
    return page


def typed(page: Studio, text: str) -> None:
    page.page.locator("#live-field").press_sequentially(text)


def test_a_revised_guess_is_struck_through_and_the_last_word_is_heard(look: Look) -> None:
    page = live(look())
    typed(page, "The dog slept. It is raining. ")
    page.page.wait_for_selector("#live-heard .guessed del:has-text('the dog')")
    assert page.texts("#live-heard .guessed ins") == ["pleonastic"]
    assert page.texts("#live .log li")[0] == "It → pleonastic, not the dog"
    live(page)
    typed(page, "Nora met Luis. Mia thanked him.")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Luis')")
    typed(page, " Then he left. ")
    page.page.wait_for_selector("#live .log li:has-text('he → Luis')")
    assert page.texts("#live .log li") == ["he → Luis", "him → Luis"]
    coloured = page.js(
        "[...document.querySelectorAll('#live-heard .m')]"
        ".map(one => (one.querySelector('.said') ?? one).textContent)"
    )
    assert coloured == ["Luis", "him", "he"]  # without the full stop


def test_a_lost_connection_is_restored(look: Look) -> None:
    page = look()
    page.page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real {"
        " constructor(...all) { super(...all); window.sockets.push(this); } };"
    )
    live(page)
    typed(page, "Nora met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Nora')")
    page.js("window.sockets.at(-1).close()")
    page.until("window.sockets.length === 2")
    typed(page, "smiled at him ")
    page.page.wait_for_selector("#live .log li:has-text('him → Luis')")
    assert page.texts("#live .log li") == ["him → Luis", "She → Nora"]


DOGS = "Kim saw the dog and the cat. It ran. Nora met Luis. She smiled at him."


def test_the_dial_resolves_the_text_again_and_can_be_reset(look: Look) -> None:
    page = look().opened(DOGS)
    assert page.texts("#dial-said") == ["every guess: 3 of 3 resolved"]
    page.page.focus("#dial")
    page.key("End")
    page.until("document.getElementById('dial-said').textContent.endsWith('0 of 3 resolved')")
    assert page.texts("#dial-said") == ["only when sure: 0 of 3 resolved"]
    with page.page.expect_request(lambda one: one.url.endswith("/studio/film")) as waited:
        page.key("PageDown", "PageDown", "ArrowLeft")
    assert 0.5 < waited.value.post_data_json["options"]["precision"] < 0.99
    page.settled()
    value = page.js("document.getElementById('dial').getAttribute('aria-valuetext')")
    assert value == page.texts("#dial-said")[0]
    page = look().opened(DOGS, precision=0.99)
    assert not page.texts("#dial-said")[0].endswith("3 of 3 resolved")
    page.page.get_by_role("button", name="Every guess again").click()
    page.page.wait_for_selector("#dial-said:has-text('every guess: 3 of 3 resolved')")
    assert page.js("document.activeElement.id") == "dial"


@pytest.mark.parametrize("how", [{"algorithm": "s-list"}, {"profile": "paper"}], ids=str)
def test_the_dial_is_disabled_with_a_reason_if_the_algorithm_has_no_weights(
    look: Look, how: dict[str, str]
) -> None:
    page = look().opened(DOGS, precision=0.9, **how)
    page.page.wait_for_selector("#dial:disabled")
    assert "s-list does not weigh its candidates" in page.texts("#dial-said")[0]
    assert page.page.locator("#text [data-p]").count() == 3


@pytest.mark.skipif(find_spec(LARGE) is not None, reason="hearer-english-large is installed")
def test_the_model_is_asked_for_and_the_message_says_how_to_get_it(look: Look) -> None:
    page = look().opened(DOGS)
    with page.page.expect_request("**/studio/film") as waited:
        page.page.select_option("#model", "large")
    assert waited.value.post_data_json["options"] == {"model": "large"}
    page.page.wait_for_selector("#toasts .toast:has-text('make large')")
    page.errors.clear()  # the browser logs the refused request
    with page.page.expect_request("**/studio/film") as waited:
        page.page.select_option("#model", "small")
    assert waited.value.post_data_json["options"] == {}


def lesson(page: Studio) -> Studio:
    page.mode("teach").page.wait_for_selector("#teach .choice")
    return page


def test_a_lesson_clears_the_announcement_and_marks_whole_phrases(look: Look) -> None:
    page = look().opened("It is raining. A tall judge read the case. She liked it.")
    page.page.locator("#text [data-p]").last.click()
    page.until("document.getElementById('announced').textContent.includes('case')")
    lesson(page)
    page.until("!document.getElementById('announced').textContent")
    assert page.page.locator("#precision").is_hidden()  # its count would give an answer away
    assert page.js("document.getElementById('precision').textContent") == "Precision×"
    page.key("0")
    assert page.texts("#teach .verdict") == ["✓ As the algorithm has it: pleonastic."]
    page.key("Enter")
    assert page.texts("#teach [data-chosen]") == ["A tall judge", "the case"]
    page.mode("read").page.wait_for_selector("#precision:has-text('resolved')")


def test_a_right_choice_is_confirmed_and_the_next_pronoun_asked(look: Look) -> None:
    page = lesson(look().opened())
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]
    assert [one.lower() for one in page.texts("#teach .choices .choice")] == ["1 nora", "2 luis"]
    assert page.texts("#teach .now") == ["She"]
    page.key("1")
    assert page.texts("#teach .verdict") == ["✓ As the algorithm has it: Nora."]
    assert page.texts("#teach .score") == ["1 of 1 as the algorithm has it"]
    assert page.js("document.activeElement.textContent") == "Next pronoun"
    page.key("Enter")
    assert page.texts("#teach h3") == ["2 of 3 Who is “It”?"]
    page.page.get_by_label("Algorithm", exact=True).select_option("s-list")  # begins again
    page.page.wait_for_selector("#teach .hint:has-text('as s-list has it')")
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]


def test_a_wrong_choice_can_become_a_correction_and_mentions_can_be_chosen(look: Look) -> None:
    page = lesson(look().opened())
    page.page.locator("#teach .choice", has_text="Luis").click()
    verdict = "✗ The algorithm takes it to be Nora; you chose Luis."
    assert page.texts("#teach .verdict")[0] == verdict
    page.page.wait_for_selector("#teach .because:has-text('Luis is ruled out, he is masculine')")
    page.page.get_by_role("button", name="I still think it is Luis").click()
    assert page.page.get_by_role("button", name="Noted as your correction").is_disabled()
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]
    page.mode("read").page.wait_for_selector("#text .corrected")
    page = lesson(look().opened())
    page.page.locator("#teach [data-chosen]", has_text="Nora").click()
    assert page.texts("#teach .verdict")[0].startswith("✓")
    page.key("Enter")
    page.page.locator("#teach .lesson-text [tabindex='0']").focus()
    page.key("ArrowLeft", "ArrowRight", "Enter")
    assert page.page.locator("#teach .verdict").count() == 1


@pytest.mark.parametrize("algorithm", ["s-list", "bfp", "hobbs", "lappin-leass", "sidner"])
def test_a_lesson_with_any_algorithm_ends_with_a_summary(look: Look, algorithm: str) -> None:
    page = lesson(look().opened(NORA, algorithm=algorithm))
    while page.page.locator("#teach .choice").count():
        page.key("1", "Enter")
    assert page.texts("#teach h3") == ["How it went"]
    assert algorithm in page.page.inner_text("#teach table")
    assert page.page.locator("#teach tbody tr").count() == 3
    page.page.get_by_role("button", name="Once more").click()
    assert page.texts("#teach h3") == ["1 of 3 Who is “She”?"]
    assert page.texts("#teach .score") == ["3 pronouns"]
