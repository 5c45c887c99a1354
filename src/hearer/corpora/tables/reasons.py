"""Why a pronoun means what it means, in a few words: for a million of them, so nothing is weighed.

reason    what `why` begins with, without names and numbers that stand in columns of their own
"""

from __future__ import annotations

from hearer.harmless import number_and
from hearer.model import Constraint, Kind, Label, Resolution, Tally

UNRESOLVED = {
    Label.PLEONASTIC: "pleonastic: it means nothing",
    Label.EVENT: "an event that was told, and no entity",
    Label.CATAPHORIC: "cataphoric: what it means may still come",
    Label.AMBIGUOUS: "no candidate is likely enough",
    Label.SAME_KIND: "another of a kind that was named",
}
RULED_OUT = tuple(constraint for constraint in Constraint if constraint is not Constraint.WEIGHT)


def reason(resolution: Resolution, tally: Tally) -> str:
    """Why it is resolved so, or is not."""
    told = "; ".join(filter(None, (_answer(resolution, tally), _ruled_out(tally))))
    return told or "there was nothing to test"


def _answer(resolution: Resolution, tally: Tally) -> str:
    found = resolution.antecedent
    if resolution.because:
        return resolution.because
    if found is None:
        return _why_not(resolution, tally)
    if resolution.is_revision:
        return f"resolved when “{found.expression.text}” came"
    if found.expression.kind is Kind.CLAUSE:
        return "stands for what was told"
    outweighed = tally.get(Constraint.WEIGHT, 0)
    if resolution.confidence is None:
        return "the first that passes" if tally else "the best reading of the whole utterance"
    return (
        f"weighs most of {outweighed + 1} that pass" if outweighed else "the only one that passes"
    )


def _why_not(resolution: Resolution, tally: Tally) -> str:
    if told := UNRESOLVED.get(resolution.label):
        return told
    passed = tally.get(Constraint.WEIGHT, 0)
    return f"likelier than any of {number_and(passed, 'candidate')} that pass" if passed else ""


def _ruled_out(tally: Tally) -> str:
    by = [
        f"{tally[constraint]} by {constraint}" for constraint in RULED_OUT if tally.get(constraint)
    ]
    return f"ruled out: {', '.join(by)}" if by else ""
