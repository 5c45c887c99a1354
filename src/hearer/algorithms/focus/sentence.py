"""What focus models ask about a sentence: agents, themes and clauses.

FocusSentence    grammatical functions as roles (Gruber's, as Azzam et al. 1998 use them)
ThematicRole     theme, goal, other, agent: the order in which foci are expected
is_animate       whether something can act
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from hearer.model import ROOT, Gender, ReferringExpression, Sort
from hearer.model.binding import place_of
from hearer.model.tree import NO_TREE, Tree, base

NEUTER = frozenset({Gender.NEUTER})
LIVING = frozenset({Sort.PERSON, Sort.ANIMAL})
# Organizations act: Azzam's actor focus is "State Police".
ACTING = LIVING | {Sort.ORGANIZATION}
TRANSITIVE = ("obj", "iobj", "ccomp", "xcomp")
PREDICATIVE = frozenset({"ADJ", "NOUN", "PROPN", "PRON", "NUM"})


class ThematicRole(IntEnum):
    """Thematic roles in the order in which a focus is expected (Sidner 1979)."""

    THEME = 0
    GOAL = 1
    OTHER = 2
    AGENT = 3


def is_animate(expression: ReferringExpression) -> bool:
    """Whether an expression may name someone who acts; of the unknown it is assumed.

    "It" is no agent (Azzam et al. 1998), though organizations are neuter and act.
    """
    is_it = expression.is_pronoun and expression.agreement.gender == NEUTER
    may_act = not expression.sorts.isdisjoint(LIVING) or expression.sorts <= ACTING
    return may_act and not is_it


class FocusSentence:
    """The tree of a sentence, and what follows from it for the expressions in it."""

    MADE_FROM: ClassVar[tuple[str, ...]] = ("tree",)
    tree: Tree

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.main = next(iter(tree.roots), ROOT)
        self._spoken = [n for n in tree.words if tree.upos[n] != "PUNCT"]

    # Roles ------------------------------------------------------------------------------------

    def role(self, expression: ReferringExpression) -> ThematicRole:
        """The theme is the object, or the subject of what is passive, copular or intransitive."""
        relation = self._relation(expression)
        if relation == "iobj":
            return ThematicRole.GOAL
        if relation == "obj" or self._is_theme_subject(expression):
            return ThematicRole.THEME
        return ThematicRole.AGENT if self.is_subject(expression) else ThematicRole.OTHER

    def is_subject(self, expression: ReferringExpression) -> bool:
        return base(self._relation(expression)) == "nsubj"

    def is_agent(self, expression: ReferringExpression) -> bool:
        """The animate subject of an active verb that does more than link."""
        return (
            self._relation(expression) in {"nsubj", "nsubj:xsubj"}
            and is_animate(expression)
            and not self._links(self.governor(expression))
        )

    def is_main(self, expression: ReferringExpression) -> bool:
        return self.governor(expression) == self.main

    def _is_theme_subject(self, expression: ReferringExpression) -> bool:
        if not self.is_subject(expression):
            return False
        predicate = self.governor(expression)
        is_intransitive = not self.tree.has(predicate, *TRANSITIVE)
        is_passive = self._relation(expression) == "nsubj:pass"
        return is_passive or self._links(predicate) or is_intransitive

    def _links(self, predicate: int) -> bool:
        """*Is* good, *tasted* good, there *is*: no one acts."""
        if self.tree.has(predicate, "cop", "expl"):
            return True
        complements = self.tree.exactly(predicate, "xcomp")
        is_predicative = any(self.tree.upos[c] in PREDICATIVE for c in complements)
        return is_predicative and not self.tree.has(predicate, "obj")

    # Clauses ----------------------------------------------------------------------------------

    def is_embedded_subject(self, expression: ReferringExpression) -> bool:
        """The subject of what is thought or said: Carl thinks *he* is studying."""
        clause = self.governor(expression)
        return self.is_subject(expression) and self.tree.bases[clause] == "ccomp"

    def is_introductory(self, expression: ReferringExpression) -> bool:
        """Whether an expression stands in a clause or a phrase in front of the main predicate.

        If *he* comes, …; near *him*, …; in *her* room Mary saw a ghost.
        """
        clause = expression.clause
        if clause < self.main and self.tree.bases[clause] == "advcl":
            return True
        path = (n for n in self.tree.path(expression.head) if self.tree.heads[n] == self.main)
        fronted, subject = next(path, ROOT), self.tree.child(self.main, "nsubj")
        return self.tree.bases[fronted] == "obl" and fronted < min(subject, self.main)

    def because(self, expression: ReferringExpression) -> int:
        """The predicate of SX if `expression` is the subject of SY in "SX because SY", or 0."""
        tree, clause = self.tree, self.governor(expression)
        if not self.is_subject(expression) or tree.bases[clause] != "advcl":
            return 0
        governor = tree.heads[clause]
        is_because = any(tree.lemmas[c] == "because" for c in tree.exactly(clause, "mark"))
        return governor if is_because and governor < clause else 0

    def is_initial(self, expression: ReferringExpression) -> bool:
        return self._spoken[:1] == [expression.first or expression.head]

    def is_final(self, expression: ReferringExpression) -> bool:
        return self._spoken[-1:] == [expression.last or expression.head]

    # The tree ---------------------------------------------------------------------------------

    def governor(self, expression: ReferringExpression) -> int:
        """The word an expression depends on; a conjunct depends on what its first one does."""
        return place_of(self.tree, expression).governor

    def governors(self, expression: ReferringExpression) -> list[int]:
        """The words above an expression, the nearest first and the main predicate last.

        It is possible to *find* a villa: the main predicate is what the expletive stands for.
        """
        path = [*self.tree.path(self.governor(expression))]
        bases, heads = self.tree.bases, self.tree.heads
        ends = (n for n, over in enumerate(path) if bases[over] == "csubj")
        last = next((n for n in ends if self.tree.has(heads[path[n]], "expl")), len(path))
        return path[: last + 1]

    def _relation(self, expression: ReferringExpression) -> str:
        return place_of(self.tree, expression).relation


SILENT = FocusSentence(NO_TREE)
