"""Results to files, all or none, or to the standard output; problems to the standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hearer.cli.process import say
from hearer.errors import OutputError, UnknownName, UsageError
from hearer.escape import visible_lines
from hearer.formats.converting import instead
from hearer.formats.decoding import IN_LATIN_1
from hearer.formats.format import NO_SCREEN, Format, Screen, in_bytes
from hearer.language import MISREAD
from hearer.model import Problem
from hearer.report.forms import SUFFIXES
from hearer.writing.files import NewFiles, beside, identities, is_stream, refuse

FORMS = {**{suffix: str(form) for suffix, form in SUFFIXES.items()}, ".conllu": "conllu"}
REPORTED: set[object] = set()  # notes and problems that are printed once for many documents
Place = str | None
STDOUT = {None, "-", "/dev/stdout"}


class Target:
    """Where a command writes. Raise for outputs that may not be written, before any work is done.

    `read` are the inputs, which are never replaced; `also` are outputs beside the first.
    """

    def __init__(
        self,
        output: Place,
        *,
        force: bool = False,
        read: Iterable[Place] = (),
        also: Iterable[Place] = (),
    ) -> None:
        self.place = None if output in STDOUT else output
        self.force, self.read = force, [one for one in read if one]
        self.check([self.place, *also])

    def check(self, places: Iterable[Place]) -> None:
        """Raise for files that may not be written."""
        names = [str(place) for place in places if place not in STDOUT]
        refuse(names, force=self.force, read=identities(self.read))

    def form(self, to: str | None, forms: Sequence[str]) -> str:
        """Return the form that --to or the suffix of the output names; the first is the default."""
        if to is not None and to.lower() not in forms:
            raise UnknownName("form", to, forms)
        suffix = Path(self.place).suffix.lower() if self.place and not to else ""
        known = {x: form for x, form in FORMS.items() if form in forms}
        if suffix and suffix not in known:
            suffixes = ", ".join(sorted(known))
            tsv = instead(str(self.place)) if ".tsv" in known else ""
            raise UsageError(
                f"{self.place!r} has no suffix of a form that can be written{tsv}: use {suffixes}."
            )
        return known.get(suffix, to.lower() if to else forms[0])

    def screen(self) -> Screen:
        """Return colours and width of the terminal; NO_COLOR and TERM=dumb switch colours off."""
        if self.place or sys.stdout is None or not sys.stdout.isatty():
            return NO_SCREEN
        color = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return Screen(color, shutil.get_terminal_size((100, 24)).columns)

    def write(self, text: str, *, is_clean: bool = False) -> None:
        """Write the only result of a command."""
        self.write_all({self.place: text}, is_clean=is_clean)

    def write_all(self, texts: Mapping[Place, str], *, is_clean: bool = False) -> None:
        """Write the results of a command: all files are put in place at the end, or none is."""
        with NewFiles(force=self.force, read=self.read) as new:
            for place, text in texts.items():
                if place not in STDOUT:
                    new.write(str(place), in_bytes(text))
        for text in (text for place, text in texts.items() if place in STDOUT):
            emit(text, is_clean=is_clean)


def files_of(place: Place, target: Format) -> list[Place]:
    """Return the files of one result: brat's text is written beside its annotations."""
    if place is None or not target.text_suffix or is_stream(place):
        return [place]
    return [place, beside(place, target.text_suffix, of=target.suffixes[0])]


def emit(text: str, *, is_clean: bool = False) -> None:
    """Write to the standard output at once.

    On a terminal control characters are escaped, unless the text `is_clean` and has our colours.
    """
    if sys.stdout is None:
        raise OutputError("The standard output is closed: say -o FILE.")
    is_escaped = sys.stdout.isatty() and not is_clean
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(in_bytes(visible_lines(text) if is_escaped else text))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        message = f"The standard output cannot be written: {error.strerror or error}."
        raise OutputError(message) from error


def report(problems: Iterable[Problem]) -> bool:
    """Print each problem of the input once; return True if there is any."""
    found = dict.fromkeys(problems)
    new = [str(problem) for problem in found if problem.code != MISREAD or _is_new(problem)]
    if new:
        say("\n".join(new))
    if foreign := [problem.path for problem in found if problem.code == "text-utf8"]:
        say(f"hearer: {foreign[0]} is not all UTF-8. {IN_LATIN_1}")
    return bool(found)


def report_notes(path: str, notes: Iterable[str]) -> None:
    """Print how a document of another language was read, each note once."""
    for note in notes:
        if _is_new(note):
            say(f"hearer: {path}: {note}")


def _is_new(reported: object) -> bool:
    is_new = reported not in REPORTED
    REPORTED.add(reported)
    return is_new
