"""Hobbs's naive algorithm: the vectors of docs/specification/search.md D.7, and its nine steps."""

from __future__ import annotations

from hearer.algorithms.hobbs import Constituency, HobbsAlgorithm, Phrase, PhraseLabel
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Kind,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Verdict,
)
from hearer.model.tree import Tree
from tests.algorithms.understood import in_paper, notes
from tests.analysis.parsed import heard, resolved
from tests.cases import cases

CASTLE = Utterance.of(
    "The/DET/det/2 castle/NOUN/nsubj/5 in/ADP/case/4 Camelot/PROPN/nmod/2 remained/VERB/root/0 the/DET/det/7 residence/NOUN/xcomp/5 of/ADP/case/10 the/DET/det/10 king/NOUN/nmod/7 until/ADP/case/12 536/NUM/obl/5 when/ADV/advmod/15 he/PRON/nsubj/15 moved/VERB/acl:relcl/12 it/PRON/obj/15 to/ADP/case/18 London/PROPN/obl/15"
)
DRIVER = "Mr./PROPN/nmod:desc/2 Smith/PROPN/nsubj/3 saw/VERB/root/0 a/DET/det/5 driver/NOUN/obj/3 {}/ADP/case/8 his/PRON/nmod:poss/8 truck/NOUN/nmod/5"
MOM = "Lyn/PROPN/nmod:poss/3 's/PART/case/1 mom/NOUN/nsubj/6 is/AUX/cop/6 a/DET/det/6 gardener/NOUN/root/0"
LIKES = "Craige/PROPN/nsubj/2 likes/VERB/root/0 her/PRON/obj/2"


def _walked(rejected: set[str]) -> list[Resolution]:
    """The castle sentence, with what a pronoun's selectional restrictions would reject."""

    def test(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        if pronoun.text == "he":
            return None if candidate.entity == "KING" else Verdict(Constraint.AGREEMENT)
        return Verdict(Constraint.SORT) if candidate.entity in rejected else None

    hobbs = HobbsAlgorithm(test)
    hobbs.begin_utterance(Outline(Tree(CASTLE)))
    heads = {2: "CASTLE", 4: "CAMELOT", 7: "RESIDENCE", 10: "KING", 12: "536", 18: "LONDON"}
    pronouns = {14: "he", 16: "it"}
    steps: list[Step] = []
    for n in sorted({*heads, *pronouns}):
        text, entity = CASTLE.forms[n - 1], heads.get(n)
        steps.append(
            hobbs.hear(
                ReferringExpression(text, 1, n, entity is None, Entity(entity) if entity else None)
            )
        )
    steps.append(hobbs.end_utterance(1))
    return [resolution for step in steps for resolution in step.resolutions]


def _tested(resolution: Resolution) -> list[str]:
    return [attempt.candidate.entity for attempt in resolution.attempts]


def test_it_is_proposed_536_then_the_castle_then_the_residence() -> None:
    it = next(r for r in _walked({"536", "CASTLE"}) if r.pronoun.text == "it")

    assert _tested(it) == ["536", "CASTLE", "RESIDENCE"]
    assert it.entity == "RESIDENCE"


def test_he_is_the_king() -> None:
    he = next(r for r in _walked(set()) if r.pronoun.text == "he")

    assert he.entity == "KING"


def test_craige_is_not_proposed_and_lyns_mom_comes_before_lyn() -> None:
    found = heard(MOM, LIKES, algorithm="hobbs")

    assert _tested(found.resolutions[0]) == ["MOM"]
    assert found.resolutions[0].entity == "MOM"


def test_a_driver_in_his_truck_is_proposed_before_mr_smith() -> None:
    found = heard(DRIVER.format("in"), algorithm="hobbs")

    assert resolved(DRIVER.format("in"), algorithm="hobbs") == ["his DRIVER"]
    assert notes(found) == ["step 2: X = NP truck", "step 5: X = NP driver", "step 6: DRIVER ✓"]


def test_a_driver_of_his_truck_is_skipped() -> None:
    found = heard(DRIVER.format("of"), algorithm="hobbs")

    assert resolved(DRIVER.format("of"), algorithm="hobbs") == ["his SMITH"]
    assert notes(found) == [
        "step 2: X = NP truck",
        "step 5: X = NP driver",
        "step 5: X = S saw",
        "step 7: SMITH ✓",
    ]


@cases(__file__)
def test_answers_in_the_paper_are(claim: str, sentences: str, expected: object) -> None:
    assert in_paper(*sentences.split(" | ")) == expected, claim


def test_two_pronouns_can_pick_one_noun_phrase() -> None:
    assert in_paper("table3-prime", "hobbs")[2:] == ["1d' she FRIEDMAN", "1d' her FRIEDMAN"]


def test_the_added_filter_keeps_two_pronouns_apart() -> None:
    found = in_paper("table3-prime", "hobbs", contra_index=True)
    assert found[2:] == ["1d' she FRIEDMAN", "1d' her BRENNAN"]


def test_a_cataphor_waits_for_what_step_8_proposes() -> None:
    sentence = "When/ADV/advmod/3 she/PRON/nsubj/3 left/VERB/advcl/5/leave/VerbForm=Fin Mary/PROPN/nsubj/5 slept/VERB/root/0/sleep/VerbForm=Fin"
    found = heard(sentence, algorithm="hobbs")

    assert resolved(sentence, algorithm="hobbs") == ["she MARY"]
    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 0, 1]
    assert notes(found)[2:] == [
        "step 8: waits for NP Mary",
        "step 2: X = S left",
        "step 5: X = S slept",
        "step 8: MARY ✓",
    ]


def test_an_unparsed_pronoun_is_searched_for_in_earlier_sentences() -> None:
    hobbs = HobbsAlgorithm(lambda pronoun, candidate: None)
    hobbs.begin_utterance(Outline(Tree(Utterance.of("Lyn/PROPN/nsubj/2 wins/VERB/root/0"))))
    hobbs.hear(ReferringExpression("Lyn", 1, 1, entity=Entity("LYN")))
    hobbs.end_utterance(1)
    hobbs.begin_utterance(Outline(Tree(Utterance.of("She/X/dep/2 wins/VERB/root/0"))))

    step = hobbs.hear(ReferringExpression("she", 2, 1, is_pronoun=True))

    assert [resolution.entity for resolution in step.resolutions] == ["LYN"]


def _bracketed(node: Phrase, utterance: Utterance) -> str:
    if not node.children:
        return utterance.forms[node.head - 1]
    inside = " ".join(_bracketed(child, utterance) for child in node.children)
    return inside if node.label is PhraseLabel.WORD else f"[{node.label} {inside}]"


def test_argument_phrases_stand_inside_n_bar_and_adjuncts_outside() -> None:
    of, inside = (Utterance.of(DRIVER.format(preposition)) for preposition in ("of", "in"))

    assert _bracketed(Constituency(Tree(of)).top, of) == (
        "[S [NP [N̄ Mr. Smith]] [VP saw [NP a [N̄ driver [PP of [NP [NP [N̄ his]] [N̄ truck]]]]]]]"
    )
    assert _bracketed(Constituency(Tree(inside)).top, inside) == (
        "[S [NP [N̄ Mr. Smith]] [VP saw [NP a [N̄ driver] [PP in [NP [NP [N̄ his]] [N̄ truck]]]]]]"
    )


def test_coordinated_phrases_stand_under_one_node() -> None:
    both = Utterance.of(
        "Lyn/PROPN/nsubj/4 and/CCONJ/cc/3 Sue/PROPN/conj/1 ran/VERB/root/0 and/CCONJ/cc/6 won/VERB/conj/4 but/CCONJ/cc/9 Jim/PROPN/nsubj/9 lost/VERB/conj/4"
    )
    assert _bracketed(Constituency(Tree(both)).top, both) == (
        "[S [S [NP [NP [N̄ Lyn]] [NP and [N̄ Sue]]] [VP [VP ran] [VP and won]]] "
        "[S but [NP [N̄ Jim]] [VP lost]]]"
    )


def test_a_set_is_proposed_before_its_members() -> None:
    left = (
        "Lyn/PROPN/nsubj/4 and/CCONJ/cc/3 Sue/PROPN/conj/1 left/VERB/root/0",
        "They/PRON/nsubj/2 won/VERB/root/0",
    )
    found = heard(*left, algorithm="hobbs")

    assert _tested(found.resolutions[0]) == ["{LYN, SUE}"]
    assert found.resolutions[0].antecedent is not None
    assert found.resolutions[0].antecedent.expression.kind is Kind.SET
