r"""Rows for other people's tools.

    COLUMNS             the columns of a row, with what they mean
    export_rows         one row per pronoun and algorithm, as TSV
    TIMELINE_COLUMNS    the columns of a timeline
    export_timelines    who is mentioned in which utterance, and how, as TSV

A value that is not there is NA, as R wants it. Tabs and line ends inside values become spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from hearer.evaluation.experiment import Evaluation, Setup, trials_of
from hearer.evaluation.judging import judge
from hearer.evaluation.measures import PronounRow
from hearer.evaluation.spelled_out import with_gold
from hearer.evaluation.trial import Trial
from hearer.model import Discourse
from hearer.report.forms import tsv
from hearer.report.table import Table, cell

COLUMNS: Mapping[str, tuple[str, Callable[[PronounRow], object]]] = {
    "document": ("the document's name", lambda row: row.scored.document),
    "genre": ("its genre", lambda row: row.scored.genre),
    "algorithm": ("who resolved", lambda row: row.algorithm),
    "utterance": ("the number of the utterance, from 1", lambda row: row.utterance),
    "word": ("the number of the pronoun in its utterance, from 1", lambda row: row.position),
    "index": ("its number in the document, from 0", lambda row: row.scored.word),
    "form": ("the pronoun in lower case", lambda row: row.scored.form),
    "pronoun": ("he, she, it or they", lambda row: row.scored.group),
    "kind": ("personal, possessive or reflexive", lambda row: row.scored.kind),
    "standing": ("what it is by gold", lambda row: row.scored.standing),
    "counted": ("whether Table 6 counts it", lambda row: row.is_counted),
    "exclusion": ("why it does not", lambda row: row.exclusion),
    "result": ("correct, wrong or unresolved, by location", lambda row: row.scored.result),
    "right": ("right by the scoring chosen, and unambiguous", lambda row: row.is_right),
    "ambiguous": ("whether equally good readings disagree", lambda row: row.is_ambiguous),
    "linked": ("whether it was linked to anything earlier", lambda row: row.scored.is_linked),
    "error_class": ("the class of the error", lambda row: row.error_class),
    "reason": ("why it is of that class", lambda row: row.reason),
    "sentence": ("its sentence, with the pronoun in brackets", lambda row: row.texts.sentence),
    "context": ("the three sentences before it", lambda row: row.texts.context),
    "gold_text": ("the nearest gold antecedent", lambda row: row.texts.gold),
    "gold_sentence": ("the sentence of that", lambda row: row.texts.gold_sentence),
    "gold_noun": ("the nearest that is no personal pronoun", lambda row: row.texts.gold_noun),
    "gold_sort": ("the entity type of the pronoun in gold", lambda row: row.texts.gold_sort),
    "antecedent_text": ("what was chosen", lambda row: row.texts.chosen),
    "antecedent_utterance": ("the utterance of that", lambda row: row.texts.chosen_utterance),
    "antecedent_sort": ("its entity type in gold", lambda row: row.texts.chosen_sort),
    "forced_text": (
        "what is chosen where all pronouns before it are right",
        lambda row: row.forced_antecedent,
    ),
    "gold_entity": ("the gold entity", lambda row: row.gold_entity),
    "gold_antecedent": ("index of its nearest earlier mention", lambda row: row.gold_antecedent),
    "antecedent": ("index of the head chosen", lambda row: row.antecedent),
    "antecedent_status": ("its familiarity", lambda row: row.antecedent_status),
    "distance": ("sentences to the gold antecedent", lambda row: row.scored.distance),
    "words_back": ("words to it", lambda row: row.words_back),
    "rank": ("place of the gold entity in the state before, from 1", lambda row: row.rank),
    "in_view": ("how many elements that state had in view", lambda row: row.in_view),
    "compatible": ("how many of them passed the constraints", lambda row: row.compatible),
    "competitors": ("how many of these are not the gold entity", lambda row: row.competitors),
    "before": ("the state before, with statuses", lambda row: row.before),
    "after": ("the state after the pronoun", lambda row: row.after),
}

TIMELINE_COLUMNS = tuple(
    "document genre algorithm entity utterance word text kind status relation gold_entity".split()
)


def export_rows(evaluation: Evaluation) -> str:
    """One row per pronoun and algorithm, with a header."""
    rows = (
        tuple(cell(read(row)) for _, read in COLUMNS.values())
        for rows in evaluation.by_algorithm.values()
        for row in rows
    )
    return tsv(Table("rows", "Pronouns", tuple(COLUMNS), tuple(rows)))


def export_timelines(documents: Iterable[Discourse], setup: Setup) -> str:
    """One row per expression heard, entity by entity."""
    unclassed = replace(setup, classes=False)
    trials = (
        trial for one in with_gold(documents, setup.language) for trial in trials_of(one, unclassed)
    )
    rows = (tuple(map(cell, line)) for trial in trials for line in _lines(trial))
    return tsv(Table("timelines", "Entities", TIMELINE_COLUMNS, tuple(rows)))


def _lines(trial: Trial) -> Iterator[tuple[object, ...]]:
    whose = trial.gold.name, trial.gold.genre, trial.algorithm
    for chain in judge(trial).found.chains:
        for said in chain.expressions:
            about = (said.text, said.kind, said.familiarity, said.relation)
            place = (*whose, chain.entity, said.utterance, said.head)
            yield (*place, *about, trial.gold_entity(said))
