"""Left-right centering: the expected outcomes of docs/specification/search.md D.6, and its variants."""

from __future__ import annotations

from tests.algorithms.understood import SACKS, in_paper, notes
from tests.analysis.parsed import heard
from tests.cases import cases

WHEN = "When/ADV/advmod/3 {}/PRON/nsubj/3 left/VERB/advcl/5/leave/VerbForm=Fin Mary/PROPN/nsubj/5 slept/VERB/root/0/sleep/VerbForm=Fin"


@cases(__file__)
def test_the_texts_of_the_paper_come_out_as_expected(text: str, expected: str) -> None:
    assert ", ".join(in_paper(text, "lrc")) == expected


def test_conjoined_clauses_are_utterances_of_their_own() -> None:
    found = heard(SACKS, algorithm="lrc")

    assert [a.states_back for a in found.resolutions[0].attempts] == [0, 1, 1]
    assert notes(found) == ["Cf: [LIZ, SACKS]"]


def test_a_cataphor_is_found_in_the_rest_of_the_utterance() -> None:
    found = heard(WHEN.format("she"), algorithm="lrc")

    assert [resolution.entity for resolution in found.resolutions] == ["MARY"]
    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 0, 1]
