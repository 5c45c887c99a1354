"""How sure an answer must be, as somebody at a shell says it.

at_precision    --precision as an option by name
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hearer.errors import UsageError


def at_precision(
    precision: float | None, algorithms: Sequence[str | None], profile: str | None
) -> dict[str, Any]:
    """--precision as a keyword argument; some of the algorithms must know how sure they are.

    >>> at_precision(0.9, [None], None)
    {'precision': 0.9}
    """
    if precision is None:
        return {}
    if not 0 < precision < 1:
        raise UsageError(
            f"--precision is a share between 0 and 1, as in --precision 0.9, not {precision:g}."
        )
    from hearer.algorithms import ALGORITHMS
    from hearer.profiles import how_to_hear

    own = how_to_hear(None, profile).algorithm
    names = list(dict.fromkeys(name or own for name in algorithms))
    if not any(_is_sure(name) for name in names):
        sure = ", ".join(name for name in ALGORITHMS.names() if _is_sure(name))
        raise UsageError(
            f"--precision is for algorithms that know how sure they are ({sure}), "
            f"not for {', '.join(names)}."
        )
    return {"precision": precision}


def _is_sure(algorithm: str) -> bool:
    from hearer.profiles import how_to_hear

    return "precision" in how_to_hear(algorithm).known
