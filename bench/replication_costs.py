"""What each component is worth to the S-list on GUM: one change at a time.

costs    the tables, paragraph by paragraph
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bench.replication_corpora import ENGLISH, Corpora
from bench.replication_runs import share
from bench.then_and_now import with_interval
from hearer.evaluation.comparison import compared
from hearer.evaluation.experiment import Mentions, Setup, evaluate
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.report.forms import markdown
from hearer.report.table import Table, percent, written_p


def costs(corpora: Corpora) -> Iterator[str]:
    """What each component costs: one change at a time."""
    yield "## What each component is worth\n"
    yield (
        "The S-list, paper profile, on GUM. Each line changes one thing of the baseline above it. "
        "Gold sorts and statuses can only be had with gold mentions; our own sorts decide gender, "
        "too, so the sortal test alone has little left to do.\n"
    )
    auto = Setup(("s-list",), "paper", classes=False)
    gold = replace(auto, mentions=Mentions.GOLD)
    changes = {
        "no sortal test": replace(auto, options={"sortal": False}),
        "segments: none": replace(auto, options={"segments": "none"}),
        "segments: every paragraph": replace(auto, options={"segments": "paragraph"}),
        "no view of five": replace(auto, options={"window": None}),
        "search earlier states of the whole document": replace(
            auto, options={"fallback": "document"}
        ),
        "direct speech is heard": replace(auto, options={"direct_speech": "keep"}),
        "gold mentions": gold,
    }
    if corpora.has_parser:
        changes["shipped parser"] = replace(auto, parse=ENGLISH)
    yield markdown(_changes("auto mentions, gold parse", auto, changes, corpora))
    known = {
        "gold sorts": replace(gold, knowledge=frozenset({GoldFeature.SORTS})),
        "gold statuses": replace(gold, knowledge=frozenset({GoldFeature.STATUSES})),
        "gold sorts and statuses": replace(gold, knowledge=frozenset(GoldFeature)),
        "gold sorts and statuses, no segments": replace(
            gold, knowledge=frozenset(GoldFeature), options={"segments": "none"}
        ),
    }
    yield markdown(_changes("gold mentions, gold parse", gold, known, corpora))


def _changes(name: str, base: Setup, changes: Mapping[str, Setup], corpora: Corpora) -> Table:
    first = evaluate(corpora.gum, base, processes=corpora.processes)
    rows = [(name, percent(share(first, "s-list")), "", "")]
    for change, setup in changes.items():
        other = evaluate(corpora.gum, setup, processes=corpora.processes)
        test = compared(other.by_document("s-list"), first.by_document("s-list")).difference
        figures = percent(share(other, "s-list")), with_interval(test), written_p(test.p)
        rows.append((change, *figures))
    header = ("", "correct %", "difference", "p")
    note = "Differences are over the pronouns that both count."
    return Table("costs", f"Baseline: {name}", header, tuple(rows), note)
