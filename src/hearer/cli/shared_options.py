"""Options that several commands share, and the values that --set takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from glob import glob, has_magic
from importlib import import_module
from typing import Annotated, Any, TypeVar

import typer

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import changed, options_of
from hearer.analysis.options import AnalysisOptions
from hearer.errors import UnknownName, UsageError
from hearer.escape import quoted
from hearer.formats.converting import known
from hearer.parsers import MODELS
from hearer.profiles import ENGLISH, PROFILES
from hearer.writing.files import is_there

Own = TypeVar("Own", bound="OwnSettings")
# What `hearer list` prints.
NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "algorithms": ALGORITHMS.names,
    "formats": lambda: [one.name for one in known()],
    "profiles": lambda: [*PROFILES],
    "options": lambda: sorted(all_options()),
    "examples": lambda: [x.name for x in import_module("hearer.gallery.examples").examples_of()],
    "queries": lambda: [*import_module("hearer.corpora.query").named_queries()],
}


def option(spelling: str, text: str) -> Any:
    """Declare an option: "--force", or "-o --output FILE" with the name of its value."""
    *names, value = spelling.split()
    if value.startswith("-"):
        return typer.Option(*names, value, help=text)
    return typer.Option(*names, help=text, metavar=value)


def to_option(*forms: str) -> Any:
    """Declare --to for a command with these forms; the first is the default."""
    text = f"The form. Default: by the suffix of OUTPUT, else {forms[0]}."
    return option(f"--to {'|'.join(forms)}", text)


def expanded(names: list[str] | None) -> list[str] | None:
    """Expand patterns such as 'texts/*.txt' that the shell has left; keep names of files."""
    found: list[str] = []
    for name in names or ():
        is_pattern = has_magic(name) and not is_there(name)
        found += (is_pattern and sorted(glob(name, recursive=True))) or [name]  # noqa: PTH207
    return found or names


def only(name: str | None) -> str | None:
    """Return the file that a name or pattern stands for; raise if there are several."""
    found = expanded([name] if name else None) or []
    if len(found) > 1:
        raise UsageError(f"{name!r} matches {len(found)} files, and this command reads one.")
    return found[0] if found else name


ONE, MANY = "A text, CoNLL-U …; - is the standard input.", "May be repeated; `all` names all."
SEVERAL = "Texts, CoNLL-U …, folders, or patterns as '*.txt'; - is stdin."
FORM = "See `hearer list formats`; the suffix of OUTPUT tells."
SURE = "Resolve only pronouns that are right with this probability, as in 0.9; label the others."
SET = "An option, see `hearer list options`; may be repeated."
KNOWN = "A file of corrections, from the studio or written by hand."
PROCESSES = "Processes, default: all cores; or the address of a Dask scheduler."
PORT = "Default: 8000, or 7878 of the studio; 0: any."
Value = str | None
File = Annotated[Value, typer.Argument(help=ONE, callback=only)]
Files = Annotated[list[str] | None, typer.Argument(help=SEVERAL, callback=expanded)]
GOLD = typer.Argument(metavar="GOLD...", help="CorefUD, CoNLL-2012, GAP …", callback=expanded)
Gold = Annotated[list[str], GOLD]
Text = Annotated[Value, option("--text TEXT", "The text itself, instead of a file.")]
From = Annotated[Value, option("--from FORMAT", "Default: by suffix and content.")]
To = Annotated[Value, option("--to FORMAT", FORM)]
Output = Annotated[Value, option("-o --output OUTPUT", "Write to this file or folder.")]
Force = Annotated[bool, option("--force", "Replace existing files.")]
Strict = Annotated[bool, option("--strict", "Problems in the input are errors: exit 1.")]
Algorithm = Annotated[Value, option("-a --algorithm ALGORITHM", "See `hearer list algorithms`.")]
Algorithms = Annotated[list[str] | None, option("-a --algorithm ALGORITHM", MANY)]
ProfileName = Annotated[Value, option("--profile PROFILE", "default, or paper: Strube 1998.")]
Settings = Annotated[list[str] | None, option("--set NAME=VALUE", SET)]
Model = Annotated[Value, option("--model MODEL", "small, or large: the package of `make large`.")]
Precision = Annotated[float | None, option("--precision SHARE", SURE)]
PlaceOption = Annotated[Value, option("--at LINE:COLUMN", "As `hearer resolve` prints it.")]
Candidate = Annotated[Value, option("--not CANDIDATE", "Explain why it is not this one.")]
Document = Annotated[Value, option("--document NAME", "Only this one: its name, or number.")]
OnlyDifferences = Annotated[bool, option("--only-differences", "Leave out what all agree on.")]
Corrections = Annotated[Value, option("--corrections FILE", KNOWN)]
Resume = Annotated[bool, option("--resume", "Resolve only what has no result in OUTPUT yet.")]
RetryFailed = Annotated[bool, option("--retry-failed", "The same, and try failed documents again.")]
Workers = Annotated[Value, option("--workers N", PROCESSES)]
Export = Annotated[Value, option("--export FILE", "Write a row per pronoun here, as TSV.")]
Summary = Annotated[bool, option("--summary", "Count over all documents.")]
Every = Annotated[bool, option("--all", "Count by all instantiations, not only by the usual one.")]
Examples = Annotated[Value, option("--from DIR", "Examples of your own: *.conllu.")]
Host = Annotated[Value, option("--host ADDRESS", "Default: 127.0.0.1, only this machine.")]
Port = Annotated[int | None, typer.Option(help=PORT, min=0, max=65535)]
TokenFile = Annotated[Value, option("--token-file FILE", "Requests must have this token.")]
Store = Annotated[Value, option("--store FILE", "Keep sessions in this file (SQLite).")]
Studio = Annotated[bool, option("--studio", "Serve the studio, too.")]
NoBrowser = Annotated[bool, option("--no-browser", "Only print the address.")]


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """Values of --set that belong to a command, not to an algorithm or the analysis."""


@dataclass(frozen=True, slots=True)
class InputSettings(OwnSettings):
    """How input is read: the parser of raw text, annotation taken as given, corrections."""

    parser: str = "english"
    given: bool = False
    corrections: str | None = None


def take(
    pairs: Iterable[str] | None, own: Own, *, also: Iterable[str] | None = None, **flags: object
) -> tuple[Own, dict[str, Any]]:
    """Split NAME=VALUE pairs into settings of the command, checked, and all others.

    The others are options of an algorithm or of the analysis, unless `also` names them; `flags`
    that are given, such as --precision, are among them. The option model chooses the parser.

    >>> take(["given=yes", "window=5"], InputSettings())[1]
    {'window': '5'}
    """
    values: dict[str, Any] = {}
    names = options_of(type(own))
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        name = name.replace("-", "_")
        if not equals or not name.isidentifier():
            raise UsageError(f"--set wants NAME=VALUE, as in --set reach=5, not {quoted(pair)}.")
        known = {*names, *(all_options() if also is None else also)}
        if name not in known:
            raise UnknownName("option", name, known)
        values[name] = value
    others = {x: y for x, y in (flags | values).items() if x not in names and y is not None}
    if values.get("parser", names.get("parser")) == ENGLISH:
        values["parser"] = MODELS.get(str(others.get("model")), ENGLISH)
    return changed(own, values), others


def all_options() -> set[str]:
    """Return the names of the options of the analysis and of all algorithms."""
    own = (options_of(ALGORITHMS.find(name).options) for name in ALGORITHMS.names())
    return {*options_of(AnalysisOptions)}.union(*own)
