"""The film as JSON: what the scripts of pages are given.

    film      all frames, as values for JSON
    script    the same as text, safe inside a script element
    packed    what is long, as one string

A word that is only read is a 0. Any other frame is a list without what is empty at its end: how
many words it is further on than the one before; which scene; the sentence about it; how the list
comes from the one before (from where on what is left out, and what put in); what was tested; and
the algorithm's own notes. So ten thousand words, each with its list, are a megabyte or two. What
candidates weigh is told in whole sentences, apart: of a long text they are packed, to a sixth.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple, TypeAlias

from hearer.harmless import as_json
from hearer.model import Element, Interpretation, Resolution
from hearer.once import Once
from hearer.report.styles import printable
from hearer.views.colours import ColouredText
from hearer.views.reasons import is_weighed
from hearer.views.reasons import weights as weights_of
from hearer.views.trace.captions import Caption, caption_of
from hearer.views.trace.film import Frame, Scene, Telling, frames, note
from hearer.views.words import asked, at_hand, capitals, spelled_in, tested

Json: TypeAlias = "float | str | list[Json] | dict[str, Json] | None"
WordNumbers = Mapping[tuple[int, int], int]  # the how many-th each word is of all
NONE = -1  # no test
LONG = 200_000  # letters that are worth packing
SCENES = tuple(Scene)


def script(found: Interpretation, known: ColouredText) -> str:
    """All frames as JSON that is safe inside a script element."""
    return as_json(film(found, known), separators=(",", ":")).replace("<", "\\u003c")


def film(found: Interpretation, known: ColouredText, *, weights: bool = True) -> dict[str, Json]:
    """All frames, with the sentences about `weights`; entities are told by their numbers."""
    shot = frames(found)
    elements, numbers = _numbered(shot)
    tests = {id(frame.resolution): frame.resolution for frame in shot if frame.resolution}
    told = [at_hand(one) for one in tests.values()]
    outcomes: Once[str, int] = Once(lambda _: len(outcomes))
    heard = (step.word for step in found.steps if step.word)
    places = {(word.utterance.number, word.number): n for n, word in enumerate(heard)}
    name = spelled_in(found, capitals)
    shared = _Film(caption_of(found.algorithm), name, known, places=places, numbers=numbers)
    return {
        "names": [known.names[x] for x in known.numbers],
        "hues": [known.hues.get(x) for x in known.numbers],
        "elements": [_element(element, known) for element in elements],
        "tests": [
            [
                asked(one),
                places.get((one.pronoun.utterance, one.pronoun.own_words[0]), NONE),
                _tests(one, known, outcomes),
            ]
            for one in told
        ],
        "weights": packed([list(_weights(one)) for one in told if weights]),
        "outcomes": list(outcomes),
        "scenes": list(map(str, SCENES)),
        "frames": list(_frames(shot, shared)),
    }


def packed(values: list[Json]) -> Json:
    """Values as they are; many as one string: deflated, in base 64, as browsers unpack it."""
    written = as_json(values, separators=(",", ":"))
    is_short = len(written) < LONG
    return values if is_short else b64encode(zlib.compress(written.encode())).decode()


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


class _Film(NamedTuple):
    """What all frames share: the list's caption, who is who, and numbers of words and elements."""

    caption: Caption
    name: Callable[[str], str]
    known: ColouredText
    places: WordNumbers
    numbers: Mapping[int, int]


def _frames(shot: Sequence[Frame], film: _Film) -> Iterator[Json]:
    tests = {one: n for n, one in enumerate(dict.fromkeys(_resolved(shot)))}
    word, before = NONE, list[int]()
    for frame in shot:
        here = film.places[frame.word.utterance.number, frame.word.number]
        state = before
        if frame.state is not frame.before:
            state = [film.numbers[id(element)] for element in frame.state]
        entity = film.known.realized_by(frame.heard) if frame.heard else None
        parts: list[Json] = [
            here - word,
            SCENES.index(frame.scene),
            printable(note(frame, Telling(film.caption, entity, film.name))),
            _change(before, state),
            tests.get(id(frame.resolution), NONE),
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
    """The entities tested, by what came of it and how many states back."""
    runs = groupby(tested(resolution), key=lambda one: (one.outcome, one.states_back))
    tries: list[Json] = [
        [outcomes[outcome], back, *(known.numbers[one.entity] for one in several if one.entity)]
        for (outcome, back), several in runs
    ]
    # Those that were weighed are told last, the heaviest at the end: here first.
    return tries[::-1] if is_weighed(resolution) else tries


def _weights(resolution: Resolution) -> Iterator[Json]:
    """What those left weigh, and why."""
    if is_weighed(resolution):
        yield from map(printable, weights_of(resolution))
