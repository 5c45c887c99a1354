"""What HTML and LaTeX write alike: a row of a trace as lines, each form with its own marks.

Markup    writes words, states, and what was tested
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from hearer.model import Element, Familiarity, Resolution
from hearer.report.styles import printable
from hearer.views.trace.rows import END, Piece, TraceRow
from hearer.views.words import Tested, asked, small_capitals, tested


class Markup(ABC):
    """Writes the lines of a trace; what is bold, italic or small in it, a form has to say."""

    dot: str  # stands between the elements that were tested

    @abstractmethod
    def text(self, text: str) -> str:
        """Text with nothing in it that the form would take for its own."""

    @abstractmethod
    def bold(self, text: str) -> str:
        """A pronoun among the words."""

    @abstractmethod
    def italic(self, text: str) -> str:
        """A pronoun that elements were tested for."""

    @abstractmethod
    def capitals(self, text: str) -> str:
        """The name of an entity."""

    @abstractmethod
    def status(self, familiarity: Familiarity) -> str:
        """The status of an element, as a subscript."""

    @abstractmethod
    def outcome(self, one: Tested, entity: str) -> str:
        """What came of testing an entity."""

    def words(self, row: TraceRow) -> str:
        return self.pieces(row.pieces) or self.text(END)

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """Words as they stand in the text."""
        return "".join(self._piece(piece) + " " * piece.space for piece in pieces).strip()

    def _piece(self, piece: Piece) -> str:
        return self.bold(piece.text) if piece.is_pronoun else self.text(piece.text)

    def state(self, row: TraceRow) -> str:
        return f"S: [{', '.join(map(self._element, row.state))}]"

    def _element(self, element: Element) -> str:
        name, form = self.entity(element.entity), self.text(printable(element.expression.text))
        return f"{name}{self.status(element.familiarity)}: {form}"

    def entity(self, entity: str) -> str:
        return self.capitals(small_capitals(entity)) if entity else ""

    def tested(self, resolution: Resolution) -> str:
        """The pronoun, and what was tested for it."""
        tries = (
            one.elsewhere + self.outcome(one, self.entity(one.entity)) for one in tested(resolution)
        )
        return f"{self.italic(asked(resolution))}: {self.dot.join(tries)}"

    def notes(self, row: TraceRow) -> Iterable[str]:
        return (self.text(printable(str(note))) for note in row.notes)
