"""The trace as one HTML file that needs nothing else.

    render    an interpretation as a page: the text with its chains in colour, the list as it
              changes word by word, and the table as the paper prints it

The page works without scripts (text and table); style and script are in assets/. Of a long text the
list and the table are those of the first utterances: a list has dozens of elements, at every word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hearer.model import Familiarity, Interpretation
from hearer.once import Once
from hearer.report.html import Page, classes, escaped, page
from hearer.views.trace.colours import ColouredMention, ColouredText, coloured
from hearer.views.trace.film import script
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
from hearer.views.words import TestedElement, counted

LONGEST = 1000  # words that are shown step by step, and the utterance that they end in
RAISED = frozenset({Familiarity.ANCHORED_BRAND_NEW, Familiarity.CONTAINING_INFERRABLE})


def render(found: Interpretation, *, title: str = "") -> Page:
    """Write a page about an interpretation; `title` is the document's name unless given."""
    detailed = _detailed(found)
    known = coloured(found, detailed)
    shown = traced(detailed)
    utterances = (*shown, *worded(found, len(detailed.steps)))
    written: dict[int, str] = {}
    words = Once(escaped)
    return page(
        "trace",
        title=escaped(title or found.discourse.name or "A trace"),
        summary=escaped(_summary(found, len(utterances))),
        text="\n".join(_utterance(one, known, words) for one in utterances),
        caption=escaped(_caption(found, len(shown), len(utterances))),
        table="\n".join(_table_body(one, written) for one in shown),
        footer=escaped("Made with hearer, after Strube (1998), “Never Look Back”."),
        film=script(detailed, known),
    )


def _detailed(found: Interpretation) -> Interpretation:
    """What is shown step by step: all, or whole utterances from the first on, if it is long."""
    ends = (
        n
        for n, step in enumerate(found.steps[LONGEST - 1 :], start=LONGEST)
        if step.word and step.word.ends_utterance
    )
    cut = next(ends, len(found.steps))
    rest = found.steps[cut:]
    return replace(found, steps=found.steps[:cut]) if any(one.word for one in rest) else found


def _caption(found: Interpretation, shown: int, utterances: int) -> str:
    states = f"The states of {found.algorithm or 'the algorithm'}, as in the paper."
    return f"{states} Shown are the first {shown} utterances." if shown < utterances else states


def _summary(found: Interpretation, utterances: int) -> str:
    pronouns, lost = len(found.resolutions), len(found.unresolved)
    words = [
        counted(utterances, "utterance"),
        counted(pronouns, "pronoun") + (f", {lost} without antecedent" if lost else ""),
        f"algorithm {found.algorithm}" if found.algorithm else "",
        f"profile {found.profile}" if found.profile else "",
    ]
    return " · ".join(filter(None, words))


# The text -------------------------------------------------------------------------------------


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
            mention = ColouredMention(known.ellipses[here], piece.number, piece.number)
            yield _opened(mention, utterance, known) + f"{EPSILON}</span> "
        covering = known.mentions.get(here)
        if covering and covering.first == piece.number:
            yield _opened(covering, utterance, known)
        kinds = "w pronoun" if piece.is_pronoun else "w"
        yield f'<span class="{kinds}">{escapes[piece.text]}</span>'
        if covering and covering.last == piece.number:
            yield "</span>"
        yield " " * piece.space


def _opened(mention: ColouredMention, utterance: int, known: ColouredText) -> str:
    hue = known.hues.get(mention.entity)
    style = "" if hue is None else f' style="--h:{hue}"'
    return (
        f'<span class="m" data-e="{known.numbers[mention.entity]}"'
        f' data-w="{known.words[utterance, mention.first]}"'
        f' title="{escaped(known.names[mention.entity])}"{style}>'
    )


# The table ------------------------------------------------------------------------------------


def _table_body(one: UtteranceTrace, written: dict[int, str]) -> str:
    cells = [cell for row in one.rows for cell in _cells(row, written)]
    last = len(cells) - 1
    head = f'<th scope="rowgroup" rowspan="{len(cells)}">{escaped(one.label)}</th>'
    lines = []
    for n, cell in enumerate(cells):
        begins = not n and one.begins_segment
        kinds = classes("first" * (not n), "begins" * begins, "last" * (n == last))
        lines.append(f"<tr{kinds}>{'' if n else head}<td>{cell}</td></tr>")
    return "<tbody>\n" + "\n".join(lines) + "\n</tbody>"


def _cells(row: TraceRow, written: dict[int, str]) -> Iterator[str]:
    tests = "".join(
        f'<p class="attempts">{_HTML.question(one)}: {" ".join(_HTML.tested(one))}</p>'
        for one in row.resolutions
    )
    notes = "".join(f'<p class="note">{escaped(str(note))}</p>' for note in row.notes)
    yield f"<p>{_HTML.words(row) or END}</p>"
    yield f'<p class="state">S: [{" ".join(_HTML.state(row, written))}</p>{tests}{notes}'


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
