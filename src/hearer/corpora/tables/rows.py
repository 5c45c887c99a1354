"""All rows of a document.

Rows       rows, table by table
rows_of    those of one document that was heard, or that failed
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hearer.corpora.outcome import DocumentOutcome
from hearer.corpora.schema import (
    DOCUMENTS,
    ENTITIES,
    EXPRESSIONS,
    PROBLEMS,
    PRONOUNS,
    QUOTATIONS,
    UTTERANCES,
    Row,
)
from hearer.corpora.tables.entities import entity_rows
from hearer.corpora.tables.expressions import expression_rows
from hearer.corpora.tables.pronouns import pronoun_rows
from hearer.corpora.tables.quoted import quotation_rows
from hearer.corpora.tables.source import RowSource
from hearer.corpora.tables.utterances import utterance_rows
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.harmless import printable
from hearer.model import Interpretation

ROWS: Mapping[str, Callable[[RowSource], Iterator[Row]]] = {
    UTTERANCES.name: utterance_rows,
    EXPRESSIONS.name: expression_rows,
    ENTITIES.name: entity_rows,
    PRONOUNS.name: pronoun_rows,
    QUOTATIONS.name: quotation_rows,
}
Rows = Iterable[tuple[str, Iterable[Row]]]


def rows_of(heard: UnderstoodDocument) -> Rows:
    """The rows of a document, table by table, each a tuple in the order of the columns.

    They are made as they are taken: of a long document there are more than one wants to hold.
    """
    outcome, found, line = heard
    yield PROBLEMS.name, _problems(outcome)
    if found is None:
        yield DOCUMENTS.name, [_document(outcome, None, 0)]
        return
    source = RowSource.of(outcome.document, found, line)
    yield from ((name, rows(source)) for name, rows in ROWS.items())
    yield DOCUMENTS.name, [_document(outcome, found, len(source.quotations))]


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
