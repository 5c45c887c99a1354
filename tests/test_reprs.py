"""Whatever people meet at the prompt shows itself in one short line, however large it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import hearer
from tests.conftest import ROOT
from tests.parsers.parses import needs_model

MOST = 200
WORDS = 10_000
STORY = ROOT / "tests" / "fuzz" / "samples" / "story.conllu"
# No values: functions, errors, dictionaries of keywords, enums.
NOT_SHOWN = {
    "ChangeKind", "Constraint", "HearerError", "InputError", "Label", "MissingPackage", "Options",
    "OutputError", "StrictError", "UnknownName", "UsageError",
    "Corpus", "CorpusAnswer",  # tests/corpora
}  # fmt: skip


@cache
def long_text() -> hearer.Discourse:
    """A text of ten thousand words: a parsed one, again and again."""
    short = [u for document in hearer.read(STORY) for u in document.utterances]
    utterances: list[hearer.Utterance] = []
    words = 0
    while words < WORDS:
        for utterance in short:
            utterances.append(replace(utterance, number=len(utterances) + 1))
            words += len(utterance)
    return hearer.Discourse(tuple(utterances), name="long" * 100)


@cache
def shown() -> tuple[object, ...]:
    return tuple(_shown())


def _shown() -> Iterator[object]:
    found = hearer.resolve(long_text(), profile="paper")
    yield from (found, found.discourse, found.discourse.utterances[0], next(found.discourse.words))
    yield from (*found.steps[:40], found.steps[-1], *found.chains[:20], *found.resolutions[:20])
    yield from (element for step in found.steps[:40] for element in step.state)
    yield from (attempt for one in found.resolutions[:20] for attempt in one.attempts)
    yield from (*found.expressions[:40], *(chain.entity for chain in found.chains[:20]))
    explained = found.why(found.resolutions[-1])
    yield from (explained, *explained.tested, *found.segments[:1])
    rewriting = hearer.rewrite(found)
    yield from (rewriting, *rewriting.edits[:5], *rewriting.left[:5])
    tested = (attempt for one in found.resolutions for attempt in one.attempts)
    yield from [attempt.verdict for attempt in tested if attempt.verdict][:5]
    yield from (hearer.Note("Cb", "x" * 999), hearer.Problem("a", 1, 2, "code", "m" * 999))
    yield from (hearer.DEFAULT, hearer.PAPER, hearer.DEFAULT.analysis, hearer.AnalysisOptions())
    names = {f"Alex{n}": "they/them" for n in range(99)}
    yield hearer.Knowledge(pronouns=names, speakers=tuple(names))
    yield from (hearer.Correction(1, 1, "ANNA"), hearer.Given(1, 1, 1, label="PER"))
    yield hearer.Corrections([hearer.Correction(n, 1, "ANNA") for n in range(1, 99)], names)
    yield from (hearer.Hearer(), hearer.ALGORITHMS, hearer.FORMATS, hearer.FORMATS.find("json"))
    yield from (hearer.read(STORY), hearer.evaluate(hearer.read(STORY), algorithm="s-list"))
    yield hearer.Quotation(0, 9, 1, 1, 1, 2, is_spoken=True, speaker=hearer.Entity("X" * 999))
    yield from (hearer.Entity("X" * 999), hearer.centering(hearer.read(STORY), orders=0))


def test_every_value_is_short() -> None:
    values = shown()
    assert len(values) > 100
    long = [(type(value).__name__, len(repr(value))) for value in values if len(repr(value)) > MOST]
    assert not long
    assert not any("\n" in repr(value) for value in values)


@needs_model
def test_what_goes_on_is_short_too() -> None:
    session, listener = hearer.Session(), hearer.Listener()
    session.hear("Anna met Ben.")
    heard = [*listener.hear("Anna met Ben. She left him. "), *listener.finish()]
    changes = [change for one in heard for change in one.changes]
    assert changes
    values = (session, session.snapshot(), listener, *heard, *changes, *(c.guess for c in changes))
    assert max(len(repr(value)) for value in values) <= MOST
    assert repr(session) == "<Session default: 1 utterance heard>"


def test_every_public_class_is_met() -> None:
    public = {name for name in hearer.__all__ if isinstance(getattr(hearer, name), type)}
    met = {kind.__name__ for value in shown() for kind in type(value).__mro__}
    goes_on = {"Session", "Snapshot", "Listener", "Heard", "Change", "Guess"}
    assert public - met - goes_on - NOT_SHOWN == set()


@needs_model
@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda f: f, "<Interpretation: 10 words, 2 of 2 pronouns resolved, 2 entities>"),
        (lambda f: f.chains[1], "<Chain the old judge (2): judge, him>"),
        (lambda f: f.expressions[0], "<ReferringExpression Anna (1.1, name) → ANNA>"),
        (lambda f: f.discourse.utterances[1], "<Utterance 2: She thanked him.>"),
        (lambda f: f.resolutions[0].antecedent, "<Element ANNA_U: Anna>"),
    ],
)
def test_it_says_what_it_is(ask: object, line: str) -> None:
    found = hearer.resolve("Anna met an old judge. She thanked him.")
    assert callable(ask)
    assert repr(ask(found)) == line


@needs_model
def test_a_resolution_says_who_is_meant_and_how_sure_it_is() -> None:
    one = hearer.resolve("Anna Keller slept. She dreamed.").resolutions[0]
    assert repr(one) == f"<Resolution she → Anna Keller (resolved, {one.confidence:.2f})>"
