"""What must hold of every algorithm, whatever its strategy.

check_algorithm     everything
ALGORITHM_CHECKS    the same, check by check
Call                one call of the Algorithm protocol
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import process_time
from timeit import repeat
from typing import TypeAlias

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import TreeAnalyst, analyst_for
from hearer.analysis.options import AnalysisOptions
from hearer.hearing import Hearer, listen
from hearer.model import (
    Constraint,
    Discourse,
    Element,
    Event,
    Kind,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Verdict,
)
from hearer.testing.texts import a_dozen_pronouns, discourses, require

Factory: TypeAlias = Callable[..., Algorithm]
SECONDS = 1.0  # for a sentence with twelve pronouns and forty candidates


def check_algorithm(algorithm: str | Factory) -> None:
    """Check an algorithm by its name in the registry, or by what makes it.

    >>> check_algorithm("s-list")
    """
    make = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    for check in ALGORITHM_CHECKS:
        check(make)
    if isinstance(algorithm, str):
        batch_equals_stream(algorithm)


# What must hold of an algorithm -----------------------------------------------------------------


def nothing_heard_is_lost(make: Factory) -> None:
    """Every expression is heard, and every pronoun resolved once, in its own utterance.

    There it may be resolved again, when what it stands for comes after it: that is a revision.
    """
    for name, calls in _calls().items():
        waiting: list[ReferringExpression] = []
        settled: list[Resolution] = []
        for call, step in zip(calls, _steps(make, calls), strict=True):
            require(call.event is None or step is not None, f"{call} gives no step")
            if step is None:
                continue
            require(step.heard == call.expression, f"{call} gives a step about {step.heard}")
            if call.expression and call.expression.is_pronoun:
                waiting.append(call.expression)
            first = [r for r in step.resolutions if not r.is_revision]
            _settle(waiting, first, call, name)
            _revise(settled, [r for r in step.resolutions if r.is_revision], name)
            settled = [*settled, *first] if call.event is not Event.END_OF_UTTERANCE else []


def an_entity_stands_once(make: Factory) -> None:
    """No state has two elements for one entity, and states are tuples of elements."""
    for name, calls in _calls().items():
        for step in filter(None, _steps(make, calls)):
            require(isinstance(step.state, tuple), f"the state after {step.heard} is no tuple")
            counted = Counter(element.entity for element in step.state)
            twice = [entity for entity, count in counted.items() if count > 1]
            require(not twice, f"in {name!r}, {twice} stand twice in {step}")


def an_antecedent_has_passed_the_test(make: Factory) -> None:
    """An antecedent is a candidate that violated nothing, or that of a reading among several."""
    for name, calls in _calls().items():
        for step in filter(None, _steps(make, calls)):
            for one in step.resolutions:
                chosen = None if one.is_ambiguous else one.antecedent
                passed = [a.candidate.entity for a in one.attempts if a.succeeded]
                is_tested = chosen is None or chosen.entity in passed
                require(is_tested, f"in {name!r}, {one.pronoun} means {one.entity} untested")


def a_prefix_never_depends_on_what_follows(make: Factory) -> None:
    """Whatever is heard later, the steps so far stay the same."""
    for name, calls in _calls().items():
        steps = _steps(make, calls)
        for n in range(len(calls)):
            same = _steps(make, calls[:n]) == steps[:n]
            require(same, f"in {name!r}, what follows changes the steps before call {n}")


def a_copy_goes_its_own_way(make: Factory) -> None:
    """A copy made anywhere goes on as the original would, and leaves it alone."""
    for name, calls in _calls().items():
        steps = _steps(make, calls)
        for n in range(len(calls)):
            algorithm = make(_violated)
            before = [call.on(algorithm) for call in calls[:n]]
            copied = algorithm.copy(test=_violated)
            ahead = [call.on(copied) for call in calls[n:]]
            after = [call.on(algorithm) for call in calls[n:]]
            require([*before, *ahead] == steps, f"in {name!r}, a copy at call {n} goes wrong")
            require(after == ahead, f"in {name!r}, a copy at call {n} disturbs the original")


def the_same_gives_the_same(make: Factory) -> None:
    """Two algorithms that hear the same take the same steps."""
    for name, calls in _calls().items():
        same = repr(_steps(make, calls)) == repr(_steps(make, calls))
        require(same, f"{name!r} heard twice gives different steps")


def twelve_pronouns_and_forty_candidates_are_no_matter(make: Factory) -> None:
    """No sentence can explode: the best of three runs takes less than a second."""
    calls = _calls_of(a_dozen_pronouns())
    best = min(repeat(lambda: _steps(make, calls), timer=process_time, repeat=3, number=1))
    require(best < SECONDS, f"twelve pronouns and forty candidates take {best:.1f} seconds")


ALGORITHM_CHECKS: tuple[Callable[[Factory], None], ...] = (
    nothing_heard_is_lost,
    an_entity_stands_once,
    an_antecedent_has_passed_the_test,
    a_prefix_never_depends_on_what_follows,
    a_copy_goes_its_own_way,
    the_same_gives_the_same,
    twelve_pronouns_and_forty_candidates_are_no_matter,
)


def batch_equals_stream(algorithm: str) -> None:
    """A discourse heard at once is understood as one heard word by word."""
    for name, discourse in discourses().items():
        hearer = Hearer(algorithm=algorithm)
        steps = tuple(hearer.hear(word) for word in discourse.words)
        found, streamed = listen(discourse, algorithm=algorithm), hearer.finish()
        require(found.steps == steps, f"{name!r} gives other steps at once than word by word")
        same = found == replace(streamed, discourse=discourse)
        require(same, f"{name!r} is understood differently at once and word by word")


# What is heard ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the Algorithm protocol."""

    event: Event | None  # None: begin_utterance, which gives no step
    outline: Outline
    expression: ReferringExpression | None = None

    def on(self, algorithm: Algorithm) -> Step | None:
        if self.event is Event.SEGMENT:
            return algorithm.begin_segment()
        if self.event is Event.END_OF_UTTERANCE:
            return algorithm.end_utterance(self.outline.utterance.number)
        if self.expression is not None:
            return algorithm.hear(self.expression)
        if algorithm.needs.parse:
            algorithm.begin_utterance(self.outline)
        return None

    def __str__(self) -> str:
        return f"{self.event}: {self.expression or self.outline.utterance}"


def _calls() -> dict[str, list[Call]]:
    return {name: _calls_of(discourse) for name, discourse in discourses().items()}


def _calls_of(discourse: Discourse) -> list[Call]:
    analyst = analyst_for(AnalysisOptions())
    return [call for utterance in discourse.utterances for call in _calls_in(utterance, analyst)]


def _calls_in(utterance: Utterance, analyst: TreeAnalyst) -> Iterator[Call]:
    beginning = analyst.begin(utterance)
    call = partial(Call, outline=beginning.outline())
    yield call(None)
    if beginning.opens_segment:
        yield call(Event.SEGMENT)
    for word in utterance.words:
        for expression in analyst.hear(word.number):
            analyst.realize(expression, None)
            yield call(Event.EXPRESSION, expression=expression)
    yield call(Event.END_OF_UTTERANCE)


def _violated(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
    """A simple antecedent test: agreement, and no two arguments in one clause."""
    other = candidate.expression
    if not pronoun.agreement.agrees_with(other.agreement):
        return Verdict(Constraint.AGREEMENT)
    is_near = (pronoun.utterance, pronoun.clause) == (other.utterance, other.clause)
    is_bound = pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}
    clashes = is_near != is_bound and pronoun.kind is not Kind.POSSESSIVE
    return Verdict(Constraint.BINDING) if clashes else None


def _steps(make: Factory, calls: list[Call]) -> list[Step | None]:
    algorithm = make(_violated)
    return [call.on(algorithm) for call in calls]


def _settle(
    waiting: list[ReferringExpression], fallen: list[Resolution], call: Call, name: str
) -> None:
    for pronoun in (resolution.pronoun for resolution in fallen):
        why = f"in {name!r}, {pronoun} is resolved, but was not heard or was before"
        require(pronoun in waiting, why)
        is_own = call.event is not Event.EXPRESSION or pronoun == call.expression
        require(is_own, f"in {name!r}, hearing {call.expression} resolves {pronoun}")
        waiting.remove(pronoun)
    if call.event is Event.END_OF_UTTERANCE:
        left = ", ".join(map(str, waiting))
        require(not waiting, f"in {name!r}, {left} stay unresolved when the utterance ends")


def _revise(settled: list[Resolution], revisions: list[Resolution], name: str) -> None:
    for revision in revisions:
        why = f"in {name!r}, {revision.pronoun} is revised, but was not resolved before"
        before = [n for n, each in enumerate(settled) if each == revision.instead_of]
        require(bool(before), why)
        settled[before[0]] = revision
