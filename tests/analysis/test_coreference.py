"""Nominal coreference without gold: names and definites heard before."""

from __future__ import annotations

from hearer.analysis.memory import Memory, name_keys
from hearer.model import Entity, ReferringExpression
from tests.analysis.parsed import heard
from tests.cases import cases


def chains(*phrases: str, likeness: bool = False) -> list[list[str]]:
    """The chains of a discourse in which each phrase is the subject of a sentence."""
    sentences = [f"{phrase} came/VERB/root/0" for phrase in phrases]
    found = heard(*sentences, likeness=likeness)
    return [[e.text for e in chain.expressions] for chain in found.chains]


@cases(__file__)
def test_two_phrases_name_so_many_entities(
    likeness: bool, first: str, second: str, entities: int
) -> None:
    longest = max(len(chain) for chain in chains(first, second, likeness=likeness))
    assert longest == (2 if entities == 1 else 1)


def test_new_entities_of_one_name_are_numbered() -> None:
    judge = "a/DET/det/2 judge/NOUN/nsubj/3 came/VERB/root/0"

    assert [chain.entity for chain in heard(judge, judge).chains] == ["JUDGE", "JUDGE_2"]


def test_what_was_not_touched_for_long_is_forgotten() -> None:
    memory = Memory(10)
    for number in range(100):
        memory.note(Entity(str(number)), ReferringExpression("Curtis", 1, 1))
        memory.note(Entity("0"), ReferringExpression("Curtis", 1, 1))

    assert len(memory.entities) <= 20
    assert "0" in memory.entities
    assert "50" not in memory.entities


def test_a_name_has_keys() -> None:
    assert list(name_keys(("Dr.", "John", "Curtis"))) == ["john curtis", "curtis", "john"]
