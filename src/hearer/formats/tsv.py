r"""One row per pronoun, as tab-separated values with a header.

    FORMAT     our own table, for spreadsheets and R
    COLUMNS    the names of the columns
    write      the pronouns of interpretations

Tabs, line ends, backslashes and all that steers a terminal are written as \t, \n, \\ and so on. A
text that a spreadsheet would take for a formula has a quote before it; numbers have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.formats.entities import starts_of
from hearer.formats.format import Format, Holds, encoded
from hearer.harmless import in_spreadsheet, printable
from hearer.model import Element, Interpretation, Resolution, Utterance

COLUMNS = (
    "document", "utterance", "sent_id", "word", "start", "end", "pronoun", "antecedent",
    "antecedent_utterance", "antecedent_word", "entity", "distance", "tested", "failed", "label",
    "confidence", "name",
)  # fmt: skip
NOWHERE: str | int = ""
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def write(found: Sequence[Interpretation]) -> bytes:
    """A header and one row per pronoun; without an antecedent its columns are empty."""
    rows = (COLUMNS, *(row for one in found for row in _rows(one)))
    return encoded("\t".join(map(_cell, row)) for row in rows)


def _cell(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    return in_spreadsheet(printable(value.translate(_ESCAPES)))


def _rows(found: Interpretation) -> Iterator[tuple[str | int, ...]]:
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    utterance, starts = None, [0]
    for resolution in found.resolutions:
        before, utterance = utterance, utterances.get(resolution.pronoun.utterance)
        if utterance is not None and utterance is not before:
            starts = starts_of(utterance)
        place = _pronoun(resolution, utterance, starts)
        yield (found.discourse.name, *place, *_tested(resolution), *_sure(resolution))


def _pronoun(
    resolution: Resolution, utterance: Utterance | None, starts: Sequence[int]
) -> tuple[str | int, ...]:
    """Where the pronoun stands, and what it was taken to mean."""
    pronoun = resolution.pronoun
    first, last = pronoun.own_words[0], pronoun.own_words[-1]
    name, start, end = "", NOWHERE, NOWHERE
    if utterance is not None and 1 <= first <= last <= len(utterance):
        name, start = utterance.name, starts[first - 1]
        end = starts[last - 1] + len(utterance.forms[last - 1]) if pronoun.is_spoken else start
    place = (pronoun.utterance, name, pronoun.head, start, end, pronoun.text)
    return (*place, *_antecedent(resolution.antecedent, pronoun.utterance))


def _antecedent(antecedent: Element | None, utterance: int) -> tuple[str | int, ...]:
    if antecedent is None:
        return ("",) * 5
    expression = antecedent.expression
    return (
        expression.text,
        expression.utterance,
        expression.head,
        antecedent.entity,
        utterance - expression.utterance,
    )


def _tested(resolution: Resolution) -> tuple[int, str]:
    attempts = tuple(resolution.attempts)  # made when asked for
    failed = (
        f"{attempt.candidate.entity}:{attempt.violated}" for attempt in attempts if attempt.violated
    )
    return len(attempts), ";".join(failed)


def _sure(resolution: Resolution) -> tuple[str, str, str]:
    """What became of the pronoun, how probable that is, if known, and who is meant."""
    sure = resolution.confidence
    return str(resolution.label), "" if sure is None else f"{sure:.3f}", resolution.name


FORMAT = Format(
    name="tsv",
    description="One row per pronoun",
    suffixes=(".tsv",),
    holds=frozenset({Holds.PRONOUNS}),
    sniff=lambda content: content.startswith("\t".join(COLUMNS[:3]).encode()),
    write=write,
)
