r"""Corrections as a file: written once, applied again on every run.

    read_corrections     from TSV or JSON
    write_corrections    to TSV or JSON, by the name of the file
    correct              a correction for a pronoun of an interpretation
    unplaced             the corrections that changed nothing, and why

A TSV file has the columns utterance, word and entity, one correction a line; what follows a third
tab is a remark, and lines that begin with # are too. Words and utterances count from 1. The entity
is one that the run itself names, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for
nothing at all. Tabs, line ends, backslashes and blanks at the ends of an entity are written as \t,
\n, \r, \\ and \s, what no file or spreadsheet should have as \u001b. JSON is an array of objects
with these names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from hearer.analysis.expressions.draft import UNSPOKEN
from hearer.errors import InputError, StrictError, UsageError, require
from hearer.formats.decoding import content_of, decoded, lines_of, refuse_wide
from hearer.formats.format import Problems, quoted
from hearer.formats.json_values import JsonRecords, dumped
from hearer.limits import MOST_DIGITS, number_of
from hearer.model import Interpretation, Problem, Resolution
from hearer.session.knowledge import NOTHING, Correction
from hearer.writing.files import write_file

HEADER = "utterance\tword\tentity"
CODE = "corrections-line"
_SPELLED = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"}
_MEANT = {spelled: character for character, spelled in _SPELLED.items()} | {r"\s": " "}
# Controls, what ends lines elsewhere, halves of characters; in front, what spreadsheets work out.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\\\\]|^[=+@-]|^ | $")
_STEERING = re.compile("[\x7f-\x9f\u2028\u2029]")  # what JSON may have, and no terminal should
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\[tnrs\\]")


def read_corrections(path: str | PathLike[str]) -> tuple[Correction, ...]:
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
    found = tuple((_of_json if file.suffix == ".json" else _of_tsv)(text, problems))
    if problems:
        raise StrictError(problems)
    return found


def write_corrections(
    corrections: Iterable[Correction], path: str | PathLike[str], *, force: bool = False
) -> None:
    """Write corrections in the order of the text; the later of two for one word counts.

    A file that is there, maybe with remarks, is replaced only by `force`.
    """
    require(corrections, Iterable, "Corrections are several, [hearer.correct(...)]")
    several = tuple(corrections)
    for each in several:
        require(each, Correction, "What is written are corrections, [hearer.correct(...)]")
    last = {(c.utterance, c.word): c for c in several}
    ordered = [last[place] for place in sorted(last)]
    for one in ordered:
        if wrong := _wrong(one):
            raise UsageError(f"{one} cannot be written: {wrong}.")
    file = Path(path)
    if file.suffix == ".json":
        rows = [{"utterance": c.utterance, "word": c.word, "entity": c.entity} for c in ordered]
        text = _STEERING.sub(_spelled, dumped(rows, indent=1)) + "\n"
    else:
        lines = (f"{c.utterance}\t{c.word}\t{_escaped(c)}\n" for c in ordered)
        text = "".join([f"{HEADER}\n", *lines])
    write_file(file, text.encode(), force=force)


def correct(resolution: Resolution, entity: str) -> Correction:
    """What to write down when a pronoun should have been resolved to `entity`."""
    require(resolution, Resolution, "What is corrected is one of found.resolutions")
    require(entity, str, "An entity is a text, as in correct(resolution, 'ANNA')")
    if not entity.strip():
        raise UsageError("An entity has a name, or is '-': nothing at all.")
    return Correction(resolution.pronoun.utterance, resolution.pronoun.head, entity)


def unplaced(corrections: Iterable[Correction], found: Interpretation) -> tuple[Problem, ...]:
    """The corrections that changed nothing in what was understood, and why."""
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    heard = {(e.utterance, e.head) for e in found.expressions if e.kind not in UNSPOKEN}
    problems = Problems(found.discourse.path)
    for one in corrections:
        place, pointed_at = (one.utterance, one.word), one.place
        reason = _wrong(one)
        if not 1 <= one.word <= lengths.get(one.utterance, 0):
            reason = "there is no such word"
        elif one.entity != NOTHING and place not in heard:
            reason = "the word refers to nothing"
        elif pointed_at and (pointed_at >= place or _is_missing(pointed_at, lengths, heard)):
            reason = f"{one.entity} points at nothing that was said before"
        if reason:
            message = f"word {one.word} of utterance {one.utterance} is not {quoted(one.entity)}"
            problems.add(0, "corrections-place", f"{message}: {reason}; left aside")
    return tuple(problems)


def _is_missing(
    place: tuple[int, int], lengths: dict[int, int], heard: set[tuple[int, int]]
) -> bool:
    """Whether nothing was heard at a place; of earlier turns nobody knows."""
    return place not in heard and (place[0] in lengths or place[0] < 1)


def _wrong(correction: Correction) -> str:
    """Why there can be no such correction, if there cannot."""
    if not all(1 <= n < 10**MOST_DIGITS for n in (correction.utterance, correction.word)):
        return "utterances and words count from 1"
    if not correction.entity.strip():
        return "it names no entity; '-' is nothing at all"
    if correction.is_pointer and not correction.place:
        return f"{quoted(correction.entity)} points at no word, as '@3.1' does"
    return ""


def _of_tsv(text: str, problems: Problems) -> Iterator[Correction]:
    for number, line in lines_of(text):
        if not line.strip() or line.startswith(("#", HEADER)):
            continue
        utterance, word, entity, *_ = (*line.split("\t"), "", "")
        numbers = [number_of(utterance.strip()), number_of(word.strip())]
        one = Correction(numbers[0] or 0, numbers[1] or 0, _unescaped(entity.strip(" ")))
        if None in numbers or not entity.strip(" "):
            message = f"{quoted(line)} is not utterance, word, entity"
            problems.add(number, CODE, message, column=1)
        elif wrong := _wrong(one):
            problems.add(number, CODE, f"{quoted(line)} is no correction: {wrong}", column=1)
        else:
            yield one


def _of_json(text: str, problems: Problems) -> Iterator[Correction]:
    records = JsonRecords(text, problems, code=CODE, halves=True)
    for row in records.objects(lambda one: "entity" in one, "object with utterance, word, entity"):
        one = Correction(row.number("utterance"), row.number("word"), row.text("entity"))
        if wrong := _wrong(one):
            row.fault(CODE, f"this is no correction: {wrong}")
        else:
            yield one
    records.report()


def _escaped(one: Correction) -> str:
    is_plain = one.is_pointer or one.entity == NOTHING
    return one.entity if is_plain else _HIDDEN.sub(_spelled, one.entity)


def _spelled(hidden: re.Match[str]) -> str:
    character = hidden[0]
    return _SPELLED.get(character) or (r"\s" if character == " " else f"\\u{ord(character):04x}")


def _unescaped(entity: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)) if m[1] else _MEANT[m[0]], entity)
