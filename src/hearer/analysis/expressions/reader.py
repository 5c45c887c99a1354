"""The reader: which expressions an utterance has, and the word at which each is heard.

TreeReader    reads the expressions of an utterance off its tree
may_refer     whether a word stands where a noun phrase can stand
conjuncts     which words are collected in a set with another
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from hearer.analysis import universal
from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.bearers import bearer
from hearer.analysis.expressions.clauses import elliptical_subject
from hearer.analysis.expressions.counted import COUNTED, counted, stands_alone
from hearer.analysis.expressions.demonstratives import so, stands_for
from hearer.analysis.expressions.draft import Draft, in_order, short
from hearer.analysis.expressions.exclusions import exclusion
from hearer.analysis.expressions.nominals import nominal, pronominal
from hearer.analysis.expressions.noun_phrase import NounPhrase, coordination
from hearer.analysis.expressions.predication import predicated
from hearer.analysis.options import AnalysisOptions
from hearer.model import ANY_SORT, Agreement, Kind, Person
from hearer.model.tree import NOMINALS, Tree, base

# Where a noun phrase can stand (docs/specification/analysis.md 0.2).
ARGUMENTS = frozenset("nsubj obj iobj obl nmod dislocated".split())
FRAGMENTS = frozenset("root appos conj vocative parataxis list orphan dep".split())
NOT_PHRASES = frozenset("nmod:desc".split())
ELLIPSIS = "ε"
NOUNS = frozenset({"NOUN", "PROPN"})
DISJUNCTIONS = frozenset({"or", "nor", "but", "/"})
Besides = Callable[[Tree, int], object]  # whether a word is heard where noun phrases do not stand


@dataclass(frozen=True, slots=True)
class TreeReader:
    """Reads expressions off a parse, as the options say.

    What the options let be heard besides is settled once, when the reader is made.
    """

    options: AnalysisOptions
    besides: Mapping[str, tuple[Besides, ...]] = field(init=False)  # by part of speech

    def __post_init__(self) -> None:
        asked = tuple(rule for name, rule in BESIDES.items() if getattr(self.options, name))
        besides = dict.fromkeys(HEARD_BESIDES, asked) if asked else {}
        pointing = POINTING if self.options.pointing else {}
        object.__setattr__(self, "besides", {**besides, **pointing})

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        simple = self._universal if tree.utterance.language else self._simple
        return self.collected(tree, left_out, dict(simple(tree, left_out)))

    def collected(
        self, tree: Tree, left_out: tuple[bool, ...], simple: dict[int, Draft]
    ) -> list[Draft]:
        """Simple expressions, by head, with the sets and ellipses they give."""
        everything = [*simple.values(), *_sets(tree, simple)]
        if tree.utterance.empty_nodes:
            everything += universal.zeros(tree, left_out)
        if self.options.ellipses:
            everything += _ellipses(tree, simple, left_out)
        return in_order(everything)

    def draft(self, tree: Tree, n: int) -> Draft | None:
        """The expression that word `n` heads, if it is of a kind that can refer."""
        if tree.utterance.language:
            return universal.drafted(tree, n, self.options)
        if self.options.pointing and tree.lemmas[n] in COUNTED and (several := counted(tree, n)):
            return several
        if tree.upos[n] == "ADV":
            return so(tree, n)
        if tree.upos[n] in {"PRON", "DET"}:
            return pronominal(tree, n, self.options)
        return nominal(tree, n, self.options)

    def _simple(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[tuple[int, Draft]]:
        besides, upos = self.besides, tree.upos
        for n, refers in enumerate(map(may_refer, upos, tree.relations)):
            if not (
                refers or (upos[n] in besides and _is_heard_besides(tree, n, besides[upos[n]]))
            ):
                continue
            if left_out[n] or exclusion(tree, n, self.options):
                continue
            if draft := self.draft(tree, n):
                yield n, draft

    def _universal(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[tuple[int, Draft]]:
        """The same for other languages than English."""
        for n, refers in enumerate(map(may_refer, tree.upos, tree.relations)):
            if not refers or left_out[n] or universal.left_out(tree, n, self.options):
                continue
            if draft := universal.drafted(tree, n, self.options):
                yield n, draft


def _is_heard_besides(tree: Tree, n: int, rules: Sequence[Besides]) -> bool:
    for rule in rules:  # noqa: SIM110 - any() costs a generator per word
        if rule(tree, n):
            return True
    return False


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


def is_any_pronoun(tree: Tree, n: int) -> bool:
    """A personal pronoun, also broken off ("it it starts") and in unusual places."""
    return tree.upos[n] == "PRON" and agreement.of_pronoun(tree.forms[n]) is not None


def says_who(tree: Tree, n: int) -> int:
    """This is *a joke*; a nurse named *Ines*."""
    return predicated(tree, n) or bearer(tree, n)


# What options let be heard that stands where noun phrases do not.
BESIDES: Mapping[str, Besides] = {
    "predication": says_who,
    "all_pronouns": is_any_pronoun,
}

HEARD_BESIDES = frozenset({"NOUN", "NUM", "PRON", "PROPN"})  # what the rules are about
POINTING: Mapping[str, tuple[Besides, ...]] = {
    "ADV": (stands_for, stands_alone),
    "CCONJ": (stands_alone,),
    "DET": (stands_alone,),
}

# Sets and ellipses ----------------------------------------------------------------------------


def _sets(tree: Tree, found: dict[int, Draft]) -> Iterator[Draft]:
    """Coordinated noun phrases, each set after its last member."""
    for n, first in found.items() if "conj" in tree.bases else ():
        if "conj" not in tree.firsts[n] or first.kind in {Kind.RELATIVE, Kind.APPOSITIVE}:
            continue
        members = [found[m] for m in (n, *conjuncts(tree, n)) if m in found]
        if len(members) > 1:
            yield _set(tree, n, members)._replace(evokes=_listed(tree, n))


def _listed(tree: Tree, n: int) -> int:
    """The plural noun whose members are listed: my *friends* Curtis and Good; or 0."""
    over = tree.heads[n]
    return over if tree.relations[n] == "appos" and tree.feature(over, "Number=Plur") else 0


def conjuncts(tree: Tree, n: int) -> tuple[int, ...]:
    """The conjuncts that `n` is coordinated with by "and", or by nothing; () if there are none.

    "Coordinated NPs are collected in a set" (footnote to section 3.3). A disjunction ("he or she")
    is no set: one of its members is meant, not all.
    """
    others = tuple(tree.exactly(n, "conj"))
    linked = (tree.lemmas[cc] for other in others for cc in tree.exactly(other, "cc"))
    apart = universal.DISJUNCTIONS if tree.utterance.language else DISJUNCTIONS
    return others if apart.isdisjoint(linked) else ()


def _set(tree: Tree, n: int, members: list[Draft]) -> Draft:
    heads = tuple(member.head for member in members)
    phrases = [NounPhrase(member.first, member.last) for member in members]
    first, last = _stretch(tree, n, heads, phrases)
    persons = {member.agreement.person for member in members}
    person = Person.THIRD if persons == {Person.THIRD} else Person.FIRST
    return Draft(
        kind=Kind.SET,
        text=tree.utterance.text_between(first, last),
        head=members[0].head,
        position=members[0].position,
        first=first,
        last=last,
        heard_at=max(member.heard_at for member in members),
        agreement=Agreement(agreement.PLURAL, person=person),
        sorts=frozenset.intersection(*(member.sorts for member in members)) or ANY_SORT,
        relation=members[0].relation,
        members=heads,
    )


def _stretch(tree: Tree, n: int, heads: tuple[int, ...], phrases: list[NounPhrase]) -> NounPhrase:
    if tree.utterance.language:
        return NounPhrase(min(one.first for one in phrases), max(one.last for one in phrases))
    return coordination(tree, n, heads, phrases)


def _ellipses(tree: Tree, found: dict[int, Draft], left_out: tuple[bool, ...]) -> Iterator[Draft]:
    """Elliptical subjects: "but ε agreed with a request"."""
    for n, relation in enumerate(tree.bases) if "conj" in tree.bases else ():
        if relation != "conj" or left_out[n]:
            continue
        subject = elliptical_subject(tree, n)
        if subject in found:
            shared = found[subject]
            yield short(tree, n, Kind.ELLIPSIS, shared.agreement)._replace(
                text=ELLIPSIS,
                position=n - 0.5,
                first=0,  # it spans no words
                last=0,
                sorts=shared.sorts,
                relation="nsubj",
                evokes=subject,
            )
