"""The centers of documents, utterance by utterance, in every form.

CenteringForm    the forms there are, of rows and of summaries
centered         documents with the centers of every utterance
rows_of          a row per utterance
render           documents in a form
render_rows      rows in a form
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum

from hearer.evaluation.centering.called import entity_names
from hearer.evaluation.centering.documents import realized_documents
from hearer.evaluation.centering.labels import labelled
from hearer.evaluation.centering.table import CenteredDocument, CenteringRow, centering_rows
from hearer.evaluation.centering.ways import CenteringWay
from hearer.evaluation.experiment import Mentions
from hearer.model import Discourse
from hearer.report import forms
from hearer.report.forms import Form, dumped
from hearer.report.table import Table, cell

EMPTY = "_"
TITLE = "Centers"
COLUMNS = tuple("document utterance name head cf cb cp transition rule_1 cost s_list text".split())


class CenteringForm(StrEnum):
    """The forms of centers."""

    TEXT = "text"
    TSV = "tsv"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"
    MARKDOWN = "markdown"
    HTML = "html"
    CONLLU = "conllu"


def centered(
    documents: Iterable[Discourse], way: CenteringWay, mentions: Mentions | None = None
) -> Iterator[CenteredDocument]:
    """The centers of documents; of entities as annotated, or as the S-list of the paper finds them.

    Without `mentions` they are those annotated, if any are.
    """
    for one in realized_documents(documents, mentions):
        realized = one.realized(way.realization)
        rows = centering_rows(one.discourse, realized, way)
        yield CenteredDocument(one.discourse, realized, rows=rows, way=way, names=entity_names(one))


def rows_of(documents: Iterable[CenteredDocument]) -> Iterator[dict[str, object]]:
    """A row per utterance, with names for entities; `ids` are what the file calls those of Cf."""
    for document in documents:
        for row in document.rows:
            yield _named(row, document.names)


def _named(row: CenteringRow, names: Mapping[str, str]) -> dict[str, object]:
    return {
        **asdict(row),
        "cf": tuple(names.get(entity, entity) for entity in row.cf),
        "cb": row.cb and names.get(row.cb, row.cb),
        "cp": row.cp and names.get(row.cp, row.cp),
        "ids": row.cf,
    }


def render(documents: Iterable[CenteredDocument], *, to: CenteringForm) -> str:
    """A row per utterance, or the documents themselves with the labels of GUM."""
    if to is CenteringForm.CONLLU:
        return "".join(map(labelled, documents))
    return render_rows(list(rows_of(documents)), to=to)


def render_rows(rows: Sequence[Mapping[str, object]], *, to: CenteringForm) -> str:
    """Rows in a form."""
    if to is CenteringForm.JSON:
        return dumped(rows, indent=2)
    table = Table("centering", TITLE, COLUMNS, tuple(tuple(_cells(row)) for row in rows), names=12)
    if to is CenteringForm.TSV:
        return forms.tsv(table)
    if to is CenteringForm.CSV:
        return forms.csv_rows(table)
    return forms.render([table], to=Form(to), title=TITLE)


def _cells(row: Mapping[str, object]) -> Iterator[str]:
    """Cf as a list; an empty cell is a _."""
    cf = row["cf"]
    told = {
        **row,
        "cf": " > ".join(cf) if isinstance(cf, tuple) else cf,
        "cost": "cheap" if row["is_cheap"] else "expensive",
    }
    yield from (cell(told[name], EMPTY) for name in COLUMNS)
