"""What the studio calls entities.

NamesShown    by their best names, else by the words that came first
who_speaks    whom I, you and we mean, where nobody says who speaks
"""

from __future__ import annotations

from hearer.model import Entity, EntityKind, Interpretation, Kind, ReferringExpression
from hearer.report.styles import cut, printable
from hearer.views.called import Called
from hearer.views.places import places_of
from hearer.views.words import LONGEST_CLAUSE

SEVERAL = "several, not all named"  # a set with somebody in it whom nobody named
UNNAMED = "?"  # what the letters of somebody whom nobody named begin with
SPEAKING = frozenset("i me my mine myself".split())


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
        if entity in self._first:
            return self._unnamed(self._first[entity])
        is_set = isinstance(entity, Entity) and entity.kind is EntityKind.SET
        return SEVERAL if is_set and UNNAMED in entity else ""

    def _unnamed(self, first: ReferringExpression) -> str:
        """Whom nobody named, by the first word for them."""
        if first.kind is Kind.SPEAKER:
            return who_speaks(first)
        said = f"“{printable(first.text)}”"
        if first.referent.is_unknown:
            return f"{said}, open"
        return f"{said} at {self._places.of(first.utterance, first.words[0])}"


def who_speaks(expression: ReferringExpression) -> str:
    """Whom I, you and we mean, where nobody says who speaks.

    >>> who_speaks(ReferringExpression("yours", 1, 1, kind=Kind.SPEAKER))
    'whoever is spoken to'
    """
    word = expression.text.lower()
    if expression.kind is not Kind.SPEAKER:
        return expression.text
    if word.startswith("you"):
        return "whoever is spoken to"
    return "whoever speaks" if word in SPEAKING else "whoever speaks, and others"
