"""Documents with what their utterances realize: entities as annotated, or as they are found.

RealizedDocument      a document, what it realizes, and where that comes from
realized_documents    documents with the entities that are annotated, or that the S-list finds
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.evaluation.centering.mentions import (
    Realizations,
    found_mentions,
    gold_mentions,
    with_bridges,
)
from hearer.evaluation.centering.ways import Realization
from hearer.evaluation.experiment import Mentions
from hearer.formats import conllu, corefud
from hearer.formats.annotation import entities_of
from hearer.formats.entities import EntityLink
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.parsers import reparsed
from hearer.profiles import PAPER

PARSER = "english"


class RealizedDocument(NamedTuple):
    """A document, what is mentioned in it, and what bridges to what; `is_parsed` by us."""

    discourse: Discourse
    mentioned: Realizations
    bridges: tuple[EntityLink, ...] = ()
    is_annotated: bool = False
    is_parsed: bool = False

    def realized(self, realization: Realization) -> Realizations:
        """What its utterances realize, directly or also indirectly."""
        if realization is Realization.DIRECT or not self.bridges:
            return self.mentioned
        return with_bridges(self.mentioned, self.bridges)


def realized_documents(
    documents: Iterable[Discourse], mentions: Mentions | None = None
) -> Iterator[RealizedDocument]:
    """The documents of one file, with entities as annotated or as the paper's S-list finds them.

    Without `mentions` they are those annotated, if any are. What has words but no parse is parsed.
    """
    wanted = list(documents)
    has_entities = any(entities_of(one).mentions for one in wanted)
    if mentions is Mentions.GOLD and not has_entities:
        path = repr(wanted[0].path) if wanted else "What is read"
        raise UsageError(f"{path} has no entities; --mentions auto finds them.")
    is_gold = mentions is Mentions.GOLD or (mentions is None and has_entities)
    for one in wanted:
        is_parsed = not one.has_parse and bool(one.utterances)
        parsed = reparsed(one, PARSER) if is_parsed else one
        found = _annotated(parsed) if is_gold else _found(parsed)
        yield found._replace(is_parsed=is_parsed)


def _annotated(discourse: Discourse) -> RealizedDocument:
    bridges = entities_of(discourse).bridges
    return RealizedDocument(discourse, gold_mentions(discourse), bridges, is_annotated=True)


def _found(discourse: Discourse) -> RealizedDocument:
    found = listen(discourse, profile=PAPER)
    return RealizedDocument(_written(found), found_mentions(found))


def _written(found: Interpretation) -> Discourse:
    """The document with what was found written into it."""
    written = conllu.parse(corefud.write([found]).decode("utf-8", "surrogateescape"))
    return replace(found.discourse, source=written.documents[0])
