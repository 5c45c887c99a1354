"""Number, gender and person that pronouns require and that noun phrases allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from hearer.analysis.constraints.figures import AMOUNTS, is_figure, is_several
from hearer.lexicon import entries
from hearer.model import (
    ANY_GENDER,
    ANY_NUMBER,
    Agreement,
    Gender,
    Number,
    Person,
    Sort,
    pronouns,
)
from hearer.model.pronouns import Register
from hearer.model.tree import Tree

SINGULAR, PLURAL = frozenset({Number.SINGULAR}), frozenset({Number.PLURAL})
MASCULINE, FEMININE = frozenset({Gender.MASCULINE}), frozenset({Gender.FEMININE})
NEUTER, HUMAN = frozenset({Gender.NEUTER}), MASCULINE | FEMININE

HE = Agreement(SINGULAR, MASCULINE)
SHE = Agreement(SINGULAR, FEMININE)
IT = Agreement(SINGULAR, NEUTER)
THEY = Agreement(PLURAL, ANY_GENDER)
COUPLE = Agreement(PLURAL, HUMAN)
SEVERAL = Agreement(PLURAL, ANY_GENDER)
AN_AMOUNT = Agreement(ANY_NUMBER, NEUTER)  # it or they, and neither he nor she
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_KNOWN = {
    form: one.agreement
    for form, one in pronouns.PRONOUNS.items()
    if one.register in {Register.STANDARD, Register.CLIPPED}
}
PRONOUNS: Mapping[str, Agreement] = {
    **{form: agrees for form, agrees in _KNOWN.items() if agrees.person is Person.THIRD},
    "em": THEY,  # 'em, if the apostrophe is a word of its own
}
SPEAKERS: Mapping[str, Agreement] = {
    form: agrees for form, agrees in _KNOWN.items() if agrees.person is not Person.THIRD
}

# "Everyone ... they", "someone ... he": grammatically singular, taken up either way.
INDEFINITE_PERSONS = frozenset(
    "everyone everybody someone somebody anyone anybody nobody one whoever".split()
)
ANIMATE = frozenset({Sort.PERSON, Sort.ANIMAL})
GROUP_SORTS = frozenset({Sort.ORGANIZATION, Sort.PLACE})


def of_pronoun(form: str) -> Agreement | None:
    """What a third-person pronoun requires of its antecedent.

    >>> sorted(of_pronoun("Her").gender)
    [<Gender.FEMININE: 'feminine'>]
    """
    return PRONOUNS.get(form.lower())


def of_noun(tree: Tree, n: int, sorts: frozenset[Sort]) -> Agreement:
    """What the noun phrase headed by `n` allows; unknown is the full set."""
    if Sort.PERSON not in sorts and is_figure(tree.forms[n], tree.upos[n]):
        return AN_AMOUNT
    agreement = _of_lemma(tree.lemmas[n], is_plural(tree, n), sorts)
    if tree.has(n, "appos", "flat") and tree.lemmas[n] in entries("lower_animals"):
        return Agreement(agreement.number, ANY_GENDER)  # a hamster that has a name
    return agreement


def is_plural(tree: Tree, n: int) -> bool:
    """Whether a noun is in the plural: as its features say, else its tag, else its form."""
    features = tree.utterance.features[n - 1]
    if "Number=" in features:
        return "Number=Plur" in features or "Number=Ptan" in features
    if tree.utterance.xpos[n - 1] in PLURAL_TAGS:
        return True
    lemma = tree.lemmas[n]
    return tree.upos[n] == "NOUN" and lemma not in {"_", tree.forms[n].lower()}


@lru_cache(maxsize=4096)
def _of_lemma(lemma: str, is_plural: bool, sorts: frozenset[Sort]) -> Agreement:  # noqa: FBT001
    if is_several(lemma):
        return SEVERAL
    if lemma in AMOUNTS and not is_plural:
        return AN_AMOUNT
    return _agreement(_number(lemma, is_plural=is_plural), gender_of(lemma, sorts))


def of_name(tree: Tree, n: int, name: Sequence[str], sorts: frozenset[Sort]) -> Agreement:
    """What a name allows: its title or given name tell the gender of who bears it."""
    shown = name_gender(tuple(token.lower() for token in name)) if sorts & ANIMATE else None
    gender = shown or _gender_of_sorts(sorts)
    if is_plural(tree, n) and not tree.feature(n, "Number=Ptan"):  # the Netherlands is one
        number = ANY_NUMBER if sorts <= GROUP_SORTS else PLURAL
    else:
        number = ANY_NUMBER if sorts == frozenset({Sort.ORGANIZATION}) else SINGULAR
    return _agreement(number, gender)


@lru_cache(maxsize=1024)
def _agreement(number: frozenset[Number], gender: frozenset[Gender]) -> Agreement:
    return Agreement(number, gender)


def _number(lemma: str, *, is_plural: bool) -> frozenset[Number]:
    if lemma in entries("invariable_nouns") or (lemma in INDEFINITE_PERSONS and not is_plural):
        return ANY_NUMBER
    if is_plural or lemma in entries("plural_nouns"):
        return PLURAL
    return ANY_NUMBER if lemma in entries("group_nouns") else SINGULAR


def gender_of(lemma: str, sorts: frozenset[Sort]) -> frozenset[Gender]:
    """The genders a noun allows, by its own meaning first, then by its sorts.

    A cow is she or it, a dog may be anything, and a hamster is it: "lower animals" are spoken of
    like things (Quirk et al. 1985, 5.104 to 5.111).
    """
    if lemma in entries("lower_animals"):
        return NEUTER
    or_it = NEUTER if lemma in entries("animals") else frozenset[Gender]()
    if lemma in entries("masculine_nouns"):
        return MASCULINE | or_it
    if lemma in entries("feminine_nouns"):
        return FEMININE | or_it
    return ANY_GENDER if or_it else _gender_of_sorts(sorts)


@lru_cache(maxsize=1024)
def _gender_of_sorts(sorts: frozenset[Sort]) -> frozenset[Gender]:
    """Persons are he or she, animals anything, all else is it."""
    gender: frozenset[Gender] = frozenset()
    for sort in sorts:
        gender |= _GENDERS.get(sort, NEUTER)
    return gender or ANY_GENDER


_GENDERS = {Sort.PERSON: HUMAN, Sort.ANIMAL: ANY_GENDER}


EPITHETS = frozenset("big dear dearest little old poor saint st. young".split())
INITIAL = 2  # letters at most: *J.* Edgar


def _tells_nothing(token: str) -> bool:
    """Whether a word before a given name tells no gender: a title, an initial, *old*."""
    is_initial = len(token) <= INITIAL and token.endswith(".")
    return is_initial or token in entries("titles") or token in EPITHETS


@lru_cache(maxsize=1024)
def name_gender(name: tuple[str, ...]) -> frozenset[Gender] | None:
    """The gender a name shows by its title, or by the first of its given names."""
    for token in name:
        if token in entries("masculine_titles"):
            return MASCULINE
        if token in entries("feminine_titles"):
            return FEMININE
    given = next((token for token in name if not _tells_nothing(token)), "")
    if given in entries("given_names_masculine"):
        return MASCULINE
    if given in entries("given_names_feminine"):
        return FEMININE
    return None
