"""Files and raw text to documents.

read       the documents of a file, parsed
open_file  the same, but raw text as it is, to be parsed while it is heard
parsed     a document with its parse
one_discourse, one_unparsed
           the one document that somebody means by a text, a Path, a Reading, a Doc
is_list    whether several are meant
documents_of
           the documents of a Path, or those that are given
content_of the bytes of a file, or of the standard input
missing    the error that a file is not there
shown      what a path is called in messages
suffixes   those that a name of a file may end with
"""

from __future__ import annotations

import re
import shlex
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import TypeGuard

from hearer import parsers
from hearer.errors import InputError, StrictError, UsageError, nearest, require
from hearer.formats import FORMATS, decoding
from hearer.formats.converting import of_input, read_as
from hearer.formats.format import Reading
from hearer.harmless import SENTENCE, quoted
from hearer.language import MISREAD, called, of_text
from hearer.model import Discourse, Interpretation, Problem, Utterance

STDIN = "-"
DEFAULT_PARSER = "english"
READ_AS_ENGLISH = (
    "this seems to be {language}; raw text is parsed and understood as English, so what is found "
    "means little: give CoNLL-U of that language, or a parser for it"
)
PATTERN = re.compile(r"[*?]|\[.+\]")
PATH = re.compile(r"\S*[./\\]\S*[^\s.]")  # one word with a suffix or a folder
MOST_LOOKED_AT = 2000  # names in a folder, for one that is like another


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
    require(path, (str, PathLike), "A file is given by its path")
    name = fspath(path)
    content = content_of(name)
    chosen = FORMATS.find(format) if format else of_input(name, content)
    return read_as(chosen, content, shown(name))


def parsed(
    discourse: Discourse,
    parser: object = DEFAULT_PARSER,
    *,
    through: Callable[[Iterable[Utterance]], Iterable[Utterance]] = iter,
) -> Discourse:
    """The document; a raw text is parsed, so that its words and spaces are the text again.

    The utterances come `through` whoever wants to see them come.
    """
    if not discourse.is_raw:
        return discourse
    text = discourse.text
    found = parsers.find(parser) if text.strip() else None
    utterances = tuple(through(found.parse(text))) if found else ()
    before = text[: utterances[0].start] if utterances else text
    who = parsers.signature(found) if found else ""
    problems = discourse.problems
    if parser == DEFAULT_PARSER and (language := of_text(text)):
        message = READ_AS_ENGLISH.format(language=called(language))
        wrong = Problem(discourse.path or "<text>", 0, 0, code=MISREAD, message=message)
        problems = (*problems, wrong)
    return replace(
        discourse,
        utterances=utterances,
        before=before,
        has_parse=True,
        parser=who,
        problems=problems,
    )


# Whatever is resolved ---------------------------------------------------------------------------


def is_list(x: object) -> TypeGuard[Sequence[object]]:
    """Whether several documents are meant: a list or a tuple, but for what was read of a file."""
    return isinstance(x, list | tuple) and not isinstance(x, Reading)


def one_discourse(x: object, parser: object = DEFAULT_PARSER, place: str = "") -> Discourse:
    """The document that is meant by `x`, parsed; `place` says which of a list it is."""
    unparsed = one_unparsed(x, place)
    found = parsed(unparsed, parser)
    for problem in found.problems[len(unparsed.problems) :]:
        warnings.warn(f"hearer: {place or problem.path}: {problem.message}.", stacklevel=4)
    return found


def one_unparsed(x: object, place: str = "") -> Discourse:
    """The same; a raw text is not parsed yet."""
    if isinstance(x, str):
        _warn_of_paths(x)
        return Discourse.raw(x)
    if isinstance(x, Discourse):
        return x
    if isinstance(x, PathLike):
        return _only(open_file(x))
    if isinstance(x, Reading):
        return _only(x)
    discourse = parsers.discourse_of(x)
    if discourse is None:
        raise UsageError(_not_resolved(x, place))
    return discourse


def documents_of(x: object, done: str) -> tuple[Discourse, ...]:
    """The documents of a file, not parsed yet, or those that are given; `done`: what for."""
    if isinstance(x, str):
        raise UsageError(f"Documents are {done}, or a file: Path({x!r}).")
    if isinstance(x, PathLike):
        return open_file(x)
    found = tuple(x) if isinstance(x, Iterable) else (x,)
    for one in found:
        require(one, Discourse, f"Documents are {done}, as hearer.read(path) gives them")
    return found


def _only(reading: Reading) -> Discourse:
    if len(reading) != 1:
        raise UsageError(
            f"{shown(reading.path)} has {len(reading)} documents, and one at a time is resolved: "
            "hearer.resolve(list(hearer.read(path))) gives a list."
        )
    return reading[0]


def _not_resolved(x: object, place: str) -> str:
    """What is wrong with what somebody wants to be resolved, and what to write instead."""
    said = f"{place} is {type(x).__name__}" if place else f"this is {type(x).__name__}"
    if is_list(x) and not place:
        return f"One document at a time is taken here, and {said}: [... for one in x]."
    for kind, advice in INSTEAD.items():
        if isinstance(x, kind):
            return f"Texts and documents are resolved, and {said}: {advice}."
    return (
        "Only a text, a Path, a Discourse, a Reading, a spaCy Doc, a Stanza Document or a list of "
        f"these can be resolved, and {said}."
    )


INSTEAD: dict[type, str] = {
    bytes: "decode it first, hearer.resolve(x.decode())",
    Interpretation: "it was resolved already",
    list: "a list in a list is too deep",
    dict: "say which of its values, hearer.resolve(list(x.values()))",
    Iterable: "say hearer.resolve(list(x))",
}


def _warn_of_paths(text: str) -> None:
    """Warn if a text ends like a file name of a known format. The disk is never looked at."""
    if PATH.fullmatch(text) and Path(text).suffix.lower() in suffixes():
        warnings.warn(
            f"hearer takes {text!r} as a text of one word; for the file, say Path({text!r}).",
            stacklevel=5,
        )


def suffixes() -> frozenset[str]:
    """The suffixes of all formats."""
    return frozenset(one for name in FORMATS.names() for one in FORMATS.find(name).suffixes)


def shown(path: str) -> str:
    """What a path is called in messages."""
    return "<stdin>" if path == STDIN else path


def content_of(path: str) -> bytes:
    """The bytes of a file, or of the standard input."""
    try:
        return _read(path)
    except FileNotFoundError as error:
        raise missing(path) from error
    except IsADirectoryError as error:
        raise InputError(
            f"{path!r} is a folder, and one file is to be read; `hearer resolve` and "
            "`hearer evaluate` take folders."
        ) from error
    except PermissionError as error:
        raise InputError(f"{path!r} may not be read: permission denied.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error


def missing(path: str, command: str = "") -> InputError:
    """Return the error that a file is not there, with what may be meant: a text, another file."""
    if SENTENCE.search(path):
        text = shlex.quote(path) if len(path) < 80 else "'…'"
        hint = "For a text itself, say hearer.resolve(text)."
        told = f"To give the text itself: {command}--text {text}"
        return InputError(f"There is no file {quoted(path)}.", hint=hint, command_hint=told)
    if PATTERN.search(path):
        return InputError(f"There is no file whose name is like {path!r}.")
    return InputError(f"There is no file {path!r}{_meant(path)}.")


def _meant(path: str) -> str:
    """The file that may be meant: one of a like name in the same folder."""
    folder, name = Path(path).parent, Path(path).name
    try:
        beside = [one.name for one in islice(folder.iterdir(), MOST_LOOKED_AT)]
    except (OSError, ValueError):  # there is no such folder, or it cannot be read
        return ""
    near = nearest(name, (one for one in beside if not one.startswith(".")))
    return f" (did you mean {str(folder / near)!r}?)" if near else ""


def _read(path: str) -> bytes:
    if path != STDIN:
        with Path(path).open("rb") as file:
            return decoding.content_of(file, path)
    if sys.stdin is None:
        raise InputError("The standard input is closed.")
    return decoding.content_of(sys.stdin.buffer, shown(path))
