"""Matrices multiplied by whoever is quicker here: the BLIS in thinc, or the OpenBLAS in numpy.

    use_the_quicker    a pipeline multiplies with OpenBLAS where that is quicker
    is_quicker         whether it is, tried out on small matrices: some milliseconds
    OpenBlas           its threads, as numpy has it; None where numpy has another
    OneThreadOps       thinc's operations on the processor, with OpenBLAS on one thread

One pipeline changes, no other of the process, and outside a product OpenBLAS has as many threads as
its user wants. Both are exact to the last bits of a float32, and where those differ no decision of
the pipeline has been seen to: tests/parsers/test_matrices.py.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from types import TracebackType
from typing import Any

import numpy as np
from spacy.language import Language
from thinc.api import NumpyOps, Ops

# As numpy's own wheels call them, with long integers and short, and everybody else.
_NAMES = (
    "scipy_openblas_{}_num_threads64_",
    "scipy_openblas_{}_num_threads",
    "openblas_{}_num_threads64_",
    "openblas_{}_num_threads",
)
ROWS, WIDTH = 64, 384  # words, and what the encoder has of each: its window of three words
TRIES = 5
MARGIN = 1.1  # below that, it is not worth a change


class OpenBlas:
    """Keeps OpenBLAS to one thread while somebody multiplies: `with` it.

    How many threads it has is one number for the whole process. So the first to come in takes it
    down, and the last to leave puts it back.
    """

    def __init__(self, get: Callable[[], int], put: Callable[[int], object]) -> None:
        self._get, self._put = get, put
        self._outside = 1
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        self._lock, self._inside = threading.Lock(), 0

    @classmethod
    def found(cls) -> OpenBlas | None:
        """The one that numpy multiplies with."""
        try:
            library = ctypes.CDLL(sys.modules["numpy._core._multiarray_umath"].__file__)
        except (KeyError, OSError):
            return None
        for name in _NAMES:
            get = getattr(library, name.format("get"), None)
            put = getattr(library, name.format("set"), None)
            if get is not None and put is not None:
                return cls(get, put)
        return None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._outside = self._get()
                self._change(1)
            self._inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._change(self._outside)

    def _change(self, threads: int) -> None:
        if self._outside != 1:
            self._put(threads)


class OneThreadOps(NumpyOps):
    """thinc's operations, but for the product of matrices: that is OpenBLAS on one thread."""

    def __init__(self, openblas: OpenBlas) -> None:
        super().__init__(use_blis=False)
        self.openblas = openblas

    def gemm(self, x: Any, y: Any, **options: Any) -> Any:
        with self.openblas:
            return super().gemm(x, y, **options)


def use_the_quicker(nlp: Language) -> Language:
    """The pipeline, which multiplies with OpenBLAS from now on where that is quicker."""
    ops = _quicker()
    if ops is None:
        return nlp
    for _, pipe in nlp.pipeline:
        for node in pipe.model.walk() if hasattr(pipe, "model") else ():
            if type(node.ops) is NumpyOps:  # nobody has asked for a graphics card, or Apple's own
                node.ops = ops
    return nlp


@cache
def _quicker() -> OneThreadOps | None:
    openblas = OpenBlas.found()
    ops = openblas and OneThreadOps(openblas)
    return ops if ops and is_quicker(ops, NumpyOps()) else None


def is_quicker(one: Ops, other: Ops) -> bool:
    """Whether one multiplies clearly quicker than the other, in turns and at its best."""
    words = np.full((ROWS, WIDTH), 0.5, "float32")
    weights = np.full((WIDTH, WIDTH), 0.5, "float32")

    def seconds(ops: Ops) -> float:
        begun = time.perf_counter()
        ops.gemm(words, weights, trans2=True)
        return time.perf_counter() - begun

    turns = [(seconds(one), seconds(other)) for _ in range(TRIES)]
    mine, others = map(min, zip(*turns, strict=True))
    return bool(mine * MARGIN < others)
