"""Personal, possessive and reflexive pronouns of English, from lexicon/pronouns.txt."""

from __future__ import annotations

from collections.abc import Container
from enum import StrEnum
from typing import NamedTuple

from hearer.model.expression import Agreement, Gender, Number, Person
from hearer.model.lexicon import table


class PronounCase(StrEnum):
    """Case of a pronoun; *her* and *hers* are both possessive."""

    SUBJECT = "subject"
    OBJECT = "object"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"


class Register(StrEnum):
    """Where a form is used."""

    STANDARD = "standard"  # Quirk et al. 1985, Table 6.1, and *themself*
    CLIPPED = "clipped"  # *'em*, *ya*
    DIALECT = "dialect"  # *hisself*, and written forms such as *s/he*
    NEW = "new"  # *xe*, *ze*, ...


class Pronoun(NamedTuple):
    """One form. `lexeme` is the subject form of its paradigm: *he* for *himself*."""

    lexeme: str
    agreement: Agreement
    cases: frozenset[PronounCase]
    register: Register


PRONOUNS: dict[str, Pronoun] = {}
for _name, (_person, _numbers, _genders, *_columns) in table("pronouns").items():
    _lexeme, _, _register = _name.partition(".")
    _agreement = Agreement(
        frozenset(map(Number, _numbers.split(","))),
        frozenset(map(Gender, _genders.split(","))),
        Person(_person),
    )
    for _case, _forms in zip(PronounCase, _columns, strict=True):
        for _form in _forms.split(",") if _forms != "-" else ():
            _cases = PRONOUNS[_form].cases if _form in PRONOUNS else frozenset()
            PRONOUNS[_form] = Pronoun(_lexeme, _agreement, _cases | {_case}, Register(_register))


def lexemes(
    *registers: Register,
    persons: Container[Person] = frozenset(Person),
    cases: frozenset[PronounCase] = frozenset(PronounCase),
) -> dict[str, str]:
    """Map the forms of these registers (default: standard), persons and cases to lexemes."""
    return {
        form: one.lexeme
        for form, one in PRONOUNS.items()
        if one.register in (registers or (Register.STANDARD,))
        and one.agreement.person in persons
        and one.cases & cases
    }


THIRD_PERSON = lexemes(persons={Person.THIRD})
FIRST_PERSON = lexemes(persons={Person.FIRST})
