"""Entities and their mentions: what the formats exchange.

NodePlace, Span, Mention    where an entity is mentioned, and what is said of it
EntityLink                  a link between entities, at the word that has it
Entities                    all of these of one document
mention_of                  a mention with these parts, of which only the type is known
WordRun, in_words           a mention as one run of words
chained                     mentions by entity, in the order entities first appear
in_text_order               mentions as their brackets would open
renamed                     the same entities under other names
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hearer.model import Problem

OFFICIAL = ("eid", "etype", "head", "other")  # the fields of CorefUD
_ENTITY_FIELDS = ("eid", "GRP")


class NodePlace(NamedTuple):
    """A word of an utterance, both counted from 1, or the empty node so many behind it."""

    utterance: int
    word: int
    empty: int = 0


class Span(NamedTuple):
    """An unbroken part of a mention, and what its opening bracket says."""

    first: NodePlace
    last: NodePlace
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of an entity: several spans if it is discontinuous."""

    entity: str
    spans: tuple[Span, ...]
    attributes: tuple[tuple[str, str], ...] = ()

    def attribute(self, name: str) -> str:
        """What the field of that name says, or nothing."""
        return next((value for key, value in self.attributes if key == name), "")


@dataclass(frozen=True, slots=True)
class EntityLink:
    """The anaphor is understood by way of the antecedent, another entity.

    It bridges to it, by some relation; or the antecedent is one of several entities that the
    anaphor takes together.
    """

    place: NodePlace
    antecedent: str
    anaphor: str
    relation: str = ""

    def __str__(self) -> str:
        relation = f":{self.relation}" if self.relation else ""
        return f"{self.antecedent}<{self.anaphor}{relation}"


@dataclass(frozen=True, slots=True)
class Entities:
    """The coreference of a document, in the order its brackets open in the text."""

    mentions: tuple[Mention, ...] = ()
    bridges: tuple[EntityLink, ...] = ()
    split_antecedents: tuple[EntityLink, ...] = ()
    fields: tuple[str, ...] = OFFICIAL
    problems: tuple[Problem, ...] = ()

    @property
    def entity_field(self) -> int | None:
        """The index of the field that says which entity it is, if one is declared."""
        return next(
            (self.fields.index(name) for name in _ENTITY_FIELDS if name in self.fields), None
        )


def mention_of(
    entity: str, spans: Iterable[tuple[NodePlace, NodePlace]], *, etype: str = ""
) -> Mention:
    """A mention with these parts; all that is known is its type."""
    parts = tuple(Span(first, last, (entity, etype, "", "")) for first, last in spans)
    return Mention(entity, parts, (("etype", etype),) if etype else ())


class WordRun(NamedTuple):
    """The words `first` to `last` of an utterance, both included."""

    utterance: int
    first: int
    last: int

    @classmethod
    def of(cls, span: Span) -> WordRun | None:
        """The words of a span, without empty nodes; nothing if it has none, or goes too far."""
        first, last, _ = span
        begin = first.word + 1 if first.empty else first.word
        is_one_run = 1 <= begin <= last.word and first.utterance == last.utterance
        return cls(first.utterance, begin, last.word) if is_one_run else None


def in_words(mention: Mention) -> WordRun | None:
    """The first part of a mention that has words; nothing if none has.

    >>> in_words(mention_of("e1", [(NodePlace(1, 2), NodePlace(1, 4))]))
    WordRun(utterance=1, first=2, last=4)
    """
    return next(filter(None, map(WordRun.of, mention.spans)), None)


def chained(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """The mentions of each entity, in the order the entities first appear."""
    chains: dict[str, list[Mention]] = {}
    for mention in mentions:
        chains.setdefault(mention.entity, []).append(mention)
    return chains


def in_text_order(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """The mentions by where they begin; of those that begin at a word, the longest first."""
    return tuple(sorted(mentions, key=_order))


def _order(mention: Mention) -> tuple[NodePlace, int, int, str]:
    """Where it stands; of those that stand at the same place e2 comes before e10."""
    first, last, _ = mention.spans[0]
    return first, -last.word, len(mention.entity), mention.entity


def renamed(entities: Entities, names: Mapping[str, str]) -> Entities:
    """The same entities under other names; one that is not in `names` keeps its own."""
    if all(old == new for old, new in names.items()):
        return entities

    def new(name: str) -> str:
        return names.get(name, name)

    def linked(links: Iterable[EntityLink]) -> tuple[EntityLink, ...]:
        return tuple(
            replace(link, antecedent=new(link.antecedent), anaphor=new(link.anaphor))
            for link in links
        )

    field = entities.entity_field or 0
    return replace(
        entities,
        mentions=tuple(_under(one, new(one.entity), field) for one in entities.mentions),
        bridges=linked(entities.bridges),
        split_antecedents=linked(entities.split_antecedents),
    )


def _under(mention: Mention, name: str, field: int) -> Mention:
    """The mention with another name, in its brackets too: "e5[1/2]"."""
    spans = []
    for span in mention.spans:
        label = name + span.fields[field].removeprefix(mention.entity)
        fields = (*span.fields[:field], label, *span.fields[field + 1 :])
        spans.append(span._replace(fields=fields))
    return replace(mention, entity=name, spans=tuple(spans))
