"""What a hearer asks of an analyst, with an analyst that only says what it was given to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hearer.analysis.analyst import Beginning, Realized
from hearer.analysis.current_utterance import Unified
from hearer.analysis.options import AnalysisOptions
from hearer.hearing import Hearer
from hearer.model import (
    NO_OUTLINE,
    Constraint,
    Element,
    Entity,
    Kind,
    Outline,
    ReferringExpression,
    Utterance,
    Verdict,
)
from hearer.model.state import Stateful
from hearer.model.tree import NO_TREE

TOO_OLD = Verdict(Constraint.AGREEMENT, "too old", "young")
LYN, SUE = Entity("LYN"), Entity("SUE")
SAID = Utterance.of(
    "Lyn/PROPN/nsubj/2 met/VERB/root/0 Sue/PROPN/obj/2 ;/PUNCT/punct/2 she/PRON/obj/2"
)
HEARD = {
    1: (ReferringExpression("Lyn", 1, 1, entity=LYN, kind=Kind.NAME),),
    3: (ReferringExpression("Sue", 1, 3, entity=SUE, kind=Kind.NAME),),
    5: (ReferringExpression("she", 1, 5, is_pronoun=True, kind=Kind.PRONOUN),),
}


@dataclass(eq=False)
class FakeAnalyst(Stateful):
    """Says what it was given to say, and notes what it is asked."""

    calls: list[str] = field(default_factory=list)

    def begin(self, utterance: Utterance) -> Beginning:
        self.calls.append(f"begin {utterance.number}")
        return Beginning(True, lambda: NO_OUTLINE, NO_TREE, heard_at=HEARD)

    def begin_part(self, word: int) -> Outline:
        return NO_OUTLINE

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in HEARD.get(word, ()):
            self.calls.append(f"hear {expression}")
            yield expression

    def repeat(self, one: ReferringExpression, noun: ReferringExpression) -> ReferringExpression:
        return one

    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized:
        self.calls.append(f"realize {expression} as {entity}")
        is_revealing = expression.text == "she"
        return Realized(expression, Unified(SUE, LYN, "she says so") if is_revealing else None)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        self.calls.append(f"test {candidate.entity}")
        return (
            Verdict(Constraint.AGREEMENT, "too old", "young") if candidate.entity == LYN else None
        )


def heard() -> tuple[Hearer, FakeAnalyst]:
    fake = FakeAnalyst()

    def analysis(_: AnalysisOptions) -> FakeAnalyst:
        return fake

    hearer = Hearer(profile="paper", analysis=analysis)
    for word in SAID.words:
        hearer.hear(word)
    return hearer, fake


def test_an_expression_is_specified_when_the_one_before_is_realized() -> None:
    _, fake = heard()

    assert fake.calls == [
        "begin 1",
        "hear Lyn",
        "realize Lyn as LYN",
        "hear Sue",
        "realize Sue as SUE",
        "hear she",
        "test LYN",
        "test SUE",
        "realize she as SUE",
    ]


def test_what_an_expression_shows_to_be_one_is_one_from_its_first_expression_on() -> None:
    hearer, _ = heard()
    found = hearer.finish()

    assert [str(e.entity) for e in found.expressions if e.kind is Kind.NAME] == ["LYN", "LYN"]
    assert [str(note) for step in found.steps for part in step.parts for note in part.notes] == [
        "unified: SUE is LYN"
    ]


def test_the_reason_of_a_verdict_is_told_as_it_was_given() -> None:
    hearer, _ = heard()

    assert "Lyn is ruled out, Lyn is too old" in hearer.finish().why("she").sentence
