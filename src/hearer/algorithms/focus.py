"""What the focus models share: thematic roles, registers, and decisions at the end of a sentence.

Sidner (1981), Suri and McCoy (1994) and Hajičová et al. (1992) interpret pronouns when the whole
sentence is parsed. Two pronouns of one sentence are therefore undecided at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from hearer.algorithms.base import History, Interpreted, look_up
from hearer.binding import BOUND, place_of
from hearer.model import ROOT, Note, Resolution, base
from hearer.model.expression import NEUTER, Element, Familiarity, Kind, ReferringExpression, Sort
from hearer.model.lexicon import words

LIVING = frozenset({Sort.PERSON, Sort.ANIMAL})
# Organizations act: Azzam's actor focus is "State Police".
ACTING = LIVING | {Sort.ORGANIZATION}
TRANSITIVE, PREDICATIVE = words("focus", "transitive predicative")
REPEATING = frozenset({Kind.RELATIVE, Kind.APPOSITIVE})


class ThematicRole(IntEnum):
    """Thematic roles in the order in which a focus is expected (Sidner 1979)."""

    THEME = 0
    GOAL = 1
    OTHER = 2
    AGENT = 3


def is_animate(expression: ReferringExpression) -> bool:
    """Return True if an expression may denote an agent, or nothing is known about it.

    "It" is no agent (Azzam et al. 1998), though organizations are neuter and act.
    """
    is_it = expression.is_pronoun and expression.agreement.gender == NEUTER
    may_act = not expression.sorts.isdisjoint(LIVING) or expression.sorts <= ACTING
    return may_act and not is_it


class Proposal(NamedTuple):
    """An element to test, and the rule or register that proposes it."""

    rule: str
    element: Element
    states_back: int = 0


class Decided(NamedTuple):
    """The resolution of a pronoun, and the rule that proposed the antecedent."""

    resolution: Resolution
    rule: str


def interpreted(decided: Sequence[Decided], *registers: Note) -> Interpreted:
    """Return the resolutions, and notes of their rules and of the registers."""
    notes = []
    for found, rule in decided:
        rivals = "".join(f", or {x.entity} (ambiguous)" for x in found.rivals)
        notes.append(Note("rule", f"{found.pronoun} → {found.entity or '–'}: {rule}{rivals}"))
    return Interpreted([one.resolution for one in decided], (*notes, *registers))


class FocusModel(History):
    """The base class of the three models: "end-of-sentence processing" (Sidner 1981)."""

    @property
    def main(self) -> int:
        """The head of the main clause."""
        return next(iter(self.tree.roots), ROOT)

    def role(self, expression: ReferringExpression) -> ThematicRole:
        """The theme is the object, or the subject of a passive, copular or intransitive verb."""
        _, predicate, relation, *_ = place_of(self.tree, expression)
        if relation == "iobj":
            return ThematicRole.GOAL
        if relation != "obj" and base(relation) != "nsubj":
            return ThematicRole.OTHER
        is_theme = (
            relation in {"obj", "nsubj:pass"}
            or self._links(predicate)
            or not self.tree.has(predicate, *TRANSITIVE)
        )
        return ThematicRole.THEME if is_theme else ThematicRole.AGENT

    def is_subject(self, expression: ReferringExpression) -> bool:
        return base(place_of(self.tree, expression).relation) == "nsubj"

    def is_agent(self, expression: ReferringExpression) -> bool:
        """Return True for the animate subject of an active verb that is no copula."""
        _, predicate, relation, *_ = place_of(self.tree, expression)
        is_active = relation in {"nsubj", "nsubj:xsubj"}
        return is_active and is_animate(expression) and not self._links(predicate)

    def _links(self, predicate: int) -> bool:
        """Return True for a copula or an existential: *is* good, *tasted* good, there *is*."""
        if self.tree.has(predicate, "cop", "expl"):
            return True
        complements = self.tree.exactly(predicate, "xcomp")
        is_predicative = any(self.tree.upos[c] in PREDICATIVE for c in complements)
        return is_predicative and not self.tree.has(predicate, "obj")

    def governor(self, expression: ReferringExpression) -> int:
        """Return the governor of an expression; a conjunct has that of the first conjunct."""
        return place_of(self.tree, expression).governor

    def main_first(self, elements: Iterable[Element]) -> list[Element]:
        """Sort the elements of the main clause before the others."""
        return sorted(elements, key=lambda x: self.governor(x.expression) != self.main)

    def look_up(self, pronoun: ReferringExpression, proposals: Iterable[Proposal]) -> Decided:
        """Test the proposals in order, and the elements of the sentence itself.

        Reflexives look for their binder there first. The papers are silent on them, and on a
        pronoun for which all registers fail; we then test what precedes it in the sentence.
        """
        is_bound = pronoun.kind in BOUND
        said = self.named()
        if is_bound:
            said += self._pronouns()  # *they* may be unresolved
        here = [Proposal("this sentence", x) for x in said if x.position < pronoun.position]
        order = [*with_members([*here, *proposals] if is_bound else [*proposals, *here])]
        found = look_up(pronoun, ((x.states_back, x.element) for x in order), self.violated)
        rules = (x.rule for x in order if x.element.entity == found.entity)
        return self.decide(found, next(rules, "missing co-specifier"))

    def decide(self, resolution: Resolution, rule: str) -> Decided:
        """Record a resolution; the pronoun takes over the features of its antecedent."""
        pronoun, antecedent = resolution.pronoun, resolution.antecedent
        element = Element.of(pronoun)
        if antecedent is not None:
            known = antecedent.expression
            said = replace(
                pronoun,
                agreement=known.agreement.merged_with(pronoun.agreement),
                sorts=(known.sorts & pronoun.sorts) or known.sorts,
                members=known.members,
            )
            element = Element.of(said, antecedent.entity, Familiarity.EVOKED)
        self.together.decide(element)
        return Decided(resolution, rule)

    def named(self) -> list[Element]:
        """Return the entities that the sentence realizes without pronouns, in text order.

        Members of a set, relative pronouns and appositives are left out.
        """
        members = {member.entity for x in self.waiting for member in x.members}
        found = (
            Element.of(x)
            for x in self.waiting
            if x.entity is not None and x.kind not in REPEATING and x.entity not in members
        )
        return sorted(found, key=attrgetter("position"))

    def mentions(self) -> list[Element]:
        """Return the entities that the sentence realizes, as far as decided, in text order."""
        return sorted([*self.named(), *self._pronouns()], key=attrgetter("position"))

    def _pronouns(self) -> Iterator[Element]:
        return chain.from_iterable(self.together.decided.values())


def with_members(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """Yield the proposals; after a set its members, unless they are proposed themselves."""
    standing = {proposal.element.entity for proposal in proposals}
    for proposal in proposals:
        yield proposal
        for member in proposal.element.expression.members:
            if member.entity is not None and member.entity not in standing:
                yield proposal._replace(element=Element.of(member))
