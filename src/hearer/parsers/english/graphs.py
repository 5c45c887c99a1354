"""What was trained, ready to run: graphs on ONNX Runtime.

    Graph    a file of the model's folder: arrays by name in, arrays out
    Places   whole numbers, one after the other

One thread a run, one sentence or block a run: nothing depends on what else is parsed, with whom,
or in which order. Several threads may run one graph at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hearer.errors import MissingPackage, UsageError

Places = npt.NDArray[np.int64]
_QUIET = 3  # errors only: a warning about the machine helps nobody
_SPINNING = ("session.intra_op.allow_spinning", "session.inter_op.allow_spinning")


class Graph:
    """A trained graph and what it answers to."""

    def __init__(self, path: Path) -> None:
        self._session = _session(path)
        self.answers = tuple(output.name for output in self._session.get_outputs())

    def run(self, answers: Sequence[str], **given: object) -> list[Any]:
        """The arrays that were asked for, in that order."""
        found: list[Any] = self._session.run(answers, given)
        return found


def _session(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingPackage("onnxruntime", "The English pipeline") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _QUIET
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # memory stays bounded
    for name in _SPINNING:
        options.add_session_config_entry(name, "0")
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own kinds of error have nothing else in common
        raise UsageError(f"{path} cannot be run: {error}. Install hearer anew.") from error
