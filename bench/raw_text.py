"""Gold documents as somebody has them who has only their text, and what we make of it.

    raw_text     the text of a document, with blank lines between its paragraphs
    projected    what was understood of that text, on the words of the document

Scorers want the same words on both sides. So a mention that we found in raw text becomes the gold
words its characters lie in: where a word of ours is a part of a gold word, the mention grows to
the whole of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from hearer.formats.annotation import split_antecedents_of
from hearer.formats.conllu import ConlluDocument
from hearer.formats.corefud import mentions_of, write_entities
from hearer.formats.entities import (
    OFFICIAL,
    Entities,
    Mention,
    NodePlace,
    Span,
    Stretch,
    WordOffsets,
    in_words,
    offsets_of,
)
from hearer.model import Discourse, Interpretation


def spaced(discourse: Discourse) -> Discourse:
    """The document with a space at the end of every sentence that has nothing there."""
    utterances = (
        replace(u, spaces=(*u.spaces[:-1], u.spaces[-1] or " ")) for u in discourse.utterances
    )
    return replace(discourse, utterances=tuple(utterances))


def raw_text(discourse: Discourse) -> str:
    """The sentences one after the other, a blank line where a paragraph begins; no speakers."""
    return spaced(discourse).text


def projected(found: Interpretation, gold: Discourse) -> bytes:
    """The gold document as CorefUD, with the entities found in its raw text and no others."""
    assert isinstance(gold.source, ConlluDocument)
    ours, theirs = offsets_of(found.discourse), offsets_of(spaced(gold))
    assert found.discourse.text == raw_text(gold), gold.name
    spans: dict[str, list[tuple[NodePlace, NodePlace]]] = defaultdict(list)
    for mention in mentions_of(found):
        span = theirs.span(_stretch(mention, ours))
        if span and not any(_cross(span, other) for other in spans[mention.entity]):
            spans[mention.entity].append(span)
    links = [
        replace(link, place=place)
        for link in split_antecedents_of(found)
        if (place := _there(link.place, ours, theirs))
    ]
    entities = Entities(tuple(_mentions(spans)), split_antecedents=tuple(links))
    return write_entities(gold.source, entities)


def _there(place: NodePlace, ours: WordOffsets, theirs: WordOffsets) -> NodePlace | None:
    """The gold word that a word of ours lies in."""
    span = theirs.span(ours.stretch(place.utterance, place.word, place.word))
    return span[0] if span else None


def _stretch(mention: Mention, offsets: WordOffsets) -> Stretch:
    words = in_words(mention)
    assert words is not None
    return offsets.stretch(*words)


def _cross(one: tuple[NodePlace, NodePlace], other: tuple[NodePlace, NodePlace]) -> bool:
    """Whether two spans cross, or are the same: brackets of one entity could not tell them."""
    (first, last), (start, end) = sorted((one, other))
    return one == other or first < start <= last < end


def _mentions(spans: dict[str, list[tuple[NodePlace, NodePlace]]]) -> Iterator[Mention]:
    for entity, there in spans.items():
        attributes = tuple((name, "") for name in OFFICIAL[1:])
        for first, last in there:
            yield Mention(entity, (Span(first, last),), attributes)
