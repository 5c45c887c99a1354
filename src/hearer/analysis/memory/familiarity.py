"""Prince's familiarity scale, as section 3.2 of the paper puts it to work.

Statuses     the status of an expression: the first rule (docs/specification/s-list.md A.3)
Inferring    the same, and knows what was named just now: an engine is inferred from a car
Occasion     what the rules look at
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.expressions.draft import Draft
from hearer.analysis.expressions.exclusions import is_time
from hearer.analysis.here import Here
from hearer.analysis.lexicon import entries, table
from hearer.analysis.options import AnalysisOptions, Anchors, FirstDefinite
from hearer.model import Familiarity, InformationStatus, Kind
from hearer.model.part import Part, given
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


WasHeard = Callable[[Draft], bool]  # whether what an expression realizes was heard before


class Occasion(NamedTuple):
    """What the rules look at; what is costly to know is only looked up by the rule that asks."""

    statuses: Statuses
    here: Here
    draft: Draft
    is_known: bool  # heard before, anywhere in the document
    was_heard: WasHeard

    @property
    def is_elaborated(self) -> bool:
        return is_elaborated(self.here.tree, self.draft.head)

    @property
    def is_time(self) -> bool:
        return is_time(self.here.tree, self.draft.head)

    @property
    def is_part(self) -> bool:
        """Whether it is part of something realized in this or the previous utterance."""
        return self.statuses.is_part(self.draft)

    @property
    def has_old_anchor(self) -> bool:
        anchor = self.statuses.of_anchor(self)
        return anchor is not None and anchor.status is InformationStatus.OLD


@dataclass(eq=False)
class Statuses(Part):
    """Gives every expression its status."""

    options: AnalysisOptions = given()

    def begin(self, found: Sequence[Draft]) -> None:
        """Take the expressions of the next utterance."""

    def of(self, here: Here, draft: Draft, *, is_known: bool, was_heard: WasHeard) -> Familiarity:
        """The status of an expression: the first rule that fires, else brand-new."""
        occasion = Occasion(self, here, draft, is_known, was_heard)
        for rule in RULES:
            if status := rule(occasion):
                return status
        if draft.kind is Kind.DEFINITE:  # rule 10: the paper is silent
            return FIRST_DEFINITE[self.options.first_definite]
        return Familiarity.BRAND_NEW

    def of_anchor(self, occasion: Occasion) -> Familiarity | None:
        """The status of what anchors an expression; if that comes later, the one it will have."""
        here, draft = occasion.here, occasion.draft
        anchor = anchor_of(here.tree, draft.head, self.options.anchors)
        if anchor in here.realized:
            return here.realized[anchor].familiarity
        later = here.drafts.get(anchor)
        if later is None or later.head <= draft.head:
            return None
        was_heard = occasion.was_heard
        return self.of(here, later, is_known=was_heard(later), was_heard=was_heard)

    def is_part(self, draft: Draft) -> bool:  # noqa: ARG002
        """Whether something can be inferred: the paper gives no way, so nothing is."""
        return False


@dataclass(eq=False)
class Inferring(Statuses):
    """Infers parts from wholes that were named in this or the previous utterance."""

    before: frozenset[str] = frozenset()
    now: frozenset[str] = frozenset()

    def begin(self, found: Sequence[Draft]) -> None:
        """Take the nouns of the next utterance."""
        self.before, self.now = self.now, frozenset(draft.lemma for draft in found)

    def is_part(self, draft: Draft) -> bool:
        """Whether the lexicon has it as a part of something just named."""
        return any(is_part_of(draft.lemma, whole) for whole in sorted(self.before | self.now))


def co_referring(occasion: Occasion) -> Familiarity | None:
    """Rules 1 to 5: pronominal and nominal anaphora, repeated names, relatives, appositives."""
    if occasion.is_known or occasion.draft.kind in EVOKING:
        return EVOKED
    return None


def proper_name(occasion: Occasion) -> Familiarity | None:
    """Rule 6: names and titles are unused, but brand-new if an elaboration follows.

    Dates are never unused (docs/specification/s-list.md A.7 no. 9).
    """
    if occasion.draft.kind is not Kind.NAME or occasion.is_time:
        return None
    return Familiarity.BRAND_NEW if occasion.is_elaborated else UNUSED


def inferrable(occasion: Occasion) -> Familiarity | None:
    """Rule 7: a part, attribute or role of something just realized."""
    if occasion.draft.kind is Kind.DEFINITE and occasion.is_part:
        return Familiarity.INFERRABLE
    return None


def containing_inferrable(occasion: Occasion) -> Familiarity | None:
    """Rule 8: "one of the drivers"."""
    if is_partitive(occasion.here.tree, occasion.draft.head) and occasion.has_old_anchor:
        return Familiarity.CONTAINING_INFERRABLE
    return None


def anchored(occasion: Occasion) -> Familiarity | None:
    """Rule 9: the anchor must be evoked or unused."""
    return Familiarity.ANCHORED_BRAND_NEW if occasion.has_old_anchor else None


RULES: tuple[Callable[[Occasion], Familiarity | None], ...] = (
    co_referring,
    proper_name,
    inferrable,
    containing_inferrable,
    anchored,
)


# What the rules are read from ---------------------------------------------------------------


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
