"""Documents with the entities they are annotated with: what formats exchange.

    AnnotatedFile       the documents of a file, and what is wrong with it
    entities_of         the entities a document was annotated with
    entities_in         those, or our chains if something was understood
    interpretation_of   a document as if we had understood what it is annotated with
    in_words            a mention as one run of words
    Holds, lost         what a format has a place for; what of documents it has none for

A `Discourse` that was read keeps its entities in `source`: CoNLL-U and CoNLL-2012 their document,
all other formats `Entities`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from hearer.formats import conll2012, conllu_file
from hearer.formats.corefud import mentions_of
from hearer.formats.corefud_entities import Entities, Mention
from hearer.formats.corefud_read import read_entities
from hearer.formats.pronouns import is_pronoun, is_unparsed
from hearer.model import (
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

__all__ = [
    "AnnotatedFile",
    "Holds",
    "Words",
    "entities_in",
    "entities_of",
    "in_words",
    "interpretation_of",
    "lost",
]


@dataclass(frozen=True, slots=True)
class AnnotatedFile:
    """A file as it stood, its documents, and what is wrong with it."""

    path: str
    content: bytes = field(repr=False)
    documents: tuple[Discourse, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()


class Words(NamedTuple):
    """The words `first` to `last` of an utterance, both included."""

    utterance: int
    first: int
    last: int


def entities_of(discourse: Discourse) -> Entities:
    """The entities a document was annotated with; none if it was not read from a file."""
    source = discourse.source
    if isinstance(source, conllu_file.Document):
        return read_entities(discourse)
    if isinstance(source, conll2012.Document):
        mentions = conll2012.entities_of(source).mentions
        return Entities(
            tuple(sorted(mentions, key=lambda m: (m.spans[0].first, -m.spans[0].last.word)))
        )
    return source if isinstance(source, Entities) else Entities()


def entities_in(found: Interpretation | Discourse) -> Entities:
    """Our chains, if something was understood; else what a document is annotated with."""
    if isinstance(found, Interpretation):
        return Entities(mentions_of(found))
    return entities_of(found)


def in_words(mention: Mention) -> Words | None:
    """The first part of a mention, without empty nodes; nothing if it has no words.

    >>> from hearer.formats.corefud_entities import Place, Span
    >>> in_words(Mention("e1", (Span(Place(1, 2), Place(1, 4), ("e1",)),)))
    Words(utterance=1, first=2, last=4)
    """
    for first, last, _ in mention.spans:
        begin = first.word + 1 if first.empty else first.word
        if 1 <= begin <= last.word and first.utterance == last.utterance:
            return Words(first.utterance, begin, last.word)
    return None


# As if understood -------------------------------------------------------------------------------


def interpretation_of(discourse: Discourse, *, with_pronouns: bool = False) -> Interpretation:
    """The entities of a document as if we had understood them.

    `with_pronouns` adds a step per pronoun that has an antecedent: the latest mention of the same
    entity that is no pronoun, else its first.
    """
    entities = entities_of(discourse)
    utterances = {utterance.number: utterance for utterance in discourse.utterances}
    expressions = tuple(_expressions(entities, utterances))
    steps = tuple(_steps(expressions)) if with_pronouns else ()
    problems = (*discourse.problems, *entities.problems)
    return Interpretation(steps, expressions, problems=problems, discourse=discourse)


def _expressions(
    entities: Entities, utterances: Mapping[int, Utterance]
) -> Iterator[ReferringExpression]:
    for mention in entities.mentions:
        words = in_words(mention)
        utterance = utterances.get(words.utterance) if words else None
        if words is None or utterance is None:
            continue
        pronoun = is_pronoun(utterance, words.first, words.last)
        etype = mention.attribute("etype")
        yield ReferringExpression(
            utterance.text_between(words.first, words.last),
            words.utterance,
            float(_head(mention, words)),
            pronoun,
            Entity(mention.entity),
            kind=Kind.PRONOUN if pronoun else Kind.BARE,
            sorts=frozenset({Sort(etype)}) if etype in set(Sort) else frozenset(Sort),
            first=words.first,
            last=words.last,
        )


def _head(mention: Mention, words: Words) -> int:
    """The head that the annotation names; else the last word."""
    head = mention.attribute("head").partition(",")[0]
    named = words.first + int(head) - 1 if head.isdecimal() else words.last
    return min(max(named, words.first), words.last)


def _steps(expressions: tuple[ReferringExpression, ...]) -> Iterator[Step]:
    said: dict[Entity, Element] = {}
    for expression in expressions:
        entity = expression.entity or Entity("")
        if expression.is_pronoun:
            resolution = Resolution(expression, (), said.get(entity))
            yield Step((), expression, (resolution,))
        if entity not in said or not expression.is_pronoun:
            place = expression.utterance, expression.position
            said[entity] = Element(entity, *place, Familiarity.EVOKED, expression)


# What is lost -----------------------------------------------------------------------------------


class Holds(StrEnum):
    """What a document may have, and a format a place for."""

    ENDS = "where sentences end"
    PARSE = "the dependency parse"
    TAGS = "lemmas and universal tags"
    FEATURES = "features and language-specific tags"
    SPACES = "the white space between words"
    SPEAKERS = "speakers"
    PARAGRAPHS = "paragraphs and headings"
    SENTENCES = "names of sentences"
    EMPTY_NODES = "mentions without words"
    PARTS = "further parts of discontinuous mentions"
    TYPES = "types of entities"
    FIELDS = "further fields of mentions"
    LINKS = "bridging and split antecedents"
    NAMES = "names of entities"


def lost(documents: Iterable[Discourse], holds: frozenset[Holds]) -> tuple[Holds, ...]:
    """What the documents have and a format that `holds` so much has no place for."""
    there = {
        what
        for discourse in documents
        for what in (*_in_text(discourse), *_in_entities(entities_of(discourse)))
    }
    return tuple(what for what in Holds if what in there and what not in holds)


def _in_text(discourse: Discourse) -> Iterator[Holds]:
    if len(discourse) > 1:
        yield Holds.ENDS
    for utterance in discourse.utterances:
        if not is_unparsed(utterance):
            yield Holds.PARSE
            yield Holds.TAGS
        if {*utterance.xpos, *utterance.features} - {"_", ""}:
            yield Holds.FEATURES
        if set(utterance.spaces) != {" "}:
            yield Holds.SPACES
        yield from _in_comments(utterance)


def _in_comments(utterance: Utterance) -> Iterator[Holds]:
    if utterance.speaker:
        yield Holds.SPEAKERS
    if utterance.begins_paragraph or utterance.is_heading:
        yield Holds.PARAGRAPHS
    if utterance.name and utterance.name != str(utterance.number):
        yield Holds.SENTENCES


def _in_entities(entities: Entities) -> Iterator[Holds]:
    for mention in entities.mentions:
        if in_words(mention) is None:
            yield Holds.EMPTY_NODES
        elif len(mention.spans) > 1:
            yield Holds.PARTS
        if mention.attribute("etype"):
            yield Holds.TYPES
        if any(value for key, value in mention.attributes if key not in {"etype", "head"}):
            yield Holds.FIELDS
        if not mention.entity.removeprefix("e").isdecimal():
            yield Holds.NAMES
    if entities.bridges or entities.split_antecedents:
        yield Holds.LINKS
