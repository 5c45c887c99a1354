"""Algorithms side by side: differences first, and why."""

from __future__ import annotations

from tests.web.studio.conftest import PHONE, Look, Studio

KELLER = (
    "Anna Keller missed the last train to Basel. "
    "She had lent her watch to her brother, and he had not given it back."
)
ROW = "#compare .compared li:has(> dl)"


def compared(page: Studio) -> Studio:
    page.mode("compare").page.wait_for_selector(ROW)
    return page


def test_what_they_differ_on_comes_first_in_the_names_and_colours_of_the_text(studio: Look) -> None:
    page = studio().opened(KELLER)
    read = page.js("document.querySelector('#text [data-p]').style.getPropertyValue('--h')")
    compared(page)
    summary = ["3 algorithms agree on 4 of 5 pronouns, and differ on 1."]
    assert page.texts("#compare .compare-head .summary") == summary
    said = "To be comparable, all hear what the paper’s profile hears; weighted-s-list may"
    assert page.texts("#compare .compare-head .hint")[0].startswith(said)
    assert page.texts("#compare .compared h3") == ["Where they differ 1", "Where they agree 4"]
    first, she = page.page.locator(ROW).first, page.page.locator(ROW).nth(1)
    assert first.locator("strong").inner_text() == "it"
    answers = [told.lower() for told in first.locator("dd").all_inner_texts()]
    assert answers == ["anna keller's watch", "≠ basel", "anna keller's watch"]
    assert she.locator("dd").all_inner_texts() == ["Anna Keller"] * 3
    hues = she.locator("dd .whose").evaluate_all("all => all.map(x => x.style.cssText)")
    assert hues == [f"--h: {read};"] * 3


def test_each_other_is_one_pronoun(studio: Look) -> None:
    page = compared(studio().opened("Anna met Ben. They had known each other for years."))
    assert "each other" in page.texts(f"{ROW} strong")
    they = page.page.locator(ROW, has_text="They had").first
    assert they.locator("dd").first.inner_text() == "Anna and Ben"


def test_why_unfolds_and_a_click_goes_to_the_pronoun_in_the_text(studio: Look) -> None:
    page = compared(studio().opened(KELLER))
    page.page.locator(f"{ROW} summary").first.click()
    reasons = page.page.locator(f"{ROW} .why").first.inner_text()
    assert "Basel ✓" in reasons
    assert "BASEL" not in reasons
    assert "Backward-looking centre (Cb): Anna Keller" in reasons
    assert all(name in reasons for name in ("weighted-s-list", "s-list", "bfp"))
    page.page.get_by_label("Differences only").check()
    assert page.texts("#compare .compared h3") == ["Where they differ 1"]
    page.page.locator(f"{ROW} button.where").first.click()
    page.page.wait_for_selector("#text [data-p]")
    assert page.js("document.documentElement.dataset.mode") == "read"
    assert "“it”" in page.page.inner_text("#why")


def test_two_to_four_can_be_chosen(studio: Look) -> None:
    page = compared(studio().opened(KELLER))
    page.page.get_by_role("button", name="+ Add one").click()
    page.page.get_by_label("Fourth algorithm").select_option("hobbs")
    page.page.wait_for_selector("#compare .summary:has-text('4 algorithms')")
    assert page.page.get_by_role("button", name="+ Add one").count() == 0
    for _ in range(2):
        page.page.get_by_role("button", name="Without").last.click()
    page.page.wait_for_selector("#compare .summary:has-text('2 algorithms')")
    assert page.page.get_by_role("button", name="Without").count() == 0


def test_a_phone_has_cards_and_nothing_overflows(studio: Look) -> None:
    page = compared(studio(PHONE).opened(KELLER))
    assert page.page.locator(f"{ROW} dt").first.is_visible()
    assert not page.overflows
    assert page.faults() == []
