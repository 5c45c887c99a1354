"""Everything can be taken along, as it is shown."""

from __future__ import annotations

import json

import pytest

from tests.web.studio.conftest import DESK, NORA, PHONE, SHE_IS_LUIS, TABLET, Look, Studio, fragment


def exporting(page: Studio, to: str = "rewritten") -> Studio:
    page.page.click("#export")
    page.page.wait_for_selector("#export-dialog[open]")
    page.page.locator(f"[id='export-{to}']").check()
    page.page.wait_for_selector("#export-dialog button.primary:enabled")
    return page


KINDS = {
    "rewritten": "Nora smiled at the dog",
    "html": "<html",
    "trace": "<html",
    "latex": "\\begin{",
    "tsv": "she\t",
    "corefud": "Entity=",
    "conllu": "Nora\tNora\tPROPN",
    "brat": ".zip: an archive",
    "webanno": "#FORMAT=WebAnno TSV 3",
    "conll2012": "#begin document",
    "json": '"hearer-interpretation-1"',
    "jsonl": '"pronoun"',
    "jsonlines": '"clusters"',
}


def test_each_kind_is_shown_before_it_is_taken(studio: Look) -> None:
    page = exporting(studio().opened())
    for to, begins in KINDS.items():
        page.page.locator(f"[id='export-{to}']").check()
        page.until(f"document.querySelector('#export-dialog pre').textContent.includes({begins!r})")
    shown = page.js("[...document.querySelectorAll('#export-dialog input')].map(x => x.value)")
    formats = page.js("fetch('v1/formats').then(x => x.json())")
    assert {one["name"] for one in formats if one["written"]} <= set(shown)
    assert all(page.texts("#export-dialog .what"))
    page.page.locator("[id='export-rewritten']").check()
    page.page.get_by_label("A pronoun is").select_option("annotate")
    page.page.wait_for_selector("#export-dialog pre:has-text('She [Nora] smiled')")
    for to in ("corrections.tsv", "corrections.json"):  # without any there are none to export
        page.page.locator(f"[id='export-{to}']").check()
        page.page.wait_for_selector("#export-dialog .said:has-text('corrected nothing yet')")
        assert page.page.get_by_role("button", name="Download").is_disabled()


def test_a_file_is_downloaded_with_a_name(studio: Look) -> None:
    page = exporting(studio().opened(), "json")
    with page.page.expect_download() as waited:
        page.page.get_by_role("button", name="Download").click()
    assert waited.value.suggested_filename.endswith(".json")
    assert json.loads(waited.value.path().read_text(encoding="utf-8"))


def test_corrections_are_exported_and_count_in_all_that_is(studio: Look) -> None:
    page = studio().goto(fragment({"document": {"text": NORA}, "operations": [SHE_IS_LUIS]}))
    page.page.wait_for_selector("#text .corrected")
    exporting(page, "corrections.tsv")
    page.until("document.querySelector('#export-dialog pre').textContent.includes('2\\t1\\t@1.3')")
    page.page.locator("[id='export-rewritten']").check()
    page.until("document.querySelector('#export-dialog pre').textContent.includes('Luis smiled')")


def test_it_can_be_copied_and_what_is_in_effect_is_exported(studio: Look) -> None:
    page = studio(permissions=["clipboard-read", "clipboard-write"]).opened()
    exporting(page)
    page.page.get_by_role("button", name="Copy").click()
    page.page.wait_for_selector("#export-dialog .said:has-text('Copied')")
    copied = page.js("navigator.clipboard.readText()")
    assert copied == "Nora met Luis. Nora smiled at the dog. The dog barked at Luis."
    other = exporting(studio().opened(NORA, algorithm="s-list", precision=None))
    with other.page.expect_request(lambda asked: asked.url.endswith("/studio/export")) as waited:
        other.page.locator("[id='export-json']").check()
    assert waited.value.post_data_json["algorithm"] == "s-list"


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (TABLET, "dark"), (DESK, "light")])
def test_the_dialog_fits_and_is_accessible(
    studio: Look, size: tuple[int, int], scheme: str
) -> None:
    page = studio(size, scheme).opened()
    page.js("document.getElementById('export').click()")
    page.page.wait_for_selector("#export-dialog button.primary:enabled")
    assert page.page.get_by_role("button", name="Download").is_visible()
    assert not page.overflows
    assert page.faults() == []
