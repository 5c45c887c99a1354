"""An evaluation as tables, whatever they are printed with.

tables_of      all tables of an evaluation: Table 6 first
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from hearer.evaluation import measures
from hearer.evaluation.chain_scores import MEASURES, conll
from hearer.evaluation.disclosure import disclosure
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.pronoun_rows import PronounRow
from hearer.evaluation.significance import McNemar, mcnemar
from hearer.report.table import Table, percent

SUM = "Σ"
ERROR_NAMES = {
    ErrorClass.STRATEGY: "Wrong (strat.)",
    ErrorClass.AMBIGUITY: "Wrong (ambig.)",
    ErrorClass.INTRA: "Wrong (intra)",
    ErrorClass.CHAIN: "Wrong (chain)",
    ErrorClass.OTHER: "Wrong (other)",
    ErrorClass.PIPELINE: "Wrong (pipeline)",
}


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
    rows = [("Pron. and Poss. Pron.", "", *(str(len(_of(first, c))) for c in columns))]
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
    for error_class, name in ERROR_NAMES.items():
        counts = [one.errors[error_class] for one in found]
        if any(counts):
            yield ("", name, *map(str, counts))


# One line per algorithm -----------------------------------------------------------------------


def _by_algorithm(
    evaluation: Evaluation, told: Callable[[str], Iterable[str]]
) -> tuple[tuple[str, ...], ...]:
    return tuple((algorithm, *told(algorithm)) for algorithm in evaluation.setup.algorithms)


def accuracies(evaluation: Evaluation) -> Table:
    """Accuracy, precision and F1 over all anaphoric pronouns."""

    def told(algorithm: str) -> Iterator[str]:
        found = measures.accuracy(evaluation.rows(algorithm))
        yield from map(percent, (found.recall, found.precision, found.f1, found.answered))
        yield from map(str, (found.anaphoric, found.correct, found.wrong, found.unresolved))
        yield from map(str, (found.non_anaphoric, found.false_positives))

    header = (
        "", "accuracy", "precision", "F1", "answered", "anaphoric", "correct", "wrong",
        "unresolved", "not anaphoric", "false positives",
    )  # fmt: skip
    note = (
        "All third-person pronouns, reflexives and direct speech included, by location: correct "
        "when the nearest earlier mention in the chain is one of the same gold entity."
    )
    title = "Accuracy, and precision with abstention"
    return Table("accuracy", title, header, _by_algorithm(evaluation, told), note=note)


def rates(evaluation: Evaluation) -> Table:
    """Success with intervals, critical success, Byron's resolution rate."""

    def told(algorithm: str) -> Iterator[str]:
        interval = evaluation.interval(algorithm)
        yield percent(interval.share)
        yield f"{percent(interval.low)}–{percent(interval.high)}"
        hard = measures.critical(evaluation.rows(algorithm))
        yield from (percent(hard.share), str(hard.whole))
        byron = disclosure(evaluation.rows(algorithm))
        yield from (percent(byron.resolution_rate), str(byron.referring))

    header = (
        "", "correct %", "95 % interval", "critical success %", "of", "resolution rate %", "of",
    )  # fmt: skip
    note = (
        "Intervals: 1000 resamples of documents, seed 1998. Critical success (Mitkov): where more "
        "than one candidate in view passes the constraints. Resolution rate (Byron): over all "
        "pronouns that refer, those not counted included."
    )
    title = "Success, critical success, resolution rate"
    return Table("rates", title, header, _by_algorithm(evaluation, told), note=note)


def whole_chains(evaluation: Evaluation) -> Table:
    """MUC, B³, CEAF, LEA and CoNLL."""

    def told(algorithm: str) -> Iterator[str]:
        scores = evaluation.chains(algorithm)
        for measure in MEASURES:
            found = scores[measure]
            yield "/".join(map(percent, (found.precision, found.recall, found.f1)))
        yield percent(conll(scores))

    header = ("", *MEASURES, "CoNLL")
    note = (
        "Precision/recall/F1 over all chains of two mentions and more, nominal ones included; "
        "mentions match word for word. CoNLL: the average F1 of MUC, B3 and CEAFe."
    )
    return Table("chains", "Whole chains", header, _by_algorithm(evaluation, told), note=note)


# All pronouns ---------------------------------------------------------------------------------


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
        rows_of = evaluation.by_algorithm.items()
        found = {algorithm: measures.broken_down(rows, by) for algorithm, rows in rows_of}
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
    rows = tuple(
        (f"{one} – {other}", *_difference(mcnemar(right[one], right[other])))
        for one, other in combinations(evaluation.setup.algorithms, 2)
    )
    header = ("", "only the first", "only the second", "χ²", "p (χ²)", "p (exact)")
    note = "Pronouns that only one of the two has right; χ² with continuity correction."
    return Table("mcnemar", "McNemar's test", header, rows, note=note)


def _difference(test: McNemar) -> Iterator[str]:
    yield from (str(test.only_first), str(test.only_second), f"{test.chi_square:.2f}")
    yield from map(_p, (test.chi_square_p, test.exact))


def _p(value: float) -> str:
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


def agreements(evaluation: Evaluation) -> Table:
    """How often two algorithms are right or wrong together."""
    found = measures.agreements(evaluation.by_algorithm)
    rows = tuple((one, *map(percent, others.values())) for one, others in found.items())
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
)
