"""Centering (Grosz, Joshi & Weinstein 1995): Cf, Cb, transitions and Rule 1."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TypeVar

from hearer.algorithms.base import once
from hearer.model import NO_TREE, Element, Kind, ReferringExpression, Tree, base

__all__ = ["Centers", "cb_constraint_3", "is_cheap", "transition", "violates_rule_1"]

Name = TypeVar("Name", bound=str)  # of an entity
SortKey = tuple[float, ...]
Rank = Callable[[Element], SortKey]


@dataclass(frozen=True, slots=True)
class Centers:
    """The forward-looking centers of an utterance, best first, and its backward-looking center."""

    cf: tuple[str, ...] = ()
    cb: str | None = None

    @property
    def cp(self) -> str | None:
        """The preferred center: the first of Cf."""
        return self.cf[0] if self.cf else None

    def __str__(self) -> str:
        return f"Cb = {self.cb or 'none'}; Cf = [{', '.join(self.cf)}]"


def cf(realized: Iterable[Element], rank: Rank) -> tuple[Element, ...]:
    """Return the entities realized in an utterance, each once, at its best rank."""
    return tuple(once(sorted(realized, key=rank)))


def surface_rank(element: Element) -> SortKey:
    """Rank by text order; a set precedes its first member."""
    return element.position, element.expression.kind is not Kind.SET


def status_rank(element: Element) -> SortKey:
    """Rank by information status, then text order: the Cf of Strube & Hahn (1999)."""
    return element.status, *surface_rank(element)


class Role(IntEnum):
    """Grammatical functions in the order of BFP: HPSG's obliqueness (Pollard & Sag 1987).

    Susan gave Betsy a hamster: Betsy, whom a passive promotes, is OBJECT, the hamster OBJECT2.
    """

    SUBJECT = 0
    OBJECT = 1
    OBJECT2 = 2  # UD's object beside an indirect one
    OTHER = 3  # other subcategorized functions
    ADJUNCT = 4


# UD does not tell complements from adjuncts among its obliques; what it marks as a time or a
# measure is an adjunct, everything else is taken for a complement.
RELATIONS = {
    Role.SUBJECT: "nsubj csubj expl",
    Role.OBJECT: "obj iobj",
    Role.ADJUNCT: "obl:tmod obl:unmarked obl:npmod vocative dislocated",
}
ROLES = {relation: role for role, all_ in RELATIONS.items() for relation in all_.split()}
NESTED = frozenset("nmod appos compound conj flat det nummod amod list".split())
CLAUSAL = frozenset("ccomp xcomp advcl acl csubj".split())


def grammatical_rank(tree: Tree = NO_TREE) -> Rank:
    """Rank by role, but expressions of higher clauses before those of lower ones.

    The sources leave sentences with several subjects open. A noun phrase inside another has the
    role of its host, and both are in text order (Walker & Prince 1996).
    """

    def rank(element: Element) -> SortKey:
        expression = element.expression
        depth = sum(tree.bases[over] in CLAUSAL for over in tree.path(expression.head))
        return depth, role_of(expression, tree), *surface_rank(element)

    return rank


def role_of(expression: ReferringExpression, tree: Tree = NO_TREE) -> Role:
    """Return the grammatical function of an expression, or of the phrase around it.

    >>> from hearer.model import Utterance
    >>> car = Tree(Utterance.of("Her/PRON/nmod:poss/2 car/NOUN/nsubj/3 broke/VERB/root/0"))
    >>> role_of(ReferringExpression("her", 1, 1, relation="nmod:poss"), car).name
    'SUBJECT'
    """
    relation = expression.relation
    if expression.is_spoken:
        for over in tree.path(expression.head):
            relation = tree.relations[over]
            if base(relation) not in NESTED:
                if base(relation) == "obj" and tree.has(tree.heads[over], "iobj"):
                    return Role.OBJECT2
                break
    return ROLES.get(relation, ROLES.get(base(relation), Role.OTHER))


def cb_constraint_3(before: Sequence[Name], realized: Collection[str]) -> Name | None:
    """Return the Cb by Constraint 3: the highest element of Cf(Ui-1) that is realized in Ui.

    >>> cb_constraint_3(["FRIEDMAN", "BRENNAN"], ["BRENNAN", "LAGUNA SECA"])
    'BRENNAN'
    """
    return next((entity for entity in before if entity in realized), None)


class Transition(StrEnum):
    """Transitions in the order of Rule 2; NO_CB, an utterance without a Cb, is last."""

    CONTINUE = "CONTINUE"
    RETAIN = "RETAIN"
    SMOOTH_SHIFT = "SMOOTH-SHIFT"
    ROUGH_SHIFT = "ROUGH-SHIFT"
    NO_CB = "NO-CB"

    @property
    def order(self) -> int:
        return tuple(Transition).index(self)


# Table 1: is Cb(Ui) = Cb(Ui-1), or is there no Cb(Ui-1)? Is Cb(Ui) = Cp(Ui)?
TABLE_1 = {
    (True, True): Transition.CONTINUE,
    (True, False): Transition.RETAIN,
    (False, True): Transition.SMOOTH_SHIFT,
    (False, False): Transition.ROUGH_SHIFT,
}


def transition(before: Centers, now: Centers) -> Transition:
    """Return the transition of Table 1.

    >>> print(transition(Centers(("FRIEDMAN", "BRENNAN"), "BRENNAN"), Centers(("B",), "B")))
    SMOOTH-SHIFT
    """
    if now.cb is None:
        return Transition.NO_CB
    return TABLE_1[before.cb in {None, now.cb}, now.cb == now.cp]


def violates_rule_1(before: Sequence[str], now: Centers, pronouns: Collection[str]) -> bool:
    """Return False if Cb(Ui) is a pronoun in Ui whenever some element of Cf(Ui-1) is (Rule 1).

    `pronouns` are the entities that are realized as pronouns in Ui.
    """
    return any(entity in pronouns for entity in before) and now.cb not in pronouns


def is_cheap(before: Centers, now: Centers) -> bool:
    """Return True if Ui-1 predicted the Cb of Ui: Cb(Ui) = Cp(Ui-1) (Strube & Hahn 1999)."""
    return now.cb is not None and now.cb == before.cp


def revised_transition(before: Centers, now: Centers) -> str:
    """Return Strube & Hahn's transition: EXP-CONTINUE, EXP-SMOOTH-SHIFT if Cp has changed."""
    found = transition(before, now)
    keeps_cp = before.cp is None or before.cp == now.cp
    if keeps_cp or found not in {Transition.CONTINUE, Transition.SMOOTH_SHIFT}:
        return str(found)
    return f"EXP-{found}"
