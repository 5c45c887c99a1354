"""One: another of a kind that was named."""

from __future__ import annotations

import json
from math import exp

import pytest

import hearer
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Label, Resolution, Utterance
from hearer.views.lines import render
from hearer.views.why import why, why_not

A_RED_CUP = "Ida/PROPN/nsubj/2/Ida has/VERB/root/0/have/VerbForm=Fin a/DET/det/5/a red/ADJ/amod/5/red cup/NOUN/obj/2/cup/Number=Sing"
A_BLUE_ONE = "Bo/PROPN/nsubj/2/Bo wants/VERB/root/0/want/VerbForm=Fin a/DET/det/5/a blue/ADJ/amod/5/blue one/NOUN/obj/2/one/Number=Sing"
THE_RED_ONE = "The/DET/det/3/the red/ADJ/amod/3/red one/NOUN/nsubj/4/one/Number=Sing broke/VERB/root/0/break/VerbForm=Fin"
ANOTHER = "Bo/PROPN/nsubj/2/Bo wants/VERB/root/0/want/VerbForm=Fin another/DET/obj/2/another"
ONE_SHOULD = "One/PRON/nsubj/3/one should/AUX/aux/3/should wait/VERB/root/0/wait/VerbForm=Inf"
NO_ONE = "No/DET/det/2/no one/NOUN/nsubj/3/one came/VERB/root/0/come/VerbForm=Fin"
ONE_OF = "One/NUM/nsubj/5/one of/ADP/case/4/of the/DET/det/4/the boys/NOUN/nmod/1/boy/Number=Plur came/VERB/root/0/come/VerbForm=Fin"
THE_ONE_WHO = "The/DET/det/2/the one/NOUN/nsubj/5/one who/PRON/nsubj/4/who sang/VERB/acl:relcl/2/sing left/VERB/root/0/leave/VerbForm=Fin"
THE_SECOND = (
    "The/DET/det/2/the second/ADJ/nsubj/3/second/NumType=Ord broke/VERB/root/0/break/VerbForm=Fin"
)
THAT_OF = "The/DET/det/2/the tail/NOUN/nsubj/7/tail/Number=Sing of/ADP/case/5/of a/DET/det/5/a cat/NOUN/nmod/2/cat/Number=Sing is/AUX/cop/7/be longer/ADJ/root/0/long than/ADP/case/9/than that/PRON/obl/7/that/PronType=Dem|Number=Sing of/ADP/case/12/of a/DET/det/12/a hare/NOUN/nmod/9/hare/Number=Sing"


def heard(*parsed: str, **options: object) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    return listen(Discourse(utterances), **{"profile": "default", **options})  # type: ignore[arg-type]


def kind_of(resolution: Resolution) -> str | None:
    return resolution.kind_of.entity if resolution.kind_of else None


def test_a_blue_one_is_another_cup() -> None:
    found = heard(A_RED_CUP, A_BLUE_ONE)
    (one,) = found.resolutions
    assert (one.label, one.entity, kind_of(one)) == (Label.SAME_KIND, None, "CUP")
    assert one.pronoun.entity == "CUP_2"
    assert one.confidence is not None
    assert one.confidence < 0.9


def test_the_red_one_is_the_red_cup() -> None:
    one = heard(A_RED_CUP, A_BLUE_ONE, THE_RED_ONE).resolutions[-1]
    assert (one.label, one.entity, kind_of(one)) == (Label.RESOLVED, "CUP", "CUP")


A_SHELF_WITH_ONE = "Bo/PROPN/nsubj/2/Bo wants/VERB/root/0/want/VerbForm=Fin the/DET/det/4/the shelf/NOUN/obj/2/shelf/Number=Sing with/ADP/case/8/with a/DET/det/8/a blue/ADJ/amod/8/blue one/NOUN/nmod/4/one/Number=Sing"


@pytest.mark.parametrize(
    ("sentences", "kind"),
    [
        ((A_RED_CUP, ANOTHER), "CUP"),
        ((A_RED_CUP, THE_SECOND), "CUP"),
        ((THAT_OF,), "TAIL"),
        ((A_RED_CUP, A_SHELF_WITH_ONE), "CUP"),  # what is part of a shelf is no shelf
    ],
)
def test_it_is_of_the_same_kind(sentences: tuple[str, ...], kind: str) -> None:
    (one,) = heard(*sentences).resolutions
    assert (one.label, kind_of(one)) == (Label.SAME_KIND, kind)


@pytest.mark.parametrize("sentence", [ONE_SHOULD, NO_ONE, ONE_OF, THE_ONE_WHO, A_BLUE_ONE])
def test_anybody_nobody_and_one_of_many_repeat_no_noun(sentence: str) -> None:
    before = () if sentence is A_BLUE_ONE else (A_RED_CUP,)
    assert not heard(*before, sentence).resolutions


def test_without_the_option_nothing_is_repeated() -> None:
    assert not heard(A_RED_CUP, A_BLUE_ONE, ones=False).resolutions


def test_it_says_why_and_shows_it() -> None:
    found = heard(A_RED_CUP, A_BLUE_ONE)
    assert str(why(found, "one")) == (
        "“one” at 1:35 is another of the same kind as the red cup (probability 0.75): it repeats "
        "the noun “cup”."
    )
    assert "one → same kind as cup" in render([found])


TWO_NOUNS = "Ida/PROPN/nsubj/2/Ida put/VERB/root/0/put/VerbForm=Fin a/DET/det/5/a red/ADJ/amod/5/red cup/NOUN/obj/2/cup/Number=Sing on/ADP/case/8/on the/DET/det/8/the shelf/NOUN/obl/2/shelf/Number=Sing"


def test_every_noun_it_may_repeat_has_a_score_and_the_highest_is_taken() -> None:
    (one,) = heard(TWO_NOUNS, A_BLUE_ONE).resolutions
    scores = {x.candidate.entity: x.score or 0.0 for x in one.attempts}
    assert set(scores) == {"CUP", "SHELF"}
    assert kind_of(one) == max(scores, key=scores.__getitem__)
    assert [x.candidate.entity for x in one.attempts if x.succeeded] == [kind_of(one)]
    assert all(sum(f.weight for f in x.factors) == pytest.approx(x.score) for x in one.attempts)
    assert one.confidence is not None
    share = 1 / (1 + exp(min(scores.values()) - max(scores.values())))
    assert one.confidence == pytest.approx(min(0.75, share), abs=0.005)


def test_other_algorithms_take_a_noun_in_its_role() -> None:
    (one,) = heard(TWO_NOUNS, A_BLUE_ONE, profile="paper", ones=True).resolutions
    assert (one.label, kind_of(one), one.pronoun.entity) == (Label.SAME_KIND, "CUP", "CUP_2")


def test_why_not_weighs_the_nouns() -> None:
    found = heard(TWO_NOUNS, A_BLUE_ONE)
    assert "the red cup is more likely (" in str(why_not(found, "one", "shelf"))
    assert "no antecedent" not in " ".join(why(found, "one").sentences)


def test_json_has_the_kind() -> None:
    found = heard(A_RED_CUP, A_BLUE_ONE)
    written = hearer.write(found, to="json")
    (one,) = json.loads(written)["resolutions"]
    assert (one["label"], one["kind_of"]) == ("same kind", 1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My kettle leaks. Tomorrow I will buy a new one.", "KETTLE"),
        ("Aunt Rosa sent two parcels. The bigger was full of wool.", "PARCELS"),
    ],
)
def test_from_raw_text(text: str, kind: str) -> None:
    one = hearer.resolve(text).resolutions[-1]
    assert (one.label, kind_of(one)) == (Label.SAME_KIND, kind)
