"""Many documents, several algorithms: the experiment of section 4, by program.

Mentions       where expressions and nominal coreference come from
Setup          what is to be compared, and how
Result         one document: its rows, by algorithm
Evaluation     all documents
evaluate       hear all documents; in several processes, if asked, and always in order
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from multiprocessing import get_context

from hearer.errors import UsageError
from hearer.evaluation.chains import ChainScores, score_chains
from hearer.evaluation.gold import Gold, gold_of
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.judging import judge
from hearer.evaluation.reparsing import reparsed
from hearer.evaluation.rows import Row, counted
from hearer.evaluation.scoring import Scoring, mentions_of
from hearer.evaluation.trial import Trial
from hearer.formats import conll2012
from hearer.model import Discourse, Interpretation
from hearer.profiles import PAPER, Profile, side_by_side

GOLD = "gold"
Tell = Callable[[int, int], None]  # how many documents are done, of how many


class Mentions(StrEnum):
    """Where expressions and nominal coreference come from."""

    AUTO = "auto"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be compared, and how."""

    algorithms: tuple[str, ...] = ("s-list",)
    profile: Profile | str = PAPER
    mentions: Mentions = Mentions.AUTO
    parse: str = GOLD
    scoring: Scoring = Scoring.ENTITY
    knowledge: frozenset[GoldFeature] = frozenset()
    options: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.algorithms:
            raise UsageError("Nothing is evaluated without an algorithm.")
        if self.knowledge and self.mentions is not Mentions.GOLD:
            raise UsageError("Gold sorts and statuses go with gold mentions only.")
        self.heard_with(self.algorithms[0])  # what contradicts itself is said before the run

    @property
    def profiles(self) -> tuple[str, ...]:
        """The names of the profiles that the algorithms are heard with, each once."""
        return tuple(dict.fromkeys(self.heard_with(name).name for name in self.algorithms))

    def heard_with(self, algorithm: str) -> Profile:
        """How an algorithm hears: the profile, if it goes with it, and the options it has."""
        each = side_by_side(self.algorithms, self.profile, self.options)
        return each[self.algorithms.index(algorithm)]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document, by algorithm."""

    document: str
    genre: str
    sentences: int
    words: int
    rows: Mapping[str, tuple[Row, ...]]
    chains: Mapping[str, ChainScores]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What became of all documents."""

    setup: Setup
    results: tuple[Result, ...]

    def rows(self, algorithm: str) -> tuple[Row, ...]:
        """All pronouns, in the order of the documents."""
        return tuple(row for result in self.results for row in result.rows[algorithm])

    def counted(self, algorithm: str) -> tuple[Row, ...]:
        """The pronouns that Table 6 counts."""
        return counted(self.rows(algorithm))


def evaluate(
    documents: Iterable[Discourse],
    setup: Setup | None = None,
    *,
    processes: int = 1,
    tell: Tell | None = None,
) -> Evaluation:
    """Hear all documents with all algorithms, and judge every pronoun.

    The figures do not depend on `processes`, nor on the order of the documents. With more than
    one process, a script must be guarded by `if __name__ == "__main__"`.
    """
    chosen = setup or Setup()
    wanted = sorted(documents, key=lambda discourse: (discourse.name, discourse.path))
    results = []
    for result in _results(wanted, chosen, processes):
        results.append(result)
        if tell:
            tell(len(results), len(wanted))
    return Evaluation(chosen, tuple(results))


def _results(wanted: Sequence[Discourse], setup: Setup, processes: int) -> Iterator[Result]:
    work = partial(evaluate_document, setup=setup)
    if processes < 2 or len(wanted) < 2:
        yield from map(work, wanted)
        return
    workers = min(processes, len(wanted))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, wanted)


def evaluate_document(discourse: Discourse, setup: Setup) -> Result:
    """One document with all algorithms."""
    prepared = prepare(discourse, setup)
    rows: dict[str, tuple[Row, ...]] = {}
    chains: dict[str, ChainScores] = {}
    for algorithm in setup.algorithms:
        rows[algorithm], found = judge(trial_of(prepared, algorithm, setup))
        chains[algorithm] = _chain_scores(prepared.gold, found)
    gold = prepared.gold
    size = len(prepared.heard), len(gold.forms)
    return Result(discourse.name, gold.genre, *size, rows, chains)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with its gold, and with the parse it is heard with."""

    gold: Gold
    heard: Discourse


def prepare(discourse: Discourse, setup: Setup) -> Prepared:
    """Read the gold of a document, and parse it anew if asked."""
    heard = discourse if setup.parse == GOLD else reparsed(discourse, setup.parse)
    return Prepared(_gold(discourse, heard), heard)


def trial_of(prepared: Prepared, algorithm: str, setup: Setup) -> Trial:
    """A document as one algorithm is to hear it."""
    return Trial(
        prepared.gold,
        prepared.heard,
        setup.heard_with(algorithm),
        scoring=setup.scoring,
        has_gold_mentions=setup.mentions is Mentions.GOLD,
        has_gold_parse=setup.parse == GOLD,
        features=setup.knowledge,
    )


def _gold(discourse: Discourse, heard: Discourse) -> Gold:
    """CorefUD brings its own tree; CoNLL-2012 gets the one it is heard with."""
    if not isinstance(discourse.source, conll2012.Document):
        return gold_of(discourse)
    if heard is discourse:
        raise UsageError(f"{discourse.path} has no dependency parse: use --parse english.")
    return gold_of(heard, conll2012.entities_of(discourse.source))


def _chain_scores(gold: Gold, found: Interpretation) -> ChainScores:
    ours: dict[str, list[tuple[int, ...]]] = {}
    for mention in mentions_of(found, gold):
        ours.setdefault(mention.entity, []).append(mention.words)
    theirs = ([m.words for m in mentions] for mentions in gold.by_entity.values())
    return score_chains(theirs, ours.values())
