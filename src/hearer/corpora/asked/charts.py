"""Bars and lines, drawn with matplotlib: the same figures give the same bytes.

Picture      a chart that shows itself in a notebook
drawn        a chart as SVG or PNG
picture_form
             which of the two a file of some name is

Bars with names lie, so that the names can be read; those of numbers stand. Of many only the
first are drawn, and the others as one bar, where that makes sense.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearer.corpora.asked.chart import OTHERS, Chart, ChartKind, figure, legible, lies, named
from hearer.errors import MissingPackage, UsageError
from hearer.harmless import brief, quoted
from hearer.report.plots import COLOURS
from hearer.writing.files import write_file
from hearer.writing.places import Name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = "#999999"  # what is left together
WIDE, LEAST_HIGH, A_BAR_HIGH, AROUND = 8.0, 3.6, 0.28, 1.5  # inches
A_LETTER_HIGH = 0.05  # of names that are turned
MOST_NAMED = 30  # points whose names stand below a line
MOST_LETTERS = 80  # of figures above bars
DOTS = 144  # an inch of PNG
SUFFIXES = {".svg": "svg", ".png": "png"}
MARKERS = "osD^vPX*"  # who sees no colours sees these
# Nothing of the time or the machine is in a picture, and no user's settings.
SAME: Any = {
    "svg.hashsalt": "hearer", "svg.fonttype": "none", "text.parse_math": False,
    "font.family": ["sans-serif"], "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 9.0, "axes.titlesize": 11.0, "axes.titleweight": "bold",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "figure.facecolor": "white", "axes.facecolor": "white", "legend.frameon": False,
}  # fmt: skip
NO_DATE = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


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
    shown = legible(chart)
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
        from matplotlib import figure, rc_context, style
    except ModuleNotFoundError as error:
        raise MissingPackage("matplotlib", "Drawing") from error
    with style.context("default"), rc_context(SAME), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that its font has not
        yield figure


# Drawing ------------------------------------------------------------------------------------------


def _size(chart: Chart) -> tuple[float, float]:
    if chart.kind is ChartKind.LINE:
        turned = max(len(name) if isinstance(name, str) else 0 for name in chart.names)
        return WIDE, LEAST_HIGH + A_LETTER_HIGH * turned
    if not lies(chart):
        return WIDE, LEAST_HIGH
    beside = 1 if chart.adds_up else len(chart.series)
    bars = len(chart.names) * max(1.0, beside * 0.6)
    return WIDE, max(LEAST_HIGH * 0.6, AROUND + A_BAR_HIGH * bars)


def _bars(axes: Axes, chart: Chart) -> None:
    """Bars that stand or lie; of several series stacked where they add up, else side by side."""
    is_lying, places = lies(chart), range(len(chart.names))
    draw: Any = axes.barh if is_lying else axes.bar
    beside = 1 if chart.adds_up else len(chart.series)
    thick = 0.8 / beside
    below = [0.0] * len(chart.names)
    for n, (name, figures) in enumerate(chart.series.items()):
        high = [one or 0.0 for one in figures]
        shift = 0.0 if chart.adds_up else (n - (beside - 1) / 2) * thick
        start = {"left" if is_lying else "bottom": below}
        at = [place + shift for place in places]
        draw(at, high, thick, color=_colours(chart, n), label=name, **start)
        if chart.adds_up:
            below = [one + more for one, more in zip(below, high, strict=True)]
    _name_bars(axes, chart, is_lying=is_lying)


def _name_bars(axes: Axes, chart: Chart, *, is_lying: bool) -> None:
    names = [str(name) for name in chart.names]
    if is_lying:
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)  # the first above all
    else:
        axes.set_xticks(range(len(names)), names)
    if _has_figures(chart, is_lying=is_lying):
        only: Any = axes.containers[0]
        axes.bar_label(only, fmt=figure, padding=2, fontsize=8)


def _has_figures(chart: Chart, *, is_lying: bool) -> bool:
    """Whether figures stand beside the bars: of one series, where there is room for them."""
    (first, *more) = chart.series.values()
    letters = sum(len(figure(one or 0)) + 1 for one in first)
    return not more and chart.adds_up and (is_lying or letters <= MOST_LETTERS)


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
        every = -(-len(places) // MOST_NAMED)
        axes.set_xticks(places[::every], [str(name) for name in chart.names[::every]])
        _turn(axes)


def _turn(axes: Axes) -> None:
    for label in axes.get_xticklabels():
        label.set_rotation(40)
        label.set_horizontalalignment("right")
        label.set_rotation_mode("anchor")


def _name(drawing: Figure, axes: Axes, chart: Chart) -> None:
    """Say what is drawn."""
    is_lying = chart.kind is ChartKind.BAR and lies(chart)
    _axes(axes, chart, is_lying=is_lying)
    drawing.suptitle(chart.title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    if chart.note:
        drawing.supxlabel(chart.note, x=0.99, ha="right", fontsize=8)
    if len(chart.series) > 1:
        drawing.legend(loc="outside right center", fontsize=8)


def _axes(axes: Axes, chart: Chart, *, is_lying: bool) -> None:
    """What stands beside the axes: `x` along the bars' names, `y` along their lengths."""
    names, lengths = named(chart.x), _lengths(chart)
    axes.set_xlabel(lengths if is_lying else names)
    axes.set_ylabel(names if is_lying else lengths)
    axis = axes.xaxis if is_lying else axes.yaxis
    axis.set_major_formatter(lambda value, _: figure(value))
    axis.grid(visible=True, color="#dddddd", linewidth=0.6)
    if _is_whole(chart):
        axes.locator_params(axis="x" if is_lying else "y", integer=True)


def _lengths(chart: Chart) -> str:
    """What the figures are called; where nobody says it of several series, the legend does."""
    if len(chart.series) > 1 and not chart.y:
        return ""
    return named(chart.y or next(iter(chart.series)))


def _is_whole(chart: Chart) -> bool:
    """Whether there are no parts of one among the figures."""
    return all(float(one or 0).is_integer() for figures in chart.series.values() for one in figures)


DRAWN = {ChartKind.BAR: _bars, ChartKind.LINE: _lines}
