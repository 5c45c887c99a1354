"""All rows of a document.

Rows       rows, table by table
rows_of    those of one document that was heard, or that failed
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hearer.corpora.outcome import DocumentOutcome
from hearer.corpora.quotations.quotation import Quotation
from hearer.corpora.quotations.speakers import quotations
from hearer.corpora.tables.entities import entity_rows
from hearer.corpora.tables.expressions import expression_rows
from hearer.corpora.tables.layout import Layout
from hearer.corpora.tables.pronouns import pronoun_rows
from hearer.corpora.tables.quoted import QuotationAt, quotation_rows, spoken_by
from hearer.corpora.tables.schema import (
    DOCUMENTS,
    ENTITIES,
    EXPRESSIONS,
    PROBLEMS,
    PRONOUNS,
    QUOTATIONS,
    UTTERANCES,
    Row,
)
from hearer.corpora.tables.utterances import utterance_rows
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.harmless import printable
from hearer.model import Interpretation

NOTHING_QUOTED: Sequence[Quotation] = ()
Rows = Iterable[tuple[str, Iterable[Row]]]


def rows_of(heard: UnderstoodDocument) -> Rows:
    """The rows of a document, table by table, each a tuple in the order of the columns.

    They are made as they are taken: of a long document there are more than one wants to hold.
    """
    outcome, found, line = heard
    name, quoted = outcome.document, NOTHING_QUOTED
    yield PROBLEMS.name, _problems(outcome)
    if found is not None:
        layout = Layout(found)
        quoted = quotations(found, layout)
        at = QuotationAt(quoted)
        yield UTTERANCES.name, utterance_rows(name, found, layout)
        yield EXPRESSIONS.name, expression_rows(name, found, layout)
        yield ENTITIES.name, entity_rows(name, found, layout, spoken_by(quoted))
        yield PRONOUNS.name, pronoun_rows(name, found, layout, at, line=line)
        yield QUOTATIONS.name, quotation_rows(name, found, layout, quoted)
    yield DOCUMENTS.name, [_document(outcome, found, len(quoted))]


def _problems(outcome: DocumentOutcome) -> Iterator[Row]:
    for one in outcome.problems:
        path = printable(one.path)
        yield outcome.document, path, one.line, one.column, one.code, one.message


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
