"""What a command reads: files, folders, the standard input or a text; parsed and resolved."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import typer

from hearer.cli.output import report, report_notes
from hearer.cli.process import FAILED, say
from hearer.cli.shared_options import InputSettings
from hearer.errors import InputError, UsageError
from hearer.escape import quoted
from hearer.formats import Reading
from hearer.formats.converting import known
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import open_file, parsed
from hearer.report import progress
from hearer.session.informed import listen_with
from hearer.session.knowledge import Knowledge, read_corrections
from hearer.writing.files import is_dir, is_there

STDIN = "-"
PLACE = re.compile(r"(?:(.+):)?([0-9]{1,9}):([0-9]{1,9}):?", re.DOTALL)
NOTHING = "Say what to read: files, - for the standard input, or --text 'Anna slept. She snored.'"
TYPING = "hearer: reading what you type; Ctrl-D ends it, and --text '…' takes a text at once"


def named(names: Sequence[str] | None, text: str | None = None) -> list[str]:
    """Return the given names, none if there is a text; note that a terminal is read, if it is."""
    if not names and text is None:
        raise UsageError(NOTHING)
    if names and text is not None:
        raise UsageError("Say either files or --text, not both.")
    if STDIN in (names or ()) and sys.stdin is not None and sys.stdin.isatty():
        say(TYPING)
    return list(names or ())


def read(
    names: Sequence[str], text: str | None, source: str | None, *, strict: bool = False
) -> list[list[Discourse]]:
    """Read the documents of the files, or the text; report problems, refuse broken files."""
    readings = [open_file(name, format=source) for name in names]
    if text is not None:
        readings.append(Reading([Discourse.raw(text)]))
    if report(problem for one in readings for problem in one.problems) and strict:
        raise typer.Exit(FAILED)
    for one in readings:
        if not one and any(problem.code != "file-empty" for problem in one.problems):
            raise InputError(f"{one.path!r} is broken: there is no document in it.")
    return [[replace(one, path=file.path or one.path) for one in file] for file in readings]


def read_parsed(
    paths: Sequence[str] | None, text: str | None, source: str | None, own: InputSettings
) -> list[Discourse]:
    """Read the documents of files or of a text, parsed."""
    files = read(named(paths, text), text, source)
    return [one for file in files for one in parse(file, own.parser)]


def is_folder(output: str | None, names: Sequence[str] | None = None) -> bool:
    """Return True if OUTPUT is a folder; a new name without suffix is one for several inputs."""
    inputs = names or ()
    several = len(inputs) > 1 or any(map(is_dir, inputs))
    is_new = several and output and not Path(output).suffix and not is_there(output)
    return bool(output) and bool(is_new or str(output).endswith("/") or is_dir(str(output)))


def files_in(names: Sequence[str], suffixes: Iterable[str] = ()) -> list[str]:
    """Replace each folder by the files in it that can be read, or have a suffix; skip links."""
    wanted = {*suffixes} or {end for one in known() if one.read for end in one.suffixes}
    found = []
    for name in names:
        if not is_dir(name):
            found.append(name)
            continue
        files = [path for path in sorted(Path(name).rglob("[!.]*")) if path.suffix in wanted]
        inside = [str(path) for path in files if path.is_file() and not path.is_symlink()]
        if not inside:
            endings = ", ".join(sorted(wanted))
            raise InputError(f"There is no file to read in {name!r}: none ends with {endings}.")
        found += inside
    return found


class At(NamedTuple):
    """A place: the document ("" if the file has one), a line, and a column."""

    document: str
    line: int
    column: int


def file_and_place(file: str | None, at: str | None) -> tuple[str | None, At | None]:
    """Return the file and the place in it; they may be given as one, story.txt:3:62.

    >>> file_and_place("story.txt", "3:62")
    ('story.txt', At(document='', line=3, column=62))
    """
    given = (file if at is None else at) or ""
    found = None if is_there(given) else PLACE.fullmatch(given.strip())
    name, document = (found and found[1]) or "", ""
    if not is_there(name):
        name, _, document = name.rpartition(":")
    if at is None and not is_there(name):
        return file, None
    if not found or not int(found[2]) or not int(found[3]):
        raise UsageError(f"--at wants LINE:COLUMN, as in --at 3:12, not {quoted(given)}.")
    place = At(document, int(found[2]), int(found[3]))
    return file if file and at is not None else name, place


def parse(documents: Sequence[Discourse], parser: str) -> list[Discourse]:
    """Parse those of the documents that are raw text."""
    found = []
    for one in progress.tracked(documents, "Parsing", len(documents)):
        start = attrgetter("start")
        through = partial(progress.tracked, work="Parsing", total=len(one.text), at=start)
        found.append(parsed(one, parser, through=through))
        report(found[-1].problems[len(one.problems) :])
    return found


def resolved(
    works: Sequence[tuple[Discourse, Profile]], own: InputSettings
) -> Iterator[Interpretation]:
    """Resolve parsed documents one after the other, each with its profile."""
    known = None
    if own.corrections is not None:
        if len(works) > 1:
            raise UsageError(f"Corrections are of one document, and there are {len(works)}.")
        known = Knowledge(corrections=read_corrections(own.corrections))
    for one, profile in progress.tracked(works, "Resolving", len(works)):
        words = partial(progress.tracked, work="Resolving", total=sum(map(len, one.utterances)))
        found = listen_with(one, known, profile, through=words, given=own.given)
        report_notes(one.path or one.name, found.notes)
        report(found.problems[len(one.problems) :])
        yield found
