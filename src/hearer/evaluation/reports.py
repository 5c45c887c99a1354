"""An evaluation, printed: in every form that tables have, as JSON with all its figures.

render      an evaluation in a form
heading     what was evaluated and how, in one sentence
pictures    accuracy by genre and distance, error classes, agreement
"""

from __future__ import annotations

from itertools import combinations

from hearer.evaluation import measures
from hearer.evaluation.chain_scores import conll
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.headline import headline
from hearer.evaluation.tables import tables_of
from hearer.harmless import number_and
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.plots import Plot, Series, bars, matrix, stacks

TITLE = "Pronoun resolution, evaluated"
Json = dict[str, object]


def render(evaluation: Evaluation, *, to: Form = Form.TEXT) -> str:
    """The report of an evaluation."""
    if to is Form.JSON:
        return forms.dumped(_told(evaluation))
    plots = pictures(evaluation) if to is Form.HTML else ()
    tables = tables_of(evaluation)
    told = headline(evaluation), heading(evaluation)
    return forms.render(tables, to=to, title=TITLE, heading="\n".join(told), plots=plots)


def heading(evaluation: Evaluation) -> str:
    """What was evaluated and how, in one sentence."""
    setup = evaluation.setup
    results = [one for one in evaluation.results if not evaluation.only or any(one.rows.values())]
    sentences, words = sum(r.sentences for r in results), sum(r.words for r in results)
    documents = number_and(len(results), "document")
    size = f"{documents}, {sentences} sentences, {words} words"
    gold = "".join(f", gold {one}" for one in sorted(setup.knowledge))
    profile = f"profile {' and '.join(setup.profiles)}"
    how = f"{profile}, {setup.mentions} mentions{gold}, {setup.parse} parse"
    options = "".join(f", {name}={value}" for name, value in setup.options.items())
    only = f"; only {evaluation.only}" if evaluation.only else ""
    return f"{size}; {how}{options}{only}."


# Pictures -------------------------------------------------------------------------------------


def pictures(evaluation: Evaluation) -> tuple[Plot, ...]:
    """The plots of an evaluation."""
    plots = [
        Plot("genre", "Correct, by genre", bars(_shares(evaluation, "genre"))),
        Plot("distance", "Correct, by sentences back", bars(_shares(evaluation, "distance"))),
        Plot("errors", "What went wrong", stacks(_errors(evaluation))),
    ]
    if agreement := evaluation.agreements:
        plots.append(Plot("agreement", "Agreement: both right or both wrong", matrix(agreement)))
    return tuple(plots)


def _shares(evaluation: Evaluation, by: str) -> Series:
    return {
        algorithm: {name: one.share for name, one in measures.broken_down(rows, by).items()}
        for algorithm, rows in evaluation.by_algorithm.items()
    }


def _errors(evaluation: Evaluation) -> Series:
    series = {}
    for algorithm, rows in evaluation.by_algorithm.items():
        found = measures.table_6(rows)
        shares = {str(name): found.errors[name] / max(found.pronouns, 1) for name in ErrorClass}
        series[algorithm] = {"correct": found.share, **shares}
    return series


# JSON -----------------------------------------------------------------------------------------


def _told(evaluation: Evaluation) -> Json:
    setup = evaluation.setup
    return {
        "headline": headline(evaluation),
        "setup": {
            "algorithms": list(setup.algorithms),
            "profile": str(setup.profile),
            "mentions": setup.mentions,
            "parse": setup.parse,
            "scoring": setup.scoring,
            "gold": sorted(setup.knowledge),
            "options": {name: str(value) for name, value in setup.options.items()},
            "classes": setup.classes,
            "only": evaluation.only,
        },
        "documents": [
            {"name": r.document, "genre": r.genre, "sentences": r.sentences, "words": r.words}
            for r in evaluation.results
        ],
        "algorithms": {name: _of_algorithm(evaluation, name) for name in setup.algorithms},
        "comparisons": [
            _of_two(evaluation, one, other) for one, other in combinations(setup.algorithms, 2)
        ],
        "tables": forms.objects(tables_of(evaluation)),
    }


def _of_algorithm(evaluation: Evaluation, algorithm: str) -> Json:
    rows = evaluation.rows(algorithm)
    found, counts = measures.table_6(rows), measures.accuracy(rows)
    told, hard = measures.disclosure(rows), measures.critical(rows)
    interval = evaluation.interval(algorithm)
    scores, splits = evaluation.chains(algorithm), evaluation.splits(algorithm)
    classes = evaluation.setup.classes
    return {
        "pronouns": found.pronouns,
        "correct": found.correct,
        "wrong": found.wrong,
        "errors": {str(name): n for name, n in found.errors.items()} if classes else None,
        "share": found.share,
        "interval": [interval.low, interval.high],
        "anaphoric": counts.anaphoric,
        "accuracy": counts.rates.recall,
        "precision": counts.rates.precision,
        "f1": counts.rates.f1,
        "answered": counts.answered,
        "unresolved": counts.unresolved,
        "false_positives": counts.false_positives,
        "critical_success": {"share": hard.share, "pronouns": hard.whole},
        "resolution_rate": {"share": told.resolution_rate, "pronouns": told.referring},
        "chains": {name: score.f1 for name, score in scores.items()} | {"CoNLL": conll(scores)},
        "split_antecedents": {"precision": splits.precision, "recall": splits.recall},
    }


def _of_two(evaluation: Evaluation, one: str, other: str) -> Json:
    found = evaluation.compared(one, other)
    difference, test = found.difference, found.mcnemar
    return {
        "first": one,
        "second": other,
        "pronouns": found.pronouns,
        "correct": [found.first, found.second],
        "difference": difference.points,
        "interval": [difference.low, difference.high],
        "p_documents": difference.p,
        "only_first": test.only_first,
        "only_second": test.only_second,
        "chi_square": test.chi_square,
        "p_chi_square": test.chi_square_p,
        "p_exact": test.exact,
    }
