r"""Make corrections (correct, merge, split, rename), and read and write files of them.

A TSV file has the columns utterance, word and entity, one correction a line; what follows a third
tab is a remark, and so are lines that begin with #. Words and utterances count from 1. The entity
is one that the run itself names, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for
nothing at all. A line of the word "name", an entity and a name says what it is to be called.
Tabs, line ends, backslashes and spaces at the ends of an entity are written as \t, \n, \r, \\ and
\s, other control characters as \u001b. JSON is an array of objects with these names: utterance,
word and entity, or entity and name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path

from hearer.errors import InputError, StrictError, UnknownName, UsageError, require
from hearer.formats.decoding import content_of, decoded, lines_of, refuse_wide
from hearer.formats.format import Problems, quoted
from hearer.formats.json_values import Wanted, dumped, objects_in
from hearer.limits import MOST_DIGITS, number_of
from hearer.model import Chain, Interpretation, ReferringExpression, Resolution
from hearer.model.expression import WORDLESS
from hearer.session.knowledge import NOTHING, Correction, Corrections, WordPlace
from hearer.writing.files import write_file

Mention = Resolution | ReferringExpression | WordPlace


# Made from an interpretation: they point at words, so nothing depends on the names of entities.


def correct(mention: Mention, entity: str | Mention | None) -> Correction:
    """What to write down when a word should have been taken to mean `entity`.

    A mention is one of found.resolutions or found.expressions, or (utterance, word). The entity is
    one by name, "-" or None for nothing, or another mention, which may come later; a mention that
    is said to be itself is somebody new.

    >>> correct((2, 1), (1, 3))
    Correction(utterance=2, word=1, entity='@1.3')
    """
    place = _place(mention, "What is corrected")
    if entity is None:
        return Correction(*place, NOTHING)
    if isinstance(entity, str):
        if not entity.strip():
            raise UsageError("An entity has a name, or is '-': nothing at all.")
        return Correction(*place, entity)
    return Correction(*place, _pointer(_place(entity, "What is meant")))


def merge(found: Interpretation, entity: str, other: str) -> Corrections:
    """Corrections by which `entity` and `other` are one, called as `other` is.

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
    """Corrections by which a mention is somebody else than the rest of its chain.

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
    """The name that an entity is to be called by everywhere; "" takes it back."""
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


# Files ----------------------------------------------------------------------------------------

HEADER = "utterance\tword\tentity"
NAME = "name"  # begins a line with the name of an entity
CODE = "corrections-line"
_SPELLED = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r", " ": r"\s"}
_MEANT = {spelled: character for character, spelled in _SPELLED.items()}
# Control characters, line ends, surrogates; at the beginning, what spreadsheets take for a formula.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\\\\]|^[=+@-]|^ | $")
_STEERING = re.compile("[\x7f-\x9f\u2028\u2029]")  # allowed in JSON, but not on a terminal
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\[tnrs\\]")


def read_corrections(path: str | PathLike[str]) -> Corrections:
    """The corrections of a file; lines that are none raise, each with its place."""
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
    names: dict[str, str] = {}
    found = tuple((_of_json if file.suffix == ".json" else _of_tsv)(text, problems, names))
    if problems:
        raise StrictError(problems)
    return Corrections(found, names)


def _of_tsv(text: str, problems: Problems, names: dict[str, str]) -> Iterator[Correction]:
    """Yield the corrections of a table; the names in it go to `names`."""
    for number, line in lines_of(text):
        if not line.strip() or line.startswith(("#", HEADER)):
            continue
        utterance, word, entity, *_ = (each.strip(" ") for each in (*line.split("\t"), "", ""))
        if utterance.strip() == NAME and word and entity:
            names[_unescaped(word)] = _unescaped(entity)
            continue
        numbers = [number_of(utterance.strip()), number_of(word.strip())]
        one = Correction(numbers[0] or 0, numbers[1] or 0, _unescaped(entity))
        if None in numbers or not entity:
            message = f"{quoted(line)} is not utterance, word, entity"
            problems.add(number, CODE, message, column=1)
        elif wrong := impossible(one):
            problems.add(number, CODE, f"{quoted(line)} is no correction: {wrong}", column=1)
        else:
            yield one


def _of_json(text: str, problems: Problems, names: dict[str, str]) -> Iterator[Correction]:
    what = "object with utterance, word, entity"
    wanted = Wanted(CODE, what, lambda one: "entity" in one, halves=True)
    for row in objects_in(text, problems, wanted):
        entity = row.text("entity")
        if "name" in row and entity.strip():
            names[entity] = row.text("name")
            continue
        one = Correction(row.number("utterance"), row.number("word"), entity)
        if wrong := impossible(one):
            row.fault(CODE, f"this is no correction: {wrong}")
        else:
            yield one


def impossible(correction: Correction) -> str:
    """Return why there can be no such correction, "" if there can."""
    if not all(1 <= n < 10**MOST_DIGITS for n in correction.at):
        return "utterances and words count from 1"
    if not correction.entity.strip():
        return "it names no entity; '-' is nothing at all"
    if correction.is_pointer and not correction.place:
        return f"{quoted(correction.entity)} points at no word, as '@3.1' does"
    return ""


def write_corrections(
    corrections: Iterable[Correction], path: str | PathLike[str], *, force: bool = False
) -> None:
    """Write corrections in the order of the text; the later of two for one word counts.

    A file that is there, maybe with remarks, is replaced only by `force`.
    """
    file = Path(path)
    text = written(corrections, to="json" if file.suffix == ".json" else "tsv")
    write_file(file, text.encode(), force=force)


def written(corrections: Iterable[Correction], *, to: str = "tsv") -> str:
    """Corrections as the text of a file, with the names that go with them: "tsv" or "json"."""
    require(corrections, Iterable, "Corrections are several, [hearer.correct(...)]")
    several = Corrections(corrections)
    for each in several:
        require(each, Correction, "What is written are corrections, [hearer.correct(...)]")
    last = {one.at: one for one in several}
    ordered = [last[place] for place in sorted(last)]
    for one in ordered:
        if wrong := impossible(one):
            raise UsageError(f"{one} cannot be written: {wrong}.")
    names = {entity: name for entity, name in several.names.items() if name.strip()}
    if to == "json":
        rows: list[Mapping[str, int | str]] = [
            {"utterance": c.utterance, "word": c.word, "entity": c.entity} for c in ordered
        ]
        rows += [{"entity": entity, "name": name} for entity, name in names.items()]
        return _STEERING.sub(_spelled, dumped(rows, indent=1)) + "\n"
    lines = [f"{c.utterance}\t{c.word}\t{_escaped(c.entity)}\n" for c in ordered]
    told = ((_escaped(entity), _HIDDEN.sub(_spelled, name)) for entity, name in names.items())
    lines += [f"{NAME}\t{entity}\t{name}\n" for entity, name in told]
    return "".join([f"{HEADER}\n", *lines])


def _escaped(entity: str) -> str:
    is_plain = Correction(0, 0, entity).is_pointer or entity == NOTHING
    return entity if is_plain else _HIDDEN.sub(_spelled, entity)


def _spelled(hidden: re.Match[str]) -> str:
    return _SPELLED.get(hidden[0]) or f"\\u{ord(hidden[0]):04x}"


def _unescaped(entity: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)) if m[1] else _MEANT[m[0]], entity)
