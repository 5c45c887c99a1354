"""Which pronoun a question is about: places as `hearer resolve` and editors write them.

At          a place: its line, perhaps its column, and what stands before them
at_of       a place in what somebody typed
with_place  a file and the place in it, where both are given as one: story.txt:3:62
file_of     the file of such a place, if there is one
AskedPronouns
            the pronouns that are meant, in the document they are in
asked_of    the pronouns at a place; if there is none, the nearest, which is said
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hearer.cli.process import say
from hearer.errors import UsageError
from hearer.harmless import quoted
from hearer.limits import number_of

if TYPE_CHECKING:
    from hearer.formats.decoding import Place
    from hearer.model import Discourse, Interpretation
    from hearer.profiles import Profile
    from hearer.views.places import Places, WordSpan

AT = re.compile(r"(?:(?P<of>.+?):)??(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?:?", re.DOTALL)
NEARBY = 3  # lines that a place may be away from the pronoun that is meant
MOST_NAMED = 3


class At(NamedTuple):
    """A place: a line, perhaps a column (else 0), and the file or document before them."""

    line: int
    column: int = 0
    of: str = ""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}" if self.column else f"line {self.line}"


def at_of(text: str) -> At:
    """A place, as editors write it.

    >>> at_of("3:62"), at_of("story.txt:3:62")
    (At(line=3, column=62, of=''), At(line=3, column=62, of='story.txt'))
    """
    found = AT.fullmatch(text.strip())
    line = number_of(found["line"]) if found else 0
    column = number_of(found["column"] or "0") if found else 0
    if not found or not line or column is None or (found["column"] and not column):
        raise UsageError(f"--at wants LINE:COLUMN, as in --at 3:12, not {quoted(text)}.")
    return At(line, column, found["of"] or "")


def with_place(file: str | None, at: str | None) -> tuple[str | None, str | None]:
    """The file and the place in it, each for itself, if they were given as one."""
    if file and not _is_file(file):
        of = file_of(file)
        if of and at is not None:
            raise UsageError(f"Say where once: {quoted(file)} is a place, and so is --at {at}.")
        return (of, file) if of else (file, at)
    if not file and at is not None:
        return file_of(at) or None, at
    return file, at


def file_of(text: str) -> str:
    """The file that stands before a place, perhaps with one of its documents; "" if none does."""
    found = AT.fullmatch(text.strip())
    of = (found["of"] or "") if found else ""
    return next((one for one in (of, of.rpartition(":")[0]) if _is_file(one)), "")


def _is_file(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or none at all
        return False


class AskedPronouns(NamedTuple):
    """Pronouns that are asked about, by utterance and head word."""

    found: Interpretation
    pronouns: list[tuple[int, int]]


def asked_of(documents: Sequence[Discourse], text: str, how: Profile) -> AskedPronouns:
    """The pronouns at a place: all of a line, where no column is said."""
    from hearer.cli.hearing import heard
    from hearer.formats.decoding import Place
    from hearer.views.places import places_of

    at = at_of(text)
    discourse = documents[_document(documents, at)]
    (found,), places = heard([(discourse, how)]), places_of(discourse)
    spans = _pronouns(found)
    place = Place(at.line, at.column or 1)
    near = sorted(spans, key=lambda span: places.distance(place, span))
    if not near or places.distance(place, near[0])[0] > NEARBY or at.line > places.last_line:
        raise UsageError(_nothing(at, near, places))
    if not at.column and not places.distance(place, near[0])[0]:
        line = [span for span in spans if not places.distance(place, span)[0]]
        return AskedPronouns(found, [spans[span] for span in line])
    if any(places.distance(place, near[0])):
        say(f"hearer: {_instead(at, place, near[0], places)}")
    return AskedPronouns(found, [spans[near[0]]])


def _pronouns(found: Interpretation) -> dict[WordSpan, tuple[int, int]]:
    """The pronouns that can be asked about, where they stand: those looked up, and I, you, we."""
    from hearer.model import Kind
    from hearer.views.places import WordSpan

    speaking = (one for one in found.expressions if one.kind is Kind.SPEAKER)
    heard = sorted((*speaking, *(r.pronoun for r in found.resolutions)), key=lambda one: one.order)
    return {
        WordSpan(one.utterance, one.own_words[0], one.own_words[-1]): (one.utterance, one.head)
        for one in heard
    }


def _instead(at: At, place: Place, near: WordSpan, places: Places) -> str:
    """That the nearest pronoun is taken; a word of another kind of pronoun is one that is not."""
    word = places.word_at(place) if at.column else None
    utterance = places.utterance(word[0]) if word else None
    taken = _shown(near, places)
    if word and utterance and utterance.upos[word[1] - 1] == "PRON":
        said = utterance.forms[word[1] - 1]
        return f"“{said}” at {at} is not looked up; the nearest pronoun that is, is {taken}."
    return f"There is no pronoun at {at}; the nearest is {taken}."


def _nothing(at: At, near: Sequence[WordSpan], places: Places) -> str:
    if not near:
        return "There is no pronoun in it that is looked up."
    where = f"There is no pronoun near {at}"
    if at.line > places.last_line:
        where = f"There is no line {at.line}: the last is {places.last_line}"
    named = ", ".join(_shown(span, places) for span in near[:MOST_NAMED])
    are = "pronouns are" if len(near) > 1 else "is"
    return f"{where}; the nearest {are} {named}."


def _shown(span: WordSpan, places: Places) -> str:
    utterance = places.utterance(span.utterance)
    said = utterance.text_between(span.first, span.last) if utterance else ""
    return f"“{said}” at {places.of(span.utterance, span.first)}"


# Which document ---------------------------------------------------------------------------------


def _document(documents: Sequence[Discourse], at: At) -> int:
    """The number of the document that a place is in."""
    from hearer.views.lines import document_names
    from hearer.views.places import places_of

    if not documents:
        raise UsageError("There is no document in it.")
    names, of = document_names(documents), _without_path(at.of, documents[0].path)
    if of or any(names):
        return _named(of, names, at)
    last_lines = (places_of(one).last_line for one in documents)
    within = (n for n, last in enumerate(last_lines) if at.line <= last)
    return next(within, len(documents) - 1)


def _without_path(of: str, path: str) -> str:
    """What stands before the line besides the file that is read."""
    for own in (path, Path(path).name):
        if own and (of == own or of.startswith(f"{own}:")):
            return of[len(own) + 1 :]
    is_same = _is_file(of) and _is_file(path) and Path(of).samefile(path)
    return "" if is_same else of


def _named(of: str, names: Sequence[str], at: At) -> int:
    if not any(names):
        raise UsageError(f"{quoted(f'{of}:{at}')} is no place in what is read.")
    for known in (names, [str(n) for n, _ in enumerate(names, start=1)]):
        if of and of in known:
            return known.index(of)
    some = ", ".join((*names[:MOST_NAMED], *["…"] * (len(names) > MOST_NAMED)))
    which = f"There is no document {quoted(of)} in it" if of else "There are several documents"
    raise UsageError(f"{which}: say --at DOCUMENT:LINE:COLUMN, with one of {some}.")
