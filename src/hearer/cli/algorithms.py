"""hearer algorithms: who can resolve."""

from __future__ import annotations

import inspect

from hearer.algorithms import ALGORITHMS
from hearer.cli.output import emit

EXAMPLES = """\b
Examples:
  hearer algorithms
  hearer resolve examples/table3.conllu -a s-list --to tsv
"""


def algorithms() -> None:
    """List the algorithms: name, one line, and the paper."""
    emit("".join(f"{_told(name)}\n" for name in ALGORITHMS.names()))


def _told(name: str) -> str:
    found = ALGORITHMS.find(name)
    line = (inspect.getdoc(found) or "").partition("\n")[0]
    module = inspect.getmodule(found)
    paper = (inspect.getdoc(module) or "").rpartition("\n")[2]
    return f"{name}\n  {line}\n  {paper}"
