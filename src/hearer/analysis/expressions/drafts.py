"""Referring expressions in a parsed utterance, and the word at which each is heard.

Draft       all the parse says about an expression, before anything is known of its entity
drafts      the expressions of an utterance, in the order they are heard
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hearer.analysis.constraints import agreement, sorts
from hearer.analysis.expressions.clauses import elliptical_subject
from hearer.analysis.expressions.coordination import conjuncts
from hearer.analysis.expressions.exclusions import exclusion
from hearer.analysis.expressions.names import leniently, name_of
from hearer.analysis.expressions.predication import elaborated, predicated
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import ANY_GENDER, ANY_SORT, Agreement, Kind, Number, Person, Sort
from hearer.model.tree import NOMINALS, Tree, base

# Where a noun phrase can stand (docs/specification/analysis.md 0.2).
ARGUMENTS = frozenset("nsubj obj iobj obl nmod dislocated".split())
FRAGMENTS = frozenset("root appos conj vocative parataxis list orphan dep".split())
NOT_PHRASES = frozenset("nmod:desc".split())
RELATIVES = frozenset("who whom whose which that".split())
PLURAL = frozenset({Number.PLURAL})
ELLIPSIS = "ε"


class Draft(NamedTuple):
    """All the parse says about a referring expression."""

    kind: Kind
    text: str
    head: int
    position: float
    first: int
    last: int
    heard_at: int
    agreement: Agreement
    sorts: frozenset[Sort]
    relation: str
    evokes: int = 0  # the head of the expression whose entity this one realizes again
    name: tuple[str, ...] = ()
    lemma: str = ""
    members: tuple[int, ...] = ()  # the heads of the members of a set

    @property
    def is_pronoun(self) -> bool:
        """Whether it has to be resolved."""
        return self.kind in TO_RESOLVE

    @property
    def is_predicate(self) -> bool:
        """Whether it says what its subject is: This is *a joke*."""
        return self.evokes != 0 and self.kind not in BESIDE


BESIDE = frozenset({Kind.APPOSITIVE, Kind.ELLIPSIS, Kind.RELATIVE})
TO_RESOLVE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL})


def drafts(tree: Tree, speech: tuple[bool, ...], options: AnalysisOptions) -> list[Draft]:
    """The referring expressions of an utterance, in the order they are heard."""
    found = dict(_simple(tree, speech, options))
    everything = [*found.values(), *_sets(tree, found)]
    if options.ellipses:
        everything += _ellipses(tree, found, speech)
    everything.sort(key=lambda draft: (draft.heard_at, draft.kind is Kind.SET, draft.position))
    return everything


def _simple(
    tree: Tree, speech: tuple[bool, ...], options: AnalysisOptions
) -> Iterator[tuple[int, Draft]]:
    for n, refers in enumerate(map(may_refer, tree.upos, tree.relations)):
        if not (refers or _is_heard_by_option(tree, n, options)):
            continue
        if speech[n] or exclusion(tree, n, options):
            continue
        if draft := _draft(tree, n, options):
            yield n, draft


def _is_heard_by_option(tree: Tree, n: int, options: AnalysisOptions) -> bool:
    """Whether an option lets a word refer that stands where noun phrases do not."""
    if options.predication and predicated(tree, n):
        return True
    if options.modifying_names and is_modifying_name(tree, n):
        return True
    is_pronoun = options.all_pronouns and tree.upos[n] == "PRON"
    return is_pronoun and agreement.of_pronoun(tree.forms[n]) is not None


@lru_cache(maxsize=1024)
def may_refer(upos: str, relation: str) -> bool:
    """Whether a word stands where a noun phrase can stand, and is a nominal."""
    simple = base(relation)
    if upos not in NOMINALS and not (upos == "ADJ" and simple in ARGUMENTS):
        return False
    if simple in ARGUMENTS:
        return relation not in NOT_PHRASES
    if simple == "expl":
        return True  # left out with its reason: see exclusions.py
    return simple in FRAGMENTS and upos not in {"DET", "NUM", "X"}


def is_modifying_name(tree: Tree, n: int) -> bool:
    """The *Tulsa* area; but no part of a longer name: *Tulsa* Airport."""
    return (
        tree.upos[n] == "PROPN"
        and tree.relations[n] == "compound"
        and tree.upos[tree.heads[n]] == "NOUN"
    )


def _draft(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    if tree.upos[n] in {"PRON", "DET"}:
        return _pronominal(tree, n, options)
    return _nominal(tree, n, options)


# Pronouns -------------------------------------------------------------------------------------


def _pronominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    form = tree.forms[n].lower()
    if third := agreement.of_pronoun(form):
        return _short(tree, n, _pronoun_kind(tree, n, form), third)
    if speaker := agreement.SPEAKERS.get(form):
        return _short(tree, n, Kind.SPEAKER, speaker)
    if antecedent := relativized(tree, n):
        return _relative(tree, n, antecedent) if options.relative_pronouns else None
    if tree.feature(n, "PronType=Int") or tree.feature(n, "PronType=Rel"):
        return None
    if tree.feature(n, "PronType=Rcp"):
        return _short(tree, n, Kind.RECIPROCAL, agreement.THEY)
    if tree.feature(n, "PronType=Dem"):
        number = PLURAL if form in {"these", "those"} else agreement.SINGULAR
        gender = agreement.NEUTER if options.strictness is Strictness.STRICT else ANY_GENDER
        this = Agreement(number, gender)
        return _short(tree, n, Kind.DEMONSTRATIVE, this) if options.demonstratives else None
    return _nominal(tree, n, options)


def _pronoun_kind(tree: Tree, n: int, form: str) -> Kind:
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


def _relative(tree: Tree, n: int, antecedent: int) -> Draft:
    draft = _short(tree, n, Kind.RELATIVE, Agreement())
    return draft._replace(evokes=antecedent)


def _short(tree: Tree, n: int, kind: Kind, agrees: Agreement) -> Draft:
    form = tree.forms[n]
    text = form if form == "I" else form.lower()
    return Draft(kind, text, n, n, n, n, n, agrees, ANY_SORT, tree.relations[n])


# Nouns and names ------------------------------------------------------------------------------


def _nominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    if is_reciprocal(tree, n):
        return _short(tree, n, Kind.RECIPROCAL, agreement.THEY)
    name = name_of(tree, n)
    kind = _nominal_kind(tree, n, is_name=bool(name))
    evokes = 0
    if tree.relations[n] == "appos":
        if not options.appositives:
            return None
        evokes = _elaborated(tree, n, name, options)
        kind = Kind.APPOSITIVE if evokes else kind
    elif options.predication:
        evokes = predicated(tree, n)
    which = _sorts(tree, n, name)
    agrees = agreement.of_name(tree, n, name, which) if name else agreement.of_noun(tree, n, which)
    if options.strictness is Strictness.LENIENT:
        which, agrees = leniently(tree, n, name, (which, agrees))
    first, last = tree.phrase(n)
    return Draft(
        kind,
        " ".join(name) or tree.forms[n],
        n,
        n,
        first,
        last,
        max(n, *tree.exactly(n, "flat"), n) if name else n,
        agrees,
        which,
        tree.relations[n],
        evokes,
        name,
        tree.lemmas[n],
    )


def _elaborated(tree: Tree, n: int, name: tuple[str, ...], options: AnalysisOptions) -> int:
    """What an appositive elaborates: its head, or the subject of the clause; 0 if neither."""
    head = elaborated(tree, n) if options.predication else tree.heads[n]
    if options.strictness is Strictness.STRICT or not head or _is_apposition(tree, n, head):
        return head
    if name:
        return 0
    subjects = (tree.subject(over) for over in tree.ancestors(head))
    subject = next(filter(None, subjects), 0)
    return subject if subject and subject < n and _is_apposition(tree, n, subject) else 0


def _is_apposition(tree: Tree, n: int, head: int) -> bool:
    """Whether an appositive can stand for the same as what it hangs on.

    *Kate Reed, Willem Jansen* are two, and in "she was born at *Barlow*, the *daughter* of a
    farmer" a place is nobody's daughter: a parser can attach wrongly.
    """
    name, other = name_of(tree, n), name_of(tree, head)
    mine, its = _sorts(tree, n, name), _sorts(tree, head, other)
    if name and other and mine == its == sorts.PERSON:
        return not {*name}.isdisjoint(other)
    return (Sort.PERSON in mine) == (Sort.PERSON in its)


def _sorts(tree: Tree, n: int, name: tuple[str, ...]) -> frozenset[Sort]:
    return sorts.of_name(tree, n, name) if name else sorts.of_noun(tree, n)


def is_reciprocal(tree: Tree, n: int) -> bool:
    """*Each other*, *one another*."""
    before = tree.lemmas[n - 1]
    return (before, tree.lemmas[n]) in {("each", "other"), ("one", "another")}


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


DEFINITE_DETERMINERS = frozenset("the this that these those".split())

# Sets and ellipses ----------------------------------------------------------------------------


def _sets(tree: Tree, found: dict[int, Draft]) -> Iterator[Draft]:
    """Coordinated noun phrases, each set after its last member."""
    for n, first in found.items() if "conj" in tree.bases else ():
        if "conj" not in tree.firsts[n] or first.kind in {Kind.RELATIVE, Kind.APPOSITIVE}:
            continue
        members = [found[m] for m in (n, *conjuncts(tree, n)) if m in found]
        if len(members) > 1:
            yield _set(tree, members)


def _set(tree: Tree, members: list[Draft]) -> Draft:
    first, last = min(m.first for m in members), max(m.last for m in members)
    persons = {member.agreement.person for member in members}
    person = Person.THIRD if persons == {Person.THIRD} else Person.FIRST
    return Draft(
        Kind.SET,
        tree.utterance.text_between(first, last),
        members[0].head,
        members[0].position,
        first,
        last,
        max(member.heard_at for member in members),
        Agreement(PLURAL, person=person),
        ANY_SORT,
        members[0].relation,
        members=tuple(member.head for member in members),
    )


def _ellipses(tree: Tree, found: dict[int, Draft], speech: tuple[bool, ...]) -> Iterator[Draft]:
    """Elliptical subjects: "but ε agreed with a request"."""
    for n, relation in enumerate(tree.bases) if "conj" in tree.bases else ():
        if relation != "conj" or speech[n]:
            continue
        subject = elliptical_subject(tree, n)
        if subject in found:
            shared = found[subject]
            yield Draft(
                Kind.ELLIPSIS,
                ELLIPSIS,
                n,
                n - 0.5,
                n,
                n,
                n,
                shared.agreement,
                shared.sorts,
                "nsubj",
                evokes=subject,
            )
