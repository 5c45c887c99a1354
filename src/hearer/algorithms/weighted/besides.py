"""Candidates that are not on the list: what a pronoun may stand for, though no expression did yet.

    Made           one of them: an expression put together, how it came about, and when
    SOURCES        who puts them together, one after the other: sets (sets.py), ...
    besides        all of them for a pronoun, known as what is on the list is
    PRIORS         what speaks for each way they came about, or against it, before anything else
    prior_of       the same as a factor, for explanations

*Tom met Clara. They took a taxi*: {TOM, CLARA} was never said, yet it is meant. Such candidates are
put beside the elements that passed the test, tested and weighed as these are; the one that
is chosen is introduced to the list first, and then the pronoun evokes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from hearer.algorithms.weighted.listed import HeardWhen, ListedEntity, introduced
from hearer.algorithms.weighted.sets import sets_for
from hearer.algorithms.weighted.values import MadeOf
from hearer.model import Entity, Factor, FactorValue, ReferringExpression

Known = Mapping[Entity, ListedEntity]  # what is on the list, the latest realized last
NONE_BESIDES: Known = {}
# In log odds. GUM has too few sets to learn from: these keep its split antecedents at a
# precision of sixty per cent, and let two persons who met be *they*.
PRIORS = {
    MadeOf.ARGUMENTS: -0.5,
    MadeOf.SUBJECTS: -1.0,
    MadeOf.PERSONS: -1.0,
}


class Made(NamedTuple):
    """A candidate that was put together: it has its entity, and why it was in `because`."""

    expression: ReferringExpression
    made_of: MadeOf
    word: int  # where the latest of it was heard, counted from the first word heard
    speaker: str = ""


Source = Callable[[ReferringExpression, Known], Iterator[Made]]


def _sets(pronoun: ReferringExpression, known: Known) -> Iterator[Made]:
    """Sets of what is on the list, for a plural pronoun."""
    for found in sets_for(pronoun, known):
        yield Made(found.expression, found.made_of, found.word, found.speaker)


SOURCES: tuple[Source, ...] = (_sets,)


def besides(pronoun: ReferringExpression, known: Known) -> Known:
    """The candidates for a pronoun that are not on the list, by their entities."""
    found: dict[Entity, ListedEntity] = {}
    for source in SOURCES:
        for made in source(pronoun, known):
            entity = made.expression.referent
            if entity not in known:
                found.setdefault(entity, _listed(made))
    return found


def _listed(made: Made) -> ListedEntity:
    now = HeardWhen((0.0, 0), made.word, made.speaker)
    return introduced(made.expression.referent, made.expression, now)._replace(made_of=made.made_of)


def prior_of(listed: ListedEntity) -> tuple[Factor, ...]:
    """What speaks for a candidate, or against it, since it is not on the list."""
    weight = PRIORS.get(listed.made_of, 0.0)
    if not weight:
        return ()
    because = listed.latest.because or listed.made_of.words
    return (Factor((FactorValue("made of", because, "how it came about"),), weight),)
