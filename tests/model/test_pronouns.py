"""One table of pronouns, from which every list of forms derives."""

from __future__ import annotations

import pytest

from hearer.analysis.constraints import agreement
from hearer.evaluation import scoring
from hearer.formats import gap, unparsed
from hearer.model import Person
from hearer.model.pronouns import PRONOUNS, PronounCase, Register, lexemes
from hearer.session.pronouns import forms_of

THIRD = (
    "he him his himself she her hers herself it its itself "
    "they them their theirs themselves themself"
).split()
OTHERS = (
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves"
).split()  # Quirk et al. 1985, Table 6.1


def test_each_list_has_the_forms_that_it_is_for() -> None:
    assert {*scoring.FORMS} == {*THIRD}
    assert {*agreement.PRONOUNS} == {*THIRD, "'em", "em"}
    assert {*agreement.SPEAKERS} == {*OTHERS, "ya"}
    assert {*unparsed.PRONOUNS} == {*THIRD, *OTHERS}
    assert {*gap.PRONOUNS} == {"he", "him", "his", "she", "her", "hers"}
    assert {*scoring.POSSESSIVE_FORMS} == {"his", "her", "hers", "its", "their", "theirs"}


@pytest.mark.parametrize(
    ("form", "lexeme", "cases"),
    [
        ("her", "she", {PronounCase.OBJECT, PronounCase.POSSESSIVE}),
        ("his", "he", {PronounCase.POSSESSIVE}),
        ("it", "it", {PronounCase.SUBJECT, PronounCase.OBJECT}),
        ("themself", "they", {PronounCase.REFLEXIVE}),
        ("hisself", "he", {PronounCase.REFLEXIVE}),
    ],
)
def test_a_form_has_one_lexeme_and_all_its_cases(
    form: str, lexeme: str, cases: set[PronounCase]
) -> None:
    assert (PRONOUNS[form].lexeme, {*PRONOUNS[form].cases}) == (lexeme, cases)


def test_em_is_of_ey_for_who_declares_it() -> None:
    assert forms_of("ey/em") == {"ey", "em", "eir", "eirs", "emself", "eirself"}
    assert "em" not in forms_of("they/them")
    assert "em" not in lexemes(Register.CLIPPED, persons={Person.THIRD})
