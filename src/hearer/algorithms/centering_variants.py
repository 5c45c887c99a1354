"""Variants of BFP: Carter's, Kameyama's (clauses, property sharing), functional centering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from itertools import combinations
from math import prod

from hearer.algorithms.base import Interpreted, in_states, look_up, option_values
from hearer.algorithms.centering import (
    TOO,
    cb_constraint_3,
    cf,
    is_cheap,
    revised_transition,
    status_rank,
    surface_rank,
)
from hearer.algorithms.readings import (
    MOST,
    BFPAlgorithm,
    BFPOptions,
    CenteringAlgorithm,
    CenteringOptions,
    Choice,
    PronounReading,
    Settling,
    UnitByUnit,
    Update,
    generate,
    is_contra_indexed,
    note_of,
    read,
)
from hearer.algorithms.text_units import WHOLE, Size, Unit, clause_of
from hearer.model import (
    NO_TREE,
    Attempt,
    Clause,
    Element,
    Elements,
    Entity,
    Familiarity,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Tree,
    base,
    constant,
)


class CarterAlgorithm(BFPAlgorithm):
    """BFP, but a pronoun looks in its own sentence first if the Cb cannot be its antecedent.

    That is: there is no Cb, or it fails agreement, binding or sort. Candidates in the sentence
    are tested in the order of Hobbs's algorithm.

    Marilyn A. Walker (1989). Evaluating Discourse Processing Algorithms. In Proceedings of
    ACL '89, Vancouver, pp. 251–261.
    """

    def prepare(self, settling: Settling, before: Unit) -> list[Resolution]:
        """Apply Carter's rule."""
        cb = next((element for element in before.cf if element.entity == before.cb), None)
        resolutions: list[Resolution] = []
        for pronoun in settling.open:
            if cb is not None and settling.violated(pronoun, cb) is None:
                continue
            inside = hobbs_order(pronoun, settling.to_the_left(pronoun), self.tree)
            if chosen := next((x for x in inside if settling.violated(pronoun, x) is None), None):
                found = Resolution(pronoun, (Attempt(chosen),), chosen)
                resolutions.append(settling.decide(found))
        return resolutions


def hobbs_order(pronoun: ReferringExpression, elements: Iterable[Element], tree: Tree) -> Elements:
    """Sort elements by their distance from the lowest common ancestor, then in text order.

    This is what remains of Hobbs's nine steps (hobbs.py) as an order: *John said Bill saw him*
    has Bill before John.
    """
    above = {word: climbed for climbed, word in enumerate(tree.path(pronoun.head))}

    def order(element: Element) -> tuple[int, int, float]:
        path = [*tree.path(element.expression.head)]
        for descended, word in enumerate(path):
            if word in above:
                return above[word], descended, element.position
        return len(above), len(path), element.position

    return tuple(sorted(elements, key=order))


@option_values
class BFPKameyamaOptions(BFPOptions):
    """The options of BFP, with tensed clauses as utterances."""

    unit: Size = Size.CLAUSE


@dataclass(eq=False)
class BFPKameyamaAlgorithm(BFPAlgorithm):
    """BFP whose utterances are tensed clauses: chained, or embedded and popped.

    Megumi Kameyama (1998). Intrasentential Centering: A Case Study. In Marilyn A. Walker, Aravind
    K. Joshi and Ellen F. Prince (eds.), Centering Theory in Discourse, Oxford University Press,
    pp. 89–112; as section 4 of Strube (1998) runs it.
    """

    options: BFPOptions = constant(default=BFPKameyamaOptions())


class Continuity(IntEnum):
    """The continuity of the Cb; a smaller one is preferred."""

    RETENTION = 0  # the Cb stays
    ESTABLISHMENT = 1  # another member of Cf(Ui-1) becomes Cb
    RESUMPTION = 2  # an old Cb comes back, or there is none


class Sharing(StrEnum):
    """The role of property sharing when a Cb is retained."""

    PREFER = "prefer"  # shared properties are preferred among readings that retain
    CONSTRAINT = "constraint"  # without shared properties the Cb is not retained


@option_values
class KameyamaOptions(CenteringOptions):
    """The one choice that the paper leaves open."""

    sharing: Sharing = Sharing.PREFER


@dataclass(eq=False)
class KameyamaAlgorithm(UnitByUnit):
    """Prefer a retained Cb to a new one, and pronouns that share their antecedent's function.

    Property sharing is required of pronouns that retain a Cb; of others only if several are
    ambiguous with each other, or if the two utterances are parallel (same verb, and *too*).

    >>> kameyama = KameyamaAlgorithm(lambda pronoun, candidate: None)
    >>> for name, n, relation in ("Max", 1, "nsubj"), ("Fred", 5, "obl"):
    ...     heard = kameyama.hear(ReferringExpression(name, 1, n, entity=name, relation=relation))
    >>> step = kameyama.end_utterance(1)
    >>> for word, n, relation in ("he", 1, "nsubj"), ("him", 3, "obj"):
    ...     heard = kameyama.hear(ReferringExpression(word, 2, n, True, relation=relation))
    >>> [(r.pronoun.text, r.entity) for r in kameyama.end_utterance(2).resolutions]
    [('he', 'Max'), ('him', 'Fred')]

    Megumi Kameyama (1986). A Property-Sharing Constraint in Centering. In Proceedings of
    ACL '86, New York, pp. 200–206.
    """

    options: KameyamaOptions = constant(default=KameyamaOptions())
    trees: tuple[Tree, Tree] = (NO_TREE, NO_TREE)  # of the previous sentence and of this one

    def begin_utterance(self, outline: Outline) -> None:
        """Keep the previous sentence, too, to compare it."""
        super().begin_utterance(outline)
        self.trees = (self.trees[1], outline.tree)

    def choose(self, update: Update) -> Choice:
        """Choose the best reading without a contra-indexed pair; beyond `MOST`, none."""
        if prod(map(len, update.choices)) > MOST:
            return Choice()
        made = (read(update, x) for x in generate(update) if not is_contra_indexed(x, update))
        readings = sorted(made, key=lambda reading: self.judge(reading, update))
        notes = []
        for reading in readings:
            continuity, unshared, _ = self.judge(reading, update)
            lacks = f", {unshared} unshared" if unshared else ""
            notes.append(note_of(reading, update, f"{continuity.name.lower()}{lacks}"))
        return Choice(tuple(readings[:1]), tuple(notes))

    def judge(
        self, reading: PronounReading, update: Update
    ) -> tuple[Continuity, int, tuple[int, ...]]:
        """Return a sort key: continuity, entities that share no property, places in Cf(Ui-1)."""
        pairs = [
            (update.realized[place], chosen.expression, chosen.entity)
            for place, chosen in zip(update.pronouns, reading.antecedents, strict=True)
            if chosen
        ]
        cb, continuity = update.before.cb, Continuity.RESUMPTION
        if any(entity == cb for _, _, entity in pairs):
            continuity = Continuity.RETENTION
            pairs = [pair for pair in pairs if pair[2] == cb and pair[1].is_pronoun]
        elif pairs:
            continuity = Continuity.ESTABLISHMENT
            lists = [{x.entity for x in found} for found in update.candidates.values()]
            if not any(len(one & other) > 1 for one, other in combinations(lists, 2)):
                pairs = [pair for pair in pairs if self._is_parallel(pair[0])]
        # One pronoun is enough: in *he thinks that she saw him*, *he* shares the subject.
        sharing = {x for one, other, x in pairs if _is_subject(one) == _is_subject(other)}
        unshared = len({entity for _, _, entity in pairs} - sharing)
        if unshared and self.options.sharing is Sharing.CONSTRAINT:
            continuity = max(continuity, Continuity.ESTABLISHMENT)
        return continuity, unshared, reading.places

    def relation(self, before: Unit, now: Unit) -> str:
        if now.cb is None:
            return "no Cb"
        return "retention" if before.cb == now.cb else "establishment"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """Return the old Cb if a pronoun realizes it, else the highest of Cf(Ui-1) realized."""
        pronominal = {x.entity for x in realized if x.expression.is_pronoun}
        if before.cb in pronominal:
            return before.cb
        established = cb_constraint_3(before.entities, pronominal)
        return established or super().backward_center(before, realized)

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Return former Cbs (resumption), then Ui-2, Ui-3 and so on."""
        former = (x for unit in history for x in unit.cf if x.entity == unit.cb)
        return (Unit(tuple(former)), *history[1:])

    def _is_parallel(self, pronoun: ReferringExpression) -> bool:
        """Return True if the verb is repeated with *too*: She talks to him *too*."""
        before, now = self.trees
        governor = now.heads[pronoun.head] if pronoun.head <= len(now) else 0
        if governor == 0 or now.lemmas[governor] not in before.lemmas:
            return False
        return any(now.upos[now.heads[n]] == "VERB" for n in now.words if now.lemmas[n] in TOO)


def _is_subject(expression: ReferringExpression) -> bool:
    """Return True for the head of a subject: the property that is shared."""
    return base(expression.relation) in {"nsubj", "csubj"}


@dataclass(eq=False)
class FunctionalCentering(CenteringAlgorithm):
    """Test Cf(Ui-1), ranked by information status, in order, the moment a pronoun is heard.

    Michael Strube and Udo Hahn (1999). Functional Centering: Grounding Referential Coherence in
    Information Structure. Computational Linguistics 25(3), pp. 309–344.
    """

    realized: dict[Clause, Elements] = field(default_factory=dict)
    before: dict[Clause, tuple[Unit, ...]] = field(default_factory=dict)  # Ui-1, Ui-2, …

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun at once; then add the expression to the Cf of its utterance."""
        clause = clause_of(self.outline, expression, self.options.unit)
        self._enter(clause, expression.position)
        resolutions: tuple[Resolution, ...] = ()
        element = Element.of(expression)
        if expression.is_pronoun:
            # Cf(Ui-1), the elements of Ui so far, then Cf(Ui-2), Cf(Ui-3) and so on.
            previous, *earlier = self.before[clause]
            here = sorted(self.levels.unit(clause).cf, key=surface_rank)
            states = ((*previous.cf, *here), *(unit.cf for unit in earlier))
            found = look_up(expression, in_states(states), self.test)
            element = Element.of(expression, found.entity, Familiarity.EVOKED)
            resolutions = (found,)
        self.realized[clause] = (*self.realized[clause], element)
        self.levels.put(clause, self._unit(clause))
        return Step(self.levels.unit(clause).cf, expression, resolutions)

    def interpret(self) -> Interpreted:
        """Compute the centers; a sentence that realizes nothing is an utterance, too."""
        if not self.realized:
            self._enter(WHOLE, 0)
            self.levels.put(WHOLE, Unit())
        notes = []
        for clause in self.realized:
            before, now = self.before[clause][0].centers, self._unit(clause).centers
            cost = "cheap" if is_cheap(before, now) else "expensive"
            how = f"{revised_transition(before, now)}, {cost}" if before.cf else "first"
            notes.append(Note("centers", f"{now}; {how}"))
        self.levels.end()
        self.realized, self.before = {}, {}
        return Interpreted((), notes)

    def _enter(self, clause: Clause, position: float) -> None:
        self.before[clause] = self.levels.enter(clause, position)
        self.realized.setdefault(clause, ())

    def _unit(self, clause: Clause) -> Unit:
        before = self.before[clause][0].entities
        ranked = cf(self.realized[clause], status_rank)
        return Unit(ranked, cb_constraint_3(before, {x.entity for x in ranked}))
