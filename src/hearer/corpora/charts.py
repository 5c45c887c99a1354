"""Bars and lines, drawn with matplotlib: the same figures give the same bytes.

Chart        a drawing to be: its figures, and what they are called
ChartKind    bar or line
Picture      the same as a picture that shows itself in a notebook
drawn        a chart as SVG or PNG
figure       a number as it is written in one

Bars with names lie, so that the names can be read; those of numbers stand. Of many only the
first are drawn, and the others as one bar, where that makes sense.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearer.errors import MissingPackage, UsageError
from hearer.harmless import brief, printable, quoted
from hearer.report.plots import COLOURS
from hearer.report.styles import cut
from hearer.writing.files import write_file
from hearer.writing.places import Name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS, MOST_POINTS, MOST_SERIES = 20, 2000, len(COLOURS)
MOST_UPRIGHT, UPRIGHT_LETTERS = 30, 6  # bars that stand side by side, and the letters below one
LONGEST, LONGEST_TITLE = 32, 90  # letters of a name
OTHERS, GREY = "others", "#999999"
TOO_LONG = 2  # times the longest bar
WIDE, LEAST_HIGH, A_BAR_HIGH, AROUND = 8.0, 3.6, 0.28, 1.5  # inches
DOTS = 144  # an inch of PNG
SUFFIXES = {".svg": "svg", ".png": "png"}
MARKERS = "osD^vPX*"  # who sees no colours sees these
# Nothing of the time or the machine is in a picture, and no user's settings.
SAME = {
    "svg.hashsalt": "hearer", "svg.fonttype": "none", "text.parse_math": False,
    "font.family": ["sans-serif"], "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 9.0, "axes.titlesize": 11.0, "axes.titleweight": "bold",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "figure.facecolor": "white", "axes.facecolor": "white", "legend.frameon": False,
}  # fmt: skip
NO_DATE = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


class ChartKind(StrEnum):
    """How figures are drawn."""

    BAR = "bar"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing to be: for each name on the x axis a figure of every series, or none.

    Where figures `add_up` (counts do, shares do not), series are stacked, and what is too much is
    drawn as `others`.
    """

    kind: ChartKind
    title: str
    x: str
    names: tuple[str | float, ...]
    series: Mapping[str, tuple[float | None, ...]]
    y: str = ""
    adds_up: bool = True
    note: str = ""  # below


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart that shows itself in a notebook."""

    chart: Chart

    def _repr_svg_(self) -> str:
        return drawn(self.chart, "svg").decode()

    def save(self, name: Name, *, force: bool = False) -> None:
        """Write it as a file: .svg or .png."""
        write_file(name, drawn(self.chart, picture_form(name)), force=force)

    def __repr__(self) -> str:
        named, kind = self.chart.title, self.chart.kind
        return brief(self, f"{kind}: {named!r}, save it: .save('chart.svg')")


def picture_form(name: Name) -> str:
    """What a file of this name is written as.

    >>> picture_form("chart.svg")
    'svg'
    """
    form = SUFFIXES.get(Path(name).suffix.lower())
    if form is None:
        raise UsageError(f"A picture is a .svg or a .png, not {quoted(str(name))}.")
    return form


def drawn(chart: Chart, form: str) -> bytes:
    """The chart as a picture: `form` is svg or png."""
    shown = _readable(_few(chart))
    if not shown.names or not shown.series:
        raise UsageError("There is nothing to draw: the answer has no figures.")
    out = BytesIO()
    with _matplotlib() as figures:
        drawing = figures.Figure(figsize=_size(shown), dpi=DOTS, layout="constrained")
        axes = drawing.add_subplot()
        DRAWN[shown.kind](axes, shown)
        _name(drawing, axes, shown)
        drawing.savefig(out, format=form, metadata=NO_DATE[form])
    return out.getvalue()


@contextmanager
def _matplotlib() -> Iterator[Any]:
    """Matplotlib's figures, with settings of ours for as long as one is drawn."""
    try:
        import matplotlib
        from matplotlib import figure, style
    except ModuleNotFoundError as error:
        raise MissingPackage("matplotlib", "Drawing") from error
    with style.context("default"), matplotlib.rc_context(SAME), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that its font has not
        yield figure


# What is drawn of it ------------------------------------------------------------------------------


def _few(chart: Chart) -> Chart:
    """The chart with no more bars and lines than can be told apart."""
    return _few_names(_few_series(chart))


def _few_series(chart: Chart) -> Chart:
    if len(chart.series) <= MOST_SERIES:
        return chart
    kept, left = _split(list(chart.series), MOST_SERIES - 1)
    series = {name: chart.series[name] for name in kept}
    if chart.adds_up:
        series[OTHERS] = tuple(map(_sum, zip(*(chart.series[name] for name in left), strict=True)))
    return replace(chart, series=series)


def _few_names(chart: Chart) -> Chart:
    if chart.kind is ChartKind.LINE or not _lies(chart):
        return chart if len(chart.names) <= MOST_POINTS else _first(chart, MOST_POINTS)
    if len(chart.names) <= MOST_BARS:
        return chart
    few = _first(chart, MOST_BARS)
    if not chart.adds_up:
        return few
    left = {name: _sum(of[MOST_BARS:]) for name, of in chart.series.items()}
    told = f"{len(chart.names) - MOST_BARS:,} {OTHERS}"
    if sum(left.values()) > TOO_LONG * _longest(few):  # the first would be too short to be seen
        return replace(few, note=f"and {told}: {figure(sum(left.values()))}")
    series = {name: (*few.series[name], left[name]) for name in chart.series}
    return replace(few, names=(*few.names, told), series=series)


def _longest(chart: Chart) -> float:
    return max(map(_sum, zip(*chart.series.values(), strict=True)))


def _first(chart: Chart, most: int) -> Chart:
    told = f"{chart.title} (the first {most} of {len(chart.names)})"
    series = {name: figures[:most] for name, figures in chart.series.items()}
    title = chart.title if chart.adds_up and _lies(chart) else told
    return replace(chart, names=chart.names[:most], series=series, title=title)


def _split(names: Sequence[str], at: int) -> tuple[Sequence[str], Sequence[str]]:
    return names[:at], names[at:]


def _sum(figures: Sequence[float | None]) -> float:
    return sum(figure or 0 for figure in figures)


def _lies(chart: Chart) -> bool:
    """Whether the bars lie: their names are too long, or too many, to stand side by side."""
    numbers = all(isinstance(name, int | float) for name in chart.names)
    short = all(len(str(name)) <= UPRIGHT_LETTERS for name in chart.names)
    few = len(chart.names) <= (MOST_UPRIGHT if numbers else MOST_BARS // 2)
    return not (short and few)


def _readable(chart: Chart) -> Chart:
    """The chart with names that are cut where they are long, and steer nothing."""
    names = tuple(_named(name) if isinstance(name, str) else name for name in chart.names)
    series = {_named(name): figures for name, figures in chart.series.items()}
    if len(series) < len(chart.series):  # cut alike
        series = {f"{_named(name)} ({n})": of for n, (name, of) in enumerate(chart.series.items(), 1)}
    return replace(chart, names=names, series=series, title=cut(printable(chart.title), LONGEST_TITLE))


def _named(name: str) -> str:
    return cut(printable(" ".join(name.split())), LONGEST) or "–"


# Drawing ------------------------------------------------------------------------------------------


def _size(chart: Chart) -> tuple[float, float]:
    if chart.kind is ChartKind.LINE or not _lies(chart):
        return WIDE, LEAST_HIGH
    beside = 1 if chart.adds_up else len(chart.series)
    bars = len(chart.names) * max(1.0, beside * 0.6)
    return WIDE, max(LEAST_HIGH * 0.6, AROUND + A_BAR_HIGH * bars)


def _bars(axes: Axes, chart: Chart) -> None:
    """Bars that stand or lie; of several series stacked where they add up, else side by side."""
    lies, places = _lies(chart), range(len(chart.names))
    draw = axes.barh if lies else axes.bar
    beside = 1 if chart.adds_up else len(chart.series)
    thick = 0.8 / beside
    below = [0.0] * len(chart.names)
    for n, (name, figures) in enumerate(chart.series.items()):
        high = [figure or 0.0 for figure in figures]
        shift = 0.0 if chart.adds_up else (n - (beside - 1) / 2) * thick
        at = [place + shift for place in places]
        start = {"left" if lies else "bottom": below}
        draw(at, high, thick, color=_colours(chart, n), label=name, **start)
        if chart.adds_up:
            below = [one + more for one, more in zip(below, high, strict=True)]
    ticks = axes.set_yticks if lies else axes.set_xticks
    ticks(list(places), [str(name) for name in chart.names])
    if lies:
        axes.invert_yaxis()
    if len(chart.series) == 1 and chart.adds_up:
        axes.bar_label(axes.containers[0], fmt=figure, padding=2, fontsize=8)  # type: ignore[arg-type]


def _colours(chart: Chart, n: int) -> list[str]:
    """What the bars of a series are drawn in: of one alone, what is left together is grey."""
    alone = len(chart.series) == 1
    left = [alone and str(name).endswith(f" {OTHERS}") for name in chart.names]
    return [GREY if is_left else COLOURS[n % len(COLOURS)] for is_left in left]


def _lines(axes: Axes, chart: Chart) -> None:
    """A line for each series; where a figure is missing it has a gap."""
    numbers = all(isinstance(name, int | float) for name in chart.names)
    places = list(chart.names) if numbers else list(range(len(chart.names)))
    marked = len(chart.names) <= 60
    for n, (name, figures) in enumerate(chart.series.items()):
        high = [float("nan") if figure is None else figure for figure in figures]
        marker = MARKERS[n % len(MARKERS)] if marked else ""
        axes.plot(places, high, color=COLOURS[n % len(COLOURS)], marker=marker, ms=4, label=name)
    if numbers and all(float(name).is_integer() for name in chart.names):
        axes.locator_params(axis="x", integer=True)
    if not numbers:
        axes.set_xticks(range(len(places)), [str(name) for name in chart.names])
        _turn(axes)


def _turn(axes: Axes) -> None:
    for label in axes.get_xticklabels():
        label.set_rotation(40)
        label.set_horizontalalignment("right")
        label.set_rotation_mode("anchor")


def _name(drawing: Figure, axes: Axes, chart: Chart) -> None:
    """Say what is drawn."""
    lies = chart.kind is ChartKind.BAR and _lies(chart)
    across, along = (axes.set_ylabel, axes.set_xlabel) if lies else (axes.set_xlabel, axes.set_ylabel)
    across(_named(chart.x))
    if chart.note:
        drawing.supxlabel(chart.note, x=0.99, ha="right", fontsize=8)
    along(_named(chart.y or next(iter(chart.series))))
    axes.grid(visible=True, axis="x" if lies else "y", color="#dddddd", linewidth=0.6)
    (axes.xaxis if lies else axes.yaxis).set_major_formatter(lambda value, _: figure(value))
    if _is_whole(chart):
        axes.locator_params(axis="x" if lies else "y", integer=True)
    drawing.suptitle(chart.title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    if len(chart.series) > 1:
        drawing.legend(loc="outside right center", fontsize=8)


def _is_whole(chart: Chart) -> bool:
    """Whether there are no parts of one among the figures."""
    return all(float(one or 0).is_integer() for figures in chart.series.values() for one in figures)


def figure(value: float) -> str:
    """A figure beside a bar or an axis.

    >>> figure(1234567.0), figure(0.857142), figure(12.5)
    ('1,234,567', '0.857', '12.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.3g}"


DRAWN = {ChartKind.BAR: _bars, ChartKind.LINE: _lines}
