"""The main path through the studio; the other modules are slow and go into detail."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest

import hearer
from tests.conftest import EXAMPLES
from tests.web.studio.conftest import NORA, PHONE, SHE_IS_LUIS, SIZES, Look, Studio, fragment

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
LIBRARY = "Anna Keller met Mia in the old library. She gave her a book about gardens. "
RAIN = f"{LIBRARY}It was raining."
LEFT = "Anna Keller met Mia in the old library. She gave her a book. The driver saw them. She left."
SHE, IT = 0, 2
BEGINS = "(word) => document.getElementById('text').textContent.startsWith(word)"
REASON = "(text) => document.getElementById('typed-problem').textContent.startsWith(text)"
TOP = "() => document.querySelector('#text [data-p]').getBoundingClientRect().top"


def test_every_pronoun_has_its_referent_above_it_and_every_step_its_note(look: Look) -> None:
    studio = look(STORY)
    names = [one.name or "" for one in hearer.resolve(STORY).resolutions]
    titles = studio.js("[...document.querySelectorAll('#text .p')].map((p) => p.title)")
    assert [title.partition(" (probability")[0] for title in titles] == names
    above = studio.texts("#text .p > ruby > rt")
    assert [name for name in above if not name.endswith("…")] == [n for n in names if len(n) <= 22]
    assert len(names) == 17
    assert studio.page.locator("#text .p:not(.c)").count() == 0
    # The text is complete; mentions are nested; empty subjects are shown.
    written = """[...document.querySelectorAll('#text .block')].map((block) => {
      const copy = block.cloneNode(true);
      for (const one of copy.querySelectorAll('rt, .eps')) one.remove();
      return copy.textContent.replace(/\\s+/g, ' ').trim();
    })"""
    assert studio.js(written) == [" ".join(one.split()) for one in STORY.split("\n\n")]
    assert studio.text("#text h3") == "The Night Train"
    assert "her" in studio.texts("#text .m .m .w")
    assert studio.texts("#text .eps") == ["ε", "ε"]
    studio.page.click("#names-button")
    assert studio.page.locator("#text rt >> nth=0").is_hidden()
    assert studio.page.get_attribute("#names-button", "aria-pressed") == "false"
    studio.page.focus("#slider")
    studio.key("ArrowLeft")
    last = int(studio.page.get_attribute("#slider", "max") or 0)
    assert int(studio.page.input_value("#slider")) == last - 1
    studio.page.fill("#slider", "25")
    studio.until("document.getElementById('where').textContent.startsWith('Step 26 ')")
    assert studio.text("#where") == f"Step 26 of {last + 1}"
    value = studio.page.get_attribute("#slider", "aria-valuetext") or ""
    assert value == f"Step 26: {studio.text('#note span')}"
    studio.read("It is raining. Anna slept.")
    assert studio.texts("#text .none rt") == ["pleonastic"]


@SIZES
def test_hostile_text_is_shown_as_text(look: Look, size: tuple[int, int]) -> None:
    hostile = "</script><script>alert(1)</script> met <img src=x onerror=alert(2)>. She 🙂 שלום. "
    studio = look(hostile * 3 + "x" * 500, size)
    assert "alert(1)" in studio.js("document.getElementById('text').textContent")
    studio.ask(0)
    assert studio.js("document.querySelectorAll(':is(#text, #why) :is(img, script)').length") == 0
    assert not studio.overflows


def test_the_open_text_survives_a_reload_and_back_opens_the_one_before(look: Look) -> None:
    studio = look("Anna met an old judge. She thanked him.")
    studio.page.reload()
    studio.page.wait_for_function(BEGINS, arg="Anna")
    studio.settled()
    studio.read("Otto slept. He dreamt.")
    studio.page.wait_for_function(BEGINS, arg="Otto")
    studio.page.go_back()
    studio.page.wait_for_function(BEGINS, arg="Anna")
    studio.page.go_forward()
    studio.page.wait_for_function(BEGINS, arg="Otto")
    studio.settled()


REFUSED = {
    "nothing.txt": (b" \n", "nothing.txt is empty."),
    "picture.txt": (b"\x89PNG\x00\xff", "picture.txt is not text"),
    "broken.json": (b'{"documents": [', "broken.json is broken: it is called JSON, but un"),
    "empty.json": (b"{}", "empty.json is broken: it is called JSON, but there is no document"),
    "letter.ann": (b"T1\tPerson 0 4\tAnna", "letter.ann holds only what was marked"),
    "corpus.txt": (b"word " * 500_000, "corpus.txt is too large"),
}


def test_a_file_that_is_no_text_is_refused_with_the_reason(look: Look, tmp_path: Path) -> None:
    studio = look().goto()
    for name, (content, reason) in REFUSED.items():
        (tmp_path / name).write_bytes(content)
        studio.page.set_input_files("#file", tmp_path / name)
        studio.page.wait_for_function(REASON, arg=reason)
        assert studio.page.locator("#welcome").is_visible()


@SIZES
def test_a_click_on_a_pronoun_explains_it_and_on_a_candidate_why_not(
    look: Look, size: tuple[int, int]
) -> None:
    studio = look(RAIN, size)
    studio.ask(SHE)
    assert studio.text("#why h2") == "“She” 1 of 3"
    who, probability = studio.texts(".whom > *")
    assert (who.casefold(), probability[-1]) == ("anna keller", "%")
    below = studio.js("document.querySelector('.why-body').firstElementChild.className")
    assert below == "answer"
    why = studio.text(".answer").casefold()
    assert why.startswith("mia is less likely: grammatical role")
    assert re.search(r" favours? anna keller\.$", why)
    studio.page.click(".answer + .account summary")
    account = studio.text(".answer + .account").casefold()
    assert "weights: anna keller " in account
    assert re.search(r"\d:\d", studio.text("#why")) is None
    studio.announces(f"“She” is Anna Keller, {probability}.")
    assert not studio.overflows
    studio.page.click(".likely li:nth-child(2) .ask")
    studio.page.wait_for_selector(".why-not p")
    reason = studio.text(".why-not p").casefold()
    assert reason.startswith("“she” is not mia: anna keller is more likely")
    heads = [one.casefold() for one in studio.texts(".why-not thead th")]
    assert heads == ["factor", "mia", "anna keller"]
    assert studio.page.get_attribute(".likely li:nth-child(2) .ask", "aria-expanded") == "true"
    studio.page.click(".likely li:nth-child(2) .ask")
    assert studio.page.locator(".why-not").count() == 0


def test_the_factors_are_bars_whose_numbers_add_up(look: Look) -> None:
    studio = look(RAIN)
    studio.ask(SHE)
    columns = studio.js(COLUMNS, "#why .scales")
    assert len(columns) >= 2
    for column in columns:
        *parts, total = column
        assert len(parts) > 3
        assert sum(parts) == pytest.approx(total, abs=0.03)
    assert {*studio.js(SIDES, "#why .scales")} == {"for +", "against −"}
    assert "0.00" not in studio.text("#why .scales tbody")
    studio.ask(IT)
    assert studio.text(".whom").startswith("nothing: it is pleonastic")


COLUMNS = """(table) => {
  const number = (text) => Number(text.replace('−', '-').match(/[+-]?[0-9.]+|$/)[0]);
  const rows = [...document.querySelectorAll(`${table} tbody tr, ${table} tfoot tr`)];
  const values = (row) => [...row.querySelectorAll("td")].map((td) => number(td.textContent));
  const cells = rows.map(values);
  return cells[0].map((_, n) => cells.map((row) => row[n]));
}"""
SIDES = """(table) => [...document.querySelectorAll(`${table} tbody td:not(.none)`)].map((td) =>
  `${td.querySelector(".bar").classList[1]} ${td.textContent.trim()[0]}`)"""


@SIZES
def test_a_referent_is_pointed_at_in_the_text(look: Look, size: tuple[int, int]) -> None:
    studio = look(LEFT, size)
    studio.ask(SHE)
    before = studio.js(TOP)
    studio.page.click("[data-key='point']")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.js(TOP) == before  # nothing moves under the pointer
    assert studio.js("document.documentElement.classList.contains('pointing')")
    studio.page.click("#text .m:has-text('The driver') .w >> nth=-1")
    studio.announces("“She” is now the driver.")
    studio.refers_to("the driver")
    assert studio.page.locator("#pointing").is_hidden()


def test_pointing_works_with_the_keyboard_and_is_remembered_for_the_text(look: Look) -> None:
    studio = look(LEFT)
    studio.page.focus("#text [tabindex='0']")
    studio.key("Enter")
    studio.page.wait_for_selector("#why .correct")
    studio.key("c")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.text("#pointed-at") == "Mia?"
    studio.key("ArrowRight")
    assert studio.text("#pointed-at") == "the old library?"
    studio.key("ArrowLeft")
    studio.announces("Mia: Mia")
    studio.key("Enter")
    studio.announces("“She” is now Mia.")
    studio.refers_to("Mia")
    studio.until("() => document.activeElement.closest('#why') !== null")
    again = look(LEFT, context=studio.page.context)
    assert "1 correction applied again." in again.text("#toasts")
    again.page.click(f"#text [data-p='{SHE}']")
    again.refers_to("Mia")
    again.page.wait_for_selector("#why .by-you")
    again.read("Anna met Mia. She left.")
    again.until("() => !document.querySelector('.operations li')")


def test_exports_have_the_corrections(look: Look) -> None:
    page = look().goto(fragment({"document": {"text": NORA}, "operations": [SHE_IS_LUIS]}))
    page.page.wait_for_selector("#text .corrected")
    page.page.click("#export")
    for kind, content in (("corrections.tsv", "2\t1\t@1.3"), ("rewritten", "Luis smiled")):
        page.page.locator(f"[id='export-{kind}']").check()
        shown = "(text) => document.querySelector('#export-dialog pre').textContent.includes(text)"
        page.until(shown, content)


def test_a_link_restores_text_algorithm_profile_and_precision(look: Look) -> None:
    page = look().opened(NORA, algorithm="s-list", profile="paper")
    assert page.js("document.getElementById('algorithm').value") == "s-list"
    assert page.js("document.getElementById('profile').value") == "paper"
    assert "She smiled at the dog" in page.words
    behind = fragment({"document": {"text": NORA}, "how": {}})
    assert page.requests  # the fragment of the link is never sent
    assert not [url for url in page.requests if behind[:20] in url.partition("#")[0]]
    page = look().opened(NORA, precision=0.9)
    assert page.js("document.getElementById('dial').value") == "90"


def packed(content: bytes) -> str:
    return "h=" + base64.urlsafe_b64encode(zlib.compress(content, 9)[2:-4]).decode().rstrip("=")


BOMB = packed(b'{"document":{"text":"' + b"a" * 20_000_000 + b'"}}')
HOSTILE = [
    "h=%3Cscript%3E", "h=", "h=AAAA", fragment({"document": {"text": NORA}})[:40], packed(b"{"),
    fragment(3), fragment(None), fragment([1]), fragment({"document": {}}), BOMB,
    fragment({"document": {"text": {"length": 3}}}), fragment({"document": {"document": 3}}),
]  # fmt: skip


def test_hostile_links_are_refused_with_a_sentence(look: Look) -> None:
    page = look().goto(BOMB)
    refused(page)
    for behind in HOSTILE:
        page.js("behind => { location.hash = behind; }", behind)
        refused(page)
    assert page.page.is_visible("#welcome")


def refused(page: Studio) -> None:
    page.page.wait_for_selector("#toasts .toast")
    assert "link" in page.texts("#toasts .toast p")[0]
    page.page.click("#toasts .toast [aria-label=Close]")


def test_guesses_are_shown_while_text_is_typed(look: Look) -> None:
    page = look().goto().mode("live")
    page.page.wait_for_selector("#live-field")
    page.page.locator("#live-field").press_sequentially("Nora met Luis. She ")
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Nora')")
    assert page.texts("#live .log li") == ["She → Nora"]
    assert page.page.locator("#live-list li").first.inner_text().lower().startswith("1")
    page.page.fill("#live-field", "Mia met Luis. She ")  # an edit in the middle begins again
    page.page.wait_for_selector("#live-heard .guessed ins:has-text('Mia')")
    assert "Nora" not in page.page.inner_text("#live-heard")
    assert page.texts("#live .log li") == ["She → Mia"]
    page.page.locator("#live-field").press_sequentially("smiled.")
    page.page.get_by_role("button", name="Read this text").click()
    page.page.wait_for_selector("#text [data-p]")
    assert page.words == "Mia met Luis . She smiled ."


def test_a_lesson_has_no_answer_on_the_page_before_the_choice(look: Look) -> None:
    text = "Ada and Zoe spoke. She laughed, because Zoe had been told of Ada."
    page = look("", PHONE).opened(text, algorithm="s-list")
    page.page.locator("#text [data-p]").click()  # show the answer, its reasons,
    page.key("ArrowRight")  # its step,
    page.mode("compare").page.wait_for_selector("#compare dd")  # and other algorithms
    page.mode("teach").page.wait_for_selector("#teach .choice")
    html = page.js("document.documentElement.outerHTML").lower()
    for given_away in ("the algorithm takes it", "✓", "realizes", 'data-p="', "ins>", "resolved: "):
        assert given_away not in html, given_away
    outside = page.js(
        "[...document.querySelectorAll('body *')].filter(one => !one.closest('#teach, script'))"
        ".flatMap(one => [...one.attributes].map(each => each.value)"
        ".concat([...one.childNodes].filter(each => each.nodeType === 3).map(each => each.data)))"
    )
    assert not [one for one in outside if "ada" in one.lower() or "zoe" in one.lower()]
    assert page.texts("#teach [data-chosen]") == ["Ada", "Zoe"]  # later mentions have no colour yet
