"""Number, gender and person as FEATS state them.

of_word         the agreement of a pronoun
of_possessor    that of the possessor that a possessive names: *její*, hers
of_noun         what a noun phrase allows, asked of the noun and of what agrees with it
of_zero         that of a subject that is not said: its verb tells

What is not stated is left open. Grammatical gender rules out what it rules out in the language:
German *er* may be a table. Nouns of one gender for persons of any (*das Mädchen*) allow
both. Dual, paucal and what has no singular are more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from hearer.analysis.describe import (
    FEMININE,
    HUMAN,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
)
from hearer.model import (
    ANY_GENDER,
    ANY_NUMBER,
    Agreement,
    Gender,
    Number,
    Person,
    features_of,
)
from hearer.model.text import EmptyNode
from hearer.model.tree import Tree, base

GENDERS: Mapping[str, frozenset[Gender]] = {
    "Masc": MASCULINE,
    "Fem": FEMININE,
    "Neut": NEUTER,
    "Com": HUMAN,
}
NUMBERS: Mapping[str, frozenset[Number]] = {
    "Sing": SINGULAR,
    **dict.fromkeys(("Plur", "Dual", "Tri", "Pauc", "Grpa", "Grpl", "Ptan"), PLURAL),
}
PERSONS = {"1": Person.FIRST, "2": Person.SECOND}
AGREEING = ("det", "amod", "nummod")  # what has the gender of its noun
VERBAL = frozenset({"VERB", "AUX"})
# Nouns of one gender for persons of any, by language.
EITHER: Mapping[str, frozenset[str]] = {
    "cs": frozenset("dítě děvče osoba oběť hlava kníže".split()),
    "de": frozenset(
        "mädchen kind weib fräulein mitglied opfer person geisel waise star genie".split()
    ),
    "es": frozenset("persona víctima criatura".split()),
    "fr": frozenset("personne victime sentinelle vedette enfant ministre juge médecin".split()),
    "it": frozenset("persona vittima guida sentinella spia".split()),
    "nl": frozenset("meisje kind slachtoffer persoon lid".split()),
    "pl": frozenset("dziecko osoba ofiara dziewczę".split()),
    "pt": frozenset("pessoa vítima criança".split()),
    "ru": frozenset("врач судья человек ребёнок ребенок дитя лицо жертва доктор директор".split()),
    "sv": frozenset("barn".split()),
}


def of_word(features: Mapping[str, str]) -> Agreement:
    """The agreement of a pronoun.

    >>> of_word({"Gender": "Fem,Masc", "Number": "Dual"}).number == PLURAL
    True
    """
    return Agreement(
        stated(features.get("Number"), NUMBERS, ANY_NUMBER),
        stated(features.get("Gender"), GENDERS, ANY_GENDER),
        person_of(features),
    )


def of_possessor(features: Mapping[str, str]) -> Agreement:
    """That of the possessor; the features without a layer are those of what is possessed."""
    return Agreement(
        stated(features.get("Number[psor]"), NUMBERS, ANY_NUMBER),
        stated(features.get("Gender[psor]"), GENDERS, ANY_GENDER),
        person_of(features),
    )


def person_of(features: Mapping[str, str]) -> Person:
    """The person; of a possessive, that of who possesses. What is not told is the third."""
    told = features.get("Person[psor]") or features.get("Person", "")
    return PERSONS.get(told, Person.THIRD)


def stated(
    value: str | None,
    table: Mapping[str, frozenset[Gender]] | Mapping[str, frozenset[Number]],
    otherwise: frozenset,  # type: ignore[type-arg]
) -> frozenset:  # type: ignore[type-arg]
    """What a feature says, one value or several; `otherwise` if it says nothing we know."""
    if not value:
        return otherwise
    said = [table[one] for one in value.split(",") if one in table]
    return frozenset().union(*said) if said else otherwise


def of_noun(tree: Tree, n: int) -> Agreement:
    """What a noun phrase allows: the noun tells, else what agrees with it."""
    own = features_of(tree.utterance.features[n - 1])
    number = stated(own.get("Number"), NUMBERS, ANY_NUMBER)
    if number == SINGULAR and _is_counted(tree, n):
        number = ANY_NUMBER  # Turkish *iki adam*, two men, is a singular
    gender = stated(own.get("Gender"), GENDERS, ANY_GENDER)
    if gender == ANY_GENDER:
        gender = _gender_beside(tree, n)
    if tree.lemmas[n] in EITHER.get(tree.utterance.language, ()):
        gender |= HUMAN
    return _agreement(number, gender)


def _is_counted(tree: Tree, n: int) -> bool:
    counts = tree.exactly(n, "nummod", "nummod:gov", "nummod:entity")
    return any(tree.forms[one] not in {"1", "one"} for one in counts)


def _gender_beside(tree: Tree, n: int) -> frozenset[Gender]:
    """What determiners and adjectives say, else the predicate that a subject agrees with."""
    for child in tree.children[n]:
        is_own = tree.bases[child] in AGREEING and not _is_possessive(tree, child)
        if is_own and (found := _gender_at(tree, child)):
            return found
    if tree.bases[n] == "nsubj":
        for word in _predicate(tree, tree.heads[n]):
            if found := _gender_at(tree, word):
                return found
    return ANY_GENDER


def _is_possessive(tree: Tree, n: int) -> bool:
    return tree.feature(n, "Poss=Yes")


def _gender_at(tree: Tree, n: int) -> frozenset[Gender]:
    found = features_of(tree.utterance.features[n - 1]).get("Gender")
    told: frozenset[Gender] = stated(found, GENDERS, frozenset())
    return told


def _predicate(tree: Tree, n: int) -> Iterable[int]:
    """A predicate and its auxiliaries, where they agree with the subject."""
    words = (n, *(child for child in tree.children[n] if tree.bases[child] in {"aux", "cop"}))
    return [word for word in words if tree.upos[word] in {*VERBAL, "ADJ"}]


def of_zero(tree: Tree, node: EmptyNode) -> Agreement:
    """The agreement of what is not said: as the node states it, else as its verb does."""
    own = features_of(node.features)
    if own.keys() & {"Person", "Number", "Gender"} or base(node.relation) != "nsubj":
        return of_word(own)
    told: dict[str, str] = {}
    for word in _predicate(tree, node.head) if 0 < node.head < len(tree.forms) else ():
        features = features_of(tree.utterance.features[word - 1])
        for name in ("Person", "Number", "Gender"):
            if name in features:
                told.setdefault(name, features[name])
        if features.get("Mood") == "Imp":
            told.setdefault("Person", "2")
    return of_word(told)


@lru_cache(maxsize=256)
def _agreement(number: frozenset[Number], gender: frozenset[Gender]) -> Agreement:
    return Agreement(number, gender)
