"""What centering ranks, from the entities a file is annotated with or from those we find.

Realized           one realization of an entity, as both ways of ranking want it
gold_mentions      the entities a CorefUD or GUM file tells of
found_mentions     the entities that the S-list algorithm finds
labelled           a document with cfN* in its entities and its transitions (GUM's way)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.algorithms.centering.gum import GumMention, head_of_span
from hearer.formats import corefud
from hearer.formats.corefud_entities import document_of
from hearer.model import (
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Utterance,
)

# GUM's statuses in Prince's terms (docs/specification/gum.md G.3). What is unused GUM does not say.
FAMILIARITIES = {
    "giv": Familiarity.EVOKED,
    "acc": Familiarity.INFERRABLE,
    "new": Familiarity.BRAND_NEW,
}
INFSTATS = {
    Familiarity.EVOKED: "giv:act",
    Familiarity.INFERRABLE: "acc:inf",
    Familiarity.CONTAINING_INFERRABLE: "acc:inf",
}
PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL})
FIELD = "centering"


class Realized(NamedTuple):
    """A realization of an entity; its expression has the entity, and no pronoun is open."""

    element: Element
    gum: GumMention
    is_pronoun: bool


# Gold -----------------------------------------------------------------------------------------


def gold_mentions(discourse: Discourse) -> dict[int, list[Realized]]:
    """The annotated entities of every utterance, in the order in which their brackets open."""
    utterances = {utterance.number: utterance for utterance in discourse.utterances}
    found: dict[int, list[Realized]] = {number: [] for number in utterances}
    for mention in corefud.read_entities(discourse).mentions:
        number = mention.spans[0].first.utterance
        if number in utterances and mention.spans[-1].last.word:
            found[number].append(_gold(mention, utterances[number]))
    return found


def _gold(mention: corefud.Mention, utterance: Utterance) -> Realized:
    first, last = span_of(mention)
    head = head_of_span(first, last, utterance.heads, utterance.relations)
    gum = GumMention(
        mention.entity,
        mention.attribute("infstat"),
        first,
        last,
        utterance.xpos[head - 1],
        utterance.relations[head - 1],
        utterance.forms[first - 1],
        mention.attribute("etype") == "person",
    )
    status = FAMILIARITIES.get(gum.infstat[:3], Familiarity.EVOKED)
    expression = ReferringExpression(
        utterance.text_between(first, last),
        utterance.number,
        head,
        entity=Entity(mention.entity),
        familiarity=status,
        relation=gum.relation,
        first=first,
        last=last,
    )
    is_pronoun = gum.head_xpos.startswith("PRP")
    return Realized(_element(expression, status), gum, is_pronoun)


def span_of(mention: corefud.Mention) -> tuple[int, int]:
    """The first and the last word of a mention, gaps and all."""
    return max(mention.spans[0].first.word, 1), mention.spans[-1].last.word


# Found ----------------------------------------------------------------------------------------


def found_mentions(found: Interpretation) -> dict[int, list[Realized]]:
    """The expressions of every utterance, each with the entity it was taken to realize."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    realized: dict[int, list[Realized]] = {number: [] for number in utterances}
    for expression in found.expressions:
        decided = replace(expression, is_pronoun=False)
        gum = _as_gum(decided, utterances[expression.utterance])
        is_pronoun = expression.kind in PRONOUNS
        status = Familiarity.EVOKED if is_pronoun else expression.familiarity
        element = _element(decided, status)
        realized[expression.utterance].append(Realized(element, gum, is_pronoun))
    return realized


def _as_gum(expression: ReferringExpression, utterance: Utterance) -> GumMention:
    first = expression.first or expression.head
    return GumMention(
        str(expression.entity),
        INFSTATS.get(expression.familiarity, "new"),
        first,
        max(expression.last, first),
        utterance.xpos[expression.head - 1],
        expression.relation,
        utterance.forms[first - 1],
        "person" in expression.sorts and len(expression.sorts) == 1,
    )


def _element(expression: ReferringExpression, status: Familiarity) -> Element:
    entity = expression.entity or Entity.unknown(expression.id)
    return Element(entity, expression.utterance, expression.position, status, expression)


# Labels ---------------------------------------------------------------------------------------


def labelled(
    discourse: Discourse,
    label: Callable[[corefud.Mention], str],
    transitions: Mapping[int, str],
) -> str:
    """The document with the labels in its entities, and a `# transition` for each utterance."""
    entities = corefud.read_entities(discourse)
    fields = entities.fields
    if FIELD not in fields:  # before the last, which alone may have hyphens in it
        fields = (*fields[:-1], FIELD, fields[-1])
    mentions = tuple(
        replace(mention, spans=tuple(_relabelled(mention, label(mention), entities.fields)))
        for mention in entities.mentions
    )
    written = corefud.write_entities(
        document_of(discourse), replace(entities, mentions=mentions, fields=fields)
    )
    lines = written.decode("utf-8", "surrogateescape").split("\n")
    return "\n".join(_with_transitions(lines, transitions))


def _relabelled(
    mention: corefud.Mention, label: str, fields: Sequence[str]
) -> Iterator[corefud.Span]:
    for span in mention.spans:
        values = [*span.fields, *[""] * (len(fields) - len(span.fields))]
        if FIELD in fields:
            values[fields.index(FIELD)] = label
        else:
            values.insert(len(fields) - 1, label)
        yield span._replace(fields=tuple(values[: len(span.fields) + (FIELD not in fields)]))


def _with_transitions(lines: Sequence[str], transitions: Mapping[int, str]) -> Iterator[str]:
    """The lines of a file, each sentence with the transition to it."""
    number = 0
    sentence: list[str] = []
    for line in (*lines, None):  # None is the end of the file
        if line is not None and line.strip():
            sentence.append(line)
            continue
        if any(not said.startswith("#") for said in sentence):
            number += 1
            sentence = _with_transition(sentence, transitions.get(number, ""))
        yield from sentence
        yield from () if line is None else (line,)
        sentence = []


def _with_transition(sentence: list[str], transition: str) -> list[str]:
    keys = [line[1:].partition("=")[0].strip() if line.startswith("#") else "" for line in sentence]
    end = "\r" if sentence[0].endswith("\r") else ""
    comment = f"# transition = {transition}{end}"
    if "transition" in keys:
        return [
            comment if key == "transition" else x for key, x in zip(keys, sentence, strict=True)
        ]
    place = keys.index("text") if "text" in keys else keys.index("")
    return [*sentence[:place], comment, *sentence[place:]]
