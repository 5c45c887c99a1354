"""Our JSON: interpretations written, documents and entities read; see docs/schema.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from hearer.escape import as_json, in_json
from hearer.formats.annotation import Annotation
from hearer.formats.conllu.file import as_tree
from hearer.formats.decoding import decoded
from hearer.formats.entities import Mention, NodePlace, Stretch, mention_of, starts_of
from hearer.formats.format import Format, Holds, Problems, Reading, program, quoted
from hearer.formats.json_values import JsonObject, Wanted, first_object, objects_in, rounded
from hearer.formats.unparsed import laid_out, with_entities
from hearer.model import (
    Attempt,
    Discourse,
    Entity,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Resolution,
    Segment,
    Sort,
    Utterance,
)

OURS = "hearer-interpretation-"
SCHEMA = f"{OURS}1"
# The fields in their order.
FIELDS: dict[type, list[str]] = {
    Utterance: "number name speaker begins_paragraph is_heading start".split(),
    ReferringExpression: "text entity kind is_pronoun is_spoken familiarity status sorts relation "
    "utterance head first last heard_at start end".split(),
    Segment: "first last".split(),
    Problem: "path line column code message".split(),
}
_OURS = Wanted(
    "json-document",
    f"JSON object of the schema {SCHEMA}",
    lambda record: record.text("schema") == SCHEMA,
)
_COLUMNS = "forms lemmas upos xpos features heads relations".split()
_WORD = "number form lemma upos xpos features head relation start end".split()
_ATTEMPT = "entity familiarity expression text violated states_back score".split()
_DEFAULTS = {"form": "_", "xpos": "_", "features": "_"}
Record = dict[str, object]


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """Write one object, or an array of them; the same interpretation gives the same bytes."""
    documents = [_indented(_Writer(one).record()) for one in found]
    text = documents[0] if len(documents) == 1 else "[\n" + ",\n".join(documents) + "\n]"
    return f"{text}\n".encode()


class _Rows(NamedTuple):
    """Records with the same fields and without lists in them."""

    fields: Sequence[str]
    values: Iterable[Sequence[object]]


def _indented(value: object, depth: int = 0) -> str:
    """Encode a value as `json.dumps(…, indent=1)` does, which is slow since it is not in C.

    An iterator is encoded as a list, item by item, so that its items need not exist at once.
    """
    if isinstance(value, str):
        return as_json(value)
    if not isinstance(value, (dict, list, Iterator, _Rows)):
        return str(value) if type(value) is int else json.dumps(value)
    end, line = "\n" + " " * depth, "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        pairs = [f'"{key}": {_indented(one, depth + 1)}' for key, one in value.items()]
        return f"{{{line}{f',{line}'.join(pairs)}{end}}}"
    if isinstance(value, _Rows):
        plain = [*chain.from_iterable(value.values)]
        cells = in_json(_BY_LINE.encode(plain)[1:-1]).split("\n")
        fields = f",{line} ".join(f'"{name}": %s' for name in value.fields)
        record, columns = f"{{{line} {fields}{line}}}", [iter(cells)] * len(value.fields)
        texts = [record % row for row in zip(*columns, strict=True)] if plain else []
    else:
        texts = [_indented(one, depth + 1) for one in value]
    return f"[{line}{f',{line}'.join(texts)}{end}]" if texts else "[]"


_BY_LINE = json.JSONEncoder(ensure_ascii=False, separators=("\n", ": "))  # no string has a line end


class _Writer:
    """Makes the record of an interpretation."""

    def __init__(self, found: Interpretation) -> None:
        self._found = found
        self._numbers = {expression.id: n for n, expression in enumerate(found.expressions)}

    def record(self) -> Record:
        found, discourse = self._found, self._found.discourse
        # An annotation has tested no candidates, so it has resolved nothing.
        resolutions = () if isinstance(found, Annotation) else found.resolutions
        return {
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
            "utterances": map(self._utterance, discourse.utterances),
            "expressions": map(self._expression, found.expressions),
            "entities": self._entities(),
            "resolutions": map(self._resolution, resolutions),
            "segments": map(_plain_record, found.segments),
            "problems": map(_plain_record, found.problems),
            **({"notes": iter(found.notes)} if found.notes else {}),
        }

    def _utterance(self, utterance: Utterance) -> Record:
        columns = zip(*(getattr(utterance, name) for name in _COLUMNS), strict=True)
        starts = starts_of(utterance)
        words = (
            (n, *word, start, start + len(word[0]))
            for n, (word, start) in enumerate(zip(columns, starts, strict=False), start=1)
        )
        return {**_plain_record(utterance), "words": _Rows(_WORD, words)}

    def _expression(self, expression: ReferringExpression) -> Record:
        status, sorts = expression.familiarity.status.name, sorted(expression.sorts)
        return _plain_record(expression) | {"status": status, "sorts": sorts}

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
            "name": resolution.name or "",
            "antecedent": self._number(antecedent.expression) if antecedent else None,
            "label": resolution.label,
            "confidence": rounded(resolution.confidence),
            "is_revision": bool(resolution.instead_of),
            **({"kind_of": self._number(kind.expression)} if kind else {}),
            "attempts": _Rows(_ATTEMPT, map(self._attempt, resolution.attempts)),
        }

    def _attempt(self, attempt: Attempt) -> tuple[object, ...]:
        element, score = attempt.candidate, rounded(attempt.score)
        number, text = self._number(element.expression), element.expression.text
        tested = element.entity, element.familiarity, number, text
        return *tested, attempt.violated, attempt.states_back, score

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
    """Read the documents of a file with their entities; other objects are reported and ignored.

    Resolutions, segments and problems are not read.
    """
    problems = Problems(path)
    ours = objects_in(decoded(content, problems), problems, _OURS)
    return Reading([*map(_document, ours)], path=path, problems=problems)


def _document(record: JsonObject) -> Discourse:
    before, utterances = _utterances(record.objects("utterances"), record.text("text"))
    record.check_space(before, "text")
    name, path, parser = map(record.text, ("document", "path", "parser"))
    known = {one.number: (n, len(one)) for n, one in enumerate(utterances, start=1)}
    found = (_mention(one, known) for one in record.objects("expressions"))
    discourse = Discourse(utterances, name, path, before=before, parser=parser)
    return with_entities(discourse, filter(None, found))


def _mention(record: JsonObject, known: Mapping[int, tuple[int, int]]) -> Mention | None:
    """Return an expression that has an entity and words; one without words has no offsets."""
    entity, kind = record.text("entity"), record.text("kind")
    utterance, first, last = map(record.number, ("utterance", "first", "last"))
    number, length = known.get(utterance, (0, 0))
    sorts = record.several("sorts")
    for n, sort in enumerate(sorts):
        if sort not in list(Sort):
            record.fault("file-value", "this is no sort; ignored", "sorts", n)
    if not 1 <= first <= last <= length:
        if record.is_number("start"):
            message = f"words {first} to {last} are not in utterance {utterance}; ignored"
            record.fault("json-place", message)
        return None
    known_sorts = [sort for sort in Sort if sort in sorts]
    etype = str(known_sorts[0]) if len(known_sorts) == 1 else ""
    span = NodePlace(number, first), NodePlace(number, last)
    is_mention = entity and kind != Kind.ELLIPSIS
    return mention_of(entity, [span], etype=etype) if is_mention else None


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
        column: tuple(word.text(name) or _DEFAULTS.get(name, "") for word in words)
        for column, name in zip(_COLUMNS, _WORD[1:], strict=False)
        if name != "head"
    }
    written = [word.number("head") for word in words]
    heads = as_tree(written)
    for word, was, head in zip(words, written, heads, strict=True):
        if was != head:
            word.fault("json-place", f"the head {was} makes no tree; read as a root", "head")
    return Utterance(
        record.number("number"),
        **columns,
        heads=heads,
        spaces=spaces,
        name=record.text("name"),
        speaker=record.text("speaker"),
        begins_paragraph=record.is_true("begins_paragraph"),
        is_heading=record.is_true("is_heading"),
    )


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
