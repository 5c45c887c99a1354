"""What is heard for the replication: each condition once, however often it is asked for.

Condition     a corpus and how it is heard, with the name that the page calls it by
Runs          what became of each condition
Answers       the pronouns of a slice, right or wrong, document by document
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bench.replication_corpora import ENGLISH, Corpora
from bench.replication_slices import AS_THE_PAPER, Judged, Slice
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.measures import counted

STRUBE = ("s-list", "bfp-kameyama", "bfp")  # in the order that the paper found
BESIDE = ("hobbs", "lrc", "lappin-leass")
SIX = (*STRUBE, *BESIDE)


@dataclass(frozen=True, slots=True)
class Condition:
    """A corpus, and how it is heard; what is gold in it is in its name."""

    name: str
    setup: Setup = field(compare=False)
    corpus: str = "gum"

    def with_options(self, name: str, **options: object) -> Condition:
        """The same with options, under another name."""
        return Condition(name, replace(self.setup, options=options), self.corpus)


_GOLD = Setup(SIX, "paper", Mentions.GOLD)
_AUTO = Setup(SIX, "paper")
GOLD_SORTS = Condition(
    "gold mentions, gold sorts", replace(_GOLD, knowledge=frozenset({GoldFeature.SORTS}))
)
GOLD_MENTIONS = Condition("gold mentions, own sorts", _GOLD)
LEXICON = GOLD_MENTIONS.with_options("gold mentions, sorts of the lexicon", sorts="lexicon")
AUTO = Condition("own mentions, gold parse", _AUTO)
RAW = Condition("own mentions, own parse", replace(_AUTO, parse=ENGLISH))
LITBANK = Condition("LitBank, own mentions, own parse", RAW.setup, "litbank")


class Runs:
    """What became of each condition. Nothing is heard twice, nor before it is asked for."""

    def __init__(self, corpora: Corpora) -> None:
        self.corpora = corpora
        self._heard: dict[Condition, Evaluation] = {}

    def of(self, condition: Condition) -> Evaluation:
        if condition not in self._heard:
            documents = getattr(self.corpora, condition.corpus)
            self._heard[condition] = evaluate(
                documents, condition.setup, processes=self.corpora.processes
            )
        return self._heard[condition]

    def answers(
        self,
        condition: Condition,
        algorithm: str,
        slice_: Slice,
        *,
        judged: Judged = AS_THE_PAPER,
    ) -> Answers:
        """What an algorithm made of the pronouns of a slice."""
        return Answers(
            tuple(
                tuple(
                    judged.is_right(row) for row in counted(one.rows[algorithm]) if slice_.has(row)
                )
                for one in self.of(condition).results
            )
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """Right or wrong, pronoun by pronoun, in the order of documents."""

    by_document: Sequence[Sequence[bool]]

    @property
    def number(self) -> int:
        return sum(map(len, self.by_document))

    @property
    def right(self) -> int:
        return sum(map(sum, self.by_document))

    @property
    def share(self) -> float:
        return self.right / self.number if self.number else 0.0
