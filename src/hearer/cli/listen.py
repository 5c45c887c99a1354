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
from hearer.cli.process import say
from hearer.errors import InputError
from hearer.formats.decoding import Lines
from hearer.formats.json_values import dumped
from hearer.report.styles import printable
from hearer.views.words import meant, unnamed

if TYPE_CHECKING:
    from hearer.profiles import Profile
    from hearer.session.live import Change, Guess, Heard

TYPE = "hearer: type, and it is heard line by line; Ctrl-D on an empty line is the end."
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
    listener, shown = hearer.Listener(profile=how, parser=parser), LiveLines(to, states=states)
    for fragment in _fragments():
        shown.lines.add(fragment)
        shown.show(listener.hear(fragment))
    shown.show(listener.finish())


def _fragments() -> Iterator[str]:
    """What there is to read, as soon as it is there."""
    if sys.stdin is None:
        raise InputError("The standard input is closed, and there is nothing else to listen to.")
    if sys.stdin.isatty():
        say(TYPE)
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while read := os.read(sys.stdin.fileno(), AT_MOST):
        yield decoder.decode(read)
    yield decoder.decode(b"", final=True)


class LiveLines:
    """What is shown of what was heard, with its places in the text so far."""

    def __init__(self, to: LineForm, *, states: bool) -> None:
        self.to, self.states = to, states
        self.lines = Lines()

    def show(self, heard: Iterator[Heard]) -> None:
        for at_word in heard:
            for change in at_word.changes:
                is_json = self.to is LineForm.JSONL
                emit(_json(change) if is_json else f"{self._line(change)}\n")
            if self.states and at_word.written.strip() and self.to is LineForm.TEXT:
                shown = ", ".join(map(str, at_word.state))
                emit(f"  {printable(at_word.written.strip())}: [{printable(shown)}]\n")

    def _line(self, change: Change) -> str:
        guess = change.guess
        said = f"{self._place(guess.row['pronoun'])}  {printable(guess.resolution.pronoun.text)} →"
        if change.kind is hearer.ChangeKind.WITHDRAWN:
            return f"{said} taken back"
        return f"{said} {self._meant(guess)}{self._instead(change.instead_of)}"

    def _instead(self, before: Guess | None) -> str:
        if before is None:
            return ""
        was = self._meant(before)
        return f", not {was}" if before.resolution.antecedent else f" (before: {was})"

    def _meant(self, guess: Guess) -> str:
        found = guess.resolution.antecedent
        place = self._place(guess.row["antecedent"])
        first = unnamed(found.expression, place) if found and place else ""
        return meant(guess.resolution, first)

    def _place(self, spoken: object) -> str:
        """Where something was said, if it was."""
        start = spoken.get("start") if isinstance(spoken, dict) else None
        return "" if start is None else str(self.lines.place(start))


def _json(change: Change) -> str:
    return dumped({"event": change.kind.value, **change.guess.row}) + "\n"
