"""Who has a name calls somebody; who has none may be called so."""

from __future__ import annotations

import pytest

from hearer.parsers.english.calls import make_calls
from tests.parsers.test_rules import shown, tree

CALLS = [
    (
        "Tom/PROPN/2/nsubj called/VERB/0/root Anna/PROPN/2/xcomp ./PUNCT/2/punct",
        "Tom/PROPN/2/nsubj called/VERB/0/root Anna/PROPN/2/obj ./PUNCT/2/punct",
    ),
    (
        "Viktor/PROPN/0/root in/ADP/3/case Baku/PROPN/1/nmod called/VERB/1/acl"
        " Irina/PROPN/4/xcomp ./PUNCT/1/punct",
        "Viktor/PROPN/4/nsubj in/ADP/3/case Baku/PROPN/1/nmod called/VERB/0/root"
        " Irina/PROPN/4/obj ./PUNCT/4/punct",
    ),
]
NAMES = [
    "He/PRON/3/nsubj:pass was/AUX/3/aux:pass called/VERB/0/root Finn/PROPN/3/xcomp",
    "They/PRON/2/nsubj called/VERB/0/root him/PRON/2/obj Finn/PROPN/2/xcomp",
    "A/DET/2/det nurse/NOUN/5/nsubj called/VERB/2/acl Ines/PROPN/3/xcomp came/VERB/0/root",
]


@pytest.mark.parametrize(("wrong", "right"), CALLS)
def test_who_has_a_name_calls_somebody(wrong: str, right: str) -> None:
    forms, parse = tree(wrong)
    make_calls(forms, parse)
    assert shown(forms, parse) == right


@pytest.mark.parametrize("right", NAMES)
def test_a_name_that_is_given_stays_one(right: str) -> None:
    forms, parse = tree(right)
    make_calls(forms, parse)
    assert shown(forms, parse) == right
