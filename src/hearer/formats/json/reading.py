"""Our JSON read back: what was written.

    read               the documents of a file, with the entities in them
    interpretations    everything that was understood, so that writing it gives the same text

The JSON does not tell everything: agreement, xpos and features of words, and the lists between two
resolutions are gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_type_hints

from hearer.formats.conllu.checks import as_tree
from hearer.formats.entities import NodePlace, mention_of
from hearer.formats.format import Problems, Reading
from hearer.formats.json.writing import FIELDS
from hearer.formats.json_values import JsonObject, first_object, objects_of
from hearer.formats.unparsed import with_entities
from hearer.model import (
    ANY_SORT,
    Attempt,
    Constraint,
    Discourse,
    Element,
    Entity,
    EntityKind,
    Familiarity,
    Interpretation,
    Kind,
    Label,
    Problem,
    ReferringExpression,
    Resolution,
    Segment,
    Sort,
    Step,
    Utterance,
    Verdict,
)

OURS = "hearer-interpretation-"


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file; what is none of ours is reported and left aside."""
    problems = Problems(path)
    problems.add(0, "json-document", f"no JSON object of the schema {OURS}1; left aside")
    records, others = objects_of(content, _is_ours)
    documents = (_annotated(_interpretation(record)) for record in records)
    return Reading(documents, path=path, problems=problems * others)


def interpretations(content: bytes) -> tuple[Interpretation, ...]:
    """What was understood of each document."""
    return tuple(map(_interpretation, objects_of(content, _is_ours)[0]))


def is_ours(content: bytes) -> bool:
    """Whether a file is of our schema."""
    return _is_ours(first_object(content))


def _is_ours(record: JsonObject) -> bool:
    return record.text("schema").startswith(OURS)


def _annotated(found: Interpretation) -> Discourse:
    utterances = enumerate(found.discourse.utterances, start=1)
    known = {utterance.number: (n, len(utterance)) for n, utterance in utterances}
    mentions = []
    for chain in found.chains:
        for e in chain.expressions:
            number, length = known.get(e.utterance, (0, 0))
            if 1 <= e.first <= e.last <= length:
                etype = str(next(iter(e.sorts))) if len(e.sorts) == 1 else ""
                span = NodePlace(number, e.first), NodePlace(number, e.last)
                mentions.append(mention_of(chain.entity, [span], etype=etype))
    return with_entities(found.discourse, mentions)


def _interpretation(record: JsonObject) -> Interpretation:
    text = record.text("text")
    utterances = tuple(_utterances(record.objects("utterances"), text))
    before = text[: utterances[0].start] if utterances else text
    discourse = Discourse(utterances, record.text("document"), record.text("path"), before=before)
    expressions = tuple(map(_expression, record.objects("expressions")))
    return Interpretation(
        steps=tuple(_steps(record.objects("resolutions"), expressions)),
        expressions=expressions,
        segments=tuple(Segment(**_plain(s, Segment)) for s in record.objects("segments")),
        problems=tuple(Problem(**_plain(p, Problem)) for p in record.objects("problems")),
        algorithm=record.text("algorithm"),
        profile=record.text("profile"),
        discourse=discourse,
    )


def _utterances(records: Sequence[JsonObject], text: str) -> Iterator[Utterance]:
    starts = [word.number("start") for one in records for word in one.objects("words")]
    following = iter([*starts[1:], len(text)])
    for record in records:
        words = record.objects("words")
        if not words:
            continue
        unknown = ("_",) * len(words)
        yield Utterance(
            **_plain(record, Utterance),
            forms=tuple(word.text("form") or "_" for word in words),
            lemmas=tuple(word.text("lemma") for word in words),
            upos=tuple(word.text("upos") for word in words),
            xpos=unknown,
            features=unknown,
            heads=as_tree([word.number("head") for word in words]),
            relations=tuple(word.text("relation") for word in words),
            spaces=tuple(text[word.number("end") : next(following)] for word in words),
        )


def _expression(record: JsonObject) -> ReferringExpression:
    kind = _member(Kind, record.text("kind"), Kind.BARE)
    sorts = [_member(Sort, str(sort), Sort.OBJECT) for sort in record.several("sorts")]
    head = float(record.number("head"))
    return ReferringExpression(
        **_plain(record, ReferringExpression),
        position=head - 0.5 if kind is Kind.ELLIPSIS else head,
        entity=_entity(record),
        familiarity=_member(Familiarity, record.text("familiarity"), Familiarity.BRAND_NEW),
        kind=kind,
        sorts=frozenset(sorts) or ANY_SORT,
    )


def _steps(records: Sequence[JsonObject], known: Sequence[ReferringExpression]) -> Iterator[Step]:
    for record in records:
        pronoun = _known(record, "pronoun", known)
        attempts = tuple(_attempt(one, known) for one in record.objects("attempts"))
        antecedent = None
        if entity := _entity(record):
            expression = _known(record, "antecedent", known)
            antecedent = _element(entity, Familiarity.EVOKED, expression)
        told = record.text("label")
        given_up = tuple(attempt for attempt in attempts if not attempt.succeeded)
        is_revision = record.is_true("is_revision")
        before = Resolution(pronoun, given_up, None) if is_revision else None
        resolution = Resolution(
            pronoun,
            attempts,
            antecedent,
            confidence=record.measure("confidence"),
            label=Label(told) if told in set(Label) else None,
            instead_of=before,
        )
        yield Step((), pronoun, (resolution,))


def _attempt(record: JsonObject, known: Sequence[ReferringExpression]) -> Attempt:
    familiarity = _member(Familiarity, record.text("familiarity"), Familiarity.BRAND_NEW)
    candidate = _element(
        _entity(record) or Entity(""), familiarity, _known(record, "expression", known)
    )
    violated = record.text("violated")
    constraint = _member(Constraint, violated, Constraint.AGREEMENT) if violated else None
    verdict = Verdict(constraint) if constraint else None
    return Attempt(candidate, verdict, record.number("states_back"), record.measure("score"))


def _entity(record: JsonObject) -> Entity | None:
    """The entity of a record; at this border its letters tell its kind."""
    letters = record.text("entity")
    kind = EntityKind.UNKNOWN if letters.startswith("?") else EntityKind.NAMED
    return Entity(letters, kind) if letters else None


def _element(entity: Entity, familiarity: Familiarity, expression: ReferringExpression) -> Element:
    place = expression.utterance, expression.position
    return Element(entity, *place, familiarity=familiarity, expression=expression)


def _known(
    record: JsonObject, name: str, known: Sequence[ReferringExpression]
) -> ReferringExpression:
    """The expression of that number; one that was not kept has its text alone."""
    number = record.number(name)
    if record.is_number(name) and 0 <= number < len(known):
        return known[number]
    return ReferringExpression(record.text("text"), 0, 0.0)


def _plain(record: JsonObject, kind: type) -> dict[str, Any]:
    """What a value is made of, as far as it is told as it is: texts, numbers, yes and no."""
    read = {str: record.text, int: record.number, bool: record.is_true}
    types = _types(kind)
    return {name: read[types[name]](name) for name in FIELDS[kind] if types.get(name) in read}


_types = cache(get_type_hints)
Member = TypeVar("Member", bound=StrEnum)


def _member(kind: type[Member], value: str, otherwise: Member) -> Member:
    return kind(value) if value in set(kind) else otherwise
