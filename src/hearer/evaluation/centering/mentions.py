"""Documents with the entities that their utterances realize, as annotated or as we find them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.algorithms.centering import GumMention, head_of_span
from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.universal import ZERO, is_personal
from hearer.errors import UsageError
from hearer.evaluation.centering.ways import Realization
from hearer.evaluation.experiment import Mentions
from hearer.formats import corefud
from hearer.formats.annotation import entities_of
from hearer.formats.entities import EntityLink
from hearer.hearing import listen
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
from hearer.parsers import reparsed
from hearer.profiles import PAPER

PARSER = "english"
# GUM's statuses as Prince's (docs/specification/evaluation.md G.3). GUM has none for unused.
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
TAGS = {"NOUN": "NN", "PROPN": "NNP"}  # GUM's, for other languages


class RankedMention(NamedTuple):
    """A realization of an entity."""

    element: Element
    gum: GumMention
    is_pronoun: bool
    is_indirect: bool = False  # through another entity, which bridges to it


Realizations = Mapping[int, Sequence[RankedMention]]  # by the number of the utterance


class RealizedDocument(NamedTuple):
    """A document, its mentions and bridges; `is_parsed` if we had to parse it."""

    discourse: Discourse
    mentioned: Realizations
    bridges: tuple[EntityLink, ...] = ()
    is_annotated: bool = False
    is_parsed: bool = False

    def realized(self, realization: Realization) -> Realizations:
        """Return what the utterances realize: *the door* indirectly the house it bridges to."""
        if realization is Realization.DIRECT or not self.bridges:
            return self.mentioned
        wholes: dict[tuple[int, str], list[str]] = {}
        for link in self.bridges:
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
            for number, said in self.mentioned.items()
        }


def _through(one: RankedMention, entity: str) -> RankedMention:
    element = replace(one.element, entity=Entity(entity))
    gum = one.gum._replace(entity=entity)
    return RankedMention(element, gum, is_pronoun=False, is_indirect=True)


def realized_documents(
    documents: Iterable[Discourse], mentions: Mentions | None = None
) -> Iterator[RealizedDocument]:
    """Return the documents of one file with the entities annotated, or found by the S-list.

    Without `mentions` the annotated ones are taken, if there are any. Documents without a parse are
    parsed.
    """
    wanted = list(documents)
    has_entities = any(entities_of(one).mentions for one in wanted)
    if mentions is Mentions.GOLD and not has_entities:
        path = repr(wanted[0].path) if wanted else "What is read"
        raise UsageError(f"{path} has no entities; --set mentions=auto finds them.")
    is_gold = mentions is Mentions.GOLD or (mentions is None and has_entities)
    for one in wanted:
        is_parsed = not one.has_parse and bool(one.utterances)
        document = reparsed(one, PARSER) if is_parsed else one
        if is_gold:
            bridges, mentioned = entities_of(document).bridges, gold_mentions(document)
        else:
            found = listen(document, profile=PAPER)
            document, bridges, mentioned = found.discourse, (), found_mentions(found)
        yield RealizedDocument(document, mentioned, bridges, is_gold, is_parsed=is_parsed)


def gold_mentions(discourse: Discourse) -> dict[int, list[RankedMention]]:
    """Return the annotated mentions by utterance, in the order in which their brackets open."""
    utterances = {utterance.number: utterance for utterance in discourse.utterances}
    found: dict[int, list[RankedMention]] = {number: [] for number in utterances}
    for mention in entities_of(discourse).mentions:
        number = mention.spans[0].first.utterance
        if number not in utterances:
            continue
        utterance = utterances[number]
        expression = _zero(mention, utterance)
        is_pronoun = expression is not None
        if expression is None:
            if not mention.spans[-1].last.word:
                continue
            expression = _marked(mention, utterance)
            is_pronoun = _is_personal(utterance, expression.head)
        is_person = mention.attribute("etype") == Sort.PERSON
        infstat = mention.attribute("infstat")
        gum = gum_mention(expression, utterance, infstat, is_person=is_person)
        found[number].append(RankedMention(Element.of(expression), gum, is_pronoun))
    return found


def _zero(mention: corefud.Mention, utterance: Utterance) -> ReferringExpression | None:
    """Return the mention of an empty node of another language, as a zero pronoun."""
    first, last = mention.spans[0]
    nodes = (one for one in utterance.empty_nodes if (one.behind, one.rank) == first[1:])
    node = next(nodes, None) if first == last and first.empty else None
    if node is None:
        return None
    return ReferringExpression(
        ZERO,
        utterance.number,
        node.position,
        entity=Entity(mention.entity),
        familiarity=Familiarity.EVOKED,
        kind=Kind.ZERO,
        relation=node.relation,
        head=node.head or max(node.behind, 1),
    )


def _marked(mention: corefud.Mention, utterance: Utterance) -> ReferringExpression:
    first, last = span_of(mention)
    if mention.spans[-1].last.utterance != utterance.number:  # it goes on in the next
        last = len(utterance)
    first, last = min(first, len(utterance)), min(last, len(utterance))
    if utterance.language and mention.spans[0].first.empty:
        first = min(mention.spans[0].first.word + 1, last)
    head = head_of_span(first, last, utterance.heads, utterance.relations)
    status = FAMILIARITIES.get(mention.attribute("infstat")[:3], Familiarity.EVOKED)
    return ReferringExpression(
        utterance.text_between(first, last),
        utterance.number,
        head,
        entity=Entity(mention.entity),
        familiarity=status,
        relation=utterance.relations[head - 1],
        first=first,
        last=last,
    )


def _is_personal(utterance: Utterance, head: int) -> bool:
    """Return True for a personal pronoun, by the English tag or by features."""
    if utterance.xpos[head - 1].startswith("PRP"):
        return True
    kind = features_of(utterance.features[head - 1]).get("PronType")
    is_pronoun = utterance.upos[head - 1] == "PRON"
    return kind == "Prs" or (is_pronoun and kind is None and utterance.xpos[head - 1] == "_")


def span_of(mention: corefud.Mention) -> tuple[int, int]:
    """Return the first and the last word of a mention, whatever is between them."""
    return max(mention.spans[0].first.word, 1), mention.spans[-1].last.word


def found_mentions(found: Interpretation) -> dict[int, list[RankedMention]]:
    """Return the expressions of an interpretation by utterance."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    realized: dict[int, list[RankedMention]] = {number: [] for number in utterances}
    for expression in found.expressions:
        infstat = INFSTATS.get(expression.familiarity, "new")
        is_person = expression.sorts == {Sort.PERSON}
        utterance = utterances[expression.utterance]
        gum = gum_mention(expression, utterance, infstat, is_person=is_person)
        is_pronoun = expression.kind in TO_RESOLVE
        status = Familiarity.EVOKED if is_pronoun else expression.familiarity
        element = Element.of(replace(expression, is_pronoun=False), familiarity=status)
        realized[expression.utterance].append(RankedMention(element, gum, is_pronoun))
    return realized


def gum_mention(
    expression: ReferringExpression, utterance: Utterance, infstat: str, *, is_person: bool
) -> GumMention:
    """Return an expression as GUM's ranking needs it, in other languages with GUM's tags."""
    index, tag = expression.head - 1, utterance.xpos[expression.head - 1]
    if utterance.language:
        is_pronoun = expression.kind is Kind.ZERO or is_personal(utterance, index)
        tag = "PRP" if is_pronoun else TAGS.get(utterance.upos[index], "_")
    return GumMention(
        entity=str(expression.entity),
        infstat=infstat,
        first=expression.words[0],
        last=expression.words[-1],
        head_xpos=tag,
        relation=expression.relation,
        first_form=utterance.forms[expression.words[0] - 1],
        is_person=is_person,
    )
