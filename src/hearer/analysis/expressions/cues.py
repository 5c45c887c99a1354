"""Cues: what the context of an expression shows of how it is meant.

cues_of     the cues of a referring expression
governor    the lemma of what an expression depends on

They decide nothing. An algorithm that learns from examples can weigh them: weighted_s_list.py.
"""

from __future__ import annotations

from collections.abc import Callable

from hearer.analysis.expressions.draft import Draft
from hearer.analysis.expressions.exclusions import (
    CLAUSAL_DEPENDENTS,
    is_pleonastic_it,
    is_predicative,
)
from hearer.analysis.expressions.expletives import is_expletive
from hearer.analysis.lexicon import entries, table
from hearer.model import Cue
from hearer.model.tree import SUBJECTS, Tree

# What a clause is that stands in this relation to another.
EMBEDDED = {
    "acl": Cue.RELATIVE_CLAUSE, "advcl": Cue.SUBORDINATE, "ccomp": Cue.SUBORDINATE,
    "csubj": Cue.SUBORDINATE, "xcomp": Cue.SUBORDINATE,
}  # fmt: skip


def cues_of(tree: Tree, draft: Draft, *, is_speech: bool) -> frozenset[Cue]:
    """The cues of a referring expression."""
    found = [cue for cue, holds in OF_ALL if holds(tree, draft.head)]
    if clause := EMBEDDED.get(tree.bases[tree.heads[draft.head]]):
        found.append(clause)
    if tree.utterance.is_heading:
        found.append(Cue.HEADING)
    if tree.utterance.begins_paragraph:
        found.append(Cue.PARAGRAPH)
    if is_speech:
        found.append(Cue.SPEECH)
    if draft.is_pronoun:
        found += [cue for cue, holds in OF_PRONOUNS if holds(tree, draft.head)]
    return frozenset(found)


def governor(tree: Tree, draft: Draft) -> str:
    """The lemma of what an expression depends on; a conjunct depends on what its first does."""
    head = tree.heads[draft.head]
    while tree.bases[head] == "conj" and tree.upos[head] not in {"VERB", "AUX"}:
        head = tree.heads[head]
    return tree.lemmas[head] if head else ""


# Of all expressions ---------------------------------------------------------------------------


def _is_fronted(tree: Tree, n: int) -> bool:
    """*In Boston* he met her: what stands before the subject of its clause."""
    head = tree.heads[n]
    return tree.bases[n] in {"obl", "advcl"} and 0 < n < tree.child(head, "nsubj")


def _is_coordinated(tree: Tree, n: int) -> bool:
    return tree.bases[n] == "conj" or "conj" in tree.firsts[n]


OF_ALL: tuple[tuple[Cue, Callable[[Tree, int], bool]], ...] = (
    (Cue.FRONTED, _is_fronted),
    (Cue.COORDINATED, _is_coordinated),
    (Cue.PREDICATE, is_predicative),
)

# Of pronouns ----------------------------------------------------------------------------------


def _is_pleonastic(tree: Tree, n: int) -> bool:
    return is_pleonastic_it(tree, n) or is_expletive(tree, n)


def _is_weather(tree: Tree, n: int) -> bool:
    if tree.relations[n] not in SUBJECTS and tree.bases[n] != "expl":
        return False
    predicate = tree.heads[n]
    lemma = tree.lemmas[predicate]
    return lemma in entries("weather_verbs") or (
        tree.has(predicate, "cop") and lemma in entries("weather_predicates")
    )


def _a_clause_follows(tree: Tree, n: int) -> bool:
    """It is good *to know*; it seems *that*: a clausal dependent of the predicate, further on."""
    predicate = tree.heads[n]
    return any(
        child > n and tree.bases[child] in CLAUSAL_DEPENDENTS for child in tree.children[predicate]
    )


def _is_subject_of_copula(tree: Tree, n: int) -> bool:
    return tree.relations[n] in SUBJECTS and tree.has(tree.heads[n], "cop")


def _has_adjective(tree: Tree, n: int) -> bool:
    return _is_subject_of_copula(tree, n) and tree.upos[tree.heads[n]] == "ADJ"


def _has_noun(tree: Tree, n: int) -> bool:
    return _is_subject_of_copula(tree, n) and tree.upos[tree.heads[n]] in {"NOUN", "PROPN", "PRON"}


def _is_of_event(tree: Tree, n: int) -> bool:
    """*It* happened; do *it*; *it* was because; what can be said of events and facts."""
    governs = tree.lemmas[tree.heads[n]]
    return governs in EVENT_PREDICATES


def _is_done(tree: Tree, n: int) -> bool:
    """Marlena did *it*."""
    is_object = tree.relations[n] == "obj" and tree.lemmas[n] == "it"
    return is_object and tree.lemmas[tree.heads[n]] == "do"


def _happens(tree: Tree, n: int) -> bool:
    """*It* happened; *it* surprised him."""
    is_subject = tree.relations[n] == "nsubj" and tree.lemmas[n] == "it"
    return is_subject and tree.lemmas[tree.heads[n]] in HAPPENING_VERBS


def _is_intensifier(tree: Tree, n: int) -> bool:
    """The judge *himself*; he did it *himself*: no argument of the verb."""
    return tree.forms[n].lower().endswith(("self", "selves")) and tree.relations[n] in {
        "nmod:unmarked", "obl:unmarked", "obl:npmod", "nmod:npmod", "advmod", "appos",
    }  # fmt: skip


def _is_ahead(tree: Tree, n: int) -> bool:
    """Before *he* left, John ...; in *his* book, John ...: who is meant may still come."""
    branch = n
    for over in tree.ancestors(n):
        is_before = branch < over and tree.bases[branch] in FRONTED_BRANCHES
        if is_before and branch < tree.child(over, "nsubj"):
            return True
        branch = over
    return False


def _taken(tree: Tree, n: int) -> str:
    """What its governor takes in this role, where that is clear: "persons" or "things"."""
    role = GOVERNED.get(tree.relations[n], "")
    return "".join(table("governors").get(f"{tree.lemmas[tree.heads[n]].lower()}/{role}", ()))


def _is_where_persons_stand(tree: Tree, n: int) -> bool:
    """*They* said: who says is a person."""
    return _taken(tree, n) == "persons"


def _is_where_things_stand(tree: Tree, n: int) -> bool:
    """*It* contains: what contains is a thing."""
    return _taken(tree, n) == "things"


FRONTED_BRANCHES = frozenset({"advcl", "obl"})
GOVERNED = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj"}
EVENT_PREDICATES = frozenset(
    "do happen occur mean matter because true way why how when say think know believe hope "
    "understand fun hard easy nice great accident".split()
)

# Levin's (1993) "amuse" verbs whose subject is mostly an event; and what events do.
HAPPENING_VERBS = frozenset(
    "amaze annoy astonish bother delight disappoint frighten happen irritate occur sadden shock "
    "surprise upset worry".split()
)

OF_PRONOUNS: tuple[tuple[Cue, Callable[[Tree, int], bool]], ...] = (
    (Cue.PLEONASTIC, _is_pleonastic),
    (Cue.WEATHER, _is_weather),
    (Cue.CLAUSE_FOLLOWS, _a_clause_follows),
    (Cue.COPULA, _is_subject_of_copula),
    (Cue.ADJECTIVE, _has_adjective),
    (Cue.NOMINAL, _has_noun),
    (Cue.EVENT, _is_of_event),
    (Cue.ACTION, _is_done),
    (Cue.HAPPENING, _happens),
    (Cue.INTENSIFIER, _is_intensifier),
    (Cue.AHEAD, _is_ahead),
    (Cue.PERSONS, _is_where_persons_stand),
    (Cue.THINGS, _is_where_things_stand),
)
