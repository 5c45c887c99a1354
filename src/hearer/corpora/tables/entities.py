"""The table of entities: who and what is talked about.

entity_rows    a row for every entity of a document
Spoken         how much an entity says in quotations
features_of    what an entity is, by all expressions that realize it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hearer.corpora.characters import aliases, is_named
from hearer.corpora.tables.layout import Layout
from hearer.corpora.tables.schema import Row
from hearer.evaluation.centering.mentions import PRONOUNS
from hearer.formats.json.sets import members_of
from hearer.model import Entity, Gender, Interpretation, Kind, ReferringExpression, Sort

NO_MEMBERS: tuple[Entity, ...] = ()
PERSONAL = PRONOUNS | {Kind.SPEAKER}


class Spoken(NamedTuple):
    """How many quotations an entity speaks, and how many words these have."""

    quotations: int = 0
    words: int = 0


class EntityFeatures(NamedTuple):
    """What an entity is; None where that is open."""

    is_person: bool
    sort: str | None
    number: str | None
    gender: str | None


NOTHING_SAID = Spoken()


def entity_rows(
    document: str, found: Interpretation, layout: Layout, spoken: Mapping[str, Spoken]
) -> Iterator[Row]:
    """The entities in the order they come in; `TABLES` says what the values are."""
    chains, sets = found.chains, members_of(found.expressions)
    known = {chain.entity: features_of(chain.expressions) for chain in chains}
    for chain in chains:
        entity, expressions = chain.entity, chain.expressions
        members, said = sets.get(entity, NO_MEMBERS), spoken.get(entity, NOTHING_SAID)
        features = _of_set(known[entity], members, known) if members else known[entity]
        is_name = [is_named(one, layout.utterances.get(one.utterance)) for one in expressions]
        yield (
            document, entity, chain.name or None, aliases(expressions, is_name),
            entity.kind.value, *features, len(expressions),
            sum(one.kind in PRONOUNS for one in expressions), sum(is_name),
            min(one.utterance for one in expressions), max(one.utterance for one in expressions),
            members, *said,
        )  # fmt: skip


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
