"""Type, and watch it listen."""

from __future__ import annotations

from tests.web.studio.conftest import PHONE, Look, Studio


def live(page: Studio) -> Studio:
    page.goto().mode("live").page.wait_for_selector("#live-field")
    return page


def typed(page: Studio, text: str) -> None:
    page.page.locator("#live-field").press_sequentially(text)


def test_guesses_come_while_somebody_types(studio: Look) -> None:
    page = live(studio())
    typed(page, "Nora met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Nora')")
    assert page.texts("#live .log li") == ["She → Nora"]
    assert page.page.locator("#live-list li").first.inner_text().lower().startswith("1")
    page.page.fill("#live-field", "Mia met Luis. She ")  # an edit in the middle begins again
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Mia')")
    assert "Nora" not in page.page.inner_text("#live-heard")
    assert page.texts("#live .log li") == ["She → Mia"]
    typed(page, "smiled.")
    page.page.get_by_role("button", name="Read this text").click()
    page.page.wait_for_selector("#text [data-p]")
    assert page.words == "Mia met Luis . She smiled ."


def test_a_guess_that_is_revised_is_struck_through(studio: Look) -> None:
    page = live(studio())
    typed(page, "The dog slept. It is raining. ")
    page.page.wait_for_selector("#live-heard .guessed del:has-text('the dog')")
    assert page.texts("#live-heard .guessed ins") == ["pleonastic"]
    assert page.texts("#live .log li")[0] == "It → pleonastic, not the dog"


def test_the_last_word_is_heard_after_a_full_stop(studio: Look) -> None:
    page = live(studio())
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


def test_a_lost_connection_is_made_again(studio: Look) -> None:
    page = studio()
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


def test_a_phone_has_all_of_it(studio: Look) -> None:
    page = live(studio(PHONE, "dark"))
    typed(page, "Nora met Luis. She smiled. ")
    page.page.wait_for_selector("#live-heard .guessed")
    assert not page.overflows
    assert page.faults() == []


def test_a_long_text_is_heard_piece_by_piece(studio: Look) -> None:
    page = live(studio())
    wide = "😀" * 400  # two halves each
    page.page.fill("#live-field", f"Nora met Luis {wide}. She smiled. " * 20)
    page.until("document.querySelectorAll('#live-heard .guessed').length === 20")
    assert wide in page.page.inner_text("#live-heard")
