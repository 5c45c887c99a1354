"""Direct speech enclosed in double quotes: straight, curly, angled or TeX's.

    QuotedWords    marks the words of one utterance after the other, across sentence boundaries

The paper leaves out "any elements of direct speech enclosed in double quotes". A quotation may
run over several sentences, never over the end of a paragraph: newspapers open a quotation anew
in each paragraph and close only the last one. One that is opened twice was not closed before;
one that is never closed ends with its paragraph, or after `LONGEST` utterances.
"""

from __future__ import annotations

from dataclasses import dataclass

from hearer.model import Utterance
from hearer.model.part import Part

OPENING = frozenset({"“", "``", "«", "„"})
CLOSING = frozenset({"”", "''", "»"})
STRAIGHT = frozenset({'"', "＂"})
QUOTES = OPENING | CLOSING | STRAIGHT
LONGEST = 12


@dataclass(slots=True, eq=False)
class QuotedWords(Part):
    """Follows quotation marks through a discourse."""

    open_for: int = 0  # utterances for which a quotation has been open; 0: none is

    def mark(self, utterance: Utterance) -> tuple[bool, ...]:
        """For each word, and an index 0 that stands for none, whether it is direct speech."""
        if utterance.begins_paragraph or self.open_for > LONGEST:
            self.open_for = 0
        is_open = self.open_for > 0
        if not is_open and QUOTES.isdisjoint(utterance.forms):
            return (False,) * (len(utterance) + 1)
        marks = [False]
        for index, form in enumerate(utterance.forms):
            if form in QUOTES:
                is_open = _opens(utterance, index, is_open)
                marks.append(True)
            else:
                marks.append(is_open)
        self.open_for = self.open_for + 1 if is_open else 0
        return tuple(marks)


def _opens(utterance: Utterance, index: int, is_open: bool) -> bool:  # noqa: FBT001
    """Whether a quotation is open after the mark at `index`."""
    form = utterance.forms[index]
    if form in OPENING:
        return True
    if form in CLOSING:
        return False
    hugs_left = index > 0 and utterance.spaces[index - 1] == ""
    hugs_right = utterance.spaces[index] == "" and index + 1 < len(utterance)
    if hugs_left == hugs_right:
        return not is_open
    return hugs_right
