"""Which format a file has, and which one a name asks for: all of it asked of the registry.

known        all formats
read_as      the documents of a file of this format, if it can be read
writer       how a format is written, if it can be
of_input     the format of a file, by its name, else by its first lines
of_output    the format that the name of a new file asks for
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.format import Format, Holds, Reading
from hearer.model import Interpretation


def known() -> tuple[Format, ...]:
    """All formats: ours in the order of the registry, then those of plug-ins.

    Where several have a suffix, the first of them is meant.
    """
    names = dict.fromkeys((*FORMATS.ours, *FORMATS.names()))
    return tuple(map(FORMATS.find, names))


def read_as(of: Format, content: bytes, path: str) -> Reading:
    """The documents of a file of this format; each of them knows its format."""
    if of.read is None:
        raise UsageError(f"The format {of.name!r} can be written, not read.")
    found = of.read(content, path)
    documents = (replace(document, format=of.name) for document in found)
    return Reading(documents, path=path, problems=found.problems)


def writer(of: Format) -> Callable[[Sequence[Interpretation]], bytes]:
    """How a format is written, if it can be."""
    if of.write is None:
        raise UsageError(f"The format {of.name!r} can be read, not written.")
    return of.write


def of_input(path: str, content: bytes) -> Format:
    r"""The format of a file: its name tells, or its first lines if several have such names.

    >>> of_input("-", b"#begin document (a); part 000\n").name
    'conll2012'
    >>> of_input("story.txt", b"1\tShe\t").name, of_input("story", b"1\tShe\t").name
    ('text', 'conllu')
    """
    formats = known()
    suffix = Path(path).suffix.lower()
    likely = [one for one in formats if suffix in one.suffixes]
    if len(likely) == 1:
        return likely[0]
    sniffed = (one for one in (*likely, *formats) if one.sniff(content))
    return next(sniffed, next(iter(likely), FORMATS.find("text")))


def of_output(path: str, *, understood: bool = False) -> Format:
    """The format that the name of a new file asks for.

    What was understood goes to formats that have a place for pronouns, where there is a choice.

    >>> of_output("a.jsonl").name, of_output("a.jsonl", understood=True).name
    ('jsonlines', 'jsonl')
    """
    formats = [one for one in known() if one.write]
    suffix = Path(path).suffix.lower()
    asked = [one for one in formats if suffix in one.suffixes]
    if understood:
        asked.sort(key=lambda one: Holds.PRONOUNS not in one.holds)
    if not asked:
        suffixes = ", ".join(sorted({suffix for one in formats for suffix in one.suffixes}))
        raise UsageError(
            f"The name {path!r} asks for no format: say which with --to, or use one of {suffixes}."
        )
    return asked[0]
