"""The encoder: what it says of the words of one sentence, all at once.

    Encoder    words in, a Parse out
    Parse      tags, features, lemmas, a tree, sorts and meanings, column by column
    Labels     the names behind the numbers that the graph answers with

Each sentence is read once and alone. One that is too long for it is read in parts, and the trees
of later parts hang on that of the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hearer.model import ROOT
from hearer.model.tree import BREATH
from hearer.once import Once
from hearer.parsers.english.atoms import Splits
from hearer.parsers.english.graphs import Graph
from hearer.parsers.english.lemmas import applied
from hearer.parsers.english.pieces import LATER, OUTSIDE, Pieces, shape
from hearer.parsers.english.trees import best_tree

MOST_PIECES = 510  # with BEGIN and END, as many places as the encoder knows
LATER_PART = "parataxis"
_COLUMNS = ("upos", "xpos", "features", "lemma", "sort")
_MEANINGS = "meanings"


class Parse(NamedTuple):
    """The words of a sentence; heads count from 1, and the root has 0."""

    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    sorts: list[str]
    meanings: list[bytes]


class Labels(NamedTuple):
    """What each number means; number 0 means nothing, and is never answered."""

    columns: Mapping[str, Sequence[str]]
    relations: Sequence[str]
    splits: Splits

    @classmethod
    def read(cls, path: Path) -> Labels:
        found: dict[str, Any] = json.loads(path.read_bytes())
        columns = {name: found[name] for name in _COLUMNS}
        columns["features"] = [features or "_" for features in columns["features"]]
        splits = {word: tuple(cuts) for word, cuts in found["splits"].items()}
        return cls(columns, found["relations"], splits)


class Encoder:
    """Parses sentences whose words are known."""

    def __init__(self, graph: Graph, relations: Graph, pieces: Pieces, labels: Labels) -> None:
        self._graph, self._relations, self._labels = graph, relations, labels
        self._begin, self._end = pieces.begin, pieces.end
        self._read = Once[str, tuple[tuple[int, ...], tuple[int, ...]]](
            lambda word: (pieces[word], (shape(word), *[LATER] * (len(pieces[word]) - 1)))
        )
        self._lemmas = Once[tuple[str, str], str](lambda made: applied(*made))
        meanings = (_MEANINGS,) if _MEANINGS in graph.answers else ()
        self._answers = ("arcs", "dependents", "right", *_COLUMNS, *meanings)

    def parse(self, forms: Sequence[str]) -> Parse:
        """The parse of a sentence, however long."""
        first, *others = map(self._parsed, self._parts(forms))
        if not others:
            return first
        root, before = first.heads.index(ROOT) + 1, len(first.upos)
        for part in others:
            _hang(part, root, before)
            before += len(part.upos)
        return Parse(*(list(chain(*columns)) for columns in zip(first, *others, strict=True)))

    def meanings(self, forms: Sequence[str]) -> list[bytes]:
        """What the words mean where they stand; nothing, if this encoder does not say."""
        return self.parse(forms).meanings

    def _parts(self, forms: Sequence[str]) -> Iterator[Sequence[str]]:
        """The sentence, cut where it is too long to be read at once."""
        start, pieces = 0, 0
        for n, form in enumerate(forms):
            more = len(self._read[form][0])
            if n - start == BREATH or pieces + more > MOST_PIECES:
                yield forms[start:n]
                start, pieces = n, 0
            pieces += more
        yield forms[start:]

    def _parsed(self, forms: Sequence[str]) -> Parse:
        arcs, dependents, right, *columns = self._graph.run(self._answers, **self._given(forms))
        heads = best_tree(arcs)
        (relations,) = self._relations.run(
            ("relations",), dependents=dependents, right=right, heads=np.array(heads)
        )
        upos, xpos, features, rules, sorts = map(self._named, _COLUMNS, columns[:5])
        lemmas = self._lemmas
        return Parse(
            lemmas=[lemmas[made] for made in zip(rules, forms, strict=True)],
            upos=upos,
            xpos=xpos,
            features=features,
            heads=heads,
            relations=[self._labels.relations[n] for n in relations.tolist()],
            sorts=sorts,
            meanings=[bytes(row) for row in columns[5]] if columns[5:] else [],
        )

    def _given(self, forms: Sequence[str]) -> dict[str, object]:
        pieces, shapes, first, last = [self._begin], [OUTSIDE], [], []
        for form in forms:
            of_word, shapes_of_word = self._read[form]
            first.append(len(pieces))
            pieces += of_word
            shapes += shapes_of_word
            last.append(len(pieces) - 1)
        pieces.append(self._end)
        shapes.append(OUTSIDE)
        given = {"pieces": pieces, "shapes": shapes, "first": first, "last": last}
        return {name: np.array(numbers) for name, numbers in given.items()}

    def _named(self, column: str, numbers: Any) -> list[str]:
        names = self._labels.columns[column]
        return [names[n] for n in numbers.tolist()]


def _hang(part: Parse, root: int, before: int) -> None:
    """Make the parse of a later part, behind so many words, hang on the root of the first."""
    for n, head in enumerate(part.heads):
        part.heads[n] = head + before if head != ROOT else root
        if head == ROOT:
            part.relations[n] = LATER_PART
