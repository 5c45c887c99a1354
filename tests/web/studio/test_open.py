"""Opening a text: typed, picked, dropped or an example; and what is said when that fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearer.web.routes.studio import TEXTS
from tests.conftest import EXAMPLES
from tests.web.conftest import served
from tests.web.studio.conftest import ON_A_DESK, PHONE, Look, Studio

OFFERED = json.loads((TEXTS / "index.json").read_text(encoding="utf-8"))
ANNA = "Anna met an old judge. She thanked him."

DROP = """(files) => {
  const carried = new DataTransfer();
  for (const [name, content] of files) carried.items.add(new File([content], name));
  const how = { dataTransfer: carried, bubbles: true, cancelable: true };
  const event = (type) => new DragEvent(type, how);
  document.body.dispatchEvent(event("dragover"));
  const isShown = !document.getElementById("drop").hidden;
  document.body.dispatchEvent(event("drop"));
  return isShown && document.getElementById("drop").hidden;
}"""


BEGINS = "(word) => document.getElementById('text').textContent.startsWith(word)"


def words(studio: Studio) -> str:
    return " ".join(studio.texts("#text .w")[:4])


@ON_A_DESK
def test_there_are_texts_to_begin_with(look: Look, size: tuple[int, int]) -> None:
    studio = look(size=size)
    studio.page.wait_for_selector(".card")
    assert studio.texts(".card b") == [one["title"] for one in OFFERED]
    assert len(OFFERED) >= 6
    assert not studio.overflows
    studio.page.click(".card >> nth=1")
    studio.page.wait_for_selector("#text .w")
    assert studio.text("#title") == OFFERED[1]["title"]
    assert studio.texts(".speaker")[:3] == ["Mia:", "Omar:", "Mia:"]
    assert studio.page.locator("#welcome").is_hidden()


@pytest.mark.parametrize("number", range(len(OFFERED)))
def test_every_text_to_begin_with_can_be_heard(look: Look, number: int) -> None:
    studio = look()
    studio.page.click(f".card >> nth={number}")
    studio.page.wait_for_selector("#text .p rt")
    assert studio.page.locator("#problems").is_hidden()
    how = OFFERED[number].get("how", {"profile": "default"})
    assert studio.page.input_value("#profile") == how["profile"]


def test_a_file_is_picked_and_its_format_is_found_out(look: Look) -> None:
    studio = look()
    studio.page.set_input_files("#file", EXAMPLES / "table3.conllu")
    studio.page.wait_for_selector("#text .w")
    assert (studio.text("#title"), words(studio)) == ("table3", "Brennan drives an Alfa")
    assert studio.texts(".label") == ["(1a)", "(1b)", "(1c)", "(1d)"]
    studio.settled()
    studio.page.set_input_files("#file", EXAMPLES / "table4.conllu")  # of several documents
    studio.until("() => document.getElementById('text').innerText.includes('(2d)')")
    assert studio.texts(".label")[-1] == "(2d)"
    studio.page.select_option("#part", "2")
    studio.until("() => document.getElementById('text').innerText.includes('beats')")
    studio.settled()
    assert studio.page.input_value("#part") == "2"


def test_a_text_is_dropped_anywhere_and_takes_the_place_of_what_was_open(look: Look) -> None:
    studio = look()
    assert studio.js(DROP, [["anna.md", ANNA]])
    studio.page.wait_for_selector("#text .w")
    assert (studio.text("#title"), words(studio)) == ("anna", "Anna met an old")
    studio.settled()
    studio.js(DROP, [["bea.txt", "Bea slept. She dreamt."]])
    studio.page.wait_for_function(BEGINS, arg="Bea")
    studio.settled()
    assert studio.text("#title") == "bea"


def test_only_the_default_algorithm_has_profiles_to_choose_from(look: Look) -> None:
    studio = look(ANNA)
    studio.page.select_option("#algorithm", "bfp")
    studio.settled()
    assert studio.page.is_disabled("#profile")
    assert studio.page.input_value("#profile") == "paper"
    assert "bfp" in studio.js("document.getElementById('profile').parentElement.title")
    studio.page.select_option("#algorithm", "weighted-s-list")
    studio.settled()
    assert studio.page.is_enabled("#profile")
    assert studio.page.input_value("#profile") == "default"


REFUSED = {
    "nothing.txt": (b" \n", "nothing.txt is empty."),
    "picture.txt": (b"\x89PNG\x00\xff", "picture.txt is not text"),
    "broken.json": (b'{"documents": [', "broken.json is broken: it is called JSON, but un"),
    "empty.json": (b"{}", "empty.json is broken: it is called JSON, but there is no document"),
    "letter.ann": (b"T1\tPerson 0 4\tAnna", "letter.ann holds only what was marked"),
    "corpus.txt": (b"word " * 500_000, "corpus.txt is too large"),
}


def test_a_file_that_is_no_text_is_refused_with_the_reason(look: Look, tmp_path: Path) -> None:
    studio = look()
    for name, (content, said) in REFUSED.items():
        (tmp_path / name).write_bytes(content)
        studio.page.set_input_files("#file", tmp_path / name)
        studio.page.wait_for_function(SAID, arg=said)
        assert studio.page.locator("#welcome").is_visible()


SAID = "(said) => document.getElementById('typed-problem').textContent.startsWith(said)"


def test_nothing_is_refused_where_it_can_be_mended(look: Look) -> None:
    studio = look()
    studio.page.click("#read-button")
    assert studio.text("#typed-problem").startswith("There is no text yet")
    assert studio.js("document.activeElement.id") == "typed"
    studio.page.keyboard.type("Anna slept.")
    assert studio.page.locator("#typed-problem").is_hidden()
    studio.page.keyboard.press("Control+Enter")
    studio.page.wait_for_selector("#text .w")
    studio.settled()
    assert studio.js("document.activeElement.id") == "text"  # and on it goes by keyboard


def test_a_file_that_cannot_be_heard_says_why_and_can_be_mended(look: Look, tmp_path: Path) -> None:
    studio = look(size=PHONE)
    (tmp_path / "bare.conllu").write_text("1\tAnna\t_\n", encoding="utf-8")
    studio.page.set_input_files("#file", tmp_path / "bare.conllu")
    studio.page.wait_for_selector(".wrong p")
    assert "needs a parse" in studio.text(".wrong p")
    assert not studio.overflows
    studio.page.click("#mend-button")
    assert studio.page.input_value("#typed") == "1\tAnna\t_\n"


def test_what_is_open_outlives_a_reload_and_back_leads_to_what_was_open_before(look: Look) -> None:
    studio = look(ANNA)
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


def test_a_text_can_be_edited_and_what_is_pasted_meanwhile_is_offered(look: Look) -> None:
    studio = look(ANNA)
    studio.page.click("#edit-button")
    assert studio.page.input_value("#typed") == ANNA
    studio.page.fill("#typed", ANNA.replace("Anna", "Otto"))
    studio.page.click("#read-button")
    studio.page.wait_for_function(BEGINS, arg="Otto met")
    studio.settled()
    assert studio.texts("#text .p rt")[0] != "Anna"
    studio.js("""() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "Otto slept. He dreamt.");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }""")
    assert studio.page.input_value("#typed") == "Otto slept. He dreamt."
    studio.page.click("#read-button")
    studio.page.wait_for_function(BEGINS, arg="Otto slept")
    studio.settled()


def test_a_text_that_takes_long_can_be_let_go(look: Look) -> None:
    studio = look()
    studio.page.route("**/studio/film", lambda route: None)  # it never answers
    studio.page.fill("#typed", ANNA)
    studio.page.click("#read-button")
    studio.page.wait_for_selector("#stop-button")
    assert studio.text(".listening").startswith("Listening to 8 words …")
    studio.page.click("#stop-button")
    assert studio.page.input_value("#typed") == ANNA
    assert not studio.js("document.body.classList.contains('busy')")


def test_only_the_last_of_two_texts_is_shown(look: Look) -> None:
    studio = look(ANNA)
    studio.js("""async () => {
      const { set } = await import("/static/store.js");
      for (const text of ["Bea slept. She dreamt.", "Otto slept. He dreamt."]) {
        set({ document: { text, title: text } });
        await new Promise((done) => setTimeout(done, 20));
      }
    }""")
    studio.page.wait_for_function(BEGINS, arg="Otto")
    studio.settled()
    assert studio.text("#title").startswith("Otto")


def test_a_server_that_is_gone_is_told_and_asked_again(look: Look) -> None:
    studio = look(ANNA)
    studio.page.route("**/studio/film", lambda route: route.abort())
    studio.page.select_option("#profile", "paper")
    studio.page.wait_for_selector(".toast.error")
    assert studio.text(".toast p").startswith("The studio does not answer")
    assert words(studio) == "Anna met an old"  # what was there stays
    studio.page.unroute("**/studio/film")
    studio.page.click(".toast button >> nth=0")
    studio.page.wait_for_function(
        "() => document.querySelector('#algorithm option').textContent === 'default: s-list'"
    )
    studio.settled()
    assert studio.page.locator(".toast").count() == 0
    studio.wrong.clear()  # the browser notes down that there was no answer


def test_the_studio_begins_with_the_file_it_was_given(browser: object, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(ANNA, encoding="utf-8")
    with served(str(file), "--no-browser", command="studio") as address:
        page = browser.new_page()  # type: ignore[attr-defined]
        page.goto(address)
        page.wait_for_selector("#text .w")
        assert page.inner_text("#title").startswith("mine")
        page.close()
