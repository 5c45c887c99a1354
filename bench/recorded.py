"""What every command prints, recorded: to see what a rebuild changed, byte for byte.

    python -m bench.recorded FOLDER                   record into FOLDER
    python -m bench.recorded FOLDER --against BEFORE  and say which outputs differ from BEFORE
    python -m bench.recorded FOLDER --quick           the examples and two documents of GUM only

Every algorithm and profile on GUM dev, the examples and raw texts as JSON, and one call of every
other command and form. GUM and LitBank are those of ../shared/data; without it, the examples.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
EXAMPLES = [f"examples/table{n}.conllu" for n in (3, 4, 5)]
STORY = "examples/story.txt"
# Profiles are named: what an algorithm is heard with if none is, is another matter.
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
Command = tuple[str, ...]


def main() -> None:
    """Record, compare if asked for, and exit with 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path, help="a folder recorded before")
    parser.add_argument("--quick", action="store_true", help="leave GUM and LitBank out")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    calls = dict(commands(quick=asked.quick))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: record(asked.folder / name, calls[name]), calls))
    if asked.against:
        changed = [name for name in calls if differs(asked.folder, asked.against, name)]
        print(*(changed or ["nothing differs"]), sep="\n")
        sys.exit(bool(changed))


def record(path: Path, command: Command) -> None:
    """Write what a command prints, to either stream, and how it ends."""
    call = [sys.executable, "-m", "hearer", *command]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, check=False)
    path.write_bytes(done.stdout + done.stderr + f"\nexit {done.returncode}\n".encode())


def differs(now: Path, before: Path, name: str) -> bool:
    """Whether an output is another one, or was not there."""
    return not (before / name).exists() or (before / name).read_bytes() != (now / name).read_bytes()


def commands(*, quick: bool) -> Iterator[tuple[str, Command]]:
    """Every call with a name for its file."""
    gum = sorted(map(str, (DATA / "gum" / "dev").glob("*.conllu")))[: 2 if quick else None]
    novels = [] if quick else sorted(map(str, (DATA / "litbank").glob("*.txt")))[:3]
    yield from _resolved([*EXAMPLES, *gum], [STORY, *novels])
    yield from _shown()
    yield from _evaluated(gum or EXAMPLES)
    yield from _converted(gum[:2] or EXAMPLES)


def _resolved(parsed: Sequence[str], raw: Sequence[str]) -> Iterator[tuple[str, Command]]:
    for name in RIVALS:
        heard = ("resolve", "-a", name, "--profile", "paper", "--to", "json")
        yield f"paper-{name}", (*heard, *parsed)
        yield f"paper-{name}-raw", (*heard, *raw)
    default = ("resolve", "--profile", "default")
    for to in ("json", "jsonl", "tsv", "text", "corefud"):
        yield f"default-{to}", (*default, "--to", to, *parsed)
        yield f"default-{to}-raw", (*default, "--to", to, *raw)
    yield "default-precision", (*default, "--to", "json", "--precision", "0.9", *parsed)
    for option in OPTIONS:
        heard = ("resolve", "-a", "s-list", "--profile", "paper", "--to", "json")
        yield f"paper-{option}", (*heard, "--set", option, *parsed)


def _shown() -> Iterator[tuple[str, Command]]:
    for path in (*EXAMPLES, STORY):
        name = Path(path).stem
        for view in ("terminal", "html", "latex"):
            yield f"trace-{name}-{view}", ("trace", path, "--view", view, "--profile", "paper")
        yield f"trace-{name}-default", ("trace", path, "--profile", "default")
        for profile in ("paper", "default"):
            yield f"why-{name}-{profile}", ("why", path, "--profile", profile)
            yield f"why-{name}-{profile}-json", ("why", path, "--profile", profile, "--json")
        for to in ("text", "tsv", "json", "html"):
            chosen = (each for name in RIVALS for each in ("-a", name))
            yield f"compare-{name}-{to}", ("compare", path, "--to", to, *chosen)
        yield f"rewrite-{name}", ("rewrite", path)
    yield "algorithms", ("algorithms",)


def _evaluated(gold: Sequence[str]) -> Iterator[tuple[str, Command]]:
    several = ("-a", "s-list", "-a", "bfp", "-a", "lrc")
    for form in ("--json", "--latex", "--csv", "--html"):
        yield f"evaluate{form}", ("evaluate", *gold, *several, form)
    yield "evaluate-text", ("evaluate", *gold, *several)
    yield "evaluate-default", ("evaluate", *gold, "--json")
    yield "evaluate-gold", ("evaluate", *gold, *several, "--mentions", "gold", "--json")
    both = ("--gold", "sorts", "--gold", "statuses")
    yield "evaluate-gold-all", ("evaluate", *gold, *several, "--mentions", "gold", *both, "--json")
    yield "evaluate-analysis", ("evaluate", *gold, "--analysis", "--json")
    yield "evaluate-english", ("evaluate", *gold[:4], "-a", "s-list", "--parse", "english")


def _converted(gold: Sequence[str]) -> Iterator[tuple[str, Command]]:
    to_all = "brat conll2012 conllu corefud corenlp gap gum json jsonl jsonlines tsv webanno"
    for n, path in enumerate((*EXAMPLES[:1], *gold)):
        for to in to_all.split():
            yield f"convert-{n}-{to}", ("convert", path, "-", "--to", to)
    for rank in ("grammatical", "gum", "status", "surface"):
        for n, path in enumerate(gold):
            yield f"centering-{n}-{rank}", ("centering", path, "--rank", rank)
    yield "centering-json", ("centering", gold[0], "--to", "json", "--unit", "clause")
    yield "centering-auto", ("centering", gold[0], "--to", "conllu", "--mentions", "auto")


if __name__ == "__main__":
    main()
