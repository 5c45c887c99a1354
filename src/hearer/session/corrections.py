r"""Corrections as a file: written once, applied again on every run.

    read_corrections     from TSV or JSON
    write_corrections    to TSV or JSON, by the name of the file
    written              the same as text
    impossible           why there can be no such correction

A TSV file has the columns utterance, word and entity, one correction a line; what follows a third
tab is a remark, and lines that begin with # are too. Words and utterances count from 1. The entity
is one that the run itself names, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for
nothing at all. A line of the word "name", an entity and a name says what it is to be called.
Tabs, line ends, backslashes and blanks at the ends of an entity are written as \t, \n, \r, \\ and
\s, what no file or spreadsheet should have as \u001b. JSON is an array of objects with these names:
utterance, word and entity, or entity and name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path

from hearer.errors import InputError, StrictError, UsageError, require
from hearer.formats.decoding import content_of, decoded, lines_of, refuse_wide
from hearer.formats.format import Problems, quoted
from hearer.formats.json_values import JsonRecords, dumped
from hearer.limits import MOST_DIGITS, number_of
from hearer.session.knowledge import NOTHING, Correction, Corrections
from hearer.writing.files import write_file

HEADER = "utterance\tword\tentity"
NAME = "name"  # begins a line with the name of an entity
CODE = "corrections-line"
_SPELLED = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"}
_MEANT = {spelled: character for character, spelled in _SPELLED.items()} | {r"\s": " "}
# Controls, what ends lines elsewhere, halves of characters; in front, what spreadsheets work out.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\\\\]|^[=+@-]|^ | $")
_STEERING = re.compile("[\x7f-\x9f\u2028\u2029]")  # what JSON may have, and no terminal should
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
    last = {(c.utterance, c.word): c for c in several}
    ordered = [last[place] for place in sorted(last)]
    for one in ordered:
        if wrong := impossible(one):
            raise UsageError(f"{one} cannot be written: {wrong}.")
    names = {entity: name for entity, name in several.names.items() if name.strip()}
    return _as_json(ordered, names) if to == "json" else _as_tsv(ordered, names)


def _as_tsv(corrections: Iterable[Correction], names: Mapping[str, str]) -> str:
    lines = [f"{c.utterance}\t{c.word}\t{_escaped(c.entity)}\n" for c in corrections]
    lines += [f"{NAME}\t{_escaped(entity)}\t{_spelt(name)}\n" for entity, name in names.items()]
    return "".join([f"{HEADER}\n", *lines])


def _as_json(corrections: Iterable[Correction], names: Mapping[str, str]) -> str:
    rows: list[Mapping[str, int | str]] = [
        {"utterance": c.utterance, "word": c.word, "entity": c.entity} for c in corrections
    ]
    rows += [{"entity": entity, "name": name} for entity, name in names.items()]
    return _STEERING.sub(_spelled, dumped(rows, indent=1)) + "\n"


def impossible(correction: Correction) -> str:
    """Why there can be no such correction, if there cannot."""
    if not all(1 <= n < 10**MOST_DIGITS for n in (correction.utterance, correction.word)):
        return "utterances and words count from 1"
    if not correction.entity.strip():
        return "it names no entity; '-' is nothing at all"
    if correction.is_pointer and not correction.place:
        return f"{quoted(correction.entity)} points at no word, as '@3.1' does"
    return ""


def _of_tsv(text: str, problems: Problems, names: dict[str, str]) -> Iterator[Correction]:
    """The corrections of a table; the names in it go to `names`."""
    for number, line in lines_of(text):
        if not line.strip() or line.startswith(("#", HEADER)):
            continue
        utterance, word, entity, *_ = (*line.split("\t"), "", "")
        if utterance.strip() == NAME and word.strip(" ") and entity.strip(" "):
            names[_unescaped(word.strip(" "))] = _unescaped(entity.strip(" "))
            continue
        numbers = [number_of(utterance.strip()), number_of(word.strip())]
        one = Correction(numbers[0] or 0, numbers[1] or 0, _unescaped(entity.strip(" ")))
        if None in numbers or not entity.strip(" "):
            message = f"{quoted(line)} is not utterance, word, entity"
            problems.add(number, CODE, message, column=1)
        elif wrong := impossible(one):
            problems.add(number, CODE, f"{quoted(line)} is no correction: {wrong}", column=1)
        else:
            yield one


def _of_json(text: str, problems: Problems, names: dict[str, str]) -> Iterator[Correction]:
    records = JsonRecords(text, problems, code=CODE, halves=True)
    for row in records.objects(lambda one: "entity" in one, "object with utterance, word, entity"):
        entity = row.text("entity")
        if "name" in row and entity.strip():
            names[entity] = row.text("name")
            continue
        one = Correction(row.number("utterance"), row.number("word"), entity)
        if wrong := impossible(one):
            row.fault(CODE, f"this is no correction: {wrong}")
        else:
            yield one
    records.report()


def _escaped(entity: str) -> str:
    is_plain = Correction(0, 0, entity).is_pointer or entity == NOTHING
    return entity if is_plain else _spelt(entity)


def _spelt(text: str) -> str:
    return _HIDDEN.sub(_spelled, text)


def _spelled(hidden: re.Match[str]) -> str:
    character = hidden[0]
    return _SPELLED.get(character) or (r"\s" if character == " " else f"\\u{ord(character):04x}")


def _unescaped(entity: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)) if m[1] else _MEANT[m[0]], entity)
