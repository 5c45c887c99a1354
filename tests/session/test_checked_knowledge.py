"""Knowledge is checked when it is made, obeyed when it is right, and reported when of no use."""

from __future__ import annotations

import pytest

import hearer
from hearer import Correction, Knowledge
from hearer.errors import UsageError
from hearer.session.knowledge import forms_of
from tests.cases import cases
from tests.parsers.parses import needs_model

TEXT = "Anna met Beth. She smiled."
# The pronouns that Alex takes, a text, and whom its pronouns mean.


@needs_model
@cases(__file__)
def test_declared_pronouns_are_obeyed(pronouns: str, text: str, meant: list[str]) -> None:
    found = hearer.resolve(text, knowledge=Knowledge(pronouns={"Alex": pronouns}))
    assert [resolution.name for resolution in found.resolutions] == meant
    assert found.problems == ()


@needs_model
def test_who_takes_they_is_not_she() -> None:
    knowledge = Knowledge(pronouns={"Alex": "they/them"})
    (she,) = hearer.resolve("Alex met Maria. She laughed.", knowledge=knowledge).resolutions
    assert she.name == "Maria"


def test_a_typing_error_is_told_with_what_is_meant() -> None:
    with pytest.raises(UsageError, match=r"'thay' is no pronoun .*did you mean 'they'"):
        Knowledge(pronouns={"Alex": "thay/them"})


def test_a_set_that_nobody_knows_has_the_forms_that_are_named() -> None:
    assert forms_of("vi/vir") == {"vi", "vir"}


PRONOUNS_SHAPE = r"pronouns is given as Knowledge\(pronouns=\{'Alex': 'they/them'\}\)"
CORRECTIONS_SHAPE = r"Knowledge\(corrections=\[Correction\(2, 1, 'ANNA'\)\]\)"
WRONG: dict[str, tuple[dict[str, object], str]] = {
    **{
        f"no set of pronouns: {said}": (
            {"pronouns": {"Alex": said}},
            "pronouns are given as 'she/her', 'they/them'",
        )
        for said in ("foo", "banana", "", "  ", "/", "they/foo", "thay/them", "1/2")
    },
    **{
        f"pronouns that are no text: {said}": ({"pronouns": {"Alex": said}}, PRONOUNS_SHAPE)
        for said in (5, None, ["they"], ("they", "them"), {"they": 1})
    },
    **{
        f"who takes pronouns: {name}": ({"pronouns": {name: "they/them"}}, PRONOUNS_SHAPE)
        for name in ("", "  ", 5, None)
    },
    "pronouns as a list": ({"pronouns": ["they"]}, PRONOUNS_SHAPE + r", not \['they'\]"),
    "a tuple for a Correction": ({"corrections": [(1, 2, "ANNA")]}, CORRECTIONS_SHAPE),
    "one Correction": ({"corrections": Correction(1, 1, "ANNA")}, CORRECTIONS_SHAPE),
    "one speaker": ({"speakers": "Anna"}, r"Knowledge\(speakers=\['Anna', 'Ben'\]\), not 'Anna'"),
    "a speaker without name": ({"speakers": ["Anna", ""]}, r"speakers=\['Anna', 'Ben'\]"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_known_is_refused_with_an_example(case: str) -> None:
    wrong, said = WRONG[case]
    with pytest.raises(UsageError, match=said):
        Knowledge(**wrong)  # type: ignore[arg-type]


def test_knowledge_is_no_dict() -> None:
    with pytest.raises(UsageError, match=r"hearer.Knowledge\(pronouns=...\), not dict"):
        hearer.resolve(TEXT, knowledge={"pronouns": {}})  # type: ignore[call-overload]


def test_lists_do_as_well_as_tuples() -> None:
    one = Correction(1, 1, "ANNA")
    assert Knowledge(corrections=[one]) == Knowledge(corrections=(one,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("utterance", "word", "entity"),
    [(0, 1, "X"), (1, 0, "X"), (1, 10**9, "X"), ("1", 1, "X"), (1, 1.0, "X"), (1, 1, 5)]
    + [(1, 1, entity) for entity in ("", "  ", "@3", "@", "@.1", "@3.1.2", "@9999999999.1")],
)
def test_what_is_no_correction_cannot_be_made(utterance: int, word: int, entity: str) -> None:
    with pytest.raises(UsageError, match=r"an entity is a name, '@3\.1' for whatever"):
        Correction(utterance, word, entity)


USELESS: dict[str, tuple[Knowledge, str, str]] = {
    "a name that nobody says": (
        Knowledge(pronouns={"Alexx": "they/them"}),
        "knowledge-name",
        "'Alexx' does not occur",
    ),
    "the beginning of a name": (
        Knowledge(pronouns={"Ann": "they/them"}),
        "knowledge-name",
        "'Ann' does not occur",
    ),
}


@needs_model
@pytest.mark.parametrize("case", USELESS)
def test_what_was_of_no_use_is_a_problem(case: str) -> None:
    knowledge, code, said = USELESS[case]
    (problem,) = hearer.resolve(TEXT, knowledge=knowledge).problems
    assert problem.code == code
    assert said in problem.message


@needs_model
@pytest.mark.parametrize("entity", ["BETH", "@1.3", "-", "Q42", "Zorro"])
def test_a_correction_that_can_be_is_no_problem(entity: str) -> None:
    knowledge = Knowledge(corrections=(Correction(2, 1, entity),))
    assert hearer.resolve(TEXT, knowledge=knowledge).problems == ()


@needs_model
@pytest.mark.parametrize("name", ["Anna", "anna", "Anna met"])
def test_a_name_that_is_said_is_no_problem(name: str) -> None:
    knowledge = Knowledge(pronouns={name: "she/her"})
    assert hearer.resolve(TEXT, knowledge=knowledge).problems == ()
