"""The gallery, printed: all of it as a table, or one example with all that is said of it.

GalleryForm       the forms there are
table_of          answers as a table: a row for each
beside            answers to one example: a column for each pronoun, people first
render            answers in a form
described         an example in words: its source, what it shows, and its sentences
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from csv import writer
from dataclasses import replace
from enum import StrEnum
from io import StringIO

from hearer.gallery.answers import GalleryAnswer
from hearer.gallery.deviations import Deviation
from hearer.gallery.examples import GalleryExample, answer_of
from hearer.report import forms
from hearer.report.styles import BOLD, GREEN, RED, styled
from hearer.report.table import Table, cell, text

HEADER = ("example", "place", "pronoun", "human", "algorithm", "published", "ours", "")
SAME, OTHER, NOTHING = "✓", "✗", "·"  # as published, otherwise, nothing published
TITLE = "Gallery"

Deviations = Mapping[tuple[str, str, str], Deviation]


class GalleryForm(StrEnum):
    """The forms of the gallery."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"


def table_of(answers: Sequence[GalleryAnswer], deviations: Deviations) -> Table:
    """A row for each answer; below them why some are not as published."""
    rows, rules, last = [], [], ""
    for n, one in enumerate(answers):
        if one.example != last and n:
            rules.append(n)
        last = one.example
        rows.append(_row(one))
    return Table(
        "gallery", TITLE, HEADER, tuple(rows), note=_note(answers, deviations),
        rules=tuple(rules), names=len(HEADER),
    )  # fmt: skip


def _row(one: GalleryAnswer) -> tuple[str, ...]:
    published = "" if one.published is None else answer_of(one.published)
    pronoun = one.pronoun
    first = one.example, pronoun.place, pronoun.text, answer_of(pronoun.human)
    return (*first, one.algorithm, published, answer_of(one.ours), mark(one))


def mark(one: GalleryAnswer) -> str:
    """Whether an answer is the published one."""
    return NOTHING if one.agrees is None else SAME if one.agrees else OTHER


def beside(answers: Sequence[GalleryAnswer], deviations: Deviations) -> Table:
    """The answers to one example side by side; algorithms that answer alike share a row."""
    pronouns = {one.pronoun.place: one.pronoun for one in answers}
    people = (*(answer_of(one.human) for one in pronouns.values()), "people")
    by_algorithm: dict[str, list[str]] = {}
    for one in answers:
        by_algorithm.setdefault(one.algorithm, []).append(_cell(one))
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, cells in by_algorithm.items():
        alike.setdefault(tuple(cells), []).append(name)
    rows = ((*cells, ", ".join(names)) for cells, names in alike.items())
    header = (*(f"{place} {one.text}" for place, one in pronouns.items()), "who says so")
    note = _note(answers, deviations)
    return Table("beside", TITLE, header, (people, *rows), note=note, names=len(header))


def _cell(one: GalleryAnswer) -> str:
    published = f" ({answer_of(one.published)})" if one.published and not one.agrees else ""
    told = "" if one.agrees is None else f" {mark(one)}"
    return f"{answer_of(one.ours)}{told}{published}"


def _note(answers: Sequence[GalleryAnswer], deviations: Deviations) -> str:
    published = [one for one in answers if one.agrees is not None]
    same = sum(one.agrees is True for one in published)
    told = [f"{same} of {len(published)} published answers are ours, too."] if published else []
    told += [_why(one, deviations) for one in published if not one.agrees]
    return "\n".join(told)


def _why(one: GalleryAnswer, deviations: Deviations) -> str:
    known = deviations.get(one.key)
    why = f"{known.why} (docs/{known.page})" if known else "not explained."
    return f"{OTHER} {one.example} {one.pronoun.place}, {one.algorithm}: {why}"


def render(
    answers: Sequence[GalleryAnswer],
    deviations: Deviations,
    *,
    to: GalleryForm = GalleryForm.TEXT,
    color: bool = False,
    heading: str = "",
) -> str:
    """Answers in a form; those to one example stand side by side below a heading."""
    if to is GalleryForm.JSON:
        return forms.dumped([_object(one, deviations) for one in answers])
    if to is GalleryForm.CSV:
        return _csv(table_of(answers, deviations))
    table = (beside if heading else table_of)(answers, deviations)
    if to is GalleryForm.TEXT:
        return (f"{heading}\n\n" if heading else "") + _coloured(table, color=color)
    return forms.render([table], to=forms.Form(to), title=TITLE, heading=heading)


def _coloured(table: Table, *, color: bool) -> str:
    """The table as a terminal shows it: marks in colour."""
    rows = tuple(_once(table.rows)) if table.header == HEADER else table.rows
    lines = text(replace(table, title="", rows=rows)).splitlines(keepends=True)
    lines[0] = styled(lines[0].rstrip("\n"), BOLD, color=color) + "\n"
    for sign, style in ((SAME, GREEN), (OTHER, RED)):
        lines = [line.replace(sign, styled(sign, style, color=color)) for line in lines]
    return "".join(lines)


def _once(rows: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The rows, with every example and every pronoun named once."""
    last: tuple[str, ...] = ("",) * 4
    for row in rows:
        shown = row[:4] if row[0] != last[0] else ("", *(row[1:4] if row[:4] != last else [""] * 3))
        yield (*shown, *row[4:])
        last = row[:4]


def _csv(table: Table) -> str:
    out = StringIO()
    lines = writer(out, lineterminator="\n")
    lines.writerow((*table.header[:-1], "agrees"))
    agrees = {SAME: "TRUE", OTHER: "FALSE", NOTHING: ""}
    for row in table.rows:
        lines.writerow((*(cell(value, "") for value in row[:-1]), agrees[row[-1]]))
    return out.getvalue()


def _object(one: GalleryAnswer, deviations: Deviations) -> dict[str, object]:
    known = deviations.get(one.key)
    return {
        "example": one.example,
        "utterance": one.pronoun.utterance,
        "word": one.pronoun.word,
        "pronoun": one.pronoun.text,
        "human": list(one.pronoun.human),
        "algorithm": one.algorithm,
        "published": None if one.published is None else list(one.published),
        "ours": list(one.ours),
        "agrees": one.agrees,
        "is_right": one.is_right,
        "why": known.why if known else None,
    }


def described(example: GalleryExample) -> str:
    """An example in words: what it shows, its source, and its sentences, numbered."""
    told = (example.title or example.name, example.about, f"Source: {example.source}")
    said = (f"{utterance.number}  {utterance}" for utterance in example.discourse.utterances)
    return "\n".join([*told, "", *said])
