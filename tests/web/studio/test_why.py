"""Click a pronoun: who, why, the list at that moment, bars for and against; and why not another."""

from __future__ import annotations

import re

import pytest

from tests.conftest import EXAMPLES
from tests.web.studio.conftest import DESK, ON_A_DESK, PHONE, Look, Studio

TEXT = "Anna Keller met Mia in the old library. She gave her a book about gardens. It was raining."
SHE, HER, IT = 0, 1, 2


def opened(studio: Studio, pronoun: int) -> None:
    studio.page.click(f"#text [data-p='{pronoun}']")
    studio.page.wait_for_selector(".why-body .answer")
    studio.settled()


@ON_A_DESK
def test_a_click_on_a_pronoun_says_who_how_probable_and_why(
    look: Look, size: tuple[int, int]
) -> None:
    studio = look(TEXT, size)
    opened(studio, SHE)

    assert studio.text("#why h2") == "“She” 1 of 3"
    who, sure = studio.texts(".whom > *")
    assert (who.casefold(), sure[-1]) == ("anna keller", "%")
    below = studio.js("document.querySelector('.why-body').firstElementChild.className")
    assert below == "answer"
    why = studio.text(".answer").casefold()
    assert why.startswith("mia passes too, but weighs less: nearness, ")
    assert why.endswith(" speak for anna keller.")
    studio.page.click(".answer + .account summary")
    account = studio.text(".answer + .account").casefold()
    assert "on the list stood, most salient first, anna keller, mia and the old library." in account
    assert re.search(r"\d:\d", studio.text("#why")) is None
    studio.says(f"“She” is Anna Keller, {sure}.")
    assert not studio.overflows


def test_the_list_is_told_in_order_with_what_each_failed_and_what_is_probable(look: Look) -> None:
    studio = look(TEXT)
    opened(studio, HER)
    rows = [row.casefold() for row in studio.texts(".tests > li .row")]
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    assert rows[0].startswith("1 anna keller")
    assert rows[1].startswith("2 mia")
    verdicts = studio.texts(".tests .verdict")
    assert verdicts[0] == "✗ binding: is the subject of the same verb (“gave”)"
    assert verdicts[1].startswith("✓ passes, weighs +")
    assert verdicts[2] == "✗ agreement: is neuter, and “her” is feminine"
    studio.page.click(".tests li:nth-child(1) .ask")  # who was ruled out has the rule
    studio.page.wait_for_selector(".why-not p")
    assert studio.text(".why-not p").endswith("so binding rules it out.")
    studio.page.click(".why-not .links button")
    studio.page.wait_for_function("() => document.activeElement.closest('#text') !== null")
    assert studio.js("document.activeElement.closest('.m').textContent") == "Anna Keller"
    opened(studio, SHE)
    names = [name.casefold() for name in studio.texts(".likely .ask")]
    assert names == ["anna keller", "mia", "nobody"]
    widths = studio.js(WIDTHS)
    assert sum(widths) == pytest.approx(100, abs=0.5)
    assert widths == sorted(widths, reverse=True)
    assert studio.text(".likely .percent") == f"{round(widths[0])} %"


WIDTHS = """() => [...document.querySelectorAll(".chance")]
  .map((bar) => parseFloat(bar.style.getPropertyValue("--w")))"""


def test_the_factors_are_bars_for_and_against_whose_numbers_add_up(look: Look) -> None:
    studio = look(TEXT)
    opened(studio, IT)

    columns = studio.js(COLUMNS, "#why .scales")
    assert len(columns) == 2
    for column in columns:
        *parts, total = column
        assert len(parts) > 3
        assert sum(parts) == pytest.approx(total, abs=0.02)
    sides = studio.js(SIDES, "#why .scales")
    assert {*sides} == {"for +", "against −"}
    assert "0.00" not in studio.text("#why .scales tbody")
    assert studio.text(".whom").startswith("nothing: it is pleonastic")
    assert studio.text(".likely .ask") == "nobody"


NUMBER = "(text) => Number(text.replace('−', '-').match(/[+-]?[0-9.]+|$/)[0])"
COLUMNS = f"""(table) => {{
  const number = {NUMBER};
  const rows = [...document.querySelectorAll(`${{table}} tbody tr, ${{table}} tfoot tr`)];
  const told = (row) => [...row.querySelectorAll("td")].map((td) => number(td.textContent));
  const cells = rows.map(told);
  return cells[0].map((_, n) => cells.map((row) => row[n]));
}}"""
SIDES = """(table) => [...document.querySelectorAll(`${table} tbody td:not(.none)`)].map((td) =>
  `${td.querySelector(".bar").classList[1]} ${td.textContent.trim()[0]}`)"""


@ON_A_DESK
def test_a_click_on_another_candidate_says_why_not(look: Look, size: tuple[int, int]) -> None:
    studio = look(TEXT, size)
    opened(studio, SHE)
    studio.page.click(".likely li:nth-child(2) .ask")
    studio.page.wait_for_selector(".why-not p")

    said = studio.text(".why-not p").casefold()
    assert said.startswith("“she” is not mia: mia passes agreement, binding and sort, but")
    heads = [one.casefold() for one in studio.texts(".why-not thead th")]
    assert heads == ["factor", "mia", "anna keller"]
    assert studio.page.get_attribute(".likely li:nth-child(2) .ask", "aria-expanded") == "true"
    studio.page.click(".likely li:nth-child(2) .ask")
    assert studio.page.locator(".why-not").count() == 0


def test_a_file_with_several_documents_is_explained(look: Look) -> None:
    studio = look()
    studio.page.set_input_files("#file", EXAMPLES / "table3.conllu")
    studio.page.wait_for_selector("#text .w")
    opened(studio, HER)

    assert studio.text(".whom").casefold().startswith("brennan")
    assert studio.texts(".tests .verdict")[0].startswith(
        "✗ binding: is the subject of the same verb"
    )


def test_all_of_it_is_reached_with_the_keyboard(look: Look) -> None:
    studio = look(TEXT)
    studio.page.focus("#text [tabindex='0']")
    studio.key("Enter")
    studio.page.wait_for_selector(".why-body .answer")
    studio.page.focus("#why [data-key='next']")
    studio.key("Enter")
    studio.page.wait_for_function(
        "() => document.querySelector('#why h2').textContent.includes('2 of 3')"
    )
    studio.settled()
    assert studio.js("document.activeElement.dataset.key") == "next"
    assert studio.texts(".whom > *")[0].casefold() == "mia"
    studio.page.focus(".tests li:nth-child(1) .ask")
    studio.key("Enter")
    studio.page.wait_for_selector(".why-not p")
    studio.page.focus("#why [data-key='step']")
    studio.key("Enter")
    studio.page.wait_for_selector("#list-pane:not([hidden])")
    assert studio.js("document.querySelector('#text .now .w').textContent.trim()") == "her"


def test_without_weights_the_tests_are_told_in_their_order(look: Look) -> None:
    studio = look(TEXT)
    studio.page.select_option("#profile", "paper")
    studio.settled()
    opened(studio, SHE)

    assert studio.page.locator(".likely, .scales").count() == 0
    assert studio.text(".why-body > .hint").startswith("s-list weighs nothing: ")
    assert studio.text(".answer").casefold().startswith("anna keller was tested first, and passes")
    rows = [row.casefold() for row in studio.texts(".tests > li .row")]
    assert rows[0].startswith("1 anna keller")
    assert studio.texts(".tests .verdict")[:2] == ["✓ passes", "not reached"]
    studio.page.select_option("#algorithm", "bfp")  # which is explained in its own way
    studio.settled()
    opened(studio, SHE)
    why = "Agreement rules out the old library. Anna Keller was tested next, and passes."
    assert studio.text(".answer").casefold() == why.casefold()
    assert studio.page.locator(".likely, .scales").count() == 0


def test_hostile_names_are_only_text(look: Look) -> None:
    studio = look(
        "<img src=x onerror=alert(1)> met Anna. She smiled. </script> laughed. She left.", PHONE
    )
    opened(studio, 0)
    assert studio.page.locator("#why img").count() == 0
    assert not studio.overflows


def test_a_long_text_is_explained_as_quickly_as_a_short_one(look: Look) -> None:
    studio = look(" ".join([TEXT] * 30), DESK)
    opened(studio, 0)
    studio.page.focus("#why [data-key='next']")
    for n in range(2, 6):
        studio.key("Enter")
        studio.page.wait_for_function(
            f"() => document.querySelector('#why h2').textContent.includes('{n} of')"
        )
    studio.page.wait_for_selector(".why-body .answer")
    assert studio.text("#why h2") == "“her” 5 of 90"
