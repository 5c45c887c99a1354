"""Parts of the default algorithm: its list, its tables, fit, plurality, confidence and labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import exp, inf, log

import pytest

import hearer
from hearer.algorithms.weighted.agreement_factors import set_aside
from hearer.algorithms.weighted.answers import Weighed, label_of
from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.fitting import LEAST as LEAST_FITS
from hearer.algorithms.weighted.fitting import NOTHING, OF_NOBODY, Scale, fits_of, odds_of
from hearer.algorithms.weighted.listed import (
    LONGEST,
    HeardWhen,
    ListedEntity,
    WeightedList,
    evoked,
    introduced,
)
from hearer.algorithms.weighted.options import WeightedSListOptions
from hearer.algorithms.weighted.plurality import Plurality, heard_again, plurality_of
from hearer.algorithms.weighted.trust import LEAST, MOST, NOBODY_LEFT, Trust, Trusts
from hearer.algorithms.weighted.values import ExpressionForm, Fit, GrammaticalRole, PronounClass
from hearer.algorithms.weighted.weighted_s_list import WeightedSList
from hearer.algorithms.weighted.weights import Lazy, read, weights
from hearer.hearing import Hearer
from hearer.model import (
    ANY_NUMBER,
    ANY_SORT,
    Agreement,
    Cue,
    Entity,
    Gender,
    Kind,
    Label,
    Number,
    ReferringExpression,
    Sort,
    Utterance,
)
from hearer.model.meaning import NO_MEANING, Asking, Meaning, nobody
from hearer.session.knowledge import Knowledge
from tests.algorithms.ear import meaning
from tests.algorithms.listed import CAR, listed
from tests.algorithms.test_default_answers import (
    discourse,
    heard,
)
from tests.cases import cases
from tests.conftest import ROOT

ONE, MANY = frozenset({Number.SINGULAR}), frozenset({Number.PLURAL})
HUMAN, NEUTER = frozenset({Gender.MASCULINE, Gender.FEMININE}), frozenset({Gender.NEUTER})
FEMININE, PERSON, FIRM = (
    frozenset({Gender.FEMININE}),
    frozenset({Sort.PERSON}),
    frozenset({Sort.ORGANIZATION}),
)

# The list ---------------------------------------------------------------------------------------


def a_list(*weighed: tuple[float, str]) -> WeightedList:
    s_list = WeightedList()
    for n, (place, entity) in enumerate(weighed, start=1):
        s_list.insert(listed(entity, place=(place, n)))
    return s_list


def entities(s_list: WeightedList) -> list[str]:
    return [element.entity for element in s_list.elements]


@cases(__file__)
def test_an_entity_stands_once_where_its_weight_puts_it(
    inserted: list[tuple[float, str]], expected: list[str]
) -> None:
    assert entities(a_list(*inserted)) == expected


def test_entities_leave_the_list() -> None:
    s_list = a_list((-1.0, "CAR"), (-2.0, "TREE"))
    s_list.remove(s_list.known[Entity("TREE")])
    assert entities(s_list) == ["CAR"]
    s_list = WeightedList()
    for n in (1, 2, 3):
        s_list.insert(listed(f"E{n}", replace(CAR, utterance=n), place=(float(n), n)))
    s_list.forget(2)
    assert entities(s_list) == ["E3"]


def test_of_too_many_the_one_not_realized_for_longest_falls_off() -> None:
    s_list = a_list(*((float(-n), f"E{n}") for n in range(LONGEST)))
    s_list.insert(listed("E0", place=(1.0, LONGEST + 1)))  # realized again: now E1 is the oldest
    s_list.insert(listed("NEW", place=(0.5, LONGEST + 2)))
    assert len(s_list.elements) == len(s_list.known) == LONGEST
    assert Entity("E1") not in s_list.known
    assert {Entity("E0"), Entity("NEW")} <= set(s_list.known)


def test_a_lazy_sequence_is_the_tuple_it_makes() -> None:
    abc, ab = (Lazy(lambda letters=letters: iter(letters)) for letters in ("abc", "ab"))  # type: ignore[misc]
    assert abc == ("a", "b", "c")
    assert hash(abc) == hash(("a", "b", "c"))
    assert (len(abc), abc[-1], abc[:2], repr(abc)) == (3, "c", ("a", "b"), "('a', 'b', 'c')")
    assert abc != ab
    assert abc != "abc"


# Tables and labels ------------------------------------------------------------------------------


def it(*cues: Cue) -> ReferringExpression:
    neuter = Agreement(ONE, NEUTER)
    return ReferringExpression("it", 1, 1, is_pronoun=True, agreement=neuter, cues=frozenset(cues))


def test_the_shipped_tables_are_as_large_as_their_factors() -> None:
    tables = weights().tables
    assert len(tables) == 64
    for (first, second, third), rows in tables:
        sizes = len(rows), {len(row) for row in rows}, {len(cells) for row in rows for cells in row}
        assert sizes == (first.size, {second.size}, {third.size})


def test_a_table_names_what_it_weighs() -> None:
    table = {"factors": ["pronoun", "role", "parallel role"], "thousandths": [250] * (5 * 10 * 3)}
    tiny = read(
        json.dumps({"nobody": {}, "decay": 1, "salience": [], "precisions": [], "tables": [table]})
    )
    candidate = listed(role=GrammaticalRole.SUBJECT)
    here = Circumstances(it(), PronounClass.IT, GrammaticalRole.SUBJECT, (candidate,))
    told = [[str(factor) for factor in tiny.factors(each)] for each in tiny.numbers(here)]
    assert told == [["+0.25 it, subject, in the role of the pronoun"], ["+0.25 it"]]


@cases(__file__)
def test_what_is_not_resolved_is_labelled(cues: list[str], shares: list[float], label: str) -> None:
    assert label_of(it(*(Cue[cue] for cue in cues)), shares) is Label[label]


def values_of(factor: str, speakers: tuple[str, str]) -> set[str]:
    """What a factor says of the candidates of the last pronoun: two lines, two speakers."""
    lines = (
        "The/DET/det/2 car/NOUN/nsubj/3 hit/VERB/root/0 the/DET/det/5 tree/NOUN/obj/3",
        "It/PRON/nsubj/2/it/Number=Sing stood/VERB/root/0 as/SCONJ/mark/5 it/PRON/nsubj/5/it/Number=Sing was/VERB/advcl/2",
    )
    seen: list[Weighed] = []

    class Watched(WeightedSList):
        def choose(self, weighed: Weighed) -> int:
            seen.append(weighed)
            return [x.element.entity for x in weighed.here.candidates].index(Entity("TREE"))

    listener = Hearer(profile="default", keep=False)
    listener.algorithm = Watched(listener.analyst.test, WeightedSListOptions(events=False))
    for n, (line, speaker) in enumerate(zip(lines, speakers, strict=True), 1):
        for word in replace(Utterance.of(line, number=n), speaker=speaker).words:
            listener.hear(word)
    here, found = seen[-1].here, NAMED[factor]
    numbers, names = found.numbers(here)[:-1], [value.name for value in found.values]
    said = zip(here.candidates, numbers, strict=True)
    return {f"{each.element.entity}: {names[number - 1]}" for each, number in said}


@pytest.mark.parametrize(
    ("factor", "speakers", "said"),
    [
        ("speaker", ("", ""), {"TREE: NOBODY", "CAR: NOBODY"}),
        ("speaker", ("Ann", "Ann"), {"TREE: SAME", "CAR: SAME"}),
        ("speaker", ("Ann", "Bob"), {"TREE: SAME", "CAR: ANOTHER"}),
        ("meant by the latest pronoun like this", ("", ""), {"TREE: YES", "CAR: NO"}),
    ],
)
def test_earlier_pronouns_are_a_factor(
    factor: str, speakers: tuple[str, str], said: set[str]
) -> None:
    assert values_of(factor, speakers) == said


def test_the_page_lists_every_factor_as_it_is_declared() -> None:
    """If it does not: put what `table` yields in its place."""

    def table() -> Iterator[str]:
        yield "| factor | about | values |"
        yield "| --- | --- | --- |"
        for factor in FACTORS:
            told = [factor.told(value) for value in factor.values]
            shown = told if len(told) <= 5 else [*told[:5], "…"]
            yield f"| {factor.name} | {factor.about} | {'; '.join(shown)} |"

    page = ROOT / "docs" / "algorithms" / "weighted-s-list.md"
    assert "\n".join(table()) in page.read_text(encoding="utf-8")


# Fit --------------------------------------------------------------------------------------------

IT = ReferringExpression("it", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, meaning=meaning("it"))


def meant(name: str, latest: Meaning, named: Meaning) -> ListedEntity:
    return listed(name, replace(CAR, meaning=latest), named=named)


CANDIDATES = [meant(name, meaning(name), meaning(name, "named")) for name in "ABCDE"]


def slow_fits(pronoun: ReferringExpression, candidates: list[ListedEntity]) -> list[Fit]:
    """The same the slow way: shares, log odds, and the last threshold that is reached."""
    both = [(one.latest.meaning, one.named or one.latest.meaning) for one in candidates]
    scores = [Asking(pronoun.meaning).fit(*each) for each in both]
    shares = [exp(score) for score in (*scores, nobody(pronoun.meaning))]
    odds = [log(x / sum(shares)) - log(1 - x / sum(shares)) for x in shares]
    scales = [LEAST_FITS] * len(candidates) + [OF_NOBODY]
    return [
        [value for value, least in scale.items() if least <= one][-1]
        for scale, one in zip(scales, odds, strict=True)
    ]


@pytest.mark.parametrize("text", ["it", "he", "she", "they", "him", "its", "x", "y", "z"])
def test_fits_are_those_of_the_slow_way(text: str) -> None:
    pronoun = replace(IT, meaning=meaning(text))
    for n in range(1, len(CANDIDATES) + 1):
        assert list(fits_of(pronoun, CANDIDATES[:n])) == slow_fits(pronoun, CANDIDATES[:n])
    for known in (meant("X", meaning("x"), NO_MEANING), meant("X", NO_MEANING, meaning("x"))):
        assert list(fits_of(IT, [known])) == slow_fits(IT, [known])


@pytest.mark.parametrize("table", [LEAST_FITS, OF_NOBODY])
def test_a_value_holds_from_its_threshold_on(table: dict[Fit, float]) -> None:
    scale, values = Scale.of(table), list(table)
    assert list(table.values()) == sorted(table.values())
    for before, value in pairwise(values):
        assert scale.value(exp(table[value])) is value
        assert scale.value(exp(table[value]) * 0.999) is before
    assert (scale.value(0.0), scale.value(inf)) == (values[0], values[-1])
    assert [*LEAST_FITS, *OF_NOBODY] == list(Fit)


def test_odds_are_those_of_shares_however_large_the_scores() -> None:
    assert odds_of([0.0, 0.0]) == [1.0, 1.0]
    assert odds_of([log(3), 0.0]) == [pytest.approx(3), pytest.approx(1 / 3)]
    assert odds_of([900.0, -900.0]) == [inf, 0.0]


def test_without_meaning_there_is_no_fit() -> None:
    nameless = meant("X", NO_MEANING, NO_MEANING)
    assert list(fits_of(IT, [nameless, *CANDIDATES])) == [NOTHING, *fits_of(IT, CANDIDATES)]
    assert fits_of(replace(IT, meaning=NO_MEANING), CANDIDATES) == ()
    assert fits_of(IT, [nameless]) == fits_of(IT, []) == ()
    here = Circumstances(IT, PronounClass.IT, GrammaticalRole.SUBJECT, CANDIDATES)
    assert NAMED["fits what is said"].numbers(here) == [0] * 6
    told = NAMED["fits what is said"].numbers(here._replace(fits=fits_of(IT, CANDIDATES)))
    assert told == list(fits_of(IT, CANDIDATES))


def test_the_list_keeps_what_the_latest_noun_phrase_meant() -> None:
    now = HeardWhen((0.0, 1), 1, "")
    car = introduced(Entity("CAR"), replace(CAR, meaning=meaning("car")), now)
    pronoun = evoked(car, IT, now)
    assert (pronoun.latest.meaning, pronoun.named) == (meaning("it"), meaning("car"))
    unsaid = evoked(pronoun, replace(IT, is_pronoun=False, kind=Kind.ELLIPSIS), now)
    again = evoked(pronoun, replace(CAR, meaning=meaning("vehicle")), now)
    assert (car.named, unsaid.named) == (meaning("car"), meaning("car"))
    assert (again.latest.meaning, again.named) == (meaning("vehicle"), meaning("vehicle"))
    assert evoked(again, CAR, now).named == meaning("vehicle")  # of another nothing is known
    assert introduced(Entity("?"), IT, now).named == NO_MEANING


# One or many ------------------------------------------------------------------------------------


def noun(kind: Kind, agreement: Agreement, sorts: frozenset[Sort]) -> ReferringExpression:
    return ReferringExpression("noun", 2, 1, kind=kind, agreement=agreement, sorts=sorts)


THEY = ReferringExpression(
    "they", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, agreement=Agreement(MANY)
)
A_GUEST = noun(Kind.INDEFINITE, Agreement(ONE, HUMAN), PERSON)
THE_GUEST = noun(Kind.DEFINITE, Agreement(ONE, HUMAN), PERSON)
IDA = noun(Kind.NAME, Agreement(ONE, FEMININE), PERSON)
THE_BANK = noun(Kind.DEFINITE, Agreement(ANY_NUMBER, NEUTER), FIRM | {Sort.PLACE})
THE_NAIL = noun(Kind.DEFINITE, Agreement(ONE, NEUTER), frozenset({Sort.OBJECT}))
NAILS = noun(Kind.BARE, Agreement(MANY, NEUTER), frozenset({Sort.OBJECT}))


@pytest.mark.parametrize(
    ("expression", "plurality"),
    [
        (noun(Kind.QUANTIFIED, Agreement(ANY_NUMBER, HUMAN), PERSON), Plurality.ANYBODY),
        (A_GUEST, Plurality.ANYBODY),
        (THE_GUEST, Plurality.ONE_PERSON),
        (noun(Kind.DEFINITE, Agreement(ONE, FEMININE), PERSON), Plurality.HE_OR_SHE),
        (IDA, Plurality.NAMED_PERSON),
        (noun(Kind.NAME, Agreement(ONE, NEUTER), frozenset({Sort.PLACE})), Plurality.PLACE),
        (noun(Kind.NAME, Agreement(ONE), ANY_SORT), Plurality.NAME),
        (noun(Kind.DEFINITE, Agreement(ANY_NUMBER, NEUTER), PERSON | FIRM), Plurality.GROUP),
        (THE_BANK, Plurality.ORGANIZATION),
        (THE_NAIL, Plurality.THING),
        (NAILS, Plurality.PLURAL),
        (noun(Kind.SET, Agreement(MANY), ANY_SORT), Plurality.SET),
    ],
)
def test_an_expression_shows_whether_one_or_many(
    expression: ReferringExpression, plurality: Plurality
) -> None:
    assert plurality_of(expression) is plurality


def test_a_named_person_stays_one() -> None:
    assert heard_again(Plurality.NAMED_PERSON, THE_GUEST) is Plurality.NAMED_PERSON
    assert heard_again(Plurality.ONE_PERSON, IDA) is Plurality.NAMED_PERSON
    assert heard_again(Plurality.GROUP, THEY) is Plurality.GROUP


CALLED_SHE = listed("GUEST", A_GUEST, called=PronounClass.SHE)
OTHERS = listed("NAILS", NAILS)
OFTEN = listed("IDA", IDA, mentions=3)


@pytest.mark.parametrize(
    ("passing", "aside"),
    [
        ([listed("IDA", IDA), listed("BANK", THE_BANK)], ["IDA"]),
        ([listed("IDA", IDA), OTHERS], ["IDA"]),
        ([listed("IDA", IDA)], []),
        ([listed("IDA", IDA), listed("NAIL", THE_NAIL)], []),
        ([listed("IDA", IDA), listed("NAILS", replace(NAILS, utterance=0))], []),  # too far back
        ([listed("IDA", IDA), listed("NAILS", replace(NAILS, utterance=1))], ["IDA"]),
        ([listed("IDA", IDA, called=PronounClass.THEY), OTHERS], []),
        ([CALLED_SHE, OTHERS], ["GUEST"]),
        ([OFTEN, OTHERS], []),
        ([OFTEN._replace(called=PronounClass.SHE), OTHERS], ["IDA"]),
        (
            [
                listed("IDA", IDA),
                listed("GUEST", replace(A_GUEST, cues=frozenset({Cue.PREDICATE}))),
            ],
            [],
        ),
    ],
)
def test_a_name_is_they_only_where_nothing_else_can_be(
    passing: list[ListedEntity], aside: list[str]
) -> None:
    assert [str(entity) for entity in set_aside(THEY, passing)] == aside


def test_the_verdict_tells_what_singles_out() -> None:
    found = set_aside(THEY, [listed("IDA", IDA), CALLED_SHE, OTHERS])
    assert [verdict.shown for verdict in found.values()] == [
        "a man, a woman or somebody named",
        "somebody who was called he or she",
    ]


NORA_HIRED_A_BAND = "Nora/PROPN/nsubj/2 hired/VERB/root/0 a/DET/det/4 band/NOUN/obj/2"
CLINIC = "The/DET/det/2 clinic/NOUN/nsubj/3 sold/VERB/root/0 its/PRON/nmod:poss/5 roof/NOUN/obj/3"
THEY_PLAYED = "They/PRON/nsubj/2 played/VERB/root/0"


def test_a_group_is_they_unless_a_person_is_known_to_be() -> None:
    found = heard(NORA_HIRED_A_BAND, THEY_PLAYED)
    assert found.resolutions[-1].entity == "BAND"
    assert "such a one only when nothing else can be" in str(found.why_not("they", "NORA"))
    assert [r.entity for r in heard(CLINIC, THEY_PLAYED).resolutions] == ["CLINIC", "CLINIC"]
    known = Knowledge(pronouns={"Nora": "they/them"})
    (they,) = hearer.resolve(discourse(NORA_HIRED_A_BAND, THEY_PLAYED), knowledge=known).resolutions
    passing = [a.candidate.entity for a in they.attempts if a.score is not None]
    assert sorted(passing) == ["BAND", "NORA"]


# Confidence -------------------------------------------------------------------------------------

TRUSTS = Trusts.read(
    {"kinds": {"it": [-500, 1000, 0], "nobody for it": [0, 500, 500]}, "forms": {"name": 500}}
)


def circumstances(nothing: int = 0, *, is_empty: bool = False) -> Circumstances:
    pronoun = ReferringExpression("it", 2, 1, is_pronoun=True, kind=Kind.PRONOUN, nothing=nothing)
    candidates = () if is_empty else (listed("CAR"),)
    return Circumstances(pronoun, PronounClass.IT, GrammaticalRole.SUBJECT, candidates)


def test_no_confidence_is_certainty() -> None:
    for share in (0.0, 0.5, 1.0):
        assert LEAST <= Trust().confidence(share) <= MOST
        assert LEAST <= Trust(bias=9.0, odds=3.0).confidence(share) <= MOST
    found = hearer.resolve("Anna greeted Tom. She smiled at him. It was raining, and he left.")
    assert found.resolutions
    assert all((r.confidence or 0.0) <= MOST for r in found.resolutions)


def test_confidence_is_how_often_such_decisions_were_right() -> None:
    here = circumstances()
    more = 0.5 if here.candidates[0].form is ExpressionForm.NAME else 0.0
    assert TRUSTS.confidence(here, (0.9, 0.1), 0) == Trust(bias=-0.5).confidence(0.9, more)
    assert TRUSTS.confidence(here, (0.9, 0.1), 0) < Trusts().confidence(here, (0.9, 0.1), 0)
    sure, unsure = (TRUSTS.confidence(circumstances(n), (0.2, 0.8), 1) for n in (95, 5))
    assert sure > unsure
    assert TRUSTS.confidence(circumstances(2, is_empty=True), (1.0,), 0) == NOBODY_LEFT == 0.6
    assert TRUSTS.confidence(circumstances(93, is_empty=True), (1.0,), 0) == 0.93
