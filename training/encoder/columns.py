"""Sentences as flat columns of small numbers, and the labels that the numbers stand for."""

import io
import json
import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]

RELATIONS = "relations"
HEADS = ("upos", "xpos", "features", "lemma", "sort")
COLUMNS = (RELATIONS, *HEADS)
NONE = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of each column by number, and the words that are cut though written as one."""

    names: dict[str, tuple[str, ...]]
    splits: dict[str, tuple[int, ...]]

    def numbers(self, column: str) -> dict[str, int]:
        """Return the number of each label; a label that is not listed is not taught: 0."""
        return {name: number for number, name in enumerate(self.names[column]) if number}

    def write(self, path: Path) -> None:
        """Write labels.json."""
        content = {**self.names, "splits": self.splits}
        path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def read_labels(path: Path) -> Labels:
    """Read labels.json."""
    content = json.loads(path.read_text(encoding="utf-8"))
    splits = {word: tuple(cuts) for word, cuts in content.pop("splits").items()}
    return Labels({column: tuple(names) for column, names in content.items()}, splits)


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
        """The number of pieces of each sentence."""
        return np.diff(self.pieces_from)

    def of(self, sees: Callable[[str], bool], *, longest: int) -> Ints:
        """Return which sentences are at most so long, and of documents that are seen."""
        seen = np.array([sees(str(name)) for name in self.names], bool)
        return np.flatnonzero(seen[self.document] & (self.lengths <= longest)).astype(np.int32)


def begins(lengths: Iterable[int]) -> Ints:
    """Return where each of so many things in a row begins, and where the last ends."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, np.int32))]).astype(np.int32)


# What a column counts in its file: differences of what rises, and types no wider than needed.
RISING = ("pieces_from", "words_from", "candidates_from")
NARROW = (np.uint8, np.uint16, np.int32)


def save(path: Path, columns: object) -> None:
    """Write a dataclass of columns."""
    arrays = {field.name: getattr(columns, field.name) for field in fields(columns)}  # type: ignore[arg-type]
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **{n: _narrowed(n, a) for n, a in arrays.items()})
    path.write_bytes(lzma.compress(content.getvalue(), preset=6))


def _narrowed(name: str, column: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    if column.dtype != np.int32:
        return column
    if name in RISING:
        column = np.diff(column, prepend=column.dtype.type(0))
    fits = (t for t in NARROW if not len(column.ravel()) or _holds(np.iinfo(t), column))
    return column.astype(next(fits))


def _holds(limits: np.iinfo[np.integer], column: npt.NDArray[np.generic]) -> bool:
    return bool(limits.min <= column.min() and column.max() <= limits.max)


def load_columns(path: Path) -> Iterator[tuple[str, npt.NDArray[np.generic]]]:
    """Yield the columns of a file by name."""
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as arrays:
        for name in arrays:
            column = arrays[name]
            if column.dtype.kind in "iu":
                column = column.astype(np.int32)
                column = np.cumsum(column, dtype=np.int32) if name in RISING else column
            yield name, column


def load(path: Path) -> Sentences:
    """Read sentences that were saved."""
    return Sentences(**dict(load_columns(path)))  # type: ignore[arg-type]
