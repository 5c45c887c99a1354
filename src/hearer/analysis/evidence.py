"""Evidence: what the context of an expression shows of how it is meant, for the ranker.

Cues decide nothing: they are values of features (ranking/features.py). *The bridge collapsed. That
surprised everyone*: evidence also lists the clauses that a pronoun may stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
_new = tuple.__new__  # faster than a call of the class
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
            return _new(Shown, (governed, cues, (), 0, ""))
        cues |= {cue for cue, holds in OF_PRONOUNS if holds(tree, n)}
        if draft.points:
            cues |= {Cue.POINTING}
        if taken := takes(tree, n):
            cues |= {taken}
        told, nothing, because = NOTHING_SHOWN[2:]
        is_one = Number.SINGULAR in draft.agreement.number
        if draft.kind in MAY_BE_TOLD and is_one and draft.agreement.gender == NEUTER:
            self.told = told_in(self.before) if self.told is None else self.told
            told = (*told_before(tree, n), *self.told)
        if tree.forms[n].lower() == "it":
            nothing, because = judged(tree, n)
            if nothing >= SURELY:
                cues |= {Cue.PLEONASTIC}
            if idiom := idiom_at(tree, n):
                cues, because = cues | IN_IDIOM, f"“{idiom}” is an idiom"
            elif tree.lemmas[tree.heads[n]] in entries("rain_verbs"):
                cues, because = cues | IN_IDIOM, "the clause is about the weather"
        return Shown(governed, cues, told, nothing, because=because)


def governor(tree: Tree, draft: Draft) -> str:
    """The lemma of what an expression depends on; a conjunct depends on what its first does."""
    head = tree.heads[draft.head]
    while tree.bases[head] == "conj" and tree.upos[head] not in VERBS:
        head = tree.heads[head]
    return tree.lemmas[head] if head else ""


# Of pronouns ----------------------------------------------------------------------------------

FRONTED, EVENT_PREDICATES = words("evidence", "fronted event_predicates")


def _is_ahead(tree: Tree, n: int) -> bool:
    """Before *he* left, John ...; in *his* book, John ...; if *he* calls, tell John ..."""
    branch = n
    for over in tree.ancestors(n):
        relation = tree.bases[branch]
        is_as_soon_as = relation == "advmod" and tree.has(branch, "advcl")  # as soon as he left
        comes = ("nsubj",) if tree.heads[over] else ("nsubj", "obj", "iobj")
        if (relation in FRONTED or is_as_soon_as) and branch < min(over, tree.child(over, *comes)):
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

ROLES = data("roles")["evidence"]


def takes(tree: Tree, n: int) -> Cue | None:
    """How often a clause stands where word `n` does: *it* surprised him, not: he ate *it*."""
    over, role = tree.heads[n], ROLES.get(tree.relations[n])
    place = f"{tree.lemmas[over]}/{role}" if role else tree.preposition(n)
    if told := table("told").get(place):
        return Cue[told[0].upper()]
    if role == "nsubj" and tree.upos[over] == "NOUN" and tree.has(over, "cop"):
        sorts = describe.sorts_of(tree, over)  # *that* was a belief; but: *this* is a lamp
        if sorts <= describe.ABSTRACT:
            return Cue.TOLD_OFTEN
        return Cue.TOLD_RARELY if sorts.isdisjoint(describe.ABSTRACT) else None
    return None
