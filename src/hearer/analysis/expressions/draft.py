"""Drafts: all the parse says about an expression, before anything is known of its entity.

Draft       a referring expression as it was read off a tree
short       that of a single word
in_order    drafts in the order they are heard
"""

from __future__ import annotations

from typing import NamedTuple

from hearer.model import ANY_SORT, Agreement, Kind, Person, Sort
from hearer.model.tree import Tree

UNSPOKEN = frozenset({Kind.SET, Kind.ELLIPSIS, Kind.ZERO})  # they have no word of their own
BESIDE = frozenset({Kind.APPOSITIVE, Kind.ELLIPSIS, Kind.RELATIVE})
TO_RESOLVE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.ZERO})


class Draft(NamedTuple):
    """All the parse says about a referring expression."""

    kind: Kind
    text: str
    head: int
    position: float
    first: int
    last: int
    heard_at: int
    agreement: Agreement
    sorts: frozenset[Sort]
    relation: str
    evokes: int = 0  # the head of the expression whose entity this one realizes again
    name: tuple[str, ...] = ()
    lemma: str = ""
    counts: int = 0  # the head of what it is a quantity of: a crowd of *tourists*
    nouns: tuple[str, ...] = ()  # common nouns beside a name: the *teacher* Hugo Stern
    members: tuple[int, ...] = ()  # the heads of the members of a set
    points: bool = False  # a demonstrative that is to be resolved
    called: str = ""  # what its entity is called, if somebody knows better than its text

    @property
    def is_pronoun(self) -> bool:
        return self.points or (self.kind in TO_RESOLVE and not self.speaks)

    @property
    def speaks(self) -> bool:
        """Whether it is I, you or we, said or not."""
        if self.kind is Kind.ZERO:
            return self.agreement.person is not Person.THIRD
        return self.kind is Kind.SPEAKER

    @property
    def is_predicate(self) -> bool:
        """Whether it says what its subject is: This is *a joke*."""
        return self.evokes != 0 and self.kind not in BESIDE and not self.members


def short(tree: Tree, n: int, kind: Kind, agrees: Agreement) -> Draft:
    """The draft of a single word."""
    form = tree.forms[n]
    text = form if form == "I" else form.lower()
    return Draft(
        kind=kind,
        text=text,
        head=n,
        position=n,
        first=n,
        last=n,
        heard_at=n,
        agreement=agrees,
        sorts=ANY_SORT,
        relation=tree.relations[n],
    )


def in_order(drafts: list[Draft]) -> list[Draft]:
    """Expressions in the order they are heard: a set after its last member."""
    return sorted(drafts, key=lambda each: (each.heard_at, each.kind is Kind.SET, each.position))
