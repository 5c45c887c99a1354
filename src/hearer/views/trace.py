r"""The trace of a run, set like Tables 3 to 5 of the paper: as text and as LaTeX.

A row ends after a word at which something was heard, and before the verb of an elliptical subject.
Words that change nothing go to a row that does, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.harmless import printable
from hearer.model import (
    Element,
    Event,
    Familiarity,
    Interpretation,
    Note,
    Resolution,
    Step,
    Utterance,
    Word,
)
from hearer.report.latex import running, tabular
from hearer.report.table import BOLD, CYAN, DIM, GREEN, RED, plain, styled
from hearer.views.words import (
    FAILED,
    NO_ANTECEDENT,
    SUCCEEDED,
    TestedElement,
    asked,
    capitals,
    label,
    small_capitals,
    spelled_in,
    tested,
)

EPSILON = "ε"
END = "(end)"  # instead of words, if the last of them has its row already
NARROWEST = 40  # columns
INDENT = 2  # columns from the text of a row to its state
DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2.5cm]{geometry}
\usepackage{longtable}
\begin{document}
\footnotesize
%s\end{document}
"""
SUBSCRIPTS = {Familiarity.ANCHORED_BRAND_NEW: "BN^A", Familiarity.CONTAINING_INFERRABLE: "I^C"}
OUTCOMES = {SUCCEEDED: r"$\surd$", FAILED: r"$\times$"}
HANGING = r"\raggedright\hangindent=2.6em\hspace*{1em}"


class TraceWord(NamedTuple):
    """One word of a row; `space` is true if a space follows, `number` 0 is an ellipsis."""

    text: str
    space: bool = True
    is_pronoun: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class TraceRow:
    """The words since the last row, the state after them, and the pronouns among them."""

    pieces: tuple[TraceWord, ...]
    state: tuple[Element, ...]
    resolutions: tuple[Resolution, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class UtteranceTrace:
    """One utterance: its label in brackets, and its rows."""

    label: str
    utterance: Utterance
    rows: tuple[TraceRow, ...]
    begins_segment: bool = False


def traced(found: Interpretation) -> Iterator[UtteranceTrace]:
    """Yield the utterances of an interpretation with their rows."""
    starts, before = segment_starts(found), None
    for utterance, steps in by_utterance(found):
        rows = tuple(_rows(steps, before))
        before = rows[-1].state
        yield UtteranceTrace(label(utterance), utterance, rows, utterance.number in starts)


def by_utterance(found: Interpretation) -> Iterator[tuple[Utterance, list[tuple[Word, Step]]]]:
    """Yield the utterances heard, each with its words and their steps."""
    if found.expressions and not found.steps:
        message = "There is nothing to trace: the steps of this interpretation were not kept."
        raise UsageError(message)
    heard: list[tuple[Word, Step]] = []
    for step in found.steps:
        if step.word:
            heard.append((step.word, step))
        elif heard:  # after the last word
            word, last = heard[-1]
            heard[-1] = (word, last._replace(state=step.state, parts=(*last.parts, step)))
        else:
            raise UsageError("A trace needs one step per word, as a Hearer takes them.")
    for _, steps in groupby(heard, key=lambda pair: pair[0].utterance.number):
        taken = list(steps)
        yield taken[0][0].utterance, taken


def segment_starts(found: Interpretation) -> frozenset[int]:
    """Return the numbers of the utterances that begin a segment, except for the first."""
    return frozenset(segment.first for segment in found.segments[1:])


def _rows(steps: list[tuple[Word, Step]], before: tuple[Element, ...] | None) -> list[TraceRow]:
    heard = (e for _, step in steps for e in step.expressions if e.is_pronoun and e.is_spoken)
    pronouns = {n for expression in heard for n in expression.own_words}
    rows, read = list[TraceRow](), list[TraceWord]()
    for word, step in steps:
        for piece, parts in _moments(word, step, pronouns):
            read += piece
            is_mark = not any(map(str.isalnum, "".join(one.text for one in read)))
            if rows and is_mark:  # punctuation belongs to the row before
                rows[-1], read = replace(rows[-1], pieces=(*rows[-1].pieces, *read)), []
            resolutions = tuple(one for part in parts for one in part.resolutions)
            notes = tuple(note for part in parts for note in part.notes)
            state = rows[-1].state if rows else before
            if parts and (resolutions or notes or parts[-1].state != state):
                rows.append(TraceRow(tuple(read), parts[-1].state, resolutions, notes))
                read = []
    last = rows.pop() if rows else TraceRow((), steps[-1][1].state)
    return [*rows, replace(last, pieces=(*last.pieces, *read))]


def _moments(
    word: Word, step: Step, pronouns: set[int]
) -> Iterator[tuple[list[TraceWord], list[Step]]]:
    """Yield what is read and heard before a word (an ellipsis), at it, and after the last."""
    spoken, number = [], word.number
    for part in step.parts:
        if part.heard and not part.heard.is_spoken and part.heard.position < number:
            yield [TraceWord(part.heard.text)], [part]
        elif part.heard:
            spoken.append(part)
    space = bool(word.utterance.spaces[number - 1])
    yield [TraceWord(printable(word.form), space, number in pronouns, number)], spoken
    yield [], [part for part in step.parts[-1:] if part.event is Event.END_OF_UTTERANCE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Markup:
    """Writes the lines of a trace in some format.

    `text` escapes a text, `name` spells an entity. `pronoun` (among the words), `asked` (one that
    elements are tested for) and `entity` are format strings; `outcome` gets a written entity.
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
        """Return the words of a row; "" if the last of them has its row already."""
        written = ""
        for piece in row.pieces:
            text = self.text(piece.text)
            written += self.pronoun.format(text) if piece.is_pronoun else text
            written += " " * piece.space
        return written.strip()

    def state(self, row: TraceRow) -> list[str]:
        """Return the elements of the list, with status and surface form, and its end."""
        elements = [
            f"{self._entity(one.entity)}{self.status(one.familiarity)}: "
            + self.text(printable(one.expression.text))
            for one in row.state
        ]
        *others, last = elements or [""]
        return [*(f"{element}," for element in others), f"{last}]"]

    def _entity(self, entity: str) -> str:
        return self.entity.format(self.text(self.name(entity))) if entity else ""

    def question(self, resolution: Resolution) -> str:
        """Return the pronoun that elements were tested for."""
        return self.asked.format(self.text(asked(resolution)))

    def tested(self, resolution: Resolution) -> list[str]:
        """Return the tested elements with their outcomes."""
        tries = tested(resolution)
        *others, last = (self.outcome(one, self._entity(one.entity)) for one in tries)
        return [*(f"{one} {self.dot}" for one in others), last]


# As text ----------------------------------------------------------------------------------------


def terminal(found: Interpretation, *, color: bool = False, width: int = 100) -> str:
    """Write the trace as text no wider than `width`: BRENNAN_E is evoked, *she* is a pronoun."""
    text = "\n\n".join(blocks(found, color=color, width=width))
    return f"{text}\n" if text else ""


def blocks(found: Interpretation, *, color: bool = False, width: int = 100) -> Iterator[str]:
    """Yield the text of each utterance."""
    page = _Page(color=color, width=max(width, NARROWEST))
    shown = tuple(traced(found))
    margin = 2 + max((len(one.label) for one in shown), default=0)
    return ("\n".join(page.utterance(one, margin)) for one in shown)


class _Page:
    def __init__(self, *, color: bool, width: int) -> None:
        self.color, self.width = color, width
        self.markup = Markup(
            text=printable,
            name=capitals,
            pronoun=self._styled("{}", BOLD) if color else "*{}*",
            entity=self._styled("{}", CYAN),
            status=lambda familiarity: self._styled(f"_{familiarity}", DIM),
            outcome=lambda one, _: self._styled(str(one), _colour(one)),
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
            text = [self._styled(word, DIM) for word in printable(note.text).split()]
            yield from self._filled(text, f"{indent}{printable(note.name)}: ")

    def _styled(self, text: str, style: str) -> str:
        return styled(text, style, color=self.color)

    def _filled(self, atoms: Iterable[str], opening: str) -> Iterator[str]:
        """Yield lines that begin below the end of `opening`; break an atom only if too long."""
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


def _colour(one: TestedElement) -> str:
    if one.succeeded:
        return GREEN
    return RED if one.outcome.startswith((FAILED, NO_ANTECEDENT)) else DIM


def _fitting(atom: str, room: int) -> list[str]:
    if len(plain(atom)) <= room:
        return [atom]
    words = plain(atom).split()
    return [word[at : at + room] for word in words for at in range(0, len(word), room)]


# As LaTeX ---------------------------------------------------------------------------------------


def latex(found: Interpretation, *, standalone: bool = False) -> str:
    """Write the trace as a tabular, or as a `standalone` document with a longtable."""
    markup = Markup(
        text=running,
        name=spelled_in(found, small_capitals),
        pronoun=r"\textbf{{{}}}",
        asked=r"\textit{{{}}}",
        entity=r"\textsc{{{}}}",
        dot=r"$\cdot$",
        status=lambda one: f"$_{{{SUBSCRIPTS.get(one, str(one))}}}$",
        outcome=_latex_outcome,
    )
    lines = []
    for utterance in traced(found):
        # A double rule marks where the S-list was emptied.
        lines.append(r"\hline\hline" if utterance.begins_segment else r"\hline")
        cells = [cell for row in utterance.rows for cell in _latex_cells(row, markup)]
        names = [f"{running(utterance.label)} ", *[""] * len(cells)]
        lines += [
            rf"{name}& {cell} \tabularnewline" for name, cell in zip(names, cells, strict=False)
        ]
    environment = "longtable" if standalone else "tabular"
    columns = r"|c|p{0.85\linewidth}|"
    table = tabular(columns, [*lines, r"\hline"], environment=environment)
    return DOCUMENT % table if standalone else table


def _latex_cells(row: TraceRow, markup: Markup) -> Iterator[str]:
    yield rf"\raggedright {markup.words(row) or END}"
    yield f"{HANGING}S: [{' '.join(markup.state(row))}"
    for one in row.resolutions:
        yield f"{HANGING}{markup.question(one)}: {' '.join(markup.tested(one))}"
    yield from (HANGING + running(printable(str(note))) for note in row.notes)


def _latex_outcome(one: TestedElement, entity: str) -> str:
    mark, _, reason = one.outcome.replace("−", "$-$").partition(" ")
    outcome = f"{OUTCOMES[mark]} {reason}" if mark in OUTCOMES else one.outcome
    return one.elsewhere + f"{entity} {outcome}".strip()
