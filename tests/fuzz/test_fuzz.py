"""Two thousand mutated inputs in `make test`, two hundred thousand in `make check-slow`.

A failure names its case: `python -m tests.fuzz --target T --from N --cases 1` runs it again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from hearer.formats import FORMATS
from tests.fuzz import mutations, running, samples
from tests.fuzz.targets import TARGETS, input_of

CASES, CHUNK = 2_000, 100
MANY_CASES, LARGE_CHUNK = 200_000, 2_000


def chunks(first: int, cases: int, size: int) -> list[range]:
    return [range(start, start + size) for start in range(first, first + cases, size)]


QUICK, SLOW = chunks(0, CASES, CHUNK), chunks(CASES, MANY_CASES, LARGE_CHUNK)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    running.warm_up()


@pytest.mark.untraced
@pytest.mark.parametrize(
    "numbers",
    [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW)],
    ids=str,
)
def test_only_our_own_errors_no_stall_no_loss(numbers: range) -> None:
    found = [failure for number in numbers if (failure := running.run(number))]
    assert [f"{failure}\n{failure.again}" for failure in found] == []


KEPT = running.kept()


@pytest.mark.parametrize("case", KEPT, ids=[f"{one['target']}-{n}" for n, one in enumerate(KEPT)])
def test_what_failed_once_fails_no_more(case: dict[str, object]) -> None:
    given = case["input"]
    assert isinstance(given, dict)
    assert running.replay(str(case["target"]), given) is None, case["was"]


# The fuzzer itself --------------------------------------------------------------------------------


def test_there_are_as_many_cases_as_said_and_every_format_that_is_read_is_mutated() -> None:
    assert sum(map(len, QUICK)) == CASES
    assert sum(map(len, SLOW)) == MANY_CASES
    assert len(KEPT) > 20
    assert {one["target"] for one in KEPT} <= set(TARGETS)
    names = {name for name in FORMATS.names() if FORMATS.find(name).read}
    assert {f"read-{name}" for name in names} <= set(TARGETS)
    assert all(samples.of_format(name) for name in names)
    assert {running.target_of(number) for number in QUICK[0]} == set(TARGETS)


@pytest.mark.untraced
@pytest.mark.parametrize("target", TARGETS)
def test_a_case_is_a_number(target: str) -> None:
    made = [input_of(target, number) for number in range(20)]
    assert made == [input_of(target, number) for number in range(20)]
    assert len({str(one) for one in made}) > 10


@pytest.mark.parametrize("mutation", [*mutations.BYTES, *mutations.LINES, *mutations.FIELDS])
def test_every_mutation_changes_something(mutation: mutations.Mutation) -> None:
    sample, others = samples.of_format("conllu")[0], samples.of_format("webanno")
    assert any(mutation(sample, Random(n), others) != sample for n in range(20))


def test_json_is_changed_inside() -> None:
    (sample, *_) = samples.of_format("jsonlines")
    changed = [mutations.change_json(sample, Random(n), ()) for n in range(600)]
    assert len(set(changed)) > 100
    assert any(b"9" * 5_000 in one for one in changed)
    assert any(b"[" * 900 in one for one in changed)


def stall(_: object) -> None:
    while True:
        pass


def fail(_: object) -> None:
    raise KeyError("x")


@pytest.mark.parametrize(
    ("attempt", "said"), [(stall, "StalledError: took too long"), (fail, "KeyError: 'x'")]
)
def test_stalls_and_errors_that_are_not_ours_are_failures(
    monkeypatch: pytest.MonkeyPatch, attempt: Callable[[object], None], said: str
) -> None:
    monkeypatch.setattr(running, "LIMIT", 0.05)
    monkeypatch.setitem(TARGETS, "text", TARGETS["text"]._replace(attempt=attempt))
    failure = running.replay("text", {"a": "b"}, number=7)
    assert failure is not None
    assert str(failure).startswith(f"text 7: {said}")
    assert failure.again == "python -m tests.fuzz --target text --from 7 --cases 1"
