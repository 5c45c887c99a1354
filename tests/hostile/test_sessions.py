"""Hostile sessions are refused with their place, before anything is heard.

To add one: a line in `TEXTS`, for what is no session at all, or in `cases`, for a value put into
a place of a good one. The two attacks on the first version stand at the end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hearer.errors import HearerError, UsageError
from hearer.model import Utterance
from hearer.session.knowledge import Correction, Knowledge
from hearer.session.session import Session
from tests.cases import cases

ANN = "Ann/PROPN/nsubj/2 met/VERB/root/0/meet Sue/PROPN/obj/2"
SHE = "She/PRON/nsubj/2 won/VERB/root/0/win"
DEEP = 100_000
Place = Sequence[str | int]

OLD = (
    "format: it is not 'hearer-session-5', the only one that this version of hearer reads: "
    "begin a new session"
)
TEXTS = {
    "": "line 1, column 1: no JSON (Expecting value)",
    "[]": OLD,
    '{"format": "hearer-session-3", "course": {}, "options": {}, "state": {}}': OLD,
    '{"format": "hearer-session-5"}': "course: there is no such object",
    "[" * DEEP: "line 1, column 65: nested more than 64 deep",
    '{"a":' * DEEP: "line 1, column 321: nested more than 64 deep",
    '{"heard": ' + "9" * 5000 + "}": ("line 1, column 11: this is no number, or too large"),
    '{"heard":\nNaN}': "line 2, column 1: this is no number, or too large",
    '{"heard": -Infinity}': "line 1, column 11: this is no number, or too large",
    '{"heard": 1e999}': "line 1, column 11: this is no number, or too large",
}


def stored() -> dict[str, object]:
    """A good session, as JSON gives it."""
    session = Session(profile="paper", knowledge=Knowledge(corrections=(Correction(7, 1, "X"),)))
    session.hear(Utterance.of(ANN))
    found: dict[str, object] = json.loads(session.to_json())
    return found


def put(stored: dict[str, object], place: Place, value: object) -> str:
    """The session with another value at a place."""
    part: object = stored
    for step in place[:-1]:
        part = part[step]  # type: ignore[index]
    part[place[-1]] = value  # type: ignore[index]
    return json.dumps(stored)


def test_the_good_session_is_heard() -> None:
    assert Session.from_json(json.dumps(stored())).hear(Utterance.of(SHE)).resolutions


@pytest.mark.parametrize(("text", "message"), TEXTS.items(), ids=lambda text: text[:20])
def test_what_is_no_session_says_where_and_why(text: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        Session.from_json(text)
    assert str(raised.value) == f"This is no session: {message}."


@cases(__file__)
def test_what_cannot_be_is_refused_with_its_place(
    place: Place, value: object, message: str
) -> None:
    value = ["x"] * 10**5 if value == "LONG" else value
    with pytest.raises(UsageError) as raised:
        Session.from_json(put(stored(), place, value))
    assert message in str(raised.value)


# The attacks ----------------------------------------------------------------------------------


def places(value: object, place: Place = ()) -> list[Place]:
    """All places of a JSON value."""
    steps: Iterable[tuple[Any, object]] = enumerate(value) if isinstance(value, list) else ()
    steps = value.items() if isinstance(value, dict) else steps
    return [place, *(deeper for step, one in steps for deeper in places(one, (*place, step)))]


@pytest.mark.untraced
@pytest.mark.parametrize(
    "attack",
    [
        {"hearer.ranking.ranker:Ranker": {"code": "RUN"}},
        {"class": "hearer.ranking.ranker:Ranker", "fields": {"tables": "RUN"}},
        {"!": "collections:deque", "values": {"!": "itertools:repeat", "values": [1]}},
        ["hearer.ranking.ranker.Ranker", "RUN"],
        "RUN",
    ],
)
def test_nothing_is_run_or_made_by_name_wherever_it_stands(tmp_path: Path, attack: object) -> None:
    """`exec` of a text in a ranker, and deque(repeat(1)), which took all memory."""
    mark = tmp_path / "was_here"
    run = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    armed = json.loads(json.dumps(attack).replace('"RUN"', json.dumps(run)))
    began, refused = time.process_time(), 0
    everywhere = [place for place in places(stored()) if place][::7]
    for place in everywhere:
        try:
            Session.from_json(put(stored(), place, armed)).hear(Utterance.of(SHE))
        except HearerError:
            refused += 1
    assert not mark.exists()
    texts = len(everywhere) // 2  # a text is a text where one may be
    assert refused > (texts if isinstance(attack, str) else len(everywhere) - 5)
    assert time.process_time() - began < 60
