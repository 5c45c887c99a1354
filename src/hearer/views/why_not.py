"""Why a pronoun does not mean somebody: ruled out, never reached, or not on the list.

why_not    the explanation, for an entity or the text of one of its expressions
"""

from __future__ import annotations

import re
from dataclasses import replace

from hearer.errors import UsageError, require
from hearer.harmless import printable
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Explanation,
    Interpretation,
    ReferringExpression,
    Resolution,
)
from hearer.views.places import places_of, stands
from hearer.views.reasons import ahead_of, standing, state_before
from hearer.views.why import Question, look_up, told_of, where, why
from hearer.views.why_weighed import is_weighed, outweighed

MOST_NAMED = 12
ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
RANKED_BY_TABLE_2 = "s-list"


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
        return _told(explanation, sentence, entity)
    sentence = f"{where(found, resolution.pronoun)} is not {entity}: "
    sentence += _reason(found, resolution, entity)
    return _told(explanation, printable(sentence), entity)


def _told(explanation: Explanation, sentence: str, entity: Entity) -> Explanation:
    return replace(explanation, sentence=sentence, sentences=(sentence,), candidate=entity)


def _entity(found: Interpretation, candidate: str, resolution: Resolution) -> Entity:
    """The entity that is asked about: by its id, its best name, its expressions, or parts of them.

    Of several, the one that was spoken of last before the pronoun.
    """
    names = found.names
    tested = (attempt.candidate.entity for attempt in resolution.attempts)
    entities = dict.fromkeys((*(chain.entity for chain in found.chains), *tested))
    if exact := next((entity for entity in entities if entity == candidate), None):
        return exact
    asked = _bare(candidate)
    said = [(e.entity, e.text) for e in _latest_first(found, resolution) if e.entity]
    called = [(entity, name) for entity in entities for name in (entity, names.get(entity, ""))]
    for is_like in (str.__eq__, _has_words):
        for entity, name in (*called, *said):
            if asked and is_like(_bare(name), asked):
                return entity
    some = ", ".join(list(filter(None, map(names.get, entities)))[:MOST_NAMED])
    raise UsageError(f"Nothing called {candidate!r} was heard; there is {some or 'nothing'}.")


def _bare(name: str) -> str:
    """A name as it is compared: small letters, without an article."""
    return ARTICLE.sub("", name.replace("_", " ").casefold().strip())


def _has_words(name: str, asked: str) -> bool:
    return f" {asked} " in f" {name} "


def _latest_first(found: Interpretation, resolution: Resolution) -> list[ReferringExpression]:
    """The expressions before a pronoun, the latest first, then those behind it."""
    now = resolution.pronoun.order
    before = [e for e in found.expressions if e.order < now]
    return [*reversed(before), *(e for e in found.expressions if e.order >= now)]


def _reason(found: Interpretation, resolution: Resolution, entity: str) -> str:
    state, antecedent = state_before(found, resolution.pronoun), resolution.antecedent
    for n, attempt in enumerate(resolution.attempts):
        if attempt.candidate.entity == entity and attempt.violated is Constraint.WEIGHT:
            return outweighed(resolution, attempt)
        if attempt.candidate.entity == entity and attempt.violated:
            nth = _nth(state, entity, n) if is_weighed(resolution) else n
            return told_of(found, resolution.pronoun, attempt, nth)
    listed = next((element for element in state if element.entity == entity), None)
    if listed is None:
        return _absent(found, resolution, entity)
    if resolution.kind_of and resolution.kind_of.entity == entity:
        return f"it is another of that kind; {resolution.because}."
    if resolution.because and not any(one.score for one in resolution.attempts):
        return f"a rule decides: {resolution.because}."
    if antecedent is None:
        stood = standing(found, listed, resolution.pronoun)
        return f"{entity} was on the list ({stood}), untested."
    return _behind(found, state, antecedent, listed) + _anyway(resolution, listed)


def _nth(state: tuple[Element, ...], entity: str, otherwise: int) -> int:
    """The how many-th an entity stood on the list: where all are weighed, it is tested in order."""
    return next((n for n, element in enumerate(state) if element.entity == entity), otherwise)


def _behind(
    found: Interpretation, state: tuple[Element, ...], antecedent: Element, listed: Element
) -> str:
    """Why the antecedent was reached before an element that was not tested."""
    first = next((e for e in state if e.entity == antecedent.entity), None)
    if first is None or not found.algorithm.startswith(RANKED_BY_TABLE_2):
        return f"{antecedent.entity} came before it and passed."
    return f"{antecedent.entity} stood before it on the list and passed. {ahead_of(first, listed)}."


def _anyway(resolution: Resolution, listed: Element) -> str:
    """What would have ruled an untested element out all the same."""
    if listed.expression.agreement.agrees_with(resolution.pronoun.agreement):
        return ""
    return f" {listed.entity} would not agree with “{resolution.pronoun.text}” either."


def _absent(found: Interpretation, resolution: Resolution, entity: str) -> str:
    """Why an entity was not on the list at all."""
    now = resolution.pronoun.order
    before = [e for e in found.expressions if e.entity == entity and e.order < now]
    if not before:
        return f"{entity} had not been heard yet."
    last = before[-1].utterance
    if last >= resolution.pronoun.utterance - 1:
        return f"{entity} was not in view: it stood too far down the list."
    begun = [s.first for s in found.segments if last < s.first <= resolution.pronoun.utterance]
    if begun:
        began = places_of(found.discourse).of(begun[-1], 1)
        return f"{entity} was not on the list: a new segment began at {began}."
    realized = stands(found.discourse, before[-1])
    return f"{entity} was not on the list: it was last realized {realized}."
