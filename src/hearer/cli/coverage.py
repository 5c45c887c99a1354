"""How many pronouns were resolved, and what the others were taken to be.

Coverage    counts them as they fall, and says so in one line
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import hearer

if TYPE_CHECKING:
    from hearer.model import Label, Resolution


class Coverage:
    """Counts pronouns as they fall.

    >>> print(Coverage(0.9))
    resolved 0 of 0 pronouns at precision 0.9
    """

    def __init__(self, precision: float) -> None:
        self.precision = precision
        self.resolved = 0
        self.labels: Counter[Label] = Counter()

    def note(self, resolutions: Iterable[Resolution]) -> None:
        """Count some more."""
        for resolution in resolutions:
            if resolution.antecedent:
                self.resolved += 1
            else:
                self.labels[resolution.taken_as or hearer.Label.NO_ANTECEDENT] += 1

    def __str__(self) -> str:
        total = self.resolved + self.labels.total()
        share = f" ({100 * self.resolved / total:.1f} %)" if total else ""
        found = [label for label in hearer.Label if self.labels[label]]
        counts = ", ".join(f"{self.labels[label]} {label}" for label in found)
        left = f"; left: {counts}" if counts else ""
        resolved = f"resolved {self.resolved} of {total} pronouns{share}"
        return f"{resolved} at precision {self.precision:g}{left}"
