"""What all forms of a trace write alike: words, states and tests, each with its own marks.

Markup    writes the lines of a row
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hearer.model import Element, Familiarity, Resolution
from hearer.report.styles import printable
from hearer.views.trace.rows import Piece, TraceRow
from hearer.views.words import TestedElement, asked, small_capitals, tested


@dataclass(frozen=True, slots=True, kw_only=True)
class Markup:
    """Writes the lines of a trace; how its words look, a form has to say.

    `text` makes a text harmless, `name` spells an entity. `pronoun` (among the words), `asked` (one
    that elements are tested for) and `entity` are marks around a text, `dot` is one between tests.
    `outcome` is given an entity that is written already.
    """

    text: Callable[[str], str]
    name: Callable[[str], str] = small_capitals
    pronoun: str
    asked: str = "{}"
    entity: str
    dot: str = "·"
    status: Callable[[Familiarity], str]
    outcome: Callable[[TestedElement, str], str]

    def words(self, row: TraceRow) -> str:
        """The words read; nothing where the last of them has its row already."""
        return "".join(self._piece(piece) + " " * piece.space for piece in row.pieces).strip()

    def _piece(self, piece: Piece) -> str:
        text = self.text(piece.text)
        return self.pronoun.format(text) if piece.is_pronoun else text

    def state(self, row: TraceRow) -> list[str]:
        """The elements of the list, each with its status and its surface form, and its end."""
        *others, last = [*map(self._element, row.state)] or [""]
        return [*(f"{element}," for element in others), f"{last}]"]

    def _element(self, element: Element) -> str:
        form = self.text(printable(element.expression.text))
        return f"{self._entity(element.entity)}{self.status(element.familiarity)}: {form}"

    def _entity(self, entity: str) -> str:
        return self.entity.format(self.text(self.name(entity))) if entity else ""

    def question(self, resolution: Resolution) -> str:
        """The pronoun that elements were tested for."""
        return self.asked.format(self.text(asked(resolution)))

    def tested(self, resolution: Resolution) -> list[str]:
        """The elements that were tested, with what came of it."""
        tries = tested(resolution)
        *others, last = (self.outcome(one, self._entity(one.entity)) for one in tries)
        return [*(f"{one} {self.dot}" for one in others), last]
