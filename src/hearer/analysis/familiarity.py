"""Prince's familiarity scale, as section 3.2 of the paper puts it to work.

Evidence       what has to be known of an expression to give it a status
familiarity    the first rule of RULES that fires (ALGORITHMS.md A.3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hearer.analysis.expressions import Draft
from hearer.analysis.lexicon import entries, table
from hearer.analysis.options import AnalysisOptions, Anchors
from hearer.analysis.trees import Tree, base
from hearer.model import Familiarity, InformationStatus, Kind

EVOKED, UNUSED = Familiarity.EVOKED, Familiarity.UNUSED
EVOKING = frozenset(
    {
        Kind.PRONOUN,
        Kind.POSSESSIVE,
        Kind.REFLEXIVE,
        Kind.RECIPROCAL,
        Kind.SPEAKER,
        Kind.DEMONSTRATIVE,
        Kind.ELLIPSIS,
        Kind.RELATIVE,
        Kind.APPOSITIVE,
    }
)


class Evidence(NamedTuple):
    """What the rules look at."""

    draft: Draft
    is_known: bool  # heard before, anywhere in the document
    is_elaborated: bool  # an appositive or a relative clause follows
    is_time: bool
    anchor: Familiarity | None  # the status of what it is anchored in, if it is
    is_partitive: bool  # a quantifier or numeral with an of-phrase
    is_part: bool  # of something realized in this or the previous utterance


def familiarity(evidence: Evidence, options: AnalysisOptions) -> Familiarity:
    """The status of an expression: the first rule that fires, else brand-new."""
    for rule in RULES:
        if status := rule(evidence):
            return status
    if evidence.draft.kind is Kind.DEFINITE:  # rule 10: the paper is silent
        return Familiarity(options.first_definite.value)
    return Familiarity.BRAND_NEW


def co_referring(evidence: Evidence) -> Familiarity | None:
    """Rules 1 to 5: pronominal and nominal anaphora, repeated names, relatives, appositives."""
    if evidence.is_known or evidence.draft.kind in EVOKING:
        return EVOKED
    return None


def proper_name(evidence: Evidence) -> Familiarity | None:
    """Rule 6: names and titles are unused, but brand-new if an elaboration follows.

    Dates are never unused (ALGORITHMS.md A.7 no. 9).
    """
    if evidence.draft.kind is not Kind.NAME or evidence.is_time:
        return None
    return Familiarity.BRAND_NEW if evidence.is_elaborated else UNUSED


def inferrable(evidence: Evidence) -> Familiarity | None:
    """Rule 7: a part, attribute or role of something just realized."""
    if evidence.is_part and evidence.draft.kind is Kind.DEFINITE:
        return Familiarity.INFERRABLE
    return None


def containing_inferrable(evidence: Evidence) -> Familiarity | None:
    """Rule 8: "one of the drivers"."""
    if evidence.is_partitive and _is_old(evidence.anchor):
        return Familiarity.CONTAINING_INFERRABLE
    return None


def anchored(evidence: Evidence) -> Familiarity | None:
    """Rule 9: the anchor must be evoked or unused."""
    return Familiarity.ANCHORED_BRAND_NEW if _is_old(evidence.anchor) else None


RULES: tuple[Callable[[Evidence], Familiarity | None], ...] = (
    co_referring,
    proper_name,
    inferrable,
    containing_inferrable,
    anchored,
)


def _is_old(anchor: Familiarity | None) -> bool:
    return anchor is not None and anchor.status is InformationStatus.OLD


# What the evidence is read from ---------------------------------------------------------------


def anchor_of(tree: Tree, n: int, anchors: Anchors) -> int:
    """The word that anchors the noun phrase headed by `n`, or 0: a possessor, an of-phrase."""
    possessor = next(tree.exactly(n, "nmod:poss"), 0)
    if possessor or anchors is Anchors.POSSESSIVE:
        return possessor
    phrases = [child for child in tree.exactly(n, "nmod") if tree.preposition(child)]
    if anchors is Anchors.ANY:
        return phrases[0] if phrases else 0
    return next((phrase for phrase in phrases if tree.preposition(phrase) == "of"), 0)


def is_elaborated(tree: Tree, n: int) -> bool:
    """Whether an appositive or a relative clause follows."""
    return any(tree.relations[child] in {"appos", "acl:relcl"} for child in tree.children[n])


def is_partitive(tree: Tree, n: int) -> bool:
    """Whether `n` is a quantifier or numeral with an of-phrase."""
    return tree.lemmas[n] in entries("partitive_heads") and any(
        tree.preposition(child) == "of"
        for child in tree.children[n]
        if base(tree.relations[child]) == "nmod"
    )


def is_part_of(part: str, whole: str) -> bool:
    """Whether the lexicon has `part` as a part, attribute or role of `whole`.

    >>> is_part_of("engine", "car")
    True
    """
    return part in table("parts").get(whole, ())
