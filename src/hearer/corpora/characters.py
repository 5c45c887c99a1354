"""Who is called what: the names of the persons of a story, and of all else that has any.

is_named    whether an expression calls its entity by a name
aliases     all that an entity is called: its names, else its nouns; never a pronoun
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hearer.model import Kind, ReferringExpression, Utterance

# Whoever is introduced with a name: "the assistant, *Anna Keller*", "a certain *Mr. Darcy*".
MAY_NAME = frozenset({Kind.APPOSITIVE, Kind.DEFINITE, Kind.INDEFINITE, Kind.BARE, Kind.POSSESSED})
NOUNS = MAY_NAME | {Kind.QUANTIFIED}
AROUND = " ,;:.!?-–—()[]\"'“”‘’«»`"  # what a parser may leave at the edges of a name
WHOSE = ("'s", "’s", "'", "’")


def is_named(expression: ReferringExpression, utterance: Utterance | None) -> bool:
    """Whether it is a name: its kind says so, or the part of speech of its head."""
    if expression.kind is Kind.NAME:
        return True
    if expression.kind not in MAY_NAME or utterance is None:
        return False
    return 0 < expression.head <= len(utterance) and utterance.upos[expression.head - 1] == "PROPN"


def aliases(expressions: Sequence[ReferringExpression], is_name: Iterable[bool]) -> list[str]:
    """What an entity is called, the most frequent first: "Mr. Darcy", "Darcy".

    Nouns ("the man") are told only of who has no name. Spellings that differ in capitals alone are
    one alias.
    """
    named = [one.text for one, yes in zip(expressions, is_name, strict=True) if yes]
    told = named or [one.text for one in expressions if one.kind in NOUNS]
    if len(told) == 1:  # so of most
        return [bare for text in told if (bare := _bare(text))]
    spellings: dict[str, dict[str, int]] = {}
    for text in map(_bare, told):
        alike = spellings.setdefault(text.casefold(), {})
        alike[text] = alike.get(text, 0) + 1
    spellings.pop("", None)
    often = sorted(spellings.values(), key=lambda alike: -sum(alike.values()))
    return [_best(alike) for alike in often]


def _bare(text: str) -> str:
    """A name without what is not of it; the point of "Jr." stays."""
    bare = text.lstrip(AROUND).rstrip(AROUND)
    for ending in WHOSE:
        bare = bare.removesuffix(ending)
    return f"{bare}." if text.rstrip().endswith(f"{bare}.") and " " in bare else bare


def _best(alike: dict[str, int]) -> str:
    """The most frequent spelling; one that is not shouted, if there is one."""
    return max(alike, key=lambda text: (not text.isupper(), alike[text]))
