r"""One row per pronoun, as tab-separated values with a header.

Tabs, line ends, backslashes and control characters are written as \t, \n, \\ and so on. A text
that a spreadsheet would take for a formula is preceded by a quotation mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.escape import in_spreadsheet, printable
from hearer.formats.format import Format, Holds, encoded
from hearer.model import Interpretation

COLUMNS = (
    "document", "utterance", "sent_id", "word", "start", "end", "pronoun", "antecedent",
    "antecedent_utterance", "antecedent_word", "entity", "distance", "tested", "failed", "label",
    "confidence", "name",
)  # fmt: skip
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def write(found: Sequence[Interpretation]) -> bytes:
    """Write a header and one row per pronoun; without an antecedent its columns are empty."""
    rows = (COLUMNS, *(row for one in found for row in _rows(one)))
    return encoded("\t".join(map(_cell, row)) for row in rows)


def _cell(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    return in_spreadsheet(printable(value.translate(ESCAPES)))


def _rows(found: Interpretation) -> Iterator[tuple[str | int, ...]]:
    names = {one.number: one.name for one in found.discourse.utterances}
    for resolution in found.resolutions:
        pronoun, antecedent = resolution.pronoun, resolution.antecedent
        is_placed = pronoun.utterance in names and bool(resolution.end)
        meant: tuple[str | int, ...] = ("",) * 5
        if antecedent:
            named = antecedent.expression
            distance = pronoun.utterance - named.utterance
            meant = named.text, named.utterance, named.head, antecedent.entity, distance
        attempts = tuple(resolution.attempts)  # computed on demand
        failed = (f"{one.candidate.entity}:{one.violated}" for one in attempts if one.violated)
        sure = resolution.confidence
        yield (
            found.discourse.name,
            pronoun.utterance,
            names.get(pronoun.utterance, ""),
            pronoun.head,
            *((resolution.start, resolution.end) if is_placed else ("", "")),
            pronoun.text,
            *meant,
            len(attempts),
            ";".join(failed),
            str(resolution.label),
            "" if sure is None else f"{sure:.3f}",
            resolution.name or "",
        )


FORMAT = Format(
    name="tsv",
    description="One row per pronoun",
    suffixes=(".tsv",),
    holds=frozenset({Holds.PRONOUNS}),
    sniff=lambda content: content.startswith("\t".join(COLUMNS[:3]).encode()),
    write=write,
)
