"""Type, and watch it listen."""

from __future__ import annotations

import pytest

from tests.web.studio.visiting import Visit, Visits


def live(page: Visit) -> Visit:
    page.goto().mode("live").page.wait_for_selector("#live-field")
    return page


def typed(page: Visit, text: str) -> None:
    page.page.locator("#live-field").press_sequentially(text)


def test_guesses_come_while_somebody_types(studio: Visits) -> None:
    page = live(studio())
    typed(page, "Nora met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Nora')")
    assert page.texts("#live .log li") == ["She → Nora"]
    assert page.page.locator("#live-list li").first.inner_text().lower().startswith("1")


def test_a_guess_that_is_revised_is_struck_through(studio: Visits) -> None:
    page = live(studio())
    typed(page, "The dog slept. It is raining. ")
    page.page.wait_for_selector("#live-heard .guessed del:has-text('the dog')")
    assert page.texts("#live-heard .guessed ins") == ["pleonastic"]
    assert page.texts("#live .log li")[0] == "It → pleonastic, not the dog"


@pytest.mark.slow
def test_the_last_word_is_heard_after_a_full_stop(studio: Visits) -> None:
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


def test_an_edit_in_the_middle_begins_again_quietly(studio: Visits) -> None:
    page = live(studio())
    typed(page, "Nora met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Nora')")
    page.page.fill("#live-field", "Mia met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Mia')")
    assert "Nora" not in page.page.inner_text("#live-heard")
    assert page.texts("#live .log li") == ["She → Mia"]


@pytest.mark.slow
def test_a_text_is_kept_and_opened_in_read(studio: Visits) -> None:
    page = live(studio())
    typed(page, "Nora met Luis. She smiled.")
    page.page.get_by_role("button", name="Read this text").click()
    page.page.wait_for_selector("#text [data-p]")
    assert page.words == "Nora met Luis . She smiled ."


@pytest.mark.slow
def test_a_lost_connection_is_made_again(studio: Visits) -> None:
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


@pytest.mark.slow
def test_a_phone_has_all_of_it(studio: Visits) -> None:
    page = live(studio(390, "dark"))
    typed(page, "Nora met Luis. She smiled. ")
    page.page.wait_for_selector("#live-heard .guessed")
    assert not page.overflows
    assert page.axe() == []


@pytest.mark.slow
def test_a_long_text_is_heard_piece_by_piece(studio: Visits) -> None:
    page = live(studio())
    wide = "😀" * 400  # two halves each
    page.page.fill("#live-field", f"Nora met Luis {wide}. She smiled. " * 20)
    page.until("document.querySelectorAll('#live-heard .guessed').length === 20")
    assert wide in page.page.inner_text("#live-heard")
