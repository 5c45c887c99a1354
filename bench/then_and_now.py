"""From 85/76/73 to what GUM gives: the way, step by step, each step costed.

told           in words: where the paper's figures come out again, and what the way costs
the_way        one change after the other, from the paper's pronouns to all, from gold to our own
grid           kinds of text by kinds of pronouns, with what is gold for everybody
judgements     by entity or by location, ties wrong or as broken
sorts_of       what sorts are worth to every algorithm
windows        how much of the S-list is looked at
ordering       whether the paper's order holds, and what the verdict rests on
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bench.replication_runs import (
    AUTO,
    GOLD_MENTIONS,
    GOLD_SORTS,
    LEXICON,
    LITBANK,
    RAW,
    SIX,
    STRUBE,
    Condition,
    Runs,
    number,
    share,
)
from bench.replication_slices import (
    ALL_TEXTS,
    GENRES,
    HE_AND_SHE,
    JUDGEMENTS,
    PAPERS_TEXTS,
    PRONOUNS,
    WITH_ANTECEDENT,
    WRITTEN,
    Slice,
)
from hearer.evaluation.comparison import compared
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.measures import counted
from hearer.evaluation.significance import Difference, paired
from hearer.report.table import Table, percent, points, written_p

BY_HAND = {"s-list": 0.854, "bfp-kameyama": 0.760, "bfp": 0.729}  # Table 6, of 576 pronouns
PAPERS = 5  # the paper's window
WINDOWS = (1, 3, PAPERS, 7, None)
CLAIMS = (("s-list", "bfp-kameyama"), ("bfp-kameyama", "bfp"))
SIGNIFICANT = 0.05


class Step(NamedTuple):
    """A step of the way: what is changed, what is heard, and which pronouns are counted."""

    change: str
    condition: Condition
    slice: Slice


WAY = (
    Step(
        "GUM: fiction and news, *he* and *she* with a noun phrase before them; all else gold",
        GOLD_SORTS,
        PAPERS_TEXTS.and_of(HE_AND_SHE).and_of(WITH_ANTECEDENT),
    ),
    Step("*it* and *they*, too", GOLD_SORTS, PAPERS_TEXTS.and_of(WITH_ANTECEDENT)),
    Step("events, cataphora, what is not in the text", GOLD_SORTS, PAPERS_TEXTS),
    Step("all that is written", GOLD_SORTS, WRITTEN),
    Step("what is spoken, too", GOLD_SORTS, ALL_TEXTS),
    Step("sorts are our own: the tagger's and the lexicon's", GOLD_MENTIONS, ALL_TEXTS),
    Step("mentions and nominal coreference are our own", AUTO, ALL_TEXTS),
    Step("so is the parse", RAW, ALL_TEXTS),
)


def told(runs: Runs) -> str:
    """Where the paper's figures come out again, and what is left at the end of the way."""
    alike = _three(runs, GOLD_SORTS, WRITTEN.and_of(HE_AND_SHE))
    texts = _three(runs, GOLD_SORTS, PAPERS_TEXTS)
    everything = _three(runs, AUTO, ALL_TEXTS)
    off = max(abs(each - BY_HAND[name]) for name, each in zip(STRUBE, alike, strict=True))
    return (
        f"With mentions and sorts gold, *he* and *she* in written texts come to {_slashed(alike)} "
        f"(S-list / BFP with Kameyama / BFP), {100 * off:.1f} points at most from the paper's "
        f"figures. All pronouns of fiction and news come to {_slashed(texts)}. With mentions and "
        f"sorts of our own, all genres and all pronouns, {_slashed(everything)} are left.\n"
    )


def _three(runs: Runs, condition: Condition, slice_: Slice) -> list[float]:
    found = runs.sliced(condition, slice_)
    return [share(found, name) for name in STRUBE]


def _slashed(shares: Sequence[float]) -> str:
    return " / ".join(map(percent, shares))


# The way ----------------------------------------------------------------------------------------


def the_way(runs: Runs, among: Slice = ALL_TEXTS) -> Table:
    """The way from the paper's figures to today's, one change after the other."""
    by_hand = map(percent, BY_HAND.values())
    rows = [("Strube 1998: Hemingway and the New York Times, by hand", "576", *by_hand)]
    before: Evaluation | None = None
    for step in WAY if runs.corpora.has_parser else WAY[:-1]:
        now = runs.sliced(step.condition, step.slice.and_of(among))
        rows.append((step.change, str(number(now)), *_costs(now, before)))
        before = now
    note = (
        "Correct %, as the paper counts: by entity, a tie is wrong. Then what the step costs, in "
        "points, with its interval: the same documents are drawn for both sides of a step. The "
        "steps are in an order of our choice; another would share the costs out otherwise."
    )
    title = f"The way: {among.name}"
    return Table("way", title, ("step", "pronouns", *STRUBE), tuple(rows), note)


def _costs(now: Evaluation, before: Evaluation | None) -> Iterator[str]:
    for name in STRUBE:
        cost = paired(_answers(now, name), _answers(before, name)) if before else None
        yield percent(share(now, name)) + (f"; {with_interval(cost)}" if cost else "")


def _answers(evaluation: Evaluation, algorithm: str) -> list[list[bool]]:
    """Right or wrong, document by document."""
    rows = map(counted, evaluation.by_document(algorithm))
    return [[row.is_right for row in mine] for mine in rows]


# Slices, judgements, sorts, windows -------------------------------------------------------------


def grid(runs: Runs, condition: Condition) -> Table:
    """Correct % by kind of text and kind of pronoun."""
    rows = []
    for texts in GENRES:
        for pronouns in PRONOUNS:
            found = runs.sliced(condition, texts.and_of(pronouns))
            rows.append((texts.name, pronouns.name, str(number(found)), *_six(found)))
    title = f"Correct % by text and pronoun: {condition.name}"
    return Table("grid", title, ("texts", "pronouns", "number", *SIX), tuple(rows), names=2)


def _six(found: Evaluation) -> Iterator[str]:
    return (percent(share(found, name)) for name in SIX)


def judgements(runs: Runs, condition: Condition) -> Table:
    """What is right, judged in four ways."""
    rows = ((judged, *_six(runs.sliced(condition, ALL_TEXTS, judged))) for judged in JUDGEMENTS)
    note = "The paper judges by entity and counts a tie as wrong; Tetreault judges by location."
    title = f"By entity or by location, ties broken or not: {condition.name}"
    return Table("judgements", title, ("", *SIX), tuple(rows), note)


def sorts_of(runs: Runs) -> Table:
    """What sorts are worth to every algorithm."""
    conditions = {"gold": GOLD_SORTS, "tagger and lexicon": GOLD_MENTIONS, "lexicon": LEXICON}
    rows = []
    for texts in (PAPERS_TEXTS, ALL_TEXTS):
        for name, condition in conditions.items():
            found = runs.sliced(condition, texts)
            rows.append((texts.name, name, str(number(found)), *_six(found)))
    title = "Correct % by where sorts come from: gold mentions"
    return Table("sorts", title, ("texts", "sorts", "number", *SIX), tuple(rows), names=2)


def windows(runs: Runs) -> Table:
    """How many elements of the S-list are looked at."""
    first = runs.of(GOLD_SORTS)
    rows = []
    for window in WINDOWS:
        found = first if window == PAPERS else runs.of(_s_list_with(window))
        test = compared(found.by_document("s-list"), first.by_document("s-list")).difference
        told = ("–", "–") if window == PAPERS else (with_interval(test), written_p(test.p))
        rows.append((str(window or "all"), percent(share(found, "s-list")), *told))
    header = ("elements looked at", "correct %", f"against {PAPERS}", "p")
    return Table("windows", "The S-list's window: gold mentions, gold sorts", header, tuple(rows))


def _s_list_with(window: int | None) -> Condition:
    alone = replace(GOLD_SORTS.setup, algorithms=("s-list",))
    return replace(GOLD_SORTS, setup=alone).with_options(f"window {window}", window=window)


def with_interval(found: Difference) -> str:
    """A difference in points, and the bounds it lies between."""
    return f"{points(found.points)} [{points(found.low)}, {points(found.high)}]"


# Does the paper's order hold? -------------------------------------------------------------------


def ordering(runs: Runs) -> Table:
    """S-list > BFP/Kameyama > BFP: what holds, where, and what the verdict rests on."""
    conditions = (GOLD_SORTS, GOLD_MENTIONS, AUTO, *((RAW, LITBANK) * runs.corpora.has_parser))
    by_entity = [judged for judged in JUDGEMENTS if "entity" in judged]
    rows = [
        (condition.name, judged, f"{better} > {worse}", *_claim(found, better, worse))
        for condition in conditions
        for judged in by_entity
        for found in (runs.sliced(condition, ALL_TEXTS, judged),)
        for better, worse in CLAIMS
    ]
    header = ("condition", "judged", "claim", "first %", "second %", "difference", "p", "verdict")
    note = (
        "Interval by resampling documents, p by exchanging the two, document by document. "
        "`Ties as broken` takes what was chosen all the same: what it adds is ambiguity, not error."
    )
    return Table("ordering", "The paper's ordering", header, tuple(rows), note, names=3)


def _claim(found: Evaluation, better: str, worse: str) -> tuple[str, ...]:
    pair = found.compared(better, worse)
    test = pair.difference
    verdict = "holds" if test.points > 0 else "is reversed"
    if test.p >= SIGNIFICANT:
        verdict = "no difference shown"
    return *map(percent, pair.shares), with_interval(test), written_p(test.p), verdict
