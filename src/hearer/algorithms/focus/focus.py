"""What the focus models share: a sentence is heard out, then its pronouns are decided.

    FocusModel       hears, holds back, and tests candidates register by register
    Proposal         an element, the rule or register it comes from, and how far back it stands
    Decided          what was decided about a pronoun, and by which rule
    Understood       what a sentence came to: the resolutions, and notes for a trace
    realize          the element of a decided pronoun
    together         several elements as one
    by_theme         thematic order: theme first, agent last (the expected focus is the first)
    with_members     proposals, and behind a set its members
    proposed, stacked_in
                     what registers and stacks propose
    pushed           a stack of foci, most recent first, that grows no deeper than asked
    carried          what is kept of a register while a long sentence goes on

Sidner (1981), Suri and McCoy (1994) and Hajičová et al. (1992) all interpret pronouns only when
the whole sentence has been parsed. So two pronouns of one sentence are undecided together, and
that they are not the same (she likes her) has to be seen here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from hearer.algorithms.base import Needs, Strategy
from hearer.algorithms.focus.sentence import SILENT, FocusSentence, ThematicRole, is_animate
from hearer.algorithms.look_up import look_up, once, verdict_beside
from hearer.model import (
    Agreement,
    Element,
    Entity,
    Event,
    Familiarity,
    Kind,
    Note,
    Number,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
)
from hearer.model.binding import BOUND
from hearer.model.others_binding import DISJOINTNESS
from hearer.model.tree import CARRIED

SHOWN = 5  # elements of a stack in a note


class Proposal(NamedTuple):
    """An element, and why it is tested: the rule or the register it comes from."""

    rule: str
    element: Element
    states_back: int = 0


class Decided(NamedTuple):
    """What was decided about a pronoun, and the rule that proposed the antecedent."""

    resolution: Resolution
    rule: str


class Understood(NamedTuple):
    """What a sentence came to, and what a trace should show of it."""

    resolutions: tuple[Resolution, ...]
    notes: tuple[Note, ...]


@dataclass(eq=False)
class FocusModel(Strategy, ABC):
    """Hears a sentence out before it decides: "end-of-sentence processing" (Sidner 1981)."""

    needs: ClassVar[Needs] = Needs(parse=True)

    sentence: FocusSentence = field(default=SILENT, init=False)
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

    # Testing ----------------------------------------------------------------------------------

    def look_up(
        self, pronoun: ReferringExpression, proposals: Iterable[Proposal], rest: list[Element]
    ) -> Decided:
        """Test what is proposed until one fits; `rest` is what the sentence itself offers.

        Reflexives look for their binder there first. The papers are silent on them, and on a
        pronoun for which all registers fail; we then try what stands before it.
        """
        is_bound = pronoun.kind in BOUND
        said = [*rest, *self._decided()] if is_bound else rest  # *they* may be nobody we know
        here = [Proposal("this sentence", x) for x in said if x.position < pronoun.position]
        order = [*here, *proposals] if is_bound else [*proposals, *here]
        order = [*with_members(order)]
        found = look_up(pronoun, ((x.states_back, x.element) for x in order), self.violated)
        rules = (x.rule for x in order if x.element.entity == found.entity)
        return self.decide(found, next(rules, "missing co-specifier"))

    def decide(self, resolution: Resolution, rule: str) -> Decided:
        """Remember what a pronoun of this sentence was taken to mean."""
        element = realize(resolution)
        self.decided.setdefault(element.entity, []).append(element)
        return Decided(resolution, rule)

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint `candidate` violates, also in view of the pronouns just decided."""
        verdict = self.test(pronoun, candidate)
        same = [x.expression for x in self.decided.get(candidate.entity, ())]
        tree = self.sentence.tree
        return verdict_beside(verdict, pronoun, same, tree, theory=DISJOINTNESS)

    def _decided(self) -> Iterator[Element]:
        """The pronouns of this sentence that are decided."""
        return (x for several in self.decided.values() for x in several)

    # What the sentence is about ---------------------------------------------------------------

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
        decided = [x for x in self._decided() if x.expression.id in pronouns]
        return sorted([*named, *decided], key=lambda element: element.position)


REPEATING = frozenset({Kind.RELATIVE, Kind.APPOSITIVE})


def realize(resolution: Resolution) -> Element:
    """The element of a decided pronoun; what is known of its antecedent is known of it."""
    pronoun, antecedent = resolution.pronoun, resolution.antecedent
    if antecedent is None:
        return Element.of(pronoun)
    known = antecedent.expression
    said = replace(
        pronoun,
        agreement=known.agreement.merged_with(pronoun.agreement),
        sorts=(known.sorts & pronoun.sorts) or known.sorts,
        members=known.members,
    )
    return Element.of(said, antecedent.entity, Familiarity.EVOKED)


def together(elements: Sequence[Element]) -> Element | None:
    """Several elements as one, for a plural pronoun: JOHN and MIKE as {JOHN, MIKE}."""
    single = [x for x in elements if not x.expression.members]
    if len(single) < 2:
        return None
    entity = Entity.of_set(x.entity for x in single)
    latest = max(single, key=lambda x: (x.utterance, x.position))
    expression = replace(
        latest.expression,
        text=" and ".join(x.expression.text for x in single),
        kind=Kind.SET,
        is_pronoun=False,
        entity=entity,
        agreement=Agreement(frozenset({Number.PLURAL})),
        members=tuple(replace(x.expression, entity=x.entity) for x in single),
    )
    return replace(latest, entity=entity, expression=expression)


def by_theme(sentence: FocusSentence, mentions: Sequence[Element]) -> list[Element]:
    """Thematic order: theme, goal, other roles in order of mention, agent last.

    Who acts and is mentioned elsewhere too ("after *their* game, *they* ...") is the agent.
    """
    roles = {(x.entity, sentence.role(x.expression)) for x in mentions}
    agent, theme = ThematicRole.AGENT, ThematicRole.THEME

    def rank(x: Element) -> tuple[ThematicRole, float]:
        acts = (x.entity, agent) in roles and (x.entity, theme) not in roles
        return (agent if acts else sentence.role(x.expression)), x.position

    return sorted(mentions, key=rank)


def agents(sentence: FocusSentence, mentions: Iterable[Element]) -> list[Element]:
    """The animate agents, that of the main clause first."""
    acting = [x for x in mentions if sentence.is_agent(x.expression)]
    return sorted(acting, key=lambda x: not sentence.is_main(x.expression))


def animate(elements: Iterable[Element]) -> list[Element]:
    """Those that can act."""
    return [element for element in elements if is_animate(element.expression)]


def pushed(stack: tuple[Element, ...], element: Element | None, depth: int) -> tuple[Element, ...]:
    """`element` on top of a stack, most recent first, and at most `depth` in all."""
    if element is None:
        return stack
    return (element, *(x for x in stack if x.entity != element.entity))[:depth]


def carried(elements: Iterable[Element]) -> tuple[Element, ...]:
    """The first elements, as many as are carried over with the members of sets."""
    kept, room = [], CARRIED
    for element in elements:
        size = 1 + len(element.expression.members)
        if size <= room:
            kept.append(element)
            room -= size
    return tuple(kept)


def without(elements: Iterable[Element], *others: Element | None) -> tuple[Element, ...]:
    """`elements`, each entity once, without the entities of `others`."""
    excluded = {other.entity for other in others if other}
    return tuple(x for x in once(elements) if x.entity not in excluded)


def proposed(
    rule: str, elements: Iterable[Element | None], *, applies: bool = True
) -> Iterator[Proposal]:
    """What a rule proposes, if it applies; empty registers propose nothing."""
    return (Proposal(rule, element) for element in elements if element and applies)


def stacked_in(rule: str, stack: Sequence[Element]) -> Iterator[Proposal]:
    """What a stack proposes, most recent first."""
    return (Proposal(rule, element, back) for back, element in enumerate(stack, start=1))


def find(elements: Iterable[Element], wanted: Element | None) -> Element | None:
    """The first element of the same entity, if any."""
    return next((x for x in elements if wanted and x.entity == wanted.entity), None)


def shown(elements: Iterable[Element | None]) -> str:
    """Registers and stacks as a note shows them."""
    names = [element.entity for element in elements if element]
    more = f", … ({len(names) - SHOWN} more)" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more or "–"


def understood(decided: Sequence[Decided], *registers: Note) -> Understood:
    """What was decided about the pronouns of a sentence, and the registers after it."""
    resolutions = tuple(one.resolution for one in decided)
    return Understood(resolutions, (*map(told, decided), *registers))


def told(decided: Decided) -> Note:
    """The rule that found an antecedent, as a note shows it."""
    pronoun, entity = decided.resolution.pronoun, decided.resolution.entity
    rivals = "".join(f", or {x.entity} (ambiguous)" for x in decided.resolution.rivals)
    return Note("rule", f"{pronoun.text} → {entity or '–'}: {decided.rule}{rivals}")


def with_members(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """What is proposed; behind a set its members, unless they are proposed themselves."""
    standing = {proposal.element.entity for proposal in proposals}
    for proposal in proposals:
        yield proposal
        for member in proposal.element.expression.members:
            if member.entity is not None and member.entity not in standing:
                yield proposal._replace(element=Element.of(member))
