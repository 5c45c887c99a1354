"""Results to files, all or none, or to the standard output; problems to the standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from hearer.cli.process import say
from hearer.errors import OutputError, UnknownName, UsageError
from hearer.formats.decoding import IN_LATIN_1
from hearer.formats.format import NO_SCREEN, Format, Screen, in_bytes
from hearer.harmless import visible_lines
from hearer.languages import MISREAD
from hearer.model import Problem
from hearer.report.forms import SUFFIXES
from hearer.writing.files import NewFiles, beside, identities, is_dir, is_stream, new_folder, refuse

FORMS = {**{suffix: str(form) for suffix, form in SUFFIXES.items()}, ".conllu": "conllu"}
REPORTED: set[object] = set()  # notes and problems that are printed once for many documents
Place = str | None  # None and "-" are the standard output


def write(
    texts: Mapping[Place, str],
    *,
    force: bool,
    read: Iterable[Place] = (),
    folder: Place = None,
    is_clean: bool = False,
) -> None:
    """Write the results of a command: all files are put in place at the end, or none is."""
    inputs = [one for one in read if one]
    with new_folder(folder) if folder else nullcontext(), NewFiles(force=force, read=inputs) as new:
        for place, text in texts.items():
            if not is_stdout(place):
                new.write(str(place), in_bytes(text))
    for place, text in texts.items():
        if is_stdout(place):
            emit(text, is_clean=is_clean)


def check(
    places: Iterable[Place], *, force: bool, read: Iterable[Place] = (), in_folder: bool = False
) -> None:
    """Raise for outputs that may not be written, before any work is done."""
    names = [str(place) for place in places if not is_stdout(place)]
    is_new = in_folder and bool(names) and not is_dir(Path(names[0]).parent)
    if is_new:
        refuse([str(Path(names[0]).parent)])
    inputs = identities(one for one in read if one)
    refuse(names, force=force, read=inputs, in_new_folder=is_new)


def form_of(to: str | None, output: Place, forms: Sequence[str]) -> str:
    """Return the form that --to or the suffix of the output names; the first is the default."""
    if to is not None and to.lower() not in forms:
        raise UnknownName("form", to, forms)
    suffix = "" if to or is_stdout(output) else Path(str(output)).suffix.lower()
    known = {x: form for x, form in FORMS.items() if form in forms}
    if suffix and suffix not in known:
        suffixes = ", ".join(sorted(known))
        raise UsageError(f"The name {output!r} asks for no form there is: use one of {suffixes}.")
    return known.get(suffix, to.lower() if to else forms[0])


def files_of(place: Place, target: Format) -> list[Place]:
    """Return the files of one result: brat's text is written beside its annotations."""
    if place is None or is_stdout(place) or not target.text_suffix or is_stream(place):
        return [place]
    return [place, beside(place, target.text_suffix, of=target.suffixes[0])]


def is_stdout(place: Place) -> bool:
    """Return True if an output is the standard output."""
    return place is None or place == "-"


def is_folder(output: Place) -> bool:
    """Return True if an output is a folder, or is named as one."""
    return output is not None and (output.endswith("/") or is_dir(output))


def emit(text: str, *, is_clean: bool = False) -> None:
    """Write to the standard output at once.

    On a terminal control characters are escaped, unless the text `is_clean` and has our colours.
    """
    if sys.stdout is None:
        raise OutputError("The standard output is closed: say -o FILE.")
    is_terminal = sys.stdout.isatty()
    content = in_bytes(visible_lines(text) if is_terminal and not is_clean else text)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
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


def screen(place: Place) -> Screen:
    """Return colours and width of the terminal; NO_COLOR and TERM=dumb switch colours off."""
    if not is_stdout(place) or sys.stdout is None or not sys.stdout.isatty():
        return NO_SCREEN
    color = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(color, shutil.get_terminal_size((100, 24)).columns)
