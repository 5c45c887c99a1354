"""The run of the algorithm as a film: what the HTML trace steps through.

    frames    an interpretation as one Frame per thing that happens
    Frame     a word, what happens at it, and the list as it stands then
    Scene     what a frame shows
    script    all frames as JSON, for the page's script

A pronoun takes two frames: the look-up (step 1a), with the list as it was, and the update (1b).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, pairwise
from typing import TypeAlias

from hearer.harmless import as_json
from hearer.model import (
    Element,
    Event,
    Interpretation,
    ReferringExpression,
    Resolution,
    Step,
    Word,
)
from hearer.report.styles import printable
from hearer.views.trace.colours import ColouredText
from hearer.views.trace.rows import by_utterance
from hearer.views.why_weighed import is_weighed, weights
from hearer.views.words import SPELLED, asked, at_hand, entity_name, label, tested

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"


class Scene(StrEnum):
    """What a frame shows, by the title it has."""

    WORD = "Read on"  # nothing to be done
    LOOK_UP = "Look up"
    UPDATE = "Update"
    END = "End of utterance"
    SEGMENT = "New segment"


SCENES = {
    Event.EXPRESSION: Scene.UPDATE,
    Event.END_OF_UTTERANCE: Scene.END,
    Event.SEGMENT: Scene.SEGMENT,
    Event.WORD: Scene.WORD,
}
WEIGHTED = "weighted-s-list"
REMOVED = "this utterance did not realize"
WEIGHED = "every element is tested, and those that pass are weighed."
TESTED = "the elements are tested until one passes."
PASSING = frozenset({Scene.END, Scene.SEGMENT})  # worth a frame only where the list changes


@dataclass(frozen=True, slots=True)
class Frame:
    """What happens at a word, and the list as it stands then."""

    word: Word
    scene: Scene
    state: tuple[Element, ...]
    heard: ReferringExpression | None = None
    resolution: Resolution | None = None


def frames(found: Interpretation) -> tuple[Frame, ...]:
    """All that happens, in order."""
    shown: list[Frame] = []
    for _, steps in by_utterance(found):
        for word, step in steps:
            for frame in _at(word, step):
                before = shown[-1].state if shown else ()
                if frame.scene in {Scene.WORD, Scene.LOOK_UP}:
                    shown.append(replace(frame, state=before))
                elif frame.scene not in PASSING or frame.state != before:
                    shown.append(frame)
    return tuple(shown)


def _at(word: Word, step: Step) -> Iterator[Frame]:
    is_read = False
    for part in step.parts:
        scene = SCENES[part.event]
        if scene is Scene.END and not is_read:
            yield Frame(word, Scene.WORD, ())
        is_read = is_read or scene is not Scene.SEGMENT
        for resolution in part.resolutions:
            yield Frame(word, Scene.LOOK_UP, (), part.heard, resolution=resolution)
        last = part.resolutions[-1] if part.resolutions else None
        yield Frame(word, scene, part.state, part.heard, resolution=last)
    if not is_read:
        yield Frame(word, Scene.WORD, ())


def script(found: Interpretation, known: ColouredText) -> str:
    """All frames as JSON that is safe inside a script element."""
    shot = frames(found)
    elements, numbers = _numbered(shot)
    states = [[numbers[id(element)] for element in frame.state] for frame in shot]
    tests = {id(frame.resolution): frame.resolution for frame in shot if frame.resolution}
    places = {one: n for n, one in enumerate(tests)}
    film: Json = {
        "entities": [{"name": known.names[x], "hue": known.hues.get(x)} for x in known.numbers],
        "elements": [_element(element, known) for element in elements],
        "tests": [_tests(at_hand(resolution), known) for resolution in tests.values()],
        "frames": [
            _frame(frame, known, found.algorithm)
            | {"change": _change(*each), "tests": places.get(id(frame.resolution))}
            for frame, each in zip(shot, pairwise([[], *states]), strict=True)
        ],
    }
    return as_json(film, separators=(",", ":")).replace("<", "\\u003c")


def _numbered(shot: Sequence[Frame]) -> tuple[list[Element], dict[int, int]]:
    """The elements of all frames, and which of them one is, by its identity: frames hold them."""
    elements: dict[Element, int] = {}
    numbers: dict[int, int] = {}
    for element in chain.from_iterable(frame.state for frame in shot):
        if id(element) not in numbers:
            numbers[id(element)] = elements.setdefault(element, len(elements))
    return list(elements), numbers


def _element(element: Element, known: ColouredText) -> Json:
    return [
        known.numbers[element.entity],
        str(element.familiarity),
        element.status.name,
        printable(element.expression.text),
    ]


def _change(before: Sequence[int], now: Sequence[int]) -> Json:
    """How a list comes from the one before: from where on what is left out, and what put in."""
    if before == now:
        return None
    length = min(len(before), len(now))
    same = next((n for n in range(length) if before[n] != now[n]), length)
    behind = range(1, length - same + 1)
    rest = next((n - 1 for n in behind if before[-n] != now[-n]), length - same)
    return [same, len(before) - same - rest, *now[same : len(now) - rest]]


def _frame(frame: Frame, known: ColouredText, algorithm: str) -> dict[str, Json]:
    utterance = frame.word.utterance
    return {
        "word": known.words[utterance.number, frame.word.number],
        "label": label(utterance),
        "title": str(frame.scene),
        "note": printable(_note(frame, known, algorithm)),
    }


def _tests(resolution: Resolution, known: ColouredText) -> Json:
    tries: list[Json] = [
        [known.numbers[one.entity] if one.entity else None, one.outcome, one.states_back]
        for one in tested(resolution)
    ]
    told = weights(resolution) if is_weighed(resolution) else ()
    why: list[Json] = [printable(sentence) for sentence in told]
    return {"pronoun": asked(resolution), "tries": tries, "why": why}


def _note(frame: Frame, known: ColouredText, algorithm: str) -> str:
    if frame.scene is Scene.END:
        since = "has not been realized for long" if algorithm == WEIGHTED else REMOVED
        return f"What {since} leaves the list."
    if frame.scene is Scene.SEGMENT:
        return "The list is emptied."
    if frame.heard is None:
        return f"“{frame.word.form}” adds nothing to the list."
    if frame.scene is Scene.LOOK_UP and frame.resolution:
        return _look_up(frame.heard.text, frame.resolution)
    return _update(frame.heard, known.realized_by(frame.heard), frame.state)


def _look_up(heard: str, resolution: Resolution) -> str:
    if resolution.is_revision:
        said = resolution.pronoun.text
        return f"“{said}” was heard before what it stands for, which comes now: “{heard}”."
    return f"“{heard}” is a pronoun: {WEIGHED if is_weighed(resolution) else TESTED}"


def _update(heard: ReferringExpression, entity: str, state: tuple[Element, ...]) -> str:
    for rank, element in enumerate(state, start=1):
        if element.entity == entity:
            status = f"{SPELLED[element.familiarity]} ({element.status.name})"
            name = entity_name(entity).upper()
            return f"“{heard.text}” realizes {name}, now {status}, at rank {rank}."
    return f"“{heard.text}” is heard, and ranks below what is shown."
