"""hearer algorithms: who can resolve."""

from __future__ import annotations

import inspect
import re

from hearer.algorithms import ALGORITHMS
from hearer.cli.output import emit

EXAMPLES = """\b
Examples:
  hearer algorithms
  hearer resolve examples/table3.conllu -a s-list --to tsv
"""


YEAR = re.compile(r"\((19|20)\d\d\)")  # of a reference: Strube (1998)


def algorithms() -> None:
    """List the algorithms: name, one line, and the paper."""
    emit("".join(f"{_told(name)}\n" for name in ALGORITHMS.names()))


def _told(name: str) -> str:
    found = ALGORITHMS.find(name)
    own = inspect.getdoc(found) or ""
    texts = own, inspect.getdoc(inspect.getmodule(found)) or ""
    ends = [text.rpartition("\n\n")[2] for text in texts]
    paper = next((" ".join(end.split()) for end in ends if YEAR.search(end)), "")
    return f"{name}\n  {own.splitlines()[0]}\n  {paper}"
