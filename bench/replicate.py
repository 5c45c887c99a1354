"""Strube's and Tetreault's comparisons, made again, and the way from their figures to these.

    python -m bench.replicate [--data ../shared/data] [-o docs/replication.md] [--documents N]

Everything in the page is computed here; there is no date in it, so two runs give the same bytes.
`--documents` takes N documents of each corpus only, to try the script out. Corpora, conditions and
slices are in replication.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bench.replication import (
    ALL_TEXTS,
    AUTO,
    ENGLISH,
    GENRES,
    GOLD_MENTIONS,
    GOLD_SORTS,
    HE_AND_SHE,
    JUDGEMENTS,
    LEXICON,
    LITBANK,
    PAPERS_TEXTS,
    PRONOUNS,
    RAW,
    SIX,
    STRUBE,
    WITH_ANTECEDENT,
    WRITTEN,
    Condition,
    Corpora,
    Runs,
    Slice,
    number,
    read,
    share,
)
from hearer.evaluation import measures
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gap import gap_table, score_gap
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.measures import compared, counted
from hearer.evaluation.report import accuracies, disclosures, heading, table_6
from hearer.evaluation.scoring import Scoring
from hearer.evaluation.statistics import Difference, paired
from hearer.model import Discourse
from hearer.profiles import DEFAULT
from hearer.report.forms import markdown
from hearer.report.table import Table, percent, points, written_p

ROOT = Path(__file__).parents[1]
TETREAULT = ("lrc-f", "hobbs", "lrc", "s-list-tetreault", "s-list", "bfp", "most-recent")
# Tetreault 2001, Table 2 and 3: % right on news and fiction (docs/specification/evaluation.md F).
PUBLISHED = {
    "Tetreault 2001, news": {
        "lrc-f": "80.4", "hobbs": "76.8", "lrc": "74.9", "s-list-tetreault": "71.7",
        "bfp": "59.4", "most-recent": "60",
    },
    "Tetreault 2001, fiction": {
        "lrc-f": "81.1", "hobbs": "80.1", "lrc": "72.1", "s-list-tetreault": "66.1",
        "bfp": "46.4", "most-recent": "60",
    },
}  # fmt: skip


def main() -> None:
    """Write the page."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=_default_data())
    arguments.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "replication.md")
    arguments.add_argument("--documents", type=int, default=None)
    arguments.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = arguments.parse_args()
    corpora = read(chosen.data, chosen.documents, chosen.processes)
    parts = list(_told(page(corpora)))
    chosen.output.write_text("\n".join(parts), encoding="utf-8")


def _told(parts: Iterable[str]) -> Iterator[str]:
    """The parts of the page; what is done is said as they come."""
    for part in parts:
        print(part.split("\n", 1)[0][:80], file=sys.stderr)
        yield part


def _default_data() -> Path:
    return Path(os.environ.get("HEARER_DATA", ROOT.parent / "shared" / "data"))


# The page -------------------------------------------------------------------------------------


def page(corpora: Corpora) -> Iterator[str]:
    """The page, paragraph by paragraph."""
    runs = Runs(corpora)
    yield INTRODUCTION
    yield from _then_and_now(runs)
    yield from _table_6(runs)
    yield from _tetreault(corpora)
    yield from _everybody(corpora)
    yield from _default_profile(corpora)
    yield from _gap(corpora)
    yield from costs(corpora)


INTRODUCTION = """# Replication: then and now

Made by `make replicate` (`bench/replicate.py`) from the corpora in `../shared/data`; never edited
by hand. How pronouns are counted, scored and classed: [evaluation](evaluation.md). The slices were
fixed in writing (`bench/replication.py`) before the figures were computed. Intervals are
95 %, and p two-sided, from resampling documents; two algorithms are compared on the same draws.
The questions with which the paper ends have [a page of their own](questions.md).
"""


def _then_and_now(runs: Runs) -> Iterator[str]:
    yield "## From 85 / 76 / 73 to today\n"
    yield WHY_NOT_THE_SAME
    yield told(runs)
    yield markdown(the_way(runs))
    yield NOT_BLIND
    yield markdown(the_way(runs, runs.unseen))
    for condition in (GOLD_SORTS, GOLD_MENTIONS, *_raw(runs.corpora, RAW)):
        yield markdown(grid(runs, condition))
    yield markdown(sorts_of(runs))
    yield from (markdown(judgements(runs, condition)) for condition in (GOLD_SORTS, AUTO))
    yield markdown(windows(runs))
    yield "### Does S-list > BFP/Kameyama > BFP hold?\n"
    yield markdown(ordering(runs))


WHY_NOT_THE_SAME = """The paper resolved 576 pronouns of Hemingway and the New York Times by hand:
85.4 % with the S-list, 76.0 % with BFP as Kameyama extends it, 72.9 % with BFP. We have neither its
texts nor its annotation. What can be done is to begin with the pronouns of GUM that are most like
the paper's, with expressions, nominal coreference and sorts given, as by hand, and then to take one
help away after the other. What is left to the difference at the start is texts and people: GUM is
not Hemingway, and a human simulating an algorithm uses more sorts than any list of types has.
"""


NOT_BLIND = """The tagger of sorts, the parser and the lexicon's sorts were learnt from a part of
these very documents, so the last three steps cost less here than they would elsewhere. The same way
over documents that trained nothing of ours (GUM dev; essays, fiction, letters, podcasts, how-tos):
"""


def _raw(corpora: Corpora, *conditions: Condition) -> tuple[Condition, ...]:
    """What needs a parser, if there is one."""
    return conditions if corpora.has_parser else ()


def _table_6(runs: Runs) -> Iterator[str]:
    """Table 6 under every condition, of the paper's three."""
    yield "## Table 6\n"
    for condition in (GOLD_SORTS, GOLD_MENTIONS, AUTO, *_raw(runs.corpora, RAW, LITBANK)):
        evaluation = _of_the_paper(runs.of(condition))
        yield f"### {condition.name.capitalize()}\n\n{heading(evaluation)}\n"
        yield from map(markdown, (table_6(evaluation), accuracies(evaluation)))
    if not runs.corpora.has_parser:
        yield "The shipped parser is not installed: its part and LitBank and GAP are left out.\n"
    yield markdown(disclosures(_of_the_paper(runs.of(AUTO))))


def _of_the_paper(evaluation: Evaluation) -> Evaluation:
    """The three algorithms of the paper's Table 6."""
    return replace(evaluation, setup=replace(evaluation.setup, algorithms=STRUBE))


def _run(documents: Sequence[Discourse], setup: Setup, corpora: Corpora) -> Evaluation:
    return evaluate(documents, setup, processes=corpora.processes)


def _tetreault(corpora: Corpora) -> Iterator[str]:
    """Tetreault's comparison: by location, intra and inter, on news and fiction and all."""
    yield "## Tetreault 2001\n"
    setup = Setup(corpora.of(TETREAULT), "paper", scoring=Scoring.LOCATION, classes=False)
    evaluation = _run(corpora.gum, setup, corpora)
    yield f"{heading(evaluation)} Scored by location, as he did.\n"
    yield markdown(_by_genre(evaluation, ("news", "fiction")))


def _by_genre(evaluation: Evaluation, genres: Sequence[str]) -> Table:
    rows = []
    for algorithm in evaluation.setup.algorithms:
        everything = evaluation.counted(algorithm)
        kinds = measures.broken_down(everything, "genre")
        shares = [measures.right(everything).share]
        shares += [kinds[genre].share if genre in kinds else 0.0 for genre in genres]
        places = measures.broken_down(everything, "place")
        inside = [places[p].share if p in places else 0.0 for p in ("intra", "inter")]
        published = [PUBLISHED[f"Tetreault 2001, {genre}"].get(algorithm, "–") for genre in genres]
        interval = _interval(evaluation, algorithm)
        broken = measures.accuracy(everything).rates.recall
        figures = map(percent, (*shares, *inside, broken))
        rows.append((algorithm, *figures, interval, *published))
    header = (
        "", "all %", *(f"{genre} %" for genre in genres), "intra %", "inter %",
        "ties as broken %", "interval (all)",
        *(f"published, {genre}" for genre in genres),
    )  # fmt: skip
    note = (
        "A reading that ties with another counts as wrong, however the tie was broken; `ties as "
        "broken` is over the anaphoric ones and counts what was chosen."
    )
    title = "Correct %, and what Tetreault 2001 printed"
    return Table("tetreault", title, header, tuple(rows), note)


def _interval(evaluation: Evaluation, algorithm: str) -> str:
    found = evaluation.interval(algorithm)
    return f"{percent(found.low)}–{percent(found.high)}"


def _everybody(corpora: Corpora) -> Iterator[str]:
    yield "## All algorithms, GUM dev\n"
    for mentions in Mentions:
        setup = Setup(corpora.algorithms, "paper", mentions)
        evaluation = _run(corpora.gum_dev, setup, corpora)
        yield f"{heading(evaluation)}\n"
        yield markdown(_ranked(evaluation))


def _default_profile(corpora: Corpora) -> Iterator[str]:
    """Our most accurate configuration beside the paper's, on documents it was not trained on."""
    own = DEFAULT.algorithm
    if own not in corpora.algorithms:
        return
    yield "## The default profile beside the paper's\n"
    yield f"`default` is {own} with its own options, `paper` is s-list with none.\n"
    conditions = [("GUM dev", corpora.gum_dev, "gold")]
    if corpora.has_parser:
        conditions += [
            ("GUM dev", corpora.gum_dev, ENGLISH),
            ("LitBank", corpora.litbank, ENGLISH),
        ]
    for corpus, documents, parse in conditions:
        for algorithm, profile in ((own, "default"), ("s-list", "paper")):
            setup = Setup((algorithm,), profile, parse=parse)
            yield f"{corpus}, {profile} profile, {parse} parse.\n"
            yield markdown(_ranked(_run(documents, setup, corpora)), with_title=False)


def _ranked(evaluation: Evaluation) -> Table:
    rows = []
    for algorithm in evaluation.setup.algorithms:
        found = measures.table_6(evaluation.rows(algorithm))
        errors = (str(number) for number in found.errors.values())
        interval = _interval(evaluation, algorithm)
        accuracy = percent(measures.accuracy(evaluation.rows(algorithm)).rates.recall)
        rows.append((algorithm, percent(found.share), interval, accuracy, *errors))
    rows.sort(key=lambda row: (-float(row[1]), row[0]))
    names = measures.table_6(()).errors
    header = ("", "correct %", "interval", "accuracy %", *map(str, names))
    return Table("ranked", "Correct, and the classes of errors", header, tuple(rows))


def _gap(corpora: Corpora) -> Iterator[str]:
    if not corpora.has_parser:
        return
    yield f"## GAP development, shipped parser ({len(corpora.gap)} examples)\n"
    setup = Setup(corpora.of((*STRUBE, "lrc", "hobbs", "parallelism")), "paper", parse=ENGLISH)
    yield markdown(gap_table(score_gap(corpora.gap, setup, processes=corpora.processes)))


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


if __name__ == "__main__":
    main()
