"""Tables 3 to 5 of the paper, replayed step by step.

Each table is a text file that reads like the paper:

    (1c) ...        a new utterance
    hear    TEXT = ENTITY STATUS                  a referring expression other than a pronoun
    resolve TEXT -> ENTITY [not ENTITY by WHY]    a pronoun, and what must be found for it
    end             the utterance is finished
    S: [...]        the S-list the paper prints here
"""

from __future__ import annotations

import re
from pathlib import Path

from hearer.algorithms.s_list import SListAlgorithm, SListOptions
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Familiarity,
    ReferringExpression,
    Step,
    Verdict,
)

STRUBE = SListOptions()
TABLES = sorted(Path(__file__).parent.glob("table_*.txt"))
HEAR = re.compile(r"hear +(.+?) += (\w+) ?(\w*)")
RESOLVE = re.compile(r"resolve +(\S+) +-> (\w+)(?: +not (\w+) by (\w+))?")


class Replay:
    """Feeds a table to the S-list algorithm and notes each printed line it does not give."""

    def __init__(self, options: SListOptions = STRUBE) -> None:
        self.algorithm = SListAlgorithm(self.test, options)
        self.utterance = 0
        self.step = Step(())
        self.blocked: dict[str, Verdict] = {}
        self.checks = 0
        self.failures: list[str] = []

    def test(self, _: ReferringExpression, candidate: Element) -> Verdict | None:
        return self.blocked.get(candidate.entity)

    def hear(self, position: int, text: str, entity: str, status: str) -> None:
        familiarity = Familiarity(status or "E")
        self.step = self.algorithm.hear(
            ReferringExpression(text, self.utterance, position, False, Entity(entity), familiarity)
        )

    def resolve(self, position: int, text: str, entity: str, not_entity: str, why: str) -> None:
        self.blocked = {not_entity: Verdict(Constraint(why))} if not_entity else {}
        pronoun = ReferringExpression(text, self.utterance, position, is_pronoun=True)
        self.step = self.algorithm.hear(pronoun)
        (resolution,) = self.step.resolutions
        self.check(f"{text} -> {resolution.entity}", f"{text} -> {entity}")

    def check(self, got: str, printed: str) -> None:
        self.checks += 1
        if got != printed:
            self.failures.append(printed)

    def read(self, position: int, line: str) -> None:
        if match := HEAR.fullmatch(line):
            self.hear(position, *match.groups())
        elif match := RESOLVE.fullmatch(line):
            self.resolve(position, *match.groups())
        elif line.startswith("S:"):
            self.check(str(self.step), line)
        elif line == "end":
            self.step = self.algorithm.end_utterance(self.utterance)
        elif line.startswith("("):
            self.utterance += 1
        else:
            assert line.startswith("#"), f"cannot read {line!r}"


def replay(table: Path, options: SListOptions = STRUBE) -> Replay:
    """A table replayed under some options of the algorithm."""
    replayed = Replay(options)
    for position, line in enumerate(table.read_text(encoding="utf-8").splitlines()):
        replayed.read(position, line)
    return replayed
