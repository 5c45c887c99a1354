"""A document among other orders of its utterances, and whether centering prefers its own.

METRICS          what orders are compared by; of each, less is better
NOT_RATED        the rate of a document that is too short
rates            of each metric, the share of other orders that do better; half of those as good
Ranked           utterances with their Cf, and which definition of the Cb
Order            an order of the utterances of a document: what is an update of what
OrderedUpdate    an update in an order

The metrics are those of Karamanis et al. (2004): NOCB counts utterances without a Cb; CHEAP those
whose Cb was not expected; KP adds up utterances without a Cb, and violations of cohesion, salience
and cheapness, after Kibble & Power (2000); BFP has as many CONTINUE as can be, then RETAIN and so
on. An utterance without a Cb violates nothing else (their footnote 7). Information status stays as
it was in the document's own order.

Nikiforos Karamanis, Massimo Poesio, Chris Mellish & Jon Oberlander (2004). Evaluating
centering-based metrics of coherence using a reliably annotated corpus. ACL.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple

from hearer.evaluation.centering.hierarchy import LinkedUnits
from hearer.evaluation.centering.ways import Cb
from hearer.evaluation.significance import SEED

METRICS = ("nocb", "cheap", "kp", "bfp")
NOT_RATED = -1.0  # where a document is too short; unlike nan, it is equal to itself
NO_RATES = (NOT_RATED,) * len(METRICS)
MANY = 10  # blocks, of which nobody wants all orders: 3 628 800
FEWEST = 3  # blocks: of two, either order has the same pairs


class OrderedUpdate(NamedTuple):
    """An utterance, the one it updates, and which of the Cf's that can be updated it sees."""

    now: int
    before: int
    seen: int


class Order(NamedTuple):
    """The updates of an order that have a Cb, and how many have none."""

    with_cb: Sequence[OrderedUpdate]
    without: int


Ranked = tuple[LinkedUnits, Cb]
Score = tuple[tuple[int, ...], ...]  # in the order of METRICS; of BFP it has four parts


def rates(rankings: Sequence[Ranked], name: str, number: int) -> list[tuple[float, ...]]:
    """By ranking and metric, the share of orders that are better, and half of those as good.

    All rankings are of the same utterances. Orders come and go: of a long document as of a short
    one, none is kept.
    """
    blocks = range(len(rankings[0][0].blocks))
    if len(blocks) < FEWEST or not number:
        return [NO_RATES for _ in rankings]
    scorers = {_same(*one): _Scorer(*one) for one in rankings}  # two may come to the same
    for order in _orders(rankings[0][0], _drawn(blocks, name, number)):
        for scorer in scorers.values():
            scorer.take(order)
    return [scorers[_same(*one)].rates for one in rankings]


def _same(linked: LinkedUnits, cb: Cb) -> tuple[object, ...]:
    """What scores depend on."""
    return cb, *(one.cf for one in linked.units), *_seen_in(linked)


def _drawn(blocks: Sequence[int], name: str, number: int) -> Iterator[Sequence[int]]:
    """The order there is, and others: all of them where these are no more than wanted."""
    if factorial(min(len(blocks), MANY)) <= number:
        yield from permutations(blocks)  # the first is the one there is
        return
    chance = random.Random(f"{SEED} {name}")  # noqa: S311 - nothing secret
    yield blocks
    yield from (chance.sample(blocks, len(blocks)) for _ in range(number))


def _orders(linked: LinkedUnits, drawn: Iterable[Sequence[int]]) -> Iterator[Order]:
    """What each order comes to. Whether there is a Cb depends on no ranking."""
    realized = [frozenset(one.cf) for one in linked.units]
    seen = [frozenset(cf) for cf in _seen_in(linked)]
    for order in drawn:
        links = list(_links(linked, order))
        with_cb = [link for link in links if not seen[link.seen].isdisjoint(realized[link.now])]
        yield Order(with_cb, len(links) - len(with_cb))


def _seen_in(linked: LinkedUnits) -> list[tuple[str, ...]]:
    """All Cf's that are updated: for each utterance, inside its block; then behind each block."""
    inside = (one.seen.cf for one in linked.units)
    return [*inside, *(block.seen.cf for block in linked.blocks)]


def _links(linked: LinkedUnits, order: Sequence[int]) -> Iterator[OrderedUpdate]:
    before: tuple[int, int] | None = None  # the utterance that is updated next, and what is seen
    for n in order:
        block = linked.blocks[n]
        for now in block.units:
            own = linked.units[now].before
            if own is not None and own in block.units:
                yield OrderedUpdate(now, own, now)
            elif before is not None:
                yield OrderedUpdate(now, *before)
        if block.last is not None:
            before = block.last, len(linked.units) + n


class _Scorer:
    """Holds the orders of a document against the first of them, by one ranking."""

    def __init__(self, linked: LinkedUnits, cb: Cb) -> None:
        self.cfs = [one.cf for one in linked.units]
        self.seen = _seen_in(linked)
        self.by_rank_before = cb is Cb.CONSTRAINT_3
        among = self.cfs if self.by_rank_before else self.seen
        self.among = [frozenset(cf) for cf in among]
        self.own: Score | None = None
        self.others = 0
        self.better = [0.0] * len(METRICS)

    def take(self, order: Order) -> None:
        """Take the next order; the first is the document's own."""
        score = self.score(order)
        if self.own is None:
            self.own = score
            return
        self.others += 1
        for n, (own, other) in enumerate(zip(self.own, score, strict=True)):
            self.better[n] += (other < own) + 0.5 * (other == own)

    @property
    def rates(self) -> tuple[float, ...]:
        return tuple(number / self.others for number in self.better)

    def score(self, order: Order) -> Score:
        cbs: list[str | None] = [None] * len(self.cfs)
        # By whether the Cb stays and comes first, as in Table 1; and whether it was expected.
        moved = [0, 0, 0, 0]
        cheap = 0
        for now, before, place in order.with_cb:
            cf, seen = self.cfs[now], self.seen[place]
            if self.by_rank_before:
                center = next(filter(self.among[now].__contains__, seen))
            else:
                center = next(filter(self.among[place].__contains__, cf))
            cbs[now], last = center, cbs[before]
            moved[2 * (last is not None and last != center) + (center != cf[0])] += 1
            cheap += center == seen[0]
        return _score(moved, cheap, order.without)


def _score(moved: Sequence[int], cheap: int, without: int) -> Score:
    _, retain, smooth, rough = moved
    expensive = sum(moved) - cheap
    violated = retain + smooth + 2 * rough + expensive  # of salience, of cohesion, of both
    return (without,), (expensive,), (violated + without,), tuple(-n for n in moved)
