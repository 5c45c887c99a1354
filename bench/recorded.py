"""Record what every command, corpus table and HTTP call answers, and compare two versions.

    python -m bench.recorded FOLDER                      record this version into FOLDER
    python -m bench.recorded FOLDER --source TREE        record another checkout
    python -m bench.recorded FOLDER --against BEFORE     and list what differs from BEFORE
    python -m bench.recorded FOLDER --quick              the examples and two documents of GUM

Machine-readable answers are compared byte for byte, prose is listed by kind. GUM and LitBank are
read from ../shared/data; where that is missing, the examples alone are recorded.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
EXAMPLES = [f"examples/table{n}.conllu" for n in (3, 4, 5)]
STORY = "examples/story.txt"
RIVALS = (
    "bfp bfp-carter bfp-kameyama functional-centering hobbs kameyama lappin-leass lrc lrc-f lrc-p "
    "most-recent parallelism previous-first previous-subject raft-rapr random s-list "
    "s-list-tetreault sidner ssk weighted-s-list"
).split()
OPTIONS = (
    "window=none overflow=cut overflow=cut-at-end fallback=document coordination=separate "
    "position=latest inferrables=lexicon first_definite=U anchors=any segments=paragraph "
    "direct_speech=clauses temporal=all relative_pronouns=false sortal=false demonstratives=true"
).split()
TABLES = "documents utterances expressions entities pronouns quotations problems".split()
VOLATILE = {
    "seconds",
    "program",
    "model",
    "parser",
}  # columns that differ from run to run or version to version
PROSE = re.compile(
    r"text|terminal|html|latex|why-[a-z0-9]+-(paper|default)$|list-|rewrite-[a-z0-9]+$|err$"
)
Command = tuple[str, ...]


def main() -> None:
    """Record, compare if asked to, and exit with 1 if a machine-readable answer differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", type=Path, default=ROOT, help="the checkout that is recorded")
    parser.add_argument("--against", type=Path, help="a folder recorded before")
    parser.add_argument("--quick", action="store_true", help="leave out most of GUM, and LitBank")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    recorder = Recorder(chosen.folder, chosen.source.resolve())
    calls = dict(commands(quick=chosen.quick))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(recorder.command, calls, calls.values()))
    recorder.corpus()
    recorder.server()
    if chosen.against:
        sys.exit(compare(chosen.folder, chosen.against))


def compare(now: Path, before: Path) -> bool:
    """Print the answers that differ; return True if one of them is machine-readable."""
    names = sorted({path.name for folder in (now, before) for path in folder.iterdir()})
    differ = [name for name in names if _content(now / name) != _content(before / name)]
    machine = [name for name in differ if not PROSE.search(name)]
    prose = [name for name in differ if PROSE.search(name)]
    print(f"{len(names)} answers; {len(machine)} machine-readable and {len(prose)} of prose differ")
    print(*(f"  data   {name}" for name in machine), sep="\n")
    print(*(f"  prose  {name}" for name in prose), sep="\n")
    return bool(machine)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


class Recorder:
    """Runs one checkout and writes its answers into a folder."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder, self.source = folder, source
        self.environment = {**os.environ, "PYTHONPATH": str(source / "src"), "COLUMNS": "100"}

    def call(self, command: Command) -> list[str]:
        """The words that run a command in this checkout."""
        return [sys.executable, "-m", "hearer", *command]

    def command(self, name: str, command: Command) -> None:
        """Write what a command prints to either stream, and how it ends."""
        done = subprocess.run(
            self.call(command),
            cwd=self.source,
            env=self.environment,
            capture_output=True,
            check=False,
        )
        (self.folder / name).write_bytes(done.stdout + f"\nexit {done.returncode}\n".encode())
        (self.folder / f"{name}.err").write_bytes(done.stderr)

    def corpus(self) -> None:
        """Write a digest of every column of the corpus tables, and the answers of some queries."""
        with tempfile.TemporaryDirectory() as folder:
            out = str(Path(folder) / "out")
            inputs = ["examples", *sorted(map(str, (DATA / "litbank").glob("*.txt")))[:2]]
            command = ("corpus", *inputs, "-o", out, "--workers", "1")
            subprocess.run(
                self.call(command),
                cwd=self.source,
                env=self.environment,
                capture_output=True,
                check=True,
            )
            for name in TABLES:
                (self.folder / f"corpus-{name}").write_text(_digests(Path(out), name))
            lines = str(Path(folder) / "lines")
            self.command("corpus-jsonl", ("corpus", "examples", "-o", lines, "--to", "jsonl"))
            found = sorted(Path(lines).rglob("*.jsonl"))
            (self.folder / "corpus-jsonl-lines").write_bytes(
                b"".join(
                    sorted(b"".join(path.read_bytes() for path in found).splitlines(keepends=True))
                )
            )

    def server(self) -> None:
        """Write what the server answers to one request of each kind."""
        with self._served() as client:
            for name, (path, body) in requests().items():
                answer = client.post(path, json=body) if body is not None else client.get(path)
                answered = f"{answer.status_code} {answer.headers.get('content-type')}\n"
                (self.folder / f"http-{name}").write_bytes(answered.encode() + answer.content)
            session = client.post("/v1/sessions", json={"id": "recorded-session-1"})
            for number, (speaker, text) in enumerate(TURNS, start=1):
                turn = {"text": text, "speaker": speaker, "number": number}
                answer = client.post(f"/v1/sessions/{session.json()['id']}/turns", json=turn)
                (self.folder / f"http-turn-{number}").write_bytes(answer.content)

    @contextmanager
    def _served(self) -> Iterator[httpx.Client]:
        words = [sys.executable, "-m", "hearer", "serve", "--port", "0"]
        with subprocess.Popen(
            words, stderr=subprocess.PIPE, text=True, env=self.environment
        ) as process:
            assert process.stderr
            address = re.search(r"http://\S+?:\d+", process.stderr.readline())
            assert address
            try:
                with httpx.Client(base_url=address[0], timeout=60) as client:
                    yield client
            finally:
                process.send_signal(signal.SIGINT)


def _digests(out: Path, name: str) -> str:
    """A digest for every column of a table, whether it is one file or a folder of parts."""
    from pyarrow import dataset

    path = out / name if (out / name).is_dir() else out / f"{name}.parquet"
    table = dataset.dataset(path).to_table()
    order = sorted(range(len(table)), key=lambda n: table["document"][n].as_py())
    rows = [f"{len(table)} rows"]
    for column in table.column_names:
        values = table[column].to_pylist()
        if column not in VOLATILE:
            told = json.dumps([values[n] for n in order], default=str)
            rows.append(f"{column} {hashlib.sha256(told.encode()).hexdigest()}")
    return "\n".join(rows) + "\n"


TURNS = (
    ("Anna", "I met Susan Brennan and her brother Tom."),
    ("Ben", "Did she win?"),
    ("Anna", "She did, and he was proud of it."),
)
TEXT = "Anna Keller met a judge. She thanked him. It was late."


def requests() -> dict[str, tuple[str, object]]:
    """One request of each kind: a path and its body, None for GET."""
    text = {"text": TEXT}
    return {
        "resolve": ("/v1/resolve", text),
        "resolve-tsv": ("/v1/resolve", {**text, "to": "tsv"}),
        "rewrite": ("/v1/rewrite", text),
        "why": ("/v1/why", {**text, "pronoun": "1:26"}),
        "why-not": ("/v1/why-not", {**text, "pronoun": "1:26", "candidate": "judge"}),
        "trace-terminal": ("/v1/trace", {**text, "view": "terminal"}),
        "compare": ("/v1/compare", {**text, "to": "json"}),
        "algorithms": ("/v1/algorithms", None),
        "no-such-option": ("/v1/resolve", {**text, "options": {"windo": 3}}),
        "no-such-format": ("/v1/resolve", {**text, "to": "pdf"}),
    }


def commands(*, quick: bool) -> Iterator[tuple[str, Command]]:
    """Every call with a name for its file."""
    gum = sorted(map(str, (DATA / "gum" / "dev").glob("*.conllu")))[: 2 if quick else None]
    novels = [] if quick else sorted(map(str, (DATA / "litbank").glob("*.txt")))[:3]
    yield from _resolved([*EXAMPLES, *gum], [STORY, *novels])
    yield from _shown()
    yield from _evaluated(gum or EXAMPLES)
    yield from _converted(gum[:2] or EXAMPLES)


def _resolved(parsed: Sequence[str], raw: Sequence[str]) -> Iterator[tuple[str, Command]]:
    # Profiles are named: which one an algorithm has by default is another matter.
    for name in RIVALS:
        call = ("resolve", "-a", name, "--profile", "paper", "--to", "json")
        yield f"paper-{name}", (*call, *parsed)
        yield f"paper-{name}-raw", (*call, *raw)
    default = ("resolve", "--profile", "default")
    for to in ("json", "jsonl", "tsv", "text", "corefud"):
        yield f"default-{to}", (*default, "--to", to, *parsed)
        yield f"default-{to}-raw", (*default, "--to", to, *raw)
    yield "default-precision", (*default, "--to", "json", "--precision", "0.9", *parsed)
    for option in OPTIONS:
        call = ("resolve", "-a", "s-list", "--profile", "paper", "--to", "json")
        yield f"paper-{option}", (*call, "--set", option, *parsed)


def _shown() -> Iterator[tuple[str, Command]]:
    for path in (*EXAMPLES, STORY):
        name = Path(path).stem
        for to in ("text", "html", "latex"):
            yield f"trace-{name}-{to}", ("trace", path, "--to", to, "--profile", "paper")
        yield f"trace-{name}-default-text", ("trace", path, "--profile", "default")
        for profile in ("paper", "default"):
            yield f"why-{name}-{profile}", ("why", path, "--profile", profile)
            yield f"why-{name}-{profile}-json", ("why", path, "--profile", profile, "--to", "json")
        for to in ("text", "tsv", "json", "html"):
            chosen = (each for name in RIVALS for each in ("-a", name))
            yield f"compare-{name}-{to}", ("compare", path, "--to", to, *chosen)
        yield f"rewrite-{name}", ("rewrite", path)
        yield f"rewrite-{name}-json", ("rewrite", path, "--to", "json")
    yield "list-algorithms", ("list", "algorithms")


def _evaluated(gold: Sequence[str]) -> Iterator[tuple[str, Command]]:
    several = ("-a", "s-list", "-a", "bfp", "-a", "lrc")
    for to in ("json", "latex", "csv", "html", "text"):
        yield f"evaluate-{to}", ("evaluate", *gold, *several, "--to", to)
    yield "evaluate-default", ("evaluate", *gold, "--to", "json")
    mentions = ("--set", "mentions=gold", "--to", "json")
    yield "evaluate-gold", ("evaluate", *gold, *several, *mentions)
    both = ("--set", "gold=sorts,statuses")
    yield "evaluate-gold-all", ("evaluate", *gold, *several, *mentions, *both)
    yield "evaluate-analysis", ("evaluate", *gold, "--set", "analysis=true", "--to", "json")
    parsed = ("evaluate", *gold[:4], "-a", "s-list", "--set", "parser=english")
    yield "evaluate-english-text", parsed


def _converted(gold: Sequence[str]) -> Iterator[tuple[str, Command]]:
    to_all = "brat conll2012 conllu corefud json jsonl tsv webanno"
    for n, path in enumerate((*EXAMPLES[:1], *gold)):
        for to in to_all.split():
            yield f"convert-{n}-{to}", ("convert", path, "--to", to)
    for rank in ("grammatical", "gum", "status", "surface"):
        for n, path in enumerate(gold):
            yield f"centering-{n}-{rank}", ("centering", path, "--rank", rank)
    yield "centering-json", ("centering", gold[0], "--to", "json", "--unit", "clause")
    auto = ("centering", gold[0], "--to", "csv", "--set", "mentions=auto")
    yield "centering-auto", auto


if __name__ == "__main__":
    main()
