"""Corpora, conditions and slices of pronouns that the replication compares.

The slices were fixed here before the figures were computed. The genres are GUM's. The paper has
fiction (Hemingway) and news (the New York Times); spoken are GUM's transcripts: conversation,
court, interview, podcast, speech, vlog.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hearer import parsers
from hearer.algorithms import ALGORITHMS
from hearer.errors import HearerError
from hearer.evaluation.experiment import (
    DocumentResult,
    Evaluation,
    Mentions,
    Setup,
    evaluate,
)
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.measures import PronounRow, right
from hearer.evaluation.scoring import GoldStanding, Outcome, Scoring
from hearer.formats import conll2012, conllu, gap
from hearer.model import Discourse

ENGLISH = "english"


@dataclass(frozen=True, slots=True)
class Corpora:
    """The documents to be heard, and who hears them."""

    gum: tuple[Discourse, ...]
    gum_dev: tuple[Discourse, ...]
    litbank: tuple[Discourse, ...]
    gap: tuple[gap.GapExample, ...]
    algorithms: tuple[str, ...]
    has_parser: bool
    processes: int

    def of(self, wanted: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in wanted if name in self.algorithms)


def read(data: Path, limit: int | None, processes: int) -> Corpora:
    """The corpora in `data`, and the algorithms that there are."""
    dev = _conllu(_spread((data / "gum" / "dev").glob("*.conllu"), limit))
    train = _conllu(_spread((data / "gum" / "train").glob("*.conllu"), limit))
    litbank = [
        discourse
        for path in _spread((data / "litbank").glob("*.conll"), limit)
        for discourse in conll2012.read(path.read_bytes(), path.name)
    ]
    examples = gap.examples_of(gap.read((data / "gap" / "gap-development.tsv").read_bytes(), ""))
    return Corpora(
        (*dev, *train),
        dev,
        tuple(litbank),
        examples[: limit and 20 * limit],
        tuple(_algorithms()),
        _has_parser(),
        processes,
    )


def _spread(paths: Iterable[Path], limit: int | None) -> list[Path]:
    """The paths in order; if there is a limit, so many of them, from all over the folder."""
    found = sorted(paths)
    return found if limit is None else found[:: max(len(found) // limit, 1)][:limit]


def _conllu(paths: Sequence[Path]) -> tuple[Discourse, ...]:
    return tuple(d for path in paths for d in conllu.discourses(conllu.read(str(path))))


def _algorithms() -> Iterator[str]:
    for name in ALGORITHMS.names():
        try:
            ALGORITHMS.find(name)
        except (ImportError, AttributeError):
            continue
        yield name


def _has_parser() -> bool:
    try:
        parsers.find(ENGLISH)
    except HearerError:
        return False
    return True


PAPERS_GENRES = frozenset({"fiction", "news"})
NEVER_TRAIN = frozenset("essay fiction letter podcast whow".split())  # for their licences
SPOKEN = frozenset("conversation court interview podcast speech vlog".split())


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the pronouns that Table 6 counts."""

    name: str
    has: Callable[[PronounRow], bool]

    def and_of(self, other: Slice) -> Slice:
        """What both have."""
        name = ", ".join(part for part in (self.name, other.name) if part)
        return Slice(name, lambda row: self.has(row) and other.has(row))


ALL_TEXTS = Slice("all genres", lambda _row: True)
PAPERS_TEXTS = Slice("fiction and news", lambda row: row.scored.genre in PAPERS_GENRES)
WRITTEN = Slice("written", lambda row: row.scored.genre not in SPOKEN)
SPOKEN_TEXTS = Slice("spoken", lambda row: row.scored.genre in SPOKEN)
GENRES = (ALL_TEXTS, PAPERS_TEXTS, WRITTEN, SPOKEN_TEXTS)

ALL_PRONOUNS = Slice("all pronouns", lambda _row: True)
HE_AND_SHE = Slice("he, she", lambda row: row.scored.group in {"he", "she"})
IT = Slice("it", lambda row: row.scored.group == "it")
THEY = Slice("they", lambda row: row.scored.group == "they")
PRONOUNS = (ALL_PRONOUNS, HE_AND_SHE, IT, THEY)

WITH_ANTECEDENT = Slice(
    "with a noun phrase before them",
    lambda row: row.scored.standing is GoldStanding.ANAPHORIC and not row.scored.is_event,
)


def unseen(dev: frozenset[str]) -> Slice:
    """Of documents that trained nothing of ours: GUM dev, and the genres that never train.

    The tagger, the parser and the lexicon of sorts were made from the rest of GUM train.
    """
    return Slice(
        "unseen in training",
        lambda row: row.scored.document in dev or row.scored.genre in NEVER_TRAIN,
    )


# What counts as right; in the paper: by entity, and a reading that ties with another is wrong.
JUDGEMENTS = {
    f"by {scoring}, ties {'as broken' if ties else 'wrong'}": (scoring, ties)
    for scoring in Scoring
    for ties in (False, True)
}


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
            found = _rescored(found, scoring, ties=ties)
        return found.where(slice_.has, only=slice_.name)


def _rescored(found: Evaluation, scoring: Scoring, *, ties: bool) -> Evaluation:
    """The same answers by entity or by location; with `ties` as they were broken."""

    def judged(row: PronounRow) -> PronounRow:
        is_right = row.scored.entity_is_right
        if row.scored.standing is GoldStanding.SPLIT:
            is_right = row.is_chosen_right
        elif scoring is Scoring.LOCATION:
            is_right = row.scored.result is Outcome.CORRECT
        is_right = is_right and (ties or not row.is_ambiguous)
        return replace(row, is_right=is_right, error_class=None, reason="")

    results = (
        replace(one, rows={name: tuple(map(judged, rows)) for name, rows in one.rows.items()})
        for one in found.results
    )
    setup = replace(found.setup, scoring=scoring, classes=False)
    return replace(found, setup=setup, results=tuple(results))


def _joined(one: DocumentResult, other: DocumentResult) -> DocumentResult:
    """What became of a document, of the algorithms of both."""
    return replace(
        one,
        rows={**one.rows, **other.rows},
        chains={**one.chains, **other.chains},
    )


def share(evaluation: Evaluation, algorithm: str) -> float:
    """How many of the counted pronouns are right."""
    return right(evaluation.rows(algorithm)).share


def number(evaluation: Evaluation) -> int:
    """How many pronouns are counted."""
    return len(evaluation.counted(evaluation.setup.algorithms[0]))
