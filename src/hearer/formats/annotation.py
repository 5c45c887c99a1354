"""Entities and interpretations: one way from either to the other, for all formats.

entities_of      the entities a document was annotated with
misread          what is wrong with these, where reading a file does not look at them
entities_in      the same of what was understood: our chains, or those of an annotation
mentions_of      our chains as mentions: e1, e2 … in the order in which they first appear
split_antecedents_of
                 the entities of these that pronouns take together
Annotation       a document as if we had understood what it is annotated with
annotation_of    that of a document

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
    OFFICIAL,
    Entities,
    EntityLink,
    Mention,
    NodePlace,
    Span,
    WordRun,
    in_words,
)
from hearer.formats.unparsed import is_pronoun
from hearer.limits import number_of
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


@dataclass(frozen=True, slots=True, repr=False)
class Annotation(Interpretation):
    """A document as if we had understood what it is annotated with.

    There is a step for each pronoun; its antecedent is the latest mention of the same entity that
    is no pronoun, else the first.
    """

    entities: Entities = field(default=Entities(), repr=False)


def entities_of(discourse: Discourse) -> Entities:
    """The entities a document was annotated with; none if it was not read from a file."""
    from hearer.formats.corefud.reading import read_entities  # which needs what is above

    if isinstance(discourse.source, ConlluDocument):
        return read_entities(discourse)
    return discourse.source if isinstance(discourse.source, Entities) else Entities()


def misread(documents: Iterable[Discourse]) -> tuple[Problem, ...]:
    """What is wrong with the entities of CoNLL-U: to hear a document nobody looks at them."""
    unseen = (one for one in documents if isinstance(one.source, ConlluDocument))
    return tuple(problem for one in unseen for problem in entities_of(one).problems)


def entities_in(found: Interpretation) -> Entities:
    """What an annotation says; our chains, if something was understood."""
    if isinstance(found, Annotation):
        return found.entities
    return Entities(mentions_of(found), split_antecedents=split_antecedents_of(found))


# Our chains as mentions -------------------------------------------------------------------------


def mentions_of(found: Interpretation) -> tuple[Mention, ...]:
    """Our chains as CorefUD sees them: e1, e2 … in the order in which they first appear."""
    sentences = _sentences(found.discourse)
    return tuple(
        mention
        for name, chain in _named_chains(found).items()
        for mention in _mentions(name, chain, sentences)
    )


def split_antecedents_of(found: Interpretation) -> tuple[EntityLink, ...]:
    """The entities that a pronoun takes together, where it is the first to realize their set."""
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
    """Our chains by the names that CorefUD gives them."""
    chains = sorted(found.chains, key=_first_place)
    return {f"e{number}": chain for number, chain in enumerate(chains, start=1)}


class _Sentence(NamedTuple):
    """Which sentence of the document an utterance is, its length and its empty nodes."""

    number: int
    length: int
    empty_behind: tuple[int, ...] = ()  # the words that an empty node stands behind

    def words_between(self, first: int, last: int) -> int:
        """How many words and empty nodes there are from `first` to `last`, both included."""
        empty = self.empty_behind  # ascending
        return last - first + 1 + bisect_left(empty, last) - bisect_left(empty, first)

    def nodes_behind(self, word: int) -> int:
        """How many empty nodes stand behind a word."""
        return bisect_left(self.empty_behind, word + 1) - bisect_left(self.empty_behind, word)


def _sentences(discourse: Discourse) -> dict[int, _Sentence]:
    """The sentence that each utterance is, by the number of the utterance."""
    empty: dict[int, list[int]] = {}
    if isinstance(discourse.source, ConlluDocument):
        for place, _, _ in nodes_of(discourse.source):
            if place.empty:
                empty.setdefault(place.utterance, []).append(place.word)
    return {
        utterance.number: _Sentence(number, len(utterance), tuple(empty.get(number, ())))
        for number, utterance in enumerate(filter(len, discourse.utterances), start=1)
    }


def _first_place(chain: Chain) -> tuple[int, int, int]:
    return min(map(_begins, chain.expressions))


def _begins(expression: ReferringExpression) -> tuple[int, int, int]:
    return expression.utterance, expression.first or expression.head, -expression.last


def _mentions(entity: str, chain: Chain, sentences: dict[int, _Sentence]) -> Iterator[Mention]:
    """The mentions of a chain, each span once."""
    taken: dict[int, _Taken] = {}
    etype = _etype(chain)
    for expression in chain.expressions:
        sentence = sentences.get(expression.utterance, _Sentence(0, 0))
        if expression.kind is Kind.ZERO:
            yield from _on_empty_node(entity, etype, expression, sentence)
            continue
        first, last = _ends(expression, sentence.length)
        head = min(max(expression.head, first), last)
        there = taken.setdefault(sentence.number, _Taken())
        if there.crosses(first, last):
            # Brackets of one entity that cross would be read as nested.
            first = last = head
        if not first or not there.take(first, last):
            continue
        fields = (entity, etype, str(sentence.words_between(first, head)), "")
        places = NodePlace(sentence.number, first), NodePlace(sentence.number, last)
        attributes = tuple(zip(OFFICIAL[1:], fields[1:], strict=True))
        yield Mention(entity, (Span(*places, fields),), attributes)


def _on_empty_node(
    entity: str, etype: str, zero: ReferringExpression, sentence: _Sentence
) -> Iterator[Mention]:
    """The mention that a zero pronoun is; none where the document has no empty nodes."""
    place = _begins_at(zero, sentence)
    if sentence.nodes_behind(place.word) >= place.empty:
        fields = (entity, etype, "1", "")
        attributes = tuple(zip(OFFICIAL[1:], fields[1:], strict=True))
        yield Mention(entity, (Span(place, place, fields),), attributes)


def _begins_at(expression: ReferringExpression, sentence: _Sentence) -> NodePlace:
    """The first word of an expression; the node of a zero pronoun, as EmptyNode places it."""
    if expression.kind is not Kind.ZERO:
        return NodePlace(sentence.number, expression.words[0])
    behind = int(expression.position)
    return NodePlace(sentence.number, behind, round(0.5 / (behind + 1 - expression.position)))


class _Taken:
    """The spans of an entity in a sentence, and by their words where they end and begin."""

    def __init__(self) -> None:
        self._spans: set[tuple[int, int]] = set()
        self._furthest: dict[int, int] = {}  # by first word, if there are several
        self._earliest: dict[int, int] = {}  # by last word

    def take(self, first: int, last: int) -> bool:
        """Take a span, unless it is taken."""
        is_new = (first, last) not in self._spans
        self._spans.add((first, last))
        if first < last:
            self._furthest[first] = max(last, self._furthest.get(first, last))
            self._earliest[last] = min(first, self._earliest.get(last, first))
        return is_new

    def crosses(self, first: int, last: int) -> bool:
        """Whether a span begins inside another and ends outside, or the other way round."""
        if not self._furthest:
            return False
        return any(self._furthest.get(n, 0) > last for n in range(first + 1, last + 1)) or any(
            self._earliest.get(n, first) < first for n in range(first, last)
        )


def _etype(chain: Chain) -> str:
    """The sort, when the expressions that have only one agree on it."""
    sorts = {next(iter(e.sorts)) for e in chain.expressions if len(e.sorts) == 1}
    return str(sorts.pop()) if len(sorts) == 1 else ""


def _ends(expression: ReferringExpression, length: int) -> tuple[int, int]:
    """The first and the last word, inside the utterance; 0 and 0 if there is none."""
    first = expression.first or expression.head
    last = max(expression.last, first)
    return (first, min(last, length)) if 1 <= first <= length else (0, 0)


# An annotation as if understood -----------------------------------------------------------------


def annotation_of(discourse: Discourse) -> Annotation:
    """The entities of a document as if we had understood them."""
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
        yield ReferringExpression(
            utterance.text_between(words.first, words.last),
            utterance.number,
            float(_head(mention, words)),
            pronoun,
            entity=Entity(mention.entity),
            kind=Kind.PRONOUN if pronoun else Kind.BARE,
            sorts=frozenset({Sort(etype)}) if etype in set(Sort) else frozenset(Sort),
            first=words.first,
            last=words.last,
        )


def _head(mention: Mention, words: WordRun) -> int:
    """The head that the annotation names; else the last word."""
    head = number_of(mention.attribute("head").partition(",")[0])
    named = words.last if head is None else words.first + head - 1
    return min(max(named, words.first), words.last)


def _steps(
    expressions: tuple[ReferringExpression, ...], utterances: Mapping[int, Utterance]
) -> Iterator[Step]:
    said: dict[Entity, Element] = {}
    for expression in expressions:
        entity = expression.entity or Entity("")
        if expression.is_pronoun:
            resolution = Resolution(expression, (), said.get(entity))
            resolution = resolution.placed(utterances[expression.utterance], "")
            yield Step((), expression, (resolution,))
        if entity not in said or not expression.is_pronoun:
            place = expression.utterance, expression.position
            said[entity] = Element(entity, *place, Familiarity.EVOKED, expression)
