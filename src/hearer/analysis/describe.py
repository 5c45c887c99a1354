"""Describe noun phrases: the sorts of thing they may denote, their number and their gender.

Unknown features are full sets. The lenient reading leaves open what the strict one decides.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from hearer.analysis.draft import NameWords
from hearer.model import ANY_GENDER, ANY_NUMBER, ANY_SORT, Agreement, Gender, Person, Sort, pronouns
from hearer.model.expression import FEMININE, HUMAN, MASCULINE, NEUTER, PLURAL, SINGULAR, Sorts
from hearer.model.lexicon import entries, table, words
from hearer.model.pronouns import Register
from hearer.model.tree import Tree
from hearer.names import joined

HE, SHE, IT = (Agreement(SINGULAR, gender) for gender in (MASCULINE, FEMININE, NEUTER))
THEY = Agreement(PLURAL, ANY_GENDER)
IT_OR_THEY = Agreement(ANY_NUMBER, NEUTER)  # amounts and groups
_KNOWN = {
    form: one.agreement
    for form, one in pronouns.PRONOUNS.items()
    if one.register in {Register.STANDARD, Register.CLIPPED}
}
PRONOUNS = {form: agrees for form, agrees in _KNOWN.items() if agrees.person is Person.THIRD}
PRONOUNS["em"] = THEY  # 'em, if the apostrophe is a word of its own
SPEAKERS = {form: agrees for form, agrees in _KNOWN.items() if form not in PRONOUNS}

SORTS = {sort.value: frozenset({sort}) for sort in Sort}
PERSON, ANIMAL, PLACE, ORGANIZATION = (
    SORTS[name] for name in "person animal place organization".split()
)
ANIMATE, SOMEBODY = PERSON | ANIMAL, Sort.PERSON
NOT_A_PERSON = ANY_SORT - ANIMATE
ABSTRACT = frozenset({Sort.ABSTRACT, Sort.EVENT})
UNSURE = ABSTRACT | {Sort.OBJECT, Sort.SUBSTANCE, Sort.PLANT}  # the parser's sorts of unknown names
NO_SORT, NO_GENDER = frozenset[Sort](), frozenset[Gender]()

QUANTIFYING, SEVERAL, AMOUNTS, SINGLE, ONE_OF_THEM, SOMEONE, SOMETHING = words(
    "describe", "quantifying several amounts single one_of_them someone something"
)
EITHER_NUMBER, EPITHETS, ENDINGS, UNASSERTED, MAIN, OF_EITHER = words(
    "describe", "indefinite_persons epithets abstract_endings unasserted main of_either_gender"
)
ONE_OR_SOME = AMOUNTS | SINGLE
NUMBER_WORDS = SEVERAL | AMOUNTS | {"and", "one"}  # second parts of others: twenty-one
ABSTRACT_ENDINGS = tuple(ENDINGS)
TITLES = ("masculine_titles", "feminine_titles", "titles")
GIVEN_NAMES = ("given_names_masculine", "given_names_feminine")


class Described(NamedTuple):
    """The sorts and the agreement features that a noun phrase allows."""

    sorts: Sorts
    agreement: Agreement


QUANTIFIERS = {
    **dict.fromkeys(SOMEONE, Described(PERSON, Agreement(ANY_NUMBER, HUMAN))),
    **dict.fromkeys(SOMETHING, Described(NOT_A_PERSON, IT)),
    **dict.fromkeys(AMOUNTS, Described(ANY_SORT, IT_OR_THEY)),
    **dict.fromkeys(ONE_OF_THEM, Described(ANY_SORT, Agreement(SINGULAR))),
}


def describe(tree: Tree, n: int, name: NameWords, *, lenient: bool) -> Described:
    """Describe the noun phrase headed by `n`; `name` are the words of its name, () if none."""
    if name and is_couple(tree, n):
        return Described(PERSON, Agreement(PLURAL, HUMAN))
    lemma, which = tree.lemmas[n], sorts_of(tree, n, name)
    is_number = is_figure(tree.forms[n])
    is_open = lenient and not (is_number or _tagged(tree.utterance.stated, n))
    if name:
        described = _of_name(tree, n, name, which, is_open=is_open)
    elif is_open and tree.upos[n] in QUANTIFYING:
        several = Described(ANY_SORT, THEY if is_several(lemma) else Agreement())
        return QUANTIFIERS.get(lemma, several)
    elif is_number and SOMEBODY not in which:
        return Described(which, IT_OR_THEY)
    else:
        described = _of_noun(lemma, which, is_plural(tree, n), is_open)
    which, agrees = described
    is_person = lenient and SOMEBODY in which and agrees.number == SINGULAR
    if is_person and (gender := told_gender(tree, n)):
        return Described(which, agrees._replace(gender=gender))
    return described


# Pronouns and nouns ---------------------------------------------------------------------------


def of_pronoun(form: str) -> Agreement | None:
    """Return the features that a third-person pronoun requires of its antecedent.

    >>> sorted(of_pronoun("Her").gender)
    [<Gender.FEMININE: 'feminine'>]
    """
    return PRONOUNS.get(form.lower())


def is_plural(tree: Tree, n: int) -> bool:
    """Return True for a plural noun: by its features, else by its tag, else by its form."""
    features = tree.utterance.features[n - 1]
    if "Number=" in features:
        return "Number=Plur" in features or "Number=Ptan" in features
    if tree.utterance.xpos[n - 1] in {"NNS", "NNPS"}:
        return True
    return tree.upos[n] == "NOUN" and tree.lemmas[n] not in {"_", tree.forms[n].lower()}


@lru_cache(maxsize=4096)
def _of_noun(lemma: str, which: Sorts, is_plural: bool, is_open: bool) -> Described:  # noqa: FBT001
    number, gender = SINGULAR, gender_of(lemma, which)
    if lemma in entries("invariable_nouns") or (lemma in EITHER_NUMBER and not is_plural):
        number = ANY_NUMBER
    elif is_plural or lemma in entries("plural_nouns"):
        number = PLURAL
    elif lemma in entries("group_nouns"):  # never a singular he or she
        number, gender = ANY_NUMBER, NEUTER
    if is_several(lemma):
        number, gender = PLURAL, ANY_GENDER
    elif lemma in AMOUNTS and not is_plural:
        number, gender = ANY_NUMBER, NEUTER
    if is_open and lemma in entries("lower_animals"):  # in a fable, the ant is he or she
        gender = ANY_GENDER
    if is_open and lemma in table("person_nouns"):  # some with their gender: airwoman
        which, gender = PERSON, frozenset(map(Gender, table("person_nouns")[lemma])) or HUMAN
    if is_open and number != PLURAL and lemma in entries("collectives"):  # the team, the bank
        which, number, gender = which | ORGANIZATION, ANY_NUMBER, NEUTER
    return Described(which, Agreement(number, gender))


@lru_cache(maxsize=4096)
def gender_of(lemma: str, which: Sorts) -> frozenset[Gender]:
    """Return the genders that a noun allows, by its own meaning first, then by its sorts.

    A cow is she or it, a dog may be anything, and a hamster is it: "lower animals" are spoken of
    like things (Quirk et al. 1985, 5.104 to 5.111). Persons are he or she, all else is it.
    """
    if lemma in entries("lower_animals"):
        return NEUTER
    or_it = NEUTER if lemma in entries("animals") else NO_GENDER
    if lemma in entries("masculine_nouns"):
        return MASCULINE | or_it
    if lemma in entries("feminine_nouns"):
        return FEMININE | or_it
    if or_it or not which or Sort.ANIMAL in which:
        return ANY_GENDER
    if which == PERSON:
        return HUMAN
    return ANY_GENDER if SOMEBODY in which else NEUTER


# Sorts ----------------------------------------------------------------------------------------


def sorts_of(tree: Tree, n: int, name: NameWords = ()) -> Sorts:
    """Return the sorts that a noun or a name may have."""
    # The file's annotation comes first, then spelling, lexicon and parser.
    if stated := _tagged(tree.utterance.stated, n):
        return stated
    if name:
        return _sorts_of_name(tree, n, name)
    lemma = tree.lemmas[n]
    if is_figure(tree.forms[n]):
        return NOT_A_PERSON
    if lemma in ONE_OR_SOME or is_several(lemma):  # *one* of the drivers
        counted = of_phrase(tree, n)
        return sorts_of(tree, counted) if tree.upos[counted] == "NOUN" else ANY_SORT
    found = lexical(lemma) or _tagged(tree.utterance.sorts, n)
    return found or (ABSTRACT if lemma.endswith(ABSTRACT_ENDINGS) else ANY_SORT)


def _tagged(tags: tuple[str, ...], n: int) -> Sorts:
    return SORTS.get(tags[n - 1], NO_SORT) if tags else NO_SORT


@lru_cache(maxsize=4096)
def lexical(lemma: str) -> Sorts:
    """Return the sorts that the lexicon has for a noun, none if it is not listed."""
    if lemma in entries("animals"):
        return ANIMAL
    if lemma in entries("persons", "masculine_nouns", "feminine_nouns"):
        return PERSON
    if lemma in SOMETHING:
        return NOT_A_PERSON
    if lemma in entries("animal_nouns"):
        return ANIMAL
    return frozenset(map(Sort, table("noun_sorts").get(lemma, ())))


def _sorts_of_name(tree: Tree, n: int, name: NameWords) -> Sorts:
    """Sorts of a name, by its title, given name, or last word ("Supreme *Court*")."""
    tokens, parsed = tuple(map(str.lower, name)), _tagged(tree.utterance.sorts, n)
    if is_personal_name(tokens):
        return PERSON
    if is_figure(name[-1]) or tree.lemmas[tree.child(n, "det")] in {"a", "an"}:
        return parsed - PERSON or NOT_A_PERSON  # Area 51, an Alfa Romeo
    if len(name) == 1 and parsed <= UNSURE:
        if len(name[0]) > 1 and name[0].isupper() and any(map(str.islower, tree.forms)):  # NATO
            return parsed or NOT_A_PERSON
        return parsed | PERSON if parsed else ANY_SORT
    return parsed or lexical(tokens[-1]) - PERSON or ANY_SORT


# Names ----------------------------------------------------------------------------------------


def name_of(tree: Tree, n: int) -> NameWords:
    """Return the forms of the name headed by `n`, () if none."""
    return tuple(map(tree.forms.__getitem__, name_parts(tree, n)))


def name_parts(tree: Tree, n: int) -> list[int]:
    """Return the words of the name headed by `n`: title, compounds, flat parts.

    A name may depend on a common noun (*singer* Lina Berg), or the noun on the name.
    """
    is_name = tree.upos[n] == "PROPN"
    if not is_name and not (tree.upos[n] == "NOUN" and "flat" in tree.firsts[n]):
        return []
    flat = [n]
    for part in flat:
        flat += [c for c in tree.children[part] if tree.bases[c] == "flat" and c > part]
    own = [n] if is_name else []
    for part in own:  # [[Mr.] A.] Stone
        own += [child for child in tree.children[part] if _is_name_part(tree, child)]
    return sorted([*own, *[part for part in flat[1:] if tree.upos[part] in {"PROPN", "X"}]])


def _is_name_part(tree: Tree, n: int) -> bool:
    """A title, or an adjective or noun tagged as a name: *Connecticut Supreme* Court."""
    is_name = tree.upos[n] == "PROPN" or tree.utterance.xpos[n - 1].startswith("NNP")
    return tree.relations[n] == "nmod:desc" or (is_name and tree.bases[n] in {"compound", "amod"})


def is_couple(tree: Tree, n: int) -> bool:
    """Return True if a name has two titles: *Mr. and Mrs.* Novak."""
    beside = ((tree.forms[link - 1], tree.forms[link + 1]) for link in joined(tree, n))
    return any(is_title(one.lower()) and is_title(other.lower()) for one, other in beside)


def is_titled(name: NameWords) -> bool:
    """Return True if a name begins with a title: "Mr. Curtis"."""
    return is_title(name[0].lower())


@lru_cache(maxsize=4096)
def is_title(word: str) -> bool:
    """Return True for a person's title in lower case: "mr."."""
    return word in entries(*TITLES)


@lru_cache(maxsize=1024)
def is_personal_name(tokens: NameWords) -> bool:
    """Return True if a lower-case name begins with a person's title or a given name."""
    return tokens[0] in entries(*TITLES, *GIVEN_NAMES)


@lru_cache(maxsize=1024)
def name_gender(name: NameWords) -> frozenset[Gender] | None:
    """Return the gender shown by the title of a lower-case name, or by its first given name."""
    for token in name:
        if token in entries("masculine_titles"):
            return MASCULINE
        if token in entries("feminine_titles"):
            return FEMININE
    neutral = entries("titles") | EPITHETS
    given = next((t for t in name if t not in neutral and not re.fullmatch(r".?\.", t)), "")
    unaccented = unicodedata.normalize("NFKD", given).encode("ascii", "ignore").decode()
    for spelling in (given, unaccented):  # Siobhán, Siobhan
        if spelling in entries("given_names_masculine"):
            return MASCULINE
        if spelling in entries("given_names_feminine"):
            return FEMININE
    return None


def is_gender_guessed(tree: Tree, n: int, name: NameWords) -> bool:
    """Return True for *Kim*, unless a title or a noun tells the gender: *Mr.* Kim."""
    tokens, titles = {*map(str.lower, name)}, entries("masculine_titles", "feminine_titles")
    is_open = titles.isdisjoint(tokens) and not tokens.isdisjoint(entries("unisex_names"))
    return is_open and not told_gender(tree, n)


def told_gender(tree: Tree, n: int) -> frozenset[Gender]:
    """Return the gender that a noun tells of a person: the *actress* Noor; Noor is a *king*."""
    nouns, over = [n, *tree.exactly(n, "nmod:desc")], tree.heads[n]
    is_subject = tree.relations[n] == "nsubj" and tree.lemmas[tree.child(n, "det")] != "no"
    if is_subject and tree.bases[over] in MAIN and is_asserted(tree, over):
        nouns.append(over)
    for m in nouns:
        lemma = tree.lemmas[m]
        if tree.upos[m] == "NOUN" and lemma not in OF_EITHER:
            gender = _of_noun(lemma, PERSON, is_plural=False, is_open=True).agreement.gender
            if len(gender) == 1:
                return gender
    return NO_GENDER


def is_asserted(tree: Tree, n: int) -> bool:
    """Return True for a predicate noun, unless it is denied, asked or only possible."""
    below = tree.firsts[n]
    if "cop" not in below or "case" in below or tree.forms[-1] == "?":
        return False
    return UNASSERTED.isdisjoint(tree.lemmas[child] for child in tree.children[n])


def _of_name(tree: Tree, n: int, name: NameWords, which: Sorts, *, is_open: bool) -> Described:
    """Describe a name; `is_open` leaves open what its form does not decide."""
    shown = name_gender(tuple(map(str.lower, name))) if which & ANIMATE else None
    number, gender = SINGULAR, shown or gender_of("", which)
    if is_plural(tree, n) and not tree.feature(n, "Number=Ptan"):  # the Netherlands is one
        number = ANY_NUMBER if which <= ORGANIZATION | PLACE else PLURAL
    elif which == ORGANIZATION:
        number = ANY_NUMBER
    if is_open and SOMEBODY not in which and not tree.has(n, "det"):
        which, gender = which | PERSON, ANY_GENDER  # parsers are not sure of names
    elif is_open and may_be_surname(tree, n, name):
        gender = HUMAN
    if is_open and which == PERSON and not is_titled(name):
        parsed = _tagged(tree.utterance.sorts, n)
        if not parsed <= PERSON:  # Florence has old bridges
            which, gender = which | parsed, gender | NEUTER
    return Described(which, Agreement(number, gender))


def may_be_surname(tree: Tree, n: int, name: NameWords) -> bool:
    """Return True if a name may be a surname: *Simon*, unless beside *Claire*; Judge *Kay*."""
    *title, last = map(str.lower, name)
    if title:
        return all(each in entries("titles") or each[1:] == "." for each in title)
    if last not in entries("also_surnames"):
        return False
    over = tree.heads[n]
    names = {
        tree.forms[m].lower()
        for m in (over, *tree.children[n], *tree.children[over])
        if tree.bases[m] != "flat" and len(name_parts(tree, m)) == 1
    }
    return names & entries(*GIVEN_NAMES) <= entries("also_surnames", "unisex_names")


# Figures and quantifiers -----------------------------------------------------------------------

DASHES = frozenset("-–—―_.·…*'’")  # placeholders for omitted letters: Mr. ——
FIGURE = re.compile(r"[^\w\s]*\d[\d\Wx]*[a-z]{0,2}\W*", re.IGNORECASE)  # $40, 5th, 1980s
ROMAN = re.compile(r"[IVX]{2,}\.?")  # and no MD, DC or CC


@lru_cache(maxsize=4096)
def is_figure(form: str) -> bool:
    """Return True for figures and signs, by their spelling.

    >>> [is_figure(form) for form in "536 7:30 % $40 5th № XIV MD 2pac ——".split()]
    [True, True, True, True, True, True, True, False, False, False]
    """
    if not any(map(str.isalpha, form)):
        return not DASHES.issuperset(form)
    return bool(FIGURE.fullmatch(form) or ROMAN.fullmatch(form))


@lru_cache(maxsize=1024)
def is_several(lemma: str) -> bool:
    """Return True for words that denote several: *few*, *two*, *twenty-one*."""
    first, *others = lemma.split("-")
    return first in SEVERAL and NUMBER_WORDS.issuperset(others)


def of_phrase(tree: Tree, n: int) -> int:
    """Return the head of the of-phrase of `n`, or 0: the *boys* in "one of the boys"."""
    return next((m for m in tree.exactly(n, "nmod") if tree.preposition(m) == "of"), 0)
