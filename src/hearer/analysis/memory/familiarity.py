"""Prince's familiarity scale, as section 3.2 of the paper puts it to work.

Statuses     the status of an expression: the first rule (docs/specification/s-list.md A.3)
Inferring    the same, and knows what was named just now: an engine is inferred from a car
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hearer.analysis import universal
from hearer.analysis.constraints.agreement import is_plural
from hearer.analysis.expressions.draft import BESIDE, TO_RESOLVE, Draft
from hearer.analysis.expressions.exclusions import is_time
from hearer.analysis.expressions.partitives import of_phrase
from hearer.analysis.here import Here
from hearer.analysis.options import AnalysisOptions, Anchors, FirstDefinite
from hearer.lexicon import entries, table
from hearer.model import Familiarity, InformationStatus, Kind
from hearer.model.state import Part, given
from hearer.model.tree import Tree

FIRST_DEFINITE = {option: Familiarity(option.value) for option in FirstDefinite}
EVOKING = TO_RESOLVE | BESIDE | {Kind.SPEAKER, Kind.DEMONSTRATIVE}
OF_ONE_OF_MANY = ("nmod", "nummod", "acl", "advcl")
PARTS_OF_TITLES = frozenset({"dalai", "prime", "vice"})
WasHeard = Callable[[Draft], bool]  # whether what an expression realizes was heard before


@dataclass(eq=False)
class Statuses(Part):
    """Gives every expression its status."""

    options: AnalysisOptions = given()

    def begin(self, found: Sequence[Draft]) -> None:
        """Take the expressions of the next utterance."""

    def of(self, here: Here, draft: Draft, *, is_known: bool, was_heard: WasHeard) -> Familiarity:
        """The status of an expression: the first rule that fires, else brand-new."""
        if is_known or draft.kind in EVOKING:  # 1 to 5: anaphora, repeated names, relatives, ...
            return Familiarity.EVOKED
        if draft.kind is Kind.NAME and not _is_date(here.tree, draft.head):  # 6
            return _of_name(here.tree, draft.head)
        if draft.kind is Kind.DEFINITE and self.is_part(draft):  # 7
            return Familiarity.INFERRABLE
        if draft.kind is Kind.DEFINITE and is_title(here.tree, draft.head):
            return _of_name(here.tree, draft.head)  # 6, too
        anchor = self._of_anchor(here, draft, was_heard)
        if anchor is not None and anchor.status is InformationStatus.OLD:
            return _anchored(here.tree, draft.head)  # 8 and 9
        if draft.kind is Kind.DEFINITE:  # 10: the paper is silent
            return FIRST_DEFINITE[self.options.first_definite]
        return Familiarity.BRAND_NEW

    def _of_anchor(self, here: Here, draft: Draft, was_heard: WasHeard) -> Familiarity | None:
        """The status of what anchors an expression; if that comes later, the one it will have."""
        anchor = anchor_of(here.tree, draft.head, self.options.anchors)
        if anchor in here.realized:
            return here.realized[anchor].familiarity
        later = here.drafts.get(anchor)
        if later is None or later.head <= draft.head:
            return None
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
        self.before, self.now = self.now, frozenset(draft.lemma for draft in found)

    def is_part(self, draft: Draft) -> bool:
        return any(is_part_of(draft.lemma, whole) for whole in sorted(self.before | self.now))


def _of_name(tree: Tree, n: int) -> Familiarity:
    """Rule 6: names and titles are unused, but brand-new if an elaboration follows.

    Dates are never unused (docs/specification/s-list.md A.7 no. 9).
    """
    return Familiarity.BRAND_NEW if is_elaborated(tree, n) else Familiarity.UNUSED


def _is_date(tree: Tree, n: int) -> bool:
    return not tree.utterance.language and is_time(tree, n)


def _anchored(tree: Tree, n: int) -> Familiarity:
    """Rules 8 and 9, where the anchor is evoked or unused: "one of the drivers"; his condition."""
    if not tree.utterance.language and is_partitive(tree, n):
        return Familiarity.CONTAINING_INFERRABLE
    return Familiarity.ANCHORED_BRAND_NEW


# What the rules are read from ---------------------------------------------------------------


def is_title(tree: Tree, n: int) -> bool:
    """Whether a definite is a title that one bears at a time: *the president*, *the French king*.

    Whose it is or what he is like would tell one of many: *the king of Spain*, *the old king*.
    """
    if tree.lemmas[tree.child(n, "det")] != "the" or tree.has(n, *OF_ONE_OF_MANY):
        return False
    modifiers = list(tree.exactly(n, "amod", "compound"))
    if is_plural(tree, n) or not all(m < n and _is_part(tree, m) for m in modifiers):
        return False
    words = (*(m for m in modifiers if tree.forms[m].islower()), n)
    called = " ".join(tree.lemmas[word] for word in words)
    return called in entries("unique_roles") or (
        tree.forms[n].istitle() and called in entries("titles")
    )


def _is_part(tree: Tree, n: int) -> bool:
    """*Prime* minister, the *French* president; but the *old* king."""
    return not tree.forms[n].islower() or tree.lemmas[n] in PARTS_OF_TITLES


def anchor_of(tree: Tree, n: int, anchors: Anchors) -> int:
    """The word that anchors the noun phrase headed by `n`, or 0: a possessor, an of-phrase."""
    if tree.utterance.language:
        return universal.anchor_of(tree, n)
    possessor = tree.possessor(n)
    if possessor or anchors is Anchors.POSSESSIVE:
        return possessor
    if "nmod" not in tree.firsts[n]:
        return 0
    if anchors is not Anchors.ANY:
        return of_phrase(tree, n)
    return next((child for child in tree.exactly(n, "nmod") if tree.preposition(child)), 0)


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
