"""The options that several commands share: each declared once, with what becomes of it.

The options:

    Algorithm, File, Files, Force, From, Language, Output, ParserName, Precision, ProfileName,
    Settings, Strict, Text, To, WherePronoun

What commands take instead, made from them:

    known         what is known beforehand (knowing)
    how           how to hear; how_in_the_literature for a command that shows algorithms
    given         the input of a command that has one: a file, or the text of --text
    documents     its documents, parsed
    question      the same, and the place of the pronoun that is asked about: a Question
    where         where its result goes: a Where
    settings, in_language
                  NAME=VALUE and --language as options by name
    opened        the inputs of a command: files, or the text of --text
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hearer.cli import completion
from hearer.cli.asking import at_of, with_place
from hearer.cli.being_sure import at_precision
from hearer.cli.inputs import named, placed, refuse, refuse_broken
from hearer.cli.knowing import known
from hearer.cli.output import refused, report, results, screen
from hearer.errors import UsageError
from hearer.harmless import quoted

if TYPE_CHECKING:
    from hearer.formats import Reading
    from hearer.formats.format import Screen
    from hearer.model import Discourse
    from hearer.profiles import Profile

Files = Annotated[
    list[str] | None,
    typer.Argument(help="Texts, CoNLL-U …, or folders of them; - is the standard input."),
]
Algorithm = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        help="Who resolves; see `hearer algorithms`.",
        autocompletion=completion.algorithms,
        metavar="NAME",
    ),
]
ProfileName = Annotated[
    str | None,
    typer.Option(
        help="A set of options: default, the most accurate; paper, Strube 1998 to the letter.",
        autocompletion=completion.profiles,
        metavar="NAME",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        help="Resolve only what is likely enough to be right, as in 0.9, and label the rest: "
        "ambiguous, no antecedent, event, pleonastic, cataphoric, same kind. What is enough was "
        "counted for each pronoun: 0.63 may do for she, and 0.92 not for they.",
        metavar="SHARE",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="An option; may be repeated.",
        autocompletion=completion.options,
        metavar="NAME=VALUE",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="The language of the files, as de; else as they state or show.", metavar="CODE"
    ),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help="Write here, not to the standard output.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]
Strict = Annotated[bool, typer.Option("--strict", help="Problems in the input are errors: exit 1.")]
Text = Annotated[str | None, typer.Option("--text", help="The text itself, instead of a file.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The format of what is read; names and lines tell. See `hearer formats`.",
        autocompletion=completion.read,
        metavar="FORMAT",
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        help="The format of OUTPUT; its name tells. See `hearer formats`.",
        autocompletion=completion.written,
        metavar="FORMAT",
    ),
]
ParserName = Annotated[
    str,
    typer.Option(
        help="Who parses raw text: english, spacy:NAME, stanza.",
        autocompletion=completion.parsers,
        metavar="NAME",
    ),
]
WherePronoun = Annotated[
    str | None,
    typer.Option(
        "--at",
        help="Where the pronoun stands, as `hearer resolve` prints it; else all pronouns.",
        metavar="LINE:COLUMN",
    ),
]
File = Annotated[str | None, typer.Argument(help="Raw text or CoNLL-U; - is the standard input.")]
__all__ = ["known"]  # a command takes it as what is made here
RESERVED = frozenset({"algorithm", "discourse", "document", "keep", "parser", "profile"})


# What commands take ------------------------------------------------------------------------------


def how(
    *,
    algorithm: Algorithm = None,
    profile: ProfileName = None,
    precision: Precision = None,
    language: Language = None,
    setting: Settings = None,
) -> Profile:
    """How to hear."""
    from hearer.profiles import how_to_hear

    sure = at_precision(precision, [algorithm], profile)
    chosen = {**settings(setting), **in_language(language), **sure}
    return how_to_hear(algorithm, profile, chosen)


def how_in_the_literature(
    *,
    algorithm: Algorithm = None,
    profile: ProfileName = None,
    language: Language = None,
    setting: Settings = None,
) -> Profile:
    """How to hear: the paper's profile, unless an algorithm is named that has one of its own."""
    from hearer.profiles import PAPER, how_to_hear

    named = profile or (PAPER if algorithm is None else None)
    return how_to_hear(algorithm, named, {**settings(setting), **in_language(language)})


def given(*, file: File = None, text: Text = None, source: From = None) -> Reading:
    """The one input."""
    (one,) = opened([file] if file else None, text, source)
    return one


def documents(
    *,
    file: File = None,
    text: Text = None,
    source: From = None,
    parser: ParserName = "english",
    strict: Strict = False,
) -> list[Discourse]:
    """The documents of the one input; its problems are reported, and are the end if strict."""
    from hearer.cli.hearing import all_parsed

    one = given(file=file, text=text, source=source)
    if report(one.problems) and strict:
        raise typer.Exit(1)
    refuse_broken([one])
    return all_parsed(placed(one), parser)


@dataclass(frozen=True, slots=True)
class Question:
    """The documents that a question is about, and the place of the pronoun that is meant."""

    documents: list[Discourse]
    at: str | None


def question(
    *,
    file: File = None,
    text: Text = None,
    source: From = None,
    at: WherePronoun = None,
    parser: ParserName = "english",
    strict: Strict = False,
) -> Question:
    """What is asked about; the place may stand behind the file, story.txt:3:62."""
    name, place = with_place(file, at) if text is None else (file, at)
    if place is not None:
        at_of(place)  # refused before anything is read
    read = documents(file=name, text=text, source=source, parser=parser, strict=strict)
    return Question(read, place)


@dataclass(frozen=True, slots=True)
class Where:
    """Where the result of a command with one input goes."""

    output: str | None
    force: bool
    read: str | None

    @property
    def screen(self) -> Screen:
        return screen(self.output)

    def emit(self, text: str, *, is_clean: bool = False) -> None:
        """Write the result."""
        with results(force=self.force, read=[self.read]) as told:
            told.write(text, self.output, is_clean=is_clean)


def where(*, file: File = None, output: Output = None, force: Force = False) -> Where:
    """Where the result goes; what is not to be written is refused before anything is read."""
    name, _ = with_place(file, None)
    refused([output], force=force, read=[name])
    return Where(output, force, name)


# From what users write ---------------------------------------------------------------------------


def in_language(code: str | None) -> dict[str, str]:
    """--language as a keyword argument."""
    return {} if code is None else {"language": code}


def settings(pairs: list[str] | None) -> dict[str, Any]:
    """Keyword arguments from NAME=VALUE; what a value means is known to whose option it is.

    >>> settings(["window=5", "fallback=document"])
    {'window': '5', 'fallback': 'document'}
    """
    chosen: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.replace("-", "_").isidentifier():
            raise UsageError(f"--set wants NAME=VALUE, as in --set reach=5, not {quoted(pair)}.")
        if name in RESERVED:
            raise UsageError(f"--set is for options; {quoted(name)} is none.")
        chosen[name.replace("-", "_")] = value
    return chosen


def opened(files: Sequence[str] | None, text: str | None, source: str | None) -> list[Reading]:
    """What is to be read: the files, or the text; a name is never taken for a text."""
    from hearer.formats import Reading
    from hearer.model import Discourse
    from hearer.reading import open_file

    if files and text is not None:
        raise UsageError("Say either files or --text, not both.")
    if text is not None:
        return [Reading([Discourse.raw(text)])]
    names = named(files)
    for name in names:
        refuse(name)
    return [open_file(name, format=source) for name in names]
