"""Plots people would rather look at than read: SVG, drawn with nothing but text.

Plot        a title and a drawing
bars        groups of bars
stacks      bars made of parts
matrix      shades of numbers
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hearer.report.html import escaped

# Okabe and Ito's colours, which the colour-blind can tell apart.
COLOURS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#f0e442",
    "#882255", "#44aa99", "#332288",
)  # fmt: skip
LEFT, TOP, HEIGHT = 150, 24, 180
BAR, GAP, ROW = 10, 14, 24
WIDE = 700


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing, and what it shows."""

    name: str
    title: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


Series = Mapping[str, Mapping[str, float]]  # of each algorithm, a number for each group


def bars(series: Series) -> str:
    """Groups of bars, one bar for each algorithm."""
    groups = list(next(iter(series.values()), {}))
    step = len(series) * BAR + GAP
    width = LEFT + max(len(groups) * step, 80)
    parts = [_grid(width)]
    for n, group in enumerate(groups):
        left = 40 + n * step
        for m, values in enumerate(series.values()):
            height = values.get(group, 0.0) * HEIGHT
            tip = f"{list(series)[m]}, {group}: {100 * values.get(group, 0.0):.1f} %"
            place = (left + m * BAR, TOP + HEIGHT - height, BAR - 1, height)
            parts.append(_box(place, COLOURS[m % len(COLOURS)], tip))
        middle = left + (step - GAP) / 2
        parts.append(_text(middle, TOP + HEIGHT + 12, group, "end", turned=True))
    parts.append(_legend(list(series), TOP + HEIGHT + 90))
    return _svg(max(width, 300), TOP + HEIGHT + 100 + 18 * len(series), parts)


def stacks(series: Series) -> str:
    """One bar for each algorithm, made of the parts that its pronouns fall into."""
    names = list(next(iter(series.values()), {}))
    parts = []
    for n, (algorithm, values) in enumerate(series.items()):
        top, left = TOP + n * ROW, float(LEFT)
        parts.append(_text(LEFT - 8, top + 13, algorithm, "end"))
        for m, name in enumerate(names):
            length = values[name] * (WIDE - LEFT - 10)
            tip = f"{algorithm}, {name}: {100 * values[name]:.1f} %"
            parts.append(_box((left, top, length, ROW - 6), COLOURS[m % len(COLOURS)], tip))
            left += length
    bottom = TOP + len(series) * ROW + 16
    parts.append(_legend(names, bottom))
    return _svg(WIDE, bottom + 18 * len(names), parts)


def matrix(series: Series) -> str:
    """A square for each pair, the darker the higher."""
    size = 46
    parts = []
    for n, (one, values) in enumerate(series.items()):
        top = 110 + n * size
        parts.append(_text(LEFT - 8, top + size / 2 + 4, one, "end"))
        parts.append(_text(LEFT + n * size + size / 2, 104, one, "start", turned=True))
        for m, value in enumerate(values.values()):
            place = (LEFT + m * size, top, size - 2, size - 2)
            parts.append(_box(place, COLOURS[0], f"{one}: {value:.3f}", opacity=value**4))
            parts.append(_text(LEFT + m * size + size / 2, top + size / 2 + 4, f"{value:.2f}"))
    side = len(series) * size
    return _svg(LEFT + side + 100, 110 + side + 10, parts)


def _grid(width: float) -> str:
    lines = []
    for percent in range(0, 101, 20):
        y = TOP + HEIGHT - HEIGHT * percent / 100
        lines.append(
            f'<line x1="34" x2="{width - 100:.0f}" y1="{y:.1f}" y2="{y:.1f}" '
            'stroke="currentColor" stroke-opacity="0.2"/>'
        )
        lines.append(_text(30, y + 4, str(percent), "end"))
    return "".join(lines)


def _legend(names: Sequence[str], top: float) -> str:
    parts = []
    for n, name in enumerate(names):
        y = top + 18 * n
        parts.append(_box((40, y - 10, 12, 12), COLOURS[n % len(COLOURS)], name))
        parts.append(_text(58, y, name, "start"))
    return "".join(parts)


def _box(
    place: tuple[float, float, float, float], colour: str, tip: str, opacity: float = 1.0
) -> str:
    x, y, width, height = place
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{colour}" fill-opacity="{opacity:.2f}"><title>{escaped(tip)}</title></rect>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", *, turned: bool = False) -> str:
    turn = f' transform="rotate(-45 {x:.1f} {y:.1f})"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text {place}{turn}>{escaped(text)}</text>"


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{"".join(parts)}</svg>'
