"""Correct by pointing: kept, applied again, taken back; entities renamed, merged and split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.studio.conftest import SIZES, Look, Studio

TEXT = "Anna Keller met Mia in the old library. She gave her a book. The driver saw them. She left."
SHE, HER, THEM, LAST = range(4)
KEPT = "hearer.corrections"


def chosen(studio: Studio, pronoun: int) -> None:
    studio.page.click(f"#text [data-p='{pronoun}']")
    studio.page.wait_for_selector("#why .correct")


def taken(studio: Studio, name: str) -> None:
    """Take another candidate in the panel."""
    studio.page.locator(f"button[aria-label$='is {name}']").first.click()
    means(studio, name)


def means(studio: Studio, name: str) -> None:
    """Wait until the pronoun that is chosen means somebody."""
    studio.until(MEANS, name.casefold())


def is_heard(studio: Studio, *names: str) -> None:
    """Wait until these are among who is who."""
    studio.until(HEARD, [*names])


def is_not_heard(studio: Studio, name: str) -> None:
    studio.until(f"(given) => !({HEARD})(given)", [name])


def said(studio: Studio, *sentences: str) -> None:
    """Wait until this is the list of corrections, each without who it was."""
    studio.until(SAID, [*sentences])


def held(studio: Studio, name: str) -> None:
    """Have an entity held, in who is who."""
    studio.page.click("#who-tab")
    button = f"#who li:has(.name:text-is('{name}')) button"
    if studio.page.get_attribute(button, "aria-pressed") != "true":
        studio.page.click(button)
    studio.page.wait_for_selector("#entity-tools h2")


MEANS = "(name) => document.querySelector('.whom > *')?.textContent.toLowerCase() === name"
HEARD = """(names) => {
  const heard = [...document.querySelectorAll("#who .name")].map((one) => one.textContent);
  return names.every((name) => heard.includes(name));
}"""
SAID = """(sentences) => {
  const found = [...document.querySelectorAll(".operations li > p:first-child")];
  const told = found.map((one) => one.firstChild.textContent);
  return JSON.stringify(told) === JSON.stringify(sentences);
}"""


# Pronouns ---------------------------------------------------------------------------------------


@SIZES
def test_another_candidate_is_taken_by_its_button(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    chosen(studio, SHE)
    taken(studio, "Mia")
    studio.says("“She” is now Mia.")

    assert studio.text(".by-you").startswith("Corrected by you; it was Anna Keller.")
    title = studio.page.get_attribute("#text [data-p='0']", "title")
    assert title == "Corrected by you: “She” is Mia; it was Anna Keller"
    assert not studio.overflows
    studio.page.click("summary[data-key='before']")  # what the hearer had made of it
    studio.page.wait_for_selector("details[open] li")
    assert studio.text("details[open] li").casefold().startswith("“she” is anna keller")


@SIZES
def test_somebody_is_pointed_at_in_the_text(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    chosen(studio, SHE)
    before = studio.js(TOP)
    studio.page.click("[data-key='point']")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.js(TOP) == before  # nothing moves under whoever is about to click
    assert studio.js("document.documentElement.classList.contains('pointing')")
    studio.page.click("#text .m:has-text('The driver') .w >> nth=-1")
    studio.says("“She” is now the driver.")

    means(studio, "the driver")
    assert studio.page.locator("#pointing").is_hidden()


TOP = "() => document.querySelector('#text [data-p]').getBoundingClientRect().top"


JOAN = "Joan thanked Susan for the help she had given. She smiled."


def test_pointing_works_with_the_keyboard_alone(look: Look) -> None:
    studio = look(TEXT)
    studio.page.focus("#text [tabindex='0']")
    studio.key("Enter")
    studio.page.wait_for_selector("#why .correct")
    studio.key("c")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.text("#pointed-at") == "Mia?"
    studio.key("ArrowRight")
    assert studio.text("#pointed-at") == "the old library?"
    studio.key("ArrowLeft")
    studio.says("Mia: Mia")
    studio.key("Enter")
    studio.says("“She” is now Mia.")
    means(studio, "Mia")
    studio.until("() => document.activeElement.closest('#why') !== null")


def test_pointing_is_given_up_by_escape_and_nobody_or_somebody_new_is_meant(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.key("c", "ArrowRight", "Escape")
    assert studio.page.locator("#pointing").is_hidden()
    means(studio, "Anna Keller")
    said(studio)
    studio.page.click("[data-key='nobody']")
    studio.says("“She” is now nobody.")
    means(studio, "nobody and nothing")
    studio.page.click(".by-you button")
    studio.says("Taken back: “She” is nobody and nothing.")
    means(studio, "Anna Keller")
    chosen(studio, LAST)
    studio.page.click("[data-key='new']")
    studio.key(*"Rosa", "Enter")
    studio.says("“She” is now Rosa.")
    means(studio, "Rosa")
    is_heard(studio, "Rosa")


# Undo -------------------------------------------------------------------------------------------


def test_undo_and_redo_go_back_and_on_over_all_that_was_done(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    assert studio.page.is_disabled("#undo")
    taken(studio, "Mia")
    studio.page.click("[data-key='nobody']")
    means(studio, "nobody and nothing")
    said(studio, "“She” is nobody and nothing")  # of one word there is one correction
    studio.key("Control+z")
    means(studio, "Mia")
    studio.key("Control+z")
    means(studio, "Anna Keller")
    assert studio.page.is_disabled("#undo")
    studio.key("Control+Shift+z")
    means(studio, "Mia")
    studio.page.click("#redo")
    means(studio, "nobody and nothing")


def test_any_single_correction_can_be_removed_and_all_are_only_when_asked(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    taken(studio, "Mia")
    chosen(studio, LAST)
    studio.page.click("[data-key='nobody']")
    studio.page.click("#who-tab")
    said(studio, "“She” is Mia", "“She” is nobody and nothing")
    studio.page.click("button[aria-label='Take back: “She” is Mia']")
    said(studio, "“She” is nobody and nothing")
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog button:text-is('Keep them')")
    said(studio, "“She” is nobody and nothing")
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog .primary")
    said(studio)
    studio.page.click("#undo")
    said(studio, "“She” is nobody and nothing")


# Kept -------------------------------------------------------------------------------------------


def test_corrections_are_applied_again_when_the_same_text_is_opened(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    taken(studio, "Mia")

    again = look(TEXT, context=studio.page.context)
    assert "1 correction applied again." in again.text("#toasts")
    chosen(again, SHE)
    means(again, "Mia")
    again.read("Anna met Mia. She left.")
    said(again)


def test_a_text_that_is_edited_keeps_its_corrections(look: Look) -> None:
    studio = look(JOAN)
    chosen(studio, SHE)
    studio.key("c")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.text("#pointed-at") == "Susan?"  # and not the phrase around the pronoun
    studio.key("Escape")
    taken(studio, "Susan")
    chosen(studio, 1)
    studio.page.click("[data-key='nobody']")
    means(studio, "nobody and nothing")
    edited(studio, f"A word before. {JOAN[:-11]}They left. Then it rained.")
    studio.page.wait_for_selector("#toasts :text('1 of 2 corrections kept.')")
    said(studio, "“she” is Susan")
    chosen(studio, SHE)
    means(studio, "Susan")
    studio.page.click("#toasts button:text-is('Undo the edit')")
    said(studio, "“she” is Susan", "“She” is nobody and nothing")
    edited(studio, "Leo slept. He snored.")  # another text, of which nothing was said
    said(studio)


def edited(studio: Studio, text: str) -> None:
    studio.page.click("#edit-button")
    studio.page.fill("#typed", text)
    studio.key("Control+Enter")
    studio.until("(text) => document.getElementById('text').textContent.includes(text)", text[:9])
    studio.settled()


def test_corrections_go_with_their_words_and_mentions(look: Look) -> None:
    studio = look()
    old = [["Anna", "came"], ["She", "sat"], ["Mia", "left"], ["She", "ran"]]
    for new, moved in CARRIED:
        found = studio.js(CARRY, [old, new])
        assert [(one["utterance"], one["word"], one["entity"]) for one in found] == moved, new
    assert studio.js(FORGOTTEN) == [0, 0, 1, 1]  # the oldest texts first
    for one, into in ((0, 1), (1, 0)):  # a merger keeps the mentions of both
        operation = studio.js(MERGED, [one, into])
        asked = [*operation["corrections"], *operation["expects"]]
        places = sorted((each["utterance"], each["word"]) for each in asked)
        assert (places, {each["entity"] for each in asked}) == ([(1, 3), (2, 1), (2, 3)], {"@1.1"})


CARRIED = [
    ([["Anna", "came"], ["She", "sat"], ["Mia", "left"], ["She", "ran"], ["x"]], [(4, 1, "@3.1")]),
    ([["x"], ["Anna", "came"], ["She", "sat"], ["Mia", "left"], ["She", "ran"]], [(5, 1, "@4.1")]),
    ([["Ann", "came"], ["Mia", "left"], ["She", "ran", "off"]], [(3, 1, "@2.1")]),
    ([["x"], ["She", "sat"], ["Mia", "left"], ["y"], ["She", "ran"], ["z"]], [(5, 1, "@3.1")]),
    ([["Anna", "came"], ["She", "sat"], ["Eva", "left"], ["She", "ran"]], []),
    ([["Anna", "came"], ["She", "sat"], ["Mia", "left"], ["He", "ran"]], []),
    ([["x"]], []),
    ([], []),
]
FORGOTTEN = """async () => {
  const { keep, kept } = await import("/static/kept.js");
  const one = { kind: "nobody", said: "", corrections: [], names: {}, expects: [] };
  for (let n = 0; n < 120; n += 1) keep({ text: `text ${n}` }, [one]);
  return [0, 19, 20, 119].map((n) => kept({ text: `text ${n}` }).length);
}"""
MERGED = """async ([one, into]) => {
  const { merged } = await import("/static/operations.js");
  const at = (utterance, head, entity, kind) => ({ utterance, head, entity, kind });
  const first = [at(1, 1, 0, "pronoun"), at(1, 3, 1, "name"), at(2, 1, 0, "name")];
  const mentions = [...first, at(2, 3, 0, "pronoun"), at(2, 5, 0, "clause")];
  return merged({ mentions, entities: [{ name: "A" }, { name: "B" }] }, one, into);
}"""
CARRY = """async ([old, now]) => {
  const { carried } = await import("/static/carried.js");
  const film = (all) => ({ utterances: all.map((words, n) => ({ number: n + 1, words })) });
  const corrections = [{ utterance: 4, word: 1, entity: "@3.1" }];
  const one = { kind: "pointed", said: "", place: [4, 1], corrections, names: {}, expects: [] };
  return carried(film(old), film(now), [one]).operations.flatMap((each) => each.corrections);
}"""


def test_whatever_was_left_in_the_store_does_no_harm(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    taken(studio, "Mia")
    (mine,) = json.loads(studio.js("(key) => localStorage.getItem(key)", KEPT))
    assert mine[1][0]["said"] == "“She” is Mia"
    hash_of_text, _ = mine
    left = ["{", '{"a": 1}', "[7, null]", *(json.dumps([[hash_of_text, x]]) for x in NONE)]
    for one in left:
        studio.js("([key, left]) => localStorage.setItem(key, left)", [KEPT, one])
        assert studio.js(READ_AGAIN, TEXT) == []


NONE = (7, "x", [None], [{"said": 1}], [{"said": "", "corrections": [{}], "names": {}}])
READ_AGAIN = """async (text) => (await import("/static/kept.js")).kept({ text })"""


def test_where_nothing_can_be_stored_corrections_last_as_long_as_the_page(look: Look) -> None:
    studio = look()
    studio.js(FULL)
    studio.read(TEXT)
    chosen(studio, SHE)
    taken(studio, "Mia")

    assert "This browser keeps nothing" in studio.text("#toasts")


FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


# Files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("corrections.tsv", "utterance\tword\tentity\n# a remark\n2\t1\t@1.4\tsurely\n"),
        ("mine.json", '[{"utterance": 2, "word": 1, "entity": "MIA"}]'),
    ],
)
def test_a_file_of_corrections_is_taken(
    look: Look, tmp_path: Path, name: str, content: str
) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", file)
    studio.says(f"1 correction from {name} applied.")
    chosen(studio, SHE)

    means(studio, "Mia")
    said(studio, f"1 correction from {name}")


def test_what_is_exported_is_taken_again_with_its_names(look: Look) -> None:
    studio = look(TEXT)
    held(studio, "Mia")
    studio.page.fill("#entity-tools input", "=Mia")
    studio.key("Enter")
    is_heard(studio, "=Mia")
    chosen(studio, SHE)
    taken(studio, "=Mia")
    for to in ("corrections.tsv", "corrections.json"):
        written, operation = studio.js(TAKEN_AGAIN, to)
        assert operation["corrections"] == [{"utterance": 2, "word": 1, "entity": "@1.4"}], written
        assert operation["names"] == {"@1.4": "=Mia"}, written


TAKEN_AGAIN = """async (to) => {
  const { question } = await import("/static/api.js");
  const { corrected } = await import("/static/correction-files.js");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ ...question(), to });
  const written = await (await fetch("/studio/export", { method: "POST", headers, body })).text();
  return [written, corrected(to, written)];
}"""


def test_a_file_without_corrections_is_not_read_as_a_text(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "x.corrections.tsv"
    file.write_text("nonsense", encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", file)
    studio.page.wait_for_selector("#toasts :text('There are no corrections in x.corrections.tsv')")
    assert studio.text("#text").startswith("Anna Keller met")
    file.write_text("2\t1\tNOBODYHERE\n99\t1\t@1.1\n", encoding="utf-8")
    studio.page.set_input_files("#file", file)
    studio.page.wait_for_selector("#toasts :text('2 of 2 corrections from x.corrections.tsv')")
    assert studio.text("#problems summary") == "2 problems in the text"
    file.write_text("utterance\tword\tentity\n9\t9\t@1.1\n", encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", file)
    studio.settled()
    studio.page.click("#who-tab")
    problem = "Not applied: word 9 of utterance 9: there is no such word; left aside"
    assert studio.text(".operations .problem") == problem


# Entities ---------------------------------------------------------------------------------------


@SIZES
def test_an_entity_is_renamed(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    chosen(studio, HER)
    held(studio, "Mia")
    studio.page.fill("#entity-tools input", "Mia Farrow")
    studio.key("Enter")
    studio.says("Mia is now called Mia Farrow.")

    is_heard(studio, "Mia Farrow")
    assert studio.text("#entity-tools h2").casefold().startswith("mia farrow")


def test_a_name_that_is_there_is_an_offer_to_merge(look: Look) -> None:
    studio = look(JOAN)
    held(studio, "Joan")
    studio.page.fill("#entity-tools input", "Susan")
    studio.key("Enter")
    studio.page.wait_for_selector(".namesake")
    assert studio.text(".namesake [role=alert]") == "There is a Susan already. Is Joan the same?"
    assert studio.js("document.activeElement.textContent") == "Merge with Susan"
    said(studio)
    studio.key("Enter")
    studio.says("Joan is now Susan.")
    is_not_heard(studio, "Joan")
    said(studio, "Joan and Susan are one")


@pytest.mark.parametrize(("one", "into"), [("the driver", "Mia"), ("Mia", "the driver")])
def test_an_entity_is_merged_into_another_by_a_menu(look: Look, one: str, into: str) -> None:
    studio = look(TEXT)
    held(studio, one)
    studio.page.select_option("#entity-tools select", label=into)
    studio.page.click("#entity-tools button:text-is('Merge')")
    studio.says(f"{one} is now {into}.")
    is_not_heard(studio, one)
    assert studio.text("#entity-tools h2").casefold().startswith(into.casefold())
    studio.key("Control+z")
    is_heard(studio, "the driver", "Mia")


def test_an_entity_is_merged_by_dragging_it_onto_another(look: Look) -> None:
    studio = look(TEXT)
    studio.page.click("#who-tab")
    studio.page.drag_and_drop(
        "#who li:has(.name:text-is('the driver'))", "#who li:has(.name:text-is('Mia'))"
    )
    studio.says("the driver is now Mia.")

    is_not_heard(studio, "the driver")


STORY = "Anna came in. Anna sat down. She laughed. Anna left. She was tired."


@pytest.mark.parametrize(
    ("button", "chain", "other"),
    [("only here", ["Anna"], ["Anna", "Anna"]), ("from here on", ["Anna", "Anna"], ["Anna"])],
)
def test_a_mention_is_split_off_alone_or_with_all_that_follow(
    look: Look, button: str, chain: list[str], other: list[str]
) -> None:
    studio = look(STORY)
    held(studio, "Anna")
    studio.page.click("#entity-tools summary")
    studio.page.click(f".mentions li:nth-child(2) button:text-is('{button}')")

    studio.until(NAMED, {"Anna (2)": chain, "Anna": other})
    if button == "from here on":
        studio.until(CHAINED, {"Anna (2)": ["Anna", "She", "Anna", "She"], "Anna": ["Anna"]})


# Which of their mentions entities have, in a film; the names alone in the second.
CHAINED = """async (wanted, isTold = () => true) => {
  const { film } = (await import("/static/store.js")).get();
  const words = ({ utterance, first, last }) =>
    film.utterances[utterance - 1].words.slice(first - 1, last).join(" ");
  const said = (n) => film.mentions.filter((one) => one.entity === n).map(words).filter(isTold);
  const chains = Object.fromEntries(film.entities.map(({ name }, n) => [name, said(n)]));
  return Object.keys(wanted).every((name) => String(chains[name]) === String(wanted[name]));
}"""
NAMED = f"""(wanted) => ({CHAINED})(wanted, (words) => words === "Anna")"""


# For everybody ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@SIZES
def test_axe_finds_nothing_while_pointing_and_in_the_tools(
    look: Look, size: tuple[int, int], scheme: str
) -> None:
    studio = look(TEXT, size, scheme)
    chosen(studio, SHE)
    assert min(studio.js(BUTTONS)) >= 24  # large enough for a finger
    studio.page.click("[data-key='point']")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.faults() == []
    assert not studio.overflows
    studio.page.click("#text .m:has-text('Mia') .w >> nth=0")
    means(studio, "Mia")
    assert studio.faults() == []
    held(studio, "Mia")
    studio.page.click("#entity-tools summary")
    assert studio.faults() == []
    assert not studio.overflows


BUTTONS = """() => [...document.querySelectorAll("#why button")]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.width)
  .map(({ width, height }) => Math.min(width, height))"""
