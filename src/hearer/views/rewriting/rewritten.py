"""A rewritten text: its edits, the pronouns that stayed and why, and offsets both ways."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hearer.harmless import MOST_SHOWN, brief, number_and
from hearer.model import ReferringExpression


class Replacement(NamedTuple):
    """Write `text` instead of code points `start` to `end`, for `pronoun`."""

    start: int
    end: int
    text: str
    pronoun: ReferringExpression


@dataclass(frozen=True, slots=True)
class Edit:
    """Code points `start` to `end` of the original, now `text`, from `new_start` to `new_end`."""

    start: int
    end: int
    text: str
    new_start: int
    original: str
    expression: ReferringExpression

    @property
    def new_end(self) -> int:
        return self.new_start + len(self.text)


class Reason(StrEnum):
    """Why a pronoun was left as it is."""

    BOUND = "a reflexive or reciprocal stays"
    NO_ANTECEDENT = "no antecedent was found"
    UNSURE = "who is meant is not sure enough"
    NO_NAME = "nothing it refers to can be named"
    NAMED_IN_CLAUSE = "it is named in the same clause"
    NAMED_ABOVE = "it is named in the clause above, and a name could not mean the same"
    NAMED_BEFORE = "it is named in the clause that leads up to this one"
    NAMED_IN_SENTENCE = "its sentence names it, and nothing else fits"
    STAYED_BEFORE = "the same stays a pronoun earlier in its sentence"
    NUMBER = "the verb would no longer agree"
    FIXED = "a name cannot stand here"
    HEAVY = "a name would be too long here"
    QUOTED = "quotations are never changed"
    PROTECTED = "it is protected"
    NOT_ASKED = "it was not asked for"


@dataclass(frozen=True, slots=True)
class Left:
    """A pronoun that stayed, and why."""

    expression: ReferringExpression
    reason: Reason


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A text with its pronouns rewritten; offsets are code points.

    `forward` and `back` map offsets of the original to the new text and back. What was not
    edited maps exactly; inside an edit every offset but its end maps to where the edit starts.
    """

    text: str
    original: str
    edits: tuple[Edit, ...] = ()
    left: tuple[Left, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the text, the edits and what was left as JSON values."""
        fields = "start end new_start new_end original text".split()
        edits = [
            {**{name: getattr(one, name) for name in fields}, "pronoun": one.expression.text}
            for one in self.edits
        ]
        left = [
            {
                "pronoun": one.expression.text,
                "utterance": one.expression.utterance,
                "word": one.expression.head,
                "reason": str(one.reason),
            }
            for one in self.left
        ]
        return {"text": self.text, "edits": edits, "left": left}

    def forward(self, offset: int) -> int:
        """Return the offset in the new text of an offset in the original."""
        begun = bisect_right(self.edits, offset, key=lambda edit: edit.start)
        if not begun:
            return offset
        edit = self.edits[begun - 1]
        return edit.new_start if offset < edit.end else edit.new_end + offset - edit.end

    def back(self, offset: int) -> int:
        """Return the offset in the original of an offset in the new text."""
        begun = bisect_right(self.edits, offset, key=lambda edit: edit.new_start)
        if not begun:
            return offset
        edit = self.edits[begun - 1]
        return edit.start if offset < edit.new_end else edit.end + offset - edit.new_end

    def undone(self) -> str:
        """Return the original, made from the new text and the edits alone."""
        return _replaced(self.text, [(e.new_start, e.new_end, e.original) for e in self.edits])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        left = number_and(len(self.left), "pronoun")
        done = f"{number_and(len(self.edits), 'edit')}, {left} left"
        return brief(self, f": {done}, {self.text[:MOST_SHOWN]!r}")


def rewriting(original: str, changes: Iterable[Replacement], left: tuple[Left, ...]) -> Rewriting:
    """Return `original` with `changes` made."""
    edits: list[Edit] = []
    grown = 0
    for start, end, text, pronoun in sorted(changes, key=lambda change: change.start):
        was = original[start:end]
        edits.append(Edit(start, end, text, start + grown, original=was, expression=pronoun))
        grown += len(text) - (end - start)
    text = _replaced(original, [(edit.start, edit.end, edit.text) for edit in edits])
    return Rewriting(text, original, tuple(edits), left)


def _replaced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    parts, done = [], 0
    for start, end, new in changes:
        parts += [text[done:start], new]
        done = end
    return "".join((*parts, text[done:]))
