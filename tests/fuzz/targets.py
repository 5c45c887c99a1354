"""What is thrown at what: each target makes an input from a seeded random, and checks it.

Target      the two, and a name
TARGETS     every reader, sessions, corrections, knowledge, texts, live text, options, commands

An input is plain JSON, so that a case that fails is kept as it was, whatever becomes of the
mutations. Bytes stand in it as Latin-1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.errors import HearerError
from hearer.formats import FORMATS, brat
from hearer.formats.converting import known, read_as
from hearer.formats.format import Reading
from hearer.model import Discourse
from hearer.session.corrections import read_corrections, write_corrections
from tests.fuzz import commands, options, samples
from tests.fuzz.mutations import mutated, mutated_text, nasty_text
from tests.fuzz.promises import READ_BY_PEOPLE, heard, no_escapes, nothing_lost, read_back, require

Input = dict[str, Any]
REAL = 0.25  # of the files are real ones
MOST_WORDS = 1_500  # that are heard: a mutant of 20,000 words takes its time, and rightly
MOST_TEXT = 1_200  # code points that are parsed; one in twenty texts may be long
MOST_LIVE = 60  # code points that are heard word by word, each with a parse


class Target(NamedTuple):
    """Something to throw at."""

    make: Callable[[Random], Input]
    check: Callable[[Input], None]


def spelled(content: bytes) -> str:
    return content.decode("latin-1")


def as_bytes(text: str) -> bytes:
    return text.encode("latin-1")


# Files ------------------------------------------------------------------------------------------


def _make_file(name: str, random: Random) -> Input:
    own, real = samples.of_format(name), samples.real(name)
    is_real = random.random() < REAL
    sample = random.choice(real if is_real else own)
    given: Input = {
        "content": spelled(mutated(sample, random, own)),
        "to": random.choice(samples.WRITABLE),
        "algorithm": random.choice(ALGORITHMS.names()),
        "seed": random.randrange(1000),
    }
    if name == "brat":
        text = samples.text_beside(sample)
        changed = mutated(text, random, own) if random.random() < 0.3 else text
        given["text"] = spelled(changed)
    return given


def _check_file(name: str, given: Input) -> None:
    content = as_bytes(given["content"])
    for one in known():
        one.sniff(content)
    try:
        reading = _read(name, content, given)
    except HearerError as error:
        no_escapes(str(error), "an error")
        return
    nothing_lost(name, content, reading)
    for to in (name, given["to"]):
        read_back(name, reading, to=to)
    if name != "text":
        _hear_some(reading, given)


def _read(name: str, content: bytes, given: Input) -> Reading:
    if name == "brat":
        return brat.annotated(as_bytes(given["text"]), content, "given.ann")
    return read_as(FORMATS.find(name), content, "given")


def _hear_some(reading: Sequence[Discourse], given: Input) -> None:
    few = [one for one in reading if sum(map(len, one.utterances)) <= MOST_WORDS]
    for discourse in few[:1]:
        try:
            heard(discourse, Random(given["seed"]), algorithm=given["algorithm"])
        except HearerError as error:
            no_escapes(str(error), "an error")


# Sessions ---------------------------------------------------------------------------------------


def _make_session(random: Random) -> Input:
    stored = samples.sessions()
    one = random.choice(stored)
    others = [random.choice(stored).encode()]
    return {"session": mutated_text(one, random, [other.decode() for other in others])}


def _check_session(given: Input) -> None:
    try:
        session = hearer.Session.from_json(given["session"])
    except HearerError as error:
        no_escapes(str(error), "an error")
        return
    session.hear(samples.rest_of_story(), speaker="Ben")
    again = hearer.Session.from_json(session.to_json())
    again.hear(samples.story().utterances[:1], speaker="Anna")


# Corrections and knowledge ----------------------------------------------------------------------


def _make_corrections(random: Random) -> Input:
    suffix = random.choice((".tsv", ".json"))
    own = samples.corrections()[suffix]
    changed = mutated(random.choice(own).encode(), random, [one.encode() for one in own])
    return {"content": spelled(changed), "suffix": suffix}


def _check_corrections(given: Input) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "given").with_suffix(given["suffix"])
        path.write_bytes(as_bytes(given["content"]))
        try:
            found = read_corrections(path)
        except HearerError as error:
            no_escapes(str(error), "an error")
            return
        for suffix in (".tsv", ".json"):
            again = Path(folder, "again").with_suffix(suffix)
            write_corrections(found, again)
            last = {(one.utterance, one.word): one for one in found}
            require(
                sorted(read_corrections(again), key=_place) == sorted(last.values(), key=_place),
                f"other corrections are read back from {suffix}",
            )
    _hear_with(hearer.Knowledge(corrections=found))


def _place(correction: hearer.Correction) -> tuple[int, int]:
    return correction.utterance, correction.word


def _hear_with(knowledge: hearer.Knowledge) -> None:
    try:
        found = hearer.resolve(samples.story(), knowledge=knowledge)
        no_escapes(hearer.trace(found), "the trace")
        session = hearer.Session(knowledge=knowledge)
        session.hear(samples.story().utterances[:2])
        hearer.Session.from_json(session.to_json()).hear(samples.rest_of_story())
    except HearerError as error:
        no_escapes(str(error), "an error")


def _make_knowledge(random: Random) -> Input:
    def number() -> int:
        return random.choice((-1, 0, 1, 2, 3, 5, 7, 99, 10**30))

    def word() -> str:
        return random.choice(
            ("Anna", "Rome", "judge", "she", "it", "@1.5", "-", nasty_text(random))
        )

    def forms() -> str:
        return random.choice(("they/them", "xe/xem", "she/they", "", "/", nasty_text(random)))

    return {
        "pronouns": {word(): forms() for _ in range(random.randrange(3))},
        "given": [
            [number(), number(), number(), random.choice(("GPE", "PERSON", word())), word()]
            for _ in range(random.randrange(3))
        ],
        "corrections": [[number(), number(), word()] for _ in range(random.randrange(4))],
        "speakers": [word() for _ in range(random.randrange(3))],
        "name_gender": random.choice((True, False)),
    }


def _check_knowledge(given: Input) -> None:
    try:
        knowledge = hearer.Knowledge(
            pronouns=given["pronouns"],
            given=tuple(hearer.Given(*one) for one in given["given"]),
            corrections=tuple(hearer.Correction(*one) for one in given["corrections"]),
            speakers=tuple(given["speakers"]),
            name_gender=given["name_gender"],
        )
    except HearerError:
        return
    _hear_with(knowledge)


# Texts ------------------------------------------------------------------------------------------


def _make_text(random: Random) -> Input:
    texts = samples.texts()
    text = mutated_text(random.choice(texts), random, texts)
    most = MOST_TEXT if random.random() < 0.95 else len(text)
    return {"text": text[:most], "algorithm": random.choice(ALGORITHMS.names())}


def _check_text(given: Input) -> None:
    text, algorithm = given["text"], given["algorithm"]
    try:
        found = hearer.resolve(str(text), algorithm=algorithm)
    except HearerError as error:
        no_escapes(str(error), "an error")
        return
    require(found.discourse.text == text, "the text was lost")
    hearer.write(found, to="json")
    for to in READ_BY_PEOPLE:
        no_escapes(hearer.write(found, to=to), to)
    rewriting = hearer.rewrite(found)
    require(isinstance(rewriting.text, str), "nothing was rewritten")


def _make_live(random: Random) -> Input:
    texts = samples.texts()
    text = mutated_text(random.choice(texts), random, texts)
    size = random.choice((1, 2, 7, 50, 10_000))
    start = random.randrange(max(len(text) - MOST_LIVE, 1))
    return {"text": text[start : start + MOST_LIVE], "size": size}


def _check_live(given: Input) -> None:
    text, size = given["text"], given["size"]
    try:
        listener = hearer.Listener()
        pieces = [text[n : n + size] for n in range(0, len(text), size)]
        written = [one.written for piece in pieces for one in listener.hear(piece)]
        written += [one.written for one in listener.finish()]
    except HearerError as error:
        no_escapes(str(error), "an error")
        return
    require("".join(written) == text, "the listener lost some text")


# Options and commands ---------------------------------------------------------------------------


def _check_options(given: Input) -> None:
    try:
        found = hearer.resolve(
            samples.story(), algorithm=given["algorithm"], **options.values(given["options"])
        )
        hearer.trace(found)
    except HearerError as error:
        no_escapes(str(error), "an error")


READERS = {
    f"read-{name}": Target(partial(_make_file, name), partial(_check_file, name))
    for name in samples.READABLE
}
TARGETS: dict[str, Target] = {
    **READERS,
    "session": Target(_make_session, _check_session),
    "corrections": Target(_make_corrections, _check_corrections),
    "knowledge": Target(_make_knowledge, _check_knowledge),
    "text": Target(_make_text, _check_text),
    "live": Target(_make_live, _check_live),
    "options": Target(options.make, _check_options),
    "command": Target(commands.make, commands.check),
}


# The number of a case tells its target by turns; sessions are many things in one.
TURNS = (*TARGETS, "session", "session", "options", "command")


def input_of(target: str, number: int) -> Input:
    """The input of a case: nothing but the target and the number decide."""
    given = TARGETS[target].make(Random(f"{target} {number}"))
    return json.loads(json.dumps(given))  # type: ignore[no-any-return]
