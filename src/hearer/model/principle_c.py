"""Principle C: who is named in the domain of a pronoun is somebody else.

    comes_below    whether a place further right stands in the domain of a pronoun

Conditions 4 and 6 of Lappin & Leass (1994), p. 538: *He* believes that *the man* is amusing; *his*
portrait of *John*. They matter to whoever looks to the right of a pronoun, or hears a sentence out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearer.model.grammar import Kind
from hearer.model.tree import SUBJECTS, Tree

if TYPE_CHECKING:
    from hearer.model.binding import TreePlace

# In these, what comes later stands in the domain of the subject; adjuncts may stand outside it.
DOMAIN = frozenset({"obj", "iobj", "obl", "nmod", "ccomp", "xcomp", "nsubj", "compound", "flat"})
ABOVE = SUBJECTS | {"obj", "iobj", "nmod:poss"}  # what has a domain
NAMELESS = frozenset({
    Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.RELATIVE, Kind.ELLIPSIS,
    Kind.DEMONSTRATIVE, Kind.SPEAKER, Kind.ZERO,
})  # fmt: skip


def comes_below(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* called *John*; *she* told *Mary's* brother; *his* portrait of *John*."""
    if pronoun.relation not in ABOVE or place.kind in NAMELESS or place.head <= pronoun.head:
        return False
    for over in tree.path(place.head) if place.head <= len(tree) else ():
        if over == pronoun.governor:
            return True
        if tree.bases[over] not in DOMAIN:
            return False
    return False
