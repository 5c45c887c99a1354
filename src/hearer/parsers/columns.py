"""Columns of words from other parsers, as utterances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import count, pairwise
from operator import add
from typing import Any

from hearer.model import Discourse, Utterance
from hearer.parsers.text import Block, ends_paragraph, plain, restored

KEPT = ("forms", "lemmas", "upos", "xpos", "features", "spaces")  # as they are


@dataclass(frozen=True, slots=True)
class Columns:
    """Words, their parse, and where sentences begin. Heads count from 0; a root is its own head."""

    forms: list[str]
    spaces: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    begins: list[bool]  # whether a sentence begins at this word


def discourse(before: str, columns: Columns) -> Discourse:
    """Return a whole text that begins with the white space `before`; blank lines end paragraphs."""
    found, begins_paragraph = [], True
    for utterance in utterances(columns, count(1), Block(len(before))):
        found.append(replace(utterance, begins_paragraph=begins_paragraph))
        begins_paragraph = ends_paragraph(utterance.spaces[-1])
    return Discourse(tuple(found), before=before)


def in_block(block: Block, columns: Columns, numbers: Iterator[int]) -> Iterator[Utterance]:
    """Yield the sentences of a block from the columns of its plain text."""
    if block.text != plain(block.text):
        columns.forms[:], columns.spaces[:] = restored(block.text, columns.forms, columns.spaces)
    if columns.forms:
        columns.spaces[-1] += block.space
    return utterances(columns, numbers, block)


def utterances(columns: Columns, numbers: Iterator[int], block: Block) -> Iterator[Utterance]:
    """Yield the sentences of `columns`, from the start of `block`; a head outside is a root."""
    start, begins_paragraph = block.start, block.begins_paragraph
    firsts = [n for n, begins in enumerate(columns.begins) if begins or not n]
    for first, end in pairwise([*firsts, len(columns.forms)]):
        parsed: dict[str, Any] = {name: tuple(getattr(columns, name)[first:end]) for name in KEPT}
        heads = columns.heads[first:end]
        is_root = [head == n or not first <= head < end for n, head in enumerate(heads, first)]
        arcs = list(zip(heads, columns.relations[first:end], is_root, strict=True))
        yield Utterance(
            number=next(numbers),
            start=start,
            begins_paragraph=begins_paragraph,
            is_heading=block.is_heading,
            sorts=("",) * (end - first),
            heads=tuple(0 if root else head - first + 1 for head, _, root in arcs),
            relations=tuple("root" if root else relation for _, relation, root in arcs),
            **parsed,
        )
        start += sum(map(len, parsed["forms"])) + sum(map(len, parsed["spaces"]))
        begins_paragraph = False


def without_gaps(columns: Columns) -> tuple[str, Columns]:
    """Return the white space before the first word, and columns without words of white space.

    Dependents of such a word get its head; if it is a root, its first dependent replaces it. Its
    characters are appended to the space behind the word before it.
    """
    kept = [n for n, form in enumerate(columns.forms) if form and not form.isspace()]
    new = {old: n for n, old in enumerate(kept)}
    heirs: dict[int, int] = {}  # of roots that are white space
    heads = []
    for n in kept:
        head = columns.heads[n]
        while head not in new and columns.heads[head] != head:
            head = columns.heads[head]
        heads.append(new[head if head in new else heirs.setdefault(head, n)])
    bounds = [*pairwise([-1, *kept, len(columns.forms)])]
    written = [*map(add, columns.forms, columns.spaces)]
    before, *gaps = ("".join(written[n + 1 : end]) for n, end in bounds)
    rest = Columns(*([getattr(columns, each.name)[n] for n in kept] for each in fields(columns)))
    begins = [any(columns.begins[n + 1 : end + 1]) for n, end in bounds[:-1]]
    return before, replace(rest, spaces=[*map(add, rest.spaces, gaps)], heads=heads, begins=begins)
