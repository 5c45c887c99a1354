"""What is counted of the utterances of a document: transitions, constraints and rules.

COUNTS     the names of all counts, in the order of `counts`
counts     the counts of one document by one way
Figures    the counts of some documents, and the shares that are made of them

A first utterance updates nothing: it is counted apart, and is no case of any claim. A claim that is
conditional has three outcomes: kept, violated, and vacuous, where its condition does not hold.

Rule 1, as Poesio et al. (2004, 2.3) list it: GJW95, if some element of Cf(Ui-1) is realized by a
pronoun in Ui, then so is Cb(Ui) (Grosz, Joshi & Weinstein 1995); GJW83, if Cb(Ui) = Cb(Ui-1), it
is realized by a pronoun (1983); Gordon, the Cb is realized by a pronoun (Gordon, Grosz & Gilliom
1993).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import add
from typing import Self

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.centering import PoesioLabel, Transition
from hearer.evaluation.centering.changes import CenterChange, center_changes, tied, transitions
from hearer.evaluation.centering.units import LinkedUnit
from hearer.evaluation.centering.ways import Cb, Labels

TRANSITIONS = tuple(each.value.lower().replace("-", "_") for each in Transition)
REVISED = ("exp_continue", "exp_smooth_shift")  # of Strube & Hahn (1999)
POESIO = tuple(f"poesio_{each.value.replace('-', '_')}" for each in PoesioLabel)
SEQUENCES = ("continue_continue", "retain_retain", "shift_shift")
RULES_1 = ("gjw95", "gjw83", "gordon")
OUTCOMES = ("kept", "violated", "vacuous")
PREFERENCES = ("cohesion", "salience", "cheap")  # Kibble (2001); cheap is Strube & Hahn's, too
COUNTS = (
    "documents", "utterances", "empty", "first", "updates", *TRANSITIONS, *REVISED, *POESIO,
    "cb", "cb_at_most_one", *PREFERENCES,
    *(f"rule_1_{rule}_{outcome}" for rule in RULES_1 for outcome in OUTCOMES), *SEQUENCES,
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
    for one, change in zip(linked, changes, strict=True):
        found["utterances"] += 1
        found["empty"] += not one.cf
        if one.before is None:
            found["first"] += 1
            names.append(None)
            continue
        names.append(theory.transition(*change))
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
    if tied(one, now, cb) <= 1:
        yield "cb_at_most_one"
    if now.cb is not None:
        yield "cb"
        yield from (name for name, holds in preferences(before, now) if holds)
    for rule, (applies, is_kept) in _rule_1(one, before, now).items():
        outcome = OUTCOMES[not is_kept] if applies else "vacuous"
        yield f"rule_1_{rule}_{outcome}"


def preferences(before: theory.Centers, now: theory.Centers) -> tuple[tuple[str, bool], ...]:
    """Kibble's: the Cb stays, the Cb comes first, the Cb was expected; `now` has a Cb."""
    return (
        ("cohesion", before.cb in {None, now.cb}),
        ("salience", now.cb == now.cp),
        ("cheap", now.cb == before.cp),
    )


def _rule_1(
    one: LinkedUnit, before: theory.Centers, now: theory.Centers
) -> Mapping[str, tuple[bool, bool]]:
    """By version: whether its condition holds, and whether the Cb is a pronoun."""
    pronouns = one.piece.pronouns
    is_kept = now.cb in pronouns
    has_cb = now.cb is not None
    return {
        "gjw95": (any(entity in pronouns for entity in before.cf), is_kept),
        "gjw83": (has_cb and now.cb == before.cb, is_kept),
        "gordon": (has_cb, is_kept),
    }


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


def added(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """The counts of two together."""
    return tuple(map(add, one, other))
