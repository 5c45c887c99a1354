"""The trace as one HTML file that needs nothing else.

    render    an interpretation as a page: the text with its chains in colour, the list as it
              changes word by word, and the table as the paper prints it

The page works without scripts (text and table); style and script are in assets/. Of a long text the
table is that of the first utterances; the steps are those of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from hearer.harmless import number_and
from hearer.model import Familiarity, Interpretation
from hearer.once import Once
from hearer.report.html import Page, classes, escaped, page
from hearer.views.colours import ColouredText, coloured, listed
from hearer.views.reasons import is_weighed
from hearer.views.trace.captions import caption_of
from hearer.views.trace.rows import (
    END,
    EPSILON,
    Markup,
    Piece,
    TraceRow,
    UtteranceTrace,
    traced,
    worded,
)
from hearer.views.trace.script import script
from hearer.views.words import TestedElement

MOST_OF_THE_TABLE = 250_000  # letters; a list has dozens of elements, in every row
RAISED = frozenset({Familiarity.ANCHORED_BRAND_NEW, Familiarity.CONTAINING_INFERRABLE})


def render(found: Interpretation, *, title: str = "") -> Page:
    """Write a page about an interpretation; `title` is the document's name unless given."""
    known = coloured(found, listed(found))
    utterances = worded(found)
    bodies = tuple(_table_bodies(found, known))
    caption = caption_of(found.algorithm)
    return page(
        "trace",
        title=escaped(title or found.discourse.name or "A trace"),
        summary=escaped(_summary(found, len(utterances))),
        text=_text(utterances, known),
        list=escaped(caption.name),
        order=escaped(_capitalized(caption.order)),
        epsilon=EXPLAINED if known.ellipses else "",
        caption=escaped(_caption(found, len(bodies), len(utterances))),
        table="\n".join(bodies),
        footer=escaped("Made with hearer, after Strube (1998), “Never Look Back”."),
        film=script(found, known),
    )


EXPLAINED = f" {EPSILON} is a subject that is left unspoken."


def _caption(found: Interpretation, shown: int, utterances: int) -> str:
    caption = caption_of(found.algorithm)
    order = f", {caption.order}" if caption.order else ""
    told = f"{caption.name} after each step{order}. Set as Tables 3 to 5 of Strube (1998)."
    if any(map(is_weighed, found.resolutions)):
        told += " Behind each candidate that passes stands what it weighs."
    if shown < utterances:
        told += f" Shown are the first {shown} of {utterances} utterances; the steps above go on."
    return told


def _capitalized(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _summary(found: Interpretation, utterances: int) -> str:
    pronouns, lost = len(found.resolutions), len(found.unresolved)
    words = [
        number_and(utterances, "utterance"),
        number_and(pronouns, "pronoun") + (f", {lost} without antecedent" if lost else ""),
        f"algorithm {found.algorithm}" if found.algorithm else "",
        f"profile {found.profile}" if found.profile else "",
    ]
    return " · ".join(filter(None, words))


# The text -------------------------------------------------------------------------------------


def _text(utterances: Iterable[UtteranceTrace], known: ColouredText) -> str:
    escapes = Once(escaped)
    return "\n".join(_utterance(one, known, escapes) for one in utterances)


def _utterance(one: UtteranceTrace, known: ColouredText, escapes: Mapping[str, str]) -> str:
    """One utterance of the text, its expressions in the colours of their entities."""
    utterance = one.utterance
    kinds = classes("paragraph" * utterance.begins_paragraph, "heading" * utterance.is_heading)
    rule = '<div class="segment">new segment</div>\n' if one.begins_segment else ""
    pieces = [piece for row in one.rows for piece in row.pieces if piece.number]
    words = "".join(_words(pieces, utterance.number, known, escapes)).strip()
    name = f'<span class="label">{escaped(one.label)}</span>'
    return f"{rule}<p{kinds}>{name}<span>{words}</span></p>"


def _words(
    pieces: Iterable[Piece], utterance: int, known: ColouredText, escapes: Mapping[str, str]
) -> Iterator[str]:
    for piece in pieces:
        here = (utterance, piece.number)
        if here in known.ellipses:
            yield _opened(known.ellipses[here], known, "m eps") + f"{EPSILON}</span> "
        covering = known.mentions.get(here)
        if covering and covering.first == piece.number:
            yield _opened(covering.entity, known)
        kinds = '"w pronoun"' if piece.is_pronoun else "w"
        yield f"<span class={kinds}>{escapes[piece.text]}</span>"
        if covering and covering.last == piece.number:
            yield "</span>"
        yield " " * piece.space


def _opened(entity: str, known: ColouredText, kinds: str = "m") -> str:
    hue = known.hues.get(entity)
    style = "" if hue is None else f' style="--h:{hue}"'
    return f'<span class="{kinds}" data-e="{known.numbers[entity]}"{style}>'


# The table ------------------------------------------------------------------------------------


class _Table(NamedTuple):
    """What all rows are written with, and the elements that are written already."""

    markup: Markup
    written: dict[int, str]


def _table_bodies(found: Interpretation, known: ColouredText) -> Iterator[str]:
    """The table utterance by utterance: all of them, or the first of a long text."""
    table = _Table(replace(_HTML, name=known.names.__getitem__), {})
    letters = 0
    for one in traced(found):
        body = _table_body(one, table)
        letters += len(body)
        yield body
        if letters > MOST_OF_THE_TABLE:
            return


def _table_body(one: UtteranceTrace, table: _Table) -> str:
    cells = [cell for row in one.rows for cell in _cells(row, table)]
    last = len(cells) - 1
    head = f'<th scope="rowgroup" rowspan="{len(cells)}">{escaped(one.label)}</th>'
    lines = []
    for n, cell in enumerate(cells):
        begins = not n and one.begins_segment
        kinds = classes("first" * (not n), "begins" * begins, "last" * (n == last))
        lines.append(f"<tr{kinds}>{'' if n else head}<td>{cell}</td></tr>")
    return "<tbody>\n" + "\n".join(lines) + "\n</tbody>"


def _cells(row: TraceRow, table: _Table) -> Iterator[str]:
    markup, written = table
    tests = "".join(
        f'<p class="attempts">{markup.question(one)}: {" ".join(markup.tested(one))}</p>'
        for one in row.resolutions
    )
    notes = "".join(f'<p class="note">{escaped(str(note))}</p>' for note in row.notes)
    yield f"<p>{markup.words(row) or END}</p>"
    yield f'<p class="state">S: [{" ".join(markup.state(row, written))}</p>{tests}{notes}'


def _status(familiarity: Familiarity) -> str:
    code = str(familiarity)
    shown = f"{code[:-1]}<sup>{code[-1]}</sup>" if familiarity in RAISED else code
    return f"<sub>{shown}</sub>"


def _outcome(one: TestedElement, entity: str) -> str:
    told = f"{entity} {escaped(one.outcome)}".strip()
    kind = "pass" if one.succeeded else "fail"
    return f'{one.elsewhere}<span class="{kind}">{told}</span>'


_HTML = Markup(
    text=escaped,
    pronoun="<b>{}</b>",
    asked="<i>{}</i>",
    entity='<span class="entity">{}</span>',
    status=_status,
    outcome=_outcome,
)
