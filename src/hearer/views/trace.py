r"""The trace of a run, set like Tables 3 to 5 of the paper: as text and as LaTeX.

A row ends after a word at which something was heard, and before the verb of an elliptical subject.
Words that change nothing go to a row that does, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.escape import printable
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
from hearer.report.forms import running, tabular
from hearer.views.words import (
    FAILED,
    SUCCEEDED,
    TestedElement,
    asked,
    called_in,
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
SUBSCRIPTS = {Familiarity.ANCHORED_BRAND_NEW: "BN^A", Familiarity.CONTAINING_INFERRABLE: "I^C"}
OUTCOMES = {SUCCEEDED: r"$\surd$", FAILED: r"$\times$"}
HANGING = r"\raggedright\hangindent=2.6em\hspace*{1em}"


class TraceWord(NamedTuple):
    """One word of a row; `space` is true if a space follows."""

    text: str
    space: bool = True
    is_pronoun: bool = False


@dataclass(frozen=True, slots=True)
class TraceRow:
    """The words since the last row, the state after them, and the pronouns among them."""

    words: tuple[TraceWord, ...]
    state: tuple[Element, ...]
    resolutions: tuple[Resolution, ...] = ()
    notes: tuple[Note, ...] = ()


def traced(found: Interpretation) -> Iterator[tuple[Utterance, list[TraceRow]]]:
    """Yield the utterances of an interpretation with their rows."""
    before = None
    for utterance, steps in by_utterance(found):
        rows = _rows(steps, before)
        before = rows[-1].state
        yield utterance, rows


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
        for words, parts in _moments(word, step, pronouns):
            read += words
            is_mark = not any(map(str.isalnum, "".join(one.text for one in read)))
            if rows and is_mark:  # punctuation belongs to the row before
                rows[-1], read = replace(rows[-1], words=(*rows[-1].words, *read)), []
            resolutions = tuple(one for part in parts for one in part.resolutions)
            notes = tuple(note for part in parts for note in part.notes)
            state = rows[-1].state if rows else before
            if parts and (resolutions or notes or parts[-1].state != state):
                rows.append(TraceRow(tuple(read), parts[-1].state, resolutions, notes))
                read = []
    last = rows.pop() if rows else TraceRow((), steps[-1][1].state)
    return [*rows, replace(last, words=(*last.words, *read))]


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
    yield [TraceWord(printable(word.form), space, number in pronouns)], spoken
    yield [], [part for part in step.parts[-1:] if part.event is Event.END_OF_UTTERANCE]


class Markup(NamedTuple):
    """How a form writes the parts of a row; `pronoun` and `asked` are format strings."""

    text: Callable[[str], str]
    entity: Callable[[str], str]
    status: Callable[[Familiarity], str]
    outcome: Callable[[TestedElement], str]
    pronoun: str
    asked: str = "{}"
    dot: str = "·"


def _written(row: TraceRow, form: Markup) -> Iterator[tuple[str, list[str]]]:
    """Yield the words, the list, the tests and the notes: how each begins, and its pieces."""
    words = ""
    for word in row.words:
        text = form.text(word.text)
        words += (form.pronoun.format(text) if word.is_pronoun else text) + " " * word.space
    yield "", (words.strip() or END).split(" ")
    elements = [
        f"{form.entity(one.entity)}{form.status(one.familiarity)}: "
        f"{form.text(printable(one.expression.text))}"
        for one in row.state
    ]
    yield "S: [", [*(f"{one}," for one in elements[:-1]), f"{(elements or [''])[-1]}]"]
    for resolution in row.resolutions:
        *others, last = map(form.outcome, tested(resolution))
        pronoun = form.asked.format(form.text(asked(resolution)))
        yield f"{pronoun}: ", [*(f"{one} {form.dot}" for one in others), last]
    for note in row.notes:
        name = form.text(printable(note.name))
        yield f"{name}: ", [form.text(word) for word in printable(note.text).split()]


# As a table -------------------------------------------------------------------------------------

STATES = ("document", "utterance", "word", "rank", "entity", "name", "status", "weight")


def states(found: Interpretation) -> Iterator[dict[str, str | int | float | None]]:
    """Yield a row for every entity of every state; `weight` is its score for a pronoun there."""
    document, name = found.discourse.name or found.discourse.path, called_in(found).name
    for utterance, steps in by_utterance(found):
        for word, step in steps:
            tests = (one for each in step.resolutions for one in each.attempts)
            weights = {one.candidate.entity: one.score for one in tests}
            for rank, one in enumerate(step.state, start=1):
                entity, weight = one.entity, weights.get(one.entity)
                where = (document, utterance.number, word.number, rank)
                told = (str(entity), name(entity), one.status.name, weight and round(weight, 3))
                yield dict(zip(STATES, (*where, *told), strict=True))


# As text ----------------------------------------------------------------------------------------


def terminal(found: Interpretation, *, width: int = 100) -> str:
    """Write the trace as text no wider than `width`: BRENNAN_E is evoked, *she* is a pronoun."""
    name = spelled_in(found, capitals)
    form = Markup(
        text=printable,
        entity=name,
        status="_{}".format,
        outcome=lambda one: one.elsewhere + f"{name(one.entity)} {one.outcome}".strip(),
        pronoun="*{}*",
    )
    shown, starts, width = list(traced(found)), segment_starts(found), max(width, NARROWEST)
    margin = 2 + max((len(label(utterance)) for utterance, _ in shown), default=0)
    blocks = []
    for utterance, rows in shown:
        lines = list[str]()
        for row in rows:
            for n, (opening, pieces) in enumerate(_written(row, form)):
                indent = " " * (margin + INDENT * bool(n))
                lines += _filled(pieces, indent + opening, width)
        number = label(utterance)
        lines[0] = number + lines[0][len(number) :]
        if utterance.number in starts:
            lines = [" new segment ".center(width, "─"), "", *lines]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n" * bool(blocks)


def _filled(pieces: Iterable[str], opening: str, width: int) -> list[str]:
    """Return lines that begin below the end of `opening`; break a piece only if it is too long."""
    opening = opening[: width // 2]
    room, blank = width - len(opening), "\N{NO-BREAK SPACE}"
    whole = " ".join(x.replace(" ", blank) if len(x) <= room else x for x in pieces)
    lines = wrap(whole, room, break_on_hyphens=False) or [""]
    indents = (opening, *[" " * len(opening)] * len(lines))
    return [f"{x}{line.replace(blank, ' ')}" for x, line in zip(indents, lines, strict=False)]


# As LaTeX ---------------------------------------------------------------------------------------


def latex(found: Interpretation) -> str:
    """Write the trace as a tabular; a double rule marks where the S-list was emptied."""
    name, starts, lines = spelled_in(found, small_capitals), segment_starts(found), list[str]()

    def entity(identifier: str) -> str:
        return rf"\textsc{{{running(name(identifier))}}}" if identifier else ""

    def outcome(one: TestedElement) -> str:
        mark, _, reason = one.outcome.replace("−", "$-$").partition(" ")
        written = f"{OUTCOMES[mark]} {reason}" if mark in OUTCOMES else one.outcome
        return one.elsewhere + f"{entity(one.entity)} {written}".strip()

    form = Markup(
        text=running,
        entity=entity,
        status=lambda one: f"$_{{{SUBSCRIPTS.get(one, str(one))}}}$",
        outcome=outcome,
        pronoun=r"\textbf{{{}}}",
        asked=r"\textit{{{}}}",
        dot=r"$\cdot$",
    )
    for utterance, rows in traced(found):
        lines.append(r"\hline\hline" if utterance.number in starts else r"\hline")
        first = f"{running(label(utterance))} "
        for row in rows:
            for n, (opening, pieces) in enumerate(_written(row, form)):
                layout = HANGING if n else r"\raggedright "
                lines.append(rf"{first}& {layout}{opening}{' '.join(pieces)} \tabularnewline")
                first = ""
    return tabular(r"|c|p{0.85\linewidth}|", [*lines, r"\hline"])
