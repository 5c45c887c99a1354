"""The S-list as Tetreault (2001) re-implemented it, on shallow information only.

TetreaultSList     s-list-tetreault
shallow_status     the status of an expression, by its form alone
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from hearer.algorithms.s_list.orders import Layers, Second
from hearer.algorithms.s_list.s_list import (
    Coordination,
    Fallback,
    Overflow,
    Position,
    SListAlgorithm,
    SListOptions,
)
from hearer.model import (
    Element,
    Event,
    Familiarity,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.part import given

UNDETERMINED = frozenset({Kind.BARE, Kind.NAME, Kind.SET})
PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.SPEAKER})
# The extraction was shallow: these had no NP of their own, and change nothing on the list.
UNSEEN = frozenset({Kind.RELATIVE, Kind.ELLIPSIS, Kind.APPOSITIVE})


def shallow_status(expression: ReferringExpression) -> Familiarity:
    """Pronouns are evoked, indefinites brand-new, undetermined NPs unused, all else anchored.

    >>> shallow_status(ReferringExpression("judge", 1, 2, kind=Kind.DEFINITE)).value
    'BNA'
    """
    if expression.kind in PRONOUNS or expression.is_pronoun:
        return Familiarity.EVOKED
    if expression.kind is Kind.INDEFINITE:
        return Familiarity.BRAND_NEW
    if expression.kind in UNDETERMINED:
        return Familiarity.UNUSED
    return Familiarity.ANCHORED_BRAND_NEW


@dataclass(frozen=True, slots=True, kw_only=True)
class TetreaultOptions(SListOptions):
    """Strube's options, all but one of them settled."""

    window: int | None = field(default=None, init=False)
    position: Position = field(default=Position.FIRST, init=False)
    overflow: Overflow = field(default=Overflow.CARRY, init=False)
    fallback: Fallback = field(default=Fallback.DOCUMENT, init=False)
    coordination: Coordination = field(default=Coordination.SEPARATE, init=False)
    layers: Layers = field(default=Layers.STATUS_FIRST, init=False)
    second: Second = field(default=Second.POSITION, init=False)


@dataclass(eq=False)
class TetreaultSList(SListAlgorithm):
    """Look pronouns up in an S-list that knows of determiners, and of nothing else.

    Only pronouns are evoked: a name or a definite heard again gets the status of its form again.
    All elements of the list are viewed, then all past lists of the document (`reach` of them, so
    that memory stays bounded); there are no segments. Sets stand beside their members.

    Tetreault's antecedent test had number, gender, person and binding, and no sortal test. The
    test is handed in, so that is an option of the analysis: `sortal=False`.

    >>> from hearer.model import Entity
    >>> s_list = TetreaultSList(lambda pronoun, candidate: None)
    >>> for number in (1, 2):
    ...     name = ReferringExpression("Lyn", number, 1, entity=Entity("LYN"), kind=Kind.NAME)
    ...     print(s_list.hear(name))
    S: [LYN_U: Lyn]
    S: [LYN_U: Lyn]

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520; after a personal communication with Michael
    Strube.
    """

    Options: ClassVar[type] = TetreaultOptions

    options: SListOptions = given(default=TetreaultOptions())

    def begin_segment(self) -> Step:
        """There are no segments: nothing changes."""
        return Step(self.in_view(), event=Event.SEGMENT)

    def _update(
        self,
        expression: ReferringExpression,
        known: Element | None,
        *resolutions: Resolution,
    ) -> Step:
        if known is not None and expression.kind in UNSEEN:
            return Step(self.in_view(), heard=expression)
        if expression.is_pronoun:
            return super()._update(expression, known, *resolutions)
        form = replace(expression, familiarity=shallow_status(expression))
        return super()._update(form, None)._replace(heard=expression)
