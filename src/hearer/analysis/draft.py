"""A draft is all that the parse says about a referring expression, before its entity is known."""

from __future__ import annotations

from dataclasses import dataclass

from hearer.model.expression import ANY_SORT, Agreement, Kind, Person, Sorts, Value
from hearer.model.tree import Tree

NameWords = tuple[str, ...]
Marks = tuple[bool, ...]  # by word; index 0 is the root
BESIDE = frozenset({Kind.APPOSITIVE, Kind.ELLIPSIS, Kind.RELATIVE})
TO_RESOLVE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.ZERO})
MAY_SPEAK = frozenset({Kind.SPEAKER, Kind.ZERO})
SET, THIRD = Kind.SET, Person.THIRD


@dataclass(slots=True, eq=False)  # a key by identity
class Draft(Value):
    """A referring expression as read off a tree."""

    kind: Kind
    text: str
    head: int
    position: float
    first: int
    last: int
    heard_at: int
    agreement: Agreement
    sorts: Sorts
    relation: str
    evokes: int = 0  # the head of the expression whose entity this one realizes again
    name: NameWords = ()
    lemma: str = ""
    nouns: tuple[str, ...] = ()  # common nouns beside a name: the *teacher* Hugo Stern
    members: tuple[int, ...] = ()  # the heads of the members of a set
    points: bool = False  # a demonstrative that is to be resolved
    called: str = ""  # the name of its entity, where that is known better than by its text

    @property
    def is_pronoun(self) -> bool:
        return self.points or (self.kind in TO_RESOLVE and self.agreement.person is THIRD)

    @property
    def speaks(self) -> bool:
        """True for I, you and we, also where they are a zero pronoun."""
        return self.kind in MAY_SPEAK and self.agreement.person is not THIRD

    @property
    def is_predicate(self) -> bool:
        """True if it says what its subject is: This is *a joke*."""
        return self.evokes != 0 and self.kind not in BESIDE and not self.members


def short(tree: Tree, n: int, kind: Kind, agrees: Agreement) -> Draft:
    """Return the draft of a single word."""
    form = tree.forms[n]
    text = form if form == "I" else form.lower()
    return Draft(kind, text, n, n, n, n, n, agrees, ANY_SORT, tree.relations[n])


def in_order(drafts: list[Draft]) -> list[Draft]:
    """Return drafts in the order they are heard: a set after its last member."""
    return sorted(drafts, key=lambda each: (each.heard_at, each.kind is SET, each.position))
