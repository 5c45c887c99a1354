"""No sentence is too much: beyond the cap pronouns are resolved one by one."""

import time

import pytest

from tests.algorithms.telling import Telling
from tests.timing import seconds


@pytest.mark.untraced
@pytest.mark.parametrize("algorithm", ["bfp", "bfp-carter", "bfp-kameyama", "kameyama"])
@pytest.mark.parametrize("clauses", [1, 12])
def test_twelve_pronouns_and_forty_candidates_take_less_than_a_second(
    algorithm: str, clauses: int
) -> None:
    text = Telling(algorithm)
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(40)))
    pronouns = [f"she{n}/{'obj' if n else 'nsubj'}/f//{n % clauses}" for n in range(12)]
    start = time.process_time()
    text.say(*pronouns)
    assert time.process_time() - start < seconds(1)
    assert text.meant["she0"] == "W0"
    if clauses == 1:
        assert [text.meant[f"she{n}"] for n in range(12)] == [f"W{n}" for n in range(12)]


def test_a_capped_sentence_says_so() -> None:
    text = Telling("bfp")
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(40)))
    text.say(*(f"she{n}/{'obj' if n else 'nsubj'}/f//{n}" for n in range(12)))
    assert "capped" in [note.name for note in text.last.notes]


def test_a_tangle_that_cannot_be_read_is_given_up_in_time() -> None:
    text = Telling("bfp")
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(11)))
    start = time.process_time()
    text.say(*(f"she{n}/{'obj' if n else 'nsubj'}/f" for n in range(12)))
    assert time.process_time() - start < seconds(1)
    assert len(set(text.meant.values())) == 12
