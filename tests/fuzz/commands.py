"""Command lines at random, run in this process in a folder of their own."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import chdir
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

NOT_HERE = {"serve", "studio"}  # would wait for requests
LONGEST = 600  # code points of an argument; the kernel has its limit, too
MOST_LIVE = 60  # of the standard input of `listen`
PATHS = ("there.conllu", "missing", "folder", "loop", ".", "", "/dev/null", "name\n", "-")
OUTPUTS = (
    "new.json", "new.conllu", "new.ann", "new", "there.conllu", "folder", "loop", "/dev/full",
    "missing/x.json", "new.html", "new.tsv", "x\x1b[31m.json",
)  # fmt: skip


@cache
def commands() -> dict[str, Any]:
    return {name: command(name) for name in COMMANDS if name not in NOT_HERE}


def make(random: Random) -> dict[str, Any]:
    name = random.choice(sorted(commands()))
    of = random.choice(sorted(samples.READABLE))
    file, own = f"given{samples.SUFFIXES[of]}", samples.of_format(of)
    content = mutated(random.choice(own), random, own).decode("latin-1")
    text = mutated_text(random.choice(samples.texts()), random, samples.texts())
    latin = text.encode("utf-8", "replace").decode("latin-1")
    arguments = [*name.split(), *_arguments(commands()[name], file, random)]
    stdin = latin[:MOST_LIVE] if name == "listen" else content
    files = {file: content, "given.txt": latin[:LONGEST]}
    return {"arguments": arguments, "files": files, "stdin": stdin}


def _arguments(command: Any, file: str, random: Random) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            if parameter.name in ("target", "output"):
                yield random.choice((*OUTPUTS, "-", "-"))
                continue
            yield file if random.random() < 0.8 else random.choice((*PATHS, nasty_path(random)))
            if parameter.nargs == -1 and random.random() < 0.1:
                yield random.choice(PATHS)
        elif parameter.name != "help" and random.random() < 0.25:
            yield random.choice(parameter.opts)
            if not parameter.is_flag and random.random() > 0.02:
                yield _value(parameter, random)[:LONGEST].replace("\0", "")
    if command.name in {"centering", "evaluate"}:
        yield from ("--set", "workers=1")


def nasty_path(random: Random) -> str:
    """Return a name that leads out of no folder."""
    return nasty_text(random).replace("/", "_").replace("..", "_")[:LONGEST] or "_"


def _value(parameter: Any, random: Random) -> str:
    name = parameter.name
    if any(part in name for part in ("output", "save", "file", "path", "folder")):
        return random.choice(OUTPUTS)
    descriptor = getattr(parameter, "type_descriptor", None)
    kind = getattr(descriptor, "annotation", None) or type(parameter.default)
    is_choice = isinstance(kind, type) and issubclass(kind, StrEnum)
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
    }.get(name, [str(member.value) for member in kind] if is_choice else ())
    if usual and random.random() < 0.8:
        return random.choice(sorted(usual))
    return random.choice((nasty_path(random), nasty_number(random)))


def check(given: dict[str, Any]) -> None:
    """Run it: documented exit codes, no traceback, no escapes, no file replaced unasked."""
    arguments = given["arguments"]
    with TemporaryDirectory() as folder, chdir(folder):
        files = {"there.conllu": "kept", "stdin": given["stdin"], **given["files"]}
        for name, content in files.items():
            Path(name).write_bytes(content.encode("latin-1"))
        Path("folder").mkdir()
        Path("loop").symlink_to("loop")
        code, out, err = _run(arguments)
        require(code in {0, 1, 2}, f"the exit code is {code}")
        require("Traceback" not in err, f"a traceback: {err[-300:]}")
        require(code == 0 or err, f"exit {code} without a word")
        no_escapes(err, "the standard error")
        if arguments[0] not in {"resolve", "convert", "rewrite"} or (
            set(READ_BY_PEOPLE) & set(arguments)
        ):
            no_escapes(out, "the standard output")
        now = {name: Path(name).is_file() and Path(name).read_bytes() for name in files}
        changed = [name for name, was in files.items() if now[name] != was.encode("latin-1")]
        require("--force" in arguments or not changed, f"replaced without --force: {changed}")


def _run(arguments: list[str]) -> tuple[object, str, str]:
    streams = [
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
        for _ in range(2)
    ]
    kept = sys.stdin, sys.stdout, sys.stderr
    with Path("stdin").open(encoding="utf-8") as stdin:
        sys.stdin, sys.stdout, sys.stderr = stdin, *streams
        try:
            code: object = main(arguments)
        except SystemExit as error:
            code = error.code
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
    texts = []
    for stream in streams:
        stream.flush()
        written: Any = stream.buffer
        texts.append(written.getvalue().decode("utf-8", "replace"))
    return code, texts[0], texts[1]
