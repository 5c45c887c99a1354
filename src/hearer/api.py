"""What people call: read, resolve, trace, write. The one place that wires.

read       a file to the documents in it
Reading    the documents of a file, and what is wrong with it
resolve    a document to what was understood of it
trace      what was understood, step by step
write      what was understood, in a format
convert    documents in another format, as they are
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from inspect import Parameter, signature
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType
from typing import overload

from hearer import registry
from hearer.errors import InputError, StrictError, UnknownName, UsageError
from hearer.formats import conllu, corefud, json
from hearer.hearing import DEFAULT_PROFILE, listen
from hearer.model import Discourse, Interpretation, Problem, ReferringExpression, Utterance
from hearer.views import lines

STDIN = "-"
RAW_TEXT_SUFFIXES = frozenset({".txt", ".md"})
NEEDS_PARSER = (
    "Raw text needs a parser, and there is none yet: "
    "parse it to CoNLL-U, then hearer.resolve(hearer.read(path))."
)
READ_AS = {"corefud": "conllu"}  # the same files; what is in their last column is another matter
TEXT = "text"  # not a format but a view: what a reader wants, not a program


class Reading(Sequence[Discourse]):
    """The documents of a file in order, where they come from, and what is wrong with them."""

    def __init__(
        self, discourses: Iterable[Discourse], *, path: str = "", problems: Iterable[Problem] = ()
    ) -> None:
        self.path = path
        self.problems = tuple(problems)
        self._discourses = tuple(discourses)

    @overload
    def __getitem__(self, index: int) -> Discourse: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Discourse]: ...
    def __getitem__(self, index: int | slice) -> Discourse | Sequence[Discourse]:
        return self._discourses[index]

    def __len__(self) -> int:
        return len(self._discourses)

    def __repr__(self) -> str:
        return f"Reading({len(self)} documents, path={self.path!r})"


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - what users type
    strict: bool = False,
) -> Reading:
    """Read the documents of a file; "-" is the standard input.

    Whatever is wrong with the file is in `problems` and work goes on; `strict` raises instead.
    """
    name = fspath(path)
    module = _reader(format or _format_of(name))
    file = module.parse(_bytes_of(name), path=_shown(name))
    if strict and file.problems:
        raise StrictError(file.problems)
    return Reading(module.discourses(file), path=name, problems=file.problems)


def resolve(
    x: Discourse | Reading | str,
    /,
    *,
    algorithm: str = "s-list",
    profile: str | None = None,
    **options: object,
) -> Interpretation:
    """Hear a document to its end, and say what every pronoun in it was taken to mean.

    >>> resolve("Brennan drives too fast.")
    Traceback (most recent call last):
    hearer.errors.UsageError: Raw text needs a parser, and there is none yet: parse it ...
    """
    discourse = _one_discourse(x)
    chosen = DEFAULT_PROFILE if profile is None else profile
    return listen(discourse, algorithm=algorithm, profile=chosen, **options)


def write(found: Interpretation | Sequence[Interpretation], *, to: str = "corefud") -> str:
    """What was understood of one document or several, in the format `to`.

    Several documents are one text: a JSON array, a table with one header, one CoNLL-U file. Bytes
    of the input that are no UTF-8 stand as surrogates; encoding with "surrogateescape" gives
    them back.
    """
    if to != TEXT and to not in (known := registry.names("format")):
        raise UnknownName("format", to, (*known, TEXT))
    if to == "conllu":
        raise UsageError("CoNLL-U has no place for what was understood: write 'corefud'.")
    written = lines.render if to == TEXT else registry.find("format", to).write
    several = (found,) if isinstance(found, Interpretation) else found
    return _together([_decoded(written(one)) for one in several], to)


def trace(found: Interpretation, *, view: str = "terminal", **options: object) -> str:
    """What was understood, step by step: the list after each word, as in the paper's tables."""
    render = registry.find("view", view)
    accepted = [p.name for p in signature(render).parameters.values() if _is_option(p)]
    for name in options:
        if name not in accepted:
            raise UnknownName(f"option of the {view} view", name, accepted)
    shown: str = render(found, **options)
    return shown


def convert(documents: Iterable[Discourse], *, to: str = "json") -> str:
    """Documents in another format, with the entities they are annotated with, if any.

    Nothing is resolved. CoNLL-U and CorefUD are the same files: to them every byte stays.
    """
    if to in {"conllu", "corefud"}:
        return "".join(_decoded(conllu.write(_source(discourse))) for discourse in documents)
    if to == "json":
        return _together([json.write(_annotated(discourse)) for discourse in documents], to)
    raise UsageError(f"Nothing is converted to {to!r}, only to conllu, corefud or json.")


def _together(written: Sequence[str], to: str) -> str:
    if to == "json" and len(written) != 1:
        return "[\n" + ",\n".join(map(str.rstrip, written)) + "\n]\n"
    if to == "tsv":
        return "".join(text.partition("\n")[2] if n else text for n, text in enumerate(written))
    return "".join(written)


def _is_option(parameter: Parameter) -> bool:
    return parameter.kind is Parameter.KEYWORD_ONLY


def _one_discourse(x: object) -> Discourse:
    if isinstance(x, Discourse):
        return x
    if isinstance(x, str):
        raise UsageError(NEEDS_PARSER)
    if not isinstance(x, Reading):
        raise UsageError(f"Only a Discourse or a Reading can be resolved, not {type(x).__name__}.")
    if len(x) != 1:
        raise UsageError(
            f"{_shown(x.path)} has {len(x)} documents, and one at a time is resolved: "
            "[hearer.resolve(d) for d in hearer.read(path)]"
        )
    return x[0]


def _format_of(path: str) -> str:
    if Path(path).suffix.lower() in RAW_TEXT_SUFFIXES:
        raise UsageError(f"{path} looks like raw text. {NEEDS_PARSER}")
    return "conllu"


def _reader(name: str) -> ModuleType:
    module: ModuleType = registry.find("format", READ_AS.get(name, name))
    if not hasattr(module, "parse"):
        raise UsageError(f"The format {name!r} can be written, not read.")
    return module


def _bytes_of(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path!r}.") from error
    except IsADirectoryError as error:
        raise InputError(f"{path!r} is a folder: name the files in it, {path}/*.conllu") from error
    except PermissionError as error:
        raise InputError(f"{path!r} may not be read: permission denied.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error


def _shown(path: str) -> str:
    return "<stdin>" if path == STDIN else path


def _decoded(written: bytes | str) -> str:
    return written if isinstance(written, str) else written.decode("utf-8", "surrogateescape")


def _source(discourse: Discourse) -> conllu.Document:
    if not isinstance(discourse.source, conllu.Document):
        raise UsageError(f"The discourse {discourse.name!r} was not read from CoNLL-U.")
    return discourse.source


def _annotated(discourse: Discourse) -> Interpretation:
    """The entities that the file itself tells of, as if we had understood them."""
    entities = corefud.read_entities(discourse)
    utterances = {utterance.number: utterance for utterance in discourse.utterances}
    expressions = tuple(_expressions(entities, utterances))
    problems = (*discourse.problems, *entities.problems)
    return Interpretation(expressions=expressions, problems=problems, discourse=discourse)


def _expressions(
    entities: corefud.Entities, utterances: dict[int, Utterance]
) -> Iterator[ReferringExpression]:
    for mention in entities.mentions:
        (number, first, _), (_, last, _) = mention.spans[0].first, mention.spans[0].last
        if not first or number not in utterances:  # an empty node before all words
            continue
        head = mention.attribute("head").partition(",")[0]
        position = first + int(head) - 1 if head.isdecimal() else last
        text = utterances[number].text_between(first, last)
        yield ReferringExpression(
            text, number, float(position), entity=mention.entity, first=first, last=last
        )
