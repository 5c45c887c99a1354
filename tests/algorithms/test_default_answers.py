"""What the default algorithm answers: sets, clauses, demonstratives, cataphora, revisions, labels."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.hearing import Hearer, listen
from hearer.model import (
    Constraint,
    Discourse,
    Entity,
    EntityKind,
    Interpretation,
    Kind,
    Resolution,
    Utterance,
    is_about,
)  # fmt: skip
from hearer.ranking.ranker import shipped
from hearer.session.session import Session
from hearer.views.why import why
from tests.cases import cases

HE, SING, FIN = "Gender=Masc|Number=Sing", "Number=Sing", "VerbForm=Fin"
PARSED = (
    f"Brennan/PROPN/nsubj/2/Brennan/{SING} drives/VERB/root/0/drive a/DET/det/5/a red/ADJ/amod/5 car/NOUN/obj/2/car/{SING}",
    f"She/PRON/nsubj/2/she/Gender=Fem|{SING} likes/VERB/root/0/like it/PRON/obj/2/it/{SING}",
)
RAIN = (
    f"The/DET/det/2/the car/NOUN/nsubj/3/car/{SING} stops/VERB/root/0/stop",
    f"It/PRON/expl/2/it/{SING} rains/VERB/root/0/rain",
)
BEFORE_HE_LEFT = f"Before/SCONJ/mark/3/before he/PRON/nsubj/3/he/{HE} left/VERB/advcl/8/leave/{FIN} his/PRON/nmod:poss/5/his/{HE} house/NOUN/obj/3/house/{SING} ,/PUNCT/punct/3 John/PROPN/nsubj/8/John/{SING} slept/VERB/root/0/sleep/{FIN}"
HE_DREAMT = f"He/PRON/nsubj/2/he/{HE} dreamt/VERB/root/0/dream/{FIN}"
IN_HIS_BOOK = f"In/ADP/case/3/in his/PRON/nmod:poss/3/his/{HE} book/NOUN/obl/6/book/{SING} ,/PUNCT/punct/3 NAME/PROPN/nsubj/6/NAME/{SING} dreams/VERB/root/0/dream/{FIN}"
PETER_CAME = f"Peter/PROPN/nsubj/2/Peter/{SING} came/VERB/root/0/come/{FIN}"
WHO_CUT = f"Who/PRON/nsubj/2/who/PronType=Int cut/VERB/root/0/cut/{FIN} the/DET/det/4/the grass/NOUN/obj/2/grass/{SING} ?/PUNCT/punct/2/?"
DID = f"Marlena/PROPN/nsubj/2/Marlena/{SING} did/VERB/root/0/do/{FIN} "
MARLENA_DID = f"{DID}it/PRON/obj/2/it/{SING}"
ROOF_FELL = f"The/DET/det/2 roof/NOUN/nsubj/3/roof/{SING} fell/VERB/root/0/fall/{FIN}"
THAT_SHOCKED = f"That/PRON/nsubj/2/that/PronType=Dem|{SING} shocked/VERB/root/0/shock/{FIN} Ida/PROPN/obj/2/Ida/{SING}"
IDA_SOLD = f"Ida/PROPN/nsubj/2/Ida sold/VERB/root/0/sell/{FIN} lamps/NOUN/obj/2/lamp/Number=Plur"
THESE_SHINE = f"These/PRON/nsubj/2/this/PronType=Dem|Number=Plur shine/VERB/root/0/shine/{FIN}"
THIS_IS_IDA = (
    f"This/PRON/nsubj/3/this/PronType=Dem|{SING} is/AUX/cop/3/be Ida/PROPN/root/0/Ida/{SING}"
)
MET = f"Tom/PROPN/nsubj/2//{SING} met/VERB/root/0 Clara/PROPN/obj/2//{SING}"
TOOK = "They/PRON/nsubj/2 took/VERB/root/0 taxis/NOUN/obj/2//Number=Plur"
EMIL_MET_ANTON = (
    f"Emil/PROPN/nsubj/2/Emil/{SING} met/VERB/root/0/meet/{FIN} Anton/PROPN/obj/2/Anton/{SING}"
)
EMIL_CAME = PETER_CAME.replace("Peter", "Emil")
HE_GAVE_HIS_CAR_TO_EMIL = f"He/PRON/nsubj/2/he/{HE} gave/VERB/root/0/give/{FIN} his/PRON/nmod:poss/4/his/{HE} car/NOUN/obj/2/car/{SING} to/ADP/case/6/to Emil/PROPN/obl/2/Emil/{SING}"


def discourse(*parsed: str) -> Discourse:
    return Discourse(tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1)))


def heard(*parsed: str, **options: object) -> Interpretation:
    return listen(discourse(*parsed), profile="default", **options)  # type: ignore[arg-type]


def answers(found: Interpretation) -> list[str]:
    """Each pronoun with what it means: an entity, the words of a clause, or a label."""
    return [f"{r.pronoun.text}: {meant(r)}" for r in found.resolutions]


def meant(resolution: Resolution) -> str:
    antecedent = resolution.antecedent
    if antecedent is None:
        return resolution.label.value
    is_clause = antecedent.expression.kind is Kind.CLAUSE
    return f"“{antecedent.expression.text}”" if is_clause else str(resolution.entity)


TOM_AND_CLARA = "{TOM, CLARA}"


@cases(__file__)
def test_answers_to_parsed_sentences(sentences: str, expected: list[str]) -> None:
    assert answers(heard(*sentences.split(" | "))) == expected


@cases(__file__)
def test_without_meaning(sentences: str, options: dict[str, object], expected: str) -> None:
    assert expected in answers(heard(*sentences.split(" | "), meaning=False, **options))


@cases(__file__)
def test_why_gives_the_reason(sentences: str, pronoun: str, reason: str) -> None:
    assert reason in str(why(heard(*sentences.split(" | ")), pronoun))


@cases(__file__)
def test_answers_to_raw_text(text: str, expected: str) -> None:
    assert expected in answers(hearer.resolve(text))


def test_pronouns_of_demonstratives_need_the_default_profile() -> None:
    found = heard(ROOF_FELL, THAT_SHOCKED, pointing=False)
    assert "that" not in [r.pronoun.text for r in found.resolutions]
    assert "that" in [e.text for e in found.expressions]
    paper = listen(discourse(ROOF_FELL, THAT_SHOCKED, IDA_SOLD, THESE_SHINE), profile="paper")
    assert not paper.resolutions


def test_an_identifying_predicate_joins_the_chain_of_this() -> None:
    found = heard(IDA_SOLD, THIS_IS_IDA)
    assert ["this", "Ida"] in [[e.text for e in chain.expressions] for chain in found.chains]


# Reasons and confidences ------------------------------------------------------------------------


@cases(__file__)
def test_what_is_inferred_is_less_than_certain(parsed: tuple[str, ...]) -> None:
    assert 0 < (heard(*parsed).resolutions[0].confidence or 0) < 0.9


def test_attempts_tell_the_whole_choice() -> None:
    """Weights add up, the heaviest that passes wins, what fails a constraint is not weighed."""
    resolutions = heard(*PARSED).resolutions
    excluded = heard(EMIL_MET_ANTON, HE_GAVE_HIS_CAR_TO_EMIL).resolutions[:1]
    assert any(a.violated is Constraint.BINDING for r in excluded for a in r.attempts)
    for resolution in (*resolutions, *excluded):
        weighed = [a for a in resolution.attempts if a.score is not None]
        rejected = [a for a in resolution.attempts if a.violated not in {None, Constraint.WEIGHT}]
        assert all(a.score is None for a in rejected)
        for attempt in weighed:
            assert attempt.score == pytest.approx(sum(factor.weight for factor in attempt.factors))
        (won,) = [a for a in resolution.attempts if a.succeeded]
        assert (won.candidate, won.score) == (
            resolution.antecedent,
            max(a.score for a in weighed if a.score is not None),
        )
    assert heard(*PARSED).resolutions == resolutions
    assert hash(heard(*PARSED).resolutions[1]) == hash(resolutions[1])
    assert resolutions[0].attempts != resolutions[1].attempts
    attempts = resolutions[1].attempts
    assert (len(attempts), attempts[:1]) == (len([*attempts]), (attempts[0],))


def test_more_precision_resolves_less_and_labels_the_rest() -> None:
    found = [heard(*PARSED, precision=p).resolutions for p in (0.0, 0.8, 0.9, 0.95, 1.0)]
    counts = [sum(r.antecedent is not None for r in each) for each in found]
    assert counts == sorted(counts, reverse=True)
    assert (counts[0], counts[-1]) == (2, 0)
    assert all(r.taken_as is not None for r in found[-1])


@pytest.mark.parametrize(
    "text",
    [
        "Kelly came home. He sighed.",  # a woman's name
        "Moreno met Reed. He smiled. Ms. Moreno left.",  # a second choice
    ],
)
def test_answers_of_a_kind_that_is_often_wrong_are_not_precise(text: str) -> None:
    (answered,), (withheld,) = (hearer.resolve(text, precision=p).resolutions for p in (0.6, 0.9))
    assert (answered.confidence, withheld.confidence) == (0.6, 0.6)
    assert (withheld.entity, withheld.rivals[0].entity) == (None, answered.entity)


def test_the_precision_asked_for_has_the_least_confidence_that_reached_it() -> None:
    learnt = shipped()
    shares = [share for _, share in learnt.precisions[""]]
    assert shares
    for share in shares:
        least = min(confidence for confidence, other in learnt.precisions[""] if other >= share)
        assert learnt.confidence_for(share) == least
    assert (learnt.confidence_for(max(shares) + 1e-9), learnt.confidence_for(0.0)) == (1.0, 0.0)


# Sets and clauses -------------------------------------------------------------------------------


def test_a_set_excludes_the_subject_beside_it() -> None:
    saw = f"Tom/PROPN/nsubj/2//{SING} saw/VERB/root/0 them/PRON/obj/2"
    (them,) = heard(MET, saw).resolutions
    tested = {str(each.candidate.entity): each.verdict for each in them.attempts}
    assert is_about(tested[TOM_AND_CLARA], Constraint.BINDING)
    assert str(them.entity) != TOM_AND_CLARA


@cases(__file__)
def test_no_set_is_made_where_it_cannot_be_meant(parsed: tuple[str, ...]) -> None:
    (one,) = heard(*parsed).resolutions
    passed = [a.candidate.entity for a in one.attempts if a.score is not None]
    assert EntityKind.SET not in {entity.kind for entity in passed}
    assert str(one.entity) != TOM_AND_CLARA


def test_a_set_has_members_and_a_reason() -> None:
    found = heard(MET, TOOK)
    (they,) = found.resolutions
    assert they.antecedent is not None
    assert they.antecedent.expression.because == "arguments of “met”"
    chosen = next(each for each in they.attempts if each.succeeded)
    assert "a set: arguments of one verb" in str(list(chosen.factors))
    said = next(each for each in found.expressions if each.is_pronoun)
    assert [str(member.entity) for member in said.members] == ["TOM", "CLARA"]


def test_a_set_is_the_same_in_any_order() -> None:
    argued = (
        f"Clara/PROPN/nsubj/4//{SING} and/CCONJ/cc/3 Tom/PROPN/conj/1//{SING} argued/VERB/root/0"
    )
    found = heard(MET, TOOK, argued)
    assert {each.entity for each in found.expressions if each.members} == {TOM_AND_CLARA}


def test_a_clause_is_one_entity_that_can_be_taken_up() -> None:
    found = heard(WHO_CUT, MARLENA_DID, MARLENA_DID)
    chains = {chain.entity: str(chain) for chain in found.chains}
    assert chains[Entity("CUT (1.2)")] == "CUT (1.2): Who cut the grass, it, it"
    tested = [(a.candidate.entity, a.violated) for a in found.resolutions[0].attempts]
    assert tested[-2:] == [("GRASS", Constraint.WEIGHT), ("CUT (1.2)", None)]
    written = hearer.write(found, to="corefud")
    assert "Entity=(e1-event-2-" in written
    assert "Entity=(e1-event-1-)" in written
    assert hearer.rewrite(found).text.endswith("did it ")  # a clause is no name


def test_a_stored_session_remembers_clauses() -> None:
    session = Session(profile="default")
    session.hear(Utterance.of(WHO_CUT))
    later = Session.from_json(session.to_json())
    assert answers(later.hear(Utterance.of(MARLENA_DID))) == ["it: “Who cut the grass”"]


# Revisions --------------------------------------------------------------------------------------


def test_a_cataphor_is_revised_at_the_name() -> None:
    found = heard(BEFORE_HE_LEFT, HE_DREAMT)
    revised = [
        (str(step.word), r.pronoun.text, r.entity)
        for step in found.steps
        for r in step.resolutions
        if r.instead_of
    ]
    assert revised == [("John", "he", "JOHN"), ("John", "his", "JOHN")]
    assert str(found.steps[6]) == "S: [JOHN_U: John, HOUSE_BNA: house]"
    chains = {chain.entity: str(chain) for chain in found.chains}
    assert chains == {"JOHN": "JOHN: he, his, John, he", "HOUSE": "HOUSE: house"}
    first = found.resolutions[0]
    assert isinstance(first.instead_of, Resolution)
    assert first.instead_of.antecedent is None
    assert [(a.candidate.entity, a.violated) for a in first.attempts] == [("JOHN", None)]


def test_a_later_name_excludes_what_was_chosen() -> None:
    for first, instead in ((EMIL_MET_ANTON, "ANTON"), (EMIL_CAME, None)):
        he = heard(first, HE_GAVE_HIS_CAR_TO_EMIL).resolutions[0]
        assert he.entity == instead
        assert he.instead_of is not None
        assert he.instead_of.entity == "EMIL"
        (out,) = [a for a in he.attempts if a.candidate.entity == "EMIL"]
        assert out.violated is Constraint.BINDING


def test_every_form_shows_a_revision() -> None:
    utterance = Utterance.of(BEFORE_HE_LEFT)
    spaces = tuple("" if n in {5, 8} else " " for n in range(1, len(utterance) + 1))
    found = listen(Discourse((replace(utterance, spaces=spaces),)), profile="default")
    lines = [json.loads(line) for line in hearer.write(found, to="jsonl").splitlines()]
    assert [(row.get("event"), row["pronoun"]["text"], row["entity"]) for row in lines] == [
        (None, "he", "?1.2"),
        (None, "his", "?1.2"),
        ("revised", "he", "JOHN"),
        ("revised", "his", "JOHN"),
    ]
    whole = json.loads(hearer.write(found, to="json"))["resolutions"]
    assert [(r["entity"], r["is_revision"]) for r in whole] == [("JOHN", True)] * 2
    for view in ("terminal", "html", "latex"):
        shown = hearer.trace(found, view=view)
        assert 0 <= shown.index("John") < shown.index("he (revised)")


def test_a_later_name_is_scored_beside_what_was_found() -> None:
    found = heard(PETER_CAME, IN_HIS_BOOK.replace("NAME", "John")).steps
    his = [r for step in found for r in step.resolutions if r.pronoun.text == "his"][-1]
    scores = {a.candidate.entity: a.score for a in his.attempts}
    assert set(scores) == {"PETER", "JOHN"}
    best = max(scores, key=lambda entity: scores[entity] or 0.0)
    assert his.entity == best
    (later,) = [a for a in his.attempts if a.candidate.entity == "JOHN"]
    assert any("comes later" in str(value.words) for f in later.factors for value in f.values)
    assert not any("words back" in str(value.words) for f in later.factors for value in f.values)


TAKEN_BACK = (
    "Moreno met Reed, Alvarez, Haas, Lund and Pike. He smiled. His dog ran. Ms. Moreno left."
)


def test_what_is_resolved_anew_has_all_candidates_with_scores_and_factors() -> None:
    session = Session(profile="default")
    session.hear(TAKEN_BACK.split("Ms.", maxsplit=1)[0])
    later = Session.from_json(session.to_json()).hear("Ms. Moreno left.")
    assert later.resolutions == session.hear("Ms. Moreno left.").resolutions
    five = {"REED", "ALVAREZ", "HAAS", "LUND", "PIKE"}
    for found, expected in ((hearer.resolve(TAKEN_BACK), five), (heard(BEFORE_HE_LEFT), {"JOHN"})):
        for one in found.resolutions:
            scored = [attempt for attempt in one.attempts if attempt.score is not None]
            assert one.instead_of
            assert {attempt.candidate.entity for attempt in scored} == expected
            for attempt in scored:
                assert sum(f.weight for f in attempt.factors) == pytest.approx(attempt.score)
            assert sum(f.weight for f in one.nobody) == pytest.approx(one.nobody_score)
            _, weights, best, *_ = found.why(one).sentences
            assert weights.startswith(f"Weights: {one.name} ")
            assert best.startswith(f"For {one.name}: ")


# The reach of the list --------------------------------------------------------------------------

BRENNAN_DRIVES = f"Brennan/PROPN/nsubj/2/Brennan/{SING} drives/VERB/root/0/drive"
RAIN_FELL = f"Rain/NOUN/nsubj/2/rain/{SING} fell/VERB/root/0/fall"
SHE_WINS = f"She/PRON/nsubj/2/she/Gender=Fem|{SING} wins/VERB/root/0/win"


def listed(*sentences: str, reach: int) -> list[tuple[bool, bool]]:
    """For each utterance: whether Brennan is on the list at its first word, and at its end."""
    hearing = Hearer(profile="default", reach=reach)
    found = []
    for number, sentence in enumerate(sentences, start=1):
        steps = [hearing.hear(word) for word in Utterance.of(sentence, number=number).words]
        first, *_, last = ["BRENNAN" in [x.entity for x in step.state] for step in steps]
        found.append((first, last))
    return found


@pytest.mark.parametrize("reach", [1, 2, 3])
def test_an_entity_stays_for_as_many_utterances_as_reach_says(reach: int) -> None:
    (_, introduced), *after = listed(BRENNAN_DRIVES, *[RAIN_FELL] * (reach + 2), reach=reach)
    assert introduced
    assert after == [(True, True)] * (reach - 1) + [(True, False)] + [(False, False)] * 2


def test_an_entity_realized_again_stays_as_long_again() -> None:
    found = listed(BRENNAN_DRIVES, RAIN_FELL, SHE_WINS, RAIN_FELL, RAIN_FELL, reach=2)
    assert found[-2:] == [(True, True), (True, False)]


# Reflexives, by every algorithm that looks into the pronoun's own sentence ------------------------

ELSEWHERE = {"parallelism", "previous-first", "previous-subject", "random"}
REFLEXIVES = [
    # Lappin & Leass (1994), figure 3.
    f"They/PRON/nsubj/2 wanted/VERB/root/0/want/{FIN} to/PART/mark/4 see/VERB/xcomp/2 themselves/PRON/obj/4/themselves/Number=Plur|Person=3|PronType=Prs|Reflex=Yes",
    f"He/PRON/nsubj/2 worked/VERB/root/0/work/{FIN} by/ADP/case/4 himself/PRON/obl/2/himself/{HE}|Person=3|PronType=Prs|Reflex=Yes",
]


@pytest.mark.parametrize("algorithm", [x for x in ALGORITHMS.names() if x not in ELSEWHERE])
def test_a_reflexive_is_what_an_unresolved_subject_is(algorithm: str) -> None:
    for sentence in REFLEXIVES:
        found = listen(discourse(sentence), algorithm=algorithm)
        by_word = {one.pronoun.head: one for one in found.resolutions}
        assert by_word[1].entity is None
        assert by_word[max(by_word)].entity == "?1.1"
