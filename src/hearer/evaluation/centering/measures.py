"""What is counted of the utterances of a document: transitions, constraints and rules.

COUNTS     the names of all counts, in the order of `counts`
counts     the counts of one document by one way
Figures    the counts of some documents, and the shares that are made of them

A first utterance updates nothing: it is counted apart, and is no case of any claim. A claim that is
conditional has three outcomes: kept, violated, and vacuous, where its condition does not hold.

"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Self

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.centering import PoesioLabel, Transition
from hearer.evaluation.centering.changes import CenterChange, center_changes, tied, transitions
from hearer.evaluation.centering.hierarchy import LinkedUnit
from hearer.evaluation.centering.rules import (
    OUTCOMES,
    PREFERENCES,
    RULES_1,
    preferences,
    rule_1,
)
from hearer.evaluation.centering.ways import Cb, Labels

TRANSITIONS = tuple(each.value.lower().replace("-", "_") for each in Transition)
REVISED = ("exp_continue", "exp_smooth_shift")  # of Strube & Hahn (1999)
POESIO = tuple(f"poesio_{each.value.replace('-', '_')}" for each in PoesioLabel)
SEQUENCES = ("continue_continue", "retain_retain", "shift_shift")
COSTS = ("cheap_cheap", "expensive_expensive")  # pairs of transitions
COUNTS = (
    "documents", "utterances", "empty", "first", "updates", *TRANSITIONS, *REVISED, *POESIO,
    "with_cb", "constraint_1_strong", "constraint_1_weak", *PREFERENCES,
    *(f"rule_1_{rule}_{outcome}" for rule in RULES_1 for outcome in OUTCOMES), *SEQUENCES,
    *COSTS,
)  # fmt: skip
SHIFTS = frozenset({Transition.SMOOTH_SHIFT, Transition.ROUGH_SHIFT})


def counts(linked: Sequence[LinkedUnit], cb: Cb) -> tuple[int, ...]:
    """The counts of a document, in the order of COUNTS."""
    changes = center_changes(linked, cb)
    found = Counter(
        f"poesio_{label.replace('-', '_')}" for label in transitions(linked, changes, Labels.POESIO)
    )
    found["documents"] = 1
    names: list[Transition | None] = []
    costs: list[str] = []
    for one, change in zip(linked, changes, strict=True):
        found["utterances"] += 1
        found["empty"] += not one.cf
        if one.before is None:
            found["first"] += 1
            names.append(None)
            costs.append("")
            continue
        names.append(theory.transition(*change))
        costs.append("cheap" if theory.is_cheap(*change) else "expensive")
        found[f"{costs[one.before]}_{costs[-1]}"] += 1
        found.update(_of_update(one, change, names[-1], cb))
        found.update(_sequence(names[one.before], names[-1]))
    return tuple(found[name] for name in COUNTS)


def _of_update(
    one: LinkedUnit, change: CenterChange, name: Transition | None, cb: Cb
) -> Iterator[str]:
    """What an update is counted as."""
    before, now = change
    yield "updates"
    yield str(name).lower().replace("-", "_")
    if (revised := theory.revised_transition(before, now)).startswith("EXP"):
        yield revised.lower().replace("-", "_")
    if (number := tied(one, now, cb)) <= 1:
        yield "constraint_1_weak"
        yield from ("constraint_1_strong",) * number
    if now.cb is not None:
        yield "with_cb"
    yield from preferences(before, now)
    for rule, outcome in rule_1(before, now, one.piece.pronouns).items():
        yield f"rule_1_{rule}_{outcome}"


def _sequence(before: Transition | None, now: Transition | None) -> Iterator[str]:
    """Two transitions of a kind, one after the other: Rule 2 of Grosz, Joshi & Weinstein (1995)."""
    if before in SHIFTS and now in SHIFTS:
        yield "shift_shift"
    elif before is now and f"{now}_{now}".lower() in SEQUENCES:
        yield f"{now}_{now}".lower()


class Figures(dict[str, int]):
    """The counts of some documents by their names, and the shares that are made of them."""

    @classmethod
    def of(cls, counted: Sequence[int]) -> Self:
        return cls(zip(COUNTS, counted, strict=True))

    def share(self, part: str, *wholes: str) -> float | None:
        """The share of a count; nothing where there is nothing that it could be a share of."""
        whole = sum(self[name] for name in wholes or ("updates",))
        return self[part] / whole if whole else None

    def kept(self, rule: str) -> float | None:
        """The share of the cases of a version of Rule 1 in which it is kept."""
        return self.share(f"rule_1_{rule}_kept", *(f"rule_1_{rule}_{x}" for x in OUTCOMES[:2]))
