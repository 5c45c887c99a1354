"""What looks like a referring expression and is none."""

from __future__ import annotations

from typing import Any

import pytest

from hearer.analysis.options import Temporal
from hearer.hearing import listen
from tests.analysis.parsed import discourse, texts
from tests.cases import cases


@cases(__file__)
def test_only_she_refers(left_out: str, sentence: str) -> None:
    assert texts(sentence) == ["she"], left_out


def test_what_a_cleft_points_out_refers() -> None:
    cleft = "It/PRON/expl/3 was/AUX/cop/3 Anna/PROPN/root/0 who/PRON/nsubj/5/who/PronType=Rel left/VERB/acl:relcl/3"
    found = listen(discourse(cleft, "She/PRON/nsubj/2 wept/VERB/root/0"), profile="paper")
    assert [r.entity for r in found.resolutions] == ["ANNA"]


@cases(__file__)
def test_pleonastic_it_does_not_refer(pattern: str, sentence: str) -> None:
    assert "it" not in texts(sentence), pattern


@cases(__file__)
def test_other_its_do_refer(sentence: str) -> None:
    assert "it" in texts(sentence)


@cases(__file__)
def test_expressions_are(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    chosen = {name: Temporal(value) for name, value in options.items()}
    assert texts(sentences, **chosen) == expected, claim


# Predicates with a preposition -----------------------------------------------------------------

BOOK = "The/DET/det/2 book/NOUN/nsubj/5 was/AUX/cop/5/be"


@pytest.mark.parametrize("preposition", ["with", "in", "of", "from", "about", "near", "for"])
@pytest.mark.parametrize("profile", ["paper", "default"])
def test_what_stands_behind_a_preposition_is_no_predicate(preposition: str, profile: str) -> None:
    found = listen(
        discourse(
            f"{BOOK} {preposition}/ADP/case/5 Mary/PROPN/root/0",
            "She/PRON/nsubj/2 left/VERB/root/0/leave",
        ),
        profile=profile,
    )
    assert [str(resolution.entity) for resolution in found.resolutions] == ["MARY"]
