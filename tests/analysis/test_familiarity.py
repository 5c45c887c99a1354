"""Prince's scale, rule by rule (docs/specification/s-list.md A.3), with every option."""

from __future__ import annotations

from typing import Any

from tests.analysis.parsed import heard
from tests.cases import cases


def statuses(*sentences: str, **options: object) -> dict[str, str]:
    """Every expression of the last sentence with the status it was heard with."""
    found = heard(*sentences, **options)
    last = found.discourse.utterances[-1].number
    return {e.text: e.familiarity.value for e in found.expressions if e.utterance == last}


@cases(__file__)
def test_a_first_mention_has_the_status(sentence: str, text: str, status: str) -> None:
    assert statuses(sentence)[text] == status


@cases(__file__)
def test_statuses_are(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert statuses(*sentences.split(" | "), **options) == expected, claim


@cases(__file__)
def test_a_status_is(
    claim: str, sentences: str, options: dict[str, Any], key: str, expected: str
) -> None:
    assert statuses(*sentences.split(" | "), **options)[key] == expected, claim


def test_a_name_is_brand_new_until_its_elaboration() -> None:
    sentence = (
        "Smirga/PROPN/nsubj/5 ,/PUNCT/punct/4 the/DET/det/4 attorney/NOUN/appos/1 left/VERB/root/0"
    )
    states = [str(step) for step in heard(sentence).steps]

    assert states[0] == "S: [SMIRGA_BN: Smirga]"
    assert states[3] == "S: [SMIRGA_E: attorney]"


def test_without_the_rule_for_appositives_they_are_not_heard() -> None:
    sentence = (
        "Smirga/PROPN/nsubj/5 ,/PUNCT/punct/4 the/DET/det/4 attorney/NOUN/appos/1 left/VERB/root/0"
    )

    assert "attorney" not in statuses(sentence, appositives=False)


# Titles ------------------------------------------------------------------------------------------


@cases(__file__)
def test_titles_are_unused(phrase: str, status: str) -> None:
    """Section 3.2: "Unused discourse entities are proper names and titles."."""
    assert [*statuses(f"{phrase} spoke/VERB/root/0/speak").values()] == [status]
