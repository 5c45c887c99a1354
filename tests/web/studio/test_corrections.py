"""Correct by pointing: kept, applied again, taken back; entities renamed, merged and split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.studio.conftest import PHONE, SIZES, Look, Studio

TEXT = "Anna Keller met Mia in the old library. She gave her a book. The driver saw them. She left."
SHE, HER, THEM, LAST = range(4)
KEPT = "hearer.corrections"


def chosen(studio: Studio, pronoun: int) -> None:
    studio.page.click(f"#text [data-p='{pronoun}']")
    studio.page.wait_for_selector("#why .correct")
    studio.settled()


def meant(studio: Studio) -> str:
    studio.settled()
    return studio.texts(".whom > *")[0].casefold()


def names(studio: Studio) -> list[str]:
    studio.settled()
    return studio.js("[...document.querySelectorAll('#who .name')].map((one) => one.textContent)")


def said(studio: Studio) -> list[str]:
    return studio.js("[...document.querySelectorAll('.operations li > p:first-child')].map((p) => p.textContent)")


def held(studio: Studio, name: str) -> None:
    """Have an entity held, in who is who."""
    studio.page.click("#who-tab")
    studio.page.click(f"#who li:has(.name:text-is('{name}')) button")
    studio.page.wait_for_selector("#entity-tools h2")


# Pronouns ---------------------------------------------------------------------------------------


@SIZES
def test_another_candidate_is_taken_by_its_button(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")
    studio.says("“She” is now Mia.")

    assert meant(studio) == "mia"
    assert studio.text(".by-you").startswith("Corrected by you; it was Anna Keller.")
    title = studio.page.get_attribute("#text [data-p='0']", "title")
    assert title == "Corrected by you: “She” is Mia; it was Anna Keller"
    assert not studio.overflows


@SIZES
def test_somebody_is_pointed_at_in_the_text(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    chosen(studio, SHE)
    studio.page.click("[data-key='point']")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.js("document.documentElement.classList.contains('pointing')")
    studio.page.click("#text .m:has-text('The driver') .w >> nth=-1")
    studio.says("“She” is now the driver.")

    assert meant(studio) == "the driver"
    assert studio.page.locator("#pointing").is_hidden()


def test_pointing_works_with_the_keyboard_alone(look: Look) -> None:
    studio = look(TEXT)
    studio.page.focus("#text [tabindex='0']")
    studio.key("Enter")
    studio.page.wait_for_selector("#why .correct")
    studio.settled()
    studio.key("c")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.text("#pointed-at") == "the old library?"
    studio.key("ArrowLeft")
    assert studio.text("#pointed-at") == "Mia?"
    studio.says("Mia: Mia")
    studio.key("Enter")
    studio.says("“She” is now Mia.")
    assert meant(studio) == "mia"
    assert studio.js("document.activeElement.closest('#why') !== null")


def test_escape_gives_pointing_up_and_changes_nothing(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.key("c", "ArrowRight", "Escape")

    assert studio.page.locator("#pointing").is_hidden()
    assert meant(studio) == "anna keller"
    assert said(studio) == []


def test_nobody_is_meant_and_can_be_taken_back(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.page.click("[data-key='nobody']")
    studio.says("“She” is now nobody.")
    assert meant(studio) == "nobody and nothing"
    studio.page.click(".by-you button")
    studio.says("Taken back: “She” is nobody and nothing.")
    assert meant(studio) == "anna keller"


def test_somebody_new_is_meant_by_name(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, LAST)
    studio.page.click("[data-key='new']")
    studio.key(*"Rosa", "Enter")
    studio.says("“She” is now Rosa.")

    assert meant(studio) == "rosa"
    assert "Rosa" in names(studio)


def test_what_the_hearer_had_made_of_it_is_still_told(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")
    studio.says("“She” is now Mia.")
    meant(studio)
    studio.page.click("summary[data-key='before']")
    studio.page.wait_for_selector("details[open] li")

    assert studio.text("details[open] li").casefold().startswith("“she” at 1:41 is anna keller")


# Undo -------------------------------------------------------------------------------------------


def test_undo_and_redo_go_back_and_on_over_all_that_was_done(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    assert studio.page.is_disabled("#undo")
    for name in ("Mia", "nobody"):
        studio.page.click(f"button[aria-label='“She” is {name}'] >> nth=0" if name == "Mia" else "[data-key='nobody']")
        studio.says(f"“She” is now {name}.")
        meant(studio)
    assert len(said(studio)) == 1  # of one word there is one correction
    studio.key("Control+z")
    assert meant(studio) == "mia"
    studio.key("Control+z")
    assert meant(studio) == "anna keller"
    assert studio.page.is_disabled("#undo")
    studio.key("Control+Shift+z")
    assert meant(studio) == "mia"
    studio.page.click("#redo")
    assert meant(studio) == "nobody and nothing"


def test_any_single_correction_can_be_removed_and_all_are_only_when_asked(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")
    meant(studio)
    chosen(studio, LAST)
    studio.page.click("[data-key='nobody']")
    meant(studio)
    studio.page.click("#who-tab")
    assert len(said(studio)) == 2
    studio.page.click("button[aria-label='Take back: “She” is Mia']")
    studio.settled()
    assert [one.split(";")[0] for one in said(studio)] == ["“She” is nobody and nothing"]
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog button:text-is('Keep them')")
    assert len(said(studio)) == 1
    studio.page.click("#corrected > button")
    studio.page.click("#clear-dialog .primary")
    studio.settled()
    assert said(studio) == []
    studio.page.click("#undo")
    studio.settled()
    assert len(said(studio)) == 1


# Kept -------------------------------------------------------------------------------------------


def test_corrections_are_applied_again_when_the_same_text_is_opened(look: Look) -> None:
    studio = look(TEXT)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")
    meant(studio)

    again = look(TEXT, context=studio.page.context)
    assert "1 correction applied again." in again.text("#toasts")
    chosen(again, SHE)
    assert meant(again) == "mia"
    again.read("Anna met Mia. She left.")
    assert said(again) == []


@pytest.mark.parametrize("left", ["{", '{"a": 1}', '[["x", [{"said": 1}]]]', "[7, null]"])
def test_whatever_was_left_in_the_store_does_no_harm(look: Look, left: str) -> None:
    studio = look()
    studio.js("([key, left]) => localStorage.setItem(key, left)", [KEPT, left])
    studio.read(TEXT)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")

    assert meant(studio) == "mia"
    kept = json.loads(studio.js("(key) => localStorage.getItem(key)", KEPT))
    assert kept[-1][1][0]["said"] == "“She” is Mia"


def test_where_nothing_can_be_stored_corrections_last_as_long_as_the_page(look: Look) -> None:
    studio = look()
    studio.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    studio.read(TEXT)
    chosen(studio, SHE)
    studio.page.click("button[aria-label='“She” is Mia'] >> nth=0")

    assert meant(studio) == "mia"
    assert "This browser keeps nothing" in studio.text("#toasts")


def test_the_oldest_texts_are_forgotten_first(look: Look) -> None:
    studio = look()
    kept = studio.js(
        """async () => {
          const { keep, kept } = await import("/static/kept.js");
          const one = { kind: "nobody", said: "x", place: [1, 1], was: "y", corrections: [], names: {}, expects: [] };
          for (let n = 0; n < 120; n += 1) keep({ text: `text ${n}` }, [one]);
          return [0, 19, 20, 119].map((n) => kept({ text: `text ${n}` }).length);
        }"""
    )
    assert kept == [0, 0, 1, 1]


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

    assert meant(studio) == "mia"
    studio.page.click("#who-tab")
    assert said(studio) == [f"1 correction from {name}"]


def test_what_cannot_be_applied_is_shown_with_the_correction(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "corrections.tsv"
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

    assert "Mia Farrow" in names(studio)
    assert studio.text("#entity-tools h2").casefold().startswith("mia farrow")


def test_an_entity_is_merged_into_another_by_a_menu(look: Look) -> None:
    studio = look(TEXT)
    held(studio, "the driver")
    studio.page.select_option("#entity-tools select", label="Mia")
    studio.page.click("#entity-tools button:text-is('Merge')")
    studio.says("the driver is now Mia.")

    assert "the driver" not in names(studio)
    assert studio.text("#entity-tools h2").casefold().startswith("mia")
    studio.key("Control+z")
    assert "the driver" in names(studio)


def test_an_entity_is_merged_by_dragging_it_onto_another(look: Look) -> None:
    studio = look(TEXT)
    studio.page.click("#who-tab")
    studio.page.drag_and_drop(
        "#who li:has(.name:text-is('the driver'))", "#who li:has(.name:text-is('Mia'))"
    )
    studio.says("the driver is now Mia.")

    assert "the driver" not in names(studio)


def test_what_was_earlier_can_be_merged_into_what_comes_later(look: Look) -> None:
    studio = look(TEXT)
    held(studio, "Mia")
    studio.page.select_option("#entity-tools select", label="the driver")
    studio.page.click("#entity-tools button:text-is('Merge')")
    studio.says("Mia is now the driver.")

    assert "Mia" not in names(studio)
    assert studio.text("#entity-tools h2").casefold().startswith("the driver")


STORY = "Anna came in. Anna sat down. She laughed. Anna left. She was tired."


@pytest.mark.parametrize(
    ("button", "chains"),
    [("only here", {"Anna (2)": ["Anna"]}), ("from here on", {"Anna": ["Anna"]})],
)
def test_a_mention_is_split_off_alone_or_with_all_that_follow(
    look: Look, button: str, chains: dict[str, list[str]]
) -> None:
    studio = look(STORY)
    held(studio, "Anna")
    studio.page.click("#entity-tools summary")
    studio.page.click(f".mentions li:nth-child(2) button:text-is('{button}')")
    studio.page.wait_for_function("document.querySelectorAll('#who li').length > 1")
    studio.settled()

    heard = studio.js(CHAINS)
    assert {name: [one for one in said if one == "Anna"] for name, said in heard.items()}.items() >= chains.items()
    total = sum(said.count("Anna") for said in heard.values())
    assert total == 3
    if button == "from here on":
        assert heard["Anna (2)"] == ["Anna", "She", "Anna", "She"]


CHAINS = """async () => {
  const { get } = await import("/static/store.js");
  const { film } = get();
  const words = (one) => film.utterances[one.utterance - 1].words.slice(one.first - 1, one.last).join(" ");
  return Object.fromEntries(film.entities.map(({ name }, n) =>
    [name, film.mentions.filter((one) => one.entity === n).map(words)]).filter(([, said]) => said.length));
}"""


# For everybody ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@SIZES
def test_axe_finds_nothing_while_pointing_and_in_the_tools(
    look: Look, size: tuple[int, int], scheme: str
) -> None:
    studio = look(TEXT, size, scheme)
    chosen(studio, SHE)
    studio.page.click("[data-key='point']")
    studio.page.wait_for_selector("#pointing:not([hidden])")
    assert studio.faults() == []
    assert not studio.overflows
    studio.page.click("#text .m:has-text('Mia') .w >> nth=0")
    studio.says("“She” is now Mia.")
    meant(studio)
    assert studio.faults() == []
    held(studio, "Mia")
    studio.page.click("#entity-tools summary")
    assert studio.faults() == []
    assert not studio.overflows


def test_main_buttons_are_large_enough_for_a_finger(look: Look) -> None:
    studio = look(TEXT, PHONE)
    chosen(studio, SHE)
    sizes = studio.js(
        "[...document.querySelectorAll('#why button')].map((b) => b.getBoundingClientRect()).filter((b) => b.width).map((b) => [b.width, b.height])"
    )
    assert sizes
    assert min(min(pair) for pair in sizes) >= 24
