"""Command lines at random, run in this process in a folder of their own.

make     a command, its arguments, the files there are, and what comes on the standard input
check    run it: documented exit codes, no traceback, no escapes, no file replaced unasked
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hearer.algorithms import ALGORITHMS
from hearer.cli import main
from hearer.cli.app import COMMANDS, command
from tests.fuzz import options, samples
from tests.fuzz.mutations import mutated, mutated_text, nasty_number, nasty_text
from tests.fuzz.promises import READ_BY_PEOPLE, no_escapes, require

DOCUMENTED = {0, 1, 2}
NOT_HERE = {"serve", "studio"}  # would wait for somebody
LONGEST = 600  # code points of an argument; the kernel has its limit, too
MOST_LIVE = 60  # of the standard input of `listen`
PATHS = ("there.conllu", "missing", "folder", "loop", ".", "", "/dev/null", "name\n", "-")
OUTPUTS = (
    "new.json", "new.conllu", "new.ann", "new", "there.conllu", "folder", "loop", "/dev/full",
    "missing/x.json", "new.html", "new.tsv", "x\x1b[31m.json",
)  # fmt: skip


@cache
def commands() -> dict[str, Any]:
    """The commands by their names, with their options."""
    return {name: command(name) for name in COMMANDS if name not in NOT_HERE}


# Making -----------------------------------------------------------------------------------------


def make(random: Random) -> dict[str, Any]:
    name = random.choice(sorted(commands()))
    suffixed = {f"given{samples.SUFFIXES[one]}": one for one in sorted(samples.READABLE)}
    file, of = random.choice(sorted(suffixed.items()))
    own = samples.of_format(of)
    content = mutated(random.choice(own), random, own)
    text = mutated_text(random.choice(samples.texts()), random, samples.texts())
    files = {file: content.decode("latin-1"), "given.txt": text[:LONGEST]}
    arguments = [name, *_arguments(commands()[name], file, random)]
    stdin = text[:MOST_LIVE] if name == "listen" else files[file]
    return {"arguments": arguments, "files": _spelled(files), "stdin": _latin(stdin)}


def _spelled(files: dict[str, str]) -> dict[str, str]:
    return {name: _latin(content) for name, content in files.items()}


def _latin(text: str) -> str:
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape" if _escaped(text) else "replace").decode(
            "latin-1"
        )
    return text


def _escaped(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _arguments(command: Any, file: str, random: Random) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield from _files(parameter, file, random)
        elif parameter.name != "help" and random.random() < 0.25:
            yield from _option(parameter, random)
    if command.name in {"centering", "evaluate"}:
        yield from ("--set", "workers=1")


def _files(parameter: Any, file: str, random: Random) -> Iterator[str]:
    if parameter.name in ("target", "output"):
        yield random.choice((*OUTPUTS, "-", "-"))
        return
    yield file if random.random() < 0.8 else random.choice((*PATHS, nasty_path(random)))
    if parameter.nargs == -1 and random.random() < 0.1:
        yield random.choice(PATHS)


def nasty_path(random: Random) -> str:
    """A name that leads nowhere else."""
    return nasty_text(random).replace("/", "_").replace("..", "_")[:LONGEST] or "_"


def _option(parameter: Any, random: Random) -> Iterator[str]:
    yield random.choice(parameter.opts)
    if parameter.is_flag or random.random() < 0.02:
        return
    yield _value(parameter, random)[:LONGEST].replace("\0", "")


def _value(parameter: Any, random: Random) -> str:
    name = parameter.name
    if name in ("output", "save"):
        return random.choice(OUTPUTS)
    usual = {
        "algorithm": ALGORITHMS.names(),
        "source": samples.READABLE,
        "to": samples.WRITABLE,
        "at": ("1:1", "3", "1:19", "5:2", nasty_number(random)),
        "profile": ("default", "paper"),
        "text": samples.texts(),
        "setting": (
            f"{random.choice(options.names('s-list'))}={nasty_number(random)}",
            f"parser={random.choice(('english', 'gold', 'spacy:none', 'stanza'))}",
        ),
    }.get(name, _choices(parameter))
    if usual and random.random() < 0.8:
        return random.choice(sorted(usual))
    if "output" in name or "file" in name or "path" in name or "folder" in name:
        return random.choice(OUTPUTS)
    return random.choice((nasty_path(random), nasty_number(random)))


def _choices(parameter: Any) -> tuple[str, ...]:
    """What an option may be, where that is a list of names."""
    descriptor = getattr(parameter, "type_descriptor", None)
    kind = getattr(descriptor, "annotation", None) or type(parameter.default)
    if not (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return ()
    return tuple(str(member.value) for member in kind)


# Checking ---------------------------------------------------------------------------------------


def check(given: dict[str, Any]) -> None:
    with TemporaryDirectory() as folder, inside(Path(folder)):
        _make_files(given)
        before = _contents()
        code, out, err = _run(given)
        require(code in DOCUMENTED, f"the exit code is {code}")
        require("Traceback" not in err, f"a traceback: {err[-300:]}")
        require(code == 0 or err, f"exit {code} without a word")
        no_escapes(err, "the standard error")
        if _is_read_by_people(given["arguments"]):
            no_escapes(out, "the standard output")
        _require_kept(before, given["arguments"])


def _is_read_by_people(arguments: list[str]) -> bool:
    """Whether what is written is no format that is read again, and keeps every character."""
    return arguments[0] not in {"resolve", "convert", "rewrite"} or not set(
        READ_BY_PEOPLE
    ).isdisjoint(arguments)


def _make_files(given: dict[str, Any]) -> None:
    for name, content in {
        "there.conllu": "kept",
        "stdin": given["stdin"],
        **given["files"],
    }.items():
        Path(name).write_bytes(content.encode("latin-1"))
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")


def _contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def _require_kept(before: dict[str, bytes], arguments: list[str]) -> None:
    now = _contents()
    changed = [name for name in before if now.get(name) != before[name]]
    told = "--force" in arguments
    require(told or not changed, f"replaced without --force: {changed}")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    home = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(home)


def _run(given: dict[str, Any]) -> tuple[object, str, str]:
    out, err = _Captured(), _Captured()
    kept = sys.stdin, sys.stdout, sys.stderr
    with Path("stdin").open(encoding="utf-8") as stdin:
        sys.stdin, sys.stdout, sys.stderr = stdin, out, err
        try:
            code: object = main(given["arguments"])
        except SystemExit as error:
            code = error.code
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
    return code, out.text, err.text


class _Captured(io.TextIOWrapper):
    """A stream that keeps what is written."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace")

    @property
    def text(self) -> str:
        self.flush()
        kept: Any = self.buffer
        return str(kept.getvalue().decode("utf-8", "replace"))
