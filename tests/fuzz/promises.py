"""What must hold of everything that was read, written, resolved or shown."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
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
        is_sound = problem.code and problem.message and min(problem.line, problem.column) >= 0
        require(is_sound, f"{name}: a problem without words or place: {problem!r}")
        no_escapes(str(problem), f"{name}: a problem")


def _count(name: str, text: str, reading: Reading) -> None:
    """Require as many documents or words, with those reported, as the lines of a file show."""
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()]
    out = len(reading) + len(reading.problems)
    reported = len({problem.line for problem in reading.problems})
    words = sum(len(one) for document in reading for one in document.utterances) + reported
    begun = sum(line.startswith("#begin document") for line in lines)
    require(name != "conll2012" or out >= begun, f"{begun} documents begun, {out} out")
    if name in {"conll2012", "webanno"}:
        rows = sum(not line.startswith("#") for line in lines)
        require(words >= rows, f"{rows} words in, {words} out and reported")
    if name == "gap":
        rows = sum(not line.startswith("ID\tText\t") for line in lines)
        require(len(reading) + reported >= rows, f"{rows} documents in, fewer out and reported")
    if name == "json" and (reading or not reading.problems):  # it was not refused
        try:
            value = json.loads(text)
        except ValueError:  # as a number with too many digits is
            value = None
        many = len(value) if isinstance(value, list) else 1
        require(out >= many, f"{many} documents in, {out} out and reported")


def read(name: str, content: bytes, text: bytes) -> Reading:
    """Read a file; annotations of brat are those of the text beside them."""
    if name == "brat":
        return brat.annotated(text, content, "given.ann")
    return read_as(FORMATS.find(name), content, "given")


def read_back(name: str, reading: Reading, *, to: str) -> None:
    """Require that documents are read back from the format `to`; in their own, they are equal."""
    is_one_a_file = to in {"brat", "webanno"}
    for documents in [(one,) for one in reading] if is_one_a_file else [tuple(reading)]:
        try:
            written = converted(documents, to=to)
        except HearerError:
            continue
        # At the start of a file a byte order mark is no character.
        if not FORMATS.find(to).read or not documents or documents[0].text.startswith("\ufeff"):
            continue
        content, text = (
            one.encode("utf-8", "surrogateescape") for one in (written, documents[0].text)
        )
        again = read(to, content, text)
        if to == name and name not in (*CONLLU, "text"):
            _require_equal(name, documents, again, written)


def _require_equal(name: str, documents: Sequence[Discourse], again: Reading, written: str) -> None:
    # Visible characters between words were reported when the file was read.
    usual = {"file-space"} if any(map(len, documents)) else {"file-space", "file-empty"}
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
    to, view = random.choice(WRITABLE), random.choice(("terminal", "html", "latex"))
    what = random.randrange(4)
    if what == 0:
        no_escapes(hearer.trace(found, view=view), f"the {view} view")
    elif what == 1:
        hearer.rewrite(found)
    elif what == 2:
        written = hearer.write(found, to=to)
        no_escapes(written if to in {"text", "tsv"} else "", to)  # others are read again
    for resolution in found.resolutions[:3] if what == 3 else ():
        place = resolution.pronoun.utterance, resolution.pronoun.head
        no_escapes(str(found.why(place)), "why")
        with suppress(HearerError):
            candidate = random.choice(found.expressions).text
            no_escapes(str(found.why_not(place, candidate)), "why not")
