"""Centering as the GUM corpus annotates it (Zeldes 2017, LREV 51(3)), after Poesio et al. (2004).

GUM's Cb is not that of Constraint 3: it is the highest entity of the current sentence that the
previous one realizes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hearer.algorithms.centering import TABLE_1, Centers, Name

STATUSES = {"giv:act": 0, "giv:inact": 1, "acc:inf": 2, "acc:com": 2, "acc:aggr": 2, "new": 3}
DEMONSTRATIVES = frozenset("this that those these all".split())
DETERMINERS = frozenset("the this that those these all every".split())


@dataclass(frozen=True, slots=True)
class GumMention:
    """A mention of an entity, with the tag and the relation of its head; words count from 1."""

    entity: str
    infstat: str
    first: int
    last: int
    head_xpos: str
    relation: str
    first_form: str
    is_person: bool = False

    @property
    def is_pronoun(self) -> bool:
        is_word = self.first == self.last
        demonstrative = is_word and self.first_form.lower() in DEMONSTRATIVES
        return self.head_xpos.startswith("P") or demonstrative


def gum_rank(mention: GumMention) -> tuple[int, ...]:
    """Rank by status, pronouns, function, form, persons, then text order; longer spans first."""
    relation, tag, form = mention.relation, mention.head_xpos, 4
    function = 4 if relation.startswith("expl") else 2
    if "subj" in relation:
        function = 0
    elif relation in {"obj", "ccomp"}:
        function = 1
    elif relation.startswith("compound"):
        function = 3
    if tag.startswith("N"):
        is_determined = mention.first_form.lower() in DETERMINERS
        form = 1 if is_determined else 2 if "P" in tag else 3
    return (
        STATUSES.get(mention.infstat, 1),
        not mention.is_pronoun,
        function,
        0 if mention.is_pronoun else form,
        not mention.is_person,
        mention.first,
        -mention.last,
    )


def head_of_span(first: int, last: int, heads: Sequence[int], relations: Sequence[str]) -> int:
    """Return the last word of a span, without punctuation, whose head is outside of it."""
    outside = [
        word
        for word in range(first, last + 1)
        if not first <= heads[word - 1] <= last and relations[word - 1] != "punct"
    ]
    return outside[-1] if outside else last


def cb_current_rank(before: Collection[str], cf: Sequence[Name]) -> Name | None:
    """Return GUM's Cb: the highest element of Cf(Ui) that was realized in Ui-1."""
    return next((entity for entity in cf if entity in before), None)


class PoesioLabel(StrEnum):
    """Transitions as Poesio et al. (2004) and GUM name them."""

    ESTABLISHMENT = "establishment"
    CONTINUE = "continue"
    RETAIN = "retain"
    SMOOTH_SHIFT = "smooth-shift"
    ROUGH_SHIFT = "rough-shift"
    ZERO = "zero"  # the Cb is lost
    NULL = "null"  # there was none, and there is none


def poesio_labels(utterances: Iterable[Centers]) -> tuple[PoesioLabel, ...]:
    """Return the labels of the utterances of a text.

    >>> print(*poesio_labels([Centers(("A",)), Centers(("B",)), Centers(("B",), "B")]))
    establishment null establishment
    """
    labels: list[PoesioLabel] = []
    before: Centers | None = None
    for now in utterances:
        labels.append(poesio_label(labels[-1] if labels else PoesioLabel.NULL, before, now))
        # GUM skips utterances without entities, except the first one of a text.
        before = now if now.cf or before is None else before
    return tuple(labels)


def poesio_label(last: PoesioLabel, before: Centers | None, now: Centers) -> PoesioLabel:
    """Return the label of an utterance; `last` is that of the one before it."""
    if not now.cf:
        had_cb = last not in {PoesioLabel.ZERO, PoesioLabel.NULL}
        return PoesioLabel.ZERO if had_cb else PoesioLabel.NULL
    if before is None:
        return PoesioLabel.ESTABLISHMENT
    if now.cb is None:
        return PoesioLabel.NULL if before.cb is None else PoesioLabel.ZERO
    if before.cb is None:
        return PoesioLabel.ESTABLISHMENT
    return PoesioLabel(TABLE_1[now.cb == before.cb, now.cb == now.cp].lower())
