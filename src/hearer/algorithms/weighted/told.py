"""Clauses as candidates, as in "The bridge collapsed. *That* surprised everyone".

    told_for    the clauses that a pronoun may stand for, known as what is on the list is

The analysis says which clauses were told (analysis/expressions/told.py). They are weighed beside
the elements of the list, by what is said of the pronoun and by where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hearer.algorithms.weighted.listed import ListedEntity
from hearer.model import Entity, ReferringExpression


class ToldClause(NamedTuple):
    """A clause, the word of its predicate, counted from the first word heard, and who told it."""

    expression: ReferringExpression
    word: int
    speaker: str


def told_for(
    pronoun: ReferringExpression, known: Mapping[Entity, ListedEntity]
) -> Iterator[ToldClause]:
    """The clauses that a pronoun may stand for."""
    if not pronoun.clauses:
        return
    spoken = {
        listed.latest.utterance: (listed.word - int(listed.latest.position), listed.speaker)
        for listed in known.values()
    }
    for clause in pronoun.clauses:
        before, speaker = spoken.get(clause.utterance, (0, ""))
        yield ToldClause(clause, before + clause.head, speaker)
