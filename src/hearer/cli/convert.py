"""Commands about formats and examples: convert, list, demo."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import chdir
from enum import StrEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

import hearer
from hearer.algorithms import ALGORITHMS, described
from hearer.algorithms.base import options_of
from hearer.cli import main
from hearer.cli import shared_options as opt
from hearer.cli.inputs import is_folder
from hearer.cli.output import Target, emit, files_of, report
from hearer.cli.process import FAILED
from hearer.cli.shared_options import NAMES
from hearer.errors import UnknownName, UsageError
from hearer.escape import printable
from hearer.formats import FORMATS, Format, Holds
from hearer.formats.annotation import misread
from hearer.formats.converting import converted, losses, of_input, of_output, read_as
from hearer.profiles import DEFAULT
from hearer.reading import content_of, shown
from hearer.report.forms import dumped
from hearer.writing.files import make_folder

UNUSUAL = re.compile(r"[^\w.-]")  # characters that names of files should not have
MAX_NAME = 60
INDENTED = partial(
    fill, width=80, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
)


def convert(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="IN", help="A file; - is the standard input.", callback=opt.expanded
        ),
    ],
    *,
    source: opt.From = None,
    to: opt.To = None,
    output: opt.Output = None,
    force: opt.Force = False,
    strict: opt.Strict = False,
) -> None:
    """Write a file with its annotation in another format.

    Nothing is resolved. What the other format has no place for is reported. If OUTPUT is a
    folder, every document gets a file of its own. brat's text is written beside its annotations.

    Examples:
      hearer convert examples/table5.conllu --to conll2012 -o table5.conll
      hearer convert examples/table3.conllu --to json
    """
    if len(files) > 1:
        name, other = map(shlex.quote, files[:2])
        raise UsageError(f"The output is an option: hearer convert {name} -o {other}")
    path = files[0]
    content = content_of(path)
    was = FORMATS.find(source) if source else of_input(path, content)
    reading = read_as(was, content, shown(path))
    if Holds.RAW_TEXT in was.holds:
        raise UsageError(
            f"{path!r} is raw text, without entities: hearer resolve {shlex.quote(path)} finds "
            "them. If it is something else, say so with --from."
        )
    to_folder = is_folder(output)
    out = Target(None if to_folder else output, force=force, read=files_of(path, was))
    target = of_output(out.place) if out.place and not to else FORMATS.find(to or "corefud")
    lost = () if was == target else losses(reading, to=target.name)
    if was == target and not target.text_suffix and not to_folder:
        texts = {out.place: content.decode("utf-8", "surrogateescape")}
    elif not reading:
        raise UsageError(f"There is no document of {was.name} in {path!r}: nothing is written.")
    else:
        places = _in_folder(str(output), reading, target) if to_folder else {out.place: reading}
        texts = {}
        for place, documents in places.items():
            first, *beside = files_of(place, target)
            text = documents[0].text if beside else ""
            texts |= {first: converted(documents, to=target.name), **dict.fromkeys(beside, text)}
    if report((*reading.problems, *misread(reading), *lost)) and strict:
        raise typer.Exit(FAILED)
    if to_folder:
        make_folder(str(output))
    out.write_all(texts)


def _in_folder(
    folder: str, documents: Sequence[hearer.Discourse], target: Format
) -> dict[str | None, Sequence[hearer.Discourse]]:
    """Return the file of each document."""
    names = [UNUSUAL.sub("_", one.name)[:MAX_NAME] for one in documents]
    if len({*filter(None, map(str.casefold, names))}) < len(names):
        names = [f"{n}-{name}".rstrip("-") for n, name in enumerate(names, start=1)]
    paths = [str(Path(folder) / f"{name}{target.suffixes[0]}") for name in names]
    return {path: [one] for path, one in zip(paths, documents, strict=True)}


def list_(
    kind: Annotated[str | None, typer.Argument(metavar="[KIND]")] = None,
    name: Annotated[str | None, typer.Argument(help="Only this one, in detail.")] = None,
    *,
    to: Annotated[str | None, opt.to_option("text", "json")] = None,
) -> None:
    """List algorithms, formats, profiles, options, examples, queries.

    KIND is one of these. NAME shows the options of an algorithm, or the SQL of a query.

    Examples:
      hearer list
      hearer list algorithms s-list
      hearer list formats
    """
    if kind not in {None, *NAMES}:
        raise UnknownName("list", str(kind), NAMES)
    names = [*NAMES[kind]()] if kind else []
    if name and name not in names:
        raise UnknownName("name", name, names)
    chosen = [name] if name else names
    values: object = chosen or {kind: [*names()] for kind, names in NAMES.items()}
    lines: Iterable[str] = chosen or [f"{x}: {', '.join(y())}" for x, y in NAMES.items()]
    if kind == "algorithms":
        cards = [_algorithm(one) for one in sorted(chosen, key=lambda x: x != DEFAULT.algorithm)]
        values, lines = cards, (_card(one, is_one=bool(name)) for one in cards)
    elif kind == "formats":
        lines = map(_format, chosen)
    elif kind == "queries" and name:
        lines = [import_module("hearer.corpora.query").named_queries()[name].sql.rstrip()]
    is_json = Target(None).form(to, ("text", "json")) == "json"
    emit(dumped(values) if is_json else "".join(f"{x}\n" for x in lines))


def _format(name: str) -> str:
    one = FORMATS.find(name)
    done = "written" if one.read is None else "read" if one.write is None else "read, written"
    return f"{one.name:<10}  {' '.join(one.suffixes):<18}  {done:<13}  {one.description}"


def _algorithm(name: str) -> dict[str, Any]:
    found, (summary, paper) = ALGORITHMS.find(name), described(name)
    return {
        "name": name,
        "is_default": name == DEFAULT.algorithm,
        "summary": summary,
        "paper": paper,
        "needs_parse": found(lambda _pronoun, _candidate: None).needs.parse,
        "options": options_of(found.options),
    }


def _card(one: dict[str, Any], *, is_one: bool) -> str:
    lines = [one["name"] + " (the default)" * one["is_default"]]
    lines += [INDENTED(one[field]) for field in ("summary", "paper") if one[field]]
    if is_one:
        lines.append("  Options (--set NAME=VALUE):" if one["options"] else "  It has no options.")
        lines += [f"    {name}={_default(value)}" for name, value in one["options"].items()]
    return "\n".join(lines)


def _default(value: object) -> str:
    if isinstance(value, StrEnum):
        return f"{value}  or {', '.join(one for one in type(value) if one != value)}"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


DEMO = {
    "resolve examples/story.txt --to text": "Who is meant: place, antecedent, an excerpt.",
    "why examples/story.txt --at 4:7": "Why: what was tested for a pronoun, in order.",
    "resolve examples/story.txt --precision 0.9 --to text": "Only what is likely to be right.",
    "rewrite examples/story.txt": "The story again, with names for pronouns.",
    "trace examples/table3.conllu --document table3": "Table 3 of Strube (1998), word by word.",
    "compare examples/table3.conllu -a s-list -a bfp --only-differences": "Where they differ.",
}
FIRST = "To type these commands yourself, copy the examples: hearer demo -o examples\n\n"
NEXT = "That was it. Now your own words: hearer resolve your-file.txt\n"


def demo(*, output: opt.Output = None, force: opt.Force = False) -> None:
    """Show in two minutes what hearer can do.

    The examples come with hearer; with -o they are copied to a folder instead.

    Examples:
      hearer demo
      hearer demo -o my-examples
    """
    from hearer.gallery.examples import FOLDER, STORY, examples_folder

    folder = examples_folder()
    if output is not None:
        out, files = Target(None, force=force), filter(Path.is_file, sorted(folder.iterdir()))
        texts: dict[str | None, str] = {
            str(Path(output) / path.name): path.read_text(encoding="utf-8") for path in files
        }
        make_folder(output)
        out.write_all(texts)
        emit("".join(f"{printable(str(place))}\n" for place in texts))
        return
    if not Path(FOLDER).is_dir():
        emit(FIRST)
    with chdir(folder.parent):
        emit(f"{(Path(FOLDER) / STORY).read_text(encoding='utf-8')}\n")
        for command, what in DEMO.items():
            emit(f"# {what}\n$ hearer {command}\n\n")
            if status := main(shlex.split(command)):
                raise typer.Exit(status)
            emit("\n")
    emit(NEXT)
