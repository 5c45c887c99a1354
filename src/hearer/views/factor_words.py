"""The factors of a weighted list in a linguist's words.

GROUPS       what the factors are about: nearness, grammatical role, form, ...
OF_PRONOUN   those that are the same for all candidates
group_of     the group of a factor
phrase       a factor and its value as one reads it: "in the same clause"

A factor that is not listed keeps its own name, so that nothing is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

GROUPS: Mapping[str, tuple[str, ...]] = {
    "nearness": ("sentences back", "words back", "rank by recency", "clause", "new paragraph"),
    "grammatical role": ("role", "parallel role", "same governor", "times subject"),
    "form": ("form", "form of the latest noun phrase"),
    "information status": ("status",),
    "salience so far": (
        "mentions", "most mentioned", "called so before", "meant by the latest pronoun like this",
    ),
    "agreement": ("number", "gender"),
    "sort": ("sort",),
    "position": (
        "in a subordinate clause", "fronted or in a heading", "a predicate", "coordinated",
        "first in its sentence to pass",
    ),
    "speech": ("direct speech", "speaker"),
    "the pronoun": ("pronoun", "pronoun's form", "pronoun's role", "pronoun's clause"),
    "the construction": (
        "pleonastic pattern", "predicate of the pronoun", "intensifier", "governor takes",
    ),
    "competition": (
        "how many pass the test", "nearest that passes", "expressions before the pronoun",
    ),
    "in general": ("nobody", ""),
}  # fmt: skip
_GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
OF_PRONOUN = frozenset(
    name
    for group in ("the pronoun", "the construction", "competition", "in general")
    for name in GROUPS[group]
)

YES_NO: Mapping[str, tuple[str, str]] = {
    "parallel role": ("in the role of the pronoun", "in another role than the pronoun"),
    "new paragraph": ("before a paragraph break", "in the same paragraph"),
    "most mentioned": ("mentioned most often", "not mentioned most often"),
    "same governor": ("with the same governor", "with another governor"),
    "a predicate": ("a predicate", "no predicate"),
    "coordinated": ("coordinated", "not coordinated"),
    "first in its sentence to pass": ("first in its sentence", "not first in its sentence"),
    "meant by the latest pronoun like this": (
        "what the last such pronoun meant",
        "not what the last such pronoun meant",
    ),
    "intensifier": ("an intensifier", "no intensifier"),
    "nobody": ("no antecedent", "an antecedent"),
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "sentences back": {"same": "in the same sentence", "1": "one sentence back"},
    "words back": {"more": "far back"},
    "rank by recency": {"0": "the most recent candidate"},
    "clause": {
        "other sentence": "in another sentence",
        "other clause": "in another clause",
        "same clause": "in the same clause",
        "governing clause": "in the governing clause",
    },
    "times subject": {"0": "never a subject", "1": "a subject once", "2": "a subject twice"},
    "mentions": {"once": "mentioned once", "2": "mentioned twice"},
    "speaker": {
        "nobody in particular": "no speaker given",
        "the same": "from the same speaker",
        "another": "from another speaker",
    },
    "called so before": {
        "otherwise": "called by another pronoun before",
        "so": "called by this pronoun before",
        "never": "called by no pronoun before",
    },
    "number": {
        "clashes": "of another number",
        "unknown": "of unknown number",
        "agrees": "of the same number",
    },
    "gender": {
        "known": "of known gender",
        "he or she": "masculine or feminine",
        "known, or it": "a name that could be a thing's",
        "any": "of any gender",
    },
    "sort": {"several": "of several sorts", "unknown": "of unknown sort"},
    "in a subordinate clause": {
        "no": "in the main clause",
        "subordinate": "in a subordinate clause",
        "relative": "in a relative clause",
    },
    "fronted or in a heading": {"no": "not fronted"},
    "direct speech": {
        "neither": "outside direct speech",
        "the pronoun": "the pronoun in direct speech",
        "the candidate": "the candidate in direct speech",
        "both": "both in direct speech",
    },
    "pronoun's clause": {
        "main": "in the main clause",
        "subordinate": "in a subordinate clause",
        "relative": "in a relative clause",
    },
    "pleonastic pattern": {"none": "no pleonastic pattern", "pleonastic": "a pleonastic pattern"},
    "how many pass the test": {"0": "no candidate passes", "1": "one candidate passes"},
    "nearest that passes": {"same": "a candidate in the same sentence"},
    "expressions before the pronoun": {"0": "nothing heard before it in its sentence"},
}
TEMPLATES: Mapping[str, str] = {
    "sentences back": "{} sentences back",
    "words back": "{} words back",
    "rank by recency": "number {} by recency",
    "form of the latest noun phrase": "last named: {}",
    "times subject": "a subject {} times",
    "mentions": "mentioned {} times",
    "status": "{}",
    "role": "{}",
    "form": "{}",
    "sort": "{}",
    "fronted or in a heading": "{}",
    "pronoun": "{}",
    "pronoun's form": "{}",
    "pronoun's role": "as {}",
    "pleonastic pattern": "{}",
    "predicate of the pronoun": "its predicate: {}",
    "governor takes": "its governor takes {}",
    "how many pass the test": "{} candidates pass",
    "nearest that passes": "the nearest candidate {} sentences back",
    "expressions before the pronoun": "{} expressions before it in its sentence",
}
ABOUT = re.compile(r"(.+) or so")
FROM_NOUGHT = frozenset({"rank by recency"})  # numbered from 0 in factors.py


def group_of(factor: str) -> str:
    """What a factor is about.

    >>> group_of("words back"), group_of("moon phase")
    ('nearness', 'moon phase')
    """
    return _GROUP_OF.get(factor, factor)


def phrase(factor: str, value: str) -> str:
    """A factor and its value as one reads it.

    >>> phrase("clause", "same clause"), phrase("words back", "8 or so"), phrase("moon", "full")
    ('in the same clause', 'about 8 words back', 'moon: full')
    """
    if not value:
        return ""
    if factor in YES_NO:
        return YES_NO[factor][value != "yes"]
    if value in WORDS.get(factor, {}):
        return WORDS[factor][value]
    if factor not in TEMPLATES:
        return f"{factor}: {value}"
    if factor in FROM_NOUGHT and value.isdecimal():
        value = str(int(value) + 1)
    return TEMPLATES[factor].format(ABOUT.sub(r"about \1", value))
