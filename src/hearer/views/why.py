"""Explanations of pronouns: why one means what it means, why not something else, and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp

from hearer.errors import UsageError, require
from hearer.escape import number_and, printable
from hearer.formats.decoding import Place
from hearer.model import (
    ANY_GENDER,
    OUTWEIGHED,
    Attempt,
    Constraint,
    Element,
    Entity,
    Explanation,
    ExpressionId,
    Factor,
    FactorValue,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Tested,
)
from hearer.model.resolution import FactorWeight, NoAntecedent, Question
from hearer.names import together
from hearer.views.places import cached, places_of, stands
from hearer.views.words import NO_ANTECEDENT, SPELLED, at_hand, signed

PLACE = re.compile(r"(?:.+:)?([0-9]{1,9}):([0-9]{1,9})")  # as `hearer resolve` prints it
ORDINALS = ("first", "next", "then")
MOST = 6  # candidates that are described one by one
MOST_NAMED = 12
ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
RANKED_BY_TABLE_2 = "s-list"
MOST_FACTORS = 5  # groups of factors that are named
MOST_PHRASES = 2  # of a group
MOST_LISTED = 8  # candidates that are named
LEAST = 0.05  # smaller weights are not mentioned
LEAST_PLEONASTIC = 25  # percent: a smaller probability is not mentioned
ALWAYS = FactorValue("", "", "in general", tells_candidates_apart=False)
# For each constraint: its name, a clause, and the consequence.
CONSTRAINTS = {
    Constraint.AGREEMENT: (
        "Agreement",
        "is {shown}, and {pronoun} is {wanted}",
        "so agreement rules it out",
    ),
    Constraint.BINDING: ("Binding", "{shown}", "so binding rules it out"),
    Constraint.SORT: (
        "The sortal constraint",
        "is of sort {shown}, and {pronoun} stands for {wanted}",
        "so the sortal constraint rules it out",
    ),
    Constraint.SPEECH: (
        "Who speaks",
        "{shown}, and {pronoun} {wanted}",
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


def why(found: Interpretation, pronoun: Question, *, which: int = 1) -> Explanation:
    """Explain what a pronoun was taken to mean.

    `pronoun` is its text; its place, as `hearer resolve` prints it ("3:62") or as (utterance,
    word); or a resolution or expression. Of several with the same text, `which` is the number.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> print(why(listen(Discourse((brennan, she)), profile="paper"), "she"))
    “she” at 1:16 is BRENNAN. BRENNAN was tested first (unused, at 1:1) and passes: ...
    """
    asked = look_up(found, pronoun, which=which)
    if isinstance(asked, ReferringExpression):
        reason = f": {asked.because}" if asked.because else ", whoever that is: nothing says so"
        sentence = f"{_where(found, asked)} is {asked.entity}{reason}."
        return _explanation(found, asked, asked.entity, [sentence])
    resolution = at_hand(asked)
    likely = chances(resolution)
    return replace(
        _explanation(
            found, resolution.pronoun, resolution.entity, [*_sentences(found, resolution)]
        ),
        label=resolution.label,
        confidence=_rounded(resolution.confidence),
        listed=tuple(one.entity for one in state_before(found, resolution.pronoun)),
        tested=tuple(
            Tested(
                *(one.candidate.entity, _name(found, one.candidate.entity)),
                *(one.candidate.expression.text, str(one.candidate.familiarity)),
                *(one.candidate.utterance, one.states_back),
                violated=one.violated,
                because=because(resolution.pronoun, one),
                weight=_rounded(one.score),
                probability=likely.get(one.candidate.entity),
                factors=_factors(one.factors),
            )
            for one in resolution.attempts
        ),
        no_antecedent=NoAntecedent(
            _rounded(resolution.nobody_score), likely.get(None), _factors(resolution.nobody)
        ),
    )


def _explanation(
    found: Interpretation, e: ReferringExpression, entity: Entity | None, sentences: Sequence[str]
) -> Explanation:
    told = (*map(printable, sentences),)
    line, column = places_of(found.discourse).of(e.utterance, e.own_words[0])
    name = None if entity is None else _name(found, entity)
    where = (e.text, line, column, e.utterance, e.head, entity, name, None, Label.RESOLVED)
    return Explanation(" ".join(told), told, *where)


def _name(found: Interpretation, entity: Entity) -> str:
    return printable(found.names.get(entity, "") or entity)


def _factors(factors: Iterable[Factor]) -> tuple[FactorWeight, ...]:
    return tuple(replace(one, weight=round(one.weight, 3)) for one in grouped(factors))


def _rounded(weight: float | None) -> float | None:
    return None if weight is None else round(weight, 3)


# The pronoun in question ------------------------------------------------------------------------


def look_up(
    found: Interpretation, pronoun: Question, *, which: int = 1
) -> Resolution | ReferringExpression:
    """Return the resolution of a pronoun; I, you and we, which are not looked up, as they are.

    A pronoun is given by its text, by utterance and word, by its place ("3:62", "story.txt:3:62"),
    or itself.
    """
    require(which, int, "Which of several is said by its number, which=2")
    if isinstance(pronoun, Resolution):
        return pronoun
    heard: list[tuple[ReferringExpression, Resolution | ReferringExpression]] = []
    heard += ((one.pronoun, one) for one in found.resolutions)
    heard += ((e, e) for e in found.expressions if e.kind is Kind.SPEAKER)
    match = PLACE.fullmatch(pronoun) if isinstance(pronoun, str) else None
    if match and heard:
        place, places = Place(int(match[1]), int(match[2])), places_of(found.discourse)
        nearest, asked = min(heard, key=lambda pair: places.distance(place, pair[0]))
        if any(places.distance(place, nearest)):
            near = _where(found, nearest)
            raise UsageError(f"There is no pronoun at {place}; the nearest is {near}.")
        return asked
    asked_for: object = pronoun.lower() if isinstance(pronoun, str) else pronoun
    if isinstance(pronoun, ReferringExpression):
        asked_for = pronoun.id
    named = [x for e, x in heard if asked_for in (e.text.lower(), e.id, (e.utterance, e.head))]
    shown = repr(str(pronoun))
    if not 1 <= which <= max(1, len(named)):
        raise UsageError(f"There is no pronoun {shown} number {which}, only {len(named)}.")
    if not named:
        texts = ", ".join(dict.fromkeys(r.pronoun.text for r in found.resolutions)) or "none"
        raise UsageError(f"No pronoun {shown} was heard; there is {texts}.")
    return named[which - 1]


# In sentences -----------------------------------------------------------------------------------


def _where(found: Interpretation, pronoun: ReferringExpression) -> str:
    """Return the pronoun and its place: “she” at 3:12."""
    return f"“{pronoun.text}” {stands(found.discourse, pronoun, word=pronoun.own_words[0])}"


def _sentences(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    yield answer(_where(found, resolution.pronoun), resolution)
    basis = resolution.instead_of or resolution
    yield from (account if is_weighed(basis) else _attempts)(found, basis)


def _attempts(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    """Yield a sentence for each of the first candidates tested, and for the last."""
    attempts = tuple(resolution.attempts)
    last = len(attempts) - 1
    for n, attempt in enumerate(attempts):
        if n == last > MOST:
            yield f"{last - MOST} more were ruled out."
        if n < MOST or n == last:
            yield _attempt(found, resolution.pronoun, attempt, n)


def _attempt(found: Interpretation, pronoun: ReferringExpression, attempt: Attempt, n: int) -> str:
    when = ORDINALS[min(n, len(ORDINALS) - 1)]
    stood = standing(found, attempt.candidate, pronoun)
    if attempt.states_back:
        stood += f", {number_and(attempt.states_back, 'state')} back"
    link = "and" if attempt.violated in {None, Constraint.WEIGHT} else "but"
    reason = because(pronoun, attempt)
    return f"{attempt.candidate.entity} was tested {when} ({stood}) {link} {reason}."


# Why not ----------------------------------------------------------------------------------------


def why_not(
    found: Interpretation, pronoun: Question, candidate: str, *, which: int = 1
) -> Explanation:
    """Explain why a pronoun was not taken to mean `candidate`.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> met = Utterance.of("Brennan/PROPN/nsubj/2 met/VERB/root/0 Friedman/PROPN/obj/2")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> found = listen(Discourse((met, she)), profile="paper")
    >>> print(why_not(found, "she", "Friedman"))
    “she” at 1:22 is not FRIEDMAN: BRENNAN stood before it on the list and passed. Both are OLD ...
    """
    require(candidate, str, "Somebody is asked about by name, as in why_not('she', 'Anna')")
    resolution = look_up(found, pronoun, which=which)
    if isinstance(resolution, ReferringExpression):
        raise UsageError(f"Nothing was tested for {_where(found, resolution)}: ask why.")
    entity = _entity(found, candidate, resolution)
    explanation = why(found, resolution)
    if resolution.entity == entity:
        sentence = f"But it does mean {_name(found, entity)}: {explanation.sentence}"
    else:
        reason = _reason_against(found, resolution, entity)
        sentence = printable(f"{_where(found, resolution.pronoun)} is not {entity}: {reason}")
    return replace(explanation, sentence=sentence, sentences=(sentence,), candidate=entity)


def _entity(found: Interpretation, candidate: str, resolution: Resolution) -> Entity:
    """Return the entity in question: by identifier, best name, expressions, or parts of them.

    Of several, return the one mentioned last before the pronoun.
    """
    names, now = found.names, resolution.pronoun.order
    tested = (attempt.candidate.entity for attempt in resolution.attempts)
    entities = dict.fromkeys((*(chain.entity for chain in found.chains), *tested))
    if exact := next((entity for entity in entities if entity == candidate), None):
        return exact
    heard = sorted(found.expressions, key=lambda e: (e.order < now, e.order), reverse=True)
    said = [(e.entity, e.text) for e in heard if e.entity]
    called = [(entity, name) for entity in entities for name in (entity, names.get(entity, ""))]
    wanted = _bare(candidate)
    for is_part in (False, True):
        for entity, name in (*called, *said):
            bare = _bare(name)
            if wanted and (f" {wanted} " in f" {bare} " if is_part else bare == wanted):
                return entity
    some = ", ".join(list(filter(None, map(names.get, entities)))[:MOST_NAMED])
    raise UsageError(f"Nothing called {candidate!r} was heard; there is {some or 'nothing'}.")


def _bare(name: str) -> str:
    """Return a name in lower case, without its article."""
    return ARTICLE.sub("", name.replace("_", " ").casefold().strip())


def _reason_against(found: Interpretation, resolution: Resolution, entity: str) -> str:
    state, pronoun = state_before(found, resolution.pronoun), resolution.pronoun
    for n, attempt in enumerate(resolution.attempts):
        if attempt.candidate.entity == entity and attempt.violated is Constraint.WEIGHT:
            return outweighed(resolution, attempt)
        if attempt.candidate.entity == entity and attempt.violated:
            return _attempt(found, pronoun, attempt, n)
    listed = next((element for element in state if element.entity == entity), None)
    if listed is None:
        return _absent(found, pronoun, entity)
    if resolution.because and not any(one.score for one in resolution.attempts):
        return f"a rule decides: {resolution.because}."
    if resolution.antecedent is None:
        return f"{entity} was on the list ({standing(found, listed, pronoun)}), untested."
    first = next((element for element in state if element.entity == resolution.entity), None)
    if first is None or not found.algorithm.startswith(RANKED_BY_TABLE_2):
        return f"{resolution.entity} came before it and passed."
    ahead = ahead_of(first, listed)
    return f"{resolution.entity} stood before it on the list and passed. {ahead}."


def _absent(found: Interpretation, pronoun: ReferringExpression, entity: str) -> str:
    """Return why an entity was not on the list."""
    before = [e for e in found.expressions if e.entity == entity and e.order < pronoun.order]
    if not before:
        return f"{entity} had not been heard yet."
    where = stands(found.discourse, before[-1])
    return f"{entity} was not on the list: it was last realized {where}."


# One candidate ----------------------------------------------------------------------------------


def because(pronoun: ReferringExpression, attempt: Attempt) -> str:
    """Return why a candidate passed or failed: "is neuter, and “she” is feminine, so …"."""
    weighed = "" if attempt.score is None else f"; it weighs {signed(attempt.score)}"
    violated = attempt.violated
    if violated is None:
        return f"passes: agreement, binding and sort allow it{weighed}"
    if violated is Constraint.WEIGHT:
        return f"passes, but something else weighs more{weighed}"
    return f"{_clause(pronoun, attempt)}, {CONSTRAINTS[violated][2]}"


def _clause(pronoun: ReferringExpression, attempt: Attempt) -> str:
    constraint, shown, wanted = attempt.verdict or OUTWEIGHED
    clause = CONSTRAINTS[constraint][1] if shown else "does not go with {pronoun}"
    return clause.format(pronoun=f"“{pronoun.text}”", shown=shown, wanted=wanted)


def standing(found: Interpretation, element: Element, pronoun: ReferringExpression) -> str:
    """Return the status and the place of an element: "evoked, at 3:12"."""
    status = SPELLED[element.familiarity]
    if element.utterance == pronoun.utterance:
        return f"{status}, in the current utterance"
    return f"{status}, {stands(found.discourse, element.expression)}"


def state_before(found: Interpretation, pronoun: ReferringExpression) -> tuple[Element, ...]:
    """Return the list as it was when the pronoun was heard."""
    return _states(found).get(pronoun.id, ())


@cached
def _states(found: Interpretation) -> dict[ExpressionId, tuple[Element, ...]]:
    states, state = dict[ExpressionId, tuple[Element, ...]](), tuple[Element, ...]()
    for part in (part for step in found.steps for part in step.parts or (step,)):
        if part.heard:
            states.setdefault(part.heard.id, state)
        state = part.state
    return states


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


def grouped(factors: Iterable[Factor]) -> tuple[FactorWeight, ...]:
    """Split a weight by groups of factors, the weightiest first, with their main values.

    The weight of a factor of several values is divided among those that differ between candidates.

    >>> clause = FactorValue("clause", "in the same clause", "nearness")
    >>> [group.factor for group in grouped([Factor((ALWAYS,), 0.5), Factor((clause,), -1.0)])]
    ['nearness (in the same clause)', 'in general']
    """
    groups: dict[str, dict[FactorValue, float]] = {}
    for factor in factors:
        values = factor.values or (ALWAYS,)
        telling = [each for each in values if each.tells_candidates_apart] or values
        for value in telling:
            parts = groups.setdefault(value.about, {})
            parts[value] = parts.get(value, 0.0) + factor.weight / len(telling)
    found = []
    for about, parts in groups.items():
        total = sum(parts.values())
        pulling = [value for value, weight in parts.items() if weight * total > 0]
        pulling.sort(key=lambda value: -abs(parts[value]))
        words = ", ".join(value.words for value in pulling[:MOST_PHRASES] if value.words)
        found.append(FactorWeight(f"{about} ({words})" if words else about, total))
    return tuple(sorted(found, key=lambda group: -abs(group.weight)))


def in_favour(whom: str, factors: Iterable[Factor]) -> str:
    """Name the weightiest groups of factors; the numbers add up to the weight.

    >>> subject = FactorValue("role", "subject", "grammatical role")
    >>> print(in_favour("BRENNAN", [Factor((subject,), 0.5), Factor((ALWAYS,), -0.02)]))
    For BRENNAN: grammatical role (subject) +0.50, all else −0.02.
    """
    groups = grouped(factors)
    named = [group for group in groups if abs(group.weight) >= LEAST][:MOST_FACTORS]
    rest = sum(group.weight for group in groups) - sum(group.weight for group in named)
    parts = [f"{group.factor} {signed(group.weight)}" for group in named]
    if abs(rest) >= 0.005:  # it would be printed as 0.00
        parts.append(f"all else {signed(rest)}")
    return f"For {whom}: {', '.join(parts)}." if named else ""


# An answer ----------------------------------------------------------------------------------------


def answer(where: str, resolution: Resolution) -> str:
    """Return the first sentence: “it” at 3:12 is WATCH (probability 0.76)."""
    found, before, kind = resolution.antecedent, resolution.instead_of, resolution.kind_of
    sure = "" if resolution.confidence is None else f" (probability {resolution.confidence:.2f})"
    because = f": {resolution.because}" if resolution.because else ""
    is_clause = found is not None and found.expression.kind is Kind.CLAUSE
    meaning = ANSWERS[resolution.taken_as]
    if found:
        told = f"stands for what was told, “{found.expression.text}”: "
        meaning = f"{told if is_clause and not before else 'is '}{found.entity}"
    elif kind:
        meaning = f"is {resolution.pronoun.entity}, another of the kind of {kind.entity}"
    elif not is_weighed(resolution):
        because = because or f": {resolution.reason.partition(': ')[0]}"
    if before:
        until = "Until the rest of the sentence was heard"
        if found and found.expression.order > resolution.pronoun.order:
            until = f"It is cataphoric: until “{found.expression.text}” was heard"
        then = f"was taken to be {before.entity}" if before.entity else "had no antecedent"
        but = f", but {resolution.because}" if because else ""
        return f"{where} {meaning}{sure}. {until}, it {then}{but}."
    if because and not resolution.rivals:
        return f"{where} {meaning}{sure}{because}."
    best = None if found or kind else _heaviest(resolution)
    if best and (resolution.nobody_score or 0.0) < (best.score or 0.0):
        likeliest = f"{best.candidate.entity} is the likeliest"
        return f"{where} {meaning}: {likeliest}, but not likely enough{sure}."
    return f"{where} {meaning}{sure}."


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
    entities = {attempt.candidate.entity for attempt in attempts}
    listed = [e.entity for e in state_before(found, pronoun) if e.entity in entities]
    if listed:  # not if it was read from JSON, which has no states
        yield f"On the list stood, most salient first, {together(listed, MOST_LISTED)}."
    for constraint in CONSTRAINTS:
        if ruled_out := [a for a in attempts if a.violated is constraint]:
            yield _ruled_out(pronoun, constraint, ruled_out)
    yield from weights(resolution)


def _ruled_out(
    pronoun: ReferringExpression, constraint: Constraint, attempts: Sequence[Attempt]
) -> str:
    by_clash: dict[str, list[str]] = {}
    for one in attempts:
        shown = one.verdict.shown if one.verdict else ""
        is_feature = constraint in {Constraint.AGREEMENT, Constraint.SORT}
        clash = shown if shown and is_feature else _clause(pronoun, one)
        by_clash.setdefault(clash, []).append(one.candidate.entity)
    named = [f"{together(who, MOST_LISTED)} ({clash})" for clash, who in by_clash.items()]
    agreement = pronoun.agreement
    asked: list[str] = [*agreement.number] if len(agreement.number) == 1 else []
    if agreement.gender != ANY_GENDER:
        asked.append(" or ".join(sorted(agreement.gender)) or "unknown")
    is_described = asked and constraint is Constraint.AGREEMENT
    wanted = f": “{pronoun.text}” is {' and '.join(asked)}" if is_described else ""
    return f"{CONSTRAINTS[constraint][0]} rules out {together(named, MOST_LISTED)}{wanted}."


def weights(resolution: Resolution) -> Iterator[str]:
    """Yield sentences about the weights of those that passed, and why the first two have them."""
    passed = [one for one in reversed(tuple(resolution.attempts)) if one.score is not None]
    if not passed:
        yield "Nobody is left."
        return
    weighed = [f"{one.candidate.entity} {signed(one.score or 0.0)}" for one in passed]
    left = f"Left {'is' if len(passed) == 1 else 'are'} {together(weighed, MOST_LISTED)}"
    yield f"{left}; {NO_ANTECEDENT} weighs {signed(resolution.nobody_score or 0.0)}."
    named = [(str(one.candidate.entity), one.factors) for one in passed[:2]]
    if resolution.entity is None:
        named = [(NO_ANTECEDENT, of_nobody(resolution)), *named[:1]]
    yield from filter(None, (in_favour(*each) for each in named))


def outweighed(resolution: Resolution, attempt: Attempt) -> str:
    """Return why a pronoun does not mean a candidate that passed the test."""
    name, score = attempt.candidate.entity, attempt.score or 0.0
    if attempt.verdict and attempt.verdict.shown:
        return f"{name} passes the test, but {attempt.verdict.shown}, and no more are weighed."
    best, passes = _heaviest(resolution), f"{name} passes agreement, binding and sort"
    if resolution.because and best and best.candidate.entity != resolution.entity:
        return f"{passes}, but a rule decides: {resolution.because}."
    rival, weight, factors = NO_ANTECEDENT, resolution.nobody_score or 0.0, of_nobody(resolution)
    if resolution.entity is not None and best is not None and best is not attempt:
        rival, weight, factors = best.candidate.entity, best.score or 0.0, tuple(best.factors)
    but = f", but {rival} weighs more ({signed(weight)} against {signed(score)})."
    if weight < score:
        but = f" and weighs most ({signed(score)}), but it is not likely enough."
    both = in_favour(name, attempt.factors), in_favour(rival, factors)
    return " ".join(filter(None, (f"{passes}{but}", *both)))


def _heaviest(resolution: Resolution) -> Attempt | None:
    weighed = [attempt for attempt in resolution.attempts if attempt.score is not None]
    return weighed[-1] if weighed else None


def of_nobody(resolution: Resolution) -> tuple[Factor, ...]:
    """Return the factors for no antecedent, and a constant that completes their sum."""
    factors = tuple(resolution.nobody)
    constant = (resolution.nobody_score or 0.0) - sum(factor.weight for factor in factors)
    return (*factors, Factor((), constant))
