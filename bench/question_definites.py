"""The paper's second question: whether definite noun phrases are found in the same list.

Classes of nouns are those of Open English WordNet: of each noun the class that most of its senses
have, a tie going to the first by name. (That choice, against all classes it has, was made on
fifteen documents of GUM train.)
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bench.definites import (
    Definite,
    Determiner,
    LookedUp,
    Shared,
    definites_of,
)
from bench.question_orders import SIGNIFICANT, holm, told
from hearer.algorithms.s_list.orders import Layers, Second
from hearer.algorithms.s_list.s_list import Fallback, SListOptions
from hearer.evaluation.experiment import mapped
from hearer.evaluation.gold import with_gold
from hearer.evaluation.statistics import Difference, paired, share
from hearer.model import Discourse
from hearer.report.table import Table, percent
from training.lexicons import DATA

Documents: TypeAlias = Sequence[Sequence[Definite]]
Counts: TypeAlias = npt.NDArray[np.float64]  # a row for each document
DRAWS, SEED = 2000, 13
FAR = 100_000  # utterances
NEAR, WHOLE = "five, and the segment", "the document"
REACHES: Mapping[str, SListOptions] = {
    NEAR: SListOptions(),
    WHOLE: SListOptions(window=None, fallback=Fallback.DOCUMENT, reach=FAR),
}
STATUS, UTTERANCE = "status first", "utterance first"
NO_STATUS, NEAREST = "no status", "no status, the nearest first"
ORDERS: Mapping[str, tuple[Layers, Second]] = {
    STATUS: (Layers.STATUS_FIRST, Second.POSITION),
    UTTERANCE: (Layers.UTTERANCE_FIRST, Second.POSITION),
    NO_STATUS: (Layers.NO_STATUS, Second.POSITION),
    NEAREST: (Layers.NO_STATUS, Second.RECENCY),
}


def name_of(order: str, reach: str) -> str:
    """What a list is called."""
    return f"{order}; {reach}"


def _lists() -> dict[str, SListOptions]:
    return {
        name_of(order, reach): SListOptions(
            window=how.window, fallback=how.fallback, reach=how.reach, layers=layers, second=second
        )
        for order, (layers, second) in ORDERS.items()
        for reach, how in REACHES.items()
    }


LISTS = _lists()


def definites(documents: Sequence[Discourse], *, processes: int) -> Documents:
    """The definites of each document, looked up in all lists."""
    return tuple(mapped(_looked_up, with_gold(documents), processes=processes))


def _looked_up(discourse: Discourse) -> tuple[Definite, ...]:
    return definites_of(discourse, LISTS, noun_classes())


@cache
def noun_classes() -> dict[str, frozenset[str]]:
    """The class of every noun: that of most of its senses, which the file has first."""
    with lzma.open(DATA / "more" / "oewn_noun_lexnames.tsv.xz", "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return {noun: frozenset({classes.split(":")[0]}) for noun, classes in rows}


# Figures --------------------------------------------------------------------------------------


def counts(documents: Documents, name: str, shared: Shared) -> Counts:
    """A row a document: right, answered, anaphoric, answered of these, on the list of these."""
    return np.array([list(_counted(one, name, shared)) for one in documents], dtype=float)


def _counted(document: Sequence[Definite], name: str, shared: Shared) -> Iterator[int]:
    mine = [(each, each.found[name, shared]) for each in document]
    yield sum(outcome is LookedUp.RIGHT for _, outcome in mine)
    yield sum(outcome is not LookedUp.NOBODY for _, outcome in mine)
    yield sum(each.is_anaphoric for each, _ in mine)
    yield sum(each.is_anaphoric and outcome is not LookedUp.NOBODY for each, outcome in mine)
    yield sum(each.is_anaphoric and name in each.within for each, _ in mine)


def _share(part: int, whole: int) -> Callable[[Counts], Counts]:
    return lambda sums: sums[:, part] / np.maximum(sums[:, whole], 1)


precision, recall, when_anaphoric, reached = map(_share, (0, 0, 0, 4), (1, 2, 3, 2))


def f1(sums: Counts) -> Counts:
    """The harmonic mean of precision and recall."""
    here: Counts = 2 * sums[:, 0] / np.maximum(sums[:, 1] + sums[:, 2], 1)
    return here


def interval(figure: Callable[[Counts], Counts], counts: Counts) -> str:
    """Return a figure in per cent with its 95 % interval, from drawing documents again."""
    drawn = np.random.default_rng(SEED).integers(len(counts), size=(DRAWS, len(counts)))
    draws = figure(np.stack([counts[each].sum(axis=0) for each in drawn]))
    low, high = np.percentile(draws, (2.5, 97.5))
    here = figure(counts.sum(axis=0, keepdims=True))[0]
    return "{} [{}, {}]".format(*(f"{100 * float(n) + 0.0:.1f}" for n in (here, low, high)))


FIGURES: Mapping[str, Callable[[Counts], Counts]] = {
    "on the list %": reached,
    "recall %": recall,
    "precision %": precision,
    "F1": f1,
    "precision, where anaphoric %": when_anaphoric,
}


def found(documents: Documents) -> Table:
    """How many definites are found, by what must be shared and how far back."""
    rows = []
    for reach in REACHES:
        for shared in Shared:
            here = counts(documents, name_of(STATUS, reach), shared)
            cells = (interval(figure, here) for figure in FIGURES.values())
            rows.append((reach, shared.value, *cells))
    number, anaphoric = _numbers(documents)
    note = (
        f"{len(documents)} documents, {number} definites, {anaphoric} of them anaphoric. On the "
        "list: of the anaphoric ones, whose entity stands there at all. Precision is over all that "
        "an antecedent is found for, first mentions too; where anaphoric, if one knew which are."
    )
    header = ("searched", "must share", *FIGURES)
    return Table("definites", "The S-list in its own order", header, tuple(rows), note, names=2)


def _numbers(documents: Documents) -> tuple[int, int]:
    everything = [each for one in documents for each in one]
    return len(everything), sum(each.is_anaphoric for each in everything)


def by_determiner(documents: Documents) -> Table:
    """The same through the document, by head, for each kind of determiner."""
    rows = []
    name = name_of(STATUS, WHOLE)
    for determiner in Determiner:
        mine = [[each for each in one if each.determiner is determiner] for one in documents]
        here = counts(mine, name, Shared.HEAD)
        numbers = map(str, _numbers(mine))
        cells = (interval(FIGURES[figure], here) for figure in ("recall %", "precision %", "F1"))
        rows.append((determiner.value, *numbers, *cells))
    header = ("determiner", "definites", "anaphoric", "recall %", "precision %", "F1")
    title = "By determiner: the same head, the document"
    return Table("determiners", title, header, tuple(rows))


def orders(documents: Documents) -> Table:
    """What other orders have more than the paper's."""
    rows = [
        (reach, shared.value, order, *_cells(documents, order, reach, shared))
        for reach in REACHES
        for shared in Shared
        for order in ORDERS
        if order != STATUS
    ]
    header = ("searched", "must share", "order", "answered otherwise", "recall", "precision")
    note = (
        "Differences to the paper's order, in points, with 95 % intervals over documents; p by "
        "exchanging the two orders document by document."
    )
    return Table("definite-orders", "What the order adds", header, tuple(rows), note, names=3)


def _cells(documents: Documents, order: str, reach: str, shared: Shared) -> Iterator[str]:
    mine, theirs = name_of(order, reach), name_of(STATUS, reach)
    yield str(
        sum(x.found[mine, shared] != x.found[theirs, shared] for one in documents for x in one)
    )
    yield told(of_recall(documents, order, reach, shared))
    yield told(of_precision(documents, order, reach, shared))


def of_recall(documents: Documents, order: str, reach: str, shared: Shared) -> Difference:
    """How many more of the anaphoric definites are right than in the paper's order."""
    first, second = (
        [[x.found[way] is LookedUp.RIGHT for x in one if x.is_anaphoric] for one in documents]
        for way in ((name_of(each, reach), shared) for each in (order, STATUS))
    )
    return paired(first, second)


def of_precision(documents: Documents, order: str, reach: str, shared: Shared) -> Difference:
    """How many more of the answers are right than in the paper's order."""
    first, second = (
        [
            [x.found[way] is LookedUp.RIGHT for x in one if x.found[way] is not LookedUp.NOBODY]
            for one in documents
        ]
        for way in ((name_of(each, reach), shared) for each in (order, STATUS))
    )
    return paired(first, second)


# Sentences ------------------------------------------------------------------------------------


def verdicts(documents: Documents) -> Iterator[str]:
    """What it comes to."""
    near, whole = (_sums(documents, reach, Shared.HEAD) for reach in REACHES)
    yield (
        f"**Of {near[2]} anaphoric definites the list as the paper has it holds "
        f"{percent(share(near[4], near[2]))} %; by their head {percent(share(near[0], near[2]))} % "
        f"are found.** Through the document it holds {percent(share(whole[4], whole[2]))} %, and "
        f"{percent(share(whole[0], whole[2]))} % are found.\n"
    )
    nothing = _sums(documents, WHOLE, Shared.NOTHING)
    classes = _sums(documents, WHOLE, Shared.HEAD_OR_CLASS)
    right, wrong = whole[0], whole[1] - whole[0]
    more = classes[0] - right
    yield (
        f"**By salience alone**, with agreement and nothing else, as for a pronoun, "
        f"{percent(share(nothing[0], nothing[2]))} % are right. A noun class, where nobody has the "
        f"head, adds {more} to {right} right answers, and {classes[1] - classes[0] - wrong} to "
        f"{wrong} wrong ones.\n"
    )
    yield f"{_of_status(documents)}\n"


def _sums(documents: Documents, reach: str, shared: Shared) -> list[int]:
    return [int(n) for n in counts(documents, name_of(STATUS, reach), shared).sum(axis=0)]


def _of_status(documents: Documents) -> str:
    """Whether the order by status finds more than one without."""
    cases = [(reach, shared) for reach in REACHES for shared in Shared]
    all_ = [of_recall(documents, NO_STATUS, reach, shared) for reach, shared in cases]
    holds = holm([each.p for each in all_])
    rests = f"recall, corrected after Holm at {SIGNIFICANT:g}"
    lines = [
        f"{shared.value}, {reach}: {told(each)}"
        for (reach, shared), each, is_one in zip(cases, all_, holds, strict=True)
        if is_one
    ]
    return (
        "**Without information status** the same list finds significantly more or fewer in "
        f"{len(lines)} of {len(cases)} comparisons{': ' if lines else ''}{'; '.join(lines)} "
        f"({rests})."
    )
