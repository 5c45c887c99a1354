"""Figures, signs and number words: 536, 7:30, 50 %, $40, №, XIV, *several*.

is_figure          whether a word is a figure or a sign: a thing, and never a person
is_clock_or_date   whether it is a time by its spelling: 7:30, 12/25/2001, the 1980s
SEVERAL            words for several: *few* came, *they* left
AMOUNTS            words for an amount, taken up by *it* or *they*: *most* was lost
SINGLE             words for one of several, whoever that is: *each* lost his hat
SOMEONE, SOMETHING words for anybody and for anything
is_several         whether a word says that there are several
is_quantifier      whether it is one of these, or such a word
"""

from __future__ import annotations

import re
from functools import lru_cache

DASHES = frozenset("-–—―_.·…*'’")  # what stands for letters left out: Mr. ——
FIGURE = re.compile(
    r"[^\w\s]*\d[\d.,:/'’–—x×-]*"
    r"(?:st|nd|rd|th|['’]?s|[ap]\.?m\.?|[kmhgxvw]|bn|km|kg|cm|mm|ft|in|lbs?|oz|mi|yd|mph|kph"
    r"|hrs?|min|sec|px|[gmk]b|k?hz|[cdf])?[^\w\s]*",
    re.IGNORECASE,
)
ROMAN = re.compile(r"M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})\.?")
ROMAN_IN_A_NAME = re.compile(r"[IVX]{2,}\.?")  # and no MD, DC or CC
CLOCK_OR_DATE = re.compile(
    r"\d{1,2}[:.h]\d{2}(?::\d{2})?(?:[ap]\.?m\.?)?|\d{1,2}[ap]\.?m\.?"  # 7:30, 14.15, 7pm
    r"|\d{1,4}[/-]\d{1,2}[/-]\d{1,4}"  # 12/25/2001, 2001-12-25
    r"|\d{3}0['’]?s|['’]\d0['’]?s|['’]\d{2}",  # 1980s, '90s, '68
    re.IGNORECASE,
)
ERAS = frozenset("AD BC CE BCE A.D. B.C. C.E. B.C.E. o'clock o’clock".split())

SEVERAL = frozenset(
    """both few many numerous several various two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty
    fifty sixty seventy eighty ninety dozen""".split()
)
AMOUNTS = frozenset(
    """all billion couple enough fewer half hundred less little million more most much plenty some
    thousand trillion zero""".split()
)
SINGLE = frozenset(
    """another any each either former first last latter neither next none one other second
    third""".split()
)
SOMEONE = frozenset(
    "anybody anyone everybody everyone nobody no-one somebody someone whoever".split()
)
SOMETHING = frozenset("anything etc etc. everything nothing something whatever".split())
NUMBER_WORDS = SEVERAL | AMOUNTS | {"and", "one"}  # that make others: twenty-one


@lru_cache(maxsize=4096)
def is_figure(form: str, upos: str = "") -> bool:
    """Whether a word is a figure or a sign, by its spelling.

    >>> [is_figure(form) for form in "536 7:30 % $40 5th № XIV MD 2pac ——".split()]
    [True, True, True, True, True, True, True, False, False, False]
    """
    if not any(map(str.isalpha, form)):
        return not DASHES.issuperset(form)
    if upos == "NUM" and ROMAN.fullmatch(form):
        return True
    return bool(FIGURE.fullmatch(form) or ROMAN_IN_A_NAME.fullmatch(form))


@lru_cache(maxsize=1024)
def is_clock_or_date(form: str) -> bool:
    """Whether a word is a time of day, a date, a decade or an era, by its spelling."""
    return form in ERAS or CLOCK_OR_DATE.fullmatch(form) is not None


@lru_cache(maxsize=1024)
def is_several(lemma: str) -> bool:
    """Whether a word says that there are several: *few*, *two*, *twenty-one*."""
    if lemma in SEVERAL:
        return True
    first, *others = lemma.split("-")
    return bool(others) and first in SEVERAL and NUMBER_WORDS.issuperset(others)


def is_quantifier(lemma: str) -> bool:
    """Whether a word tells how many, and not what they are: its noun may have any sort."""
    return lemma in AMOUNTS or lemma in SINGLE or is_several(lemma)
