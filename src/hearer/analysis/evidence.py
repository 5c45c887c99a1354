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
from hearer.analysis.clauses import main_clause, told_before, told_in
from hearer.analysis.counted import needs_several
from hearer.analysis.describe import NEUTER
from hearer.analysis.draft import Draft
from hearer.analysis.exclude import CLAUSAL_DEPENDENTS, is_predicative
from hearer.analysis.pleonastic import SURELY, judged
from hearer.analysis.reader import is_described, is_somebody
from hearer.model import Agreement, Cue, Kind, ReferringExpression
from hearer.model.expression import Number, Sort
from hearer.model.lexicon import entries, table
from hearer.model.state import Stateful, constant
from hearer.model.tree import NO_TREE, SUBJECTS, Tree

COORDINATED, PREDICATE, PARAGRAPH = Cue.COORDINATED, Cue.PREDICATE, Cue.PARAGRAPH
PLEONASTIC, NO_CUES = frozenset({Cue.PLEONASTIC}), frozenset[Cue]()
MAY_BE_TOLD = frozenset({Kind.PRONOUN, Kind.DEMONSTRATIVE})


class Shown(NamedTuple):
    """What the context of an expression shows."""

    lemma: str = ""
    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    clauses: tuple[ReferringExpression, ...] = ()
    nothing: int = 0  # hundredths
    because: str = ""


NOTHING_SHOWN = Shown()


@dataclass(slots=True, eq=False)
class CueContext(Stateful):
    """Shows cues, and remembers the last two utterances: what they told may be meant."""

    earlier: Tree = NO_TREE
    before: Tree = NO_TREE
    now: Tree = NO_TREE
    told: tuple[ReferringExpression, ...] | None = constant(default=None)  # before, once asked

    def begin(self, tree: Tree) -> None:
        self.earlier, self.before, self.now = self.before, self.now, tree
        self.told = None

    def of(self, tree: Tree, draft: Draft) -> Shown:
        cues, governed = cues_of(tree, draft), governor(tree, draft)
        if not draft.is_pronoun:
            return Shown(draft.lemma, governed, cues)
        told: tuple[ReferringExpression, ...] = ()
        nothing, because = 0, ""
        if draft.kind in MAY_BE_TOLD and is_neuter(draft.agreement):
            told = (*told_before(tree, draft.head), *self._told())
        if tree.forms[draft.head].lower() == "it":
            nothing, because = judged(tree, draft.head)
            cues |= PLEONASTIC if nothing >= SURELY else NO_CUES
        return Shown(draft.lemma, governed, cues, clauses=told, nothing=nothing, because=because)

    def _told(self) -> tuple[ReferringExpression, ...]:
        """What was told in the utterance before, and the main clause of the one before that."""
        if self.told is None:
            main = main_clause(self.earlier)
            self.told = (*told_in(self.before), main) if main else told_in(self.before)
        return self.told


def is_neuter(agreement: Agreement) -> bool:
    """Whether a pronoun stands for one thing, and no person: *it*, *this*."""
    return Number.SINGULAR in agreement.number and agreement.gender == NEUTER


# What a clause is that stands in this relation to another.
EMBEDDED = {
    "acl": Cue.RELATIVE_CLAUSE, "advcl": Cue.SUBORDINATE, "ccomp": Cue.SUBORDINATE,
    "csubj": Cue.SUBORDINATE, "xcomp": Cue.SUBORDINATE,
}  # fmt: skip

# What the parser hears a pronoun as, by all that is said in its sentence.
HEARD_AS = {
    "person": Cue.AS_PERSON, "organization": Cue.AS_GROUP, "place": Cue.AS_PLACE,
}  # fmt: skip


def cues_of(tree: Tree, draft: Draft) -> frozenset[Cue]:
    """The cues of a referring expression."""
    n = draft.head
    found = [COORDINATED] if tree.bases[n] == "conj" or "conj" in tree.firsts[n] else []
    if is_predicative(tree, n):
        found.append(PREDICATE)
    if clause := EMBEDDED.get(tree.bases[tree.heads[n]]):
        found.append(clause)
    if tree.utterance.begins_paragraph:
        found.append(PARAGRAPH)
    if draft.points:
        found.append(Cue.POINTING)
    if draft.is_pronoun:
        found += _of_pronoun(tree, n)
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

BUT = frozenset({"but", "yet"})
FRONTED_BRANCHES = frozenset({"advcl", "obl"})

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


NO_ARGUMENTS = frozenset("nmod:unmarked obl:unmarked obl:npmod nmod:npmod advmod appos".split())
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
)


def takes(tree: Tree, n: int) -> Cue | None:
    """How often what was told stands where word `n` does: *it* surprised him, not: he ate *it*."""
    over, role = tree.heads[n], ROLES.get(tree.relations[n], "")
    if not role:
        return BY_PREPOSITION.get(tree.preposition(n))
    spelled = spellings(tree.lemmas[over], tree.forms[over].lower())
    degree = _degree(spelled, role)
    return _of_subject(tree, over, spelled, degree) if role == "nsubj" else DEGREES.get(degree)


def _of_subject(tree: Tree, over: int, spelled: tuple[str, ...], degree: str) -> Cue | None:
    if moves(spelled):
        return Cue.TOLD_OFTEN
    if degree in {"", "rarely"} and not entries("causing_verbs").isdisjoint(spelled):
        return Cue.TOLD_SOMETIMES
    if not degree and tree.upos[over] == "NOUN" and tree.has(over, "cop"):
        return _of_sorts(describe.sorts_of(tree, over))
    return DEGREES.get(degree)


def _degree(spelled: tuple[str, ...], role: str) -> str:
    found = (table("told").get(f"{predicate}/{role}") for predicate in spelled)
    return next(filter(None, found), ("",))[0]


@lru_cache(maxsize=1024)
def moves(spelled: tuple[str, ...]) -> bool:
    """Whether a predicate says what somebody feels about something: *amuse*, *amusing*, *rude*.

    >>> moves(("surprising", "surprise")), moves(("green",))
    (True, False)
    """
    return any(not entries(name).isdisjoint(spelled) for name in MOVING)


@lru_cache(maxsize=1024)
def spellings(lemma: str, form: str) -> tuple[str, ...]:
    """How a predicate may be spelled, where its lemma may be a wrong guess: *worri*, *angere*.

    >>> spellings("angere", "angered"), spellings("admitte", "admitted")[-1]
    (('angere', 'angered', 'angere', 'anger'), 'admit')
    """
    return lemma, form, *(form[: -len(end)] + base for end, base in ENDINGS if form.endswith(end))


def _of_sorts(which: frozenset[Sort]) -> Cue | None:
    """*That* was a mistake; but: *this* is a lamp."""
    if which <= describe.ABSTRACT:
        return Cue.TOLD_OFTEN
    return Cue.TOLD_RARELY if which.isdisjoint(describe.ABSTRACT) else None


MOVING = ("acts_judged", "amuse_verbs", "behaviour_adjectives")
ENDINGS = (
    ("d", ""), ("ed", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ied", "y"), ("ies", "y"),
    *((f"{letter}{letter}{end}", letter) for letter in "bdgklmnprt" for end in ("ed", "ing")),
)  # fmt: skip
BY_PREPOSITION = {
    **dict.fromkeys(("after", "because", "before", "despite", "without"), Cue.TOLD_OFTEN),
    **dict.fromkeys(("about", "by", "of", "since", "for"), Cue.TOLD_SOMETIMES),
}
ROLES = {"nsubj": "nsubj", "nsubj:outer": "nsubj", "nsubj:pass": "obj", "obj": "obj"}
DEGREES = {
    "often": Cue.TOLD_OFTEN,
    "sometimes": Cue.TOLD_SOMETIMES,
    "rarely": Cue.TOLD_RARELY,
}
