"""Personal pronouns by their forms, where FEATS do not say what they are.

    PronounForm what a pronoun is: its agreement, and whether it is possessive or reflexive
    form_of     that of a form or a lemma in a language; None if it is no such pronoun

A file with few features or none still has its pronouns. In lexicon/personal_pronouns.txt a language
has a line, and each entry of it is a form, and what it is: m, f, n the genders, none of them any; 1
singular, 2 more than one, neither any; p possessive, r reflexive.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hearer.lexicon import table
from hearer.model import ANY_GENDER, ANY_NUMBER, UNSPECIFIED, Agreement, Gender, Number


class PronounForm(NamedTuple):
    """What a pronoun is."""

    agreement: Agreement
    is_possessive: bool = False
    is_reflexive: bool = False


def form_of(language: str, form: str, lemma: str = "") -> PronounForm | None:
    """The pronoun that a form is, or that its lemma is, which tells no agreement; else None.

    >>> form_of("de", "ihm").agreement.number
    frozenset({<Number.SINGULAR: 'singular'>})
    """
    known = _forms(language)
    if form in known:
        return known[form]
    return known[lemma]._replace(agreement=UNSPECIFIED) if lemma in known else None


@cache
def _forms(language: str) -> Mapping[str, PronounForm]:
    entries = table("personal_pronouns").get(language, ())
    pairs = (entry.partition("=") for entry in entries)
    return {form: _form(code) for form, _, code in pairs}


def _form(code: str) -> PronounForm:
    genders = frozenset(gender for letter, gender in GENDERS.items() if letter in code)
    numbers = frozenset(number for letter, number in NUMBERS.items() if letter in code)
    agreement = Agreement(numbers or ANY_NUMBER, genders or ANY_GENDER)
    return PronounForm(agreement, "p" in code, "r" in code)


GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE, "n": Gender.NEUTER}
NUMBERS = {"1": Number.SINGULAR, "2": Number.PLURAL}
