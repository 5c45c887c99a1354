"""Many documents, several algorithms: the experiment of section 4, by program.

Mentions       where expressions and nominal coreference come from
Setup          what is to be compared, and how
Evaluation     what became of all documents; it can be sliced and scored anew without hearing again
evaluate       hear all documents; in several processes, if asked, and always in order
trials_of      one document, as each algorithm is to hear it
mapped         any work in several processes, and always in order
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from hearer.errors import HearerError, UsageError
from hearer.evaluation.chain_scores import ChainScores, added, score_chains
from hearer.evaluation.comparison import PairedComparison, agreement, compared
from hearer.evaluation.gold import Gold, gold_of
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.judging import judge
from hearer.evaluation.measures import PronounRow, counted
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.scoring import Scoring, mentions_of
from hearer.evaluation.significance import Interval, bootstrap
from hearer.evaluation.spelled_out import with_gold
from hearer.evaluation.split_antecedents import judged as judged_splits
from hearer.evaluation.trial import Trial
from hearer.harmless import brief, number_and
from hearer.languages import refuse_of_english, refuse_parsing, suited
from hearer.model import Discourse, Interpretation
from hearer.parsers import reparsed
from hearer.profiles import PAPER, Profile, side_by_side
from hearer.report.progress import Tell
from hearer.writing.files import signals_held

GOLD = "gold"
DIED = "A process that was at work has died, maybe for want of memory: use fewer of them."
Given = TypeVar("Given")
Made = TypeVar("Made")


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
    classes: bool = True  # whether errors are classed, for which all is heard twice

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

    @property
    def language(self) -> str:
        """The language that somebody says the documents are in."""
        return str(self.options.get("language", ""))

    def heard_with(self, algorithm: str) -> Profile:
        """How an algorithm hears: the profile, if it goes with it, and the options it has."""
        each = side_by_side(self.algorithms, self.profile, self.options)
        return each[self.algorithms.index(algorithm)]


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What became of one document, by algorithm."""

    document: str
    genre: str
    sentences: int
    words: int
    rows: Mapping[str, tuple[PronounRow, ...]]
    chains: Mapping[str, ChainScores]
    splits: Mapping[str, PrecisionRecall]  # split antecedents


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What became of all documents."""

    setup: Setup
    results: tuple[DocumentResult, ...]
    only: str = ""  # what a slice has, in words

    def __repr__(self) -> str:
        names = self.setup.algorithms[:3]
        right = {name: [row.is_right for row in self.counted(name)] for name in names}
        told = ", ".join(f"{name} {sum(rows)} of {len(rows)} right" for name, rows in right.items())
        return brief(self, f"of {number_and(len(self.results), 'document')}: {told}")

    def _repr_html_(self) -> str:
        """The report as a page in a frame, for notebooks."""
        from hearer.evaluation.reports import render
        from hearer.report.forms import Form
        from hearer.report.html import Page

        return Page(render(self, to=Form.HTML))._repr_html_()

    def rows(self, algorithm: str) -> tuple[PronounRow, ...]:
        """All pronouns, in the order of the documents."""
        return tuple(row for result in self.results for row in result.rows[algorithm])

    @property
    def by_algorithm(self) -> dict[str, tuple[PronounRow, ...]]:
        """All pronouns, as each algorithm took them."""
        return {algorithm: self.rows(algorithm) for algorithm in self.setup.algorithms}

    def counted(self, algorithm: str) -> tuple[PronounRow, ...]:
        """The pronouns that Table 6 counts."""
        return counted(self.rows(algorithm))

    def by_document(self, algorithm: str) -> tuple[tuple[PronounRow, ...], ...]:
        """All pronouns, a document each."""
        return tuple(result.rows[algorithm] for result in self.results)

    def interval(self, algorithm: str) -> Interval:
        """The share of the counted pronouns that are right, resampled by document."""
        groups = ([row.is_right for row in counted(rows)] for rows in self.by_document(algorithm))
        return bootstrap(tuple(groups))

    def compared(
        self, algorithm: str, other: str, of: Evaluation | None = None
    ) -> PairedComparison:
        """Two algorithms on the pronouns that both count; the other maybe `of` an evaluation."""
        return compared(self.by_document(algorithm), (of or self).by_document(other))

    @property
    def agreements(self) -> dict[str, dict[str, float]]:
        """How often any two of several algorithms are right or wrong together, by their names."""
        names = self.setup.algorithms if len(self.setup.algorithms) > 1 else ()
        by_document = {name: self.by_document(name) for name in names}
        return {
            one: {other: agreement(mine, theirs) for other, theirs in by_document.items()}
            for one, mine in by_document.items()
        }

    def chains(self, algorithm: str) -> ChainScores:
        """The scores of whole chains, all documents together; a slice has none."""
        return added(result.chains[algorithm] for result in self.results if result.chains)

    def splits(self, algorithm: str) -> PrecisionRecall:
        """Split antecedents, all documents together; a slice has none."""
        found = (result.splits[algorithm] for result in self.results if result.splits)
        return sum(found, PrecisionRecall())

    def where(self, wanted: Callable[[PronounRow], bool], only: str = "") -> Evaluation:
        """The slice of the pronouns that are `wanted`, without hearing again.

        Every document stays, so that slices of two evaluations can be compared. `only` says what
        is left, for reports. Whole chains are not sliced.
        """
        sliced = self._with_rows(lambda rows: tuple(filter(wanted, rows)))
        told = ", ".join(filter(None, (self.only, only))) or "some of the pronouns"
        results = tuple(replace(one, chains={}, splits={}) for one in sliced)
        return replace(self, results=results, only=told)

    def rescored(self, scoring: Scoring | str, *, ties: bool = False) -> Evaluation:
        """The same answers scored by entity or by location, without hearing again.

        With `ties` a reading that ties with another is right if the one chosen is. Errors are not
        classed: which class they are of depends on the scoring.
        """
        how = Scoring(scoring)
        setup = replace(self.setup, scoring=how, classes=False)
        results = self._with_rows(lambda rows: tuple(row.rescored(how, ties=ties) for row in rows))
        return replace(self, setup=setup, results=results)

    def _with_rows(
        self, change: Callable[[tuple[PronounRow, ...]], tuple[PronounRow, ...]]
    ) -> tuple[DocumentResult, ...]:
        return tuple(
            replace(one, rows={name: change(rows) for name, rows in one.rows.items()})
            for one in self.results
        )


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
    work = partial(evaluate_document, setup=chosen)
    wanted = with_gold(documents, chosen.language)
    found = mapped(work, wanted, processes=processes, tell=tell)
    return Evaluation(chosen, tuple(found))


def mapped(
    work: Callable[[Given], Made],
    given: Sequence[Given],
    *,
    processes: int = 1,
    tell: Tell | None = None,
) -> Iterator[Made]:
    """What `work` makes of all that is `given`, in that order; `tell` hears how far it is.

    >>> list(mapped(abs, [-1, 2]))
    [1, 2]
    """
    workers, spawn = min(processes, len(given)), get_context("spawn")
    if tell:
        tell(0, len(given))
    with ProcessPoolExecutor(workers, spawn) if workers > 1 else nullcontext() as pool:
        # Who is interrupted is the one who waits for the others, not they.
        with signals_held({signal.SIGINT}):
            all_made = pool.map(work, given) if pool else map(work, given)
        try:
            for done, made in enumerate(all_made, start=1):
                if tell:
                    tell(done, len(given))
                yield made
        except BrokenExecutor as error:
            raise HearerError(DIED) from error
        except BaseException:
            if pool:
                pool.shutdown(wait=False, cancel_futures=True)
            raise


def evaluate_document(discourse: Discourse, setup: Setup) -> DocumentResult:
    """One document with all algorithms."""
    trials = trials_of(discourse, setup)
    gold = trials[0].gold
    judged = dict(zip(setup.algorithms, map(judge, trials), strict=True))
    return DocumentResult(
        document=discourse.name,
        genre=gold.genre,
        sentences=len(trials[0].discourse),
        words=len(gold.forms),
        rows={name: one.rows for name, one in judged.items()},
        chains={name: _chain_scores(gold, one.found) for name, one in judged.items()},
        splits={name: judged_splits(gold, one.found) for name, one in judged.items()},
    )


def trials_of(discourse: Discourse, setup: Setup) -> list[Trial]:
    """A document with its gold, parsed anew if asked, as each algorithm is to hear it."""
    for name in setup.algorithms:
        refuse_of_english(name, discourse)
    refuse_parsing(setup.parse if setup.parse != GOLD else "", discourse)
    heard = discourse if setup.parse == GOLD else reparsed(discourse, setup.parse)
    if not heard.has_parse:
        raise UsageError(f"{discourse.path} has no dependency parse: use --parse english.")
    first = Trial(
        gold_of(discourse, heard),
        heard,
        setup.heard_with(setup.algorithms[0]),
        scoring=setup.scoring,
        has_gold_mentions=setup.mentions is Mentions.GOLD,
        has_gold_parse=setup.parse == GOLD,
        has_classes=setup.classes,
        features=setup.knowledge,
    )
    each = [suited(setup.heard_with(name), heard.language) for name in setup.algorithms]
    return [replace(first, how=how) for how in each]


def _chain_scores(gold: Gold, found: Interpretation) -> ChainScores:
    ours: dict[str, list[tuple[int, ...]]] = {}
    for mention in mentions_of(found, gold):
        ours.setdefault(mention.entity, []).append(mention.words)
    theirs = ([m.words for m in mentions] for mentions in gold.index.by_entity.values())
    return score_chains(theirs, ours.values())
