"""The run of the algorithm as a film: what the HTML trace steps through.

    frames    an interpretation as one Frame per thing that happens
    Frame     a word, what happens at it, and the list before and after
    Scene     what a frame shows
    note      what happens in a frame, as a sentence; Telling is what it is made from

A pronoun takes two frames: the look-up (step 1a), with the list as it was, and the update (1b).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from hearer.model import (
    Element,
    Entity,
    Event,
    Interpretation,
    Kind,
    Label,
    Note,
    ReferringExpression,
    Resolution,
    Step,
    Word,
)
from hearer.names import together
from hearer.views.reasons import is_weighed
from hearer.views.trace.captions import Caption
from hearer.views.trace.rows import EPSILON, by_utterance
from hearer.views.words import SPELLED, capitals

MOST_NAMED = 5  # of what leaves the list, the others as one


class Scene(StrEnum):
    """What a frame shows, by the title it has."""

    WORD = "Read on"  # nothing to be done
    LOOK_UP = "Look up"
    UPDATE = "Update"
    UNSPOKEN = "Unspoken subject"
    END = "End of utterance"
    SEGMENT = "New segment"


SCENES = {
    Event.EXPRESSION: Scene.UPDATE,
    Event.END_OF_UTTERANCE: Scene.END,
    Event.SEGMENT: Scene.SEGMENT,
    Event.WORD: Scene.WORD,
}
WEIGHED = "every element is tested, and those that pass are weighed."
TESTED = "the elements are tested until one passes."
PASSING = frozenset({Scene.END, Scene.SEGMENT})  # worth a frame only where there is news


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What happens at a word, and the list as it stood before and stands then."""

    word: Word
    scene: Scene
    state: tuple[Element, ...] = ()
    before: tuple[Element, ...] = ()
    heard: ReferringExpression | None = None
    resolution: Resolution | None = None
    notes: tuple[Note, ...] = ()


def frames(found: Interpretation) -> tuple[Frame, ...]:
    """All that happens, in order."""
    shown: list[Frame] = []
    for _, steps in by_utterance(found):
        for word, step in steps:
            for frame in _at(word, step):
                before = shown[-1].state if shown else ()
                if frame.scene in {Scene.WORD, Scene.LOOK_UP}:
                    shown.append(replace(frame, state=before, before=before))
                elif frame.scene not in PASSING or frame.notes or frame.state != before:
                    shown.append(replace(frame, before=before))
    return tuple(shown)


def _at(word: Word, step: Step) -> Iterator[Frame]:
    is_read = False
    for part in step.parts:
        scene = _scene(part)
        if scene is Scene.END and not is_read:
            yield Frame(word=word, scene=Scene.WORD)
        is_read = is_read or scene not in {Scene.SEGMENT, Scene.UNSPOKEN}
        for one in part.resolutions:
            yield Frame(word=word, scene=Scene.LOOK_UP, heard=part.heard, resolution=one)
        last = part.resolutions[-1] if part.resolutions and scene is not Scene.END else None
        yield Frame(
            word=word,
            scene=scene,
            state=part.state,
            heard=part.heard,
            resolution=last,
            notes=part.notes,
        )
    if not is_read:
        yield Frame(word=word, scene=Scene.WORD)


def _scene(part: Step) -> Scene:
    if part.heard and not part.heard.is_spoken:
        return Scene.UNSPOKEN
    return SCENES[part.event]


# What happens, as a sentence ------------------------------------------------------------------


class Telling(NamedTuple):
    """What the sentence about a frame is made from: the list it is about, and who is who."""

    caption: Caption
    entity: Entity | None  # what was heard is taken to realize this in the end
    name: Callable[[str], str] = capitals


def note(frame: Frame, told: Telling) -> str:
    """What happens in a frame; nothing to say of a word that is only read."""
    if frame.scene is Scene.END:
        return _over(frame, told)
    if frame.scene is Scene.SEGMENT:
        return "The list is emptied." if not frame.state else "The list is carried over."
    if frame.scene is Scene.LOOK_UP and frame.resolution:
        return _look_up(frame, frame.resolution)
    return _update(frame, frame.heard, told) if frame.heard else ""


def _over(frame: Frame, told: Telling) -> str:
    caption = told.caption
    if caption.waits:
        return "The utterance is over, and is understood as a whole. This is what it leaves."
    stay = {element.entity for element in frame.state}
    gone = [element.entity for element in frame.before if element.entity not in stay]
    if not gone:
        return "The list is put in order." if frame.state != frame.before else "The list stays."
    leave = "leaves the list" if len(gone) == 1 else "leave the list"
    because = f": {caption.left}" if caption.left else ""
    return f"{together([*map(told.name, gone)], MOST_NAMED)} {leave}{because}."


def _look_up(frame: Frame, resolution: Resolution) -> str:
    said = resolution.pronoun.text
    if resolution.is_revision and frame.heard:
        return (
            f"“{said}” was heard before what it stands for, which comes now: “{frame.heard.text}”."
        )
    if not frame.heard:
        return f"“{said}” had to wait for the end of the utterance."
    if not resolution.attempts:
        return f"“{said}” is a pronoun, and there is nothing to test."
    return f"“{said}” is a pronoun: {WEIGHED if is_weighed(resolution) else TESTED}"


def _update(frame: Frame, heard: ReferringExpression, told: Telling) -> str:
    said = f"“{heard.text}”"
    if heard.kind is Kind.ELLIPSIS:
        said = f"{EPSILON}, the subject that “{frame.word.form}” leaves unspoken,"
    if told.caption.waits:
        return f"{said} is heard; it is understood when the utterance is over."
    for rank, element in enumerate(frame.state, start=1):
        if element.entity == told.entity:
            return f"{said} {_realizes(element, told)}, at rank {rank}."
    if frame.resolution and frame.resolution.label is Label.PLEONASTIC:
        return f"{said} stands for nothing, and adds nothing to the list."
    return f"{said} is heard, and is not among what is in view."


def _realizes(element: Element, told: Telling) -> str:
    status = f"{SPELLED[element.familiarity]} ({element.status.name})"
    if element.entity.is_unknown:
        return f"stands on the list for somebody or something not named, {status}"
    return f"realizes {told.name(element.entity)}, now {status}"
