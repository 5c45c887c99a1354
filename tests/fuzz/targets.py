"""Targets: each makes an input from a seeded random, and checks it.

An input is plain JSON, so that a case that fails can be stored. Bytes are spelled in Latin-1.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli import main
from hearer.cli.app import COMMANDS, command
from hearer.errors import HearerError
from hearer.formats.converting import known
from hearer.profiles import how_to_hear
from hearer.session.knowledge import read_corrections, write_corrections
from tests.fuzz import samples
from tests.fuzz.mutations import mutated, mutated_text, nasty_number, nasty_text
from tests.fuzz.promises import heard, no_escapes, nothing_lost, read, read_back, require

Input = dict[str, Any]
MOST_WORDS = 1_500  # that are resolved
MOST_TEXT = 1_200  # code points that are parsed; one in twenty texts may be long
MOST_LIVE = 60  # code points that are resolved word by word, each with a parse


class Target(NamedTuple):
    """How an input is made, and what is done with it; a HearerError is an answer."""

    make: Callable[[Random], Input]
    attempt: Callable[[Input], None]

    def check(self, given: Input) -> None:
        try:
            self.attempt(given)
        except HearerError as error:
            no_escapes(str(error), "an error")


def _make_file(name: str, random: Random) -> Input:
    own = samples.of_format(name)
    sample = random.choice(samples.real(name) if random.random() < 0.25 else own)
    return {
        "content": mutated(sample, random, own).decode("latin-1"),
        "to": random.choice(samples.WRITABLE),
        "algorithm": random.choice(ALGORITHMS.names()),
        "seed": random.randrange(1000),
    }


def _check_file(name: str, given: Input) -> None:
    content = given["content"].encode("latin-1")
    for one in known():
        one.sniff(content)
    text = b"Ann met a judge. She thanked the man."  # for brat, where its own text is lost
    if samples.BESIDE in content:
        content, _, text = content.partition(samples.BESIDE)
    reading = read(name, content, text)
    nothing_lost(name, content, reading)
    for to in (name, given["to"]):
        read_back(name, reading, to=to)
    for document in reading[:1] if name != "text" else ():
        if sum(map(len, document.utterances)) <= MOST_WORDS:
            heard(document, Random(given["seed"]), algorithm=given["algorithm"])


def _any_text(random: Random) -> str:
    return mutated_text(random.choice(samples.texts()), random, samples.texts())


def _make_text(random: Random) -> Input:
    most = MOST_TEXT if random.random() < 0.95 else None
    return {"text": _any_text(random)[:most], "algorithm": random.choice(ALGORITHMS.names())}


def _check_text(given: Input) -> None:
    found = hearer.resolve(str(given["text"]), algorithm=given["algorithm"])
    require(found.discourse.text == given["text"], "the text was lost")
    hearer.write(found, to="json")
    for to in ("text", "tsv"):
        no_escapes(hearer.write(found, to=to), to)
    require(isinstance(hearer.rewrite(found).text, str), "nothing was rewritten")


def _make_live(random: Random) -> Input:
    text = _any_text(random)
    start = random.randrange(max(len(text) - MOST_LIVE, 1))
    return {"text": text[start : start + MOST_LIVE], "size": random.choice((1, 2, 7, 50, 10_000))}


def _check_live(given: Input) -> None:
    text, size, listener = given["text"], given["size"], hearer.Listener()
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    written = [one.written for piece in pieces for one in listener.hear(piece)]
    written += [one.written for one in listener.finish()]
    require("".join(written) == text, "the listener lost some text")


def _make_session(random: Random) -> Input:
    stored = samples.sessions()
    return {"session": mutated_text(random.choice(stored), random, [random.choice(stored)])}


def _check_session(given: Input) -> None:
    session = hearer.Session.from_json(given["session"])
    try:
        session.hear(samples.story().utterances[2:], speaker="Ben")
        again = hearer.Session.from_json(session.to_json())
        again.hear(samples.story().utterances[:1], speaker="Anna")
    except HearerError as error:
        raise AssertionError("a session that was restored does not go on") from error


def _make_corrections(random: Random) -> Input:
    own = samples.SAMPLES.joinpath("corrections.tsv").read_bytes()
    return {"content": mutated(own, random, [own]).decode("latin-1")}


def _check_corrections(given: Input) -> None:
    def place(correction: hearer.Correction) -> tuple[int, int]:
        return correction.utterance, correction.word

    with TemporaryDirectory() as folder:
        path, again = Path(folder, "given.tsv"), Path(folder, "again.tsv")
        path.write_bytes(given["content"].encode("latin-1"))
        found = read_corrections(path)
        last = sorted({place(one): one for one in found}.values(), key=place)
        write_corrections(found, again)
        is_same = sorted(read_corrections(again), key=place) == last
        require(is_same, "other corrections are read back")
    knowledge = hearer.Knowledge(corrections=found)
    no_escapes(hearer.trace(hearer.resolve(samples.story(), knowledge=knowledge)), "the trace")
    session = hearer.Session(knowledge=knowledge)
    session.hear(samples.story().utterances[:2])
    hearer.Session.from_json(session.to_json()).hear(samples.story().utterances[2:])


# Commands, run in this process in a folder of their own -------------------------------------------

HERE = [name for name in COMMANDS if name not in {"serve", "studio"}]  # which wait for requests
LONGEST = 600  # code points of an argument; the kernel has its limit, too
PATHS = ("there.conllu", "missing", "folder", "loop", ".", "", "/dev/null", "name\n", "-")
OUTPUTS = (
    "new.json", "new.conllu", "new.ann", "new", "there.conllu", "folder", "loop", "/dev/full",
    "missing/x.json", "new.html", "new.tsv", "x\x1b[31m.json", "-",
)  # fmt: skip


def _make_command(random: Random) -> Input:
    name, of = random.choice(HERE), random.choice(samples.READABLE)
    file, own = f"given{samples.SUFFIXES[of]}", samples.of_format(of)
    changed = mutated(random.choice(own), random, own)
    content = changed.partition(samples.BESIDE)[0].decode("latin-1")
    text = _any_text(random).encode("utf-8", "replace").decode("latin-1")
    return {
        "arguments": [*name.split(), *_arguments(command(name), file, random)],
        "files": {file: content, "given.txt": text[:LONGEST]},
        "stdin": text[:MOST_LIVE] if name == "listen" else content,
    }


def _arguments(command: Any, file: str, random: Random) -> Iterator[str]:
    nasty = nasty_text(random).replace("/", "_").replace("..", "_") or "_"  # stays in its folder
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield file if random.random() < 0.8 else random.choice((*PATHS, nasty[:LONGEST]))
            if parameter.nargs == -1 and random.random() < 0.1:
                yield random.choice(PATHS)
        elif parameter.name != "help" and random.random() < 0.25:
            yield random.choice(parameter.opts)
            if not parameter.is_flag and random.random() > 0.02:
                value = _usual(parameter, random) if random.random() < 0.8 else nasty
                yield (value or nasty_number(random))[:LONGEST].replace("\0", "")
    if command.name in {"centering", "evaluate"}:
        yield from ("--set", "workers=1")


def _usual(parameter: Any, random: Random) -> str:
    """Return a value that the option may have; nothing, if we know of none."""
    option = random.choice(sorted(how_to_hear("s-list").known))
    parser = random.choice(("english", "gold", "spacy:none", "stanza"))
    usual: Mapping[str, Sequence[str]] = {
        "algorithm": ALGORITHMS.names(),
        "source": samples.READABLE,
        "to": (*samples.WRITABLE, *samples.WRITABLE, "csv", "html", "latex", "markdown", "parquet"),
        "at": ("1:1", "1:19", "5:2", nasty_number(random)),
        "profile": ("default", "paper"),
        "text": samples.texts(),
        "setting": (f"{option}={nasty_number(random)}", f"parser={parser}"),
        "output": OUTPUTS,
        "export": OUTPUTS,
    }
    choices: Sequence[str] = getattr(parameter.type, "choices", ("",))
    return random.choice(usual.get(parameter.name, choices))


def _check_command(given: Input) -> None:
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
        if arguments[0] not in {"resolve", "convert", "rewrite"}:  # what those write is read again
            no_escapes(out, "the standard output")
        now = {name: Path(name).is_file() and Path(name).read_bytes() for name in files}
        changed = [name for name, was in files.items() if now[name] != was.encode("latin-1")]
        require("--force" in arguments or not changed, f"replaced without --force: {changed}")


def _run(arguments: list[str]) -> tuple[int, str, str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2))
    before = sys.stdin
    with Path("stdin").open(encoding="utf-8") as stdin, redirect_stdout(out), redirect_stderr(err):
        sys.stdin = stdin
        try:
            code = main(arguments)
        finally:
            sys.stdin = before
    out.seek(0), err.seek(0)
    return code, out.read(), err.read()


TARGETS: dict[str, Target] = {
    **{
        f"read-{name}": Target(partial(_make_file, name), partial(_check_file, name))
        for name in samples.READABLE
    },
    "session": Target(_make_session, _check_session),
    "corrections": Target(_make_corrections, _check_corrections),
    "text": Target(_make_text, _check_text),
    "live": Target(_make_live, _check_live),
    "command": Target(_make_command, _check_command),
}
TURNS = (*TARGETS, "session", "session", "command")  # the targets of cases 0, 1, …


def input_of(target: str, number: int) -> Input:
    """Return the input of a case; nothing but the target and the number decide."""
    given = TARGETS[target].make(Random(f"{target} {number}"))
    return json.loads(json.dumps(given))  # type: ignore[no-any-return]
