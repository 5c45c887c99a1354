r"""What the caller knows beforehand: pronouns, names, entities, speakers, and corrections.

A file of corrections has the columns utterance, word and entity, both counted from 1; lines
that begin with # and columns after the third are ignored. A line of the word "name", an entity and
a name sets the name of an entity. Characters that a cell cannot have are written as \t, \n, \r, \\,
\s (a space at the end) and \u001b.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from os import PathLike
from pathlib import Path
from typing import Self

from hearer.errors import InputError, StrictError, UnknownName, UsageError, did_you_mean, require
from hearer.escape import brief, number_and
from hearer.formats.decoding import content_of, decoded, lines_of, refuse_wide
from hearer.formats.entities import Stretch, offsets_of
from hearer.formats.format import Problems, quoted
from hearer.lexicon import data, words
from hearer.model import ANY_SORT, Chain, Discourse, Interpretation, Person, Resolution, Sort
from hearer.model.expression import WORDLESS, ReferringExpression
from hearer.model.pronouns import Register, lexemes
from hearer.model.state import MOST, number_of
from hearer.writing.files import write_file

WordPlace = tuple[int, int]  # an utterance, and a word in it
Mention = Resolution | ReferringExpression | WordPlace
NOTHING = "-"  # the entity of a word that refers to nothing

_THIRD = lexemes(*(set(Register) - {Register.DIALECT}), persons={Person.THIRD})
# The forms of each set of pronouns, by its subject form.
SETS = {name: {form for form, of in _THIRD.items() if of == name} for name in _THIRD.values()}
ORDINARY = frozenset().union(*(SETS[name] for name in ("he", "she", "it", "they")))
ANY = frozenset({"any", "all", "any pronouns", "all pronouns"})  # of those that persons take
_NAMED = data("words")["labels"].items()
LABELS: Mapping[str, Sort] = {sort.value.upper(): sort for sort in Sort} | {
    label: Sort(sort) for sort, labels in _NAMED if sort != "none" for label in labels.split()
}
UNSORTED = words("labels", "none")


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
        """The sorts of its label; an unknown label allows all."""
        sort = LABELS.get(self.label.upper())
        return ANY_SORT if sort is None else frozenset({sort})


def given(
    discourse: Discourse, spans: Iterable[tuple[int, int, str] | tuple[int, int, str, str]]
) -> tuple[Given, ...]:
    """Return what an NER found: (start, end, label) or (start, end, label, entity), in code points.

    A span takes in every word it touches; one that runs over the end of an utterance stops there.
    """
    require(discourse, Discourse, "Spans are of a document: hearer.given(found.discourse, ...)")
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


SPANS = ([int, int, str], [int, int, str, str])


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
        return pointed_at(self.entity)

    @property
    def fault(self) -> str:
        """Why there can be no such correction, "" if there can."""
        if not all(1 <= n < MOST for n in self.at):
            return "utterances and words count from 1"
        if not self.entity.strip():
            return "it names no entity; '-' is nothing at all"
        if self.is_pointer and not self.place:
            return f"{quoted(self.entity)} points at no word, as '@3.1' does"
        return ""


def pointed_at(entity: str) -> WordPlace | None:
    """Return the place that "@3.1" points at; None for anything else."""
    utterance, _, word = entity.removeprefix("@").partition(".")
    at, n = number_of(utterance), number_of(word)
    return None if at is None or n is None or not entity.startswith("@") else (at, n)


class Corrections(tuple[Correction, ...]):
    """Several corrections in order, with names of entities: the content of a file of them.

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

    def __post_init__(self) -> None:
        names = getattr(self.corrections, "names", {})
        for name, (is_right, example) in SHAPES.items():
            value = said = getattr(self, name)
            if isinstance(said, Iterable) and not isinstance(said, str | Mapping):
                value = tuple(said)
                object.__setattr__(self, name, value)
            if not is_right(value):
                raise UsageError(f"{name} is given as Knowledge({name}={example}), not {said!r}.")
        object.__setattr__(self, "names", {**names, **self.names})
        for said in self.pronouns.values():
            forms_of(said)
        for one in self.given:
            if not 1 <= one.first <= one.last:
                raise UsageError(f"{one!r} has no words: they count from 1, the last not first.")

    def __repr__(self) -> str:
        told = [f"pronouns of {', '.join(self.pronouns)}"] if self.pronouns else []
        several = ("given", "corrections", "speakers", "names")
        told += [f"{len(said)} {name}" for name in several if (said := getattr(self, name))]
        return brief(self, f": {', '.join(told) or 'nothing'}")


def _are(kind: type, values: object) -> bool:
    """Return True for a tuple of this kind of values, whose fields have the types declared."""
    if not isinstance(values, tuple) or not all(isinstance(one, kind) for one in values):
        return False
    if kind is str:
        return all(map(str.strip, values))
    types = {each.name: each.type for each in fields(kind)}
    return all(type(getattr(one, n)).__name__ == types[n] for one in values for n in types)


def _are_texts(value: object) -> bool:
    """Return True for a mapping of names to texts."""
    if not isinstance(value, Mapping) or not _are(str, tuple(value)):
        return False
    return all(isinstance(text, str) for text in value.values())


SHAPES: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "pronouns": (_are_texts, "{'Alex': 'they/them'}"),
    "given": (partial(_are, Given), "[Given(1, 2, 3, label='PERSON')]"),
    "corrections": (partial(_are, Correction), "[Correction(2, 1, 'ANNA')]"),
    "name_gender": (lambda value: isinstance(value, bool), "False"),
    "speakers": (partial(_are, str), "['Anna', 'Ben']"),
    "names": (_are_texts, "{'ANNA': 'Anna Keller'}"),
}


def words_of(name: str) -> frozenset[str]:
    """Return the lower-case words of a name or noun, without *the*."""
    found = frozenset(name.lower().split())
    return found - {"the"} or found


# Corrections point at words, so that they do not depend on the names of entities ----------------


def correct(mention: Mention, entity: str | Mention | None) -> Correction:
    """Return a correction: a word should have been taken to mean `entity`.

    A mention is one of found.resolutions or found.expressions, or (utterance, word). The entity is
    one by name, "-" or None for nothing, or another mention, which may come later; a mention that
    is said to be itself is somebody new.

    >>> correct((2, 1), (1, 3))
    Correction(utterance=2, word=1, entity='@1.3')
    """
    place = _place(mention, "What is corrected")
    if isinstance(entity, str) and not entity.strip():
        raise UsageError("An entity has a name, or is '-': nothing at all.")
    if not isinstance(entity, str):
        entity = NOTHING if entity is None else _pointer(_place(entity, "What is meant"))
    return Correction(*place, str(entity))


def merge(found: Interpretation, entity: str, other: str) -> Corrections:
    """Return corrections by which `entity` and `other` are one, called as `other` is.

    >>> import hearer
    >>> found = hearer.resolve("Ida Berg met Tom. The doctor smiled.")
    >>> known = hearer.Knowledge(corrections=merge(found, "DOCTOR", "BERG"))
    >>> hearer.resolve("Ida Berg met Tom. The doctor smiled.", knowledge=known).chains[0]
    <Chain Ida Berg (2): Ida Berg, doctor>
    """
    one, another = _chain(found, entity), _chain(found, other)
    if one.entity == another.entity:
        raise UsageError(f"{entity!r} and {other!r} are one already.")
    for chain in (one, another):
        if not places_of(chain):
            raise UsageError(f"{chain.entity!r} has no words of its own that could be corrected.")
    first, *rest = sorted((*places_of(one), *places_of(another)))
    is_called = another.name and first in places_of(one)
    names = {_pointer(first): another.name} if is_called else None
    return Corrections((Correction(*place, _pointer(first)) for place in rest), names)


def split(
    found: Interpretation, mention: Mention, *, following: bool = False, name: str = ""
) -> Corrections:
    """Return corrections by which a mention is somebody else than the rest of its chain.

    With `following`, so is all of the chain that comes after it. `name` is for who is new.

    >>> import hearer
    >>> text = "Ida met Tom. Ida smiled."
    >>> apart = split(hearer.resolve(text), (2, 1), name="the other Ida")
    >>> known = hearer.Knowledge(corrections=apart)
    >>> [chain.name for chain in hearer.resolve(text, knowledge=known).chains]
    ['Ida', 'Tom', 'the other Ida']
    """
    place = _place(mention, "What is split off")
    chain = next((each for each in map(places_of, found.chains) if place in each), None)
    if chain is None:
        raise UsageError(f"Word {place[1]} of utterance {place[0]} refers to nothing.")
    new = [each for each in chain if each == place or (following and each > place)]
    old = [each for each in chain if each not in new]
    if not old:
        raise UsageError("Nothing would be left to split it from.")
    names = {_pointer(place): name} if name else None
    pinned = [Correction(*each, _pointer(several[0])) for several in (old, new) for each in several]
    return Corrections(pinned, names)


def rename(found: Interpretation, entity: str, name: str) -> Corrections:
    """Return the name that an entity is to be called by everywhere; "" takes it back."""
    chain = _chain(found, entity)
    require(name, str, "A name is a text, as in rename(found, 'ANNA', 'Anna Keller')")
    places = places_of(chain)
    return Corrections(names={_pointer(places[0]) if places else str(chain.entity): name})


def _place(mention: object, what: str) -> WordPlace:
    if isinstance(mention, Resolution):
        mention = mention.pronoun
    if isinstance(mention, ReferringExpression):
        return mention.utterance, mention.head
    match mention:
        case (int() as utterance, int() as word):
            return utterance, word
    example = "one of found.resolutions or found.expressions, or (utterance, word)"
    raise UsageError(f"{what} is {example}, not {mention!r}.")


def _pointer(place: WordPlace) -> str:
    return f"@{place[0]}.{place[1]}"


def _chain(found: Interpretation, entity: str) -> Chain:
    chains = {str(chain.entity): chain for chain in found.chains}
    if entity not in chains:
        raise UnknownName("entity", entity, list(chains))
    return chains[entity]


def places_of(chain: Chain) -> list[WordPlace]:
    """Return the words of a chain that can be corrected, in the order of the text."""
    spoken = (e for e in chain.expressions if e.kind not in WORDLESS)
    return sorted({(e.utterance, e.head) for e in spoken})


# Files ------------------------------------------------------------------------------------------

HEADER = "utterance\tword\tentity"
NAME = "name"  # begins a line with the name of an entity
CODE = "corrections-line"
_ESCAPES = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r", " ": r"\s"}
_ESCAPED = {escape: character for character, escape in _ESCAPES.items()}
# Control characters, line ends, surrogates; at the beginning, what spreadsheets take for a formula.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\\\\]|^[=+@-]|^ | $")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\[tnrs\\]")


def read_corrections(path: str | PathLike[str]) -> Corrections:
    """Read a file of corrections; lines that are none raise an error with their places."""
    require(path, (str, PathLike), "Corrections are read from a file, given by its path")
    file = Path(path)
    try:
        with file.open("rb") as opened:
            content = content_of(opened, str(file))
    except (OSError, ValueError) as error:
        raise InputError(f"{str(path)!r} cannot be read: {error}.") from error
    refuse_wide(content, str(file))
    problems = Problems(str(file))
    text = decoded(content, problems)
    found, names = list[Correction](), dict[str, str]()
    for number, line in lines_of(text):
        if not line.strip() or line.startswith(("#", HEADER)):
            continue
        utterance, word, entity, *_ = (each.strip(" ") for each in (*line.split("\t"), "", ""))
        if utterance.strip() == NAME and word and entity:
            names[_unescaped(word)] = _unescaped(entity)
            continue
        at, n = number_of(utterance.strip()), number_of(word.strip())
        one = Correction(at or 0, n or 0, _unescaped(entity))
        if at is None or n is None or not entity:
            message = f"{quoted(line)} is not utterance, word, entity"
            problems.add(number, CODE, message, column=1)
        elif one.fault:
            problems.add(number, CODE, f"{quoted(line)} is no correction: {one.fault}", column=1)
        found.append(one)
    if problems:
        raise StrictError(problems)
    return Corrections(found, names)


def write_corrections(
    corrections: Iterable[Correction], path: str | PathLike[str], *, force: bool = False
) -> None:
    """Write corrections in the order of the text; the later of two for one word counts.

    An existing file, which may have comments, is replaced only with `force`.
    """
    write_file(Path(path), written(corrections).encode(), force=force)


def written(corrections: Iterable[Correction]) -> str:
    """Return corrections and their names as the text of a file."""
    require(corrections, Iterable, "Corrections are several, [hearer.correct(...)]")
    several = Corrections(corrections)
    for one in several:
        require(one, Correction, "What is written are corrections, [hearer.correct(...)]")
    last = {one.at: one for one in several}
    ordered = [last[place] for place in sorted(last)]
    for one in ordered:
        if one.fault:
            raise UsageError(f"{one} cannot be written: {one.fault}.")
    lines = [f"{one.utterance}\t{one.word}\t{_cell(one.entity)}\n" for one in ordered]
    for entity, name in several.names.items():
        if name.strip():
            lines.append(f"{NAME}\t{_cell(entity)}\t{_cell(name)}\n")
    return "".join([f"{HEADER}\n", *lines])


def _cell(entity: str) -> str:
    if Correction(0, 0, entity).is_pointer or entity == NOTHING:
        return entity
    return _HIDDEN.sub(lambda one: _ESCAPES.get(one[0]) or f"\\u{ord(one[0]):04x}", entity)


def _unescaped(cell: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPED[m[0]], cell)
