"""Conversion between annotated entities and interpretations, for all formats.

A `Discourse` that was read keeps its entities in `source`: CoNLL-U its document, all other formats
`Entities`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.formats.conllu.file import ConlluDocument, nodes_of
from hearer.formats.entities import (
    Entities,
    EntityLink,
    Mention,
    NodePlace,
    Span,
    WordRun,
    chained,
    in_words,
)
from hearer.formats.unparsed import is_pronoun
from hearer.model import (
    Chain,
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Resolution,
    Sort,
    Step,
    Utterance,
)
from hearer.model.state import number_of


@dataclass(frozen=True, slots=True, repr=False)
class Annotation(Interpretation):
    """The entities a document is annotated with, as an interpretation.

    There is a step for each pronoun; its antecedent is the latest mention of the same entity that
    is no pronoun, else the first.
    """

    entities: Entities = field(default=Entities(), repr=False)


def entities_of(discourse: Discourse) -> Entities:
    """Return the entities a document is annotated with; none if it was not read from a file."""
    from hearer.formats.corefud import read_entities  # which imports this module

    if isinstance(discourse.source, ConlluDocument):
        return read_entities(discourse)
    return discourse.source if isinstance(discourse.source, Entities) else Entities()


def misread(documents: Iterable[Discourse]) -> tuple[Problem, ...]:
    """Return the problems in the entities of CoNLL-U, which are not read to resolve a document."""
    unseen = (one for one in documents if isinstance(one.source, ConlluDocument))
    return tuple(problem for one in unseen for problem in entities_of(one).problems)


def entities_in(found: Interpretation) -> Entities:
    """Return the entities of an annotation or of our own chains."""
    if isinstance(found, Annotation):
        return found.entities
    return Entities(mentions_of(found), split_antecedents=split_antecedents_of(found))


def worded_chains(found: Interpretation) -> dict[str, list[tuple[WordRun, Mention]]]:
    """Group the mentions that have words by entity, each with the first words of it."""
    return {
        entity: [(words, mention) for mention in chain if (words := in_words(mention))]
        for entity, chain in chained(entities_in(found).mentions).items()
    }


# Our chains as mentions -------------------------------------------------------------------------


def mentions_of(found: Interpretation) -> tuple[Mention, ...]:
    """Return our chains as mentions of e1, e2 … in the order in which they first appear."""
    sentences = _sentences(found.discourse)
    return tuple(
        mention
        for name, chain in _named_chains(found).items()
        for mention in _mentions(name, chain, sentences)
    )


def split_antecedents_of(found: Interpretation) -> tuple[EntityLink, ...]:
    """Return the members of sets, each at the pronoun that is the first to realize its set."""
    named = _named_chains(found)
    firsts = {name: min(chain.expressions, key=_begins) for name, chain in named.items()}
    sets = {name: one for name, one in firsts.items() if one.is_pronoun and one.members}
    if not sets:
        return ()
    sentences = _sentences(found.discourse)
    names = {chain.entity: name for name, chain in named.items()}
    return tuple(
        EntityLink(_begins_at(one, sentences[one.utterance]), names[each], name)
        for name, one in sets.items()
        for each in (member.entity for member in one.members)
        if each in names and one.utterance in sentences
    )


def _named_chains(found: Interpretation) -> dict[str, Chain]:
    chains = sorted(found.chains, key=lambda chain: min(map(_begins, chain.expressions)))
    return {f"e{number}": chain for number, chain in enumerate(chains, start=1)}


def _begins(expression: ReferringExpression) -> tuple[int, int, int]:
    return expression.utterance, expression.first or expression.head, -expression.last


class _Sentence(NamedTuple):
    """The number of the sentence that an utterance is, its length and its empty nodes."""

    number: int
    length: int
    empty_behind: tuple[int, ...] = ()  # the words that an empty node follows, ascending

    def empty_between(self, first: int, last: int) -> int:
        """Return how many empty nodes follow the words `first` to `last`, the last excluded."""
        return bisect_left(self.empty_behind, last) - bisect_left(self.empty_behind, first)


def _sentences(discourse: Discourse) -> dict[int, _Sentence]:
    """Return the sentences by the numbers of their utterances."""
    empty: dict[int, list[int]] = {}
    if isinstance(discourse.source, ConlluDocument):
        for place, _, _ in nodes_of(discourse.source):
            if place.empty:
                empty.setdefault(place.utterance, []).append(place.word)
    return {
        utterance.number: _Sentence(number, len(utterance), tuple(empty.get(number, ())))
        for number, utterance in enumerate(filter(len, discourse.utterances), start=1)
    }


def _mentions(entity: str, chain: Chain, sentences: dict[int, _Sentence]) -> Iterator[Mention]:
    """Return the mentions of a chain, each span once."""
    taken: dict[int, _Taken] = {}
    sorts = {next(iter(e.sorts)) for e in chain.expressions if len(e.sorts) == 1}
    typed = [("etype", str(sorts.pop()) if len(sorts) == 1 else "")]
    for expression in chain.expressions:
        sentence = sentences.get(expression.utterance, _Sentence(0, 0))
        if expression.kind is Kind.ZERO:
            node = _begins_at(expression, sentence)
            if sentence.empty_between(node.word, node.word + 1) >= node.empty:
                yield Mention(entity, (Span(node, node),), (*typed, ("head", "1"), ("other", "")))
            continue
        first = expression.first or expression.head
        last = min(max(expression.last, first), sentence.length)
        if not 1 <= first <= sentence.length:
            continue
        head = min(max(expression.head, first), last)
        there = taken.setdefault(sentence.number, _Taken())
        if there.crosses(first, last):
            # Brackets of one entity that cross would be read as nested.
            first = last = head
        if there.take(first, last):
            span = Span(NodePlace(sentence.number, first), NodePlace(sentence.number, last))
            number = head - first + 1 + sentence.empty_between(first, head)
            yield Mention(entity, (span,), (*typed, ("head", str(number)), ("other", "")))


def _begins_at(expression: ReferringExpression, sentence: _Sentence) -> NodePlace:
    """Return the first word of an expression, or the empty node of a zero pronoun."""
    if expression.kind is not Kind.ZERO:
        return NodePlace(sentence.number, expression.words[0])
    behind = int(expression.position)  # the inverse of EmptyNode.position
    return NodePlace(sentence.number, behind, round(0.5 / (behind + 1 - expression.position)))


class _Taken:
    """The spans of an entity in a sentence, with their ends by first word and the reverse."""

    def __init__(self) -> None:
        self._spans: set[tuple[int, int]] = set()
        self._furthest: dict[int, int] = {}  # by first word; only of several words
        self._earliest: dict[int, int] = {}  # by last word

    def take(self, first: int, last: int) -> bool:
        """Add a span; return False if it is there already."""
        is_new = (first, last) not in self._spans
        self._spans.add((first, last))
        if first < last:
            self._furthest[first] = max(last, self._furthest.get(first, last))
            self._earliest[last] = min(first, self._earliest.get(last, first))
        return is_new

    def crosses(self, first: int, last: int) -> bool:
        """Return True if a span of `first` to `last` would partly overlap another."""
        if not self._furthest:
            return False
        return any(self._furthest.get(n, 0) > last for n in range(first + 1, last + 1)) or any(
            self._earliest.get(n, first) < first for n in range(first, last)
        )


# Annotations as interpretations -----------------------------------------------------------------


def annotation_of(discourse: Discourse) -> Annotation:
    """Return the entities of a document as an interpretation."""
    entities = entities_of(discourse)
    utterances = dict(enumerate(filter(len, discourse.utterances), start=1))
    expressions = tuple(_expressions(entities, utterances))
    return Annotation(
        tuple(_steps(expressions, {each.number: each for each in utterances.values()})),
        expressions,
        problems=(*discourse.problems, *entities.problems),
        discourse=discourse,
        entities=entities,
    )


def _expressions(
    entities: Entities, utterances: Mapping[int, Utterance]
) -> Iterator[ReferringExpression]:
    for mention in entities.mentions:
        words = in_words(mention)
        utterance = utterances.get(words.utterance) if words else None
        if words is None or utterance is None:
            continue
        pronoun = is_pronoun(utterance, words)
        etype = mention.attribute("etype")
        head = number_of(mention.attribute("head").partition(",")[0])
        named = words.last if head is None else words.first + head - 1
        start, end = utterance.span(words.first, words.last)
        yield ReferringExpression(
            utterance.text_between(words.first, words.last),
            utterance.number,
            float(min(max(named, words.first), words.last)),
            pronoun,
            entity=Entity(mention.entity),
            kind=Kind.PRONOUN if pronoun else Kind.BARE,
            sorts=frozenset({Sort(etype)}) if etype in set(Sort) else frozenset(Sort),
            first=words.first,
            last=words.last,
            start=start,
            end=end,
        )


def _steps(
    expressions: tuple[ReferringExpression, ...], utterances: Mapping[int, Utterance]
) -> Iterator[Step]:
    latest: dict[Entity, Element] = {}
    for expression in expressions:
        entity = expression.entity or Entity("")
        if expression.is_pronoun:
            resolution = Resolution(expression, (), latest.get(entity))
            resolution = resolution.placed(utterances[expression.utterance], "")
            yield Step((), expression, (resolution,))
        if entity not in latest or not expression.is_pronoun:
            place = expression.utterance, expression.position
            latest[entity] = Element(entity, *place, Familiarity.EVOKED, expression)
