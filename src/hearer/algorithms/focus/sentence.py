"""What focus models ask about a sentence: agents, themes, clauses, and who cannot be whom.

Sentence      grammatical functions as roles (Gruber's, as Azzam et al. 1998 use them)
Role          theme, goal, other, agent: the order in which foci are expected
is_animate    whether something can act
"""

from __future__ import annotations

from enum import IntEnum

from hearer.model import ROOT, Gender, Kind, ReferringExpression, Sort, Utterance

NEUTER = frozenset({Gender.NEUTER})
LIVING = frozenset({Sort.PERSON, Sort.ANIMAL})
# Organizations act: Azzam's actor focus is "State Police".
ACTING = LIVING | {Sort.ORGANIZATION}
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod"})
PREDICATIVE = frozenset({"ADJ", "NOUN", "PROPN", "PRON", "NUM"})


class Role(IntEnum):
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


def base(relation: str) -> str:
    """A UD relation without its subtype."""
    return relation.partition(":")[0]


class Sentence:
    """The parse of a sentence, and what follows from it for the expressions in it."""

    def __init__(self, utterance: Utterance) -> None:
        self.utterance = utterance
        self.begins_paragraph = utterance.begins_paragraph
        self._heads = (ROOT, *utterance.heads)
        self._relations = ("", *utterance.relations)
        self._children: dict[int, list[int]] = {}
        for n, head in enumerate(utterance.heads, start=1):
            self._children.setdefault(head, []).append(n)
        self.main = next(iter(self._children.get(ROOT, ())), 0)
        self._governed: dict[tuple[float, Kind], frozenset[int]] = {}

    # Roles ------------------------------------------------------------------------------------

    def role(self, expression: ReferringExpression) -> Role:
        """The theme is the object, or the subject of what is passive, copular or intransitive."""
        relation = self._relation(expression)
        if relation == "iobj":
            return Role.GOAL
        if relation == "obj" or self._is_theme_subject(expression):
            return Role.THEME
        return Role.AGENT if base(relation) == "nsubj" else Role.OTHER

    def is_subject(self, expression: ReferringExpression) -> bool:
        return base(self._relation(expression)) == "nsubj"

    def is_agent(self, expression: ReferringExpression) -> bool:
        """The animate subject of an active verb that does more than link."""
        predicate = self.governor(expression)
        return (
            self._relation(expression) in {"nsubj", "nsubj:xsubj"}
            and is_animate(expression)
            and not self._links(predicate)
        )

    def is_main(self, expression: ReferringExpression) -> bool:
        """Whether an expression depends on the main predicate."""
        return self.governor(expression) == self.main

    def _is_theme_subject(self, expression: ReferringExpression) -> bool:
        relation, predicate = self._relation(expression), self.governor(expression)
        if base(relation) != "nsubj":
            return False
        is_intransitive = not self._has(predicate, "obj", "iobj", "ccomp", "xcomp")
        return relation == "nsubj:pass" or self._links(predicate) or is_intransitive

    def _links(self, predicate: int) -> bool:
        """*Is* good, *tasted* good, there *is*: no one acts."""
        if self._has(predicate, "cop", "expl"):
            return True
        complements = (c for c in self._below(predicate) if self._relations[c] == "xcomp")
        is_predicative = any(self._upos(c) in PREDICATIVE for c in complements)
        return is_predicative and not self._has(predicate, "obj")

    # Clauses ----------------------------------------------------------------------------------

    def is_embedded_subject(self, expression: ReferringExpression) -> bool:
        """The subject of what is thought or said: Carl thinks *he* is studying."""
        clause = self.governor(expression)
        return self.is_subject(expression) and base(self._of(clause)) == "ccomp"

    def is_introductory(self, expression: ReferringExpression) -> bool:
        """Whether an expression stands in a clause that comes before the main predicate."""
        return base(self._of(expression.clause)) == "advcl" and expression.clause < self.main

    def because(self, expression: ReferringExpression) -> int:
        """The predicate of SX if `expression` is the subject of SY in "SX because SY", or 0."""
        clause = self.governor(expression)
        if not self.is_subject(expression) or base(self._of(clause)) != "advcl":
            return 0
        marks = (c for c in self._below(clause) if self._relations[c] == "mark")
        governor = self._heads[clause]
        is_because = any(self.utterance.lemmas[c - 1].lower() == "because" for c in marks)
        return governor if is_because and governor < clause else 0

    def is_initial(self, expression: ReferringExpression) -> bool:
        return self._spoken() != () and self._spoken()[0] == (expression.first or expression.head)

    def is_final(self, expression: ReferringExpression) -> bool:
        """Whether an expression is the last phrase of the sentence."""
        return self._spoken() != () and self._spoken()[-1] == (expression.last or expression.head)

    # Who cannot be whom -----------------------------------------------------------------------

    def are_disjoint(self, one: ReferringExpression, other: ReferringExpression) -> bool:
        """*She* likes *her*; *she* wants to see *her*; *her* picture of *her*."""
        return not self.predicates(one).isdisjoint(self.predicates(other))

    def binds(self, binder: ReferringExpression, reflexive: ReferringExpression) -> bool:
        """*He* saw *himself*; *he* saw a picture of *himself*."""
        head = reflexive.head
        while base(self._of(head)) in {"nmod", "conj"}:
            head = self._heads[head]
        return binder.position < reflexive.position and self._heads[head] in self.predicates(binder)

    def predicates(self, expression: ReferringExpression) -> frozenset[int]:
        """What an expression is an argument of, also where it is only understood."""
        here = (expression.position, expression.kind)
        if here not in self._governed:
            self._governed[here] = self._found_predicates(expression)
        return self._governed[here]

    def _found_predicates(self, expression: ReferringExpression) -> frozenset[int]:
        relation = base(self._relation(expression))
        if relation not in ARGUMENTS or not self.governor(expression):
            return frozenset()
        found = [self.governor(expression)]
        for predicate in found:
            found += [
                below
                for below in self._below(predicate)
                if self._is_understood(relation, predicate, below)
            ]
        return frozenset(found)

    def _is_understood(self, relation: str, predicate: int, below: int) -> bool:
        """Whether the subject of `below` is understood from the argument of `predicate`."""
        if self._has(below, "nsubj"):
            return False
        if base(self._of(below)) == "conj":
            return relation == "nsubj"
        controls = "obj" if self._has(predicate, "obj", "iobj") else "nsubj"
        return self._of(below) == "xcomp" and relation.removeprefix("i") == controls

    # The tree ---------------------------------------------------------------------------------

    def governor(self, expression: ReferringExpression) -> int:
        """The word an expression depends on; a conjunct depends on what its first one does."""
        if expression.kind is Kind.ELLIPSIS:
            return expression.head
        top = self._top(expression.head)
        return self._heads[top] if top < len(self._heads) else 0

    def governors(self, expression: ReferringExpression) -> list[int]:
        """The words above an expression, the nearest first and the main predicate last."""
        above = [self.governor(expression)]
        while above[-1]:
            above.append(self._heads[above[-1]])
        return above[:-1]

    def _relation(self, expression: ReferringExpression) -> str:
        top = self._top(expression.head)
        is_listed = expression.kind is not Kind.ELLIPSIS and top < len(self._relations)
        return self._relations[top] if is_listed else expression.relation

    def _top(self, n: int) -> int:
        while base(self._of(n)) == "conj":
            n = self._heads[n]
        return n

    def _of(self, n: int) -> str:
        return self._relations[n] if n < len(self._relations) else ""

    def _upos(self, n: int) -> str:
        return self.utterance.upos[n - 1]

    def _below(self, n: int) -> list[int]:
        return self._children.get(n, []) if n else []

    def _has(self, n: int, *relations: str) -> bool:
        return any(base(self._relations[c]) in relations for c in self._below(n))

    def _spoken(self) -> tuple[int, ...]:
        """The first and last words that are no punctuation."""
        words = [n for n, upos in enumerate(self.utterance.upos, start=1) if upos != "PUNCT"]
        return (words[0], words[-1]) if words else ()


SILENT = Sentence(Utterance(0, (), (), (), (), (), (), (), ()))
