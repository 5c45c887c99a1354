"""One table of pronouns, from which every list of forms derives."""

from __future__ import annotations

from hearer.analysis import describe
from hearer.evaluation import scoring
from hearer.formats import unparsed
from hearer.model import Person
from hearer.model.pronouns import PRONOUNS, Register, lexemes
from hearer.session.knowledge import forms_of
from tests.cases import cases

THIRD = (
    "he him his himself she her hers herself it its itself "
    "they them their theirs themselves themself"
).split()
OTHERS = (
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves"
).split()  # Quirk et al. 1985, Table 6.1


def test_each_list_has_the_forms_that_it_is_for() -> None:
    assert {*scoring.FORMS} == {*THIRD}
    assert {*describe.PRONOUNS} == {*THIRD, "'em", "em"}
    assert {*describe.SPEAKERS} == {*OTHERS, "ya"}
    assert {*unparsed.PRONOUNS} == {*THIRD, *OTHERS}
    assert {*scoring.POSSESSIVE_FORMS} == {"his", "her", "hers", "its", "their", "theirs"}


@cases(__file__)
def test_a_form_has_one_lexeme_and_all_its_cases(form: str, lexeme: str, known: list[str]) -> None:
    found = sorted(case.name for case in PRONOUNS[form].cases)
    assert (PRONOUNS[form].lexeme, found) == (lexeme, known)


def test_em_is_of_ey_for_who_declares_it() -> None:
    assert forms_of("ey/em") == {"ey", "em", "eir", "eirs", "emself", "eirself"}
    assert "em" not in forms_of("they/them")
    assert "em" not in lexemes(Register.CLIPPED, persons={Person.THIRD})
