"""A rewritten text: its edits, the pronouns that stayed and why, and the way back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hearer.escape import MOST_SHOWN, brief, number_and
from hearer.model import ReferringExpression

Change = tuple[int, int, str, ReferringExpression]  # from, to, what to write, the pronoun


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
    NAMED_IN_SENTENCE = "its sentence names it, and nothing else fits"
    STAYED_BEFORE = "the same stays a pronoun earlier in its sentence"
    NUMBER = "the verb would no longer agree"
    FIXED = "a name cannot stand here"
    HEAVY = "a name would be too long here"
    QUOTED = "quotations are never changed"
    PROTECTED = "it is protected"


@dataclass(frozen=True, slots=True)
class Left:
    """A pronoun that stayed, and why."""

    expression: ReferringExpression
    reason: Reason


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A text with its pronouns rewritten; offsets are code points.

    `back` maps offsets of the new text to the original. What was not edited maps exactly; inside
    an edit every offset but its end maps to where the edit starts.
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
        """Return the offset in the new text of an offset in the original, outside of edits."""
        ended = bisect_right(self.edits, offset, key=lambda edit: edit.end)
        last = self.edits[ended - 1] if ended else None
        return offset + last.new_end - last.end if last else offset

    def back(self, offset: int) -> int:
        """Return the offset in the original of an offset in the new text."""
        begun = bisect_right(self.edits, offset, key=lambda edit: edit.new_start)
        if not begun:
            return offset
        edit = self.edits[begun - 1]
        return edit.start if offset < edit.new_end else edit.end + offset - edit.new_end

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        edits = number_and(len(self.edits), "edit")
        return brief(self, f": {edits}, {self.text[:MOST_SHOWN]!r}")


def rewriting(original: str, changes: Iterable[Change], left: tuple[Left, ...]) -> Rewriting:
    """Return `original` with `changes` made."""
    edits, parts, grown, done = list[Edit](), list[str](), 0, 0
    for start, end, text, pronoun in sorted(changes, key=lambda change: change[0]):
        was = original[start:end]
        edits.append(Edit(start, end, text, start + grown, original=was, expression=pronoun))
        parts += [original[done:start], text]
        grown += len(text) - (end - start)
        done = end
    return Rewriting("".join((*parts, original[done:])), original, tuple(edits), left)
