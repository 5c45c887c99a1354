"""The encoder: the parse, sorts and meanings of the words of one sentence, in one run.

Each sentence is read alone. A sentence that is too long is read in parts, and the trees of later
parts hang on that of the first. Graphs run on ONNX Runtime with one thread each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hearer.errors import MissingPackage, UsageError
from hearer.model import ROOT
from hearer.model.lexicon import data
from hearer.model.tree import PART_LENGTH, circles
from hearer.parsers.english.pieces import LATER, OUTSIDE, REMEMBERED, Pieces, shape

Places = npt.NDArray[np.int64]
Splits = Mapping[str, tuple[int, ...]]  # words that are two, and where: {"cannot": (3,)}


class Graph:
    """A trained graph; `answers` are the names of its outputs."""

    def __init__(self, path: Path) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingPackage("onnxruntime", "The English pipeline") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors only: a warning about the machine helps nobody
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # memory stays bounded
        cpu = ["CPUExecutionProvider"]
        try:
            session = onnxruntime.InferenceSession(path, options, providers=cpu)
        except Exception as error:  # the runtime's own kinds of error have nothing else in common
            raise UsageError(f"{path} cannot be run: {error}. Reinstall hearer.") from error
        self.answers = tuple(output.name for output in session.get_outputs())
        # Returns the arrays of some names, in their order, for these inputs.
        self.run: Callable[[Sequence[str], Mapping[str, object]], list[Any]] = session.run


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


# *He* is read as *she*, so that both are parsed alike, in any case.
READ_AS = {
    case(word): case(other)
    for word, other in data("words")["read as"].items()
    for case in (str.lower, str.title, str.upper)
}
AS_IT_IS, LOWER, WORD, ENDING = "=", "l", "!", "|"


@lru_cache(maxsize=REMEMBERED)
def applied(rule: str, form: str) -> str:
    """Apply a rule to a form; return the lower-case form if the rule leaves nothing of it.

    >>> applied("l3|y", "Studies"), applied("=", "Anna"), applied("!be", "'s"), applied("l3|", "go")
    ('study', 'Anna', 'be', 'go')
    """
    if rule == AS_IT_IS:
        return form
    if rule.startswith(WORD):
        return rule[1:]
    written = form.lower() if rule.startswith(LOWER) else form
    letters, _, ending = rule[1:].partition(ENDING)
    kept = len(written) - int(letters or 0)
    return written[:kept] + ending if kept > 0 else written


MOST_PIECES = 512  # of a sentence, with BEGIN and END: the places that the encoder knows
LATER_PART = "parataxis"
COLUMNS = "upos xpos features lemma sort".split()


class Encoder:
    """Parses sentences whose words are known, by the model files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._graph = Graph(folder / "encoder.onnx")
        self._relations = Graph(folder / "relations.onnx")
        self.pieces = Pieces.read(folder / "vocabulary.txt")
        labels: dict[str, Any] = json.loads((folder / "labels.json").read_bytes())
        self.splits: Splits = {word: tuple(cuts) for word, cuts in labels["splits"].items()}
        labels["features"] = [features or "_" for features in labels["features"]]
        self._labels: dict[str, list[str]] = labels  # what each number of an answer means
        self._read = lru_cache(REMEMBERED)(self._pieces_of)
        self._meanings = ("meanings",) if "meanings" in self._graph.answers else ()

    def _pieces_of(self, word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the pieces of a word, and their shapes."""
        word = READ_AS.get(word, word)
        pieces = self.pieces[word]
        return pieces, (shape(word), *[LATER] * (len(pieces) - 1))

    def parse(self, forms: Sequence[str]) -> Parse:
        """Parse a sentence of any length."""
        first, *others = map(self._parsed, self._parts(forms))
        before = len(first.upos)
        for part in others:
            root = first.heads.index(ROOT) + 1
            part.relations[part.heads.index(ROOT)] = LATER_PART
            part.heads[:] = [root if head == ROOT else head + before for head in part.heads]
            before += len(part.upos)
        return Parse(*(list(chain(*columns)) for columns in zip(first, *others, strict=True)))

    def senses(self, forms: Sequence[str]) -> tuple[list[str], list[bytes]]:
        """Return the sorts and the meanings of words in their sentence, however it is parsed."""
        # There are no meanings if this encoder was not trained to give them.
        asked = ("sort", *self._meanings)
        runs = [self._graph.run(asked, self._given(part)) for part in self._parts(forms)]
        sorts = [sort for numbers, *_ in runs for sort in self._named("sort", numbers)]
        return sorts, _bytes(rows for _, *tables in runs for rows in tables)

    def _given(self, forms: Sequence[str]) -> dict[str, Places]:
        """Return the input of the graph: the pieces of all words, and which are whose."""
        pieces, shapes, first, last = [self.pieces.begin], [OUTSIDE], [], []
        for form in forms:
            of_word, shapes_of_word = self._read(form)
            first.append(len(pieces))
            pieces += of_word
            shapes += shapes_of_word
            last.append(len(pieces) - 1)
        pieces.append(self.pieces.end)
        shapes.append(OUTSIDE)
        given = {"pieces": pieces, "shapes": shapes, "first": first, "last": last}
        return {name: np.array(numbers, np.int64) for name, numbers in given.items()}

    def _parts(self, forms: Sequence[str]) -> Iterator[Sequence[str]]:
        """Yield the sentence, cut where it is too long to be read at once."""
        start, pieces = 0, 2  # BEGIN and END
        for n, form in enumerate(forms):
            more = len(self._read(form)[0])
            if n - start == PART_LENGTH or pieces + more > MOST_PIECES:
                yield forms[start:n]
                start, pieces = n, 2
            pieces += more
        yield forms[start:]

    def _parsed(self, forms: Sequence[str]) -> Parse:
        asked = ("arcs", "dependents", "right", *COLUMNS, *self._meanings)
        arcs, dependents, right, *columns = self._graph.run(asked, self._given(forms))
        heads = best_tree(arcs)
        given = {"dependents": dependents, "right": right, "heads": np.array(heads, np.int64)}
        (numbers,) = self._relations.run(("relations",), given)
        relations = [
            "root" if head == ROOT else LATER_PART if relation == "root" else relation
            for head, relation in zip(heads, self._named("relations", numbers), strict=True)
        ]
        upos, xpos, features, rules, sorts = map(self._named, COLUMNS, columns)
        return Parse(
            lemmas=[*map(applied, rules, forms)],
            upos=upos,
            xpos=xpos,
            features=features,
            heads=heads,
            relations=relations,
            sorts=sorts,
            meanings=_bytes(columns[len(COLUMNS) :]),
        )

    def _named(self, column: str, numbers: Places) -> list[str]:
        names = self._labels[column]
        return [names[n] for n in numbers.tolist()]


def _bytes(tables: Iterable[npt.NDArray[np.int8]]) -> list[bytes]:
    """Return the rows of some tables."""
    return [bytes(row) for rows in tables for row in rows]


# The best tree ------------------------------------------------------------------------------------

# Every word has one head, there is one root and no circle. Nearly always the best head of each word
# makes a tree. Where it does not, the maximum spanning arborescence is found (Chu and Liu 1965;
# Edmonds 1967).
Scores = npt.NDArray[np.floating[Any]]


def best_tree(scores: Scores) -> list[int]:
    """Return the head of every word, 0 for the root, from a row of scores per word.

    Column 0 of the scores is the root.

    >>> best_tree(np.array([[0.0, 9.0, 2.0], [1.0, 0.5, 9.0]]))  # each would be its own head
    [2, 0]
    >>> best_tree(np.array([[1.0, 0.0, 9.0], [1.5, 9.0, 0.0]]))  # each would be the other's
    [2, 0]
    >>> best_tree(np.array([[5.0, 0.0, 1.0], [9.0, 1.5, 0.0]]))  # each would be a root
    [2, 0]
    """
    scores = scores.copy()
    scores.ravel()[1 :: len(scores) + 2] = -np.inf  # no word is its own head
    heads = _arborescence(scores)
    if heads.count(ROOT) > 1:  # a second root costs more than anything else can bring
        scores = scores.astype(np.float64)
        scores[:, ROOT] -= 1e9
        heads = _arborescence(scores)
    return heads


def _arborescence(scores: Scores) -> list[int]:
    """Return the best heads without a circle, however many roots they have.

    A circle of best heads is contracted to one word, the last of a smaller sentence; its head
    there replaces the head of that member for which the change costs least.
    """
    heads: list[int] = scores.argmax(axis=1).tolist()
    found = circles(heads)
    if not found:
        return heads
    circle = np.array(found[0])
    kept = np.array([n for n in range(len(heads) + 1) if n not in found[0]])  # ROOT is the first
    gains = scores[circle - 1] - scores[circle - 1].max(axis=1, keepdims=True)
    entering, leaving = gains[:, kept], scores[np.ix_(kept[1:] - 1, circle)]
    smaller = np.full((len(kept), len(kept) + 1), -np.inf)
    smaller[:-1, :-1] = scores[np.ix_(kept[1:] - 1, kept)]
    smaller[:-1, -1] = leaving.max(axis=1)
    smaller[-1, :-1] = entering.max(axis=0)
    *others, above = _arborescence(smaller)
    for word, head, best in zip(kept[1:], others, leaving.argmax(axis=1), strict=True):
        heads[word - 1] = int(kept[head] if head < len(kept) else circle[best])
    entered = circle[entering[:, above].argmax()]
    heads[entered - 1] = int(kept[above])
    return heads
