"""Pictures of answers: the same figures give the same bytes, and all of them can be read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from hearer.corpora.asked.cells import Heading
from hearer.corpora.asked.chart import Chart, ChartKind, figure, legible, lies
from hearer.corpora.asked.charts import Picture, drawn
from hearer.corpora.asked.figures import chart_of
from hearer.corpora.asked.questions.questions import Drawing
from hearer.errors import UsageError

BAR, LINE = ChartKind
NAMES = tuple(f"name {n}" for n in range(25))
MANY = Chart(BAR, "Mentions", "name", NAMES, {"mentions": tuple(range(250, 0, -10))})
PARTS = Chart(
    LINE, "Over time", "part", tuple(range(1, 21)), {"Anna": (1, None) * 10, "Ben": (2,) * 20}
)
HOSTILE = ("$x^$", "<script>alert(1)</script>", "a\x1b[31mb\u202e", "漢字", "x" * 500, "", "\ud800")


def texts(svg: bytes) -> list[str]:
    """What is written in a picture."""
    tree = ET.fromstring(svg)
    return ["".join(one.itertext()) for one in tree.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("chart", [MANY, PARTS])
@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG\r\n")])
def test_a_picture_has_the_same_bytes_each_time(chart: Chart, form: str, start: bytes) -> None:
    picture = drawn(chart, form)
    assert picture.startswith(start)
    assert drawn(chart, form) == picture


def test_nothing_of_the_day_is_in_a_picture() -> None:
    assert b"dc:date" not in drawn(MANY, "svg")
    assert not re.search(rb"tEXt|tIME", drawn(MANY, "png"))


def test_settings_of_the_user_change_nothing() -> None:
    import matplotlib as mpl

    before = drawn(PARTS, "svg")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "path"}):
        assert drawn(PARTS, "svg") == before
        assert mpl.rcParams["font.size"] == 30


def test_a_line_has_room_above_long_names() -> None:
    """Names that are turned take nothing from the height of the lines."""
    heights = []
    for name in ("a", "x" * 30):
        svg = drawn(Chart(LINE, "", "x", (f"{name}1", f"{name}2"), {"n": (1, 2)}), "svg")
        heights.append(float(ET.fromstring(svg).attrib["height"].removesuffix("pt")))
    assert heights[1] > heights[0] + 80


def test_all_that_is_drawn_is_named() -> None:
    written = texts(drawn(PARTS, "svg"))
    assert {"Over time", "part", "Anna", "Ben"} <= set(written)


# Many -----------------------------------------------------------------------------------------


def test_of_many_bars_the_first_are_drawn_and_the_others_as_one() -> None:
    shown = legible(MANY)
    assert shown.names == (*NAMES[:20], "5 others")
    assert shown.series["mentions"][-1] == 50 + 40 + 30 + 20 + 10
    assert {"name 19", "5 others", "250", "150"} <= set(texts(drawn(MANY, "svg")))


def test_others_that_are_too_many_are_told_below() -> None:
    """They would be so long that the bars could not be seen."""
    shown = legible(replace(MANY, names=NAMES * 10, series={"mentions": (10,) * 250}))
    assert shown.names == NAMES[:20]
    assert shown.note == "and 230 others: 2,300"


def test_shares_are_not_added_up() -> None:
    shown = legible(replace(MANY, adds_up=False))
    assert shown.names == NAMES[:20]
    assert shown.title == "Mentions (the first 20 of 25)"


def test_of_many_series_the_last_are_one() -> None:
    series = {f"s{n}": (1, n) for n in range(12)}
    shown = legible(Chart(BAR, "", "x", ("a", "b"), series))
    assert list(shown.series) == [*(f"s{n}" for n in range(10)), "others"]
    assert shown.series["others"] == (2, 10 + 11)


def test_a_line_of_many_names_does_not_write_all_of_them() -> None:
    names = tuple(f"document {n}" for n in range(500))
    written = texts(drawn(Chart(LINE, "t", "x", names, {"n": (1,) * 500}), "svg"))
    assert len([one for one in written if one.startswith("document")]) <= 30


@pytest.mark.parametrize(
    ("names", "is_lying"),
    [
        (tuple(range(12)), False),
        (("he", "she", "it"), False),
        (("CONTINUE", "RETAIN"), True),
        (tuple(range(40)), True),
        (tuple(range(10_000, 10_020)), True),
    ],
)
def test_bars_lie_where_their_names_need_room(names: tuple[str | int, ...], is_lying: bool) -> None:
    assert lies(Chart(BAR, "", "", names, {"n": (1,) * len(names)})) == is_lying


def test_no_name_stands_on_another() -> None:
    """Boxes around names of bars, lying and standing, do not meet."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from hearer.corpora.asked import charts

    for chart in (MANY, Chart(BAR, "", "x", tuple(range(20)), {"n": tuple(range(1000, 1020))})):
        shown = legible(chart)
        with charts._matplotlib():
            drawing = Figure(figsize=charts._size(shown), dpi=100, layout="constrained")
            axes = drawing.add_subplot()
            charts._bars(axes, shown)
            charts._name(drawing, axes, shown)
            canvas: Any = FigureCanvasAgg(drawing)
            canvas.draw()
        labels = axes.get_yticklabels() if lies(shown) else axes.get_xticklabels()
        boxes = [label.get_window_extent() for label in labels]
        assert len(boxes) == len(shown.names)
        for one, other in pairwise(boxes):
            assert not one.overlaps(other)


# Names of strangers ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [BAR, LINE])
@pytest.mark.parametrize("form", ["svg", "png"])
def test_names_of_strangers_are_only_names(kind: ChartKind, form: str) -> None:
    chart = Chart(kind, HOSTILE[0], HOSTILE[1], HOSTILE, dict.fromkeys(HOSTILE, (1,) * 7))
    picture = drawn(chart, form)
    if form == "svg":
        written = texts(picture)
        assert "<script>alert(1)</script>" in written
        assert b"<script" not in picture
        assert "a\\x1b[31mb\\u202e" in written
        assert max(map(len, written)) <= 90


def test_names_that_are_cut_alike_stay_apart() -> None:
    long = "x" * 100
    shown = legible(Chart(BAR, "", "x", ("a",), {f"{long}1": (1,), f"{long}2": (2,)}))
    assert list(shown.series.values()) == [(1,), (2,)]


# From rows to charts --------------------------------------------------------------------------


def heading(*header: str) -> Heading:
    return Heading("query", "Asked", header)


def test_of_own_sql_the_first_column_is_drawn_along() -> None:
    chart = chart_of(
        heading("document", "status", "words"), [("a", "done", 3), ("b", "done", None)]
    )
    assert (chart.names, chart.series) == (("a", "b"), {"words": (3, None)})
    assert chart.kind is BAR


def test_several_columns_are_several_series_side_by_side() -> None:
    chart = chart_of(heading("n", "x", "y"), [(1, 0.5, 2), (2, 0.25, 3)], kind=LINE)
    assert chart.series == {"x": (0.5, 0.25), "y": (2, 3)}
    assert not chart.adds_up
    assert chart.kind is LINE


def test_without_figures_nothing_is_drawn() -> None:
    for rows in ([], [("a", "b")], [("a", None)]):
        with pytest.raises(UsageError, match="There is nothing to draw"):
            chart_of(heading("x", "y"), rows)


def test_rows_are_counted_where_no_figures_are_named() -> None:
    rows = [("it", "event"), ("he", "event"), ("it", "ambiguous")]
    chart = chart_of(heading("pronoun", "label"), rows, Drawing("pronoun", (), series="label"))
    assert chart.names == ("it", "he")
    assert chart.series == {"event": (1, 1), "ambiguous": (1, 0)}


def test_who_has_a_name_in_several_documents_is_told_apart() -> None:
    rows = [("Ben", "x/a.txt", 3), ("Ben", "x/b.txt", 2), ("Anna", "x/a.txt", 1)]
    chart = chart_of(heading("name", "document", "n"), rows, Drawing("name", ("n",)))
    assert chart.names == ("Ben (a.txt)", "Ben (b.txt)", "Anna")


def test_lines_of_one_name_in_several_documents_are_several() -> None:
    rows = [("Ben", "a.txt", 1, 3), ("Ben", "b.txt", 1, 2), ("Anna", "a.txt", 1, 5)]
    drawing = Drawing("part", ("n",), kind=LINE, series="name")
    chart = chart_of(heading("name", "document", "part", "n"), rows, drawing)
    assert chart.series == {"Ben (a.txt)": (3,), "Ben (b.txt)": (2,), "Anna": (5,)}


def test_figures_are_short() -> None:
    assert [figure(1234567.0), figure(0.5), figure(0)] == ["1,234,567", "0.5", "0"]


def test_a_picture_shows_and_saves_itself(tmp_path: object) -> None:
    picture = Picture(MANY)
    assert picture._repr_svg_().startswith("<?xml")
    assert repr(picture) == "<Picture bar: 'Mentions', save it: .save('chart.svg')>"
    with pytest.raises(UsageError, match=r"A picture is a \.svg or a \.png, not 'x\.jpg'"):
        picture.save("x.jpg")
