"""Centering (Grosz, Joshi & Weinstein 1995): Cf, Cb, transitions and Rule 1.

The last part is centering as the GUM corpus annotates it (Zeldes 2017, LREV 51(3)), after Poesio
et al. (2004): its Cb is the highest entity of the current sentence that the previous one realizes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple, TypeVar

from hearer.algorithms.base import Rank, once
from hearer.model import Element, Elements, Kind, ReferringExpression, Tree, base
from hearer.model.lexicon import data, words

__all__ = ["Centers", "cb_constraint_3", "is_cheap", "transition", "violates_rule_1"]

Name = TypeVar("Name", bound=str)  # of an entity
Ranking = Callable[[Element], Rank]


class Centers(NamedTuple):
    """The forward-looking centers of an utterance, best first, and its backward-looking center."""

    cf: tuple[str, ...] = ()
    cb: str | None = None

    @property
    def cp(self) -> str | None:
        """The preferred center: the first of Cf."""
        return self.cf[0] if self.cf else None

    def __str__(self) -> str:
        return f"Cb = {self.cb or 'none'}; Cf = [{', '.join(self.cf)}]"


def cf(realized: Iterable[Element], rank: Ranking) -> Elements:
    """Return the entities realized in an utterance, each once, at its best rank."""
    return tuple(once(sorted(realized, key=rank)))


def surface_rank(element: Element) -> Rank:
    """Rank by text order; a set precedes its first member."""
    return element.position, element.expression.kind is not Kind.SET


def status_rank(element: Element) -> Rank:
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


ROLES = {relation: Role[role] for relation, role in data("roles")["centering"].items()}
NESTED, CLAUSAL, TOO, DEMONSTRATIVES, DETERMINERS = words(
    "centering", "nested clausal too demonstratives determiners"
)


def grammatical_rank(tree: Tree) -> Ranking:
    """Rank by role, but expressions of higher clauses before those of lower ones.

    The sources leave sentences with several subjects open. A noun phrase inside another has the
    role of its host, and both are in text order (Walker & Prince 1996).
    """

    def rank(element: Element) -> Rank:
        expression = element.expression
        depth = sum(tree.bases[over] in CLAUSAL for over in tree.path(expression.head))
        return depth, role_of(expression, tree), *surface_rank(element)

    return rank


def role_of(expression: ReferringExpression, tree: Tree) -> Role:
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

    GUM's Cb is the highest element of Cf(Ui) that was realized in Ui-1: with these two exchanged.

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


# GUM ----------------------------------------------------------------------------------------------

STATUSES, FUNCTIONS = data("gum").values()


class GumMention(NamedTuple):
    """A mention of an entity, with the tag and the relation of its head; words count from 1."""

    entity: str
    infstat: str
    first: int
    last: int
    head_xpos: str
    relation: str
    first_form: str
    is_person: bool

    @property
    def is_pronoun(self) -> bool:
        may_point = self.first == self.last and self.first_form.lower() in DEMONSTRATIVES
        return may_point or self.head_xpos.startswith("P")


def gum_rank(mention: GumMention) -> tuple[int, ...]:
    """Rank by status, pronouns, function, form, persons, then text order; longer spans first."""
    tag, form = mention.head_xpos, 4
    if tag.startswith("N"):
        is_determined = mention.first_form.lower() in DETERMINERS
        form = 1 if is_determined else 2 if "P" in tag else 3
    return (
        int(STATUSES.get(mention.infstat, 1)),
        not mention.is_pronoun,
        int(FUNCTIONS.get(base(mention.relation), 2)),
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
