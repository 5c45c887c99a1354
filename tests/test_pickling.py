"""What people get can be pickled and copied: between processes, into caches, to keep a state."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.profiles import how_to_hear
from tests.conftest import ROOT

STORY = ROOT / "tests" / "fuzz" / "samples" / "story.conllu"
TEXT = "Anna met a judge. She thanked him. It rained."
Copier = Callable[[object], object]


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


COPIERS = [pickled, copy.copy, copy.deepcopy]
every_way = pytest.mark.parametrize("copied", COPIERS)


@cache
def documents() -> hearer.Reading:
    return hearer.read(STORY)


@cache
def understood() -> dict[str, hearer.Interpretation]:
    parsed = {name: hearer.resolve(documents()[0], algorithm=name) for name in ALGORITHMS.names()}
    likely = hearer.resolve(TEXT, precision=0.9)
    return {**parsed, "raw text": hearer.resolve(TEXT), "at a precision": likely}


def given() -> Iterator[object]:
    """A value of every type in hearer.__all__ that somebody gets or makes."""
    found = understood()["weighted-s-list"]
    rewriting = hearer.rewrite(found)
    yield from (documents(), documents()[0], documents()[0].utterances[0])
    yield from (found, *found.steps[:12], *found.resolutions, *found.chains, *found.expressions)
    yield from (next(documents()[0].words), found.why("She"), hearer.Segment(1, 2))
    yield from (one for step in found.steps for one in step.state[:2])
    yield from (attempt for one in found.resolutions for attempt in one.attempts)
    tested = (attempt for one in found.resolutions for attempt in one.attempts)
    yield from (attempt.verdict for attempt in tested if attempt.verdict)
    yield from (tested for tested in found.why("She").tested)
    yield from (hearer.Note("Cb", "ANNA"), *hearer.quotations(hearer.resolve("“Go,” said Anna.")))
    yield from (rewriting, *rewriting.edits, *rewriting.left)
    yield from (hearer.DEFAULT, hearer.PAPER, how_to_hear("bfp"), hearer.AnalysisOptions())
    yield from (hearer.Correction(1, 1, "ANNA"), hearer.Given(1, 1, 1, label="PER"))
    yield hearer.Corrections([hearer.Correction(1, 1, "ANNA")], {"ANNA": "Anna Keller"})
    yield hearer.Knowledge(pronouns={"Anna": "xe/xem"}, names={"ANNA": "Anna Keller"})
    yield from (hearer.Problem("a", 1, 2, "code", "message"), hearer.Entity("ANNA"))
    yield from (hearer.Constraint.BINDING, hearer.Label.EVENT, hearer.ChangeKind.NEW)
    yield from (hearer.evaluate(documents(), algorithm="s-list"), hearer.centering(documents()))
    listener = hearer.Listener()
    heard = [*listener.hear("Anna met Ben. She left"), *listener.finish()]
    changes = [change for one in heard for change in one.changes]
    yield from (*heard, *changes, *(change.guess for change in changes))
    yield from (hearer.ALGORITHMS, hearer.FORMATS, hearer.FORMATS.find("json"))


# Functions and dictionaries of keywords; the others go on, or are raised: both have tests below.
NOT_GIVEN = {
    "centering",
    "compare", "convert", "correct", "evaluate", "follow", "given", "how_to_hear", "listen",
    "merge", "quotations", "read", "read_corrections", "rename", "resolve", "rewrite", "split",
    "trace", "write", "write_corrections",
    "Options", "__version__", "Hearer", "Listener", "Session", "Snapshot",
    "HearerError", "InputError", "MissingPackage", "OutputError", "StrictError", "UnknownName",
    "UsageError",
    "DEFAULT", "PAPER", "ALGORITHMS", "FORMATS",
    "Corpus", "CorpusAnswer", "corpus",  # tests/corpora
}  # fmt: skip


def test_every_public_type_is_tried() -> None:
    tried = {type(value).__name__ for value in given()}
    assert set(hearer.__all__) - NOT_GIVEN <= tried


@every_way
def test_values_are_equal_afterwards(copied: Copier) -> None:
    for value in given():
        again = copied(value)
        assert again == value
        assert type(again) is type(value)


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
def test_an_entity_keeps_its_kind(copied: Copier) -> None:
    found = hearer.resolve("Anna and Ben met. They left. She saw herself.", profile="paper")
    entities = [chain.entity for chain in found.chains]
    again = [copied(entity) for entity in entities]
    assert [one.kind for one in again if isinstance(one, hearer.Entity)] == [
        entity.kind for entity in entities
    ]
    assert len({entity.kind for entity in entities}) > 1


def test_a_reading_keeps_its_path_and_problems() -> None:
    reading = hearer.read(ROOT / "tests" / "formats" / "invalid" / "cyclic.conllu")
    again = pickled(reading)
    assert isinstance(again, hearer.Reading)
    assert (again.path, again.problems) == (reading.path, reading.problems)
    assert reading.problems


# What goes on ------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS.names())
@every_way
def test_a_session_goes_on_and_the_other_does_not_hear_it(copied: Copier, algorithm: str) -> None:
    first, *rest = documents()[0].utterances
    session = hearer.Session(algorithm=algorithm)
    session.hear(first)
    stored = session.to_json()
    again = copied(session)
    assert isinstance(again, hearer.Session)
    heard = again.hear(rest)
    assert session.to_json() == stored
    assert session.hear(rest) == heard
    assert session.to_json() == again.to_json()


@every_way
def test_a_snapshot_can_be_rolled_back_to(copied: Copier) -> None:
    first, *rest = documents()[0].utterances
    session = hearer.Session()
    session.hear(first)
    snapshot = copied(session.snapshot())
    assert isinstance(snapshot, hearer.Snapshot)
    heard = session.hear(rest)
    session.roll_back(snapshot)
    assert session.hear(rest) == heard


@every_way
def test_a_hearer_goes_on(copied: Copier) -> None:
    words = list(documents()[0].words)
    listening = hearer.Hearer()
    for word in words[:9]:
        listening.hear(word)
    again = copied(listening)
    assert isinstance(again, hearer.Hearer)
    assert [again.hear(w) for w in words[9:]] == [listening.hear(w) for w in words[9:]]
    assert again.finish() == listening.finish()


@pytest.mark.parametrize("copied", [pickled, copy.deepcopy])
def test_a_listener_goes_on(copied: Copier) -> None:
    listener = hearer.Listener()
    before = list(listener.hear("Anna met a judge. She "))
    again = copied(listener)
    assert isinstance(again, hearer.Listener)
    heard = [*again.hear("left him."), *again.finish()]
    assert heard == [*listener.hear("left him."), *listener.finish()]
    assert len(before) == 5


# What is raised ----------------------------------------------------------------------------------


@every_way
def test_an_error_says_the_same_afterwards(copied: Copier, tmp_path: Path) -> None:
    wrong = hearer.Problem("a.conllu", 1, 2, "code", "message")
    errors: list[hearer.HearerError] = [
        hearer.HearerError("one"),
        hearer.UsageError("two"),
        hearer.InputError("three"),
        hearer.OutputError("four"),
        hearer.UnknownName("option", "windo", ["window"]),
        hearer.MissingPackage("stanza", "This parser"),
        hearer.StrictError([wrong, wrong]),
    ]
    for error in errors:
        again = copied(error)
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
    assert {type(error) for error in errors} == {hearer.HearerError, *_below(hearer.HearerError)}


def _below(kind: type[hearer.HearerError]) -> set[type[hearer.HearerError]]:
    """Our errors, without those of tests."""
    own = {one for one in kind.__subclasses__() if one.__module__ == "hearer.errors"}
    return own.union(*(_below(one) for one in own)) if own else own
