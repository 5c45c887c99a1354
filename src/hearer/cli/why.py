"""hearer why: why a pronoun means what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import hearer
from hearer.cli.arguments import Where
from hearer.errors import UsageError
from hearer.harmless import as_json, quoted
from hearer.limits import number_of

if TYPE_CHECKING:
    from hearer.formats.conllu import ConlluDocument
    from hearer.model import Discourse, Explanation
    from hearer.profiles import Profile

EXAMPLES = """\b
Examples:
  hearer why examples/table3.conllu --at 24
  hearer why --text "Anna met a judge. She won." --at 1:19 --not judge --json
"""


def why(
    *,
    documents: list[Discourse],
    at: Annotated[
        str | None,
        typer.Option(
            help="Where the pronoun stands in the file; all pronouns if this is not said.",
            metavar="LINE:COLUMN",
        ),
    ] = None,
    candidate: Annotated[
        str | None, typer.Option("--not", help="Why it is not this one.", metavar="CANDIDATE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data, not as sentences.")] = False,
    where: Where,
    how: Profile,
) -> None:
    """Say why a pronoun means what it means: what was tested, in order, and what it failed.

    Lines and columns count from 1. In a CoNLL-U file the line of the pronoun is enough; in a text
    the column may be that of any of its letters.
    """
    place = _place(documents, at) if at is not None else None
    chosen = [documents[place[0]]] if place else documents
    told: list[Explanation] = []
    for discourse in chosen:
        found = hearer.resolve(discourse, profile=how)
        asked = [place[1]] if place else [_place_of(r) for r in found.resolutions]
        told += [found.why_not(one, candidate) if candidate else found.why(one) for one in asked]
    where.emit(_as_json(told, single=place is not None) if as_json else _sentences(told))


def _place_of(resolution: hearer.Resolution) -> tuple[int, int]:
    return resolution.pronoun.utterance, resolution.pronoun.head


def _sentences(told: list[Explanation]) -> str:
    return "".join(f"{one}\n" for one in told)


def _as_json(told: list[Explanation], *, single: bool) -> str:
    from hearer.views.why import explained

    values = [explained(one) for one in told]
    return as_json(values[0] if single else values, indent=1) + "\n"


# Where the pronoun stands ---------------------------------------------------------------------


def _place(documents: list[Discourse], at: str) -> tuple[int, tuple[int, int]]:
    """The document, utterance and word at LINE:COLUMN."""
    from hearer.formats.conllu import ConlluDocument

    before, _, after = at.partition(":")
    line, column = number_of(before), number_of(after or "1")
    if not line or not column:
        raise UsageError(f"--at wants LINE:COLUMN, as in --at 3:12, not {quoted(at)}.")
    for n, discourse in enumerate(documents):
        if isinstance(discourse.source, ConlluDocument):
            place = _rows(discourse, discourse.source).get(line)
        else:
            place = _word_at(discourse, line, column)
        if place:
            return n, place
    raise UsageError(f"There is no word at {at} of what was read.")


def _rows(discourse: Discourse, document: ConlluDocument) -> dict[int, tuple[int, int]]:
    """The words of a CoNLL-U document by the lines they stand in; some blocks are comments only."""
    sentences = filter(len, document.sentences)
    return {
        line: (utterance.number, n)
        for utterance, sentence in zip(discourse.utterances, sentences, strict=True)
        for n, line in enumerate(sentence.word_lines, start=1)
    }


def _word_at(discourse: Discourse, line: int, column: int) -> tuple[int, int] | None:
    """The word of a text that a line and a column are in."""
    from hearer.views.words import word_starts

    lines = discourse.text.split("\n")
    if not 0 < line <= len(lines) or column > len(lines[line - 1]):
        return None
    offset = sum(len(before) + 1 for before in lines[: line - 1]) + column - 1
    starts = word_starts(discourse)
    place = max((place for place, start in starts.items() if start <= offset), default=(0, 0))
    form = discourse.utterances[place[0] - 1].forms[place[1] - 1] if any(place) else ""
    return place if offset < starts.get(place, 0) + len(form) else None
