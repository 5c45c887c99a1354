"""A chart: the figures of a drawing to be, and no more of them than can be told apart.

Chart        a drawing to be: its figures, and what they are called
ChartKind    bar or line
legible      the chart with as many bars and lines as can be told apart, and names that can be read
lies         whether its bars lie
named        a name that can be read
figure       a number as it is written in one
OTHERS       what is left of many
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.harmless import printable
from hearer.report.plots import COLOURS
from hearer.report.styles import cut

MOST_BARS, MOST_POINTS, MOST_SERIES = 20, 2000, len(COLOURS)
UPRIGHT_LETTERS, UPRIGHT_LETTERS_IN_ALL = 6, 64  # below bars that stand side by side
LONGEST, LONGEST_TITLE = 36, 90  # letters of a name
TOO_LONG = 2  # times the longest bar
OTHERS = "others"


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


def legible(chart: Chart) -> Chart:
    """The chart with as many bars and lines as can be told apart, and names that can be read."""
    return _readable(_few_names(_few_series(chart)))


def _few_series(chart: Chart) -> Chart:
    if len(chart.series) <= MOST_SERIES:
        return chart
    kept, left = _split(list(chart.series), MOST_SERIES - 1)
    series = {name: chart.series[name] for name in kept}
    if chart.adds_up:
        series[OTHERS] = tuple(map(_sum, zip(*(chart.series[name] for name in left), strict=True)))
    return replace(chart, series=series)


def _few_names(chart: Chart) -> Chart:
    if chart.kind is ChartKind.LINE or not lies(chart):
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
    title = chart.title if chart.adds_up and lies(chart) else told
    return replace(chart, names=chart.names[:most], series=series, title=title)


def _split(names: Sequence[str], at: int) -> tuple[Sequence[str], Sequence[str]]:
    return names[:at], names[at:]


def _sum(figures: Sequence[float | None]) -> float:
    return sum(figure or 0 for figure in figures)


def lies(chart: Chart) -> bool:
    """Whether the bars lie: their names are too long, or too many, to stand side by side."""
    letters = [len(str(name)) for name in chart.names]
    is_short = max(letters, default=0) <= UPRIGHT_LETTERS
    return not is_short or sum(letters) + len(letters) > UPRIGHT_LETTERS_IN_ALL


def _readable(chart: Chart) -> Chart:
    """The chart with names that are cut where they are long, and steer nothing."""
    names = tuple(named(name) if isinstance(name, str) else name for name in chart.names)
    series = {named(name): figures for name, figures in chart.series.items()}
    if len(series) < len(chart.series):  # cut alike
        series = {
            f"{named(name)} ({n})": of for n, (name, of) in enumerate(chart.series.items(), 1)
        }
    return replace(
        chart, names=names, series=series, title=cut(printable(chart.title), LONGEST_TITLE)
    )


def named(name: str) -> str:
    """A name that can be read: in one line, and cut where it is long."""
    return cut(printable(" ".join(name.split())), LONGEST) or "–"


def figure(value: float) -> str:
    """A figure beside a bar or an axis.

    >>> figure(1234567.0), figure(0.857142), figure(12.5)
    ('1,234,567', '0.857', '12.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.3g}"
