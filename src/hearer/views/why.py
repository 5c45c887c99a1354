"""Why a pronoun means what it means: the elements tested, in order, and what each one failed.

why          the explanation of a pronoun
look_up      the resolution a question is about
told_of      one attempt as a sentence
explained    an explanation as plain values, for JSON
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from hearer.errors import UsageError
from hearer.formats.line_places import Place
from hearer.harmless import printable
from hearer.model import (
    Attempt,
    Constraint,
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
from hearer.views import reasons, why_weighed
from hearer.views.places import WordSpan, places_of, stands
from hearer.views.studio.chances import chances
from hearer.views.weighing import grouped
from hearer.views.words import at_hand, which_state

Question = str | tuple[int, int] | Resolution | ReferringExpression
Value = str | int | float | None | Sequence["Value"] | Mapping[str, "Value"]
Likely = Mapping[Entity | None, float | None]
PLACE = re.compile(r"(?:.+:)?([0-9]{1,9}):([0-9]{1,9})")  # as `hearer resolve` prints it
ORDINALS = ("first", "next", "then")
WHOEVER = ", whoever that may be: nothing says so"
MOST = 6  # candidates that are told one by one


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
    if speaker := _speaker(found, pronoun, which):
        because = f": {speaker.because}" if speaker.because else WHOEVER
        sentence = printable(f"{where(found, speaker)} is {speaker.entity}{because}.")
        told = Explanation(sentence, speaker, speaker.entity, label=Label.RESOLVED)
        return replace(told, sentences=(sentence,))
    return _explanation(found, at_hand(look_up(found, pronoun, which=which)))


def _explanation(found: Interpretation, resolution: Resolution) -> Explanation:
    pronoun, sentences = resolution.pronoun, (*map(printable, _sentences(found, resolution)),)
    likely: Likely = {one.entity: one.probability for one in chances(resolution)}
    return Explanation(
        " ".join(sentences),
        pronoun,
        resolution.entity,
        tuple(_tested(pronoun, attempt, likely) for attempt in resolution.attempts),
        label=resolution.label,
        confidence=resolution.confidence,
        nobody=grouped(resolution.nobody),
        nobody_score=resolution.nobody_score,
        nobody_probability=likely.get(None),
        sentences=sentences,
        listed=tuple(element.entity for element in reasons.state_before(found, pronoun)),
    )


def _at_place(found: Interpretation, asked: Question) -> Question:
    """The pronoun at a place, "3:62" or "story.txt:3:62"; what is no place is as it was."""
    said = PLACE.fullmatch(asked) if isinstance(asked, str) else None
    place = Place(int(said[1]), int(said[2])) if said else None
    speaking = (e for e in found.expressions if e.kind is Kind.SPEAKER)
    pronouns = [*(r.pronoun for r in found.resolutions), *speaking] if place else []
    if place is None or not pronouns:
        return asked
    nearest = min(pronouns, key=lambda one: _distance(found, one, place))
    if any(_distance(found, nearest, place)):
        near = where(found, nearest)
        raise UsageError(f"There is no pronoun at {place}; the nearest is {near}.")
    return nearest


def _distance(found: Interpretation, pronoun: ReferringExpression, place: Place) -> tuple[int, int]:
    words = WordSpan(pronoun.utterance, pronoun.own_words[0], pronoun.own_words[-1])
    return places_of(found.discourse).distance(place, words)


def _speaker(found: Interpretation, asked: Question, which: int) -> ReferringExpression | None:
    """The I, you or we that is asked about: these are not looked up, but known by who speaks."""
    if isinstance(asked, Resolution):
        return None
    spoken = [e for e in found.expressions if e.kind is Kind.SPEAKER and _is_meant(e, asked)]
    return spoken[which - 1] if 1 <= which <= len(spoken) else None


def look_up(found: Interpretation, pronoun: Question, *, which: int = 1) -> Resolution:
    """The resolution of a pronoun given by its text, its place, or itself."""
    pronoun = _at_place(found, pronoun)
    if isinstance(pronoun, Resolution):
        return pronoun
    named = [r for r in found.resolutions if _is_meant(r.pronoun, pronoun)]
    if not 1 <= which <= max(1, len(named)):
        raise UsageError(
            f"There is no pronoun {_shown(pronoun)} number {which}, only {len(named)}."
        )
    if not named:
        heard = ", ".join(dict.fromkeys(r.pronoun.text for r in found.resolutions)) or "none"
        raise UsageError(f"No pronoun {_shown(pronoun)} was heard; there is {heard}.")
    return named[which - 1]


def _is_meant(heard: ReferringExpression, pronoun: Question) -> bool:
    if isinstance(pronoun, str):
        return heard.text.lower() == pronoun.lower()
    if isinstance(pronoun, ReferringExpression):
        return heard.id == pronoun.id
    return (heard.utterance, heard.head) == pronoun


def _shown(pronoun: Question) -> str:
    if isinstance(pronoun, tuple):
        return f"at utterance {pronoun[0]}, word {pronoun[1]}"
    return repr(str(pronoun))


def _tested(pronoun: ReferringExpression, attempt: Attempt, likely: Likely) -> Tested:
    candidate = attempt.candidate
    return Tested(
        entity=candidate.entity,
        text=candidate.expression.text,
        familiarity=str(candidate.familiarity),
        utterance=candidate.utterance,
        states_back=attempt.states_back,
        violated=attempt.violated,
        because=reasons.because(pronoun, attempt),
        score=attempt.score,
        factors=grouped(attempt.factors),
        probability=likely.get(candidate.entity),
    )


# In words -------------------------------------------------------------------------------------


def _sentences(found: Interpretation, resolution: Resolution) -> list[str]:
    subject = where(found, resolution.pronoun)
    if why_weighed.is_told(resolution):
        first = why_weighed.told(subject, resolution)
        return [first, *why_weighed.account(found, resolution.instead_of or resolution)]
    if why_weighed.is_weighed(resolution):
        return [why_weighed.answer(subject, resolution), *why_weighed.account(found, resolution)]
    if resolution.entity and resolution.because and not resolution.attempts:
        return [f"{subject} is {resolution.entity}: {resolution.because}."]
    if resolution.entity:
        return [f"{subject} is {resolution.entity}.", *_told(found, resolution)]
    reason = resolution.reason.partition(": ")[0]
    return [f"{subject} has no antecedent: {reason}.", *_told(found, resolution)]


def where(found: Interpretation, pronoun: ReferringExpression) -> str:
    """The pronoun and where it stands: “she” at 3:12; *each other* is whole."""
    return f"“{pronoun.text}” {stands(found.discourse, pronoun, word=pronoun.own_words[0])}"


def _told(found: Interpretation, resolution: Resolution) -> Iterator[str]:
    attempts, pronoun = resolution.attempts, resolution.pronoun
    if not attempts and resolution.antecedent:
        yield f"The algorithm {found.algorithm or 'used'} weighs whole readings: no element alone."
    for n, attempt in enumerate(islice(attempts, MOST)):
        yield told_of(found, pronoun, attempt, n)
    last = [attempts[-1]] if resolution.antecedent and len(attempts) > MOST else []
    between = len(attempts) - MOST - len(last)
    if between > 0:
        yield f"{between} more were ruled out."
    yield from (told_of(found, pronoun, attempt, MOST) for attempt in last)


def told_of(
    found: Interpretation, pronoun: ReferringExpression, attempt: Attempt, n: int = 0
) -> str:
    """One attempt as a sentence."""
    when = ORDINALS[min(n, len(ORDINALS) - 1)]
    stood = reasons.standing(found, attempt.candidate, pronoun)
    if attempt.states_back:
        stood += f", {which_state(attempt.states_back)}"
    link = "and" if attempt.violated in {None, Constraint.WEIGHT} else "but"
    reason = reasons.because(pronoun, attempt)
    return f"{attempt.candidate.entity} was tested {when} ({stood}) {link} {reason}."


# As data --------------------------------------------------------------------------------------


def explained(explanation: Explanation, found: Interpretation) -> Mapping[str, Value]:
    """An explanation as plain values; line and column are 0 where nothing is written."""
    pronoun, names = explanation.pronoun, found.names
    line, column = places_of(found.discourse).of(pronoun.utterance, pronoun.own_words[0])
    return {
        "sentence": explanation.sentence,
        "sentences": [*explanation.sentences],
        "pronoun": pronoun.text,
        "line": line,
        "column": column,
        "utterance": pronoun.utterance,
        "word": pronoun.head,
        "entity": explanation.entity,
        "name": _name(names, explanation.entity),
        "candidate": explanation.candidate,
        "label": str(explanation.label),
        "confidence": _rounded(explanation.confidence),
        "listed": [*explanation.listed],
        "tested": [
            {
                "entity": one.entity,
                "name": _name(names, one.entity),
                "text": one.text,
                "familiarity": one.familiarity,
                "utterance": one.utterance,
                "states_back": one.states_back,
                "violated": None if one.violated is None else str(one.violated),
                "because": one.because,
                "weight": _rounded(one.score),
                "probability": _rounded(one.probability),
                "factors": _factors(one.factors),
            }
            for one in explanation.tested
        ],
        "no_antecedent": {
            "weight": _rounded(explanation.nobody_score),
            "probability": _rounded(explanation.nobody_probability),
            "factors": _factors(explanation.nobody),
        },
    }


def _name(names: Mapping[Entity, str], entity: str | None) -> str | None:
    """What an entity is best called; as it is known to us if nobody named it."""
    return None if entity is None else printable(names.get(Entity(entity), "") or entity)


def _factors(factors: Sequence[FactorGroup]) -> list[Value]:
    return [{"factor": one.name, "weight": _rounded(one.weight)} for one in factors]


def _rounded(weight: float | None) -> float | None:
    return None if weight is None else round(weight, 3)
