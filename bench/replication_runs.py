"""What is heard for the replication: each condition once, however often it is asked for.

Condition     a corpus and how it is heard, with the name that the page calls it by
Runs          what became of each condition
share         how many of the counted pronouns are right
number        how many are counted
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bench.replication_corpora import ENGLISH, Corpora
from bench.replication_slices import JUDGEMENTS, Slice, unseen
from hearer.evaluation.experiment import (
    DocumentResult,
    Evaluation,
    Mentions,
    Setup,
    evaluate,
)
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.measures import right

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
        """The same with options, under another name; its errors are not classed."""
        return Condition(name, replace(self.setup, options=options, classes=False), self.corpus)


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
        self.unseen = unseen(frozenset(document.name for document in corpora.gum_dev))
        self._heard: dict[Condition, Evaluation] = {}

    def of(self, condition: Condition) -> Evaluation:
        if condition not in self._heard:
            self._heard[condition] = self._evaluated(condition)
        return self._heard[condition]

    def _evaluated(self, condition: Condition) -> Evaluation:
        """All its algorithms; errors are classed for those of the paper only, to save time."""
        setup = condition.setup
        of_paper = tuple(name for name in setup.algorithms if name in STRUBE)
        beside = tuple(name for name in setup.algorithms if name not in STRUBE)
        found = self._run(condition, replace(setup, algorithms=of_paper))
        if not beside:
            return found
        others = self._run(condition, replace(setup, algorithms=beside, classes=False))
        return replace(
            found, setup=setup, results=tuple(map(_joined, found.results, others.results))
        )

    def _run(self, condition: Condition, setup: Setup) -> Evaluation:
        documents = getattr(self.corpora, condition.corpus)
        return evaluate(documents, setup, processes=self.corpora.processes)

    def sliced(self, condition: Condition, slice_: Slice, judged: str = "") -> Evaluation:
        """The pronouns of a slice; judged as the paper does, or otherwise."""
        found = self.of(condition)
        if judged:
            scoring, ties = JUDGEMENTS[judged]
            found = found.rescored(scoring, ties=ties)
        return found.where(slice_.has, only=slice_.name)


def _joined(one: DocumentResult, other: DocumentResult) -> DocumentResult:
    """What became of a document, of the algorithms of both."""
    return replace(
        one,
        rows={**one.rows, **other.rows},
        chains={**one.chains, **other.chains},
        splits={**one.splits, **other.splits},
    )


def share(evaluation: Evaluation, algorithm: str) -> float:
    """How many of the counted pronouns are right."""
    return right(evaluation.rows(algorithm)).share


def number(evaluation: Evaluation) -> int:
    """How many pronouns are counted."""
    return len(evaluation.counted(evaluation.setup.algorithms[0]))
