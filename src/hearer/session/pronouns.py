"""Sets of pronouns that somebody takes: "they/them", "she/they", "xe/xem".

forms_of    all forms of a set; what is none raises
FORMS       the sets that are known
ORDINARY    the forms that everybody knows
"""

from __future__ import annotations

import re
from functools import lru_cache

from hearer.errors import UsageError, did_you_mean

FORMS = (
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "they them their theirs themselves themself 'em",
    "xe xem xyr xyrs xemself",
    "ze hir hirs hirself zir zirs zirself",
    "ey em eir eirs emself eirself",
    "fae faer faers faerself",
    "ve ver vis verself",
    "thon thons thonself",
)
ORDINARY = frozenset(" ".join(FORMS[:4]).split())
ANY = frozenset({"any", "all", "any pronouns", "all pronouns"})  # of those that persons take
PERSONS = "he/she/they"
KNOWN = frozenset(" ".join(FORMS).split())


@lru_cache(maxsize=1024)
def forms_of(pronouns: str) -> frozenset[str]:
    """All forms of a set of pronouns. One that nobody knows has the forms that are named.

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
    known = {form for line in FORMS for form in line.split() if _heads(line, named)}
    return frozenset(named | known)


def _no_set(pronouns: str, strange: list[str]) -> str:
    example = "pronouns are given as 'she/her', 'they/them', 'xe/xem' or 'any'"
    if not strange:
        return f"{pronouns!r} names no pronouns; {example}."
    near = did_you_mean(strange[0], KNOWN)
    return f"{strange[0]!r} is no pronoun in {pronouns!r}{near}; {example}."


def _heads(line: str, named: set[str]) -> bool:
    """Whether a set of forms is meant: its first form is named, or none of the first is."""
    first, *others = line.split()
    is_named = any(other.split()[0] in named for other in FORMS)
    return first in named or (not is_named and not named.isdisjoint(others))
