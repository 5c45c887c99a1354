"""Contract checks for algorithms and formats, for the tests of a plug-in.

A check that fails raises AssertionError:

    from hearer.testing import check_algorithm
    from my_package import MyAlgorithm

    def test_my_algorithm_keeps_the_contract():
        check_algorithm(MyAlgorithm)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from hearer import model
from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import analyst_for
from hearer.analysis.options import AnalysisOptions
from hearer.errors import HearerError, UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of
from hearer.formats.converting import converted, read_as
from hearer.formats.format import Format, Holds
from hearer.hearing import listen
from hearer.model import Discourse, Event, ReferringExpression, Step, Utterance

__all__ = ["TEXTS", "Factory", "check_algorithm", "check_format", "discourse_of"]

Factory: TypeAlias = Callable[..., Algorithm]
NOT_A_FILE = (b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3", b"# only a comment", b"{]")


_FILE = (files(__name__) / "texts.txt").read_text(encoding="utf-8")
# FORM/UPOS/RELATION/HEAD/LEMMA/FEATURES, one sentence in each line
TEXTS = {
    name: text.rstrip("\n")
    for name, _, text in (part.partition("\n") for part in _FILE.split("\n== ")[1:])
}


def discourse_of(text: str) -> Discourse:
    """Return a discourse with one sentence for each line of `text`, in the notation of TEXTS."""
    sentences = filter(None, text.splitlines())
    return Discourse(tuple(Utterance.of(s, number=n) for n, s in enumerate(sentences, start=1)))


def check_algorithm(algorithm: str | Factory) -> None:
    """Check an algorithm, given by its name in the registry or by its factory.

    >>> check_algorithm("s-list")
    """
    make = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    for name, text in TEXTS.items():
        calls = calls_of(discourse_of(text))
        heard = make(_violated)
        steps = [call.on(heard) for call in calls]
        try:
            _check_resolutions(calls, steps)
            _check_again(make, calls, steps)
        except AssertionError as error:
            error.add_note(f"In the text {name!r} of hearer.testing.TEXTS.")
            raise


def _check_resolutions(calls: list[Call], steps: list[Step | None]) -> None:
    """Require a step for each expression, and one resolution of each pronoun in its utterance.

    It may be revised later in the utterance. A state has one element for each entity, and an
    antecedent has passed the test.
    """
    waiting: list[ReferringExpression] = []
    resolved: list[model.ReferringExpression] = []
    for call, step in zip(calls, steps, strict=True):
        assert call.event is None or step is not None, f"{call} gives no step"
        if step is None:
            continue
        assert step.heard == call.expression, f"{call} gives a step about {step.heard}"
        assert isinstance(step.state, tuple), f"the state after {step.heard} is no tuple"
        counted = Counter(element.entity for element in step.state)
        assert max(counted.values(), default=1) == 1, f"entities stand twice in {step}"
        if call.expression and call.expression.is_pronoun:
            waiting.append(call.expression)
        for one in step.resolutions:
            passed = [attempt.candidate.entity for attempt in one.attempts if attempt.succeeded]
            is_tested = one.rivals or not one.antecedent or one.antecedent.entity in passed
            assert is_tested, f"{one.pronoun} means {one.entity} untested"
            if one.instead_of:
                assert one.pronoun in resolved, f"{one} revises no resolution"
                continue
            assert one.pronoun in waiting, f"{one.pronoun} was not heard or is resolved"
            is_own = call.event is not Event.EXPRESSION or one.pronoun == call.expression
            assert is_own, f"hearing {call.expression} resolves {one.pronoun}"
            waiting.remove(one.pronoun)
            resolved.append(one.pronoun)
        if call.event is Event.END_OF_UTTERANCE:
            assert not waiting, f"{waiting} are unresolved at the end of the utterance"


def _check_again(make: Factory, calls: list[Call], steps: list[Step | None]) -> None:
    """Require the same steps again, for every prefix, and from a copy made at any call."""
    heard = make(_violated)
    assert [call.on(heard) for call in calls] == steps, "heard twice, it gives different steps"
    for n in range(len(calls)):
        algorithm = make(_violated)
        before = [call.on(algorithm) for call in calls[:n]]
        copied = algorithm.copy(test=_violated)
        ahead = [call.on(copied) for call in calls[n:]]
        after = [call.on(algorithm) for call in calls[n:]]
        assert before == steps[:n], f"what follows changes the steps before call {n}"
        assert ahead == steps[n:], f"a copy at call {n} goes wrong"
        assert after == ahead, f"a copy at call {n} changes the original"


class Call(NamedTuple):
    """One call of the Algorithm protocol; without an event it is begin_utterance."""

    event: Event | None
    outline: model.Outline
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


def calls_of(discourse: Discourse) -> list[Call]:
    """Return the calls that an algorithm gets when a discourse is heard."""
    analyst, calls = analyst_for(AnalysisOptions()), list[Call]()
    for utterance in discourse.utterances:
        beginning = analyst.begin(utterance)
        outline = beginning.outline()
        calls += [Call(None, outline), *[Call(Event.SEGMENT, outline)] * beginning.opens_segment]
        for word in utterance.words:
            for expression in analyst.hear(word.number):
                analyst.realize(expression, None)
                calls.append(Call(Event.EXPRESSION, outline, expression))
        calls.append(Call(Event.END_OF_UTTERANCE, outline))
    return calls


def _violated(pronoun: ReferringExpression, candidate: model.Element) -> model.Verdict | None:
    """Test an antecedent by agreement alone."""
    agrees = pronoun.agreement.agrees_with(candidate.expression.agreement)
    return None if agrees else model.Verdict(model.Constraint.AGREEMENT)


def check_format(name: str, *, sample: bytes | None = None) -> None:
    """Check the declaration, the reader and the writer of a format, as far as it has them.

    The reader gets `sample`, a valid file, or else what the writer writes.

    >>> check_format("conllu")
    """
    format_ = FORMATS.find(name)
    assert format_.name == name, f"{name} is declared as {format_.name}"
    assert "\n" not in format_.description, f"the description of {name} is not one line"
    is_suffix = {x.startswith(".") and x == x.lower() for x in format_.suffixes}
    assert is_suffix == {True}, f"{name} declares the suffixes {format_.suffixes}"
    assert format_.read or format_.write, f"{name} is neither read nor written"
    for data in NOT_A_FILE if format_.read else ():
        with suppress(HearerError):
            read_as(format_, data, "")
    written = _written(format_) if format_.write else b""
    if not format_.read or not (sample or (written and Holds.ENDS in format_.holds)):
        return
    reading = read_as(format_, sample or written, "")
    assert any(map(len, reading)), f"{name} finds no utterance in a valid file"
    for document in reading if format_.write and Holds.PARSE in format_.holds else ():
        text = converted([document], to=name)
        again = read_as(format_, text.encode("utf-8", "surrogateescape"), "")
        assert converted(again, to=name) == text, f"{name} does not write again what it wrote"


def _written(format_: Format) -> bytes:
    assert format_.write
    discourse = discourse_of("\n".join(TEXTS.values()))
    found: model.Interpretation = listen(discourse)
    try:
        written = format_.write([found])
    except UsageError:  # the format holds annotations only
        found = annotation_of(discourse)
        written = format_.write([found])
    assert written, f"{format_.name} writes nothing for a discourse"
    assert format_.write([found]) == written, f"{format_.name} writes other bytes the second time"
    format_.write([annotation_of(Discourse(()))])
    return written
