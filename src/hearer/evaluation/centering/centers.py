"""The centers of documents, in every form.

CenteringForm       the forms there are
centered            documents with the centers of every utterance
render              what was computed, in a form
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from enum import StrEnum
from functools import partial

from hearer.errors import UsageError
from hearer.evaluation.centering.labels import labelled
from hearer.evaluation.centering.mentions import Realizations, found_mentions, gold_mentions
from hearer.evaluation.centering.table import CenteredDocument, CenteringRow, centering_rows
from hearer.evaluation.centering.ways import CenteringWay
from hearer.evaluation.experiment import Mentions, mapped
from hearer.formats import conllu, corefud
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.profiles import PAPER
from hearer.report.forms import dumped, tsv
from hearer.report.progress import Tell
from hearer.report.table import Table, cell

EMPTY = "_"
COLUMNS = tuple("document utterance name head cf cb cp transition rule_1 cost s_list text".split())


class CenteringForm(StrEnum):
    """The forms of centers."""

    TSV = "tsv"
    JSON = "json"
    CONLLU = "conllu"


def centered(
    documents: Iterable[Discourse],
    way: CenteringWay,
    mentions: Mentions | None = None,
    *,
    tell: Tell | None = None,
) -> list[CenteredDocument]:
    """The centers of documents; of entities as annotated, or as the S-list of the paper finds them.

    Without `mentions` they are those annotated, if any are.
    """
    wanted = list(documents)
    annotated = [one for one in wanted if isinstance(one.source, conllu.ConlluDocument)]
    has_entities = any(any(gold_mentions(discourse).values()) for discourse in annotated)
    if mentions is Mentions.GOLD and not has_entities:
        path = repr(wanted[0].path) if wanted else "What is read"
        raise UsageError(f"{path} has no entities; --mentions auto finds them.")
    is_gold = mentions is Mentions.GOLD or (mentions is None and has_entities)
    return list(mapped(partial(_document, way=way, is_gold=is_gold), wanted, tell=tell))


def _document(discourse: Discourse, way: CenteringWay, *, is_gold: bool) -> CenteredDocument:
    realized: Realizations
    if is_gold:
        annotated, realized = discourse, gold_mentions(discourse)
    else:
        found = listen(discourse, profile=PAPER)
        annotated, realized = _annotated(found), found_mentions(found)
    return CenteredDocument(annotated, realized, centering_rows(annotated, realized, way), way)


def _annotated(found: Interpretation) -> Discourse:
    """The document with what was found written into it."""
    written = conllu.parse(corefud.write([found]).decode("utf-8", "surrogateescape"))
    return replace(found.discourse, source=written.documents[0])


def render(documents: Iterable[CenteredDocument], *, to: CenteringForm) -> str:
    """A row per utterance, or the documents themselves with the labels of GUM."""
    wanted = list(documents)
    if to is CenteringForm.CONLLU:
        return "".join(map(labelled, wanted))
    rows = [row for one in wanted for row in one.rows]
    if to is CenteringForm.JSON:
        return dumped([asdict(row) for row in rows], indent=2)
    return tsv(Table("centering", "Centers", COLUMNS, tuple(tuple(_cells(row)) for row in rows)))


def _cells(row: CenteringRow) -> Iterator[str]:
    """Cf as a list; an empty cell is a _."""
    told = {
        **asdict(row),
        "cf": " > ".join(row.cf),
        "violates_rule_1": "violated" if row.violates_rule_1 else "kept",
        "is_cheap": "cheap" if row.is_cheap else "expensive",
    }
    yield from (cell(value, EMPTY) for value in told.values())
