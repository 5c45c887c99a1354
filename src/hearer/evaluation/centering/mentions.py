"""What centering ranks, from the entities a file is annotated with or from those we find.

RankedMention      one realization of an entity, as both ways of ranking want it
Realizations       what the utterances of a document realize
gold_mentions      the entities a CorefUD or GUM file tells of
with_bridges       the same, and what they bridge to
found_mentions     the entities that an interpretation has
gum_mention        an expression as GUM's ranking looks at it
span_of            the first and the last word of an annotated mention
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.algorithms.centering.gum import GumMention, head_of_span
from hearer.analysis.universal.reading import ZERO, is_personal
from hearer.formats import corefud
from hearer.formats.annotation import entities_of
from hearer.formats.entities import EntityLink
from hearer.model import (
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
    Utterance,
    features_of,
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
PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.ZERO})
TAGS = {"NOUN": "NN", "PROPN": "NNP"}  # what GUM would call them, in other languages


class RankedMention(NamedTuple):
    """A realization of an entity; its expression has the entity, and no pronoun is open."""

    element: Element
    gum: GumMention
    is_pronoun: bool
    is_indirect: bool = False  # through another entity, which bridges to it


Realizations = Mapping[int, Sequence[RankedMention]]  # by the number of the utterance


def gold_mentions(discourse: Discourse) -> dict[int, list[RankedMention]]:
    """The annotated entities of every utterance, in the order in which their brackets open."""
    utterances = {utterance.number: utterance for utterance in discourse.utterances}
    found: dict[int, list[RankedMention]] = {number: [] for number in utterances}
    for mention in entities_of(discourse).mentions:
        number = mention.spans[0].first.utterance
        if number in utterances and (zero := _zero(mention, utterances[number])):
            found[number].append(zero)
        elif number in utterances and mention.spans[-1].last.word:
            found[number].append(_gold(mention, utterances[number]))
    return found


def _zero(mention: corefud.Mention, utterance: Utterance) -> RankedMention | None:
    """The mention as a zero pronoun, if it is one: an empty node of another language."""
    first, last = mention.spans[0]
    if first != last or not first.empty:
        return None
    nodes = (one for one in utterance.empty_nodes if (one.behind, one.rank) == first[1:])
    node = next(nodes, None)
    if node is None:
        return None
    expression = ReferringExpression(
        ZERO,
        utterance.number,
        node.position,
        entity=Entity(mention.entity),
        familiarity=Familiarity.EVOKED,
        kind=Kind.ZERO,
        relation=node.relation,
        hangs_on=node.head or max(node.behind, 1),
    )
    is_person = mention.attribute("etype") == Sort.PERSON
    infstat = mention.attribute("infstat")
    gum = gum_mention(expression, utterance, infstat, is_person=is_person)
    return RankedMention(Element.of(expression), gum, is_pronoun=True)


def _gold(mention: corefud.Mention, utterance: Utterance) -> RankedMention:
    first, last = span_of(mention)
    if mention.spans[-1].last.utterance != utterance.number:  # it goes on in the next
        last = len(utterance)
    first, last = min(first, len(utterance)), min(last, len(utterance))
    if utterance.language and mention.spans[0].first.empty:
        first = min(mention.spans[0].first.word + 1, last)
    head = head_of_span(first, last, utterance.heads, utterance.relations)
    infstat = mention.attribute("infstat")
    expression = ReferringExpression(
        utterance.text_between(first, last),
        utterance.number,
        head,
        entity=Entity(mention.entity),
        familiarity=FAMILIARITIES.get(infstat[:3], Familiarity.EVOKED),
        relation=utterance.relations[head - 1],
        first=first,
        last=last,
    )
    is_person = mention.attribute("etype") == Sort.PERSON
    gum = gum_mention(expression, utterance, infstat, is_person=is_person)
    return RankedMention(Element.of(expression), gum, _is_personal(utterance, head))


def _is_personal(utterance: Utterance, head: int) -> bool:
    """Whether a word is a personal pronoun: by the English tag, or in any language by features."""
    if utterance.xpos[head - 1].startswith("PRP"):
        return True
    kind = features_of(utterance.features[head - 1]).get("PronType")
    is_pronoun = utterance.upos[head - 1] == "PRON"
    return kind == "Prs" or (is_pronoun and kind is None and utterance.xpos[head - 1] == "_")


def span_of(mention: corefud.Mention) -> tuple[int, int]:
    """The first and the last word of a mention, gaps and all."""
    return max(mention.spans[0].first.word, 1), mention.spans[-1].last.word


def with_bridges(realized: Realizations, bridges: Iterable[EntityLink]) -> Realizations:
    """What is realized indirectly, too: who reads *the door* thinks of the house (`Bridge=`)."""
    wholes: dict[tuple[int, str], list[str]] = {}
    for link in bridges:
        wholes.setdefault((link.place.utterance, link.anaphor), []).append(link.antecedent)
    return {
        number: [
            *said,
            *(
                _through(one, x)
                for one in said
                for x in wholes.get((number, one.element.entity), ())
            ),
        ]
        for number, said in realized.items()
    }


def _through(one: RankedMention, entity: str) -> RankedMention:
    element = replace(one.element, entity=Entity(entity))
    return RankedMention(
        element, replace(one.gum, entity=entity), is_pronoun=False, is_indirect=True
    )


def found_mentions(found: Interpretation) -> dict[int, list[RankedMention]]:
    """The expressions of every utterance, each with the entity it was taken to realize."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    realized: dict[int, list[RankedMention]] = {number: [] for number in utterances}
    for expression in found.expressions:
        infstat = INFSTATS.get(expression.familiarity, "new")
        is_person = expression.sorts == {Sort.PERSON}
        utterance = utterances[expression.utterance]
        gum = gum_mention(expression, utterance, infstat, is_person=is_person)
        is_pronoun = expression.kind in PRONOUNS
        status = Familiarity.EVOKED if is_pronoun else expression.familiarity
        element = Element.of(replace(expression, is_pronoun=False), familiarity=status)
        realized[expression.utterance].append(RankedMention(element, gum, is_pronoun))
    return realized


def gum_mention(
    expression: ReferringExpression, utterance: Utterance, infstat: str, *, is_person: bool
) -> GumMention:
    """An expression as GUM's ranking looks at it."""
    return GumMention(
        entity=str(expression.entity),
        infstat=infstat,
        first=expression.words[0],
        last=expression.words[-1],
        head_xpos=_tag(expression, utterance),
        relation=expression.relation,
        first_form=utterance.forms[expression.words[0] - 1],
        is_person=is_person,
    )


def _tag(expression: ReferringExpression, utterance: Utterance) -> str:
    """The tag of the head; in other languages, that which GUM's ranking expects."""
    index = expression.head - 1
    if not utterance.language:
        return utterance.xpos[index]
    if expression.kind is Kind.ZERO or is_personal(utterance, index):
        return "PRP"
    return TAGS.get(utterance.upos[index], "_")
