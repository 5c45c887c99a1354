"""An evaluation as tables, whatever they are printed with.

tables_of      all tables of an evaluation: Table 6 first
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from hearer.evaluation import measures
from hearer.evaluation.chain_scores import MEASURES, ChainScores, conll
from hearer.evaluation.comparison import PairedComparison
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.measures import PronounRow
from hearer.evaluation.rates import Share
from hearer.evaluation.significance import Difference, Interval
from hearer.report.table import Table, percent, points, written_p

SUM = "Σ"
NONE = "–"
SHORT = {ErrorClass.STRATEGY: "strat.", ErrorClass.AMBIGUITY: "ambig."}


def tables_of(evaluation: Evaluation) -> Iterator[Table]:
    """All tables of an evaluation that have something to say."""
    for make in TABLES:
        table = make(evaluation)
        if table.rows:
            yield table


# Table 6 --------------------------------------------------------------------------------------


def table_6(evaluation: Evaluation) -> Table:
    """The paper's Table 6: texts by genre, and for each algorithm what went wrong."""
    first = evaluation.counted(evaluation.setup.algorithms[0])
    genres = sorted({row.scored.genre for row in first})
    columns = [*genres, SUM] if len(genres) > 1 else [SUM]
    header = ("", "", *columns)
    every = [evaluation.counted(name) for name in evaluation.setup.algorithms]
    counts = ("/".join(dict.fromkeys(str(len(_of(rows, c))) for rows in every)) for c in columns)
    rows = [("Pron. and Poss. Pron.", "", *counts)]
    rules = [1]
    for algorithm in evaluation.setup.algorithms:
        rows += _algorithm(algorithm, evaluation.counted(algorithm), columns)
        rules.append(len(rows))
    note = f"Scored by {evaluation.setup.scoring}; see the disclosure for what is counted."
    title = "Table 6: evaluation results"
    return Table("table6", title, header, tuple(rows), note=note, rules=tuple(rules[:-1]), names=2)


def _of(rows: Sequence[PronounRow], genre: str) -> Sequence[PronounRow]:
    return rows if genre == SUM else [row for row in rows if row.scored.genre == genre]


def _algorithm(
    algorithm: str, rows: Sequence[PronounRow], columns: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    found = [measures.table_6(_of(rows, column)) for column in columns]
    yield (algorithm, "Correct", *(str(one.correct) for one in found))
    yield ("", "Correct %", *(percent(one.share) for one in found))
    yield ("", "Wrong", *(str(one.wrong) for one in found))
    for error_class in ErrorClass:
        counts = [one.errors[error_class] for one in found]
        if any(counts):
            yield ("", f"Wrong ({SHORT.get(error_class, error_class)})", *map(str, counts))


# One line per algorithm -----------------------------------------------------------------------

Found = TypeVar("Found")
Title = tuple[str, str]  # the name of a table, and its title
Columns = Sequence[tuple[str, Callable[[Found], str]]]  # a header, and what stands below it


def _table(title: Title, found: Mapping[str, Found], columns: Columns[Found], note: str) -> Table:
    rows = ((name, *(read(one) for _, read in columns)) for name, one in found.items())
    return Table(*title, ("", *(name for name, _ in columns)), tuple(rows), note=note)


ACCURACY: Columns[measures.Accuracy] = (
    ("accuracy", lambda found: percent(found.rates.recall)),
    ("precision", lambda found: percent(found.rates.precision)),
    ("F1", lambda found: percent(found.rates.f1)),
    ("answered", lambda found: percent(found.answered)),
    ("anaphoric", lambda found: str(found.anaphoric)),
    ("correct", lambda found: str(found.correct)),
    ("wrong", lambda found: str(found.wrong)),
    ("unresolved", lambda found: str(found.unresolved)),
    ("not anaphoric", lambda found: str(found.non_anaphoric)),
    ("false positives", lambda found: str(found.false_positives)),
)


def accuracies(evaluation: Evaluation) -> Table:
    """Accuracy, precision and F1 over all anaphoric pronouns."""
    found = {name: measures.accuracy(rows) for name, rows in evaluation.by_algorithm.items()}
    note = (
        "All third-person pronouns, reflexives and direct speech included, by location: correct "
        "when the nearest earlier mention in the chain is one of the same gold entity."
    )
    title = "accuracy", "Accuracy, and precision with abstention"
    return _table(title, found, ACCURACY, note)


class _Rates(NamedTuple):
    all: Interval
    hard: Share
    byron: measures.Disclosure


RATES: Columns[_Rates] = (
    ("correct %", lambda found: percent(found.all.share)),
    ("95 % interval", lambda found: f"{percent(found.all.low)}–{percent(found.all.high)}"),
    ("critical success %", lambda found: percent(found.hard.share)),
    ("of", lambda found: str(found.hard.whole)),
    ("resolution rate %", lambda found: percent(found.byron.resolution_rate)),
    ("of", lambda found: str(found.byron.referring)),
)


def rates(evaluation: Evaluation) -> Table:
    """Success with intervals, critical success, Byron's resolution rate."""
    found = {
        name: _Rates(evaluation.interval(name), measures.critical(rows), measures.disclosure(rows))
        for name, rows in evaluation.by_algorithm.items()
    }
    note = (
        "Intervals: 1000 resamples of documents, seed 1998. Critical success (Mitkov): where more "
        "than one candidate in view passes the constraints. Resolution rate (Byron): over all "
        "pronouns that refer, those not counted included."
    )
    return _table(("rates", "Success, critical success, resolution rate"), found, RATES, note)


def whole_chains(evaluation: Evaluation) -> Table:
    """MUC, B³, CEAF, LEA and CoNLL."""
    names = () if evaluation.only else evaluation.setup.algorithms
    rows = tuple((name, *_chains(evaluation.chains(name))) for name in names)
    note = (
        "Precision/recall/F1 over all chains of two mentions and more, nominal ones included; "
        "mentions match word for word. CoNLL: the average F1 of MUC, B3 and CEAFe."
    )
    return Table("chains", "Whole chains", ("", *MEASURES, "CoNLL"), rows, note=note)


def _chains(scores: ChainScores) -> Iterator[str]:
    for found in scores.values():
        yield "/".join(map(percent, (found.precision, found.recall, found.f1)))
    yield percent(conll(scores))


def split_antecedents(evaluation: Evaluation) -> Table:
    """Sets that pronouns take together."""
    names = () if evaluation.only else evaluation.setup.algorithms
    counted = {name: evaluation.splits(name) for name in names}
    rows = tuple(
        (name, *map(percent, (one.precision, one.recall)), f"{one.system:.0f}", f"{one.gold:.0f}")
        for name, one in counted.items()
    )
    note = "Right are those whose members are exactly gold's (SplitAnte)."
    header = ("", "precision", "recall", "found", "true")
    return Table("splits", "Split antecedents", header, rows, note=note)


# All pronouns ---------------------------------------------------------------------------------


def disclosures(evaluation: Evaluation) -> Table:
    """Byron's standard disclosure."""
    told = measures.disclosure(evaluation.rows(evaluation.setup.algorithms[0]))
    rows = [("third-person pronouns found", str(told.found))]
    rows += [(f"left out: {reason}", str(n)) for reason, n in told.left_out.items() if n]
    rows += [("counted", str(sum(told.counted.values())))]
    rows += [(f"counted: {form}", str(n)) for form, n in told.counted.items()]
    rows += [(f"by gold: {standing}", str(n)) for standing, n in told.standings.items()]
    title = "Disclosure (Byron 2001)"
    return Table("disclosure", title, ("pronouns", "number"), tuple(rows))


# Broken down ----------------------------------------------------------------------------------


def _breakdown(by: str) -> Callable[[Evaluation], Table]:
    def make(evaluation: Evaluation) -> Table:
        rows_of = evaluation.by_algorithm.items()
        found = {algorithm: measures.broken_down(rows, by) for algorithm, rows in rows_of}
        names = dict.fromkeys(name for shares in found.values() for name in shares)
        rows = tuple(
            (name, _counts(each), *(percent(one.share) if one else NONE for one in each))
            for name in names
            for each in [[shares.get(name) for shares in found.values()]]
        )
        header = (by, "pronouns", *evaluation.setup.algorithms)
        return Table(f"by-{by}", f"Correct %, by {by}", header, rows)

    return make


def _counts(each: Sequence[Share | None]) -> str:
    """How many pronouns; several numbers where one profile leaves out more than another."""
    return "/".join(dict.fromkeys(str(one.whole if one else 0) for one in each))


# Between algorithms ---------------------------------------------------------------------------


def comparisons(evaluation: Evaluation) -> Table:
    """Any two algorithms on the pronouns that both count: by documents, and McNemar's test."""
    pairs = combinations(evaluation.setup.algorithms, 2)
    found = {f"{one} – {other}": evaluation.compared(one, other) for one, other in pairs}
    note = (
        "Over the pronouns that both count; points of per cent. By documents: the interval from "
        "1000 resamples, p from exchanging the two in whole documents. McNemar's test is by "
        "pronouns: those that only one of the two has right; χ² with continuity correction."
    )
    return _table(("comparisons", "Differences between algorithms"), found, COMPARISONS, note)


COMPARISONS: Columns[PairedComparison] = (
    ("pronouns", lambda found: str(found.pronouns)),
    ("difference", lambda found: points(found.difference.points)),
    ("95 % interval", lambda found: _points_between(found.difference)),
    ("p (documents)", lambda found: written_p(found.difference.p)),
    ("only the first", lambda found: str(found.mcnemar.only_first)),
    ("only the second", lambda found: str(found.mcnemar.only_second)),
    ("χ²", lambda found: f"{found.mcnemar.chi_square:.2f}"),
    ("p (χ²)", lambda found: written_p(found.mcnemar.chi_square_p)),
    ("p (exact)", lambda found: written_p(found.mcnemar.exact)),
)


def _points_between(found: Difference) -> str:
    return f"{points(found.low)} to {points(found.high)}"


def agreements(evaluation: Evaluation) -> Table:
    """How often two algorithms are right or wrong together."""
    found = evaluation.agreements.items()
    rows = tuple((one, *map(percent, others.values())) for one, others in found)
    title = "Agreement: both right or both wrong, %"
    return Table("agreement", title, ("", *evaluation.setup.algorithms), rows)


TABLES: tuple[Callable[[Evaluation], Table], ...] = (
    table_6,
    accuracies,
    rates,
    disclosures,
    *map(_breakdown, measures.BREAKDOWNS),
    comparisons,
    agreements,
    whole_chains,
    split_antecedents,
)
