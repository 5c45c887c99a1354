"""Pronouns and their candidates, from which the encoder learns who fits what is said.

A file of examples has one document a line: {"name", "sentences": [[form, ...], ...], "pronouns":
[[sentence, word, class, is_nobody, [[latest sentence, its word, noun phrase's sentence, its word,
sentences back, rank, is right], ...]], ...]}, all counted from 0. A candidate that was never a noun
phrase has -1 for its place. `is_nobody` is null where a corpus has only pronouns that stand for
somebody. A pronoun with no right answer among them teaches nothing, unless a teacher answers.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from training.encoder.columns import Ints, Sentences, begins

MOST_BACK, MOST_RANK = 12, 12  # what is farther away is alike
LONGEST = 200  # pieces of a sentence that is learnt from
NEIGHBOURS = 8  # pronouns of a document in one step: they share most of their sentences
LATEST, NAMED, BACK, RANK, RIGHT = range(5)
UNKNOWN = -1  # whether nobody is right, where a corpus has no such pronouns

SENTENCES_OF, RANKINGS_OF, TAUGHT = "{}-sentences.npz.xz", "{}.npz.xz", "taught.npz.xz"
# What files are named after.
GOLD, UNLABELLED, REPLACED, DEV = "rankings", "unlabelled", "replaced", "rankings-dev"
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


def ranked(documents: Iterable[Example], words_from: Ints) -> Rankings:
    """Return the pronouns of documents whose sentences begin at `words_from`, in the same order."""
    rows, lengths, candidates = list[tuple[int, int, int]](), list[int](), list[list[int]]()
    before = 0  # sentences of the documents before
    for document in documents:
        starts = words_from[before:].tolist()
        for sentence, word, kind, nobody, listed in document["pronouns"]:
            rows.append((starts[sentence] + word, kind, UNKNOWN if nobody is None else int(nobody)))
            lengths.append(len(listed))
            for latest, its_word, named, named_word, back, rank, right in listed:
                head = starts[named] + named_word if named >= 0 else -1
                far = [min(back, MOST_BACK), min(rank, MOST_RANK)]
                candidates.append([starts[latest] + its_word, head, *far, right])
        before += len(document["sentences"])
    pronoun, classes, nobody_is_right = np.array(rows, np.int32).reshape(-1, 3).T
    return Rankings(
        pronoun=pronoun,
        classes=classes,
        nobody=nobody_is_right,
        candidates=np.array(candidates, np.int32).reshape(-1, 5).T,
        candidates_from=begins(lengths),
    )


def seen(
    rankings: Rankings,
    sentences: Sentences,
    sees: Callable[[str], bool],
    *,
    longest: int = LONGEST,
    taught: bool = False,
) -> list[Ints]:
    """Return the pronouns of documents that are seen and have an answer, neighbours together.

    Teachers answer all pronouns that have candidates. `longest` is the number of pieces that the
    sentences of a pronoun and its candidates may have.
    """
    counts, sentence = np.diff(rankings.candidates_from), _sentence_of(sentences, rankings.pronoun)
    of_candidate = np.repeat(np.arange(len(rankings)), counts)
    answered = rankings.nobody > 0
    answered[of_candidate[rankings.candidates[RIGHT] > 0]] = True
    pieces = sentences.lengths[sentence]
    for words in rankings.candidates[[LATEST, NAMED]]:
        needed = sentences.lengths[_sentence_of(sentences, np.maximum(words, 0))]
        np.maximum.at(pieces, of_candidate, np.where(words >= 0, needed, 0))
    document = sentences.document[sentence]
    is_seen = np.array([sees(str(name)) for name in sentences.names], bool)[document]
    known = is_seen & (counts > 0 if taught else answered) & (pieces <= longest)
    chosen = np.flatnonzero(known).astype(np.int32)
    parts = np.split(chosen, np.flatnonzero(np.diff(document[chosen])) + 1)
    return [
        part[start : start + NEIGHBOURS]
        for part in parts
        for start in range(0, len(part), NEIGHBOURS)
    ]


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
    asks_nobody: Bools  # whether it is known if nobody is right
    latest: Ints
    named: Ints
    has_name: Bools
    back: Ints
    rank: Ints
    listed: Bools
    answers: Bools  # which candidates are right, and last whether nobody is
    shares: Floats | None = None  # as teachers answer: of the candidates, and last of nobody


def chosen(
    rankings: Rankings, sentences: Sentences, pronouns: Ints, taught: Taught | None = None
) -> Choice:
    """Return some pronouns with their candidates and the sentences that all of them are in."""
    begin, lengths = rankings.candidates_from[pronouns], np.diff(rankings.candidates_from)[pronouns]
    places = begin[:, None] + np.arange(max(1, lengths.max()))
    listed = np.arange(places.shape[1]) < lengths[:, None]
    rows = rankings.candidates[:, places * listed]
    said = rankings.pronoun[pronouns]
    has_name = listed & (rows[NAMED] >= 0)
    words = np.concatenate([said, rows[LATEST][listed], rows[NAMED][has_name]])
    needed = np.unique(_sentence_of(sentences, words))
    width = int(np.diff(sentences.words_from)[needed].max())

    def place(words: Ints) -> Ints:
        sentence = _sentence_of(sentences, words)
        row = np.searchsorted(needed, sentence).astype(np.int32)
        return row * width + words - sentences.words_from[sentence]

    shares: Floats | None = None
    if taught is not None:
        own = np.where(listed, taught.candidates[places * listed], 0)
        shares = np.column_stack([own, taught.nobody[pronouns]]).astype(np.float32)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1)
    return Choice(
        sentences=needed,
        pronoun=place(said),
        classes=rankings.classes[pronouns],
        asks_nobody=rankings.nobody[pronouns] != UNKNOWN,
        latest=place(np.where(listed, rows[LATEST], said[:, None])),
        named=place(np.where(has_name, rows[NAMED], said[:, None])),
        has_name=has_name,
        back=rows[BACK],
        rank=rows[RANK],
        listed=listed,
        answers=np.column_stack([listed & (rows[RIGHT] > 0), rankings.nobody[pronouns] > 0]),
        shares=shares,
    )
