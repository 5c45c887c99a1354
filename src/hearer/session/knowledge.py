"""What the caller knows: pronoun sets, given entities, corrections, speakers and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import pairwise
from typing import Self

from hearer.errors import UnknownName, UsageError, did_you_mean, require
from hearer.formats.entities import Stretch, offsets_of
from hearer.harmless import brief, number_and
from hearer.lexicon import data, words
from hearer.limits import number_of
from hearer.model import ANY_SORT, Discourse, Person, Sort
from hearer.model.pronouns import Register, lexemes

WordPlace = tuple[int, int]  # an utterance, and a word in it

_THIRD = lexemes(*(set(Register) - {Register.DIALECT}), persons={Person.THIRD})
# The forms of each set, by its subject form.
SETS = {name: {form for form, of in _THIRD.items() if of == name} for name in _THIRD.values()}
ORDINARY = frozenset().union(*(SETS[name] for name in ("he", "she", "it", "they")))
ANY = frozenset({"any", "all", "any pronouns", "all pronouns"})  # of those that persons take


@lru_cache(maxsize=1024)
def forms_of(pronouns: str) -> frozenset[str]:
    """Return all forms of a set of pronouns; of an unknown set, the forms that are named.

    >>> sorted(forms_of("xe/xem"))
    ['xe', 'xem', 'xemself', 'xyr', 'xyrs']
    >>> forms_of("thay/them")
    Traceback (most recent call last):
    hearer.errors.UsageError: 'thay' is no pronoun in 'thay/them' (did you mean 'they'?); ...
    """
    said = "he/she/they" if pronouns.strip().lower() in ANY else pronouns
    named = {form.strip().lower() for form in re.split("[/,]", said) if form.strip()}
    strange = sorted(named - _THIRD.keys())
    is_new_set = 1 < len(named) == len(strange) and all(
        form.replace("'", "").isalpha() for form in strange
    )
    if not named or (strange and not is_new_set):
        wrong = f"{pronouns!r} names no pronouns"
        if strange:
            near = did_you_mean(strange[0], _THIRD)
            wrong = f"{strange[0]!r} is no pronoun in {pronouns!r}{near}"
        raise UsageError(
            f"{wrong}; pronouns are given as 'she/her', 'they/them', 'xe/xem' or 'any'."
        )
    # A set is meant if its subject form is named, or if no subject form is and another of its is.
    subjects = [name for name in SETS if name in named]
    meant = subjects or [name for name, forms in SETS.items() if not named.isdisjoint(forms)]
    return frozenset(named.union(*(SETS[name] for name in meant)))


NOTHING = "-"  # a correction: it refers to nothing
_NAMED = data("words")["labels"].items()
LABELS: Mapping[str, Sort] = {sort.value.upper(): sort for sort in Sort} | {
    label: Sort(sort) for sort, labels in _NAMED if sort != "none" for label in labels.split()
}
UNSORTED = words("labels", "none")


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
    def at(self) -> WordPlace:
        """The place of the corrected word."""
        return self.utterance, self.word

    @property
    def is_pointer(self) -> bool:
        """Return True if the entity is given by a place; "@ann" is a name like any other."""
        return self.entity.startswith("@") and not self.entity[1:].strip("0123456789.")

    @property
    def place(self) -> WordPlace | None:
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

    __hash__ = tuple.__hash__

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
        """Refuse unknown fields, with the one that is probably meant."""
        known = [each.name for each in fields(cls)]
        if unnamed:
            raise UsageError(f"Say what is known by name: Knowledge({known[0]}=..., ...).")
        for name in said:
            if name not in known:
                raise UnknownName("field of Knowledge", name, known)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        _require_texts("pronouns", self.pronouns, "Alex", "they/them")
        _require_texts("names", self.names, "ANNA", "Anna Keller")
        for said in self.pronouns.values():
            forms_of(said)
        names = {**getattr(self.corrections, "names", {}), **self.names}
        object.__setattr__(self, "names", names)
        for name, kind, example in SEVERAL:
            object.__setattr__(self, name, _several(getattr(self, name), name, kind, example))
        if not isinstance(self.name_gender, bool):
            raise UsageError(f"name_gender is True or False, not {self.name_gender!r}.")
        several: tuple[Given | Correction, ...] = (*self.given, *self.corrections)
        for one in several:
            for each in fields(one):
                if type(getattr(one, each.name)).__name__ != each.type:
                    raise UsageError(f"{one!r} is none: {each.name} is of type {each.type}.")
        _require_spans(self.given)

    def __repr__(self) -> str:
        told = [f"pronouns of {', '.join(self.pronouns)}"] if self.pronouns else []
        several = ("given", "corrections", "speakers", "names")
        told += [f"{len(said)} {name}" for name in several if (said := getattr(self, name))]
        return brief(self, f": {', '.join(told) or 'nothing'}")


SEVERAL: tuple[tuple[str, type, str], ...] = (
    ("given", Given, "given=[Given(1, 2, 3, label='PERSON')]"),
    ("corrections", Correction, "corrections=[Correction(2, 1, 'ANNA')]"),
    ("speakers", str, "speakers=['Anna', 'Ben']"),
)


def _require_texts(field: str, texts: object, name: str, text: str) -> None:
    """Raise if this is no mapping of names to texts, as `name` to `text`."""
    example = {name: text}
    if not isinstance(texts, Mapping):
        raise UsageError(f"{field} are given as {example}, not {type(texts).__name__}.")
    for key, value in texts.items():
        if not isinstance(key, str) or not key.strip():
            raise UsageError(f"Whoever {field} are of has a name, {example}; not {key!r}.")
        if not isinstance(value, str):
            raise UsageError(f"The {field} of {key!r} are a text like {text!r}, not {value!r}.")


def _several(values: object, name: str, kind: type, example: str) -> tuple[object, ...]:
    """Return several values of a kind as a tuple; raise with an example for anything else."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise UsageError(f"{name} are several: {example}; not {values!r}.")
    found = tuple(values)
    for one in found:
        if not isinstance(one, kind) or (kind is str and not str(one).strip()):
            raise UsageError(f"{name} are given as {example}; not {one!r}.")
    return found


def _require_spans(given: Iterable[Given]) -> None:
    """Raise if spans have no words, or begin in one another and end outside."""
    ordered = sorted(given, key=lambda each: (each.utterance, each.first, -each.last))
    for one in ordered:
        if not 1 <= one.first <= one.last:
            raise UsageError(f"{one!r} has no words: they count from 1, the last not first.")
    for before, one in pairwise(ordered):
        is_near = before.utterance == one.utterance
        if is_near and before.first < one.first <= before.last < one.last:
            raise UsageError(f"{before!r} and {one!r} overlap: a word is part of one name only.")


def words_of(name: str) -> frozenset[str]:
    """Return the lower-case words of a name or noun, without *the*."""
    found = frozenset(name.lower().split())
    return found - {"the"} or found


SPANS = ([int, int, str], [int, int, str, str])


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
        parts: object = span
        if not isinstance(parts, list | tuple) or [*map(type, parts)] not in SPANS:
            raise UsageError(f"A span is (start, end, label) or has an entity, too; not {span!r}.")
        start, end, label, entity = (*span, "")[:4]
        touched = offsets.span(Stretch(start, end))
        if touched is None:
            raise UsageError(f"There is no word from {start} to {end} of {discourse.name!r}.")
        first, last = touched
        utterance = spoken[first.utterance - 1]
        ends = last.word if last.utterance == first.utterance else len(utterance)
        found.append(Given(utterance.number, first.word, ends, label=label, entity=entity))
    return tuple(found)
