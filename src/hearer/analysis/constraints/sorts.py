"""What kind of thing is referred to: the sortal information of the S-list.

of_noun         the sorts a noun may have
of_name         the sorts a name may have
is_namesake     whether a thing is called like a person
parsed          what the parser says
stated          what the file says
fits            whether a pronoun can stand for something of these sorts (animacy first)
"""

from __future__ import annotations

from functools import lru_cache

from hearer.analysis.constraints.figures import (
    SOMETHING,
    is_clock_or_date,
    is_figure,
    is_quantifier,
)
from hearer.analysis.constraints.namesakes import is_one_of_many, is_place, is_with_article
from hearer.lexicon import entries, table
from hearer.model import ANY_SORT, Agreement, Gender, Sort
from hearer.model.tree import Tree

PERSON = frozenset({Sort.PERSON})
ANIMAL = frozenset({Sort.ANIMAL})
ANIMATE = PERSON | ANIMAL
INANIMATE = ANY_SORT - PERSON
ABSTRACT = frozenset({Sort.ABSTRACT, Sort.EVENT})
NOT_A_PERSON = ANY_SORT - ANIMATE
TIME = frozenset({Sort.TIME})
PLACE = frozenset({Sort.PLACE})
ABSTRACT_ENDINGS = (
    "ness", "tion", "sion", "ity", "ism", "ment", "ship", "hood", "ence", "ance", "ology", "ing",
)  # fmt: skip
# What the parser calls a name that it does not know.
UNSURE = frozenset({Sort.ABSTRACT, Sort.OBJECT, Sort.EVENT, Sort.SUBSTANCE, Sort.PLANT})
NO_SORT: frozenset[Sort] = frozenset()
SORTS = {sort.value: frozenset({sort}) for sort in Sort}


def of_noun(tree: Tree, n: int) -> frozenset[Sort]:
    """The sorts a noun may have: as stated, as the lexicon counted them, as the parser sees it.

    Figures are things; what a quantifier counts stands behind *of*, if anywhere.
    """
    if known := stated(tree, n):
        return known
    form = tree.forms[n]
    if is_clock_or_date(form):
        return TIME
    if is_figure(form, tree.upos[n]):
        return NOT_A_PERSON
    if is_quantifier(tree.lemmas[n]):
        return _of_counted(tree, n)
    return _of_lemma(tree.lemmas[n], parsed(tree, n))


def _of_counted(tree: Tree, n: int) -> frozenset[Sort]:
    """The sorts of what a quantifier counts: *one* of the drivers; of *one* alone nothing tells."""
    for counted in tree.exactly(n, "nmod") if "nmod" in tree.firsts[n] else ():
        if tree.preposition(counted) == "of" and tree.upos[counted] == "NOUN":
            return of_noun(tree, counted)
    return ANY_SORT


@lru_cache(maxsize=4096)
def _of_lemma(lemma: str, told: frozenset[Sort]) -> frozenset[Sort]:
    return lexical(lemma) or told or by_ending(lemma)


def of_name(tree: Tree, n: int, name: tuple[str, ...]) -> frozenset[Sort]:
    """The sorts a name may have, by its title, given name, or last word ("Supreme *Court*")."""
    if known := stated(tree, n):
        return known
    tokens = tuple(token.lower() for token in name)
    if is_namesake(tree, n, name):
        return parsed(tree, n) - PERSON or NOT_A_PERSON
    if is_personal_name(tokens):
        return PERSON
    if is_figure(name[-1], tree.upos[n]) and not (len(name) > 1 and name[-1].isalpha()):
        return NOT_A_PERSON  # Area 51; but whoever has a numeral is a king: Ardashir II
    told = parsed(tree, n)
    if len(tokens) == 1 and told <= UNSURE and _is_acronym(tree, name[0]):
        return told or NOT_A_PERSON
    if len(tokens) == 1 and told <= UNSURE:
        return told | PERSON if told else ANY_SORT  # any single word may be somebody's name
    if tree.lemmas[tree.child(n, "det")] in {"a", "an"}:  # an Alfa Romeo: a thing of that name
        return told - PERSON or NOT_A_PERSON
    return told or lexical(tokens[-1]) - PERSON or ANY_SORT


def is_namesake(tree: Tree, n: int, name: tuple[str, ...]) -> bool:
    """A thing or place called like a person: *a Mercedes*, in *Victoria*.

    Who has a title or a person's noun for a name is none, nor whom the parser sees as a person (the
    *Buddha*, in *Mary*): only of what has an indefinite article, and of drinks, it is not believed.
    """
    word = name[0].lower()
    if len(name) > 1 or is_title(word) or lexical(word) == PERSON:
        return False
    told, is_given = parsed(tree, n), is_personal_name((word,))
    if told == PERSON:
        return is_one_of_many(tree, n, is_given=is_given)
    return is_with_article(tree, n, is_given=is_given) or is_place(tree, n, is_told=told == PLACE)


def _is_acronym(tree: Tree, form: str) -> bool:
    """HP, NATO: in capitals among words that are not."""
    return len(form) > 1 and form.isupper() and any(map(str.islower, tree.forms))


@lru_cache(maxsize=1024)
def is_personal_name(tokens: tuple[str, ...]) -> bool:
    """Whether a lower-case name begins with a person's title or a given name."""
    return is_title(tokens[0]) or any(tokens[0] in entries(kind) for kind in GIVEN_NAMES)


def is_title(word: str) -> bool:
    """Whether a lower-case word is a person's title: "mr."."""
    return any(word in entries(kind) for kind in TITLES)


TITLES = ("masculine_titles", "feminine_titles", "titles")
GIVEN_NAMES = ("given_names_masculine", "given_names_feminine")


@lru_cache(maxsize=1024)
def lexical(lemma: str) -> frozenset[Sort]:
    """The sorts the lexicon has for a noun; none if it does not know it."""
    if lemma in entries("animals"):
        return ANIMAL
    if any(lemma in entries(kind) for kind in ("persons", "masculine_nouns", "feminine_nouns")):
        return PERSON
    if lemma in SOMETHING:
        return NOT_A_PERSON
    if lemma in entries("animal_nouns"):
        return ANIMAL
    return frozenset(map(Sort, table("noun_sorts").get(lemma, ())))


@lru_cache(maxsize=1024)
def by_ending(lemma: str) -> frozenset[Sort]:
    """Abstract nouns show it: -ness, -tion, -ity; of others nothing is known."""
    return ABSTRACT if lemma.endswith(ABSTRACT_ENDINGS) else ANY_SORT


def parsed(tree: Tree, n: int) -> frozenset[Sort]:
    """The sort that the parser sees, if it has one for a word."""
    sorts = tree.utterance.sorts
    return SORTS.get(sorts[n - 1], NO_SORT) if sorts else NO_SORT


def stated(tree: Tree, n: int) -> frozenset[Sort]:
    """The sort that the file states of a word, if it does."""
    sorts = tree.utterance.stated
    return SORTS.get(sorts[n - 1], NO_SORT) if sorts else NO_SORT


def fits(pronoun: Agreement, sorts: frozenset[Sort]) -> bool:
    """He and she are animate, it is no person; they may be anything."""
    if Gender.NEUTER not in pronoun.gender:
        return not sorts.isdisjoint(ANIMATE)
    if len(pronoun.gender) == 1:
        return not sorts.isdisjoint(INANIMATE)
    return True
