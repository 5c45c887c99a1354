"""The paper's first question: whether text position is enough at the second layer of the S-list.

A difference is significant if p, by exchanging the two orders document by document, stays under .05
when corrected after Holm for all changes and slices of a corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from hearer.algorithms.s_list.orders import Layers, Second
from hearer.evaluation.experiment import Setup, mapped, trials_of
from hearer.evaluation.gold import with_gold
from hearer.evaluation.judging import judge
from hearer.evaluation.statistics import Difference, paired, share
from hearer.model import Discourse
from hearer.report.table import Table, percent, points, written_p

SIGNIFICANT = 0.05


class Order(NamedTuple):
    """An order of the S-list."""

    layers: Layers = Layers.STATUS_FIRST
    second: Second = Second.POSITION

    @property
    def options(self) -> dict[str, object]:
        return {"layers": self.layers, "second": self.second}


PAPER = Order()
ORDERS = tuple(Order(layers, second) for layers in Layers for second in Second)
CHANGES: Mapping[str, Order] = {
    "grammatical role instead of text position": Order(second=Second.ROLE),
    "recency instead of text position": Order(second=Second.RECENCY),
    "the utterance before information status": Order(layers=Layers.UTTERANCE_FIRST),
    "no information status": Order(layers=Layers.NO_STATUS),
}
SLICES: Mapping[str, frozenset[str]] = {
    "all": frozenset({"he", "she", "it", "they"}),
    "he/she": frozenset({"he", "she"}),
    "it": frozenset({"it"}),
    "they": frozenset({"they"}),
}


class Answer(NamedTuple):
    """A pronoun that counts, and whether it was right under each of the orders."""

    group: str  # he, she, it or they
    rights: tuple[bool, ...]  # as ORDERS


@dataclass(frozen=True)
class Answers:
    """What became of the pronouns of a corpus, a document each."""

    corpus: str
    documents: Sequence[Sequence[Answer]]

    def of(self, slice_: str) -> list[list[Answer]]:
        wanted = SLICES[slice_]
        return [[each for each in one if each.group in wanted] for one in self.documents]

    def number(self, slice_: str) -> int:
        return sum(map(len, self.of(slice_)))

    def share(self, order: Order, slice_: str) -> float:
        place = ORDERS.index(order)
        found = [each.rights[place] for one in self.of(slice_) for each in one]
        return share(sum(found), len(found))

    def difference(self, order: Order, slice_: str) -> Difference:
        """How much better than the paper's order another one is."""
        here, there = ORDERS.index(order), ORDERS.index(PAPER)
        groups = self.of(slice_)
        first, second = ([[x.rights[n] for x in one] for one in groups] for n in (here, there))
        return paired(first, second)


def answers(
    corpus: str, documents: Sequence[Discourse], setup: Setup, *, processes: int
) -> Answers:
    """What becomes of a corpus under all orders."""
    work = partial(heard, setup=replace(setup, classes=False))
    return Answers(corpus, tuple(mapped(work, with_gold(documents), processes=processes)))


def heard(discourse: Discourse, setup: Setup) -> tuple[Answer, ...]:
    """The pronouns of a document under all orders; they all count the same ones."""
    (trial,) = trials_of(discourse, setup)
    hows = [trial.how.with_options(order.options) for order in ORDERS]
    rows = zip(*(judge(replace(trial, how=how))[0] for how in hows), strict=True)
    return tuple(
        Answer(row[0].scored.group, tuple(one.is_right for one in row))
        for row in rows
        if all(one.is_counted for one in row)
    )


# What it comes to -----------------------------------------------------------------------------


def table(found: Answers) -> Table:
    """Shares, and differences to the paper's order, by slice."""
    header = ["layers", "second"]
    for name in SLICES:
        header += [f"{name} ({found.number(name)}) %", "difference"]
    rows = [(*order, *_cells(found, order)) for order in ORDERS]
    note = (
        f"{found.corpus}: {len(found.documents)} documents. Differences to the paper's order, the "
        "first line, in points, with 95 % intervals and p over documents."
    )
    return Table("orders", found.corpus, tuple(header), tuple(rows), note, names=2)


def _cells(found: Answers, order: Order) -> Iterator[str]:
    for name in SLICES:
        yield percent(found.share(order, name))
        yield "" if order == PAPER else told(found.difference(order, name))


def told(found: Difference) -> str:
    """A difference with its interval and p."""
    low, high, p = points(found.low), points(found.high), written_p(found.p)
    return f"{points(found.points)} [{low}, {high}], p {p if p.startswith('<') else f'= {p}'}"


class Verdict(NamedTuple):
    """Of one change for one slice of a corpus: whether it is one, and how large."""

    corpus: str
    change: str
    slice: str
    difference: Difference
    is_significant: bool


def judged(found: Answers) -> list[Verdict]:
    """All changes for all slices of a corpus; significant after Holm."""
    pairs = [(change, name) for change in CHANGES for name in SLICES]
    differences = [found.difference(CHANGES[change], name) for change, name in pairs]
    significant = holm([each.p for each in differences])
    return [
        Verdict(found.corpus, change, name, difference, is_significant)
        for (change, name), difference, is_significant in zip(
            pairs, differences, significant, strict=True
        )
    ]


def holm(ps: Sequence[float], level: float = SIGNIFICANT) -> list[bool]:
    """Which of several tests still hold when so many were made (Holm 1979).

    >>> holm([0.04, 0.01, 0.03])
    [False, True, False]
    """
    holds = [False] * len(ps)
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        if ps[place] > level / (len(ps) - rank):
            break
        holds[place] = True
    return holds


def verdicts(corpora: Sequence[Answers]) -> Iterator[str]:
    """What came of each change, a paragraph each, and the answer first."""
    found = [verdict for corpus in corpora for verdict in judged(corpus)]
    yield f"{_answer(found)}\n"
    for change in CHANGES:
        yield f"* **{change[0].upper()}{change[1:]}**: {_of_change(found, change)}"
    yield f"\n{_best(corpora)}"


def _answer(found: Sequence[Verdict]) -> str:
    """Whether text position is enough, for all pronouns together."""
    names = [change for change, order in CHANGES.items() if order.second is not Second.POSITION]
    mine = [each for each in found if each.change in names and each.slice == "all"]
    better, worse = (_where(mine, sign) for sign in (1, -1))
    rests = f"All pronouns together; {_corpora(found)}."
    if better:
        also = f"; significantly worse is {worse}" if worse else ""
        return f"**Not everywhere**: significantly better is {better}{also}. {rests}"
    if worse:
        return (
            "**As far as these corpora tell, yes**: neither role nor recency in its place is "
            f"significantly better anywhere, and significantly worse is {worse}. {rests}"
        )
    return (
        "**These corpora cannot tell**: neither role nor recency in its place makes a significant "
        f"difference. {rests}"
    )


def _where(found: Sequence[Verdict], sign: int) -> str:
    """The changes that make a significant difference, for better or for worse."""
    cases = [x for x in found if x.is_significant and sign * x.difference.points > 0]
    changes = dict.fromkeys(each.change for each in cases)
    return "; ".join(
        f"{change} ({'; '.join(x.corpus for x in cases if x.change == change)})"
        for change in changes
    )


def _corpora(found: Sequence[Verdict]) -> str:
    return "; ".join(dict.fromkeys(each.corpus for each in found))


def _of_change(found: Sequence[Verdict], change: str) -> str:
    mine = [each for each in found if each.change == change]
    parts = []
    for word, sign in (("better", 1), ("worse", -1)):
        cases = [x for x in mine if x.is_significant and sign * x.difference.points > 0]
        if cases:
            parts.append(f"{word} in {'; in '.join(_by_corpus(cases))}")
    rest = sum(not each.is_significant for each in mine)
    parts.append(f"no significant difference in {rest} of {len(mine)} comparisons")
    return ". ".join(part[0].upper() + part[1:] for part in parts) + "."


def _by_corpus(cases: Sequence[Verdict]) -> Iterator[str]:
    for corpus in dict.fromkeys(each.corpus for each in cases):
        mine = (f"{x.slice} {told(x.difference)}" for x in cases if x.corpus == corpus)
        yield f"{corpus}: {'; '.join(mine)}"


def _best(corpora: Sequence[Answers]) -> str:
    """The best of all orders in each corpus, seen afterwards."""
    best = ((each, max(ORDERS, key=lambda o: each.share(o, "all"))) for each in corpora)
    lines = [
        f"{each.corpus}: `layers={order.layers}`, `second={order.second}`, "
        f"{percent(each.share(order, 'all'))} % (the paper's order "
        f"{percent(each.share(PAPER, 'all'))} %)"
        for each, order in best
    ]
    return f"The best of all nine orders, seen afterwards: {'; '.join(lines)}.\n"
