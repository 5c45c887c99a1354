"""An evaluation as tables, whatever they are printed with.

Table          a title, a header, rows of cells, and a note
tables_of      all tables of an evaluation: Table 6 first
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hearer.evaluation import measures
from hearer.evaluation.chains import MEASURES, added, conll
from hearer.evaluation.disclosure import disclosure
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.rows import Row, counted
from hearer.evaluation.significance import bootstrap, mcnemar

SUM = "Σ"
ERROR_NAMES = {
    ErrorClass.STRATEGY: "Wrong (strat.)",
    ErrorClass.AMBIGUITY: "Wrong (ambig.)",
    ErrorClass.INTRA: "Wrong (intra)",
    ErrorClass.CHAIN: "Wrong (chain)",
    ErrorClass.OTHER: "Wrong (other)",
    ErrorClass.PIPELINE: "Wrong (pipeline)",
}


@dataclass(frozen=True, slots=True)
class Table:
    """What is printed as a table. `rules` are the rows before which a line is drawn."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    rules: tuple[int, ...] = ()


def tables_of(evaluation: Evaluation) -> Iterator[Table]:
    """All tables of an evaluation that have something to say."""
    for make in TABLES:
        table = make(evaluation)
        if table.rows:
            yield table


def percent(share: float) -> str:
    """A share with one digit behind the point."""
    return f"{100 * share:.1f}"


# Table 6 --------------------------------------------------------------------------------------


def table_6(evaluation: Evaluation) -> Table:
    """The paper's Table 6: texts by genre, and for each algorithm what went wrong."""
    first = evaluation.counted(evaluation.setup.algorithms[0])
    genres = sorted({row.scored.genre for row in first})
    columns = [*genres, SUM] if len(genres) > 1 else [SUM]
    header = ("", "", *columns)
    rows = [("Pron. and Poss. Pron.", "", *(str(len(_of(first, c))) for c in columns))]
    rules = [1]
    for algorithm in evaluation.setup.algorithms:
        rows += _algorithm(algorithm, evaluation.counted(algorithm), columns)
        rules.append(len(rows))
    note = f"Scored by {evaluation.setup.scoring}; see the disclosure for what is counted."
    title = "Table 6: evaluation results"
    return Table("table6", title, header, tuple(rows), note, tuple(rules[:-1]))


def _of(rows: Sequence[Row], genre: str) -> Sequence[Row]:
    return rows if genre == SUM else [row for row in rows if row.scored.genre == genre]


def _algorithm(
    algorithm: str, rows: Sequence[Row], columns: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    found = [measures.table_6(_of(rows, column)) for column in columns]
    yield (algorithm, "Correct", *(str(one.correct) for one in found))
    yield ("", "Correct %", *(percent(one.share) for one in found))
    yield ("", "Wrong", *(str(one.wrong) for one in found))
    for error_class, name in ERROR_NAMES.items():
        counts = [one.errors[error_class] for one in found]
        if any(counts):
            yield ("", name, *map(str, counts))


# One line per algorithm -----------------------------------------------------------------------


def accuracies(evaluation: Evaluation) -> Table:
    """Accuracy, precision and F1 over all anaphoric pronouns."""
    rows = []
    for algorithm in evaluation.setup.algorithms:
        found = measures.accuracy(evaluation.rows(algorithm))
        shares = (found.recall, found.precision, found.f1, found.answered)
        counts = (
            found.anaphoric,
            found.correct,
            found.wrong,
            found.unresolved,
            found.non_anaphoric,
            found.false_positives,
        )
        rows.append((algorithm, *map(percent, shares), *map(str, counts)))
    header = (
        "", "accuracy", "precision", "F1", "answered", "anaphoric", "correct", "wrong",
        "unresolved", "not anaphoric", "false positives",
    )  # fmt: skip
    note = (
        "All third-person pronouns, reflexives and direct speech included, by location: correct "
        "when the nearest earlier mention in the chain is one of the same gold entity."
    )
    return Table("accuracy", "Accuracy, and precision with abstention", header, tuple(rows), note)


def rates(evaluation: Evaluation) -> Table:
    """Success with intervals, critical success, Byron's resolution rate."""
    rows = []
    for algorithm in evaluation.setup.algorithms:
        groups = [
            [row.is_right for row in counted(result.rows[algorithm])]
            for result in evaluation.results
        ]
        interval = bootstrap(groups)
        hard = measures.critical(evaluation.rows(algorithm))
        told = disclosure(evaluation.rows(algorithm))
        bounds = f"{percent(interval.low)}–{percent(interval.high)}"
        rows.append(
            (
                algorithm,
                percent(interval.share),
                bounds,
                percent(hard.share),
                str(hard.whole),
                percent(told.resolution_rate),
                str(told.referring),
            )
        )
    header = (
        "", "correct %", "95 % interval", "critical success %", "of", "resolution rate %", "of",
    )  # fmt: skip
    note = (
        "Intervals: 1000 resamples of documents, seed 1998. Critical success (Mitkov): where more "
        "than one candidate in view passes the constraints. Resolution rate (Byron): over all "
        "pronouns that refer, those not counted included."
    )
    return Table("rates", "Success, critical success, resolution rate", header, tuple(rows), note)


def disclosures(evaluation: Evaluation) -> Table:
    """Byron's standard disclosure."""
    told = disclosure(evaluation.rows(evaluation.setup.algorithms[0]))
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
        found = {
            algorithm: measures.broken_down(evaluation.rows(algorithm), by)
            for algorithm in evaluation.setup.algorithms
        }
        first = found[evaluation.setup.algorithms[0]]
        rows = tuple(
            (name, str(first[name].whole), *(percent(found[a][name].share) for a in found))
            for name in first
        )
        header = (by, "pronouns", *evaluation.setup.algorithms)
        return Table(f"by-{by}", f"Correct %, by {by}", header, rows)

    return make


# Between algorithms ---------------------------------------------------------------------------


def comparisons(evaluation: Evaluation) -> Table:
    """McNemar's test between any two algorithms."""
    right = {
        algorithm: [row.is_right for row in evaluation.counted(algorithm)]
        for algorithm in evaluation.setup.algorithms
    }
    rows = []
    for one, other in combinations(evaluation.setup.algorithms, 2):
        test = mcnemar(right[one], right[other])
        rows.append(
            (
                f"{one} – {other}",
                str(test.only_first),
                str(test.only_second),
                f"{test.chi_square:.2f}",
                _p(test.chi_square_p),
                _p(test.exact),
            )
        )
    header = ("", "only the first", "only the second", "χ²", "p (χ²)", "p (exact)")
    note = "Pronouns that only one of the two has right; χ² with continuity correction."
    return Table("mcnemar", "McNemar's test", header, tuple(rows), note)


def _p(value: float) -> str:
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


def agreements(evaluation: Evaluation) -> Table:
    """How often two algorithms are right or wrong together."""
    algorithms = evaluation.setup.algorithms
    rows = tuple(
        (
            one,
            *(
                percent(measures.agreement(evaluation.rows(one), evaluation.rows(other)))
                for other in algorithms
            ),
        )
        for one in algorithms
        if len(algorithms) > 1
    )
    title = "Agreement: both right or both wrong, %"
    return Table("agreement", title, ("", *algorithms), rows)


def whole_chains(evaluation: Evaluation) -> Table:
    """MUC, B³, CEAF, LEA and CoNLL."""
    rows = []
    for algorithm in evaluation.setup.algorithms:
        scores = added(result.chains[algorithm] for result in evaluation.results)
        cells = [
            "/".join(map(percent, (scores[m].precision, scores[m].recall, scores[m].f1)))
            for m in MEASURES
        ]
        rows.append((algorithm, *cells, percent(conll(scores))))
    header = ("", *MEASURES, "CoNLL")
    note = (
        "Precision/recall/F1 over all chains of two mentions and more, nominal ones included; "
        "mentions match word for word. CoNLL: the average F1 of MUC, B3 and CEAFe."
    )
    return Table("chains", "Whole chains", header, tuple(rows), note)


TABLES: tuple[Callable[[Evaluation], Table], ...] = (
    table_6,
    accuracies,
    rates,
    disclosures,
    *map(_breakdown, measures.BREAKDOWNS),
    comparisons,
    agreements,
    whole_chains,
)
