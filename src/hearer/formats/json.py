"""Our JSON: whole interpretations, written and read back. docs/schema.md describes the fields."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_type_hints

from hearer.formats.annotation import Annotation
from hearer.formats.conllu.file import as_tree
from hearer.formats.decoding import decoded
from hearer.formats.entities import NodePlace, Stretch, mention_of, starts_of
from hearer.formats.format import Format, Holds, Problems, Reading, program, quoted
from hearer.formats.json_values import JsonObject, JsonRecords, first_object, rounded
from hearer.formats.unparsed import laid_out, with_entities
from hearer.harmless import json_string
from hearer.limits import MOST_DIGITS
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
from hearer.once import Once

OURS = "hearer-interpretation-"
SCHEMA = f"{OURS}1"
# The fields in their order; texts, numbers and booleans are written and read as they are.
FIELDS: dict[type, list[str]] = {
    Utterance: "number name speaker begins_paragraph is_heading start".split(),
    ReferringExpression: "text entity kind is_pronoun is_spoken familiarity status sorts relation "
    "utterance head first last heard_at".split(),
    Segment: "first last".split(),
    Problem: "path line column code message".split(),
}
_COLUMNS = "forms lemmas upos xpos features heads relations".split()
_WORD = "form lemma upos xpos features head relation".split()
_KINDS = {"?": EntityKind.UNKNOWN, "{": EntityKind.SET}
Record = dict[str, object]
Member = TypeVar("Member", bound=StrEnum)


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """Write one object, or an array of them; the same interpretation gives the same bytes."""
    documents = [b"".join(part.encode() for part in _Writer(one).parts()) for one in found]
    if len(documents) == 1:
        return documents[0] + b"\n"
    return b"[\n" + b",\n".join(documents) + b"\n]\n"


class _Writer:
    """Writes an interpretation as `json.dumps(…, indent=1)` would, at a fraction of the time."""

    def __init__(self, found: Interpretation) -> None:
        self._found = found
        self._strings = Once(json_string)
        self._numbers = {expression.id: n for n, expression in enumerate(found.expressions)}
        self._utterances = {one.number: one for one in found.discourse.utterances}
        self._starts: Once[int, list[int]] = Once(lambda n: starts_of(self._utterances[n]))

    def parts(self) -> Iterator[str]:
        """Return the object piece by piece, so that its records need not exist at once."""
        found, discourse = self._found, self._found.discourse
        texts = {
            "schema": SCHEMA,
            "document": discourse.name,
            "path": discourse.path,
            "algorithm": found.algorithm,
            "profile": found.profile,
            "program": program(),
            "parser": discourse.parser,
            "model": found.model,
            **({"language": discourse.language} if discourse.language else {}),
            "text": discourse.text,
        }
        # An annotation has tested no candidates, so it has resolved nothing.
        resolutions = () if isinstance(found, Annotation) else found.resolutions
        arrays: dict[str, Iterable[object]] = {
            "utterances": map(self._utterance, discourse.utterances),
            "expressions": map(self._expression, found.expressions),
            "entities": self._entities(),
            "resolutions": map(self._resolution, resolutions),
            "segments": map(_plain_record, found.segments),
            "problems": map(_plain_record, found.problems),
            **({"notes": found.notes} if found.notes else {}),
        }
        yield "{"
        for name, text in texts.items():
            yield f'\n "{name}": {self._strings[text]},'
        for n, (name, values) in enumerate(arrays.items(), start=1):
            comma = ""
            yield f'\n "{name}": ['
            for value in values:
                yield f"{comma}\n  {self._encoded(value, chr(10) + '  ')}"
                comma = ","
            yield "\n ]" if comma else "]"
            yield "," if n < len(arrays) else "\n}"

    def _encoded(self, value: object, line: str) -> str:
        """Encode a value; `line` is a line end with the indentation of its last line."""
        if isinstance(value, str):
            return self._strings[value]
        inner = f"{line} "
        if isinstance(value, dict):
            pairs = [f'{inner}"{key}": {self._encoded(one, inner)}' for key, one in value.items()]
            return f"{{{','.join(pairs)}{line}}}"
        if isinstance(value, list):
            values = [f"{inner}{self._encoded(one, inner)}" for one in value]
            return f"[{','.join(values)}{line}]" if values else "[]"
        return str(value) if type(value) is int else json.dumps(value)

    def _utterance(self, utterance: Utterance) -> Record:
        columns = zip(*(getattr(utterance, name) for name in _COLUMNS), strict=True)
        starts = self._starts[utterance.number]
        words = [
            {
                "number": n,
                **dict(zip(_WORD, word, strict=True)),
                "start": starts[n - 1],
                "end": starts[n - 1] + len(word[0]),
            }
            for n, word in enumerate(columns, start=1)
        ]
        return {**_plain_record(utterance), "words": words}

    def _expression(self, expression: ReferringExpression) -> Record:
        utterance = self._utterances.get(expression.utterance)
        first, last = expression.first, expression.last
        start = end = None  # without words
        if utterance is not None and 1 <= first <= last <= len(utterance):
            starts = self._starts[utterance.number]
            start, end = starts[first - 1], starts[last - 1] + len(utterance.forms[last - 1])
        status, sorts = expression.familiarity.status.name, sorted(expression.sorts)
        written = {"status": status, "sorts": sorts, "start": start, "end": end}
        return _plain_record(expression) | written

    def _entities(self) -> Iterator[Record]:
        names, sets = self._found.names, members_of(self._found.expressions)
        numbers: dict[Entity, list[int]] = {}
        for n, expression in enumerate(self._found.expressions):
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                numbers.setdefault(expression.entity, []).append(n)
        for entity, several in numbers.items():
            name = names.get(entity, "")
            record: Record = {"entity": entity, "name": name, "expressions": several}
            yield {**record, "members": [*sets[entity]]} if entity in sets else record

    def _resolution(self, resolution: Resolution) -> Record:
        antecedent, kind = resolution.antecedent, resolution.kind_of
        is_placed = bool(resolution.end)
        return {
            "pronoun": self._number(resolution.pronoun),
            "text": resolution.pronoun.text,
            "start": resolution.start if is_placed else None,
            "end": resolution.end if is_placed else None,
            "entity": antecedent.entity if antecedent else None,
            "name": resolution.name,
            "antecedent": self._number(antecedent.expression) if antecedent else None,
            "label": resolution.label,
            "confidence": rounded(resolution.confidence),
            "is_revision": resolution.is_revision,
            **({"kind_of": self._number(kind.expression)} if kind else {}),
            "attempts": [
                {
                    "entity": element.entity,
                    "familiarity": element.familiarity,
                    "expression": self._number(element.expression),
                    "text": element.expression.text,
                    "violated": attempt.violated,
                    "states_back": attempt.states_back,
                    "score": rounded(attempt.score),
                }
                for attempt in resolution.attempts
                for element in (attempt.candidate,)
            ],
        }

    def _number(self, expression: ReferringExpression) -> int | None:
        return self._numbers.get(expression.id)


def _plain_record(value: object) -> Record:
    return {name: getattr(value, name, None) for name in FIELDS[type(value)]}


def members_of(expressions: Iterable[ReferringExpression]) -> dict[Entity, tuple[Entity, ...]]:
    """Return the members of every set, as the first expression of it has them."""
    found: dict[Entity, tuple[Entity, ...]] = {}
    for expression in expressions:
        members = tuple(one.entity for one in expression.members if one.entity is not None)
        if members and expression.entity is not None:
            found.setdefault(expression.entity, members)
    return found


# Reading ----------------------------------------------------------------------------------------


def read(content: bytes, path: str = "") -> Reading:
    """Read the documents of a file with their entities; other objects are reported and ignored."""
    problems = Problems(path)
    documents = []
    for found in _interpretations(content, problems):
        utterances = enumerate(filter(len, found.discourse.utterances), start=1)
        known = {utterance.number: (n, len(utterance)) for n, utterance in utterances}
        mentions = []
        for e in (e for chain in found.chains for e in chain.expressions):
            number, length = known.get(e.utterance, (0, 0))
            if 1 <= e.first <= e.last <= length:
                etype = str(next(iter(e.sorts))) if len(e.sorts) == 1 else ""
                span = NodePlace(number, e.first), NodePlace(number, e.last)
                mentions.append(mention_of(e.referent, [span], etype=etype))
        documents.append(with_entities(found.discourse, mentions))
    return Reading(documents, path=path, problems=problems)


def interpretations(content: bytes) -> tuple[Interpretation, ...]:
    """Read whole interpretations; writing them gives the same bytes.

    Agreement and the lists between two resolutions are not in the file.
    """
    return tuple(_interpretations(content, Problems("")))


def _interpretations(content: bytes, problems: Problems) -> list[Interpretation]:
    records = JsonRecords(decoded(content, problems), problems, code="json-document")
    wanted = f"JSON object of the schema {SCHEMA}"
    ours = records.objects(lambda record: record.text("schema") == SCHEMA, wanted)
    found = list(map(_interpretation, ours))
    records.report()
    return found


def _interpretation(record: JsonObject) -> Interpretation:
    before, utterances = _utterances(record.objects("utterances"), record.text("text"))
    record.check_space(before, "text")
    name, path, parser = map(record.text, ("document", "path", "parser"))
    lengths = {utterance.number: len(utterance) for utterance in utterances}
    expressions = [_expression(one, lengths) for one in record.objects("expressions")]
    entities = record.objects("entities")
    for entity in entities:
        for n, number in enumerate(entity.several("expressions")):
            _check_number(entity, number, expressions, "expressions", n)
    known = _with_members(expressions, entities)
    segments = []
    for one in record.objects("segments"):
        segments.append(Segment(**_plain(one, Segment)))
        if not 0 <= segments[-1].first <= segments[-1].last:
            one.fault("json-place", "the segment ends before it begins; kept")
    named = {_entity(one.text("entity")): one.text("name") for one in entities}
    has_names = any("name" in one for one in entities)  # older files have none
    return Interpretation(
        steps=tuple(_step(one, known) for one in record.objects("resolutions")),
        expressions=known,
        segments=tuple(segments),
        problems=tuple(Problem(**_plain(p, Problem)) for p in record.objects("problems")),
        algorithm=record.text("algorithm"),
        profile=record.text("profile"),
        discourse=Discourse(utterances, name, path, before=before, parser=parser),
        named={one: name for one, name in named.items() if one} if has_names else None,
        model=record.text("model"),
    )


def _entity(letters: str) -> Entity | None:
    """Make an entity; in a file its first letter shows its kind."""
    return Entity(letters, _KINDS.get(letters[0], EntityKind.NAMED)) if letters else None


def _with_members(
    expressions: Sequence[ReferringExpression], entities: Sequence[JsonObject]
) -> tuple[ReferringExpression, ...]:
    """Add the members of sets to coordinations and pronouns, each as last mentioned."""
    sets = {one.text("entity"): [*map(str, one.several("members"))] for one in entities}
    latest: dict[str, ReferringExpression] = {}
    found = []
    for one in expressions:
        names = sets.get(one.entity or "", ())
        is_set = names and (one.is_pronoun or one.kind is Kind.SET)
        members = tuple(latest[name] for name in names if name in latest) if is_set else ()
        found.append(replace(one, members=members) if is_set else one)
        if one.entity is not None:
            latest[one.entity] = found[-1]
    return tuple(found)


def _utterances(records: Sequence[JsonObject], text: str) -> tuple[str, tuple[Utterance, ...]]:
    """Return the text before the first word, and the utterances that have words."""
    worded = [(record, words) for record in records if (words := record.objects("words"))]
    all_words = [word for _, words in worded for word in words]
    places: list[Stretch | None] = []  # None for a word that is not there in the text
    end = number = 0
    for word in all_words:
        place, form = Stretch(word.number("start"), word.number("end")), word.text("form")
        if end <= place.start < place.end and text[place.start : place.end] == form:
            places.append(place)
            end = place.end
        else:
            places.append(None)
            message = f"{quoted(form)} is not at {place.start} to {place.end} of the text"
            word.fault("json-place", f"{message}; read between blanks")
    ends = [*(place and place.start for place in places[1:]), len(text)]
    spaces = [
        text[place.end : end] if place and end is not None else " "
        for place, end in zip(places, ends, strict=False)
    ]
    for word, space in zip(all_words, spaces, strict=True):
        word.check_space(space)
    before = text[: places[0].start] if places and places[0] else "" if places else text
    utterances, left = [], iter(spaces)
    for record, words in worded:
        one = _utterance(record, words, tuple(next(left) for _ in words))
        if one.number <= number:
            record.fault("json-place", f"the utterance has number {one.number}, after {number}")
        number = max(one.number, number + 1)
        utterances.append(replace(one, number=number))
    return before, laid_out(utterances, len(before))


def _utterance(
    record: JsonObject, words: Sequence[JsonObject], spaces: tuple[str, ...]
) -> Utterance:
    columns: dict[str, Any] = {
        column: tuple(
            word.text(name) or ("_" if name in {"form", "xpos", "features"} else "")
            for word in words
        )
        for column, name in zip(_COLUMNS, _WORD, strict=True)
        if name != "head"
    }
    written = [word.number("head") for word in words]
    heads = as_tree(written)
    for word, was, head in zip(words, written, heads, strict=True):
        if was != head:
            word.fault("json-place", f"the head {was} makes no tree; read as a root", "head")
    return Utterance(**_plain(record, Utterance), **columns, heads=heads, spaces=spaces)


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
    sorts = record.several("sorts")
    for n, sort in enumerate(sorts):
        if sort not in list(Sort):
            record.fault("file-value", "this is no sort; ignored", "sorts", n)
    return ReferringExpression(
        **plain,
        position=head - 0.5 if kind in {Kind.ELLIPSIS, Kind.ZERO} else float(head),
        hangs_on=head if kind is Kind.ZERO else 0,
        entity=_entity(record.text("entity")),
        familiarity=_member(Familiarity, record, "familiarity", Familiarity.BRAND_NEW),
        kind=kind,
        sorts=frozenset(sort for sort in Sort if sort in sorts) or ANY_SORT,
    )


def _step(record: JsonObject, known: Sequence[ReferringExpression]) -> Step:
    pronoun = _known(record, "pronoun", known)
    attempts = tuple(_attempt(one, known) for one in record.objects("attempts"))
    entity = _entity(record.text("entity"))
    antecedent = kind = label = None
    if entity:
        antecedent = Element.of(_known(record, "antecedent", known), entity, Familiarity.EVOKED)
    elif record.text("label") in set(Label) - {Label.RESOLVED, Label.UNRESOLVED}:
        label = Label(record.text("label"))
    if record.is_number("kind_of"):
        kind = Element.of(_known(record, "kind_of", known))
    given_up = tuple(each for each in attempts if not each.succeeded)
    resolution = Resolution(
        pronoun,
        attempts,
        antecedent,
        confidence=record.measure("confidence"),
        taken_as=label,
        instead_of=Resolution(pronoun, given_up, None) if record.is_true("is_revision") else None,
        kind_of=kind,
    )
    name, start, end = record.text("name"), record.number("start"), record.number("end")
    return Step((), pronoun, (replace(resolution, name=name, start=start, end=end),))


def _attempt(record: JsonObject, known: Sequence[ReferringExpression]) -> Attempt:
    familiarity = _member(Familiarity, record, "familiarity", Familiarity.BRAND_NEW)
    entity = _entity(record.text("entity")) or Entity("")
    expression = _known(record, "expression", known)
    place = expression.utterance, expression.position
    candidate = Element(entity, *place, familiarity=familiarity, expression=expression)
    verdict = None
    if record.text("violated"):
        verdict = Verdict(_member(Constraint, record, "violated", Constraint.AGREEMENT))
    return Attempt(candidate, verdict, record.number("states_back"), record.measure("score"))


def _known(
    record: JsonObject, name: str, known: Sequence[ReferringExpression]
) -> ReferringExpression:
    """Return the expression of that number; one that is not there has its text alone."""
    number = record.number(name)
    if record.is_number(name) and _check_number(record, number, known, name):
        return known[number]
    return ReferringExpression(record.text("text"), 0, 0.0)


def _check_number(
    record: JsonObject, number: object, known: Sequence[object], *steps: str | int
) -> bool:
    is_one = type(number) is int and 0 <= number < len(known)
    if not is_one:
        message = f"there is no expression {quoted(str(number))}; ignored"
        record.fault("json-reference", message, *steps)
    return is_one


def _plain(record: JsonObject, kind: type) -> dict[str, Any]:
    """Return the fields of a value that are texts, numbers and booleans, by their types."""
    read = {str: record.text, int: record.number, bool: record.is_true}
    types = _types(kind)
    return {name: read[types[name]](name) for name in FIELDS[kind] if types.get(name) in read}


_types = cache(get_type_hints)


def _member(kind: type[Member], record: JsonObject, name: str, otherwise: Member) -> Member:
    value = record.text(name)
    if value in set(kind):
        return kind(value)
    if value:
        message = f"{quoted(value)} is no {name}; read as {str(otherwise)!r}"
        record.fault("file-value", message, name)
    return otherwise


def _is_ours(content: bytes) -> bool:  # a lambda cannot be pickled
    return first_object(content).text("schema").startswith(OURS)


FORMAT = Format(
    name="json",
    description="Our JSON: everything that was understood",
    suffixes=(".json",),
    holds=frozenset(Holds)
    - {Holds.RAW_TEXT, Holds.EMPTY_NODES, Holds.PARTS, Holds.FIELDS, Holds.LINKS},
    sniff=_is_ours,
    read=read,
    write=write,
)
