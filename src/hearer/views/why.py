"""Why a pronoun means what it means: the elements tested, in order, and what each one failed.

why          the explanation of a pronoun
look_up      the resolution a question is about
explained    an explanation as plain values, for JSON
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from hearer.errors import UsageError
from hearer.model import (
    Attempt,
    Constraint,
    Explanation,
    FactorGroup,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Tested,
)
from hearer.views import reasons, why_told, why_weighed
from hearer.views.weighing import grouped
from hearer.views.words import label, place

Question = str | tuple[int, int] | Resolution | ReferringExpression
Value = str | int | float | None | Sequence["Value"] | Mapping[str, "Value"]
ORDINALS = ("first", "next", "then")
MOST = 6  # candidates that are told one by one


def why(found: Interpretation, pronoun: Question, *, which: int = 1) -> Explanation:
    """Explain what a pronoun was taken to mean.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> print(why(listen(Discourse((brennan, she)), profile="paper"), "she"))
    “she” in (2) is BRENNAN. BRENNAN was tested first (unused, in utterance (1)) and passes: ...
    """
    if speaker := _speaker(found, pronoun, which):
        sentence = f"{where(found, speaker)} is {speaker.entity}{_voiced(speaker)}."
        return Explanation(sentence, speaker, speaker.entity)
    resolution = look_up(found, pronoun, which=which)
    tested = tuple(tested_as(resolution.pronoun, a) for a in resolution.attempts)
    return Explanation(
        " ".join(_sentences(found, resolution, tested)),
        resolution.pronoun,
        resolution.entity,
        tested,
        outcome=resolution.outcome,
        confidence=resolution.confidence,
        nobody=grouped(resolution.nobody),
        nobody_score=resolution.nobody_score,
    )


def _speaker(found: Interpretation, asked: Question, which: int) -> ReferringExpression | None:
    """The I, you or we that is asked about: these are not looked up, but known by who speaks."""
    if isinstance(asked, Resolution):
        return None
    spoken = [e for e in found.expressions if e.kind is Kind.SPEAKER and _is_meant(e, asked)]
    return spoken[which - 1] if 1 <= which <= len(spoken) else None


def _voiced(speaker: ReferringExpression) -> str:
    return f": {speaker.because}" if speaker.because else ", whoever that may be: nothing says so"


def look_up(found: Interpretation, pronoun: Question, *, which: int = 1) -> Resolution:
    """The resolution of a pronoun given by its text, its place, or itself."""
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


def _is_meant(heard: ReferringExpression, pronoun: str | tuple[int, int] | object) -> bool:
    if isinstance(pronoun, str):
        return heard.text.lower() == pronoun.lower()
    if isinstance(pronoun, ReferringExpression):
        return (heard.utterance, heard.position) == (pronoun.utterance, pronoun.position)
    return (heard.utterance, heard.head) == pronoun


def _shown(pronoun: Question) -> str:
    if isinstance(pronoun, tuple):
        return f"at utterance {pronoun[0]}, word {pronoun[1]}"
    return repr(str(pronoun))


def tested_as(pronoun: ReferringExpression, attempt: Attempt) -> Tested:
    """One attempt with its reason."""
    candidate = attempt.candidate
    return Tested(
        candidate.entity,
        candidate.expression.text,
        str(candidate.familiarity),
        candidate.utterance,
        attempt.states_back,
        attempt.violated,
        reasons.because(pronoun, attempt),
        attempt.score,
        grouped(attempt.factors),
    )


# In words -------------------------------------------------------------------------------------


def _sentences(
    found: Interpretation, resolution: Resolution, tested: tuple[Tested, ...]
) -> list[str]:
    if why_told.applies(resolution):
        first = why_told.answer(where(found, resolution.pronoun), resolution)
        return [first, *why_weighed.account(found, resolution.instead_of or resolution)]
    if why_weighed.is_weighed(resolution):
        first = why_weighed.answer(where(found, resolution.pronoun), resolution)
        return [first, *why_weighed.account(found, resolution)]
    return [_answer(found, resolution), *_told(found, resolution, tested)]


def _answer(found: Interpretation, resolution: Resolution) -> str:
    subject = where(found, resolution.pronoun)
    if resolution.entity:
        return f"{subject} is {resolution.entity}."
    return f"{subject} has no antecedent: {resolution.reason.partition(': ')[0]}."


def where(found: Interpretation, pronoun: ReferringExpression) -> str:
    """The pronoun and its utterance: “she” in (1b)."""
    names = {u.number: label(u) for u in found.discourse.utterances}
    return f"“{pronoun.text}” in {names.get(pronoun.utterance, f'({pronoun.utterance})')}"


def _told(found: Interpretation, resolution: Resolution, tested: tuple[Tested, ...]) -> list[str]:
    if not tested and resolution.antecedent:
        return [
            f"The algorithm {found.algorithm or 'used'} weighs whole readings: no element alone."
        ]
    told = [
        told_of(found, resolution.pronoun, attempt, n)
        for n, attempt in enumerate(islice(resolution.attempts, MOST))
    ]
    if len(tested) > MOST and resolution.antecedent:
        between = len(tested) - MOST - 1
        told += [f"{between} more were ruled out."] * (between > 0)
        told.append(told_of(found, resolution.pronoun, resolution.attempts[-1], MOST))
    elif len(tested) > MOST:
        told.append(f"{len(tested) - MOST} more were ruled out.")
    return told


def told_of(
    found: Interpretation, pronoun: ReferringExpression, attempt: Attempt, n: int = 0
) -> str:
    """One attempt as a sentence."""
    when = ORDINALS[min(n, len(ORDINALS) - 1)]
    stood = reasons.standing(found, attempt.candidate, pronoun)
    if attempt.states_back:
        stood += f", {place(attempt.states_back)}"
    link = "and" if attempt.violated in {None, Constraint.WEIGHT} else "but"
    reason = reasons.because(pronoun, attempt)
    return f"{attempt.candidate.entity} was tested {when} ({stood}) {link} {reason}."


# As data --------------------------------------------------------------------------------------


def explained(explanation: Explanation) -> Mapping[str, Value]:
    """An explanation as plain values."""
    return {
        "sentence": explanation.sentence,
        "pronoun": explanation.pronoun.text,
        "utterance": explanation.pronoun.utterance,
        "word": explanation.pronoun.head,
        "entity": explanation.entity,
        "candidate": explanation.candidate,
        "label": explanation.outcome,
        "confidence": _rounded(explanation.confidence),
        "tested": [
            {
                "entity": one.entity,
                "text": one.text,
                "familiarity": one.familiarity,
                "utterance": one.utterance,
                "states_back": one.states_back,
                "violated": None if one.violated is None else str(one.violated),
                "because": one.because,
                "weight": _rounded(one.score),
                "factors": _factors(one.factors),
            }
            for one in explanation.tested
        ],
        "no_antecedent": {
            "weight": _rounded(explanation.nobody_score),
            "factors": _factors(explanation.nobody),
        },
    }


def _factors(factors: Sequence[FactorGroup]) -> list[Value]:
    return [{"factor": one.name, "weight": _rounded(one.weight)} for one in factors]


def _rounded(weight: float | None) -> float | None:
    return None if weight is None else round(weight, 3)
