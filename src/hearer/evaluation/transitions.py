"""Transitions, as GUM labels them.

gold_transitions    what `# transition` says of every utterance
our_transitions     GUM's recipe over what we have understood
"""

from __future__ import annotations

from collections.abc import Mapping

from hearer.algorithms.centering.centering import poesio_labels
from hearer.algorithms.centering.gum import GumMention, gum_centers
from hearer.formats.conllu import ConlluDocument
from hearer.model import (
    Discourse,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
    Utterance,
)


def gold_transitions(discourse: Discourse) -> list[str]:
    """What the file says, one label an utterance; nothing where it says nothing."""
    if not isinstance(discourse.source, ConlluDocument):
        return [""] * len(discourse)
    sentences = [sentence for sentence in discourse.source.sentences if len(sentence)]
    return [sentence.comment("transition") for sentence in sentences]


def our_transitions(found: Interpretation) -> list[str]:
    """The labels GUM's recipe gives for our expressions."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    mentions: dict[int, list[GumMention]] = {number: [] for number in utterances}
    last: dict[str, int] = {}  # the utterance that realized an entity last
    for expression in found.expressions:
        if expression.entity is None or expression.kind in {Kind.ELLIPSIS, Kind.RELATIVE}:
            continue
        status = _status(expression, last)
        last[expression.entity] = expression.utterance
        mention = _mention(expression, utterances[expression.utterance], status)
        mentions[expression.utterance].append(mention)
    return [str(label) for label in poesio_labels(gum_centers(mentions.values()))]


def _status(expression: ReferringExpression, last: Mapping[str, int]) -> str:
    before = last.get(expression.entity or "")
    if before is not None:
        return "giv:act" if expression.utterance - before <= 1 else "giv:inact"
    is_inferrable = expression.familiarity is Familiarity.INFERRABLE
    return "acc:inf" if is_inferrable else "new"


def _mention(expression: ReferringExpression, utterance: Utterance, status: str) -> GumMention:
    first = expression.first or expression.head
    return GumMention(
        str(expression.entity),
        status,
        first,
        max(expression.last, first),
        utterance.xpos[expression.head - 1],
        expression.relation,
        utterance.forms[first - 1],
        expression.sorts == {Sort.PERSON},
    )
