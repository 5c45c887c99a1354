"""Answers as charts: which of their columns are drawn, and what along.

chart_of      the chart of an answer: as its question says, or as its columns are
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from hearer.corpora.asked.cells import Heading, Values, is_number, shown
from hearer.corpora.asked.chart import Chart, ChartKind
from hearer.corpora.asked.questions.questions import Drawing
from hearer.errors import UsageError

NOTHING = "(none)"
DOCUMENT, NAME = "document", "name"
Figures = dict[str, list[float | None]]


def chart_of(
    heading: Heading,
    rows: Sequence[Values],
    drawing: Drawing | None = None,
    kind: ChartKind | None = None,
) -> Chart:
    """The chart of an answer; where nothing says how, its first column is drawn along.

    >>> told = Heading("question", "Words", ("document", "words"))
    >>> chart_of(told, [("a.txt", 3), ("b.txt", 4)]).series
    {'words': (3, 4)}
    """
    chosen = drawing or _as_it_is(heading.header, rows)
    names, figures = _figures(heading.header, rows, chosen)
    return Chart(
        kind=kind or chosen.kind,
        title=f"{heading.title} ({heading.of})" if heading.of else heading.title,
        x=" + ".join(filter(None, (chosen.x.replace("_", " "), chosen.beside))),
        names=names,
        series={name: tuple(of) for name, of in figures.items()},
        y=chosen.y_axis or (chosen.y[0].replace("_", " ") if len(chosen.y) == 1 else ""),
        adds_up=chosen.adds_up,
    )


def _as_it_is(header: Sequence[str], rows: Sequence[Values]) -> Drawing:
    """The first column along, and all columns of figures behind it; whole numbers add up."""
    columns = list(zip(*rows, strict=True)) if rows else []
    numbered = [n for n, column in enumerate(columns) if n and _is_drawn(column)]
    if not numbered:
        raise UsageError(
            "There is nothing to draw: a chart needs rows with figures behind the first column."
        )
    drawn = [columns[n] for n in numbered]
    adds_up = len(numbered) == 1 and all(
        float(value or 0).is_integer() for column in drawn for value in column
    )
    return Drawing(header[0], tuple(header[n] for n in numbered), adds_up=adds_up)


def _is_drawn(column: Sequence[object]) -> bool:
    there = [value for value in column if value is not None]
    return bool(there) and all(map(is_number, there))


def _figures(
    header: Sequence[str], rows: Sequence[Values], drawing: Drawing
) -> tuple[tuple[str | float, ...], Figures]:
    """What stands along the axis, and the figures of each series above it."""
    places = {name: header.index(name) for name in header}
    named = [_name(row, places, drawing) for row in rows]
    if drawing.x == DOCUMENT:
        named = [*_without_folder([str(name) for name in named])]
    documents = _documents(rows, places)
    if drawing.series is None and drawing.y:
        apart = _told_apart(named, documents)
        return tuple(apart), {
            y.replace("_", " "): [_figure(row[places[y]]) for row in rows] for y in drawing.y
        }
    lines = [shown(row[places[drawing.series]]) if drawing.series else "" for row in rows]
    if drawing.series == NAME and documents:
        lines = _with_documents(lines, documents)
    added = [_figure(row[places[drawing.y[0]]]) or 0 if drawing.y else 1 for row in rows]
    return _crossed(named, lines, added)


def _name(row: Values, places: dict[str, int], drawing: Drawing) -> str | float:
    value = row[places[drawing.x]]
    if is_number(value) and not drawing.beside:
        return _figure(value) or 0
    told = shown(value) or NOTHING
    return f"{told} + {shown(row[places[drawing.beside]])}" if drawing.beside else told


def _documents(rows: Sequence[Values], places: dict[str, int]) -> list[str]:
    if DOCUMENT not in places:
        return []
    return _without_folder([shown(row[places[DOCUMENT]]) for row in rows])


def _with_documents(names: Sequence[str], documents: Sequence[str]) -> list[str]:
    """Names with their documents behind them, where several documents have one of a name."""
    pairs = list(zip(names, documents, strict=True))
    often = {name for name, times in Counter(name for name, _ in set(pairs)).items() if times > 1}
    return [f"{name} ({document})" if name in often else name for name, document in pairs]


def _without_folder(documents: Sequence[str]) -> list[str]:
    """Names of documents without the folder that all of them are in."""
    first, last = min(documents, default=""), max(documents, default="")
    alike = "".join(
        one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    )
    folder = alike[: alike.rfind("/") + 1]
    return [document.removeprefix(folder) for document in documents]


def _told_apart(names: Sequence[str | float], documents: Sequence[str]) -> list[str | float]:
    """Names with their documents behind them, where one name is in several rows."""
    if len(set(names)) == len(names) or not documents:
        return list(names)
    often = {name for name, times in Counter(names).items() if times > 1}
    return [
        f"{name} ({document})" if name in often else name
        for name, document in zip(names, documents, strict=True)
    ]


def _crossed(
    names: Sequence[str | float], lines: Sequence[str], added: Sequence[float]
) -> tuple[tuple[str | float, ...], Figures]:
    """Rows summed by name and series: the most frequent first, numbers in their order."""
    sums: dict[str | float, dict[str, float]] = {}
    for name, line, figure in zip(names, lines, added, strict=True):
        of = sums.setdefault(name, {})
        of[line] = of.get(line, 0) + figure
    if all(isinstance(name, float | int) for name in sums):
        order = sorted(sums, key=float)
    else:
        order = sorted(sums, key=lambda name: -sum(sums[name].values()))
    series = dict.fromkeys(lines)
    return tuple(order), {line: [sums[name].get(line, 0) for name in order] for line in series}


def _figure(value: object) -> float | None:
    if value is None or not is_number(value):
        return None
    number = float(value)  # type: ignore[arg-type]
    return int(number) if number.is_integer() else number
