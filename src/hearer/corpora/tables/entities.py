"""The table of entities: who and what is talked about.

entity_rows    a row for every entity of a document
features_of    what an entity is, by all expressions that realize it
counted        the expressions that count for each: *I* in a quotation is who speaks it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hearer.corpora.characters import NOUNS, PERSONS
from hearer.corpora.schema import Row
from hearer.corpora.tables.quoted import NOTHING_SAID, QuotationAt, spoken_by
from hearer.corpora.tables.source import RowSource
from hearer.evaluation.centering.mentions import PRONOUNS
from hearer.formats.json import members_of
from hearer.model import Entity, Gender, Kind, ReferringExpression, Sort

NO_MEMBERS: tuple[Entity, ...] = ()
PERSONAL = PRONOUNS | {Kind.SPEAKER}


class EntityFeatures(NamedTuple):
    """What an entity is; None where that is open."""

    is_person: bool
    sort: str | None
    number: str | None
    gender: str | None


def entity_rows(source: RowSource) -> Iterator[Row]:
    """The entities in the order they come in; `TABLES` says what the values are."""
    persons, sets = source.persons, members_of(source.found.expressions)
    spoken = spoken_by(source.quotations)
    known = {entity: features_of(one.expressions) for entity, one in persons.items()}
    expressions = counted(source)
    for entity, one in persons.items():
        members, said = sets.get(entity, NO_MEMBERS), spoken.get(entity, NOTHING_SAID)
        features = _of_set(known[entity], members, known) if members else known[entity]
        kinds = [expression.kind for expression in expressions[entity]]
        numbers = [expression.utterance for expression in one.expressions]
        pronouns = sum(kind in PRONOUNS for kind in kinds)
        speaking = kinds.count(Kind.SPEAKER)
        nouns = sum(kind in NOUNS for kind in kinds) + kinds.count(Kind.NAME) - one.names
        yield (
            source.document, entity, one.name or None, one.aliases, entity.kind.value, *features,
            len(kinds), one.names, nouns, pronouns, speaking, min(numbers), max(numbers),
            members, *said,
        )  # fmt: skip


def counted(source: RowSource) -> Mapping[Entity, Sequence[ReferringExpression]]:
    """The expressions that count for each entity: those that realize it.

    But *I*, *me* and *my* within a quotation count for who speaks it, where that is known: the
    hearer of a novel may have taken all of them for one narrator.
    """
    if not source.quotations:
        return {entity: one.expressions for entity, one in source.persons.items()}
    found: dict[Entity, list[ReferringExpression]] = {entity: [] for entity in source.persons}
    at = QuotationAt(source.quotations)
    for entity, one in source.persons.items():
        for expression in one.expressions:
            speaker = _speaker(source, at, expression) if _is_i(expression) else None
            found[speaker if speaker is not None and speaker in found else entity].append(
                expression
            )
    return found


def _speaker(source: RowSource, at: QuotationAt, expression: ReferringExpression) -> Entity | None:
    """Who speaks the quotation that an expression stands in, if it is in one, and that is known."""
    start, _ = source.layout.of(expression)
    number = None if start is None else at(start)
    return source.quotations[number - 1].speaker if number else None


def _is_i(expression: ReferringExpression) -> bool:
    return expression.kind is Kind.SPEAKER and PERSONS.get(expression.text.lower()) == "I"


def features_of(expressions: Sequence[ReferringExpression]) -> EntityFeatures:
    """What most of the expressions say that say anything: whom *she* stands for is a person.

    But an animal stays one, though he may be called *he* again and again.
    """
    sorts: list[str] = []
    numbers: list[str] = []
    genders: list[str] = []
    for one in expressions:
        number, gender, _ = one.agreement
        if len(one.sorts) == 1:
            sorts += one.sorts
        elif one.kind in PERSONAL and Gender.NEUTER not in gender:
            sorts.append(Sort.PERSON)
        if len(number) == 1:
            numbers += number
        if len(gender) == 1:
            genders += gender
    sort = str(Sort.ANIMAL) if Sort.ANIMAL in sorts else _most(sorts)
    return EntityFeatures(sort == Sort.PERSON, sort, _most(numbers), _most(genders))


def _most(votes: Sequence[str]) -> str | None:
    """What most say; of equals, what was said first."""
    if not votes:
        return None
    return str(votes[0] if len(votes) == 1 else max(dict.fromkeys(votes), key=votes.count))


def _of_set(
    features: EntityFeatures, members: Sequence[Entity], known: Mapping[Entity, EntityFeatures]
) -> EntityFeatures:
    """A set is what all its members are."""
    sorts = {known[one].sort if one in known else None for one in members}
    sort = sorts.pop() if len(sorts) == 1 else None
    return features._replace(is_person=sort == Sort.PERSON, sort=sort, number="plural")
