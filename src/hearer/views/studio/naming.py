"""What the studio calls entities.

NamesShown    by their best names, else by the words that came first
"""

from __future__ import annotations

from hearer.model import EntityKind, Interpretation
from hearer.report.styles import cut, printable
from hearer.views.called import Called
from hearer.views.places import places_of
from hearer.views.words import LONGEST_CLAUSE


class NamesShown:
    """The names of the entities of an interpretation, as they stand above words and on the list."""

    def __init__(self, found: Interpretation, called: Called) -> None:
        self._best = {str(each): name for each, name in called.best.items()}
        self._first = {str(each): first for each, first in called.first.items()}
        self._places = places_of(found.discourse)
        tested = (one.candidate for each in found.resolutions for one in each.attempts)
        self._clauses: dict[str, str] = {
            one.entity: one.expression.text
            for one in tested
            if one.entity.kind is EntityKind.CLAUSE
        }

    def of(self, entity: str) -> str:
        """The best name there is; "" if nothing is known of it but its letters."""
        if name := self._best.get(entity):
            return printable(name)
        if clause := self._clauses.get(entity):
            return f"“{cut(printable(clause), LONGEST_CLAUSE)}”"
        if first := self._first.get(entity):
            place = self._places.of(first.utterance, first.words[0])
            return f"“{printable(first.text)}” at {place}"
        return ""
