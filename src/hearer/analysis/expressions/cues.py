"""Cues: what the context of an expression shows of how it is meant.

cues_of     the cues of a referring expression
governor    the lemma of what an expression depends on

They decide nothing. An algorithm that learns from examples can weigh them: weighted_s_list.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hearer.analysis.draft import Draft
from hearer.analysis.exclude import CLAUSAL_DEPENDENTS, is_predicative
from hearer.analysis.expressions.counted import needs_several
from hearer.analysis.expressions.told import moves, spellings, takes
from hearer.analysis.reader import is_described, is_somebody
from hearer.model import Cue
from hearer.model.lexicon import entries, table
from hearer.model.tree import SUBJECTS, Tree

# What a clause is that stands in this relation to another.
EMBEDDED = {
    "acl": Cue.RELATIVE_CLAUSE, "advcl": Cue.SUBORDINATE, "ccomp": Cue.SUBORDINATE,
    "csubj": Cue.SUBORDINATE, "xcomp": Cue.SUBORDINATE,
}  # fmt: skip

# What the parser hears a pronoun as, by all that is said in its sentence.
HEARD_AS = {
    "person": Cue.AS_PERSON, "organization": Cue.AS_GROUP, "place": Cue.AS_PLACE,
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
    if draft.points:
        found.append(Cue.POINTING)
    if draft.is_pronoun:
        found += _of_pronoun(tree, draft.head)
    return _once(tuple(found))


def _of_pronoun(tree: Tree, n: int) -> list[Cue]:
    found = [cue for cue, holds in OF_PRONOUNS if holds(tree, n)]
    if told := takes(tree, n):
        found.append(told)
    if sorts := tree.utterance.sorts:
        found.append(HEARD_AS.get(sorts[n - 1], Cue.AS_THING))
    return found


@lru_cache(maxsize=4096)
def _once(cues: tuple[Cue, ...]) -> frozenset[Cue]:
    """The set of some cues, made once: few of all that are thinkable occur."""
    return frozenset(cues)


def governor(tree: Tree, draft: Draft) -> str:
    """The lemma of what an expression depends on; a conjunct depends on what its first does."""
    head = tree.heads[draft.head]
    while tree.bases[head] == "conj" and tree.upos[head] not in {"VERB", "AUX"}:
        head = tree.heads[head]
    return tree.lemmas[head] if head else ""


Holds = Callable[[Tree, int], bool]

# Of all expressions ---------------------------------------------------------------------------


def _is_fronted(tree: Tree, n: int) -> bool:
    """*In Boston* he met her: what stands before the subject of its clause."""
    return tree.bases[n] in FRONTED_BRANCHES and 0 < n < tree.child(tree.heads[n], "nsubj")


BUT = frozenset({"but", "yet"})
FRONTED_BRANCHES = frozenset({"advcl", "obl"})
OF_ALL: tuple[tuple[Cue, Holds], ...] = (
    (Cue.FRONTED, _is_fronted),
    (Cue.COORDINATED, lambda tree, n: tree.bases[n] == "conj" or "conj" in tree.firsts[n]),
    (Cue.PREDICATE, is_predicative),
)

# Of pronouns ----------------------------------------------------------------------------------


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
    below = tree.children[tree.heads[n]]
    return any(child > n and tree.bases[child] in CLAUSAL_DEPENDENTS for child in below)


def _is_subject_of(tree: Tree, n: int, *predicates: str) -> bool:
    """Whether a copula says something of it, by a predicate of this part of speech."""
    is_subject = tree.relations[n] in SUBJECTS and tree.has(tree.heads[n], "cop")
    return is_subject and (not predicates or tree.upos[tree.heads[n]] in predicates)


def _is_it(tree: Tree, n: int, relation: str, governors: frozenset[str]) -> bool:
    """Whether this is *it* or *that*, in this relation to one of these verbs."""
    is_it = tree.relations[n] == relation and tree.lemmas[n] in {"it", "this", "that"}
    return is_it and tree.lemmas[tree.heads[n]] in governors


def _happens(tree: Tree, n: int) -> bool:
    """*It* happened; *it* surprised him; *it* was rude, a mistake; he denied *it*."""
    over, relation = tree.heads[n], tree.relations[n]
    lemma = tree.lemmas[over]
    spelled = spellings(lemma, tree.forms[over].lower())
    if relation in {"obj", "nsubj:pass"}:
        return not entries("proposition_verbs").isdisjoint(spelled)
    if relation != "nsubj":
        return False
    if tree.upos[over] in {"ADJ", "NOUN"}:
        return lemma in entries("behaviour_adjectives") or lemma in entries("act_nouns")
    felt = tree.upos[over] == "VERB" and moves(spelled)
    return felt or lemma in HAPPENING_VERBS or _makes_feel(tree, over)


def _makes_feel(tree: Tree, verb: int) -> bool:
    """It *made* my mother *furious*; it *took* us by *surprise*; it *gave* her a *fright*."""
    felt = tree.exactly(verb, "obl", "obj")
    if tree.lemmas[verb] in {"catch", "come", "give", "take"} and any(
        tree.lemmas[child] in FEELINGS for child in felt
    ):
        return True
    is_made = tree.lemmas[verb] in {"drive", "leave", "make"} and tree.has(verb, "obj", "nsubj")
    return is_made and any(tree.upos[child] == "ADJ" for child in tree.exactly(verb, "xcomp"))


def _is_intensifier(tree: Tree, n: int) -> bool:
    """The judge *himself*; he did it *himself*: no argument of the verb."""
    is_reflexive = tree.forms[n].lower().endswith(("self", "selves"))
    return is_reflexive and tree.relations[n] in NO_ARGUMENTS


def _is_ahead(tree: Tree, n: int) -> bool:
    """Before *he* left, John ...; in *his* book, John ...: who is meant may still come."""
    branch = n
    for over in tree.ancestors(n):
        is_before = branch < over and _is_branch(tree, branch)
        if is_before and branch < tree.child(over, "nsubj"):
            return True
        branch = over
    return False


def _is_branch(tree: Tree, n: int) -> bool:
    """What stands beside a clause: *before he left*, *in his book*, *as soon as he left*."""
    relation = tree.bases[n]
    return relation in FRONTED_BRANCHES or (relation == "advmod" and tree.has(n, "advcl"))


def _but_follows(tree: Tree, n: int) -> bool:
    """*He* was tired, but John ..."""
    if tree.bases[n] != "nsubj":
        return False
    later = (c for c in tree.children[tree.heads[n]] if tree.bases[c] == "conj")
    return any(tree.lemmas[tree.child(c, "cc")] in BUT and tree.has(c, "nsubj") for c in later)


def _takes(tree: Tree, n: int, taken: str) -> bool:
    """Whether its governor clearly takes "persons" or "things" in this role."""
    role = GOVERNED.get(tree.relations[n], "")
    return taken in table("governors").get(f"{tree.lemmas[tree.heads[n]].lower()}/{role}", ())


NO_ARGUMENTS = frozenset("nmod:unmarked obl:unmarked obl:npmod nmod:npmod advmod appos".split())
GOVERNED = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj"}
EVENT_PREDICATES = frozenset(
    "do happen occur mean matter because true way why how when say think know believe hope "
    "understand fun hard easy nice great accident".split()
)
DO = frozenset({"do"})
FEELINGS = frozenset(
    "blow courage disappointment fright grief hope joy pain pleasure relief satisfaction scare "
    "shock surprise thrill trouble".split()
)
HAPPENING_VERBS = frozenset({"happen", "occur", "mean", "imply"})

OF_PRONOUNS: tuple[tuple[Cue, Holds], ...] = (
    (Cue.WEATHER, _is_weather),
    (Cue.CLAUSE_FOLLOWS, _a_clause_follows),
    (Cue.COPULA, _is_subject_of),
    (Cue.ADJECTIVE, lambda tree, n: _is_subject_of(tree, n, "ADJ")),
    (Cue.NOMINAL, lambda tree, n: _is_subject_of(tree, n, "NOUN", "PROPN", "PRON")),
    # *It* happened; do *it*; *it* was because; what can be said of events and facts.
    (Cue.EVENT, lambda tree, n: tree.lemmas[tree.heads[n]] in EVENT_PREDICATES),
    (Cue.ACTION, lambda tree, n: _is_it(tree, n, "obj", DO)),  # Marlena did *it*
    (Cue.HAPPENING, _happens),
    (Cue.INTENSIFIER, _is_intensifier),
    (Cue.DESCRIBED, is_described),  # *those* who came
    (Cue.IDENTIFIED, is_somebody),  # *this* is Anna
    (Cue.AHEAD, _is_ahead),
    (Cue.SEVERAL, needs_several),  # *they* know each other
    (Cue.BUT, _but_follows),
    (Cue.PERSONS, lambda tree, n: _takes(tree, n, "persons")),  # *they* said
    (Cue.THINGS, lambda tree, n: _takes(tree, n, "things")),  # *it* contains
)
