"""Cataphora: a pronoun before its antecedent is resolved when that comes, as a revision."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import hearer
from hearer.algorithms.weighted.cataphora import NOBODY_WAITS, Awaiting
from hearer.hearing import Hearer, listen
from hearer.model import (
    Attempt,
    Constraint,
    Discourse,
    Element,
    Entity,
    Interpretation,
    Resolution,
    Utterance,
)

BEFORE_HE_LEFT = (
    "Before/SCONJ/mark/3/before he/PRON/nsubj/3/he/Gender=Masc|Number=Sing "
    "left/VERB/advcl/8/leave/VerbForm=Fin his/PRON/nmod:poss/5/his/Gender=Masc|Number=Sing "
    "house/NOUN/obj/3/house/Number=Sing ,/PUNCT/punct/3 "
    "John/PROPN/nsubj/8/John/Number=Sing slept/VERB/root/0/sleep/VerbForm=Fin"
)
HE_DREAMT = "He/PRON/nsubj/2/he/Gender=Masc|Number=Sing dreamt/VERB/root/0/dream/VerbForm=Fin"
IN_HIS_BOOK = (
    "In/ADP/case/3/in his/PRON/nmod:poss/3/his/Gender=Masc|Number=Sing "
    "book/NOUN/obl/6/book/Number=Sing ,/PUNCT/punct/3 "
    "{}/PROPN/nsubj/6/{}/Number=Sing dreams/VERB/root/0/dream/VerbForm=Fin"
)
SEEING_HIM = (
    "Seeing/VERB/advcl/5/see/VerbForm=Ger him/PRON/obj/1/he/Gender=Masc|Number=Sing "
    ",/PUNCT/punct/1 John/PROPN/nsubj/5/John/Number=Sing left/VERB/root/0/leave/VerbForm=Fin"
)
PETER_CAME = "Peter/PROPN/nsubj/2/Peter/Number=Sing came/VERB/root/0/come/VerbForm=Fin"
HE_SAID = (
    "He/PRON/nsubj/2/he/Gender=Masc|Number=Sing said/VERB/root/0/say/VerbForm=Fin "
    "John/PROPN/nsubj/4/John/Number=Sing left/VERB/ccomp/2/leave/VerbForm=Fin"
)


NAMED_POSSESSOR = 0.75  # how often *his* in a fronted phrase means the name that comes


def heard(*parsed: str, cataphora: bool = True) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    return listen(Discourse(utterances), profile="default", cataphora=cataphora)


def revisions(found: Interpretation) -> list[tuple[str, str, str | None]]:
    """The word at which each revision falls, its pronoun, and what that means now."""
    return [
        (str(step.word), resolution.pronoun.text, resolution.entity)
        for step in found.steps
        for resolution in step.resolutions
        if resolution.is_revision
    ]


def test_he_is_resolved_when_john_comes() -> None:
    found = heard(BEFORE_HE_LEFT)
    assert revisions(found) == [("John", "he", "JOHN"), ("John", "his", "JOHN")]


def test_until_then_it_is_somebody_unknown() -> None:
    first = next(r for step in heard(BEFORE_HE_LEFT).steps for r in step.resolutions)
    assert (first.pronoun.text, first.entity, first.is_revision) == ("he", None, False)


def test_the_pronoun_stands_in_the_chain_of_what_came() -> None:
    chains = {chain.entity: str(chain) for chain in heard(BEFORE_HE_LEFT, HE_DREAMT).chains}
    assert chains == {"JOHN": "JOHN: he, his, John, he", "HOUSE": "HOUSE: house"}


def test_the_unknown_entity_is_on_the_list_no_more() -> None:
    step = heard(BEFORE_HE_LEFT).steps[6]
    assert str(step) == "S: [JOHN_U: John, HOUSE_BNA: house]"


def test_every_pronoun_has_one_resolution_in_the_end() -> None:
    found = heard(BEFORE_HE_LEFT, HE_DREAMT)
    assert [(r.pronoun.text, r.entity) for r in found.resolutions] == [
        ("he", "JOHN"),
        ("his", "JOHN"),
        ("he", "JOHN"),
    ]


def test_a_revision_says_what_it_replaces_and_what_passed() -> None:
    found = heard(BEFORE_HE_LEFT)
    he = found.resolutions[0]
    assert isinstance(he.instead_of, Resolution)
    assert he.instead_of.antecedent is None
    assert [(a.candidate.entity, a.violated) for a in he.attempts] == [("JOHN", None)]


@pytest.mark.parametrize("name", ["Smith", "John"])
def test_a_possessive_in_a_fronted_phrase_waits_for_the_subject(name: str) -> None:
    assert revisions(heard(IN_HIS_BOOK.format(name, name))) == [(name, "his", name.upper())]


def test_nobody_who_agrees_is_waited_for_in_vain() -> None:
    assert revisions(heard(IN_HIS_BOOK.format("Mary", "Mary"))) == []


def test_binding_holds_backwards_too() -> None:
    """Seeing him, John left: John sees, so *him* is somebody else."""
    assert revisions(heard(SEEING_HIM)) == []


def test_what_the_pronoun_governs_is_not_waited_for() -> None:
    """He said John left: *he* is not John (Principle C)."""
    assert revisions(heard(HE_SAID)) == []


def test_a_clear_antecedent_is_not_given_up() -> None:
    found = heard(PETER_CAME, HE_DREAMT, HE_DREAMT, BEFORE_HE_LEFT)
    assert revisions(found) == []
    assert {r.entity for r in found.resolutions} == {"PETER"}


def test_it_can_be_switched_off() -> None:
    assert revisions(heard(BEFORE_HE_LEFT, cataphora=False)) == []


def test_a_copy_in_between_goes_its_own_way() -> None:
    words = list(Utterance.of(BEFORE_HE_LEFT).words)
    listener = Hearer(profile="default")
    for word in words[:5]:
        listener.hear(word)
    copied = listener.copy()
    ahead = [copied.hear(word) for word in words[5:]]
    assert [listener.hear(word) for word in words[5:]] == ahead
    assert copied.finish() == listener.finish()


# What people see ------------------------------------------------------------------------------


def test_why_tells_that_it_was_heard_before_its_antecedent() -> None:
    found = heard(BEFORE_HE_LEFT)
    assert str(found.why("he")).startswith(
        "“he” at 1:8 is JOHN (probability 0.85). It is cataphoric: heard before its antecedent, and resolved when "
        "“John” came; until then "
    )
    assert "Who that is came clear later in the sentence" in str(found.why("his"))


@pytest.mark.parametrize("view", ["terminal", "html", "latex"])
def test_a_trace_shows_the_revision_where_the_name_is(view: str) -> None:
    shown = hearer.trace(heard(BEFORE_HE_LEFT), view=view)
    assert shown.count("he (revised)") >= 1
    assert shown.index("John") < shown.index("he (revised)")


def test_json_lines_say_revised() -> None:
    lines = [json.loads(line) for line in hearer.write(_spelled(), to="jsonl").splitlines()]
    told = [(row.get("event"), row["pronoun"]["text"], row["entity"]) for row in lines]
    assert told == [
        (None, "he", "?1.2"),
        (None, "his", "?1.2"),
        ("revised", "he", "JOHN"),
        ("revised", "his", "JOHN"),
    ]


def test_the_whole_interpretation_has_the_last_word_only() -> None:
    written = json.loads(hearer.write(_spelled(), to="json"))
    told = [(r["text"], r["entity"], r["is_revision"]) for r in written["resolutions"]]
    assert told == [("he", "JOHN", True), ("his", "JOHN", True)]


def test_corefud_has_one_entity_for_both() -> None:
    entities = [
        line.rpartition("Entity=")[2]
        for line in hearer.write(_spelled(), to="corefud").splitlines()
        if "Entity=" in line
    ]
    names = {entity.strip("()").partition("-")[0] for entity in entities if "(" in entity}
    assert entities[0].strip("()").partition("-")[0] in names
    assert len(names) == 2  # John, and his house


def _spelled() -> Interpretation:
    """With the spaces a text has."""
    utterance = Utterance.of(BEFORE_HE_LEFT)
    spaces = tuple("" if n in {5, 8} else " " for n in range(1, len(utterance) + 1))
    return listen(Discourse((replace(utterance, spaces=spaces),)), profile="default")


# An antecedent that was doubtful --------------------------------------------------------------


def doubtful(confidence: float) -> tuple[Resolution, Element, Element]:
    """*His*, for which Peter was found, and John, who comes; with the elements of both."""
    peter, his, _, john = (
        e for e in heard(PETER_CAME, IN_HIS_BOOK.format("John", "John")).expressions
    )
    peter_, john_ = (
        Element(Entity(str(e.entity)), e.utterance, e.position, e.familiarity, e)
        for e in (peter, john)
    )
    pronoun = replace(his, entity=None)
    found = Resolution(pronoun, (Attempt(peter_),), peter_, confidence=confidence)
    return found, peter_, john_


def meant(confidence: float) -> tuple[Resolution, ...]:
    found, peter, john = doubtful(confidence)
    waiting = NOBODY_WAITS.hear(Awaiting(found, peter.entity, None))
    who = waiting.meant_by(john.expression, john, {}, lambda pronoun, candidate: None)
    return waiting.revisions(who, john)


def test_a_doubtful_antecedent_is_given_up_and_told_as_outweighed() -> None:
    (revision,) = meant(NAMED_POSSESSOR - 0.01)
    assert [(a.candidate.entity, a.violated) for a in revision.attempts] == [
        ("PETER", Constraint.WEIGHT),
        ("JOHN", None),
    ]


def test_one_that_is_not_doubtful_stays() -> None:
    assert meant(NAMED_POSSESSOR) == ()
