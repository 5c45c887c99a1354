"""What the profile "default" reads differently from the paper, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearer.analysis.analyst import analyst_for
from hearer.analysis.antecedent_test import misfits
from hearer.analysis.draft import Draft
from hearer.analysis.memory import Known
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.analysis.reader import TreeReader
from hearer.model import (
    Agreement,
    Constraint,
    Cue,
    Gender,
    Number,
    ReferringExpression,
    Sort,
    Utterance,
    is_about,
)
from hearer.model.tree import Tree
from tests.cases import cases

SINGULAR, PLURAL = frozenset({Number.SINGULAR}), frozenset({Number.PLURAL})
NEUTER, HUMAN = frozenset({Gender.NEUTER}), frozenset({Gender.MASCULINE, Gender.FEMININE})
FEMININE = frozenset({Gender.FEMININE})
THEY = Agreement(PLURAL)
LENIENT, STRICT = Strictness.LENIENT, Strictness.STRICT
AGREEMENT = Constraint.AGREEMENT


def drafts(tree: Tree, left_out: tuple[bool, ...], options: AnalysisOptions) -> list[Draft]:
    return TreeReader(options).read(tree, left_out)


def found(parsed: str, **options: object) -> dict[str, Draft]:
    tree = Tree(Utterance.of(parsed))
    chosen = AnalysisOptions(**options)  # type: ignore[arg-type]
    return {d.text: d for d in TreeReader(chosen).read(tree, (False,) * (len(tree) + 1))}


def cues(parsed: str, text: str) -> frozenset[Cue]:
    analyst = analyst_for(AnalysisOptions(cues=True, pleonastic=True, predicates=True))
    utterance = Utterance.of(parsed)
    analyst.begin(utterance)
    heard: dict[str, ReferringExpression] = {}
    for word in utterance.words:
        for expression in analyst.hear(word.number):
            heard[expression.text] = analyst.realize(expression, None).expression
    return heard[text].cues


PET = Known(Agreement(SINGULAR, HUMAN | NEUTER), frozenset({Sort.ANIMAL}))
TABLE = Known(Agreement(SINGULAR, NEUTER), frozenset({Sort.OBJECT}))


@pytest.mark.parametrize(
    ("pronoun", "known", "strictly", "leniently"),
    [(THEY, PET, False, True), (THEY, TABLE, False, False)],
    ids=["a pet ... they", "a table ... they"],
)
def test_what_agrees_leniently(
    pronoun: Agreement, known: Known, strictly: bool, leniently: bool
) -> None:
    for strictness, agrees in ((STRICT, strictly), (LENIENT, leniently)):
        verdict = misfits(pronoun, strictness, known.sorts)[known.agreement]
        assert is_about(verdict, AGREEMENT) is not agrees


def test_pleonastic_it_is_heard_only_where_asked_for() -> None:
    rain = "It/PRON/expl/2/it rains/VERB/root/0/rain"
    assert "it" not in found(rain)
    assert "it" in found(rain, pleonastic=True)


def test_predicates_are_heard_only_where_asked_for() -> None:
    judge = "She/PRON/nsubj/4/she is/AUX/cop/4/be a/DET/det/4/a judge/NOUN/root/0/judge"
    assert list(found(judge)) == ["she"]
    assert list(found(judge, predicates=True)) == ["she", "judge"]


def test_a_pronoun_that_breaks_off_is_heard_only_where_asked_for() -> None:
    broken = "it/PRON/reparandum/2/it it/PRON/nsubj/3/it starts/VERB/root/0/start"
    strict, all_of_them = (
        [
            d.head
            for d in drafts(
                Tree(Utterance.of(broken)), (False,) * 4, AnalysisOptions(all_pronouns=option)
            )
        ]
        for option in (False, True)
    )
    assert (strict, all_of_them) == ([2], [1, 2])


@cases(__file__)
def test_a_cue_is_seen(parsed: str, text: str, cue: str) -> None:
    assert Cue[cue] in cues(parsed, text)


def test_the_paper_hears_no_cues() -> None:
    analyst = analyst_for(AnalysisOptions())
    utterance = Utterance.of("It/PRON/nsubj/2/it fell/VERB/root/0/fall")
    analyst.begin(utterance)
    (expression,) = list(analyst.hear(1))
    assert (expression.governor, expression.cues) == ("", frozenset())


@cases(__file__)
def test_what_gender_a_name_may_have(name: str, gender: list[str]) -> None:
    (draft,) = found(name, strictness=LENIENT).values()
    assert sorted(map(str, draft.agreement.gender)) == gender


def test_nobody_has_an_article() -> None:
    romeo = "an/DET/det/2/a Alfa/PROPN/obj/0 Romeo/PROPN/flat/2"
    assert found(romeo, strictness=LENIENT)["Alfa Romeo"].agreement.gender == NEUTER


def test_what_the_parser_takes_for_a_place_may_be_a_person() -> None:
    hitchings = replace(
        Utterance.of("Hitchings/PROPN/nsubj/2 left/VERB/root/0"), sorts=("place", "")
    )
    for strictness, gender in ((STRICT, NEUTER), (LENIENT, HUMAN | NEUTER)):
        options = AnalysisOptions(strictness=strictness)
        (draft,) = drafts(Tree(hitchings), (False,) * 3, options)
        assert draft.agreement.gender == gender


@cases(__file__)
def test_who_an_appositive_stands_for(parsed: str, text: str, evokes: int) -> None:
    assert found(parsed, strictness=LENIENT)[text].evokes == evokes
