"""The trace as one HTML file that needs nothing else.

    render    an interpretation as a page: the text with its chains in colour, the list as it
              changes word by word, and the table as the paper prints it

The page works without scripts (text and table); style and script are in assets/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from hearer.model import Element, Interpretation, Resolution
from hearer.views.chains import Chains, Mention, chains
from hearer.views.film import script
from hearer.views.notebook import Page
from hearer.views.rows import (
    END,
    EPSILON,
    Analysis,
    Piece,
    Row,
    Trial,
    analyses,
    asked,
    place,
    printable,
    small_capitals,
    trials,
)

PLACEHOLDER = re.compile("@([a-z]+)@")


def render(found: Interpretation, *, title: str = "") -> str:
    """Write a page about an interpretation; `title` is the document's name unless given."""
    known = chains(found)
    utterances = analyses(found)
    parts = {
        "title": _text(title or found.discourse.name or "A trace"),
        "css": _asset("trace.css"),
        "js": _asset("trace.js"),
        "summary": _text(_summary(found, len(utterances))),
        "text": "\n".join(_utterance(analysis, known) for analysis in utterances),
        "caption": _text(f"The states of {found.algorithm or 'the algorithm'}, as in the paper."),
        "table": "\n".join(map(_table_body, utterances)),
        "footer": _text("Made with hearer, after Strube (1998), “Never Look Back”."),
        "film": script(found, known),
    }
    return Page(PLACEHOLDER.sub(lambda match: parts[match[1]], _asset("trace.html")))


def _summary(found: Interpretation, utterances: int) -> str:
    pronouns, lost = len(found.resolutions), len(found.unresolved)
    words = [
        _counted(utterances, "utterance"),
        _counted(pronouns, "pronoun") + (f", {lost} without antecedent" if lost else ""),
        f"algorithm {found.algorithm}" if found.algorithm else "",
        f"profile {found.profile}" if found.profile else "",
    ]
    return " · ".join(filter(None, words))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _utterance(analysis: Analysis, known: Chains) -> str:
    """One utterance of the text, its expressions in the colours of their entities."""
    utterance = analysis.utterance
    classes = ["paragraph"] * utterance.begins_paragraph + ["heading"] * utterance.is_heading
    rule = '<div class="segment">new segment</div>\n' if analysis.begins_segment else ""
    pieces = [piece for row in analysis.rows for piece in row.pieces if piece.number]
    words = "".join(_words(pieces, utterance.number, known)).strip()
    name = f'<span class="label">{_text(analysis.label)}</span>'
    return f"{rule}<p{_class(classes)}>{name}<span>{words}</span></p>"


def _words(pieces: Iterable[Piece], utterance: int, known: Chains) -> Iterator[str]:
    for piece in pieces:
        here = (utterance, piece.number)
        if here in known.ellipses:
            mention = Mention(known.ellipses[here], piece.number, piece.number)
            yield _opened(mention, utterance, known) + f"{EPSILON}</span> "
        covering = known.mentions.get(here)
        if covering and covering.first == piece.number:
            yield _opened(covering, utterance, known)
        yield f"<span{_class(['w'] + ['pronoun'] * piece.is_pronoun)}>{_text(piece.text)}</span>"
        if covering and covering.last == piece.number:
            yield "</span>"
        yield " " * piece.space


def _opened(mention: Mention, utterance: int, known: Chains) -> str:
    hue = known.hues.get(mention.entity)
    style = "" if hue is None else f' style="--h:{hue}"'
    return (
        f'<span class="m" data-e="{known.numbers[mention.entity]}"'
        f' data-w="{known.words[utterance, mention.first]}"'
        f' title="{_text(small_capitals(mention.entity))}"{style}>'
    )


def _class(names: list[str]) -> str:
    return f' class="{" ".join(names)}"' if names else ""


def _table_body(analysis: Analysis) -> str:
    rows = [line for row in analysis.rows for line in _table_row(row)]
    last = len(rows) - 1
    lines = []
    for n, line in enumerate(rows):
        classes = ["first"] * (not n) + ["begins"] * (not n and analysis.begins_segment)
        classes += ["last"] * (n == last)
        head = f'<th scope="rowgroup" rowspan="{len(rows)}">{_text(analysis.label)}</th>'
        lines.append(f"<tr{_class(classes)}>{'' if n else head}<td>{line}</td></tr>")
    return "<tbody>\n" + "\n".join(lines) + "\n</tbody>"


def _table_row(row: Row) -> Iterator[str]:
    words = "".join(_bold(piece) + " " * piece.space for piece in row.pieces).strip()
    state = ", ".join(map(_element, row.state))
    tested = "".join(f'<p class="attempts">{_tested(one)}</p>' for one in row.resolutions)
    yield f"<p>{words or _text(END)}</p>"
    notes = "".join(f'<p class="note">{_text(str(note))}</p>' for note in row.notes)
    yield f'<p class="state">S: [{state}]</p>{tested}{notes}'


def _bold(piece: Piece) -> str:
    return f"<b>{_text(piece.text)}</b>" if piece.is_pronoun else _text(piece.text)


def _element(element: Element) -> str:
    code = str(element.familiarity)
    status = f"{code[:-1]}<sup>{code[-1]}</sup>" if code in {"BNA", "IC"} else code
    return f"{_entity(element.entity)}<sub>{status}</sub>: {_text(element.expression.text)}"


def _entity(entity: str) -> str:
    return f'<span class="entity">{_text(small_capitals(entity))}</span>'


def _tested(resolution: Resolution) -> str:
    tested = trials(resolution)
    before = (0, *(trial.states_back for trial in tested))
    tries = (_trial(trial, since) for trial, since in zip(tested, before, strict=False))
    return f"<i>{escape(asked(resolution))}</i>: " + " · ".join(tries)


def _trial(trial: Trial, before: int) -> str:
    where = "" if trial.states_back == before else f"{place(trial.states_back)}: "
    entity = f"{_entity(trial.entity)} " if trial.entity else ""
    judged = "pass" if trial.succeeded else "fail"
    return f'{where}<span class="{judged}">{entity}{_text(trial.outcome)}</span>'


def _asset(name: str) -> str:
    return (files("hearer.views") / "assets" / name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    return escape(printable(text))
