"""Bring your own: tokens, entities, pronouns, corrections."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as given_any
from hypothesis import strategies as st

from hearer import Corrections, resolve
from hearer.errors import UsageError
from hearer.model import Constraint, Discourse, Interpretation
from hearer.session.knowledge import (
    Correction,
    Knowledge,
    correct,
    forms_of,
    read_corrections,
    write_corrections,
)
from hearer.session.session import Session
from tests.analysis.parsed import SHE_WINS, discourse
from tests.cases import cases
from tests.strategies import parsed_discourses

ALEX = "Alex/PROPN/nsubj/2/Alex drives/VERB/root/0/drive"
SUSAN = "Susan/PROPN/nsubj/2/Susan drives/VERB/root/0/drive"
MARY_MET_SUSAN = "Mary/PROPN/nsubj/2/Mary met/VERB/root/0/meet Susan/PROPN/obj/2/Susan"
HE_WINS = "He/PRON/nsubj/2 wins/VERB/root/0"
IT_GROWS = "It/PRON/nsubj/2 grows/VERB/root/0"


def heard(*sentences: str, **knowledge: object) -> Interpretation:
    """What is heard with something known. The paper's profile: its test admits the least itself."""
    known = Knowledge(**knowledge)  # type: ignore[arg-type]
    return resolve(discourse(*sentences), knowledge=known, profile="paper")


def meant(*sentences: str, **knowledge: object) -> list[str | None]:
    return [r.entity for r in heard(*sentences, **knowledge).resolutions]


# Pronouns -------------------------------------------------------------------------------------


@cases(__file__)
def test_pronouns_mean(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert meant(*sentences.split(" | "), **options) == expected, claim


def test_who_is_they_is_neither_he_nor_she() -> None:
    assert meant(ALEX, HE_WINS) == ["ALEX"]
    found = heard(ALEX, HE_WINS, pronouns={"Alex": "they/them"})

    assert found.resolutions[0].attempts[0].violated is Constraint.AGREEMENT
    assert found.why("he").sentence.endswith("Alex is ruled out, Alex is not called “he”.")


def test_pronouns_that_nobody_knows_are_taken_as_they_are_named() -> None:
    assert forms_of("zork/zorks") == {"zork", "zorks"}
    assert "hers" in forms_of("she/they")
    assert "him" not in forms_of("she/they")
    assert forms_of("ze/hir") == forms_of("ze")
    with pytest.raises(UsageError, match="they/them"):
        forms_of(" / ")


# Corrections ----------------------------------------------------------------------------------


def test_a_correction_counts_and_what_follows_builds_on_it() -> None:
    assert meant(MARY_MET_SUSAN, SHE_WINS, SHE_WINS) == ["MARY", "MARY"]
    found = heard(MARY_MET_SUSAN, SHE_WINS, SHE_WINS, corrections=(Correction(2, 1, "SUSAN"),))

    assert [r.entity for r in found.resolutions] == ["SUSAN", "SUSAN"]
    assert [e.is_pronoun for e in found.expressions] == [False, False, True, True]
    assert [str(n) for s in found.steps for part in s.parts for n in part.notes] == [
        "corrected: SUSAN"
    ]


def test_a_correction_can_point_at_a_word_or_at_nothing() -> None:
    at_susan = (Correction(2, 1, "@1.3"),)

    assert meant(MARY_MET_SUSAN, SHE_WINS, corrections=at_susan) == ["SUSAN"]
    assert meant(MARY_MET_SUSAN, SHE_WINS, corrections=(Correction(2, 1, "-"),)) == []


def test_names_can_be_corrected_too() -> None:
    same = (Correction(2, 1, "@1.1"),)

    assert [e.entity for e in heard(ALEX, SUSAN, corrections=same).expressions] == ["ALEX"] * 2


def test_corrections_are_applied_again_from_a_file(tmp_path: Path) -> None:
    (resolution,) = heard(MARY_MET_SUSAN, SHE_WINS).resolutions
    file = tmp_path / "corrections.tsv"
    write_corrections([correct(resolution, "X"), correct(resolution, "SUSAN")], file)
    again = read_corrections(file)

    assert again == (Correction(2, 1, "SUSAN"),)
    assert meant(MARY_MET_SUSAN, SHE_WINS, corrections=again) == ["SUSAN"]


def test_remarks_in_a_file_are_no_corrections(tmp_path: Path) -> None:
    file = tmp_path / "c.tsv"
    file.write_text("# by hand\n\n2\t1\tSUSAN\tobviously\n", encoding="utf-8")

    assert read_corrections(file) == (Correction(2, 1, "SUSAN"),)


def spelled(text: str) -> str:
    """The text; two halves that meet are one character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


STRANGE = "ab \t\r\n\\\"'#=+-@.1u\x1b\x85\u2028\ufeff\ud800\udce9"
ENTITIES = (
    st.text(st.characters(), min_size=1, max_size=12) | st.text(STRANGE, min_size=1, max_size=8)
).map(spelled)
# Blank ones and pointers at no word are no entities.
ENTITIES = ENTITIES.filter(lambda text: re.fullmatch(r"\s*|@[0-9.]*", text) is None) | st.just(
    "@3.1"
)
PLACES = st.integers(1, 999)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip)


@given_any(
    st.lists(st.builds(Correction, PLACES, PLACES, ENTITIES), max_size=4),
    st.dictionaries(TEXTS, TEXTS, max_size=3),
)
def test_what_was_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    corrections: list[Correction],
    names: dict[str, str],
) -> None:
    file = tmp_path_factory.mktemp("corrections") / "c.tsv"
    kept = sorted({(c.utterance, c.word): c for c in corrections}.items())
    write_corrections(Corrections(corrections, names), file)
    again = read_corrections(file)
    assert (again, again.names) == (Corrections([one for _, one in kept], names), names)
    assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\t[=+]", file.read_bytes())


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (Correction(9, 1, "SUSAN"), "word 1 of utterance 9 is not 'SUSAN': there is no such word"),
        (Correction(2, 7, "-"), "word 7 of utterance 2 is not '-': there is no such word"),
        (Correction(2, 2, "SUSAN"), "word 2 of utterance 2 is not 'SUSAN': the word refers to"),
        (Correction(2, 1, "@1.2"), "@1.2 points to no expression"),
        (Correction(2, 1, "@7.1"), "@7.1 points to no expression"),
    ],
)
def test_a_correction_without_a_place_is_reported(correction: Correction, reason: str) -> None:
    (problem,) = heard(MARY_MET_SUSAN, SHE_WINS, corrections=(correction,)).problems
    assert (problem.code, problem.line) == ("corrections-place", 0)
    assert reason in problem.message
    assert problem.message.endswith("; left aside")


def test_a_correction_with_a_place_is_no_problem() -> None:
    told = (Correction(2, 1, "@1.3"), Correction(1, 1, "-"))
    assert heard(MARY_MET_SUSAN, SHE_WINS, corrections=told).problems == ()


def test_a_turn_reports_the_corrections_of_its_own_words() -> None:
    told = (Correction(1, 2, "X"), Correction(2, 1, "@1.3"), Correction(9, 9, "X"))
    session = Session(knowledge=Knowledge(corrections=told))
    turns = discourse(MARY_MET_SUSAN, SHE_WINS).utterances
    assert [len(session.hear(turn).problems) for turn in turns] == [1, 0]


def test_a_name_that_only_a_correction_sees_is_one() -> None:
    odd = "Mary/PROPN/nsubj/2/Mary won/VERB/root/0/win Susan/PROPN/cc/2/Susan"
    assert [e.text for e in heard(odd).expressions] == ["Mary"]
    found = heard(odd, SHE_WINS, corrections=(Correction(2, 1, "@1.3"),))
    said = [(e.text, e.entity) for e in found.expressions]
    assert said == [("Mary", "MARY"), ("Susan", "SUSAN"), ("she", "SUSAN")]


@pytest.mark.untraced
@given_any(
    parsed_discourses(), st.integers(1, 5), st.integers(1, 8), st.sampled_from(["X", "@1.1", "-"])
)
def test_any_correction_of_anything_can_be_applied(
    text: Discourse, utterance: int, word: int, entity: str
) -> None:
    known = Knowledge(
        corrections=(Correction(utterance, word, entity),),
        pronouns={"Brennan": "xe/xem", "judge": "they"},
    )
    found = resolve(text, knowledge=known)

    assert all(expression.entity for expression in found.expressions)
    for resolution in found.resolutions:
        assert found.why(resolution).sentence


@pytest.mark.parametrize("algorithm", ["s-list", "bfp"])
def test_why_says_that_a_pronoun_was_corrected(algorithm: str) -> None:
    said = Knowledge(corrections=(Correction(2, 1, "@1.3"),))
    found = resolve(discourse(MARY_MET_SUSAN, SHE_WINS), knowledge=said, algorithm=algorithm)

    assert found.why("she").sentence == "“she” at 1:16 is Susan: somebody who knows said so."
    assert found.why("she").sentences == (found.why("she").sentence,)
