"""Control: who acts where no subject is said.

understood_subject    the subject of a predicate that has none, as Lappin & Leass have it
shares_subject        whether a predicate is understood to have the subject of another
acting                the same, by the classes of verbs and nouns
gap_of                the noun that a relative clause leaves a gap for

*They gave the men a chance to defend themselves*: the men defend. *He promised her to leave*: he
leaves, though *He told her to leave*. Who acts in a clause below a noun is told by the noun's
possessor, else by the verb that the noun is an argument of.

After Ivan A. Sag, Carl Pollard (1991). An Integrated Theory of Complement Control. Language 67(1);
the classes of verbs are after theirs: what influences (order, permit) is controlled by the one
influenced, what commits (promise) by the one who commits.
"""

from __future__ import annotations

from collections.abc import Callable

from hearer.model.text import ROOT
from hearer.model.tree import Tree, base

HIGHEST = 9  # predicates and nouns on the way to who acts
SUBJECT = ("nsubj", "csubj")
CONTROLLED = frozenset({"xcomp", "advcl", "conj"})
COMMITTING = frozenset("agree guarantee pledge promise swear threaten volunteer vow".split())
ASKING = frozenset("ask consider decide discuss wonder".split())  # *how to*: the subject's question
GIVING = frozenset(
    """afford allow allot assign award bring cost deny deprive equip furnish give grant guarantee
    hand lend leave offer owe pay present promise provide refuse sell send show supply teach tell
    """.split()
)
# *She hired him to ...*: what follows says what the one is to do whom she hired.
INFLUENCING = frozenset(
    """advise allow appoint ask assign authorize beg bribe cause challenge choose command compel
    convince direct drive elect employ enable encourage entitle expect forbid force get help hire
    inspire instruct invite lead leave let make motivate nominate oblige order permit persuade press
    programme prompt push recruit remind request require select send teach tell tempt train trust
    urge want warn""".split()
)
# *She thanked him for ...ing*, *kept him from ...ing*.
JUDGING = frozenset(
    """absolve accuse acquit arrest ban bar blame catch charge congratulate convict criticize
    discourage dissuade excuse fine forgive keep mock praise prevent prohibit protect punish rescue
    save scold see sentence spare stop suspect talk tease thank trick""".split()
)
JUDGED_BY = frozenset({"for", "of", "from", "into", "with", "at"})
# *She relied on him to ...*
RELYING = frozenset(
    "appeal beckon call count depend gesture look plead pray rely shout signal wait yell".split()
)
# Nouns of which a clause with *to* tells what they are; others act in it: *a man to see him*.
ACTS = frozenset(
    """ambition appetite attempt audacity authority battle bid campaign cause chance choice claim
    confidence courage deal demand desire drive duty effort energy eagerness excuse failure fight
    force freedom goal guts habit hope idea impulse incentive instinct intent job leave licence
    license longing luck mandate means method mission money motive need nerve occasion offer order
    pact patience place plan pledge plot power preference pressure priority privilege project
    promise proposal purpose push race reason refusal request resolve resource right room scheme
    sense skill space strength step strategy struggle system talent task temptation tendency thirst
    threat time tool trick urge vow warrant way will wish work yearning""".split()
)
TRYING = frozenset("difficulty fun luck problem success time trouble".split())  # had *fun* seeing
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
