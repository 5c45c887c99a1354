"""The limits of the weighted S-list: how long an entity stays on it, and how sure is sure enough."""

from __future__ import annotations

import pytest

from hearer.algorithms.weighted.weights import weights
from hearer.hearing import Hearer
from hearer.model import Utterance

BRENNAN = "Brennan/PROPN/nsubj/2/Brennan/Number=Sing drives/VERB/root/0/drive"
RAIN = "Rain/NOUN/nsubj/2/rain/Number=Sing fell/VERB/root/0/fall"
SHE = "She/PRON/nsubj/2/she/Gender=Fem|Number=Sing wins/VERB/root/0/win"


def listed(*sentences: str, reach: int) -> list[tuple[bool, bool]]:
    """For each utterance: whether Brennan is on the list at its first word, and at its end."""
    hearer = Hearer(profile="default", reach=reach)
    found = []
    for number, sentence in enumerate(sentences, start=1):
        steps = [hearer.hear(word) for word in Utterance.of(sentence, number=number).words]
        first, *_, last = [
            any(element.entity == "BRENNAN" for element in step.state) for step in steps
        ]
        found.append((first, last))
    return found


@pytest.mark.parametrize("reach", [1, 2, 3])
def test_an_entity_stays_for_as_many_utterances_as_reach_says(reach: int) -> None:
    """It can be meant in each of them, and is gone at the end of the last."""
    (_, introduced), *after = listed(BRENNAN, *[RAIN] * (reach + 2), reach=reach)
    assert introduced
    assert after == [(True, True)] * (reach - 1) + [(True, False)] + [(False, False)] * 2


def test_who_is_realized_again_stays_as_long_again() -> None:
    *_, before_last, last = listed(BRENNAN, RAIN, SHE, RAIN, RAIN, reach=2)
    assert before_last == (True, True)
    assert last == (True, False)


def test_the_list_does_not_grow_with_the_text() -> None:
    hearer = Hearer(profile="default", reach=2)
    lengths = []
    for number in range(1, 30):
        said = f"Name{number}/PROPN/nsubj/2 drives/VERB/root/0"
        for word in Utterance.of(said, number=number).words:
            step = hearer.hear(word)
        lengths.append(len(step.state))
    assert lengths[1:] == [2] * 28


def test_confidence_is_the_least_that_had_the_precision_asked_for() -> None:
    """Exactly that share is enough; what none had cannot be asked for."""
    learnt = weights()
    shares = [share for _, share in learnt.precisions]
    assert shares
    for share in shares:
        least = min(confidence for confidence, other in learnt.precisions if other >= share)
        assert learnt.confidence_for(share) == least
    assert learnt.confidence_for(max(shares) + 1e-9) == 1.0
    assert learnt.confidence_for(0.0) == 0.0
