"""Sets that a plural pronoun takes together, though nobody said them."""

from __future__ import annotations

import pytest

from hearer import Interpretation
from hearer.hearing import listen
from hearer.model import Constraint, EntityKind, is_about
from hearer.testing.texts import discourse_of

MET = "Tom/PROPN/nsubj/2//Number=Sing met/VERB/root/0 Clara/PROPN/obj/2//Number=Sing"
TOOK = "They/PRON/nsubj/2 took/VERB/root/0 taxis/NOUN/obj/2//Number=Plur"


def heard(*sentences: str) -> Interpretation:
    return listen(discourse_of("\n".join(sentences)))


def meant(*sentences: str) -> list[str]:
    """What the pronouns are taken to mean."""
    found = heard(*sentences)
    return [str(each.entity) for each in found.resolutions]


def test_arguments_of_one_verb_are_they() -> None:
    assert meant(MET, TOOK) == ["{TOM, CLARA}"]


def test_a_set_is_taken_up_again() -> None:
    again = (
        "Their/PRON/nmod:poss/2 driver/NOUN/nsubj/3//Number=Sing liked/VERB/root/0 them/PRON/obj/3"
    )
    assert meant(MET, TOOK, again) == ["{TOM, CLARA}"] * 3


def test_the_subjects_of_two_utterances_are_they() -> None:
    bread = "Tom/PROPN/nsubj/2//Number=Sing bought/VERB/root/0 bread/NOUN/obj/2//Number=Sing"
    milk = "Clara/PROPN/nsubj/2//Number=Sing bought/VERB/root/0 milk/NOUN/obj/2//Number=Sing"
    assert meant(bread, milk, TOOK) == ["{TOM, CLARA}"]


def test_who_saw_them_is_none_of_them() -> None:
    saw = "Tom/PROPN/nsubj/2//Number=Sing saw/VERB/root/0 them/PRON/obj/2"
    (them,) = heard(MET, saw).resolutions
    assert str(them.entity) != "{TOM, CLARA}"
    tested = {str(each.candidate.entity): each.verdict for each in them.attempts}
    assert is_about(tested["{TOM, CLARA}"], Constraint.BINDING)


def test_no_set_is_made_where_a_plural_was_heard_later() -> None:
    slept = "Girls/NOUN/nsubj/2/girl/Number=Plur slept/VERB/root/0"
    (they,) = heard(MET, slept, TOOK).resolutions
    assert "{TOM, CLARA}" not in [str(each.candidate.entity) for each in they.attempts]


@pytest.mark.parametrize("form", ["He", "She", "It"])
def test_no_set_is_one(form: str) -> None:
    (one,) = heard(MET, TOOK.replace("They", form)).resolutions
    assert EntityKind.SET not in {each.candidate.entity.kind for each in one.attempts}


def test_a_coordination_is_taken_whole() -> None:
    protested = (
        "Doctors/NOUN/nsubj/4//Number=Plur and/CCONJ/cc/3 nurses/NOUN/conj/1//Number=Plur "
        "protested/VERB/root/0"
    )
    assert meant(protested, TOOK) == ["{DOCTORS, NURSES}"]


def test_it_is_said_why_it_is_a_set() -> None:
    (they,) = heard(MET, TOOK).resolutions
    assert they.antecedent is not None
    assert they.antecedent.expression.because == "arguments of “met”"
    chosen = next(each for each in they.attempts if each.succeeded)
    assert "arguments of" in str(chosen.factors[0])


def test_the_pronoun_has_the_members() -> None:
    found = heard(MET, TOOK)
    they = next(each for each in found.expressions if each.is_pronoun)
    assert [str(member.entity) for member in they.members] == ["TOM", "CLARA"]


def test_both_are_two() -> None:
    both = "Both/DET/nsubj/2/both left/VERB/root/0"
    assert meant(MET, both) == ["{TOM, CLARA}"]
    (three,) = heard(MET, "The/DET/det/2/the three/NUM/nsubj/3/three left/VERB/root/0").resolutions
    assert str(three.entity) != "{TOM, CLARA}"


def test_who_knows_each_other_is_not_one() -> None:
    know = "They/PRON/nsubj/2 know/VERB/root/0 each/DET/obj/2/each other/ADJ/fixed/3/other"
    they, each = heard(MET, know).resolutions
    assert str(they.entity) == str(each.entity) == "{TOM, CLARA}"
    tested = {str(one.candidate.entity): one.verdict for one in they.attempts}
    assert is_about(tested["TOM"], Constraint.AGREEMENT)


def test_a_set_is_the_same_in_any_order() -> None:
    argued = (
        "Clara/PROPN/nsubj/4//Number=Sing and/CCONJ/cc/3 Tom/PROPN/conj/1//Number=Sing "
        "argued/VERB/root/0"
    )
    found = heard(MET, TOOK, argued)
    sets = {each.entity for each in found.expressions if each.members}
    assert sets == {"{TOM, CLARA}"}


def test_nobody_is_too_sure_of_what_was_never_said() -> None:
    (they,) = heard(MET, "They/PRON/nsubj/2 married/VERB/root/0/marry").resolutions
    assert str(they.entity) == "{TOM, CLARA}"
    assert they.confidence is not None
    assert they.confidence <= 0.85
