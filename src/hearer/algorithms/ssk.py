"""The stock of shared knowledge (Hajičová et al.): items of a stock, evaluated by salience.

Evoked entities are contextually bound, "given, known from the context". A name that is heard for
the first time is not (the authors call professor Schmidt non-bound), and verbs are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import fsum, log, prod
from typing import NamedTuple

from hearer.algorithms.base import Interpreted, once
from hearer.algorithms.focus import Decided, FocusModel, Proposal, interpreted, with_members
from hearer.binding import BOUND, DISJOINT, excluded, place_of
from hearer.model import Element, Elements, Entity, Familiarity, Outline, ReferringExpression
from hearer.model.resolution import Attempt, Constraint, Note, Resolution, Verdict

WEIGHT = 0.25  # every c_i: the authors' initial values
MOST_ASSIGNMENTS = 20_000  # of pronouns that exclude each other; beyond, one by one
UNRESOLVED = -1e6  # the value of no antecedent: it outweighs every difference in salience
ROUNDS = 8  # after these, associations add less than 1/2^8
SHOWN = 12  # items in the notes of a step
# The paper leaves these open.
THRESHOLD = 0.01  # the S(w) below which an item leaves the stock
FADING = 0.25  # lowers E of items mentioned once when their paragraph ends
LIMIT = 256  # the number of items kept


# f_2 of the groups G1 to G6: level of dependency, topic or focus, boundness (section 2).
STRUCTURE = {
    1: 70.0,  # bound, depends on the verb: topic
    2: 100.0,  # non-bound, depends on the verb: focus
    3: 50.0,  # bound, deeper, in the topic
    4: 0.0,  # non-bound, deeper, in the topic
    5: 50.0,  # bound, deeper, in the focus
    6: 30.0,  # non-bound, deeper, in the focus
}


class StockItem(NamedTuple):
    """One entity of the stock. `element` has LEX, MORPH and the surface part of LAST."""

    element: Element
    group: int
    governors: tuple[tuple[int, Entity], ...] = ()  # SYNT: levels and entities
    occurs_here: int = 0  # mentions in this paragraph
    last: int = 0  # the number of the utterance in the paragraph that mentioned it last
    fading: float = 1.0  # lowers E after the end of a paragraph


StockValue = tuple[float, float, float, float, float]  # E(w), f1, f2, f3, f4


def evaluate(items: Sequence[StockItem]) -> dict[Entity, StockValue]:
    """Return E(w) of all items; the one mentioned last comes first.

    An item gets 1/2^i of the value of its i-th governor. The index is garbled in our copy of the
    paper; we take w_1 for the immediate governor.
    """
    own = {
        item.element.entity: (100.0 * _is_bound(item.element), STRUCTURE[item.group], closeness(d))
        for d, item in enumerate(items, start=1)
    }
    shares = dict.fromkeys(own, 0.0)
    for _ in range(ROUNDS):
        totals = {entity: WEIGHT * (sum(parts) + shares[entity]) for entity, parts in own.items()}
        for item in items:
            above = ((level, totals.get(entity, 0.0)) for level, entity in item.governors)
            shares[item.element.entity] = sum(total / 2**level for level, total in above)
    values = {}
    for item in items:
        (f1, f2, f4), f3 = own[item.element.entity], shares[item.element.entity]
        total = item.fading * WEIGHT * (f1 + f2 + f3 + f4)
        values[item.element.entity] = (total, f1, f2, f3, f4)
    return values


def closeness(distance: int) -> float:
    """Return f_4 = 100 / (ln d + d); the nearest item has distance 1."""
    return 100 / (log(distance) + distance)


def _is_bound(mention: Element) -> bool:
    return mention.familiarity is Familiarity.EVOKED


class StockChoice(NamedTuple):
    """An entity that a pronoun may refer to, or None, and its value."""

    entity: Entity | None
    value: float


def best_assignment(
    choices: Sequence[Sequence[StockChoice]], excludes: Mapping[int, frozenset[int]]
) -> tuple[tuple[Entity | None, ...], bool]:
    """Return an entity or None for each pronoun, and False if there are too many to compare.

    Pronouns that exclude each other (she likes her) must differ, so that a pronoun needs at most
    one choice more than others exclude it.
    """
    none = StockChoice(None, UNRESOLVED)
    rows = [
        (*row[: len(others) + 1], none) if (others := excludes.get(n)) else (*row, none)[:1]
        for n, row in enumerate(choices)
    ]
    if prod(map(len, rows)) > MOST_ASSIGNMENTS:
        return (None,) * len(rows), False

    def is_allowed(chosen: tuple[StockChoice, ...]) -> bool:
        pairs = ((chosen[n], chosen[m]) for n, others in excludes.items() for m in others)
        return not any(one.entity == other.entity is not None for one, other in pairs)

    best = max(filter(is_allowed, product(*rows)), key=lambda x: fsum(one.value for one in x))
    return tuple(one.entity for one in best), True


@dataclass(eq=False)
class StockOfSharedKnowledge(FocusModel):
    """Resolve the pronouns of a sentence together, with the most salient items that fit.

    Segments change nothing; at the end of a paragraph items fade.

    >>> ssk = StockOfSharedKnowledge(lambda pronoun, candidate: None)
    >>> _ = ssk.hear(ReferringExpression("dog", 1, 1, entity="DOG"))
    >>> print(ssk.end_utterance(1).notes[0])
    E(DOG): 50.0 = ¼ · (0 + 100 [G2] + 0 + 100)

    Eva Hajičová, Vladislav Kuboň and Petr Kuboň (1992). Stock of Shared Knowledge: A Tool for
    Solving Pronominal Anaphora. In Proceedings of COLING '92, Nantes, volume 1, pp. 127–133.
    """

    items: tuple[StockItem, ...] = ()  # the one mentioned last comes first
    values: dict[Entity, StockValue] = field(default_factory=dict)
    ranked: Elements = ()  # by value, the highest first
    number: int = 0  # of the utterance in its paragraph

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        if outline.utterance.begins_paragraph and 1 in outline.tree.words:
            self.number = 0
            # Section 2.4: what the paragraph before mentioned once is hardly salient.
            self._weigh(
                x._replace(occurs_here=1, last=0)
                if x.occurs_here > 1
                else x._replace(occurs_here=0, last=0, fading=FADING)
                for x in self.items
            )

    def in_view(self) -> Elements:
        return self.ranked

    def interpret(self) -> Interpreted:
        decided, is_best = self._decided()
        self.number += 1
        self._update(self.mentions())
        notes = [] if is_best else [Note("capped", f"more than {MOST_ASSIGNMENTS} assignments")]
        groups = {item.element.entity: item.group for item in self.items}
        for entity in [element.entity for element in self.ranked[:SHOWN]]:
            total, f1, f2, f3, f4 = self.values[entity]
            parts = f"{f1:.4g} + {f2:.4g} [G{groups[entity]}] + {f3:.4g} + {f4:.4g}"
            notes.append(Note(f"E({entity})", f"{total:.1f} = ¼ · ({parts})"))
        return interpreted(decided, *notes)

    # (i), (ii): antecedents -------------------------------------------------------------------

    def _decided(self) -> tuple[list[Decided], bool]:
        """Choose what is best for the whole sentence; then look for binders of reflexives."""
        pronouns = [x for x in self.waiting if x.is_pronoun]
        free = [x for x in pronouns if x.kind not in BOUND]
        stock = [Proposal("stock", element) for element in self.ranked]
        items = [*once(proposal.element for proposal in with_members(stock))]
        tested = {x: [Attempt(item, self.violated(x, item)) for item in items] for x in free}
        choices = [
            [StockChoice(x.candidate.entity, self._worth(x.candidate)) for x in one if x.succeeded]
            for one in tested.values()
        ]
        tree, places = self.tree, [place_of(self.tree, pronoun) for pronoun in free]
        excludes = {  # the other arguments of its predicates
            n: frozenset(
                m for m, it in enumerate(places) if m != n and excluded(tree, this, it, DISJOINT)
            )
            for n, this in enumerate(places)
        }
        entities, is_best = best_assignment(choices, excludes)
        chosen = dict(zip(free, entities, strict=True))
        decided = []
        for pronoun in pronouns:
            if entity := chosen.get(pronoun):
                decided.append(self._decision(pronoun, tested[pronoun], entity))
            else:
                decided.append(self.look_up(pronoun, stock))
        return decided, is_best

    def _decision(
        self, pronoun: ReferringExpression, attempts: list[Attempt], entity: Entity
    ) -> Decided:
        """Mark better candidates, which another pronoun takes, as excluded by binding."""
        place = [attempt.candidate.entity for attempt in attempts].index(entity)
        before = [
            replace(attempt, verdict=attempt.verdict or Verdict(Constraint.BINDING))
            for attempt in attempts[:place]
        ]
        antecedent = attempts[place].candidate
        worth = self._worth(antecedent)
        after = (x.candidate for x in attempts[place + 1 :] if x.succeeded)
        rivals = tuple(x for x in after if self._worth(x) == worth)
        found = Resolution(pronoun, (*before, attempts[place]), antecedent, rivals)
        return self.decide(found, f"E = {worth:.1f}")

    def _worth(self, element: Element) -> float:
        return self.values.get(element.entity, (0.0,))[0]

    # (iii): the stock -------------------------------------------------------------------------

    def _update(self, mentions: list[Element]) -> None:
        """Add what was mentioned, and drop items that are no longer salient."""
        stock = {item.element.entity: item for item in self.items}
        spoken = {mention.expression.head: mention for mention in mentions}
        changed: dict[str, StockItem] = {}
        for mention in mentions:
            known = changed.get(mention.entity) or stock.get(mention.entity)
            changed[mention.entity] = self._item(mention, known, spoken)
        for entity, item in stock.items():
            back = self.number - item.last
            # S(w) = O / (N * (N - L + 1)). We always keep what the previous utterance mentioned.
            salience = item.occurs_here / (self.number * (back + 1))
            if back <= 1 < self.number or salience >= THRESHOLD:
                changed.setdefault(entity, item)
        self._weigh(changed.values())

    def _item(
        self, mention: Element, known: StockItem | None, spoken: dict[int, Element]
    ) -> StockItem:
        """Return the item of a mention: its place in topic or focus, and its governors."""
        tree, path, group = self.tree, list[int](), 1
        for n in tree.path(self.governor(mention.expression)):
            path.append(n)
            # It is possible to *find* a villa: here the clause counts as the main predicate.
            if tree.bases[n] == "csubj" and tree.has(tree.heads[n], "expl"):
                break
        if len(path) > 1:
            over = spoken.get(path[-2])  # the dependent of the verb; another verb is non-bound
            group = 3 if over is not None and _is_bound(over) else 5
        governors = tuple(
            (level, spoken[n].entity)
            for level, n in enumerate(path, start=1)
            if n in spoken and spoken[n].entity != mention.entity
        )
        occurs = known.occurs_here + 1 if known else 1
        group += not _is_bound(mention)
        return StockItem(mention, group, governors, occurs, last=self.number)

    def _weigh(self, items: Iterable[StockItem]) -> None:
        latest = sorted(items, key=lambda x: (-x.element.utterance, -x.element.position))
        self.items = tuple(latest[:LIMIT])
        self.values = evaluate(self.items)
        ranked = [x.element for x in self.items]
        ranked.sort(key=lambda x: (-self._worth(x), -x.utterance, x.position))
        self.ranked = tuple(ranked)
