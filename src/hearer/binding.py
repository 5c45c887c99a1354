"""Binding and control on UD trees: what in its sentence a pronoun cannot corefer with, and why.

RULES is the table of Principles A, B and C, each rule with the theories it belongs to; `excluded`
and `binds` answer for a theory. Control (`understood_subject`, `acting`) says who acts where no
subject is said.

Shalom Lappin, Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution. CL 20(4).
Ivan A. Sag, Carl Pollard (1991). An Integrated Theory of Complement Control. Language 67(1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from itertools import islice
from typing import NamedTuple

from hearer.lexicon import words
from hearer.model.expression import UNSAID, Kind, ReferringExpression
from hearer.model.text import ROOT
from hearer.model.tree import DEEPEST, SUBJECTS, Tree, base


class Theory(Enum):
    """A theory of binding, as a paper states it or as it is counted in a corpus."""

    LAPPIN_LEASS = auto()  # Principle A as Lappin & McCord (1990) state it; the antecedent test
    # The default profile. Lappin & Leass exclude too much and too little: a pronoun in a phrase
    # beside its noun is often that noun (*a woman in her sixties*), one after a preposition of
    # place is often the subject (*She put the bag beside her*). In GUM's training part, of all
    # pairs 1 of 766 possessors of the noun is coindexed, and 0 of 112 arguments of a relative
    # clause with the noun it modifies. Of pairs that agree: a complement of the noun 0 of 30, a
    # possessor in an of-phrase 0 of 28, but in phrases with *in*, *with*, *at* and *on* 8 of 11,
    # below participles and infinitives 13 of 29; with the subject, after *behind*, *with*, *to*
    # and *in* 8 of 10; all other arguments of one predicate 4 of 111.
    CORPUS = auto()
    CONTRA_INDICES = auto()  # between unresolved pronouns: Brennan, Friedman & Pollard (1987)
    DISJOINTNESS = auto()  # Sidner (1979); Azzam, Humphreys & Gaizauskas (1998)
    COARGUMENTS = auto()  # between pronouns resolved together: Hobbs (1978), Tetreault (2001)


LAPPIN_LEASS, CORPUS, CONTRA_INDICES, DISJOINTNESS, COARGUMENTS = Theory

ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
# A reflexive is bound from a higher slot.
SLOTS = {"nsubj": 0, "obl:agent": 1, "obj": 2, "iobj": 3, "obl": 4}
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})
ROLES = {
    "nsubj": "subject", "csubj": "subject", "obj": "object", "iobj": "indirect object",
    "obl": "oblique", "obl:agent": "agent", "nmod:poss": "possessor",
}  # fmt: skip


class TreePlace(NamedTuple):
    """Where an expression stands: its head word, and the predicate or noun that governs it."""

    head: int  # 0 for an ellipsis or a zero pronoun: it has no word
    governor: int
    relation: str
    kind: Kind

    @property
    def is_argument(self) -> bool:
        return base(self.relation) in ARGUMENTS

    @property
    def slot(self) -> int:
        return SLOTS.get(self.relation, SLOTS.get(base(self.relation), 5))


def place_of(tree: Tree, expression: ReferringExpression) -> TreePlace:
    """Return the place of an expression; a conjunct stands where its coordination stands.

    Where there is no tree, the clause is taken for the predicate.
    """
    head, kind = expression.head, expression.kind
    if kind in UNSAID:
        return TreePlace(0, head, expression.relation, kind)
    if head >= len(tree.heads):
        return TreePlace(head, expression.clause, expression.relation, kind)
    over = tree.first_conjunct(head) if tree.bases[head] == "conj" else head
    return TreePlace(head, tree.heads[over], tree.relations[over], kind)


# What excludes a place: Principles B and C ------------------------------------------------------


def _argument(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes, or sat near, *her*."""
    return pronoun.is_argument and place.is_argument and place.governor == pronoun.governor


def _argument_in_corpus(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes *her*; but *she* put the bag beside *her*, and *it*, *it* looks fine."""
    if not _argument(tree, pronoun, place):
        return False
    forms = {tree.forms[n].lower() for n in (pronoun.head, place.head) if 0 < n <= len(tree)}
    if place.relation == pronoun.relation and len(forms) == 1:
        return False
    return not (place.relation in SUBJECTS and _is_free(tree, pronoun))


def _is_free(tree: Tree, pronoun: TreePlace) -> bool:
    """Return True if a pronoun says where something is, or what someone brought *with them*."""
    if base(pronoun.relation) != "obl" or not 0 < pronoun.head <= len(tree):
        return False
    verb = pronoun.governor
    if tree.preposition(pronoun.head) in SPATIAL:
        return True
    return tree.lemmas[verb] in HAVING and tree.has(verb, "obj")


def _word_argument(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* beats *her*; a conjunct is no argument by itself."""
    if pronoun.governor != place.governor or pronoun.governor == ROOT:
        return False
    return all(n <= len(tree) and tree.bases[n] in ARGUMENTS for n in (pronoun.head, place.head))


def _shared_predicate(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes, or wants to see, *her*; *her* picture of *her*."""
    return not predicates(tree, pronoun).isdisjoint(predicates(tree, place))


def _possessor(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*John's* portrait of *him*."""
    if place.relation != "nmod:poss" or place.governor != pronoun.governor:
        return False
    return base(pronoun.relation) == "nmod" and pronoun.relation != "nmod:poss"


def _possessor_either_way(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The same, in either direction, since neither pronoun is resolved."""
    both = {pronoun.relation, place.relation}
    return both == {"nmod", "nmod:poss"} and pronoun.governor == place.governor


def _container(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """i-within-i: a friend of *his* is not *him*; but a cap with a hole in *it* may be."""
    if not place.head or place.kind is Kind.RELATIVE:
        return False
    for over in islice(tree.path(pronoun.head), DEEPEST + 1):
        if over == place.head:
            return True
        if tree.relations[over] in ISLANDS or (over != pronoun.head and _is_adjunct(tree, over)):
            return False
    return False


def _is_adjunct(tree: Tree, n: int) -> bool:
    """Return True if `n` is beside its noun, not under it: a driver *in* his truck, none *of* it.

    Hobbs (1978) has the same with N-bar. A clause without subject is one: a boy *seeking* his dog.
    """
    if tree.relations[n] == "nmod":
        return tree.preposition(n) not in {"", "of"}
    return tree.bases[n] == "acl" and not tree.has(n, "nsubj", "csubj")


def _container_in_corpus(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """A friend of *his*, *her* mother; but a woman in *her* sixties, a man losing *his* way."""
    if not place.head or place.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
        return False
    if place.head < len(tree.edges):
        first, last = tree.edges[place.head]
        if not first <= pronoun.head <= last:
            return False
    for n in islice(tree.path(pronoun.head), DEEPEST + 1):
        if n == place.head:
            return True
        if tree.relations[n] in CORPUS_ISLANDS or _is_beside_the_noun(tree, n):
            noun = tree.heads[n]  # *the number* of hermits living in *it*
            return noun != place.head == tree.heads[noun] and tree.preposition(noun) == "of"
    return False


def _is_beside_the_noun(tree: Tree, n: int) -> bool:
    """In *her sixties*, of *her age*; *losing* his way: a pronoun in it may mean the noun."""
    if tree.bases[n] == "acl":
        return not tree.has(n, "mark")
    if tree.bases[n] not in {"nmod", "obl"} or not tree.possessor(n):
        return False
    return tree.preposition(n) in BESIDE or tree.lemmas[n] in KINDS


def _gap(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The boats *they* built: the boats are built, so they do not build."""
    if not (pronoun.is_argument and place.head) or place.kind is Kind.RELATIVE:
        return False
    n = pronoun.governor
    while 0 < n <= len(tree) and tree.bases[n] in {"xcomp", "conj"} and not tree.has(n, "nsubj"):
        n = tree.heads[n]
    return 0 < n <= len(tree) and gap_of(tree, n) == place.head


def _understood(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*John* seems to want to see *him*; the man seeing *him*."""
    if not pronoun.is_argument:
        return False
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and shares_subject(tree, pronoun.governor, place.governor)
    return place.head != 0 and understood_subject(tree, pronoun.governor) == place.head


def _understood_either_way(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The same, in either direction, without participles after nouns."""
    return any(
        one.is_argument and _is_subject_of(tree, other, one.governor)
        for one, other in ((pronoun, place), (place, pronoun))
    )


def _is_subject_of(tree: Tree, place: TreePlace, n: int) -> bool:
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and shares_subject(tree, n, place.governor)
    if not place.head or n > len(tree):
        return False
    return understood_subject(tree, n, ("nsubj",), of_nouns=False) == place.head


def _acts(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* had a chance to defend *him*; but he left, making *him* sad: leaving did."""
    if not (pronoun.is_argument and place.head) or _is_free(tree, pronoun):
        return False
    n = pronoun.governor
    is_result = tree.lemmas[n] in RESULTS and tree.bases[n] == "advcl" and n > tree.heads[n]
    return not is_result and acting(tree, n) == place.head


def _named_below(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* called *John*; *she* told *Mary's* brother; *his* portrait of *John*.

    Conditions 4 and 6 of Lappin & Leass (1994), p. 538.
    """
    if pronoun.relation not in COMMANDING or place.kind in NAMELESS or place.head <= pronoun.head:
        return False
    for over in tree.path(place.head) if place.head <= len(tree) else ():
        if over == pronoun.governor:
            return True
        if tree.bases[over] not in DOMAIN:
            return False
    return False


# Adjuncts of a clause may stand outside the domain of its subject.
DOMAIN = frozenset({"obj", "iobj", "obl", "nmod", "ccomp", "xcomp", "nsubj", "compound", "flat"})
COMMANDING = SUBJECTS | {"obj", "iobj", "nmod:poss"}
NAMELESS = frozenset({
    Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.RELATIVE, Kind.ELLIPSIS,
    Kind.DEMONSTRATIVE, Kind.SPEAKER, Kind.ZERO,
})  # fmt: skip
ISLANDS = frozenset({"acl:relcl", "conj", "appos"})  # for i-within-i
CORPUS_ISLANDS = ISLANDS | {"advcl", "orphan", "parataxis", "reparandum"}
BESIDE = frozenset({"at", "beyond", "in", "on", "with", "within", "without"})
SPATIAL, HAVING, KINDS, RESULTS = (
    words("binding", name) for name in ("spatial", "having", "kinds", "results")
)


class BindingRule(NamedTuple):
    """What excludes a place; `words` follow the name of what stands there."""

    name: str
    holds: Callable[[Tree, TreePlace, TreePlace], bool]
    words: str
    theories: frozenset[Theory]


CO_ARGUMENT = "is the {role} of {same}"
UNDERSTOOD = "is the understood subject of “{governor}”"
NAMED_BELOW = "is named in the domain of “{pronoun}”"
CONTAINS = "contains “{pronoun}”"
RULES = tuple(
    BindingRule(name, holds, words, frozenset(theories))
    for name, holds, words, theories in (
        ("co-argument", _argument, CO_ARGUMENT, {LAPPIN_LEASS, CONTRA_INDICES}),
        ("co-argument, not local", _argument_in_corpus, CO_ARGUMENT, {CORPUS}),
        ("co-argument, no conjunct", _word_argument, CO_ARGUMENT, {COARGUMENTS}),
        ("one predicate", _shared_predicate, "is an argument of {same}", {DISJOINTNESS}),
        ("possessor", _possessor, CO_ARGUMENT, {LAPPIN_LEASS, CORPUS}),
        ("possessor, either way", _possessor_either_way, CO_ARGUMENT, {CONTRA_INDICES}),
        ("i-within-i", _container, CONTAINS, {LAPPIN_LEASS}),
        ("i-within-i, no adjunct", _container_in_corpus, CONTAINS, {CORPUS}),
        ("gap", _gap, "is understood as an argument of “{governor}” itself", {CORPUS}),
        ("understood subject", _understood, UNDERSTOOD, {LAPPIN_LEASS}),
        ("understood, either way", _understood_either_way, UNDERSTOOD, {CONTRA_INDICES}),
        ("agent by control", _acts, UNDERSTOOD, {CORPUS}),
        ("Principle C", _named_below, NAMED_BELOW, {LAPPIN_LEASS, CORPUS}),
    )
)
RULES_OF = {theory: tuple(x for x in RULES if theory in x.theories) for theory in Theory}
PRINCIPLE_A = BindingRule(
    "Principle A",
    lambda tree, pronoun, place: not binds(tree, place, pronoun, LAPPIN_LEASS),
    "does not bind “{pronoun}” in its clause",
    frozenset(Theory),
)


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
    if theory is CONTRA_INDICES and not BOUND.isdisjoint((pronoun.kind, place.kind)):
        return None
    if pronoun.kind in BOUND:
        return None if binds(tree, place, pronoun, theory) else PRINCIPLE_A
    for rule in RULES_OF[theory]:
        if rule.holds(tree, pronoun, place):
            return rule
    return None


def in_words(rule: BindingRule, tree: Tree, pronoun: ReferringExpression, place: TreePlace) -> str:
    """Say what excludes `place`, to follow the name of what stands there.

    >>> from hearer.model import Utterance
    >>> races = Tree(Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2"))
    >>> her = ReferringExpression("her", 1, 3, is_pronoun=True, relation="obj")
    >>> in_words(RULES[0], races, her, TreePlace(1, 2, "nsubj", Kind.NAME))
    'is the subject of the same verb (“races”)'
    """
    governor = place_of(tree, pronoun).governor
    form = tree.forms[governor] if governor <= len(tree) else ""
    kind = "verb" if form and tree.upos[governor] in {"VERB", "AUX"} else "predicate"
    return rule.words.format(
        pronoun=pronoun.text,
        role=_role(tree, place) or "argument",
        same=f"the same {kind} (“{form}”)" if form else "the same clause",
        governor=form,
    )


def _role(tree: Tree, place: TreePlace) -> str:
    """Name the function of what stands at a place; a conjunct by itself has none."""
    if place.kind is Kind.ELLIPSIS:
        return "elliptical subject"
    if place.kind is Kind.ZERO:
        return f"unspoken {ROLES.get(base(place.relation), 'argument')}"
    relation = tree.relations[place.head] if place.head <= len(tree) else place.relation
    return ROLES.get(relation) or ROLES.get(base(relation), "")


# What binds a reflexive or reciprocal: Principle A ----------------------------------------------


def binds(tree: Tree, place: TreePlace, reflexive: TreePlace, theory: Theory) -> bool:
    """Return True if what stands at `place` binds a reflexive or reciprocal."""
    return BINDERS[theory](tree, place, reflexive)


def _binds(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """*John* saw *himself*; *John's* picture, or a picture, of *himself*."""
    _, governor, relation, _ = reflexive = _with_its_noun(tree, reflexive)
    while governor and base(relation) in {"nmod", "acl", "conj"}:
        if tree.possessor(governor) != 0:  # a possessor closes the domain
            return place.governor == governor and place.relation == "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if place.is_argument and place.governor == governor:
        return place.slot < reflexive.slot or place.relation in SUBJECTS
    if place.kind is Kind.ZERO:
        return place.relation in SUBJECTS and shares_subject(tree, governor, place.governor)
    return place.head != 0 and understood_subject(tree, governor) == place.head


def _with_its_noun(tree: Tree, reflexive: TreePlace) -> TreePlace:
    """A possessor is bound as its noun is: they like *each other's* portraits."""
    if reflexive.relation != "nmod:poss" or not 0 < (noun := reflexive.governor) <= len(tree):
        return reflexive
    return TreePlace(noun, tree.heads[noun], tree.relations[noun], reflexive.kind)


def _binds_in_corpus(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """The same with gaps, control and stress: *he* had a chance to defend *himself*."""
    if place.head and place.head == reflexive.governor and _is_stressed(tree, reflexive):
        return True
    reflexive = _with_its_noun(tree, reflexive)
    governor, relation = reflexive.governor, reflexive.relation
    if place.head and place.head == governor:
        return False  # nothing is a picture of itself
    while 0 < governor <= len(tree) and base(relation) in {"nmod", "conj"}:
        if tree.possessor(governor):
            return place.governor == governor and place.relation == "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if not 0 < governor <= len(tree):
        return place.governor == reflexive.head and place.relation in SUBJECTS
    if place.is_argument and place.governor == governor:
        return place.slot < reflexive.slot or place.relation in SUBJECTS | {"obl"}
    return bool(place.head) and place.head in {acting(tree, governor), gap_of(tree, governor)}


def _is_stressed(tree: Tree, reflexive: TreePlace) -> bool:
    """The judge *himself*."""
    relation = base(reflexive.relation)
    return relation in {"appos", "nmod", "advmod", "obl"} and not tree.has(reflexive.head, "case")


def _binds_argument(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """An argument of the predicate of a reflexive, or of a noun on the way to it."""
    if place.kind in BOUND:
        return False
    governors = tuple(_governors(tree, reflexive))
    if (place.is_argument or place.relation == "nmod:poss") and place.governor in governors:
        return True
    return place.head != 0 and any(
        n <= len(tree) and understood_subject(tree, n, ("nsubj",), of_nouns=False) == place.head
        for n in governors
    )


def _governors(tree: Tree, reflexive: TreePlace) -> Iterator[int]:
    """The predicate of a reflexive, and before it the nouns on the way: a picture of herself."""
    governor, relation = reflexive.governor, reflexive.relation
    yield governor
    while base(relation) == "nmod" and 0 < governor <= len(tree):
        governor, relation = tree.heads[governor], tree.relations[governor]
        yield governor


def _binds_predicate(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """*He* saw *himself*, or a picture of *himself*."""
    path = (n for n in tree.path(reflexive.head) if tree.bases[n] not in {"nmod", "conj"})
    return tree.heads[next(path, ROOT)] in predicates(tree, place)


BINDERS = {
    LAPPIN_LEASS: _binds,
    CORPUS: _binds_in_corpus,
    CONTRA_INDICES: _binds_argument,
    DISJOINTNESS: _binds_predicate,
    COARGUMENTS: _binds,
}


def predicates(tree: Tree, place: TreePlace) -> frozenset[int]:
    """Return the predicates that `place` is an argument of, also where it is only understood."""
    relation = base(place.relation)
    if relation not in ARGUMENTS | {"nmod"} or not 0 < place.governor <= len(tree):
        return frozenset()
    found = [place.governor]
    for predicate in found:
        below = tree.children[predicate] if tree.has(predicate, "conj", "xcomp") else ()
        found += [n for n in below if _is_understood(tree, relation, predicate, n)]
    return frozenset(found)


def _is_understood(tree: Tree, relation: str, predicate: int, below: int) -> bool:
    """Return True if the subject of `below` is understood from this argument of `predicate`."""
    if tree.has(below, "nsubj") or below in tree.unsaid:
        return False
    if tree.bases[below] == "conj":
        return relation == "nsubj"
    controls = "obj" if tree.has(predicate, "obj", "iobj") else "nsubj"
    return tree.relations[below] == "xcomp" and relation.removeprefix("i") == controls


# Control: who acts where no subject is said -----------------------------------------------------

HIGHEST = 9  # predicates and nouns on the way to who acts
SUBJECT = ("nsubj", "csubj")
CONTROLLED = frozenset({"xcomp", "advcl", "conj"})
COMMITTING, ASKING, GIVING, INFLUENCING, JUDGING, RELYING, ACTS, TRYING = (
    words("control", name)
    for name in (
        "committing", "asking", "giving", "influencing", "judging", "relying", "acts", "trying",
    )
)  # fmt: skip
JUDGED_BY = frozenset({"for", "of", "from", "into", "with", "at"})
ABSTRACT = ("ability", "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ancy", "ency")
BY_WHOM = frozenset({"by", "for", "of", "from"})  # an attempt *by the men* to
FOR_WHOM = frozenset({"for", "of"})  # it is hard *for Tom* to, kind *of Tom* to


def understood_subject(
    tree: Tree, n: int, subjects: tuple[str, ...] = SUBJECT, *, of_nouns: bool = True
) -> int:
    """Who is understood as the subject of predicate `n`, which has none of its own, or 0.

    "John seems to want to see [him]": John. "Seeing him, John left": John. "John promised Bill to
    see him": John. And what a participle modifies, unless told not to look `of_nouns`: "The man
    seeing [him]": the man.
    """
    for climbed in range(HIGHEST):
        if found := tree.child(n, *subjects):
            return found if climbed else 0
        if n in tree.unsaid:
            return 0
        relation, governor = tree.relations[n], tree.heads[n]
        if relation == "acl" and of_nouns:
            return governor
        if base(relation) not in CONTROLLED or governor == ROOT:
            return 0
        n = governor
        if base(relation) != "xcomp" or tree.lemmas[n] in COMMITTING:
            continue
        if controller := tree.child(n, "obj", "iobj"):
            return controller
    return 0


def shares_subject(tree: Tree, n: int, verb: int) -> bool:
    """Whether predicate `n`, which has no subject said, is understood to have that of `verb`."""
    for _ in range(HIGHEST):
        if n == verb:
            return True
        if tree.has(n, *SUBJECT) or n in tree.unsaid:
            return False
        if base(tree.relations[n]) not in CONTROLLED:
            return False
        if base(tree.relations[n]) == "xcomp" and tree.has(tree.heads[n], "obj", "iobj"):
            return False
        n = tree.heads[n]
    return False


def acting(tree: Tree, n: int) -> int:
    """The word for who is understood as the subject of `n`, which has none of its own, or 0.

    >>> from hearer.model import Utterance
    >>> he_had_a_plan = Utterance.of(
    ...     "He/PRON/nsubj/2 had/VERB/root/0 a/DET/det/4 plan/NOUN/obj/2"
    ...     " to/PART/mark/6 go/VERB/acl/4"
    ... )
    >>> acting(Tree(he_had_a_plan), 6)
    1
    """
    for climbed in range(HIGHEST):
        if n > len(tree):
            return 0
        if found := tree.child(n, *SUBJECT):
            return found if climbed else 0
        if n == ROOT:
            return 0
        controls = CONTROLLERS.get(tree.bases[n])
        if controls is None or tree.relations[n] == "acl:relcl":
            return 0
        found = controls(tree, n)
        if found:
            return found
        n = tree.heads[n]
    return 0


def gap_of(tree: Tree, n: int) -> int:
    """The noun that predicate `n` of a relative clause leaves a gap for, or 0."""
    return tree.heads[n] if tree.relations[n] == "acl:relcl" else 0


# Each answers with who acts in the clause of `n`, or with 0: then it is who acts above.


def _below_a_noun(tree: Tree, n: int) -> int:
    """The man *seeing him*; his chance *to win*; an attempt by the men *to flee*."""
    noun = tree.heads[n]
    if tree.lemmas[noun] not in TRYING and not _tells_of_acts(tree, n):
        return noun
    for child in tree.children[noun]:
        if tree.relations[child] == "nmod:poss":
            return child
        if tree.bases[child] == "nmod" and tree.preposition(child) in BY_WHOM:
            return child
    return _through_a_noun(tree, noun)


def _through_a_noun(tree: Tree, noun: int) -> int:
    """She gave *him*, or he was given, a chance; she provided *him* with a chance."""
    verb, relation = tree.heads[noun], tree.bases[noun]
    if tree.lemmas[verb] not in GIVING or relation not in {"obj", "obl"}:
        return 0
    if relation == "obl":
        return tree.child(verb, "obj")
    return tree.child(verb, "iobj") or _oblique(tree, verb, {"to", "for"})


def _complement(tree: Tree, n: int) -> int:
    """He told *her* to go, how to go; he relied on *her* to go; he promised her to go."""
    verb = tree.heads[n]
    if tree.is_finite(n) or tree.lemmas[verb] in COMMITTING:
        return 0
    if tree.bases[n] == "ccomp" and tree.lemmas[verb] in ASKING:
        return 0
    if found := tree.child(verb, "obj", "iobj"):
        return found if found < n else 0
    if tree.lemmas[verb] in RELYING:
        return _oblique(tree, verb, {"at", "for", "on", "to", "upon", "with"})
    return _for_whom(tree, n)


def _adjunct(tree: Tree, n: int) -> int:
    """He hired *her* to go; he thanked *her* for going; else the subject: he smiled to see her."""
    verb = tree.heads[n]
    introduced = {tree.lemmas[child] for child in tree.children[n] if child < n}
    influenced = "to" in introduced and tree.lemmas[verb] in INFLUENCING
    judged = not JUDGED_BY.isdisjoint(introduced) and tree.lemmas[verb] in JUDGING
    if n > verb and (influenced or judged):
        return tree.child(verb, "obj", "iobj")
    return _for_whom(tree, n)


def _for_whom(tree: Tree, n: int) -> int:
    """It is hard *for Tom* to go: nothing else there acts."""
    above = tree.heads[n]
    return _oblique(tree, above, FOR_WHOM) if tree.has(above, "expl") else 0


def _subject_clause(tree: Tree, n: int) -> int:
    """To defend himself was hard *for Tom*, or cost *Tom* much."""
    above = tree.heads[n]
    return _oblique(tree, above, FOR_WHOM) or tree.child(above, "obj", "iobj")


def _oblique(tree: Tree, n: int, prepositions: set[str] | frozenset[str]) -> int:
    below = (c for c in tree.children[n] if tree.bases[c] in {"obl", "nmod"})
    return next((c for c in below if tree.preposition(c) in prepositions), 0)


def _tells_of_acts(tree: Tree, n: int) -> bool:
    """A *chance* to see him, a *habit* of doing so; not somebody, or the first man, to see him."""
    if not tree.has(n, "mark", "case"):
        return False
    noun = tree.lemmas[tree.heads[n]]
    is_infinitive = tree.preposition(n) == "" and tree.lemmas[tree.child(n, "mark")] == "to"
    return not is_infinitive or noun in ACTS or noun.endswith(ABSTRACT)


def _above(_: Tree, __: int) -> int:
    return 0


Controller = Callable[[Tree, int], int]
CONTROLLERS: dict[str, Controller] = {
    "acl": _below_a_noun,
    "advcl": _adjunct,
    "amod": lambda tree, n: tree.heads[n],  # a man *proud* of himself
    "ccomp": _complement,
    "conj": _above,
    "csubj": _subject_clause,
    "nmod": _above,  # a hope of a chance to: whose the hope is
    "obj": _above,
    "obl": _above,
    "xcomp": _complement,
}
