"""Agreement as feature sets, and the sortal test behind it."""

from __future__ import annotations

from dataclasses import replace

from hearer.analysis import antecedent_test, describe
from hearer.hearing import listen
from hearer.model import ANY_GENDER, ANY_SORT, Agreement, Discourse, Gender, Number, Sort, Utterance
from tests.analysis.parsed import found_in, heard, resolved
from tests.cases import cases

HE, SHE, IT, THEY = (
    f"{form}/PRON/nsubj/2 left/VERB/root/0" for form in ("he", "she", "it", "they")
)


def fits(phrase: str) -> str:
    """Which of he, she, it and they can take a subject up in the next sentence."""
    taken = {
        form: resolved(f"{phrase} came/VERB/root/0", sentence)[-1].endswith("None")
        for form, sentence in (("he", HE), ("she", SHE), ("it", IT), ("they", THEY))
    }
    return " ".join(form for form, failed in taken.items() if not failed)


@cases(__file__)
def test_a_subject_is_taken_up_by(phrase: str, pronouns: str) -> None:
    assert fits(phrase) == pronouns


def test_first_and_second_persons_are_no_antecedents_of_third() -> None:
    for speaker in ("I", "you", "we"):
        assert fits(f"{speaker}/PRON/nsubj/2") == ""


def test_an_entity_once_called_she_stays_so() -> None:
    brennan = "Brennan/PROPN/nsubj/2 came/VERB/root/0"

    assert resolved(brennan, SHE, HE) == ["she BRENNAN", "he None"]


def test_number_and_gender_of_pronouns() -> None:
    assert describe.of_pronoun("Them") == Agreement(frozenset({Number.PLURAL}), ANY_GENDER)
    assert describe.of_pronoun("somebody") is None


def test_a_clash_keeps_what_was_known() -> None:
    he = Agreement(gender=frozenset({Gender.MASCULINE}))
    she = Agreement(gender=frozenset({Gender.FEMININE}))

    assert he.merged_with(she) == he


@cases(__file__)
def test_animacy_comes_first(pronoun: str, sort: str, expected: bool) -> None:
    required = describe.PRONOUNS[pronoun]

    assert antecedent_test.fits(required, frozenset({Sort[sort]})) is expected
    assert antecedent_test.fits(required, ANY_SORT)


def test_the_sortal_test_can_be_switched_off() -> None:
    """A name of unknown gender that the parser takes for a place."""
    paris = Utterance.of("Lutetia/PROPN/nsubj/3 Nova/PROPN/flat/1 grew/VERB/root/0", number=1)
    he = Utterance.of(HE, number=2)
    town = Discourse((replace(paris, sorts=("place", "", "")), he))
    with_sorts, without = (listen(town, profile="paper", sortal=sortal) for sortal in (True, False))

    assert with_sorts.resolutions[0].antecedent is None
    assert without.resolutions[0].attempts[0].violated in {None, "agreement"}


def test_names_by_title_given_name_and_last_word() -> None:
    assert describe.is_personal_name(("mr.", "curtis"))
    assert describe.is_personal_name(("john", "smirga"))
    assert not describe.is_personal_name(("alfa", "romeo"))
    (court,) = found_in(
        "the/DET/det/3 Supreme/PROPN/compound/3 Court/PROPN/nsubj/4 ruled/VERB/root/0"
    )
    assert Sort.PERSON not in court.sorts


def test_a_set_is_plural() -> None:
    found = heard("Brennan/PROPN/nsubj/4 and/CCONJ/cc/3 Friedman/PROPN/conj/1 raced/VERB/root/0")

    assert found.expressions[-1].agreement.number == frozenset({Number.PLURAL})


def test_a_hamster_is_not_her() -> None:
    """Grosz, Joshi and Weinstein (1995), (29), whoever is looked at first."""
    given = "Susan/PROPN/nsubj/2 gave/VERB/root/0/give Betsy/PROPN/iobj/2 a/DET/det/6 pet/NOUN/compound/6 hamster/NOUN/obj/2"
    reminded = "She/PRON/nsubj/2 reminded/VERB/root/0/remind her/PRON/obj/2"
    for algorithm in ("s-list", "bfp", "lappin-leass", "kameyama"):
        found = resolved(given, reminded, algorithm=algorithm)
        assert found == ["she SUSAN", "her BETSY"], algorithm
