"""What a command reads: files, folders, the standard input or a text; parsed and resolved."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import typer

from hearer.cli.options import InputSettings
from hearer.cli.output import report, report_notes
from hearer.cli.process import FAILED, say
from hearer.errors import InputError, UsageError
from hearer.formats import Reading
from hearer.harmless import SENTENCE, quoted
from hearer.limits import number_of
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import missing, open_file, parsed
from hearer.report import progress
from hearer.session.corrections import read_corrections
from hearer.session.knowledge import Knowledge
from hearer.session.listening import listen_with
from hearer.writing.files import is_dir

STDIN = "-"
PATTERN = re.compile(r"[*?]|\[.+\]")
PLACE = re.compile(r"(?:(.+?):)??([0-9]+)(?::([0-9]+))?:?", re.DOTALL)
FILE_PLACE = re.compile(r"(.+?):((?:[^:]+:)?[0-9]+(?::[0-9]+)?):?", re.DOTALL)
NOTHING = "Say what to read: files, - for the standard input, or --text 'Anna slept. She snored.'"
TYPING = "hearer: reading what you type; Ctrl-D ends it, and --text '…' takes a text at once"


def opened(files: Sequence[str] | None, text: str | None, source: str | None) -> list[Reading]:
    """Read the files or the text; raw text is not parsed yet."""
    if files and text is not None:
        raise UsageError("Say either files or --text, not both.")
    if text is not None:
        return [Reading([Discourse.raw(text)])]
    names = named(files)
    for name in names:
        _refuse(name)
    return [open_file(name, format=source) for name in names]


def documents_of(readings: Sequence[Reading], *, strict: bool) -> list[list[Discourse]]:
    """Return the documents of each file with its path; report problems, refuse broken files."""
    if report(problem for one in readings for problem in one.problems) and strict:
        raise typer.Exit(FAILED)
    for one in readings:
        if not one and any(problem.code != "file-empty" for problem in one.problems):
            raise InputError(f"{one.path!r} is broken: there is no document in it.")
    return [[replace(one, path=file.path or one.path) for one in file] for file in readings]


def read_one(
    file: str | None, text: str | None, source: str | None, own: InputSettings
) -> list[Discourse]:
    """Read the documents of one input, parsed."""
    readings = opened([file] if file else None, text, source)
    (documents,) = documents_of(readings, strict=own.strict)
    return parse(documents, own.parser)


def named(names: Sequence[str] | None, text: str | None = None) -> list[str]:
    """Return the given names, none if there is a text; note that a terminal is read, if it is."""
    if not names and text is None:
        raise UsageError(NOTHING)
    names = names or []
    if STDIN in names and sys.stdin is not None and sys.stdin.isatty():
        say(TYPING)
    return list(names)


def files_in(names: Sequence[str], suffixes: Iterable[str]) -> list[str]:
    """Replace each folder by the files in it that have one of the suffixes; skip links."""
    wanted, found = {*suffixes}, []
    for name in names:
        if not is_dir(name):
            found.append(name)
            continue
        files = [path for path in sorted(Path(name).rglob("[!.]*")) if path.suffix in wanted]
        read = [str(path) for path in files if path.is_file() and not path.is_symlink()]
        if not read:
            endings = ", ".join(sorted(wanted))
            raise InputError(f"There is no file to read in {name!r}: none ends with {endings}.")
        found += read
    return found


def _refuse(name: str) -> None:
    """Raise for a text, a place or a pattern in place of a file name, with what to type."""
    try:
        Path(name).stat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError):  # the reader says what is wrong
        return
    else:
        return
    if name == STDIN:
        return
    if SENTENCE.search(name):
        text = shlex.quote(name) if len(name) < 80 else "'…'"
        raise InputError(f"There is no file {quoted(name)}. To give the text itself: --text {text}")
    if PATTERN.search(name):
        raise InputError(f"There is no file whose name is like {name!r}.")
    raise missing(name)


class At(NamedTuple):
    """A place: the document ("" if the file has one), a line, and a column or 0."""

    document: str
    line: int
    column: int


def file_and_place(file: str | None, at: str | None) -> tuple[str | None, At | None]:
    """Return the file and the place in it; they may be given as one, story.txt:3:62.

    >>> file_and_place("story.txt", "3:62")
    ('story.txt', At(document='', line=3, column=62))
    """
    given = file if at is None else at
    whole = None if given is None or is_file(given) else FILE_PLACE.fullmatch(given.strip())
    if whole and is_file(whole[1]):
        file, at = file if file and is_file(file) else whole[1], whole[2]
    if at is None:
        return file, None
    found = PLACE.fullmatch(at.strip())
    line, column = (number_of(found[n] or "0") for n in (2, 3)) if found else (0, 0)
    if not found or not line or column is None or (found[3] and not column):
        raise UsageError(f"--at wants LINE:COLUMN, as in --at 3:12, not {quoted(at)}.")
    return file, At(found[1] or "", line, column)


def is_file(name: str) -> bool:
    """Return True if there is a file or folder of this name."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # the name is too long or impossible
        return False


def parse(documents: Sequence[Discourse], parser: str) -> list[Discourse]:
    """Parse those of the documents that are raw text."""
    with progress.shown("Parsing") as tell:
        so_far = progress.HowFar(tell, sum(len(one.text) for one in documents if one.is_raw))
        return [_parsed(document, parser, so_far) for document in documents]


def resolved(
    works: Sequence[tuple[Discourse, Profile]], own: InputSettings
) -> Iterator[Interpretation]:
    """Resolve documents one after the other, each with its profile."""
    known = None
    if own.corrections is not None:
        if len(works) > 1:
            raise UsageError(f"Corrections are of one document, and there are {len(works)}.")
        known = Knowledge(corrections=read_corrections(own.corrections))
    with progress.shown("Resolving") as tell:
        so_far = progress.HowFar(tell, sum(len(one.text) * (1 + one.is_raw) for one, _ in works))
        for document, profile in works:
            discourse = _parsed(document, own.parser, so_far)
            found = listen_with(discourse, known, profile, through=so_far.heard, given=own.given)
            report_notes(discourse.path or discourse.name, found.notes)
            yield found
            so_far.done += len(discourse.text)


def _parsed(document: Discourse, parser: str, so_far: progress.HowFar) -> Discourse:
    if not document.is_raw:
        return document
    discourse = parsed(document, parser, through=so_far.parsed)
    so_far.done += len(document.text)
    report(discourse.problems[len(document.problems) :])
    return discourse
