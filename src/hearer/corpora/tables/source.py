"""What the rows of a document are made from.

RowSource    a document that was heard, with what several tables ask for, worked out once
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from hearer.corpora.characters import Character, cast
from hearer.corpora.quotations.quotation import Quotation
from hearer.corpora.quotations.speakers import quotations
from hearer.corpora.tables.layout import Layout
from hearer.model import Entity, Interpretation


class RowSource(NamedTuple):
    """A document that was heard: its name, where its words stand, who is in it and who speaks."""

    document: str
    found: Interpretation
    layout: Layout
    persons: Mapping[Entity, Character]
    quotations: Sequence[Quotation]
    line: int = 1  # where in its file the document begins

    @classmethod
    def of(cls, document: str, found: Interpretation, line: int = 1) -> Self:
        layout = Layout(found)
        return cls(document, found, layout, cast(found, layout), quotations(found, layout), line)

    def name(self, entity: Entity | None) -> str | None:
        """What an entity is best called, if somebody named it."""
        known = self.persons.get(entity) if entity is not None else None
        return (known.name or None) if known else None
