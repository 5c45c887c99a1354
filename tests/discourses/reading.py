"""Read the discourses: one on a line, what is asked between asterisks, the answers indented.

    Tom met Clara. *They* took a taxi.
        {Tom, Clara}

There is one line of answers for each word asked about, in order:

    Anna              the thing or person that this word of the text speaks of (its head word)
    Anna#2            the same, the second time that the word stands there
    brother = Tim     both words speak of it
    {Tom, Clara}      these and no others
    clause: fell      what the clause with this predicate tells
    kind: apple       another thing of the same kind ("one")
    nobody            nothing and nobody that was spoken of
    a | b             either; only where people would accept both
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import hearer
from hearer.model import Discourse as Parsed

HERE = Path(__file__).parent
NAMES = "sets groups singular-they names demonstratives clauses one pleonastic binding cataphora"
KINDS = tuple(NAMES.split())
ASKED = re.compile(r"\*([^*]+)\*")
PREFIX = re.compile(r"(clause|kind): *")


class Sense(StrEnum):
    """What an answer is."""

    THING = "thing"
    SET = "set"
    CLAUSE = "clause"
    KIND = "kind"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer that is right: what it is, and the words of the text that speak of it."""

    sense: Sense
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about: where it begins and ends in the text, and the answers that are right."""

    first: int
    last: int
    answer: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Discourse:
    """A text and what is asked about it."""

    kind: str
    number: int  # in its file, from 1
    line: int
    text: str
    questions: tuple[Question, ...]

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}"

    def asked(self, question: Question) -> str:
        return self.text[question.first : question.last]


def read_discourses(kind: str, folder: Path = HERE) -> tuple[Discourse, ...]:
    text = (folder / f"{kind}.txt").read_text(encoding="utf-8")
    return tuple(discourses_of(text, kind))


def discourses_of(text: str, kind: str = "") -> Iterator[Discourse]:
    number, line, marked = 0, 0, ""
    answers: list[str] = []
    for count, written in enumerate([*text.splitlines(), ""], 1):
        if written.startswith("#"):
            continue
        if written.startswith(" "):
            answers.append(written.strip())
        elif written:
            line, marked = count, written
        elif marked:
            number += 1
            yield discourse_of(marked, answers, (kind, number, line))
            marked, answers = "", []


def discourse_of(marked: str, answers: list[str], place: tuple[str, int, int]) -> Discourse:
    kind, number, line = place
    asked = list(ASKED.finditer(marked))
    if not asked or len(asked) != len(answers):
        raise ValueError(f"{kind}.txt:{line}: {len(asked)} asked, {len(answers)} answered")
    questions = [
        # two asterisks stand before the first word that is asked about end, four before the next
        Question(m.start() - 2 * n, m.end() - 2 * n - 2, answer, readings_of(answer))
        for n, (m, answer) in enumerate(zip(asked, answers, strict=True))
    ]
    return Discourse(kind, number, line, marked.replace("*", ""), tuple(questions))


def readings_of(answer: str) -> tuple[Reading, ...]:
    return tuple(reading_of(part.strip()) for part in answer.split("|"))


def reading_of(answer: str) -> Reading:
    if answer == "nobody":
        return Reading(Sense.NOBODY)
    if prefix := PREFIX.match(answer):
        return Reading(Sense(prefix[1]), (answer[prefix.end() :],))
    if answer.startswith("{"):
        return Reading(Sense.SET, tuple(part.strip() for part in answer.strip("{}").split(",")))
    return Reading(Sense.THING, tuple(part.strip() for part in answer.split("=")))


def place_of(word: str, text: str) -> int:
    """Where a word of an answer begins in the text: "Anna#2" is the second Anna."""
    form, _, which = word.partition("#")
    found = [m.start() for m in re.finditer(rf"\b{re.escape(form)}\b", text)]
    if len(found) < int(which or 1):
        raise ValueError(f"no {word} in {text!r}")
    return found[int(which or 1) - 1]


def parsed_by_hand(kind: str) -> tuple[tuple[Discourse, Parsed], ...]:
    """The discourses of a kind that have a parse: # newdoc id = sets-7 is the seventh of sets."""
    path = HERE / "parsed" / f"{kind}.conllu"
    if not path.exists():
        return ()
    by_name = {discourse.name: discourse for discourse in read_discourses(kind)}
    return tuple((by_name[parsed.name], parsed) for parsed in hearer.read(path))
