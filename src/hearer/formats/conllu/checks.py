"""What makes lines of columns a sentence: numbering, fields and a tree.

Fault           what is wrong in which row and column
columns_of      rows of ten columns each, padded or cut
field_faults    empty columns, and spaces where none may be
numbered, Numbering    which rows are words, and the multiword tokens they make
heads_of, repaired     the heads of a sentence, always a tree: every word reaches the root
as_tree                the same of heads from elsewhere, which nobody is told of
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.formats.conllu.file import FORM, HEAD, ID, LEMMA, MISC, Columns, Range
from hearer.formats.format import quoted
from hearer.model import ROOT
from hearer.model.tree import circles

NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
WORD_ID = re.compile(r"[1-9][0-9]{0,8}")
RANGE_ID = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
EMPTY_ID = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
_MANY = 1000
_NUMBERS = tuple(map(str, range(1, _MANY + 1)))
_NUMBER_OF = {str(number): number for number in range(_MANY + 1)}
_NUMBER = re.compile(r"0|[1-9][0-9]*")
MAY_HAVE_SPACES = frozenset({FORM, LEMMA, MISC})


class Fault(NamedTuple):
    """A problem before it knows its line: row and column count from 0."""

    row: int
    column: int
    code: str
    message: str


def columns_of(row: Sequence[str]) -> Columns:
    """Ten columns, with `_` for those that are missing or empty; what is over is left out."""
    return (*(field or "_" for field in row[:10]), *("_" for _ in range(10 - len(row))))


def field_faults(rows: Sequence[Sequence[str]]) -> Iterator[Fault]:
    """The wrong numbers of columns, empty columns and forbidden spaces."""
    for n, row in enumerate(rows):
        if len(row) != 10:
            done = "the missing are read as _" if len(row) < 10 else "what is over is kept"
            message = f"{len(row)} columns instead of 10; {done}"
            yield Fault(n, min(len(row), 10), "conllu-columns", message)
        for column, field in enumerate(row[:10]):
            if not field:
                yield Fault(n, column, "conllu-empty-field", f"{NAMES[column]} is empty; read as _")
            elif " " in field and column not in MAY_HAVE_SPACES:
                message = f"a space in {NAMES[column]} {quoted(field)}; kept"
                yield Fault(n, column, "conllu-space", message)


def numbered(rows: Sequence[Sequence[str]]) -> Numbering:
    """Which rows are words, by their IDs; a row whose ID is none is a word too.

    >>> numbered([("1-2", "cannot"), ("1", "can"), ("2", "not")]).ranges
    [Range(first=1, last=2, form='cannot', misc='_')]
    """
    numbering = Numbering()
    for n, row in enumerate(rows):
        if numbering.expected == row[ID]:
            numbering.count(n)  # nearly always so, and quick
        else:
            numbering.read(n, row)
    numbering.close()
    return numbering


class Numbering:
    """The rows that are words, where a HEAD finds them, and the multiword tokens they make.

    It goes through the IDs of a sentence and remembers what came before.
    """

    def __init__(self) -> None:
        self.words: list[int] = []
        self.places: dict[str, int] = {}
        self.ranges: list[Range] = []
        self.faults: list[Fault] = []
        self._ranges: list[tuple[int, Sequence[str], int, int]] = []
        self._covered = 0  # the highest word ID that a range has covered
        self._unnamed: list[int] = []  # words without an ID since the latest that has one
        self.expected = "1"
        self._latest = 0  # the highest word ID so far
        self._empty = 0  # the number of the latest empty node behind it

    def count(self, n: int) -> None:
        self.words.append(n)
        self.places[self.expected] = len(self.words)
        self._latest += 1
        self._empty = 0
        self.expected = str(self._latest + 1)

    def read(self, n: int, row: Sequence[str]) -> None:
        if WORD_ID.fullmatch(row[ID]):
            self._word(n, row[ID])
        elif match := RANGE_ID.fullmatch(row[ID]):
            self._ranges.append((n, row, int(match[1]), int(match[2])))
            self._range_begins(n, row[ID], int(match[1]), int(match[2]))
        elif match := EMPTY_ID.fullmatch(row[ID]):
            self._empty_node(n, row[ID], int(match[1]), int(match[2]))
        else:
            self.words.append(n)
            self._unnamed.append(len(self.words))
            message = f"{quoted(row[ID])} is no ID; read as word {len(self.words)}"
            self._fault(n, "conllu-id", message)
            self.expected = ""  # what comes next has to be looked at

    def close(self) -> None:
        """Keep the ranges whose words have all come."""
        self._name_the_unnamed()
        for n, row, first, last in self._ranges:
            if not {str(first), str(last)} <= self.places.keys():
                message = f"the range {row[ID]} goes beyond the sentence; left aside"
                self._fault(n, "conllu-range-beyond", message)
                continue
            form, misc = row[FORM], row[MISC] if len(row) > MISC else "_"
            self.ranges.append(Range(self.places[str(first)], self.places[str(last)], form, misc))

    def _word(self, n: int, number: str) -> None:
        self.words.append(n)
        place = len(self.words)
        if number in self.places:
            message = f"ID {number} stands twice; read as word {place}"
            self._fault(n, "conllu-id-duplicate", message)
        elif int(number) == self._latest + 1 + len(self._unnamed):
            self._name_the_unnamed()
        elif int(number) != self._latest + 1:
            message = f"ID {number} after {self._latest}; read as word {place}"
            self._fault(n, "conllu-id-order", message)
        self._unnamed.clear()
        self.places.setdefault(number, place)
        self._latest, self._empty = max(self._latest, int(number)), 0
        self.expected = str(self._latest + 1)

    def _name_the_unnamed(self) -> None:
        """Words without an ID of their own have the IDs that are left out, if those fit."""
        for number, place in enumerate(self._unnamed, start=self._latest + 1):
            self.places.setdefault(str(number), place)

    def _range_begins(self, n: int, number: str, first: int, last: int) -> None:
        if 0 < first <= self._covered:
            message = f"the range {number} begins inside another; left aside"
            self._fault(n, "conllu-range-overlap", message)
        elif first >= last or first != self._latest + 1:
            message = f"the range {number} stands after word {self._latest}; left aside"
            self._fault(n, "conllu-range", message)
        else:
            self._covered = last
            return
        self._ranges.pop()

    def _empty_node(self, n: int, number: str, word: int, empty: int) -> None:
        if (word, empty) != (self._latest, self._empty + 1):
            message = f"the empty node {number} stands after word {self._latest}; kept"
            self._fault(n, "conllu-empty-node", message)
        self._empty = empty

    def _fault(self, n: int, code: str, message: str) -> None:
        self.faults.append(Fault(n, ID, code, message))


# Heads -----------------------------------------------------------------------------------------


def heads_of(column: Sequence[str]) -> tuple[int, ...] | None:
    """The heads, if they are a tree with one root; IDs have to count from 1.

    >>> heads_of(("2", "0", "2")), heads_of(("2", "1")), heads_of(("0", "x"))
    ((2, 0, 2), None, None)
    """
    try:
        heads = tuple(map(_number_of(len(column)).__getitem__, column))
    except KeyError:
        return None
    if heads.count(ROOT) != 1 or max(heads) > len(heads) or circles(heads):
        return None
    return heads


def numbers(words: int) -> tuple[str, ...]:
    """The IDs of so many words."""
    return _NUMBERS[:words] if words <= _MANY else tuple(map(str, range(1, words + 1)))


def _number_of(words: int) -> dict[str, int]:
    """The numbers that heads among so many words can have, and perhaps more."""
    if words <= _MANY:
        return _NUMBER_OF
    return {"0": 0, **{one: number for number, one in enumerate(numbers(words), start=1)}}


def repaired(column: Sequence[str], places: dict[str, int]) -> tuple[tuple[int, ...], list[Fault]]:
    """The heads made a tree, and a fault (its row is the word's index) for every repair.

    `places` says which word an ID means. A word whose head cannot be used is attached to the
    first root; when there is none, the first such word becomes it.
    """
    found = [_head(head, n, places) for n, head in enumerate(column, start=1)]
    roots = [n for n, head in enumerate(found, start=1) if head == ROOT]
    wrong = {n: head for n, head in enumerate(found, start=1) if isinstance(head, Fault)}
    heads = [ROOT if isinstance(head, Fault) else head for head in found]
    wrong |= {circle[0]: _goes_round(circle) for circle in circles(heads)}
    root = (*roots, *wrong)[0]
    faults = []
    for word, fault in wrong.items():
        heads[word - 1] = ROOT if word == root else root
        done = "taken as the root" if word == root else f"attached to word {root}"
        faults.append(fault._replace(message=f"{fault.message}; word {word} is {done}"))
    if not roots:
        message = f"no word has HEAD 0; word {root} is taken as the root"
        faults.append(Fault(root - 1, HEAD, "conllu-no-root", message))
    for n in roots[1:]:
        message = f"word {n} has HEAD 0, and so has word {root}; kept"
        faults.append(Fault(n - 1, HEAD, "conllu-roots", message))
    return tuple(heads), faults


def _goes_round(circle: Sequence[int]) -> Fault:
    way = " → ".join(map(str, circle[:10])) + (" …" if len(circle) > 10 else f" → {circle[0]}")
    return Fault(circle[0] - 1, HEAD, "conllu-cycle", f"the heads go in a circle, {way}")


def as_tree(heads: Sequence[int]) -> tuple[int, ...]:
    """The heads, with 0 for those that are no word or go in a circle.

    >>> as_tree([2, 1, 9])
    (0, 1, 0)
    """
    tree = [head if 0 <= head <= len(heads) else ROOT for head in heads]
    for circle in circles(tree):
        tree[circle[0] - 1] = ROOT
    return tuple(tree)


def _head(head: str, word: int, places: dict[str, int]) -> int | Fault:
    """The number of the word that a HEAD means, or why it means none."""
    if not _NUMBER.fullmatch(head):
        return Fault(word - 1, HEAD, "conllu-head", f"HEAD {quoted(head)} is not a number")
    if head == "0":
        return ROOT
    if head not in places:
        message = f"HEAD {quoted(head)} is no word of this sentence"
        return Fault(word - 1, HEAD, "conllu-head-range", message)
    if places[head] == word:
        return Fault(word - 1, HEAD, "conllu-head-self", f"word {word} is its own HEAD")
    return places[head]
