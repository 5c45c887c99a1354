"""Names: which words belong to one, and what is left open about who or what bears it.

name_of      the words of a name
written      a name as it is written
is_couple    whether it has two titles
is_title_alone whether it is a title and no name
nouns_beside the common nouns beside it
gender_beside what they tell of who bears it
is_titled    whether it begins with a title
leniently    sorts and agreement of a noun phrase where a doubt is left open
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement, sorts
from hearer.analysis.constraints.collectives import (
    Described,
    of_common_noun,
    of_quantifier,
)
from hearer.analysis.constraints.figures import is_figure
from hearer.lexicon import entries
from hearer.model import ANY_GENDER, ANY_NUMBER, ANY_SORT, Agreement, Sort
from hearer.model.tree import Tree, base
from hearer.names import joined, spelled


def is_title_alone(tree: Tree, n: int, name: tuple[str, ...]) -> bool:
    """*The Judge*, *my Lord*: a title without a name is a noun, however it is written."""
    return len(name) == 1 and tree.is_determined(n) and is_titled(name)


def name_of(tree: Tree, n: int) -> tuple[str, ...]:
    """The words of the name that `n` heads: title, compounds, flat parts; () if it is none.

    A name may hang on a common noun (*singer* Lina Berg), or the noun on the name; see `nouns_of`.
    """
    return tuple([tree.forms[part] for part in _parts(tree, n)])


def written(tree: Tree, n: int) -> str:
    """The name that `n` heads as it is written: Mr. and Mrs. O'Hara-Smythe."""
    return spelled(tree, sorted([*_parts(tree, n), *joined(tree, n)]))


def _parts(tree: Tree, n: int) -> list[int]:
    if tree.upos[n] == "NOUN" and "flat" in tree.firsts[n]:
        return sorted(_flat(tree, n))
    if tree.upos[n] != "PROPN":
        return []
    parts = [n, *_flat(tree, n)]
    for child in tree.children[n]:
        relation = tree.relations[child]
        is_title = relation == "nmod:desc" and not _is_common(tree, child)
        if is_title or _is_name_part(tree, child, relation):
            parts.append(child)
    return sorted(parts)


def _flat(tree: Tree, n: int) -> list[int]:
    """The flat parts of a name, and theirs."""
    parts = [n]
    for part in parts:
        parts += [c for c in tree.children[part] if tree.bases[c] == "flat" and c > part]
    return [part for part in parts[1:] if tree.upos[part] in {"PROPN", "X"}]


def nouns_beside(tree: Tree, n: int) -> tuple[str, ...]:
    """The common nouns beside the name that `n` heads: *teacher* Hugo Stern."""
    if tree.upos[n] == "NOUN":
        return (tree.lemmas[n],)
    titles = tree.exactly(n, "nmod:desc") if "nmod:desc" in tree.firsts[n] else ()
    return tuple([tree.lemmas[title] for title in titles if _is_common(tree, title)])


def _is_common(tree: Tree, n: int) -> bool:
    """A *teacher*, a *Chef*: a noun for persons that is no title."""
    form = tree.forms[n].lower()
    is_noun = tree.upos[n] == "NOUN" and (n == 1 or tree.forms[n] == form)
    return (is_noun or sorts.lexical(form) == sorts.PERSON) and not is_titled((form,))


def _is_name_part(tree: Tree, n: int, relation: str) -> bool:
    """*Connecticut Supreme* Court: adjectives in names are tagged as names in XPOS only."""
    is_name = tree.upos[n] == "PROPN" or tree.utterance.xpos[n - 1].startswith("NNP")
    return is_name and base(relation) in {"compound", "amod"}


def gender_beside(tree: Tree, n: int, agrees: Agreement) -> Agreement:
    """What the nouns beside a name tell of who bears it: the *actress* Noor, *Widow* Douglas."""
    for noun in nouns_beside(tree, n):
        gender = agreement.gender_of(noun, sorts.PERSON)
        if len(gender) == 1:
            return Agreement(agrees.number, gender, agrees.person)
    return agrees


def is_titled(name: tuple[str, ...]) -> bool:
    """Whether a name begins with a title: "Mr. Curtis"."""
    return sorts.is_title(name[0].lower())


def is_couple(tree: Tree, n: int) -> bool:
    """Whether a name has two titles and stands for two: *Mr. and Mrs.* Novak."""
    links = joined(tree, n) if tree.upos[n] == "PROPN" else ()
    beside = ((tree.forms[link - 1], tree.forms[link + 1]) for link in links)
    return any(is_titled((first,)) and is_titled((second,)) for first, second in beside)


def leniently(tree: Tree, n: int, name: tuple[str, ...], strict: Described) -> Described:
    """Sorts and agreement where a doubt is left open: *one* and *some* may be anything."""
    if is_figure(tree.forms[n], tree.upos[n]) or sorts.stated(tree, n):
        return strict
    if tree.upos[n] in {"PRON", "DET", "NUM"}:
        return of_quantifier(tree.lemmas[n])
    if not name:
        return _perhaps_named(tree, n, of_common_noun(tree.lemmas[n], strict))
    noun = sorts.lexical(name[-1].lower()) - sorts.PERSON if len(name) > 1 else frozenset()
    if noun and not is_titled(name):
        return _called_after(noun, strict)
    which, agrees = strict
    if tree.feature(n, "Number=Plur"):  # one thing, too: General *Motors*
        return which, Agreement(ANY_NUMBER, agrees.gender | agreement.NEUTER)
    is_known = tree.has(n, "det") or sorts.is_namesake(tree, n, name)
    if Sort.PERSON not in which and is_known:  # an Alfa Romeo, the Hague, in Victoria
        return strict
    if len(name) > 1:
        return _long(strict)
    return _single(name[0].lower(), sorts.parsed(tree, n), strict)


def _perhaps_named(tree: Tree, n: int, strict: Described) -> Described:
    """A bare noun that opens an utterance and is a given name: *Patience* lost her way."""
    if n != 1:
        return strict
    form = tree.forms[n].lower()
    is_bare = not tree.children[n] and tree.upos[n] == "NOUN" and tree.bases[n] == "nsubj"
    if not is_bare or not sorts.is_personal_name((form,)):
        return strict
    which, agrees = strict
    gender = agreement.name_gender((form,)) or agreement.HUMAN
    return which | sorts.PERSON, Agreement(agrees.number, agrees.gender | gender)


def _called_after(noun: frozenset[Sort], strict: Described) -> Described:
    """What the common noun at the end of a name is (Forest *Park*), or a person (Tracey *Gold*)."""
    which, agrees = strict
    if which == sorts.PERSON:
        return which | noun, Agreement(agrees.number, agrees.gender | agreement.NEUTER)
    return noun, Agreement(ANY_NUMBER, agreement.NEUTER)


def _single(name: str, parsed: frozenset[Sort], strict: Described) -> Described:
    """Given names tell (*Peter*), but some are a surname (*Simon*), or a place (*America*).

    The first may be he or she, and something else only if the parser says so; the second also if it
    says nothing.
    """
    which, agrees = strict
    if Sort.PERSON not in which:
        return which | sorts.PERSON, Agreement(agrees.number, ANY_GENDER)
    gender = agreement.HUMAN if name in entries("also_surnames") else agrees.gender
    if name in entries("also_places"):
        parsed = parsed or ANY_SORT
    elif gender == agrees.gender:
        return strict
    may_be_it = agreement.NEUTER if parsed - sorts.PERSON else frozenset()
    return which | parsed, Agreement(agrees.number, gender | may_be_it)


def _long(strict: Described) -> Described:
    """Of names a parser is not sure enough what they stand for to rule a person out."""
    which, agrees = strict
    if Sort.PERSON in which:
        return strict
    return which | sorts.PERSON, Agreement(agrees.number, ANY_GENDER)
