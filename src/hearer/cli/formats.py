"""hearer formats: what can be read and written."""

from __future__ import annotations

from hearer.cli.output import emit
from hearer.formats.converting import known
from hearer.formats.format import Format

EXAMPLES = """\b
Examples:
  hearer formats
  hearer convert examples/table3.conllu - --to jsonlines
"""


def formats() -> None:
    """List the formats: their names, what their files are called, and whether they can be read."""
    emit("".join(f"{_told(one)}\n" for one in known()))


def _told(one: Format) -> str:
    done = "written" if one.read is None else "read" if one.write is None else "read, written"
    return f"{one.name:<10}  {' '.join(one.suffixes):<18}  {done:<13}  {one.description}"
