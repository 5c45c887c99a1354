"""Reflexives go to what binds them, also where nobody knows who that is."""

from __future__ import annotations

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.hearing import listen
from hearer.model import Discourse, Utterance

# These look at one place of the sentence before, and never into their own.
ELSEWHERE = {"parallelism", "previous-first", "previous-subject", "random"}
BINDING = [name for name in ALGORITHMS.names() if name not in ELSEWHERE]
FINITE = "VerbForm=Fin"
# Lappin & Leass (1994), figure 3.
SEE = f"They/PRON/nsubj/2 wanted/VERB/root/0/want/{FINITE} to/PART/mark/4 see/VERB/xcomp/2 "
THEMSELVES = f"{SEE}themselves/PRON/obj/4/themselves/Number=Plur|Person=3|PronType=Prs|Reflex=Yes"
WORKED = (
    f"He/PRON/nsubj/2 worked/VERB/root/0/work/{FINITE} by/ADP/case/4 "
    "himself/PRON/obl/2/himself/Gender=Masc|Number=Sing|Person=3|PronType=Prs|Reflex=Yes"
)


@pytest.mark.parametrize("sentence", [THEMSELVES, WORKED])
@pytest.mark.parametrize("algorithm", BINDING)
def test_a_reflexive_is_whoever_an_unresolved_pronoun_is(algorithm: str, sentence: str) -> None:
    found = listen(Discourse((Utterance.of(sentence, number=1),)), algorithm=algorithm)
    by_word = {one.pronoun.head: one for one in found.resolutions}
    assert by_word[1].entity is None
    assert by_word[max(by_word)].entity == "?1.1"
