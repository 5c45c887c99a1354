"""One algorithm, one document: what is to be heard, and how.

Trial    a document with its gold, how it is heard, and what counts as right
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hearer.analysis.analyst import analyst_for
from hearer.evaluation.double_run import WordPlace
from hearer.evaluation.gold import Gold, span_head, words_of
from hearer.evaluation.gold_analyst import GoldFeature, gold_analysis
from hearer.evaluation.scoring import Scoring
from hearer.hearing import Analysis
from hearer.model import Discourse, Kind, ReferringExpression
from hearer.profiles import Profile


@dataclass(frozen=True)
class Trial:
    """A document and its gold; how it is to be heard, and what counts as right."""

    gold: Gold
    discourse: Discourse
    how: Profile
    scoring: Scoring = Scoring.ENTITY
    has_gold_mentions: bool = False
    has_gold_parse: bool = True
    features: frozenset[GoldFeature] = frozenset()
    has_classes: bool = True  # whether errors are classed, for which it is heard a second time

    @property
    def algorithm(self) -> str:
        return self.how.algorithm

    @property
    def analysis(self) -> Analysis:
        if not self.has_gold_mentions:
            return analyst_for
        return gold_analysis(self.gold, self.discourse, self.features)

    @cached_property
    def starts(self) -> Mapping[int, int]:
        return words_of(self.discourse)

    @cached_property
    def places(self) -> tuple[WordPlace, ...]:
        """The place of every word."""
        return tuple(
            WordPlace(utterance.number, n)
            for utterance in self.discourse.utterances
            for n in range(1, len(utterance) + 1)
        )

    def words(self, expression: ReferringExpression) -> tuple[int, ...]:
        start = self.starts[expression.utterance]
        return tuple(start + n for n in expression.words)

    def gold_entity(self, expression: ReferringExpression) -> str | None:
        """What an expression realizes by gold; a set only if gold has just its words."""
        if expression.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
            return None
        words = self.words(expression)
        match = self.gold.match(words, span_head(words, self.gold.heads))
        if match is None or (expression.kind is Kind.SET and match.words != words):
            return None
        return match.entity
