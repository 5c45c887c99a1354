"""The state of a hearer as JSON values and back, at any word.

dump       what a hearer needs to go on
restore    let a new hearer go on from there

Everything is derived from the fields of its parts (model/storing.py): nothing in the JSON names a
class, nothing is executed, and what does not fit its field is refused with its place before
anything is heard.
"""

from __future__ import annotations

from hearer.errors import UsageError
from hearer.hearing import Hearer
from hearer.model import storing
from hearer.model.storing import Json, MisstoredError

VERSION = 2


def dump(hearer: Hearer) -> dict[str, Json]:
    """What `hearer` needs to go on; what it keeps of the past is not part of it."""
    try:
        return {"version": VERSION, **storing.stored(hearer)}
    except (TypeError, ValueError) as error:
        name = hearer.how.algorithm
        raise UsageError(f"The state of {name} cannot be stored: {error}.") from error


def restore(hearer: Hearer, state: Json) -> None:
    """Let a new hearer, made with the same options, go on from `state`."""
    if not isinstance(state, dict) or state.get("version") != VERSION:
        version = state.get("version") if isinstance(state, dict) else None
        raise UsageError(f"This state has version {version!r}, not {VERSION}.")
    try:
        storing.restore(hearer, {name: state[name] for name in state if name != "version"})
    except MisstoredError as error:
        raise UsageError(f"This is no state of a session: {error}.") from error
