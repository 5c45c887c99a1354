"""Parsed words column by column, whoever parsed them, and how they become utterances.

    Columns       the words of a text or a part of one
    utterances    the sentences among them
    without_gaps  the columns without words that are white space

Heads are indices into the columns; a root has itself as head, as in spaCy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hearer.model import Utterance

Number = Iterator[int]


@dataclass(frozen=True, slots=True)
class Columns:
    """Words, their parse, and where sentences begin."""

    forms: list[str]
    spaces: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    begins: list[bool]  # whether a sentence begins at this word
    sorts: list[str]
    tokens: list[int]  # the number each word has in the parser's own output


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of parsed text stands in the whole."""

    start: int = 0
    begins_paragraph: bool = False
    is_heading: bool = False


def utterances(columns: Columns, numbers: Number, place: Place) -> Iterator[Utterance]:
    """The sentences of `columns`, numbered by `numbers`."""
    firsts = [n for n, begins in enumerate(columns.begins) if begins or not n]
    start, begins_paragraph = place.start, place.begins_paragraph
    ends = [*firsts[1:], len(columns.forms)]
    for first, end in zip(firsts, ends, strict=False):  # no words, no firsts
        forms, spaces = columns.forms[first:end], columns.spaces[first:end]
        heads, relations = _tree(columns, first, end)
        yield Utterance(
            next(numbers),
            tuple(forms),
            tuple(columns.lemmas[first:end]),
            tuple(columns.upos[first:end]),
            tuple(columns.xpos[first:end]),
            tuple(columns.features[first:end]),
            heads,
            relations,
            tuple(spaces),
            tuple(columns.sorts[first:end]),
            start,
            begins_paragraph,
            place.is_heading,
        )
        start += sum(map(len, forms)) + sum(map(len, spaces))
        begins_paragraph = False


def _tree(columns: Columns, first: int, end: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Heads and relations within one sentence, as CoNLL-U counts; a head outside it is a root."""
    heads, relations = [], columns.relations[first:end]
    for n, head in enumerate(columns.heads[first:end]):
        if head == first + n or not first <= head < end:
            heads.append(0)
            relations[n] = "root"
        else:
            heads.append(head - first + 1)
    return tuple(heads), tuple(relations)


def without_gaps(columns: Columns) -> tuple[str, Columns]:
    """The white space before the first word, and columns in which no word is white space.

    What hangs on such a word is hung one higher; when it is a root, its first dependent takes
    its place. Its characters go to the space behind the word before it.
    """
    kept = [n for n, form in enumerate(columns.forms) if form and not form.isspace()]
    if not kept:
        return "".join(map("".join, zip(columns.forms, columns.spaces, strict=True))), _at(
            [], columns
        )
    before = _spelled(columns, 0, kept[0])
    ends = [*kept[1:], len(columns.forms)]
    spaces = [
        columns.spaces[n] + _spelled(columns, n + 1, end) for n, end in zip(kept, ends, strict=True)
    ]
    heads = _heads_without(columns, frozenset(kept))
    whole = _at(kept, columns)
    new = {old: n for n, old in enumerate(kept)}
    whole.spaces[:] = spaces
    whole.heads[:] = [new[heads[n]] for n in kept]
    whole.begins[:] = _begins_without(columns, kept)
    return before, whole


def _spelled(columns: Columns, first: int, end: int) -> str:
    words = zip(columns.forms[first:end], columns.spaces[first:end], strict=True)
    return "".join(map("".join, words))


def _at(kept: list[int], columns: Columns) -> Columns:
    names = Columns.__slots__
    return Columns(*([getattr(columns, name)[n] for n in kept] for name in names))


def _heads_without(columns: Columns, kept: frozenset[int]) -> dict[int, int]:
    """For every kept word the nearest kept word above it; itself where there is none."""
    heirs: dict[int, int] = {}  # of roots that are white space
    heads = {}
    for n in sorted(kept):
        head = columns.heads[n]
        while head not in kept and columns.heads[head] != head:
            head = columns.heads[head]
        heads[n] = head if head in kept else heirs.setdefault(head, n)
    return heads


def _begins_without(columns: Columns, kept: list[int]) -> list[bool]:
    """A sentence begins at a kept word when one begins there or in the gap before it."""
    previous = [-1, *kept[:-1]]
    return [any(columns.begins[p + 1 : n + 1]) for p, n in zip(previous, kept, strict=True)]
