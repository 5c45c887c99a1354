"""Explanations of pronouns: why one means what it means, why not something else, and their JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from hearer.errors import UsageError, require
from hearer.formats.decoding import Place
from hearer.harmless import printable
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    Explanation,
    FactorGroup,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Tested,
)
from hearer.views import reasons
from hearer.views.places import WordSpan, places_of, stands
from hearer.views.words import at_hand, which_state

Question = str | tuple[int, int] | Resolution | ReferringExpression
PLACE = re.compile(r"(?:.+:)?([0-9]{1,9}):([0-9]{1,9})")  # as `hearer resolve` prints it
ORDINALS = ("first", "next", "then")
MOST = 6  # candidates that are described one by one
MOST_NAMED = 12
ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
RANKED_BY_TABLE_2 = "s-list"


def why(found: Interpretation, pronoun: Question, *, which: int = 1) -> Explanation:
    """Explain what a pronoun was taken to mean.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> print(why(listen(Discourse((brennan, she)), profile="paper"), "she"))
    “she” at 1:16 is BRENNAN. BRENNAN was tested first (unused, at 1:1) and passes: ...
    """
    pronoun = _at_place(found, pronoun)
    if not isinstance(pronoun, Resolution):  # I, you and we are not looked up
        spoken = [e for e in found.expressions if e.kind is Kind.SPEAKER and _is_meant(e, pronoun)]
        if 1 <= which <= len(spoken):
            return _of_speaker(found, spoken[which - 1])
    resolution = at_hand(look_up(found, pronoun, which=which))
    sentences = (*map(printable, _sentences(found, resolution)),)
    likely = reasons.chances(resolution)
    return Explanation(
        " ".join(sentences),
        resolution.pronoun,
        resolution.entity,
        tuple(
            Tested(
                entity=attempt.candidate.entity,
                text=attempt.candidate.expression.text,
                familiarity=str(attempt.candidate.familiarity),
                utterance=attempt.candidate.utterance,
                states_back=attempt.states_back,
                violated=attempt.violated,
                because=reasons.because(resolution.pronoun, attempt),
                score=attempt.score,
                factors=reasons.grouped(attempt.factors),
                probability=likely.get(attempt.candidate.entity),
            )
            for attempt in resolution.attempts
        ),
        label=resolution.label,
        confidence=resolution.confidence,
        nobody=reasons.grouped(resolution.nobody),
        nobody_score=resolution.nobody_score,
        nobody_probability=likely.get(None),
        sentences=sentences,
        listed=tuple(one.entity for one in reasons.state_before(found, resolution.pronoun)),
    )


def _of_speaker(found: Interpretation, speaker: ReferringExpression) -> Explanation:
    reason = f": {speaker.because}" if speaker.because else ", whoever that may be: nothing says so"
    sentence = printable(f"{_where(found, speaker)} is {speaker.entity}{reason}.")
    known = Explanation(sentence, speaker, speaker.entity, label=Label.RESOLVED)
    return replace(known, sentences=(sentence,))


# The pronoun in question ------------------------------------------------------------------------


def look_up(found: Interpretation, pronoun: Question, *, which: int = 1) -> Resolution:
    """Return the resolution of a pronoun given by its text, its place, or itself."""
    pronoun = _at_place(found, pronoun)
    if isinstance(pronoun, Resolution):
        return pronoun
    named = [r for r in found.resolutions if _is_meant(r.pronoun, pronoun)]
    shown = repr(str(pronoun))
    if isinstance(pronoun, tuple):
        shown = f"at utterance {pronoun[0]}, word {pronoun[1]}"
    if not 1 <= which <= max(1, len(named)):
        raise UsageError(f"There is no pronoun {shown} number {which}, only {len(named)}.")
    if not named:
        heard = ", ".join(dict.fromkeys(r.pronoun.text for r in found.resolutions)) or "none"
        raise UsageError(f"No pronoun {shown} was heard; there is {heard}.")
    return named[which - 1]


def _at_place(found: Interpretation, question: Question) -> Question:
    """Return the pronoun at a place, "3:62" or "story.txt:3:62"; any other question unchanged."""
    match = PLACE.fullmatch(question) if isinstance(question, str) else None
    if match is None:
        return question
    place, places = Place(int(match[1]), int(match[2])), places_of(found.discourse)

    def distance(one: ReferringExpression) -> tuple[int, int]:
        span = WordSpan(one.utterance, one.own_words[0], one.own_words[-1])
        return places.distance(place, span)

    speaking = (e for e in found.expressions if e.kind is Kind.SPEAKER)
    nearest = min((*(r.pronoun for r in found.resolutions), *speaking), key=distance, default=None)
    if nearest is None:
        return question
    if any(distance(nearest)):
        near = _where(found, nearest)
        raise UsageError(f"There is no pronoun at {place}; the nearest is {near}.")
    return nearest


def _is_meant(heard: ReferringExpression, pronoun: Question) -> bool:
    if isinstance(pronoun, str):
        return heard.text.lower() == pronoun.lower()
    if isinstance(pronoun, ReferringExpression):
        return heard.id == pronoun.id
    return (heard.utterance, heard.head) == pronoun


# In sentences -----------------------------------------------------------------------------------


def _where(found: Interpretation, pronoun: ReferringExpression) -> str:
    """Return the pronoun and its place: “she” at 3:12."""
    return f"“{pronoun.text}” {stands(found.discourse, pronoun, word=pronoun.own_words[0])}"


def _sentences(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    subject, entity = _where(found, resolution.pronoun), resolution.entity
    if reasons.is_told(resolution):
        yield reasons.told(subject, resolution)
        yield from reasons.account(found, resolution.instead_of or resolution)
    elif reasons.is_weighed(resolution):
        yield reasons.answer(subject, resolution)
        yield from reasons.account(found, resolution)
    elif entity and resolution.because and not resolution.attempts:
        yield f"{subject} is {entity}: {resolution.because}."
    else:
        reason = resolution.reason.partition(": ")[0]
        yield f"{subject} is {entity}." if entity else f"{subject} has no antecedent: {reason}."
        yield from _attempts(found, resolution)


def _attempts(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    attempts, pronoun = resolution.attempts, resolution.pronoun
    if not attempts and resolution.antecedent:
        yield f"The algorithm {found.algorithm or 'used'} weighs whole readings: no element alone."
    for n, attempt in enumerate(islice(attempts, MOST)):
        yield _attempt(found, pronoun, attempt, n)
    last = [attempts[-1]] if resolution.antecedent and len(attempts) > MOST else []
    between = len(attempts) - MOST - len(last)
    if between > 0:
        yield f"{between} more were ruled out."
    yield from (_attempt(found, pronoun, attempt, MOST) for attempt in last)


def _attempt(found: Interpretation, pronoun: ReferringExpression, attempt: Attempt, n: int) -> str:
    when = ORDINALS[min(n, len(ORDINALS) - 1)]
    stood = reasons.standing(found, attempt.candidate, pronoun)
    if attempt.states_back:
        stood += f", {which_state(attempt.states_back)}"
    link = "and" if attempt.violated in {None, Constraint.WEIGHT} else "but"
    reason = reasons.because(pronoun, attempt)
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
    entity = _entity(found, candidate, resolution)
    explanation = why(found, resolution)
    if resolution.entity == entity:
        meant = printable(found.names.get(entity, "") or entity)
        sentence = f"But it does mean {meant}: {explanation.sentence}"
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
    before = [e for e in found.expressions if e.order < now]
    heard = (*reversed(before), *(e for e in found.expressions if e.order >= now))
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
    state, pronoun = reasons.state_before(found, resolution.pronoun), resolution.pronoun
    for n, attempt in enumerate(resolution.attempts):
        if attempt.candidate.entity == entity and attempt.violated is Constraint.WEIGHT:
            return reasons.outweighed(resolution, attempt)
        if attempt.candidate.entity == entity and attempt.violated:
            ranks = (rank for rank, element in enumerate(state) if element.entity == entity)
            nth = next(ranks, n) if reasons.is_weighed(resolution) else n
            return _attempt(found, pronoun, attempt, nth)
    listed = next((element for element in state if element.entity == entity), None)
    if listed is None:
        return _absent(found, pronoun, entity)
    if resolution.kind_of and resolution.kind_of.entity == entity:
        return f"it is another of that kind; {resolution.because}."
    if resolution.because and not any(one.score for one in resolution.attempts):
        return f"a rule decides: {resolution.because}."
    if resolution.antecedent is None:
        return f"{entity} was on the list ({reasons.standing(found, listed, pronoun)}), untested."
    return _behind(found, resolution, state, listed)


def _behind(
    found: Interpretation, resolution: Resolution, state: Sequence[Element], listed: Element
) -> str:
    """Return why the antecedent was reached before an element that was not tested."""
    entity, pronoun = resolution.entity, resolution.pronoun
    first = next((element for element in state if element.entity == entity), None)
    reason = f"{entity} came before it and passed."
    if first is not None and found.algorithm.startswith(RANKED_BY_TABLE_2):
        ahead = reasons.ahead_of(first, listed)
        reason = f"{entity} stood before it on the list and passed. {ahead}."
    if not listed.expression.agreement.agrees_with(pronoun.agreement):
        reason += f" {listed.entity} would not agree with “{pronoun.text}” either."
    return reason


def _absent(found: Interpretation, pronoun: ReferringExpression, entity: str) -> str:
    """Return why an entity was not on the list."""
    before = [e for e in found.expressions if e.entity == entity and e.order < pronoun.order]
    if not before:
        return f"{entity} had not been heard yet."
    last = before[-1].utterance
    if last >= pronoun.utterance - 1:
        return f"{entity} was not in view: it stood too far down the list."
    begun = [s.first for s in found.segments if last < s.first <= pronoun.utterance]
    if begun:
        began = places_of(found.discourse).of(begun[-1], 1)
        return f"{entity} was not on the list: a new segment began at {began}."
    realized = stands(found.discourse, before[-1])
    return f"{entity} was not on the list: it was last realized {realized}."


# As data ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactorWeight:
    """What one group of factors adds to a weight."""

    factor: str
    weight: float | None


@dataclass(frozen=True, slots=True)
class CandidateTested:
    """A candidate that was tested; `violated` is the constraint that it failed."""

    entity: str
    name: str
    text: str
    familiarity: str
    utterance: int
    states_back: int
    violated: str | None
    because: str
    weight: float | None
    probability: float | None
    factors: list[FactorWeight]


@dataclass(frozen=True, slots=True)
class NoAntecedent:
    """How likely it is that the pronoun has no antecedent."""

    weight: float | None
    probability: float | None
    factors: list[FactorWeight]


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """An explanation as plain values: the schema of `why` in JSON, on every way out of hearer.

    `line` and `column` are 0 if the pronoun has no words; `candidate` is the entity of `why not`;
    `listed` has the entities on the list when the pronoun was heard, in order.
    """

    sentence: str
    sentences: list[str]
    pronoun: str
    line: int
    column: int
    utterance: int
    word: int
    entity: str | None
    name: str | None
    candidate: str | None
    label: str
    confidence: float | None
    listed: list[str]
    tested: list[CandidateTested]
    no_antecedent: NoAntecedent


def explained(explanation: Explanation, found: Interpretation) -> WhyAnswer:
    """Return an explanation as plain values; `dataclasses.asdict` makes it JSON."""
    pronoun, names = explanation.pronoun, found.names
    line, column = places_of(found.discourse).of(pronoun.utterance, pronoun.own_words[0])

    def name(entity: str) -> str:
        return printable(names.get(Entity(entity), "") or entity)

    return WhyAnswer(
        sentence=explanation.sentence,
        sentences=[*explanation.sentences],
        pronoun=pronoun.text,
        line=line,
        column=column,
        utterance=pronoun.utterance,
        word=pronoun.head,
        entity=explanation.entity,
        name=None if explanation.entity is None else name(explanation.entity),
        candidate=explanation.candidate,
        label=str(explanation.label),
        confidence=_rounded(explanation.confidence),
        listed=[*explanation.listed],
        tested=[
            CandidateTested(
                entity=one.entity,
                name=name(one.entity),
                text=one.text,
                familiarity=one.familiarity,
                utterance=one.utterance,
                states_back=one.states_back,
                violated=None if one.violated is None else str(one.violated),
                because=one.because,
                weight=_rounded(one.score),
                probability=_rounded(one.probability),
                factors=_factors(one.factors),
            )
            for one in explanation.tested
        ],
        no_antecedent=NoAntecedent(
            weight=_rounded(explanation.nobody_score),
            probability=_rounded(explanation.nobody_probability),
            factors=_factors(explanation.nobody),
        ),
    )


def _factors(factors: Sequence[FactorGroup]) -> list[FactorWeight]:
    return [FactorWeight(one.name, _rounded(one.weight)) for one in factors]


def _rounded(weight: float | None) -> float | None:
    return None if weight is None else round(weight, 3)
