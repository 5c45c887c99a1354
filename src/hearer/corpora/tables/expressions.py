"""The table of expressions.

expression_rows    a row for every expression of a document
only               the one value that a set of features leaves, if it is one
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.corpora.schema import Row
from hearer.corpora.tables.source import RowSource
from hearer.once import Once


def expression_rows(source: RowSource) -> Iterator[Row]:
    """The expressions in the order they were heard; `TABLES` says what the values are."""
    document, found, layout, *_ = source
    one_of, of, said = Once(only), layout.of, layout.said
    for n, e in enumerate(found.expressions):
        start, end = of(e)
        familiarity, agreement = e.familiarity, e.agreement
        yield (
            document, n, e.utterance, e.head, e.first, e.last, start, end,
            e.text if start is None or end is None else said(start, end), e.text,
            e.entity, e.kind.value, e.is_pronoun, familiarity.value, familiarity.status.name,
            e.relation, one_of[e.sorts], one_of[agreement.number], one_of[agreement.gender],
        )  # fmt: skip


def only(features: frozenset[str]) -> str | None:
    """The one value that is left; nothing where several are, or none.

    >>> only(frozenset({"feminine"})), only(frozenset({"feminine", "masculine"}))
    ('feminine', None)
    """
    return str(*features) if len(features) == 1 else None
