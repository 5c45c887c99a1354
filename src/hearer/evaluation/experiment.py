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

from hearer import registry
from hearer.errors import UnknownName, UsageError
from hearer.evaluation.chains import ChainScores, score_chains
from hearer.evaluation.gold import Gold, gold_of
from hearer.evaluation.gold_analyst import Knowledge
from hearer.evaluation.judging import judge
from hearer.evaluation.reparsing import reparsed
from hearer.evaluation.rows import Row, counted
from hearer.evaluation.scoring import Scoring, mentions_of
from hearer.evaluation.trial import Trial
from hearer.formats.annotation import entities_of
from hearer.hearing import PAPER, profile_for
from hearer.model import Discourse, Interpretation
from hearer.options import algorithm_options, analysis_options

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
    profile: str = PAPER
    mentions: Mentions = Mentions.AUTO
    parse: str = GOLD
    scoring: Scoring = Scoring.ENTITY
    knowledge: frozenset[Knowledge] = frozenset()
    options: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.algorithms:
            raise UsageError("Nothing is evaluated without an algorithm.")
        if self.knowledge and self.mentions is not Mentions.GOLD:
            raise UsageError("Gold sorts and statuses go with gold mentions only.")
        known = set(analysis_options()).union(*map(_options_of, self.algorithms))
        for name in self.options:
            if name not in known:
                raise UnknownName("option", name, known)

    @property
    def profiles(self) -> tuple[str, ...]:
        """The profiles that the algorithms are heard with, each once."""
        return tuple(dict.fromkeys(profile_for(name, self.profile) for name in self.algorithms))

    def options_for(self, algorithm: str) -> tuple[tuple[str, object], ...]:
        """The options that an algorithm and the analysis understand."""
        known = {*analysis_options(), *_options_of(algorithm)}
        return tuple((name, value) for name, value in self.options.items() if name in known)


def _options_of(algorithm: str) -> dict[str, object]:
    return algorithm_options(registry.find("algorithm", algorithm))


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
        algorithm,
        setup.profile,
        scoring=setup.scoring,
        has_gold_mentions=setup.mentions is Mentions.GOLD,
        has_gold_parse=setup.parse == GOLD,
        knowledge=setup.knowledge,
        options=setup.options_for(algorithm),
    )


def _gold(discourse: Discourse, heard: Discourse) -> Gold:
    """CorefUD brings its own tree; a file without one gets that which it is heard with."""
    if discourse.has_parse:
        return gold_of(discourse)
    if heard is discourse:
        raise UsageError(f"{discourse.path} has no dependency parse: use --parse english.")
    return gold_of(heard, entities_of(discourse))


def _chain_scores(gold: Gold, found: Interpretation) -> ChainScores:
    ours: dict[str, list[tuple[int, ...]]] = {}
    for mention in mentions_of(found, gold):
        ours.setdefault(mention.entity, []).append(mention.words)
    theirs = ([m.words for m in mentions] for mentions in gold.by_entity.values())
    return score_chains(theirs, ours.values())
