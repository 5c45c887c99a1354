"""The referents of *I*, *you* and *we* where only the lines name a speaker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from hearer.analysis.current_utterance import CurrentUtterance, Unified
from hearer.analysis.draft import Draft
from hearer.analysis.memory.memory import Memory
from hearer.model import Entity, EntityKind, Number, Person, ReferringExpression, Verdict
from hearer.model.pronouns import FIRST_PERSON
from hearer.model.state import Part

NOBODY: Mapping[Entity, Verdict] = MappingProxyType({})
LookAhead = Callable[[int], Entity | None]  # what the expression of a head is known to be
PERSONS: Mapping[str, str] = {form: lexeme.upper() for form, lexeme in FIRST_PERSON.items()}


class Voice(NamedTuple):
    """An entity that speaks or is spoken to, and what says so."""

    entity: Entity
    because: str = ""


@dataclass(eq=False)
class Situation(Part):
    """I, you and we are known from the situation, and nothing follows from who they are."""

    def begin(self, here: CurrentUtterance, look_ahead: LookAhead) -> None:
        """Take the next utterance."""

    def who(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Voice:  # noqa: ARG002
        """Whom I, you or we refers to."""
        return Voice(of_situation(person_of(draft), here.tree.utterance.speaker))

    def find(self, here: CurrentUtterance, draft: Draft) -> Entity | None:  # noqa: ARG002
        """Who is introduced ("I am Mary") or called ("Mom!"), where that tells who it is."""
        return None

    def introducing(self, here: CurrentUtterance, draft: Draft) -> int:  # noqa: ARG002
        """The I or my that a predicate introduces, or 0."""
        return 0

    def excluded(self, pronoun: ReferringExpression) -> Mapping[Entity, Verdict]:  # noqa: ARG002
        """Whom a third person cannot be, since they speak here or are spoken to."""
        return NOBODY

    def realized(
        self,
        expression: ReferringExpression,  # noqa: ARG002
        entity: Entity,  # noqa: ARG002
        memory: Memory,  # noqa: ARG002
    ) -> Unified | None:
        """Take note of what an expression realizes, and tell if that settles who speaks."""
        return None


def person_of(draft: Draft) -> str:
    """I, WE or YOU."""
    if draft.agreement.person is not Person.FIRST:
        return "YOU"
    return "WE" if Number.SINGULAR not in draft.agreement.number else "I"


def of_situation(which: str, whose: str = "") -> Entity:
    """I, you or we, known from the situation: I [Anna]."""
    return Entity(f"{which} [{whose}]" if whose else which, EntityKind.SPEAKER)


def introduced_by(here: CurrentUtterance, draft: Draft) -> int:
    """The *I* of "I am Mary" or the *my* of "my name is Mary", or 0."""
    tree = here.tree
    is_named = draft.name and tree.has(draft.head, "cop")
    if not is_named or tree.has(draft.head, "case", "det") or _is_negated(here, draft.head):
        return 0
    subject = tree.child(draft.head, "nsubj")
    if tree.lemmas[subject] == "name":
        subject = tree.possessor(subject)
    return subject if PERSONS.get(tree.forms[subject].lower()) == "I" else 0


def _is_negated(here: CurrentUtterance, n: int) -> bool:
    tree = here.tree
    return any(tree.lemmas[child] in {"not", "n't", "never"} for child in tree.children[n])
