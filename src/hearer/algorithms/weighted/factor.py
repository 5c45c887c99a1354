"""What a factor of the weighted S-list is.

Circumstances             the pronoun, where it stands, and who competes to be its antecedent
About                     what factors are about
ListFactor                its name, its values, what it is about, how it is found, how it is told
of_pronoun, of_candidates, whether
                          how one is declared: by the function that finds what it says
by_cue                    how a value is found that cues decide
declared_in               all that a module declares
shown                     a factor with one of its values, as explanations have it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple, TypedDict, Unpack

from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.values import GrammaticalRole, Numbered, PronounClass, YesNo
from hearer.model import Cue, Entity, FactorValue, ReferringExpression

NO_YES = bytes(YesNo).ljust(256, b"\0")  # false and true, as the values are numbered


class Circumstances(NamedTuple):
    """A pronoun, where it stands, and who competes to be its antecedent."""

    pronoun: ReferringExpression
    pronoun_class: PronounClass
    role: GrammaticalRole
    candidates: Sequence[ListedEntity] = ()  # those that passed the test, the latest first
    besides: int = 0  # how many of them, the last, are not on the list
    word: int = 0  # counted from the first word heard
    parent: int = 0  # the clause that governs the pronoun's
    before: int = 0  # how many expressions were heard in its utterance before
    speaker: str = ""
    is_in_speech: bool = False
    called_last: Entity | None = None  # what the latest pronoun of the same class was taken for
    fits: Sequence[int] = ()  # how candidates and last nobody fit what is said, if that is known


OfPronoun = Callable[[Circumstances], int]  # the number of a value, 0 if there is nothing to say
OfCandidates = Callable[[Circumstances], Sequence[int]]  # the numbers of values


class About(StrEnum):
    """What factors are about."""

    NEARNESS = "nearness"
    ROLE = "grammatical role"
    FORM = "form"
    STATUS = "information status"
    MADE = "how it came about"
    SALIENCE = "salience so far"
    AGREEMENT = "agreement"
    SORT = "sort"
    MEANING = "meaning"
    POSITION = "position"
    SPEECH = "speech"
    PRONOUN = "the pronoun"
    CONSTRUCTION = "the construction"
    COMPETITION = "competition"
    GENERAL = "in general"


@dataclass(frozen=True, slots=True, eq=False)
class ListFactor:
    """A factor: what it is called, which values it has, and how they are found and told.

    What is `of_pronoun` is the same for all candidates, and for nobody; what is `of_candidates` is
    found for each of them. With both, candidates have the one and nobody has the other. Values
    are told in their own words put into `told_as`, unless there are better `words` for them here.
    """

    name: str
    values: type[Numbered]
    about: About
    of_pronoun: OfPronoun | None = None
    of_candidates: OfCandidates | None = None
    told_as: str = "{}"
    words: Mapping[Numbered, str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many numbers it can have in a table; one is that it says nothing."""
        return len(self.values) + 1

    @property
    def tells_candidates_apart(self) -> bool:
        return self.of_candidates is not None and self.about is not About.GENERAL

    def numbers(self, here: Circumstances) -> list[int]:
        """What it says of each candidate, and last of nobody."""
        of_pronoun = int(self.of_pronoun(here)) if self.of_pronoun else 0
        if self.of_candidates is None:
            return [of_pronoun] * (len(here.candidates) + 1)
        return [*map(int, self.of_candidates(here)), of_pronoun]

    def told(self, value: Numbered) -> str:
        """A value as one reads it.

        >>> back = ListFactor("back", YesNo, About.NEARNESS, told_as="near: {}")
        >>> back.told(YesNo.YES)
        'near: yes'
        """
        return self.words.get(value) or self.told_as.format(value.words)

    def __reduce__(self) -> tuple[Callable[[str], ListFactor], tuple[str]]:
        """Pickled by its name: how it is found is a function."""
        return _declared, (self.name,)


def _declared(name: str) -> ListFactor:
    from hearer.algorithms.weighted.factors import NAMED

    return NAMED[name]


class FactorWords(TypedDict, total=False):
    """How the values of a factor are told, where their own words do not do."""

    told_as: str
    words: Mapping[Numbered, str]


def of_pronoun(
    name: str, values: type[Numbered], about: About, **told: Unpack[FactorWords]
) -> Callable[[OfPronoun], ListFactor]:
    """Declare what is the same for all candidates, and for nobody."""
    return lambda found: ListFactor(name, values, about, of_pronoun=found, **told)


def of_candidates(
    name: str,
    values: type[Numbered],
    about: About,
    *,
    of_nobody: OfPronoun | None = None,
    **told: Unpack[FactorWords],
) -> Callable[[OfCandidates], ListFactor]:
    """Declare what is found for each candidate."""
    return lambda found: ListFactor(
        name, values, about, of_pronoun=of_nobody, of_candidates=found, **told
    )


def whether(
    name: str, about: About, yes: str, no: str, *, of_nobody: OfPronoun | None = None
) -> Callable[[Callable[[Circumstances], Sequence[bool]]], ListFactor]:
    """Declare what is so of a candidate, or is not."""

    def declared(is_so: Callable[[Circumstances], Sequence[bool]]) -> ListFactor:
        declare = of_candidates(
            name, YesNo, about, of_nobody=of_nobody, words={YesNo.YES: yes, YesNo.NO: no}
        )
        return declare(lambda here: bytes(is_so(here)).translate(NO_YES))

    return declared


def declared_in(module: Mapping[str, object]) -> tuple[ListFactor, ...]:
    """All factors that a module declares, in their order."""
    return tuple(found for found in module.values() if isinstance(found, ListFactor))


def by_cue(
    values: Mapping[Cue, Numbered], otherwise: Numbered
) -> Callable[[frozenset[Cue]], Numbered]:
    """How a value is found that the first cue which is there decides."""

    @lru_cache(maxsize=1024)
    def found(cues: frozenset[Cue]) -> Numbered:
        return next((value for cue, value in values.items() if cue in cues), otherwise)

    return found


@cache
def shown(factor: ListFactor, number: int) -> FactorValue:
    """A factor with one of its values, as explanations have it."""
    words = factor.told(tuple(factor.values)[number - 1])
    return FactorValue(factor.name, words, factor.about, factor.tells_candidates_apart)
