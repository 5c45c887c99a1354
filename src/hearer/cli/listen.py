"""hearer listen: live text, one line per resolution or revision as it falls."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

import hearer
from hearer.cli.arguments import ParserName
from hearer.cli.output import emit
from hearer.errors import InputError
from hearer.formats.json_values import dumped
from hearer.report.styles import printable

if TYPE_CHECKING:
    from hearer.profiles import Profile
    from hearer.session.live import Change, Guess, Heard

AT_MOST = 65536  # bytes taken at once, however many are waiting


class LineForm(StrEnum):
    """How the lines are written."""

    TEXT = "text"
    JSONL = "jsonl"


EXAMPLES = """\b
Examples:
  hearer listen
  hearer listen --to jsonl
"""


def listen(
    *,
    to: Annotated[LineForm, typer.Option(help="The format of the lines.")] = LineForm.TEXT,
    states: Annotated[
        bool, typer.Option("--states", help="Show the state after every word too.")
    ] = False,
    how: Profile,
    parser: ParserName = "english",
) -> None:
    """Hear the standard input as it arrives, and say at every word what has become clear.

    The sentence so far is parsed anew after each word, so nothing waits for what comes later; a
    guess that a later word refutes is revised or withdrawn by a line of its own.
    """
    listener = hearer.Listener(profile=how, parser=parser)
    for fragment in _fragments():
        _show(listener.hear(fragment), to, states=states)
    _show(listener.finish(), to, states=states)


def _fragments() -> Iterator[str]:
    """What there is to read, as soon as it is there."""
    if sys.stdin is None:
        raise InputError("The standard input is closed, and there is nothing else to listen to.")
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while read := os.read(sys.stdin.fileno(), AT_MOST):
        yield decoder.decode(read)
    yield decoder.decode(b"", final=True)


def _show(heard: Iterator[Heard], to: LineForm, *, states: bool) -> None:
    for at_word in heard:
        for change in at_word.changes:
            emit(_json(change) if to is LineForm.JSONL else f"{_line(change)}\n")
        if states and at_word.written.strip() and to is LineForm.TEXT:
            shown = ", ".join(map(str, at_word.state))
            emit(f"  {printable(at_word.written.strip())}: [{printable(shown)}]\n")


def _json(change: Change) -> str:
    return dumped({"event": change.kind.value, **change.guess.row}) + "\n"


def _line(change: Change) -> str:
    pronoun = change.guess.resolution.pronoun
    place = f"({pronoun.utterance}) word {pronoun.head}: {printable(pronoun.text)}"
    if change.kind is hearer.ChangeKind.WITHDRAWN:
        return f"{place} → taken back"
    return f"{place} → {_meant(change.guess)}{_instead(change.instead_of)}"


def _instead(before: Guess | None) -> str:
    if before is None:
        return ""
    was = _meant(before)
    return f", not {was}" if before.resolution.antecedent else f" (before: {was})"


def _meant(guess: Guess) -> str:
    from hearer.views.words import meant

    return meant(guess.resolution)
