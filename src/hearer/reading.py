"""Files and raw text to documents.

read       the documents of a file, parsed
open_file  the same, but raw text as it is, to be parsed while it is heard
parsed     a document with its parse
"""

from __future__ import annotations

import sys
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path

from hearer import parsers
from hearer.errors import InputError, StrictError
from hearer.formats import FORMATS, decoding
from hearer.formats.converting import of_input, read_as
from hearer.formats.format import Reading
from hearer.model import Discourse

STDIN = "-"
DEFAULT_PARSER = "english"


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - what users type
    parser: object = DEFAULT_PARSER,
    strict: bool = False,
) -> Reading:
    """Read the documents of a file; "-" is the standard input.

    Its name tells the format, or its first lines. Raw text ("text", *.txt, *.md) is one document,
    parsed by `parser`. Whatever is wrong with the file is in `problems` and work goes on;
    `strict` raises instead.
    """
    opened = open_file(path, format=format)
    if strict and opened.problems:
        raise StrictError(opened.problems)
    documents = (parsed(document, parser) for document in opened)
    return Reading(documents, path=opened.path, problems=opened.problems)


def open_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
) -> Reading:
    """The documents of a file; raw text is not parsed yet."""
    name = fspath(path)
    content = content_of(name)
    chosen = FORMATS.find(format) if format else of_input(name, content)
    return read_as(chosen, content, shown(name))


def parsed(discourse: Discourse, parser: object = DEFAULT_PARSER) -> Discourse:
    """The document; a raw text is parsed, so that its words and spaces are the text again."""
    if not discourse.is_raw:
        return discourse
    text = discourse.text
    found = parsers.find(parser) if text.strip() else None
    utterances = tuple(found.parse(text)) if found else ()
    before = text[: utterances[0].start] if utterances else text
    who = parsers.signature(found) if found else ""
    return replace(discourse, utterances=utterances, before=before, has_parse=True, parser=who)


def shown(path: str) -> str:
    """What a path is called in messages."""
    return "<stdin>" if path == STDIN else path


def content_of(path: str) -> bytes:
    """The bytes of a file, or of the standard input."""
    try:
        return _read(path)
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path!r}.") from error
    except IsADirectoryError as error:
        raise InputError(
            f"{path!r} is a folder, and one file is to be read; `hearer resolve` and "
            "`hearer evaluate` take folders."
        ) from error
    except PermissionError as error:
        raise InputError(f"{path!r} may not be read: permission denied.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error


def _read(path: str) -> bytes:
    if path != STDIN:
        with Path(path).open("rb") as file:
            return decoding.content_of(file, path)
    if sys.stdin is None:
        raise InputError("The standard input is closed.")
    return decoding.content_of(sys.stdin.buffer, shown(path))
