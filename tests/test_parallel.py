"""Threads and processes give what one after the other gives, and share what is loaded."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from tests.conftest import EXAMPLES, ROOT

pytestmark = pytest.mark.untraced
THREADS = 4
PARSED = sorted(EXAMPLES.glob("table*.conllu"))
SAMPLES = ROOT / "tests" / "fuzz" / "samples"


@cache
def texts() -> list[str]:
    whole = [EXAMPLES / "story.txt", SAMPLES / "chat.txt"]
    blocks = [b for path in whole for b in path.read_text(encoding="utf-8").split("\n\n")]
    # Words that no other text has: a pipeline that forgets them must not do so for others.
    new = [
        f"Ms. Qu{n}x met Mr. Zy{n}v in Kr{n}burg. She liked him, and it rained." for n in range(24)
    ]
    found = [block for block in (*blocks, *new) if block.strip()]
    assert (len(PARSED), len(found) > 30) == (3, True)
    return found


def in_threads(work: Callable[[object], object], given: list[object]) -> list[object]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, given))


def test_threads_that_share_one_parser_understand_the_same() -> None:
    given: list[object] = [*texts()]
    expected = [hearer.resolve(text) for text in given]
    for _ in range(2):
        assert in_threads(hearer.resolve, given) == expected


def test_threads_understand_parsed_documents_the_same() -> None:
    documents: list[object] = [hearer.read(path)[0] for path in (*PARSED, SAMPLES / "story.conllu")]
    for algorithm in ALGORITHMS.names():
        resolve = partial(hearer.resolve, algorithm=algorithm)
        assert in_threads(resolve, documents * 4) == [resolve(one) for one in documents] * 4


def test_threads_live_and_in_sessions() -> None:
    def live(text: object) -> list[hearer.Heard]:
        listener = hearer.Listener()
        return [*listener.hear(str(text)[:60]), *listener.finish()]

    def session(text: object) -> str:
        one = hearer.Session()
        one.hear(str(text), speaker="Anna")
        one.hear("Did she tell him?", speaker="Ben")
        return one.to_json()

    given: list[object] = [*texts()[:8]]
    assert in_threads(live, given) == [live(one) for one in given]
    assert in_threads(session, given) == [session(one) for one in given]


@pytest.mark.parametrize("started_by", ["fork", "spawn"])
def test_processes_understand_the_same(started_by: str) -> None:
    """In a process of its own: a fork copies whatever the test runner has going on."""
    program = f"from tests.test_parallel import in_processes; in_processes('{started_by}')"
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{len(texts()) + 1}\n", "")


def in_processes(started_by: str) -> None:
    """Resolve the texts in two processes, and print how many came out the same."""
    given: list[object] = [*texts(), hearer.read(SAMPLES / "story.conllu")[0]]
    expected = [hearer.resolve(one) for one in given]
    context = multiprocessing.get_context(started_by)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        resolve: Callable[[object], hearer.Interpretation] = hearer.resolve
        found = list(pool.map(resolve, given, chunksize=8))
        refused = pool.submit(hearer.resolve, "She left.", algorithm="s-lits").exception()
    if not isinstance(refused, hearer.UnknownName) or refused.name != "s-lits":
        raise AssertionError(refused)
    print(sum(map(_same, found, expected)))


def _same(one: hearer.Interpretation, other: hearer.Interpretation) -> bool:
    return one == other and hearer.write(one, to="json") == hearer.write(other, to="json")
