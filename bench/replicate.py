"""Strube's and Tetreault's comparisons, made again, and the way from their figures to these.

    python -m bench.replicate [--data ../shared/data] [-o docs/replication.md] [--documents N]

Everything in the page is computed here; there is no date in it, so two runs give the same bytes.
`--documents` takes N documents of each corpus only, to try the script out. Which pronouns
are counted is fixed in replication_slices.py, what is heard in replication_runs.py, and the tables
of the way are made in then_and_now.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench.replication_corpora import ENGLISH, Corpora, read
from bench.replication_costs import costs
from bench.replication_runs import (
    AUTO,
    GOLD_MENTIONS,
    GOLD_SORTS,
    LITBANK,
    RAW,
    STRUBE,
    Condition,
    Runs,
)
from bench.then_and_now import grid, judgements, ordering, sorts_of, the_way, told, windows
from hearer.evaluation import measures
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gap_scoring import gap_table, score_gap
from hearer.evaluation.reports import heading
from hearer.evaluation.scoring import Scoring
from hearer.evaluation.tables import accuracies, disclosures, table_6
from hearer.model import Discourse
from hearer.profiles import DEFAULT
from hearer.report.forms import markdown
from hearer.report.table import Table, percent

ROOT = Path(__file__).parents[1]
TETREAULT = ("lrc-f", "hobbs", "lrc", "s-list-tetreault", "s-list", "bfp", "most-recent")
# Tetreault 2001, Table 2 and 3: % right on news and fiction (docs/specification/results.md F).
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
fixed in writing (`bench/replication_slices.py`) before the figures were computed. Intervals are
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


if __name__ == "__main__":
    main()
