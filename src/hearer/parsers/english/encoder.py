"""The encoder: what it says of the words of one sentence, all at once.

    Encoder    words in, a Parse out, or their sorts and meanings alone
    LabelNames     the names behind the numbers that the graph answers with
    WordSenses     the sorts and meanings of words

Each sentence is read once and alone. One that is too long for it is read in parts, and the trees
of later parts hang on that of the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hearer.model import ROOT
from hearer.model.tree import BREATH
from hearer.once import Once
from hearer.parsers.english.alike import MEANT_AS, READ_AS
from hearer.parsers.english.atoms import Splits
from hearer.parsers.english.graphs import Graph, Places
from hearer.parsers.english.lemmas import applied
from hearer.parsers.english.parse import Parse
from hearer.parsers.english.pieces import LATER, OUTSIDE, REMEMBERED, Pieces, shape
from hearer.parsers.english.trees import best_tree

MOST_PIECES = 512  # of a sentence, with BEGIN and END: the places that the encoder knows
LATER_PART = "parataxis"
_SORT = "sort"
_COLUMNS = ("upos", "xpos", "features", "lemma", _SORT)
_MEANINGS = "meanings"
_RELATIONS = ("relations",)


class LabelNames(NamedTuple):
    """What each number means; number 0 means nothing, and is never answered."""

    columns: Mapping[str, Sequence[str]]
    relations: Sequence[str]
    splits: Splits

    @classmethod
    def read(cls, path: Path) -> LabelNames:
        found: dict[str, Any] = json.loads(path.read_bytes())
        columns = {name: found[name] for name in _COLUMNS}
        columns["features"] = [features or "_" for features in columns["features"]]
        splits = {word: tuple(cuts) for word, cuts in found["splits"].items()}
        return cls(columns, found["relations"], splits)


class WordSenses(NamedTuple):
    """What words stand for and what they mean; no meanings, if this encoder was not taught them."""

    sorts: list[str]
    meanings: list[bytes]


class Encoder:
    """Parses sentences whose words are known."""

    def __init__(self, graph: Graph, relations: Graph, pieces: Pieces, labels: LabelNames) -> None:
        self._graph, self._relations, self._labels = graph, relations, labels
        self._begin, self._end = pieces.begin, pieces.end
        self._read = Once[str, tuple[tuple[int, ...], tuple[int, ...]]](
            lambda word: _read(pieces, READ_AS.get(word, word)), most=REMEMBERED
        )
        self._lemmas = Once[tuple[str, str], str](lambda made: applied(*made), most=REMEMBERED)
        self._meanings = (_MEANINGS,) if _MEANINGS in graph.answers else ()
        self._names = [labels.columns[column] for column in _COLUMNS]
        self._answers = ("arcs", "dependents", "right", *_COLUMNS)

    def parse(self, forms: Sequence[str]) -> Parse:
        """The parse of a sentence, however long."""
        given = self._given(forms)
        if len(forms) <= BREATH and len(given["pieces"]) <= MOST_PIECES:
            return self._parsed(forms, given)
        first, *others = (self._parsed(part, self._given(part)) for part in self._parts(forms))
        root, before = first.heads.index(ROOT) + 1, len(first.upos)
        for part in others:
            _hang(part, root, before)
            before += len(part.upos)
        return Parse(*(list(chain(*columns)) for columns in zip(first, *others, strict=True)))

    def senses(self, forms: Sequence[str]) -> WordSenses:
        """The sorts and meanings of words where they stand, whoever parsed them, in one run."""
        meant = [MEANT_AS.get(form, form) for form in forms]
        asked = (_SORT, *self._meanings)
        runs = [self._graph.run(asked, **self._given(part)) for part in self._parts(meant)]
        names = self._labels.columns[_SORT]
        sorts = [sort for numbers, *_ in runs for sort in _named(names, numbers)]
        return WordSenses(sorts, _bytes(rows for _, *tables in runs for rows in tables))

    def _given(self, forms: Sequence[str]) -> dict[str, Places]:
        """What the graph is given: the pieces of all words, and which are whose."""
        pieces, shapes, first, last = [self._begin], [OUTSIDE], [], []
        read = self._read
        for form in forms:
            of_word, shapes_of_word = read[form]
            first.append(len(pieces))
            pieces += of_word
            shapes += shapes_of_word
            last.append(len(pieces) - 1)
        pieces.append(self._end)
        shapes.append(OUTSIDE)
        given = {"pieces": pieces, "shapes": shapes, "first": first, "last": last}
        return {name: np.array(numbers, np.int64) for name, numbers in given.items()}

    def _parts(self, forms: Sequence[str]) -> Iterator[Sequence[str]]:
        """The sentence, cut where it is too long to be read at once."""
        start, pieces = 0, 2  # BEGIN and END
        for n, form in enumerate(forms):
            more = len(self._read[form][0])
            if n - start == BREATH or pieces + more > MOST_PIECES:
                yield forms[start:n]
                start, pieces = n, 2
            pieces += more
        yield forms[start:]

    def _parsed(self, forms: Sequence[str], given: dict[str, Places]) -> Parse:
        means_another = not MEANT_AS.keys().isdisjoint(forms)  # "her", where "him" stands
        asked = self._answers if means_another else self._answers + self._meanings
        arcs, dependents, right, *columns = self._graph.run(asked, **given)
        heads = best_tree(arcs)
        (relations,) = self._relations.run(
            _RELATIONS, dependents=dependents, right=right, heads=np.array(heads, np.int64)
        )
        upos, xpos, features, rules, sorts = map(_named, self._names, columns)
        lemmas = self._lemmas
        return Parse(
            lemmas=[lemmas[made] for made in zip(rules, forms, strict=True)],
            upos=upos,
            xpos=xpos,
            features=features,
            heads=heads,
            relations=_rooted(heads, _named(self._labels.relations, relations)),
            sorts=sorts,
            meanings=self.senses(forms).meanings if means_another else _bytes(columns[5:]),
        )


def _read(pieces: Pieces, word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pieces of a word, and their shapes."""
    return pieces[word], (shape(word), *[LATER] * (len(pieces[word]) - 1))


def _bytes(tables: Iterable[npt.NDArray[np.int8]]) -> list[bytes]:
    """The rows of some tables."""
    return [bytes(row) for rows in tables for row in rows]


def _named(names: Sequence[str], numbers: Places) -> list[str]:
    return [names[n] for n in numbers.tolist()]


def _rooted(heads: Sequence[int], relations: list[str]) -> list[str]:
    """The relations, "root" at the root and nowhere else."""
    others = (LATER_PART if relation == "root" else relation for relation in relations)
    return ["root" if head == ROOT else other for head, other in zip(heads, others, strict=True)]


def _hang(part: Parse, root: int, before: int) -> None:
    """Make the parse of a later part, behind so many words, hang on the root of the first."""
    for n, head in enumerate(part.heads):
        part.heads[n] = head + before if head != ROOT else root
        if head == ROOT:
            part.relations[n] = LATER_PART
