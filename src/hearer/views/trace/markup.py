"""What HTML and LaTeX write alike: the lines of a row, each form with its own marks.

Markup    writes words, states, and what was tested
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hearer.model import Element, Familiarity, Resolution
from hearer.report.styles import printable
from hearer.views.trace.rows import END, Piece, TraceRow
from hearer.views.words import TestedElement, asked, small_capitals, tested


@dataclass(frozen=True, slots=True)
class Markup:
    """Writes the lines of a trace; how its words look, a form has to say.

    `text` makes a text harmless. `bold` (a pronoun among the words), `italic` (one that elements
    are tested for), `capitals` (the name of an entity) and `dot` are marks around or between texts.
    """

    text: Callable[[str], str]
    bold: str
    italic: str
    capitals: str
    dot: str
    status: Callable[[Familiarity], str]
    outcome: Callable[[TestedElement, str], str]  # of an entity, which is written already

    def words(self, row: TraceRow) -> str:
        """The words read, pronouns in bold."""
        read = "".join(self._piece(piece) + " " * piece.space for piece in row.pieces)
        return read.strip() or self.text(END)

    def _piece(self, piece: Piece) -> str:
        text = self.text(piece.text)
        return self.bold.format(text) if piece.is_pronoun else text

    def state(self, row: TraceRow) -> str:
        """The elements of the list, each with its status and its surface form."""
        return f"S: [{', '.join(map(self._element, row.state))}]"

    def _element(self, element: Element) -> str:
        form = self.text(printable(element.expression.text))
        return f"{self._entity(element.entity)}{self.status(element.familiarity)}: {form}"

    def _entity(self, entity: str) -> str:
        return self.capitals.format(self.text(small_capitals(entity))) if entity else ""

    def tested(self, resolution: Resolution) -> str:
        """The pronoun, and what was tested for it."""
        tries = (
            one.elsewhere + self.outcome(one, self._entity(one.entity))
            for one in tested(resolution)
        )
        return f"{self.italic.format(self.text(asked(resolution)))}: {self.dot.join(tries)}"

    def notes(self, row: TraceRow) -> Iterator[str]:
        """What the algorithm noted."""
        yield from (self.text(printable(str(note))) for note in row.notes)
