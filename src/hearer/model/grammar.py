"""The grammar of referring expressions: what they look like, and what they must share.

Kind                   the form of a referring expression
WORDLESS               the kinds that share their word with others
UNSAID                 those that nobody says: an ellipsis, a zero pronoun
Familiarity, InformationStatus
                       Prince's scale, and the sets OLD, MED, NEW (Figure 1)
Number, Gender, Person, Agreement
                       what a pronoun and its antecedent must share
Sort                   what kind of thing is referred to
Cue                    what the context of an expression shows
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """The form of a referring expression."""

    PRONOUN = "pronoun"  # she, him
    POSSESSIVE = "possessive pronoun"  # her, its
    REFLEXIVE = "reflexive"  # herself
    RECIPROCAL = "reciprocal"  # each other
    SPEAKER = "first or second person"  # I, you, our
    DEMONSTRATIVE = "demonstrative"  # this, those
    QUANTIFIED = "quantified"  # someone, each driver, no right, many
    NAME = "name"
    DEFINITE = "definite"  # the judge, this judge
    POSSESSED = "possessed"  # his condition, Brennan's car
    INDEFINITE = "indefinite"  # a judge
    BARE = "bare"  # prosecutors
    SET = "set"  # Brennan and Friedman
    ELLIPSIS = "ellipsis"  # the ε of Table 5
    ZERO = "zero pronoun"  # the Ø of Czech "Ø přišla", an empty node of the file
    RELATIVE = "relative pronoun"  # who
    CLAUSE = "clause"  # She left early: the antecedent of "it" in "It surprised him"
    APPOSITIVE = "appositive"  # John Smirga, the assistant state's *attorney*


WORDLESS = frozenset({Kind.SET, Kind.ELLIPSIS, Kind.ZERO, Kind.CLAUSE})
UNSAID = frozenset({Kind.ELLIPSIS, Kind.ZERO})


class InformationStatus(IntEnum):
    """Strube's three sets; the smaller, the more salient."""

    OLD = 1  # hearer-old
    MED = 2  # mediated: discourse-new, but anchored in something hearer-old
    NEW = 3  # hearer-new


class Familiarity(StrEnum):
    """Prince's (1981) scale, spelled as the subscripts in Tables 3 to 5."""

    status: InformationStatus  # the set it belongs to

    def __new__(
        cls, subscript: str, status: InformationStatus = InformationStatus.NEW
    ) -> Familiarity:
        member = str.__new__(cls, subscript)
        member._value_ = subscript
        member.status = status
        return member

    EVOKED = "E", InformationStatus.OLD
    UNUSED = "U", InformationStatus.OLD
    INFERRABLE = "I", InformationStatus.MED
    CONTAINING_INFERRABLE = "IC", InformationStatus.MED
    ANCHORED_BRAND_NEW = "BNA", InformationStatus.MED
    BRAND_NEW = "BN", InformationStatus.NEW


class Number(StrEnum):
    """Grammatical number: one, or more than one."""

    SINGULAR = "singular"
    PLURAL = "plural"


class Gender(StrEnum):
    """Grammatical gender: what he, she and it tell apart."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"


class Person(StrEnum):
    """Grammatical person: the speaker, the addressee, or anybody else."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Sort(StrEnum):
    """Sortal information: GUM's ten entity types."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    OBJECT = "object"
    EVENT = "event"
    TIME = "time"
    SUBSTANCE = "substance"
    ANIMAL = "animal"
    PLANT = "plant"
    ABSTRACT = "abstract"


class Cue(StrEnum):
    """What the context of an expression shows of how it is meant (analysis/expressions/cues.py)."""

    PLEONASTIC = "a pleonastic pattern"
    WEATHER = "weather, time or distance"
    CLAUSE_FOLLOWS = "a clause that may be extraposed follows"
    COPULA = "subject of a copula"
    ADJECTIVE = "its predicate is an adjective"
    NOMINAL = "its predicate is a noun phrase"
    EVENT = "where events and facts are talked of"
    SPEECH = "in direct speech"
    HEADING = "in a heading"
    FRONTED = "before the subject of its clause"
    ACTION = "what is done"
    HAPPENING = "what happens or surprises"
    AHEAD = "inside what stands before a subject to come"
    BUT = "the subject of a clause that another one contrasts with"
    SUBORDINATE = "in a subordinate clause"
    RELATIVE_CLAUSE = "in a relative clause"
    PREDICATE = "a predicate noun phrase"
    PARAGRAPH = "in the first utterance of a paragraph"
    INTENSIFIER = "next to what it stresses"
    COORDINATED = "a member of a coordination"
    PERSONS = "where mostly persons stand"
    THINGS = "where mostly things stand"
    SEVERAL = "what is said of it needs several"
    POINTING = "a demonstrative that is to be resolved"
    DESCRIBED = "says itself what it means"
    IDENTIFIED = "its predicate says who it is"
    TOLD_OFTEN = "where often stands what was told"
    TOLD_SOMETIMES = "where sometimes stands what was told"
    TOLD_RARELY = "where what was told hardly ever stands"
    AS_PERSON = "heard as a person"
    AS_GROUP = "heard as an organization"
    AS_PLACE = "heard as a place"
    AS_THING = "heard as a thing"


ANY_NUMBER = frozenset(Number)
ANY_GENDER = frozenset(Gender)
ANY_SORT = frozenset(Sort)


class Agreement(NamedTuple):
    """Feature sets: unknown is the full set, and two agree when each pair of sets overlaps.

    A tuple, not a dataclass: what is known of agreement is looked up by it at every candidate.

    >>> deer = Agreement(gender=frozenset({Gender.NEUTER}))
    >>> them = Agreement(number=frozenset({Number.PLURAL}))
    >>> deer.agrees_with(them)
    True
    """

    number: frozenset[Number] = ANY_NUMBER
    gender: frozenset[Gender] = ANY_GENDER
    person: Person = Person.THIRD

    def agrees_with(self, other: Agreement) -> bool:
        return (
            self.person is other.person
            and not self.number.isdisjoint(other.number)
            and not self.gender.isdisjoint(other.gender)
        )

    def merged_with(self, other: Agreement) -> Agreement:
        """What is known of an entity described both ways; a clash keeps what was known."""
        number, gender = self.number & other.number, self.gender & other.gender
        if number == self.number and gender == self.gender:
            return self
        return Agreement(number or self.number, gender or self.gender, self.person)

    def taken_up_by(self, pronoun: Agreement) -> Agreement:
        """What is known of an entity that a pronoun was taken for; a group stays one and many.

        >>> team = Agreement(gender=frozenset({Gender.NEUTER}))
        >>> team.taken_up_by(Agreement(number=frozenset({Number.PLURAL}))).number == ANY_NUMBER
        True
        """
        is_group = self.number == ANY_NUMBER and self.gender == {Gender.NEUTER}
        return self if is_group else self.merged_with(pronoun)


UNSPECIFIED = Agreement()
