"""Matrices: whoever is quicker multiplies, on one thread, and the parse is the same."""

import os
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
from thinc.api import NumpyOps, Ops

from hearer.parsers.english import MODEL, load
from hearer.parsers.english.matrices import OneThreadOps, OpenBlas, is_quicker, use_the_quicker
from hearer.parsers.spacy import SpacyParser

STORY = Path(__file__).parents[2] / "examples" / "story.txt"


class Threads:
    """The number of threads, and what it was set to."""

    def __init__(self, now: int) -> None:
        self.now, self.put = now, list[int]()

    def get(self) -> int:
        return self.now

    def set(self, now: int) -> None:
        self.now = now
        self.put.append(now)


class Slow(NumpyOps):  # type: ignore[misc]  # thinc is untyped
    """Multiplies, but takes its time."""

    def gemm(self, x: Any, y: Any, **options: Any) -> Any:
        time.sleep(0.02)
        return super().gemm(x, y, **options)


@pytest.fixture(scope="module")
def openblas() -> OpenBlas:
    found = OpenBlas.found()
    if found is None:
        pytest.skip("numpy multiplies with something else here")
    return found


def test_inside_it_has_one_thread_and_outside_what_its_user_wants() -> None:
    threads = Threads(8)
    openblas = OpenBlas(threads.get, threads.set)
    with openblas:
        with openblas:
            assert threads.now == 1
        assert threads.now == 1
    assert threads.put == [1, 8]


def test_who_wants_one_thread_is_not_asked_again() -> None:
    threads = Threads(1)
    with OpenBlas(threads.get, threads.set):
        pass
    assert threads.put == []


def test_an_error_inside_puts_the_threads_back() -> None:
    threads = Threads(4)
    with pytest.raises(ValueError, match="no"), OpenBlas(threads.get, threads.set):
        raise ValueError("no")
    assert threads.now == 4


def test_the_last_to_leave_puts_the_threads_back() -> None:
    threads, inside, leave = Threads(8), threading.Event(), threading.Event()
    openblas = OpenBlas(threads.get, threads.set)

    def stay() -> None:
        with openblas:
            inside.set()
            leave.wait(10)

    other = threading.Thread(target=stay)
    with openblas:
        other.start()
        assert inside.wait(10)
    assert threads.now == 1
    leave.set()
    other.join()
    assert threads.now == 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_that_was_forked_inside_is_not_locked_out() -> None:
    openblas = OpenBlas(Threads(8).get, Threads(8).set)
    with openblas:
        child = os.fork()
        if not child:
            with openblas:
                os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_it_multiplies_as_thinc_does(openblas: OpenBlas) -> None:
    numbers = np.random.default_rng(1)
    x, y = (numbers.standard_normal((40, 40), "float32") for _ in range(2))
    found, expected = (ops.gemm(x, y, trans2=True) for ops in (OneThreadOps(openblas), NumpyOps()))
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    out = np.empty_like(found)
    OneThreadOps(openblas).gemm(x, y, trans2=True, out=out)
    assert (out == found).all()


@pytest.mark.parametrize(("one", "other"), [(NumpyOps(), Slow()), (Slow(), NumpyOps())])
def test_the_quicker_is_found_by_trying(one: Ops, other: Ops) -> None:
    assert is_quicker(one, other) == isinstance(other, Slow)


def test_trying_takes_some_milliseconds(openblas: OpenBlas) -> None:
    begun = time.process_time()
    is_quicker(OneThreadOps(openblas), NumpyOps())
    assert time.process_time() - begun < 0.5  # 0.005 s on an idle machine


def test_every_utterance_is_the_same_whoever_multiplies(openblas: OpenBlas) -> None:
    text = STORY.read_text(encoding="utf-8")
    plain, other = spacy.load(MODEL), spacy.load(MODEL)
    for _, pipe in other.pipeline:
        for node in pipe.model.walk() if hasattr(pipe, "model") else ():
            node.ops = OneThreadOps(openblas)
    expected = list(SpacyParser(plain).parse(text))
    assert len(expected) > 10
    assert list(SpacyParser(other).parse(text)) == expected


def test_no_other_pipeline_changes() -> None:
    ours = load()
    others = spacy.load(MODEL)
    assert {type(node.ops) for node in others.get_pipe("tok2vec").model.walk()} == {NumpyOps}
    slow = Slow()
    for node in others.get_pipe("tok2vec").model.walk():
        node.ops = slow  # as somebody's graphics card would be
    use_the_quicker(others)
    assert {node.ops for node in others.get_pipe("tok2vec").model.walk()} == {slow}
    assert type(ours.get_pipe("tok2vec").model.ops) in {NumpyOps, OneThreadOps}


def test_the_pipeline_is_what_spacy_loads() -> None:
    ours, theirs = load(), spacy.load(MODEL)
    assert ours.config.to_str() == theirs.config.to_str()
    assert ours.meta == theirs.meta
    assert ours.tokenizer.to_bytes() == theirs.tokenizer.to_bytes()
    assert sorted(ours.vocab.strings) == sorted(theirs.vocab.strings)
