"""Expressions of languages other than English, read from Universal Dependencies alone.

Pronouns are identified by PronType, Person, Reflex and Poss, or by their form where a file has no
features; empty nodes are zero pronouns. What a feature does not state is left open. No list of
English words is used: what needs one is left out, and NOTE says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from hearer.analysis import describe
from hearer.analysis.draft import Draft, Marks, short
from hearer.analysis.noun_phrase import noun_phrase
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.model import ANY_GENDER, ANY_NUMBER, ANY_SORT, Agreement, Gender, Kind, Number, Person
from hearer.model.expression import FEMININE, HUMAN, MASCULINE, NEUTER, PLURAL, SINGULAR
from hearer.model.lexicon import data, table, words
from hearer.model.text import EmptyNode, Utterance, features_of
from hearer.model.tree import VERBS, Tree, base
from hearer.names import spelled

NOTE = (
    "it is read as {}, by Universal Dependencies alone; left out are pronouns without PronType and "
    "without a form that we know, sorts, pleonastic pronouns that the tree does not call expl, "
    "verbs of saying, idioms, times, titles and given names, which need lists of words"
)
Features = Mapping[str, str]
STATED = ("Number", "Gender")

# Agreement ---------------------------------------------------------------------------------------

GENDERS = {
    "Masc": MASCULINE, "Fem": FEMININE, "Neut": NEUTER,
    "Com": HUMAN,
}  # fmt: skip
NUMBERS = dict.fromkeys("Plur Dual Tri Pauc Grpa Grpl Ptan".split(), PLURAL)
NUMBERS["Sing"] = SINGULAR
PERSONS = {"1": Person.FIRST, "2": Person.SECOND}


def agreement_of(features: Features, layer: str = "") -> Agreement:
    """Return the agreement of a pronoun; with the layer "[psor]", that of a possessor.

    The features of a possessive without a layer are those of what is possessed.

    >>> agreement_of({"Gender": "Fem,Masc", "Number": "Dual"}).number
    frozenset({<Number.PLURAL: 'plural'>})
    """
    numbers, genders = (features.get(f"{name}{layer}", "").split(",") for name in STATED)
    person = features.get("Person[psor]") or features.get("Person", "")
    return Agreement(
        frozenset[Number]().union(*(NUMBERS.get(one, ()) for one in numbers)) or ANY_NUMBER,
        frozenset[Gender]().union(*(GENDERS.get(one, ()) for one in genders)) or ANY_GENDER,
        PERSONS.get(person, Person.THIRD),
    )


def _of_noun(tree: Tree, n: int) -> Agreement:
    """Return the agreement of a noun phrase: that of the noun, or of the words that agree with it.

    Nouns of one gender for persons of any (*das Mädchen*) may be masculine or feminine.
    """
    number, gender, _ = agreement_of(_features_at(tree, n))
    if number == SINGULAR and "nummod" in tree.firsts[n]:
        number = ANY_NUMBER  # Turkish *iki adam*, two men, is a singular
    if gender == ANY_GENDER:
        agreeing = tree.related(n, "det", "amod", "nummod")
        beside = [child for child in agreeing if not tree.feature(child, "Poss=Yes")]
        if tree.bases[n] == "nsubj":
            beside += _predicate(tree, tree.heads[n])
        genders = (agreement_of(_features_at(tree, word)).gender for word in beside)
        gender = next((stated for stated in genders if stated != ANY_GENDER), ANY_GENDER)
    either = data("languages")["either_gender"].get(tree.utterance.language, "")
    return Agreement(number, gender | HUMAN if tree.lemmas[n] in either.split() else gender)


def _features_at(tree: Tree, n: int) -> Features:
    return features_of(tree.utterance.features[n - 1])


def _predicate(tree: Tree, n: int) -> list[int]:
    """Return a predicate and its auxiliaries, where they agree with the subject."""
    parts = (n, *tree.related(n, "aux", "cop"))
    return [word for word in parts if tree.upos[word] in {"VERB", "AUX", "ADJ"}]


def of_zero(tree: Tree, node: EmptyNode) -> Agreement:
    """Return the agreement of a zero pronoun: as the node states it, else as its verb does."""
    stated: dict[str, str] = dict(features_of(node.features))
    is_stated = not {"Person", *STATED}.isdisjoint(stated)
    if is_stated or base(node.relation) != "nsubj" or not 0 < node.head < len(tree.forms):
        return agreement_of(stated)
    for word in reversed(_predicate(tree, node.head)):
        features = _features_at(tree, word)
        if features.get("Mood") == "Imp":
            stated["Person"] = "2"
        stated |= {k: v for k, v in features.items() if k in {"Person", *STATED}}
    return agreement_of(stated)


# Words -------------------------------------------------------------------------------------------

PRONOMINAL, ADDRESSING, REFERRING_LEMMAS, MAY_BE_ZERO, ZERO_RELATIONS = words(
    "other languages", "pronominal addressing referring_lemmas may_be_zero zero_relations"
)
POSSESSIVE = PRONOMINAL | {"ADJ"}
SHOWN = {"m": "Masc", "f": "Fem", "n": "Neut", "1": "Sing", "2": "Plur"}


@cache
def _forms(language: str) -> Mapping[str, str]:
    """Return the pronouns in lexicon/personal_pronouns.txt, each with a code.

    In a code m, f, n are genders, 1 singular, 2 plural, p possessive, r reflexive. A form without a
    gender or a number may have any.
    """
    pairs = (entry.partition("=") for entry in table("personal_pronouns").get(language, ()))
    return {form: code for form, _, code in pairs}


def _features(utterance: Utterance, index: int) -> str:
    """Return the features of a word, with those that its form shows if it is a known pronoun.

    A determiner is a pronoun only if it is possessive, unlike German *die*, French *le*.
    """
    stated, upos = utterance.features[index], utterance.upos[index]
    code = _forms(utterance.language).get(utterance.forms[index].lower().replace("’", "'"))
    is_new = "PronType=" not in stated
    if code is None or upos not in POSSESSIVE or (is_new and upos != "PRON" and "p" not in code):
        return stated
    features = dict(features_of(stated))
    if is_new:
        marks = {"Poss": "p", "Reflex": "r"}
        features |= {name: "Yes" for name, letter in marks.items() if letter in code}
        features = {"Person": "3", **features, "PronType": "Prs"}
    layer = "[psor]" if features.get("Poss") == "Yes" else ""
    for name, letters in zip(STATED, ("12", "mfn"), strict=True):
        if shown := ",".join(SHOWN[one] for one in letters if one in code):
            features.setdefault(f"{name}{layer}", shown)
    return "|".join(f"{name}={value}" for name, value in features.items())


def plain(utterance: Utterance) -> Utterance:
    """Return the utterance with features of known pronouns, possessors as `nmod:poss`, and lemmas.

    Treebanks call German *sein* det:poss, Czech *jeho* det, English *his* nmod:poss. A reflexive
    possessive (*svůj*) becomes nmod, so that the clause binds it, not the noun phrase.
    """
    features = tuple(_features(utterance, index) for index in range(len(utterance)))
    relations = map(_relation, utterance.relations, utterance.upos, features)
    pairs = zip(utterance.lemmas, utterance.forms, strict=True)
    # Korean 철수+는: a noun and its particle.
    lemmas = (
        form if lemma in {"_", ""} else (lemma.partition("+")[0] or lemma) for lemma, form in pairs
    )
    return replace(utterance, relations=tuple(relations), features=features, lemmas=tuple(lemmas))


def _relation(relation: str, upos: str, features: str) -> str:
    may_be = base(relation) in {"det", "nmod", "amod"} and upos in POSSESSIVE
    is_other = "PronType=" in features and "PronType=Prs" not in features
    if not may_be or is_other or "Poss=Yes" not in features:
        return relation
    return "nmod" if "Reflex=Yes" in features else "nmod:poss"


# Expressions -------------------------------------------------------------------------------------

ZERO = "Ø"
DEFINITE, INDEFINITE, NO_NOMINALS = words("other languages", "definite indefinite no_nominals")


def drafted(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """Return the expression that word `n` heads, if it is of a kind that can refer."""
    if tree.upos[n] not in PRONOMINAL:
        return _nominal(tree, n, options)
    features = _features_at(tree, n)
    types = features.get("PronType", "").split(",")
    if "Rcp" in types:
        return short(tree, n, Kind.RECIPROCAL, Agreement(PLURAL))
    if "Rel" in types and (antecedent := relativized(tree, n)):
        relative = short(tree, n, Kind.RELATIVE, agreement_of(features))
        return relative._replace(evokes=antecedent) if options.relative_pronouns else None
    if personal := _personal(tree, n, features):
        return personal
    if "PronType" not in features or not NO_NOMINALS.isdisjoint(types):
        return None
    if "Dem" not in types:
        return _nominal(tree, n, options)
    demonstrative = short(tree, n, Kind.DEMONSTRATIVE, agreement_of(features))
    return demonstrative if options.demonstratives else None


def third_persons(utterance: Utterance) -> Iterator[Draft]:
    """Yield the pronouns of the third person."""
    tree = Tree(plain(utterance) if utterance.language else utterance)
    for n in tree.words:
        if tree.upos[n] in PRONOMINAL and tree.bases[n] != "expl":
            draft = _personal(tree, n, _features_at(tree, n))
            if draft and draft.is_pronoun:
                yield draft


def is_personal(utterance: Utterance, index: int) -> bool:
    """Return True for a personal pronoun of any person, by its features or its form."""
    is_pronominal = utterance.upos[index] in PRONOMINAL
    return is_pronominal and "PronType=Prs" in _features(utterance, index)


def is_left_out(tree: Tree, n: int, options: AnalysisOptions) -> bool:
    """Return True for an expletive, a predicate or an undetermined time: they do not refer."""
    over = tree.first_conjunct(n)
    is_nominal = tree.upos[over] not in VERBS and "case" not in tree.firsts[over]
    # She is *a judge*, also without a copula: она *судья*.
    is_predicate = is_nominal and (tree.bases[over] == "xcomp" or tree.has(over, "cop", "nsubj"))
    is_time = tree.relations[n].endswith(":tmod") and options.temporal is not Temporal.ALL
    is_bare = options.temporal is Temporal.NONE or not tree.is_determined(n)
    return tree.bases[n] == "expl" or is_predicate or (is_time and is_bare)


def _personal(tree: Tree, n: int, features: Features) -> Draft | None:
    """Return a personal, possessive or reflexive pronoun."""
    is_implied = not {"Person", "Reflex", "Poss"}.isdisjoint(features)
    if features.get("PronType", "Prs" if is_implied else "") != "Prs":
        return None
    is_possessive = features.get("Poss") == "Yes"
    agrees = agreement_of(features, "[psor]" if is_possessive else "")
    if features.get("Reflex") == "Yes":
        return short(tree, n, Kind.REFLEXIVE, agrees._replace(person=Person.THIRD))
    is_polite = features.get("Polite") in {"Form", "Pol"}  # German *Sie*, Spanish *usted*
    if is_polite and agrees.person is Person.THIRD and tree.utterance.language in ADDRESSING:
        agrees = agrees._replace(person=Person.SECOND)
    if agrees.person is not Person.THIRD:
        return short(tree, n, Kind.SPEAKER, agrees)
    if is_possessive or tree.relations[n] == "nmod:poss":
        return short(tree, n, Kind.POSSESSIVE, agrees)
    return short(tree, n, Kind.PRONOUN, agrees) if "Person" in features else None


def relativized(tree: Tree, n: int) -> int:
    """Return the noun that a relative pronoun stands for, or 0.

    In English, *acl* alone is no relative clause: the question *who* came.
    """
    relations = tree.bases if tree.utterance.language else tree.relations
    for over in tree.path(n):
        if relations[over] == ("acl" if tree.utterance.language else "acl:relcl"):
            return tree.heads[over]
        if tree.bases[over] in {"ccomp", "advcl", "root"} and over != n:
            return 0
    return 0


def _nominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """Return the expression that a noun, a name or a quantifier heads."""
    is_appositive = tree.relations[n] == "appos"
    if is_appositive and not options.appositives:
        return None
    name, lemmas = _name_parts(tree, n), ("", *tree.utterance.lemmas)
    first, last = noun_phrase(tree, n)
    kind = Kind.APPOSITIVE if is_appositive else Kind.NAME if name else _kind(tree, n)
    return short(tree, n, kind, _of_noun(tree, n))._replace(
        text=spelled(tree, name) if name else tree.forms[n],
        first=first,
        last=last,
        heard_at=max(n, *name, n),
        sorts=describe.NOT_A_PERSON if describe.is_figure(tree.forms[n]) else ANY_SORT,
        evokes=tree.heads[n] if is_appositive else 0,
        name=tuple(lemmas[part] for part in name if tree.upos[part] != "NOUN"),
        lemma=tree.lemmas[n],
        called="" if name else lemmas[n].upper(),
    )


def _name_parts(tree: Tree, n: int) -> list[int]:
    """Return the words of the name that `n` heads; none if it is no name, unlike *Herr* Müller."""
    parts = [n]
    for part in parts:
        below = tree.related(part, "flat", "compound")
        parts += [child for child in below if tree.upos[child] in {"PROPN", "X"}]
    is_titled = tree.upos[n] == "NOUN" and tree.upos[tree.firsts[n].get("flat", 0)] == "PROPN"
    return sorted(parts) if tree.upos[n] == "PROPN" or is_titled else []


def _kind(tree: Tree, n: int) -> Kind:
    if tree.possessor(n) or tree.feature(n, "Person[psor]="):
        return Kind.POSSESSED
    determiners = tree.related(n, "det")
    stated = {f"{k}={v}" for word in (*determiners, n) for k, v in _features_at(tree, word).items()}
    if not DEFINITE.isdisjoint(stated):
        return Kind.DEFINITE
    if not INDEFINITE.isdisjoint(stated):
        return Kind.INDEFINITE
    is_counted = determiners or "nummod" in tree.firsts[n] or tree.upos[n] in {*PRONOMINAL, "NUM"}
    return Kind.QUANTIFIED if is_counted else Kind.BARE


def zeros(tree: Tree, not_heard: Marks) -> Iterator[Draft]:
    """Yield the zero pronouns of an utterance."""
    for node in tree.utterance.empty_nodes:
        heard_at = min(node.behind + 1, len(tree))
        over = node.head or heard_at
        if is_pronoun(node) and not not_heard[over]:
            yield short(tree, over, Kind.ZERO, of_zero(tree, node))._replace(
                text=ZERO,
                position=node.position,
                first=0,  # it spans no words
                last=0,
                heard_at=heard_at,
                relation=node.relation if node.relation not in {"_", ""} else "dep",
            )


def is_pronoun(node: EmptyNode) -> bool:
    """Return True if an empty node is a pronoun: nothing says that it is something else."""
    if node.lemma.startswith("#") and node.lemma not in REFERRING_LEMMAS:
        return False
    upos, relation = node.upos or "_", base(node.relation) or "_"
    types = features_of(node.features).get("PronType", "Prs").split(",")
    return upos in MAY_BE_ZERO and "Prs" in types and relation in ZERO_RELATIONS
