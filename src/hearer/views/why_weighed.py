"""Why a pronoun means what it means, where candidates are weighed (the weighted S-list).

answer      the first sentence: what the pronoun is taken to mean, and how probable that is
told        the same where that came after the pronoun, or was told and not named
account     the rest: the list in order, who is ruled out by what, and the weights
weights     who weighs what, and why
outweighed  why not somebody who passed the test
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Factor,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
)
from hearer.views import reasons
from hearer.views.weighing import LEAST, for_and_against, grouped, signed

MOST_LISTED = 8  # elements of the list that are named
MOST_RULED_OUT = 6  # that are named with the values that clash, for each constraint
MOST_WEIGHED = 4
RULES = {
    Constraint.AGREEMENT: "Agreement",
    Constraint.BINDING: "Binding",
    Constraint.SORT: "The sortal constraint",
    Constraint.SPEECH: "Who speaks",
}
WORTH_TELLING = 25  # hundredths: how likely it must be that a pronoun stands for nothing
NOBODY = "no antecedent"
MEANING = "meaning"  # what the factor is about that says how each fits what is said
ANSWERS = {
    None: "has no antecedent",
    Label.NO_ANTECEDENT: "has no antecedent",
    Label.AMBIGUOUS: "is ambiguous, and left unresolved",
    Label.EVENT: "means an event that was told, and no entity on the list",
    Label.PLEONASTIC: "is pleonastic and means nothing",
    Label.CATAPHORIC: "is cataphoric: what it means may still come",
    Label.SAME_KIND: "is another of a kind that was named",
}


NOT_YET = "Until the rest of the sentence was heard, it was taken to be"


def is_weighed(resolution: Resolution) -> bool:
    """Whether the algorithm knew how probable its decision is."""
    return resolution.confidence is not None


def answer(where: str, resolution: Resolution) -> str:
    """What a pronoun is taken to mean: “it” in (3) is WATCH (probability 0.76)."""
    sure = f"probability {resolution.confidence or 0.0:.2f}"
    if resolution.because and not resolution.is_ambiguous:
        return f"{where} {_by_rule(resolution)} ({sure}): {resolution.because}."
    if resolution.entity or resolution.kind_of:
        return f"{where} {_by_rule(resolution)} ({sure})."
    told = ANSWERS[resolution.taken_as]
    heaviest = _heaviest(resolution)
    if heaviest and _nobody(resolution) < (heaviest.score or 0.0):
        likeliest = f"{heaviest.candidate.entity} is the likeliest"
        return f"{where} {told}: {likeliest}, but not likely enough ({sure})."
    return f"{where} {told} ({sure})."


def _by_rule(resolution: Resolution) -> str:
    """What a rule takes a pronoun to be: another of the kind of APPLE."""
    if resolution.entity:
        return f"is {resolution.entity}"
    if resolution.kind_of:
        return f"is {resolution.pronoun.entity}, another of the kind of {resolution.kind_of.entity}"
    return ANSWERS[resolution.taken_as]


def is_told(resolution: Resolution) -> bool:
    """Whether a pronoun was resolved anew when its antecedent came, or stands for a clause."""
    found = resolution.antecedent
    return resolution.is_revision or (found is not None and found.expression.kind is Kind.CLAUSE)


def told(where: str, resolution: Resolution) -> str:
    """What a pronoun is taken to mean: “he” in (1) is JOHN. It is cataphoric: ..."""
    found, before = resolution.antecedent, resolution.instead_of
    sure = "" if resolution.confidence is None else f" (probability {resolution.confidence:.2f})"
    if before and resolution.because:
        now = f"is {found.entity}" if found else "has no antecedent"
        return f"{where} {now}{sure}. {NOT_YET} {before.entity}, but {resolution.because}."
    if found is None:
        return f"{where} has no antecedent."
    if before is None:
        told = f"{where} stands for what was told, “{found.expression.text}”: {found.entity}{sure}."
        return " ".join(filter(None, (told, _sentence(resolution.because))))
    then = f"was taken to be {before.entity}" if before.entity else "had no antecedent"
    return f"{where} is {found.entity}{sure}. {_when(found, resolution)}; until then it {then}."


def _sentence(because: str) -> str:
    return f"{because[:1].upper()}{because[1:]}." if because else ""


def _when(found: Element, resolution: Resolution) -> str:
    heard, pronoun = found.expression, resolution.pronoun
    if (heard.utterance, heard.position) < (pronoun.utterance, pronoun.position):
        return "Who that is came clear later in the sentence"
    came = f"resolved when “{found.expression.text}” came"
    return f"It is cataphoric: heard before its antecedent, and {came}"


def account(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    """The list, the constraints, the weights and what they come from, sentence by sentence."""
    by_rule = resolution.because or resolution.kind_of
    if by_rule and all(one.score is None for one in resolution.attempts):
        return
    if resolution.pronoun.nothing >= WORTH_TELLING:
        yield _judged(resolution.pronoun)
    if not resolution.attempts:
        yield "There was nothing on the list."
        return
    yield _list(found, resolution)
    for constraint, rule in RULES.items():
        if ruled_out := [a for a in resolution.attempts if a.violated is constraint]:
            yield _ruled_out(resolution, rule, ruled_out)
    yield from weights(resolution)


def _judged(pronoun: ReferringExpression) -> str:
    """How surely *it* stands for nothing, and why."""
    share = f"That “{pronoun.text}” stands for nothing has probability {pronoun.nothing / 100:.2f}"
    return f"{share}: {pronoun.because}." if pronoun.because else f"{share}."


def _list(found: Interpretation, resolution: Resolution) -> str:
    state = reasons.state_before(found, resolution.pronoun)
    tested = {attempt.candidate.entity for attempt in resolution.attempts}
    listed = [element.entity for element in state if element.entity in tested]
    if not listed:  # read back from JSON, which has no states
        listed = [attempt.candidate.entity for attempt in resolution.attempts]
        return f"Tested were {_some(listed, MOST_LISTED)}."
    return f"On the list stood, most salient first, {_some(listed, MOST_LISTED)}."


def _ruled_out(resolution: Resolution, rule: str, attempts: Sequence[Attempt]) -> str:
    pronoun = resolution.pronoun
    by_clash: dict[str, list[str]] = {}
    for one in attempts[:MOST_RULED_OUT]:
        clash = reasons.clash(pronoun, one)
        by_clash.setdefault(clash, []).append(one.candidate.entity)
    named = [f"{_some(who, MOST_RULED_OUT)} ({clash})" for clash, who in by_clash.items()]
    more = len(attempts) - MOST_RULED_OUT
    named += [f"{more} more"] * (more > 0)
    asked = reasons.described(pronoun) if rule == RULES[Constraint.AGREEMENT] else ""
    wanted = f": “{pronoun.text}” is {asked}" if asked else ""
    return f"{rule} rules out {_some(named, len(named))}{wanted}."


def weights(resolution: Resolution) -> Iterator[str]:
    """What those that passed weigh, against nobody; then why the first two do."""
    passed = [one for one in reversed(tuple(resolution.attempts)) if one.score is not None]
    without = f"{NOBODY} weighs {signed(_nobody(resolution))}"
    if not passed:
        yield "Nobody is left."
        return
    weighed = [f"{one.candidate.entity} {signed(one.score or 0.0)}" for one in passed]
    if len(passed) == 1:
        yield f"Left is {weighed[0]}; {without}."
    else:
        yield f"Those left are weighed: {_some(weighed, MOST_WEIGHED)}; {without}."
    yield from _by_meaning(passed, resolution)
    told: list[tuple[str, Sequence[Factor]]] = [
        (attempt.candidate.entity, attempt.factors) for attempt in passed[:2]
    ]
    if resolution.entity is None:
        told = [(NOBODY, _of_nobody(resolution)), *told[:1]]
    yield from filter(None, (for_and_against(*each) for each in told))


def _by_meaning(passed: Sequence[Attempt], resolution: Resolution) -> Iterator[str]:
    """How much of each weight comes from what is said of the pronoun, if that was weighed."""
    shown = passed if len(passed) <= MOST_WEIGHED + 1 else passed[:MOST_WEIGHED]
    whose = [(one.candidate.entity, one.factors) for one in shown]
    added = {
        whom: sum(group.weight for group in grouped(factors) if group.about == MEANING)
        for whom, factors in (*whose, (NOBODY, resolution.nobody))
    }
    if any(abs(weight) >= LEAST for weight in added.values()):
        told = [f"{signed(weight)} for {whom}" for whom, weight in added.items()]
        yield f"Of that, how each fits what is said makes {_some(told, len(told))}."


def outweighed(resolution: Resolution, attempt: Attempt) -> str:
    """Why a pronoun does not mean a candidate that passed the test."""
    name, score = attempt.candidate.entity, signed(attempt.score or 0.0)
    if attempt.verdict and attempt.verdict.shown:
        return f"{name} passes the test, but {attempt.verdict.shown}, and no more are weighed."
    heaviest, passes = _heaviest(resolution), f"{name} passes agreement, binding and sort"
    if resolution.because and heaviest and heaviest.candidate.entity != resolution.entity:
        return f"{passes}, but a rule decides: {resolution.because}."
    if resolution.entity is None or heaviest is None or heaviest is attempt:
        rival, weight, factors = NOBODY, _nobody(resolution), _of_nobody(resolution)
    else:
        rival, weight = heaviest.candidate.entity, heaviest.score or 0.0
        factors = tuple(heaviest.factors)
    but = f", but {rival} weighs more ({signed(weight)} against {score})."
    if weight < (attempt.score or 0.0):
        but = f" and weighs most ({score}), but it is not likely enough."
    both = for_and_against(name, attempt.factors), for_and_against(rival, factors)
    return " ".join(filter(None, (f"{passes}{but}", *both)))


def _heaviest(resolution: Resolution) -> Attempt | None:
    weighed = [attempt for attempt in resolution.attempts if attempt.score is not None]
    return weighed[-1] if weighed else None


def _nobody(resolution: Resolution) -> float:
    return resolution.nobody_score or 0.0


def _of_nobody(resolution: Resolution) -> tuple[Factor, ...]:
    """What speaks for no antecedent, with what is added wherever there is none."""
    factors = tuple(resolution.nobody)
    constant = _nobody(resolution) - sum(factor.weight for factor in factors)
    return (*factors, Factor((), constant))


def _some(names: Sequence[str], most: int) -> str:
    """KELLER, BROTHER and 3 more."""
    more = len(names) - most
    shown = [*names[:most], f"{more} more"] if more > 1 else list(names)
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
