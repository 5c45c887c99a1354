"""What a hearer asks of the linguistics, and what it is told.

Analyst            three calls and a test: begin, hear, realize; test
Beginning          what is told of an utterance that begins
Realized           what is told of an expression once it is known what it realizes
Unified            what turns out to be one entity
Reader             who reads expressions off a tree
WrappedAnalyst     an analyst that hands on to another, but for what it knows better
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

from hearer.analysis.draft import Draft
from hearer.model import Element, Entity, Outline, ReferringExpression, Utterance, Verdict
from hearer.model.state import Part
from hearer.model.tree import NO_TREE, Tree


class Beginning(NamedTuple):
    """What is told of an utterance that begins; its outline is made when somebody asks."""

    opens_segment: bool
    outline: Callable[[], Outline]
    tree: Tree = NO_TREE


class Unified(NamedTuple):
    """Two entities that turn out to be one."""

    was: Entity
    now: Entity
    because: str


class Realized(NamedTuple):
    """An expression with what it was taken to realize, and whom that shows to be the same."""

    expression: ReferringExpression
    unified: Unified | None = None


class Analyst(Protocol):
    """The linguistic side of a hearer, one utterance after the other.

    `begin` takes an utterance, and `breathe` the next breath of a long one. `hear` gives the
    expressions heard at a word, each specified when the one before has been realized. `realize`
    says what an expression was taken to realize; `instead_of` is what a pronoun was taken for
    before, if that is given up. Who counts what was heard may ask whether the analyst `leaves_out`
    a word.
    """

    def begin(self, utterance: Utterance) -> Beginning: ...
    def breathe(self, word: int) -> Beginning: ...
    def hear(self, word: int) -> Iterable[ReferringExpression]: ...
    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized: ...
    def leaves_out(self, word: int) -> bool: ...
    def test(self, pronoun: ReferringExpression, candidate: Element, /) -> Verdict | None: ...
    def copy(self) -> Self: ...


class Reader(Protocol):
    """Reads the expressions of an utterance off its tree, in the order they are heard.

    `left_out` is true of the words that are not to be heard.
    """

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]: ...


@dataclass(eq=False)
class WrappedAnalyst(Part):
    """Hands on to `inner`. A subclass changes what is heard or how it is tested."""

    inner: Analyst

    def begin(self, utterance: Utterance) -> Beginning:
        return self.inner.begin(utterance)

    def breathe(self, word: int) -> Beginning:
        return self.inner.breathe(word)

    def hear(self, word: int) -> Iterable[ReferringExpression]:
        return self.inner.hear(word)

    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized:
        return self.inner.realize(expression, entity, instead_of=instead_of)

    def leaves_out(self, word: int) -> bool:
        return self.inner.leaves_out(word)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        return self.inner.test(pronoun, candidate)
