"""Targets: each makes an input from a seeded random, and checks it.

An input is plain JSON, so that a case that fails can be stored. Bytes are spelled in Latin-1.
"""

from __future__ import annotations

import json
from collections.abc import Callable
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
from hearer.session.corrections import read_corrections, write_corrections
from tests.fuzz import commands, options, samples
from tests.fuzz.mutations import mutated, mutated_text, nasty_text
from tests.fuzz.promises import READ_BY_PEOPLE, heard, no_escapes, nothing_lost, read_back, require

Input = dict[str, Any]
REAL = 0.25  # of the files are real ones
MOST_WORDS = 1_500  # that are resolved
MOST_TEXT = 1_200  # code points that are parsed; one in twenty texts may be long
MOST_LIVE = 60  # code points that are resolved word by word, each with a parse


class Target(NamedTuple):
    """How an input is made, and what is done with it; a HearerError is an answer."""

    make: Callable[[Random], Input]
    attempt: Callable[[Input], None]

    def check(self, given: Input) -> None:
        try:
            self.attempt(given)
        except HearerError as error:
            no_escapes(str(error), "an error")


def _make_file(name: str, random: Random) -> Input:
    own = samples.of_format(name)
    sample = random.choice(samples.real(name) if random.random() < REAL else own)
    given: Input = {
        "content": mutated(sample, random, own).decode("latin-1"),
        "to": random.choice(samples.WRITABLE),
        "algorithm": random.choice(ALGORITHMS.names()),
        "seed": random.randrange(1000),
    }
    if name == "brat":
        text = samples.text_beside(sample)
        changed = mutated(text, random, own) if random.random() < 0.3 else text
        given["text"] = changed.decode("latin-1")
    return given


def _check_file(name: str, given: Input) -> None:
    content = given["content"].encode("latin-1")
    for one in known():
        one.sniff(content)
    if name == "brat":
        reading = brat.annotated(given["text"].encode("latin-1"), content, "given.ann")
    else:
        reading = read_as(FORMATS.find(name), content, "given")
    nothing_lost(name, content, reading)
    for to in (name, given["to"]):
        read_back(name, reading, to=to)
    for document in reading[:1] if name != "text" else ():
        if sum(map(len, document.utterances)) <= MOST_WORDS:
            heard(document, Random(given["seed"]), algorithm=given["algorithm"])


def _make_session(random: Random) -> Input:
    stored = samples.sessions()
    return {"session": mutated_text(random.choice(stored), random, [random.choice(stored)])}


def _check_session(given: Input) -> None:
    session = hearer.Session.from_json(given["session"])
    try:
        session.hear(samples.story().utterances[2:], speaker="Ben")
        again = hearer.Session.from_json(session.to_json())
        again.hear(samples.story().utterances[:1], speaker="Anna")
    except HearerError as error:
        raise AssertionError("a session that was restored does not go on") from error


def _make_corrections(random: Random) -> Input:
    suffix = random.choice((".tsv", ".json"))
    own = samples.SAMPLES.joinpath(f"corrections{suffix}").read_bytes()
    return {"content": mutated(own, random, [own]).decode("latin-1"), "suffix": suffix}


def _check_corrections(given: Input) -> None:
    def place(correction: hearer.Correction) -> tuple[int, int]:
        return correction.utterance, correction.word

    with TemporaryDirectory() as folder:
        path = Path(folder, "given").with_suffix(given["suffix"])
        path.write_bytes(given["content"].encode("latin-1"))
        found = read_corrections(path)
        last = sorted({place(one): one for one in found}.values(), key=place)
        for suffix in (".tsv", ".json"):
            again = Path(folder, "again").with_suffix(suffix)
            write_corrections(found, again)
            is_same = sorted(read_corrections(again), key=place) == last
            require(is_same, f"other corrections are read back from {suffix}")
    _resolve_with(hearer.Knowledge(corrections=found))


def _resolve_with(knowledge: hearer.Knowledge) -> None:
    found = hearer.resolve(samples.story(), knowledge=knowledge)
    no_escapes(hearer.trace(found), "the trace")
    session = hearer.Session(knowledge=knowledge)
    session.hear(samples.story().utterances[:2])
    hearer.Session.from_json(session.to_json()).hear(samples.story().utterances[2:])


def _make_knowledge(random: Random) -> Input:
    def number() -> int:
        return random.choice((-1, 0, 1, 2, 3, 5, 7, 99, 10**30))

    def word() -> str:
        words = ("Anna", "Rome", "judge", "she", "it", "@1.5", "-", nasty_text(random))
        return random.choice(words)

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
    knowledge = hearer.Knowledge(
        pronouns=given["pronouns"],
        given=tuple(hearer.Given(*one) for one in given["given"]),
        corrections=tuple(hearer.Correction(*one) for one in given["corrections"]),
        speakers=tuple(given["speakers"]),
        name_gender=given["name_gender"],
    )
    _resolve_with(knowledge)


def _make_text(random: Random) -> Input:
    text = mutated_text(random.choice(samples.texts()), random, samples.texts())
    most = MOST_TEXT if random.random() < 0.95 else len(text)
    return {"text": text[:most], "algorithm": random.choice(ALGORITHMS.names())}


def _check_text(given: Input) -> None:
    found = hearer.resolve(str(given["text"]), algorithm=given["algorithm"])
    require(found.discourse.text == given["text"], "the text was lost")
    hearer.write(found, to="json")
    for to in READ_BY_PEOPLE:
        no_escapes(hearer.write(found, to=to), to)
    require(isinstance(hearer.rewrite(found).text, str), "nothing was rewritten")


def _make_live(random: Random) -> Input:
    text = mutated_text(random.choice(samples.texts()), random, samples.texts())
    start = random.randrange(max(len(text) - MOST_LIVE, 1))
    return {"text": text[start : start + MOST_LIVE], "size": random.choice((1, 2, 7, 50, 10_000))}


def _check_live(given: Input) -> None:
    text, size, listener = given["text"], given["size"], hearer.Listener()
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    written = [one.written for piece in pieces for one in listener.hear(piece)]
    written += [one.written for one in listener.finish()]
    require("".join(written) == text, "the listener lost some text")


def _check_options(given: Input) -> None:
    chosen = options.values(given["options"])
    hearer.trace(hearer.resolve(samples.story(), algorithm=given["algorithm"], **chosen))


TARGETS: dict[str, Target] = {
    **{
        f"read-{name}": Target(partial(_make_file, name), partial(_check_file, name))
        for name in samples.READABLE
    },
    "session": Target(_make_session, _check_session),
    "corrections": Target(_make_corrections, _check_corrections),
    "knowledge": Target(_make_knowledge, _check_knowledge),
    "text": Target(_make_text, _check_text),
    "live": Target(_make_live, _check_live),
    "options": Target(options.make, _check_options),
    "command": Target(commands.make, commands.check),
}
TURNS = (*TARGETS, "session", "session", "options", "command")  # the targets of cases 0, 1, …


def input_of(target: str, number: int) -> Input:
    """Return the input of a case; nothing but the target and the number decide."""
    given = TARGETS[target].make(Random(f"{target} {number}"))
    return json.loads(json.dumps(given))  # type: ignore[no-any-return]
