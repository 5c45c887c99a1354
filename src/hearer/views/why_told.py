"""Why a pronoun means what came after it, or what was told and not named.

applies   whether a pronoun does
answer    the first sentence of the explanation: what it means, and how that became clear
"""

from __future__ import annotations

from hearer.model import Cue, Element, Kind, Resolution


def applies(resolution: Resolution) -> bool:
    """Whether a pronoun was resolved anew when its antecedent came, or stands for a clause."""
    found = resolution.antecedent
    return resolution.is_revision or (found is not None and found.expression.kind is Kind.CLAUSE)


def answer(where: str, resolution: Resolution) -> str:
    """What a pronoun is taken to mean: “he” in (1) is JOHN. It is cataphoric: ..."""
    found, before = resolution.antecedent, resolution.instead_of
    if found is None:
        return f"{where} has no antecedent."
    sure = "" if resolution.confidence is None else f" (probability {resolution.confidence:.2f})"
    if before is None:
        told = f"stands for what was told, “{found.expression.text}”: {found.entity}{sure}."
        return f"{where} {told}{_reason(resolution)}"
    return f"{where} is {found.entity}{sure}. {_when(found, resolution)}; {_until(before)}."


def _reason(resolution: Resolution) -> str:
    is_action = Cue.ACTION in resolution.pronoun.cues
    return " What is done is rarely a thing that was named." if is_action else ""


def _when(found: Element, resolution: Resolution) -> str:
    if found.expression.position < resolution.pronoun.position:
        return "Who that is came clear later in the sentence"
    came = f"resolved when “{found.expression.text}” came"
    return f"It is cataphoric: heard before its antecedent, and {came}"


def _until(before: Resolution) -> str:
    if before.entity is not None:
        return f"until then it was taken to be {before.entity}"
    return "until then it had no antecedent"
