"""One algorithm, one document: what is to be heard, and how.

Trial    a document with its gold, how it is heard, and what counts as right
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from hearer.analysis.analyst import analyst_for
from hearer.evaluation.double_run import WordPlace
from hearer.evaluation.gold import Gold, GoldMention, span_head, words_of
from hearer.evaluation.gold_analyst import GoldFeature, gold_analysis
from hearer.evaluation.scoring import Scoring
from hearer.hearing import Analysis
from hearer.model import Discourse, Kind, ReferringExpression, Resolution, Utterance
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

    @cached_property
    def utterances(self) -> Mapping[int, Utterance]:
        """The utterances as they are heard, by number."""
        return {utterance.number: utterance for utterance in self.discourse.utterances}

    @cached_property
    def sentences(self) -> tuple[range, ...]:
        """The word numbers of every sentence of gold."""
        ends = Counter(self.gold.sentences)
        starts = accumulate((ends[n] for n in range(max(ends, default=-1) + 1)), initial=0)
        return tuple(range(*both) for both in pairwise(starts))

    def words(self, expression: ReferringExpression) -> tuple[int, ...]:
        start = self.starts[expression.utterance]
        return tuple(start + n for n in expression.words)

    def gold_entity(self, expression: ReferringExpression) -> str | None:
        """What an expression realizes by gold."""
        match = self.gold_mention(expression)
        return match.entity if match else None

    def gold_mention(self, expression: ReferringExpression) -> GoldMention | None:
        """The mention of gold that an expression stands for; a set only with just its words."""
        if expression.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
            return None
        words = self.words(expression)
        match = self.gold.match(words, span_head(words, self.gold.heads))
        is_other = match and expression.kind is Kind.SET and match.words != words
        return None if is_other else match

    def is_split_right(self, word: int, resolution: Resolution | None) -> bool:
        """Whether a set was chosen whose members are the antecedents that gold names."""
        if resolution is None or resolution.antecedent is None:
            return False
        members = resolution.antecedent.expression.members
        named = {self.gold_entity(member) for member in members}
        return bool(members) and named == set(self.gold.split[word])
