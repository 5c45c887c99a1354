"""Prince's familiarity scale, as section 3.2 of the paper puts it to work.

Evidence       what has to be known of an expression to give it a status
familiarity    the first rule of RULES that fires (docs/specification/s-list.md A.3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hearer.analysis.expressions.drafts import Draft
from hearer.analysis.expressions.exclusions import is_time
from hearer.analysis.lexicon import entries, table
from hearer.analysis.options import AnalysisOptions, Anchors, FirstDefinite
from hearer.model import Familiarity, InformationStatus, Kind
from hearer.model.tree import Tree

EVOKED, UNUSED = Familiarity.EVOKED, Familiarity.UNUSED
FIRST_DEFINITE = {option: Familiarity(option.value) for option in FirstDefinite}
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
    """What the rules look at; what is costly to know is only looked up by the rule that asks."""

    tree: Tree
    draft: Draft
    is_known: bool  # heard before, anywhere in the document
    anchor_status: Callable[[Draft], Familiarity | None]  # of what it is anchored in, if it is
    is_part: Callable[[Draft], bool]  # of something realized in this or the previous utterance

    @property
    def is_elaborated(self) -> bool:
        return is_elaborated(self.tree, self.draft.head)

    @property
    def is_time(self) -> bool:
        return is_time(self.tree, self.draft.head)

    @property
    def has_old_anchor(self) -> bool:
        anchor = self.anchor_status(self.draft)
        return anchor is not None and anchor.status is InformationStatus.OLD


def familiarity(evidence: Evidence, options: AnalysisOptions) -> Familiarity:
    """The status of an expression: the first rule that fires, else brand-new."""
    for rule in RULES:
        if status := rule(evidence):
            return status
    if evidence.draft.kind is Kind.DEFINITE:  # rule 10: the paper is silent
        return FIRST_DEFINITE[options.first_definite]
    return Familiarity.BRAND_NEW


def co_referring(evidence: Evidence) -> Familiarity | None:
    """Rules 1 to 5: pronominal and nominal anaphora, repeated names, relatives, appositives."""
    if evidence.is_known or evidence.draft.kind in EVOKING:
        return EVOKED
    return None


def proper_name(evidence: Evidence) -> Familiarity | None:
    """Rule 6: names and titles are unused, but brand-new if an elaboration follows.

    Dates are never unused (docs/specification/s-list.md A.7 no. 9).
    """
    if evidence.draft.kind is not Kind.NAME or evidence.is_time:
        return None
    return Familiarity.BRAND_NEW if evidence.is_elaborated else UNUSED


def inferrable(evidence: Evidence) -> Familiarity | None:
    """Rule 7: a part, attribute or role of something just realized."""
    if evidence.draft.kind is Kind.DEFINITE and evidence.is_part(evidence.draft):
        return Familiarity.INFERRABLE
    return None


def containing_inferrable(evidence: Evidence) -> Familiarity | None:
    """Rule 8: "one of the drivers"."""
    if is_partitive(evidence.tree, evidence.draft.head) and evidence.has_old_anchor:
        return Familiarity.CONTAINING_INFERRABLE
    return None


def anchored(evidence: Evidence) -> Familiarity | None:
    """Rule 9: the anchor must be evoked or unused."""
    return Familiarity.ANCHORED_BRAND_NEW if evidence.has_old_anchor else None


RULES: tuple[Callable[[Evidence], Familiarity | None], ...] = (
    co_referring,
    proper_name,
    inferrable,
    containing_inferrable,
    anchored,
)


# What the evidence is read from ---------------------------------------------------------------


def anchor_of(tree: Tree, n: int, anchors: Anchors) -> int:
    """The word that anchors the noun phrase headed by `n`, or 0: a possessor, an of-phrase."""
    possessor = tree.possessor(n)
    if possessor or anchors is Anchors.POSSESSIVE:
        return possessor
    if "nmod" not in tree.firsts[n]:
        return 0
    phrases = [child for child in tree.exactly(n, "nmod") if tree.preposition(child)]
    if anchors is Anchors.ANY:
        return phrases[0] if phrases else 0
    return next((phrase for phrase in phrases if tree.preposition(phrase) == "of"), 0)


def is_elaborated(tree: Tree, n: int) -> bool:
    """Whether an appositive or a relative clause follows."""
    return "acl:relcl" in tree.firsts[n] or next(tree.exactly(n, "appos"), 0) != 0


def is_partitive(tree: Tree, n: int) -> bool:
    """Whether `n` is a quantifier or numeral with an of-phrase."""
    return tree.lemmas[n] in entries("partitive_heads") and any(
        tree.preposition(child) == "of" for child in tree.children[n] if tree.bases[child] == "nmod"
    )


def is_part_of(part: str, whole: str) -> bool:
    """Whether the lexicon has `part` as a part, attribute or role of `whole`.

    >>> is_part_of("engine", "car")
    True
    """
    return part in table("parts").get(whole, ())
