"""Words that head no referring expression although they stand where noun phrases do.

The paper leaves out predicative noun phrases, pleonastic "it" and direct speech (footnote to
section 3.3); its tables also undetermined times, idioms and "state's" in "state's attorney"
(docs/specification/analysis.md 0.2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum

from hearer.analysis.describe import is_personal_name
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.model.lexicon import data, entries
from hearer.model.tree import VERBS, Tree


class Exclusion(StrEnum):
    """Why a word heads no referring expression."""

    PLEONASTIC = "pleonastic it"
    EXISTENTIAL = "existential there"
    PREDICATIVE = "predicative noun phrase"
    TEMPORAL = "undetermined time"
    IDIOM = "idiom"
    TITLE = "second title of a couple"


def exclusion(tree: Tree, n: int, options: AnalysisOptions) -> Exclusion | None:
    """Return why word `n`, in the position of a noun phrase, does not refer; None if it does."""
    is_pronoun = tree.upos[n] == "PRON"
    if is_pronoun and tree.lemmas[n] == "there":
        return Exclusion.EXISTENTIAL
    if is_pronoun and is_pleonastic_it(tree, n):
        return None if options.pleonastic else Exclusion.PLEONASTIC
    found = None if is_pronoun else _of_noun(tree, n, options.temporal)
    if (found or not options.predicates) and is_predicative(tree, n):
        return None if options.predicates else Exclusion.PREDICATIVE
    return found


def _of_noun(tree: Tree, n: int, temporal: Temporal) -> Exclusion | None:
    if is_idiomatic(tree, n):
        return Exclusion.IDIOM
    if tree.relations[n] == "conj" and tree.relations[tree.heads[n]] == "nmod:desc":
        return Exclusion.TITLE  # Mr. and *Mrs.* Novak
    if not is_time(tree, n) or temporal is Temporal.ALL:
        return None
    is_left_out = temporal is Temporal.NONE or not tree.is_determined(n)  # not *each year*
    return Exclusion.TEMPORAL if is_left_out else None


# Pleonastic it --------------------------------------------------------------------------------


class TreeFrame:
    """A tree frame of *it*; lexicon/frames.toml explains the fields."""

    def __init__(self, told: Mapping[str, str]) -> None:
        said = defaultdict(str, told)
        self.reason, self.relation = told["reason"], told["relation"]
        self.of, self.tag = said["of"], said["tag"]
        self.lemmas = entries(*said["list"].split()).union(said["lemmas"].split())
        self.lacks = frozenset(said["lacks"].split())
        self.has, self.words = (
            [frozenset(group.split()) for group in said[key].split(",") if group]
            for key in ("has", "words")
        )

    def holds(self, tree: Tree, n: int) -> bool:
        if tree.relations[n] != self.relation:
            return False
        predicate = tree.child(tree.heads[n], self.of) if self.of else tree.heads[n]
        below = tree.firsts[predicate].keys()
        if (
            (self.lemmas and tree.lemmas[predicate] not in self.lemmas)
            or (self.tag and tree.upos[predicate] != self.tag)
            or not self.lacks.isdisjoint(below)
            or any(map(below.isdisjoint, self.has))
        ):
            return False
        children = tree.children[predicate] if self.words else []
        marks = [tree.firsts[c].get(kind, 0) for c in children for kind in ("case", "mark")]
        around = {tree.lemmas[word] for word in (predicate, *children, *marks)}
        return not any(map(around.isdisjoint, self.words))


FRAMES = {name: TreeFrame(told) for name, told in data("frames").items()}
PLEONASTIC, EXPLETIVE = (
    tuple(frame for frame in FRAMES.values() if frame.reason == reason)
    for reason in ("pleonastic", "expletive")
)
WEATHER, AROUND = FRAMES["weather_adjective"].lemmas, FRAMES["surroundings"].words[0]


def is_pleonastic_it(tree: Tree, n: int) -> bool:
    """Return True for *it* that the parser calls `expl`, or in a frame of Lappin & Leass."""
    return tree.lemmas[n] == "it" and (
        tree.bases[n] == "expl" or any(frame.holds(tree, n) for frame in PLEONASTIC)
    )


def is_expletive(tree: Tree, n: int) -> bool:
    """Return True for other *it* that stand for nothing: evidence, which excludes nothing."""
    return tree.lemmas[n] == "it" and any(frame.holds(tree, n) for frame in EXPLETIVE)


# Predicates and times -------------------------------------------------------------------------


def is_predicative(tree: Tree, n: int) -> bool:
    """She is *a judge*; he became *a poet and a soldier*; but: the book was with *Mary*."""
    while tree.bases[n] == "conj" and tree.heads[n] and not tree.has(n, "case", "cop"):
        n = tree.heads[n]
    below = tree.firsts[n]
    if tree.bases[n] != "xcomp" and "cop" not in below:
        return False
    if tree.upos[n] in VERBS or "case" in below:
        return False
    # What a cleft points out refers: it was *Anna* who left.
    return "expl" not in below or not ("acl:relcl" in below or "advcl:relcl" in below)


YEAR_DIGITS, TIMES = 4, entries("time_nouns")


def is_time(tree: Tree, n: int) -> bool:
    """Return True for a day, a month, a year: "weekends", "1990", "December"."""
    form = tree.forms[n]
    if form.isdecimal():
        return len(form) == YEAR_DIGITS and "det" not in tree.firsts[n]
    if tree.lemmas[n] not in TIMES:
        return False
    # *May* forgot her keys: a subject that is a given name; but: *May* 5 came.
    is_agent = tree.bases[n] == "nsubj" and tree.upos[tree.heads[n]] == "VERB"
    is_name = tree.upos[n] == "PROPN" and "nummod" not in tree.firsts[n]
    return not (is_agent and is_name and is_personal_name((tree.lemmas[n],)))


# Idioms ------------------------------------------------------------------------


def is_idiomatic(tree: Tree, n: int) -> bool:
    """Bare nouns in "in charge of", "lost contact", "by means of", "state's attorney"."""
    below = tree.firsts[n]
    if tree.upos[n] != "NOUN" or "det" in below or "nummod" in below or "amod" in below:
        return False
    noun, over = tree.forms[n].lower(), tree.lemmas[tree.heads[n]]
    if tree.relations[n] == "nmod:poss":
        return "nmod" not in below and over in entries("title_nouns")
    if "fixed" in below or (tree.bases[n] == "obj" and f"{over} {noun}" in entries("verb_idioms")):
        return True
    if "case" not in below or "nmod:poss" in below:
        return False
    return f"{tree.preposition(n)} {noun}" in entries("preposition_idioms")
