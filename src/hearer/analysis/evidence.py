"""Evidence: what the context of an expression shows of how it is meant, for the ranker.

Cues decide nothing: they are values of features (ranking/features.py). *The bridge collapsed. That
surprised everyone*: evidence also lists the clauses that a pronoun may stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from hearer.analysis import describe
from hearer.analysis.clauses import told_before, told_in
from hearer.analysis.counted import needs_several
from hearer.analysis.draft import Draft
from hearer.analysis.exclude import is_predicative
from hearer.analysis.pleonastic import SURELY, idiom_at, judged
from hearer.analysis.reader import is_described, is_somebody
from hearer.model.expression import NEUTER, Cue, Expressions, Kind, Number
from hearer.model.lexicon import data, entries, table, words
from hearer.model.state import Stateful, constant
from hearer.model.tree import NO_TREE, VERBS, Tree

IN_IDIOM = frozenset({Cue.PLEONASTIC, Cue.IDIOM})
MAY_BE_TOLD = frozenset({Kind.PRONOUN, Kind.DEMONSTRATIVE})


class Shown(NamedTuple):
    """What the context of an expression shows."""

    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    clauses: Expressions = ()
    nothing: int = 0  # hundredths
    because: str = ""


NOTHING_SHOWN, NO_CUES, PREDICATED = Shown(), frozenset[Cue](), frozenset({Cue.PREDICATE})


@dataclass(slots=True, eq=False)
class CueContext(Stateful):
    """Shows cues, and remembers the utterance before: what it told may be meant."""

    before: Tree = NO_TREE
    now: Tree = NO_TREE
    told: Expressions | None = constant(default=None)  # before, once asked

    def begin(self, tree: Tree) -> None:
        self.before, self.now, self.told = self.now, tree, None

    def of(self, tree: Tree, draft: Draft) -> Shown:
        n, governed = draft.head, governor(tree, draft)
        cues = PREDICATED if is_predicative(tree, n) else NO_CUES
        if not draft.is_pronoun:
            if draft.name and describe.is_gender_guessed(tree, n, draft.name):
                cues |= {Cue.GUESSED_GENDER}
            return Shown(governed, cues)
        found = [cue for cue, holds in OF_PRONOUNS if holds(tree, n)]
        if draft.points:
            found.append(Cue.POINTING)
        cues = _once((*cues, *found, takes(tree, n)))
        told, nothing, because = NOTHING_SHOWN[2:]
        is_one = Number.SINGULAR in draft.agreement.number
        if draft.kind in MAY_BE_TOLD and is_one and draft.agreement.gender == NEUTER:
            self.told = told_in(self.before) if self.told is None else self.told
            told = (*told_before(tree, n), *self.told)
        if tree.forms[n].lower() == "it":
            nothing, because = judged(tree, n)
            spelled = spellings(tree.lemmas[tree.heads[n]], tree.forms[tree.heads[n]].lower())
            if nothing >= SURELY:
                cues |= {Cue.PLEONASTIC}
            if idiom := idiom_at(tree, n):
                cues, because = cues | IN_IDIOM, f"“{idiom}” is an idiom"
            elif not entries("rain_verbs").isdisjoint(spelled):
                cues, because = cues | IN_IDIOM, "the clause is about the weather"
        return Shown(governed, cues, told, nothing, because=because)


def governor(tree: Tree, draft: Draft) -> str:
    """The lemma of what an expression depends on; a conjunct depends on what its first does."""
    head = tree.heads[draft.head]
    while tree.bases[head] == "conj" and tree.upos[head] not in VERBS:
        head = tree.heads[head]
    return tree.lemmas[head] if head else ""


@lru_cache(maxsize=4096)
def _once(cues: tuple[Cue | None, ...]) -> frozenset[Cue]:
    """The set of some cues, made once: few of all that are thinkable occur."""
    return frozenset(cue for cue in cues if cue)


# Of pronouns ----------------------------------------------------------------------------------

FRONTED, EVENT_PREDICATES, HAPPENING_VERBS = words("evidence", "fronted event_predicates happening")


def _is_ahead(tree: Tree, n: int) -> bool:
    """Before *he* left, John ...; in *his* book, John ...; if *he* calls, tell John ..."""
    branch = n
    for over in tree.ancestors(n):
        relation = tree.bases[branch]
        is_as_soon_as = relation == "advmod" and tree.has(branch, "advcl")  # as soon as he left
        is_beside = relation in FRONTED or is_as_soon_as
        comes = ("nsubj",) if tree.heads[over] else ("nsubj", "obj", "iobj")
        if is_beside and branch < over and branch < tree.child(over, *comes):
            return True
        branch = over
    return False


OF_PRONOUNS: tuple[tuple[Cue, Callable[[Tree, int], bool]], ...] = (
    # *It* happened; do *it*; *it* was because; what can be said of events and facts.
    (Cue.EVENT, lambda tree, n: tree.lemmas[tree.heads[n]] in EVENT_PREDICATES),
    (Cue.PARAGRAPH, lambda tree, _: tree.utterance.begins_paragraph),
    (Cue.DESCRIBED, is_described),  # *those* who came
    (Cue.IDENTIFIED, is_somebody),  # *this* is Anna
    (Cue.AHEAD, _is_ahead),
    (Cue.SEVERAL, needs_several),  # *they* know each other
)

# Clauses as antecedents -----------------------------------------------------------------------

MOVING = ("acts_judged", "amuse_verbs", "behaviour_adjectives")
OFTEN, SOMETIMES = words("evidence", "often_told sometimes_told")
BY_PREPOSITION = dict.fromkeys(OFTEN, Cue.TOLD_OFTEN)
BY_PREPOSITION |= dict.fromkeys(SOMETIMES, Cue.TOLD_SOMETIMES)
ROLES = data("roles")["evidence"]


def takes(tree: Tree, n: int) -> Cue | None:
    """How often a clause stands where word `n` does: *it* surprised him, not: he ate *it*."""
    over, relation = tree.heads[n], tree.relations[n]
    role, lemma = ROLES.get(relation), tree.lemmas[over]
    if not role:
        return BY_PREPOSITION.get(tree.preposition(n))
    if relation == "obj" and lemma == "do" and tree.lemmas[n] in {"it", "this", "that"}:
        return Cue.ACTION  # Marlena did *it*
    spelled = spellings(lemma, tree.forms[over].lower())
    if _happens(tree, n, spelled):
        return Cue.HAPPENING
    counted = (table("told").get(f"{predicate}/{role}") for predicate in spelled)
    degree = next(filter(None, counted), ("",))[0]
    if role == "nsubj":
        if moves(spelled):
            return Cue.TOLD_OFTEN
        if degree in {"", "rarely"} and not entries("causing_verbs").isdisjoint(spelled):
            return Cue.TOLD_SOMETIMES
        if not degree and tree.upos[over] == "NOUN" and tree.has(over, "cop"):
            sorts = describe.sorts_of(tree, over)  # *that* was a mistake; but: *this* is a lamp
            if sorts <= describe.ABSTRACT:
                return Cue.TOLD_OFTEN
            return Cue.TOLD_RARELY if sorts.isdisjoint(describe.ABSTRACT) else None
    return Cue[f"TOLD_{degree.upper()}"] if degree else None  # often, sometimes or rarely


def _happens(tree: Tree, n: int, spelled: tuple[str, ...]) -> bool:
    """*It* happened; *it* surprised him; *it* was rude, a mistake; he denied *it*."""
    over, relation = tree.heads[n], tree.relations[n]
    if relation in {"obj", "nsubj:pass"}:
        return not entries("proposition_verbs").isdisjoint(spelled)
    if relation != "nsubj":
        return False
    lemma = tree.lemmas[over]
    if tree.upos[over] in {"ADJ", "NOUN"}:
        return lemma in entries("behaviour_adjectives") or lemma in entries("act_nouns")
    return lemma in HAPPENING_VERBS or (tree.upos[over] == "VERB" and moves(spelled))


@lru_cache(maxsize=1024)
def moves(spelled: tuple[str, ...]) -> bool:
    """Whether a predicate says what somebody feels about something: *amuse*, *amusing*, *rude*.

    >>> moves(("surprising", "surprise")), moves(("green",))
    (True, False)
    """
    return not entries(*MOVING).isdisjoint(spelled)


@lru_cache(maxsize=1024)
def spellings(lemma: str, form: str) -> tuple[str, ...]:
    """How a predicate may be spelled, where its lemma may be a wrong guess: *worri*, *angere*.

    >>> spellings("angere", "angered"), spellings("admitte", "admitted")[-1]
    (('angere', 'angered', 'angere', 'anger'), 'admit')
    """
    found = [(end, bases) for end, bases in table("endings").items() if form.endswith(end)]
    stems = (form[: -len(end)] + base.strip("-") for end, bases in found for base in bases)
    return lemma, form, *stems
