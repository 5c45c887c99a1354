"""Transitions, as GUM labels them.

gold_transitions    what `# transition` says of every utterance
our_transitions     GUM's recipe over what we have understood
"""

from __future__ import annotations

from dataclasses import replace

from hearer.algorithms.centering.centering import poesio_labels
from hearer.algorithms.centering.gum import GumMention, gum_centers
from hearer.evaluation.centering.mentions import RankedMention, found_mentions
from hearer.formats.conllu import ConlluDocument
from hearer.model import Discourse, Familiarity, Interpretation, Kind

SILENT = frozenset({Kind.ELLIPSIS, Kind.RELATIVE})


def gold_transitions(discourse: Discourse) -> list[str]:
    """What the file says, one label an utterance; nothing where it says nothing."""
    if not isinstance(discourse.source, ConlluDocument):
        return [""] * len(discourse)
    sentences = [sentence for sentence in discourse.source.sentences if len(sentence)]
    return [sentence.comment("transition") for sentence in sentences]


def our_transitions(found: Interpretation) -> list[str]:
    """The labels GUM's recipe gives for our expressions."""
    last: dict[str, int] = {}  # the utterance that realized an entity last
    mentions: list[list[GumMention]] = []
    for said in found_mentions(found).values():
        mentions.append([])
        for one in said:
            expression = one.element.expression
            if expression.entity is None or expression.kind in SILENT:
                continue
            infstat = _status(one, last.get(expression.entity))
            last[expression.entity] = expression.utterance
            mentions[-1].append(replace(one.gum, infstat=infstat))
    return [str(label) for label in poesio_labels(gum_centers(mentions))]


def _status(one: RankedMention, before: int | None) -> str:
    expression = one.element.expression
    if before is not None:
        return "giv:act" if expression.utterance - before <= 1 else "giv:inact"
    is_inferrable = expression.familiarity is Familiarity.INFERRABLE
    return "acc:inf" if is_inferrable else "new"
