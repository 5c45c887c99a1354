"""What a look-up answers: the attempts in order, made when they are asked for, and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from hearer.model import (
    OUTWEIGHED,
    Attempt,
    Constraint,
    Cue,
    Element,
    Entity,
    Factor,
    FactorValue,
    Label,
    ReferringExpression,
    Resolution,
    Tally,
)
from hearer.ranking.candidates import Candidates
from hearer.ranking.entity_list import IT, class_of
from hearer.ranking.features import Numbers, Situation
from hearer.ranking.ranker import Ranker

T = TypeVar("T")
AMBIGUOUS = 0.25  # two candidates with at least this share make a pronoun ambiguous
SAID, TOLD = FactorValue("told", "its pronouns were given", "knowledge"), 6.0  # of *they*
MOST_RIVALS, LEAST_RIVAL = 3, 3.0  # of an ambiguous pronoun; how far below the highest score
SO, ONE, NEW = 0.7, 0.75, 0.85  # the confidence in *so*, in *one*, and in *those who*
NOT_BEFORE = {
    Cue.DESCRIBED: (Label.NO_ANTECEDENT, "it says itself who or what is meant"),
    Cue.IDENTIFIED: (Label.NO_ANTECEDENT, "its predicate says who it is"),
    Cue.IDIOM: (Label.PLEONASTIC, ""),  # pronoun.because says which
}
FOR_CLAUSES = {
    "so": "“so” stands for a clause, and this is the nearest",
    "which": "“which” refers to the clause before it",
}


class Lazy(Sequence[T]):
    """A tuple that is made when it is asked for. It equals that tuple, and has its hash."""

    __slots__ = ("_made",)

    def __init__(self, made: Callable[[], Iterator[T]]) -> None:
        self._made = made

    def __iter__(self) -> Iterator[T]:
        return self._made()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Lazy, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class ScoredCandidates(NamedTuple):
    """The candidates for a pronoun with their scores; the last score is of no antecedent."""

    here: Situation
    candidates: Candidates
    numbers: Numbers
    scores: Sequence[float]
    ranker: Ranker
    told: Sequence[int] = ()  # candidates that the user's knowledge prefers

    def attempts(self, found: Entity | None) -> Iterator[Attempt]:
        """Yield what was excluded, then what was scored, the best last."""
        yield from map(Attempt, self.candidates.excluded, self.candidates.verdicts)
        for n in sorted(range(len(self.here.candidates)), key=self.scores.__getitem__):
            element = self.here.candidates[n].element
            outweighed = None if element.entity == found else OUTWEIGHED
            yield Attempt(element, outweighed, score=self.scores[n], factors=self.reasons(n))

    def preferring(self, prefers: Callable[..., bool]) -> ScoredCandidates:
        """Add to the scores of who takes *they*, unless a coordination with them is listed."""
        listed = [one.element for one in self.here.candidates]
        sets = {m.entity for x in listed if x.expression.first for m in x.expression.members}
        pronoun, each = self.here.pronoun, enumerate(listed)
        told = [n for n, x in each if x.entity not in sets and prefers(pronoun, x)]
        scores = [one + TOLD * (n in told) for n, one in enumerate(self.scores)]
        return self._replace(scores=scores, told=told)

    @property
    def best(self) -> int:
        """The index of the highest score."""
        return self.scores.index(max(self.scores))

    def rivals(self) -> tuple[Element, ...]:
        """Return the candidates of an ambiguous pronoun, the likeliest first."""
        least = max(self.scores[:-1]) - LEAST_RIVAL
        tried = (x for x in self.attempts(None) if x.score is not None and x.score >= least)
        likely = [one.candidate for one in tried]
        return tuple(likely[: -MOST_RIVALS - 1 : -1])

    def reasons(self, n: int) -> Lazy[Factor]:
        return Lazy(partial(self._reasons, n))

    def _reasons(self, n: int) -> Iterator[Factor]:
        yield from self.ranker.reasons(self.numbers, n)
        if n in self.told:
            yield Factor((SAID,), TOLD)


class LazyAttempts(Lazy[Attempt]):
    """The attempts of a look-up, counted without being made."""

    __slots__ = ("_found", "scored")

    def __init__(self, scored: ScoredCandidates, found: Entity | None) -> None:
        self.scored, self._found = scored, found

    def __iter__(self) -> Iterator[Attempt]:
        return self.scored.attempts(self._found)

    def __len__(self) -> int:
        return len(self.scored.candidates.excluded) + len(self.scored.here.candidates)

    def tally(self) -> Tally:
        found: Tally = Counter(verdict.constraint for verdict in self.scored.candidates.verdicts)
        outweighed = len(self.scored.here.candidates) - bool(self._found)
        return found + Counter({Constraint.WEIGHT: outweighed, None: int(bool(self._found))})


def label_of(pronoun: ReferringExpression, shares: Sequence[float]) -> Label:
    """Return what a pronoun without antecedent is taken to be."""
    cues = pronoun.cues
    if Cue.PLEONASTIC in cues:
        return Label.PLEONASTIC
    likely = sum(share >= AMBIGUOUS for share in shares[:-1])
    if likely > 1 or max(shares) > shares[-1]:
        return Label.AMBIGUOUS
    if Cue.EVENT in cues and class_of(pronoun.agreement) is IT:
        return Label.EVENT
    if Cue.AHEAD in cues and not likely:
        return Label.CATAPHORIC
    return Label.NO_ANTECEDENT


# What needs no list -----------------------------------------------------------------------------


def by_form(pronoun: ReferringExpression, least: float) -> Resolution | None:
    """Return what the form alone decides: *so* stands for a clause, *those who came* are new."""
    for cue, (label, because) in NOT_BEFORE.items():
        if cue in pronoun.cues:
            told = because or pronoun.because
            return Resolution(pronoun, (), None, confidence=NEW, taken_as=label, because=told)
    if not (rule := FOR_CLAUSES.get(pronoun.text)):
        return None
    if not pronoun.clauses or least > SO:
        return Resolution(pronoun, (), None, confidence=SO, taken_as=Label.EVENT)
    element = Element.of(pronoun.clauses[0])
    return Resolution(pronoun, (Attempt(element),), element, confidence=SO, because=rule)
