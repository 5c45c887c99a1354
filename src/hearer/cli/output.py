"""Where results and problems go.

Results      files, all of them or none, or the standard output
results      the results of a command, to be written now
refused      the same before there are any: what is not to be written is refused before the work
emit         text to the standard output
files_of     the files that a result is written to: brat's text goes beside its annotations
report       problems to the standard error
tell_notes   how a document of another language was heard
is_stdout    whether a place is the standard output
is_folder    whether every document is to get a file of its own
is_terminal  whether somebody reads the standard output as it comes
screen       what somebody looks at: its colours and its width
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hearer.cli.process import say
from hearer.errors import OutputError
from hearer.harmless import visible_lines
from hearer.writing.files import NewFiles, new_folder
from hearer.writing.places import beside, identities, is_dir, is_stream, refuse

if TYPE_CHECKING:
    from hearer.formats import Format
    from hearer.formats.format import Screen
    from hearer.model import Problem

STDOUT = "-"
SAID: set[object] = set()  # by this process, of languages: once is enough
Place = str | None  # None is the standard output, and so is -
AnyPlace = TypeVar("AnyPlace", str, str | None)


class Results:
    """Where the results of a command go: into files, or to the standard output.

    What is printed comes last, when the files stand in their places.
    """

    def __init__(self, files: NewFiles) -> None:
        self.files = files
        self.printed: list[tuple[str, bool]] = []

    def write(self, text: str, place: Place, *, is_clean: bool = False) -> None:
        """Write one of them, byte for byte."""
        if is_stdout(place):
            self.printed.append((text, is_clean))
        else:
            self.files.write(str(place), _encoded(text))

    @contextmanager
    def lines(self, place: Place, *, is_clean: bool = False) -> Iterator[Callable[[str], None]]:
        """Write one line by line, as the lines come."""
        if is_stdout(place):
            yield partial(emit, is_clean=is_clean)
            return
        with self.files.new(str(place)) as file:
            yield lambda line: file.writelines([_encoded(line)])


@contextmanager
def results(*, force: bool, read: Sequence[str | None], folder: Place = None) -> Iterator[Results]:
    """The results of a command: at the end all files stand in their places, or none does."""
    inputs = [one for one in read if one]
    with new_folder(folder) if folder else nullcontext(), NewFiles(force=force, read=inputs) as new:
        told = Results(new)
        yield told
    for text, is_clean in told.printed:
        emit(text, is_clean=is_clean)


def refused(
    places: Iterable[Place], *, force: bool, read: Sequence[str | None], in_folder: bool = False
) -> None:
    """Refuse what is not to be written, before the work is done."""
    names = [str(place) for place in places if not is_stdout(place)]
    is_new = in_folder and bool(names) and not is_dir(Path(names[0]).parent)
    if is_new:
        refuse([str(Path(names[0]).parent)])
    inputs = identities(one for one in read if one)
    refuse(names, force=force, read=inputs, in_new_folder=is_new)


def files_of(place: AnyPlace, target: Format) -> list[AnyPlace | str]:
    """The files of one result: with the text that goes beside it, if it has one."""
    if is_stdout(place) or not target.text_suffix or is_stream(str(place)):
        return [place]
    return [place, beside(str(place), target.text_suffix, of=target.suffixes[0])]


def is_stdout(place: Place) -> bool:
    """Whether this is the standard output."""
    return place is None or place == STDOUT


def is_folder(output: Place) -> bool:
    """Whether an output is a folder, or is to be one."""
    return output is not None and (output.endswith("/") or is_dir(output))


# The standard streams -------------------------------------------------------------------------


def emit(text: str, *, is_clean: bool = False) -> None:
    """Write to the standard output, at once.

    On a terminal nothing of the text steers it, unless it is clean, with colours of our own.
    """
    if sys.stdout is None:
        raise OutputError("The standard output is closed: say -o FILE.")
    shown = visible_lines(text) if is_terminal() and not is_clean else text
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(shown))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        told = f"The standard output cannot be written: {error.strerror or error}."
        raise OutputError(told) from error


def _encoded(text: str) -> bytes:
    """The text as it is; a byte of the input that was no UTF-8 is that byte again."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        from hearer.formats.format import in_bytes

        return in_bytes(text)  # says what cannot be written


def report(problems: Iterable[Problem]) -> bool:
    """Say what is wrong with the input, each once, and whether anything is."""
    told = dict.fromkeys(problems)
    if not told:
        return False
    from hearer.languages import MISREAD

    new = [str(problem) for problem in told if problem.code != MISREAD or _is_new(problem)]
    if new:
        say("\n".join(new))
    if foreign := [problem.path for problem in told if problem.code == "text-utf8"]:
        from hearer.formats.decoding import IN_LATIN_1

        say(f"hearer: {foreign[0]} is not all UTF-8. {IN_LATIN_1}")
    return bool(told)


def tell_notes(path: str, notes: Iterable[str]) -> None:
    """Say how a document of another language was heard; of documents alike, once."""
    for note in notes:
        if _is_new(note):
            say(f"hearer: {path}: {note}")


def _is_new(said: object) -> bool:
    """Whether this was not said before: many documents are alike in what is said of them."""
    if said in SAID:
        return False
    SAID.add(said)
    return True


def is_terminal() -> bool:
    """Whether somebody reads the standard output as it comes."""
    return sys.stdout is not None and sys.stdout.isatty()


def screen(place: Place) -> Screen:
    """What somebody looks at: colours, unless NO_COLOR or TERM say none (no-color.org)."""
    from hearer.formats.format import NO_SCREEN, Screen

    if not is_stdout(place) or not is_terminal():
        return NO_SCREEN
    color = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(color, shutil.get_terminal_size((100, 24)).columns)
