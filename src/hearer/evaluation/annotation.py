"""The linguistic analysis against gold, before any algorithm: expressions and their features.

GUM does not annotate segments. Gender is taken from gold chains: a noun is masculine if a *he* of
its chain says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hearer.algorithms.centering.centering import poesio_labels
from hearer.algorithms.centering.gum import GumMention, gum_centers
from hearer.evaluation.centering.mentions import RankedMention, found_mentions
from hearer.evaluation.experiment import Setup, mapped, trials_of
from hearer.evaluation.gold import CATAPHORA, Gold, GoldMention, with_gold
from hearer.evaluation.judging import judge
from hearer.evaluation.scoring import FORMS
from hearer.evaluation.statistics import PrecisionRecall
from hearer.evaluation.trial import Trial, WordPlace
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
NEW = "U, BN or BNA"  # which GUM does not distinguish
STATUSES = {"giv": "E", "acc": "I", "new": NEW}
OURS = {"E": "E", "I": "I", "IC": "I", "U": NEW, "BNA": NEW, "BN": NEW}
HEADER = ("annotation", "label", "precision", "recall", "F1", "right", "said", "true")
NOTE = (
    "Precision: of what we say. Recall: of what gold has. Where we leave a feature open we say "
    "nothing. Segments are not annotated."
)
Pair = tuple[str, str]  # our label and that of gold; "" for none


@dataclass(frozen=True, slots=True)
class HeardDocument:
    """A document with its gold and its interpretation."""

    trial: Trial
    found: Interpretation
    source: Discourse
    speech: frozenset[WordPlace]  # words left out as direct speech

    @property
    def gold(self) -> Gold:
        return self.trial.gold

    @property
    def audible(self) -> list[ReferringExpression]:
        return [e for e in self.found.expressions if e.kind not in SILENT]

    def nominals(self) -> Iterator[tuple[ReferringExpression, GoldMention]]:
        """Return our nouns and names that match a gold mention."""
        for expression in self.audible:
            is_noun = not expression.is_pronoun and expression.kind is not Kind.SPEAKER
            mention = self.gold.at(self.trial.head(expression)) if is_noun else None
            if mention:
                yield expression, mention


def analysis_tables(
    documents: Iterable[Discourse], setup: Setup, *, tell: Tell | None = None
) -> list[Table]:
    """Return one table: for each kind of annotation its labels, with precision and recall."""
    wanted = with_gold(documents, setup.language)
    heard = list(mapped(partial(_heard, setup=setup), wanted, tell=tell))
    rows = []
    for name, read in ANNOTATIONS.items():
        chosen = [one for one in heard if not (name in OF_ENGLISH and one.source.language)]
        rows += [
            (name, *cells) for cells in _labels([pair for one in chosen for pair in read(one)])
        ]
    title = f"The analysis against gold ({setup.parse} parse)"
    return [Table("analysis", title, HEADER, tuple(rows), note=NOTE)]


def _heard(discourse: Discourse, setup: Setup) -> HeardDocument:
    trial = trials_of(discourse, replace(setup, classes=False))[0]
    judged = judge(trial)
    return HeardDocument(trial, judged.found, discourse, judged.speech)


def _labels(pairs: Sequence[Pair]) -> Iterator[tuple[str, ...]]:
    """Return each label with precision, recall, F1, and how often it was right, said and true."""
    said, true = Counter(ours for ours, _ in pairs), Counter(gold for _, gold in pairs)
    right = Counter(ours for ours, gold in pairs if ours == gold)
    labels = sorted({*said, *true} - {""})
    counts = {label: [one[label] for one in (right, said, true)] for label in labels}
    if len(labels) > 1:
        counts["all"] = [*map(sum, zip(*counts.values(), strict=True))]
    for label, numbers in counts.items():
        found = PrecisionRecall.of(numbers[0], said=numbers[1], true=numbers[2])
        shares = map(percent, (found.precision, found.recall, found.f1))
        yield (label, *shares, *map(str, numbers))


def _decided(values: frozenset[str]) -> str:
    """Return the only possible value, or "" if there are several."""
    return next(iter(values)) if len(values) == 1 else ""


def expressions(heard: HeardDocument) -> Iterator[Pair]:
    """Compare heads of expressions with heads of gold mentions."""
    ours: set[object] = {heard.trial.head(e) for e in heard.audible}
    return _found("expression", ours, {*heard.gold.index.by_head})


def spans(heard: HeardDocument) -> Iterator[Pair]:
    """Compare expressions with gold mentions, word for word."""
    ours: set[object] = {heard.trial.words(e) for e in heard.audible}
    return _found("span", ours, {mention.words for mention in heard.gold.mentions})


def _found(label: str, ours: set[object], theirs: set[object]) -> Iterator[Pair]:
    for place in ours | theirs:
        yield label if place in ours else "", label if place in theirs else ""


def pleonastic(heard: HeardDocument) -> Iterator[Pair]:
    """Compare every *it*: pleonastic if it is not heard, or heard and labelled so."""
    answers = {heard.trial.head(one.pronoun): one for one in heard.found.resolutions}
    nothing = {word for word, one in answers.items() if one.label is Label.PLEONASTIC}
    ours = {heard.trial.head(e) for e in heard.found.expressions} - nothing
    for word, form in enumerate(heard.gold.forms):
        if form.lower() != "it" or heard.trial.places[word] in heard.speech:
            continue
        mention = heard.gold.at(word)
        is_expletive = heard.gold.relations[word].startswith("expl")
        refers = mention is not None and not (is_expletive and mention.link in {CATAPHORA, "sgl"})
        yield "" if word in ours else "pleonastic", "" if refers else "pleonastic"


def sorts(heard: HeardDocument) -> Iterator[Pair]:
    """Compare the sorts of nouns and names, where they are decided, with GUM's entity types."""
    for expression, mention in heard.nominals():
        yield _decided(expression.sorts), mention.sort


def animacy(heard: HeardDocument) -> Iterator[Pair]:
    """Compare persons with all else."""
    for expression, mention in heard.nominals():
        may_be, must_be = "person" in expression.sorts, expression.sorts == {"person"}
        ours = "person" if must_be else "" if may_be else "no person"
        yield ours, "person" if mention.sort == "person" else "no person"


def numbers(heard: HeardDocument) -> Iterator[Pair]:
    """Compare number with that of the head's morphology."""
    utterances = {utterance.number: utterance for utterance in heard.source.utterances}
    for expression, _ in heard.nominals():
        feats = utterances[expression.utterance].features[expression.head - 1]
        if gold := NUMBERS.get(features_of(feats).get("Number", "")):
            yield _decided(expression.agreement.number), gold


def genders(heard: HeardDocument) -> Iterator[Pair]:
    """Compare gender with the pronouns of the gold chain."""
    for expression, mention in heard.nominals():
        chain = heard.gold.index.by_entity[mention.entity]
        groups = {FORMS.get(heard.gold.forms[one.head].lower(), "") for one in chain}
        named = [gender for group, gender in GENDERS.items() if group in groups]
        if len(named) == 1:
            yield _decided(expression.agreement.gender), named[0]


def familiarities(heard: HeardDocument) -> Iterator[Pair]:
    """Compare E with giv:*, I with acc:*, and U, BNA and BN together with `new`."""
    for expression, mention in heard.nominals():
        if gold := STATUSES.get(mention.status[:3]):
            yield OURS[str(expression.familiarity)], gold


def transitions(heard: HeardDocument) -> Iterator[Pair]:
    """Compare transitions by GUM's recipe over our chains with those of the file."""
    last: dict[str, int] = {}  # by entity, the last utterance that realized it
    mentions: list[list[GumMention]] = []
    for said in found_mentions(heard.found).values():
        mentions.append([])
        for one in said:
            expression = one.element.expression
            if expression.entity is None or expression.kind in SILENT - {Kind.SET}:
                continue
            infstat = _status(one, last.get(expression.entity))
            last[expression.entity] = expression.utterance
            mentions[-1].append(replace(one.gum, infstat=infstat))
    labels = [str(label) for label in poesio_labels(gum_centers(mentions))]
    source, gold = heard.source.source, [""] * len(heard.source)
    if isinstance(source, ConlluDocument):
        gold = [one.comment("transition") for one in source.sentences if len(one)]
    yield from zip(labels, gold, strict=True)


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
OF_ENGLISH = ("animacy", "sort")  # other languages are heard without sorts
