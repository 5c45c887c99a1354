"""The run of an algorithm frame by frame: JSON for the studio, and the HTML page of a trace."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from itertools import groupby
from typing import NamedTuple, TypeAlias

from hearer.harmless import as_json, number_and, printable
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
from hearer.once import Once
from hearer.report.html import Page, classes, escaped, page
from hearer.views.colours import ColouredText, coloured, listed
from hearer.views.reasons import is_weighed, weights
from hearer.views.trace import EPSILON, blocks, by_utterance, segment_starts
from hearer.views.words import (
    SPELLED,
    asked,
    at_hand,
    capitals,
    label,
    spelled_in,
    tested,
)

Json: TypeAlias = "float | str | list[Json] | dict[str, Json] | None"
NONE = -1  # no test
LONG = 200_000  # characters that are worth compressing
MOST_NAMED = 5  # entities that leave the list
MOST_OF_THE_TABLE = 250_000  # characters: every row has a list of dozens of elements


# Captions of the list ---------------------------------------------------------------------------


class Caption(NamedTuple):
    """The list of an algorithm: name, order, and why an element leaves it after an utterance.

    `waits` is true if the algorithm resolves an utterance only at its end.
    """

    name: str
    order: str
    left: str = ""
    waits: bool = False


NOT_REALIZED, TOO_OLD = "not realized in this utterance", "too far back"
BY_STATUS = "by information status (hearer-old, mediated, hearer-new), then"
BY_ROLE = Caption(
    "Cf, the forward-looking centers of the last utterance read",
    "by grammatical role: subject, object, others",
    waits=True,
)
FOCI = "The foci, and what may become one"
PREVIOUS = "What the previous utterance offers"
SEARCHED = {
    "hobbs": "this sentence and the one before, left to right; the tree decides on the steps",
    "lrc": "this utterance from left to right, then Cf of the one before",
    "lrc-f": "this utterance, what precedes the subject last, then Cf of the one before",
    "lrc-p": "this utterance, pronouns first, what precedes the subject last, then the one before",
    "most-recent": "the nearest first",
    "parallelism": "the nearest first; only what has the pronoun's grammatical function is tested",
    "random": "each utterance in an order drawn at random",
}
CAPTIONS = {
    **dict.fromkeys(("bfp", "bfp-carter", "bfp-kameyama", "kameyama"), BY_ROLE),
    **{name: Caption("The order of search", order, TOO_OLD) for name, order in SEARCHED.items()},
    "functional-centering": Caption(
        "Cf, the forward-looking centers of the utterance so far", f"{BY_STATUS} by position"
    ),
    "lappin-leass": Caption(
        "The most salient entities", "by salience, which halves with each sentence", TOO_OLD
    ),
    "previous-first": Caption(PREVIOUS, "its first noun phrase, and nothing else", TOO_OLD),
    "previous-subject": Caption(PREVIOUS, "its subject, and nothing else", TOO_OLD),
    "raft-rapr": Caption(FOCI, "subject focus, current focus, then the potential ones", waits=True),
    "s-list": Caption(
        "The S-list",
        f"{BY_STATUS} the latest utterance first, and in it from left to right",
        NOT_REALIZED,
    ),
    "s-list-tetreault": Caption(
        "The S-list",
        "by information status, told by determiners alone, then the latest utterance first",
        NOT_REALIZED,
    ),
    "sidner": Caption(FOCI, "discourse focus first, then actor focus", waits=True),
    "ssk": Caption(
        "The stock of shared knowledge", "the most activated first", TOO_OLD, waits=True
    ),
    "weighted-s-list": Caption(
        "The weighted S-list",
        "by how often what has such a form and role is taken up again, less for every sentence "
        "since",
        "not realized for some utterances",
    ),
}


def caption_of(algorithm: str) -> Caption:
    """Return the caption of an algorithm's list, a general one for a plug-in.

    >>> caption_of("s-list").name, caption_of("my-own").name
    ('The S-list', 'The list of my-own')
    """
    return CAPTIONS.get(algorithm) or Caption(
        f"The list of {algorithm}" if algorithm else "The list", "as the algorithm orders it"
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What happens at a word, and the list before and after it.

    A pronoun has two frames: the look-up (step 1a), with the list as it was, and the update (1b).
    """

    word: Word
    scene: Scene
    state: tuple[Element, ...] = ()
    before: tuple[Element, ...] = ()
    heard: ReferringExpression | None = None
    resolution: Resolution | None = None
    notes: tuple[Note, ...] = ()


def frames(found: Interpretation) -> tuple[Frame, ...]:
    """Return all frames, in order."""
    shown: list[Frame] = []
    for word, step in (pair for _, steps in by_utterance(found) for pair in steps):
        for frame in _at(word, step):
            before = shown[-1].state if shown else ()
            is_news = frame.notes or frame.state != before
            if frame.scene in {Scene.WORD, Scene.LOOK_UP}:
                shown.append(replace(frame, state=before, before=before))
            elif frame.scene not in {Scene.END, Scene.SEGMENT} or is_news:
                shown.append(replace(frame, before=before))
    return tuple(shown)


def _at(word: Word, step: Step) -> Iterator[Frame]:
    is_read = False
    for part in step.parts:
        is_unspoken = part.heard is not None and not part.heard.is_spoken
        scene = Scene.UNSPOKEN if is_unspoken else SCENE_OF[part.event]
        if scene is Scene.END and not is_read:
            yield Frame(word=word, scene=Scene.WORD)
        is_read = is_read or scene not in {Scene.SEGMENT, Scene.UNSPOKEN}
        for one in part.resolutions:
            yield Frame(word=word, scene=Scene.LOOK_UP, heard=part.heard, resolution=one)
        last = part.resolutions[-1] if part.resolutions and scene is not Scene.END else None
        frame = Frame(word=word, scene=scene, state=part.state, heard=part.heard)
        yield replace(frame, resolution=last, notes=part.notes)
    if not is_read:
        yield Frame(word=word, scene=Scene.WORD)


def note(
    frame: Frame, caption: Caption, entity: Entity | None, name: Callable[[str], str] = capitals
) -> str:
    """Describe a frame in a sentence; `entity` is what the expression heard realizes in the end."""
    if frame.scene is Scene.END:
        return _over(frame, caption, name)
    if frame.scene is Scene.SEGMENT:
        return "The list is emptied." if not frame.state else "The list is carried over."
    if frame.scene is Scene.LOOK_UP and frame.resolution:
        return _look_up(frame, frame.resolution)
    return _update(frame, frame.heard, caption, entity, name) if frame.heard else ""


def _over(frame: Frame, caption: Caption, name: Callable[[str], str]) -> str:
    if caption.waits:
        return "The utterance is over, and is understood as a whole. This is what it leaves."
    stay = {element.entity for element in frame.state}
    gone = [name(element.entity) for element in frame.before if element.entity not in stay]
    if not gone:
        return "The list is put in order." if frame.state != frame.before else "The list stays."
    leave = "leaves the list" if len(gone) == 1 else "leave the list"
    because = f": {caption.left}" if caption.left else ""
    return f"{together(gone, MOST_NAMED)} {leave}{because}."


def _look_up(frame: Frame, resolution: Resolution) -> str:
    said = f"“{resolution.pronoun.text}”"
    if resolution.is_revision and frame.heard:
        return f"{said} was heard before what it stands for, which comes now: “{frame.heard.text}”."
    if not frame.heard:
        return f"{said} had to wait for the end of the utterance."
    if not resolution.attempts:
        return f"{said} is a pronoun, and there is nothing to test."
    if is_weighed(resolution):
        return f"{said} is a pronoun: every element is tested, and those that pass are weighed."
    return f"{said} is a pronoun: the elements are tested until one passes."


def _update(
    frame: Frame,
    heard: ReferringExpression,
    caption: Caption,
    entity: Entity | None,
    name: Callable[[str], str],
) -> str:
    said = f"“{heard.text}”"
    if heard.kind is Kind.ELLIPSIS:
        said = f"{EPSILON}, the subject that “{frame.word.form}” leaves unspoken,"
    if caption.waits:
        return f"{said} is heard; it is understood when the utterance is over."
    for rank, element in enumerate(frame.state, start=1):
        if element.entity == entity:
            status = f"{SPELLED[element.familiarity]} ({element.status.name})"
            if element.entity.is_unknown:
                realizes = f"stands on the list for somebody or something not named, {status}"
            else:
                realizes = f"realizes {name(element.entity)}, now {status}"
            return f"{said} {realizes}, at rank {rank}."
    if frame.resolution and frame.resolution.label is Label.PLEONASTIC:
        return f"{said} stands for nothing, and adds nothing to the list."
    return f"{said} is heard, and is not among what is in view."


# As JSON ----------------------------------------------------------------------------------------


def film(
    found: Interpretation, known: ColouredText, *, with_weights: bool = True
) -> dict[str, Json]:
    """Return all frames as values for JSON; entities are given by their numbers.

    A word that changes nothing is 0. Any other frame is a list without empty values at its end:
    words since the last frame, scene, sentence, change of the list (from where, how many are
    removed, and the elements inserted), test, notes. Sentences about weights are compressed if
    they are long.
    """
    shot = frames(found)
    elements: dict[Element, int] = {}
    numbers: dict[int, int] = {}  # by identity: frames share their elements
    for element in (element for frame in shot for element in frame.state):
        if id(element) not in numbers:
            numbers[id(element)] = elements.setdefault(element, len(elements))
    tests = {id(frame.resolution): frame.resolution for frame in shot if frame.resolution}
    computed = [at_hand(one) for one in tests.values()]
    outcomes: Once[str, int] = Once(lambda _: len(outcomes))
    heard = (step.word for step in found.steps if step.word)
    places = {(word.utterance.number, word.number): n for n, word in enumerate(heard)}
    about: list[Json] = [[*_weights(one)] for one in computed if with_weights]
    caption, name = caption_of(found.algorithm), spelled_in(found, capitals)
    values, test_numbers = list[Json](), {one: n for n, one in enumerate(tests)}
    word, before = NONE, list[int]()
    for frame in shot:
        here, state = places[frame.word.utterance.number, frame.word.number], before
        if frame.state is not frame.before:
            state = [numbers[id(element)] for element in frame.state]
        entity = known.realized_by(frame.heard) if frame.heard else None
        parts: list[Json] = [
            here - word,
            SCENES.index(frame.scene),
            printable(note(frame, caption, entity, name)),
            _change(before, state),
            test_numbers.get(id(frame.resolution), NONE),
            *(printable(str(one)) for one in frame.notes),
        ]
        while parts[-1] in ("", None, NONE):
            parts.pop()
        values.append(0 if parts == [1, 0] else parts)
        word, before = here, state
    return {
        "names": [known.names[x] for x in known.numbers],
        "hues": [known.hues.get(x) for x in known.numbers],
        "elements": [
            [
                known.numbers[one.entity],
                str(one.familiarity),
                one.status.name,
                printable(one.expression.text),
            ]
            for one in elements
        ],
        "tests": [
            [
                asked(one),
                places.get((one.pronoun.utterance, one.pronoun.own_words[0]), NONE),
                _tests(one, known, outcomes),
            ]
            for one in computed
        ],
        "weights": packed(about),
        "outcomes": list(outcomes),
        "scenes": list(map(str, SCENES)),
        "frames": values,
    }


def packed(values: list[Json]) -> Json:
    """Return values as they are, or compressed (deflate, base 64) if they are long."""
    written = as_json(values, separators=(",", ":"))
    is_short = len(written) < LONG
    return values if is_short else b64encode(zlib.compress(written.encode())).decode()


def _change(before: Sequence[int], now: Sequence[int]) -> Json:
    if before == now:
        return None
    length = min(len(before), len(now))
    same = next((n for n in range(length) if before[n] != now[n]), length)
    behind = range(1, length - same + 1)
    rest = next((n - 1 for n in behind if before[-n] != now[-n]), length - same)
    return [same, len(before) - same - rest, *now[same : len(now) - rest]]


def _tests(resolution: Resolution, known: ColouredText, outcomes: Once[str, int]) -> Json:
    """Return the tested entities, grouped by outcome and by how many states back they are."""
    runs = groupby(tested(resolution), key=lambda one: (one.outcome, one.states_back))
    tries: list[Json] = [
        [outcomes[outcome], back, *(known.numbers[one.entity] for one in several if one.entity)]
        for (outcome, back), several in runs
    ]
    # Weighed candidates come last in a resolution, the heaviest at the end: here first.
    return tries[::-1] if is_weighed(resolution) else tries


def _weights(resolution: Resolution) -> Iterator[Json]:
    if is_weighed(resolution):
        yield from map(printable, weights(resolution))


# As a page --------------------------------------------------------------------------------------


def html(found: Interpretation, *, title: str = "") -> Page:
    """Write one HTML page: the text in colours, the list word by word, and the paper's table.

    The text and the table need no script. The table of a long text ends after some utterances.
    """
    known, caption = coloured(found, listed(found)), caption_of(found.algorithm)
    utterances = tuple(_text(found, known))
    table, size = list[str](), 0
    for block in blocks(found):
        table.append(block)
        size += len(block)
        if size > MOST_OF_THE_TABLE:
            break
    order = f"{caption.order[:1].upper()}{caption.order[1:]}." if caption.order else ""
    explained = f" {EPSILON} is a subject that is left unspoken." if known.ellipses else ""
    frames_as_json = as_json(film(found, known), separators=(",", ":"))
    return page(
        "trace",
        title=escaped(title or found.discourse.name or "A trace"),
        summary=escaped(_summary(found, len(utterances))),
        text="\n".join(utterances),
        list=escaped(caption.name),
        order=escaped(order),
        epsilon=explained,
        caption=escaped(_caption(found, len(table), len(utterances))),
        table=escape("\n\n".join(table)),
        footer=escaped("Made with hearer, after Strube (1998), “Never Look Back”."),
        film=frames_as_json.replace("<", "\\u003c"),  # safe inside a script element
    )


def _caption(found: Interpretation, shown: int, utterances: int) -> str:
    caption = caption_of(found.algorithm)
    order = f", {caption.order}" if caption.order else ""
    text = f"{caption.name} after each step{order}. Set as Tables 3 to 5 of Strube (1998)."
    if any(map(is_weighed, found.resolutions)):
        text += " Behind each candidate that passes stands what it weighs."
    if shown < utterances:
        text += f" Shown are the first {shown} of {utterances} utterances; the steps above go on."
    return text


def _summary(found: Interpretation, utterances: int) -> str:
    pronouns, lost = len(found.resolutions), len(found.unresolved)
    words = [
        number_and(utterances, "utterance"),
        number_and(pronouns, "pronoun") + (f", {lost} without antecedent" if lost else ""),
        f"algorithm {found.algorithm}" if found.algorithm else "",
        f"profile {found.profile}" if found.profile else "",
    ]
    return " · ".join(filter(None, words))


def _text(found: Interpretation, known: ColouredText) -> Iterator[str]:
    """Yield the utterances, their expressions in the colours of their entities."""
    starts, forms = segment_starts(found), Once[str, str](lambda form: escaped(printable(form)))
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
            written += f"<span class={kinds}>{forms[utterance.forms[here[1] - 1]]}</span>"
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
