"""Why an algorithm answered as it did, in words.

reasons    what it tested, then what it noted about the pronoun and its antecedent
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.model import Attempt
from hearer.views.comparison_rows import Answer
from hearer.views.rows import entity_name, judged, place, printable

MOST_ATTEMPTS = 8
NOTHING_SAID = "(it gives no reasons)"


def reasons(answer: Answer) -> list[str]:
    """One line of attempts and one per note; at least one."""
    lines = [_tested(answer.attempts)] if answer.attempts else []
    lines += [printable(str(note)) for note in answer.notes]
    if answer.more_notes:
        lines.append(f"… and {answer.more_notes} more: hearer trace -a {answer.algorithm}")
    return lines or [NOTHING_SAID]


def _tested(attempts: Sequence[Attempt]) -> str:
    """The first and, above all, the last of what was tested."""
    left_out = len(attempts) - MOST_ATTEMPTS
    told = [_told(attempt) for attempt in attempts]
    if left_out > 0:
        told = [*told[: MOST_ATTEMPTS - 2], f"… {left_out} more …", *told[-2:]]
    return " · ".join(told)


def _told(attempt: Attempt) -> str:
    outcome = judged(attempt)
    back = f" ({place(attempt.states_back)})" if attempt.states_back else ""
    return f"{entity_name(attempt.candidate.entity).upper()} {outcome}{back}"
