"""The trace as text, in columns that fit a terminal.

    render    an interpretation as text: plain, or with colours

Plain text has no small capitals, subscripts or bold type. It writes BRENNAN_E for an evoked Brennan
and *she* for a pronoun, where colours write the pronoun in bold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hearer.model import Element, Interpretation, Resolution
from hearer.report.styles import BOLD, CYAN, DIM, GREEN, RED, printable, styled
from hearer.views.trace.rows import END, Piece, TraceRow, UtteranceTrace, traced
from hearer.views.words import FAILED, NO_ANTECEDENT, TestedElement, asked, entity_name, tested

NARROWEST = 40
INDENT = 2  # from the text of a row to its state


@dataclass(frozen=True, slots=True)
class Atom:
    """What is never broken over two lines, if it fits one: plain for measuring, and styled."""

    plain: str
    styled: str


def render(found: Interpretation, *, color: bool = False, width: int = 100) -> str:
    """Write the states of an interpretation as the paper's tables do, no wider than `width`."""
    page = _Page(color=color, width=max(width, NARROWEST))
    shown = traced(found)
    margin = 2 + max((len(one.label) for one in shown), default=0)
    blocks = ["\n".join(page.utterance(one, margin)) for one in shown]
    return "\n\n".join(blocks) + "\n" if blocks else ""


class _Page:
    def __init__(self, *, color: bool, width: int) -> None:
        self.color, self.width = color, width

    def utterance(self, analysis: UtteranceTrace, margin: int) -> Iterator[str]:
        if analysis.begins_segment:
            yield from (self._segment_rule(), "")
        lines = (line for row in analysis.rows for line in self._row(row, margin))
        first = next(lines)
        yield self._styled(analysis.label, DIM) + first[len(analysis.label) :]
        yield from lines

    def _segment_rule(self) -> str:
        return self._styled(" new segment ".center(self.width, "─"), DIM)

    def _row(self, row: TraceRow, margin: int) -> Iterator[str]:
        words = list(self._words(row.pieces)) or [self._atom(END, DIM)]
        yield from self._filled(words, " " * margin)
        opening = " " * (margin + INDENT) + "S: ["
        yield from self._filled(self._elements(row.state), opening)
        for resolution in row.resolutions:
            pronoun = f"{asked(resolution)}: "
            yield from self._filled(self._tested(resolution), " " * (margin + INDENT) + pronoun)
        for note in row.notes:
            words = [self._atom(word, DIM) for word in printable(note.text).split()]
            yield from self._filled(words, " " * (margin + INDENT) + f"{printable(note.name)}: ")

    def _words(self, pieces: tuple[Piece, ...]) -> Iterator[Atom]:
        """Runs of pieces without a space between them."""
        run: list[Atom] = []
        for piece in pieces:
            run.append(self._piece(piece))
            if piece.space:
                yield _joined(run)
                run = []
        if run:
            yield _joined(run)

    def _piece(self, piece: Piece) -> Atom:
        if not piece.is_pronoun:
            return Atom(piece.text, piece.text)
        if self.color:
            return self._atom(piece.text, BOLD)
        return Atom(f"*{piece.text}*", f"*{piece.text}*")

    def _elements(self, state: tuple[Element, ...]) -> list[Atom]:
        last = len(state) - 1
        elements = [self._element(x, "]" if n == last else ",") for n, x in enumerate(state)]
        return elements or [Atom("]", "]")]

    def _element(self, element: Element, end: str) -> Atom:
        entity = entity_name(element.entity).upper()
        surface = f": {printable(element.expression.text)}{end}"
        return _joined(
            [
                self._atom(entity, CYAN),
                self._atom(f"_{element.familiarity}", DIM),
                Atom(surface, surface),
            ]
        )

    def _tested(self, resolution: Resolution) -> Iterator[Atom]:
        *others, last = (self._atom(str(x), _colour_of(x)) for x in tested(resolution))
        yield from (_joined([words, Atom(" ·", " ·")]) for words in others)
        yield last

    def _atom(self, text: str, style: str) -> Atom:
        return Atom(text, self._styled(text, style))

    def _styled(self, text: str, style: str) -> str:
        return styled(text, style, color=self.color)

    def _filled(self, atoms: Iterable[Atom], opening: str) -> Iterator[str]:
        """Lines that begin under the end of `opening`, the first of them with it."""
        indent = opening if len(opening) <= self.width // 2 else opening[: self.width // 2]
        line, length, room = indent, 0, self.width - len(indent)
        for atom in (part for whole in atoms for part in _fitting(whole, room)):
            if length and length + 1 + len(atom.plain) > room:
                yield line
                line, length = " " * len(indent), 0
            line += (" " if length else "") + atom.styled
            length += bool(length) + len(atom.plain)
        yield line


def _colour_of(one: TestedElement) -> str:
    if one.succeeded:
        return GREEN
    return RED if one.outcome.startswith((FAILED, NO_ANTECEDENT)) else DIM


def _joined(atoms: list[Atom]) -> Atom:
    return Atom("".join(a.plain for a in atoms), "".join(a.styled for a in atoms))


def _fitting(atom: Atom, room: int) -> Iterator[Atom]:
    """The atom itself, or, where it is longer than a line, what can be made of it."""
    if len(atom.plain) <= room:
        yield atom
        return
    for word in atom.plain.split():
        for start in range(0, len(word), room):
            yield Atom(word[start : start + room], word[start : start + room])
