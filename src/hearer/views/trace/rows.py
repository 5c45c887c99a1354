"""The rows of a trace: which states are shown, and what all forms write of them alike.

    traced           an interpretation as one UtteranceTrace per utterance
    worded           the same of utterances whose states are not shown
    UtteranceTrace   the rows of one utterance, as Tables 3 to 5 print them
    TraceRow         the words read since the last row, and the state they led to
    Piece            one word of a row
    by_utterance     the utterances heard, with their words and steps
    segment_starts   the utterances that begin a segment
    Markup           writes the lines of a row

A row ends after a word at which something was heard, and before the verb of an elliptical subject.
What changes nothing gets no row of its own: the words go to a row that does, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.model import (
    Element,
    Event,
    Familiarity,
    Interpretation,
    Note,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Word,
)
from hearer.once import Once
from hearer.report.styles import printable
from hearer.views.words import TestedElement, asked, label, small_capitals, tested

EPSILON = "ε"
NOTHING_KEPT = "There is nothing to trace: the steps of this interpretation were not kept."
END = "(end)"  # stands for the words where the last of them has its row already


class Piece(NamedTuple):
    """One word of a row; `space` says whether one follows, `number` 0 is an ellipsis."""

    text: str
    space: bool = True
    is_pronoun: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class TraceRow:
    """The words read since the last row, the state after them, and the pronouns among them."""

    pieces: tuple[Piece, ...]
    state: tuple[Element, ...]
    resolutions: tuple[Resolution, ...] = ()
    notes: tuple[Note, ...] = ()  # the algorithm's own structures


@dataclass(frozen=True, slots=True)
class UtteranceTrace:
    """One utterance: its label in brackets, and its rows."""

    label: str
    utterance: Utterance
    rows: tuple[TraceRow, ...]
    begins_segment: bool = False


def traced(found: Interpretation) -> Iterator[UtteranceTrace]:
    """All utterances of an interpretation, each with the rows to be shown."""
    starts = segment_starts(found)
    before: tuple[Element, ...] | None = None
    for utterance, steps in by_utterance(found):
        rows = _rows(steps, before)
        before = rows[-1].state
        yield UtteranceTrace(label(utterance), utterance, rows, utterance.number in starts)


def worded(found: Interpretation) -> tuple[UtteranceTrace, ...]:
    """All utterances heard: their words, in one row without a state."""
    starts, forms = segment_starts(found), Once(printable)
    pronouns = {(e.utterance, n) for e in found.expressions if _is_said(e) for n in e.own_words}
    shown: list[UtteranceTrace] = []
    for utterance, steps in by_utterance(found):
        number, spaces = utterance.number, utterance.spaces
        pieces = (
            Piece(forms[word.form], bool(spaces[n - 1]), (number, n) in pronouns, n)
            for word, _ in steps
            for n in [word.number]
        )
        row = TraceRow(tuple(pieces), ())
        shown.append(UtteranceTrace(label(utterance), utterance, (row,), number in starts))
    return tuple(shown)


def by_utterance(found: Interpretation) -> Iterator[tuple[Utterance, list[tuple[Word, Step]]]]:
    """The utterances heard, each with its words and the step taken at each."""
    if found.expressions and not found.steps:
        raise UsageError(NOTHING_KEPT)
    for _, steps in groupby(_heard(found), key=lambda pair: pair[0].utterance.number):
        taken = list(steps)
        yield taken[0][0].utterance, taken


def _heard(found: Interpretation) -> list[tuple[Word, Step]]:
    """Words and steps; what came after the last word (the end of all) goes with that word."""
    heard: list[tuple[Word, Step]] = []
    for step in found.steps:
        if step.word:
            heard.append((step.word, step))
        elif heard:
            word, last = heard[-1]
            heard[-1] = (word, last._replace(state=step.state, parts=(*last.parts, step)))
        else:
            raise UsageError("A trace needs one step per word, as a Hearer takes them.")
    return heard


def segment_starts(found: Interpretation) -> frozenset[int]:
    """The numbers of the utterances that begin a segment, but for the first of all."""
    return frozenset(segment.first for segment in found.segments[1:])


def _rows(
    steps: list[tuple[Word, Step]], before: tuple[Element, ...] | None
) -> tuple[TraceRow, ...]:
    pronouns = _pronoun_words(steps)
    rows: list[TraceRow] = []
    read: list[Piece] = []
    for word, step in steps:
        for pieces, parts in _moments(word, step, pronouns):
            read.extend(pieces)
            if rows and not any(map(_is_word, read)):
                rows[-1], read = _with(read, rows[-1]), []
            if _is_news(parts, rows[-1].state if rows else before):
                rows.append(
                    TraceRow(tuple(read), parts[-1].state, _resolutions(parts), _notes(parts))
                )
                read = []
    if not rows:
        return (TraceRow(tuple(read), steps[-1][1].state),)
    return (*rows[:-1], _with(read, rows[-1]))


def _with(read: list[Piece], row: TraceRow) -> TraceRow:
    return replace(row, pieces=(*row.pieces, *read))


def _is_word(piece: Piece) -> bool:
    """Whether a piece is more than the punctuation that ends what is before it."""
    return any(map(str.isalnum, piece.text))


def _moments(
    word: Word, step: Step, pronouns: frozenset[int]
) -> Iterator[tuple[tuple[Piece, ...], list[Step]]]:
    """What is read and heard before a word (an ellipsis), at it, and when it ends all."""
    spoken = []
    for part in step.parts:
        if part.heard and not part.heard.is_spoken and part.heard.position < word.number:
            yield (Piece(part.heard.text),), [part]
        elif part.heard:
            spoken.append(part)
    space = bool(word.utterance.spaces[word.number - 1])
    yield (Piece(printable(word.form), space, word.number in pronouns, word.number),), spoken
    yield (), [part for part in step.parts[-1:] if part.event is Event.END_OF_UTTERANCE]


def _is_news(parts: list[Step], before: tuple[Element, ...] | None) -> bool:
    if not parts:
        return False
    return bool(_resolutions(parts) or _notes(parts)) or parts[-1].state != before


def _notes(parts: list[Step]) -> tuple[Note, ...]:
    return tuple(note for part in parts for note in part.notes)


def _resolutions(parts: list[Step]) -> tuple[Resolution, ...]:
    return tuple(resolution for part in parts for resolution in part.resolutions)


def _pronoun_words(steps: list[tuple[Word, Step]]) -> frozenset[int]:
    heard = (expression for _, step in steps for expression in step.expressions)
    return frozenset(n for e in heard if _is_said(e) for n in e.own_words)


def _is_said(expression: ReferringExpression) -> bool:
    return expression.is_pronoun and expression.is_spoken


# What all forms write alike -------------------------------------------------------------------


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

    def state(self, row: TraceRow, written: dict[int, str] | None = None) -> list[str]:
        """The elements of the list, each with its status and its surface form, and its end.

        They stand on the list word after word: what is `written` already, by their identity, is
        not written again.
        """
        known = {} if written is None else written
        for element in row.state:
            if id(element) not in known:
                known[id(element)] = self._element(element)
        *others, last = [known[id(element)] for element in row.state] or [""]
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
