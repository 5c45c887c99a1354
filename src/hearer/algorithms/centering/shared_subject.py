"""Elliptical subjects whose antecedent is known only when the clause before them is understood.

    with_shared_subject    the expressions of a clause, with the subject it shares

Analysis tells of the ε of Table 5 where it knows what it stands for. "He came in and ε saw Tony":
an algorithm that decides on *he* when the clause is over has to add the ε itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hearer.algorithms.centering.units import Unit
from hearer.model import Clause, Element, Familiarity, Kind, ReferringExpression, Utterance

SUBJECTS = ("nsubj", "csubj", "expl")
ELLIPSIS = "ε"


def with_shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, utterance: Utterance
) -> tuple[ReferringExpression, ...]:
    """The expressions of `clause`, and the subject of the clause `above` if it has none itself."""
    shared = _shared_subject(clause, expressions, above, utterance)
    if shared is None:
        return tuple(expressions)
    ellipsis = replace(
        shared.expression,
        text=ELLIPSIS,
        position=clause.head - 0.5,
        is_pronoun=False,
        entity=shared.entity,
        familiarity=Familiarity.EVOKED,
        kind=Kind.ELLIPSIS,
        relation="nsubj",
        clause=clause.head,
    )
    return (*expressions, ellipsis)


def _shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, utterance: Utterance
) -> Element | None:
    if not utterance.relations[clause.head - 1].startswith("conj"):
        return None
    if any(expression.kind is Kind.ELLIPSIS for expression in expressions):
        return None
    if _has_subject(clause.head, utterance):
        return None
    first = utterance.heads[clause.head - 1]
    return next((x for x in above.cf if _is_subject_of(x.expression, first, utterance)), None)


def _has_subject(verb: int, utterance: Utterance) -> bool:
    words = zip(utterance.heads, utterance.relations, strict=True)
    return any(head == verb and relation.startswith(SUBJECTS) for head, relation in words)


def _is_subject_of(expression: ReferringExpression, verb: int, utterance: Utterance) -> bool:
    if expression.utterance != utterance.number:
        return False
    if expression.kind is Kind.ELLIPSIS:
        return expression.head == verb
    word = expression.head - 1
    return utterance.heads[word] == verb and utterance.relations[word].startswith("nsubj")
