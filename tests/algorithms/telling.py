"""Tell an algorithm a text by hand: expressions with their functions, and a plain test.

Telling.say("Friedman=FRIEDMAN/nsubj/f", "her/obj/f") is an utterance of two expressions; one without
an entity is a pronoun. A third part gives gender and number, a fourth Prince's familiarity, a
fifth the clause.
"""

from __future__ import annotations

from dataclasses import replace

from hearer.algorithms.base import Algorithm
from hearer.algorithms.readings import are_contra_indexed
from hearer.model import (
    ANY_GENDER,
    ANY_NUMBER,
    Agreement,
    Constraint,
    Element,
    Entity,
    Familiarity,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
)
from hearer.profiles import how_to_hear

SINGULAR = frozenset({Number.SINGULAR})
AGREEMENTS = {
    "m": Agreement(SINGULAR, frozenset({Gender.MASCULINE})),
    "f": Agreement(SINGULAR, frozenset({Gender.FEMININE})),
    "n": Agreement(SINGULAR, frozenset({Gender.NEUTER})),
    "mf": Agreement(SINGULAR, frozenset({Gender.MASCULINE, Gender.FEMININE})),
    "pl": Agreement(frozenset({Number.PLURAL}), ANY_GENDER),
    "deer": Agreement(ANY_NUMBER, frozenset({Gender.NEUTER})),
}


class Telling:
    """An algorithm that is told a text; `meant` has what each pronoun of the last utterance is."""

    def __init__(self, algorithm: str, **options: object) -> None:
        self.algorithm: Algorithm = how_to_hear(algorithm, "paper", options).strategy(self.test)
        self.known: dict[str, Agreement] = {}
        self.here: list[ReferringExpression] = []
        self.number = 0
        self.last: Step = self.algorithm.begin_segment()
        self.resolutions: list[Resolution] = []

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        known = self.known.get(candidate.entity, candidate.expression.agreement)
        if not known.agrees_with(pronoun.agreement):
            return Verdict(Constraint.AGREEMENT)
        same = [said for said in self.here if said.entity == candidate.entity]
        clashes = any(are_contra_indexed(said, pronoun) for said in same)
        return Verdict(Constraint.BINDING) if clashes else None

    def say(self, *told: str) -> Step:
        self.number += 1
        self.here = []
        steps = [
            self._hear(expression(said, self.number, n)) for n, said in enumerate(told, start=1)
        ]
        self.last = self.algorithm.end_utterance(self.number)
        self.resolutions = [r for step in (*steps, self.last) for r in step.resolutions]
        return self.last

    def _hear(self, said: ReferringExpression) -> Step:
        step = self.algorithm.hear(said)
        if not said.is_pronoun and said.entity:
            self.here.append(said)
            self.known.setdefault(said.entity, said.agreement)
        for resolution in step.resolutions:
            self.here.append(replace(said, entity=resolution.entity))
        return step

    @property
    def meant(self) -> dict[str, str | None]:
        return {r.pronoun.text: r.entity for r in self.resolutions}

    @property
    def rivals(self) -> dict[str, list[str]]:
        return {r.pronoun.text: [x.entity for x in r.rivals] for r in self.resolutions}

    @property
    def cf(self) -> list[str]:
        return [element.entity for element in self.last.state]

    @property
    def readings(self) -> list[str]:
        return [note.text for note in self.last.notes if note.name == "reading"]

    @property
    def outcomes(self) -> list[str]:
        return [reading.rpartition("; ")[2] for reading in self.readings]

    @property
    def statuses(self) -> list[str]:
        return [f"{element.entity}_{element.familiarity}" for element in self.last.state]

    @property
    def state(self) -> list[str]:
        return [str(element) for element in self.last.state]

    def shown(self, *names: str) -> dict[str, object]:
        return {name: getattr(self, name) for name in names}

    @property
    def centers(self) -> str:
        return next(note.text for note in reversed(self.last.notes) if note.name == "centers")

    @property
    def transition(self) -> str:
        return self.centers.rpartition("; ")[2]


def told_of(algorithm: str, utterances: str, **options: object) -> Telling:
    """An algorithm that was told utterances: "Mary=MARY/nsubj/f | she/nsubj/f ; it/obj/n"."""
    telling = Telling(algorithm, **options)
    for utterance in utterances.split(" | "):
        telling.say(*utterance.split(" ; "))
    return telling


def expression(said: str, utterance: int, position: int) -> ReferringExpression:
    name, relation, agreement, status, clause = [*said.split("/"), "", "", "", ""][:5]
    text, _, entity = name.partition("=")
    is_pronoun = not entity
    kind = Kind.POSSESSIVE if relation == "nmod:poss" else Kind.PRONOUN
    return ReferringExpression(
        text,
        utterance,
        position,
        is_pronoun,
        Entity(entity) if entity else None,
        Familiarity(status or ("E" if is_pronoun else "BN")),
        kind if is_pronoun else Kind.NAME,
        AGREEMENTS[agreement or "n"],
        relation=relation,
        first=position,
        last=position,
        heard_at=position,
        clause=int(clause or 0),
    )


def named(entity: str, position: int) -> Element:
    """An element of U3."""
    said = ReferringExpression(entity.title(), 3, position, entity=Entity(entity))
    return Element(Entity(entity), 3, position, Familiarity.UNUSED, said)


def pronoun(text: str, position: int) -> ReferringExpression:
    """A pronoun of U4."""
    return ReferringExpression(text, 4, position, is_pronoun=True)
