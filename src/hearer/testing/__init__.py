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
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from timeit import repeat
from typing import TypeAlias

from hearer import model
from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import analyst_for
from hearer.analysis.options import AnalysisOptions
from hearer.api import convert, read
from hearer.errors import HearerError, UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of
from hearer.formats.conllu import discourses as conllu_discourses
from hearer.formats.conllu import parse
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.format import Format, Holds, Reading
from hearer.hearing import Hearer, listen
from hearer.model import Discourse, Event, Kind, ReferringExpression, Step, Utterance

__all__ = [
    "TEXTS", "Factory", "a_dozen_pronouns", "check_algorithm", "check_format", "discourse_of",
    "discourses",
]  # fmt: skip

Factory: TypeAlias = Callable[..., Algorithm]
SECONDS = 1.0  # for a sentence with twelve pronouns and forty candidates
NOT_A_FILE = (b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3", b"# only a comment", b"{]")


def _texts() -> dict[str, str]:
    written = (files(__name__) / "texts.txt").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in written.split("\n== ")[1:])
    return {name: text.rstrip("\n") for name, _, text in parts}


TEXTS = _texts()  # FORM/UPOS/RELATION/HEAD/LEMMA/FEATURES, one sentence in each line


def discourse_of(text: str) -> Discourse:
    """Return a discourse with one sentence for each line of `text`, in the notation of TEXTS."""
    sentences = [line for line in text.splitlines() if line]
    return Discourse(tuple(Utterance.of(s, number=n) for n, s in enumerate(sentences, start=1)))


def discourses() -> dict[str, Discourse]:
    """Return TEXTS as discourses."""
    return {name: discourse_of(text) for name, text in TEXTS.items()}


def a_dozen_pronouns() -> Discourse:
    """Return forty candidates in one sentence, then twelve pronouns and forty candidates."""
    some = range(1, 41)
    early = [f"Name{n}/PROPN/{'nsubj/41' if n == 1 else 'conj/1'}" for n in some]
    relations = ("root/0" if n == 0 else f"ccomp/{2 * n}" for n in range(12))
    clauses = [
        f"she/PRON/nsubj/{2 * n} said/VERB/{relation}//VerbForm=Fin"
        for n, relation in enumerate(relations, 1)
    ]
    late = [f"Late{n}/PROPN/{'obj/24' if n == 1 else 'conj/25'}" for n in some]
    return discourse_of(f"{' '.join([*early, 'left/VERB/root/0'])}\n{' '.join([*clauses, *late])}")


# Algorithms -------------------------------------------------------------------------------------


def check_algorithm(algorithm: str | Factory) -> None:
    """Check an algorithm, given by its name in the registry or by its factory.

    >>> check_algorithm("s-list")
    """
    make = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    for name, discourse in discourses().items():
        calls = calls_of(discourse)
        try:
            steps = _steps(make, calls)
            _check_resolutions(calls, steps)
            _check_states(steps)
            _check_again(make, calls, steps)
        except AssertionError as error:
            error.add_note(f"In the text {name!r} of hearer.testing.TEXTS.")
            raise
        if isinstance(algorithm, str):
            _check_stream(algorithm, discourse)
    many = calls_of(a_dozen_pronouns())
    best = min(repeat(lambda: _steps(make, many), timer=process_time, repeat=3, number=1))
    assert best < SECONDS, f"twelve pronouns and forty candidates take {best:.1f} seconds"


def _check_resolutions(calls: list[Call], steps: list[Step | None]) -> None:
    """Require a step for each expression, and one resolution of each pronoun in its utterance.

    A resolution may be revised later in the same utterance.
    """
    waiting: list[ReferringExpression] = []
    resolved: list[model.Resolution] = []
    for call, step in zip(calls, steps, strict=True):
        assert call.event is None or step is not None, f"{call} gives no step"
        if step is None:
            continue
        assert step.heard == call.expression, f"{call} gives a step about {step.heard}"
        if call.expression and call.expression.is_pronoun:
            waiting.append(call.expression)
        for one in step.resolutions:
            if one.is_revision:
                assert one.instead_of in resolved, f"{one} revises no resolution"
                resolved[resolved.index(one.instead_of)] = one
                continue
            assert one.pronoun in waiting, f"{one.pronoun} was not heard or is resolved"
            is_own = call.event is not Event.EXPRESSION or one.pronoun == call.expression
            assert is_own, f"hearing {call.expression} resolves {one.pronoun}"
            waiting.remove(one.pronoun)
            resolved.append(one)
        if call.event is Event.END_OF_UTTERANCE:
            assert not waiting, f"{waiting} are unresolved at the end of the utterance"
            resolved.clear()


def _check_states(steps: list[Step | None]) -> None:
    """Require one element for each entity, and antecedents that passed the test."""
    for step in filter(None, steps):
        assert isinstance(step.state, tuple), f"the state after {step.heard} is no tuple"
        counted = Counter(element.entity for element in step.state)
        twice = [entity for entity, count in counted.items() if count > 1]
        assert not twice, f"{twice} stand twice in {step}"
        for one in step.resolutions:
            chosen = None if one.is_ambiguous else one.antecedent
            passed = [a.candidate.entity for a in one.attempts if a.succeeded]
            is_tested = chosen is None or chosen.entity in passed
            assert is_tested, f"{one.pronoun} means {one.entity} untested"


def _check_again(make: Factory, calls: list[Call], steps: list[Step | None]) -> None:
    """Require the same steps again, for every prefix, and from a copy made at any call."""
    assert _steps(make, calls) == steps, "heard twice, it gives different steps"
    for n in range(len(calls)):
        algorithm = make(_violated)
        before = [call.on(algorithm) for call in calls[:n]]
        assert before == steps[:n], f"what follows changes the steps before call {n}"
        copied = algorithm.copy(test=_violated)
        ahead = [call.on(copied) for call in calls[n:]]
        after = [call.on(algorithm) for call in calls[n:]]
        assert [*before, *ahead] == steps, f"a copy at call {n} goes wrong"
        assert after == ahead, f"a copy at call {n} changes the original"


def _check_stream(algorithm: str, discourse: Discourse) -> None:
    """Require the same interpretation at once and word by word."""
    hearer = Hearer(algorithm=algorithm)
    steps = tuple(hearer.hear(word) for word in discourse.words)
    found, streamed = listen(discourse, algorithm=algorithm), hearer.finish()
    assert found.steps == steps, "other steps at once than word by word"
    assert found == replace(streamed, discourse=discourse), "another result than word by word"


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the Algorithm protocol."""

    event: Event | None  # None: begin_utterance, which gives no step
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

    def __str__(self) -> str:
        return f"{self.event}: {self.expression or self.outline.utterance}"


def calls_of(discourse: Discourse) -> list[Call]:
    """Return the calls that an algorithm gets when a discourse is heard."""
    analyst, calls = analyst_for(AnalysisOptions()), list[Call]()
    for utterance in discourse.utterances:
        beginning = analyst.begin(utterance)
        call = partial(Call, outline=beginning.outline())
        calls += [call(None), *[call(Event.SEGMENT)] * beginning.opens_segment]
        for word in utterance.words:
            for expression in analyst.hear(word.number):
                analyst.realize(expression, None)
                calls.append(call(Event.EXPRESSION, expression=expression))
        calls.append(call(Event.END_OF_UTTERANCE))
    return calls


def _violated(pronoun: ReferringExpression, candidate: model.Element) -> model.Verdict | None:
    """Test an antecedent by agreement, and allow no two arguments of one clause."""
    other = candidate.expression
    if not pronoun.agreement.agrees_with(other.agreement):
        return model.Verdict(model.Constraint.AGREEMENT)
    is_near = (pronoun.utterance, pronoun.clause) == (other.utterance, other.clause)
    is_bound = pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}
    clashes = is_near != is_bound and pronoun.kind is not Kind.POSSESSIVE
    return model.Verdict(model.Constraint.BINDING) if clashes else None


def _steps(make: Factory, calls: list[Call]) -> list[Step | None]:
    algorithm = make(_violated)
    return [call.on(algorithm) for call in calls]


# Formats ----------------------------------------------------------------------------------------


def check_format(name: str, *, sample: bytes | None = None) -> None:
    """Check the declaration, the reader and the writer of a format, as far as it has them.

    The reader gets `sample`, a valid file, or else what the writer writes.

    >>> check_format("conllu")
    """
    format_ = FORMATS.find(name)
    assert format_.name == name, f"{name} is declared as {format_.name}"
    assert "\n" not in format_.description, f"the description of {name} is not one line"
    assert format_.suffixes, f"{name} declares no suffix of its files"
    for suffix in format_.suffixes:
        is_one = suffix.startswith(".") and suffix == suffix.lower()
        assert is_one, f"{name} has the suffix {suffix!r}, which is none"
    assert format_.read or format_.write, f"{name} is neither read nor written"
    if format_.read:
        for data in NOT_A_FILE:
            with suppress(HearerError):
                format_.read(data, "")
    written = _written(format_) if format_.write else b""
    if format_.read and (sample or Holds.ENDS in format_.holds):
        _check_reading(format_, sample or written)


def _written(format_: Format) -> bytes:
    assert format_.write
    (discourse,) = conllu_discourses(parse(conllu_of(discourse_of("\n".join(TEXTS.values())))))
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


def _check_reading(format_: Format, content: bytes) -> None:
    reading = read_back(format_, content)
    assert any(map(len, reading)), f"{format_.name} finds no utterance in a valid file"
    if not format_.write or Holds.PARSE not in format_.holds:
        return
    for document in reading:
        written = convert([document], to=format_.name)
        again = read_back(format_, written.encode("utf-8", "surrogateescape"))
        is_same = convert(again, to=format_.name) == written
        assert is_same, f"{format_.name} does not write again what it wrote"


def read_back(format_: Format, content: bytes) -> Reading:
    """Return the documents of a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "written").with_suffix(format_.suffixes[0])
        path.write_bytes(content)
        return read(path, format=format_.name)
