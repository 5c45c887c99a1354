"""What looks like a referring expression and is none (the footnote to section 3.3, and more).

    Exclusion    why a word heads no referring expression
    exclusion    the first reason that holds of a word, if any

The paper leaves out predicative noun phrases, pleonastic "it" and direct speech (for that see
speech.py). Its tables also leave out undetermined times, idioms and "state's" in "state's
attorney": docs/specification/analysis.md 0.2.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from hearer.analysis.constraints.figures import is_clock_or_date
from hearer.analysis.constraints.sorts import is_personal_name
from hearer.analysis.expressions.no_entities import NoEntity, no_entity
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.lexicon import entries
from hearer.model.tree import Tree

CLAUSAL_DEPENDENTS = ("csubj", "ccomp", "xcomp", "advcl")
YEAR_DIGITS = 4
BEFORE_YEARS = frozenset("after around before circa in since till until".split())
BEFORE_HOURS = frozenset("after around at before by since till until".split())
BEFORE_DIGITS = {1: BEFORE_HOURS, 2: BEFORE_HOURS, 3: BEFORE_YEARS}


class Exclusion(StrEnum):
    """Why a word heads no referring expression."""

    PLEONASTIC = "pleonastic it"
    EXISTENTIAL = "existential there"
    PREDICATIVE = "predicative noun phrase"
    TEMPORAL = "undetermined time"
    IDIOM = "idiom"
    TITLE_POSSESSOR = "possessor inside a title"
    TITLE = "second title of a couple"


def exclusion(tree: Tree, n: int, options: AnalysisOptions) -> Exclusion | NoEntity | None:
    """Why word `n`, in the position of a noun phrase, does not refer; None if it does."""
    for reason, holds in OF_PRONOUNS if tree.upos[n] == "PRON" else OF_NOUNS:
        if holds(tree, n):
            return None if _is_heard(reason, options) else reason
    if is_left_out_time(tree, n, options.temporal):
        return Exclusion.TEMPORAL
    return no_entity(tree, n) if options.entities_only else None


def _is_heard(reason: Exclusion, options: AnalysisOptions) -> bool:
    """Whether what does not refer is to be heard all the same."""
    if reason is Exclusion.PLEONASTIC:
        return options.pleonastic
    return options.predicates and reason is Exclusion.PREDICATIVE


# Pleonastic it, existential there -------------------------------------------------------------


def is_existential_there(tree: Tree, n: int) -> bool:
    """*There* is no reason to go."""
    return tree.lemmas[n] == "there"


def is_pleonastic_it(tree: Tree, n: int) -> bool:
    """What the parser calls `expl`, or one of Lappin and Leass's (1994) patterns."""
    if tree.lemmas[n] != "it":
        return False
    if tree.bases[n] == "expl":
        return True
    predicate = tree.heads[n]
    if any(_is_in_frame(tree, n, predicate, frame) for frame in PLEONASTIC_FRAMES):
        return True
    return _is_weather(tree, n, predicate) or _is_extraposed_object(tree, n, predicate)


class PleonasticFrame(NamedTuple):
    """The relation of *it* to a predicate of the lexicon, and what that has besides."""

    relation: str
    predicates: str  # a list of the lexicon
    besides: tuple[tuple[str, ...], ...]  # one of each


PLEONASTIC_FRAMES = (
    # *It* is ModalAdj that/to; *It* is time to; *It* is thanks to NP that.
    PleonasticFrame("nsubj", "modal_adjectives", (("cop",), (*CLAUSAL_DEPENDENTS, "acl"))),
    # *It* is CogV-ed that.
    PleonasticFrame("nsubj:pass", "cognitive_verbs", (("ccomp", "csubj"),)),
    # *It* seems that; *it* takes time to; *it* turns out that.
    PleonasticFrame("nsubj", "raising_verbs", (("ccomp", "csubj"),)),
    # *It* was noon.
    PleonasticFrame("nsubj", "weather_predicates", (("cop",),)),
)


def _is_in_frame(tree: Tree, n: int, predicate: int, frame: PleonasticFrame) -> bool:
    return (
        tree.relations[n] == frame.relation
        and tree.lemmas[predicate] in entries(frame.predicates)
        and all(tree.has(predicate, *relations) for relations in frame.besides)
    )


def _is_weather(tree: Tree, n: int, predicate: int) -> bool:
    """*It* rains."""
    is_weather = tree.relations[n] == "nsubj" and tree.lemmas[predicate] in entries("weather_verbs")
    return is_weather and not tree.has(predicate, "obj")


def _is_extraposed_object(tree: Tree, n: int, predicate: int) -> bool:
    """NP makes/finds *it* ModalAdj to."""
    if tree.relations[n] not in {"obj", "nsubj"}:
        return False
    complement = predicate if tree.relations[n] == "nsubj" else tree.child(predicate, "xcomp")
    return (
        tree.bases[complement] in {"xcomp", "ccomp"}
        and tree.lemmas[complement] in entries("modal_adjectives")
        and tree.has(complement, "csubj", "advcl", "xcomp")
    )


# Predicates -----------------------------------------------------------------------------------


def is_predicative(tree: Tree, n: int) -> bool:
    """She is *a judge*; he became *a poet and a soldier*; but: the book was with *Mary*."""
    while tree.bases[n] == "conj" and tree.heads[n] and not tree.has(n, "case", "cop"):
        n = tree.heads[n]
    if tree.upos[n] in {"VERB", "AUX"} or "case" in tree.firsts[n] or _is_clefted(tree, n):
        return False
    return tree.bases[n] == "xcomp" or "cop" in tree.firsts[n]


def _is_clefted(tree: Tree, n: int) -> bool:
    """It was *Anna* who left: what a cleft points out refers."""
    return tree.has(n, "expl") and any(tree.exactly(n, "acl:relcl", "advcl:relcl"))


# Times ----------------------------------------------------------------------------------------


def is_time(tree: Tree, n: int) -> bool:
    """Whether `n` is a day, a month, a year, ...: "weekends", "1990", "December", "7:30"."""
    form = tree.forms[n]
    if form.isdecimal():
        return not tree.has(n, "det") and _is_year_or_hour(tree, n)
    if is_clock_or_date(form):
        return True
    return tree.lemmas[n] in entries("time_nouns") and not _is_called_after_a_month(tree, n)


def _is_year_or_hour(tree: Tree, n: int) -> bool:
    """*1990*; until *536*; at *7*: four digits, else what the preposition says."""
    digits = len(tree.forms[n])
    return digits == YEAR_DIGITS or tree.preposition(n) in BEFORE_DIGITS.get(digits, ())


def _is_called_after_a_month(tree: Tree, n: int) -> bool:
    """*May* forgot her keys: a name that does something; but: *May* 5 came."""
    if any(tree.upos[child] == "NUM" for child in tree.children[n]):
        return False
    if tree.upos[n] != "PROPN" or tree.bases[n] != "nsubj" or tree.upos[tree.heads[n]] != "VERB":
        return False
    return is_personal_name((tree.lemmas[n],))


def is_left_out_time(tree: Tree, n: int, temporal: Temporal) -> bool:
    """Undetermined times: "last week", not "each year" (Table 5)."""
    if temporal is Temporal.ALL or not is_time(tree, n):
        return False
    return temporal is Temporal.NONE or not tree.is_determined(n)


# Idioms and titles ----------------------------------------------------------------------------


def is_idiomatic(tree: Tree, n: int) -> bool:
    """Bare nouns in "in charge of", "lost contact", "by means of"."""
    if tree.upos[n] != "NOUN" or tree.has(n, "det", "nummod", "amod"):
        return False
    if tree.has(n, "fixed"):
        return True
    noun, governor = tree.forms[n].lower(), tree.lemmas[tree.heads[n]]
    if f"{tree.preposition(n)} {noun}" in entries("preposition_idioms"):
        return not tree.is_determined(n)
    is_object = tree.bases[n] == "obj"
    return is_object and f"{governor} {noun}" in entries("verb_idioms")


def is_second_title(tree: Tree, n: int) -> bool:
    """Mr. and *Mrs.* Novak."""
    return tree.relations[n] == "conj" and tree.relations[tree.heads[n]] == "nmod:desc"


def is_title_possessor(tree: Tree, n: int) -> bool:
    """The "state" of "state's attorney": a bare possessor of a title noun."""
    return (
        tree.relations[n] == "nmod:poss"
        and tree.upos[n] == "NOUN"
        and not tree.has(n, "det", "amod", "nmod", "nummod")
        and tree.lemmas[tree.heads[n]] in entries("title_nouns")
    )


Exclusions = tuple[tuple[Exclusion, Callable[[Tree, int], bool]], ...]

OF_PRONOUNS: Exclusions = (
    (Exclusion.EXISTENTIAL, is_existential_there),
    (Exclusion.PLEONASTIC, is_pleonastic_it),
    (Exclusion.PREDICATIVE, is_predicative),
)
OF_NOUNS: Exclusions = (
    (Exclusion.PREDICATIVE, is_predicative),
    (Exclusion.IDIOM, is_idiomatic),
    (Exclusion.TITLE_POSSESSOR, is_title_possessor),
    (Exclusion.TITLE, is_second_title),
)
