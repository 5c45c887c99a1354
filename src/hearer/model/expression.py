"""Referring expressions and entities: kinds, familiarity, agreement, sorts, cues, identity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from operator import attrgetter
from typing import NamedTuple, Self

from hearer.harmless import MOST_SHOWN, brief, quoted
from hearer.model.meaning import NO_MEANING, Meaning


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


class EntityKind(StrEnum):
    """How an entity came into the discourse."""

    NAMED = "named"  # by a name or a noun: BRENNAN
    UNKNOWN = "unknown"  # by a pronoun without antecedent: ?3.1
    SET = "set"  # by a coordination, or by *they*: {BRENNAN, FRIEDMAN}
    CLAUSE = "clause"  # by a clause that told it
    SPEAKER = "speaker"  # by I, you or we


class ExpressionId(NamedTuple):
    """Where an expression is heard, and as what: a set has the place of its first member."""

    utterance: int
    position: float
    kind: Kind


class Entity(str):
    """A discourse entity. Its letters are its id, unique in a discourse; its kind is told apart.

    The paper writes entities in capitals, and so do we. Nobody has to read anything off the
    letters: ask for the `kind`.

    >>> Entity("BRENNAN").kind, Entity.unknown(ExpressionId(3, 1, Kind.PRONOUN))
    (<EntityKind.NAMED: 'named'>, '?3.1')
    """

    __slots__ = ("kind",)
    kind: EntityKind

    def __new__(cls, letters: str, kind: EntityKind = EntityKind.NAMED) -> Self:
        entity = super().__new__(cls, letters)
        entity.kind = kind
        return entity

    @classmethod
    def unknown(cls, pronoun: ExpressionId) -> Self:
        """Whatever a pronoun refers to for which no antecedent was found."""
        return cls(f"?{pronoun.utterance}.{pronoun.position:.10g}", EntityKind.UNKNOWN)

    @classmethod
    def of_set(cls, members: Iterable[str]) -> Self:
        return cls(f"{{{', '.join(members)}}}", EntityKind.SET)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing but a pronoun stood for it when it was first heard."""
        return self.kind is EntityKind.UNKNOWN

    def __repr__(self) -> str:
        return quoted(str(self), MOST_SHOWN)

    def __getnewargs__(self) -> tuple[str, EntityKind]:  # type: ignore[override]
        return str(self), self.kind


@dataclass(frozen=True, slots=True)
class ReferringExpression:
    """One referring expression (a "mention" in CorefUD's words).

    `entity` is set when analysis already knows what is realized: a repeated name, a nominal
    anaphor, an ellipsis, an appositive, a relative pronoun. A pronoun that has to be resolved
    (`is_pronoun`) has none yet. `position` is the number of the head in its utterance (an
    ellipsis stands half a word before its verb, a zero pronoun where its empty node stands);
    `first` and `last` are the words it spans.
    """

    text: str
    utterance: int
    position: float
    is_pronoun: bool = False
    entity: Entity | None = None
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
    clauses: tuple[ReferringExpression, ...] = field(default=(), repr=False)  # it may mean one
    kind_of: ReferringExpression | None = field(default=None, repr=False)  # whose noun it repeats
    because: str = field(default="", repr=False)  # why I and you are who they are, or it nothing
    meaning: Meaning = field(default=NO_MEANING, repr=False)  # of the head; if no pronoun, offered
    nothing: int = field(default=0, repr=False)  # hundredths: how surely *it* stands for nothing
    hangs_on: int = field(default=0, repr=False)  # the word that a zero pronoun has for its own

    @property
    def id(self) -> ExpressionId:
        return ExpressionId(self.utterance, self.position, self.kind)

    @property
    def order(self) -> tuple[int, float]:
        """What expressions are sorted by to stand as in the text."""
        return self.utterance, self.position

    @property
    def referent(self) -> Entity:
        """The entity it is known to realize, or the unknown one that a pronoun refers to."""
        return self.entity or Entity.unknown(self.id)

    @property
    def head(self) -> int:
        """The head word; for an ellipsis or a zero pronoun, the verb it is the subject of."""
        return self.hangs_on or int(self.position + 0.5)

    @property
    def is_spoken(self) -> bool:
        """Whether it has words of its own; a subject that is left out has none."""
        return self.kind not in UNSAID

    @property
    def speaks(self) -> bool:
        """Whether it is I, you or we, said or not."""
        return self.agreement.person is not Person.THIRD

    @property
    def words(self) -> range:
        """The words it spans; its head, if it spans none."""
        first = self.first or self.head
        return range(first, max(self.last, first) + 1)

    @property
    def own_words(self) -> range:
        """The words of a pronoun itself: *one* of “a green one”, and *each other* whole."""
        return self.words if self.kind is Kind.RECIPROCAL else range(self.head, self.head + 1)

    @property
    def keeps_surface(self) -> bool:
        """Whether the list goes on showing the former form (Table 5: "reports", not "that")."""
        return self.kind is Kind.RELATIVE

    def realizing(self, entity: Entity) -> ReferringExpression:
        """The same expression, taken to realize `entity`."""
        values = list(_VALUES(self))
        values[_ENTITY] = entity
        return ReferringExpression(*values)

    def passed_on_to(self, pronoun: ReferringExpression) -> ReferringExpression:
        """The pronoun that stands for what this realizes: if for a set, it has its members."""
        return replace(pronoun, members=self.members) if self.members else pronoun

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        place = f"{self.utterance}.{self.position:g}, {self.kind}"
        meant = f" → {self.entity}" if self.entity is not None else ""
        return brief(self, f"{self.text} ({place}){meant}")


_VALUES = attrgetter(*ReferringExpression.__slots__)  # dataclasses.replace costs twice as much
_ENTITY = ReferringExpression.__slots__.index("entity")


@dataclass(frozen=True, slots=True)
class Element:
    """The 3-tuple (x, utt_x, pos_x) of section 3.2, with x's status and latest expression."""

    entity: Entity
    utterance: int
    position: float
    familiarity: Familiarity
    expression: ReferringExpression
    relation: str = ""  # the best that x had in utt_x, where a ranking by roles asks for it

    @classmethod
    def of(
        cls,
        expression: ReferringExpression,
        entity: Entity | None = None,
        familiarity: Familiarity | None = None,
    ) -> Element:
        """The element of what `expression` realizes: `entity`, else what it has of its own.

        >>> she = ReferringExpression("she", 3, 1, is_pronoun=True, familiarity=Familiarity.EVOKED)
        >>> print(Element.of(she), Element.of(she, Entity("LYN")), sep=", ")
        ?3.1_E: she, LYN_E: she
        """
        return cls(
            entity or expression.referent,
            expression.utterance,
            expression.position,
            familiarity or expression.familiarity,
            expression,
        )

    @property
    def status(self) -> InformationStatus:
        return self.familiarity.status

    def __str__(self) -> str:
        return f"{self.entity}_{self.familiarity}: {self.expression.text}"

    def __repr__(self) -> str:
        return brief(self, str(self))
