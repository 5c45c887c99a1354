"""Candidates: what is listed and passes, sets and clauses beside it, and what grammar excludes."""

from __future__ import annotations

import pytest

import hearer
from hearer.model import Constraint, Element, EntityKind, Kind, Label, ReferringExpression, Verdict
from hearer.ranking.answers import label_of
from hearer.ranking.candidates import MOST_LISTED, candidates_for
from hearer.ranking.entity_list import EntityList, evoked, introduced
from tests.algorithms.test_default_answers import MET, SING, heard
from tests.ranking.listed import listed

IT = ReferringExpression("it", 9, 1, is_pronoun=True, kind=Kind.PRONOUN)
HIMSELF = ReferringExpression("himself", 9, 1, is_pronoun=True, kind=Kind.REFLEXIVE)
BINDING = Verdict(Constraint.BINDING, "does not bind it")


def on_list(count: int) -> EntityList:
    entities = EntityList()
    for n in range(count):
        entities.insert(listed(f"E{n}", place=(0.0, n), word=n))
    return entities


def test_candidates_are_the_latest_that_pass() -> None:
    known = on_list(MOST_LISTED + 3).known

    def test(_: ReferringExpression, element: Element) -> Verdict | None:
        return BINDING if element.entity == "E1" else None

    found = candidates_for(IT, known, test, sets=True)
    names = [str(one.element.entity) for one in found.possible]
    assert names == [f"E{n}" for n in range(MOST_LISTED + 2, 2, -1)]
    tested = zip(found.excluded, found.verdicts, strict=True)
    excluded = {str(element.entity): verdict.constraint for element, verdict in tested}
    assert excluded == {
        "E1": Constraint.BINDING,
        "E2": Constraint.WEIGHT,
        "E0": Constraint.WEIGHT,
    }


def test_a_reflexive_that_nothing_binds_may_mean_what_agrees() -> None:
    found = candidates_for(HIMSELF, on_list(2).known, lambda *_: BINDING, sets=True)
    assert (len(found.possible), found.is_unbound) == (2, True)


def test_an_unspoken_mention_changes_no_form() -> None:
    first = listed("CAR")
    ellipsis = ReferringExpression("", 2, 1.5, kind=Kind.ELLIPSIS, relation="nsubj")
    again = evoked(first, ellipsis, (0.0, 2), 9)
    assert (again.form, again.mentions, again.subjects) == (first.form, 2, 1)
    assert again.element.expression == first.element.expression


def test_the_oldest_entity_drops_out_and_a_mention_can_be_undone() -> None:
    entities = on_list(128)
    before = entities.known[listed("E5").element.entity]
    entities.insert(introduced(listed("NEW").element.entity, IT, (0.0, 500), 1))
    assert "E0" not in entities.known
    entities.insert(before._replace(mentions=2, place=(0.0, 900)))
    entities.restore(before.element.entity, before)
    assert entities.known[before.element.entity].mentions == 1
    assert not entities.fault()


# Sets -------------------------------------------------------------------------------------------

BOTH = "Both/PRON/nsubj/2/both left/VERB/root/0"


def test_both_are_two() -> None:
    three = f"{MET} at/ADP/case/5 Ida/PROPN/obl/2//{SING}"
    for sentence in (MET, three):
        (both,) = heard(sentence, BOTH).resolutions
        sizes = {
            len(a.candidate.expression.members)
            for a in both.attempts
            if a.score is not None and a.candidate.entity.kind is EntityKind.SET
        }
        assert sizes == {2}
        singles = [a for a in both.attempts if not a.candidate.expression.members]
        assert all(a.violated is Constraint.AGREEMENT for a in singles)


# Certain grammar --------------------------------------------------------------------------------

TEXTS = {
    "He left town after John robbed the bank.": "he: None",
    "John was ill. He left town after John robbed the bank.": "he: None",
    "When he left, John cried.": "he: JOHN",
    "The accused came in. He sat down.": "he: ACCUSED",
    "The crew slept. She was tired.": "she: None",
    "The jury left. He was tired.": "he: None",
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.items())
@pytest.mark.parametrize("algorithm", ["weighted-s-list", "lappin-leass"])
def test_certain_grammar_excludes(text: str, expected: str, algorithm: str) -> None:
    first = hearer.resolve(text, algorithm=algorithm).resolutions[0]
    assert f"{first.pronoun.text}: {first.entity}" == expected


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("The soup was good. As for the bread, it was stale.", "BREAD"),
        ("Mary met Jane. As for Susan, she stayed at home.", "SUSAN"),
        ("Anna likes tea. As for coffee, it keeps her awake.", "COFFEE"),
    ],
)
def test_what_is_dislocated_is_the_topic(text: str, meant: str) -> None:
    assert hearer.resolve(text).resolutions[0].entity == meant


@pytest.mark.parametrize("thing", ["kettle", "oboe", "lathe", "flock"])
def test_no_thing_is_he_for_want_of_a_person(thing: str) -> None:
    (found,) = hearer.resolve(f"The {thing} stood there. He looked up.").resolutions
    assert found.label is Label.NO_ANTECEDENT


def test_labels() -> None:
    assert label_of(IT, [0.4, 0.3, 0.3]) is Label.AMBIGUOUS
    assert label_of(IT, [0.1, 0.1, 0.8]) is Label.NO_ANTECEDENT
