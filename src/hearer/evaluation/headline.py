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
from hearer.evaluation.significance import Interval, bootstrap
from hearer.report.table import percent


def headline(evaluation: Evaluation) -> str:
    """How many anaphoric pronouns the best algorithm resolves, and who comes next.

    This is the accuracy of the field (`measures.Accuracy`), over the same pronouns for all.
    """
    found = {name: measures.accuracy(rows) for name, rows in evaluation.by_algorithm.items()}
    best, *others = sorted(found, key=lambda name: -found[name].correct)
    counts = found[best]
    if not counts.anaphoric:
        return "There is no anaphoric third-person pronoun in gold: nothing can be resolved."
    sure = interval(evaluation, best)
    told = (
        f"{best} resolves {percent(counts.rates.recall)} % of {_pronouns(counts.anaphoric)} "
        f"(95 % interval {percent(sure.low)}–{percent(sure.high)})"
    )
    precise = f"; {percent(counts.rates.precision)} % of its answers are right"
    rival = f"; next {others[0]}, {percent(found[others[0]].rates.recall)} %" if others else ""
    return f"{told}{precise}{rival}."


def interval(evaluation: Evaluation, algorithm: str) -> Interval:
    """The share of the anaphoric pronouns that are resolved, resampled by document."""
    return bootstrap(
        [
            [
                row.scored.result is Outcome.CORRECT
                for row in one.rows[algorithm]
                if row.is_anaphoric
            ]
            for one in evaluation.results
        ]
    )


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
