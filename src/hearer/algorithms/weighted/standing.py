"""What the weighted S-list knows of an entity, when it is heard first and when it is heard again.

new       the standing of an entity that is not on the list
evoked    its standing when it is realized again
"""

from __future__ import annotations

from hearer.algorithms.weighted import factors
from hearer.algorithms.weighted.factors import Standing
from hearer.model import ANY_SORT, Element, Entity, Familiarity, Kind, ReferringExpression

Now = tuple[tuple[float, int], str]  # the key on the list, and who speaks
UNSAID = frozenset({Kind.RELATIVE, Kind.ELLIPSIS})


def new(entity: Entity, expression: ReferringExpression, word: int, now: Now) -> Standing:
    """The standing of an entity that is not on the list."""
    role, form = factors.role_of(expression), factors.form_of(expression)
    is_pronoun = expression.is_pronoun
    return Standing(
        Element(
            entity, expression.utterance, expression.position, expression.familiarity, expression
        ),
        expression,
        word,
        form,
        role,
        factors.NO_NOUN_PHRASE if is_pronoun else form,
        expression.agreement,
        ANY_SORT if is_pronoun else expression.sorts,
        1,
        int(role == factors.SUBJECT),
        factors.class_of(expression.agreement) if is_pronoun else 0,
        *now,
    )


def evoked(known: Standing, expression: ReferringExpression, word: int, now: Now) -> Standing:
    """The standing of an entity that is realized again; what is not said changes no form."""
    role = factors.role_of(expression)
    is_unsaid = expression.kind in UNSAID
    shown = known.element.expression if is_unsaid else expression
    form = known.form if is_unsaid else factors.form_of(expression)
    is_noun_phrase = not (is_unsaid or expression.is_pronoun)
    return Standing(
        Element(
            known.element.entity,
            expression.utterance,
            expression.position,
            Familiarity.EVOKED,
            shown,
        ),
        expression,
        word,
        form,
        role,
        form if is_noun_phrase else known.noun_phrase,
        known.agreement if is_unsaid else known.agreement.merged_with(expression.agreement),
        (known.sorts & expression.sorts or known.sorts) if is_noun_phrase else known.sorts,
        known.mentions + 1,
        known.subjects + int(role == factors.SUBJECT),
        factors.class_of(expression.agreement) if expression.is_pronoun else known.called,
        *now,
    )
