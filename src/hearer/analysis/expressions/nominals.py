"""Pronouns, nouns and names as referring expressions.

pronominal       the expression that a pronoun or a determiner is
pronoun_kind     its kind
relativized      the noun that a relative pronoun stands for
nominal          the expression that a noun, a name or a quantifier heads
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement, sorts
from hearer.analysis.constraints.collectives import Described
from hearer.analysis.expressions.bearers import bearer
from hearer.analysis.expressions.counted import begins_each_other, reciprocal
from hearer.analysis.expressions.demonstratives import (
    POINTERS,
    demonstrative,
    is_of_a_clause,
    so,
)
from hearer.analysis.expressions.draft import Draft, short
from hearer.analysis.expressions.names import (
    gender_beside,
    is_couple,
    is_title_alone,
    leniently,
    name_of,
    nouns_beside,
    written,
)
from hearer.analysis.expressions.noun_phrase import noun_phrase
from hearer.analysis.expressions.partitives import counted_by, described
from hearer.analysis.expressions.predication import elaborated, predicated
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import UNSPECIFIED, Kind, Sort
from hearer.model.tree import Tree

INTERROGATIVES = frozenset("who whom whose which what".split())
RELATIVES = frozenset("who whom whose which that".split())
DEFINITE_DETERMINERS = frozenset("the this that these those".split())


def pronominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """The expression that a pronoun or a determiner stands for by itself."""
    form = tree.forms[n].lower()
    if third := agreement.of_pronoun(form):
        return short(tree, n, pronoun_kind(tree, n, form), third)
    if speaker := agreement.SPEAKERS.get(form):
        return short(tree, n, Kind.SPEAKER, speaker)
    if options.pointing and is_of_a_clause(tree, n):
        return so(tree, n)
    if antecedent := relativized(tree, n):
        relative = short(tree, n, Kind.RELATIVE, UNSPECIFIED)._replace(evokes=antecedent)
        return relative if options.relative_pronouns else None
    if form in INTERROGATIVES or tree.feature(n, "PronType=Int") or tree.feature(n, "PronType=Rel"):
        return None
    if tree.feature(n, "PronType=Rcp"):
        return reciprocal(tree, n)
    if form in POINTERS or tree.feature(n, "PronType=Dem"):
        return demonstrative(tree, n, options) if options.demonstratives else None
    return nominal(tree, n, options)


def pronoun_kind(tree: Tree, n: int, form: str) -> Kind:
    """Whether a pronoun is reflexive, possessive, or neither."""
    if form.endswith(("self", "selves")):
        return Kind.REFLEXIVE
    is_possessive = tree.relations[n] == "nmod:poss" or form in {"hers", "theirs"}
    return Kind.POSSESSIVE if is_possessive else Kind.PRONOUN


def relativized(tree: Tree, n: int) -> int:
    """The noun that a relative pronoun stands for, or 0 if `n` is no relative pronoun."""
    if tree.forms[n].lower() not in RELATIVES:
        return 0
    for over in (n, *tree.ancestors(n)):
        if tree.relations[over] == "acl:relcl":
            return tree.heads[over]
        if tree.bases[over] in {"ccomp", "advcl", "root"} and over != n:
            return 0
    return 0


def nominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """The expression that a noun, a name or a quantifier heads."""
    if begins_each_other(tree, n - 1):
        return reciprocal(tree, n)
    name = named = name_of(tree, n)
    if options.strictness is Strictness.LENIENT and is_title_alone(tree, n, name):
        name = ()
    kind = _nominal_kind(tree, n, is_name=bool(name))
    evokes = bearer(tree, n) if name and options.predication else 0
    if evokes:
        kind = Kind.APPOSITIVE
    elif tree.relations[n] == "appos":
        if not options.appositives:
            return None
        evokes = _elaborated(tree, n, name, options)
        kind = Kind.APPOSITIVE if evokes else kind
    elif options.predication:
        evokes = predicated(tree, n)
    counts = counted_by(tree, n) if options.partitives else 0
    which, agrees = _described(tree, n, named, counts, strictness=options.strictness)
    first, last = noun_phrase(tree, n)
    return Draft(
        kind=kind,
        text=written(tree, n) if name else tree.forms[n],
        head=n,
        position=n,
        first=first,
        last=last,
        heard_at=max(n, *tree.exactly(n, "flat"), n) if name else n,
        agreement=agrees,
        sorts=which,
        relation=tree.relations[n],
        evokes=evokes,
        name=name,
        lemma=tree.lemmas[n],
        counts=counts,
        nouns=nouns_beside(tree, n) if name else (),
    )


def _elaborated(tree: Tree, n: int, name: tuple[str, ...], options: AnalysisOptions) -> int:
    """What an appositive elaborates: its head, or the subject of the clause; 0 if neither."""
    head = elaborated(tree, n) if options.predication else tree.heads[n]
    if options.strictness is Strictness.LENIENT and name and head:
        head = _higher(tree, n, head)
    if options.strictness is Strictness.STRICT or not head or _is_apposition(tree, n, head):
        return head
    if name:
        return 0
    subjects = (tree.subject(over) for over in tree.ancestors(head))
    subject = next(filter(None, subjects), 0)
    return subject if subject and subject < n and _is_apposition(tree, n, subject) else 0


def _higher(tree: Tree, n: int, head: int) -> int:
    """Whose name it is: *the author* of the novel, Zadie Cole; *the widow* of the pilot, Ingrid."""
    over = tree.heads[head]
    if tree.bases[head] != "nmod" or tree.preposition(head) != "of" or tree.upos[over] != "NOUN":
        return head
    if _is_apposition(tree, n, head) != (fits := _is_apposition(tree, n, over)):
        return over if fits else head
    hers, his = (agreement.gender_of(tree.lemmas[each], sorts.PERSON) for each in (over, head))
    of_name = agreement.name_gender(tuple(word.lower() for word in name_of(tree, n)))
    return over if of_name == hers != his else head


def _is_apposition(tree: Tree, n: int, head: int) -> bool:
    """Whether an appositive can stand for the same as what it hangs on.

    *Kate Reed, Willem Jansen* are two, and in "she was born at *Barlow*, the *daughter* of a
    farmer" a place is nobody's daughter: a parser can attach wrongly.
    """
    name, other = name_of(tree, n), name_of(tree, head)
    mine, its = _sorts(tree, n, name), _sorts(tree, head, other)
    if name and other and mine == its == sorts.PERSON:
        return not {*name}.isdisjoint(other)
    if name and (Sort.ANIMAL in its or noun_phrase(tree, n).first == head + 1):  # our cat Minka
        return True
    return (Sort.PERSON in mine) == (Sort.PERSON in its)


def _described(
    tree: Tree, n: int, name: tuple[str, ...], counts: int, *, strictness: Strictness
) -> Described:
    """The sorts and the agreement of what `n` heads; those of a quantity are of what it counts."""
    if not counts:
        return _by_itself(tree, n, name, strictness)
    return described(tree, n, counts, lambda m: _by_itself(tree, m, name_of(tree, m), strictness))


def _by_itself(tree: Tree, n: int, name: tuple[str, ...], strictness: Strictness) -> Described:
    if name and is_couple(tree, n):
        return sorts.PERSON, agreement.COUPLE
    which = _sorts(tree, n, name)
    agrees = agreement.of_name(tree, n, name, which) if name else agreement.of_noun(tree, n, which)
    if strictness is Strictness.STRICT:
        return which, agrees
    which, agrees = leniently(tree, n, name, (which, agrees))
    return which, gender_beside(tree, n, agrees) if name else agrees


def _sorts(tree: Tree, n: int, name: tuple[str, ...]) -> frozenset[Sort]:
    return sorts.of_name(tree, n, name) if name else sorts.of_noun(tree, n)


def _nominal_kind(tree: Tree, n: int, *, is_name: bool) -> Kind:
    determiner = tree.firsts[n].get("det", 0)
    lemma = tree.lemmas[determiner]
    if lemma in {"a", "an"} and determiner:
        return Kind.INDEFINITE
    if is_name:
        return Kind.NAME
    if tree.possessor(n) != 0:
        return Kind.POSSESSED
    if lemma in DEFINITE_DETERMINERS:
        return Kind.DEFINITE
    if determiner or "nummod" in tree.firsts[n] or tree.upos[n] in {"PRON", "DET", "NUM"}:
        return Kind.QUANTIFIED
    return Kind.BARE
