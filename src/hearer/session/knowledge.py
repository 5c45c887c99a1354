r"""What the caller knows beforehand: pronouns, names, speakers, and corrections of references.

A file of corrections has the columns utterance, word (both counted from 1) and entity. Lines that
begin with # and columns after the third are ignored. A line of the word "name", an entity and a
name sets the name of an entity. Characters that a cell cannot have are written as \t, \n, \r, \\,
\s (a space at the end) and \u001b.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import Self

from hearer.errors import StrictError, UsageError, did_you_mean, require
from hearer.escape import brief, number_and
from hearer.formats.decoding import decoded, lines_of, refuse_wide
from hearer.formats.format import Problems, quoted
from hearer.model import Chain, Person, ReferringExpression, Resolution
from hearer.model.expression import WORDLESS
from hearer.model.pronouns import Register, lexemes
from hearer.model.state import MOST, MOST_DIGITS, number_of
from hearer.reading import content_of
from hearer.writing.files import write_file

WordPlace = tuple[int, int]  # an utterance, and a word in it
Mention = Resolution | ReferringExpression | WordPlace
NOTHING = "-"  # the entity of a word that refers to nothing

_THIRD = lexemes(*(set(Register) - {Register.DIALECT}), persons={Person.THIRD})
# The forms of each set of pronouns, by its subject form.
SETS = {name: {form for form, of in _THIRD.items() if of == name} for name in _THIRD.values()}
ORDINARY = frozenset().union(*(SETS[name] for name in ("he", "she", "it", "they")))
ANY = frozenset({"any", "all", "any pronouns", "all pronouns"})  # of those that persons take
_POINTER = re.compile(rf"@([0-9]{{1,{MOST_DIGITS}}})\.([0-9]{{1,{MOST_DIGITS}}})")
_NO_ENTITY = re.compile(r"\s*|@[0-9.]*")


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
        first = strange[0] if strange else pronouns
        raise UsageError(
            f"{first!r} is no pronoun in {pronouns!r}{did_you_mean(first, _THIRD)}; pronouns are "
            "given as 'she/her', 'they/them', 'xe/xem' or 'any'."
        )
    # A set is meant if its subject form is named, or if no subject form is and another of its is.
    subjects = [name for name in SETS if name in named]
    meant = subjects or [name for name, forms in SETS.items() if not named.isdisjoint(forms)]
    return frozenset(named.union(*(SETS[name] for name in meant)))


def pointed_at(entity: str) -> WordPlace | None:
    """Return the place that "@3.1" points at; None for anything else."""
    found = _POINTER.fullmatch(entity)
    return (int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Correction:
    """What the word `word` of an utterance refers to.

    `entity` is an entity, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for nothing.
    A word that points at itself refers to a new entity.
    """

    utterance: int
    word: int
    entity: str

    def __post_init__(self) -> None:
        is_placed = all(type(n) is int and 1 <= n < MOST for n in self.at)
        is_text = isinstance(self.entity, str)
        if not is_placed or not is_text or (_NO_ENTITY.fullmatch(self.entity) and not self.place):
            raise UsageError(
                f"{self!r} cannot be: utterances and words count from 1, and an entity is a name, "
                "'@3.1' for whatever that word means, or '-' for nothing."
            )

    @property
    def at(self) -> WordPlace:
        return self.utterance, self.word

    @property
    def place(self) -> WordPlace | None:
        """The place that "@3.1" points at."""
        return pointed_at(self.entity)


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
        sizes = f"{number_and(len(self), 'correction')}, {number_and(len(self.names), 'name')}"
        return brief(self, f": {sizes}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known before a text is read.

    `pronouns` has the pronouns of names or entities: {"Alex": "they/them"}. `speakers` has the
    participants of a conversation. `names` has names of entities: {"ANNA": "Anna Keller"}, or
    {"@1.3": ...} for the entity of a word.
    """

    pronouns: Mapping[str, str] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    speakers: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = getattr(self.corrections, "names", {})
        for name, (container, kind, example) in _SHAPES.items():
            value = said = getattr(self, name)
            if isinstance(said, Iterable) and not isinstance(said, str | Mapping):
                value = tuple(said)
                object.__setattr__(self, name, value)
            texts = value.values() if isinstance(value, Mapping) else ()
            if not (
                isinstance(value, container)
                and all(isinstance(one, kind) and str(one).strip() for one in value)
                and all(isinstance(text, str) for text in texts)
            ):
                raise UsageError(f"{name} is given as Knowledge({name}={example}), not {said!r}.")
        object.__setattr__(self, "names", {**names, **self.names})
        for pronouns in self.pronouns.values():
            forms_of(pronouns)

    def __repr__(self) -> str:
        sizes = {name: len(getattr(self, name)) for name in _SHAPES}
        return brief(self, ", ".join(f"{n} {name}" for name, n in sizes.items() if n))


# The container, what it has (a mapping has texts for it), and an example.
_SHAPES: Mapping[str, tuple[type[Collection[object]], type, str]] = {
    "pronouns": (Mapping, str, "{'Alex': 'they/them'}"),
    "corrections": (tuple, Correction, "[Correction(2, 1, 'ANNA')]"),
    "speakers": (tuple, str, "['Anna', 'Ben']"),
    "names": (Mapping, str, "{'ANNA': 'Anna Keller'}"),
}


def words_of(name: str) -> frozenset[str]:
    """Return the lower-case words of a name or noun, without *the*."""
    found = frozenset(name.lower().split())
    return found - {"the"} or found


# Corrections point at words, so that they do not depend on the names of entities ----------------


def correct(mention: Mention, entity: str | Mention | None) -> Correction:
    """Return a correction: a word refers to `entity`.

    A mention is one of found.resolutions or found.expressions, or (utterance, word). The entity is
    one by name, "-" or None for nothing, or another mention. A mention that is itself is a new
    entity.

    >>> correct((2, 1), (1, 3))
    Correction(utterance=2, word=1, entity='@1.3')
    """
    place = _place(mention, "What is corrected")
    if not isinstance(entity, str):
        entity = NOTHING if entity is None else "@{}.{}".format(*_place(entity, "What is meant"))
    return Correction(*place, str(entity))


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


def places_of(chain: Chain) -> list[WordPlace]:
    """Return the words of a chain that can be corrected, in the order of the text."""
    return sorted({(e.utterance, e.head) for e in chain.expressions if e.kind not in WORDLESS})


# Files ------------------------------------------------------------------------------------------

HEADER = "utterance\tword\tentity"
NAME = "name"  # begins a line with the name of an entity
_ESCAPES = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r", " ": r"\s"}
_ESCAPED = {escape: character for character, escape in _ESCAPES.items()}
# Control characters, line ends, surrogates; at the beginning, what spreadsheets take for a formula.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\\\\]|^[=+@-]|^ | $")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\[tnrs\\]")


def read_corrections(path: str | PathLike[str]) -> Corrections:
    """Read a file of corrections; malformed lines raise an error with their places."""
    require(path, (str, PathLike), "Corrections are read from a file, given by its path")
    name = fspath(path)
    content = content_of(name)
    refuse_wide(content, name)
    problems = Problems(name)
    found, names = list[Correction](), dict[str, str]()
    for number, line in lines_of(decoded(content, problems)):
        if not line.strip() or line.startswith(("#", HEADER)):
            continue
        utterance, word, entity, *_ = (each.strip(" ") for each in (*line.split("\t"), "", ""))
        if utterance.strip() == NAME and word and entity:
            names[_unescaped(word)] = _unescaped(entity)
            continue
        place = number_of(utterance.strip()) or 0, number_of(word.strip()) or 0
        try:
            found.append(Correction(*place, _unescaped(entity)))
        except UsageError:
            message = f"{quoted(line)} is not utterance, word, entity: 2, 1, @1.3"
            problems.add(number, "corrections-line", message, column=1)
    if problems:
        raise StrictError(problems)
    return Corrections(found, names)


def write_corrections(
    corrections: Iterable[Correction], path: str | PathLike[str], *, force: bool = False
) -> None:
    """Write corrections in the order of the text; the later of two for one word holds.

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
    lines = [f"{n}\t{word}\t{_cell(last[n, word].entity)}\n" for n, word in sorted(last)]
    for entity, name in several.names.items():
        if name.strip():
            lines.append(f"{NAME}\t{_cell(entity)}\t{_cell(name)}\n")
    return "".join([f"{HEADER}\n", *lines])


def _cell(entity: str) -> str:
    if pointed_at(entity) or entity == NOTHING:
        return entity
    return _HIDDEN.sub(lambda one: _ESCAPES.get(one[0]) or f"\\u{ord(one[0]):04x}", entity)


def _unescaped(cell: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPED[m[0]], cell)
