"""Binding and control on UD trees: what in its sentence a pronoun cannot corefer with, and why.

Shalom Lappin, Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution. CL 20(4).
Ivan A. Sag, Carl Pollard (1991). An Integrated Theory of Complement Control. Language 67(1).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum, auto
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

from hearer.model.expression import HUMAN, UNSAID, Kind, ReferringExpression
from hearer.model.lexicon import data
from hearer.model.tree import SUBJECTS, VERBS, Tree, base


class Theory(StrEnum):
    """A theory of binding, as papers state it or as it is counted in a corpus."""

    LAPPIN_LEASS = auto()  # in the antecedent test
    # In the default profile. Lappin & Leass exclude too much and too little: a pronoun in a phrase
    # beside its noun is often that noun (*a woman in her sixties*), one after a preposition of
    # place is often the subject (docs/specification/analysis.md 0.3 has the counts).
    CORPUS = auto()
    # Between pronouns that are resolved together, in either direction: the contra-indices of
    # Brennan, Friedman & Pollard (1987), Sidner's (1979) disjointness.
    DISJOINT = auto()


LAPPIN_LEASS, CORPUS, DISJOINT = Theory
RELATIVE = Kind.RELATIVE

# A reflexive is bound from a higher slot.
SLOTS = {"nsubj": 0, "obl:agent": 1, "obj": 2, "iobj": 3, "obl": 4}
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})
ROLES = data("roles")["binding"]
NAMELESS = BOUND | {
    Kind[name] for name in "PRONOUN POSSESSIVE RELATIVE ELLIPSIS DEMONSTRATIVE SPEAKER ZERO".split()
}
LISTS = {
    name: frozenset(listed.split())
    for section in ("binding", "control")
    for name, listed in data("words")[section].items()
}
ARGUMENTS = LISTS["arguments"]


class TreePlace(NamedTuple):
    """Where an expression stands: its head word, and the predicate or noun that governs it."""

    head: int  # 0 for an ellipsis or a zero pronoun: it has no word
    governor: int
    relation: str
    kind: Kind
    word: str = ""  # one word in *he or she*

    @property
    def is_argument(self) -> bool:
        return base(self.relation) in ARGUMENTS

    @property
    def slot(self) -> int:
        return SLOTS.get(self.relation, SLOTS.get(base(self.relation), 5))


def place_of(tree: Tree, expression: ReferringExpression) -> TreePlace:
    """Return the place of an expression; a conjunct stands where its coordination stands."""
    # Where there is no tree, the clause is taken for the predicate.
    head, kind = expression.head, expression.kind
    if kind in UNSAID:
        return TreePlace(0, head, expression.relation, kind)
    if head >= len(tree.heads):
        return TreePlace(head, expression.clause, expression.relation, kind)
    over = tree.first_conjunct(head)
    relation, governor = tree.relations[over], tree.heads[over]
    # *That old car*, it never starts; *those shoes*, I returned them.
    is_fronted = relation in {"nsubj", "obj"} and over < governor and tree.upos[over] != "PRON"
    if is_fronted and any(n > over for n in tree.exactly(governor, relation)):
        relation = "dislocated"
    word = "either" if expression.agreement.gender == HUMAN else expression.text
    return TreePlace(head, governor, relation, kind, word)


# Control: who acts where no subject is said -----------------------------------------------------

HIGHEST = 9  # predicates and nouns on the way to who acts
RECEIVERS = {"obj": "iobj", "obl": "obj"}  # gave *him* a chance, equipped *him* with one
ABSTRACT = tuple(sorted(LISTS["abstract"]))


@lru_cache(maxsize=16)  # asked for every place that is tested for a pronoun
def acting(tree: Tree, n: int) -> int:
    """Return the word understood as the subject of predicate `n`, which has none, or 0.

    If that is the unspoken subject of another predicate m, return -m.

    >>> from hearer.model import Utterance
    >>> he_had_a_plan = Utterance.of(
    ...     "He/PRON/nsubj/2 had/VERB/root/0 a/DET/det/4 plan/NOUN/obj/2"
    ...     " to/PART/mark/6 go/VERB/acl/4"
    ... )
    >>> acting(Tree(he_had_a_plan), 6)
    1
    """
    for over in islice(tree.path(n), HIGHEST):
        if found := tree.subject(over):
            return found if over != n else 0
        if over in tree.unsaid:
            return -over if over != n else 0
        if tree.bases[over] not in CONTROLLERS or gap_of(tree, over):
            return 0
        controller = CONTROLLERS[tree.bases[over]]
        if controller and (found := controller(tree, over)):
            return found
    return 0


def gap_of(tree: Tree, n: int) -> int:
    """Return the noun whose gap is in the relative clause of predicate `n`; 0 after *whose*."""
    noun = tree.heads[n]
    return noun if tree.relations[n] == "acl:relcl" and "whose" not in tree.forms[noun:n] else 0


def _owner(tree: Tree, n: int) -> int:
    """*The man* seeing him; *his* chance to win; who was given, or provided with, a chance."""
    noun = tree.heads[n]
    if tree.lemmas[noun] not in LISTS["trying"] and not _tells_of_acts(tree, n):
        return noun
    if owner := tree.possessor(noun):
        return owner
    verb, receiver = tree.heads[noun], RECEIVERS.get(tree.bases[noun], "")
    return tree.child(verb, receiver) if tree.lemmas[verb] in LISTS["giving"] else 0


def _tells_of_acts(tree: Tree, n: int) -> bool:
    """A *chance* to see him, a *habit* of doing so; not somebody, or the first man, to see him."""
    if not tree.has(n, "mark", "case"):
        return False
    noun = tree.lemmas[tree.heads[n]]
    is_infinitive = tree.preposition(n) == "" and tree.lemmas[tree.child(n, "mark")] == "to"
    return not is_infinitive or noun in LISTS["acts"] or noun.endswith(ABSTRACT)


def _complement(tree: Tree, n: int) -> int:
    """He told *her* to go, how to go; but *he* promised her to go."""
    verb = tree.heads[n]
    if tree.is_finite(n) or tree.lemmas[verb] in LISTS["committing"]:
        return 0
    found = tree.child(verb, "obj", "iobj")
    return found if found < n else 0


def _adjunct(tree: Tree, n: int) -> int:
    """He hired *her* to go; he thanked *her* for going; but *he* smiled to see her."""
    verb = tree.heads[n]
    introduced = {tree.lemmas[child] for child in tree.children[n] if child < n}
    influenced = "to" in introduced and tree.lemmas[verb] in LISTS["influencing"]
    judged = tree.lemmas[verb] in LISTS["judging"] and LISTS["judged_by"] & introduced
    return tree.child(verb, "obj", "iobj") if n > verb and (influenced or judged) else 0


# By the relation of a clause without a subject: who acts in it; None or 0: who acts above it.
CONTROLLERS: dict[str, Callable[[Tree, int], int] | None] = {
    "acl": _owner, "advcl": _adjunct, "ccomp": _complement, "xcomp": _complement,
    "amod": lambda tree, n: tree.heads[n],  # *a man* proud of himself
    "conj": None, "nmod": None, "obj": None, "obl": None,  # a hope of a chance to: whose the hope
}  # fmt: skip


def _acts(tree: Tree, place: TreePlace, n: int) -> bool:
    """Return True if what stands at `place` is understood as the subject of predicate `n`."""
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and acting(tree, n) == -place.governor < 0
    return place.head != 0 and acting(tree, n) == place.head


# The rules: each holds where it excludes that a pronoun corefers with what stands at a place ----


def _unbound(tree: Tree, reflexive: TreePlace, place: TreePlace) -> bool:
    """*John* saw *himself*; *John's* picture, or a picture, of *himself*; the judge *himself*.

    A possessor closes the domain, and is bound as its noun is: they like *each other's* portraits.
    Nothing is a picture of itself. *Older than the tower itself*: only the tower is meant.
    """
    if reflexive.relation == "nmod:poss" and 0 < (noun := reflexive.governor) <= len(tree):
        reflexive = TreePlace(noun, tree.heads[noun], tree.relations[noun], reflexive.kind)
    head, governor, relation, *_ = reflexive
    if 0 < governor <= len(tree):
        if place.head == governor:
            return base(relation) not in LISTS["stressed"] or tree.has(head, "case")
        if relation in LISTS["stressing"] and tree.bases[governor] not in LISTS["objects"]:
            return True
    while 0 < governor <= len(tree) and base(relation) in {"nmod", "conj"}:
        if tree.possessor(governor):
            return place.governor != governor or place.relation != "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if place.is_argument and place.governor == governor:
        return place.slot >= reflexive.slot and place.relation not in SUBJECTS | {"obl"}
    if not 0 < governor <= len(tree):
        return place.governor != head or place.relation not in SUBJECTS
    return not (place.head == gap_of(tree, governor) != 0 or _acts(tree, place, governor))


def _argument(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes, or sat near, *her*."""
    return place.governor == pronoun.governor and pronoun.is_argument and place.is_argument


def _argument_in_corpus(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes *her*; but *she* put the bag beside *her*; *it*, *it* is; *he* or *she*."""
    if not _argument(tree, pronoun, place) or place[2:] == pronoun[2:]:
        return False
    return not (place.relation in SUBJECTS and _is_free(tree, pronoun))


def _is_free(tree: Tree, pronoun: TreePlace) -> bool:
    """Return True if a pronoun says where something is, or what someone brought *with them*."""
    verb = pronoun.governor
    if base(pronoun.relation) != "obl" or not pronoun.head:
        return False
    has_it = tree.lemmas[verb] in LISTS["having"] and tree.has(verb, "obj")
    return has_it or tree.preposition(pronoun.head) in LISTS["spatial"]


def _possessor(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*John's* portrait of *him*."""
    if place.relation != "nmod:poss" or place.governor != pronoun.governor:
        return False
    return base(pronoun.relation) == "nmod" and pronoun.relation != "nmod:poss"


def _container(
    tree: Tree,
    pronoun: TreePlace,
    place: TreePlace,
    islands: frozenset[str],
    is_adjunct: Callable[[Tree, int], bool],
) -> bool:
    """i-within-i: a friend of *his* is not *him*; but a cap with a hole in *it* may be."""
    if not place.head or place.kind is RELATIVE:
        return False
    for n in tree.path(pronoun.head):
        if n == place.head:
            return True
        if tree.relations[n] in islands or (n != pronoun.head and is_adjunct(tree, n)):
            return False
    return False


def _is_adjunct(tree: Tree, n: int) -> bool:
    """A driver *in his truck*, not *of* it; a boy *seeking* his dog. Hobbs (1978): N-bar."""
    if tree.relations[n] == "nmod":
        return tree.preposition(n) not in {"", "of"}
    return tree.bases[n] == "acl" and not tree.has(n, "nsubj", "csubj")


def _is_adjunct_in_corpus(tree: Tree, n: int) -> bool:
    """A woman *in her sixties*, *of her age*; a man *losing* his way."""
    if tree.bases[n] == "acl":
        return not tree.has(n, "mark")
    if tree.bases[n] not in {"nmod", "obl"} or not tree.possessor(n):
        return False
    return tree.preposition(n) in LISTS["beside"] or tree.lemmas[n] in LISTS["kinds"]


def _gap(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The boats *they* built: the boats are built, so they do not build."""
    if not (pronoun.is_argument and place.head) or place.kind is RELATIVE:
        return False
    n = pronoun.governor
    while tree.bases[n] in {"xcomp", "conj"} and not tree.has(n, "nsubj"):
        n = tree.heads[n]
    return gap_of(tree, n) == place.head


def _understood(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* had a chance to defend *him*; but he left, making *him* sad: leaving did."""
    n = pronoun.governor
    if not pronoun.is_argument or _is_free(tree, pronoun) or not _acts(tree, place, n):
        return False
    return tree.bases[n] != "advcl" or n < tree.heads[n] or tree.lemmas[n] not in LISTS["results"]


def _named_below(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* called *John*; *she* told *Mary's* brother; *his* portrait of *John*.

    *He* left town after *John* robbed the bank; *he* saw a dog that bit *John*: these clauses are
    in the domain of a subject. Conditions 4 and 6 of Lappin & Leass (1994), p. 538.
    """
    if (
        pronoun.relation not in LISTS["commanding"]
        or place.kind in NAMELESS
        or place.head <= pronoun.head
    ):
        return False
    for over in tree.path(place.head):
        if over == pronoun.governor:
            return True
        kind, above = tree.bases[over], tree.heads[over]
        is_later = kind == "acl" or (kind == "advcl" and above == pronoun.governor)
        is_later = is_later and pronoun.relation in SUBJECTS and tree.edges(over)[0] > above
        if kind not in LISTS["domain"] and not is_later:
            return False
    return False


class BindingRule(NamedTuple):
    """What excludes a place; `words` follow the name of what stands there."""

    name: str
    holds: Callable[[Tree, TreePlace, TreePlace], bool]
    words: str
    theories: frozenset[Theory]


ALL, PAPERS, COUNTED = frozenset(Theory), frozenset({LAPPIN_LEASS, DISJOINT}), frozenset({CORPUS})
CO_ARGUMENT, CONTAINS = "is the {role} of {same}", "contains “{pronoun}”"
BY_ADJUNCTS = partial(_container, islands=LISTS["islands"], is_adjunct=_is_adjunct)
BY_COUNTS = partial(_container, islands=LISTS["corpus_islands"], is_adjunct=_is_adjunct_in_corpus)
PRINCIPLE_A = BindingRule("Principle A", _unbound, "does not bind “{pronoun}” in its clause", ALL)
RULES = (
    PRINCIPLE_A,
    BindingRule("co-argument", _argument, CO_ARGUMENT, PAPERS),
    BindingRule("co-argument, not local", _argument_in_corpus, CO_ARGUMENT, COUNTED),
    BindingRule("possessor", _possessor, CO_ARGUMENT, ALL),
    BindingRule("i-within-i", BY_ADJUNCTS, CONTAINS, PAPERS - {DISJOINT}),
    BindingRule("i-within-i, as counted", BY_COUNTS, CONTAINS, COUNTED),
    BindingRule("gap", _gap, "is understood as an argument of “{governor}” itself", COUNTED),
    BindingRule(
        "understood subject", _understood, "is the understood subject of “{governor}”", ALL
    ),
    BindingRule(
        "Principle C", _named_below, "is named in the domain of “{pronoun}”", ALL - {DISJOINT}
    ),
)
RULES_OF = {theory: tuple(x for x in RULES[1:] if theory in x.theories) for theory in Theory}
WITHOUT_TREE = tuple(x for x in RULES if x.name in {"co-argument", "possessor"})


def excluded(
    tree: Tree, pronoun: TreePlace, place: TreePlace, theory: Theory
) -> BindingRule | None:
    """Return the rule that coindexing `pronoun` with what stands at `place` violates, if any.

    >>> from hearer.model import Utterance
    >>> races = Tree(Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2"))
    >>> lyn, her = TreePlace(1, 2, "nsubj", Kind.NAME), TreePlace(3, 2, "obj", Kind.PRONOUN)
    >>> excluded(races, her, lyn, LAPPIN_LEASS).name
    'co-argument'
    """
    if pronoun.kind in BOUND:
        return PRINCIPLE_A if PRINCIPLE_A.holds(tree, pronoun, place) else None
    for rule in RULES_OF[theory] if tree.words else WITHOUT_TREE:
        if rule.holds(tree, pronoun, place):
            return rule
        if theory is DISJOINT and rule.holds(tree, place, pronoun):
            return rule
    return None


def in_words(rule: BindingRule, tree: Tree, pronoun: ReferringExpression, place: TreePlace) -> str:
    """Say what excludes `place`: "is the subject of the same verb (“races”)"."""
    governor = place_of(tree, pronoun).governor
    form = tree.forms[governor] if governor <= len(tree) else ""
    kind = "verb" if form and tree.upos[governor] in VERBS else "predicate"
    relation = tree.relations[place.head] if 0 < place.head <= len(tree) else place.relation
    role = ROLES.get(relation) or ROLES.get(base(relation), "argument")
    unspoken = {Kind.ELLIPSIS: "elliptical ", Kind.ZERO: "unspoken "}
    return rule.words.format(
        pronoun=pronoun.text,
        role=unspoken.get(place.kind, "") + role,
        same=f"the same {kind} (“{form}”)" if form else "the same clause",
        governor=form,
    )
