"""Documents as what the encoder reads and is taught: words in pieces, labels by number."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from hearer.parsers.english.encoder import AS_IT_IS, ENDING, LOWER, READ_AS, WORD
from hearer.parsers.english.pieces import LATER, OUTSIDE, Pieces, shape
from training.conllu import GoldDocument, GoldSentence, GoldWord, mention_sorts
from training.encoder.columns import COLUMNS, NONE, Ints, Labels, Sentences, begins

FEWEST = {"features": 2, "lemma": 3}  # seldom seen, a label is rather a slip than a rule

Row = tuple[str, ...]


def collected(
    sentences: Iterable[GoldSentence], splits: dict[str, tuple[int, ...]] | None = None
) -> Labels:
    """Return the labels of a corpus."""
    counts: dict[str, Counter[str]] = {column: Counter() for column in COLUMNS}
    for sentence in sentences:
        for row in taught(sentence):
            for column, label in zip(COLUMNS, row, strict=True):
                counts[column][label] += 1
    del counts["sort"][NONE]  # what is no mention's head is not taught a sort
    names = {column: (NONE, *_frequent(column, counts[column])) for column in COLUMNS}
    return Labels(names, splits or {})


def _frequent(column: str, count: Counter[str]) -> Iterator[str]:
    ordered = sorted(count.items(), key=lambda entry: (-entry[1], entry[0]))
    return (label for label, times in ordered if times >= FEWEST.get(column, 1))


def taught(sentence: GoldSentence) -> Iterator[Row]:
    """Yield the labels of each word, in the order of COLUMNS."""
    sorts = mention_sorts(sentence)
    for place, word in enumerate(sentence.words):
        yield _row(word, sorts.get(place, NONE))


def _row(word: GoldWord, sort: str) -> Row:
    """Return the labels of a word; of *he*, *him* and *his* those of what they are read as."""
    lemma, features = rule(word.form, word.lemma), word.feats
    if read_as := READ_AS.get(word.form):
        lemma = rule(read_as, READ_AS.get(word.lemma, word.lemma))
        features = features.replace("Gender=Masc", "Gender=Fem")
    return word.deprel, word.upos, word.xpos, features, lemma, sort


@dataclass(frozen=True, slots=True)
class Read:
    """One sentence in pieces."""

    pieces: list[int]
    shapes: list[int]
    first: list[int]
    last: list[int]


def read_in(forms: Iterable[str], pieces_of: Pieces) -> Read:
    """Return a sentence as the graph takes it: [CLS], the pieces of the words, [SEP]."""
    pieces, shapes = [pieces_of.begin], [OUTSIDE]
    first, last = list[int](), list[int]()
    for form in forms:
        own = pieces_of[READ_AS.get(form, form)]
        first.append(len(pieces))
        last.append(len(pieces) + len(own) - 1)
        pieces += own
        shapes += [shape(form), *[LATER] * (len(own) - 1)]
    return Read([*pieces, pieces_of.end], [*shapes, OUTSIDE], first, last)


def encoded(documents: Iterable[GoldDocument], pieces_of: Pieces, labels: Labels) -> Sentences:
    """Return documents as columns."""
    numbers = [labels.numbers(column) for column in COLUMNS]
    names, reads, rows, document = list[str](), list[Read](), list[list[int]](), list[int]()
    for spoken in documents:
        for sentence in spoken.sentences:
            reads.append(read_in((word.form for word in sentence.words), pieces_of))
            document.append(len(names))
            for word, row in zip(sentence.words, taught(sentence), strict=True):
                known = (own.get(label, 0) for own, label in zip(numbers, row, strict=True))
                rows.append([word.head + 1, *known])
        names.append(spoken.name)
    return in_a_row(reads, document, names, np.array(rows, np.int32).T)


def in_a_row(
    reads: Sequence[Read], document: Sequence[int], names: Sequence[str], taught: Ints
) -> Sentences:
    """Return sentences in pieces as columns."""
    return Sentences(
        pieces=_joined(read.pieces for read in reads),
        shapes=_joined(read.shapes for read in reads),
        first=_joined(read.first for read in reads),
        last=_joined(read.last for read in reads),
        taught=taught,
        pieces_from=begins(len(read.pieces) for read in reads),
        words_from=begins(len(read.first) for read in reads),
        document=np.array(document, np.int32),
        names=np.array(names, np.str_),
    )


def _joined(lists: Iterable[list[int]]) -> Ints:
    return np.fromiter((number for own in lists for number in own), np.int32)


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
