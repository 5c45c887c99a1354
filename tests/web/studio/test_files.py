"""Opening texts and files, exporting them, and links."""

from __future__ import annotations

import json
import random
from pathlib import Path
from string import ascii_letters

import pytest

from hearer.web.routes.studio import TEXTS
from tests.conftest import EXAMPLES
from tests.web.conftest import ANNA, served
from tests.web.studio.conftest import DESK, NORA, PHONE, SHE_IS_LUIS, Look, Studio, fragment

pytestmark = pytest.mark.slow


OFFERED = json.loads((TEXTS / "index.json").read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("number", range(len(OFFERED)))
def test_every_example_can_be_opened(look: Look, number: int) -> None:
    studio = look("", (DESK, PHONE)[number % 2]).goto()
    studio.page.wait_for_selector(".card")
    assert studio.texts(".card b") == [one["title"] for one in OFFERED]
    assert not studio.overflows
    studio.page.click(f".card >> nth={number}")
    studio.page.wait_for_selector("#text .p rt")
    assert studio.page.locator("#problems").is_hidden()
    how = OFFERED[number].get("how", {"profile": "default"})
    assert studio.page.input_value("#profile") == how["profile"]
    assert studio.text("#title") == OFFERED[number]["title"]
    assert studio.page.locator("#welcome").is_hidden()
    if number == 1:
        assert studio.texts(".speaker")[:3] == ["Mia:", "Omar:", "Mia:"]


def test_the_format_of_a_file_is_detected(look: Look) -> None:
    studio = look().goto()
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


def test_a_dropped_file_replaces_the_open_text(look: Look) -> None:
    studio = look().goto()
    assert studio.js(DROP, [["anna.md", ANNA]])
    studio.page.wait_for_selector("#text .w")
    studio.settled()
    assert (studio.text("#title"), words(studio)) == ("anna", "Anna met an old")
    studio.js(DROP, [["bea.txt", "Bea slept. She dreamt."]])
    studio.page.wait_for_function(BEGINS, arg="Bea")
    studio.settled()
    assert studio.text("#title") == "bea"


def test_a_file_that_cannot_be_resolved_is_reported_and_can_be_edited(
    look: Look, tmp_path: Path
) -> None:
    studio = look("", PHONE).goto()
    (tmp_path / "bare.conllu").write_text("1\tAnna\t_\n", encoding="utf-8")
    studio.page.set_input_files("#file", tmp_path / "bare.conllu")
    studio.page.wait_for_selector(".wrong p")
    assert "needs a parse" in studio.text(".wrong p")
    assert not studio.overflows
    studio.page.click("#mend-button")
    assert studio.page.input_value("#typed") == "1\tAnna\t_\n"


def test_a_text_can_be_edited_and_pasted_anywhere(look: Look) -> None:
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


def test_a_long_request_can_be_cancelled_and_an_empty_text_is_refused(look: Look) -> None:
    studio = look().goto()
    studio.page.route("**/studio/film", lambda route: None)  # it never answers
    studio.page.fill("#typed", ANNA)
    studio.page.click("#read-button")
    studio.page.wait_for_selector("#stop-button")
    assert studio.text(".listening").startswith("Listening to 8 words …")
    studio.page.click("#stop-button")
    assert studio.page.input_value("#typed") == ANNA
    assert not studio.js("document.body.classList.contains('busy')")
    studio.page.unroute("**/studio/film")
    studio.page.fill("#typed", "")
    studio.page.click("#read-button")
    assert studio.text("#typed-problem").startswith("There is no text yet")
    assert studio.js("document.activeElement.id") == "typed"
    studio.page.keyboard.type("Anna slept.")
    assert studio.page.locator("#typed-problem").is_hidden()
    studio.page.keyboard.press("Control+Enter")
    studio.page.wait_for_selector("#text .w")
    studio.settled()
    assert studio.js("document.activeElement.id") == "text"


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


def test_a_lost_server_is_reported_and_only_the_default_algorithm_has_profiles(
    look: Look,
) -> None:
    studio = look(ANNA)
    studio.page.select_option("#algorithm", "bfp")
    studio.settled()
    assert studio.page.is_disabled("#profile")
    assert studio.page.input_value("#profile") == "paper"
    assert "bfp" in studio.js("document.getElementById('profile').parentElement.title")
    studio.page.select_option("#algorithm", "")
    studio.settled()
    assert studio.page.is_enabled("#profile")
    assert studio.page.input_value("#profile") == "default"
    studio.page.route("**/studio/film", lambda route: route.abort())
    studio.page.select_option("#profile", "paper")
    studio.page.wait_for_selector(".toast.error")
    assert studio.text(".toast p").startswith("The studio does not answer")
    assert words(studio) == "Anna met an old"
    studio.page.unroute("**/studio/film")
    studio.page.click(".toast button >> nth=0")
    studio.page.wait_for_function(
        "() => document.querySelector('#algorithm option').textContent === 'default: s-list'"
    )
    studio.settled()
    assert studio.page.locator(".toast").count() == 0
    studio.errors.clear()  # the browser logs the failed request


def test_the_studio_opens_the_file_of_the_command_line(browser: object, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(ANNA, encoding="utf-8")
    with served(str(file), "--no-browser", command="studio") as client:
        page = browser.new_page()  # type: ignore[attr-defined]
        page.goto(str(client.base_url))
        page.wait_for_selector("#text .w")
        assert page.inner_text("#title").startswith("mine")
        page.close()


def exporting(page: Studio, to: str = "rewritten") -> Studio:
    page.page.click("#export")
    page.page.wait_for_selector("#export-dialog[open]")
    page.page.locator(f"[id='export-{to}']").check()
    page.page.wait_for_selector("#export-dialog button.primary:enabled")
    return page


KINDS = {
    "rewritten": "Nora smiled at the dog", "html": "<html", "trace": "<html", "latex": "\\begin{",
    "tsv": "she\t", "corefud": "Entity=", "conllu": "Nora\tNora\tPROPN",
    "brat": ".zip: an archive", "webanno": "#FORMAT=WebAnno TSV 3",
    "conll2012": "#begin document", "json": '"hearer-interpretation-1"', "jsonl": '"pronoun"',
}  # fmt: skip


def test_every_kind_of_file_has_a_preview(look: Look) -> None:
    page = exporting(look().opened())
    for to, begins in KINDS.items():
        page.page.locator(f"[id='export-{to}']").check()
        page.until(f"document.querySelector('#export-dialog pre').textContent.includes({begins!r})")
    shown = page.js("[...document.querySelectorAll('#export-dialog input')].map(x => x.value)")
    formats = page.js("fetch('v1/formats').then(x => x.json())")
    assert {one["name"] for one in formats if one["written"]} <= set(shown)
    assert all(page.texts("#export-dialog .what"))
    page.page.locator("[id='export-rewritten']").check()
    page.page.get_by_label("A pronoun is replaced where").select_option("all")
    page.page.wait_for_selector("#export-dialog pre:has-text('Nora smiled')")
    for to in ("corrections.tsv",):  # there are none
        page.page.locator(f"[id='export-{to}']").check()
        page.page.wait_for_selector("#export-dialog .said:has-text('corrected nothing yet')")
        assert page.page.get_by_role("button", name="Download").is_disabled()


def test_an_export_is_copied_or_downloaded_with_the_chosen_algorithm(look: Look) -> None:
    page = look(permissions=["clipboard-read", "clipboard-write"]).opened()
    exporting(page)
    page.page.get_by_role("button", name="Copy").click()
    page.page.wait_for_selector("#export-dialog .said:has-text('Copied')")
    copied = page.js("navigator.clipboard.readText()")
    assert copied == "Nora met Luis. Nora smiled at the dog. The dog barked at Luis."
    other = exporting(look().opened(NORA, algorithm="s-list", precision=None), "tsv")
    with other.page.expect_request(lambda one: one.url.endswith("/studio/export")) as waited:
        other.page.locator("[id='export-json']").check()
    assert waited.value.post_data_json["algorithm"] == "s-list"
    with other.page.expect_download() as waited:
        other.page.get_by_role("button", name="Download").click()
    assert waited.value.suggested_filename.endswith(".json")
    assert json.loads(waited.value.path().read_text(encoding="utf-8"))


def shared(page: Studio) -> str:
    """Return the link of the dialog."""
    page.page.click("#link")
    return str(page.page.input_value("#link-field"))


def message(page: Studio) -> str:
    """Return the message about the link."""
    page.page.wait_for_selector("#toasts .toast")
    return page.texts("#toasts .toast p")[0]


def test_a_link_has_the_corrections_and_the_number_of_the_document(look: Look) -> None:
    first = look().goto(fragment({"document": {"text": NORA}, "operations": [SHE_IS_LUIS]}))
    first.page.wait_for_selector("#text .corrected")
    link = shared(first)
    again = look()
    again.page.goto(link)
    again.page.wait_for_selector("#text .corrected")
    assert again.texts("#corrected li p") == first.texts("#corrected li p") != []
    file = (EXAMPLES / "table4.conllu").read_text(encoding="utf-8")
    page = look().goto(fragment({"document": {"document": file, "part": 2}}))
    page.page.wait_for_selector("#text [data-p]")
    assert "beats" in page.words
    assert page.page.input_value("#part") == "2"


def test_a_link_made_in_a_lesson_opens_a_lesson(look: Look) -> None:
    page = look(permissions=["clipboard-read", "clipboard-write"]).opened().mode("teach")
    page.page.wait_for_selector("#teach .choice")
    link = shared(page)
    assert "It opens in Teach" in page.page.inner_text("dialog.carry")
    page.page.get_by_role("button", name="Copy the link").click()
    page.page.wait_for_selector("dialog .said:has-text('Copied')")
    assert page.js("navigator.clipboard.readText()") == link
    again = look()
    again.page.goto(link)
    again.page.wait_for_selector("#teach .choice")
    assert again.page.locator("#text .w").count() == 0


def test_another_text_removes_the_link_and_a_long_one_has_none(look: Look) -> None:
    page = look().opened()
    page.mode("live")
    page.page.fill("#live-field", "Mia slept. She snored.")
    page.page.click("text=Read this text")
    page.until("location.hash === '' && document.querySelector('#text .w')?.textContent === 'Mia'")
    noise = "".join(random.Random(7).choices(ascii_letters, k=40_000))  # cannot be compressed
    page = look().opened(f"Nora met Luis. She smiled. {noise}")
    page.page.click("#link")
    text = page.page.inner_text("dialog.carry")
    assert "Too long for a link" in text
    assert "Export" in text


def test_unknown_options_in_a_link_are_reported_and_ignored(look: Look) -> None:
    how = {"algorithm": "no-such", "profile": 7, "precision": "high", "view": 5}
    page = look().goto(fragment({"document": {"text": NORA}, "how": how, "mode": "<b>x"}))
    text = message(page)
    assert all(word in text for word in ("no-such", "profile", "precision", "view"))
    page.page.wait_for_selector("#text [data-p]")
    deep: object = 1
    for _ in range(400):
        deep = [deep]
    page = look().goto(fragment({"document": {"text": NORA}, "operations": [deep]}))
    assert "corrections" in message(page)
    page.page.wait_for_selector("#text [data-p]")


def test_a_text_in_another_language_has_a_banner_and_labels_of_speakers_stand_once(
    look: Look,
) -> None:
    german = "Der Hund lief weg. Er kam nicht zurück, und die Frau suchte ihn im Garten."
    studio = look(german)
    banner = "This seems to be German: only English is understood."
    assert studio.text("#problems summary") == banner
    assert studio.page.locator("#problems.banner ul").is_visible()
    studio = look("Anna: I lost my keys.\nBen: Did you find them?\nAnna: Yes, they were here.\n")
    assert studio.page.locator("#problems").is_hidden()
    assert studio.page.locator("#text .turn").count() == 3
    assert studio.js("document.querySelector('#text').textContent.split('Ben').length") == 2
