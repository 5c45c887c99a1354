"""Binding on UD trees: who may be whom within a sentence (Principles A, B and C).

TreePlace, place_of    where an expression stands in the tree
excludes               whether coindexing a pronoun with a place violates Principle A or B
binds                  whether a place binds a reflexive or reciprocal
clash                  what excludes a place, in words
BindingTheory          these two questions, as a paper answers them:
    LAPPIN_LEASS           the theory of the antecedent test: excludes and binds as above

The theory is that of Lappin & Leass (1994), Principle A as Lappin & McCord (1990) state it
(docs/specification/analysis.md 0.3), C in principle_c. Others' theories: others_binding.py.

Shalom Lappin, Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution. CL 20(4).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from hearer.model.control import shares_subject, understood_subject
from hearer.model.expression import ReferringExpression
from hearer.model.grammar import UNSAID, Kind
from hearer.model.principle_c import comes_below
from hearer.model.tree import DEEPEST, SUBJECTS, Tree, base

ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
# Reflexives look for a binder in a higher slot.
SLOTS = {"nsubj": 0, "obl:agent": 1, "obj": 2, "iobj": 3, "obl": 4}
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})
ISLANDS = frozenset({"acl:relcl", "conj", "appos"})  # to i-within-i


class TreePlace(NamedTuple):
    """Where an expression stands: its head word, and the predicate or noun that governs it."""

    head: int  # 0 for an ellipsis or a zero pronoun: it has no word
    governor: int
    relation: str
    kind: Kind

    @property
    def is_argument(self) -> bool:
        return base(self.relation) in ARGUMENTS

    @property
    def slot(self) -> int:
        return SLOTS.get(self.relation, SLOTS.get(base(self.relation), 5))


def place_of(tree: Tree, expression: ReferringExpression) -> TreePlace:
    """The place of an expression; a conjunct stands where its coordination stands.

    Where there is no tree, the clause is taken for the predicate.
    """
    head, kind = expression.head, expression.kind
    if kind in UNSAID:
        return TreePlace(0, head, expression.relation, kind)
    if head >= len(tree.heads):
        return TreePlace(head, expression.clause, expression.relation, kind)
    over = tree.first_conjunct(head) if tree.bases[head] == "conj" else head
    return TreePlace(head, tree.heads[over], tree.relations[over], kind)


# The theory -----------------------------------------------------------------------------------


def excludes(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """Whether coindexing `pronoun` with what stands at `place` violates Principle A or B.

    >>> from hearer.model import Utterance
    >>> races = Tree(Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2"))
    >>> lyn, her = TreePlace(1, 2, "nsubj", Kind.NAME), TreePlace(3, 2, "obj", Kind.PRONOUN)
    >>> excludes(races, her, lyn)
    True
    """
    if pronoun.kind in BOUND:
        return not binds(tree, place, pronoun)
    return (
        is_argument_beside(tree, place, pronoun)
        or is_possessor_beside(place, pronoun)
        or _contains(tree, place, pronoun)
    )


def binds(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """Principle A: *John* saw *himself*; *John's* picture, or a picture, of *himself*."""
    _, governor, relation, _ = reflexive = as_bound(tree, reflexive)
    while governor and base(relation) in {"nmod", "acl", "conj"}:
        if tree.possessor(governor) != 0:  # a possessor closes the domain
            return place.governor == governor and place.relation == "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if place.is_argument and place.governor == governor:
        return place.slot < reflexive.slot or place.relation in SUBJECTS
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and shares_subject(tree, governor, place.governor)
    return place.head != 0 and understood_subject(tree, governor) == place.head


def as_bound(tree: Tree, reflexive: TreePlace) -> TreePlace:
    """A reflexive; a possessor stands where its noun stands: they like *each other's* portraits."""
    if reflexive.relation != "nmod:poss" or not 0 < (noun := reflexive.governor) <= len(tree):
        return reflexive
    return TreePlace(noun, tree.heads[noun], tree.relations[noun], reflexive.kind)


def is_argument_beside(
    tree: Tree,
    place: TreePlace,
    pronoun: TreePlace,
    subject: Callable[[Tree, int], int] = understood_subject,
) -> bool:
    """Principle B: *she* likes, or sat near, *her*; *John* seems to want to see *him*."""
    if not pronoun.is_argument:
        return False
    if place.is_argument and place.governor == pronoun.governor:
        return True
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and shares_subject(tree, pronoun.governor, place.governor)
    return place.head != 0 and subject(tree, pronoun.governor) == place.head


def is_possessor_beside(place: TreePlace, pronoun: TreePlace) -> bool:
    """Principle B inside a noun phrase: *John's* portrait of *him*."""
    if place.relation != "nmod:poss" or place.governor != pronoun.governor:
        return False
    return base(pronoun.relation) == "nmod" and pronoun.relation != "nmod:poss"


def _contains(tree: Tree, place: TreePlace, pronoun: TreePlace) -> bool:
    """i-within-i: a friend of *his* is not *him*; but a cap with a hole in *it* may be."""
    if not place.head or place.kind is Kind.RELATIVE:
        return False
    for over in islice(tree.path(pronoun.head), DEEPEST + 1):
        if over == place.head:
            return True
        if tree.relations[over] in ISLANDS or (over != pronoun.head and _is_adjunct(tree, over)):
            return False
    return False


def _is_adjunct(tree: Tree, n: int) -> bool:
    """Whether `n` stands beside its noun, not under it: a driver *in* his truck, but none *of* it.

    Hobbs (1978) has the same with N-bar. A clause without subject is one: a boy *seeking* his dog.
    """
    if tree.relations[n] == "nmod":
        return tree.preposition(n) not in {"", "of"}
    return tree.bases[n] == "acl" and not tree.has(n, "nsubj", "csubj")


# In words -------------------------------------------------------------------------------------

ROLES = {
    "nsubj": "subject", "csubj": "subject", "obj": "object", "iobj": "indirect object",
    "obl": "oblique", "obl:agent": "agent", "nmod:poss": "possessor",
}  # fmt: skip


def clash(tree: Tree, pronoun: ReferringExpression, place: TreePlace | None) -> str:
    """What excludes `place`, if the entity has one in the utterance, to follow its name.

    >>> from hearer.model import Utterance
    >>> races = Tree(Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2"))
    >>> her = ReferringExpression("her", 1, 3, is_pronoun=True, relation="obj")
    >>> clash(races, her, TreePlace(1, 2, "nsubj", Kind.NAME))
    'is the subject of the same verb (“races”)'
    """
    if pronoun.kind in BOUND:
        return f"does not bind “{pronoun.text}” in its clause"
    if place is None or pronoun.head > len(tree):
        return f"stands in the binding domain of “{pronoun.text}”"
    governor, role = tree.heads[tree.first_conjunct(pronoun.head)], role_at(tree, place)
    if role and place.governor == governor:
        return f"is the {role} of {the_same(tree, governor)}"
    if (place.head or place.governor) in tree.ancestors(pronoun.head):
        return f"contains “{pronoun.text}”"
    if comes_below(tree, place_of(tree, pronoun), place):
        return f"is named in the domain of “{pronoun.text}”"
    return f"is the understood subject of “{tree.forms[governor]}”"


def the_same(tree: Tree, n: int) -> str:
    """A predicate that two words share: the same verb (“races”)."""
    kind = "verb" if tree.upos[n] in {"VERB", "AUX"} else "predicate"
    return f"the same {kind} (“{tree.forms[n]}”)"


def role_at(tree: Tree, place: TreePlace) -> str:
    """The function of what stands at a place; a conjunct alone has none."""
    if place.kind is Kind.ELLIPSIS:
        return "elliptical subject"
    if place.kind is Kind.ZERO:
        return f"unspoken {ROLES.get(base(place.relation), 'argument')}"
    relation = tree.relations[place.head]
    return ROLES.get(relation) or ROLES.get(base(relation), "")


# As a value -----------------------------------------------------------------------------------

Question = Callable[[Tree, TreePlace, TreePlace], bool]


class BindingTheory(NamedTuple):
    """How a paper answers the two questions, of (pronoun, place) and (place, reflexive)."""

    excludes: Question
    binds: Question
    clash: Callable[[Tree, ReferringExpression, TreePlace | None], str] = clash


def _excludes_what_follows(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The same, and Principle C."""
    return excludes(tree, pronoun, place) or (
        pronoun.kind not in BOUND and comes_below(tree, pronoun, place)
    )


LAPPIN_LEASS = BindingTheory(_excludes_what_follows, binds)
