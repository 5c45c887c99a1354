"""The film as JSON: what the script of the page is given.

    script    all frames, safe inside a script element

A word that is only read is a 0. Any other frame is a list, of which what is empty at its end is left
out: how many words it is further on than the one before; which scene; the sentence about it; how
the list comes from the one before (from where on what is left out, and what put in); what was
tested; and the algorithm's own notes. So ten thousand words, each with its list, are a megabyte or
two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import TypeAlias

from hearer.harmless import as_json
from hearer.model import Element, Interpretation, Resolution
from hearer.once import Once
from hearer.report.styles import printable
from hearer.views.trace.captions import caption_of
from hearer.views.trace.colours import ColouredText
from hearer.views.trace.film import Frame, Scene, Told, frames, note
from hearer.views.why_weighed import is_weighed, weights
from hearer.views.words import asked, at_hand, tested

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
NONE = -1  # no test


def script(found: Interpretation, known: ColouredText) -> str:
    """All frames as JSON that is safe inside a script element."""
    shot = frames(found)
    elements, numbers = _numbered(shot)
    tests = {id(frame.resolution): frame.resolution for frame in shot if frame.resolution}
    outcomes: Once[str, int] = Once(lambda _: len(outcomes))
    film: Json = {
        "names": [known.names[x] for x in known.numbers],
        "hues": [known.hues.get(x) for x in known.numbers],
        "elements": [_element(element, known) for element in elements],
        "tests": [_tests(at_hand(one), known, outcomes) for one in tests.values()],
        "outcomes": list(outcomes),
        "scenes": list(map(str, Scene)),
        "frames": list(_frames(found, shot, known, numbers)),
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


# Frames ---------------------------------------------------------------------------------------


def _frames(
    found: Interpretation, shot: Sequence[Frame], known: ColouredText, numbers: dict[int, int]
) -> Iterator[Json]:
    caption = caption_of(found.algorithm)
    places = {one: n for n, one in enumerate(dict.fromkeys(_resolved(shot)))}
    word, before = NONE, list[int]()
    for frame in shot:
        here = known.words[frame.word.utterance.number, frame.word.number]
        state = before
        if frame.state is not frame.before:
            state = [numbers[id(element)] for element in frame.state]
        told = Told(caption, frame.heard and known.realized_by(frame.heard))
        parts: list[Json] = [
            here - word,
            list(Scene).index(frame.scene),
            printable(note(frame, told)),
            _change(before, state),
            places.get(id(frame.resolution), NONE),
            *(printable(str(one)) for one in frame.notes),
        ]
        yield _short(parts)
        word, before = here, state


def _resolved(shot: Sequence[Frame]) -> Iterator[int]:
    return (id(frame.resolution) for frame in shot if frame.resolution)


def _short(parts: list[Json]) -> Json:
    while parts[-1] in ("", None, NONE):
        parts.pop()
    return 0 if parts == [1, 0] else parts


def _change(before: Sequence[int], now: Sequence[int]) -> Json:
    """How a list comes from the one before: from where on what is left out, and what put in."""
    if before == now:
        return None
    length = min(len(before), len(now))
    same = next((n for n in range(length) if before[n] != now[n]), length)
    behind = range(1, length - same + 1)
    rest = next((n - 1 for n in behind if before[-n] != now[-n]), length - same)
    return [same, len(before) - same - rest, *now[same : len(now) - rest]]


# Tests ----------------------------------------------------------------------------------------


def _tests(resolution: Resolution, known: ColouredText, outcomes: Once[str, int]) -> Json:
    """The pronoun and its word; the entities tested, by what came of it; and why."""
    place = (resolution.pronoun.utterance, resolution.pronoun.words[0])
    runs = groupby(tested(resolution), key=lambda one: (one.outcome, one.states_back))
    tries: list[Json] = [
        [outcomes[outcome], back, *(known.numbers[one.entity] for one in several if one.entity)]
        for (outcome, back), several in runs
    ]
    if not is_weighed(resolution):
        return [asked(resolution), known.words.get(place, NONE), tries]
    tries.reverse()  # those that were weighed are told last, the heaviest at the end: here first
    why: list[Json] = [printable(sentence) for sentence in weights(resolution)]
    return [asked(resolution), known.words.get(place, NONE), tries, *why]
