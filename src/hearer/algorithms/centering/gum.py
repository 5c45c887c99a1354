"""Centering as GUM annotates it, written afresh from a description of its recipe.

    GumMention       what GUM's ranking looks at
    gum_rank         its ranking, as a sort key
    gum_ranks        the rank of each entity of a sentence: 1 is cf1
    gum_centers      Cf and Cb of every sentence of a text
    head_of_span     the word GUM takes for the head of a mention

GUM's Cb is not the Cb of Constraint 3: it is the highest entity of the *current* sentence that
the previous one realizes too.

Amir Zeldes (2017). The GUM corpus. LREV 51(3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hearer.algorithms.centering.centering import Centers, cb_constraint_3, cb_current_rank

STATUSES = {"giv:act": 0, "giv:inact": 1, "acc:inf": 2, "acc:com": 2, "acc:aggr": 2, "new": 3}
DEMONSTRATIVES = frozenset("this that those these all".split())
DETERMINERS = frozenset("the this that those these all every".split())


@dataclass(frozen=True, slots=True)
class GumMention:
    """A mention of an entity; words count from 1. `head_xpos`, `relation`: of its head."""

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
    """Status, pronouns, function, form, persons, then text order; longer spans first."""
    return (
        STATUSES.get(mention.infstat, 1),
        not mention.is_pronoun,
        _function(mention.relation),
        0 if mention.is_pronoun else _form(mention),
        not mention.is_person,
        mention.first,
        -mention.last,
    )


def _function(relation: str) -> int:
    if "subj" in relation:
        return 0
    if relation in {"obj", "ccomp"}:
        return 1
    if relation.startswith("compound"):
        return 3
    return 4 if relation.startswith("expl") else 2


def _form(mention: GumMention) -> int:
    if not mention.head_xpos.startswith("N"):
        return 4
    if mention.first_form.lower() in DETERMINERS:
        return 1
    return 2 if "P" in mention.head_xpos else 3


def gum_ranks(mentions: Iterable[GumMention]) -> dict[str, int]:
    """The rank of every entity of a sentence, the best first.

    >>> it = GumMention("IT", "giv:act", 3, 3, "PRP", "obj", "it")
    >>> gum_ranks([GumMention("DOG", "new", 1, 2, "NN", "nsubj", "a"), it])
    {'IT': 1, 'DOG': 2}
    """
    ranks: dict[str, int] = {}
    for mention in sorted(mentions, key=gum_rank):
        ranks.setdefault(mention.entity, len(ranks) + 1)
    return ranks


def gum_centers(
    sentences: Iterable[Sequence[GumMention]], *, constraint_3: bool = False
) -> tuple[Centers, ...]:
    """Cf and Cb of every sentence; `constraint_3` takes the Cb by definition, not GUM's way."""
    ranked = [tuple(gum_ranks(mentions)) for mentions in sentences]
    choose = cb_constraint_3 if constraint_3 else cb_current_rank
    return tuple(Centers(now, choose(before, now)) for before, now in pairwise([(), *ranked]))


def head_of_span(first: int, last: int, heads: Sequence[int], relations: Sequence[str]) -> int:
    """The last word of a span, punctuation aside, that is governed from outside of it."""
    outside = [
        word
        for word in range(first, last + 1)
        if not first <= heads[word - 1] <= last and relations[word - 1] != "punct"
    ]
    return outside[-1] if outside else last
