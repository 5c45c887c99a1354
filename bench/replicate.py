"""Strube's and Tetreault's comparisons, made again, and the way from their figures to these.

    python -m bench.replicate [--data ../shared/data] [--documents N]

Writes the blocks of docs/replication.md, as bench/figures.py does; two runs give the same bytes.
`--documents` takes N documents of each corpus, and prints the blocks only. Corpora, conditions and
slices are in replication.py.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bench.figures import write
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
from hearer.evaluation.gap_scores import gap_table, score_gap
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.measures import compared, counted
from hearer.evaluation.score_report import disclosures, heading, table_6
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
    """Measure each block of the page and write it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    shared = os.environ.get("HEARER_DATA", ROOT.parent / "shared" / "data")
    arguments.add_argument("--data", type=Path, default=Path(shared))
    arguments.add_argument("--documents", type=int, default=None)
    arguments.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = arguments.parse_args()
    for name, block in blocks(read(chosen.data, chosen.documents, chosen.processes)):
        print(block if chosen.documents else name, flush=True)
        if not chosen.documents:
            write(name, block)


# The page -------------------------------------------------------------------------------------


def blocks(corpora: Corpora) -> Iterator[tuple[str, str]]:
    """The name and the content of each block of the page."""
    runs = Runs(corpora)
    judged = (judgements(runs, condition) for condition in (GOLD_SORTS, AUTO))
    yield "claims", claims(runs)
    yield "way", markdown(the_way(runs))
    yield "way-unseen", markdown(the_way(runs, runs.unseen))
    yield "ordering", _joined(ordering(runs), *judged, sorts_of(runs), windows(runs))
    yield "table-6", markdown(table_6_in_sum(runs))
    yield "tetreault", "\n".join(_tetreault(corpora))
    yield "everybody", "\n".join(_everybody(corpora))
    yield "profiles", "\n".join(_default_profile(corpora))
    yield "gap-paper", "\n".join(_gap(corpora))
    yield "costs", "\n".join(costs(corpora))
    yield "genres", "\n".join(_by_genres(runs))


def _joined(*tables: Table) -> str:
    return "\n".join(map(markdown, tables))


def _raw(corpora: Corpora, *conditions: Condition) -> tuple[Condition, ...]:
    """What needs a parser, if there is one."""
    return conditions if corpora.has_parser else ()


def table_6_in_sum(runs: Runs) -> Table:
    """Table 6 under every condition, all genres together."""
    rows = []
    for condition in (GOLD_SORTS, GOLD_MENTIONS, AUTO, *_raw(runs.corpora, RAW, LITBANK)):
        for name, correct, _, *others in _ranked(_of_the_paper(runs.of(condition))).rows:
            rows.append((condition.name, name, correct, *others))
    header = ("condition", "", "correct %", "accuracy %", *map(str, measures.table_6(()).errors))
    title = "Table 6, all genres together: correct, and the classes of errors"
    note = (
        ""
        if runs.corpora.has_parser
        else "The shipped parser is not installed: its parts are left out."
    )
    return Table("table 6", title, header, tuple(rows), note, names=2)


def _by_genres(runs: Runs) -> Iterator[str]:
    for condition in (GOLD_SORTS, *_raw(runs.corpora, RAW)):
        yield markdown(grid(runs, condition))
        evaluation = _of_the_paper(runs.of(condition))
        yield f"{condition.name.capitalize()}: {heading(evaluation)}\n"
        yield markdown(table_6(evaluation))
    yield markdown(disclosures(_of_the_paper(runs.of(AUTO))))


def _of_the_paper(evaluation: Evaluation) -> Evaluation:
    """The three algorithms of the paper's Table 6."""
    return replace(evaluation, setup=replace(evaluation.setup, algorithms=STRUBE))


def _run(documents: Sequence[Discourse], setup: Setup, corpora: Corpora) -> Evaluation:
    return evaluate(documents, setup, processes=corpora.processes)


def _tetreault(corpora: Corpora) -> Iterator[str]:
    """Tetreault's comparison: by location, intra and inter, on news and fiction and all."""
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
    rows = []
    conditions = [("GUM dev", corpora.gum_dev, "gold")]
    if corpora.has_parser:
        conditions += [
            ("GUM dev", corpora.gum_dev, ENGLISH),
            ("LitBank", corpora.litbank, ENGLISH),
        ]
    for corpus, documents, parse in conditions:
        for algorithm, profile in ((own, "default"), ("s-list", "paper")):
            ranked = _ranked(_run(documents, Setup((algorithm,), profile, parse=parse), corpora))
            rows.append((corpus, parse, profile, *ranked.rows[0][1:]))
    header = ("corpus", "parse", "profile", *ranked.header[1:])
    yield markdown(Table("profiles", "", header, tuple(rows), names=3), with_title=False)


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
    setup = Setup(corpora.of((*STRUBE, "lrc", "hobbs", "parallelism")), "paper", parse=ENGLISH)
    yield markdown(gap_table(score_gap(corpora.gap, setup, processes=corpora.processes)))


def costs(corpora: Corpora) -> Iterator[str]:
    """What each component costs: one change at a time."""
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


SHOWN = {
    "holds": "the S-list is better than BFP/Kameyama, too",
    "no difference shown": "no advantage over BFP/Kameyama is shown",
    "is reversed": "BFP/Kameyama is better",
}


def claims(runs: Runs) -> str:
    """What became of the paper's claims."""
    paper, broken = (
        runs.sliced(GOLD_SORTS, ALL_TEXTS, judged) for judged in JUDGEMENTS if "entity" in judged
    )
    alike = runs.sliced(GOLD_SORTS, WRITTEN.and_of(HE_AND_SHE))
    first, tied = (_claim(found, "s-list", "bfp-kameyama") for found in (paper, broken))
    above = _claim(paper, "lappin-leass", "s-list")
    each = " / ".join(f"{percent(share(alike, x))} [{_interval(alike, x)}]" for x in STRUBE)
    texts, own = _three(runs, GOLD_SORTS, PAPERS_TEXTS), _three(runs, AUTO, ALL_TEXTS)
    return f"""* **As the paper counts** (by entity; a tie of two readings is wrong) the S-list has
  {first[0]}, BFP/Kameyama {first[1]} and BFP {percent(share(paper, "bfp"))} on {number(paper):,}
  pronouns of GUM. S-list against BFP/Kameyama: {first[2]}, p {_p(first[3])}.
* **With ties broken, {SHOWN[tied[4]]}**: {tied[0]} against {tied[1]},
  {tied[2]}, p {_p(tied[3])}. The S-list never has a tie: that is what it gains.
* **Lappin & Leass (1994) is above the S-list**: {above[4]}, {above[0]} against {above[1]},
  {above[2]}, p {_p(above[3])}.
* **The paper's own figures** come out again in one slice, *he* and *she* in written texts
  ({number(alike):,} pronouns): {each}.
  The data of this slice had been seen before it was chosen: this is no independent confirmation.
  All pronouns of fiction and news have {_slashed(texts)}; all pronouns of all
  genres, with our own mentions and sorts, {_slashed(own)}.
"""


def _p(written: str) -> str:
    return written.replace("<", "< ") if "<" in written else f"= {written}"


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
