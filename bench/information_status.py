"""What the learnt order of the default profile makes of information status, measured.

    weighed      how many of the tables that are shipped weigh a factor, and by how much at most
    Hidden, hidden
                 the default profile, beside itself with status hidden from those tables
    Learnt, trained
                 tables learnt anew without some factors: does status take their place?
    foretold     how far status follows from other factors
    tables, told_hidden, told_trained, meaning
                 the same for the page, and sentences, computed

Measured on GUM dev and on the genres of GUM train that nothing is trained on, together. With the
tables that are shipped the default profile is heard on gold parses, with meanings where the English
pipeline is installed. What is learnt anew has one seed and fewer rounds, and no factor of meaning;
candidates are those that pass the test when all before was understood as gold has it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from bench.ablations import EFFORT, biased, scores, without
from bench.question_orders import SIGNIFICANT, told
from hearer.algorithms.weighted import weighted_s_list
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.weights import Weights, read
from hearer.evaluation.comparison import PairedComparison, compared
from hearer.evaluation.experiment import Setup, mapped, trials_of
from hearer.evaluation.judging import judge
from hearer.evaluation.measures import PronounRow
from hearer.evaluation.rates import share
from hearer.evaluation.significance import Difference, paired
from hearer.evaluation.spelled_out import with_gold
from hearer.model import Discourse
from hearer.report.forms import markdown
from hearer.report.table import Table, percent
from training.boosting import Floats, Triple, boost
from training.lexicons import NON_COMMERCIAL
from training.ranker import SIZES
from training.ranker_examples import Pronoun, examples

STATUS = "status"
PLAIN, OF_MEANING = "weighted_s_list.json", "weighted_s_list_meaning.json"
FORM = ("form", "form of the latest noun phrase")
HISTORY = (
    "mentions", "times subject", "called so before", "most mentioned",
    "meant by the latest pronoun like this",
)  # fmt: skip
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "status": (STATUS,),
    "history and form": (*HISTORY, *FORM),
    "history, form and status": (*HISTORY, *FORM, STATUS),
}
WITH_STATUS = {"status": "nothing", "history, form and status": "history and form"}
TELLING = ("mentions", *FORM)  # what a status is made from, as the tables have it


# What is shipped ------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """How many of so many tables weigh a factor, and the most that it makes, all else alike."""

    over: int
    tables: int
    most: float


def weighed(file: str, factor: str = STATUS) -> Weighed:
    """What the tables of a file make of a factor."""
    tables = _stored(file)["tables"]
    spreads = [
        np.ptp(_known(_cells(table), _place(table, factor)), axis=_place(table, factor)).max()
        for table in tables
        if factor in table["factors"]
    ]
    return Weighed(len(spreads), len(tables), max(spreads, default=0) / 1000)


def without_status(file: str) -> Weights:
    """The weights of a file, each the mean over the three statuses."""
    stored = _stored(file)
    for table in stored["tables"]:
        if STATUS in table["factors"]:
            cells, place = _cells(table), _place(table, STATUS)
            known = _known(cells, place)
            known[...] = known.mean(axis=place, keepdims=True).round()
            table["thousandths"] = cells.ravel().astype(int).tolist()
    return read(json.dumps(stored))


def _stored(file: str) -> dict[str, list[dict[str, list[str]]]]:
    shipped = files("hearer.algorithms.weighted").joinpath("tables", file)
    stored: dict[str, list[dict[str, list[str]]]] = json.loads(shipped.read_text("utf-8"))
    return stored


def _cells(table: Mapping[str, Sequence[str]]) -> Floats:
    sizes = [NAMED[name].size for name in table["factors"]]
    return np.array(table["thousandths"], dtype=float).reshape(sizes)


def _place(table: Mapping[str, list[str]], factor: str) -> int:
    return table["factors"].index(factor)


def _known(cells: Floats, place: int) -> Floats:
    """The cells of all values of a factor but the first, which is that it says nothing."""
    every = [slice(None)] * cells.ndim
    every[place] = slice(1, None)
    known: Floats = cells[tuple(every)]
    return known


# The default profile with status hidden -------------------------------------------------------


def is_held_out(document: Discourse) -> bool:
    """Whether a document of GUM train is of a genre that nothing is trained on."""
    return document.name.split("_")[1] in NON_COMMERCIAL


@dataclass(frozen=True)
class Hidden:
    """The default profile with status hidden, beside itself."""

    documents: int
    changed: int  # pronouns that are answered otherwise
    found: PairedComparison  # hidden first


def hidden(documents: Sequence[Discourse], *, processes: int) -> Hidden:
    """Hear documents with the default profile, and again with status hidden from its tables."""
    setup = Setup(("weighted-s-list",), "default", classes=False)
    heard = list(mapped(partial(_both, setup=setup), with_gold(documents), processes=processes))
    rows = [(row, other) for one, two in heard for row, other in zip(one, two, strict=True)]
    return Hidden(
        documents=len(heard),
        changed=sum(row.antecedent != other.antecedent for row, other in rows),
        found=compared([after for _, after in heard], [before for before, _ in heard]),
    )


def told_hidden(one: Hidden) -> Iterator[str]:
    """What came of it, as a table."""
    after, before = map(percent, one.found.shares)
    header = ("pronouns", "answered otherwise", "shipped %", "status hidden %", "difference")
    cells = (str(one.found.pronouns), str(one.changed), before, after, told(one.found.difference))
    note = (
        f"Every weight over status is replaced by its mean over the three. {one.documents} "
        "documents, gold parse, default profile; pronouns that Table 6 counts."
    )
    yield markdown(Table("hidden", "", header, (cells,), note, names=0), with_title=False)


Rows = tuple[PronounRow, ...]


def _both(discourse: Discourse, setup: Setup) -> tuple[Rows, Rows]:
    """A document with the weights that are shipped, and with status hidden from them."""
    (trial,) = trials_of(discourse, setup)
    shipped = judge(trial)[0]
    with (
        patch.object(weighted_s_list, "weights", partial(_hidden, PLAIN)),
        patch.object(weighted_s_list, "of_meaning", partial(_hidden, OF_MEANING)),
    ):
        return shipped, judge(trial)[0]


_hidden = cache(without_status)


# Trained anew ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Learnt:
    """Tables learnt without some factors, and whether each anaphoric pronoun is right."""

    left_out: str
    tables: int
    over_status: int
    rights: Mapping[str, list[bool]]  # by document

    @property
    def share(self) -> float:
        every = [right for document in self.rights.values() for right in document]
        return share(sum(every), len(every))


def trained(
    train: Sequence[Pronoun], seen: Sequence[Pronoun], *, processes: int
) -> Mapping[str, Learnt]:
    """Tables learnt anew without some factors, by what is left out."""
    work = partial(_learnt, train=train, seen=seen)
    return {one.left_out: one for one in mapped(work, tuple(LEFT_OUT), processes=processes)}


def told_trained(found: Mapping[str, Learnt]) -> Iterator[str]:
    """What came of it, as a table."""
    rows = [
        (
            name,
            f"{one.over_status} of {one.tables}",
            percent(one.share),
            told(gain(found, name)) if name in WITH_STATUS else "",
        )
        for name, one in found.items()
    ]
    first = found["nothing"].rights
    header = ("left out", "tables over status", "right %", "what status adds to it")
    note = (
        f"{sum(map(len, first.values()))} anaphoric pronouns of {len(first)} documents, right if "
        "the heaviest candidate is."
    )
    yield markdown(Table("trained", "", header, tuple(rows), note), with_title=False)


def gain(found: Mapping[str, Learnt], without_it: str) -> Difference:
    """What is right more with status than without, whatever else is left out."""
    one, other = found[WITH_STATUS[without_it]].rights, found[without_it].rights
    return paired([one[name] for name in one], [other[name] for name in one])


def _learnt(name: str, train: Sequence[Pronoun], seen: Sequence[Pronoun]) -> Learnt:
    tables = boost(examples(without(train, LEFT_OUT[name])), SIZES, EFFORT)
    status = FACTORS.index(NAMED[STATUS])
    rights: dict[str, list[bool]] = {}
    for pronoun in without(seen, LEFT_OUT[name]):
        if pronoun.is_anaphoric:
            rights.setdefault(pronoun.document, []).append(_is_right(tables, pronoun))
    return Learnt(name, len(tables), sum(status in triple for triple in tables), rights)


def _is_right(tables: Mapping[Triple, Floats], pronoun: Pronoun) -> bool:
    weights = biased(scores(tables, pronoun), pronoun)
    return pronoun.right[max(range(len(weights)), key=weights.__getitem__)]


# Where it comes from --------------------------------------------------------------------------


def foretold(pronouns: Sequence[Pronoun]) -> str:
    """How far status follows from how often and how something was mentioned, in a sentence."""
    status, telling = FACTORS.index(NAMED[STATUS]), [FACTORS.index(NAMED[n]) for n in TELLING]
    seen: dict[tuple[int, ...], Counter[int]] = {}
    for pronoun in pronouns:
        for values in pronoun.values[:-1]:
            key = tuple(values[place] for place in telling)
            seen.setdefault(key, Counter())[values[status]] += 1
    number = sum(each.total() for each in seen.values())
    guessed = sum(max(each.values()) for each in seen.values())
    alone = max(sum(seen.values(), Counter[int]()).values(), default=0)
    return (
        f"Of {number} candidates, {percent(share(alone, number))} % have the commonest status. Who "
        f"knows of each how often it was mentioned and in which forms ({', '.join(TELLING)}) can "
        f"tell the status of {percent(share(guessed, number))} %.\n"
    )


# What it means --------------------------------------------------------------------------------


def tables() -> Iterator[str]:
    """How many tables weigh status, in the files that are shipped."""
    plain, of_meaning = weighed(PLAIN), weighed(OF_MEANING)
    yield (
        f"* `{PLAIN}`, which weighs where nobody tells what words mean: **{plain.over} of "
        f"{plain.tables} tables** are over status."
    )
    yield (
        f"* `{OF_MEANING}`, for the English pipeline: **{of_meaning.over} of "
        f"{of_meaning.tables}**. All else alike, one status makes at most {of_meaning.most:.2f} "
        "more of a weight than another there (0.69 is twice as probable).\n"
    )


def meaning(one: Hidden, found: Mapping[str, Learnt]) -> Iterator[str]:
    """What follows, and what it rests on."""
    needs = "uses" if one.found.difference.p < SIGNIFICANT else "does not need"
    yield (
        f"* The order that is shipped {needs} information status: with status hidden it answers "
        f"{one.changed} of {one.found.pronouns} pronouns otherwise, and what is right changes by "
        f"{told(one.found.difference)} ({one.documents} documents)."
    )
    for name, base in WITH_STATUS.items():
        difference = gain(found, name)
        felt = "helps" if difference.points > 0 else "hurts"
        verdict = felt if difference.p < SIGNIFICANT else "makes no significant difference"
        beside = "Beside all other factors" if base == "nothing" else f"Without {base}"
        yield (
            f"* {beside}, learning puts status into {found[base].over_status} of "
            f"{found[base].tables} tables, and it {verdict}: {told(difference)}."
        )
    yield MEANS


MEANS = """
This is no argument that hearers keep no track of what is old and new. It is one that an order may
know it by other means: how often, how lately, as what and in which form something was mentioned.
Whether the three classes are the cause and these counts their trace, no corpus of this kind can
tell. But the accuracy of the default profile is no evidence for the paper's ranking: evidence for
or against that is the S-list itself, beside its other orders.
"""
