"""*It* that stands for nothing, beyond the patterns of Lappin and Leass (exclusions.py).

    is_expletive    whether one of the patterns holds of a word
    tells_the_clock whether a predicate is a time of day
    PATTERNS        the patterns, one predicate each

Clocks, calendars and the weather; idioms; *it is just that ...*; *it looks as if ...*. Each was
kept because on GUM train next to none of the pronouns it holds of refers back. The paper needs
none of them: they are a cue (cues.py), and exclude nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hearer.analysis.expressions.exclusions import is_time
from hearer.model.tree import Tree

CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
HOURS = frozenset({"a.m.", "p.m.", "a.m", "p.m", "am", "pm", "o'clock", "o’clock"})
WEATHER = frozenset(
    "chilly cloudy foggy frosty gloomy humid overcast rainy snowy stormy sunny windy".split()
)
AROUND = frozenset({"here", "inside", "out", "outside", "there"})
EMOTIVE = frozenset({"enjoy", "hate", "like", "love"})
RAISING = frozenset({"appear", "feel", "look", "seem", "sound"})
# Verb and particle of idioms with an *it* that is no object: hit it off, call it a day.
IDIOMS = frozenset(
    {("beeline", ""), ("brave", "out"), ("call", "day"), ("call", "quits"), ("hit", "off"),
     ("play", "safe"), ("rough", ""), ("rub", "in"), ("take", "easy"), ("wing", ""),
     ("worth", "")}
)  # fmt: skip


def is_expletive(tree: Tree, n: int) -> bool:
    """Whether the *it* at word `n` stands for nothing."""
    if tree.lemmas[n] != "it":
        return False
    return any(holds(tree, n, tree.heads[n]) for holds in PATTERNS)


def tells_the_clock(tree: Tree, predicate: int) -> bool:
    """Whether a predicate is a time of day: *about six o'clock*."""
    around = (predicate, *tree.children[predicate])
    return any(CLOCK.fullmatch(tree.forms[w]) or tree.lemmas[w] in HOURS for w in around)


# As a subject ---------------------------------------------------------------------------------


def _is_subject_of_copula(tree: Tree, n: int, predicate: int) -> bool:
    return tree.relations[n] == "nsubj" and tree.has(predicate, "cop")


def _is_clock_time(tree: Tree, n: int, predicate: int) -> bool:
    """*It* is about 4:00 p.m.; *it* was six o'clock."""
    return _is_subject_of_copula(tree, n, predicate) and tells_the_clock(tree, predicate)


def _is_span_of_time(tree: Tree, n: int, predicate: int) -> bool:
    """*It* is spring; *it* was three years; not: it was the day, it is day two."""
    return (
        _is_subject_of_copula(tree, n, predicate)
        and is_time(tree, predicate)
        and tree.upos[predicate] == "NOUN"
        and not tree.is_determined(predicate)
        and not any(child > predicate for child in tree.exactly(predicate, "nummod"))
    )


def _is_weather(tree: Tree, n: int, predicate: int) -> bool:
    """*It* is overcast; *it*'s nice outside; *it* was wonderful there."""
    if not _is_subject_of_copula(tree, n, predicate) or tree.upos[predicate] != "ADJ":
        return False
    after = (child for child in tree.children[predicate] if child > predicate)
    return tree.lemmas[predicate] in WEATHER or any(tree.lemmas[w] in AROUND for w in after)


def _is_topic(tree: Tree, n: int, verb: int) -> bool:
    """When *it* comes to sleep."""
    return (
        tree.relations[n] == "nsubj"
        and tree.lemmas[verb] == "come"
        and any(tree.lemmas[child] == "when" for child in tree.children[verb])
        and any(tree.preposition(child) == "to" for child in tree.exactly(verb, "obl"))
    )


def _is_just_that(tree: Tree, n: int, predicate: int) -> bool:
    """*It*'s just that there are more children now."""
    marks = tree.exactly(predicate, "mark")
    return tree.relations[n] == "nsubj:outer" and any(tree.lemmas[m] == "that" for m in marks)


def _is_as_if(tree: Tree, n: int, verb: int) -> bool:
    """*It* appears as though she was escaping; *it* looks as if."""
    if tree.relations[n] != "nsubj" or tree.lemmas[verb] not in RAISING:
        return False
    clauses = (child for child in tree.children[verb] if tree.bases[child] in {"advcl", "ccomp"})
    return any(tree.lemmas[tree.child(clause, "mark")] == "as" for clause in clauses)


def _is_plea(tree: Tree, n: int, verb: int) -> bool:
    """May *it* please the Court."""
    pleases = tree.relations[n] == "nsubj" and tree.lemmas[verb] == "please"
    return pleases and any(tree.lemmas[child] == "may" for child in tree.exactly(verb, "aux"))


# As an object ---------------------------------------------------------------------------------


def _is_in_idiom(tree: Tree, n: int, verb: int) -> bool:
    """Hit *it* off; play *it* safe; worth *it*."""
    if tree.bases[n] != "obj":
        return False
    words = ("", *(tree.lemmas[child] for child in tree.children[verb]))
    return any((tree.lemmas[verb], word) in IDIOMS for word in words)


def _is_surroundings(tree: Tree, n: int, verb: int) -> bool:
    """They love *it* here."""
    return (
        tree.bases[n] == "obj"
        and tree.lemmas[verb] in EMOTIVE
        and any(tree.lemmas[child] in AROUND for child in tree.children[verb])
    )


def _is_half_of_it(tree: Tree, n: int, noun: int) -> bool:
    """You don't know the half of *it*."""
    knows = tree.lemmas[tree.heads[noun]] == "know"
    return knows and tree.lemmas[noun] == "half" and tree.bases[n] == "nmod"


PATTERNS: tuple[Callable[[Tree, int, int], bool], ...] = (
    _is_clock_time,
    _is_span_of_time,
    _is_weather,
    _is_topic,
    _is_just_that,
    _is_as_if,
    _is_plea,
    _is_in_idiom,
    _is_surroundings,
    _is_half_of_it,
)
