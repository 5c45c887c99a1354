"""Candidates that are not on the list: what a pronoun may stand for, though no expression did yet.

    SOURCES        who puts them together, one after the other: sets (sets.py), clauses (told.py)
    besides        all of them for a pronoun, known as what is on the list is
    PRIORS         what speaks for each way they came about, or against it, before anything else
    leanings       the same of candidates, as factors
    surest         how sure one may be of one of them

*Tom met Clara. They took a taxi*: {TOM, CLARA} was never said, yet it is meant. Such candidates are
put beside the elements that passed the test, tested and weighed as these are; the one that
is chosen is introduced to the list first, and then the pronoun evokes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hearer.algorithms.weighted.factor import About, Circumstances
from hearer.algorithms.weighted.listed import Known, ListedEntity
from hearer.algorithms.weighted.plurals import is_of_a_set, needs_several, pointed_past
from hearer.algorithms.weighted.sets import sets_for
from hearer.algorithms.weighted.told import told_for
from hearer.algorithms.weighted.values import MadeOf, PronounClass
from hearer.model import Cue, Entity, Factor, FactorValue, ReferringExpression

NONE_BESIDES: Known = {}
# In log odds. GUM has too few sets to learn from: these keep its split antecedents at a
# precision of sixty per cent, and let two persons who met be *they*.
PRIORS = {
    MadeOf.ARGUMENTS: 0.6,
    MadeOf.SUBJECTS: -0.5,
    MadeOf.PERSONS: -0.5,
    MadeOf.THINGS: -1.5,
}
MOST_SURE = 0.85  # nobody said it
MOST_SURE_AHEAD = 0.88  # who is meant may still come
WHERE_NEEDED = 1.5  # *both*; *they* know each other
EACH = "each"  # may also be each of many
OF_A_MEMBER = -1.5  # *doctors and nurses* are taken whole
MEMBER = "of a set", "a member of a set heard with it", About.MADE
POINTED_PAST = "pointed past", "demonstratives rather point at things said last", About.PRONOUN
NO_LEANING: Mapping[int, Factor] = {}


SOURCES: tuple[Callable[[ReferringExpression, Known], Iterator[ListedEntity]], ...] = (
    sets_for,
    told_for,
)


def besides(pronoun: ReferringExpression, known: Known) -> Known:
    """The candidates for a pronoun that are not on the list, by their entities."""
    found: dict[Entity, ListedEntity] = {}
    for source in SOURCES:
        for made in source(pronoun, known):
            if made.element.entity not in known:
                found.setdefault(made.element.entity, made)
    return found


# What speaks for them, or against them, before anything else -----------------------------------


def leanings(here: Circumstances) -> Mapping[int, Factor]:
    """What candidates weigh, by their index, since they are not on the list; or in a set that is.

    *Doctors and nurses protested. They want more pay*: not the doctors alone.
    """
    if not here.besides and here.pronoun_class is not PronounClass.THEY:
        return NO_LEANING
    return {**dict(_of_what_was_made(here)), **dict(_of_plurals(here))}


def _of_what_was_made(here: Circumstances) -> Iterator[tuple[int, Factor]]:
    first = len(here.candidates) - here.besides
    is_needed = needs_several(here.pronoun) and here.pronoun.text != EACH
    for n, candidate in enumerate(here.candidates[first:], start=first):
        weight = PRIORS.get(candidate.made_of, 0.0)
        weight += WHERE_NEEDED if is_needed and candidate.latest.members else 0.0
        if weight:
            words = candidate.latest.because or candidate.made_of.words
            yield n, Factor((FactorValue("made of", words, About.MADE),), weight)


def _of_plurals(here: Circumstances) -> Iterator[tuple[int, Factor]]:
    for n, is_member in enumerate(is_of_a_set(here.candidates)):
        if is_member:
            yield n, Factor((FactorValue(*MEMBER),), OF_A_MEMBER)
    for n, weight in enumerate(pointed_past(here.pronoun, here.candidates)):
        if weight:
            yield n, Factor((FactorValue(*POINTED_PAST),), weight)


def surest(here: Circumstances, chosen: int, share: float) -> float:
    """How sure one may be of a candidate with this share.

    Not too sure of a set nobody named; nor before the subject has come: in *her* room, Mia ...
    """
    if Cue.AHEAD in here.pronoun.cues:
        share = min(share, MOST_SURE_AHEAD)
    is_besides = len(here.candidates) - here.besides <= chosen < len(here.candidates)
    is_set = is_besides and bool(here.candidates[chosen].latest.members)
    return min(share, MOST_SURE) if is_set else share
