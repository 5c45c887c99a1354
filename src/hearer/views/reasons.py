"""Reasons for resolutions, in sentences: constraints, the list, weights and their factors."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from sys import maxsize

from hearer.model import (
    ANY_GENDER,
    OUTWEIGHED,
    Attempt,
    Constraint,
    Element,
    Entity,
    Factor,
    FactorGroup,
    FactorValue,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.views.places import stands
from hearer.views.words import NO_ANTECEDENT, SPELLED, signed

MOST_FOR, MOST_AGAINST = 3, 2  # groups of factors that are named
MOST_PHRASES = 2  # of a group
MOST_LISTED, MOST_RULED_OUT, MOST_WEIGHED = 8, 6, 4  # candidates that are named
LEAST = 0.05  # smaller weights are not mentioned
LEAST_PLEONASTIC = 25  # percent: a smaller probability is not mentioned
MEANING = "meaning"  # the group of factors for semantic fit
ALWAYS = FactorValue("", "", "in general", tells_candidates_apart=False)
# For each constraint: its name, a clause with a recorded value, one without, and the consequence.
CONSTRAINTS = {
    Constraint.AGREEMENT: (
        "Agreement",
        "is {shown}, and {pronoun} is {wanted}",
        "takes other pronouns than {pronoun}",
        "so agreement rules it out",
    ),
    Constraint.BINDING: (
        "Binding",
        "{shown}",
        "stands in the binding domain of {pronoun}",
        "so binding rules it out",
    ),
    Constraint.SORT: (
        "The sortal constraint",
        "is of sort {shown}, and {pronoun} stands for {wanted}",
        "is of a sort that {pronoun} does not stand for",
        "so the sortal constraint rules it out",
    ),
    Constraint.SPEECH: (
        "Who speaks",
        "{shown}, and {pronoun} {wanted}",
        "speaks here or is spoken to",
        "so it is ruled out: who speaks is no third person",
    ),
}
ANSWERS = {
    None: "has no antecedent",
    Label.NO_ANTECEDENT: "has no antecedent",
    Label.AMBIGUOUS: "is ambiguous, and left unresolved",
    Label.EVENT: "means an event that was told, and no entity on the list",
    Label.PLEONASTIC: "is pleonastic and means nothing",
    Label.CATAPHORIC: "is cataphoric: what it means may still come",
    Label.SAME_KIND: "is another of a kind that was named",
}


# One candidate ----------------------------------------------------------------------------------


def because(pronoun: ReferringExpression, attempt: Attempt) -> str:
    """Return why a candidate passed or failed: "is neuter, and “she” is feminine, so …"."""
    weighed = "" if attempt.score is None else f"; it weighs {signed(attempt.score)}"
    violated = attempt.violated
    if violated is None:
        return f"passes: agreement, binding and sort allow it{weighed}"
    if violated is Constraint.WEIGHT:
        return f"passes, but something else weighs more{weighed}"
    return f"{_clause(pronoun, attempt)}, {CONSTRAINTS[violated][3]}"


def _clause(pronoun: ReferringExpression, attempt: Attempt) -> str:
    constraint, shown, wanted = attempt.verdict or OUTWEIGHED
    clause = CONSTRAINTS[constraint][1 if shown else 2]
    return clause.format(pronoun=f"“{pronoun.text}”", shown=shown, wanted=wanted)


def standing(found: Interpretation, element: Element, pronoun: ReferringExpression) -> str:
    """Return the status and the place of an element: "evoked, at 3:12"."""
    status = SPELLED[element.familiarity]
    if element.utterance == pronoun.utterance:
        return f"{status}, in the current utterance"
    return f"{status}, {stands(found.discourse, element.expression)}"


def state_before(found: Interpretation, pronoun: ReferringExpression) -> tuple[Element, ...]:
    """Return the list as it was when the pronoun was heard."""

    def place(step: Step) -> tuple[int, int]:
        return (step.word.utterance.number, step.word.number) if step.word else (maxsize, 0)

    at = bisect_left(found.steps, (pronoun.utterance, pronoun.heard_at), key=place)
    for steps in (found.steps[max(0, at - 1) : at + 1], found.steps):
        state: tuple[Element, ...] = ()
        for part in (part for step in steps for part in step.parts or (step,)):
            if part.heard and part.heard.id == pronoun.id:
                return state
            state = part.state
    return ()


def ahead_of(first: Element, second: Element) -> str:
    """Return why `first` precedes `second` on the S-list: the two rules of Table 2."""
    if first.status != second.status:
        return f"{first.status.name} precedes {second.status.name}"
    if first.utterance != second.utterance:
        return f"Both are {first.status.name}, and the later utterance precedes"
    return f"Both are {first.status.name} and in one utterance, and the earlier position precedes"


# Weights ----------------------------------------------------------------------------------------


def is_weighed(resolution: Resolution) -> bool:
    """Return True if the algorithm gave a probability."""
    return resolution.confidence is not None


def chances(resolution: Resolution) -> Mapping[Entity | None, float | None]:
    """Return the probabilities of all weighed candidates, the best first; None is no antecedent.

    The decision has the algorithm's confidence; the others share the rest by their weights. If
    nothing was weighed, return the antecedent and its rivals, without probabilities.
    """
    sure = resolution.confidence
    if sure is None:
        equals = (*filter(None, [resolution.antecedent]), *resolution.rivals)
        return {one.entity: None for one in equals}
    weights: dict[Entity | None, float] = {
        one.candidate.entity: one.score for one in resolution.attempts if one.score is not None
    }
    if resolution.nobody_score is not None:
        weights[None] = resolution.nobody_score
    chosen = resolution.entity
    if chosen is None and weights:
        chosen = max(weights, key=weights.__getitem__)
    top = max(weights.values(), default=0.0)
    shares = {who: exp(weight - top) for who, weight in weights.items() if who != chosen}
    rest = (1 - sure) / (sum(shares.values()) or 1.0)
    others = {who: round(share * rest, 3) for who, share in shares.items()}
    return {chosen: round(sure, 3)} | dict(sorted(others.items(), key=lambda one: -one[1]))


def contributions(factors: Iterable[Factor]) -> Mapping[FactorValue, float]:
    """Split a weight by the values of its factors, in the order of their first occurrence.

    The weight of a factor of several values is divided among those that differ between candidates.

    >>> it = FactorValue("pronoun", "it", "the pronoun", tells_candidates_apart=False)
    >>> subject = FactorValue("role", "subject", "grammatical role")
    >>> near = FactorValue("sentences back", "one sentence back", "nearness")
    >>> found = contributions([Factor((it, subject, near), 0.5), Factor((it, subject), 0.25)])
    >>> found[subject], found[near]
    (0.5, 0.25)
    """
    weights: dict[FactorValue, float] = {}
    for factor in factors:
        values = factor.values or (ALWAYS,)
        telling = [each for each in values if each.tells_candidates_apart] or values
        for each in telling:
            weights[each] = weights.get(each, 0.0) + factor.weight / len(telling)
    return weights


def grouped(factors: Iterable[Factor]) -> tuple[FactorGroup, ...]:
    """Split a weight by groups of factors, the weightiest first, with their main values.

    >>> clause = FactorValue("clause", "in the same clause", "nearness")
    >>> [group.name for group in grouped([Factor((ALWAYS,), 0.5), Factor((clause,), -1.0)])]
    ['nearness (in the same clause)', 'in general']
    """
    groups: dict[str, dict[FactorValue, float]] = {}
    for value, weight in contributions(factors).items():
        groups.setdefault(value.about, {})[value] = weight
    found = []
    for about, parts in groups.items():
        total = sum(parts.values())
        pulling = [value for value, weight in parts.items() if weight * total > 0]
        pulling.sort(key=lambda value: -abs(parts[value]))
        words = tuple(value.words for value in pulling[:MOST_PHRASES] if value.words)
        found.append(FactorGroup(about, words, total))
    return tuple(sorted(found, key=lambda group: -abs(group.weight)))


def for_and_against(whom: str, factors: Sequence[Factor]) -> str:
    """Say what speaks for a candidate and against it; the numbers add up to its weight.

    >>> subject = FactorValue("role", "subject", "grammatical role")
    >>> print(for_and_against("BRENNAN", [Factor((subject,), 0.5), Factor((ALWAYS,), -0.02)]))
    For BRENNAN: grammatical role (subject) +0.50. All else: −0.02.
    """

    def listed(some: Iterable[FactorGroup]) -> str:
        return ", ".join(f"{group.name} {signed(group.weight)}" for group in some)

    groups = grouped(factors)
    speaking = [group for group in groups if group.weight >= LEAST][:MOST_FOR]
    opposed = [group for group in groups if group.weight <= -LEAST][:MOST_AGAINST]
    named = (*speaking, *opposed)
    rest = sum(group.weight for group in groups) - sum(group.weight for group in named)
    sentences = [f"For {whom}: {listed(speaking)}."] if speaking else []
    if opposed:
        sentences.append(f"Against {'it' if speaking else whom}: {listed(opposed)}.")
    if named and abs(rest) >= 0.005:  # it would be printed as 0.00
        sentences.append(f"All else: {signed(rest)}.")
    return " ".join(sentences)


# An answer, if candidates are weighed -----------------------------------------------------------


def answer(where: str, resolution: Resolution) -> str:
    """Return the first sentence: “it” in (3) is WATCH (probability 0.76)."""
    sure = f"probability {resolution.confidence or 0.0:.2f}"
    kind = resolution.kind_of
    meaning = ANSWERS[resolution.taken_as]
    if resolution.entity:
        meaning = f"is {resolution.entity}"
    elif kind:
        meaning = f"is {resolution.pronoun.entity}, another of the kind of {kind.entity}"
    if resolution.because and not resolution.is_ambiguous:
        return f"{where} {meaning} ({sure}): {resolution.because}."
    heaviest = None if resolution.entity or kind else _heaviest(resolution)
    if heaviest and (resolution.nobody_score or 0.0) < (heaviest.score or 0.0):
        likeliest = f"{heaviest.candidate.entity} is the likeliest"
        return f"{where} {meaning}: {likeliest}, but not likely enough ({sure})."
    return f"{where} {meaning} ({sure})."


def is_told(resolution: Resolution) -> bool:
    """Return True if a pronoun was revised or stands for a clause."""
    found = resolution.antecedent
    return resolution.is_revision or (found is not None and found.expression.kind is Kind.CLAUSE)


def told(where: str, resolution: Resolution) -> str:
    """Return the first sentence for a revised pronoun or one that stands for a clause."""
    found, before = resolution.antecedent, resolution.instead_of
    sure = "" if resolution.confidence is None else f" (probability {resolution.confidence:.2f})"
    why = resolution.because
    if before and why:
        now = f"is {found.entity}" if found else "has no antecedent"
        then = f"Until the rest of the sentence was heard, it was taken to be {before.entity}"
        return f"{where} {now}{sure}. {then}, but {why}."
    if found is None:
        return f"{where} has no antecedent."
    if before is None:
        first = (
            f"{where} stands for what was told, “{found.expression.text}”: {found.entity}{sure}."
        )
        return f"{first} {why[:1].upper()}{why[1:]}." if why else first
    then = f"was taken to be {before.entity}" if before.entity else "had no antecedent"
    heard, pronoun = found.expression, resolution.pronoun
    came = f"It is cataphoric: heard before its antecedent, and resolved when “{heard.text}” came"
    if (heard.utterance, heard.position) < (pronoun.utterance, pronoun.position):
        came = "Who that is came clear later in the sentence"
    return f"{where} is {found.entity}{sure}. {came}; until then it {then}."


def account(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    """Yield sentences about the list, the constraints, the weights and their factors."""
    pronoun, attempts = resolution.pronoun, resolution.attempts
    by_rule = resolution.because or resolution.kind_of
    if by_rule and all(one.score is None for one in attempts):
        return
    if pronoun.nothing >= LEAST_PLEONASTIC:
        share = f"That “{pronoun.text}” stands for nothing has probability"
        why = f": {pronoun.because}" if pronoun.because else ""
        yield f"{share} {pronoun.nothing / 100:.2f}{why}."
    if not attempts:
        yield "There was nothing on the list."
        return
    entities = [attempt.candidate.entity for attempt in attempts]
    state, candidates = state_before(found, pronoun), {*entities}
    listed = [element.entity for element in state if element.entity in candidates]
    if listed:
        yield f"On the list stood, most salient first, {_some(listed, MOST_LISTED)}."
    else:  # read from JSON, which has no states
        yield f"Tested were {_some(entities, MOST_LISTED)}."
    for constraint in CONSTRAINTS:
        if ruled_out := [a for a in attempts if a.violated is constraint]:
            yield _ruled_out(pronoun, constraint, ruled_out)
    yield from weights(resolution)


def _ruled_out(
    pronoun: ReferringExpression, constraint: Constraint, attempts: Sequence[Attempt]
) -> str:
    by_clash: dict[str, list[str]] = {}
    for one in attempts[:MOST_RULED_OUT]:
        shown = one.verdict.shown if one.verdict else ""
        is_feature = constraint in {Constraint.AGREEMENT, Constraint.SORT}
        clash = shown if shown and is_feature else _clause(pronoun, one)
        by_clash.setdefault(clash, []).append(one.candidate.entity)
    named = [f"{_some(who, MOST_RULED_OUT)} ({clash})" for clash, who in by_clash.items()]
    more = len(attempts) - MOST_RULED_OUT
    named += [f"{more} more"] * (more > 0)
    agreement = pronoun.agreement
    asked: list[str] = [*agreement.number] if len(agreement.number) == 1 else []
    if agreement.gender != ANY_GENDER:
        asked.append(" or ".join(sorted(agreement.gender)) or "unknown")
    is_described = asked and constraint is Constraint.AGREEMENT
    wanted = f": “{pronoun.text}” is {' and '.join(asked)}" if is_described else ""
    return f"{CONSTRAINTS[constraint][0]} rules out {_some(named, len(named))}{wanted}."


def weights(resolution: Resolution) -> Iterator[str]:
    """Yield sentences about the weights of those that passed, and why the first two have them."""
    passed = [one for one in reversed(tuple(resolution.attempts)) if one.score is not None]
    without = f"{NO_ANTECEDENT} weighs {signed(resolution.nobody_score or 0.0)}"
    if not passed:
        yield "Nobody is left."
        return
    weighed = [f"{one.candidate.entity} {signed(one.score or 0.0)}" for one in passed]
    if len(passed) == 1:
        yield f"Left is {weighed[0]}; {without}."
    else:
        yield f"Those left are weighed: {_some(weighed, MOST_WEIGHED)}; {without}."
    yield from _by_meaning(passed, resolution)
    named: list[tuple[str, Sequence[Factor]]] = [
        (attempt.candidate.entity, attempt.factors) for attempt in passed[:2]
    ]
    if resolution.entity is None:
        named = [(NO_ANTECEDENT, _of_nobody(resolution)), *named[:1]]
    yield from filter(None, (for_and_against(*each) for each in named))


def _by_meaning(passed: Sequence[Attempt], resolution: Resolution) -> Iterator[str]:
    """Yield how much of each weight is semantic fit, if that was weighed."""
    shown = passed if len(passed) <= MOST_WEIGHED + 1 else passed[:MOST_WEIGHED]
    whose = [(one.candidate.entity, one.factors) for one in shown]
    added = {
        whom: sum(group.weight for group in grouped(factors) if group.about == MEANING)
        for whom, factors in (*whose, (NO_ANTECEDENT, resolution.nobody))
    }
    if any(abs(weight) >= LEAST for weight in added.values()):
        parts = [f"{signed(weight)} for {whom}" for whom, weight in added.items()]
        yield f"Of that, how each fits what is said makes {_some(parts, len(parts))}."


def outweighed(resolution: Resolution, attempt: Attempt) -> str:
    """Return why a pronoun does not mean a candidate that passed the test."""
    name, score = attempt.candidate.entity, signed(attempt.score or 0.0)
    if attempt.verdict and attempt.verdict.shown:
        return f"{name} passes the test, but {attempt.verdict.shown}, and no more are weighed."
    heaviest, passes = _heaviest(resolution), f"{name} passes agreement, binding and sort"
    if resolution.because and heaviest and heaviest.candidate.entity != resolution.entity:
        return f"{passes}, but a rule decides: {resolution.because}."
    rival: str = NO_ANTECEDENT
    weight, factors = resolution.nobody_score or 0.0, _of_nobody(resolution)
    if resolution.entity is not None and heaviest is not None and heaviest is not attempt:
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


def _of_nobody(resolution: Resolution) -> tuple[Factor, ...]:
    """Return the factors for no antecedent, and a constant that completes their sum."""
    factors = tuple(resolution.nobody)
    constant = (resolution.nobody_score or 0.0) - sum(factor.weight for factor in factors)
    return (*factors, Factor((), constant))


def _some(names: Sequence[str], most: int) -> str:
    """Join names: KELLER, BROTHER and 3 more."""
    more = len(names) - most
    shown = [*names[:most], f"{more} more"] if more > 1 else list(names)
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
