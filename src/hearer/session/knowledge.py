"""What somebody knows better than the analysis, and brings along.

Knowledge        all of it: pronoun sets, entities from elsewhere, corrections, speakers
Given            words that are known to name something: by an NER, or by hand
Correction       what a word refers to, whatever an algorithm says
Corrections      several of them, and what entities are called
words_of         the words that tell a name
given            spans of characters with labels, as an NER gives them, to Given
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import Self

from hearer.errors import UnknownName, UsageError, require
from hearer.formats.entities import Stretch, offsets_of
from hearer.harmless import brief, number_and
from hearer.limits import number_of
from hearer.model import ANY_SORT, Discourse, Sort
from hearer.session.pronouns import forms_of

NOTHING = "-"  # a correction: it refers to nothing
# Labels of OntoNotes, CoNLL-2003 and ours.
LABELS: Mapping[str, Sort] = {
    **{sort.value.upper(): sort for sort in Sort},
    "PER": Sort.PERSON,
    "ORG": Sort.ORGANIZATION,
    "NORP": Sort.ORGANIZATION,
    "GPE": Sort.PLACE,
    "LOC": Sort.PLACE,
    "FAC": Sort.PLACE,
    "PRODUCT": Sort.OBJECT,
    "WORK_OF_ART": Sort.ABSTRACT,
    "LAW": Sort.ABSTRACT,
    "LANGUAGE": Sort.ABSTRACT,
    "DATE": Sort.TIME,
}
# Labels that say nothing of a sort.
UNSORTED = frozenset("MISC MONEY PERCENT QUANTITY ORDINAL CARDINAL".split())


@dataclass(frozen=True, slots=True)
class Given:
    """The words `first` to `last` of an utterance name something, of a sort or an entity."""

    utterance: int
    first: int
    last: int
    label: str = ""
    entity: str = ""

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts its label stands for; a label that says nothing of sorts allows all."""
        sort = LABELS.get(self.label.upper())
        return ANY_SORT if sort is None else frozenset({sort})


@dataclass(frozen=True, slots=True)
class Correction:
    """What the word `word` of an utterance refers to.

    `entity` is an entity, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for nothing.
    A word may come later than what points at it; one that points at itself means somebody new.
    """

    utterance: int
    word: int
    entity: str

    @property
    def is_pointer(self) -> bool:
        """Whether the entity is given by a place; "@ann" is a name like any other."""
        return self.entity.startswith("@") and not self.entity[1:].strip("0123456789.")

    @property
    def place(self) -> tuple[int, int] | None:
        """The place that "@3.1" points at."""
        utterance, _, word = self.entity.removeprefix("@").partition(".")
        place = number_of(utterance), number_of(word)
        if self.is_pointer and place[0] is not None and place[1] is not None:
            return place[0], place[1]
        return None


class Corrections(tuple[Correction, ...]):
    """Several corrections in order, and what entities are to be called: what a file of them holds.

    `names` has entities, given as corrections give them, and names. The later counts.

    >>> rename = Corrections(names={"@1.1": "Anna Keller"})
    >>> both = Corrections([Correction(2, 1, "@1.1")]) + rename
    >>> both.names, len(both)
    ({'@1.1': 'Anna Keller'}, 1)
    """

    names: Mapping[str, str]

    def __new__(
        cls, corrections: Iterable[Correction] = (), names: Mapping[str, str] | None = None
    ) -> Self:
        several = super().__new__(cls, corrections)
        several.names = {**getattr(corrections, "names", {}), **(names or {})}
        return several

    def __add__(self, others: Iterable[Correction]) -> Corrections:  # type: ignore[override]
        more = Corrections(others)
        return Corrections((*self, *more), {**self.names, **more.names})

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.names == getattr(other, "names", {})

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own
        return not self == other

    def __hash__(self) -> int:
        return super().__hash__()

    def __repr__(self) -> str:
        told = [number_and(len(self), "correction")]
        told += [number_and(len(self.names), "name")] if self.names else []
        return brief(self, f": {', '.join(told)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known beforehand.

    `pronouns` has names (or entities) and the pronouns they take: {"Alex": "they/them"}.
    `name_gender`: whether given names tell a gender; titles ("Mr.") always do. `speakers` are those
    who take part in a conversation, where that is known before they speak. `names` is what
    entities are to be called: {"ANNA": "Anna Keller"}, or {"@1.3": ...} for what that word means.
    """

    pronouns: Mapping[str, str] = field(default_factory=dict)
    given: tuple[Given, ...] = ()
    corrections: tuple[Correction, ...] = ()
    name_gender: bool = True
    speakers: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def __new__(cls, *unnamed: object, **said: object) -> Self:
        """Refuse what is no field, with the one that is probably meant."""
        known = [each.name for each in fields(cls)]
        if unnamed:
            raise UsageError(f"Say what is known by name: Knowledge({known[0]}=..., ...).")
        for name in said:
            if name not in known:
                raise UnknownName("field of Knowledge", name, known)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        _require_pronouns(self.pronouns)
        _require_names(self.names)
        said = {**getattr(self.corrections, "names", {}), **self.names}
        object.__setattr__(self, "names", said)
        for name, kind, example in SEVERAL:
            object.__setattr__(self, name, _several(getattr(self, name), name, kind, example))
        if not isinstance(self.name_gender, bool):
            raise UsageError(f"name_gender is True or False, not {self.name_gender!r}.")
        _require_spans(self.given)
        _require_words(self.corrections)

    def __repr__(self) -> str:
        told = [f"pronouns of {', '.join(self.pronouns)}"] if self.pronouns else []
        several = ("given", "corrections", "speakers", "names")
        counted = [(len(getattr(self, name)), name) for name in several]
        told += [f"{number} {name}" for number, name in counted if number]
        return brief(self, f": {', '.join(told) or 'nothing'}")


SEVERAL: tuple[tuple[str, type, str], ...] = (
    ("given", Given, "given=[Given(1, 2, 3, label='PERSON')]"),
    ("corrections", Correction, "corrections=[Correction(2, 1, 'ANNA')]"),
    ("speakers", str, "speakers=['Anna', 'Ben']"),
)


def _require_pronouns(declared: object) -> None:
    """Raise if these are no names with pronoun sets."""
    if not isinstance(declared, Mapping):
        wrong = type(declared).__name__
        raise UsageError(f"pronouns are names with sets, {{'Alex': 'they/them'}}, not {wrong}.")
    for name, said in declared.items():
        if not isinstance(name, str) or not name.strip():
            raise UsageError(
                f"Who takes pronouns has a name, {{'Alex': 'they/them'}}; not {name!r}."
            )
        if not isinstance(said, str):
            raise UsageError(f"The pronouns of {name!r} are a text like 'they/them', not {said!r}.")
        forms_of(said)


def _require_names(names: object) -> None:
    """Raise if these are no entities with what they are called."""
    example = "{'ANNA': 'Anna Keller'}"
    if not isinstance(names, Mapping):
        raise UsageError(f"names are what entities are called, {example}, not {names!r}.")
    for entity, name in names.items():
        if not (isinstance(entity, str) and entity.strip() and isinstance(name, str)):
            raise UsageError(f"names are given as {example}, not {entity!r}: {name!r}.")


def _several(values: object, name: str, kind: type, example: str) -> tuple[object, ...]:
    """Several values of a kind, as a tuple; what is none raises with an example."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise UsageError(f"{name} are several: {example}; not {values!r}.")
    found = tuple(values)
    for one in found:
        if not isinstance(one, kind) or (kind is str and not str(one).strip()):
            raise UsageError(f"{name} are given as {example}; not {one!r}.")
    return found


def _require_spans(given: Sequence[Given]) -> None:
    """Raise if spans have no words, or begin in one another and end outside."""
    for one in given:
        numbers = (one.utterance, one.first, one.last)
        if not all(type(number) is int for number in numbers) or not 1 <= one.first <= one.last:
            raise UsageError(f"{one!r} has no words: they count from 1, the last not first.")
        texts: tuple[object, ...] = (one.label, one.entity)
        if not all(isinstance(text, str) for text in texts):
            raise UsageError(f"{one!r} has a label or an entity that is no text.")
    ordered = sorted(given, key=lambda each: (each.utterance, each.first, -each.last))
    for before, one in pairwise(ordered):
        is_near = before.utterance == one.utterance
        if is_near and before.first < one.first <= before.last < one.last:
            raise UsageError(f"{before!r} and {one!r} overlap: a word is part of one name only.")


def _require_words(corrections: Sequence[Correction]) -> None:
    """Raise if a correction is of no word, or has an entity that is no text."""
    for one in corrections:
        entity: object = one.entity
        if not type(one.utterance) is type(one.word) is int or not isinstance(entity, str):
            raise UsageError(f"{one!r} is none: utterance and word are numbers, the entity a text.")


def words_of(name: str) -> frozenset[str]:
    """The lower-case words of a name or noun: *the team* is a team."""
    words = frozenset(name.lower().split())
    return words - {"the"} or words


SPANS = ((int, int, str), (int, int, str, str))


def _parts(span: object) -> tuple[object, ...]:
    return tuple(span) if isinstance(span, list | tuple) else (span,)


def given(
    discourse: Discourse, spans: Iterable[tuple[int, int, str] | tuple[int, int, str, str]]
) -> tuple[Given, ...]:
    """What an NER found: (start, end, label) or (start, end, label, entity), in code points.

    A span takes in every word it touches; one that runs over the end of an utterance stops there.
    """
    require(
        discourse, Discourse, "Spans are of a document, as in hearer.given(found.discourse, ...)"
    )
    require(spans, Iterable, "Spans are several, [(0, 4, 'PERSON')]")
    found, offsets = [], offsets_of(discourse)
    spoken = [*filter(len, discourse.utterances)]
    for span in spans:
        if tuple(map(type, _parts(span))) not in SPANS:
            raise UsageError(f"A span is (start, end, label) or has an entity, too; not {span!r}.")
        start, end, label, entity = (*span, "") if len(span) == 3 else span
        touched = offsets.span(Stretch(start, end))
        if touched is None:
            raise UsageError(f"There is no word from {start} to {end} of {discourse.name!r}.")
        first, last = touched
        utterance = spoken[first.utterance - 1]
        ends = last.word if last.utterance == first.utterance else len(utterance)
        words = {"first": first.word, "last": ends}
        found.append(Given(utterance.number, **words, label=label, entity=entity))
    return tuple(found)
