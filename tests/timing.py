"""How long something may take: longer where every line is traced for coverage."""

from __future__ import annotations

import sys

TRACED = 5  # times as long


def seconds(limit: float) -> float:
    return limit * TRACED if sys.gettrace() else limit
