"""The rows of a trace: which states are shown, and with which piece of the text.

    analyses    an interpretation as one Analysis per utterance
    Analysis    the rows of one utterance, as Tables 3 to 5 print them
    Row         the words read since the last row, and the state they led to
    Piece       one word of a row
    Trial       one element tested for a pronoun, in words
    trials      all that was tested for a pronoun, and what came of it
    asked       the pronoun that was

A row ends after a word at which something was heard, and before the verb of an elliptical subject.
What changes nothing gets no row of its own: the words go to a row that does, as in the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from hearer.errors import UsageError
from hearer.model import (
    Attempt,
    Element,
    Event,
    Interpretation,
    Kind,
    Note,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Word,
)
from hearer.views.weighing import signed

EPSILON = "ε"
SUCCEEDED, FAILED = "✓", "✗"
NO_ANTECEDENT = "no antecedent"
REVISED = "revised"
END = "(end)"  # stands for the words where the last of them has its row already
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
LONGEST_LABEL = 5  # 3a, 12b, 1d′: anything longer is a corpus's own numbering


@dataclass(frozen=True, slots=True)
class Piece:
    """One word of a row; `space` says whether one follows, `number` 0 is an ellipsis."""

    text: str
    space: bool = True
    is_pronoun: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """The words read since the last row, the state after them, and the pronouns among them."""

    pieces: tuple[Piece, ...]
    state: tuple[Element, ...]
    resolutions: tuple[Resolution, ...] = ()
    notes: tuple[Note, ...] = ()  # the algorithm's own structures


@dataclass(frozen=True, slots=True)
class Analysis:
    """One utterance: its label in brackets, and its rows."""

    label: str
    utterance: Utterance
    rows: tuple[Row, ...]
    begins_segment: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """One element tested: `outcome` is ✓, or ✗ and the constraint, or what else to say.

    Where candidates are weighed the weight stands behind it.
    """

    entity: str
    outcome: str
    states_back: int = 0

    @property
    def succeeded(self) -> bool:
        return self.outcome.startswith(SUCCEEDED)


def analyses(found: Interpretation) -> tuple[Analysis, ...]:
    """All utterances of an interpretation, each with the rows to be shown."""
    starts = segment_starts(found)
    shown: list[Analysis] = []
    for utterance, steps in by_utterance(found):
        before = shown[-1].rows[-1].state if shown else None
        rows = _rows(steps, before)
        shown.append(Analysis(label(utterance), utterance, rows, utterance.number in starts))
    return tuple(shown)


def by_utterance(found: Interpretation) -> Iterator[tuple[Utterance, list[tuple[Word, Step]]]]:
    """The utterances heard, each with its words and the step taken at each."""
    if found.expressions and not found.steps:
        raise UsageError(
            "There is nothing to trace: the steps of this interpretation were not kept."
        )
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


def label(utterance: Utterance) -> str:
    """The sent_id where it is as short as the paper's, otherwise the number."""
    name = utterance.name if len(utterance.name) <= LONGEST_LABEL else ""
    return f"({printable(name) or utterance.number})"


def entity_name(entity: str) -> str:
    """An entity's name as it is read: CS_COURT is CS COURT."""
    return printable(entity.replace("_", " "))


def small_capitals(entity: str) -> str:
    """An entity's name for a face with small capitals: BRENNAN is Brennan, and mixed case stays."""
    name = entity_name(entity)
    return WORD.sub(lambda word: word[0].capitalize(), name) if name.isupper() else name


def printable(text: str) -> str:
    """The text without the characters that steer a terminal or break a file."""
    return STEERING.sub("\ufffd", text)


def unresolved(resolution: Resolution) -> str:
    """What a pronoun without antecedent is taken to be.

    >>> from hearer.model import Label
    >>> it = ReferringExpression("it", 1, 1.0, is_pronoun=True)
    >>> unresolved(Resolution(it, (), None, label=Label.PLEONASTIC))
    'pleonastic'
    """
    return str(resolution.label or NO_ANTECEDENT)


def trials(resolution: Resolution) -> tuple[Trial, ...]:
    """What was tested for a pronoun, in order; the last says what came of it."""
    tested = tuple(
        Trial(
            attempt.candidate.entity,
            judged(attempt),
            attempt.states_back,
        )
        for attempt in resolution.attempts
    )
    if any(trial.succeeded for trial in tested):
        return tested
    last = tested[-1].states_back if tested else 0
    if resolution.entity is None:
        return (*tested, Trial("", unresolved(resolution), last))
    # An algorithm that weighs whole readings tests no single element.
    return (*tested, Trial(resolution.entity, SUCCEEDED, last))


def judged(attempt: Attempt) -> str:
    """✓, or ✗ and the constraint, with the weight of those that were weighed."""
    outcome = SUCCEEDED if attempt.violated is None else f"{FAILED} {attempt.violated}"
    return outcome if attempt.score is None else f"{outcome} {signed(attempt.score)}"


def asked(resolution: Resolution) -> str:
    """The pronoun a row's trials are about; of one heard before, that it is resolved anew."""
    said = printable(resolution.pronoun.text)
    return f"{said} ({REVISED})" if resolution.is_revision else said


def told(trial: Trial, *, before: int = 0) -> str:
    """A trial in words, with the state it was found in where that is not the one `before`.

    >>> told(Trial("BRENNAN", SUCCEEDED, states_back=2))
    '2 states back: BRENNAN ✓'
    """
    words = f"{entity_name(trial.entity).upper()} {trial.outcome}".strip()
    return words if trial.states_back == before else f"{place(trial.states_back)}: {words}"


def place(states_back: int) -> str:
    """Where an element was found: in the current state, or so many states back."""
    if not states_back:
        return "current state"
    return f"{states_back} state{'s' * (states_back > 1)} back"


def _rows(steps: list[tuple[Word, Step]], before: tuple[Element, ...] | None) -> tuple[Row, ...]:
    pronouns = _pronoun_words(steps)
    rows: list[Row] = []
    read: list[Piece] = []
    for word, step in steps:
        for pieces, parts in _moments(word, step, pronouns):
            read.extend(pieces)
            if rows and not any(map(_is_word, read)):
                rows[-1], read = _with(read, rows[-1]), []
            if _is_news(parts, rows[-1].state if rows else before):
                rows.append(Row(tuple(read), parts[-1].state, _resolutions(parts), _notes(parts)))
                read = []
    if not rows:
        return (Row(tuple(read), steps[-1][1].state),)
    return (*rows[:-1], _with(read, rows[-1]))


def _with(read: list[Piece], row: Row) -> Row:
    return replace(row, pieces=(*row.pieces, *read)) if read else row


def _is_word(piece: Piece) -> bool:
    """Whether a piece is more than the punctuation that ends what is before it."""
    return any(map(str.isalnum, piece.text))


def _moments(
    word: Word, step: Step, pronouns: frozenset[int]
) -> Iterator[tuple[tuple[Piece, ...], list[Step]]]:
    """What is read and heard before a word (an ellipsis), at it, and when it ends all."""
    heard = [part for part in step.parts if part.heard]
    ellipses = [part for part in heard if _is_ellipsis(part)]
    for part in ellipses:
        yield (Piece(EPSILON),), [part]
    spoken = _piece(word, is_pronoun=word.number in pronouns)
    yield (spoken,), [part for part in heard if part not in ellipses]
    yield (), [part for part in step.parts[-1:] if part.event is Event.END_OF_UTTERANCE]


def _is_ellipsis(part: Step) -> bool:
    return part.heard is not None and part.heard.kind is Kind.ELLIPSIS


def _is_news(parts: list[Step], before: tuple[Element, ...] | None) -> bool:
    if not parts:
        return False
    return bool(_resolutions(parts) or _notes(parts)) or parts[-1].state != before


def _notes(parts: list[Step]) -> tuple[Note, ...]:
    return tuple(note for part in parts for note in part.notes)


def _resolutions(parts: list[Step]) -> tuple[Resolution, ...]:
    return tuple(resolution for part in parts for resolution in part.resolutions)


def _piece(word: Word, *, is_pronoun: bool) -> Piece:
    space = bool(word.utterance.spaces[word.number - 1])
    return Piece(printable(word.form), space, is_pronoun, word.number)


def _pronoun_words(steps: list[tuple[Word, Step]]) -> frozenset[int]:
    expressions = (expression for _, step in steps for expression in step.expressions)
    return frozenset(_covered(e for e in expressions if e.is_pronoun))


def _covered(expressions: Iterable[ReferringExpression]) -> Iterator[int]:
    for expression in expressions:
        first = expression.first or expression.head
        yield from range(first, (expression.last or first) + 1)
