"""What the format tests are made of: files, a base to break, interpretations, a slow oracle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from hearer.formats import conllu
from hearer.model import Discourse, Entity, Interpretation, ReferringExpression, Sort

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
DATA = Path(os.environ.get("HEARER_DATA", REPOSITORY.parent / "shared" / "data"))
VALID = sorted((HERE / "valid").glob("*.conllu"))
INVALID = sorted((HERE / "invalid").glob("*.conllu"))
PROBLEMS_PAGE = (REPOSITORY / "docs" / "problems.md").read_text(encoding="utf-8")
EXPLAINED = re.findall(r"^\| `([a-z0-9-]+)` \| .+ \|$", PROBLEMS_PAGE, flags=re.MULTILINE)

BASE = (
    "# newdoc id = story",
    "# sent_id = s1",
    "1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
    "2\tdrives\tdrive\tVERB\tVBZ\t_\t0\troot\t_\t_",
    "3\thome\thome\tADV\tRB\t_\t2\tadvmod\t_\tSpaceAfter=No",
    "4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_",
    "",
    "# sent_id = s2",
    "1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
    "2\twaits\twait\tVERB\tVBZ\t_\t0\troot\t_\t_",
    "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_",
    "",
    "",
)


def base(*, put: dict[int, str] | None = None, before: dict[int, str] | None = None) -> str:
    """The base with some lines put in place of others, or before them; lines count from 1."""
    lines: list[str] = []
    for number, line in enumerate(BASE, start=1):
        lines += [(before or {})[number]] if number in (before or {}) else []
        lines.append((put or {}).get(number, line))
    return "\n".join(lines)


def field(line: int, column: int, value: str) -> str:
    """A line of the base with another value in one column, counted from 1."""
    columns = BASE[line - 1].split("\t")
    columns[column - 1] = value
    return "\t".join(columns)


def reached_roots(heads: Iterable[int]) -> bool:
    """Whether every word reaches the root: the slow and obvious way."""
    heads = tuple(heads)
    for start in range(1, len(heads) + 1):
        word, steps = start, 0
        while word and steps <= len(heads):
            if not 0 <= heads[word - 1] <= len(heads):
                return False
            word, steps = heads[word - 1], steps + 1
        if word:
            return False
    return True


def discourse_of(text: str | bytes) -> Discourse:
    return conllu.discourses(conllu.parse(text, path="story.conllu"))[0]


def interpreted(discourse: Discourse, *, entities: int = 50) -> Interpretation:
    """Every nominal with all below it, spread over so many entities: nested, crossing, alike."""
    expressions: list[ReferringExpression] = []
    for utterance in discourse.utterances:
        for head in range(1, len(utterance) + 1):
            if utterance.upos[head - 1] not in {"NOUN", "PROPN", "PRON"}:
                continue
            below = _below(head, utterance.heads)
            expressions.append(
                ReferringExpression(
                    utterance.text_between(min(below), max(below)),
                    utterance.number,
                    float(head),
                    entity=Entity(f"X{len(expressions) * 7 % entities}"),
                    sorts=frozenset({Sort.PERSON}),
                    first=min(below),
                    last=max(below),
                )
            )
    return Interpretation(expressions=tuple(expressions), discourse=discourse)


def _below(head: int, heads: tuple[int, ...]) -> set[int]:
    below = {head}
    while more := {n for n, h in enumerate(heads, start=1) if h in below} - below:
        below |= more
    return below
