"""Pronouns and their candidates, from which the encoder learns who fits what is said.

A file of examples has one document a line: {"name", "sentences": [[form, ...], ...], "pronouns":
[[sentence, word, class, is_nobody, [[latest sentence, its word, noun phrase's sentence, its word,
sentences back, rank, is right], ...]], ...]}, all counted from 0. A candidate that was never a noun
phrase has -1 for its place. `is_nobody` is null where a corpus has only pronouns that stand for
somebody. A pronoun with no right answer among them teaches nothing, unless a teacher answers.
"""

import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from training.encoder.columns import Ints, Sentences, begins, load_columns

MOST_BACK, MOST_RANK = 12, 12  # what is farther away is alike
LONGEST = 200  # pieces of a sentence that is learnt from
NEIGHBOURS = 8  # pronouns of a document in one step: they share most of their sentences
LATEST, NAMED, BACK, RANK, RIGHT = range(5)
UNKNOWN = -1  # whether nobody is right, where a corpus has no such pronouns

SENTENCES_OF, RANKINGS_OF, TAUGHT = "{}-sentences.npz.xz", "{}.npz.xz", "taught.npz.xz"
GOLD, UNLABELLED, DEV = "rankings", "unlabelled", "rankings-dev"  # what files are named after
MOST_CLASSES = 16  # of pronouns
WHOLE = 255  # a probability of one, in a byte

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Rankings:
    """Pronouns in a row: each has a class, whether nobody is right, and its candidates.

    Words are counted through all sentences. A row of `candidates` says: the latest expression's
    head, the latest noun phrase's head (-1: none), sentences back, rank, and whether it is right.
    """

    pronoun: Ints
    classes: Ints
    nobody: Ints
    candidates: Ints
    candidates_from: Ints

    def __len__(self) -> int:
        return len(self.pronoun)


@dataclass(frozen=True, slots=True)
class Taught:
    """The probabilities that teachers give every candidate, and nobody, in parts of WHOLE."""

    candidates: Ints
    nobody: Ints


class Example(TypedDict):
    """A document of the file."""

    name: str
    sentences: list[list[str]]
    pronouns: Sequence[tuple[int, int, int, int | None, Sequence[Sequence[int]]]]


def examples(path: Path) -> Iterator[Example]:
    """Yield the documents of a file of examples."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def ranked(documents: Iterable[Example], words_from: Ints) -> Rankings:
    """Return the pronouns of documents whose sentences begin at `words_from`, in the same order."""
    rows, lengths, candidates = list[tuple[int, int, int]](), list[int](), list[list[int]]()
    before = 0  # sentences of the documents before
    for document in documents:
        starts = words_from[before:]
        for sentence, word, kind, nobody, listed in document["pronouns"]:
            said = UNKNOWN if nobody is None else int(nobody)
            rows.append((int(starts[sentence]) + word, kind, said))
            candidates += [_candidate(starts, *candidate) for candidate in listed]
            lengths.append(len(listed))
        before += len(document["sentences"])
    columns = np.array(rows, np.int32).reshape(-1, 3).T
    return Rankings(
        pronoun=columns[0],
        classes=columns[1],
        nobody=columns[2],
        candidates=np.array(candidates, np.int32).reshape(-1, 5).T,
        candidates_from=begins(lengths),
    )


def _candidate(starts: Ints, *row: int) -> list[int]:
    latest, word, named, named_word, back, rank, right = row
    head = int(starts[named]) + named_word if named >= 0 else -1
    return [int(starts[latest]) + word, head, min(back, MOST_BACK), min(rank, MOST_RANK), right]


def load_rankings(path: Path) -> Rankings:
    """Read rankings that were saved."""
    return Rankings(**dict(load_columns(path)))  # type: ignore[arg-type]


def load_taught(path: Path) -> Taught:
    """Read the teachers' answers that were saved."""
    return Taught(**dict(load_columns(path)))  # type: ignore[arg-type]


def seen(
    rankings: Rankings,
    sentences: Sentences,
    sees: Callable[[str], bool],
    *,
    longest: int = LONGEST,
    taught: bool = False,
) -> list[Ints]:
    """Return the pronouns of documents that are seen and have an answer, neighbours together.

    Teachers answer all pronouns that have candidates.
    """
    document = sentences.document[_sentence_of(sentences, rankings.pronoun)]
    known = np.array([sees(str(name)) for name in sentences.names], bool)[document]
    known &= np.diff(rankings.candidates_from) > 0 if taught else _answered(rankings)
    known &= _longest_sentence(rankings, sentences) <= longest
    chosen = np.flatnonzero(known).astype(np.int32)
    parts = np.split(chosen, np.flatnonzero(np.diff(document[chosen])) + 1)
    return [
        part[start : start + NEIGHBOURS]
        for part in parts
        for start in range(0, len(part), NEIGHBOURS)
    ]


def _answered(rankings: Rankings) -> Bools:
    """Return which pronouns have a right answer."""
    answered = rankings.nobody > 0
    of_candidate = _of_candidate(rankings)
    answered[of_candidate[rankings.candidates[RIGHT] > 0]] = True
    return answered


def _of_candidate(rankings: Rankings) -> npt.NDArray[np.intp]:
    """Return for each candidate whose candidate it is."""
    return np.repeat(np.arange(len(rankings)), np.diff(rankings.candidates_from))


def _longest_sentence(rankings: Rankings, sentences: Sentences) -> Ints:
    """Return for each pronoun the pieces of the longest sentence it needs."""
    lengths = sentences.lengths
    longest = lengths[_sentence_of(sentences, rankings.pronoun)]
    of_candidate = _of_candidate(rankings)
    for words in (rankings.candidates[LATEST], rankings.candidates[NAMED]):
        needed = lengths[_sentence_of(sentences, np.maximum(words, 0))]
        np.maximum.at(longest, of_candidate, np.where(words >= 0, needed, 0))
    return longest


def _sentence_of(sentences: Sentences, words: Ints) -> Ints:
    return (np.searchsorted(sentences.words_from, words, side="right") - 1).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Choice:
    """Some pronouns for one step.

    Words are counted in the `sentences` of the step laid side by side, `width` places each.
    Candidates are a row for each pronoun, filled up with what is not `listed`.
    """

    sentences: Ints
    pronoun: Ints
    classes: Ints
    nobody: Bools
    asks_nobody: Bools  # whether it is known if nobody is right
    latest: Ints
    named: Ints
    has_name: Bools
    back: Ints
    rank: Ints
    right: Bools
    listed: Bools
    shares: Floats | None = None  # as teachers answer: of the candidates, and last of nobody


def chosen(
    rankings: Rankings, sentences: Sentences, pronouns: Ints, taught: Taught | None = None
) -> Choice:
    """Return some pronouns with their candidates and the sentences that all of them are in."""
    begin, lengths = rankings.candidates_from[pronouns], np.diff(rankings.candidates_from)[pronouns]
    places = begin[:, None] + np.arange(max(1, lengths.max()))
    listed = np.arange(places.shape[1]) < lengths[:, None]
    rows = rankings.candidates[:, np.where(listed, places, 0)]
    said = rankings.pronoun[pronouns]
    has_name = listed & (rows[NAMED] >= 0)
    words = np.concatenate([said, rows[LATEST][listed], rows[NAMED][has_name]])
    needed = np.unique(_sentence_of(sentences, words))
    width = int(np.diff(sentences.words_from)[needed].max())

    def place(words: Ints) -> Ints:
        sentence = _sentence_of(sentences, words)
        row = np.searchsorted(needed, sentence)
        within: Ints = row * width + words - sentences.words_from[sentence]
        return within

    shares: Floats | None = None
    if taught is not None:
        own: Ints = np.where(listed, taught.candidates[np.where(listed, places, 0)], 0)
        shares = np.concatenate([own, taught.nobody[pronouns][:, None]], 1).astype(np.float32)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1)
    return Choice(
        sentences=needed,
        pronoun=place(said),
        classes=rankings.classes[pronouns],
        nobody=rankings.nobody[pronouns] > 0,
        asks_nobody=rankings.nobody[pronouns] != UNKNOWN,
        latest=place(np.where(listed, rows[LATEST], said[:, None])),
        named=place(np.where(has_name, rows[NAMED], said[:, None])),
        has_name=has_name,
        back=rows[BACK],
        rank=rows[RANK],
        right=listed & (rows[RIGHT] > 0),
        listed=listed,
        shares=shares,
    )
