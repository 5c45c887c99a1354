"""What must hold of everything that was read, written, heard or shown.

BrokenPromiseError            a promise that does not hold
require           raise it
nothing_lost      documents and words in = documents and words out + problems
read_back         what is read is written and read back equal
heard             whatever has a parse can be heard, explained, shown, rewritten and written
no_escapes        nothing that a terminal would obey
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random

import hearer
from hearer.errors import HearerError
from hearer.formats import FORMATS, brat
from hearer.formats.converting import converted, read_as
from hearer.formats.format import Holds, Reading
from hearer.model import Discourse, Interpretation
from hearer.profiles import how_to_hear
from tests.formats.exchange import chains
from tests.fuzz.samples import CONLLU, WRITABLE

ONE_A_FILE = ("brat", "webanno")
READ_BY_PEOPLE = ("text", "tsv")  # the other formats are read again, and keep every character
NO_WORDS = "file-empty"  # the problem of a file without words; one that we were given has none
MOST_PRONOUNS = 3  # that are asked about
_LINE_END = re.compile(r"\r\n|\r|\n")
# C0 but tab and the ends of lines, DEL and C1: what a terminal may obey.
_OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


class BrokenPromiseError(AssertionError):
    """A promise that does not hold."""


def require(holds: object, sentence: str) -> None:
    if not holds:
        raise BrokenPromiseError(sentence)


# Reading ----------------------------------------------------------------------------------------


def nothing_lost(name: str, content: bytes, reading: Reading) -> None:
    """What can be counted in a file is read or reported; CoNLL-U comes back byte for byte."""
    if name in CONLLU:
        back = converted(reading, to="conllu").encode("utf-8", "surrogateescape")
        require(back == content, f"{name}: bytes were lost")
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    there = any(map(len, reading)) or any(one.before for one in reading)
    if text.strip() and not there and name not in CONLLU:
        require(reading.problems, f"{name}: nothing was read, and nothing reported")
    if count := COUNTED.get(name):
        count(text, reading)
    for problem in reading.problems:
        require(problem.code and problem.message, f"{name}: a problem without words: {problem!r}")
        require(
            problem.line >= 0 and problem.column >= 0, f"{name}: a problem nowhere: {problem!r}"
        )
        no_escapes(str(problem), f"{name}: a problem")


def _count_lines(is_one: Callable[[str], bool]) -> Callable[[str, Reading], None]:
    """Lines that are a document each."""

    def count(text: str, reading: Reading) -> None:
        lines = [line for line in _LINE_END.split(text) if line.strip() and is_one(line)]
        found = len(reading) + len({problem.line for problem in reading.problems})
        require(found >= len(lines), f"{len(lines)} documents in, {found} out and reported")

    return count


def _count_words(text: str, reading: Reading) -> None:
    """Lines that are a word each; comments are none."""
    lines = [line for line in _LINE_END.split(text) if line.strip() and line[0] != "#"]
    words = sum(len(utterance) for document in reading for utterance in document.utterances)
    found = words + len({problem.line for problem in reading.problems})
    require(found >= len(lines), f"{len(lines)} words in, {found} out and reported")


def _count_parts(text: str, reading: Reading) -> None:
    """Documents of CoNLL-2012: each has a line that begins it."""
    begun = [line for line in _LINE_END.split(text) if line.startswith("#begin document")]
    found = len(reading) + len(reading.problems)
    require(found >= len(begun), f"{len(begun)} documents begun, {found} out and reported")
    _count_words(text, reading)


def _count_array(text: str, reading: Reading) -> None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        require(reading.problems, "no JSON, and nothing reported")
        return
    many = len(value) if isinstance(value, list) else 1
    found = len(reading) + len(reading.problems)
    is_refused = not reading and reading.problems  # nested too deeply, say: all of it or nothing
    require(found >= many or is_refused, f"{many} documents in, {found} out and reported")


COUNTED: dict[str, Callable[[str, Reading], None]] = {
    "conll2012": _count_parts,
    "corenlp": _count_array,
    "gap": _count_lines(lambda line: not line.startswith("ID\tText\t")),
    "json": _count_array,
    "jsonlines": _count_lines(lambda line: line.strip() != "[]"),
    "webanno": _count_words,
}


# Writing ----------------------------------------------------------------------------------------


def read_back(name: str, reading: Reading, *, to: str) -> None:
    """Written in the format `to`, the documents are read back; in their own, they are equal."""
    if FORMATS.find(to).write is None:
        return
    groups = [(one,) for one in reading] if to in ONE_A_FILE else [tuple(reading)]
    for documents in groups:
        try:
            written = converted(documents, to=to)
        except HearerError:
            continue
        if FORMATS.find(to).read is None or not documents:
            continue
        if documents[0].text.startswith("\ufeff"):  # at the start of a file it is no character
            continue
        again = _again(written, documents, to)
        if to == name and name not in (*CONLLU, "text"):
            _require_equal(name, documents, again, written)


def _again(written: str, documents: tuple[Discourse, ...], to: str) -> Reading:
    content = written.encode("utf-8", "surrogateescape")
    if to == "brat":
        text = documents[0].text.encode("utf-8", "surrogateescape")
        return brat.annotated(text, content, "again.ann")
    return read_as(FORMATS.find(to), content, "again")


def _require_equal(
    name: str, documents: tuple[Discourse, ...], again: Reading, written: str
) -> None:
    wrong = [one for one in again.problems if one.code != NO_WORDS or any(map(len, documents))]
    require(not wrong, f"{name}: what we wrote has problems: {wrong[:1]}")
    was, now = [_forms(one) for one in documents], [_forms(one) for one in again]
    require(was == now, f"{name}: other words are read back: {_difference(was, now)}")
    if Holds.ENTITIES in FORMATS.find(name).holds:
        known, found = [chains(one) for one in documents], [chains(one) for one in again]
        require(known == found, f"{name}: other chains are read back: {_difference(known, found)}")
    if name == "brat":  # the order of mentions over the same words is that of their keys
        return
    rewritten = converted(again, to=name)
    require(rewritten == written, f"{name}: written otherwise the second time")


def _forms(discourse: Discourse) -> str:
    return "".join(discourse.text.split())


def _difference(was: Sequence[object], now: Sequence[object]) -> str:
    if len(was) != len(now):
        return f"{len(was)} and {len(now)}"
    pairs = [(a, b) for a, b in zip(was, now, strict=True) if a != b]
    return " / ".join(repr(each)[:300] for pair in pairs[:1] for each in pair)


# Hearing ----------------------------------------------------------------------------------------


def heard(discourse: Discourse, random: Random, *, algorithm: str) -> None:
    """Heard to its end; then explained, shown, rewritten and written."""
    found = hearer.listen(discourse, profile=how_to_hear(algorithm))
    words = list(discourse.words)
    require(len(found.steps) == len(words), "not one step a word")
    random.choice((_shown, _explained, _rewritten, _written))(found, random)


def _shown(found: Interpretation, random: Random) -> None:
    view = random.choice(("terminal", "html", "latex"))
    no_escapes(hearer.trace(found, view=view), f"the {view} view")


def _explained(found: Interpretation, random: Random) -> None:
    pronouns = [one.pronoun for one in found.resolutions]
    for pronoun in random.sample(pronouns, min(len(pronouns), MOST_PRONOUNS)):
        no_escapes(str(found.why((pronoun.utterance, pronoun.head))), "why")
        candidate = random.choice(found.expressions).text
        try:
            no_escapes(str(found.why_not((pronoun.utterance, pronoun.head), candidate)), "why not")
        except HearerError:
            continue


def _rewritten(found: Interpretation, _: Random) -> None:
    hearer.rewrite(found)


def _written(found: Interpretation, random: Random) -> None:
    to = random.choice(WRITABLE)
    written = hearer.write(found, to=to)
    if to in READ_BY_PEOPLE:
        no_escapes(written, to)


def no_escapes(text: str, what: str) -> None:
    """Nothing in a text that a terminal would obey."""
    obeyed = _OBEYED.search(text)
    if obeyed:
        around = text[max(obeyed.start() - 30, 0) : obeyed.end() + 30]
        raise BrokenPromiseError(f"{what} has {obeyed[0]!r}: {around!r}")
