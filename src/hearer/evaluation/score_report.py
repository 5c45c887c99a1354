"""The report of an evaluation: tables, Table 6 first, in every form, and rows for other tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import attrgetter

from hearer.escape import number_and
from hearer.evaluation import measures
from hearer.evaluation.chains import MEASURES, conll
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.measures import PronounRow
from hearer.evaluation.scoring import Outcome
from hearer.evaluation.statistics import Interval, bootstrap, wilson
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell, percent, points, written_p

TITLE = "Pronoun resolution, evaluated"
SUM = "Σ"
NONE = "–"
FEW = 10  # documents: fewer are not resampled
SHORT = {ErrorClass.STRATEGY: "strat.", ErrorClass.AMBIGUITY: "ambig."}
Columns = Mapping[str, Callable[[object], str]]  # by header


def render(evaluation: Evaluation, *, to: Form = Form.TEXT) -> str:
    """Return the report of an evaluation; JSON has all figures unrounded."""
    if to is Form.JSON:
        return forms.dumped(_figures(evaluation))
    above = f"{headline(evaluation)}\n{heading(evaluation)}"
    return forms.render(tables_of(evaluation), to=to, title=TITLE, heading=above)


def headline(evaluation: Evaluation) -> str:
    """Return the accuracy of the best algorithm and the next one, and Table 6, in one line.

    Accuracy is over all anaphoric pronouns, which are the same for all algorithms.
    """
    found = {name: measures.accuracy(rows) for name, rows in evaluation.by_algorithm.items()}
    best, *others = sorted(found, key=lambda name: -found[name].correct)
    counts = found[best]
    if not counts.anaphoric:
        return "There is no anaphoric third-person pronoun in gold: nothing can be resolved."
    sure = _interval(evaluation, best)
    pronouns = f"{counts.anaphoric:,} anaphoric pronoun{'s' * (counts.anaphoric != 1)}"
    told = (
        f"{best} resolves {percent(counts.rates.recall)} % of {pronouns} "
        f"(accuracy, by location; 95 % interval {percent(sure.low)}–{percent(sure.high)})"
    )
    precise = f"; {percent(counts.rates.precision)} % of its answers are right"
    rival = f"; next {others[0]}, {percent(found[others[0]].rates.recall)} %" if others else ""
    counted = measures.table_6(evaluation.by_algorithm[best])
    paper = f" Table 6, by {evaluation.setup.scoring}: {counted.correct} of {counted.pronouns}"
    return f"{told}{precise}{rival}.{paper} ({percent(counted.share)} %)."


def _interval(evaluation: Evaluation, algorithm: str) -> Interval:
    """Return the interval of the accuracy; of few documents that of Wilson."""
    groups = [
        [row.scored.result is Outcome.CORRECT for row in rows if row.is_anaphoric]
        for rows in evaluation.by_document(algorithm)
    ]
    if sum(map(bool, groups)) < FEW:
        return wilson(sum(map(sum, groups)), sum(map(len, groups)))
    return bootstrap(groups)


def heading(evaluation: Evaluation) -> str:
    """Return what was evaluated and how, in one sentence."""
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


def tables_of(evaluation: Evaluation) -> Iterator[Table]:
    """Return all tables of an evaluation that have rows."""
    return (table for table in (make(evaluation) for make in TABLES) if table.rows)


def table_6(evaluation: Evaluation) -> Table:
    """Return the paper's Table 6: for each algorithm correct pronouns and errors, by genre."""
    algorithms = evaluation.setup.algorithms
    every = {name: evaluation.counted(name) for name in algorithms}
    genres = sorted({row.scored.genre for row in every[algorithms[0]]})
    columns = [*genres, SUM] if len(genres) > 1 else [SUM]

    def of(rows: Sequence[PronounRow], genre: str) -> Sequence[PronounRow]:
        return rows if genre == SUM else [row for row in rows if row.scored.genre == genre]

    sizes = ([str(len(of(rows, column))) for rows in every.values()] for column in columns)
    counts = ("/".join(dict.fromkeys(several)) for several in sizes)
    rows: list[tuple[str, ...]] = [("Pron. and Poss. Pron.", "", *counts)]
    rules = []
    for name in algorithms:
        rules.append(len(rows))
        found = [measures.table_6(of(every[name], column)) for column in columns]
        rows.append((name, "Correct", *(str(one.correct) for one in found)))
        rows.append(("", "Correct %", *(percent(one.share) for one in found)))
        rows.append(("", "Wrong", *(str(one.wrong) for one in found)))
        errors = {kind: [one.errors[kind] for one in found] for kind in ErrorClass}
        named = {f"Wrong ({SHORT.get(kind, kind)})": numbers for kind, numbers in errors.items()}
        rows += [("", name, *map(str, numbers)) for name, numbers in named.items() if any(numbers)]
    note = f"Scored by {evaluation.setup.scoring}; see the disclosure for what is counted."
    title, header = "Table 6: evaluation results", ("", "", *columns)
    return Table("table6", title, header, tuple(rows), note=note, rules=tuple(rules), names=2)


def _read(path: str, write: Callable[..., str]) -> Callable[[object], str]:
    """Return a function that writes an attribute of a result."""
    return lambda found: write(attrgetter(path)(found))


def _table(
    name: str, title: str, found: Mapping[str, object], columns: Columns, note: str
) -> Table:
    """Return a table with a row for each result."""
    rows = ((key, *(read(one) for read in columns.values())) for key, one in found.items())
    return Table(name, title, ("", *columns), tuple(rows), note=note)


def accuracies(evaluation: Evaluation) -> Table:
    """Return accuracy, precision and F1 over all anaphoric pronouns."""
    found = {name: measures.accuracy(rows) for name, rows in evaluation.by_algorithm.items()}
    note = (
        "All third-person pronouns, reflexives and direct speech included, by location: correct "
        "when the nearest earlier mention in the chain is one of the same gold entity."
    )
    shares = {"accuracy": "rates.recall", "precision": "rates.precision", "F1": "rates.f1"}
    counts = {name: name for name in ("anaphoric", "correct", "wrong", "unresolved")}
    counts |= {"not anaphoric": "non_anaphoric", "false positives": "false_positives"}
    columns = {
        **{name: _read(path, percent) for name, path in shares.items()},
        "answered": _read("answered", percent),
        **{name: _read(path, str) for name, path in counts.items()},
    }
    return _table("accuracy", "Accuracy, and precision with abstention", found, columns, note=note)


def rates(evaluation: Evaluation) -> Table:
    """Return success with intervals, critical success, and Byron's resolution rate."""
    rows = []
    for name, mine in evaluation.by_algorithm.items():
        found, hard, byron = (
            evaluation.interval(name),
            measures.critical(mine),
            measures.disclosure(mine),
        )
        between = f"{percent(found.low)}–{percent(found.high)}"
        critical = percent(hard.share), str(hard.whole)
        resolved = percent(byron.resolution_rate), str(byron.referring)
        rows.append((name, percent(found.share), between, *critical, *resolved))
    note = (
        "Intervals: 1000 resamples of documents, seed 1998. Critical success (Mitkov): where more "
        "than one candidate in view passes the constraints. Resolution rate (Byron): over all "
        "pronouns that refer, those not counted included."
    )
    title = "Success, critical success, resolution rate"
    header = (
        "",
        "correct %",
        "95 % interval",
        "critical success %",
        "of",
        "resolution rate %",
        "of",
    )
    return Table("rates", title, header, tuple(rows), note=note)


def disclosures(evaluation: Evaluation) -> Table:
    """Return Byron's standard disclosure."""
    told = measures.disclosure(evaluation.rows(evaluation.setup.algorithms[0]))
    rows = [("third-person pronouns found", str(told.found))]
    rows += [(f"left out: {reason}", str(n)) for reason, n in told.left_out.items() if n]
    rows += [("counted", str(sum(told.counted.values())))]
    rows += [(f"counted: {form}", str(n)) for form, n in told.counted.items()]
    rows += [(f"by gold: {standing}", str(n)) for standing, n in told.standings.items()]
    title = "Disclosure (Byron 2001)"
    return Table("disclosure", title, ("pronouns", "number"), tuple(rows))


def _breakdown(by: str) -> Callable[[Evaluation], Table]:
    def make(evaluation: Evaluation) -> Table:
        found = [measures.broken_down(rows, by) for rows in evaluation.by_algorithm.values()]
        rows = []
        for name in dict.fromkeys(name for shares in found for name in shares):
            each = [shares.get(name) for shares in found]
            counts = "/".join(dict.fromkeys(str(one.whole if one else 0) for one in each))
            rows.append((name, counts, *(percent(one.share) if one else NONE for one in each)))
        header = (by, "pronouns", *evaluation.setup.algorithms)
        return Table(f"by-{by}", f"Correct %, by {by}", header, tuple(rows))

    return make


def comparisons(evaluation: Evaluation) -> Table:
    """Return the differences of any two algorithms: by documents, and McNemar's test."""
    pairs = combinations(evaluation.setup.algorithms, 2)
    found = {f"{one} – {other}": evaluation.compared(one, other) for one, other in pairs}
    note = (
        "Over the pronouns that both count; points of per cent. By documents: the interval from "
        "1000 resamples, p from exchanging the two in whole documents. McNemar's test is by "
        "pronouns: those that only one of the two has right; χ² with continuity correction."
    )
    columns = {
        "pronouns": _read("pronouns", str),
        "difference": _read("difference.points", points),
        "95 % interval": _read("difference", lambda x: f"{points(x.low)} to {points(x.high)}"),
        "p (documents)": _read("difference.p", written_p),
        "only the first": _read("mcnemar.only_first", str),
        "only the second": _read("mcnemar.only_second", str),
        "χ²": _read("mcnemar.chi_square", "{:.2f}".format),
        "p (χ²)": _read("mcnemar.chi_square_p", written_p),
        "p (exact)": _read("mcnemar.exact", written_p),
    }
    return _table("comparisons", "Differences between algorithms", found, columns, note=note)


def whole_chains(evaluation: Evaluation) -> Table:
    """Return MUC, B³, CEAF, LEA and CoNLL; a slice has none."""
    rows = []
    for name in () if evaluation.only else evaluation.setup.algorithms:
        scores = evaluation.chains(name)
        each = (map(percent, (one.precision, one.recall, one.f1)) for one in scores.values())
        rows.append((name, *map("/".join, each), percent(conll(scores))))
    note = (
        "Precision/recall/F1 over all chains of two mentions and more, nominal ones included; "
        "mentions match word for word. CoNLL: the average F1 of MUC, B3 and CEAFe."
    )
    return Table("chains", "Whole chains", ("", *MEASURES, "CoNLL"), tuple(rows), note=note)


TABLES: tuple[Callable[[Evaluation], Table], ...] = (
    table_6,
    accuracies,
    rates,
    disclosures,
    *map(_breakdown, measures.BREAKDOWNS),
    comparisons,
    whole_chains,
)


def _figures(evaluation: Evaluation) -> dict[str, object]:
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


def _of_algorithm(evaluation: Evaluation, algorithm: str) -> dict[str, object]:
    rows = evaluation.rows(algorithm)
    found, counts = measures.table_6(rows), measures.accuracy(rows)
    disclosed, hard = measures.disclosure(rows), measures.critical(rows)
    interval = evaluation.interval(algorithm)
    scores = evaluation.chains(algorithm)
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
        "resolution_rate": {"share": disclosed.resolution_rate, "pronouns": disclosed.referring},
        "chains": {name: score.f1 for name, score in scores.items()} | {"CoNLL": conll(scores)},
    }


def _of_two(evaluation: Evaluation, one: str, other: str) -> dict[str, object]:
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


# The columns of a row: name, meaning, and attribute of PronounRow.
_COLUMNS = """
document | the document's name | scored.document
genre | its genre | scored.genre
algorithm | who resolved | algorithm
utterance | the number of the utterance, from 1 | utterance
word | the number of the pronoun in its utterance, from 1 | position
index | its number in the document, from 0 | scored.word
form | the pronoun in lower case | scored.form
pronoun | he, she, it or they | scored.group
kind | personal, possessive or reflexive | scored.kind
standing | what it is by gold | scored.standing
counted | whether Table 6 counts it | is_counted
exclusion | why it does not | exclusion
result | correct, wrong or unresolved, by location | scored.result
right | right by the scoring chosen, and unambiguous | is_right
ambiguous | whether equally good readings disagree | is_ambiguous
linked | whether it was linked to anything earlier | scored.is_linked
error_class | the class of the error | error_class
reason | why it is of that class | reason
sentence | its sentence, with the pronoun in brackets | texts.sentence
context | the three sentences before it | texts.context
gold_text | the nearest gold antecedent | texts.gold
gold_sentence | the sentence of that | texts.gold_sentence
gold_noun | the nearest that is no personal pronoun | texts.gold_noun
gold_sort | the entity type of the pronoun in gold | texts.gold_sort
antecedent_text | what was chosen | texts.chosen
antecedent_utterance | the utterance of that | texts.chosen_utterance
antecedent_sort | its entity type in gold | texts.chosen_sort
forced_text | what is chosen where all pronouns before it are right | forced_antecedent
gold_entity | the gold entity | gold_entity
gold_antecedent | index of its nearest earlier mention | gold_antecedent
antecedent | index of the head chosen | antecedent
antecedent_status | its familiarity | antecedent_status
distance | sentences to the gold antecedent | scored.distance
words_back | words to it | words_back
rank | place of the gold entity in the state before, from 1 | rank
in_view | how many elements that state had in view | in_view
compatible | how many of them passed the constraints | compatible
competitors | how many of these are not the gold entity | competitors
before | the state before, with statuses | before
after | the state after the pronoun | after
"""
COLUMNS: Mapping[str, tuple[str, Callable[[PronounRow], object]]] = {
    name: (meaning, attrgetter(attribute))
    for name, meaning, attribute in (line.split(" | ") for line in _COLUMNS.strip().splitlines())
}


def export_rows(evaluation: Evaluation) -> str:
    """Return one row per pronoun and algorithm as TSV; a missing value is NA, as in R."""
    rows = (
        tuple(cell(read(row)) for _, read in COLUMNS.values())
        for rows in evaluation.by_algorithm.values()
        for row in rows
    )
    return forms.tsv(Table("rows", "Pronouns", tuple(COLUMNS), tuple(rows)))
