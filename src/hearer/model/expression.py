"""Referring expressions: what they look like, and what they say about what they refer to.

Kind                   the form of a referring expression
Number, Gender, Person, Agreement
what a pronoun and its antecedent must share
Sort                   what kind of thing is referred to
ReferringExpression    "specified for text position, agreement, sortal information, and
information status" (the footnote to section 3.3)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from hearer.model.status import Familiarity


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
    RELATIVE = "relative pronoun"  # who
    CLAUSE = "clause"  # She left early: the antecedent of "it" in "It surprised him"
    APPOSITIVE = "appositive"  # John Smirga, the assistant state's *attorney*


class Number(StrEnum):
    """One, or more than one."""

    SINGULAR = "singular"
    PLURAL = "plural"


class Gender(StrEnum):
    """What he, she and it tell apart."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"


class Person(StrEnum):
    """Speaker, addressee, or anybody else."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Sort(StrEnum):
    """GUM's ten entity types."""

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
    SUBORDINATE = "in a subordinate clause"
    RELATIVE_CLAUSE = "in a relative clause"
    PREDICATE = "a predicate noun phrase"
    PARAGRAPH = "in the first utterance of a paragraph"
    INTENSIFIER = "next to what it stresses"
    COORDINATED = "a member of a coordination"
    PERSONS = "where mostly persons stand"
    THINGS = "where mostly things stand"


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


UNSPECIFIED = Agreement()


@dataclass(frozen=True, slots=True)
class ReferringExpression:
    """One referring expression (a "mention" in CorefUD's words).

    `entity` is set when analysis already knows what is realized: a repeated name, a nominal
    anaphor, an ellipsis, an appositive, a relative pronoun. A pronoun that has to be resolved
    (`is_pronoun`) has none yet. `position` is the number of the head in its utterance (an
    ellipsis stands half a word before its verb); `first` and `last` are the words it spans.
    """

    text: str
    utterance: int
    position: float
    is_pronoun: bool = False
    entity: str | None = None
    familiarity: Familiarity = Familiarity.BRAND_NEW
    kind: Kind = Kind.BARE
    agreement: Agreement = UNSPECIFIED
    sorts: frozenset[Sort] = ANY_SORT
    relation: str = ""  # the grammatical function, as UD calls it
    first: int = 0
    last: int = 0
    heard_at: int = 0  # the word at which it is heard
    clause: int = 0  # the head of the clause it stands in
    members: tuple[ReferringExpression, ...] = field(default=(), repr=False)  # of a set
    lemma: str = ""  # of the head; only where the analysis is asked for cues
    governor: str = ""  # the lemma of what the head depends on; as above
    cues: frozenset[Cue] = field(default=frozenset(), repr=False)  # as above
    event: ReferringExpression | None = field(default=None, repr=False)  # a clause it may mean
    because: str = field(default="", repr=False)  # why I, you and we are who they are

    @property
    def head(self) -> int:
        """The head word; for an ellipsis, the verb it is the subject of."""
        return int(self.position + 0.5)

    @property
    def keeps_surface(self) -> bool:
        """Whether the list goes on showing the former form (Table 5: "reports", not "that")."""
        return self.kind is Kind.RELATIVE

    def __str__(self) -> str:
        return self.text
