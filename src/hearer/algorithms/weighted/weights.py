"""The weights of the weighted S-list: a few tables, each over three factors.

Weights          all of them, and what goes with them
WeightTable      the weight of every combination of the values of three factors
Lazy             a tuple that is made when somebody asks: few ask what a score adds up from
weights          those that are shipped, read when first needed
of_meaning       those for pronouns of which is known what is said of them, if they are shipped
read             those of a file that training/ranker.py wrote

A candidate's score is the sum of one number out of each table: a log-linear model, to be read
by everybody, in tables/weighted_s_list.json. Where it is known how well candidates fit what is said
of a pronoun, another file weighs that, too: tables/weighted_s_list_meaning.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar, overload

from hearer.algorithms.weighted.factor import Circumstances, ListFactor, shown
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.listed import form_of, role_of
from hearer.algorithms.weighted.trust import Trusts
from hearer.algorithms.weighted.values import GrammaticalRole, PronounClass
from hearer.model import Factor, ReferringExpression

T = TypeVar("T")
Row = tuple[tuple[float, ...], ...]
Rows = tuple[Row, ...]
SharedRows = tuple[Row, int, int]
ROLES = len(GrammaticalRole)
PRONOUNS = {pronoun.words: pronoun for pronoun in PronounClass}
Precision = tuple[float, float]  # a confidence, and the precision of what is at least as sure
Precisions = Mapping[PronounClass | None, Sequence[Precision]]  # None: of all pronouns
NO_PRECISIONS: Precisions = {}
NO_BIAS: Mapping[PronounClass, float] = dict.fromkeys(PronounClass, 0.0)
Numbers = tuple[int, ...]  # of the values of the factors that the tables are over


class WeightTable(NamedTuple):
    """The weight of every combination of the values of three factors."""

    factors: tuple[ListFactor, ListFactor, ListFactor]
    rows: Rows  # by the number of the first, then of the second, then of the third


class Weights:
    """The tables, the order of the list, and what a confidence is worth.

    Only what the tables are over is worked out: first what the pronoun shows, once for all
    candidates, then what each candidate does.
    """

    def __init__(
        self,
        tables: Sequence[WeightTable] = (),
        *,
        salience: Sequence[float] = (),
        decay: float = 1.0,
        precisions: Precisions = NO_PRECISIONS,
        nobody: Mapping[PronounClass, float] = NO_BIAS,
    ) -> None:
        self.tables = tuple(tables)
        self.decay = decay  # how much lighter an entity is one sentence later
        self.precisions = tuple(precisions.get(None, ()))  # of all pronouns
        self._precisions = precisions
        self.trusts = Trusts()  # how far its confidences can be trusted: as far as they go
        self.nobody = nobody  # added where there is no antecedent, by pronoun
        self._salience = tuple(salience)  # by form and role: what an entity weighs when heard
        used = {factor for table in self.tables for factor in table.factors}
        alike = [f for f in FACTORS if f in used and not f.of_candidates]
        different = [f for f in FACTORS if f in used and f.of_candidates]
        self._of_pronoun = [factor.of_pronoun for factor in alike]
        self._of_nobody = [factor.of_pronoun for factor in different]
        self._of_candidates = [f.of_candidates for f in different if f.of_candidates]
        place = {factor: n for n, factor in enumerate((*alike, *different))}
        self._terms = [(rows, place[a], place[b], place[c]) for (a, b, c), rows in self.tables]
        # Tables that begin with what the pronoun shows come first, and are looked up once for it.
        firsts = (table.factors[0] in alike for table in self.tables)
        shared = sum(1 for _ in takewhile(bool, firsts))
        self._shared, self._others = self._terms[:shared], self._terms[shared:]

    def numbers(self, here: Circumstances) -> list[Numbers]:
        """The values of all factors that are weighed, for each candidate and last for nobody."""
        of_pronoun = tuple([+found(here) if found else 0 for found in self._of_pronoun])
        of_nobody = tuple([+found(here) if found else 0 for found in self._of_nobody])
        # Bytes are numbers, plain and small: a table is looked up in no time.
        columns = [bytes(found(here)) for found in self._of_candidates]
        rows = zip(*columns, strict=True) if columns else [()] * len(here.candidates)
        return [of_pronoun + row for row in (*rows, of_nobody)]

    def scores(self, numbers: Sequence[Numbers]) -> list[float]:
        """What candidates with these values weigh; what the pronoun shows, they have in common."""
        shown = numbers[-1]
        shared = [
            (rows[shown[first]], second, third) for rows, first, second, third in self._shared
        ]
        return [self._score(each, shared) for each in numbers]

    def _score(self, numbers: Numbers, shared: Sequence[SharedRows]) -> float:
        score = 0.0
        for row, second, third in shared:
            score += row[numbers[second]][numbers[third]]
        for rows, first, second, third in self._others:
            score += rows[numbers[first]][numbers[second]][numbers[third]]
        return score

    def factors(self, numbers: Numbers) -> Sequence[Factor]:
        """What a score adds up from: the tables that have something to say, in their order."""
        return Lazy(partial(self.reasons, numbers))

    def reasons(self, numbers: Numbers) -> Iterator[Factor]:
        for table, (rows, *places) in zip(self.tables, self._terms, strict=True):
            first, second, third = (numbers[place] for place in places)
            if weight := rows[first][second][third]:
                said = zip(table.factors, (first, second, third), strict=True)
                yield Factor(tuple(shown(factor, n) for factor, n in said if n), weight)

    def salience(self, expression: ReferringExpression) -> float:
        """What an entity weighs when heard. All grow lighter alike, so later ones add more."""
        cell = form_of(expression) * ROLES + role_of(expression) - 1
        of_form = self._salience[cell] if cell < len(self._salience) else 0.0
        return of_form + self.decay * expression.utterance

    def confidence_for(self, precision: float, pronoun: PronounClass | None = None) -> float:
        """The least confidence with which that share of decisions was right in training.

        Of all pronouns, or of this one.
        """
        if not precision:
            return 0.0
        known = self._precisions.get(pronoun, self.precisions)
        return next((confidence for confidence, share in known if share >= precision), 1.0)

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickled in one word if they are those that are shipped, else whole."""
        for shipped in (weights, of_meaning):
            if self is shipped():
                return shipped, ()
        return super().__reduce__()


class Lazy(Sequence[T]):
    """A tuple that is made when somebody asks. It is equal to it, has its hash, prints as it."""

    __slots__ = ("_made",)

    def __init__(self, made: Callable[[], Iterator[T]]) -> None:
        self._made = made

    def __iter__(self) -> Iterator[T]:
        return self._made()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Lazy, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


@cache
def weights() -> Weights:
    """The weights that are shipped."""
    return read(_shipped("weighted_s_list.json").read_text("utf-8"))


@cache
def of_meaning() -> Weights | None:
    """Those for pronouns of which is known what is said of them; None if there are none."""
    shipped = _shipped("weighted_s_list_meaning.json")
    text = shipped.read_text("utf-8") if shipped.is_file() else ""
    return read(text) if text.strip() else None


def _shipped(name: str) -> Traversable:
    return files("hearer.algorithms.weighted").joinpath("tables", name)


def read(text: str) -> Weights:
    """Weights as training/ranker.py writes them.

    `precisions` are of all pronouns; under `by_pronoun`, he, she, it and they may have their own.
    """
    stored = json.loads(text)
    found = Weights(
        [_table(table["factors"], table["thousandths"]) for table in stored["tables"]],
        salience=stored["salience"],
        decay=stored["decay"],
        precisions=dict(_precisions(stored)),
        nobody={**NO_BIAS, **{PRONOUNS[name]: added for name, added in stored["nobody"].items()}},
    )
    found.trusts = Trusts.read(stored.get("trust", {}))
    return found


def _precisions(stored: Mapping[str, Any]) -> Iterator[tuple[PronounClass | None, list[Precision]]]:
    """Those of all pronouns, then of each that has its own."""
    for name, precisions in {"": stored["precisions"], **stored.get("by_pronoun", {})}.items():
        yield PRONOUNS.get(name), [(confidence, share) for confidence, share in precisions]


def _table(names: Sequence[str], thousandths: Sequence[int]) -> WeightTable:
    """The table over factors with these names, from cells in the order of their numbers."""
    first, second, third = (NAMED[name] for name in names)
    cells = tuple(map(_weight, thousandths))
    rows = _parted(_parted(cells, third.size), second.size)
    return WeightTable((first, second, third), rows)


@cache
def _weight(thousandths: int) -> float:
    """A weight, made once: a hundred thousand cells have few values."""
    return thousandths / 1000


def _parted(cells: tuple[T, ...], size: int) -> tuple[tuple[T, ...], ...]:
    return tuple(cells[n : n + size] for n in range(0, len(cells), size))
