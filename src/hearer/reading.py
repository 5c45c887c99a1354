"""Documents from files, raw text and the parsed documents of other libraries."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import TypeGuard

from hearer import parsers
from hearer.errors import InputError, StrictError, UsageError, require
from hearer.escape import quoted
from hearer.formats import FORMATS, decoding
from hearer.formats.converting import of_input, read_as
from hearer.formats.format import Reading
from hearer.language import MISREAD, called, of_words, sampled
from hearer.model import Discourse, Problem

STDIN = "-"
DEFAULT_PARSER = "english"
READ_AS_ENGLISH = (
    "this seems to be {language}; raw text is parsed as English, so the answers are not reliable: "
    "give CoNLL-U of that language, or a parser for it"
)
LONGEST = 200  # characters of the name of a missing file that a message shows
PATH = re.compile(r"\S+\.(?:ann|conll|conllu|json|jsonl|md|tsv|txt|xml)", re.IGNORECASE)
# Several words and the end of a sentence, or several lines: a text in place of a file name.
SENTENCE = re.compile(r"\s\S.*[.!?…][\"'”’)]*\s*$|\n", re.DOTALL)
EXPECTED = "One text, Path, Discourse, Reading, spaCy Doc or Stanza Document is expected"


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - what users type
    parser: object = DEFAULT_PARSER,
    strict: bool = False,
) -> Reading:
    """Read the documents of a file; "-" is the standard input.

    The format is told by the name of the file or by its first lines. Raw text ("text", *.txt,
    *.md) is one document, parsed by `parser`. What is wrong with the file is in `problems`, and
    the rest is read; with `strict` the problems are raised.
    """
    opened = open_file(path, format=format)
    if strict and opened.problems:
        raise StrictError(opened.problems)
    documents = (parsed(document, parser) for document in opened)
    return Reading(documents, path=opened.path, problems=opened.problems)


def open_file(path: str | PathLike[str], *, format: str | None = None) -> Reading:  # noqa: A002
    """Read the documents of a file; raw text is not parsed."""
    require(path, (str, PathLike), "A file is given by its path")
    name = fspath(path)
    content = content_of(name)
    chosen = FORMATS.find(format) if format else of_input(name, content)
    return read_as(chosen, content, shown(name))


def parsed(
    discourse: Discourse, parser: object = DEFAULT_PARSER, *, through: parsers.Through = iter
) -> Discourse:
    """Parse a document that is raw text, through an iterator such as a progress bar."""
    if not discourse.is_raw:
        return discourse
    found, problems = parsers.parsed(discourse.text, parser, through), discourse.problems
    utterances = found.utterances
    words = ((form, "", "") for n in sampled(utterances) for form in utterances[n].forms)
    if str(parser).startswith(DEFAULT_PARSER) and (language := of_words(words)):
        message = READ_AS_ENGLISH.format(language=called(language))
        problems = (*problems, Problem(discourse.path or "<text>", 0, 0, MISREAD, message=message))
    return replace(
        discourse,
        utterances=utterances,
        before=found.before,
        has_parse=True,
        parser=found.parser,
        problems=problems,
    )


def is_list(x: object) -> TypeGuard[Sequence[object]]:
    """Return True for a list or a tuple of documents, but not for what was read from a file."""
    return isinstance(x, list | tuple) and not isinstance(x, Reading)


def one_discourse(x: object, parser: object = DEFAULT_PARSER, place: str = "") -> Discourse:
    """Return the document that `x` is, parsed; `place` is its place in a list."""
    unparsed = one_unparsed(x, place)
    found = parsed(unparsed, parser)
    for problem in found.problems[len(unparsed.problems) :]:
        warnings.warn(f"hearer: {place or problem.path}: {problem.message}.", stacklevel=4)
    return found


def one_unparsed(x: object, place: str = "") -> Discourse:
    """Return the document that `x` is; raw text is not parsed."""
    if isinstance(x, str):
        if PATH.fullmatch(x):
            message = f"hearer takes {x!r} as a text of one word; for the file, say Path({x!r})."
            warnings.warn(message, stacklevel=4)
        return Discourse.raw(x)
    if isinstance(x, PathLike):
        x = open_file(x)
    if isinstance(x, Reading):
        if len(x) != 1:
            hint = "hearer.resolve(list(hearer.read(path))) resolves all."
            raise UsageError(f"{EXPECTED}, and {x.path} has {len(x)} documents.", hint=hint)
        return x[0]
    found = x if isinstance(x, Discourse) else parsers.discourse_of(x)
    if found is None:
        hint = "Only hearer.resolve, hearer.rewrite and hearer.compare take a list of them, too."
        raise UsageError(f"{EXPECTED}, and {place or 'this'} is {type(x).__name__}.", hint=hint)
    return found


def documents_of(x: object, purpose: str) -> tuple[Discourse, ...]:
    """Return the documents of a file, or those of an iterable; raw text is not parsed."""
    if isinstance(x, PathLike):
        return open_file(x)
    found = tuple(x) if isinstance(x, Iterable) and not isinstance(x, str) else (x,)
    for one in found:
        require(one, Discourse, f"Documents are {purpose}: give hearer.read(path), or a Path")
    return found


def shown(path: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if path == STDIN else path


def content_of(path: str) -> bytes:
    """Return the bytes of a file, or of the standard input."""
    if path == STDIN and sys.stdin is None:
        raise InputError("The standard input is closed.")
    try:
        if path == STDIN:
            return decoding.content_of(sys.stdin.buffer, shown(path))
        with Path(path).open("rb") as file:
            return decoding.content_of(file, path)
    except FileNotFoundError as error:
        raise missing(path) from error
    except IsADirectoryError as error:
        what = f"{path!r} is a folder, and one file is to be read"
        raise InputError(f"{what}; `hearer resolve` takes folders.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error


def missing(path: str) -> InputError:
    """Return the error for a missing file, with a hint if its name seems to be a text."""
    error = InputError(f"There is no file {quoted(path, LONGEST)}.")
    if SENTENCE.search(path):
        error.hint = "For a text itself, say hearer.resolve(text)."
        error.command_hint = "For a text itself, say hearer resolve --text TEXT."
    return error
