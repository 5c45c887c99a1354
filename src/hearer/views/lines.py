"""What each pronoun was taken to mean, one line each: the shortest answer.

render    the lines of an interpretation
TEXT      raw text among the formats: read as it is, written as these lines

The place of a pronoun is its document, utterance and word; the antecedent has its entity behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.formats import Format, Holds
from hearer.formats.format import in_bytes
from hearer.formats.unparsed import raw_text
from hearer.model import Interpretation, Resolution
from hearer.report.styles import printable
from hearer.views.words import label, meant


def render(found: Interpretation) -> str:
    """Write one line per pronoun, in the order they were resolved."""
    labels = {utterance.number: label(utterance) for utterance in found.discourse.utterances}
    name = f"{printable(found.discourse.name)} ".lstrip()
    return "".join(f"{name}{_line(resolution, labels)}\n" for resolution in found.resolutions)


def _line(resolution: Resolution, labels: dict[int, str]) -> str:
    pronoun = resolution.pronoun
    place = f"{labels.get(pronoun.utterance, f'({pronoun.utterance})')} word {pronoun.head}"
    return f"{place}: {printable(pronoun.text)} → {meant(resolution)}"


def _write(found: Sequence[Interpretation]) -> bytes:
    return in_bytes("".join(map(render, found)))


TEXT = Format(
    name="text",
    description="Raw text; written, a line per pronoun",
    suffixes=(".txt", ".md"),
    holds=frozenset({Holds.RAW_TEXT, Holds.PRONOUNS}),
    read=raw_text,
    write=_write,
)
