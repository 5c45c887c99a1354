"""Documents as what the encoder reads and is taught: flat columns of numbers, and their labels."""

import io
import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hearer.parsers.english.encoder import AS_IT_IS, ENDING, LOWER, READ_AS, WORD
from hearer.parsers.english.pieces import LATER, OUTSIDE, Pieces, shape
from training.conllu import GoldDocument, GoldSentence, mention_sorts

Ints = npt.NDArray[np.int32]
Columns = TypeVar("Columns")

RELATIONS = "relations"
HEADS = ("upos", "xpos", "features", "lemma", "sort")
COLUMNS = (RELATIONS, *HEADS)
NONE = ""
FEWEST = {"features": 2, "lemma": 3}  # a label that is seen less often is rather an error
RISING = ("pieces_from", "words_from", "candidates_from")  # saved as differences


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of each column by number, and the words that are cut though written as one."""

    names: dict[str, tuple[str, ...]]
    splits: dict[str, tuple[int, ...]]

    def numbers(self, column: str) -> dict[str, int]:
        """Return the number of each label; a label that is not listed is not taught: 0."""
        return {name: number for number, name in enumerate(self.names[column]) if number}

    def write(self, path: Path) -> None:
        content = {**self.names, "splits": self.splits}
        path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def read_labels(path: Path) -> Labels:
    """Read labels.json."""
    content = json.loads(path.read_text(encoding="utf-8"))
    splits = {word: tuple(cuts) for word, cuts in content.pop("splits").items()}
    return Labels({column: tuple(names) for column, names in content.items()}, splits)


def collected(sentences: Iterable[GoldSentence], splits: dict[str, tuple[int, ...]]) -> Labels:
    """Return the labels of a corpus, the most frequent first."""
    counts: dict[str, Counter[str]] = {column: Counter() for column in COLUMNS}
    for sentence in sentences:
        for row in taught(sentence):
            for column, label in zip(COLUMNS, row, strict=True):
                counts[column][label] += 1
    del counts["sort"][NONE]  # a word that is no mention's head is not taught a sort
    names = dict[str, tuple[str, ...]]()
    for column, count in counts.items():
        ordered = sorted(count, key=lambda label: (-count[label], label))
        fewest = FEWEST.get(column, 1)
        names[column] = (NONE, *(label for label in ordered if count[label] >= fewest))
    return Labels(names, splits)


def taught(sentence: GoldSentence) -> Iterator[tuple[str, ...]]:
    """Yield the labels of each word, in the order of COLUMNS."""
    sorts = mention_sorts(sentence)
    for place, word in enumerate(sentence.words):
        lemma, features = rule(word.form, word.lemma), word.feats
        if read_as := READ_AS.get(word.form):  # *he*, *him* and *his* are taught as they are read
            lemma = rule(read_as, READ_AS.get(word.lemma, word.lemma))
            features = features.replace("Gender=Masc", "Gender=Fem")
        yield word.deprel, word.upos, word.xpos, features, lemma, sorts.get(place, NONE)


@dataclass(frozen=True, slots=True)
class Sentences:
    """Many sentences in a row.

    `pieces_from` and `words_from` say where each sentence begins, and at last where all end;
    `first` and `last` are a word's pieces, counted in its sentence; `taught` has a row for heads
    (counted from 1, 0 is the root) and one for each of COLUMNS.
    """

    pieces: Ints
    shapes: Ints
    first: Ints
    last: Ints
    taught: Ints
    pieces_from: Ints
    words_from: Ints
    document: Ints
    names: npt.NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.document)

    @property
    def lengths(self) -> Ints:
        return np.diff(self.pieces_from)

    def of(self, sees: Callable[[str], bool], *, longest: int) -> Ints:
        """Return which sentences are at most so long, and of documents that are seen."""
        seen = np.array([sees(str(name)) for name in self.names], bool)
        return np.flatnonzero(seen[self.document] & (self.lengths <= longest)).astype(np.int32)


def read_in(forms: Iterable[str], pieces_of: Pieces) -> dict[str, list[int]]:
    """Return a sentence as the graph takes it: [CLS], the pieces of the words, [SEP]."""
    pieces, shapes = [pieces_of.begin], [OUTSIDE]
    first, last = list[int](), list[int]()
    for form in forms:
        own = pieces_of[READ_AS.get(form, form)]
        first.append(len(pieces))
        last.append(len(pieces) + len(own) - 1)
        pieces += own
        shapes += [shape(form), *[LATER] * (len(own) - 1)]
    pieces.append(pieces_of.end)
    return {"pieces": pieces, "shapes": [*shapes, OUTSIDE], "first": first, "last": last}


def encoded(documents: Sequence[GoldDocument], pieces_of: Pieces, labels: Labels) -> Sentences:
    """Return documents as columns, with what is taught of their words."""
    numbers, rows = [labels.numbers(column) for column in COLUMNS], list[list[int]]()
    for sentence in (sentence for document in documents for sentence in document.sentences):
        for word, row in zip(sentence.words, taught(sentence), strict=True):
            known = (own.get(label, 0) for own, label in zip(numbers, row, strict=True))
            rows.append([word.head + 1, *known])
    texts = (
        (each.name, ([word.form for word in one.words] for one in each.sentences))
        for each in documents
    )
    return in_a_row(texts, pieces_of, np.array(rows, np.int32).T)


def in_a_row(
    documents: Iterable[tuple[str, Iterable[Iterable[str]]]],
    pieces_of: Pieces,
    taught: Ints | None = None,
) -> Sentences:
    """Return the sentences of documents, each with its name, as columns."""
    names, reads, document = list[str](), list[dict[str, list[int]]](), list[int]()
    for name, sentences in documents:
        reads += [read_in(forms, pieces_of) for forms in sentences]
        document += [len(names)] * (len(reads) - len(document))
        names.append(name)
    parts = ("pieces", "shapes", "first", "last")
    return Sentences(
        **{p: np.fromiter((n for read in reads for n in read[p]), np.int32) for p in parts},
        taught=np.zeros((1 + len(COLUMNS), 0), np.int32) if taught is None else taught,
        pieces_from=begins(len(read["pieces"]) for read in reads),
        words_from=begins(len(read["first"]) for read in reads),
        document=np.array(document, np.int32),
        names=np.array(names, np.str_),
    )


def begins(lengths: Iterable[int]) -> Ints:
    """Return where each of so many things in a row begins, and where the last ends."""
    return np.cumsum([0, *lengths], dtype=np.int32)


def save(path: Path, columns: object) -> None:
    """Write a dataclass of columns, numbers in types no wider than needed."""
    arrays = dict[str, npt.NDArray[np.generic]]()
    for name in (field.name for field in fields(columns)):  # type: ignore[arg-type]
        column = getattr(columns, name)
        column = np.diff(column, prepend=np.int32(0)) if name in RISING else column
        if column.dtype == np.int32 and column.size:
            limits = map(np.min_scalar_type, (column.min(), column.max()))
            column = column.astype(np.result_type(*limits))
        arrays[name] = column
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    path.write_bytes(lzma.compress(content.getvalue(), preset=6))


def load(path: Path, kind: type[Columns]) -> Columns:
    """Read a dataclass of columns that was saved."""
    columns = dict[str, npt.NDArray[np.generic]]()
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as arrays:
        for name in arrays:
            column = arrays[name]
            if column.dtype.kind in "iu":
                column = column.astype(np.int32)
            columns[name] = np.cumsum(column, dtype=np.int32) if name in RISING else column
    return kind(**columns)


def rule(form: str, lemma: str) -> str:
    """Return the shortest rule that makes `lemma` from `form`.

    >>> rule("Anna", "Anna"), rule("The", "the"), rule("Studies", "study"), rule("is", "be")
    ('=', 'l', 'l3|y', '!be')
    """
    if lemma in {form, form.lower()}:
        return AS_IT_IS if lemma == form else LOWER
    rules = []
    for case, written in ((LOWER, form.lower()), (AS_IT_IS, form)):
        letters = zip(written, lemma, strict=False)
        shared = len([*takewhile(lambda pair: pair[0] == pair[1], letters)])
        made = f"{case}{len(written) - shared}{ENDING}{lemma[shared:]}"
        rules.append(made if shared else WORD + lemma)
    return min(rules, key=len)
