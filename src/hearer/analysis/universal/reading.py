"""Which expressions an utterance of any language has, by Universal Dependencies alone.

    drafted      the expression that a word heads: a pronoun or a noun phrase
    third_persons those of the pronouns of an utterance that are to be resolved
    is_personal  whether a word is a personal pronoun
    left_out     why a word heads none
    zeros        the zero pronouns: what the file has as empty nodes
    anchor_of    the word that anchors a noun phrase: a possessor, a genitive

Pronouns are told by PronType, Person, Reflex and Poss; definite is what has a definite article, a
demonstrative or the feature itself. An empty node is a pronoun unless it says that it is something
else; it stands where the file has it, and ranks by the relation that it has there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hearer.analysis.describe import NOT_A_PERSON, PLURAL
from hearer.analysis.draft import Draft, short
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.analysis.universal import features as agreement
from hearer.analysis.universal.forms import form_of
from hearer.analysis.universal.phrases import noun_phrase
from hearer.analysis.universal.plain import plain, shown, spellings
from hearer.model import ANY_SORT, Agreement, Kind, Person, Utterance, features_of
from hearer.model.text import EmptyNode
from hearer.model.tree import Tree, base

ZERO = "Ø"
PRONOMINAL = frozenset({"PRON", "DET"})
ADDRESSING = frozenset({"de", "es", "it"})  # the third person of politeness is the addressee
CLAUSES = frozenset({"ccomp", "advcl", "root", "parataxis"})
# What tectogrammatical trees (Prague) have that refers to nothing in particular: #Gen, #Unsp.
REFERRING_LEMMAS = frozenset({"#PersPron", "#Cor", "#QCor", "#Rcp"})
MAY_BE_ZERO = frozenset({"PRON", "DET", "_", "X", ""})
ZERO_RELATIONS = frozenset("nsubj obj iobj obl nmod det dep expl dislocated".split())
DISJUNCTIONS = frozenset(
    """oder nebo či ou o u oppure ovvero of eller lub albo czy bądź либо або чи vagy veya yahut
    ya או أو 或 或者 还是 または या tai vai või ή ἤ aut vel sau alebo ali ili или čiže nor ni nici
    ne ani weder noch sondern sino""".split()
)
PARTS_OF_NAMES = frozenset({"flat", "compound", "goeswith"})


# Words ------------------------------------------------------------------------------------------


def drafted(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """The expression that word `n` heads, if it is of a kind that can refer."""
    if tree.upos[n] in PRONOMINAL:
        return _pronominal(tree, n, options)
    return _nominal(tree, n, options)


def third_persons(utterance: Utterance) -> Iterator[Draft]:
    """The pronouns of the third person that a document of another language has."""
    tree = Tree(plain(utterance))
    for n in tree.words:
        if tree.upos[n] in PRONOMINAL and tree.bases[n] != "expl":
            told = features_of(utterance.features[n - 1])
            draft = _personal(tree, n, told)
            if draft and draft.is_pronoun:
                yield draft


def is_personal(utterance: Utterance, index: int) -> bool:
    """Whether a word is a personal pronoun of any person, by its features or its form."""
    is_told = "PronType=Prs" in utterance.features[index]
    may_be = utterance.upos[index] in PRONOMINAL
    return may_be and (is_told or shown(utterance, index) is not None)


def left_out(tree: Tree, n: int, options: AnalysisOptions) -> str:
    """Why word `n`, in the position of a noun phrase, does not refer; nothing if it does."""
    if tree.bases[n] == "expl":
        return "an expletive"
    if is_predicative(tree, n):
        return "predicative noun phrase"
    is_time = tree.relations[n].endswith(":tmod") and options.temporal is not Temporal.ALL
    if is_time and (options.temporal is Temporal.NONE or not tree.is_determined(n)):
        return "undetermined time"
    return ""


def is_predicative(tree: Tree, n: int) -> bool:
    """She is *a judge*, also where nothing is said for *is*: она *судья*."""
    over = tree.first_conjunct(n)
    if tree.upos[over] in {"VERB", "AUX"} or "case" in tree.firsts[over]:
        return False
    return tree.bases[over] == "xcomp" or tree.has(over, "cop", "nsubj")


def _pronominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    told = features_of(tree.utterance.features[n - 1])
    types = told.get("PronType", "").split(",")
    if "Rcp" in types:
        return short(tree, n, Kind.RECIPROCAL, Agreement(PLURAL))
    if antecedent := _relativized(tree, n, types):
        relative = short(tree, n, Kind.RELATIVE, agreement.of_word(told))
        return relative._replace(evokes=antecedent) if options.relative_pronouns else None
    if personal := _personal(tree, n, told):
        return personal
    if "PronType" not in told or not {"Int", "Rel", "Art", "Prs"}.isdisjoint(types):
        return None
    if "Dem" not in types:
        return _nominal(tree, n, options)
    demonstrative = short(tree, n, Kind.DEMONSTRATIVE, agreement.of_word(told))
    return demonstrative if options.demonstratives else None


def _personal(tree: Tree, n: int, told: Mapping[str, str]) -> Draft | None:
    """A personal, possessive or reflexive pronoun, by its features, else by its form."""
    form = shown(tree.utterance, n - 1)
    is_told = told.get("PronType") == "Prs" or (
        "PronType" not in told and not {"Person", "Reflex", "Poss"}.isdisjoint(told)
    )
    if not is_told and form is None:
        return None
    is_possessive = told.get("Poss") == "Yes" or (form is not None and form.is_possessive)
    agrees = agreement.of_possessor(told) if is_possessive else agreement.of_word(told)
    known = form or form_of(tree.utterance.language, *spellings(tree.utterance, n - 1))
    if known and agrees.person is Person.THIRD:
        agrees = agrees.merged_with(known.agreement)
    if told.get("Reflex") == "Yes" or (form is not None and form.is_reflexive):
        return short(tree, n, Kind.REFLEXIVE, agrees._replace(person=Person.THIRD))
    if agrees.person is Person.THIRD and _is_polite(tree, told):
        agrees = agrees._replace(person=Person.SECOND)
    if agrees.person is not Person.THIRD:
        return short(tree, n, Kind.SPEAKER, agrees)
    if not is_possessive and "Person" not in told and form is None:
        return None
    is_possessor = is_possessive or tree.relations[n] == "nmod:poss"
    return short(tree, n, Kind.POSSESSIVE if is_possessor else Kind.PRONOUN, agrees)


def _is_polite(tree: Tree, told: Mapping[str, str]) -> bool:
    """German *Sie*, Spanish *usted*."""
    return told.get("Polite") in {"Form", "Pol"} and tree.utterance.language in ADDRESSING


def _relativized(tree: Tree, n: int, types: list[str]) -> int:
    """The noun that a relative pronoun stands for, or 0 if `n` is no relative pronoun."""
    if "Rel" not in types:
        return 0
    for over in (n, *tree.ancestors(n)):
        if tree.bases[over] == "acl":
            return tree.heads[over]
        if tree.bases[over] in CLAUSES and over != n:
            return 0
    return 0


def _nominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """The expression that a noun, a name or a quantifier heads."""
    parts = _name_parts(tree, n)
    kind, evokes = _kind(tree, n, is_name=bool(parts)), 0
    if tree.relations[n] == "appos":
        if not options.appositives:
            return None
        kind, evokes = Kind.APPOSITIVE, tree.heads[n]
    first, last = noun_phrase(tree, n)
    is_figure = tree.upos[n] == "SYM" or tree.forms[n].replace(".", "").isdecimal()
    return Draft(
        kind=kind,
        text=_written(tree, parts) if parts else tree.forms[n],
        head=n,
        position=n,
        first=first,
        last=last,
        heard_at=max(n, *parts, n),
        agreement=agreement.of_noun(tree, n),
        sorts=NOT_A_PERSON if is_figure else ANY_SORT,
        relation=tree.relations[n],
        evokes=evokes,
        name=tuple(tree.utterance.lemmas[m - 1] for m in parts if tree.upos[m] != "NOUN"),
        lemma=tree.lemmas[n],
        called="" if parts else tree.utterance.lemmas[n - 1].upper(),
    )


def _name_parts(tree: Tree, n: int) -> list[int]:
    """The words of the name that `n` heads, in order; none if it is no name: *Herr* Müller."""
    has_name = any(tree.upos[c] == "PROPN" for c in tree.exactly(n, "flat", "flat:name"))
    if tree.upos[n] != "PROPN" and not (tree.upos[n] == "NOUN" and has_name):
        return []
    parts = [n]
    for part in parts:
        below = (c for c in tree.children[part] if tree.bases[c] in PARTS_OF_NAMES)
        parts += [child for child in below if tree.upos[child] in {"PROPN", "X"}]
    return sorted(parts)


def _written(tree: Tree, parts: list[int]) -> str:
    """A name as it is written, if nothing stands between its words."""
    if parts[-1] - parts[0] + 1 == len(parts):
        return tree.utterance.text_between(parts[0], parts[-1])
    return " ".join(tree.forms[part] for part in parts)


def _kind(tree: Tree, n: int, *, is_name: bool) -> Kind:
    if is_name:
        return Kind.NAME
    if tree.possessor(n) or tree.feature(n, "Person[psor]="):
        return Kind.POSSESSED
    determiners = [child for child in tree.children[n] if tree.bases[child] == "det"]
    for kind, told in DETERMINED.items():
        if any(tree.feature(one, feature) for feature in told for one in (*determiners, n)):
            return kind
    if determiners or "nummod" in tree.firsts[n] or tree.upos[n] in {"PRON", "DET", "NUM"}:
        return Kind.QUANTIFIED
    return Kind.BARE


DETERMINED: Mapping[Kind, tuple[str, ...]] = {
    Kind.DEFINITE: ("Definite=Def", "Definite=Cons", "PronType=Dem"),
    Kind.INDEFINITE: ("Definite=Ind", "PronType=Ind"),
}


def anchor_of(tree: Tree, n: int) -> int:
    """The word that anchors a noun phrase: a possessor, a genitive; or 0."""
    if possessor := tree.possessor(n):
        return possessor
    genitives = (child for child in tree.children[n] if tree.bases[child] == "nmod")
    return next((one for one in genitives if tree.feature(one, "Case=Gen")), 0)


# What is not said -------------------------------------------------------------------------------


def zeros(tree: Tree, not_heard: tuple[bool, ...]) -> Iterator[Draft]:
    """The zero pronouns of an utterance; those that speak, or are spoken to, are I and you."""
    for node in tree.utterance.empty_nodes:
        over = node.head or min(node.behind + 1, len(tree))
        if is_pronoun(node) and not not_heard[over]:
            yield _zero(tree, node, over)


def is_pronoun(node: EmptyNode) -> bool:
    """Whether an empty node stands for somebody or something: nothing says what else it is."""
    if node.lemma.startswith("#") and node.lemma not in REFERRING_LEMMAS:
        return False
    types = features_of(node.features).get("PronType", "Prs").split(",")
    may_be = node.upos in MAY_BE_ZERO and "Prs" in types
    return may_be and (base(node.relation) in ZERO_RELATIONS or node.relation in {"_", ""})


def _zero(tree: Tree, node: EmptyNode, over: int) -> Draft:
    return Draft(
        kind=Kind.ZERO,
        text=ZERO,
        head=over,
        position=node.position,
        first=0,
        last=0,
        heard_at=min(node.behind + 1, len(tree)),
        agreement=agreement.of_zero(tree, node),
        sorts=ANY_SORT,
        relation=node.relation if node.relation not in {"_", ""} else "dep",
    )
