"""The rows of a document for the tables of a corpus; `schema.TABLES` explains their values."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.speech import quotations
from hearer.corpora.document import FIGURES, DocumentOutcome, ProcessedDocument
from hearer.corpora.schema import Row, Value
from hearer.escape import number_and, printable
from hearer.formats.json import members_of
from hearer.model import (
    Chain,
    Constraint,
    Entity,
    Gender,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Sort,
)
from hearer.model.pronouns import FIRST_PERSON
from hearer.names import aliases, best_name
from hearer.views.places import Places
from hearer.views.rewriting.rewriter import rewrite

Rows = Iterable[tuple[str, Iterable[Row]]]
Span = tuple[int | None, int | None]
# Noun phrases whose head may be a name: "the assistant, *Anna Keller*", "a certain *Mr. Darcy*".
MAY_NAME = frozenset(map(Kind, "appositive definite indefinite bare possessed".split()))
NOUNS = MAY_NAME | {Kind.QUANTIFIED}


def rows_of(document: ProcessedDocument) -> Rows:
    """Yield the rows of a document table by table, made as they are taken."""
    outcome, found = document
    yield "problems", _problems(outcome)
    if found is None:
        yield "documents", [(*_document(outcome, None, 0), None)]
        return
    source = _Source(outcome.document, found)
    yield from ((name, rows(source)) for name, rows in ROWS.items())
    row = _document(outcome, found, len(source.quotations))
    yield "documents", [(*row, source.rewritten.text if source.rewritten else None)]


def _problems(outcome: DocumentOutcome) -> Iterator[Row]:
    for one in outcome.problems:
        yield outcome.document, printable(one.path), one.line, one.column, one.code, one.message


def _document(outcome: DocumentOutcome, found: Interpretation | None, number: int) -> Row:
    parser = found.discourse.parser if found else ""
    used = (parser, found.model, found.algorithm, found.profile) if found else [None] * 4
    return (
        outcome.document, printable(outcome.path), outcome.status,
        *(outcome.failure or (None, None)),
        *(getattr(outcome, name) for name in FIGURES), number, len(outcome.problems),
        *(name or None for name in used),
    )  # fmt: skip


class _Source:
    """A resolved document: the positions of its words, its entities and quotations."""

    def __init__(self, document: str, found: Interpretation) -> None:
        self.document, self.found = document, found
        self.text = found.discourse.text
        self.utterances = {one.number: one for one in found.discourse.utterances}
        self.numbers = {expression.id: n for n, expression in enumerate(found.expressions)}
        self.quotations = quotations(found)
        self.rewritten = None if found.discourse.language else rewrite(found)
        self._quotation_starts = [one.start for one in self.quotations]
        self.entities = {chain.entity: self._named(chain) for chain in found.chains}
        words = accumulate(map(len, self.utterances.values()), initial=0)
        self.words_before = dict(zip(self.utterances, words, strict=False))  # an utterance

    def rewritten_at(self, span: Span) -> str | None:
        """Return the rewritten text of a span of the original, in one line."""
        start, end = span
        if self.rewritten is None or start is None or end is None:
            return None
        at = self.rewritten.forward
        return " ".join(self.rewritten.text[at(start) : at(end)].split())

    def text_at(self, span: Span) -> str:
        """Return the text of a span in one line."""
        return " ".join(self.text[slice(*span)].split()) if span[0] is not None else ""

    def quotation_at(self, offset: int | None) -> int | None:
        """Return the number of the quotation at an offset."""
        n = 0 if offset is None else bisect_right(self._quotation_starts, offset)
        return n if n and offset is not None and offset < self.quotations[n - 1].end else None

    def name(self, entity: Entity | None) -> str | None:
        named = self.entities.get(entity) if entity is not None else None
        return (named.name or None) if named else None

    def _named(self, chain: Chain) -> _NamedEntity:
        """Return a chain with the names of its entity.

        The nouns of an entity without a name are its aliases; pronouns never are.
        """
        expressions = chain.expressions
        name = chain.name or ""
        if named := [one.text for one in expressions if self._is_name(one)]:
            forms = aliases(named)
            best = name if name in forms else best_name(forms)
            return _NamedEntity(expressions, best, list(forms), len(named))
        spoken = [one.text.lower() for one in expressions if one.kind is Kind.SPEAKER]
        if 2 * len(spoken) > len(expressions):
            persons = Counter(FIRST_PERSON.get(form, "you") for form in spoken)
            who = persons.most_common(1)[0][0]
            return _NamedEntity(expressions, "I" if who == "i" else who, (), 0)
        words = name.casefold().split()
        nouns = aliases(one.text for one in expressions if one.kind in NOUNS)
        others = [one for one in nouns if one.casefold() not in words]
        return _NamedEntity(expressions, name, others, 0)

    def _is_name(self, expression: ReferringExpression) -> bool:
        """Return True for a name, by its kind or the part of speech of its head."""
        utterance, n = self.utterances.get(expression.utterance), expression.head
        if expression.kind is Kind.NAME or expression.kind not in MAY_NAME or utterance is None:
            return expression.kind is Kind.NAME
        return 0 < n <= len(utterance) and utterance.upos[n - 1] == "PROPN"


class _NamedEntity(NamedTuple):
    expressions: Sequence[ReferringExpression]
    name: str  # "" if there is none
    aliases: Sequence[str]
    names: int  # number of expressions that are names


# Utterances and expressions ----------------------------------------------------------------------


def _utterances(source: _Source) -> Iterator[Row]:
    """Yield the utterances with their centers, as `hearer centering` computes them by default."""
    from hearer.evaluation.centering.centers import centers_of

    found, paragraph = source.found, 0
    begins = [segment.first for segment in found.segments]
    centers = centers_of(found)
    for utterance in found.discourse.utterances:
        paragraph += utterance.begins_paragraph or not paragraph
        number, size = utterance.number, len(utterance.forms)
        span, now = utterance.span(1, size), centers[number]
        yield (
            source.document, number, paragraph, bisect_right(begins, number) or None,
            *span, size, source.text_at(span),
            utterance.name or None, utterance.speaker or None, utterance.is_heading,
            now.cf, now.cb, now.cp, now.transition, now.violates_rule_1,
            source.rewritten_at(span),
        )  # fmt: skip


def _expressions(source: _Source) -> Iterator[Row]:
    only = lru_cache(None)(lambda values: str(*values) if len(values) == 1 else None)
    for n, e in enumerate(source.found.expressions):
        yield (
            source.document, n, e.utterance, e.head, e.first, e.last, e.start, e.end,
            e.text if e.start is None else source.text_at((e.start, e.end)), e.text,
            e.entity, e.kind.value, e.is_pronoun, e.familiarity.value, e.familiarity.status.name,
            e.relation, only(e.sorts), only(e.agreement.number), only(e.agreement.gender),
        )  # fmt: skip


# Entities ----------------------------------------------------------------------------------------


def _entities(source: _Source) -> Iterator[Row]:
    """Yield the entities in order of appearance."""
    sets = members_of(source.found.expressions)
    features = {entity: features_of(one.expressions) for entity, one in source.entities.items()}
    spoken: dict[Entity, list[int]] = {}
    for one in source.quotations:
        if one.speaker is not None:
            spoken.setdefault(one.speaker, []).append(one.words)
    realized = _realized(source)
    for entity, named in source.entities.items():
        members, (sort, number, gender) = sets.get(entity, ()), features[entity]
        if members:  # a set has the sort that all its members have
            sorts = {features[one][0] if one in features else None for one in members}
            sort, number = sorts.pop() if len(sorts) == 1 else None, "plural"
        kinds = [expression.kind for expression in realized[entity]]
        utterances = [expression.utterance for expression in named.expressions]
        nouns = sum(kind in NOUNS for kind in kinds) + kinds.count(Kind.NAME) - named.names
        words = spoken.get(entity, [])
        yield (
            source.document, entity, named.name or None, named.aliases, entity.kind.value,
            sort == Sort.PERSON, sort, number, gender,
            len(kinds), named.names, nouns, sum(kind in TO_RESOLVE for kind in kinds),
            kinds.count(Kind.SPEAKER), min(utterances), max(utterances),
            members, len(words), sum(words),
        )  # fmt: skip


def _realized(source: _Source) -> Mapping[Entity, Sequence[ReferringExpression]]:
    """Return the expressions of each entity; *I* in a quotation counts for its speaker.

    In a novel the *I* of all quotations may have been resolved to one narrator.
    """
    if not source.quotations:
        return {entity: one.expressions for entity, one in source.entities.items()}
    found: dict[Entity, list[ReferringExpression]] = {entity: [] for entity in source.entities}
    for entity, named in source.entities.items():
        for one in named.expressions:
            speaker = None
            if one.kind is Kind.SPEAKER and FIRST_PERSON.get(one.text.lower()) == "i":
                number = source.quotation_at(one.start)
                speaker = source.quotations[number - 1].speaker if number else None
            found[speaker if speaker in found else entity].append(one)
    return found


def features_of(expressions: Sequence[ReferringExpression]) -> list[str | None]:
    """Return the sort, number and gender that most of the expressions have, None if unknown.

    *She* denotes a person; an animal stays one, however often it is called *he*.
    """
    found = [Counter[str](), Counter[str](), Counter[str]()]
    for one in expressions:
        number, gender, _ = one.agreement
        is_person = one.kind in TO_RESOLVE | {Kind.SPEAKER} and Gender.NEUTER not in gender
        sorts = one.sorts if len(one.sorts) == 1 or not is_person else {Sort.PERSON}
        for counts, values in zip(found, (sorts, number, gender), strict=True):
            counts.update(values if len(values) == 1 else ())
    found[0] = Counter({Sort.ANIMAL: 1}) if Sort.ANIMAL in found[0] else found[0]
    return [str(max(one, key=one.__getitem__)) if one else None for one in found]


# Pronouns ----------------------------------------------------------------------------------------


def _pronouns(source: _Source) -> Iterator[Row]:
    """Yield the pronouns in the order of the text."""
    places = Places(source.found.discourse)
    for resolution in sorted(source.found.resolutions, key=lambda one: one.pronoun.order):
        pronoun, entity = resolution.pronoun, resolution.entity
        start, end, first = resolution.start, resolution.end, pronoun.own_words[0]
        place = places.of(pronoun.utterance, first)
        yield (
            source.document, source.numbers.get(pronoun.id), pronoun.utterance, first, start, end,
            place.line or None, place.column or None,
            source.text_at((start, end)) or pronoun.text,
            pronoun.kind.value, resolution.label.value, entity, source.name(entity),
            resolution.confidence, reason(resolution), *_antecedent(resolution, source),
            resolution.tally.total(), source.quotation_at(start),
        )  # fmt: skip


def _antecedent(resolution: Resolution, source: _Source) -> tuple[Value, ...]:
    """Return the antecedent's number and text, and the distance in utterances and words."""
    if resolution.antecedent is None:
        return None, None, None, None
    pronoun, before = resolution.pronoun, resolution.antecedent.expression
    here, there = (source.words_before.get(x.utterance, 0) + x.head for x in (pronoun, before))
    number = source.numbers.get(before.id)
    return number, before.text, pronoun.utterance - before.utterance, here - there


def reason(resolution: Resolution) -> str:
    """Return the reason for an answer in short, without what has a column of its own."""
    tally = resolution.tally
    excluded = [(tally[one], one) for one in Constraint if one is not Constraint.WEIGHT]
    listed = ", ".join(f"{number} by {one}" for number, one in excluded if number)
    passed = tally.total() - sum(number for number, _ in excluded)
    parts = (
        resolution.because,
        f"{passed} of {number_and(tally.total(), 'candidate')} pass" if tally else "",
        f"ruled out: {listed}" if listed else "",
    )
    return "; ".join(filter(None, parts)) or "there was nothing to test"


# Quotations --------------------------------------------------------------------------------------


def _quotations(source: _Source) -> Iterator[Row]:
    """Yield the quotations in the order of the text."""
    for n, one in enumerate(source.quotations, start=1):
        yield (
            source.document, n, one.first, one.last, one.start, one.end, one.words,
            source.text_at((one.start, one.end)), one.is_spoken,
            one.speaker, one.name or source.name(one.speaker), one.how, one.cue or None,
        )  # fmt: skip


ROWS: Mapping[str, Callable[[_Source], Iterator[Row]]] = {
    "utterances": _utterances,
    "expressions": _expressions,
    "entities": _entities,
    "pronouns": _pronouns,
    "quotations": _quotations,
}
