"""The default profile: names and noun phrases weighed against what was heard before."""

from __future__ import annotations

from hearer.analysis.memory import MOST, Memory, initials, keys, likeness_weights
from hearer.model import Entity, ReferringExpression, Utterance
from hearer.model.tree import Tree
from tests.analysis.parsed import found_in, heard
from tests.analysis.test_coreference import chains

A_JUDGE = "a/DET/det/2 judge/NOUN/nsubj/3"
THE_OLD_JUDGE = "the/DET/det/3 old/ADJ/amod/3 judge/NOUN/nsubj/4"
THE_YOUNG_JUDGE = "the/DET/det/3 young/ADJ/amod/3 judge/NOUN/nsubj/4"
MARY_SMITH = "Mary/PROPN/nsubj/3 Smith/PROPN/flat/1"
JOHN_SMITH = "John/PROPN/nsubj/3 Smith/PROPN/flat/1"
SMITH = "Smith/PROPN/nsubj/2"
HEALTH_ORGANIZATION = "World/PROPN/compound/3 Health/PROPN/compound/3 Organization/PROPN/nsubj/4"


def university(place: str) -> str:
    return f"University/PROPN/nsubj/4 of/ADP/case/3 {place}/PROPN/nmod/1"


def test_a_surname_between_them_does_not_make_namesakes_one() -> None:
    assert ["John Smith"] in chains(MARY_SMITH, SMITH, JOHN_SMITH, likeness=True)


def test_of_two_judges_the_one_described_alike_is_meant() -> None:
    both = chains(THE_OLD_JUDGE, THE_YOUNG_JUDGE, THE_OLD_JUDGE, likeness=True)

    assert sorted(map(len, both)) == [1, 2]


def test_in_the_paper_a_bare_noun_is_never_anaphoric() -> None:
    quinoa = "quinoa/NOUN/nsubj/2 came/VERB/root/0"

    assert len(heard(quinoa, quinoa).chains) == 2
    assert len(heard(quinoa, quinoa, likeness=True).chains) == 1


def test_a_name_is_found_by_its_parts_and_its_initials() -> None:
    (name,) = found_in(f"{HEALTH_ORGANIZATION} came/VERB/root/0")

    assert set(keys(name)) == {"world health organization", "organization", "world", "who"}
    assert initials(("university", "of", "california")) == "uc"


def test_of_one_noun_only_the_latest_entities_are_compared() -> None:
    tree, (judge,) = (
        Tree(Utterance.of(f"{A_JUDGE} came/VERB/root/0")),
        found_in(f"{A_JUDGE} came/VERB/root/0"),
    )
    memory = Memory(16, likeness_weights())
    for number in range(MOST + 2):
        expression = ReferringExpression("judge", 1, 2, entity=Entity(f"JUDGE_{number}"))
        memory.note(Entity(f"JUDGE_{number}"), expression)
        memory.index(Entity(f"JUDGE_{number}"), tree, judge, None)

    compared = [entity for entity, _ in memory.candidates(judge, None)]
    assert compared == [f"JUDGE_{number}" for number in (5, 4, 3, 2)]


def test_nobody_is_her_own_mother() -> None:
    mother = "the/DET/det/2 mother/NOUN/nsubj/3 came/VERB/root/0"
    hers = "her/PRON/nmod:poss/2 mother/NOUN/nsubj/3 left/VERB/root/0"

    found = heard(mother, hers, likeness=True)
    assert [[e.text for e in chain.expressions] for chain in found.chains] == [
        ["mother", "her"],
        ["mother"],
    ]


def test_a_copy_remembers_on_its_own() -> None:
    tree, (judge,) = (
        Tree(Utterance.of(f"{A_JUDGE} came/VERB/root/0")),
        found_in(f"{A_JUDGE} came/VERB/root/0"),
    )
    memory = Memory(16, likeness_weights())
    copied = memory.copy()
    memory.note(Entity("JUDGE"), ReferringExpression("judge", 1, 2, entity=Entity("JUDGE")))
    memory.index(Entity("JUDGE"), tree, judge, None)

    assert len(memory.candidates(judge, None)) == 1
    assert copied.candidates(judge, None) == []


def test_the_weights_are_finite_and_say_something() -> None:
    tables = [table for each in likeness_weights().values() for table in each.values()]
    assert tables
    assert all(0.005 <= abs(weight) < 10 for table in tables for weight in table.values())
