"""Explanations of pronouns: why one means what it means, why not something else, and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp
from textwrap import fill

from hearer.errors import UsageError, require
from hearer.escape import printable
from hearer.formats.decoding import Place
from hearer.model import (
    OUTWEIGHED,
    Attempt,
    Constraint,
    Element,
    Entity,
    EntityKind,
    Explanation,
    ExpressionId,
    Factor,
    FactorValue,
    Gender,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Sort,
    Tested,
)
from hearer.model.expression import PLURAL
from hearer.model.resolution import FactorWeight, NoAntecedent, Question
from hearer.names import together
from hearer.report.table import Table, cut
from hearer.report.table import text as as_text
from hearer.views.places import cached, places_of, stands
from hearer.views.words import NO_ANTECEDENT, at_hand, called_in, signed

PLACE = re.compile(r"(?:.+:)?([0-9]{1,9}):([0-9]{1,9})")  # as `hearer resolve` prints it
MOST_NAMED = 12  # names in a message
CAPITALS = re.compile(r"[A-Z][A-Z0-9_]+")
ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
RANKED_BY_TABLE_2 = "s-list"
MOST_REASONS = 3  # in a sentence
MOST_ROWS, LONGEST = 8, 60  # of a table of candidates; columns of a name
ONE, NOT_CALLED, ALONE = "is only one", "is not called", "each alone"
NOBODY = frozenset({Label.NO_ANTECEDENT, Label.UNRESOLVED})
MOST_FACTORS = 5  # groups of factors that are named
MOST_PHRASES = 2  # of a group
MOST_LISTED = 8  # candidates that are named
LEAST = 0.05  # smaller weights are not mentioned
NEARNESS = "nearness"
ALWAYS = FactorValue("", "", "in general", tells_candidates_apart=False)
# For each constraint, why a candidate is ruled out.
CONSTRAINTS = {
    Constraint.AGREEMENT: "is {shown}, and {pronoun} is {wanted}",
    Constraint.BINDING: "{shown}",
    Constraint.SORT: "is of sort {shown}, and {pronoun} stands for {wanted}",
    Constraint.SPEECH: "{shown}, and {pronoun} {wanted}",
}
ANSWERS = {
    None: "has no antecedent",
    Label.NO_ANTECEDENT: "has no antecedent",
    Label.AMBIGUOUS: "is ambiguous",
    Label.EVENT: "means an event that no noun phrase names",
    Label.PLEONASTIC: "is pleonastic and means nothing",
    Label.CATAPHORIC: "is cataphoric: its antecedent may follow",
    Label.SAME_KIND: "is another of the same kind",
}


def why(found: Interpretation, pronoun: Question, *, which: int = 1) -> Explanation:
    """Explain what a pronoun was taken to mean.

    `pronoun` is its text; its place, as `hearer resolve` prints it ("3:62") or as (utterance,
    word); or a resolution or expression. Of several with the same text, `which` is the number.
    """
    asked = look_up(found, pronoun, which=which)
    if isinstance(asked, ReferringExpression):
        name = called_in(found).name(asked.referent)
        reason = _told(found, asked.because or "the text does not say who")
        sentence = f"{_where(found, asked)} is {name}: {reason}."
        return _explanation(found, asked, asked.entity, [sentence])
    resolution = at_hand(asked)
    likely = chances(resolution)
    return replace(
        _explanation(
            found,
            resolution.pronoun,
            resolution.entity,
            [answer(found, resolution), *weights(found, resolution)],
        ),
        label=resolution.label,
        confidence=_rounded(resolution.confidence),
        listed=tuple(one.entity for one in state_before(found, resolution.pronoun)),
        tested=tuple(
            Tested(
                *(one.candidate.entity, called_in(found).name(one.candidate.entity)),
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
    name = None if entity is None else called_in(found).name(entity)
    where = (e.text, line, column, e.utterance, e.head, entity, name, None, Label.RESOLVED)
    return Explanation(told[0], told, *where)


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
        raise UsageError(f"There is no pronoun {shown}; there is {texts}.")
    return named[which - 1]


# As text ----------------------------------------------------------------------------------------


def explained(told: Explanation, width: int, *, weights: bool, candidates: bool) -> str:
    """Write an explanation in lines of `width` columns (0: unlimited), with its candidates."""
    sentences = told.sentences if weights else told.sentences[:1]
    text = "".join(f"{fill(one, width) if width else one}\n" for one in sentences)
    longest = width // 3 or LONGEST
    rows = [
        (cut(one.name, longest), one.probability, one.weight, one.because) for one in told.tested
    ]
    if (none := told.no_antecedent).weight is not None:
        rows.append((NO_ANTECEDENT, none.probability, none.weight, ""))
    rows.sort(key=lambda row: -(row[1] or 0.0))
    more = len(rows) - MOST_ROWS
    rows[MOST_ROWS:] = [(f"{more} more", None, None, "")] if more > 0 else []
    if not candidates or not rows:
        return text
    shown = [0, *[1] * any(row[1] for row in rows), *[2] * weights, 3]
    header = ("candidate", "probability", "weight", "")
    cells = [
        [f"{x:.2f}".replace("-", "−") if isinstance(x, float) else x or "" for x in row]
        for row in rows
    ]
    first, *rest = (tuple(row[n] for n in shown) for row in (header, *cells))
    table = as_text(Table("candidates", "", first, tuple(rest), names=len(first)))
    lines = (line for line in table.splitlines() if line.strip("-"))
    return text + "\n" + "".join(f"{cut(line, width) if width else line}\n" for line in lines)


# In sentences -----------------------------------------------------------------------------------


def _where(found: Interpretation, pronoun: ReferringExpression) -> str:
    """Return the pronoun and its place: “she” at 3:12."""
    return f"“{pronoun.text}” {stands(found.discourse, pronoun, word=pronoun.own_words[0])}"


def _told(found: Interpretation, because: str) -> str:
    """Replace identifiers of entities in a reason by their names."""
    names = called_in(found).best
    return CAPITALS.sub(lambda word: names.get(word[0]) or word[0], because)


def answer(found: Interpretation, resolution: Resolution) -> str:
    """Return what a pronoun means, and the main reason, in one sentence."""
    antecedent, before, kind = resolution.antecedent, resolution.instead_of, resolution.kind_of
    called, because = called_in(found), _told(found, resolution.because)
    sure = "" if resolution.confidence is None else f" (probability {resolution.confidence:.2f})"
    meaning = ANSWERS[resolution.taken_as]
    if antecedent:
        is_clause = antecedent.entity.kind is EntityKind.CLAUSE
        meaning = f"{'stands for' if is_clause else 'is'} {called.name(antecedent.entity)}"
    elif kind:
        meaning = f"is another of the same kind as {called.name(kind.entity)}"
    elif resolution.rivals:
        names = [called.name(one.entity) for one in resolution.rivals]
        meaning += f": {' or '.join(names)}" if names[1:] else f": perhaps {names[0]}, but not sure"
    reasons = because or "; ".join(_reasons(found, resolution)[:MOST_REASONS])
    if before:
        until = "the rest of the text was read"
        if antecedent and antecedent.expression.order > resolution.pronoun.order:
            until = f"“{antecedent.expression.text}” was read"
        is_known = before.entity and not before.entity.is_unknown
        was = f"was {called.name(str(before.entity))}" if is_known else "had no antecedent"
        reasons = f"until {until} it {was}{f', but {because}' if because else ''}"
    return f"{_where(found, resolution.pronoun)} {meaning}{sure}{f': {reasons}' * bool(reasons)}."


def _reasons(found: Interpretation, resolution: Resolution) -> list[str]:
    """Return what rules the other candidates out, and which are less likely, the main first."""
    attempts, is_found = resolution.attempts, bool(resolution.antecedent)
    if not is_found and (resolution.rivals or resolution.taken_as not in {None, *NOBODY}):
        return [*filter(None, [resolution.pronoun.because])]
    reasons = _ruled_out(found, resolution)
    weighed = [one for one in reversed(tuple(attempts)) if one.violated is Constraint.WEIGHT]
    if weighed and resolution.antecedent:
        members = {one.entity for one in resolution.antecedent.expression.members}
        others = [one for one in weighed if one.candidate.entity not in members]
        names = [called_in(found).name(one.candidate.entity) for one in others]
        verb = "are" if others and _pronoun_for(others, "") == "they" else "is"
        reasons[MOST_REASONS - 1 :] = [f"{together(names or [ALONE], 2)} {verb} less likely"]
    if reasons or (is_found and not attempts):
        return reasons
    if not attempts or not is_found:
        return ["nothing that it could mean was mentioned before"]
    has_list = len(state_before(found, resolution.pronoun)) > 1
    return ["the first on the list that fits" if has_list else "the only candidate"]


def _ruled_out(found: Interpretation, resolution: Resolution) -> list[str]:
    """Return a reason for all candidates that are ruled out in the same way."""
    groups: dict[str, list[Attempt]] = {}
    for one in resolution.attempts:
        if one.violated in CONSTRAINTS and one.candidate.expression.kind is not Kind.SPEAKER:
            groups.setdefault(_fault(one, resolution.pronoun), []).append(one)
    reasons = []
    for fault, several in groups.items():
        named = [called_in(found).name(one.candidate.entity) for one in several]
        names, said = together(named, MOST_LISTED), fault
        who = names if fault.startswith(NOT_CALLED) else _pronoun_for(several, names)
        verb = "are" if who == "they" else "is"
        if who == "they" and fault.startswith("is ") and fault != ONE:
            said = f"are {fault.removeprefix('is ')}"
        elif who == "they":
            who = "each" if len(several) > 1 else names
        reasons.append(f"{names} {verb} ruled out, {who} {said}")
    return reasons


def _fault(attempt: Attempt, pronoun: ReferringExpression) -> str:
    """Return why a candidate is ruled out, without what the pronoun requires: "is feminine"."""
    constraint, shown, wanted = attempt.verdict or OUTWEIGHED
    if not shown:
        return f"{NOT_CALLED} “{pronoun.text}”"
    if constraint is Constraint.SORT:
        return "is a person" if wanted == "no person" else "is not a person or animal"
    if constraint is Constraint.AGREEMENT:
        return ONE if shown == "one" else f"is {shown}"
    return shown


def _pronoun_for(several: Sequence[Attempt], names: str) -> str:
    """Return the pronoun for what is ruled out; its name, if that is not known."""
    e = several[0].candidate.expression
    gender = e.agreement.gender if len(e.agreement.gender) == 1 else frozenset()
    is_one = e.kind is Kind.NAME and not e.text.endswith("s")  # who is called *they*
    if len(several) > 1 or (e.agreement.number == PLURAL and not is_one):
        return "they"
    is_thing = Sort.PERSON not in e.sorts or e.kind is Kind.CLAUSE
    known = {Gender.FEMININE: "she", Gender.MASCULINE: "he", Gender.NEUTER: "it"}
    return known[min(gender)] if gender else "it" if is_thing else names


# Why not ----------------------------------------------------------------------------------------


def why_not(
    found: Interpretation, pronoun: Question, candidate: str, *, which: int = 1
) -> Explanation:
    """Explain why a pronoun was not taken to mean `candidate`."""
    require(candidate, str, "A candidate is given by its name, as in why_not('she', 'Anna')")
    resolution = look_up(found, pronoun, which=which)
    if isinstance(resolution, ReferringExpression):
        raise UsageError(f"Nothing was tested for {_where(found, resolution)}: ask why.")
    entity = _entity(found, candidate, resolution)
    explanation = why(found, resolution)
    if resolution.entity == entity:
        told = [f"But it does mean {called_in(found).name(entity)}: {explanation.sentence}"]
    else:
        reason, *details = _reasons_against(found, resolution, entity)
        where, name = _where(found, resolution.pronoun), called_in(found).name(entity)
        told = [printable(f"{where} is not {name}: {reason}"), *map(printable, details)]
    return replace(explanation, sentence=told[0], sentences=tuple(told), candidate=entity)


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
    raise UsageError(f"Nothing is called {candidate!r}; there is {some or 'nothing'}.")


def _bare(name: str) -> str:
    """Return a name in lower case, without its article."""
    return ARTICLE.sub("", name.replace("_", " ").casefold().strip())


def _reasons_against(
    found: Interpretation, resolution: Resolution, entity: Entity
) -> Iterator[str]:
    """Yield why a pronoun does not mean an entity; then its weights, if it has any."""
    state, pronoun = state_before(found, resolution.pronoun), resolution.pronoun
    name = called_in(found).name
    for attempt in resolution.attempts:
        if attempt.candidate.entity != entity:
            continue
        if attempt.violated is Constraint.WEIGHT:
            yield from outweighed(found, resolution, attempt)
            return
        if attempt.violated:
            who = _pronoun_for([attempt], name(entity))
            yield f"{who} {_clause(pronoun, attempt)}."
            return
    listed = next((element for element in state if element.entity == entity), None)
    if listed is None:
        yield _absent(found, pronoun, entity)
    elif resolution.because:
        yield f"a rule decides: {resolution.because}."
    elif resolution.antecedent is None:
        yield "it was on the list, and was not tested."
    else:
        first = next((element for element in state if element.entity == resolution.entity), None)
        best = f"{name(resolution.antecedent.entity)} comes before it"
        if first is None or not found.algorithm.startswith(RANKED_BY_TABLE_2):
            yield f"{best} and fits."
        else:
            yield f"{best} on the list and fits. {ahead_of(first, listed)}."


def _absent(found: Interpretation, pronoun: ReferringExpression, entity: str) -> str:
    """Return why an entity was not on the list."""
    before = [e for e in found.expressions if e.entity == entity and e.order < pronoun.order]
    if not before:
        return "it was not mentioned before."
    return f"it was not on the list: it was last mentioned {stands(found.discourse, before[-1])}."


# One candidate ----------------------------------------------------------------------------------


def because(pronoun: ReferringExpression, attempt: Attempt) -> str:
    """Return why a candidate fits or not: "is neuter, and “she” is feminine"."""
    if attempt.violated is None:
        return "fits"
    return (
        "fits, less likely" if attempt.violated is Constraint.WEIGHT else _clause(pronoun, attempt)
    )


def _clause(pronoun: ReferringExpression, attempt: Attempt) -> str:
    constraint, shown, wanted = attempt.verdict or OUTWEIGHED
    clause = CONSTRAINTS[constraint] if shown else "does not go with {pronoun}"
    return clause.format(pronoun=f"“{pronoun.text}”", shown=shown, wanted=wanted)


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

    The weight of a factor of several values is divided among those that differ between candidates;
    nearness has only the weights of distances alone.

    >>> clause = FactorValue("clause", "in the same clause", "nearness")
    >>> [group.factor for group in grouped([Factor((ALWAYS,), 0.5), Factor((clause,), -1.0)])]
    ['nearness (in the same clause)', 'in general']
    """
    groups: dict[str, dict[FactorValue, float]] = {}
    for factor in factors:
        others = [each for each in factor.values if each.about != NEARNESS]
        values = others or factor.values or (ALWAYS,)
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
    >>> print(in_favour("Brennan", [Factor((subject,), 0.5), Factor((ALWAYS,), -0.02)]))
    For Brennan: grammatical role (subject) +0.50, all else −0.02.
    """
    groups = grouped(factors)
    named = [group for group in groups if abs(group.weight) >= LEAST][:MOST_FACTORS]
    rest = sum(group.weight for group in groups) - sum(group.weight for group in named)
    parts = [f"{group.factor} {signed(group.weight)}" for group in named]
    if abs(rest) >= 0.005:  # it would be printed as 0.00
        parts.append(f"all else {signed(rest)}")
    return f"For {whom}: {', '.join(parts)}." if named else ""


def weights(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    """Yield sentences about the weights of those that fit, and why the first two have them."""
    passed = [one for one in reversed(tuple(resolution.attempts)) if one.score is not None]
    if not passed:
        return
    name = called_in(found).name
    weighed = [f"{name(one.candidate.entity)} {signed(one.score or 0.0)}" for one in passed]
    if (nobody := resolution.nobody_score) is not None:
        weighed[MOST_LISTED:] = [f"{NO_ANTECEDENT} {signed(nobody)}"]
    yield f"Weights: {', '.join(weighed[: MOST_LISTED + 1])}."
    named = [(name(one.candidate.entity), one.factors) for one in passed[:2]]
    if resolution.entity is None:
        named = [(NO_ANTECEDENT, resolution.nobody), *named[:1]]
    yield from filter(None, (in_favour(*each) for each in named))


def outweighed(found: Interpretation, resolution: Resolution, attempt: Attempt) -> Iterator[str]:
    """Yield why a pronoun does not mean a candidate that passed the test, and the weights."""
    name, likely = called_in(found).name, chances(resolution)
    if attempt.verdict and attempt.verdict.shown:
        yield f"it fits, but {attempt.verdict.shown}, and no more are weighed."
        return
    best, kind = resolution.attempts[-1], resolution.kind_of
    if resolution.because and not kind and best.candidate.entity != resolution.entity:
        yield f"it fits, but a rule decides: {resolution.because}."
        return
    rival, entity, factors = NO_ANTECEDENT, None, resolution.nobody
    weight = resolution.nobody_score or 0.0
    if best is not attempt and (kind or resolution.entity):
        entity, factors, weight = best.candidate.entity, best.factors, best.score or 0.0
        rival = name(entity)
    less, more = sorted(likely.get(x) or 0.0 for x in (attempt.candidate.entity, entity))
    if weight < (attempt.score or 0.0):
        yield f"it is the likeliest, but not sure enough ({more:.2f})."
    else:
        yield f"{rival} is more likely ({more:.2f} against {less:.2f})."
    own = name(attempt.candidate.entity)
    yield from filter(None, (in_favour(own, attempt.factors), in_favour(rival, factors)))
