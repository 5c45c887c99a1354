"""The encoder: the parse, sorts and meanings of the words of one sentence, in one run.

Each sentence is read once and alone. A sentence that is too long is read in parts, and the trees of
later parts hang on that of the first. Graphs run on ONNX Runtime with one thread each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hearer.errors import MissingPackage, UsageError
from hearer.model import ROOT
from hearer.model.tree import BREATH
from hearer.once import Once
from hearer.parsers.english.pieces import LATER, OUTSIDE, REMEMBERED, Pieces, shape
from hearer.parsers.english.trees import best_tree


def _however_written(words: Mapping[str, str]) -> dict[str, str]:
    ways = (str.lower, str.title, str.upper)
    return {way(word): way(other) for word, other in words.items() for way in ways}


READ_AS = _however_written({"he": "she", "himself": "herself"})
MEANT_AS = _however_written({"him": "her", "his": "her"})


def tell_he(forms: Sequence[str], parse: Parse) -> None:
    """Give "he" and "himself" their lemma and gender."""
    for n, form in enumerate(forms):
        if form in READ_AS:
            parse.lemmas[n] = form.lower()
            parse.features[n] = parse.features[n].replace("Gender=Fem", "Gender=Masc")


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


AS_IT_IS, LOWER, WORD, ENDING = "=", "l", "!", "|"


def rule(form: str, lemma: str) -> str:
    """The shortest rule that makes `lemma` from `form`.

    >>> rule("Anna", "Anna"), rule("The", "the"), rule("Studies", "study"), rule("is", "be")
    ('=', 'l', 'l3|y', '!be')
    """
    if lemma == form:
        return AS_IT_IS
    if lemma == form.lower():
        return LOWER
    return min(_rule(LOWER, form.lower(), lemma), _rule(AS_IT_IS, form, lemma), key=len)


def _rule(case: str, written: str, lemma: str) -> str:
    shared = 0
    for here, there in zip(written, lemma, strict=False):
        if here != there:
            break
        shared += 1
    return f"{case}{len(written) - shared}{ENDING}{lemma[shared:]}" if shared else WORD + lemma


def applied(rule: str, form: str) -> str:
    """What a rule makes from a form; the form in lower case where the rule leaves nothing of it.

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


Places = npt.NDArray[np.int64]
_QUIET = 3  # errors only: a warning about the machine helps nobody
_SPINNING = ("session.intra_op.allow_spinning", "session.inter_op.allow_spinning")


class Graph:
    """A trained graph and what it answers to."""

    def __init__(self, path: Path) -> None:
        self._session = _session(path)
        self.answers = tuple(output.name for output in self._session.get_outputs())

    def run(self, answers: Sequence[str], **given: object) -> list[Any]:
        """The arrays that were asked for, in that order."""
        found: list[Any] = self._session.run(answers, given)
        return found


def _session(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingPackage("onnxruntime", "The English pipeline") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _QUIET
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # memory stays bounded
    for name in _SPINNING:
        options.add_session_config_entry(name, "0")
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own kinds of error have nothing else in common
        raise UsageError(f"{path} cannot be run: {error}. Install hearer anew.") from error


MOST_PIECES = 512  # of a sentence, with BEGIN and END: the places that the encoder knows
LATER_PART = "parataxis"
_SORT = "sort"
_COLUMNS = ("upos", "xpos", "features", "lemma", _SORT)
_MEANINGS = "meanings"
_RELATIONS = ("relations",)


Splits = Mapping[str, tuple[int, ...]]  # words that are two, and where: {"cannot": (3,)}


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
