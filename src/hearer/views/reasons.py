"""Why a candidate passed or failed, in a linguist's words, as the antecedent test recorded it.

because      the reason of one attempt: "is neuter, and “she” is feminine"
clash        the same in a few words: "neuter"
described    what a pronoun asks for: "singular and feminine"
standing     where and how an element stood on the list: "evoked, at 3:12"
state_before the list when a pronoun was heard
ahead_of     why one element stands before another (Table 2)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from sys import maxsize

from hearer.model import (
    ANY_GENDER,
    OUTWEIGHED,
    Attempt,
    Constraint,
    Element,
    Interpretation,
    ReferringExpression,
    Step,
)
from hearer.views.places import stands
from hearer.views.weighing import signed
from hearer.views.words import SPELLED

# What a verdict shows and wants, as a clause: {pronoun} is the pronoun in quotes.
CLAUSES = {
    Constraint.AGREEMENT: "is {shown}, and {pronoun} is {wanted}",
    Constraint.SORT: "is of sort {shown}, and {pronoun} stands for {wanted}",
    Constraint.SPEECH: "{shown}, and {pronoun} {wanted}",
    Constraint.BINDING: "{shown}",
}
CONSEQUENCES = {
    Constraint.AGREEMENT: "so agreement rules it out",
    Constraint.SORT: "so the sortal constraint rules it out",
    Constraint.SPEECH: "so it is ruled out: who speaks is no third person",
    Constraint.BINDING: "so binding rules it out",
}
# Where nothing more was recorded: somebody takes other pronouns, or a file says no more.
SILENT = {
    Constraint.AGREEMENT: "takes other pronouns than {pronoun}",
    Constraint.SORT: "is of a sort that {pronoun} does not stand for",
    Constraint.SPEECH: "speaks here or is spoken to",
    Constraint.BINDING: "stands in the binding domain of {pronoun}",
}


def because(pronoun: ReferringExpression, attempt: Attempt) -> str:
    """The reason of an attempt, to follow the name of the candidate."""
    weighed = "" if attempt.score is None else f"; it weighs {signed(attempt.score)}"
    violated = attempt.violated
    if violated is None:
        return f"passes: agreement, binding and sort allow it{weighed}"
    if violated is Constraint.WEIGHT:
        return f"passes, but something else weighs more{weighed}"
    return f"{_clause(pronoun, attempt)}, {CONSEQUENCES[violated]}"


def clash(pronoun: ReferringExpression, attempt: Attempt) -> str:
    """What rules a candidate out: its number, gender or person, its sort, or where it stands."""
    is_feature = attempt.violated in {Constraint.AGREEMENT, Constraint.SORT}
    if attempt.verdict and attempt.verdict.shown and is_feature:
        return attempt.verdict.shown
    return _clause(pronoun, attempt)


def _clause(pronoun: ReferringExpression, attempt: Attempt) -> str:
    constraint, shown, wanted = attempt.verdict or OUTWEIGHED
    clause = (CLAUSES if shown else SILENT)[constraint]
    return clause.format(pronoun=f"“{pronoun.text}”", shown=shown, wanted=wanted)


def described(pronoun: ReferringExpression) -> str:
    """What a pronoun asks for: "singular and feminine"."""
    agreement = pronoun.agreement
    asked: list[str] = [*agreement.number] if len(agreement.number) == 1 else []
    if agreement.gender != ANY_GENDER:
        asked.append(" or ".join(sorted(agreement.gender)) or "unknown")
    return " and ".join(asked)


# The list -------------------------------------------------------------------------------------


def standing(found: Interpretation, element: Element, pronoun: ReferringExpression) -> str:
    """How an element stood on the list when the pronoun was heard."""
    status = SPELLED[element.familiarity]
    if element.utterance == pronoun.utterance:
        return f"{status}, in the current utterance"
    return f"{status}, {stands(found.discourse, element.expression)}"


def state_before(found: Interpretation, pronoun: ReferringExpression) -> tuple[Element, ...]:
    """The list as it stood when the pronoun was heard; a step is found by its word, else by all."""
    at = bisect_left(found.steps, (pronoun.utterance, pronoun.heard_at), key=_place)
    near = _before(found.steps[max(0, at - 1) : at + 1], pronoun)
    if near is not None:
        return near
    return _before(found.steps, pronoun) or ()


def _place(step: Step) -> tuple[int, int]:
    """Where a step was taken; what has no word comes after all that has."""
    return (step.word.utterance.number, step.word.number) if step.word else (maxsize, 0)


def _before(steps: Sequence[Step], pronoun: ReferringExpression) -> tuple[Element, ...] | None:
    state: tuple[Element, ...] = ()
    for step in steps:
        for part in step.parts or (step,):
            if part.heard and part.heard.id == pronoun.id:
                return state
            state = part.state
    return None


def ahead_of(first: Element, second: Element) -> str:
    """Why `first` precedes `second`: the two rules of Table 2."""
    if first.status != second.status:
        return f"{first.status.name} precedes {second.status.name}"
    if first.utterance != second.utterance:
        return f"Both are {first.status.name}, and the later utterance precedes"
    return f"Both are {first.status.name} and in one utterance, and the earlier position precedes"
