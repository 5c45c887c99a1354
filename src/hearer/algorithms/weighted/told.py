"""Clauses as candidates, as in "The bridge collapsed. *That* surprised everyone".

    told_for    the clauses that a pronoun may stand for, known as what is on the list is

The analysis says which clauses were told (analysis/expressions/told.py). They are weighed beside
the elements of the list, by what is said of the pronoun and by where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.algorithms.weighted.listed import Known, ListedEntity, put_together
from hearer.algorithms.weighted.values import MadeOf
from hearer.model import ReferringExpression


def told_for(pronoun: ReferringExpression, known: Known) -> Iterator[ListedEntity]:
    """The clauses that *it*, *this* or *that* may stand for, heard where their predicate was."""
    if not pronoun.clauses:
        return
    spoken = _spoken({clause.utterance for clause in pronoun.clauses}, known)
    for clause in pronoun.clauses:
        before, speaker = spoken.get(clause.utterance, (0, ""))
        word = before + clause.head
        yield put_together(clause, MadeOf.CLAUSE, word=word, speaker=speaker)


def _spoken(wanted: set[int], known: Known) -> dict[int, tuple[int, str]]:
    """By utterance how many words were heard before it, and who spoke."""
    spoken: dict[int, tuple[int, str]] = {}
    for listed in reversed(tuple(known.values())):  # the latest first
        latest = listed.latest
        if latest.utterance in wanted:
            spoken[latest.utterance] = (listed.word - int(latest.position), listed.speaker)
            wanted.remove(latest.utterance)
            if not wanted:
                break
    return spoken
