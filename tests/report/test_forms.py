"""One table, many forms."""

from __future__ import annotations

import csv
import json
from io import StringIO
from xml.etree import ElementTree as ET

import pytest

from hearer.report import forms, html
from hearer.report.forms import Form, markdown, render, tsv
from hearer.report.table import Table, cell

TABLE = Table(
    name="counts",
    title="R&D",
    header=("", "kind", "a|b", "p < 1"),
    rows=(("s-list", "right", "3", "10"), ("", "wrong", "12", "1"), ("bfp", "right", "1", "2")),
    note="Of 50 %.",
    rules=(2,),
    names=2,
)


def test_text_sets_names_to_the_left_and_figures_to_the_right() -> None:
    assert render([TABLE], heading="All.") == (
        "All.\n\n"
        "R&D\n"
        "        kind   a|b  p < 1\n"
        "-------------------------\n"
        "s-list  right    3     10\n"
        "        wrong   12      1\n"
        "-------------------------\n"
        "bfp     right    1      2\n"
        "Of 50 %.\n"
    )


def test_markdown_keeps_bars_inside_cells() -> None:
    assert markdown(TABLE, with_title=False).splitlines()[0] == r"|  | kind | a\|b | p < 1 |"


def test_latex_prints_what_the_cells_say() -> None:
    written = render([TABLE], to=Form.LATEX)
    assert r"\begin{tabular}{|l|l|cc|}" in written
    assert r" & kind & a\textbar{}b & p \textless{} 1 \\" in written
    assert r"\caption{R\&D. Of 50 \%.}" in written
    assert written.count(r"\hline") == 4


@pytest.mark.parametrize(
    ("text", "expected"), [("χ² > Σ", r"$\chi^2$ \textgreater{} $\Sigma$"), ("a--b", "a--b")]
)
def test_latex_is_escaped_in_one_place(text: str, expected: str) -> None:
    assert forms.latex_escaped(text) == expected
    assert forms.running("a--b") == "a-{}-{}b"


def test_a_page_is_well_formed_whatever_is_in_it() -> None:
    page = render([TABLE], to=Form.HTML, title="<b>", heading='"&"')
    body = ET.fromstring(page.partition("<body>")[2].partition("</body>")[0].join(("<b>", "</b>")))
    assert [one.text for one in body.iter("th")] == [None, "kind", "a|b", "p < 1"]
    assert "<title>&lt;b&gt;</title>" in page


def test_csv_has_a_line_for_every_figure() -> None:
    rows = list(csv.DictReader(StringIO(render([TABLE], to=Form.CSV))))
    assert len(rows) == 6
    assert rows[3] == {"table": "counts", "row": "s-list wrong", "column": "p < 1", "value": "1"}


def test_tsv_has_a_line_for_every_row() -> None:
    values = ("a\tb", None, True, "", 3)
    table = Table("one", "", ("a", "b", "c", "d", "e"), (tuple(map(cell, values)),))
    assert tsv(table) == "a\tb\tc\td\te\na b\tNA\tTRUE\tNA\t3\n"


def test_json_has_the_whole_table() -> None:
    (told,) = json.loads(render([TABLE], to=Form.JSON))
    assert (told["name"], told["note"], len(told["rows"])) == ("counts", "Of 50 %.", 3)


def test_attributes_cannot_be_left() -> None:
    assert html.escaped("\"'\x1b") == "&quot;&#x27;\\x1b"
