"""The linguistics against gold: what is found, and what is said of it, before any algorithm.

    analysis_tables    expressions, pleonastic it, sort, number, gender, familiarity, transitions

Segments are not annotated in GUM, so nothing is said of them. Gender is taken from gold chains: a
noun is masculine when a *he* of its chain says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from hearer.algorithms.centering.centering import poesio_labels
from hearer.algorithms.centering.gum import GumMention, gum_centers
from hearer.evaluation.centering.mentions import RankedMention, found_mentions
from hearer.evaluation.double_run import WordPlace
from hearer.evaluation.experiment import Setup, mapped, trials_of
from hearer.evaluation.gold import CATAPHORA, Gold, GoldMention
from hearer.evaluation.judging import judge
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.scoring import FORMS
from hearer.evaluation.spelled_out import with_gold
from hearer.evaluation.trial import Trial
from hearer.formats.conllu import ConlluDocument
from hearer.model import (
    Discourse,
    Familiarity,
    Interpretation,
    Kind,
    Label,
    Number,
    ReferringExpression,
    features_of,
)
from hearer.report.progress import Tell
from hearer.report.table import Table, percent

SILENT = frozenset({Kind.ELLIPSIS, Kind.RELATIVE, Kind.SET})
GENDERS = {"he": "masculine", "she": "feminine", "it": "neuter"}
NUMBERS = {"Sing": Number.SINGULAR, "Plur": Number.PLURAL, "Ptan": Number.PLURAL}
NEW = "U, BN or BNA"
STATUSES = {"giv": "E", "acc": "I", "new": NEW}
HEADER = ("annotation", "label", "precision", "recall", "F1", "right", "said", "true")
NOTE = (
    "Precision: of what we say. Recall: of what gold has. Where we leave a feature open we say "
    "nothing. Segments are not annotated."
)
OURS = {"E": "E", "I": "I", "IC": "I", "U": NEW, "BNA": NEW, "BN": NEW}


Place = TypeVar("Place", int, tuple[int, ...])
Value = TypeVar("Value", bound=str)
Pair = tuple[str, str]  # what we say and what gold says; "" for nothing


@dataclass(frozen=True, slots=True)
class HeardDocument:
    """A document as it was heard, with its gold."""

    trial: Trial
    found: Interpretation
    source: Discourse
    speech: frozenset[WordPlace]  # the words that were left unheard as direct speech

    @property
    def gold(self) -> Gold:
        return self.trial.gold

    def head(self, expression: ReferringExpression) -> int:
        return self.trial.starts[expression.utterance] + expression.head

    def nominals(self) -> Iterator[tuple[ReferringExpression, GoldMention]]:
        """Our nouns and names that stand for a gold mention."""
        for expression in self.found.expressions:
            if expression.is_pronoun or expression.kind in SILENT | {Kind.SPEAKER}:
                continue
            mention = self.gold.at(self.head(expression))
            if mention:
                yield expression, mention


def analysis_tables(
    documents: Iterable[Discourse], setup: Setup, *, tell: Tell | None = None
) -> list[Table]:
    """One table: for each kind of annotation its labels, with precision and recall."""
    heard = list(
        mapped(partial(_heard, setup=setup), with_gold(documents, setup.language), tell=tell)
    )
    rows = []
    for name, read in ANNOTATIONS.items():
        told = [one for one in heard if not (name in OF_ENGLISH and one.source.language)]
        pairs = [pair for one in told for pair in read(one)]
        rows += [(name, *cells) for cells in _labels(pairs)]
    title = f"The analysis against gold ({setup.parse} parse)"
    return [Table("analysis", title, HEADER, tuple(rows), note=NOTE)]


def _heard(discourse: Discourse, setup: Setup) -> HeardDocument:
    trial = trials_of(discourse, replace(setup, classes=False))[0]
    judged = judge(trial)
    return HeardDocument(trial, judged.found, discourse, judged.speech)


def _labels(pairs: Sequence[Pair]) -> Iterator[tuple[str, ...]]:
    """A label, precision, recall and F1, and how often it was right, said and true."""
    said, true = Counter(ours for ours, _ in pairs), Counter(gold for _, gold in pairs)
    right = Counter(ours for ours, gold in pairs if ours == gold)
    labels = sorted({*said, *true} - {""})
    counts = {label: (right[label], said[label], true[label]) for label in labels}
    if len(labels) > 1:
        right_of_all, said_of_all, true_of_all = map(sum, zip(*counts.values(), strict=True))
        counts["all"] = (right_of_all, said_of_all, true_of_all)
    for label, numbers in counts.items():
        found = PrecisionRecall.of(numbers[0], said=numbers[1], true=numbers[2])
        shares = map(percent, (found.precision, found.recall, found.f1))
        yield (label, *shares, *map(str, numbers))


# What is found --------------------------------------------------------------------------------


def expressions(heard: HeardDocument) -> Iterator[Pair]:
    """Heads of expressions against heads of gold mentions."""
    ours = {heard.head(e) for e in heard.found.expressions if e.kind not in SILENT}
    return _found("expression", ours, set(heard.gold.index.by_head))


def spans(heard: HeardDocument) -> Iterator[Pair]:
    """The same, word for word."""
    ours = {heard.trial.words(e) for e in heard.found.expressions if e.kind not in SILENT}
    return _found("span", ours, {mention.words for mention in heard.gold.mentions})


def _found(label: str, ours: set[Place], theirs: set[Place]) -> Iterator[Pair]:
    for place in ours | theirs:
        yield label if place in ours else "", label if place in theirs else ""


def pleonastic(heard: HeardDocument) -> Iterator[Pair]:
    """Every *it*: heard as referring or not. What is heard may still be taken as pleonastic."""
    answers = {heard.head(one.pronoun): one for one in heard.found.resolutions}
    nothing = {word for word, one in answers.items() if one.label is Label.PLEONASTIC}
    ours = {heard.head(e) for e in heard.found.expressions} - nothing
    for word, form in enumerate(heard.gold.forms):
        if form.lower() != "it" or heard.trial.places[word] in heard.speech:
            continue
        mention = heard.gold.at(word)
        is_expletive = heard.gold.relations[word].startswith("expl")
        refers = mention is not None and not (is_expletive and mention.link in {CATAPHORA, "sgl"})
        yield "" if word in ours else "pleonastic", "" if refers else "pleonastic"


# What is said of it ---------------------------------------------------------------------------


def sorts(heard: HeardDocument) -> Iterator[Pair]:
    """The sort of nouns and names, where it is decided, against GUM's entity type."""
    for expression, mention in heard.nominals():
        yield _decided(expression.sorts), mention.sort


def _decided(values: frozenset[Value]) -> Value | str:
    """The one value that is possible; of several we say nothing."""
    return next(iter(values)) if len(values) == 1 else ""


def animacy(heard: HeardDocument) -> Iterator[Pair]:
    """Persons against all else."""
    for expression, mention in heard.nominals():
        may_be, must_be = "person" in expression.sorts, expression.sorts == {"person"}
        ours = "person" if must_be else "" if may_be else "no person"
        yield ours, "person" if mention.sort == "person" else "no person"


def numbers(heard: HeardDocument) -> Iterator[Pair]:
    """Number against that of the head's morphology."""
    utterances = {utterance.number: utterance for utterance in heard.source.utterances}
    for expression, _ in heard.nominals():
        feats = utterances[expression.utterance].features[expression.head - 1]
        if gold := NUMBERS.get(features_of(feats).get("Number", "")):
            yield _decided(expression.agreement.number), gold


def genders(heard: HeardDocument) -> Iterator[Pair]:
    """Gender against the pronouns of the gold chain."""
    for expression, mention in heard.nominals():
        chain = heard.gold.index.by_entity[mention.entity]
        groups = {FORMS.get(heard.gold.forms[one.head].lower(), "") for one in chain}
        told = [gender for group, gender in GENDERS.items() if group in groups]
        if len(told) == 1:
            yield _decided(expression.agreement.gender), told[0]


def familiarities(heard: HeardDocument) -> Iterator[Pair]:
    """E against giv:*, I against acc:*; U, BNA and BN GUM does not tell apart: `new`."""
    for expression, mention in heard.nominals():
        if gold := STATUSES.get(mention.status[:3]):
            yield OURS[str(expression.familiarity)], gold


def transitions(heard: HeardDocument) -> Iterator[Pair]:
    """GUM's transitions, by its own recipe, over our expressions and chains."""
    yield from zip(_our_transitions(heard.found), _gold_transitions(heard.source), strict=True)


def _gold_transitions(discourse: Discourse) -> list[str]:
    """What the file says, one label an utterance; nothing where it says nothing."""
    if not isinstance(discourse.source, ConlluDocument):
        return [""] * len(discourse)
    sentences = [sentence for sentence in discourse.source.sentences if len(sentence)]
    return [sentence.comment("transition") for sentence in sentences]


def _our_transitions(found: Interpretation) -> list[str]:
    """The labels GUM's recipe gives for our expressions."""
    last: dict[str, int] = {}  # the utterance that realized an entity last
    mentions: list[list[GumMention]] = []
    for said in found_mentions(found).values():
        mentions.append([])
        for one in said:
            expression = one.element.expression
            if expression.entity is None or expression.kind in SILENT - {Kind.SET}:
                continue
            infstat = _status(one, last.get(expression.entity))
            last[expression.entity] = expression.utterance
            mentions[-1].append(replace(one.gum, infstat=infstat))
    return [str(label) for label in poesio_labels(gum_centers(mentions))]


def _status(one: RankedMention, before: int | None) -> str:
    expression = one.element.expression
    if before is not None:
        return "giv:act" if expression.utterance - before <= 1 else "giv:inact"
    is_inferrable = expression.familiarity is Familiarity.INFERRABLE
    return "acc:inf" if is_inferrable else "new"


ANNOTATIONS: dict[str, Callable[[HeardDocument], Iterator[Pair]]] = {
    "expression, by head": expressions,
    "expression, word for word": spans,
    "pleonastic it": pleonastic,
    "animacy": animacy,
    "sort": sorts,
    "number": numbers,
    "gender": genders,
    "familiarity": familiarities,
    "transition": transitions,
}
OF_ENGLISH = ("animacy", "sort")  # another language is heard without sorts
