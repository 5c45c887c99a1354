"""Our JSON read back: what was written.

    read               the documents of a file, with the entities in them
    interpretations    everything that was understood, so that writing it gives the same text

Agreement and the lists between two resolutions are not told, nor xpos and features in what was
written before 0.2.0. Places that cannot be, and numbers of expressions that are none, are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_type_hints

from hearer.formats.conllu.checks import as_tree
from hearer.formats.decoding import decoded
from hearer.formats.entities import NodePlace, mention_of
from hearer.formats.format import Problems, Reading, quoted
from hearer.formats.json.sets import entity_of, names_in, with_members
from hearer.formats.json.writing import FIELDS, SCHEMA
from hearer.formats.json_values import JsonObject, JsonRecords, first_object
from hearer.formats.offsets import Stretch
from hearer.formats.unparsed import laid_out, with_entities
from hearer.limits import MOST_DIGITS
from hearer.model import (
    ANY_SORT,
    Attempt,
    Constraint,
    Discourse,
    Element,
    Entity,
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
    documents = [_annotated(found) for found in _understood(content, problems)]
    return Reading(documents, path=path, problems=problems)


def interpretations(content: bytes) -> tuple[Interpretation, ...]:
    """What was understood of each document."""
    return tuple(_understood(content, Problems("")))


def is_ours(content: bytes) -> bool:
    """Whether a file is of our schema, of whatever version."""
    return first_object(content).text("schema").startswith(OURS)


def _understood(content: bytes, problems: Problems) -> list[Interpretation]:
    records = JsonRecords(decoded(content, problems), problems, code="json-document")
    wanted = f"JSON object of the schema {SCHEMA}"
    ours = records.objects(lambda record: record.text("schema") == SCHEMA, wanted)
    found = list(map(_interpretation, ours))
    records.report()
    return found


def _annotated(found: Interpretation) -> Discourse:
    utterances = enumerate(filter(len, found.discourse.utterances), start=1)
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
    before, utterances = _utterances(record.objects("utterances"), text)
    record.check_space(before, "text")
    name, path, parser = map(record.text, ("document", "path", "parser"))
    discourse = Discourse(utterances, name, path, before=before, parser=parser)
    lengths = {utterance.number: len(utterance) for utterance in utterances}
    expressions = [_expression(one, lengths) for one in record.objects("expressions")]
    entities = record.objects("entities")
    for entity in entities:
        for n, number in enumerate(entity.several("expressions")):
            _check_number(entity, number, expressions, "expressions", n)
    known = with_members(expressions, entities)
    return Interpretation(
        steps=tuple(_steps(record.objects("resolutions"), known)),
        expressions=known,
        segments=tuple(map(_segment, record.objects("segments"))),
        problems=tuple(Problem(**_plain(p, Problem)) for p in record.objects("problems")),
        algorithm=record.text("algorithm"),
        profile=record.text("profile"),
        discourse=discourse,
        named=names_in(entities),
        model=record.text("model"),
    )


def _segment(record: JsonObject) -> Segment:
    segment = Segment(**_plain(record, Segment))
    if not 0 <= segment.first <= segment.last:
        record.fault("json-place", "the segment ends before it begins; kept")
    return segment


def _utterances(records: Sequence[JsonObject], text: str) -> tuple[str, tuple[Utterance, ...]]:
    """What stands before the first word, and the utterances that have words."""
    worded = [(record, words) for record in records if (words := record.objects("words"))]
    places = _places([word for _, words in worded for word in words], text)
    ends = [*(place and place.start for place in places[1:]), len(text)]
    spaces = [
        text[place.end : end] if place and end is not None else " "
        for place, end in zip(places, ends, strict=False)
    ]
    before = text[: places[0].start] if places and places[0] else "" if places else text
    for word, space in zip((word for _, words in worded for word in words), spaces, strict=True):
        word.check_space(space)
    number, utterances = 0, []
    for record, words in worded:
        one = _utterance(record, words, tuple(spaces[: len(words)]))
        del spaces[: len(words)]
        if one.number <= number:
            record.fault("json-place", f"the utterance has number {one.number}, after {number}")
        number = max(one.number, number + 1)
        utterances.append(replace(one, number=number))
    return before, laid_out(utterances, len(before))


def _places(words: Sequence[JsonObject], text: str) -> list[Stretch | None]:
    """Where the words stand in the text, None for those that stand elsewhere."""
    places: list[Stretch | None] = []
    end = 0
    for word in words:
        place, form = Stretch(word.number("start"), word.number("end")), word.text("form")
        is_there = end <= place.start < place.end and text[place.start : place.end] == form
        places.append(place if is_there else None)
        if is_there:
            end = place.end
        else:
            message = f"{quoted(form)} does not stand at {place.start} to {place.end} of the text"
            word.fault("json-place", f"{message}; read between blanks")
    return places


def _utterance(
    record: JsonObject, words: Sequence[JsonObject], spaces: tuple[str, ...]
) -> Utterance:
    told = [word.number("head") for word in words]
    heads = as_tree(told)
    for word, was, head in zip(words, told, heads, strict=True):
        if was != head:
            word.fault("json-place", f"the head {was} makes no tree; read as a root", "head")
    return Utterance(
        **_plain(record, Utterance),
        forms=tuple(word.text("form") or "_" for word in words),
        lemmas=tuple(word.text("lemma") for word in words),
        upos=tuple(word.text("upos") for word in words),
        xpos=tuple(word.text("xpos") or "_" for word in words),
        features=tuple(word.text("features") or "_" for word in words),
        heads=heads,
        relations=tuple(word.text("relation") for word in words),
        spaces=spaces,
    )


def _expression(record: JsonObject, lengths: Mapping[int, int]) -> ReferringExpression:
    kind = _member(Kind, record, "kind", Kind.BARE)
    plain = _plain(record, ReferringExpression)
    length = lengths.get(plain["utterance"], 0)
    head, first, last = record.number("head"), plain["first"], plain["last"]
    is_inside = 1 <= first <= last <= length and 0 <= head <= length
    is_small = all(0 <= number < 10**MOST_DIGITS for number in (head, first, last))
    if not is_inside and (record.is_number("start") or not is_small):
        message = f"words {first} to {last} are not in utterance {plain['utterance']}"
        record.fault("json-place", f"{message}; read as one without words")
        head, plain["first"], plain["last"], plain["heard_at"] = 0, 0, 0, 0
    return ReferringExpression(
        **plain,
        position=head - 0.5 if kind in {Kind.ELLIPSIS, Kind.ZERO} else float(head),
        hangs_on=head if kind is Kind.ZERO else 0,
        entity=entity_of(record.text("entity")),
        familiarity=_member(Familiarity, record, "familiarity", Familiarity.BRAND_NEW),
        kind=kind,
        sorts=_sorts(record),
    )


def _sorts(record: JsonObject) -> frozenset[Sort]:
    said = record.several("sorts")
    for n, sort in enumerate(said):
        if sort not in list(Sort):
            record.fault("file-value", "this is no sort; left aside", "sorts", n)
    return frozenset(sort for sort in Sort if sort in said) or ANY_SORT


def _steps(records: Sequence[JsonObject], known: Sequence[ReferringExpression]) -> Iterator[Step]:
    for record in records:
        pronoun = _known(record, "pronoun", known)
        attempts = tuple(_attempt(one, known) for one in record.objects("attempts"))
        antecedent = _antecedent(record, known)
        given_up = tuple(each for each in attempts if not each.succeeded)
        before = Resolution(pronoun, given_up, None) if record.is_true("is_revision") else None
        kind = _known(record, "kind_of", known) if record.is_number("kind_of") else None
        resolution = Resolution(
            pronoun,
            attempts,
            antecedent,
            confidence=record.measure("confidence"),
            taken_as=None if antecedent else _label(record),
            instead_of=before,
            kind_of=Element.of(kind) if kind else None,
        )
        name, start, end = record.text("name"), record.number("start"), record.number("end")
        yield Step((), pronoun, (replace(resolution, name=name, start=start, end=end),))


def _antecedent(record: JsonObject, known: Sequence[ReferringExpression]) -> Element | None:
    entity = entity_of(record.text("entity"))
    expression = _known(record, "antecedent", known) if entity else None
    return _element(entity, Familiarity.EVOKED, expression) if entity and expression else None


def _attempt(record: JsonObject, known: Sequence[ReferringExpression]) -> Attempt:
    familiarity = _member(Familiarity, record, "familiarity", Familiarity.BRAND_NEW)
    candidate = _element(
        entity_of(record.text("entity")) or Entity(""),
        familiarity,
        _known(record, "expression", known),
    )
    verdict = None
    if record.text("violated"):
        verdict = Verdict(_member(Constraint, record, "violated", Constraint.AGREEMENT))
    return Attempt(candidate, verdict, record.number("states_back"), record.measure("score"))


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
    if record.is_number(name):
        _check_number(record, number, known, name)
    return ReferringExpression(record.text("text"), 0, 0.0)


def _check_number(
    record: JsonObject, number: object, known: Sequence[object], *steps: str | int
) -> None:
    if type(number) is not int or not 0 <= number < len(known):
        message = f"there is no expression {quoted(str(number))}; left aside"
        record.fault("json-reference", message, *steps)


def _plain(record: JsonObject, kind: type) -> dict[str, Any]:
    """What a value is made of, as far as it is told as it is: texts, numbers, yes and no."""
    read = {str: record.text, int: record.number, bool: record.is_true}
    types = _types(kind)
    return {name: read[types[name]](name) for name in FIELDS[kind] if types.get(name) in read}


_types = cache(get_type_hints)
Member = TypeVar("Member", bound=StrEnum)


def _member(kind: type[Member], record: JsonObject, name: str, otherwise: Member) -> Member:
    value = record.text(name)
    if value in set(kind):
        return kind(value)
    if value:
        message = f"{quoted(value)} is no {name}; read as {str(otherwise)!r}"
        record.fault("file-value", message, name)
    return otherwise


def _label(record: JsonObject) -> Label | None:
    """What was said of a pronoun; that it was resolved, or was not, is told by its antecedent."""
    told = record.text("label")
    return Label(told) if told in set(Label) - {Label.RESOLVED, Label.UNRESOLVED} else None
