"""From the Cf of utterances to their Cb, and from center to center.

CenterChange      the centers before, and now
center_changes    those of all utterances of a document
transitions       what the changes are called
tied              how many entities would be the Cb, if text order broke no ties
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.algorithms.centering import centering as theory
from hearer.evaluation.centering.hierarchy import LinkedUnit
from hearer.evaluation.centering.ways import Cb, Labels

CenterChange = tuple[theory.Centers, theory.Centers]


def center_changes(linked: Sequence[LinkedUnit], cb: Cb) -> list[CenterChange]:
    """The centers before each utterance, and its own."""
    if cb is Cb.CONSTRAINT_3:
        cbs = [theory.cb_constraint_3(one.seen.cf, frozenset(one.cf)) for one in linked]
    else:
        cbs = [theory.cb_current_rank(frozenset(one.seen.cf), one.cf) for one in linked]
    return [
        (
            theory.Centers(one.seen.cf, None if one.before is None else cbs[one.before]),
            theory.Centers(one.cf, now),
        )
        for one, now in zip(linked, cbs, strict=True)
    ]


def transitions(
    linked: Sequence[LinkedUnit], changes: Sequence[CenterChange], labels: Labels
) -> list[str]:
    """The transition to each utterance, by either name."""
    if labels is Labels.TABLE_1:
        return [str(theory.transition(before, now)) for before, now in changes]
    if all(one.before in {None, n - 1} for n, one in enumerate(linked)):
        return [str(label) for label in theory.poesio_labels(now for _, now in changes)]
    found: list[theory.PoesioLabel] = []
    for one, (before, now) in zip(linked, changes, strict=True):
        last = theory.PoesioLabel.NULL if one.before is None else found[one.before]
        known = None if one.before is None else before
        found.append(theory.poesio_label(last, known, now))
    return [str(label) for label in found]


def tied(one: LinkedUnit, now: theory.Centers, cb: Cb) -> int:
    """How many entities are as good a Cb as the one that is: 1, unless text order decided."""
    if now.cb is None:
        return 0
    other, (cf, grades) = (one.cf, one.seen) if cb is Cb.CONSTRAINT_3 else (one.seen.cf, one.ranked)
    grade, realized = grades[cf.index(now.cb)], frozenset(other)
    return sum(found == grade and x in realized for x, found in zip(cf, grades, strict=True))
