"""What must hold of everything that was read, written, resolved or shown."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random

import hearer
from hearer.errors import HearerError
from hearer.formats import FORMATS, brat
from hearer.formats.converting import converted, read_as
from hearer.formats.format import Holds, Reading
from hearer.model import Discourse
from hearer.profiles import how_to_hear
from tests.formats.exchange import chains
from tests.fuzz.samples import CONLLU, WRITABLE

ONE_A_FILE = ("brat", "webanno")
READ_BY_PEOPLE = ("text", "tsv")  # the other formats are read again, and keep every character
NO_WORDS = "file-empty"  # the problem of a file without words; one that we were given has none
MOST_PRONOUNS = 3  # that are explained
_LINE_END = re.compile(r"\r\n|\r|\n")
# C0 but tab and the ends of lines, DEL and C1: what a terminal may obey.
_OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


class BrokenPromiseError(AssertionError):
    """A promise that does not hold."""


def require(holds: object, sentence: str) -> None:
    if not holds:
        raise BrokenPromiseError(sentence)


def no_escapes(text: str, what: str) -> None:
    """Require that there is nothing in a text that a terminal would obey."""
    if obeyed := _OBEYED.search(text):
        around = text[max(obeyed.start() - 30, 0) : obeyed.end() + 30]
        raise BrokenPromiseError(f"{what} has {obeyed[0]!r}: {around!r}")


def nothing_lost(name: str, content: bytes, reading: Reading) -> None:
    """Require that what can be counted in a file is read or reported; CoNLL-U keeps all bytes."""
    if name in CONLLU:
        back = converted(reading, to="conllu").encode("utf-8", "surrogateescape")
        require(back == content, f"{name}: bytes were lost")
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    there = any(map(len, reading)) or any(one.before for one in reading)
    if text.strip() and not there and name not in CONLLU:
        require(reading.problems, f"{name}: nothing was read, and nothing reported")
    _count(name, text, reading)
    for problem in reading.problems:
        require(problem.code and problem.message, f"{name}: a problem without words: {problem!r}")
        is_placed = problem.line >= 0 and problem.column >= 0
        require(is_placed, f"{name}: a problem nowhere: {problem!r}")
        no_escapes(str(problem), f"{name}: a problem")


def _count(name: str, text: str, reading: Reading) -> None:
    """Count the documents and words of a file, as far as its lines show them."""
    lines = [line for line in _LINE_END.split(text) if line.strip()]
    reported = len({problem.line for problem in reading.problems})
    documents = len(reading) + reported
    words = sum(len(one) for document in reading for one in document.utterances) + reported
    if name == "conll2012":
        begun = sum(line.startswith("#begin document") for line in lines)
        require(len(reading) + len(reading.problems) >= begun, f"{begun} documents begun")
    if name in {"conll2012", "webanno"}:
        rows = sum(not line.startswith("#") for line in lines)
        require(words >= rows, f"{rows} words in, {words} out and reported")
    if name in {"gap", "jsonlines"}:
        rows = sum(not line.startswith("ID\tText\t") and line.strip() != "[]" for line in lines)
        require(documents >= rows, f"{rows} documents in, {documents} out and reported")
    if name in {"json", "corenlp"}:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            require(reading.problems, "no JSON, and nothing reported")
            return
        many = len(value) if isinstance(value, list) else 1
        found = len(reading) + len(reading.problems)
        is_refused = not reading and reading.problems  # nested too deeply: all of it or nothing
        require(found >= many or is_refused, f"{many} documents in, {found} out and reported")


def read_back(name: str, reading: Reading, *, to: str) -> None:
    """Require that documents are read back from the format `to`; in their own, they are equal."""
    groups = [(one,) for one in reading] if to in ONE_A_FILE else [tuple(reading)]
    for documents in groups:
        try:
            written = converted(documents, to=to)
        except HearerError:
            continue
        # At the start of a file a byte order mark is no character.
        if not FORMATS.find(to).read or not documents or documents[0].text.startswith("\ufeff"):
            continue
        content = written.encode("utf-8", "surrogateescape")
        if to == "brat":
            text = documents[0].text.encode("utf-8", "surrogateescape")
            again = brat.annotated(text, content, "again.ann")
        else:
            again = read_as(FORMATS.find(to), content, "again")
        if to == name and name not in (*CONLLU, "text"):
            _require_equal(name, documents, again, written)


def _require_equal(name: str, documents: Sequence[Discourse], again: Reading, written: str) -> None:
    # Visible characters between words were reported when the file was read.
    usual = {"file-space"} if any(map(len, documents)) else {"file-space", NO_WORDS}
    wrong = [one for one in again.problems if one.code not in usual]
    require(not wrong, f"{name}: what we wrote has problems: {wrong[:1]}")
    was, now = (["".join(one.text.split()) for one in several] for several in (documents, again))
    require(was == now, f"{name}: other words are read back: {str(was)[:300]} / {str(now)[:300]}")
    if Holds.ENTITIES in FORMATS.find(name).holds:
        known, found = [chains(one) for one in documents], [chains(one) for one in again]
        require(known == found, f"{name}: other chains are read back")
    if name != "brat":  # whose order of mentions over the same words is that of their keys
        rewritten = converted(again, to=name)
        require(rewritten == written, f"{name}: written otherwise the second time")


def heard(discourse: Discourse, random: Random, *, algorithm: str) -> None:
    """Resolve a document to its end; then explain, show, rewrite or write it."""
    found = hearer.listen(discourse, profile=how_to_hear(algorithm))
    require(len(found.steps) == len(list(discourse.words)), "not one step a word")
    what = random.choice(("shown", "explained", "rewritten", "written"))
    if what == "shown":
        view = random.choice(("terminal", "html", "latex"))
        no_escapes(hearer.trace(found, view=view), f"the {view} view")
    elif what == "rewritten":
        hearer.rewrite(found)
    elif what == "written":
        to = random.choice(WRITABLE)
        written = hearer.write(found, to=to)
        no_escapes(written if to in READ_BY_PEOPLE else "", to)
    for resolution in found.resolutions[:MOST_PRONOUNS] if what == "explained" else ():
        place = resolution.pronoun.utterance, resolution.pronoun.head
        no_escapes(str(found.why(place)), "why")
        try:
            candidate = random.choice(found.expressions).text
            no_escapes(str(found.why_not(place, candidate)), "why not")
        except HearerError:
            continue
