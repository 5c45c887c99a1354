"""Commands about formats and examples: convert, list, demo."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import chdir
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli import main
from hearer.cli import options as opt
from hearer.cli import output as out
from hearer.cli.options import NAMES
from hearer.cli.process import FAILED
from hearer.errors import UnknownName, UsageError
from hearer.formats import FORMATS, Format, Holds
from hearer.formats.annotation import misread
from hearer.formats.converting import converted, losses, of_input, of_output, read_as
from hearer.harmless import as_json, printable
from hearer.options import options_of
from hearer.profiles import DEFAULT, how_to_hear
from hearer.reading import content_of, shown
from hearer.report.table import BOLD, styled

UNUSUAL = re.compile(r"[^\w.-]")  # characters that names of files should not have
MAX_NAME = 60
YEAR = re.compile(r"\((19|20)\d\d\)")  # in a reference: Strube (1998)
INDENTED = partial(
    fill, width=80, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
)


def convert(
    files: Annotated[
        list[str], typer.Argument(metavar="IN", help="A file; - is the standard input.")
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
      hearer convert examples/table5.conllu --to gum -o table5-gum.conllu
      hearer convert examples/table3.conllu --to json
    """
    if len(files) > 1:
        name, other = map(shlex.quote, files[:2])
        raise UsageError(f"The output is an option: hearer convert {name} -o {other}")
    path = files[0]
    content, was = _source(path, source)
    place = None if out.is_stdout(output) else output
    folder = place if out.is_folder(place) else None
    named = place is not None and folder is None
    target = of_output(str(place)) if named and not to else FORMATS.find(to or "corefud")
    reading = read_as(was, content, shown(path))
    lost = () if was == target else losses(reading, to=target.name)
    if was == target and not target.text_suffix and not folder:
        texts = {place: content.decode("utf-8", "surrogateescape")}
    elif not reading:
        raise UsageError(f"There is no document of {was.name} in {path!r}: nothing is written.")
    else:
        texts = _texts(reading, place, folder, target)
    if out.report((*reading.problems, *misread(reading), *lost)) and strict:
        raise typer.Exit(FAILED)
    read = out.files_of(path, was)
    out.check(texts, force=force, read=read, in_folder=folder is not None)
    out.write(texts, force=force, read=read, folder=folder)


def _source(path: str, name: str | None) -> tuple[bytes, Format]:
    """Return content and format; refuse raw text."""
    content = content_of(path)
    found = FORMATS.find(name) if name else of_input(path, content)
    if Holds.RAW_TEXT in found.holds:
        read_as(found, content, shown(path))  # raises if it is not text at all
        raise UsageError(
            f"{path!r} is raw text, without entities: hearer resolve {shlex.quote(path)} finds "
            "them. If it is something else, say so with --from."
        )
    return content, found


def _texts(
    documents: Sequence[hearer.Discourse], place: str | None, folder: str | None, target: Format
) -> dict[str | None, str]:
    """Return the content of each file; in a folder, a file for each document."""
    if folder is None:
        places: dict[str | None, Sequence[hearer.Discourse]] = {place: documents}
    else:
        numbered = list(enumerate(documents, start=1))
        names = [UNUSUAL.sub("_", one.name)[:MAX_NAME] or str(n) for n, one in numbered]
        if len(set(map(str.casefold, names))) < len(names):
            names = [f"{n}-{name}" for n, name in enumerate(names, start=1)]
        paths = [str(Path(folder) / f"{name}{target.suffixes[0]}") for name in names]
        places = {path: [one] for path, one in zip(paths, documents, strict=True)}
    texts: dict[str | None, str] = {}
    for file, several in places.items():
        texts[file] = converted(several, to=target.name)
        for beside in out.files_of(file, target)[1:]:
            texts[beside] = several[0].text
    return texts


def list_(
    kind: Annotated[
        str | None, typer.Argument(metavar="[KIND]", autocompletion=lambda: [*NAMES])
    ] = None,
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
        cards = sorted(map(algorithm, chosen), key=lambda one: not one.is_default)
        values, lines = [asdict(x) for x in cards], [_card(x, is_one=bool(name)) for x in cards]
    elif kind == "formats":
        lines = map(_format, chosen)
    elif kind == "queries" and name:
        lines = [import_module("hearer.corpora.query").named_queries()[name].sql.rstrip()]
    is_json = out.form_of(to, None, ("text", "json")) == "json"
    out.emit(f"{as_json(values, indent=1)}\n" if is_json else "".join(f"{x}\n" for x in lines))


def _format(name: str) -> str:
    one = FORMATS.find(name)
    done = "written" if one.read is None else "read" if one.write is None else "read, written"
    return f"{one.name:<10}  {' '.join(one.suffixes):<18}  {done:<13}  {one.description}"


@dataclass(frozen=True, slots=True)
class AlgorithmCard:
    """An algorithm's summary, paper and options."""

    name: str
    is_default: bool
    summary: str
    paper: str
    needs_parse: bool
    options: dict[str, object]


def algorithm(name: str) -> AlgorithmCard:
    """Describe an algorithm by its docstring, which ends with the reference.

    >>> algorithm("hobbs").paper
    'Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44, pp. 311–338.'
    """
    found = ALGORITHMS.find(name)
    own = inspect.getdoc(found) or ""
    texts = own, inspect.getdoc(inspect.getmodule(found)) or ""
    ends = [text.rpartition("\n\n")[2] for text in texts]
    return AlgorithmCard(
        name=name,
        is_default=name == DEFAULT.algorithm,
        summary=own.partition("\n")[0],
        paper=next((" ".join(end.split()) for end in ends if YEAR.search(end)), ""),
        needs_parse=how_to_hear(name).strategy(lambda _pronoun, _candidate: None).needs.parse,
        options=options_of(found.Options),
    )


def _card(one: AlgorithmCard, *, is_one: bool) -> str:
    lines = [f"{one.name} (the default)" if one.is_default else one.name]
    lines += [INDENTED(line) for line in (one.summary, one.paper) if line]
    if is_one:
        needs = "a parse, as raw text always gets one" if one.needs_parse else "no parse"
        has = "Options (--set NAME=VALUE):" if one.options else "It has no options of its own."
        lines += [f"  It needs {needs}.", f"  {has}"]
        lines += [f"    {name}={_default(value)}" for name, value in one.options.items()]
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
        files = [path for path in sorted(folder.iterdir()) if path.is_file()]
        texts: dict[str | None, str] = {
            str(Path(output) / path.name): path.read_text(encoding="utf-8") for path in files
        }
        out.check(texts, force=force, in_folder=True)
        out.write(texts, force=force, folder=output)
        out.emit("".join(f"{printable(str(place))}\n" for place in texts))
        return
    if not Path(FOLDER).is_dir():
        out.emit(FIRST)
    color = out.screen(None).color
    with chdir(folder.parent):
        out.emit(f"{(Path(FOLDER) / STORY).read_text(encoding='utf-8')}\n")
        for command, what in DEMO.items():
            for line in (f"# {what}", f"$ hearer {command}"):
                out.emit(f"{styled(line, BOLD, color=color)}\n", is_clean=True)
            out.emit("\n")
            if status := main(shlex.split(command)):
                raise typer.Exit(status)
            out.emit("\n")
    out.emit(NEXT)
