"""Bar charts as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hearer.report.html import escaped

# Okabe and Ito's colours, which colour-blind readers can tell apart.
COLOURS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#f0e442",
    "#882255", "#44aa99", "#332288",
)  # fmt: skip
LEFT, TOP, HEIGHT, WIDTH = 150, 24, 180, 700
BAR, GAP, ROW = 10, 14, 24
Series = Mapping[str, Mapping[str, float]]  # shares by series and group


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing with its title."""

    name: str
    title: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def bars(series: Series) -> str:
    """Draw groups of vertical bars, with one bar for each series."""
    groups = list(next(iter(series.values()), {}))
    step = len(series) * BAR + GAP
    width = max(LEFT + len(groups) * step, 300)
    parts = []
    for percent in range(0, 101, 20):
        y = TOP + HEIGHT * (1 - percent / 100)
        line = f'x1="34" x2="{width - 100:.0f}" y1="{y:.1f}" y2="{y:.1f}"'
        parts.append(f'<line {line} stroke="currentColor" stroke-opacity="0.2"/>')
        parts.append(_text(30, y + 4, str(percent), "end"))
    for n, group in enumerate(groups):
        left = 40 + n * step
        for m, (name, values) in enumerate(series.items()):
            share = values.get(group, 0.0)
            size = (left + m * BAR, TOP + HEIGHT * (1 - share), BAR - 1, HEIGHT * share)
            parts.append(_box(size, m, f"{name}, {group}: {100 * share:.1f} %"))
        x, y = left + (step - GAP) / 2, TOP + HEIGHT + 12
        label = _text(x, y, group, "end")
        parts.append(label.replace(">", f' transform="rotate(-45 {x:.1f} {y:.1f})">', 1))
    return _svg(width, TOP + HEIGHT + 90, parts, list(series))


def stacks(series: Series) -> str:
    """Draw one horizontal bar for each series, divided into the shares of its groups."""
    groups = list(next(iter(series.values()), {}))
    parts = []
    for n, (name, values) in enumerate(series.items()):
        top, left = TOP + n * ROW, float(LEFT)
        parts.append(_text(LEFT - 8, top + 13, name, "end"))
        for m, group in enumerate(groups):
            length = values[group] * (WIDTH - LEFT - 10)
            tip = f"{name}, {group}: {100 * values[group]:.1f} %"
            parts.append(_box((left, top, length, ROW - 6), m, tip))
            left += length
    return _svg(WIDTH, TOP + len(series) * ROW + 16, parts, groups)


def _box(size: tuple[float, float, float, float], colour: int, tip: str) -> str:
    named = zip(("x", "y", "width", "height"), size, strict=True)
    placed = " ".join(f'{name}="{value:.1f}"' for name, value in named)
    fill = COLOURS[colour % len(COLOURS)]
    return f'<rect {placed} fill="{fill}"><title>{escaped(tip)}</title></rect>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(text)}</text>'


def _svg(width: float, top: float, parts: Sequence[str], legend: Sequence[str]) -> str:
    """Return the drawing with a legend that begins at `top`."""
    drawn = list(parts)
    for n, name in enumerate(legend):
        y = top + 18 * n
        drawn += [_box((40, y - 10, 12, 12), n, name), _text(58, y, name, "start")]
    height = top + 18 * len(legend)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{"".join(drawn)}</svg>'
