"""What sort of thing a noun phrase speaks of: GUM's ten entity types, in context.

    SORTS       the ten sorts
    Sorts       the component: fills `token._.sort` at every nominal
    features    what is known of each nominal, for the component and for its training

A small feed-forward network on the pipeline's own token vectors, a table of word meanings, and a
few lexical features of the word, its governor and its preposition. Everything is numpy.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, HEAD, LEMMA, LOWER, ORTH, POS, TAG
from spacy.language import Language
from spacy.strings import get_string_id
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from hearer.model import Sort
from hearer.parsers.english.repairs import TITLES

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


def _ids(names: str) -> Hashes:
    """What spaCy has for some names in its arrays."""
    return np.array([get_string_id(name) for name in names.split()], np.uint64)


SORTS = tuple(sort.value for sort in Sort)
ALWAYS_NOMINAL = _ids("NOUN PROPN PRON")
SOMETIMES_NOMINAL = _ids("ADJ DET SYM X VERB ADV")  # as arguments only
ARGUMENTS = _ids(
    "nsubj nsubj:pass nsubj:outer obj iobj obl obl:agent obl:unmarked nmod nmod:poss nmod:unmarked"
    " appos vocative dislocated"
)
NUMBERS, COUNTING = _ids("NUM"), _ids("nummod compound flat nmod:desc")  # which head nothing
PREPOSITIONS = _ids("case")
# Dependents that say what sort of thing their head is: "Lake Geneva", "Dr. Reed", "steel door".
TELLING = _ids("compound flat nmod:desc amod appos nmod:poss")

# The kinds of lexical feature, in their order; a nominal has one of each.
KINDS = tuple("word lemma tag relation governor preposition left right cluster family".split())
_FAMILY = 8  # bits of a Brown cluster's path that make a family of clusters

# Token vectors know the training texts by heart; weighed down, they mislead less (GUM dev).
CONTEXT = 0.1

_KEY = "sort"
_FILE = "sorts.npz"
_TABLE = ("keys", "rows", "scale")
_HALF = ("dense", "output", "bias")


@dataclass(frozen=True, slots=True)
class WordTable:
    """Vectors of word meanings in int8: a row for each known lower-case word."""

    keys: Hashes
    rows: npt.NDArray[np.int8]
    scale: Floats

    def index(self) -> dict[int, int]:
        """Return the row of each word; row 0 is that of unknown words."""
        return {int(key): row for row, key in enumerate(self.keys)}


@dataclass(frozen=True, slots=True)
class NominalFeatures:
    """The nominals of a Doc: their places, dense vectors, and one lexical feature of each kind."""

    places: Places
    dense: Floats
    lexical: Hashes


def features(doc: Doc, table: WordTable, index: dict[int, int]) -> NominalFeatures:
    """Return what is known of every nominal of a parsed Doc."""
    columns = doc.to_array([LOWER, LEMMA, POS, TAG, DEP, ORTH, HEAD])
    lower, lemma, pos, tag, dep, orth = (columns[:, i] for i in range(6))
    head = np.arange(len(doc)) + columns[:, 6].astype(np.int64)
    places = np.flatnonzero(_nominal(pos, dep))
    meaning = _meanings(lower, lemma, table, index)
    telling = np.isin(dep, TELLING) & (head != np.arange(len(doc)))
    around = _mean_of_children(meaning, head, telling)
    governor = np.where(head == np.arange(len(doc)), np.uint64(0), lemma[head])
    preposition = _prepositions(lemma, dep, head)
    padded = np.concatenate([np.zeros(1, np.uint64), lower, np.zeros(1, np.uint64)])
    dense = np.hstack(
        [doc.tensor[places] * CONTEXT, meaning[places], meaning[head[places]], around[places]]
    ).astype(np.float32)
    clusters = _clusters(doc, orth)
    kinds = (lower, lemma, tag, dep, governor, preposition, padded[:-2], padded[2:], *clusters)
    return NominalFeatures(places, dense, np.stack([kind[places] for kind in kinds], axis=1))


def _nominal(pos: Hashes, dep: Hashes) -> Flags:
    sometimes = np.isin(pos, SOMETIMES_NOMINAL) & np.isin(dep, ARGUMENTS)
    number = np.isin(pos, NUMBERS) & ~np.isin(dep, COUNTING)
    return np.isin(pos, ALWAYS_NOMINAL) | sometimes | number


def _meanings(lower: Hashes, lemma: Hashes, table: WordTable, index: dict[int, int]) -> Floats:
    """Return each word's row of the table, or its lemma's, or nothing."""
    words = zip(lower.tolist(), lemma.tolist(), strict=True)
    rows = np.array([index.get(word, index.get(base, -1)) for word, base in words], np.int64)
    meaning: Floats = table.rows[rows] * table.scale
    meaning[rows < 0] = 0
    return meaning


def _clusters(doc: Doc, orth: Hashes) -> tuple[Hashes, Hashes]:
    """Return each word's Brown cluster and family of clusters (static vectors); 0 if none."""
    vectors = doc.vocab.vectors
    rows = np.asarray(vectors.find(keys=orth), np.int64)
    families = (vectors.data[:, :_FAMILY] > 0) @ (1 << np.arange(_FAMILY))
    known = rows >= 0
    cluster = np.where(known, rows + 1, 0).astype(np.uint64)
    family = np.where(known, families[rows] + 1, 0).astype(np.uint64)
    return cluster, family


def _mean_of_children(meaning: Floats, head: Places, telling: Flags) -> Floats:
    total = np.zeros_like(meaning)
    number = np.zeros(len(head), np.float32)
    np.add.at(total, head[telling], meaning[telling])
    np.add.at(number, head[telling], 1)
    mean = total / np.maximum(number, 1)[:, None]
    return mean.astype(np.float32)


def _prepositions(lemma: Hashes, dep: Hashes, head: Places) -> Hashes:
    """Return the lemma of each word's first case marker, or 0."""
    found = np.zeros(len(head), np.uint64)
    marks = np.flatnonzero(np.isin(dep, PREPOSITIONS))[::-1]
    found[head[marks]] = lemma[marks]
    return found


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer: dense features, and a row of weights for each lexical feature."""

    dense: Floats
    lexical: Floats
    output: Floats
    bias: Floats

    def scores(self, known: NominalFeatures, index: dict[tuple[int, int], int]) -> Floats:
        """Return a score for each nominal (row) and sort (column)."""
        hidden = known.dense @ self.dense + self.lexical[lexical_rows(known, index)].sum(axis=1)
        result: Floats = np.maximum(hidden, 0) @ self.output + self.bias
        return result


def lexical_rows(known: NominalFeatures, index: dict[tuple[int, int], int]) -> Places:
    """Return, for every nominal and kind, the row of its feature; row 0 stands for unknown ones."""
    columns = [
        [index.get((kind, feature), 0) for feature in known.lexical[:, kind].tolist()]
        for kind in range(len(KINDS))
    ]
    return np.array(columns, np.int64).reshape(len(KINDS), -1).T


class Sorts:
    """Fills `token._.sort` at every nominal of a parsed Doc with one of the ten sorts.

    The sorts are plain strings in `doc.user_data`, so they survive `Doc.to_bytes` and `DocBin`.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab
        self.table: WordTable | None = None
        self.network: Network | None = None
        self._words: dict[int, int] = {}
        self._lexical: dict[tuple[int, int], int] = {}

    def __call__(self, doc: Doc) -> Doc:
        if self.table is None or self.network is None or not len(doc):
            return doc
        known = features(doc, self.table, self._words)
        if not len(known.places):
            return doc
        best = self.network.scores(known, self._lexical).argmax(axis=1)
        best[np.isin(known.places, _titled(doc, known.places))] = SORTS.index("person")
        for place, sort in zip(known.places.tolist(), best.tolist(), strict=True):
            # What `token._.sort = ...` does, without its checks: this runs for every third word.
            doc.user_data["._.", _KEY, doc[place].idx, None] = SORTS[sort]
        return doc

    def use(self, table: WordTable, network: Network, lexical: dict[tuple[int, int], int]) -> None:
        """Take over what training has found."""
        self.table, self.network = table, network
        self._words, self._lexical = table.index(), lexical

    def to_bytes(self, **_: object) -> bytes:
        """Return the tables: words and lexical weights in int8, the rest in half precision."""
        if self.table is None or self.network is None:
            return b""
        words = {name: getattr(self.table, name) for name in _TABLE}
        layers = {name: getattr(self.network, name).astype(np.float16) for name in _HALF}
        unit = np.abs(self.network.lexical).max(axis=0) / np.float32(127) + np.float32(1e-9)
        lexical = np.rint(self.network.lexical / unit).astype(np.int8)
        kinds = np.array([kind for kind, _ in self._lexical], np.uint8)
        hashes = np.array([feature for _, feature in self._lexical], np.uint64)
        content = io.BytesIO()
        np.savez(content, kinds=kinds, hashes=hashes, lexical=lexical, unit=unit, **words, **layers)
        return content.getvalue()

    def from_bytes(self, content: bytes, **_: object) -> Sorts:
        if not content:
            return self
        with np.load(io.BytesIO(content)) as saved:
            table = WordTable(*(saved[name] for name in _TABLE))
            half = {name: saved[name].astype(np.float32) for name in _HALF}
            network = Network(lexical=saved["lexical"] * saved["unit"], **half)
            keys = list(zip(saved["kinds"].tolist(), saved["hashes"].tolist(), strict=True))
        self.use(table, network, {key: row + 1 for row, key in enumerate(keys)})
        return self

    def to_disk(self, path: Path, **_: object) -> None:
        Path(path).mkdir(parents=True, exist_ok=True)
        Path(path, _FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: Path, **_: object) -> Sorts:
        return self.from_bytes(Path(path, _FILE).read_bytes())


def _titled(doc: Doc, places: Places) -> list[int]:
    """Return where people are called by a title: "Mr. Darcy" is no place, whatever he owns."""
    tokens = (doc[place] for place in places.tolist())
    titles = [t for t in tokens if t.dep_ == "nmod:desc" and t.lower_ in TITLES]
    return [named.i for title in titles for named in (title, title.head)]


@Language.factory("hearer_sorts", requires=["doc.tensor"], assigns=["token._.sort"])
def create_sorts(nlp: Language, name: str) -> Sorts:
    """Make the component for `nlp.add_pipe("hearer_sorts")`."""
    del name
    return Sorts(nlp.vocab)


if not Token.has_extension(_KEY):
    Token.set_extension(_KEY, default="")
