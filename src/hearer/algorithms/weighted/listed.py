"""The list of the weighted S-list, and what it knows of the entities on it.

WeightedList         the entities, heaviest first: insert and remove
ListedEntity         how, where and how often an entity was realized
Known                the same of all that is on the list
introduced, evoked   an entity that is heard first, and one that is heard again
put_together         one that nobody said, for a pronoun
class_of, form_of, role_of
                     what kind of pronoun, form and grammatical role an expression has
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hearer.algorithms.weighted.plurality import Plurality, heard_again, plurality_of
from hearer.algorithms.weighted.values import (
    ExpressionForm,
    GrammaticalRole,
    MadeOf,
    PronounClass,
)
from hearer.model import (
    ANY_SORT,
    Agreement,
    Element,
    Entity,
    Familiarity,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Sort,
)
from hearer.model.meaning import NO_MEANING, Meaning
from hearer.model.state import Stateful

LONGEST = 128  # nobody keeps more in mind
UNSAID = frozenset({Kind.RELATIVE, Kind.ELLIPSIS})
FORMS = {
    **{kind: ExpressionForm[kind.name] for kind in Kind if kind.name in ExpressionForm.__members__},
    Kind.ELLIPSIS: ExpressionForm.PRONOUN,
    Kind.RELATIVE: ExpressionForm.PRONOUN,
    Kind.RECIPROCAL: ExpressionForm.REFLEXIVE,
    Kind.APPOSITIVE: ExpressionForm.POSSESSED,
    Kind.CLAUSE: ExpressionForm.NONE,
}
RELATIONS = {
    GrammaticalRole.SUBJECT: "nsubj nsubj:pass nsubj:outer csubj",
    GrammaticalRole.OBJECT: "obj",
    GrammaticalRole.INDIRECT_OBJECT: "iobj",
    GrammaticalRole.POSSESSOR: "nmod:poss",
    GrammaticalRole.OBLIQUE: "obl obl:agent",
    GrammaticalRole.OF_A_NOUN: "nmod",
    GrammaticalRole.CONJUNCT: "conj appos",
    GrammaticalRole.PREDICATE: "root parataxis xcomp",
}
ROLES = {relation: role for role, all_ in RELATIONS.items() for relation in all_.split()}
OTHER_ROLE, SUBJECT = GrammaticalRole.OTHER, GrammaticalRole.SUBJECT


HE_OR_SHE = frozenset({PronounClass.HE, PronounClass.SHE})
ClausePlace = tuple[int, int]  # the number of an utterance, and the head of a clause in it
NO_CLAUSE: ClausePlace = (0, 0)


class ListedEntity(NamedTuple):
    """What the list knows of an entity."""

    place: tuple[float, int]  # minus its salience, and the how many-th expression realized it
    element: Element
    latest: ReferringExpression  # the latest that realized it, said or not
    word: int  # where that was, counted from the first word heard
    form: ExpressionForm  # of the latest that was said
    role: GrammaticalRole
    noun_phrase: ExpressionForm  # the form of the latest that was no pronoun
    agreement: Agreement
    sorts: frozenset[Sort]
    mentions: int
    subjects: int  # how often it was realized as a subject
    called: PronounClass | None  # the latest pronoun for it
    speaker: str  # who realized it last
    named: Meaning = NO_MEANING  # of the latest that was no pronoun
    first: int = 0  # the word where it was first heard
    subject_of: ClausePlace = NO_CLAUSE  # the clause it was last the subject of
    plurality: Plurality = Plurality.UNKNOWN
    made_of: MadeOf = MadeOf.LISTED  # or how it was put together for a pronoun


Known = Mapping[Entity, ListedEntity]  # what is on the list, the latest realized last


@dataclass(slots=True, eq=False)
class WeightedList(Stateful):
    """The hearer's attentional state: discourse entities, heaviest first, each standing once.

    Where `SList` is a value, this is a part that changes: it is many times as long.
    """

    known: dict[Entity, ListedEntity] = field(default_factory=dict)  # the latest realized last
    elements: list[Element] = field(default_factory=list)
    places: list[tuple[float, int]] = field(default_factory=list)  # what they are ordered by

    def fault(self) -> str:
        stand = {listed.place: listed.element.entity for listed in self.known.values()}
        entities = [element.entity for element in self.elements]
        if entities != list(map(stand.get, self.places)) or set(entities) != set(self.known):
            return "elements, places and what is known of them do not fit"
        return "" if self.places == sorted(self.places) else "places are not in order"

    def insert(self, listed: ListedEntity) -> None:
        """Put an entity in its place, instead of what was known of it; the oldest may fall off."""
        before = self.known.get(listed.element.entity)
        if before is not None:
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
        """Remove what was not realized after the utterance `last`."""
        for element in [each for each in self.elements if each.utterance <= last]:
            self.remove(self.known[element.entity])


# What is heard ----------------------------------------------------------------------------------


class HeardWhen(NamedTuple):
    """When an expression is heard: its place on the list, its word, and who speaks."""

    place: tuple[float, int]
    word: int
    speaker: str


def introduced(entity: Entity, expression: ReferringExpression, now: HeardWhen) -> ListedEntity:
    """An entity that is not on the list."""
    place, word, speaker = now
    role, form, is_pronoun = role_of(expression), form_of(expression), expression.is_pronoun
    return ListedEntity(
        place=place,
        element=Element.of(expression, entity),
        latest=expression,
        word=word,
        form=form,
        role=role,
        noun_phrase=ExpressionForm.NONE if is_pronoun else form,
        agreement=expression.agreement,
        sorts=ANY_SORT if is_pronoun else expression.sorts,
        mentions=1,
        subjects=int(role is SUBJECT),
        called=class_of(expression.agreement) if is_pronoun else None,
        speaker=speaker,
        named=NO_MEANING if is_pronoun else expression.meaning,
        first=word,
        subject_of=_subject_of(expression) if role is SUBJECT else NO_CLAUSE,
        plurality=plurality_of(expression),
    )


def put_together(
    expression: ReferringExpression, made_of: MadeOf, *, word: int, speaker: str
) -> ListedEntity:
    """An entity that nobody said, as if its expression had been heard at that word."""
    now = HeardWhen((0.0, 0), word, speaker)
    return introduced(expression.referent, expression, now)._replace(made_of=made_of)


def evoked(known: ListedEntity, expression: ReferringExpression, now: HeardWhen) -> ListedEntity:
    """An entity that is realized again; what is not said changes no form."""
    place, word, speaker = now
    role, is_pronoun = role_of(expression), expression.is_pronoun
    is_unsaid = expression.kind in UNSAID
    element = Element.of(expression, known.element.entity, Familiarity.EVOKED)
    form = known.form if is_unsaid else form_of(expression)
    is_noun_phrase = not (is_unsaid or is_pronoun)
    return ListedEntity(
        place=place,
        element=replace(element, expression=known.element.expression) if is_unsaid else element,
        latest=expression,
        word=word,
        form=form,
        role=role,
        noun_phrase=form if is_noun_phrase else known.noun_phrase,
        agreement=_merged(known.agreement, expression),
        sorts=(known.sorts & expression.sorts or known.sorts) if is_noun_phrase else known.sorts,
        mentions=known.mentions + 1,
        subjects=known.subjects + int(role is SUBJECT),
        called=class_of(expression.agreement) if is_pronoun else known.called,
        speaker=speaker,
        named=(is_noun_phrase and expression.meaning) or known.named,
        first=known.first,
        subject_of=_subject_of(expression) if role is SUBJECT else known.subject_of,
        plurality=heard_again(known.plurality, expression) if is_noun_phrase else known.plurality,
    )


def _merged(known: Agreement, expression: ReferringExpression) -> Agreement:
    """What is known of the agreement of an entity that is realized again."""
    if expression.kind in UNSAID:
        return known
    merge = known.taken_up_by if expression.is_pronoun else known.merged_with
    return merge(expression.agreement)


def _subject_of(expression: ReferringExpression) -> ClausePlace:
    return expression.utterance, expression.clause


def class_of(agreement: Agreement) -> PronounClass:
    """He, she, it or they."""
    if Number.SINGULAR not in agreement.number:
        return PronounClass.THEY
    if Gender.NEUTER in agreement.gender:
        return PronounClass.IT
    return PronounClass.HE if Gender.MASCULINE in agreement.gender else PronounClass.SHE


def form_of(expression: ReferringExpression) -> ExpressionForm:
    """The form of an expression."""
    return FORMS[expression.kind]


def role_of(expression: ReferringExpression) -> GrammaticalRole:
    """The grammatical role of an expression."""
    return ROLES.get(expression.relation, OTHER_ROLE)
