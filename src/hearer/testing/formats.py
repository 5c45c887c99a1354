"""What must hold of every format: what it says of itself, and that it is written and read.

check_format    all of it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hearer.api import convert, read
from hearer.errors import HearerError, UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of
from hearer.formats.conllu import discourses, parse
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.format import Format, Holds, Reading
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.testing.texts import require, together

NOT_A_FILE = (b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3", b"# only a comment", b"{]")


def check_format(name: str, *, sample: bytes | None = None) -> None:
    """Check a format: its declaration, its reader and its writer, as far as it has them.

    The reader gets `sample`, a good file; without one, what the writer writes.

    >>> check_format("conllu")
    """
    format_ = FORMATS.find(name)
    _check_declaration(name, format_)
    if format_.read:
        for data in NOT_A_FILE:
            with suppress(HearerError):
                format_.read(data, "")
    written = _check_writing(format_, format_.write) if format_.write else b""
    if format_.read and (sample or Holds.ENDS in format_.holds):
        _check_reading(format_, sample or written)


def _check_declaration(name: str, format_: Format) -> None:
    require(format_.name == name, f"{name} is declared as {format_.name}")
    require(format_.description.count("\n") == 0, f"the description of {name} is not one line")
    require(bool(format_.suffixes), f"{name} does not say what its files are called")
    for suffix in format_.suffixes:
        is_one = suffix.startswith(".") and suffix == suffix.lower()
        require(is_one, f"{name} has the suffix {suffix!r}, which is none")
    require(bool(format_.read or format_.write), f"{name} is neither read nor written")


def _check_writing(format_: Format, write: Callable[[Sequence[Interpretation]], bytes]) -> bytes:
    """The same is written for the same, and something also where there was nothing to hear."""
    (discourse,) = discourses(parse(conllu_of(together())))
    found: Interpretation = listen(discourse)
    try:
        written = write([found])
    except UsageError:  # no place for what was understood, only for what was annotated
        found = annotation_of(discourse)
        written = write([found])
    require(bool(written), f"{format_.name} writes nothing for a discourse")
    require(write([found]) == written, f"{format_.name} writes something else the second time")
    write([annotation_of(Discourse(()))])
    return written


def _check_reading(format_: Format, content: bytes) -> None:
    """A good file has words; with a parse in it, it is written alike when it is read again."""
    reading = read_back(format_, content)
    require(any(map(len, reading)), f"{format_.name} finds no utterance in a good file")
    if not format_.write or Holds.PARSE not in format_.holds:
        return
    for document in reading:
        written = convert([document], to=format_.name)
        again = read_back(format_, written.encode("utf-8", "surrogateescape"))
        rewritten = convert(again, to=format_.name)
        require(rewritten == written, f"{format_.name} writes something else for what it wrote")


def read_back(format_: Format, content: bytes) -> Reading:
    """The documents of a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "written").with_suffix(format_.suffixes[0])
        path.write_bytes(content)
        return read(path, format=format_.name)
