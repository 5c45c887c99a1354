"""Predication: noun phrases that say what another is.

    predicated    the subject whose entity a predicate noun phrase realizes again
    elaborated    the noun whose entity an appositive realizes again

*Byron is a poet*: the paper leaves the predicate out (the footnote to section 3.3). GUM has it
in the chain of its subject, and an entity that began with *this* or *it* gets its noun from
there: "*This* is *a solemn occasion*". Counted in GUM train, a determined predicate corefers
with its subject in 87 of 100 cases; what is denied, asked or only possible does not. A subject that
has a noun gains nothing by another, and loses where gold sees two (analyst.py). Of appositives,
UD's name also for *Taipei, Taiwan* and *councillors: Alvin Yeung*, 73 do.
"""

from __future__ import annotations

from hearer.analysis.constraints import sorts
from hearer.model.tree import Tree

DENIALS = frozenset("barely hardly neither never no not n't".split())
POSSIBILITIES = frozenset("can could may might must shall should will would".split())
NOUNS = frozenset({"NOUN", "PROPN", "NUM"})


def predicated(tree: Tree, n: int) -> int:
    """The head of the subject that word `n` says what it is, or 0.

    >>> from hearer.model import Utterance
    >>> words = "This/PRON/nsubj/4 is/AUX/cop/4 a/DET/det/4 joke/NOUN/root/0"
    >>> predicated(Tree(Utterance.of(words)), 4)
    1
    """
    if tree.upos[n] not in NOUNS or not tree.has(n, "cop") or tree.has(n, "case"):
        return 0
    subject = tree.child(n, "nsubj")
    if not subject or not _identifies(tree, n) or not _is_asserted(tree, n):
        return 0
    if _are_persons(tree, n, subject):
        return subject
    return 0 if any(holds(tree, n, subject) for holds in DESCRIBES) else subject


def _are_persons(tree: Tree, n: int, subject: int) -> bool:
    """The winner was *Olga Petrova*; my aunt is *a vet*."""
    return tree.upos[subject] in {"NOUN", "PROPN"} and all(
        sorts.of_noun(tree, each) == sorts.PERSON
        if tree.upos[each] == "NOUN"
        else sorts.is_personal_name((tree.forms[each].lower(),))
        for each in (subject, n)
    )


def _identifies(tree: Tree, n: int) -> bool:
    """Whether `n` is determined, a name, in the plural or *one of* some: a bare noun says a
    property, as in *he is president*.
    """
    if tree.upos[n] == "NUM":
        return tree.has(n, "nmod")
    return tree.is_determined(n) or tree.upos[n] == "PROPN" or tree.feature(n, "Number=Plur")


def _is_asserted(tree: Tree, n: int) -> bool:
    """Whether it is said to be so: not denied, not asked, not only possible."""
    if tree.forms[len(tree)] == "?":
        return False
    return not any(
        tree.lemmas[child] in DENIALS or _is_modal(tree, child) for child in tree.children[n]
    )


def _is_open(tree: Tree, _: int, subject: int) -> bool:
    """*What* it is, is a joke; *there* is a joke."""
    return tree.upos[subject] == "PRON" and tree.lemmas[subject] not in SUBJECTS


def _classifies(tree: Tree, n: int, subject: int) -> bool:
    """The rules are *guidelines*, the aim is *a start*: what a noun falls under."""
    return tree.upos[subject] == "NOUN" and tree.upos[n] != "PROPN"


def _names_a_place_or_time(tree: Tree, n: int, subject: int) -> bool:
    """The capital is *Lima*; it is *Monday*; but this is *Lima*, Byron was *George Gordon*."""
    is_thing = tree.upos[subject] == "NOUN" or tree.lemmas[subject] == "it"
    return tree.upos[n] == "PROPN" and is_thing


def _is_cleft(tree: Tree, n: int, subject: int) -> bool:
    """It was *the judge* who drove."""
    determiner = tree.child(n, "det")
    return tree.lemmas[subject] == "it" and bool(determiner) and tree.lemmas[determiner] == "the"


# Where a predicate does not name its subject again: GUM train has these in one chain in 0 to 62
# of 100 cases, all others in 84.
DESCRIBES = (_is_open, _classifies, _names_a_place_or_time, _is_cleft)
SUBJECTS = frozenset("he she it they this that these those i you we".split())


def _is_modal(tree: Tree, n: int) -> bool:
    return tree.bases[n] == "aux" and tree.lemmas[n] in POSSIBILITIES


EXAMPLES = frozenset("e.g. especially even notably particularly".split())
OPENING_BRACKETS = frozenset("([")


def elaborated(tree: Tree, n: int) -> int:
    """The noun that the appositive `n` says what it is, or 0: *Taipei, Taiwan* are two places.

    >>> from hearer.model import Utterance
    >>> words = "Taipei/PROPN/root/0 ,/PUNCT/punct/3 Taiwan/PROPN/appos/1"
    >>> elaborated(Tree(Utterance.of(words)), 3)
    0
    """
    over = tree.heads[n]
    if any(holds(tree, n, over) for holds in NOT_ELABORATED):
        return 0
    return over


def _is_example(tree: Tree, n: int, _: int) -> bool:
    """Properties, *e.g. colour*."""
    return any(tree.lemmas[child] in EXAMPLES for child in tree.children[n])


def _is_one_of_several(tree: Tree, n: int, over: int) -> bool:
    """Two daughters: *Matilda*; my friends *Curtis* and *Good*: only the set is what they are."""
    if not tree.feature(over, "Number=Plur") or tree.feature(n, "Number=Plur"):
        return False
    return tree.upos[n] == "PROPN" or (tree.upos[n] != "NUM" and not tree.has(n, "conj"))


def _is_name_beside_name(tree: Tree, n: int, over: int) -> bool:
    """*Taipei*, *Taiwan*; but the Korean Central News Agency (*KCNA*)."""
    if tree.upos[n] != "PROPN" or tree.upos[over] != "PROPN" or tree.is_determined(n):
        return False
    return not any(tree.forms[k] in OPENING_BRACKETS for k in range(over + 1, n))


NOT_ELABORATED = (_is_example, _is_one_of_several, _is_name_beside_name)
