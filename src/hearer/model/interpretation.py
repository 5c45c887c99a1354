"""What the hearer understood: one Step per thing heard.

Event, Note, Step        the state after something was heard
Chain, Interpretation    what all of it comes to
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from hearer.errors import require
from hearer.harmless import brief, number_and
from hearer.model.expression import Element, ReferringExpression
from hearer.model.grammar import Kind
from hearer.model.identity import Entity, ExpressionId
from hearer.model.resolution import Explanation, Resolution
from hearer.model.text import Discourse, Problem, Segment, Word

WHICH = "Which of several is said by its number, which=2"
MOST_EXPRESSIONS = 6  # of a chain at the prompt


@dataclass(frozen=True, slots=True)
class Note:
    """Something of an algorithm's own bookkeeping that a trace should show: "Cb", "BRENNAN"."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def __repr__(self) -> str:
        return brief(self, str(self))


class Event(StrEnum):
    """What a step is about."""

    EXPRESSION = "expression"
    END_OF_UTTERANCE = "end of utterance"
    SEGMENT = "segment"
    WORD = "word"


class Step(NamedTuple):
    """The state after something was heard, and the resolutions it brought.

    An algorithm takes one step per expression, end of utterance and segment. A hearer takes one
    per word, made of the algorithm's: `parts` has them, and `state` is the last one's. A tuple,
    not a dataclass: there is one for every word heard.
    """

    state: tuple[Element, ...]
    heard: ReferringExpression | None = None
    resolutions: tuple[Resolution, ...] = ()
    event: Event = Event.EXPRESSION
    word: Word | None = None
    parts: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def expressions(self) -> tuple[ReferringExpression, ...]:
        if self.event is Event.WORD:
            return tuple(part.heard for part in self.parts if part.heard)
        return (self.heard,) if self.heard else ()

    def __str__(self) -> str:
        return f"S: [{', '.join(map(str, self.state))}]"

    def __repr__(self) -> str:
        at = f"{self.word.form!r}" if self.word else str(self.heard or self.event)
        found = "".join(
            f", {each.pronoun} → {each.name or each.label}" for each in self.resolutions
        )
        return brief(self, f"at {at}: {len(self.state)} on the list{found}")


@dataclass(frozen=True, slots=True)
class Chain:
    """All expressions that realize one entity, in text order."""

    entity: Entity
    expressions: tuple[ReferringExpression, ...]
    name: str = field(default="", compare=False)  # what it is best called; "" if nobody named it

    def __str__(self) -> str:
        return f"{self.entity}: {', '.join(map(str, self.expressions))}"

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.expressions[:MOST_EXPRESSIONS]))
        more = ", …" * (len(self.expressions) > MOST_EXPRESSIONS)
        return brief(self, f"{self.name or self.entity} ({len(self.expressions)}): {shown}{more}")


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What was understood of a discourse.

    `expressions` are all that were heard, in the order they were heard, each with the entity it
    was taken to realize. `names` is what they are best called (`named`: the same as a hearer or a
    file said it, else None), `renamed` what somebody said that some are to be called. `model` told
    what words stand for and mean where nobody stated it, if that was asked. `notes` say how another
    language than English was heard, and what was left out.
    """

    steps: tuple[Step, ...] = ()
    expressions: tuple[ReferringExpression, ...] = ()
    segments: tuple[Segment, ...] = ()
    problems: tuple[Problem, ...] = ()
    algorithm: str = ""
    profile: str = ""
    discourse: Discourse = field(default=Discourse(()), repr=False)
    named: Mapping[Entity, str] | None = field(default=None, repr=False, compare=False)
    model: str = field(default="", repr=False, compare=False)
    renamed: Mapping[Entity, str] = field(default_factory=dict, repr=False, compare=False)
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def names(self) -> Mapping[Entity, str]:
        """What each entity is best called, after all was heard; "" if nobody named it."""
        if self.named is None:
            names: Mapping[Entity, str] = _late("names").names_of(
                self.expressions, self.discourse.utterances
            )
            return names
        return self.named

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each pronoun was taken to mean in the end; the steps also have what was revised.

        Each has the best name of the whole document, though it may have come later.
        """
        last: dict[ExpressionId, Resolution] = {}
        for step in self.steps:
            for resolution in step.resolutions:
                last[resolution.pronoun.id] = resolution
        names = self.names
        return tuple(_named(resolution, names) for resolution in last.values())

    @property
    def unresolved(self) -> tuple[Resolution, ...]:
        return tuple(resolution for resolution in self.resolutions if not resolution.antecedent)

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The entities in order of appearance; ellipses have no words and stand in no chain."""
        realized: dict[Entity, list[ReferringExpression]] = {}
        for expression in self.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                realized.setdefault(expression.entity, []).append(expression)
        names = self.names
        return tuple(
            Chain(entity, tuple(heard), names.get(entity, "")) for entity, heard in realized.items()
        )

    def __repr__(self) -> str:
        name = f"of {self.discourse.name!r}: " if self.discourse.name else ": "
        words, found = sum(map(len, self.discourse.utterances)), self.resolutions
        resolved = sum(bool(one.antecedent) for one in found)
        told = (
            number_and(words, "word"),
            f"{resolved} of {number_and(len(found), 'pronoun')} resolved",
            number_and(len(self.chains), "entity"),
            number_and(len(self.problems), "problem") if self.problems else "",
        )
        return brief(self, f"{name}{', '.join(filter(None, told))}")

    # Questions, answered by views: nothing here knows how ---------------------------------------

    def why(
        self, pronoun: str | tuple[int, int] | Resolution | ReferringExpression, *, which: int = 1
    ) -> Explanation:
        """Why a pronoun means what it means: given by its text, by its place, or itself.

        A place is "3:62", line and column as `hearer resolve` prints them, or (utterance, word).
        Of several with the same text the first is meant, unless `which` says otherwise.
        """
        require(which, int, WHICH)
        answer: Explanation = _late("views.why").why(self, pronoun, which=which)
        return answer

    def why_not(
        self,
        pronoun: str | tuple[int, int] | Resolution | ReferringExpression,
        candidate: str,
        *,
        which: int = 1,
    ) -> Explanation:
        """Why a pronoun does not mean `candidate`, an entity or the text of an expression."""
        require(which, int, WHICH)
        answer: Explanation = _late("views.why").why_not(self, pronoun, candidate, which=which)
        return answer

    def rows(self) -> list[dict[str, str | int | float | bool | None]]:
        """One row per expression: plain values by the names of the columns."""
        rows: list[dict[str, str | int | float | bool | None]] = _late("views.notebook").rows(self)
        return rows

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        return _late("views.notebook").frame(self)

    def _repr_html_(self) -> str:
        shown: str = _late("views.notebook").render(self)
        return shown


def _named(resolution: Resolution, names: Mapping[Entity, str]) -> Resolution:
    name = names.get(resolution.entity, resolution.name) if resolution.entity else ""
    return resolution if name == resolution.name else replace(resolution, name=name)


def _late(name: str) -> ModuleType:
    """Import a module above the model when it is needed: the model does not depend on it."""
    return import_module(f"hearer.{name}")
