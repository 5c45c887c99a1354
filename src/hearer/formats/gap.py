"""GAP: which of two names an ambiguous pronoun refers to.

    Example        a text, a pronoun in it, and two names
    parse          a file of them
    discourses     none: the texts are raw, and have to be parsed first

Kellie Webster, Marta Recasens, Vera Axelrod & Jason Baldridge (2018). Mind the GAP. TACL 6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.formats.problems import quoted
from hearer.model import Problem

__all__ = ["COLUMNS", "Example", "GapFile", "Name", "is_gap", "parse"]

COLUMNS = (
    "ID", "Text", "Pronoun", "Pronoun-offset",
    "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL",
)  # fmt: skip
HEADER = "\t".join(COLUMNS)


class Name(NamedTuple):
    """A name, its offset in the text, and whether the pronoun refers to it."""

    text: str
    offset: int
    is_referent: bool


class Example(NamedTuple):
    """A text, a pronoun and where it stands, and the two names."""

    name: str
    text: str
    pronoun: str
    offset: int
    a: Name
    b: Name
    url: str = ""


@dataclass(frozen=True, slots=True)
class GapFile:
    """The examples of a file, and what is wrong with it."""

    path: str
    examples: tuple[Example, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()


def is_gap(content: bytes) -> bool:
    """Whether the first line of a file has GAP's columns."""
    return content.startswith(HEADER.encode())


def parse(content: bytes, *, path: str = "") -> GapFile:
    r"""Read a file; a line that is no example is reported and left aside.

    >>> row = "x\tAnn met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl"
    >>> parse(f"{HEADER}\n{row}\n".encode()).examples[0].a
    Name(text='Ann', offset=0, is_referent=True)
    """
    examples, problems = [], []
    lines = content.decode("utf-8", "replace").split("\n")
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        try:
            examples.append(_example(line.rstrip("\r").split("\t")))
        except (ValueError, IndexError):
            message = f"{quoted(line)} is no example; left aside"
            problems.append(Problem(path, number, 0, "gap-columns", message))
    return GapFile(path, tuple(examples), tuple(problems))


def _example(columns: list[str]) -> Example:
    name, text, pronoun, offset, *rest, url = columns
    a, a_offset, a_coref, b, b_offset, b_coref = rest
    return Example(
        name,
        text,
        pronoun,
        int(offset),
        Name(a, int(a_offset), a_coref.upper() == "TRUE"),
        Name(b, int(b_offset), b_coref.upper() == "TRUE"),
        url,
    )
