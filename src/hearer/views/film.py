"""The run of an algorithm frame by frame: the page of a trace, and what the studio shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from inspect import getdoc
from itertools import groupby
from typing import TypeAlias

from hearer.algorithms import ALGORITHMS
from hearer.escape import as_json, number_and, printable
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
    Word,
)
from hearer.model.expression import WORDLESS
from hearer.names import together
from hearer.report.html import Page, classes, escaped, page
from hearer.views.colours import ColouredText, coloured, listed
from hearer.views.places import WordPlace, places_of
from hearer.views.trace import EPSILON, by_utterance, segment_starts
from hearer.views.why import chances
from hearer.views.words import (
    SPELLED,
    asked,
    at_hand,
    called_in,
    capitals,
    label,
    spelled_in,
    tested,
    who_speaks,
)

Json: TypeAlias = "float | str | list[Json] | dict[str, Json] | None"
NONE = -1  # no test
MOST_NAMED = 5  # entities that leave the list
LISTS = {"s-list": "The S-list", "weighted-s-list": "The weighted S-list"}
NOTHING = "nothing"  # label of a word that was corrected to refer to nothing
FOOTER = "Made with hearer, after Strube (1998), “Never Look Back”."


def caption_of(algorithm: str) -> tuple[str, str]:
    """Return the name of an algorithm's list, and what the algorithm does.

    >>> caption_of("s-list")
    ('The S-list', 'Resolve each pronoun with a look-up in the S-list, the moment it is heard.')
    """
    name = LISTS.get(algorithm) or (f"The list of {algorithm}" if algorithm else "The list")
    is_known = algorithm in ALGORITHMS.names()
    return name, ((is_known and getdoc(ALGORITHMS.find(algorithm))) or "").partition("\n")[0]


# Frames -----------------------------------------------------------------------------------------


class Scene(StrEnum):
    """Kinds of frames, by their titles."""

    WORD = "Read on"
    LOOK_UP = "Look up"
    UPDATE = "Update"
    UNSPOKEN = "Unspoken subject"
    END = "End of utterance"
    SEGMENT = "New segment"


SCENES = tuple(Scene)
SCENE_OF = {
    Event.EXPRESSION: Scene.UPDATE,
    Event.END_OF_UTTERANCE: Scene.END,
    Event.SEGMENT: Scene.SEGMENT,
    Event.WORD: Scene.WORD,
}


@dataclass(frozen=True, slots=True)
class Frame:
    """What happens at a word, and the list before and after it.

    A pronoun has two frames: the look-up (step 1a), with the list as it was, and the update (1b).
    """

    word: Word
    scene: Scene
    before: tuple[Element, ...]
    state: tuple[Element, ...]
    heard: ReferringExpression | None = None
    resolution: Resolution | None = None
    notes: tuple[Note, ...] = ()


def frames(found: Interpretation) -> list[Frame]:
    """Return all frames, in order; a boundary that changes nothing has none."""
    shown = list[Frame]()
    before: tuple[Element, ...] = ()
    for word, step in (pair for _, steps in by_utterance(found) for pair in steps):
        is_read = False
        for part in step.parts:
            is_unspoken = part.heard is not None and not part.heard.is_spoken
            scene = Scene.UNSPOKEN if is_unspoken else SCENE_OF[part.event]
            if scene is Scene.END and not is_read:
                shown.append(Frame(word, Scene.WORD, before, before))
            is_read = is_read or scene not in {Scene.SEGMENT, Scene.UNSPOKEN}
            for one in part.resolutions:
                shown.append(
                    Frame(word, Scene.LOOK_UP, before, before, heard=part.heard, resolution=one)
                )
            state = before if scene is Scene.WORD else part.state
            if scene in {Scene.END, Scene.SEGMENT} and not part.notes and state == before:
                continue
            last = part.resolutions[-1] if part.resolutions and scene is not Scene.END else None
            frame = Frame(
                word, scene, before, state, heard=part.heard, resolution=last, notes=part.notes
            )
            shown.append(frame)
            before = state
        if not is_read:
            shown.append(Frame(word, Scene.WORD, before, before))
    return shown


def note(frame: Frame, entity: Entity | None, name: Callable[[str], str]) -> str:
    """Describe a frame in a sentence; `entity` is what the expression heard realizes in the end."""
    heard, resolution = frame.heard, frame.resolution
    if frame.scene is Scene.SEGMENT:
        return "The list is carried over." if frame.state else "The list is emptied."
    if frame.scene is Scene.END:
        stay = {element.entity for element in frame.state}
        gone = [name(element.entity) for element in frame.before if element.entity not in stay]
        if not gone:
            return "The list is put in order."
        return f"{together(gone, MOST_NAMED)} {'leaves' if len(gone) == 1 else 'leave'} the list."
    if frame.scene is Scene.LOOK_UP and resolution:
        said = f"“{resolution.pronoun.text}”"
        if resolution.instead_of and heard:
            return f"{said} is resolved again: its antecedent follows it, “{heard.text}”."
        if not heard:
            return f"{said} is resolved at the end of the utterance."
        if resolution.confidence is not None:
            return f"{said} is a pronoun: every element is tested, and those that pass are weighed."
        return f"{said} is a pronoun: the elements are tested until one passes."
    return _update(frame, heard, entity, name) if heard else ""


def _update(
    frame: Frame, heard: ReferringExpression, entity: Entity | None, name: Callable[[str], str]
) -> str:
    said = f"“{heard.text}”"
    if heard.kind is Kind.ELLIPSIS:
        said = f"{EPSILON}, the subject that “{frame.word.form}” leaves unspoken,"
    is_known = frame.resolution or not heard.is_pronoun
    for rank, element in enumerate(frame.state if is_known else (), start=1):
        if element.entity == entity:
            status = f"{SPELLED[element.familiarity]} ({element.status.name})"
            return f"{said} realizes {name(entity)}, now {status}, at rank {rank}."
    if frame.resolution and frame.resolution.label is Label.PLEONASTIC:
        return f"{said} refers to nothing, and is not added to the list."
    return f"{said} is read."


# As JSON ----------------------------------------------------------------------------------------


def film(found: Interpretation, known: ColouredText) -> dict[str, Json]:
    """Return all frames as values for JSON; entities are given by their numbers.

    A word that changes nothing is 0. Any other frame is a list without empty values at its end:
    words since the last frame, scene, sentence, change of the list (from where, how many are
    removed, and the elements inserted), test, notes.
    """
    shot = frames(found)
    elements: dict[Element, int] = {}
    numbers: dict[int, int] = {}  # by identity: frames share their elements
    for element in (element for frame in shot for element in frame.state):
        if id(element) not in numbers:
            numbers[id(element)] = elements.setdefault(element, len(elements))
    tests = {id(frame.resolution): frame.resolution for frame in shot if frame.resolution}
    test_numbers = {one: n for n, one in enumerate(tests)}
    outcomes: dict[str, int] = {}
    heard = (step.word for step in found.steps if step.word)
    places = {(word.utterance.number, word.number): n for n, word in enumerate(heard)}
    name = spelled_in(found, capitals)
    values, word, before = list[Json](), NONE, list[int]()
    for frame in shot:
        here, state = places[frame.word.utterance.number, frame.word.number], before
        if frame.state is not frame.before:
            state = [numbers[id(element)] for element in frame.state]
        entity = known.realized.get(frame.heard.id, frame.heard.entity) if frame.heard else None
        parts: list[Json] = [
            here - word,
            SCENES.index(frame.scene),
            printable(note(frame, entity, name)),
            _change(before, state),
            test_numbers.get(id(frame.resolution), NONE),
            *(printable(str(one)) for one in frame.notes),
        ]
        while parts[-1] in ("", None, NONE):
            parts.pop()
        values.append(0 if parts == [1, 0] else parts)
        word, before = here, state
    called = called_in(found)
    return {
        "names": [called.name(entity) for entity in known.numbers],
        "hues": [known.hues.get(entity) for entity in known.numbers],
        "elements": [
            [
                known.numbers[x.entity],
                str(x.familiarity),
                x.status.name,
                printable(x.expression.text),
            ]
            for x in elements
        ],
        "tests": [
            [
                asked(one),
                places.get((one.pronoun.utterance, one.pronoun.own_words[0]), NONE),
                _tests(at_hand(one), known, outcomes),
            ]
            for one in tests.values()
        ],
        "outcomes": list(outcomes),
        "scenes": list(map(str, SCENES)),
        "frames": values,
    }


def _change(before: Sequence[int], now: Sequence[int]) -> Json:
    if before == now:
        return None
    length = min(len(before), len(now))
    same = next((n for n in range(length) if before[n] != now[n]), length)
    behind = range(1, length - same + 1)
    rest = next((n - 1 for n in behind if before[-n] != now[-n]), length - same)
    return [same, len(before) - same - rest, *now[same : len(now) - rest]]


def _tests(resolution: Resolution, known: ColouredText, outcomes: dict[str, int]) -> Json:
    """Return the tested entities, grouped by outcome and by how many states back they are."""
    runs = groupby(tested(resolution), key=lambda one: (one.outcome, one.states_back))
    tries: list[Json] = []
    for (outcome, back), several in runs:
        entities = (known.numbers[one.entity] for one in several if one.entity)
        tries.append([outcomes.setdefault(outcome, len(outcomes)), back, *entities])
    # Weighed candidates come last in a resolution, the heaviest at the end: here first.
    return tries[::-1] if resolution.confidence is not None else tries


# As a page --------------------------------------------------------------------------------------


def html(found: Interpretation, *, title: str = "") -> Page:
    """Write one HTML page: the text in colours, and the list word by word."""
    known, (name, summary) = coloured(found, listed(found)), caption_of(found.algorithm)
    utterances = list(_text(found, known))
    about = [
        number_and(len(utterances), "utterance"),
        number_and(len(found.resolutions), "pronoun"),
        f"algorithm {found.algorithm}" if found.algorithm else "",
        f"profile {found.profile}" if found.profile else "",
    ]
    frames_as_json = as_json(film(found, known), separators=(",", ":"))
    return page(
        "trace",
        title=escaped(title or found.discourse.name or "A trace"),
        summary=escaped(" · ".join(filter(None, about))),
        text="\n".join(utterances),
        list=escaped(name),
        order=escaped(summary),
        epsilon=f" {EPSILON} is a subject that is left unspoken." if known.ellipses else "",
        footer=escaped(FOOTER),
        film=frames_as_json.replace("<", "\\u003c"),  # safe inside a script element
    )


def _text(found: Interpretation, known: ColouredText) -> Iterator[str]:
    """Yield the utterances, their expressions in the colours of their entities."""
    starts = segment_starts(found)
    spoken = (e for e in found.expressions if e.is_pronoun and e.is_spoken)
    pronouns = {(e.utterance, n) for e in spoken for n in e.own_words}
    for utterance, steps in by_utterance(found):
        number, written = utterance.number, ""
        for here in ((number, word.number) for word, _ in steps):
            if here in known.ellipses:
                written += _opened(known.ellipses[here], known, "m eps") + f"{EPSILON}</span> "
            covering = known.mentions.get(here)
            if covering and covering.first == here[1]:
                written += _opened(covering.entity, known)
            kinds = '"w pronoun"' if here in pronouns else "w"
            written += f"<span class={kinds}>{escaped(utterance.forms[here[1] - 1])}</span>"
            if covering and covering.last == here[1]:
                written += "</span>"
            written += " " * bool(utterance.spaces[here[1] - 1])
        kinds = classes("paragraph" * utterance.begins_paragraph, "heading" * utterance.is_heading)
        rule = '<div class="segment">new segment</div>\n' if number in starts else ""
        name = f'<span class="label">{escaped(label(utterance))}</span>'
        yield f"{rule}<p{kinds}>{name}<span>{written.strip()}</span></p>"


def _opened(entity: str, known: ColouredText, kinds: str = "m") -> str:
    hue = known.hues.get(entity)
    style = "" if hue is None else f' style="--h:{hue}"'
    return f'<span class="{kinds}" data-e="{known.numbers[entity]}"{style}>'


# For the studio ---------------------------------------------------------------------------------


def studio(found: Interpretation, nothing: Collection[WordPlace] = ()) -> dict[str, Json]:
    """Return what the studio shows; `nothing` are words corrected to refer to nothing.

    Entities are given by their index in "entities", words by utterance and number.
    """
    shown, (name, order) = _Studio(found, nothing), caption_of(found.algorithm)
    pronouns, resolutions = shown.pronouns(), found.resolutions
    heard = Counter(str(e.entity) for e in found.expressions if e.id not in shown.pleonastic)
    return {
        "algorithm": found.algorithm,
        "profile": found.profile,
        "problems": [str(problem) for problem in found.problems],
        "summary": {
            "words": sum(map(len, found.discourse.utterances)),
            "pronouns": len(resolutions),
            "resolved": sum(bool(one.antecedent) for one in resolutions),
        },
        "list": {"name": name, "order": order},
        "segments": [*sorted(segment_starts(found))],
        "utterances": [
            {
                "number": one.number,
                "label": label(one),
                "speaker": one.speaker,
                "begins": "heading" if one.is_heading else "paragraph" * one.begins_paragraph,
                "words": list(one.forms),
                "spaces": list(one.spaces),
            }
            for one in found.discourse.utterances
        ],
        "entities": [
            {
                "id": x,
                "name": shown.called.name(x),
                "hue": shown.known.hues.get(x),
                "times": heard[x],
            }
            for x in shown.known.numbers
        ],
        "mentions": shown.mentions({place: n for n, place in enumerate(pronouns)}),
        "pronouns": list(pronouns.values()),
        "film": film(found, shown.known),
    }


class _Studio:
    def __init__(self, found: Interpretation, nothing: Collection[WordPlace]) -> None:
        self.found, self.places = found, places_of(found.discourse)
        self.known, self.called = coloured(found, listed(found)), called_in(found)
        empty = (one.pronoun for one in found.resolutions if one.label is Label.PLEONASTIC)
        self.pleonastic = {one.id for one in empty}
        self.nothing = [place for place in nothing if self.places.has(place)]

    def _number(self, entity: Entity | None) -> int | None:
        return None if entity is None else self.known.numbers.get(entity)

    def mentions(self, pronouns: Mapping[WordPlace, int]) -> list[Json]:
        """Return everything with words that refers, and words corrected to refer to nothing."""
        lengths = {one.number: len(one) for one in self.found.discourse.utterances}
        heard = [e for e in self.found.expressions if e.head <= lengths.get(e.utterance, 0)]
        said = [
            (e, e.words if e.is_spoken else range(e.head, e.head + 1), str(e.kind)) for e in heard
        ]
        empty = [ReferringExpression("", *place) for place in self.nothing]
        said += [(e, e.words, NOTHING) for e in empty]
        shown: list[Json] = []
        for e, words, kind in sorted(said, key=lambda x: (x[0].utterance, x[1][0], -x[1][-1])):
            place, has_words = (e.utterance, e.head), e.kind not in WORDLESS
            painted = self.known.mentions.get(place) if has_words else None
            is_own = painted is not None and painted.entity == e.entity
            shown.append(
                {
                    "utterance": e.utterance,
                    "first": words[0],
                    "last": words[-1],
                    "head": e.head,
                    "shown": [painted.first, painted.last] if painted and is_own else None,
                    "entity": None if e.id in self.pleonastic else self._number(e.entity),
                    "kind": kind,
                    "pronoun": pronouns.get(place) if has_words else None,
                }
            )
        return shown

    def pronouns(self) -> dict[WordPlace, dict[str, Json]]:
        """Return what is shown of each pronoun, by utterance and word, in text order."""
        shown = dict[WordPlace, dict[str, Json]]()
        for one in map(at_hand, self.found.resolutions):
            shown[one.pronoun.utterance, one.pronoun.head] = {
                **self._pronoun(one.pronoun, one.entity, one.label, self.called.meant(one)),
                "confidence": None if one.confidence is None else round(one.confidence, 3),
                "candidates": [self._number(entity) for entity in chances(one) if entity],
            }
        for e in self.found.expressions:  # I and you, and those that the user resolved
            if e.is_pronoun or e.kind is Kind.SPEAKER:
                name = self.called.best.get(e.entity, "") if e.entity else ""
                told = Label.UNRESOLVED if e.entity is None else Label.RESOLVED
                value = self._pronoun(e, e.entity, told, printable(name or who_speaks(e)))
                shown.setdefault((e.utterance, e.head), value)
        for place in self.nothing:
            utterance, n = self.places.utterance(place[0]), place[1] - 1
            if utterance and (utterance.upos[n] == "PRON" or utterance.relations[n] == "nmod:poss"):
                word = ReferringExpression("", *place)
                shown.setdefault(place, self._pronoun(word, None, NOTHING, NOTHING))
        return {place: shown[place] for place in sorted(shown)}

    def _pronoun(
        self, e: ReferringExpression, entity: Entity | None, told: str, shown: str
    ) -> dict[str, Json]:
        """Return a pronoun that was not weighed, its text as written: “She” for *she*."""
        utterance, words = self.places.utterance(e.utterance), e.own_words
        text = utterance.text_between(words[0], words[-1]) if utterance else ""
        return {
            "utterance": e.utterance,
            "word": e.head,
            "text": printable(text or e.text),
            "entity": self._number(entity),
            "label": str(told),
            "shown": shown,
            "confidence": None,
            "candidates": [],
        }
