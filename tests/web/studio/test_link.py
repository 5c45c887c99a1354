"""A link carries the text, how it is heard and its corrections; hostile ones are refused."""

from __future__ import annotations

import base64
import random
import zlib
from string import ascii_letters

import pytest

from tests.conftest import EXAMPLES
from tests.web.studio.conftest import NORA, SHE_IS_LUIS, Look, Studio, fragment


def shared(page: Studio) -> str:
    """The link that the studio gives."""
    page.page.click("#link")
    return str(page.page.input_value("#link-field"))


def told(page: Studio) -> str:
    """What the page says about the link."""
    page.page.wait_for_selector("#toasts .toast")
    return page.texts("#toasts .toast p")[0]


def test_a_link_restores_text_algorithm_profile_and_precision(studio: Look) -> None:
    page = studio().opened(NORA, algorithm="s-list", profile="paper")
    assert page.js("document.getElementById('algorithm').value") == "s-list"
    assert page.js("document.getElementById('profile').value") == "paper"
    assert "She smiled at the dog" in page.words
    behind = fragment({"document": {"text": NORA}, "how": {}})
    assert page.asked  # and what is behind the number sign is never sent
    assert not [url for url in page.asked if behind[:20] in url.partition("#")[0]]
    page = studio().opened(NORA, precision=0.9)
    assert page.js("document.getElementById('dial').value") == "90"


def test_the_link_that_is_given_opens_the_same_with_its_corrections(studio: Look) -> None:
    first = studio().goto(
        fragment({"document": {"text": NORA}, "how": {}, "operations": [SHE_IS_LUIS]})
    )
    first.page.wait_for_selector("#text .corrected")
    link = shared(first)
    again = studio()
    again.page.goto(link)
    again.page.wait_for_selector("#text .corrected")
    assert again.texts("#corrected li p") == first.texts("#corrected li p") != []


def test_the_link_of_a_file_opens_the_same_document_of_it(studio: Look) -> None:
    file = (EXAMPLES / "table4.conllu").read_text(encoding="utf-8")
    page = studio().goto(fragment({"document": {"document": file, "part": 2}}))
    page.page.wait_for_selector("#text [data-p]")
    assert "beats" in page.words
    assert page.page.input_value("#part") == "2"


def test_a_link_that_is_made_in_a_lesson_opens_as_a_lesson(studio: Look) -> None:
    page = studio().opened().mode("teach")
    page.page.wait_for_selector("#teach .choice")
    link = shared(page)
    assert "It opens in Teach" in page.page.inner_text("dialog.carry")
    again = studio()
    again.page.goto(link)
    again.page.wait_for_selector("#teach .choice")
    assert again.page.locator("#text .w").count() == 0


def test_the_link_can_be_copied(studio: Look) -> None:
    page = studio(permissions=["clipboard-read", "clipboard-write"]).opened()
    link = shared(page)
    page.page.get_by_role("button", name="Copy the link").click()
    page.page.wait_for_selector("dialog .said:has-text('Copied')")
    assert page.js("navigator.clipboard.readText()") == link


def test_another_text_takes_the_old_link_away(studio: Look) -> None:
    page = studio().opened()
    page.mode("live")
    page.page.fill("#live-field", "Mia slept. She snored.")
    page.page.click("text=Read this text")
    page.until("location.hash === '' && document.querySelector('#text .w')?.textContent === 'Mia'")


def test_a_text_that_is_too_long_is_to_be_saved_instead(studio: Look) -> None:
    noise = "".join(random.Random(7).choices(ascii_letters, k=40_000))  # hardly to be packed
    page = studio().opened(f"Nora met Luis. She smiled. {noise}")
    page.page.click("#link")
    said = page.page.inner_text("dialog.carry")
    assert "Too long for a link" in said
    assert "Export" in said


def inflating(times: int) -> str:
    """A few letters that unpack to very many."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b'{"document":{"text":"' + b"a" * times + b'"}}') + packer.flush()
    return "h=" + base64.urlsafe_b64encode(bomb).decode().rstrip("=")


HOSTILE = {
    "no letters of ours": "h=%3Cscript%3E",
    "nothing": "h=",
    "no deflate": "h=AAAA",
    "cut off": fragment({"document": {"text": NORA}})[:40],
    "no JSON": "h=" + base64.urlsafe_b64encode(zlib.compress(b"{", 9)[2:-4]).decode().rstrip("="),
    "a number": fragment(3),
    "nothing in it": fragment(None),
    "a list": fragment([1]),
    "no text": fragment({"document": {}}),
    "a text that is none": fragment({"document": {"text": {"length": 3}}}),
    "a document that is none": fragment({"document": {"document": 3}}),
    "20 megabytes": inflating(20_000_000),
}


def test_hostile_links_get_a_sentence_each(studio: Look) -> None:
    page = studio().goto()
    for name, behind in HOSTILE.items():
        page.js("behind => { location.hash = behind; }", behind)
        assert "link" in told(page), name
        page.page.click("#toasts .toast [aria-label=Close]")
    assert page.page.is_visible("#welcome")


@pytest.mark.parametrize("behind", ["h=AAAA", inflating(20_000_000)], ids=["broken", "a bomb"])
def test_a_page_that_begins_with_a_hostile_link_begins_all_the_same(
    studio: Look, behind: str
) -> None:
    page = studio().goto(behind)
    assert "link" in told(page)
    assert page.page.is_visible("#welcome")


def test_deep_nesting_is_no_failure(studio: Look) -> None:
    deep: object = 1
    for _ in range(400):
        deep = [deep]
    page = studio().goto(fragment({"document": {"text": NORA}, "operations": [deep]}))
    assert "corrections" in told(page)
    page.page.wait_for_selector("#text [data-p]")


def test_what_is_not_known_is_left_aside_and_said(studio: Look) -> None:
    how = {"algorithm": "no-such", "profile": 7, "precision": "high", "view": 5}
    page = studio().goto(fragment({"document": {"text": NORA}, "how": how, "mode": "<b>x"}))
    said = told(page)
    assert all(word in said for word in ("no-such", "profile", "precision", "view"))
    page.page.wait_for_selector("#text [data-p]")
