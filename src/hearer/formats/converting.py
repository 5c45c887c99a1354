"""From any format to any other: nothing is resolved, and what is lost is said.

written      what was understood of some documents, in a format
converted    documents in a format, with the entities they are annotated with
losses       what of the documents a format has no place for
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of, entities_of
from hearer.formats.choosing import writer
from hearer.formats.entities import Entities, in_words
from hearer.formats.format import Holds
from hearer.formats.unparsed import is_bare
from hearer.model import Discourse, Interpretation, Problem, Utterance


def written(found: Sequence[Interpretation], *, to: str) -> str:
    """What was understood, in the format `to`; bytes that are no UTF-8 stand as surrogates."""
    return writer(FORMATS.find(to))(found).decode("utf-8", "surrogateescape")


def converted(documents: Sequence[Discourse], *, to: str = "json") -> str:
    """Documents with the entities they are annotated with, in the format `to`."""
    return written(tuple(map(annotation_of, documents)), to=to)


# What is lost -----------------------------------------------------------------------------------


def losses(documents: Sequence[Discourse], *, to: str) -> tuple[Problem, ...]:
    """What of the documents of a file has no place in the format `to`: one problem, or none."""
    target = FORMATS.find(to)
    changed = [document for document in documents if not target.stays(document)]
    there = {what for document in changed for what in _in(document)}
    missing = [what for what in Holds if what in there and what not in target.holds]
    if not missing:
        return ()
    message = f"{to} has no place for: {'; '.join(missing)}"
    if target.holds <= {Holds.PRONOUNS, Holds.RAW_TEXT}:
        message = f"{to} has the {Holds.PRONOUNS}, and nothing else"
    return (Problem(changed[0].path, 0, 0, code="convert-lost", message=message),)


def _in(discourse: Discourse) -> Iterator[Holds]:
    """What a document has."""
    if len(discourse) > 1:
        yield Holds.ENDS
    for utterance in discourse.utterances:
        yield from _in_words(utterance)
        yield from _in_comments(utterance)
    yield from _in_entities(entities_of(discourse))


def _in_words(utterance: Utterance) -> Iterator[Holds]:
    if not is_bare(utterance):
        yield Holds.PARSE
        yield Holds.TAGS
    if {*utterance.xpos, *utterance.features} - {"_", ""}:
        yield Holds.FEATURES
    if set(utterance.spaces) != {" "}:
        yield Holds.SPACES


def _in_comments(utterance: Utterance) -> Iterator[Holds]:
    if utterance.speaker:
        yield Holds.SPEAKERS
    if utterance.begins_paragraph or utterance.is_heading:
        yield Holds.PARAGRAPHS
    if utterance.name and utterance.name != str(utterance.number):
        yield Holds.SENTENCES


def _in_entities(entities: Entities) -> Iterator[Holds]:
    if entities.bridges or entities.split_antecedents:
        yield Holds.LINKS
    for mention in entities.mentions:
        yield Holds.ENTITIES
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
