"""Elliptical subjects whose antecedent is known only when the clause before them is understood.

    with_shared_subject    the expressions of a clause, with the subject it shares

Analysis tells of the ε of Table 5 where it knows what it stands for. "He came in and ε saw Tony":
an algorithm that decides on *he* when the clause is over has to add the ε itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hearer.algorithms.centering.units import Unit
from hearer.model import Clause, Element, Familiarity, Kind, ReferringExpression
from hearer.model.tree import Tree

ELLIPSIS = "ε"


def with_shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, tree: Tree
) -> tuple[ReferringExpression, ...]:
    """The expressions of `clause`, and the subject of the clause `above` if it has none itself."""
    shared = _shared_subject(clause, expressions, above, tree)
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
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, tree: Tree
) -> Element | None:
    head = clause.head
    if tree.bases[head] != "conj" or tree.has(head, "nsubj", "csubj", "expl"):
        return None
    if any(expression.kind is Kind.ELLIPSIS for expression in expressions):
        return None
    first, number = tree.heads[head], tree.utterance.number
    here = (x for x in above.cf if x.expression.utterance == number)
    return next((x for x in here if _is_subject_of(tree, first, x.expression)), None)


def _is_subject_of(tree: Tree, verb: int, expression: ReferringExpression) -> bool:
    if expression.kind is Kind.ELLIPSIS:
        return expression.head == verb
    return tree.heads[expression.head] == verb and tree.bases[expression.head] == "nsubj"
