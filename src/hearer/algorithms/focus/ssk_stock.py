"""The items of the stock of shared knowledge, and what they are worth.

    StockItem     <LEX, MORPH, LAST, SYNT, OCCUR> of one entity
    StockGroup    G(1) to G(6): bound or not, how deep, in topic or focus
    StockValue    E(w) and its parts
    placed        a mention as an item of its sentence
    mentioned     an item that may have been mentioned before
    evaluate      E(w) = sum of c_i * f_i(w), sections 3.2 and 4.1

Contextual boundness is read off information status: what is hearer-old is bound. Verbs are not.

Eva Hajičová, Vladislav Kuboň and Petr Kuboň (1992). Stock of Shared Knowledge. COLING '92.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from math import log
from typing import NamedTuple

from hearer.algorithms.focus.sentence import FocusSentence
from hearer.model import Element, Entity, InformationStatus

WEIGHT = 0.25  # every c_i: the authors' initial values
ROUNDS = 8  # after which associations add less than 1/2^8


class StockGroup(IntEnum):
    """Where a word stands: level of dependency, topic or focus, bound or not (section 2)."""

    G1 = 1  # bound, depends on the verb: topic
    G2 = 2  # non-bound, depends on the verb: focus
    G3 = 3  # bound, deeper, in the topic
    G4 = 4  # non-bound, deeper, in the topic
    G5 = 5  # bound, deeper, in the focus
    G6 = 6  # non-bound, deeper, in the focus


STRUCTURE = {
    StockGroup.G1: 70,
    StockGroup.G2: 100,
    StockGroup.G3: 50,
    StockGroup.G4: 0,
    StockGroup.G5: 50,
    StockGroup.G6: 30,
}
TOPIC = frozenset({StockGroup.G1, StockGroup.G3, StockGroup.G4})


@dataclass(frozen=True, slots=True)
class StockItem:
    """One entity of the stock. `element` has LEX, MORPH and the surface part of LAST.

    `governors` are the levels and entities of SYNT; `last` is the utterance of the paragraph in
    which it was mentioned last; `fading` lowers E at the end of a paragraph; `degree` is the
    salience of 1990, MAX being 0.
    """

    element: Element
    group: StockGroup
    governors: tuple[tuple[int, Entity], ...] = ()
    occurs: int = 0  # in the text
    occurs_here: int = 0  # in the paragraph
    last: int = 0
    fading: float = 1.0
    degree: int = 0

    @property
    def is_bound(self) -> bool:
        return self.element.status is InformationStatus.OLD

    def salience(self, number: int) -> float:
        """S(w) = O / (N * (N - L + 1)), N being the current utterance of the paragraph."""
        return self.occurs_here / (number * (number - self.last + 1))


class StockValue(NamedTuple):
    """E(w) and its parts: boundness, structure, associations, distance."""

    total: float
    f1: float = 0.0
    f2: float = 0.0
    f3: float = 0.0
    f4: float = 0.0


def evaluate(items: Sequence[StockItem]) -> dict[Entity, StockValue]:
    """E(w) of all items, the one mentioned last standing first.

    An item shares in the value of its governors, 1/2^i of the i-th. The index is garbled in the
    copy of the paper we have; w_1 is the immediate governor.
    """
    own = {
        item.element.entity: (100.0 * item.is_bound, float(STRUCTURE[item.group]), closeness(d))
        for d, item in enumerate(items, start=1)
    }
    totals = {entity: WEIGHT * sum(parts) for entity, parts in own.items()}
    shares = dict.fromkeys(own, 0.0)
    for _ in range(ROUNDS):
        for item in items:
            above = ((level, totals.get(entity, 0.0)) for level, entity in item.governors)
            shares[item.element.entity] = sum(total / 2**level for level, total in above)
        totals = {x: WEIGHT * (sum(own[x]) + shares[x]) for x in own}
    values = {}
    for item in items:
        (f1, f2, f4), f3 = own[item.element.entity], shares[item.element.entity]
        total = item.fading * WEIGHT * (f1 + f2 + f3 + f4)
        values[item.element.entity] = StockValue(total=total, f1=f1, f2=f2, f3=f3, f4=f4)
    return values


def closeness(distance: int) -> float:
    """f_4 = 100 / (ln d + d); the nearest item stands at distance 1."""
    return 100 / (log(distance) + distance)


def placed(sentence: FocusSentence, mention: Element, spoken: dict[int, Element]) -> StockItem:
    """A mention as an item: its place in topic or focus, and what governs it."""
    path = sentence.governors(mention.expression)
    is_bound = mention.status is InformationStatus.OLD
    group = StockGroup.G1 if is_bound else StockGroup.G2
    if len(path) > 1:
        over = spoken.get(path[-2])  # what depends on the verb; another verb is non-bound
        in_topic = over is not None and over.status is InformationStatus.OLD
        deeper = (StockGroup.G3, StockGroup.G4) if in_topic else (StockGroup.G5, StockGroup.G6)
        group = deeper[not is_bound]
    governors = tuple(
        (level, spoken[n].entity)
        for level, n in enumerate(path, start=1)
        if n in spoken and spoken[n].entity != mention.entity
    )
    return StockItem(mention, group, governors)


def mentioned(item: StockItem, known: StockItem | None, number: int) -> StockItem:
    """An item mentioned (again) in utterance `number` of its paragraph."""
    is_pronoun = item.element.expression.is_pronoun
    degree = -1 if item.group in TOPIC else 0
    if known is not None and is_pronoun:
        # A pronoun keeps the salience of its item, also in the focus, if it bears no stress.
        degree = known.degree
    elif known is not None and known.last == number:
        degree = max(degree, known.degree)
    return replace(
        item,
        occurs=1 + (known.occurs if known else 0),
        occurs_here=1 + (known.occurs_here if known else 0),
        last=number,
        degree=degree,
    )
