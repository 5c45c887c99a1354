"""The trace as text, in columns that fit a terminal.

    render    an interpretation as text: plain, or with colours

Plain text has no small capitals, subscripts or bold type. It writes BRENNAN_E for an evoked Brennan
and *she* for a pronoun, where colours write the pronoun in bold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hearer.model import Interpretation
from hearer.report.styles import BOLD, CYAN, DIM, GREEN, RED, plain, printable, styled
from hearer.views.trace.rows import END, Markup, TraceRow, UtteranceTrace, traced
from hearer.views.words import FAILED, NO_ANTECEDENT, TestedElement, asked, entity_name

NARROWEST = 40
INDENT = 2  # from the text of a row to its state


def render(found: Interpretation, *, color: bool = False, width: int = 100) -> str:
    """Write the states of an interpretation as the paper's tables do, no wider than `width`."""
    page = _Page(color=color, width=max(width, NARROWEST))
    shown = tuple(traced(found))
    margin = 2 + max((len(one.label) for one in shown), default=0)
    blocks = ["\n".join(page.utterance(one, margin)) for one in shown]
    return "\n\n".join(blocks) + "\n" if blocks else ""


class _Page:
    def __init__(self, *, color: bool, width: int) -> None:
        self.color, self.width = color, width
        self.markup = Markup(
            text=printable,
            name=lambda entity: entity_name(entity).upper(),
            pronoun=self._styled("{}", BOLD) if color else "*{}*",
            entity=self._styled("{}", CYAN),
            status=lambda familiarity: self._styled(f"_{familiarity}", DIM),
            outcome=lambda one, _: self._styled(str(one), _colour_of(one)),
        )

    def utterance(self, one: UtteranceTrace, margin: int) -> Iterator[str]:
        if one.begins_segment:
            yield from (self._styled(" new segment ".center(self.width, "─"), DIM), "")
        lines = (line for row in one.rows for line in self._row(row, margin))
        first = next(lines)
        yield self._styled(one.label, DIM) + first[len(one.label) :]
        yield from lines

    def _row(self, row: TraceRow, margin: int) -> Iterator[str]:
        words = self.markup.words(row) or self._styled(END, DIM)
        yield from self._filled(words.split(" "), " " * margin)
        indent = " " * (margin + INDENT)
        yield from self._filled(self.markup.state(row), f"{indent}S: [")
        for one in row.resolutions:
            yield from self._filled(self.markup.tested(one), f"{indent}{asked(one)}: ")
        for note in row.notes:
            told = [self._styled(word, DIM) for word in printable(note.text).split()]
            yield from self._filled(told, f"{indent}{printable(note.name)}: ")

    def _styled(self, text: str, style: str) -> str:
        return styled(text, style, color=self.color)

    def _filled(self, atoms: Iterable[str], opening: str) -> Iterator[str]:
        """Lines that begin under the end of `opening`; an atom is not broken, if it fits one."""
        indent = opening if len(opening) <= self.width // 2 else opening[: self.width // 2]
        line, length, room = indent, 0, self.width - len(indent)
        for atom in (part for whole in atoms for part in _fitting(whole, room)):
            needed = len(plain(atom))
            if length and length + 1 + needed > room:
                yield line
                line, length = " " * len(indent), 0
            line += (" " if length else "") + atom
            length += bool(length) + needed
        yield line


def _colour_of(one: TestedElement) -> str:
    if one.succeeded:
        return GREEN
    return RED if one.outcome.startswith((FAILED, NO_ANTECEDENT)) else DIM


def _fitting(atom: str, room: int) -> Iterator[str]:
    """The atom itself, or, where it is longer than a line, what can be made of it."""
    if len(plain(atom)) <= room:
        yield atom
        return
    for word in plain(atom).split():
        yield from (word[start : start + room] for start in range(0, len(word), room))
