"""Rule 1 in the versions that Poesio et al. (2004, 2.3) list, and Kibble's preferences.

OUTCOMES            what may become of a claim that is conditional
RULES_1             the versions of Rule 1
rule_1              what becomes of each version in an update
PREFERENCES         Kibble's, of which Rule 2 is made up
preferences         which of them an update satisfies

GJW95: if some element of Cf(Ui-1) is realized by a pronoun in Ui, then so is Cb(Ui) (Grosz, Joshi &
Weinstein 1995). GJW83: if Cb(Ui) = Cb(Ui-1), it is realized by a pronoun (the same 1983). Gordon:
the Cb is realized by a pronoun (Gordon, Grosz & Gilliom 1993).

Rodger Kibble (2001). A reformulation of Rule 2 of centering theory. CL 27(4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hearer.algorithms.centering.centering import Centers

OUTCOMES = ("kept", "violated", "vacuous")
RULES_1 = ("gjw95", "gjw83", "gordon")
PREFERENCES = ("cohesion", "salience", "cheap")


def rule_1(before: Centers, now: Centers, pronouns: Collection[str]) -> dict[str, str]:
    """By version, whether it is kept or violated, or vacuous: where its condition does not hold.

    >>> rule_1(Centers(("ANNA", "TOM"), "ANNA"), Centers(("TOM", "ANNA"), "ANNA"), {"TOM"})
    {'gjw95': 'violated', 'gjw83': 'violated', 'gordon': 'violated'}
    """
    has_cb = now.cb is not None
    conditions = {
        "gjw95": any(entity in pronouns for entity in before.cf),
        "gjw83": has_cb and now.cb == before.cb,
        "gordon": has_cb,
    }
    outcome = "kept" if now.cb in pronouns else "violated"
    return {name: outcome if holds else "vacuous" for name, holds in conditions.items()}


def preferences(before: Centers, now: Centers) -> Iterator[str]:
    """Those that hold: the Cb stays, or is the first; it is Cp; it was Cp. None without a Cb.

    >>> list(preferences(Centers(("ANNA", "TOM"), "TOM"), Centers(("ANNA",), "ANNA")))
    ['salience', 'cheap']
    """
    if now.cb is None:
        return
    if before.cb in {None, now.cb}:
        yield "cohesion"
    if now.cb == now.cp:
        yield "salience"
    if now.cb == before.cp:
        yield "cheap"
