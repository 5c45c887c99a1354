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

from hearer.report.print import written_p

from bench.replication_runs import (
    AUTO,
    GOLD_MENTIONS,
    GOLD_SORTS,
    LEXICON,
    LITBANK,
    RAW,
    SIX,
    STRUBE,
    Answers,
    Condition,
    Runs,
)
from bench.replication_slices import (
    ALL_PRONOUNS,
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
from hearer.evaluation.significance import Difference, paired
from hearer.report.table import Table, percent

BY_HAND = {"s-list": 0.854, "bfp-kameyama": 0.760, "bfp": 0.729}  # Table 6, of 576 pronouns
PAPERS = 5  # the paper's window
WINDOWS = (1, 3, PAPERS, 7, None)


class Step(NamedTuple):
    """A step of the way: what is changed, what is heard, and which pronouns are counted."""

    change: str
    condition: Condition
    slice: Slice


EVERYTHING = ALL_TEXTS.and_of(ALL_PRONOUNS)
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
    return [runs.answers(condition, name, slice_).share for name in STRUBE]


def _slashed(shares: Sequence[float]) -> str:
    return " / ".join(map(percent, shares))


def the_way(runs: Runs) -> Table:
    """The way from the paper's figures to today's, one change after the other."""
    rows = [("Strube 1998: Hemingway and the New York Times, by hand", "576", *_by_hand())]
    before: list[Answers] | None = None
    for step in WAY if runs.corpora.has_parser else WAY[:-1]:
        now = [runs.answers(step.condition, name, step.slice) for name in STRUBE]
        cells = [_with_cost(n, before[k] if before else None) for k, n in enumerate(now)]
        rows.append((step.change, str(now[0].number), *cells))
        before = now
    note = (
        "Correct %, as the paper counts: by entity, a tie is wrong. In brackets what the step "
        "costs, in points, with the interval of 95 % from resampling documents; both sides of a step are "
        "drawn from the same documents. The steps are in an order of our choice: another order "
        "would share the costs out otherwise."
    )
    return Table("way", "The way", ("step", "pronouns", *STRUBE), tuple(rows), note)


def _by_hand() -> Iterator[str]:
    return (percent(BY_HAND[name]) for name in STRUBE)


def _with_cost(now: Answers, before: Answers | None) -> str:
    if before is None:
        return percent(now.share)
    cost = paired(now.by_document, before.by_document)
    return f"{percent(now.share)} ({points_of(cost.points)}; {interval_of(cost)})"


def points_of(share: float) -> str:
    """A difference in points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def interval_of(difference: Difference) -> str:
    """Between which bounds a difference lies."""
    return f"{points_of(difference.low)} to {points_of(difference.high)}"


def _told(difference: Difference) -> str:
    return f"{points_of(difference.points)} ({interval_of(difference)})"


def grid(runs: Runs, condition: Condition, algorithms: Sequence[str] = SIX) -> Table:
    """Correct % by kind of text and kind of pronoun."""
    rows = []
    for texts in GENRES:
        for pronouns in PRONOUNS:
            slice_ = texts.and_of(pronouns)
            found = [runs.answers(condition, name, slice_) for name in algorithms]
            shares = (percent(each.share) for each in found)
            rows.append((texts.name, pronouns.name, str(found[0].number), *shares))
    title = f"Correct % by text and pronoun: {condition.name}"
    return Table("grid", title, ("texts", "pronouns", "number", *algorithms), tuple(rows), names=2)


def judgements(runs: Runs, condition: Condition) -> Table:
    """What is right, judged in four ways."""
    rows = []
    for judged in JUDGEMENTS:
        found = (runs.answers(condition, name, EVERYTHING, judged=judged) for name in SIX)
        rows.append((judged.name, *(percent(each.share) for each in found)))
    note = "The paper judges by entity and counts a tie as wrong; Tetreault judges by location."
    title = f"By entity or by location, ties broken or not: {condition.name}"
    return Table("judgements", title, ("", *SIX), tuple(rows), note)


def sorts_of(runs: Runs) -> Table:
    """What sorts are worth to every algorithm."""
    conditions = {"gold": GOLD_SORTS, "tagger and lexicon": GOLD_MENTIONS, "lexicon": LEXICON}
    rows = []
    for texts in (PAPERS_TEXTS, ALL_TEXTS):
        for name, condition in conditions.items():
            found = [runs.answers(condition, algorithm, texts) for algorithm in SIX]
            cells = (percent(each.share) for each in found)
            rows.append((texts.name, name, str(found[0].number), *cells))
    title = "Correct % by where sorts come from: gold mentions"
    return Table("sorts", title, ("texts", "sorts", "number", *SIX), tuple(rows), names=2)


def windows(runs: Runs) -> Table:
    """How many elements of the S-list are looked at."""
    first = runs.answers(GOLD_SORTS, "s-list", EVERYTHING)
    rows = []
    for window in WINDOWS:
        condition = GOLD_SORTS if window == PAPERS else _s_list_with(window)
        found = runs.answers(condition, "s-list", EVERYTHING)
        cost = paired(found.by_document, first.by_document)
        compared = ("–", "–") if window == PAPERS else (_told(cost), written_p(cost.p))
        rows.append((str(window or "all"), percent(found.share), *compared))
    header = ("elements looked at", "correct %", "against 5", "p")
    return Table("windows", "The S-list's window: gold mentions, gold sorts", header, tuple(rows))


def _s_list_with(window: int | None) -> Condition:
    made = GOLD_SORTS.with_options(f"window {window}", window=window)
    return Condition(made.name, replace(made.setup, algorithms=("s-list",)))


# Does the paper's order hold? -------------------------------------------------------------------

CLAIMS = (("s-list", "bfp-kameyama"), ("bfp-kameyama", "bfp"))
SIGNIFICANT = 0.05


def ordering(runs: Runs) -> Table:
    """S-list > BFP/Kameyama > BFP: what holds, where, and what the verdict rests on."""
    rows = []
    conditions = (GOLD_SORTS, GOLD_MENTIONS, AUTO, *((RAW, LITBANK) * runs.corpora.has_parser))
    for condition in conditions:
        for judged in (JUDGEMENTS[0], JUDGEMENTS[1]):
            for better, worse in CLAIMS:
                pair = [
                    runs.answers(condition, x, EVERYTHING, judged=judged) for x in (better, worse)
                ]
                test = paired(pair[0].by_document, pair[1].by_document)
                rows.append(
                    (
                        condition.name,
                        judged.name,
                        f"{better} > {worse}",
                        *(percent(each.share) for each in pair),
                        _told(test),
                        written_p(test.p),
                        verdict(test.points, test.p),
                    )
                )
    header = ("condition", "judged", "claim", "first %", "second %", "difference", "p", "verdict")
    note = (
        "p and interval: documents resampled, both algorithms on the same draws. `Ties as broken` "
        "takes what was chosen all the same: the difference to the line above it is ambiguity, not error."
    )
    return Table("ordering", "The paper's ordering", header, tuple(rows), note, names=3)


def verdict(points: float, p: float) -> str:
    """What may be said of a difference."""
    if p >= SIGNIFICANT:
        return "no difference shown"
    return "holds" if points > 0 else "is reversed"
