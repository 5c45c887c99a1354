"""Mutated inputs: 1,000 in `make test`, 200,000 in `make check-slow`.

A failure names its case: `python -m tests.fuzz --target T --from N --cases 1` runs it again.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz import mutations, running, samples
from tests.fuzz.targets import TARGETS, TURNS, input_of

QUICK = [range(start, start + 100) for start in range(0, 1_000, 100)]
SLOW = [range(start, start + 2_000) for start in range(1_000, 201_000, 2_000)]


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    running.warm_up()


@pytest.mark.untraced
@pytest.mark.filterwarnings("ignore:hearer. .*this seems to be")  # of another language: told, read
@pytest.mark.parametrize(
    "numbers",
    [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW)],
    ids=str,
)
def test_only_our_own_errors_no_stall_no_loss(numbers: range) -> None:
    found = [failure for number in numbers if (failure := running.run(number))]
    assert [str(failure) for failure in found] == []


@pytest.mark.parametrize("n", range(len(running.KEPT)))
def test_what_failed_once_fails_no_more(n: int) -> None:
    case = running.KEPT[n]
    assert running.replay(case["target"], case["input"]) is None, case["was"]


# The fuzzer itself --------------------------------------------------------------------------------


def test_every_format_that_is_read_is_mutated_and_every_target_has_its_turn() -> None:
    assert {f"read-{name}" for name in samples.READABLE} <= set(TARGETS)
    assert all(samples.of_format(name) for name in samples.READABLE)
    assert set(TURNS) == set(TARGETS)
    assert len(running.KEPT) > 20


@pytest.mark.untraced
def test_a_case_is_a_number() -> None:
    for target in TARGETS:
        made = [input_of(target, number) for number in range(20)]
        assert made == [input_of(target, number) for number in range(20)]
        assert len({str(one) for one in made}) > 10


def test_every_mutation_changes_something() -> None:
    sample, others = samples.of_format("conllu")[0], samples.of_format("webanno")
    for change in mutations.CHANGES.values():
        assert any(change(b"1\ta b\n", b"2", Random(n)) != b"1\ta b\n" for n in range(20))
    for mutation in (mutations.change_piece, *mutations.WHOLE):
        assert any(mutation(sample, Random(n), others) != sample for n in range(20))
    (sample, *_) = samples.of_format("json")
    changed = {mutations.change_json(sample, Random(n), ()) for n in range(600)}
    assert len(changed) > 100
    assert any(b"9" * 5_000 in one for one in changed)
    assert any(b"[" * 900 in one for one in changed)


@pytest.mark.parametrize(
    ("code", "said"),
    [("while True: pass", "StalledError: took too long"), ("{}['x']", "KeyError: 'x'")],
)
def test_stalls_and_errors_that_are_not_ours_are_failures(
    monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    monkeypatch.setattr(running, "LIMIT", 0.05)
    target = TARGETS["text"]._replace(attempt=lambda _: exec(code))
    monkeypatch.setitem(TARGETS, "text", target)
    failure = str(running.replay("text", {"a": "b"}, number=7))
    assert failure.startswith(f"text 7: {said}")
    assert failure.endswith("\npython -m tests.fuzz --target text --from 7 --cases 1")
