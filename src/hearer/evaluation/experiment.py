"""Several algorithms on many documents: the experiment of section 4."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from threading import Thread
from typing import TypeVar

from hearer.errors import HearerError, UsageError
from hearer.escape import brief, number_and
from hearer.evaluation.chains import ChainScores, added, score_chains
from hearer.evaluation.gold import Gold, gold_of, with_gold
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.judging import judge
from hearer.evaluation.measures import PairedComparison, PronounRow, compared, counted, right
from hearer.evaluation.scoring import Scoring, mentions_of
from hearer.evaluation.statistics import Interval, bootstrap
from hearer.evaluation.trial import Trial
from hearer.language import called
from hearer.model import Discourse, Interpretation
from hearer.parsers import reparsed
from hearer.profiles import ENGLISH, PAPER, Profile, is_of_english, side_by_side, suited
from hearer.report.progress import Tell

GOLD = "gold"
DIED = "A worker process has died, maybe for want of memory: use fewer processes."
Item = TypeVar("Item")
Result = TypeVar("Result")


class Mentions(StrEnum):
    """Where expressions and nominal coreference come from."""

    AUTO = "auto"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Setup:
    """Which algorithms are compared, and how."""

    algorithms: tuple[str, ...] = ("s-list",)
    profile: Profile | str = PAPER
    mentions: Mentions = Mentions.AUTO
    parse: str = GOLD
    scoring: Scoring = Scoring.ENTITY
    knowledge: frozenset[GoldFeature] = frozenset()
    options: Mapping[str, object] = field(default_factory=dict)
    classes: bool = True  # whether errors are classed, which takes a second run

    def __post_init__(self) -> None:
        if not self.algorithms:
            raise UsageError("Nothing is evaluated without an algorithm.")
        if self.knowledge and self.mentions is not Mentions.GOLD:
            raise UsageError("Gold sorts and statuses go with gold mentions only.")
        self.heard_with(self.algorithms[0])  # raise contradictions before the run

    @property
    def profiles(self) -> tuple[str, ...]:
        """The names of the profiles of the algorithms, each once."""
        return tuple(dict.fromkeys(self.heard_with(name).name for name in self.algorithms))

    @property
    def language(self) -> str:
        """The language of the documents, if it is stated."""
        return str(self.options.get("language", ""))

    def heard_with(self, algorithm: str) -> Profile:
        """Return the profile of an algorithm, with the options that it has."""
        each = side_by_side(self.algorithms, self.profile, self.options)
        return each[self.algorithms.index(algorithm)]


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The results of one document, by algorithm."""

    document: str
    genre: str
    sentences: int
    words: int
    rows: Mapping[str, tuple[PronounRow, ...]]
    chains: Mapping[str, ChainScores]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of all documents; it can be sliced without another run."""

    setup: Setup
    results: tuple[DocumentResult, ...]
    only: str = ""  # the description of a slice

    def __repr__(self) -> str:
        found = {name: right(self.rows(name)) for name in self.setup.algorithms[:3]}
        shares = (f"{name} {one.part} of {one.whole} right" for name, one in found.items())
        return brief(self, f"of {number_and(len(self.results), 'document')}: {', '.join(shares)}")

    def _repr_html_(self) -> str:
        """Return the report as a page in a frame, for notebooks."""
        from hearer.evaluation.score_report import render
        from hearer.report.forms import Form
        from hearer.report.html import Page

        return Page(render(self, to=Form.HTML))._repr_html_()

    def rows(self, algorithm: str) -> tuple[PronounRow, ...]:
        """Return all pronouns, in the order of the documents."""
        return tuple(row for result in self.results for row in result.rows[algorithm])

    @property
    def by_algorithm(self) -> dict[str, tuple[PronounRow, ...]]:
        """All pronouns by algorithm."""
        return {algorithm: self.rows(algorithm) for algorithm in self.setup.algorithms}

    def counted(self, algorithm: str) -> tuple[PronounRow, ...]:
        """Return the pronouns that Table 6 counts."""
        return counted(self.rows(algorithm))

    def by_document(self, algorithm: str) -> tuple[tuple[PronounRow, ...], ...]:
        """Return all pronouns, document by document."""
        return tuple(result.rows[algorithm] for result in self.results)

    def interval(self, algorithm: str) -> Interval:
        """Return the share of the counted pronouns that are right, resampled by document."""
        groups = ([row.is_right for row in counted(rows)] for rows in self.by_document(algorithm))
        return bootstrap(tuple(groups))

    def compared(
        self, algorithm: str, other: str, of: Evaluation | None = None
    ) -> PairedComparison:
        """Compare two algorithms on the pronouns that both count; `of` has the other's results."""
        return compared(self.by_document(algorithm), (of or self).by_document(other))

    def chains(self, algorithm: str) -> ChainScores:
        """Return the scores of whole chains over all documents; a slice has none."""
        return added(result.chains[algorithm] for result in self.results if result.chains)

    def where(self, wanted: Callable[[PronounRow], bool], only: str = "") -> Evaluation:
        """Return the slice of the `wanted` pronouns; `only` describes it in reports.

        All documents stay, so that slices of two evaluations can be compared.
        """
        described = ", ".join(filter(None, (self.only, only))) or "some of the pronouns"
        results = tuple(
            replace(
                one,
                rows={name: tuple(filter(wanted, rows)) for name, rows in one.rows.items()},
                chains={},
            )
            for one in self.results
        )
        return replace(self, results=results, only=described)


def evaluate(
    documents: Iterable[Discourse],
    setup: Setup | None = None,
    *,
    processes: int = 1,
    tell: Tell | None = None,
) -> Evaluation:
    """Evaluate all algorithms on all documents.

    The figures depend neither on `processes` nor on the order of the documents.
    """
    chosen = setup or Setup()
    wanted = with_gold(documents, chosen.language)
    work = partial(evaluate_document, setup=chosen)
    return Evaluation(chosen, tuple(mapped(work, wanted, processes=processes, tell=tell)))


def mapped(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    processes: int = 1,
    tell: Tell | None = None,
) -> Iterator[Result]:
    """Map a function over items in several processes, in order; `tell` gets the progress.

    >>> list(mapped(abs, [-1, 2]))
    [1, 2]
    """
    workers, executor = min(processes, len(items)), None
    if workers > 1:
        from loky import ProcessPoolExecutor

        executor = ProcessPoolExecutor(workers, initializer=_as_worker, initargs=(os.getpid(),))
    tell = tell or (lambda _done, _total: None)
    tell(0, len(items))
    try:
        results = executor.map(work, items) if executor else map(work, items)
        for done, result in enumerate(results, start=1):
            tell(done, len(items))
            yield result
    except BrokenExecutor as error:
        raise HearerError(DIED) from error
    finally:
        if executor:
            executor.shutdown(kill_workers=True)


def _as_worker(parent: int) -> None:
    """Prepare a worker process: leave SIGINT to the parent, and exit when that has died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def evaluate_document(discourse: Discourse, setup: Setup) -> DocumentResult:
    """Evaluate all algorithms on one document, parsed again if asked for."""
    for name in setup.algorithms:
        refuse_other_language(discourse, name, setup.parse)
    heard = discourse if setup.parse == GOLD else reparsed(discourse, setup.parse)
    if not heard.has_parse:
        raise UsageError(f"{discourse.path} has no dependency parse: use --set parser=english.")
    gold = gold_of(discourse, heard)
    judged = {
        name: judge(
            Trial(
                gold,
                heard,
                suited(setup.heard_with(name), heard.language),
                scoring=setup.scoring,
                has_gold_mentions=setup.mentions is Mentions.GOLD,
                features=setup.knowledge,
                has_classes=setup.classes,
            )
        )
        for name in setup.algorithms
    }
    return DocumentResult(
        document=discourse.name,
        genre=gold.genre,
        sentences=len(heard),
        words=len(gold.forms),
        rows={name: rows for name, (rows, _) in judged.items()},
        chains={name: _chain_scores(gold, found) for name, (_, found) in judged.items()},
    )


def _chain_scores(gold: Gold, found: Interpretation) -> ChainScores:
    ours: dict[str, list[tuple[int, ...]]] = {}
    for mention in mentions_of(found, gold):
        ours.setdefault(mention.entity, []).append(mention.words)
    theirs = ([m.words for m in mentions] for mentions in gold.index.by_entity.values())
    return score_chains(theirs, ours.values())


def refuse_other_language(discourse: Discourse, algorithm: str, parser: str = "") -> None:
    """Raise if a document is of another language, and the algorithm or the parser of English."""
    used = "the English pipeline" if parser.startswith(ENGLISH) else algorithm
    if discourse.language and (used != algorithm or is_of_english(algorithm)):
        name, language = discourse.path or discourse.name, called(discourse.language)
        raise UsageError(f"{used} is trained on English, and {name} is in {language}.")
