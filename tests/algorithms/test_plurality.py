"""Whether one or many are meant, and who is *they* only when nothing else can be."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hearer
from hearer.algorithms.weighted.agreement_factors import set_aside
from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.plurality import Plurality, heard_again, plurality_of
from hearer.algorithms.weighted.values import PronounClass
from hearer.model import (
    ANY_NUMBER,
    ANY_SORT,
    Agreement,
    Cue,
    Discourse,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Sort,
    Utterance,
)
from hearer.session.knowledge import Knowledge
from tests.algorithms.listed import listed

ONE, MANY = frozenset({Number.SINGULAR}), frozenset({Number.PLURAL})
HUMAN, IT = frozenset({Gender.MASCULINE, Gender.FEMININE}), frozenset({Gender.NEUTER})
PERSON, THING = frozenset({Sort.PERSON}), frozenset({Sort.OBJECT})
FIRM = frozenset({Sort.ORGANIZATION})
THEY = ReferringExpression(
    "they", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, agreement=Agreement(MANY)
)


def noun(
    kind: Kind, agreement: Agreement, sorts: frozenset[Sort], utterance: int = 2
) -> ReferringExpression:
    return ReferringExpression("noun", utterance, 1, kind=kind, agreement=agreement, sorts=sorts)


SOMEONE = noun(Kind.QUANTIFIED, Agreement(ANY_NUMBER, HUMAN), PERSON)
A_GUEST = noun(Kind.INDEFINITE, Agreement(ONE, HUMAN), PERSON)
THE_GUEST = noun(Kind.DEFINITE, Agreement(ONE, HUMAN), PERSON)
THE_QUEEN = noun(Kind.DEFINITE, Agreement(ONE, frozenset({Gender.FEMININE})), PERSON)
IDA = noun(Kind.NAME, Agreement(ONE, frozenset({Gender.FEMININE})), PERSON)
OSLO = noun(Kind.NAME, Agreement(ONE, IT), frozenset({Sort.PLACE}))
SANDELL = noun(Kind.NAME, Agreement(ONE), ANY_SORT)
THE_CLAN = noun(Kind.DEFINITE, Agreement(ANY_NUMBER, IT), PERSON | FIRM)
THE_BANK = noun(Kind.DEFINITE, Agreement(ANY_NUMBER, IT), FIRM | {Sort.PLACE})
THE_NAIL = noun(Kind.DEFINITE, Agreement(ONE, IT), THING)
NAILS = noun(Kind.BARE, Agreement(MANY, IT), THING)
BOTH_OF_THEM = noun(Kind.SET, Agreement(MANY), ANY_SORT)


@pytest.mark.parametrize(
    ("expression", "plurality"),
    [
        (SOMEONE, Plurality.ANYBODY),
        (A_GUEST, Plurality.ANYBODY),
        (THE_GUEST, Plurality.ONE_PERSON),
        (THE_QUEEN, Plurality.HE_OR_SHE),
        (IDA, Plurality.NAMED_PERSON),
        (OSLO, Plurality.PLACE),
        (SANDELL, Plurality.NAME),
        (THE_CLAN, Plurality.GROUP),
        (THE_BANK, Plurality.ORGANIZATION),
        (THE_NAIL, Plurality.THING),
        (NAILS, Plurality.PLURAL),
        (BOTH_OF_THEM, Plurality.SET),
    ],
)
def test_an_expression_shows_whether_one_or_many(
    expression: ReferringExpression, plurality: Plurality
) -> None:
    assert plurality_of(expression) is plurality


def test_who_has_a_name_keeps_it() -> None:
    assert heard_again(Plurality.NAMED_PERSON, THE_GUEST) is Plurality.NAMED_PERSON
    assert heard_again(Plurality.ONE_PERSON, IDA) is Plurality.NAMED_PERSON
    assert heard_again(Plurality.GROUP, THEY) is Plurality.GROUP


def aside(*passing: ListedEntity) -> list[str]:
    return [str(entity) for entity in set_aside(THEY, passing)]


def test_a_name_is_set_aside_where_a_group_can_be_meant() -> None:
    assert aside(listed("IDA", IDA), listed("BANK", THE_BANK)) == ["IDA"]
    assert aside(listed("IDA", IDA), listed("NAILS", NAILS)) == ["IDA"]


def test_a_name_is_they_where_nothing_else_can_be() -> None:
    assert aside(listed("IDA", IDA)) == []
    assert aside(listed("IDA", IDA), listed("NAIL", THE_NAIL)) == []
    far_back = replace(NAILS, utterance=0)
    assert aside(listed("IDA", IDA), listed("NAILS", far_back)) == []


def test_who_was_called_they_is_not_set_aside() -> None:
    called = listed("IDA", IDA, called=PronounClass.THEY)
    assert aside(called, listed("NAILS", NAILS)) == []


def test_who_was_called_she_is_set_aside() -> None:
    called = listed("GUEST", A_GUEST, called=PronounClass.SHE)
    assert aside(called, listed("NAILS", NAILS)) == ["GUEST"]


def test_the_verdict_tells_what_singles_out() -> None:
    nails, called = listed("NAILS", NAILS), listed("GUEST", A_GUEST, called=PronounClass.SHE)
    found = set_aside(THEY, [listed("IDA", IDA), called, nails])
    assert [verdict.shown for verdict in found.values()] == [
        "a man, a woman or somebody named",
        "somebody who was called he or she",
    ]


NORA_HIRED_A_BAND = Utterance.of(
    "Nora/PROPN/nsubj/2 hired/VERB/root/0 a/DET/det/4 band/NOUN/obj/2", number=1
)
THEY_PLAYED = Utterance.of("They/PRON/nsubj/2 played/VERB/root/0", number=2)


def test_the_reason_is_told() -> None:
    heard = hearer.resolve(Discourse((NORA_HIRED_A_BAND, THEY_PLAYED)))
    assert heard.resolutions[-1].entity == "BAND"
    assert "such a one only when nothing else can be" in str(heard.why_not("they", "NORA"))


def test_who_is_known_to_be_they_is() -> None:
    known = Knowledge(pronouns={"Nora": "they/them"})
    heard = hearer.resolve(Discourse((NORA_HIRED_A_BAND, THEY_PLAYED)), knowledge=known)
    passing = [a.candidate.entity for a in heard.resolutions[-1].attempts if a.score is not None]
    assert sorted(passing) == ["BAND", "NORA"]


def test_a_group_that_was_it_may_be_they() -> None:
    its_roof = Utterance.of(
        "The/DET/det/2 clinic/NOUN/nsubj/3 sold/VERB/root/0 its/PRON/nmod:poss/5 roof/NOUN/obj/3",
        number=1,
    )
    heard = hearer.resolve(Discourse((its_roof, THEY_PLAYED)))
    assert [r.entity for r in heard.resolutions] == ["CLINIC", "CLINIC"]


def test_who_is_named_often_and_never_called_she_may_be_they() -> None:
    assert aside(listed("IDA", IDA, mentions=3), listed("NAILS", NAILS)) == []
    often = listed("IDA", IDA, mentions=3, called=PronounClass.SHE)
    assert aside(often, listed("NAILS", NAILS)) == ["IDA"]


def test_what_one_person_is_said_to_be_sets_nobody_aside() -> None:
    predicate = replace(A_GUEST, cues=frozenset({Cue.PREDICATE}))
    assert aside(listed("IDA", IDA), listed("GUEST", predicate)) == []
