"""Public values have a short repr, and can be pickled and copied."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from inspect import isroutine
from subprocess import check_output
from sys import executable

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.model import ReferringExpression
from hearer.profiles import how_to_hear
from tests.conftest import ROOT
from tests.parsers.parses import needs_model

MOST = 200  # characters of a repr
WORDS = 10_000
STORY = ROOT / "tests" / "fuzz" / "samples" / "story.conllu"
TEXT = "Anna met a judge. She thanked him. It rained."
# No values to get: errors, which have a test below; corpora, which have tests of their own.
OTHERS = {
    "Corpus", "CorpusAnswer", "HearerError", "InputError", "MissingPackage", "Options",
    "OutputError", "StrictError", "UnknownName", "UsageError",
}  # fmt: skip
TEXT_LIKE = {"Comparison"}  # its repr is the whole text
GOING_ON = {"Hearer", "Listener", "Session"}
Copier = Callable[[object], object]


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


every_way = pytest.mark.parametrize("copied", [pickled, copy.copy, copy.deepcopy])


@cache
def documents() -> hearer.Reading:
    return hearer.read(STORY)


@cache
def long_text() -> hearer.Discourse:
    """A parsed text, repeated until it has ten thousand words."""
    short = [u for document in documents() for u in document.utterances]
    times = WORDS // sum(map(len, short)) + 1
    utterances = [replace(u, number=n) for n, u in enumerate(short * times, start=1)]
    return hearer.Discourse(tuple(utterances), name="long" * 100)


def values(found: hearer.Interpretation) -> Iterator[object]:
    """Values of every public type."""
    yield from (found, found.discourse, found.discourse.utterances[0], next(found.discourse.words))
    yield from (*found.steps[:40], found.steps[-1], *found.chains[:20], *found.resolutions[:20])
    yield from (element for step in found.steps[:40] for element in step.state)
    tested = [attempt for one in found.resolutions[:20] for attempt in one.attempts]
    yield from (*tested, *[one.verdict for one in tested if one.verdict])
    yield from (*found.expressions[:40], *(chain.entity for chain in found.chains[:20]))
    explained = found.why(found.resolutions[-1])
    yield from (explained, *explained.tested, hearer.Segment(1, 2))
    rewriting = hearer.rewrite(found)
    yield from (rewriting, *rewriting.edits[:5], *rewriting.left[:5])
    yield from (hearer.Note("Cb", "x" * 999), hearer.Problem("a", 1, 2, "code", "m" * 999))
    yield from (hearer.DEFAULT, hearer.PAPER, hearer.DEFAULT.analysis, how_to_hear("bfp"))
    names = {f"Alex{n}": "they/them" for n in range(99)}
    yield hearer.Knowledge(pronouns=names, speakers=tuple(names))
    yield hearer.Correction(1, 1, "ANNA")
    yield hearer.Corrections([hearer.Correction(n, 1, "ANNA") for n in range(1, 99)], names)
    yield from (hearer.ALGORITHMS, hearer.FORMATS, hearer.FORMATS.find("json"), documents())
    yield hearer.evaluate(documents(), algorithm="s-list")
    yield from (*hearer.quotations(hearer.resolve("“Go,” said Anna.")), hearer.Entity("X" * 999))
    yield from (hearer.Constraint.BINDING, hearer.Label.EVENT, hearer.ChangeKind.NEW)
    listener = hearer.Listener()
    heard = [*listener.hear("Anna met Ben. She left"), *listener.finish()]
    changes = [change for one in heard for change in one.changes]
    yield from (*heard, *changes, *(change.guess for change in changes))


@needs_model
def test_every_repr_is_one_short_line() -> None:
    shown = [*values(hearer.resolve(long_text(), profile="paper")), hearer.Hearer()]
    session = hearer.Session()
    session.hear("Anna met Ben.")
    shown += [session, session.fork(), hearer.Listener()]
    assert len(shown) > 100
    assert [type(one) for one in shown if len(repr(one)) > MOST or "\n" in repr(one)] == []
    assert repr(session) == "<Session default: 1 utterance heard>"
    kinds = {kind.__name__ for one in shown for kind in type(one).__mro__}
    public = {name for name in hearer.__all__ if isinstance(getattr(hearer, name), type)}
    assert public - kinds - OTHERS - TEXT_LIKE == set()


@needs_model
@pytest.mark.parametrize(
    ("get", "line"),
    [
        (lambda f: f, "<Interpretation: 10 words, 2 of 2 pronouns resolved, 2 entities>"),
        (lambda f: f.chains[1], "<Chain the old judge (2): judge, him>"),
        (lambda f: f.expressions[0], "<ReferringExpression Anna (1.1, name) → ANNA>"),
        (lambda f: f.discourse.utterances[1], "<Utterance 2: She thanked him.>"),
        (lambda f: f.resolutions[0].antecedent, "<Element ANNA_U: Anna>"),
    ],
)
def test_a_repr_says_what_it_is(get: Callable[[hearer.Interpretation], object], line: str) -> None:
    found = hearer.resolve("Anna met an old judge. She thanked him.")
    assert repr(get(found)) == line
    one = found.resolutions[0]
    assert repr(one) == f"<Resolution she → Anna (resolved, {one.confidence:.2f})>"


# Pickled and copied -----------------------------------------------------------------------------


@cache
def understood() -> dict[str, hearer.Interpretation]:
    parsed = {name: hearer.resolve(documents()[0], algorithm=name) for name in ALGORITHMS.names()}
    likely = hearer.resolve(TEXT, precision=0.9)
    return {**parsed, "raw text": hearer.resolve(TEXT), "at a precision": likely}


@every_way
def test_values_are_equal_afterwards(copied: Copier) -> None:
    tried = set()
    for value in values(understood()["weighted-s-list"]):
        again = copied(value)
        assert again == value
        assert type(again) is type(value)
        tried.add(type(value).__name__)
    public = {name for name in hearer.__all__ if not isroutine(getattr(hearer, name))}
    instances = {"__version__", "DEFAULT", "PAPER", "ALGORITHMS", "FORMATS"}
    assert public - tried - OTHERS - TEXT_LIKE - GOING_ON - instances == set()


def test_a_pickle_explains_itself_in_another_process() -> None:
    found = understood()["s-list"]
    asked = "import pickle, sys; print(pickle.load(sys.stdin.buffer).why('she'))"
    said = check_output([executable, "-c", asked], input=pickle.dumps(found))
    assert said.decode().strip() == str(found.why("she"))


@pytest.mark.parametrize("name", [*ALGORITHMS.names(), "raw text", "at a precision"])
@every_way
def test_what_was_understood_is_equal_afterwards(copied: Copier, name: str) -> None:
    found = understood()[name]
    again = copied(found)
    assert isinstance(again, hearer.Interpretation)
    assert again == found
    assert hearer.write(again, to="json") == hearer.write(found, to="json")
    assert hearer.trace(again) == hearer.trace(found)
    pronoun = found.resolutions[0].pronoun
    place = (pronoun.utterance, pronoun.head)
    assert str(again.why(place)) == str(found.why(place))


@every_way
def test_an_entity_keeps_its_kind_and_a_reading_its_problems(copied: Copier) -> None:
    found = hearer.resolve("Anna and Ben met. They left. She saw herself.", profile="paper")
    entities = [chain.entity for chain in found.chains]
    again = [copied(entity) for entity in entities]
    assert [getattr(one, "kind", None) for one in again] == [one.kind for one in entities]
    assert len({entity.kind for entity in entities}) > 1
    reading = hearer.read(ROOT / "tests" / "formats" / "invalid" / "cyclic.conllu")
    copy_ = copied(reading)
    assert isinstance(copy_, hearer.Reading)
    assert (copy_.path, copy_.problems) == (reading.path, reading.problems)
    assert reading.problems


@pytest.mark.parametrize("algorithm", ALGORITHMS.names())
@every_way
def test_a_session_goes_on_and_its_copy_does_not_change_it(copied: Copier, algorithm: str) -> None:
    first, *rest = documents()[0].utterances
    session = hearer.Session(algorithm=algorithm)
    session.hear(first)
    stored, snapshot = session.to_json(), copied(session.fork())
    again = copied(session)
    assert isinstance(again, hearer.Session)
    heard = again.hear(rest)
    assert session.to_json() == stored
    assert session.hear(rest) == heard
    assert session.to_json() == again.to_json()
    assert isinstance(snapshot, hearer.Session)
    assert snapshot.hear(rest) == heard


@every_way
def test_a_hearer_and_a_listener_go_on(copied: Copier) -> None:
    words = list(documents()[0].words)
    listening = hearer.Hearer()
    for word in words[:9]:
        listening.hear(word)
    again = copied(listening)
    assert isinstance(again, hearer.Hearer)
    assert [again.hear(w) for w in words[9:]] == [listening.hear(w) for w in words[9:]]
    assert again.finish() == listening.finish()
    if copied is copy.copy:  # which shares what a listener has heard
        return
    listener = hearer.Listener()
    assert len(list(listener.hear("Anna met a judge. She "))) == 5
    other = copied(listener)
    assert isinstance(other, hearer.Listener)
    heard = [*other.hear("left him."), *other.finish()]
    assert heard == [*listener.hear("left him."), *listener.finish()]


@every_way
def test_an_error_says_the_same_afterwards(copied: Copier) -> None:
    wrong = hearer.Problem("a.conllu", 1, 2, "code", "message")
    errors: dict[str, hearer.HearerError] = {
        "error": hearer.HearerError("one"),
        "usage": hearer.UsageError("two", hint="three"),
        "input": hearer.InputError("three"),
        "output": hearer.OutputError("four.", hint="Say force=True.", command_hint="Say --force."),
        "unknown-name": hearer.UnknownName("option", "windo", ["window"]),
        "missing-package": hearer.MissingPackage("stanza", "This parser"),
        "strict": hearer.StrictError([wrong, wrong]),
    }
    for code, error in errors.items():
        again = copied(error)
        assert isinstance(again, type(error))
        assert (str(again), vars(again), again.code) == (str(error), vars(error), code)
    assert str(errors["output"]) == "four. Say force=True."
    assert errors["output"].command_message() == "four. Say --force."
    assert {type(error).__name__ for error in errors.values()} == OTHERS - {
        "Corpus", "CorpusAnswer", "Options",
    }  # fmt: skip


def test_a_copy_refuses_fields_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'txet'"):
        ReferringExpression("she", 1, 1.0)._replace(txet="he")
