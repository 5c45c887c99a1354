"""Sets of pronouns that a person uses: "they/them", "she/they", "xe/xem"."""

from __future__ import annotations

import re
from functools import lru_cache

from hearer.errors import UsageError, did_you_mean
from hearer.model import Person
from hearer.model.pronouns import Register, lexemes

_THIRD = lexemes(*(set(Register) - {Register.DIALECT}), persons={Person.THIRD})
# The forms of each set, by its subject form.
SETS = {name: {form for form, of in _THIRD.items() if of == name} for name in _THIRD.values()}
ORDINARY = frozenset().union(*(SETS[name] for name in ("he", "she", "it", "they")))
ANY = frozenset({"any", "all", "any pronouns", "all pronouns"})  # of those that persons take
PERSONS = "he/she/they"
KNOWN = frozenset(_THIRD)


@lru_cache(maxsize=1024)
def forms_of(pronouns: str) -> frozenset[str]:
    """Return all forms of a set of pronouns; of an unknown set, the forms that are named.

    >>> sorted(forms_of("xe/xem"))
    ['xe', 'xem', 'xemself', 'xyr', 'xyrs']
    >>> forms_of("thay/them")
    Traceback (most recent call last):
    hearer.errors.UsageError: 'thay' is no pronoun in 'thay/them' (did you mean 'they'?); ...
    """
    said = PERSONS if pronouns.strip().lower() in ANY else pronouns
    named = {form.strip().lower() for form in re.split("[/,]", said) if form.strip()}
    strange = sorted(named - KNOWN)
    if not named or (strange and (len(named) < 2 or len(strange) < len(named))):
        raise UsageError(_no_set(pronouns, strange))
    if any(not form.replace("'", "").isalpha() for form in strange):
        raise UsageError(_no_set(pronouns, strange))
    # A set is meant if its subject form is named, or if no subject form is and another of its is.
    subjects = [name for name in SETS if name in named]
    meant = subjects or [name for name, forms in SETS.items() if not named.isdisjoint(forms)]
    return frozenset(named.union(*(SETS[name] for name in meant)))


def _no_set(pronouns: str, strange: list[str]) -> str:
    example = "pronouns are given as 'she/her', 'they/them', 'xe/xem' or 'any'"
    if not strange:
        return f"{pronouns!r} names no pronouns; {example}."
    near = did_you_mean(strange[0], KNOWN)
    return f"{strange[0]!r} is no pronoun in {pronouns!r}{near}; {example}."
