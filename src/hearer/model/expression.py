"""Referring expressions and entities: kinds, familiarity, agreement, sorts, cues, identity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, Self

from hearer.escape import MOST_SHOWN, brief, brief_text, quoted
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


UNSAID = frozenset({Kind.ELLIPSIS, Kind.ZERO})
UNSPOKEN = UNSAID | {Kind.SET}  # they have no word of their own
WORDLESS = UNSPOKEN | {Kind.CLAUSE}


class InformationStatus(IntEnum):
    """Strube's three sets; the smaller, the more salient."""

    OLD = 1  # hearer-old
    MED = 2  # mediated: discourse-new, but anchored in something hearer-old
    NEW = 3  # hearer-new


class Familiarity(StrEnum):
    """Prince's (1981) scale, spelled as the subscripts in Tables 3 to 5."""

    status: InformationStatus  # the set it belongs to

    def __new__(cls, subscript: str, status: InformationStatus = InformationStatus.NEW) -> Self:
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
    """Grammatical number."""

    SINGULAR = "singular"
    PLURAL = "plural"


class Gender(StrEnum):
    """Grammatical gender: he, she, it."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"


class Person(StrEnum):
    """Grammatical person."""

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
    """A property of the context of an expression (analysis/evidence.py)."""

    PLEONASTIC = "a pleonastic pattern"
    EVENT = "where events and facts are talked of"
    ACTION = "what is done"
    HAPPENING = "what happens or surprises"
    AHEAD = "inside what stands before a subject to come"
    PREDICATE = "a predicate noun phrase"
    PARAGRAPH = "in the first utterance of a paragraph"
    SEVERAL = "what is said of it needs several"
    POINTING = "a demonstrative that is to be resolved"
    DESCRIBED = "says itself what it means"
    IDENTIFIED = "its predicate says who it is"
    TOLD_OFTEN = "where often stands what was told"
    TOLD_SOMETIMES = "where sometimes stands what was told"
    TOLD_RARELY = "where what was told hardly ever stands"
    IDIOM = "a part of an idiom"
    GUESSED_GENDER = "only a given name tells its gender"


ANY_NUMBER = frozenset(Number)
ANY_GENDER = frozenset(Gender)
ANY_SORT = frozenset(Sort)
Sorts = frozenset[Sort]
SINGULAR, PLURAL = (frozenset({number}) for number in Number)
MASCULINE, FEMININE, NEUTER = (frozenset({gender}) for gender in Gender)
HUMAN = MASCULINE | FEMININE


class Agreement(NamedTuple):
    """Sets of features. An unknown feature is the full set; two agree if all sets overlap.

    A tuple, not a dataclass, since it is a dictionary key that is looked up for every candidate.

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

    @lru_cache(maxsize=1024)  # noqa: B019 - few differ
    def merged_with(self, other: Agreement) -> Agreement:
        """Return the intersection; of disjoint sets, the own one."""
        number, gender = self.number & other.number, self.gender & other.gender
        if number == self.number and gender == self.gender:
            return self
        return Agreement(number or self.number, gender or self.gender, self.person)

    def taken_up_by(self, pronoun: Agreement) -> Agreement:
        """Return this, merged with the agreement of its pronoun, which knows the gender better.

        A group keeps both numbers.
        """
        if self.number == ANY_NUMBER and self.gender == {Gender.NEUTER}:
            return self
        merged = self.merged_with(pronoun)
        is_other = self.gender.isdisjoint(pronoun.gender)
        return merged._replace(gender=pronoun.gender) if is_other else merged


UNSPECIFIED = Agreement()
_new = tuple.__new__
_fields = cache(lambda kind: attrgetter(*kind.__slots__))  # a tuple: all have several


class EntityKind(StrEnum):
    """How an entity came into the discourse."""

    NAMED = "named"  # by a name or a noun: BRENNAN
    UNKNOWN = "unknown"  # by a pronoun without antecedent: ?3.1
    SET = "set"  # by a coordination, or by *they*: {BRENNAN, FRIEDMAN}
    CLAUSE = "clause"  # by a clause
    SPEAKER = "speaker"  # by I, you or we


class ExpressionId(NamedTuple):
    """The position and kind of an expression; a set has the position of its first member."""

    utterance: int
    position: float
    kind: Kind


class Entity(str):
    """A discourse entity: an id in capitals as in the paper, unique in its discourse, and a kind.

    >>> Entity("BRENNAN").kind, Entity.unknown(ExpressionId(3, 1, Kind.PRONOUN))
    (<EntityKind.NAMED: 'named'>, '?3.1')
    """

    __slots__ = ("kind",)
    kind: EntityKind

    def __new__(cls, letters: str, kind: EntityKind = EntityKind.NAMED) -> Self:
        entity = str.__new__(cls, letters)
        entity.kind = kind
        return entity

    @classmethod
    def unknown(cls, pronoun: ExpressionId) -> Self:
        """Return the entity of a pronoun without antecedent."""
        return cls(f"?{pronoun.utterance}.{pronoun.position:.10g}", EntityKind.UNKNOWN)

    @classmethod
    def of_set(cls, members: Iterable[str]) -> Self:
        return cls(f"{{{', '.join(members)}}}", EntityKind.SET)

    @property
    def is_unknown(self) -> bool:
        return self.kind is EntityKind.UNKNOWN

    def __repr__(self) -> str:
        return quoted(str(self), MOST_SHOWN)

    def __getnewargs__(self) -> tuple[str, EntityKind]:  # type: ignore[override]
        return str(self), self.kind


class Value:
    """The base of slots dataclasses that are never changed; frozen ones take longer to make."""

    __slots__ = ()

    def _replace(self, **changes: Any) -> Self:
        """Return a copy with other values for some fields; faster than dataclasses.replace."""
        kind: Any = type(self)
        made: Self = kind(*_fields(kind)(self))
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, _fields(kind)(self)


@dataclass(slots=True, unsafe_hash=True)
class ReferringExpression(Value):
    """One referring expression (a "mention" in CorefUD's words).

    `entity` is set if the analysis knows it: for a repeated name, a nominal anaphor, an ellipsis,
    an appositive, a relative pronoun. A pronoun that is to be resolved (`is_pronoun`) has none.
    `position` is the number of the head in its utterance (for an ellipsis, half a word before its
    verb; for a zero pronoun, that of its empty node); `first` and `last` are the words it spans.
    The fields from `governor` to `nothing` are set if the options ask for cues.
    """

    text: str
    utterance: int
    position: float
    is_pronoun: bool = False
    entity: Entity | None = None
    familiarity: Familiarity = Familiarity.BRAND_NEW
    kind: Kind = Kind.BARE
    agreement: Agreement = UNSPECIFIED
    sorts: Sorts = ANY_SORT
    relation: str = ""  # the grammatical function, as UD calls it
    first: int = 0
    last: int = 0
    heard_at: int = 0  # the word at which it is heard
    clause: int = 0  # the head of its clause
    members: Expressions = ()  # of a set
    governor: str = ""  # the lemma of the head's head
    cues: frozenset[Cue] = frozenset()
    clauses: Expressions = ()  # as antecedents
    kinds: Expressions = ()  # whose nouns it may repeat
    because: str = ""  # why it is this speaker, or pleonastic
    meaning: Meaning = NO_MEANING  # of the head; of a noun, offered
    nothing: int = 0  # percentage: the probability to be pleonastic
    head: int = 0  # the head word; of an ellipsis or a zero pronoun, its verb
    start: int | None = field(default=None, compare=False)  # offset in the text; None: no words
    end: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.head:
            self.head = int(self.position + 0.5)

    @property
    def id(self) -> ExpressionId:
        return _new(ExpressionId, (self.utterance, self.position, self.kind))  # faster than a call

    @property
    def order(self) -> tuple[int, float]:
        """The sort key for text order."""
        return self.utterance, self.position

    @property
    def referent(self) -> Entity:
        """The entity; for a pronoun without one, an unknown entity."""
        return self.entity or Entity.unknown(self.id)

    @property
    def is_spoken(self) -> bool:
        """True if it has words of its own."""
        return self.kind not in UNSAID

    @property
    def speaks(self) -> bool:
        """True for I, you and we, spoken or not."""
        return self.agreement.person is not Person.THIRD

    @property
    def words(self) -> range:
        """The words it spans, or its head."""
        first = self.first or self.head
        return range(first, max(self.last, first) + 1)

    @property
    def own_words(self) -> range:
        """The words of the pronoun itself: *one* of “a green one”, both of *each other*."""
        return self.words if self.kind is Kind.RECIPROCAL else range(self.head, self.head + 1)

    def realizing(self, entity: Entity) -> ReferringExpression:
        """Return a copy that realizes `entity`."""
        return self._replace(entity=entity)

    def passed_on_to(self, pronoun: ReferringExpression) -> ReferringExpression:
        """Return the pronoun with the members of this, its antecedent, if this is a set."""
        return pronoun._replace(members=self.members) if self.members else pronoun

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        place = f"{self.utterance}.{self.position:g}, {self.kind}"
        meant = f" → {self.entity}" if self.entity is not None else ""
        return brief(self, f"{self.text} ({place}){meant}")


Expressions = tuple[ReferringExpression, ...]


def contradicts(said: ReferringExpression, known: Agreement) -> bool:
    """Return True if a noun or title tells another gender than is known: *Ms. Moreno* ... he."""
    gender = said.agreement.gender
    if said.is_pronoun or len(gender) > 1 or not gender.isdisjoint(known.gender):
        return False
    return NEUTER.isdisjoint(gender | known.gender) and Cue.GUESSED_GENDER not in said.cues


@dataclass(slots=True, unsafe_hash=True)
class Element(Value):
    """The 3-tuple (x, utt_x, pos_x) of section 3.2, with x's status and latest expression."""

    entity: Entity
    utterance: int
    position: float
    familiarity: Familiarity
    expression: ReferringExpression

    @classmethod
    def of(
        cls,
        expression: ReferringExpression,
        entity: Entity | None = None,
        familiarity: Familiarity | None = None,
    ) -> Element:
        """Return the element of an expression: of `entity`, or of its own entity."""
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

    @property
    def relation(self) -> str:
        """The grammatical function of the latest expression, as UD calls it."""
        return self.expression.relation

    __repr__ = brief_text

    def __str__(self) -> str:
        return f"{self.entity}_{self.familiarity}: {self.expression.text}"


Elements = tuple[Element, ...]
