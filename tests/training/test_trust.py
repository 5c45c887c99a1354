"""What confidences are worth: counted, and of the worse part."""

from __future__ import annotations

from training.it import sentences
from training.trust import FEW_SURE, LEAST_SURE, RAW, precisions

SURE, UNSURE = 0.9, 0.5


def decisions(sure_right: int, sure_wrong: int, unsure_wrong: int) -> list[tuple[float, bool]]:
    """So many right and wrong ones that are sure, and wrong ones that are not."""
    return (
        [(SURE, True)] * sure_right
        + [(SURE, False)] * sure_wrong
        + [(UNSURE, False)] * unsure_wrong
    )


def test_a_precision_is_that_of_all_that_is_as_sure() -> None:
    found = precisions([decisions(39, 0, 20)])
    assert found == [(0.0, round(39 / 60 - RAW, 4)), (0.51, round(39 / 40 - RAW, 4))]


def test_of_two_parts_the_worse_counts() -> None:
    good, bad = decisions(40, 0, 0), decisions(FEW_SURE, FEW_SURE, 0)
    assert precisions([good, bad]) == [(0.0, 12 / 25 - RAW)]


def test_few_decisions_tell_nothing() -> None:
    assert precisions([decisions(LEAST_SURE - 1, 0, 0)]) == []


def test_each_slot_of_a_frame_goes_through_all_it_can_hold() -> None:
    found = list(sentences("{He|She} made it {home|there|back}."))
    assert {each.split()[0] for each in found} == {"He", "She"}
    assert {each.split()[3] for each in found} == {"home.", "there.", "back."}
    assert len(set(found)) == 6
