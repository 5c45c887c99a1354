"""The list of discourse entities, and what it knows of each: form, role, mentions, one or many."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Self

from hearer.model import ANY_SORT, Agreement, Element, Entity, Familiarity, Gender, Kind, Number
from hearer.model.expression import ReferringExpression, Sorts, Value
from hearer.model.lexicon import data
from hearer.model.meaning import NO_MEANING, Meaning
from hearer.model.state import Stateful

LONGEST = 128  # entities on the list
UNSAID = frozenset({Kind.RELATIVE, Kind.ELLIPSIS})
FEW_SORTS = 4  # an entity with more possible sorts is of unknown sort


class Numbered(int, Enum):
    """Values numbered from 1, each with words for explanations; 0 is for "does not apply"."""

    words: str

    def __new__(cls, words: str) -> Self:
        value = int.__new__(cls, len(cls.__members__) + 1)
        value._value_ = int(value)
        value.words = words
        return value


class PronounClass(Numbered):
    """The agreement of a pronoun, whatever its case."""

    HE = "he"
    SHE = "she"
    IT = "it"
    THEY = "they"


class ExpressionForm(Numbered):
    """The form of an expression."""

    PRONOUN = "personal pronoun"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"
    SPEAKER = "first or second person"
    DEMONSTRATIVE = "demonstrative"
    NAME = "name"
    DEFINITE = "definite"
    POSSESSED = "possessed"
    SET = "set"
    QUANTIFIED = "quantified"
    INDEFINITE = "indefinite"
    BARE = "bare"
    NONE = "none"  # the latest noun phrase of an entity that has none


class GrammaticalRole(Numbered):
    """The grammatical role of an expression."""

    SUBJECT = "subject"
    OBJECT = "object"
    INDIRECT_OBJECT = "indirect object"
    POSSESSOR = "possessor"
    OBLIQUE = "oblique"
    OF_A_NOUN = "modifier of a noun"
    CONJUNCT = "conjunct or apposition"
    PREDICATE = "predicate or root"
    OTHER = "other role"


class MadeOf(Numbered):
    """How a candidate came about: listed, or made for this pronoun."""

    LISTED = "on the list"
    ARGUMENTS = "a set: arguments of one verb"
    SUBJECTS = "a set: subjects of clauses"
    PERSONS = "a set: persons mentioned last"
    THINGS = "a set of things"
    LATER = "comes later"
    KIND = "has a noun that “one” may repeat"
    CLAUSE = "a clause"


FORMS = {Kind[kind]: ExpressionForm[form] for kind, form in data("roles")["forms"].items()}
ROLES = {relation: GrammaticalRole[role] for relation, role in data("roles")["ranking"].items()}
SUBJECT, OTHER, NO_FORM = GrammaticalRole.SUBJECT, GrammaticalRole.OTHER, ExpressionForm.NONE
EVOKED, LISTED = Familiarity.EVOKED, MadeOf.LISTED
HE, SHE, IT, THEY = PronounClass
HE_OR_SHE = frozenset({HE, SHE})
Place = tuple[float, int]  # minus the salience, and the number of the latest expression
ClausePlace = tuple[int, int]  # the number of an utterance, and the head of a clause in it
NO_CLAUSE: ClausePlace = (0, 0)


@cache
def class_of(agreement: Agreement) -> PronounClass:
    """Return he, she, it or they."""
    if Number.SINGULAR not in agreement.number:
        return THEY
    if Gender.NEUTER in agreement.gender:
        return IT
    return HE if Gender.MASCULINE in agreement.gender else SHE


@dataclass(slots=True, unsafe_hash=True)
class ListedEntity(Value):
    """What the list knows of an entity."""

    place: Place
    element: Element
    latest: ReferringExpression  # spoken or not
    word: int  # of the latest, counted from the first word heard
    form: ExpressionForm  # of the latest that was spoken
    role: GrammaticalRole
    noun_phrase: ExpressionForm  # of the latest that was no pronoun
    agreement: Agreement
    sorts: Sorts
    mentions: int = 1
    subjects: int = 0  # how often it was a subject
    called: PronounClass | None = None  # the latest pronoun for it
    named: Meaning = NO_MEANING  # of the latest that was no pronoun
    first: int = 0  # the word where it was mentioned first
    subject_of: ClausePlace = NO_CLAUSE  # the clause that it was last the subject of
    made_of: MadeOf = MadeOf.LISTED


Known = dict[Entity, ListedEntity]  # the latest mentioned last


def introduced(
    entity: Entity,
    expression: ReferringExpression,
    place: Place,
    word: int,
    *,
    made_of: MadeOf = LISTED,
) -> ListedEntity:
    """Return an entity that is new on the list."""
    role, form = ROLES.get(expression.relation, OTHER), FORMS[expression.kind]
    noun_phrase, agreement, called = form, expression.agreement, None
    sorts, named = expression.sorts, expression.meaning
    if expression.is_pronoun:
        noun_phrase, called, sorts, named = NO_FORM, class_of(agreement), ANY_SORT, NO_MEANING
    utterance = expression.utterance
    subject_of = (utterance, expression.clause) if role is SUBJECT else NO_CLAUSE
    element = Element(entity, utterance, expression.position, expression.familiarity, expression)
    # In the order of its fields: keywords take three times as long.
    return ListedEntity(
        place, element, expression, word, form, role, noun_phrase, agreement, sorts, 1,
        int(role is SUBJECT), called, named, word, subject_of, made_of,
    )  # fmt: skip


def evoked(
    known: ListedEntity, expression: ReferringExpression, place: Place, word: int
) -> ListedEntity:
    """Return an entity that is mentioned again; an unspoken mention changes no form."""
    role, is_pronoun = ROLES.get(expression.relation, OTHER), expression.is_pronoun
    form, agreement, said = known.form, known.agreement, known.element.expression
    noun_phrase, sorts, called, named = known.noun_phrase, known.sorts, known.called, known.named
    subject_of = known.subject_of
    if expression.kind not in UNSAID:
        said, form = expression, FORMS[expression.kind]
        merge = agreement.taken_up_by if is_pronoun else agreement.merged_with
        agreement = merge(expression.agreement)
        if not is_pronoun:
            noun_phrase, sorts = form, sorts & expression.sorts or sorts
            named = expression.meaning or named
    if is_pronoun:
        called = class_of(expression.agreement)
    if role is SUBJECT:
        subject_of = (expression.utterance, expression.clause)
    element = Element(known.element.entity, expression.utterance, expression.position, EVOKED, said)
    return ListedEntity(
        place, element, expression, word, form, role, noun_phrase, agreement, sorts,
        known.mentions + 1, known.subjects + (role is SUBJECT), called, named, known.first,
        subject_of, known.made_of,
    )  # fmt: skip


@dataclass(slots=True, eq=False)
class EntityList(Stateful):
    """The attentional state: discourse entities, most salient first, each once."""

    known: dict[Entity, ListedEntity] = field(default_factory=dict)  # the latest mentioned last
    elements: list[Element] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)  # the sort keys of elements

    def fault(self) -> str:
        stand = {listed.place: listed.element.entity for listed in self.known.values()}
        entities = [element.entity for element in self.elements]
        if entities != list(map(stand.get, self.places)) or set(entities) != set(self.known):
            return "elements, places and what is known of them do not fit"
        return "" if self.places == sorted(self.places) else "places are not in order"

    def insert(self, listed: ListedEntity) -> None:
        """Put an entity in its place, instead of what was known of it; the oldest may drop out."""
        before = self.known.get(listed.element.entity)
        if before:
            self.remove(before)
        elif len(self.known) >= LONGEST:
            self.remove(next(iter(self.known.values())))
        self.known[listed.element.entity] = listed
        index = bisect_left(self.places, listed.place)
        self.places.insert(index, listed.place)
        self.elements.insert(index, listed.element)

    def remove(self, listed: ListedEntity) -> None:
        del self.known[listed.element.entity]
        index = bisect_left(self.places, listed.place)
        del self.places[index], self.elements[index]

    def forget(self, last: int) -> None:
        """Remove entities whose latest mention is in utterance `last` or before."""
        for element in [each for each in self.elements if each.utterance <= last]:
            self.remove(self.known[element.entity])

    def restore(self, entity: Entity, before: ListedEntity | None) -> None:
        """Undo the latest mention of an entity."""
        self.remove(self.known[entity])
        if before:
            self.insert(before)
