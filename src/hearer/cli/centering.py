"""hearer centering: Cf, Cb, Cp and transition of every utterance, and what the S-list says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Annotated

import typer

import hearer
from hearer.cli.arguments import Output, Strict
from hearer.cli.centering_mentions import found_mentions, gold_mentions, labelled, span_of
from hearer.cli.centering_rows import Cb, Labels, Rank, Realizations, Row, Unit, Way, rows, units
from hearer.cli.output import emit, report
from hearer.errors import UsageError
from hearer.formats import conllu, corefud
from hearer.model import Discourse
from hearer.profiles import PAPER


class Mentions(StrEnum):
    """Where the entities come from."""

    GOLD = "gold"
    AUTO = "auto"


class Target(StrEnum):
    """The formats of the result."""

    TSV = "tsv"
    JSON = "json"
    CONLLU = "conllu"


EXAMPLES = """\b
Examples:
  hearer centering examples/table3.conllu
  hearer centering GUM_bio_byron.conllu --rank gum --cb current-rank --labels poesio --to conllu
"""


def centering(
    file: Annotated[str, typer.Argument(help="A CoNLL-U file; - is the standard input.")],
    *,
    rank: Annotated[Rank, typer.Option(help="What the Cf is ranked by.")] = Rank.GRAMMATICAL,
    cb: Annotated[Cb, typer.Option(help="The definition of the Cb.")] = Cb.CONSTRAINT_3,
    labels: Annotated[Labels, typer.Option(help="The names of transitions.")] = Labels.TABLE_1,
    unit: Annotated[Unit, typer.Option(help="What an utterance is.")] = Unit.SENTENCE,
    mentions: Annotated[
        Mentions | None,
        typer.Option(help="Entities as annotated, or as the S-list finds them; gold if there."),
    ] = None,
    to: Annotated[Target, typer.Option(help="The format of the result.")] = Target.TSV,
    output: Output = None,
    strict: Strict = False,
) -> None:
    """Compute Cf, Cb, Cp, transitions, Rule 1 and cost, and beside them the S-list's coherence.

    The S-list is that of the paper profile (Strube 1998), here and where entities are found.
    """
    reading = hearer.read(file)
    if report(reading.problems) and strict:
        raise typer.Exit(1)
    way = Way(rank, cb, labels, unit)
    chosen = mentions or (Mentions.GOLD if _has_entities(reading) else Mentions.AUTO)
    texts = [_text(discourse, chosen) for discourse in reading]
    tables = [
        (discourse, realized, rows(discourse, realized, way)) for discourse, realized in texts
    ]
    if mentions is Mentions.GOLD and not _has_entities(reading):
        raise UsageError(f"{file!r} has no entities; --mentions auto finds them.")
    if to is Target.CONLLU:
        emit("".join(_conllu(*table, way) for table in tables), output)
        return
    write = _tsv if to is Target.TSV else _json
    emit(write([row for _, _, table in tables for row in table]), output)


def _has_entities(reading: hearer.Reading) -> bool:
    return any(any(gold_mentions(discourse).values()) for discourse in reading)


def _text(discourse: Discourse, mentions: Mentions) -> tuple[Discourse, Realizations]:
    """A document and its realizations; what is found is written into the document first."""
    if mentions is Mentions.GOLD:
        return discourse, gold_mentions(discourse)
    found = hearer.resolve(discourse, profile=PAPER)
    return _annotated(found), found_mentions(found)


def _annotated(found: hearer.Interpretation) -> Discourse:
    written = conllu.parse(corefud.write(found).decode("utf-8", "surrogateescape"))
    return replace(found.discourse, source=written.documents[0])


# Formats --------------------------------------------------------------------------------------

COLUMNS = "document utterance name head cf cb cp transition rule_1 cost s_list text".split()


def _tsv(table: Sequence[Row]) -> str:
    lines = ["\t".join(COLUMNS), *("\t".join(_cells(row)) for row in table)]
    return "".join(f"{line}\n" for line in lines)


def _cells(row: Row) -> Iterator[str]:
    """Cf as a list; an empty cell is a _."""
    told: tuple[object, ...] = (
        row.document,
        row.utterance,
        row.name,
        row.head,
        " > ".join(row.cf),
        row.cb,
        row.cp,
        row.transition,
        "violated" if row.violates_rule_1 else "kept",
        "cheap" if row.is_cheap else "expensive",
        row.s_list,
        row.text,
    )
    yield from (" ".join(str(cell).split()) if cell not in {None, ""} else "_" for cell in told)


def _json(table: Sequence[Row]) -> str:
    return json.dumps([asdict(row) for row in table], ensure_ascii=False, indent=2) + "\n"


def _conllu(discourse: Discourse, realized: Realizations, table: Sequence[Row], way: Way) -> str:
    transitions: dict[int, str] = {}
    for row in table:
        known = transitions.get(row.utterance)
        transitions[row.utterance] = f"{known}, {row.transition}" if known else row.transition
    return labelled(discourse, _labels(discourse, realized, table, way), transitions)


def _labels(
    discourse: Discourse, realized: Realizations, table: Sequence[Row], way: Way
) -> Callable[[corefud.Mention], str]:
    """The cfN* of a mention: the place of its entity in the Cf of its utterance, and its Cb."""
    by_place = {(row.utterance, row.head): row for row in table}
    entities: dict[tuple[int, int, int], str] = {}
    heads: dict[tuple[int, int, int], int] = {}
    for utterance, head, said in units(discourse, realized, way.unit):
        for one in said:
            place = utterance.number, one.gum.first, one.gum.last
            entities[place], heads[place] = one.element.entity, head

    def label(mention: corefud.Mention) -> str:
        place = mention.spans[0].first.utterance, *span_of(mention)
        row = by_place.get((place[0], heads.get(place, 0)))
        if row is None:
            return ""
        entity = mention.entity if mention.entity in row.cf else entities.get(place, "")
        if entity not in row.cf:
            return ""
        return f"cf{row.cf.index(entity) + 1}{'*' * (row.cb == entity)}"

    return label
