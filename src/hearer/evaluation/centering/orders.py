"""A document among other orders of its utterances, and whether centering prefers its own.

METRICS         what orders are compared by; of each, less is better
other_orders    random orders of the utterances of a document, or all, and what each one updates
Orders          these, the document's own first
seen_in         what can be updated
rates           of each metric, the share of random orders that do better; half of those as good

The metrics are those of Karamanis et al. (2004): NOCB counts utterances without a Cb; CHEAP those
whose Cb was not expected, or that have none; KP adds up violations of cohesion, salience and
cheapness, after Kibble & Power (2000); BFP has as many CONTINUE as can be, then RETAIN and so on.
An utterance without a Cb violates all that KP adds up, and costs one more; the papers leave that
open. Information status stays as it was in the document's own order.

Nikiforos Karamanis, Massimo Poesio, Chris Mellish & Jon Oberlander (2004). Evaluating
centering-based metrics of coherence using a reliably annotated corpus. ACL.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple

from hearer.evaluation.centering.units import LinkedUnits
from hearer.evaluation.centering.ways import Cb
from hearer.evaluation.significance import SEED

METRICS = ("nocb", "cheap", "kp", "bfp")
MANY = 10  # blocks, of which nobody wants all orders: 3 628 800
FEWEST = 3  # blocks: of two, either order has the same pairs
CLAIMS = 4  # what an utterance without a Cb violates: continuity, cohesion, salience, cheapness


class OrderedUpdate(NamedTuple):
    """An utterance, the one it updates, and which of the Cf's that can be updated it sees."""

    now: int
    before: int
    seen: int


class Order(NamedTuple):
    """The updates of an order that have a Cb, and how many have none."""

    with_cb: Sequence[OrderedUpdate]
    without: int


Orders = Sequence[Order]


def other_orders(linked: LinkedUnits, name: str, number: int) -> Orders:
    """The document's own order, and so many others; none of a document that is too short.

    Whether there is a Cb depends on no ranking: these are the orders of all rankings.
    """
    blocks = list(range(len(linked.blocks)))
    if len(blocks) < FEWEST or not number:
        return ()
    realized = [frozenset(one.cf) for one in linked.units]
    seen = [frozenset(cf) for cf in seen_in(linked)]
    return [_order(linked, order, realized, seen) for order in _drawn(blocks, name, number)]


def _drawn(blocks: Sequence[int], name: str, number: int) -> Iterator[Sequence[int]]:
    """The order there is, and others: all of them where these are no more than wanted."""
    if factorial(min(len(blocks), MANY)) <= number:
        yield from permutations(blocks)  # the first is the one there is
        return
    chance = random.Random(f"{SEED} {name}")  # noqa: S311 - nothing secret
    yield blocks
    yield from (chance.sample(blocks, len(blocks)) for _ in range(number))


def seen_in(linked: LinkedUnits) -> list[tuple[str, ...]]:
    """All Cf's that are updated: for each utterance, inside its block; then behind each block."""
    inside = (one.seen.cf for one in linked.units)
    return [*inside, *(block.seen.cf for block in linked.blocks)]


def _order(
    linked: LinkedUnits,
    order: Sequence[int],
    realized: Sequence[frozenset[str]],
    seen: Sequence[frozenset[str]],
) -> Order:
    links = list(_links(linked, order))
    with_cb = [link for link in links if not seen[link.seen].isdisjoint(realized[link.now])]
    return Order(with_cb, len(links) - len(with_cb))


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


def rates(linked: LinkedUnits, cb: Cb, orders: Orders) -> tuple[float, ...]:
    """Of each metric, the share of orders that are better than the first, and half of the equal."""
    if not orders:
        return ()
    own, *others = _scores(linked, cb, orders)
    return tuple(
        sum((x[n] < own[n]) + 0.5 * (x[n] == own[n]) for x in others) / len(others)
        for n in range(len(METRICS))
    )


Score = tuple[tuple[int, ...], ...]  # in the order of METRICS; of BFP it has four parts


def _scores(linked: LinkedUnits, cb: Cb, orders: Orders) -> Iterator[Score]:
    cfs, seen = [one.cf for one in linked.units], seen_in(linked)
    realized, sets = [frozenset(cf) for cf in cfs], [frozenset(cf) for cf in seen]
    by_rank_before = cb is Cb.CONSTRAINT_3
    for with_cb, without in orders:
        cbs: list[str | None] = [None] * len(cfs)
        # By whether the Cb stays and comes first, as in Table 1; and whether it was expected.
        moved = [0, 0, 0, 0]
        cheap = 0
        for now, before, place in with_cb:
            cf, known = cfs[now], seen[place]
            first, among = (known, realized[now]) if by_rank_before else (cf, sets[place])
            center = next(x for x in first if x in among)
            cbs[now], last = center, cbs[before]
            moved[2 * (last is not None and last != center) + (center != cf[0])] += 1
            cheap += center == known[0]
        yield _score(moved, cheap, without)


def _score(moved: Sequence[int], cheap: int, without: int) -> Score:
    _, retain, smooth, rough = moved
    expensive = sum(moved) - cheap
    violated = retain + smooth + 2 * rough + expensive  # of salience, of cohesion, of both
    kp = violated + CLAIMS * without
    return (without,), (expensive + without,), (kp,), tuple(-n for n in moved)
