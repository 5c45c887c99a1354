"""What values of the right types cannot be all the same.

impossible    why an utterance or an expression cannot be made of these fields, if it cannot

States that come from outside are asked (model/storing.py) before anything is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hearer.limits import MOST_DIGITS
from hearer.model.expression import ReferringExpression
from hearer.model.text import Utterance
from hearer.model.tree import circles

Made = Mapping[str, Any]
_COLUMNS = "lemmas upos xpos features heads relations spaces sorts meanings".split()
_OPTIONAL = frozenset({"sorts", "meanings"})  # columns that may be empty


def impossible(kind: type, made: Made) -> str:
    """Why there can be no value of a kind with these fields, if there cannot.

    >>> impossible(ReferringExpression, {"utterance": 1, "position": 2.0, "first": 3, "last": 2})
    'words 3 to 2 with head 2.0 in utterance 1 cannot be'
    """
    check = _CHECKS.get(kind)
    return check(made) if check else ""


def _utterance(made: Made) -> str:
    """Columns have one length, and heads are a tree."""
    size = len(made["forms"])
    for name in _COLUMNS:
        column = made.get(name)
        is_missing = size and column == () and name not in _OPTIONAL
        if is_missing or len(column or made["forms"]) != size:
            return f"{len(column or ())} {name} of {size} words"
    if not all(0 <= head <= size for head in made["heads"]):
        return "a head is no word of the utterance"
    return "its heads go in a circle" if circles(made["heads"]) else ""


def _expression(made: Made) -> str:
    """Words end behind their beginning, and nothing stands before the text."""
    first, last, head = made.get("first", 0), made.get("last", 0), made["position"]
    if 0 <= first <= last and 0 <= head < 10**MOST_DIGITS and made["utterance"] >= 0:
        return ""
    return f"words {first} to {last} with head {head} in utterance {made['utterance']} cannot be"


_CHECKS: dict[type, Callable[[Made], str]] = {
    Utterance: _utterance,
    ReferringExpression: _expression,
}
