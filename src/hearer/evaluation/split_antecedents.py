"""Split antecedents, counted apart: pronouns that take several entities together.

    SplitCount      how many were found and right, found, and true
    count_splits    those of a document: what we understood against gold (`SplitAnte=`)

A set is right if gold has exactly its members for what the pronoun stands for, wherever in the
document it says so; each member is what its nearest mention before stands for. What is true is
counted by entity: one that is taken up again is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hearer.evaluation.gold import Gold, MentionIndex, words_of
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.scoring import Scoring, mentions_of, referent
from hearer.formats.annotation import entities_of, split_antecedents_of
from hearer.formats.corefud import EntityLink
from hearer.model import Discourse, Interpretation

Sets = Mapping[str, frozenset[str | None]]  # by the entity that takes them together


class SplitCount(NamedTuple):
    """How many split antecedents were found and are right, were found, and are true."""

    right: int = 0
    found: int = 0
    true: int = 0

    @property
    def rates(self) -> PrecisionRecall:
        return PrecisionRecall.of(self.right, said=self.found, true=self.true)

    @classmethod
    def of_all(cls, counts: Iterable[SplitCount]) -> SplitCount:
        return cls(*map(sum, zip(cls(), *counts, strict=True)))


def count_splits(found: Interpretation, gold: Gold, source: Discourse) -> SplitCount:
    """The split antecedents of a document: ours, those of them that are right, and gold's."""
    true = _sets(entities_of(source).split_antecedents)
    links = split_antecedents_of(found)
    ours, starts = MentionIndex(mentions_of(found, gold)), words_of(found.discourse)
    words = {link.anaphor: starts[link.place.utterance] + link.place.word for link in links}
    right = 0
    for name, members in _sets(links).items():
        word = words[name]
        mention = gold.at(word)
        meant = frozenset(
            referent(gold, ours.of(each, word), Scoring.ENTITY) for each in members if each
        )
        right += mention is not None and true.get(mention.entity) == meant
    return SplitCount(right, len(words), len(true))


def _sets(links: Iterable[EntityLink]) -> Sets:
    found: dict[str, frozenset[str | None]] = {}
    for link in links:
        found[link.anaphor] = found.get(link.anaphor, frozenset()) | {link.antecedent}
    return found
