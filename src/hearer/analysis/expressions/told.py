"""Clauses that were told: what *it*, *this*, *that* and *so* may stand for besides things.

told_before    the clauses that a word may stand for, here and in the utterances before
main_clause    that of a whole utterance, for pronouns in the next
clause         the clause of a predicate, as an expression
takes          how often what was told stands where a pronoun does

"The bridge collapsed. *That* surprised everyone." What collapsed is a thing, that it did is told.
Whether a pronoun does stand for a clause, an algorithm has to say (algorithms/weighted/told.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from hearer.analysis import describe
from hearer.analysis.clauses import is_predicate
from hearer.analysis.noun_phrase import NounPhrase, without_edges
from hearer.model import Agreement, Cue, Entity, EntityKind, Familiarity, Kind, ReferringExpression
from hearer.model.expression import Sort
from hearer.model.lexicon import entries, table
from hearer.model.meaning import offered
from hearer.model.tree import Tree

TOLD = Agreement(describe.SINGULAR, describe.NEUTER)
EVENT = frozenset({Sort.EVENT})
MOST, REACH = 4, 60  # so many clauses of one utterance are kept in mind, of so many words
# "You know" and "I mean" tell nothing.
ASIDES = frozenset({"guess", "know", "mean", "see", "suppose", "think"})
TELLING = frozenset("root conj parataxis advcl ccomp csubj xcomp acl".split())
SAYING = entries("report_verbs") | entries("cognitive_verbs")
# What is said beside a clause is no part of what it tells: he smokes, *and* I hate it.
BESIDE = frozenset("conj parataxis advcl acl:relcl advcl:relcl discourse".split())
MARKS = frozenset({"cc", "mark", "punct", "discourse", "advmod"})


def told_before(tree: Tree, n: int) -> tuple[ReferringExpression, ...]:
    """The clauses of this utterance that word `n` may stand for, the nearest first.

    >>> from hearer.model import Utterance
    >>> tree = Tree(Utterance.of("Try/VERB/root/0 and/CCONJ/cc/3 do/VERB/conj/1 it/PRON/obj/3"))
    >>> [str(each) for each in told_before(tree, 4)]  # what governs it is not what it stands for
    ['Try']
    """
    inside, branches = set(_inside(tree, n)), [n, *tree.ancestors(n)]
    heads = (w for w in range(n - 1, max(0, n - REACH), -1) if tells(tree, w) and w not in inside)
    return tuple([clause(tree, head, _end(tree, head, branches)) for head in islice(heads, MOST)])


def _inside(tree: Tree, n: int) -> Iterator[int]:
    """The predicates whose clauses the word is part of, and what they are told in."""
    for over in (n, *tree.ancestors(n)):
        if tree.relations[over] in BESIDE:
            return
        yield tree.heads[over]


def _end(tree: Tree, head: int, branches: list[int]) -> int:
    """Where a clause ends: before what has the pronoun in it."""
    first, last = tree.edges[head]
    if head not in branches:
        return last
    below = branches[: branches.index(head)]
    beside = next((branch for branch in below if tree.relations[branch] in BESIDE), 0)
    return tree.edges[beside][0] - 1 if beside and tree.edges[beside][0] > first else last


def told_in(tree: Tree) -> tuple[ReferringExpression, ...]:
    """The clauses of a whole utterance: what it tells, then from the end.

    That is its main clause; of "she said he had left", it is what she said.
    """
    root = next((root for root in tree.roots[:1] if tells(tree, root)), 0)
    main, words = _said(tree, root), reversed(tree.words[-REACH:])
    others = islice((w for w in words if w not in {root, main} and tells(tree, w)), MOST - 1)
    return tuple([clause(tree, head) for head in (main, *others) if head])


def _said(tree: Tree, n: int) -> int:
    said = tree.child(n, "ccomp") if tree.lemmas[n] in SAYING else 0
    return said if said and tells(tree, said) else n


def tells(tree: Tree, n: int) -> bool:
    """Whether a word is the predicate of a clause that tells something."""
    if tree.bases[n] not in TELLING or not is_predicate(tree, n):
        return False
    is_verb = tree.upos[n] in {"VERB", "AUX"}
    if tree.lemmas[n] in ASIDES:
        return tree.has(n, "ccomp", "obj")
    return is_verb or tree.bases[n] in {"root", "conj", "ccomp", "advcl", "parataxis"}


def main_clause(tree: Tree) -> ReferringExpression | None:
    """The main clause of an utterance, unless that is a mere noun phrase."""
    root = tree.children[0][0] if tree.children[0] else 0
    return clause(tree, root) if root and is_predicate(tree, root) else None


def clause(tree: Tree, head: int, end: int = 0) -> ReferringExpression:
    """The clause of a predicate, without what introduces or ends it."""
    first, last = tree.edges[head]
    last = max(head, min(last, end or last))
    while first < head and tree.bases[first] in MARKS:
        first += 1
    while last > head and (tree.upos[last] == "PUNCT" or tree.bases[last] == "cc"):
        last -= 1
    first, last = without_edges(tree, NounPhrase(first, last), head)
    number = tree.utterance.number
    return ReferringExpression(
        tree.utterance.text_between(first, last),
        number,
        head,
        entity=Entity(f"{tree.forms[head].upper()} ({number}.{head})", EntityKind.CLAUSE),
        familiarity=Familiarity.INFERRABLE,
        kind=Kind.CLAUSE,
        agreement=TOLD,
        sorts=EVENT,
        relation=tree.relations[head],
        first=first,
        last=last,
        heard_at=last,
        clause=head,
        lemma=tree.lemmas[head],
        meaning=offered(tree.utterance.meaning(head)),
    )


# What is said of a pronoun --------------------------------------------------------------------


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
