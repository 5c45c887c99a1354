"""Corrections: made, undone, stored, loaded from files; entities renamed, merged and split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.studio.conftest import SIZES, Look, Studio

pytestmark = pytest.mark.slow
TEXT = "Anna Keller met Mia in the old library. She gave her a book. The driver saw them. She left."
JOAN = "Joan thanked Susan for the help she had given. She smiled."
STORY = "Anna came in. Anna sat down. She laughed. Anna left. She was tired."
SHE, HER, THEM, LAST = range(4)
STORED = "hearer.corrections"
NOBODY = "nobody and nothing"
ENTITIES = """(names) => {
  const found = [...document.querySelectorAll("#who .name")].map((one) => one.textContent);
  return names.every((name) => found.includes(name));
}"""
LISTED = """(sentences) => {
  const found = [...document.querySelectorAll(".operations li > p:first-child")];
  const texts = found.map((one) => one.firstChild.textContent);
  return JSON.stringify(texts) === JSON.stringify(sentences);
}"""


def has_entity(studio: Studio, *names: str) -> None:
    """Wait until these entities are listed."""
    studio.until(ENTITIES, [*names])


def has_no_entity(studio: Studio, name: str) -> None:
    studio.until(f"(given) => !({ENTITIES})(given)", [name])


def listed(studio: Studio, *sentences: str) -> None:
    """Wait until these are the corrections in the list."""
    studio.until(LISTED, [*sentences])


def select(studio: Studio, name: str) -> None:
    """Select an entity in the list of entities."""
    studio.page.click("#who-tab")
    button = f"#who li:has(.name:text-is('{name}')) button"
    if studio.page.get_attribute(button, "aria-pressed") != "true":
        studio.page.click(button)
    studio.page.wait_for_selector("#entity-tools h2")


@SIZES
def test_another_candidate_is_chosen_by_its_button(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    studio.ask(SHE)
    studio.correct("Mia")
    studio.announces("“She” is now Mia.")
    assert studio.text(".by-you").startswith("Corrected by you; it was Anna Keller.")
    title = studio.page.get_attribute("#text [data-p='0']", "title")
    assert title == "Corrected by you: “She” is Mia; it was Anna Keller"
    assert not studio.overflows
    studio.page.click("summary[data-key='before']")  # the explanation of the algorithm
    studio.page.wait_for_selector("details[open] li")
    assert studio.text("details[open] li").casefold().startswith("“she” is anna keller")


def test_corrections_are_cancelled_undone_and_redone_and_a_referent_can_be_new(look: Look) -> None:
    studio = look(TEXT)
    studio.ask(SHE)
    studio.key("c", "ArrowRight", "Escape")
    assert studio.page.locator("#pointing").is_hidden()
    studio.refers_to("Anna Keller")
    listed(studio)
    assert studio.page.is_disabled("#undo")
    studio.correct("Mia")
    studio.page.click("[data-key='nobody']")
    studio.refers_to(NOBODY)
    listed(studio, f"“She” is {NOBODY}")  # one correction for each word
    studio.key("Control+z")
    studio.refers_to("Mia")
    studio.key("Control+z")
    studio.refers_to("Anna Keller")
    assert studio.page.is_disabled("#undo")
    studio.key("Control+Shift+z")
    studio.refers_to("Mia")
    studio.page.click("#redo")
    studio.refers_to(NOBODY)
    studio.page.click(".by-you button")
    studio.announces(f"Taken back: “She” is {NOBODY}.")
    studio.refers_to("Anna Keller")
    studio.ask(LAST)
    studio.page.click("[data-key='new']")
    studio.key(*"Rosa", "Enter")
    studio.announces("“She” is now Rosa.")
    studio.refers_to("Rosa")
    has_entity(studio, "Rosa")


def test_one_correction_can_be_removed_and_all_after_a_question(look: Look) -> None:
    studio = look(TEXT)
    studio.ask(SHE)
    studio.correct("Mia")
    studio.ask(LAST)
    studio.page.click("[data-key='nobody']")
    studio.page.click("#who-tab")
    listed(studio, "“She” is Mia", f"“She” is {NOBODY}")
    studio.page.click("button[aria-label='Take back: “She” is Mia']")
    listed(studio, f"“She” is {NOBODY}")
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog button:text-is('Keep them')")
    listed(studio, f"“She” is {NOBODY}")
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog .primary")
    listed(studio)
    studio.page.click("#undo")
    listed(studio, f"“She” is {NOBODY}")


def test_an_edited_text_keeps_its_corrections(look: Look) -> None:
    studio = look(JOAN)
    studio.ask(SHE)
    studio.key("c")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.text("#pointed-at") == "Susan?"  # not the phrase around the pronoun
    studio.key("Escape")
    studio.correct("Susan")
    studio.ask(1)
    studio.page.click("[data-key='nobody']")
    studio.refers_to(NOBODY)
    edit(studio, f"A word before. {JOAN[:-11]}They left. Then it rained.")
    studio.page.wait_for_selector("#toasts :text('1 of 2 corrections kept.')")
    listed(studio, "“she” is Susan")
    studio.ask(SHE)
    studio.refers_to("Susan")
    studio.page.click("#toasts button:text-is('Undo the edit')")
    listed(studio, "“she” is Susan", f"“She” is {NOBODY}")
    edit(studio, "Leo slept. He snored.")  # another text
    listed(studio)


def edit(studio: Studio, text: str) -> None:
    studio.page.click("#edit-button")
    studio.page.fill("#typed", text)
    studio.key("Control+Enter")
    studio.until("(text) => document.getElementById('text').textContent.includes(text)", text[:9])
    studio.settled()


def test_corrections_move_with_their_words_and_a_merger_keeps_all_mentions(look: Look) -> None:
    studio = look().goto()
    old = [["Anna", "came"], ["She", "sat"], ["Mia", "left"], ["She", "ran"]]
    for new, moved in CARRIED:
        found = studio.js(CARRY, [old, new])
        assert [(one["utterance"], one["word"], one["entity"]) for one in found] == moved, new
    assert studio.js(FORGOTTEN) == [0, 0, 1, 1]  # the oldest texts are dropped
    for one, into in ((0, 1), (1, 0)):
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
FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
INVALID = (7, "x", [None], [{"said": 1}], [{"said": "", "corrections": [{}], "names": {}}])


def test_invalid_content_of_the_storage_and_a_full_one_do_no_harm(look: Look) -> None:
    studio = look(TEXT)
    studio.ask(SHE)
    studio.correct("Mia")
    ((digest, operations),) = json.loads(studio.js("(key) => localStorage.getItem(key)", STORED))
    assert operations[0]["said"] == "“She” is Mia"
    for one in ["{", '{"a": 1}', "[7, null]", *(json.dumps([[digest, x]]) for x in INVALID)]:
        studio.js("([key, value]) => localStorage.setItem(key, value)", [STORED, one])
        again = 'async (text) => (await import("/static/kept.js")).kept({ text })'
        assert studio.js(again, TEXT) == []
    studio.js(FULL)
    studio.page.click("[data-key='nobody']")
    studio.refers_to(NOBODY)
    assert "This browser keeps nothing" in studio.text("#toasts")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("corrections.tsv", "utterance\tword\tentity\n# a remark\n2\t1\t@1.4\tsurely\n"),
        ("mine.json", '[{"utterance": 2, "word": 1, "entity": "MIA"}]'),
    ],
)
def test_a_file_of_corrections_is_applied(
    look: Look, tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", tmp_path / name)
    studio.announces(f"1 correction from {name} applied.")
    studio.ask(SHE)
    studio.refers_to("Mia")
    listed(studio, f"1 correction from {name}")


def test_exported_corrections_can_be_read_again_with_their_names(look: Look) -> None:
    studio = look(TEXT)
    select(studio, "Mia")
    studio.page.fill("#entity-tools input", "=Mia")
    studio.key("Enter")
    studio.announces("Mia is now called =Mia.")
    has_entity(studio, "=Mia")
    assert studio.text("#entity-tools h2").casefold().startswith("=mia")
    studio.ask(SHE)
    studio.correct("=Mia")
    for to in ("corrections.tsv",):
        written, operation = studio.js(READ_AGAIN, to)
        assert operation["corrections"] == [{"utterance": 2, "word": 1, "entity": "@1.4"}], written
        assert operation["names"] == {"@1.4": "=Mia"}, written


READ_AGAIN = """async (to) => {
  const { question } = await import("/static/api.js");
  const { corrected } = await import("/static/correction-files.js");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ ...question(), to });
  const written = await (await fetch("/studio/export", { method: "POST", headers, body })).text();
  return [written, corrected(to, written)];
}"""


def test_a_file_without_valid_corrections_is_reported(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "x.corrections.tsv"
    file.write_text("nonsense", encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", file)
    studio.page.wait_for_selector("#toasts :text('There are no corrections in x.corrections.tsv')")
    assert studio.text("#text").startswith("Anna Keller met")  # not read as a text
    file.write_text("2\t1\tNOBODYHERE\n99\t1\t@1.1\n", encoding="utf-8")
    studio.page.set_input_files("#file", file)
    studio.page.wait_for_selector("#toasts :text('1 of 2 corrections from x.corrections.tsv')")
    assert studio.text("#problems summary") == "1 problem in the text"
    file.write_text("utterance\tword\tentity\n9\t9\t@1.1\n", encoding="utf-8")
    studio = look(TEXT)
    studio.page.set_input_files("#file", file)
    studio.settled()
    studio.page.click("#who-tab")
    problem = "Not applied: word 9 of utterance 9: there is no such word; left aside"
    assert studio.text(".operations .problem") == problem


def test_the_name_of_another_entity_offers_a_merger(look: Look) -> None:
    studio = look(JOAN)
    select(studio, "Joan")
    studio.page.fill("#entity-tools input", "Susan")
    studio.key("Enter")
    studio.page.wait_for_selector(".namesake")
    assert studio.text(".namesake [role=alert]") == "There is a Susan already. Is Joan the same?"
    assert studio.js("document.activeElement.textContent") == "Merge with Susan"
    listed(studio)
    studio.key("Enter")
    studio.announces("Joan is now Susan.")
    has_no_entity(studio, "Joan")
    listed(studio, "Joan and Susan are one")


@pytest.mark.parametrize(("one", "into"), [("the driver", "Mia"), ("Mia", "the driver")])
def test_an_entity_is_merged_by_a_menu_and_by_dragging(look: Look, one: str, into: str) -> None:
    studio = look(TEXT)
    select(studio, one)
    studio.page.select_option("#entity-tools select", label=into)
    studio.page.click("#entity-tools button:text-is('Merge')")
    studio.announces(f"{one} is now {into}.")
    has_no_entity(studio, one)
    assert studio.text("#entity-tools h2").casefold().startswith(into.casefold())
    studio.key("Control+z")
    has_entity(studio, "the driver", "Mia")
    rows = [f"#who li:has(.name:text-is('{name}'))" for name in (one, into)]
    studio.page.drag_and_drop(*rows)
    has_no_entity(studio, one)


@pytest.mark.parametrize(
    ("button", "left_out", "chains"),
    [
        ("only here", "She", {"Anna (2)": ["Anna"], "Anna": ["Anna", "Anna"]}),
        ("from here on", "", {"Anna (2)": ["Anna", "She", "Anna", "She"], "Anna": ["Anna"]}),
    ],
)
def test_a_mention_is_split_off_alone_or_with_all_later_ones(
    look: Look, button: str, left_out: str, chains: dict[str, list[str]]
) -> None:
    studio = look(STORY)
    select(studio, "Anna")
    studio.page.click("#entity-tools summary")
    studio.page.click(f".mentions li:nth-child(2) button:text-is('{button}')")
    studio.until(CHAINED, [chains, left_out])


CHAINED = """async ([wanted, leftOut]) => {
  const { film } = (await import("/static/store.js")).get();
  const words = ({ utterance, first, last }) =>
    film.utterances[utterance - 1].words.slice(first - 1, last).join(" ");
  const all = (n) => film.mentions.filter((one) => one.entity === n).map(words);
  const chain = (n) => all(n).filter((one) => one !== leftOut);
  const chains = Object.fromEntries(film.entities.map(({ name }, n) => [name, chain(n)]));
  return Object.keys(wanted).every((name) => String(chains[name]) === String(wanted[name]));
}"""
