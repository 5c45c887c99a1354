"""The stock of shared knowledge: the texts of Hajičová et al. (1992), and assignments."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.algorithms.ssk import (
    UNRESOLVED,
    StockChoice,
    StockOfSharedKnowledge,
    best_assignment,
    closeness,
)
from hearer.hearing import Hearer
from hearer.model import Entity, ReferringExpression, Utterance
from tests.algorithms.focus_texts import (
    DOG_WITH_EARS,
    HIS_HOUSES,
    THEIR_DOG,
    VILLA,
    antecedents,
    crowd,
    hear,
    notes,
)


def parts(note: str) -> tuple[float, float]:
    """f1 and f2 out of "34.3 = ¼ · (0 + 100 [G2] + 0 + 37.13)"."""
    first, second, *_ = note.partition("(")[2].split(" + ")
    return float(first), float(second.split()[0])


def test_what_depends_on_the_verb_stands_above_what_depends_on_it() -> None:
    told = notes(hear("ssk", DOG_WITH_EARS))[0]
    assert parts(told["E(DOG)"]) == (0, 100)
    assert parts(told["E(EARS)"]) == (0, 30)


def test_a_bound_possessor_in_the_focus_stands_above_a_new_part() -> None:
    told = notes(hear("ssk", THEIR_DOG))[0]
    their = next(text for name, text in told.items() if name.startswith("E(?"))
    assert parts(their) == (100, 50)
    assert "[G5]" in their


def test_a_name_that_is_new_to_the_context_is_not_bound() -> None:
    # Example 3: "although professor Schmidt is in the focus part … it is contextually non-bound".
    told = notes(hear("ssk", VILLA))[0]
    assert parts(told["E(SCHMIDT)"]) == (0, 30)


def test_what_an_expletive_stands_for_is_the_main_verb() -> None:
    # Example 3: It is possible to find a villa of professor Schmidt. It was built …
    possible = "It/PRON/expl/3 is/AUX/cop/3/be/VerbForm=Fin possible/ADJ/root/0 to/PART/mark/5 find/VERB/csubj/3 a/DET/det/7 villa/NOUN/obj/5"
    assert parts(notes(hear("ssk", possible))[0]["E(VILLA)"]) == (0, 100)


def test_an_item_shares_half_the_value_of_its_governor() -> None:
    told = notes(hear("ssk", DOG_WITH_EARS))[0]
    dog = 0.25 * (0 + 100 + 0 + closeness(2))
    ears = 0.25 * (0 + 30 + dog / 2 + closeness(1))
    assert told["E(DOG)"].startswith(f"{dog:.1f} =")
    assert told["E(EARS)"].startswith(f"{ears:.1f} =")


def test_distance_falls_off_from_a_hundred() -> None:
    assert closeness(1) == 100
    assert closeness(2) == pytest.approx(100 / 2.693147)


def test_in_example_6_a_competitor_takes_the_pronoun() -> None:
    hovorka = "The/DET/det/2 villa/NOUN/nsubj:pass/4 was/AUX/aux:pass/4/be/VerbForm=Fin built/VERB/root/0/build by/ADP/case/7 Mr./PROPN/compound/7 Hovorka/PROPN/obl:agent/4 ./PUNCT/punct/4"
    assert antecedents(hear("ssk", VILLA, hovorka, HIS_HOUSES)) == [("his", "HOVORKA")]


def test_the_sentence_is_resolved_as_a_whole_not_pronoun_by_pronoun() -> None:
    """What is best for "they" alone would leave nobody for "them"."""
    first = "Men/NOUN/nsubj/2/man/Number=Plur met/VERB/root/0/meet/VerbForm=Fin deer/NOUN/obj/2"
    saw = "They/PRON/nsubj/2 saw/VERB/root/0/see/VerbForm=Fin them/PRON/obj/2"
    found = hear("ssk", first, saw)
    assert {entity for _, entity in antecedents(found)} == {"MEN", "DEER"}


def test_a_paragraph_fades_what_was_mentioned_once() -> None:
    listener = Hearer(algorithm="ssk", segments="none")
    first = "John/PROPN/nsubj/2 met/VERB/root/0/meet/VerbForm=Fin Mary/PROPN/obj/2"
    second = "John/PROPN/nsubj/2 slept/VERB/root/0/sleep/VerbForm=Fin"
    third = "Rain/NOUN/nsubj/2 fell/VERB/root/0/fall/VerbForm=Fin"
    for n, text in enumerate([first, second, third], start=1):
        for word in Utterance.of(text, number=n, begins_paragraph=n == 3).words:
            listener.hear(word)
    algorithm = listener.algorithm
    assert isinstance(algorithm, StockOfSharedKnowledge)
    assert [item.element.entity for item in algorithm.items] == ["RAIN", "JOHN"]


def test_items_leave_the_stock_when_they_are_no_longer_salient() -> None:
    """S(w) = O / (N * (N - L + 1)): mentioned once in the first of N utterances, 1/N²."""
    rain = "Rain/NOUN/nsubj/2 fell/VERB/root/0/fall/VerbForm=Fin"
    john = "John/PROPN/nsubj/2 slept/VERB/root/0/sleep/VerbForm=Fin"
    kept = notes(hear("ssk", john, *[rain] * 9))[-1]
    gone = notes(hear("ssk", john, *[rain] * 10))[-1]
    assert "E(JOHN)" in kept
    assert "E(JOHN)" not in gone


def test_the_stock_keeps_no_more_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hearer.algorithms.ssk.LIMIT", 5)
    monkeypatch.setattr("hearer.algorithms.ssk.THRESHOLD", 0)
    ssk = StockOfSharedKnowledge(lambda pronoun, candidate: None)
    for n in range(1, 40):
        ssk.hear(ReferringExpression("x", n, 1, entity=Entity(f"X{n}")))
        ssk.end_utterance(n)
    assert [item.element.entity for item in ssk.items] == ["X39", "X38", "X37", "X36", "X35"]


def test_a_search_that_was_capped_says_so() -> None:
    assert "capped" in notes(hear("ssk", *crowd(pronouns=20)))[1]


values = st.dictionaries(
    st.sampled_from("ABCD"), st.sampled_from([10.0, 20.0, 30.0, 40.0]), max_size=4
)


@given(st.lists(values, max_size=4), st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_no_assignment_is_better_than_the_best(
    rows: list[dict[str, float]], pairs: set[tuple[int, int]]
) -> None:
    excludes = {
        n: frozenset(b for a, b in pairs | {(b, a) for a, b in pairs} if a == n != b)
        & frozenset(range(len(rows)))
        for n in range(len(rows))
    }
    choices = [
        sorted(
            (StockChoice(Entity(x), value) for x, value in row.items()),
            key=lambda c: (-c.value, c.entity),
        )
        for row in rows
    ]

    def worth(entities: tuple[str | None, ...]) -> float:
        return sum(
            UNRESOLVED if entity is None else rows[n][entity] for n, entity in enumerate(entities)
        )

    def is_allowed(entities: tuple[str | None, ...]) -> bool:
        return not any(
            entities[n] is not None and entities[n] == entities[m]
            for n, others in excludes.items()
            for m in others
        )

    found, is_best = best_assignment(choices, excludes)
    assert is_best
    assert is_allowed(found)
    every = product(*([None, *row] for row in rows))
    assert worth(found) == max(worth(x) for x in every if is_allowed(x))
