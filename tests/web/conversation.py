"""What is said in tests of sessions, and what an uninterrupted session understands of it."""

from __future__ import annotations

import json
from typing import Any

import hearer

SAID = (
    ("I met Susan Brennan at the station.", "Anna"),
    ("Did she win the race? You must have congratulated her.", "Ben"),
    ("She did, and her brother gave her a new bicycle.", "Anna"),
    ("He bought it from an old friend of his.", "Anna"),
    ("Is it red? I like them red.", "Ben"),
)
Answer = dict[str, Any]


def said(number: int) -> dict[str, object]:
    """The turn of this number, as it is sent."""
    text, speaker = SAID[(number - 1) % len(SAID)]
    return {"text": text, "speaker": speaker, "number": number}


def understood(turns: int, **how: Any) -> list[Answer]:
    """What a session understands that nobody interrupts."""
    session = hearer.Session(**how)
    found = []
    for number in range(1, turns + 1):
        text, speaker = SAID[(number - 1) % len(SAID)]
        written = hearer.write(session.hear(text, speaker=speaker), to="json")
        found.append({"number": number, **json.loads(written)})
    return found
