"""The gallery as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.gallery.examples import Deviation, GalleryAnswer, GalleryExample, Key, answer_of
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell

HEADER = ("example", "place", "pronoun", "human", "algorithm", "published", "ours", "")
SAME, OTHER, NOTHING = "✓", "✗", "·"  # as published, not so, nothing published
MARKS = {True: SAME, False: OTHER, None: NOTHING}
TITLE = "Gallery"
Deviations = Mapping[Key, Deviation]


def render(
    answers: Sequence[GalleryAnswer],
    deviations: Deviations,
    *,
    to: Form = Form.TEXT,
    heading: str = "",
) -> str:
    """Return answers in a form; those to one example, with a heading, side by side."""
    if to is Form.JSON:
        return forms.dumped([_object(one, deviations.get(one.key)) for one in answers])
    if to is Form.CSV:
        rows = ((*(cell(x, "") for x in _row(one)), cell(one.agrees, "")) for one in answers)
        header = (*HEADER[:-1], "agrees")
        return forms.csv_rows(Table("gallery", TITLE, header, tuple(rows), names=0))
    table = (beside if heading else table_of)(answers, deviations)
    return forms.render([table], to=to, title=TITLE, heading=heading)


def table_of(answers: Sequence[GalleryAnswer], deviations: Deviations) -> Table:
    """Return a row for each answer; the note explains the deviations."""
    rows = tuple((*_row(one), MARKS[one.agrees]) for one in answers)
    rules = tuple(n for n in range(1, len(rows)) if rows[n][0] != rows[n - 1][0])
    note = _note(answers, deviations)
    return Table("gallery", TITLE, HEADER, rows, note=note, rules=rules, names=len(HEADER))


def _row(one: GalleryAnswer) -> tuple[str, ...]:
    published = "" if one.published is None else answer_of(one.published)
    pronoun = one.pronoun
    first = one.example, pronoun.place, pronoun.text, answer_of(pronoun.human)
    return (*first, one.algorithm, published, answer_of(one.ours))


def beside(answers: Sequence[GalleryAnswer], deviations: Deviations) -> Table:
    """Return the answers to one example, a column per pronoun; equal answers share a row."""
    pronouns = {one.pronoun.place: one.pronoun for one in answers}
    people = (*(answer_of(one.human) for one in pronouns.values()), "people")
    by_algorithm: dict[str, list[str]] = {}
    for one in answers:
        published = f" ({answer_of(one.published)})" if one.published and not one.agrees else ""
        mark = "" if one.agrees is None else f" {MARKS[one.agrees]}"
        shown = f"{answer_of(one.ours)}{mark}{published}"
        by_algorithm.setdefault(one.algorithm, []).append(shown)
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, cells in by_algorithm.items():
        alike.setdefault(tuple(cells), []).append(name)
    rows = ((*cells, ", ".join(names)) for cells, names in alike.items())
    header = (*(f"{place} {one.text}" for place, one in pronouns.items()), "who says so")
    note = _note(answers, deviations)
    return Table("beside", TITLE, header, (people, *rows), note=note, names=len(header))


def _note(answers: Sequence[GalleryAnswer], deviations: Deviations) -> str:
    published = [one for one in answers if one.agrees is not None]
    if not published:
        return ""
    same = sum(one.agrees is True for one in published)
    lines = [f"{same} of {len(published)} published answers are ours, too."]
    for one in published:
        if not one.agrees:
            known = deviations.get(one.key)
            why = f"{known.why} (docs/{known.page})" if known else "not explained."
            lines.append(f"{OTHER} {one.example} {one.pronoun.place}, {one.algorithm}: {why}")
    return "\n".join(lines)


def _object(one: GalleryAnswer, known: Deviation | None) -> dict[str, object]:
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
    """Return what an example shows, its source, and its numbered sentences."""
    above = (example.title or example.name, example.about, f"Source: {example.source}")
    said = (f"{utterance.number}  {utterance}" for utterance in example.discourse.utterances)
    return "\n".join([*above, "", *said])
