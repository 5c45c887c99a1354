"""Everything that was understood, as JSON; the package says which fields there are.

SCHEMA    the version of the schema
FIELDS    what is told of an utterance, a word, an expression …; reading asks for the same
write     whole interpretations

It is a megabyte for every thousand pronouns. So the text is written at once, object by object, each
from a form of its fields: the values of `json` would cost four times as much. A string is written
once, and so is an element, which is tested for pronoun after pronoun.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import isfinite
from operator import add, attrgetter

from hearer.formats.annotation import Annotation
from hearer.formats.generator import program
from hearer.formats.json.sets import members_of
from hearer.formats.json_values import rounded
from hearer.harmless import json_string
from hearer.model import (
    Attempt,
    Element,
    Entity,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Resolution,
    Segment,
    Sort,
    Utterance,
    Word,
)
from hearer.once import Once

SCHEMA = "hearer-interpretation-1"
FIELDS: dict[type, list[str]] = {
    Utterance: "number name speaker begins_paragraph is_heading start".split(),
    Word: "number form lemma upos xpos features head relation start end".split(),
    ReferringExpression: "text entity kind is_pronoun is_spoken familiarity status sorts relation "
    "utterance head first last heard_at start end".split(),
    Resolution: "pronoun text start end entity name antecedent label confidence is_revision "
    "attempts".split(),
    Attempt: "entity familiarity expression text violated states_back score".split(),
    Segment: "first last".split(),
    Problem: "path line column code message".split(),
}
Pieces = tuple[str, ...]


def write(found: Sequence[Interpretation]) -> bytes:
    """One object, or an array of them; the same interpretation gives the same text."""
    if len(found) == 1:
        return b"".join((*_document(found[0]), b"\n"))
    documents = map(b"".join, map(_document, found))
    return b"[\n" + b",\n".join(documents) + b"\n]\n"


def _document(found: Interpretation) -> list[bytes]:
    """An object that can be encoded, and looked at, whatever the input was."""
    return [part.encode() for part in _Document(found).parts()]


def _form(names: Iterable[str], depth: int) -> str:
    """An object of these fields, with a place for each value; it stands so deep in others."""
    lines = ",\n".join(f'{" " * (depth + 1)}"{name}": %s' for name in names)
    return f"{' ' * depth}{{\n{lines}\n{' ' * depth}}}"


def _listed(values: Iterable[str], depth: int) -> str:
    """An array of values that have their indentation already."""
    inside = ",\n".join(values)
    return f"[\n{inside}\n{' ' * depth}]" if inside else "[]"


# What ends with an array is long, and never put together before it is written.
_UTTERANCE, _ENDED = _form((*FIELDS[Utterance], "words"), 2).rsplit("%s", 1)
_WORD = _form(FIELDS[Word], 4)
_EXPRESSION = _form(FIELDS[ReferringExpression], 2)
_ENTITY, _END = _form(("entity", "name", "expressions"), 2), "\n  }"
_RESOLUTION = _form(FIELDS[Resolution], 2).removesuffix(f"%s{_ENDED}")
_ATTEMPTS, _KIND_OF = '   "attempts": ', '   "kind_of": %s,\n'  # only *one* is another of a kind
# An attempt has three parts: an element, which is tested more than once, what came of it, a weight.
_TESTED, _VIOLATION = (
    _form(part, 4).removesuffix("\n    }") for part in (FIELDS[Attempt][:4], FIELDS[Attempt][4:])
)
_VIOLATION = "," + _VIOLATION.removeprefix("    {").removesuffix("%s")
_COLUMNS = attrgetter("forms", "lemmas", "upos", "xpos", "features", "heads", "relations")
_LITERALS = {False: "false", True: "true"}


class _Document:
    """Writes one interpretation."""

    def __init__(self, found: Interpretation) -> None:
        self._found = found
        self._strings = Once(json_string)
        self._numbers = {expression.id: n for n, expression in enumerate(found.expressions)}
        self._offsets: dict[int, tuple[Utterance, list[int]]] = {}  # by utterance: of its words
        self._sorted: dict[frozenset[Sort], str] = {}
        # By identity: of elements, as long as they are held here, and of members of an enum.
        self._elements: dict[int, str] = {}
        self._held: list[Element] = []
        self._violations: dict[tuple[int, int], str] = {}

    def parts(self) -> Iterator[str]:
        """The object, piece by piece."""
        yield "{"
        for name, value in self._texts().items():
            yield f'\n "{name}": {self._strings[value]},'
        arrays = self._arrays()
        for n, (name, values) in enumerate(arrays.items(), start=1):
            yield f'\n "{name}": ['
            yield from _separated(values)
            yield "," if n < len(arrays) else "\n}"

    def _texts(self) -> dict[str, str]:
        discourse = self._found.discourse
        return {
            "schema": SCHEMA,
            "document": discourse.name,
            "path": discourse.path,
            "algorithm": self._found.algorithm,
            "profile": self._found.profile,
            "program": program(),
            "parser": discourse.parser,
            "model": self._found.model,
            **({"language": discourse.language} if discourse.language else {}),
            "text": discourse.text,
        }

    def _arrays(self) -> dict[str, Iterable[Pieces]]:
        found = self._found
        # An annotation has tested no candidates, so it has resolved nothing.
        resolutions = () if isinstance(found, Annotation) else found.resolutions
        notes = ((f"  {self._strings[one]}",) for one in found.notes)
        return {
            "utterances": map(self._utterance, found.discourse.utterances),
            "expressions": zip(map(self._expression, found.expressions)),
            "entities": zip(self._entities()),
            "resolutions": map(self._resolution, resolutions),
            "segments": zip(map(self._told, found.segments)),
            "problems": zip(map(self._told, found.problems)),
            **({"notes": notes} if found.notes else {}),
        }

    def _value(self, value: object) -> str:
        if isinstance(value, str):
            return self._strings[value]
        return _LITERALS[value] if isinstance(value, bool) else json.dumps(value)

    def _told(self, one: object) -> str:
        """The fields of a value as they are."""
        names = FIELDS[type(one)]
        return _form(names, 2) % tuple(self._value(getattr(one, name)) for name in names)

    def _utterance(self, utterance: Utterance) -> Pieces:
        own = [self._value(getattr(utterance, name)) for name in FIELDS[Utterance]]
        lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
        starts = list(accumulate(lengths, initial=utterance.start))
        self._offsets[utterance.number] = utterance, starts
        return _UTTERANCE % (*own,), *_long(self._words(utterance, starts))

    def _words(self, utterance: Utterance, starts: Sequence[int]) -> list[str]:
        json, columns = self._strings, zip(*_COLUMNS(utterance), starts, strict=False)
        return [
            _WORD  # as FIELDS has them
            % (n, *map(json.__getitem__, tags), head, json[role], start, start + len(tags[0]))
            for n, (*tags, head, role, start) in enumerate(columns, start=1)
        ]

    def _expression(self, expression: ReferringExpression) -> str:
        strings, entity, familiarity = self._strings, expression.entity, expression.familiarity
        return _EXPRESSION % (
            strings[expression.text],
            "null" if entity is None else strings[entity],
            f'"{expression.kind}"',
            _LITERALS[expression.is_pronoun],
            _LITERALS[expression.is_spoken],
            f'"{familiarity}"',
            f'"{familiarity.status.name}"',
            self._sorts(expression.sorts),
            strings[expression.relation],
            expression.utterance,
            expression.head,
            expression.first,
            expression.last,
            expression.heard_at,
            *self._stretch(expression),
        )

    def _sorts(self, sorts: frozenset[Sort]) -> str:
        told = self._sorted.get(sorts)
        if told is None:
            told = self._sorted[sorts] = _listed((f'    "{sort}"' for sort in sorted(sorts)), 3)
        return told

    def _stretch(self, expression: ReferringExpression) -> tuple[int | str, int | str]:
        """Where the expression starts and ends in the text; nowhere for one without words."""
        utterance, starts = self._offsets.get(expression.utterance, (None, []))
        first, last = expression.first, expression.last
        if utterance is None or not 1 <= first <= last <= len(utterance):
            return "null", "null"
        return starts[first - 1], starts[last - 1] + len(utterance.forms[last - 1])

    def _entities(self) -> Iterator[str]:
        """What realizes each entity, and what it is called."""
        sets, names, strings = members_of(self._found.expressions), self._found.names, self._strings
        for entity, several in self._realizing().items():
            listed = _listed((f"    {n}" for n in several), 3)
            told = _ENTITY % (strings[entity], strings[names.get(entity, "")], listed)
            if members := sets.get(entity):
                each = _listed((f"    {strings[one]}" for one in members), 3)
                told = f'{told.removesuffix(_END)},\n   "members": {each}{_END}'
            yield told

    def _realizing(self) -> dict[Entity, list[int]]:
        """The numbers of what realizes each entity; mentions of an annotation may share a head."""
        numbers: dict[Entity, list[int]] = {}
        for n, expression in enumerate(self._found.expressions):
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                numbers.setdefault(expression.entity, []).append(n)
        return numbers

    def _resolution(self, resolution: Resolution) -> Pieces:
        strings, antecedent = self._strings, resolution.antecedent
        own = _RESOLUTION % (
            self._number(resolution.pronoun),
            strings[resolution.pronoun.text],
            *((resolution.start, resolution.end) if resolution.end else ("null", "null")),
            strings[antecedent.entity] if antecedent else "null",
            strings[resolution.name],
            self._number(antecedent.expression) if antecedent else "null",
            f'"{resolution.label}"',
            _measure(resolution.confidence),
            _LITERALS[resolution.is_revision],
        )
        if kind := resolution.kind_of:
            own = own.replace(_ATTEMPTS, f"{_KIND_OF % self._number(kind.expression)}{_ATTEMPTS}")
        return own, *_long(self._attempts(resolution.attempts))

    def _attempts(self, attempts: Iterable[Attempt]) -> list[str]:
        element_of, violation_of, told = self._elements.get, self._violations.get, []
        for attempt in attempts:
            element, verdict, score = attempt.candidate, attempt.verdict, attempt.score
            violated = id(verdict and verdict.constraint), attempt.states_back
            tested = element_of(id(element)) or self._element(element)
            outcome = violation_of(violated) or self._violation(attempt)
            weight = "null" if score is None else _measure(score)
            told.append(f"{tested}{outcome}{weight}\n    }}")
        return told

    def _violation(self, attempt: Attempt) -> str:
        violated, back = attempt.violated, attempt.states_back
        told = _VIOLATION % (f'"{violated}"' if violated else "null", back)
        self._violations[id(violated), back] = told
        return told

    def _element(self, element: Element) -> str:
        strings, expression = self._strings, element.expression
        told = self._elements[id(element)] = _TESTED % (
            strings[element.entity],
            f'"{element.familiarity}"',
            self._number(expression),
            strings[expression.text],
        )
        self._held.append(element)
        return told

    def _number(self, expression: ReferringExpression) -> int | str:
        return self._numbers.get(expression.id, "null")


def _measure(measure: float | None) -> str:
    """A confidence or a weight; infinity and what is no number as Python's json has them."""
    if measure is None:
        return "null"
    return repr(rounded(measure)) if isfinite(measure) else json.dumps(measure)


def _long(values: Sequence[str]) -> Pieces:
    """The array that an object ends with."""
    return ("[\n", ",\n".join(values), "\n   ]", _ENDED) if values else ("[]", _ENDED)


def _separated(values: Iterable[Pieces]) -> Iterator[str]:
    """The values of an array of the document, and its end."""
    is_empty = True
    for value in values:
        yield "\n" if is_empty else ",\n"
        yield from value
        is_empty = False
    yield "]" if is_empty else "\n ]"
