"""A run over a corpus as a process of its own, and ways to disturb it.

Coordinator    such a process: its workers, and how to kill any of them
story          a text that is different for every number
tree           all that was made, byte for byte, without what is ours alone
parts          how many batches are done
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

RUN = """
import json, resource, sys
from hearer.cli import process
from hearer.corpora.job import corpus
from hearer.errors import HearerError
asked = json.loads(sys.argv[1])
if most := asked.pop("most_bytes_of_a_file", 0):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
process.prepare()
try:
    corpus(**asked)
except HearerError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""
SOON = 10  # seconds in which whoever is alone goes
PATIENCE = 600  # seconds until a run that does not go on is given up

NAMES = "Anna Berta Clara Dora Emma Frieda Greta Hanna Ida Julia".split()
OTHERS = "judge doctor farmer baker teacher captain painter lawyer sailor miller".split()
VERBS = "thanked greeted followed called helped warned praised watched blamed liked".split()


def story(number: int, words: int) -> str:
    """A text of so many words, in which some pronouns are to be resolved."""
    chance = random.Random(number)
    sentences, said = [], 0
    while said < words:
        who, other, verb, again = map(chance.choice, (NAMES, OTHERS, VERBS, VERBS))
        sentence = f"{who} met the old {other} in the street. She {verb} him, and he {again} her."
        sentences.append(sentence)
        said += len(sentence.split())
    return "\n\n".join(sentences) + "\n"


class Coordinator:
    """A run over a corpus, in a process of its own."""

    def __init__(self, **asked: object) -> None:
        env = {**os.environ, "PYTHONHASHSEED": str(asked.pop("hash_seed", "random"))}
        command = [sys.executable, "-c", RUN, json.dumps(asked)]
        self.process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, process_group=0)

    def workers(self) -> list[int]:
        """The processes that it has started, as long as they live."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, parent = path.read_text().rpartition(")")[2].split()[:2]
                command = (path.parent / "cmdline").read_bytes()
            except OSError:  # it is gone
                continue
            is_worker = b"resource_tracker" not in command  # loky has one, which is none
            if int(parent) == self.process.pid and state != "Z" and is_worker:
                found.append(int(path.parent.name))
        return sorted(found)

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill one of its workers, if there is any."""
        if workers := self.workers():
            os.kill(chance.choice(workers), signal.SIGKILL)
        return bool(workers)

    def wait_for(self, is_so: Callable[[], bool]) -> bool:
        """Wait until something is so; whether it came to that before the end of the run."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if is_so():
                return True
            assert time.monotonic() < end, "the run does not go on"
            time.sleep(0.01)
        return False

    def kill(self) -> None:
        """Kill it; whoever it has started goes by itself."""
        workers = self.workers()
        self.process.kill()
        self.process.communicate()
        assert self.are_gone(workers)

    def are_gone(self, workers: list[int]) -> bool:
        """Whether these processes end soon, by themselves."""
        end = time.monotonic() + SOON
        while is_left := any(Path(f"/proc/{worker}").exists() for worker in workers):
            if time.monotonic() > end:
                break
            time.sleep(0.01)
        return not is_left

    def ended(self) -> tuple[int, str]:
        """How it ends by itself: its status, and what it says."""
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said.decode()


def tree(folder: Path) -> dict[str, bytes]:
    """All that was made, without what is ours alone."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = {str(path.relative_to(folder)): path for path in files}
    return {n: path.read_bytes() for n, path in names.items() if not n.startswith(".hearer/")}


def parts(folder: Path) -> int:
    """How many batches are done."""
    return sum(1 for _ in folder.glob(".hearer/parts/*.json"))
