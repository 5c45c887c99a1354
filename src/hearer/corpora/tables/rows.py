"""All rows of a document.

Rows       the rows of several documents, table by table
rows_of    those of one document that was heard, or that failed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.corpora.outcome import DocumentOutcome
from hearer.corpora.quotations.speakers import quotations
from hearer.corpora.tables.entities import entity_rows
from hearer.corpora.tables.expressions import expression_rows
from hearer.corpora.tables.layout import Layout
from hearer.corpora.tables.pronouns import pronoun_rows
from hearer.corpora.tables.quoted import QuotationAt, quotation_rows, spoken_by
from hearer.corpora.tables.schema import TABLES, Row
from hearer.corpora.tables.utterances import utterance_rows
from hearer.corpora.targets.base import HeardDocument
from hearer.harmless import printable
from hearer.model import Interpretation

Rows = Mapping[str, Sequence[Row]]


def rows_of(heard: HeardDocument) -> Rows:
    """The rows of a document, by table, each a tuple in the order of the columns."""
    outcome, found, line = heard
    name = outcome.document
    rows: dict[str, Sequence[Row]] = dict.fromkeys(TABLES, ())
    rows["problems"] = [(name, *problem_row) for problem_row in _problems(outcome)]
    if found is not None:
        layout = Layout(found)
        quoted = quotations(found, layout)
        rows["utterances"] = list(utterance_rows(name, found, layout))
        rows["expressions"] = list(expression_rows(name, found, layout))
        rows["entities"] = list(entity_rows(name, found, layout, spoken_by(quoted)))
        rows["pronouns"] = list(pronoun_rows(name, found, layout, QuotationAt(quoted), line=line))
        rows["quotations"] = list(quotation_rows(name, found, layout, quoted))
    rows["documents"] = [_document(outcome, found, len(rows["quotations"]))]
    return rows


def _problems(outcome: DocumentOutcome) -> Sequence[Row]:
    return [
        (printable(one.path), one.line, one.column, one.code, one.message)
        for one in outcome.problems
    ]


def _document(outcome: DocumentOutcome, found: Interpretation | None, quotations: int) -> Row:
    parser = found.discourse.parser if found else ""
    used = (parser, found.model, found.algorithm, found.profile) if found else ()
    return (
        outcome.document, printable(outcome.path), outcome.status.value,
        *(outcome.failure or (None, None)),
        outcome.words, outcome.utterances, outcome.expressions, outcome.entities,
        outcome.pronouns, outcome.resolved, quotations, len(outcome.problems),
        *([name or None for name in used] or [None] * 4),
    )  # fmt: skip
