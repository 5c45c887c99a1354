"""What the focus models share: a sentence is heard to its end, then its pronouns are decided.

Sidner (1981), Suri and McCoy (1994) and Hajičová et al. (1992) interpret pronouns only when the
whole sentence has been parsed. So two pronouns of one sentence are undecided together, and that
they are not the same (she likes her) has to be tested here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import ClassVar, NamedTuple

from hearer.algorithms.base import Needs, Strategy, look_up, once, verdict_beside
from hearer.binding import BOUND, place_of
from hearer.model import (
    ROOT,
    Element,
    Entity,
    Event,
    Familiarity,
    Gender,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Sort,
    Step,
    Verdict,
)
from hearer.model.tree import CARRIED, NO_TREE, Tree, base

NEUTER = frozenset({Gender.NEUTER})
LIVING = frozenset({Sort.PERSON, Sort.ANIMAL})
# Organizations act: Azzam's actor focus is "State Police".
ACTING = LIVING | {Sort.ORGANIZATION}
TRANSITIVE = ("obj", "iobj", "ccomp", "xcomp")
PREDICATIVE = frozenset({"ADJ", "NOUN", "PROPN", "PRON", "NUM"})
REPEATING = frozenset({Kind.RELATIVE, Kind.APPOSITIVE})
SHOWN = 5  # elements of a stack in a note


class ThematicRole(IntEnum):
    """Thematic roles in the order in which a focus is expected (Sidner 1979)."""

    THEME = 0
    GOAL = 1
    OTHER = 2
    AGENT = 3


class FocusSentence:
    """The tree of a sentence, and what follows from it for the expressions in it."""

    MADE_FROM: ClassVar[tuple[str, ...]] = ("tree",)
    tree: Tree

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.main = next(iter(tree.roots), ROOT)

    def role(self, expression: ReferringExpression) -> ThematicRole:
        """The theme is the object, or the subject of what is passive, copular or intransitive."""
        _, predicate, relation, _ = place_of(self.tree, expression)
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
        """The animate subject of an active verb that does more than link."""
        _, predicate, relation, _ = place_of(self.tree, expression)
        is_active = relation in {"nsubj", "nsubj:xsubj"}
        return is_active and is_animate(expression) and not self._links(predicate)

    def _links(self, predicate: int) -> bool:
        """*Is* good, *tasted* good, there *is*: no one acts."""
        if self.tree.has(predicate, "cop", "expl"):
            return True
        complements = self.tree.exactly(predicate, "xcomp")
        is_predicative = any(self.tree.upos[c] in PREDICATIVE for c in complements)
        return is_predicative and not self.tree.has(predicate, "obj")

    def governor(self, expression: ReferringExpression) -> int:
        """The word an expression depends on; a conjunct depends on what its first one does."""
        return place_of(self.tree, expression).governor

    def main_first(self, elements: Iterable[Element]) -> list[Element]:
        """The elements, those of the main clause first."""
        return sorted(elements, key=lambda x: self.governor(x.expression) != self.main)


def is_animate(expression: ReferringExpression) -> bool:
    """Whether an expression may name someone who acts; of the unknown it is assumed.

    "It" is no agent (Azzam et al. 1998), though organizations are neuter and act.
    """
    is_it = expression.is_pronoun and expression.agreement.gender == NEUTER
    may_act = not expression.sorts.isdisjoint(LIVING) or expression.sorts <= ACTING
    return may_act and not is_it


class Proposal(NamedTuple):
    """An element, and why it is tested: the rule or the register it comes from."""

    rule: str
    element: Element
    states_back: int = 0


class Decided(NamedTuple):
    """What was decided about a pronoun, and the rule that proposed the antecedent."""

    resolution: Resolution
    rule: str

    def note(self) -> Note:
        pronoun, entity = self.resolution.pronoun, self.resolution.entity
        rivals = "".join(f", or {x.entity} (ambiguous)" for x in self.resolution.rivals)
        return Note("rule", f"{pronoun.text} → {entity or '–'}: {self.rule}{rivals}")


class Understood(NamedTuple):
    """What a sentence came to, and what a trace should show of it."""

    resolutions: tuple[Resolution, ...]
    notes: tuple[Note, ...]


def understood(decided: Sequence[Decided], *registers: Note) -> Understood:
    """What was decided about the pronouns of a sentence, and the registers after it."""
    notes = (*(one.note() for one in decided), *registers)
    return Understood(tuple(one.resolution for one in decided), notes)


@dataclass(eq=False)
class FocusModel(Strategy, ABC):
    """Hears a sentence to its end before it decides: "end-of-sentence processing" (Sidner 1981)."""

    needs: ClassVar[Needs] = Needs(parse=True)

    sentence: FocusSentence = field(default=FocusSentence(NO_TREE), init=False)
    heard: list[ReferringExpression] = field(default_factory=list, init=False)
    decided: dict[Entity, list[Element]] = field(default_factory=dict, init=False)  # pronouns

    def begin_utterance(self, outline: Outline) -> None:
        self.sentence = FocusSentence(outline.tree)
        if outline.goes_on:
            self.carry_over()

    def hear(self, expression: ReferringExpression) -> Step:
        """Take note of an expression; nothing is decided before the sentence ends."""
        self.heard.append(expression)
        return Step(self.in_view(), heard=expression)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol has it
        resolutions, notes = self.interpret(self.heard)
        self.heard, self.decided = [], {}
        return Step(
            self.in_view(), resolutions=resolutions, event=Event.END_OF_UTTERANCE, notes=notes
        )

    @abstractmethod
    def carry_over(self) -> None:
        """Keep what is `carried` of every register: a long sentence goes on."""

    @abstractmethod
    def interpret(self, heard: Sequence[ReferringExpression]) -> Understood:
        """Decide the pronouns of a sentence, and move the focus."""

    def look_up(
        self, pronoun: ReferringExpression, proposals: Iterable[Proposal], rest: list[Element]
    ) -> Decided:
        """Test what is proposed until one fits; `rest` is what the sentence itself offers.

        Reflexives look for their binder there first. The papers are silent on them, and on a
        pronoun for which all registers fail; we then try what stands before it.
        """
        is_bound = pronoun.kind in BOUND
        said = [*rest, *self._pronouns()] if is_bound else rest  # *they* may be nobody we know
        here = [Proposal("this sentence", x) for x in said if x.position < pronoun.position]
        order = [*with_members([*here, *proposals] if is_bound else [*proposals, *here])]
        found = look_up(pronoun, ((x.states_back, x.element) for x in order), self.violated)
        rules = (x.rule for x in order if x.element.entity == found.entity)
        return self.decide(found, next(rules, "missing co-specifier"))

    def decide(self, resolution: Resolution, rule: str) -> Decided:
        """Remember what a pronoun means; what is known of its antecedent is known of it."""
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
        self.decided.setdefault(element.entity, []).append(element)
        return Decided(resolution, rule)

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint `candidate` violates, also in view of the pronouns just decided."""
        verdict = self.test(pronoun, candidate)
        same = [x.expression for x in self.decided.get(candidate.entity, ())]
        tree = self.sentence.tree
        return verdict_beside(verdict, pronoun, same, tree)

    def mentions(self, heard: Sequence[ReferringExpression]) -> list[Element]:
        """The entities that `heard` realizes, as far as decided; members are one with their set.

        Relative pronouns and appositives only repeat the noun they belong to.
        """
        members = {member.entity for x in heard for member in x.members}
        named = [
            Element.of(x)
            for x in heard
            if x.entity is not None and x.kind not in REPEATING and x.entity not in members
        ]
        pronouns = {x.id for x in heard if x.is_pronoun}
        decided = [x for x in self._pronouns() if x.expression.id in pronouns]
        return sorted([*named, *decided], key=lambda element: element.position)

    def _pronouns(self) -> Iterator[Element]:
        """The pronouns of this sentence that are decided."""
        return (x for several in self.decided.values() for x in several)


def with_members(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """What is proposed; behind a set its members, unless they are proposed themselves."""
    standing = {proposal.element.entity for proposal in proposals}
    for proposal in proposals:
        yield proposal
        for member in proposal.element.expression.members:
            if member.entity is not None and member.entity not in standing:
                yield proposal._replace(element=Element.of(member))


# Registers and stacks ---------------------------------------------------------------------------


def proposed(rule: str, elements: Iterable[Element | None]) -> Iterator[Proposal]:
    """What a register proposes; an empty one proposes nothing."""
    return (Proposal(rule, element) for element in elements if element)


def stacked_in(rule: str, stack: Sequence[Element]) -> Iterator[Proposal]:
    """What a stack proposes, most recent first."""
    return (Proposal(rule, element, back) for back, element in enumerate(stack, start=1))


def pushed(stack: tuple[Element, ...], element: Element | None, depth: int) -> tuple[Element, ...]:
    """`element` on top of a stack, most recent first, and at most `depth` in all."""
    return without((element, *stack))[:depth]


def without(elements: Iterable[Element | None], *others: Element | None) -> tuple[Element, ...]:
    """The elements of registers, each entity once, without the entities of `others`."""
    excluded = {other.entity for other in others if other}
    return tuple(x for x in once(filter(None, elements)) if x.entity not in excluded)


def find(elements: Iterable[Element | None], wanted: Element | None) -> Element | None:
    """The first element of the same entity, if any."""
    return next((x for x in elements if x and wanted and x.entity == wanted.entity), None)


def carried(elements: Iterable[Element]) -> tuple[Element, ...]:
    """The first elements, as many as are carried over with the members of sets."""
    kept, room = [], CARRIED
    for element in elements:
        size = 1 + len(element.expression.members)
        if size <= room:
            kept.append(element)
            room -= size
    return tuple(kept)


def shown(name: str, *elements: Element | None) -> Note:
    """A register or a stack as a note."""
    names = [element.entity for element in elements if element]
    more = f", … ({len(names) - SHOWN} more)" if len(names) > SHOWN else ""
    return Note(name, ", ".join(names[:SHOWN]) + more or "–")
