"""Kameyama: the vectors of docs/specification/centering.md C.3 and C.4, and how levels are pushed and popped."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import hearer
from hearer.algorithms.centering_variants import Sharing
from hearer.algorithms.text_units import WHOLE, Levels, Size, Unit, units_of
from hearer.model import (
    NO_OUTLINE,
    Clause,
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Level,
    Outline,
    ReferringExpression,
    Utterance,
)
from hearer.model.tree import Tree

EXAMPLES = Path(__file__).parents[2] / "examples"
FINITE = "VerbForm=Fin"
HE = "PronType=Prs|Person=3|Number=Sing|Gender=Masc"
SHE = "PronType=Prs|Person=3|Number=Sing|Gender=Fem"


def meant(found: Interpretation) -> list[tuple[str, str | None]]:
    return [(r.pronoun.text, r.entity) for r in found.resolutions]


def table5(algorithm: str) -> Interpretation:
    return hearer.resolve(hearer.read(EXAMPLES / "table5.conllu"), algorithm=algorithm)


# C.3: example 3 -------------------------------------------------------------------------------


def test_3a_falls_into_five_clauses() -> None:
    found = table5("bfp-kameyama")
    notes = [note for step in found.steps for part in step.parts for note in part.notes]
    units = [note.text for note in notes if note.name == "utterance"]
    assert units[:5] == [
        "ordered [judge]",
        "released [Mr. Curtis], embedded, accessible",
        "agreed [ε, request, prosecutors], same level",
        "re-examined [he, year], embedded, accessible",
        "improved [his, condition], embedded, accessible",
    ]


def test_he_in_3a_is_the_judge_and_his_follows_suit() -> None:
    assert meant(table5("bfp-kameyama"))[:2] == [("he", "JUDGE"), ("his", "JUDGE")]


def test_he_in_3c_is_smirga() -> None:
    assert meant(table5("bfp-kameyama"))[-1] == ("he", "SMIRGA")


def test_plain_bfp_takes_the_judge_for_he_in_3a_too() -> None:
    assert meant(table5("bfp"))[0] == ("he", "JUDGE")


# C.4: her own preferences ---------------------------------------------------------------------

MAX = f"Max/PROPN/nsubj/3 is/AUX/aux/3/be/{FINITE} waiting/VERB/root/0/wait for/ADP/case/5 "


@pytest.mark.parametrize(
    ("sharing", "she"), [(Sharing.PREFER, "BRENNAN"), (Sharing.CONSTRAINT, "FRIEDMAN")]
)
def test_property_sharing_may_be_a_constraint_on_retention(sharing: Sharing, she: str) -> None:
    (text, *_) = hearer.read(EXAMPLES / "table3.conllu")
    found = hearer.resolve(text, algorithm="kameyama", sharing=sharing)
    assert meant(found)[-1] == ("she", she)


TELLS = (
    f"Max/PROPN/nsubj/2 knows/VERB/root/0/know/{FINITE} Fred/PROPN/obj/2",
    f"He/PRON/nsubj/2/he/{HE} sings/VERB/root/0/sing/{FINITE}",
)


def judged(*sentences: str) -> list[str]:
    """The readings of the last sentence, as its notes tell them."""
    utterances = tuple(Utterance.of(said, number=n) for n, said in enumerate(sentences, start=1))
    found = hearer.resolve(Discourse(utterances), algorithm="kameyama")
    notes = found.steps[-1].parts[-1].notes
    return [note.text for note in notes if note.name == "reading"]


def test_a_second_pronoun_need_not_share_what_the_first_has_shared() -> None:
    # He brought his dog: *he* shares the subject with the *he* before; *his* spoils nothing.
    (reading,) = judged(
        *TELLS,
        f"He/PRON/nsubj/2/he/{HE} brought/VERB/root/0/bring/{FINITE} his/PRON/nmod:poss/4/he/{HE}|Poss=Yes dog/NOUN/obj/2",
    )
    assert reading == "he = MAX, his = MAX; Cb = MAX; Cf = [MAX, DOG]; retention"


def test_a_pronoun_that_shares_nothing_is_told_of_once() -> None:
    # She saw him and his dog: neither *him* nor *his* is a subject as *he* was.
    (reading,) = judged(
        *TELLS,
        f"She/PRON/nsubj/2/she/{SHE} saw/VERB/root/0/see/{FINITE} him/PRON/obj/2/he/{HE} with/ADP/case/6 his/PRON/nmod:poss/6/he/{HE}|Poss=Yes dog/NOUN/obl/2",
    )
    assert reading.endswith("retention, 1 unshared")


# Push and pop ---------------------------------------------------------------------------------

MAIN = Clause(2, 0, Level.TOP, 2)
COMPLEMENT = Clause(5, 2, Level.ACCESSIBLE, 2)
REPORT = Clause(5, 2, Level.INACCESSIBLE, 2)
SECOND = Clause(8, 2, Level.SAME, 2)
SAID = Utterance.of(" ".join(f"w{n}/X/dep/0" for n in range(1, 10)))


def unit(*entities: str, at: float = 1) -> Unit:
    said = ReferringExpression("x", 1, at)
    return Unit(tuple(Element(Entity(x), 1, at, Familiarity.BRAND_NEW, said) for x in entities))


def names(units: Iterable[Unit]) -> list[str]:
    return ["".join(element.entity for element in unit.cf) for unit in units]


def entered(embedded: Clause) -> Levels:
    """A main clause with A, and an embedded one with B."""
    levels = Levels()
    levels.begin(Outline(Tree(SAID), (MAIN, embedded, SECOND)))
    levels.enter(MAIN, 1)
    levels.put(MAIN, unit("A", at=1))
    levels.enter(embedded, 4)
    levels.put(embedded, unit("B", at=4))
    return levels


def test_an_embedded_clause_follows_the_clause_above_it() -> None:
    levels = Levels()
    levels.begin(Outline(Tree(SAID), (MAIN, COMPLEMENT)))
    levels.enter(MAIN, 1)
    levels.put(MAIN, unit("A"))
    assert names(levels.enter(COMPLEMENT, 4)) == ["A"]


def test_what_an_accessible_clause_adds_comes_last_in_the_clause_above() -> None:
    levels = entered(COMPLEMENT)
    assert names(levels.enter(SECOND, 7)) == ["AB"]


def test_reported_speech_leaves_nothing_to_the_clause_above() -> None:
    levels = entered(REPORT)
    assert names(levels.enter(SECOND, 7)) == ["A"]


def test_clauses_on_one_level_make_a_chain() -> None:
    levels = entered(REPORT)
    levels.enter(SECOND, 7)
    levels.put(SECOND, unit("C", at=7))
    levels.end()
    assert names(levels.enter(WHOLE, 1)) == ["C", "A"]


def test_an_embedded_clause_sees_of_its_host_only_what_was_said_before() -> None:
    levels = Levels()
    levels.begin(Outline(Tree(SAID), (MAIN, COMPLEMENT)))
    levels.enter(MAIN, 1)
    levels.put(MAIN, Unit(unit("A", at=1).cf + unit("Z", at=9).cf))
    assert names(levels.enter(COMPLEMENT, 4)) == ["A"]


def test_a_clause_under_one_that_says_nothing_stands_in_its_place() -> None:
    # It seems that Tom left. He …
    levels = Levels()
    levels.begin(Outline(Tree(SAID), (MAIN, COMPLEMENT)))
    levels.enter(COMPLEMENT, 4)
    levels.put(COMPLEMENT, unit("A", at=4))
    levels.end()
    assert names(levels.enter(WHOLE, 1)) == ["A"]


def test_a_sentence_that_realizes_nothing_is_an_utterance() -> None:
    assert [said for _, said in units_of(NO_OUTLINE, (), Size.CLAUSE)] == [[]]
