"""The dial of precision."""

from __future__ import annotations

import pytest

from tests.web.studio.conftest import Look

DOGS = "Kim saw the dog and the cat. It ran. Nora met Luis. She smiled at him."


def test_the_text_is_resolved_again_when_the_dial_rests(studio: Look) -> None:
    page = studio().opened(DOGS)
    assert page.texts("#dial-said") == ["every guess: 3 of 3 resolved"]
    page.page.focus("#dial")
    page.key("End")
    page.until("document.querySelectorAll('#text [data-p][data-e]').length < 3")
    said = page.texts("#dial-said")[0]
    assert said.startswith("only when sure: ")
    assert not said.endswith("3 of 3 resolved")


def test_the_exact_hearing_follows_and_it_can_be_set_back_to_every_guess(studio: Look) -> None:
    page = studio().opened(DOGS)
    with page.page.expect_request(lambda asked: asked.url.endswith("/studio/film")) as waited:
        page.page.focus("#dial")
        page.key("PageUp", "PageUp", "PageUp", "PageUp", "ArrowRight", "ArrowRight")
    assert waited.value.post_data_json["options"]["precision"] > 0.5
    page.settled()
    told = page.js("document.getElementById('dial').getAttribute('aria-valuetext')")
    assert told == page.texts("#dial-said")[0]
    page = studio().opened(DOGS, precision=0.99)
    assert not page.texts("#dial-said")[0].endswith("3 of 3 resolved")
    page.page.get_by_role("button", name="Every guess again").click()
    page.page.wait_for_selector("#dial-said:has-text('every guess: 3 of 3 resolved')")
    assert page.js("document.activeElement.id") == "dial"


@pytest.mark.parametrize("how", [{"algorithm": "s-list"}, {"profile": "paper"}], ids=str)
def test_an_algorithm_that_does_not_weigh_has_no_dial_and_says_why(
    studio: Look, how: dict[str, str]
) -> None:
    page = studio().opened(DOGS, precision=0.9, **how)
    page.page.wait_for_selector("#dial:disabled")
    assert "s-list does not weigh its candidates" in page.texts("#dial-said")[0]
    assert page.page.locator("#text [data-p]").count() == 3
