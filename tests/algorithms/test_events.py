"""Pronouns for clauses: what was told is an antecedent where nothing that was named can be."""

from __future__ import annotations

import pytest

import hearer
from hearer.hearing import listen
from hearer.model import Constraint, Discourse, Entity, Interpretation, Kind, Label, Utterance
from hearer.session.session import Session

SHE_LEFT = (
    "She/PRON/nsubj/2/she/Gender=Fem|Number=Sing left/VERB/root/0/leave/VerbForm=Fin "
    "early/ADV/advmod/2/early ./PUNCT/punct/2/."
)
IT_SURPRISED_HIM = (
    "It/PRON/nsubj/2/it/Number=Sing surprised/VERB/root/0/surprise/VerbForm=Fin "
    "him/PRON/obj/2/he/Gender=Masc|Number=Sing"
)
WHO_CUT = (
    "Who/PRON/nsubj/2/who/PronType=Int cut/VERB/root/0/cut/VerbForm=Fin "
    "the/DET/det/4/the grass/NOUN/obj/2/grass/Number=Sing ?/PUNCT/punct/2/?"
)
MARLENA_DID = (
    "Marlena/PROPN/nsubj/2/Marlena/Number=Sing did/VERB/root/0/do/VerbForm=Fin "
    "it/PRON/obj/2/it/Number=Sing"
)
THE_JOB = (
    "Marlena/PROPN/nsubj/2/Marlena/Number=Sing did/VERB/root/0/do/VerbForm=Fin "
    "the/DET/det/4/the job/NOUN/obj/2/job/Number=Sing"
)
PROMISED = (
    "John/PROPN/nsubj/2/John/Number=Sing promised/VERB/root/0/promise/VerbForm=Fin "
    "to/PART/mark/4/to clean/VERB/xcomp/2/clean/VerbForm=Inf the/DET/det/6/the "
    "kitchen/NOUN/obj/4/kitchen/Number=Sing ,/PUNCT/punct/9/, but/CCONJ/cc/9/but "
    "did/VERB/conj/2/do/VerbForm=Fin it/PRON/obj/9/it/Number=Sing"
)


def heard(*parsed: str, precision: float = 0.0, events: bool = True) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    discourse = Discourse(utterances)
    return listen(discourse, profile="default", precision=precision, events=events, meaning=False)


def meant(found: Interpretation) -> list[tuple[str, Kind] | None]:
    """What each *it* stands for: the words and the kind of its antecedent."""
    antecedents = [r.antecedent for r in found.resolutions if r.pronoun.text == "it"]
    return [(a.expression.text, a.expression.kind) if a else None for a in antecedents]


def test_what_surprised_him_is_that_she_left() -> None:
    assert meant(heard(SHE_LEFT, IT_SURPRISED_HIM)) == [("She left early", Kind.CLAUSE)]


def test_what_she_did_is_cutting_not_the_grass() -> None:
    assert meant(heard(WHO_CUT, MARLENA_DID)) == [("Who cut the grass", Kind.CLAUSE)]


def test_the_nearest_verb_before_tells_it() -> None:
    assert meant(heard(PROMISED)) == [("clean the kitchen", Kind.CLAUSE)]


def test_what_was_done_before_is_done_again() -> None:
    assert meant(heard(THE_JOB, MARLENA_DID)) == [("job", Kind.DEFINITE)]


def test_at_the_beginning_nothing_was_told() -> None:
    assert meant(heard(MARLENA_DID)) == [None]


def test_a_second_it_takes_the_event_up() -> None:
    found = heard(WHO_CUT, MARLENA_DID, MARLENA_DID)
    assert meant(found)[1:] == [("it", Kind.PRONOUN)]
    assert len({r.entity for r in found.resolutions if r.pronoun.text == "it"}) == 1


def test_the_clause_stands_in_the_chain_once() -> None:
    chains = {chain.entity: str(chain) for chain in heard(WHO_CUT, MARLENA_DID, MARLENA_DID).chains}
    assert chains[Entity("CUT (1.2)")] == "CUT (1.2): Who cut the grass, it, it"


def test_the_thing_given_up_is_told_as_outweighed() -> None:
    it = next(r for r in heard(WHO_CUT, MARLENA_DID).resolutions if r.pronoun.text == "it")
    tested = [(a.candidate.entity, a.violated) for a in it.attempts]
    assert tested[-2:] == [("GRASS", Constraint.WEIGHT), ("CUT (1.2)", None)]


def test_who_asks_for_precision_gets_a_label() -> None:
    it = next(r for r in heard(WHO_CUT, MARLENA_DID, precision=0.9).resolutions)
    assert (it.antecedent, it.label) == (None, Label.EVENT)


def test_it_can_be_switched_off() -> None:
    assert meant(heard(WHO_CUT, MARLENA_DID, events=False)) == [("grass", Kind.DEFINITE)]


def test_why_says_what_was_told() -> None:
    assert str(heard(WHO_CUT, MARLENA_DID).why("it")).startswith(
        "“it” at 1:33 stands for what was told, “Who cut the grass”: CUT (1.2) (probability 0.40)."
    )


def test_corefud_has_the_clause_with_its_verb_as_head() -> None:
    written = hearer.write(heard(WHO_CUT, MARLENA_DID), to="corefud")
    assert "Entity=(e1-event-2-" in written
    assert "Entity=(e1-event-1-)" in written


@pytest.mark.parametrize("view", ["terminal", "html", "latex"])
def test_a_trace_shows_it(view: str) -> None:
    assert hearer.trace(heard(WHO_CUT, MARLENA_DID), view=view)


def test_a_session_stored_in_between_remembers_what_was_told() -> None:
    session = Session(profile="default")
    session.hear(Utterance.of(WHO_CUT))
    later = Session.from_json(session.to_json())
    assert meant(later.hear(Utterance.of(MARLENA_DID))) == [("Who cut the grass", Kind.CLAUSE)]


def test_a_rewritten_text_leaves_the_pronoun_alone() -> None:
    """A clause is no name: *Marlena did cut the grass* is not English."""
    assert hearer.rewrite(heard(WHO_CUT, MARLENA_DID)).text.endswith("did it ")
