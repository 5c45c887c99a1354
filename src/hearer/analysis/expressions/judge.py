"""The judge of *it*: how probable it is that one stands for nothing, and why.

    OfNothing   hundredths, and the reasons in words
    judged      the judgement on an *it*
    SURELY      from when on it is called pleonastic

A log-linear model: what the sentence says of an *it* (said_of_it.py) is worth something for or
against its standing for nothing, in thousandths of a nat (lexicon/it.txt, from training/it.py). The
sum is a probability; nobody is ever quite sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp
from typing import NamedTuple

from hearer.analysis.expressions.said_of_it import said_of
from hearer.model.lexicon import table
from hearer.model.tree import Tree

SURELY = 50  # hundredths: from here on it is called pleonastic
LEAST, MOST = 2, 98  # hundredths: never sure
REASONS = 3  # at most, that are told
WORTH_TELLING = 250  # thousandths
WORDS = {
    "around": "surroundings are told", "expl": "the parser calls it expletive",
    "idiom": "a known pattern", "space": "a distance is told", "time": "a time is told",
    "until": "“not until” stands before it", "weather": "the weather is told",
}  # fmt: skip
OPENINGS = {
    "adverbial": "an adverbial clause", "aside": "an aside", "clause": "a clause",
    "ing": "-ing", "predicate": "a predicate", "relative": "a relative clause",
    "as_if": "as if …", "for_to": "for … to …", "to_only": "to …, with nothing after it",
    "who": "who …, that …",
}  # fmt: skip


class OfNothing(NamedTuple):
    """How probable it is that *it* stands for nothing, in hundredths, and why if it is."""

    hundredths: int
    because: str


def judged(tree: Tree, n: int) -> OfNothing:
    """The judgement on the *it* at word `n`.

    >>> from hearer.model import Utterance
    >>> rain = "It/PRON/nsubj/3 was/AUX/aux/3 raining/VERB/root/0/rain"
    >>> judged(Tree(Utterance.of(rain)), 1).hundredths > 50
    True
    """
    worth = _worth()
    weighed = {name: worth[name] for name in said_of(tree, n) if name in worth}
    total = worth.get("bias", 0) + sum(weighed.values())
    hundredths = round(100 / (1 + exp(-total / 1000)))
    because = _because(weighed) if hundredths >= SURELY else ""
    return OfNothing(min(MOST, max(LEAST, hundredths)), because)


@cache
def _worth() -> Mapping[str, int]:
    return {name: int(thousandths) for name, (thousandths,) in table("it").items()}


# In words -------------------------------------------------------------------------------------


def _because(weighed: Mapping[str, int]) -> str:
    """The two or three weightiest reasons; what tells the same counts once."""
    told: dict[str, int] = {}
    for name, worth in weighed.items():
        if words := _told(name):
            told[words] = told.get(words, 0) + worth
    reasons = sorted((worth, words) for words, worth in told.items() if worth >= WORTH_TELLING)
    return ", ".join(words for _, words in reasons[: -REASONS - 1 : -1])


@cache
def _told(name: str) -> str:
    """What is said of *it*, in words; "" for what one would not understand by itself."""
    if name in WORDS:
        return WORDS[name]
    said, _, opening = name.partition(">")
    kind, _, word = said.partition(":")
    if kind == "follows":
        return _clause(word)
    if kind == "meaning":
        return "what is said there asks for nobody" if int(word) > 0 else "it asks for somebody"
    if word and not word.endswith(LISTS):
        return f"“{word}”{'' if opening in {'', 'nothing'} else ' with such a clause'}"
    return _clause(opening) if opening else ""


def _clause(opening: str) -> str:
    if opening == "nothing":
        return "no clause follows"
    return f"a clause follows ({OPENINGS.get(opening, f'{opening} …')})"


LISTS = ("_adjectives", "_verbs")  # of the lexicon
