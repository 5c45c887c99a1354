"""What an evaluation comes to, in one line.

headline        how many anaphoric pronouns the best algorithm resolves, and who is next
interval        between what and what that share may well lie
gap_headline    the same of GAP, as F1
"""

from __future__ import annotations

from collections.abc import Mapping

from hearer.evaluation import measures
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.scoring import Outcome
from hearer.evaluation.significance import Interval, bootstrap, wilson
from hearer.report.table import percent

FEW = 10  # documents: less cannot stand for others of their kind


def headline(evaluation: Evaluation) -> str:
    """How many anaphoric pronouns the best algorithm resolves, and who comes next.

    This is the accuracy of the field (`measures.Accuracy`), over the same pronouns for all; what
    the first table counts, stands behind it.
    """
    found = {name: measures.accuracy(rows) for name, rows in evaluation.by_algorithm.items()}
    best, *others = sorted(found, key=lambda name: -found[name].correct)
    counts = found[best]
    if not counts.anaphoric:
        return "There is no anaphoric third-person pronoun in gold: nothing can be resolved."
    sure = interval(evaluation, best)
    told = (
        f"{best} resolves {percent(counts.rates.recall)} % of {_pronouns(counts.anaphoric)} "
        f"(accuracy, by location; 95 % interval {percent(sure.low)}–{percent(sure.high)})"
    )
    precise = f"; {percent(counts.rates.precision)} % of its answers are right"
    rival = f"; next {others[0]}, {percent(found[others[0]].rates.recall)} %" if others else ""
    counted = measures.table_6(evaluation.by_algorithm[best])
    paper = f" Table 6, by {evaluation.setup.scoring}: {counted.correct} of {counted.pronouns}"
    return f"{told}{precise}{rival}.{paper} ({percent(counted.share)} %)."


def interval(evaluation: Evaluation, algorithm: str) -> Interval:
    """The share of the anaphoric pronouns that are resolved, resampled by document if many."""
    groups = [
        [row.scored.result is Outcome.CORRECT for row in one.rows[algorithm] if row.is_anaphoric]
        for one in evaluation.results
    ]
    if sum(map(bool, groups)) < FEW:
        return wilson(sum(map(sum, groups)), sum(map(len, groups)))
    return bootstrap(groups)


def _pronouns(number: int) -> str:
    return f"{number:,} anaphoric pronoun{'s' * (number != 1)}"


def gap_headline(scores: Mapping[str, Mapping[str, PrecisionRecall]], examples: int) -> str:
    """The F1 of the best algorithm over both genders, and who comes next.

    >>> gap_headline({"bfp": {"F": PrecisionRecall.of(1, said=2, true=2)}}, 3)
    'bfp has F1 50.0 % on 3 examples of GAP.'
    """
    overall = {name: sum(of.values(), PrecisionRecall()).f1 for name, of in scores.items()}
    best, *others = sorted(overall, key=lambda name: -overall[name])
    rival = f"; next {others[0]}, {percent(overall[others[0]])} %" if others else ""
    return f"{best} has F1 {percent(overall[best])} % on {examples:,} examples of GAP{rival}."
