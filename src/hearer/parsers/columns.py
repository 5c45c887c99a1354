"""Parsed words column by column, whoever parsed them, and how they become utterances.

    Columns        the words of a text or a part of one
    discourse      what was parsed as a whole, paragraphs found again
    in_block       what was parsed block by block, with the characters of the block
    utterances     the sentences among the words
    without_gaps   the columns without words that are white space

Heads are indices into the columns; a root has itself as head, as in spaCy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count, pairwise
from operator import add
from typing import Any

from hearer.model import Discourse, Utterance
from hearer.parsers.text import Block, ends_paragraph, plain, restored

KEPT = ("forms", "lemmas", "upos", "xpos", "features", "spaces", "sorts")  # as they are


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

    @classmethod
    def none(cls) -> Columns:
        """Columns without words, to be filled."""
        return cls(*([] for _ in fields(cls)))

    def at(self, kept: Sequence[int]) -> Columns:
        """The words at these places only."""
        return Columns(*([getattr(self, each.name)[n] for n in kept] for each in fields(self)))


def discourse(before: str, columns: Columns) -> Discourse:
    """What was parsed as a whole, behind the white space `before`; blank lines end paragraphs."""
    found, begins_paragraph = [], True
    for utterance in utterances(columns, count(1), Block(len(before))):
        found.append(replace(utterance, begins_paragraph=begins_paragraph))
        begins_paragraph = ends_paragraph(utterance.spaces[-1])
    return Discourse(tuple(found), before=before)


def in_block(block: Block, columns: Columns, numbers: Iterator[int]) -> Iterator[Utterance]:
    """The sentences of a block; the columns are those of its plain text, and become its own."""
    if block.text != plain(block.text):
        columns.forms[:], columns.spaces[:] = restored(block.text, columns.forms, columns.spaces)
    if columns.forms:
        columns.spaces[-1] += block.space
    return utterances(columns, numbers, block)


def utterances(columns: Columns, numbers: Iterator[int], block: Block) -> Iterator[Utterance]:
    """The sentences of `columns`, numbered by `numbers`, which begin where `block` does."""
    start, begins_paragraph = block.start, block.begins_paragraph
    firsts = [n for n, begins in enumerate(columns.begins) if begins or not n]
    for first, end in pairwise([*firsts, len(columns.forms)]):
        words: dict[str, Any] = {name: tuple(getattr(columns, name)[first:end]) for name in KEPT}
        words["heads"], words["relations"] = _tree(columns, first, end)
        yield Utterance(
            number=next(numbers),
            start=start,
            begins_paragraph=begins_paragraph,
            is_heading=block.is_heading,
            **words,
        )
        start += sum(map(len, words["forms"])) + sum(map(len, words["spaces"]))
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
    bounds = [*pairwise([-1, *kept, len(columns.forms)])]
    spelled = [*map(add, columns.forms, columns.spaces)]
    gaps = ["".join(spelled[n + 1 : end]) for n, end in bounds]
    new = {old: n for n, old in enumerate(kept)}
    heads = _heads_without(columns, frozenset(kept))
    whole = replace(
        columns.at(kept),
        spaces=[columns.spaces[n] + gap for n, gap in zip(kept, gaps[1:], strict=True)],
        heads=[new[heads[n]] for n in kept],
        begins=[any(columns.begins[n + 1 : end + 1]) for n, end in bounds[:-1]],
    )
    return gaps[0], whole


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
