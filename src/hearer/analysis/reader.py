"""The reader: which expressions an utterance has, and the word at which each is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from hearer.analysis import universal
from hearer.analysis.clauses import elliptical_subject
from hearer.analysis.describe import PLURAL, of_pronoun
from hearer.analysis.draft import Draft, in_order, short
from hearer.analysis.exclude import exclusion
from hearer.analysis.expressions.counted import COUNTED, counted, stands_alone
from hearer.analysis.nominal import (
    bearer,
    clausal,
    is_so_for_a_clause,
    nominal,
    predicated,
    pronominal,
)
from hearer.analysis.noun_phrase import noun_phrase
from hearer.analysis.options import AnalysisOptions
from hearer.lexicon import words
from hearer.model import ANY_SORT, Agreement, Kind, Person
from hearer.model.tree import NOMINALS, Tree, base

# Where a noun phrase can stand (docs/specification/analysis.md 0.2).
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "dislocated"})
FRAGMENTS = frozenset("root appos conj vocative parataxis list orphan dep".split())
ELLIPSIS = "ε"
DISJUNCTIONS = words("reader", "disjunctions")  # of all languages
Rule = Callable[[Tree, int], object]


def _is_any_pronoun(tree: Tree, n: int) -> bool:
    return of_pronoun(tree.forms[n]) is not None


# Words that an option makes expressions where noun phrases do not stand, by part of speech.
ELSEWHERE: tuple[tuple[str, str, Rule], ...] = (
    ("predication", "NOUN NUM PROPN", predicated),  # this is *a joke*
    ("predication", "PROPN", bearer),  # a nurse named *Ines*
    ("all_pronouns", "PRON", _is_any_pronoun),  # *it* it starts
    ("pointing", "ADV", is_so_for_a_clause),
    ("pointing", "ADV CCONJ DET", stands_alone),  # *neither* has replied
)


class TreeReader:
    """Reads expressions off a parse, as the options say."""

    def __init__(self, options: AnalysisOptions) -> None:
        self.options = options
        self.elsewhere: dict[str, list[Rule]] = {}
        for option, tags, rule in ELSEWHERE:
            for upos in tags.split() if getattr(options, option) else ():
                self.elsewhere.setdefault(upos, []).append(rule)

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        """Return the drafts of an utterance in the order they are heard."""
        return self.collected(tree, left_out, dict(self._simple(tree, left_out)))

    def collected(
        self, tree: Tree, left_out: tuple[bool, ...], simple: dict[int, Draft]
    ) -> list[Draft]:
        """Return simple expressions, by head, with the sets and ellipses that they make."""
        everything = [*simple.values(), *_sets(tree, simple)]
        if tree.utterance.empty_nodes:
            everything += universal.zeros(tree, left_out)
        if self.options.ellipses:
            everything += _ellipses(tree, simple, left_out)
        return in_order(everything)

    def _simple(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[tuple[int, Draft]]:
        elsewhere = {} if tree.utterance.language else self.elsewhere
        excludes = universal.is_left_out if tree.utterance.language else exclusion
        for n, refers in enumerate(map(may_refer, tree.upos, tree.relations)):
            rules = () if refers else elsewhere.get(tree.upos[n], ())
            if left_out[n] or not (refers or (rules and any(rule(tree, n) for rule in rules))):
                continue
            if not excludes(tree, n, self.options) and (draft := self.draft(tree, n)):
                yield n, draft

    def draft(self, tree: Tree, n: int) -> Draft | None:
        """Return the expression that word `n` heads, if it is of a kind that can refer."""
        if tree.utterance.language:
            return universal.drafted(tree, n, self.options)
        if self.options.pointing and tree.lemmas[n] in COUNTED and (several := counted(tree, n)):
            return several
        if tree.upos[n] == "ADV":
            return clausal(tree, n)
        is_pronoun = tree.upos[n] in {"PRON", "DET"}
        return (pronominal if is_pronoun else nominal)(tree, n, self.options)


@lru_cache(maxsize=1024)
def may_refer(upos: str, relation: str) -> bool:
    """Return True if a word is a nominal and stands where a noun phrase can stand."""
    simple = base(relation)
    if upos not in NOMINALS and not (upos == "ADJ" and simple in ARGUMENTS):
        return False
    if simple in ARGUMENTS:
        return relation != "nmod:desc"
    if simple == "expl":
        return True  # exclude.py gives the reason
    return simple in FRAGMENTS and upos not in {"DET", "NUM", "X"}


def _sets(tree: Tree, found: dict[int, Draft]) -> Iterator[Draft]:
    """Coordinated noun phrases; a set may be listed: my *friends* Curtis and Good."""
    for n, first in found.items() if "conj" in tree.bases else ():
        if "conj" not in tree.firsts[n] or first.kind in {Kind.RELATIVE, Kind.APPOSITIVE}:
            continue
        members = [found[m] for m in (n, *conjuncts(tree, n)) if m in found]
        if len(members) < 2:
            continue
        heads, over = tuple([member.head for member in members]), tree.heads[n]
        is_listed = tree.relations[n] == "appos" and tree.feature(over, "Number=Plur")
        phrases = [noun_phrase(tree, n, heads)]  # the mayor and the council *of Leeds*
        phrases += [(member.first, member.last) for member in members]
        start, end = min(phrases)[0], max(last for _, last in phrases)
        persons = {member.agreement.person for member in members}
        person = Person.THIRD if persons == {Person.THIRD} else Person.FIRST
        yield Draft(
            kind=Kind.SET,
            text=tree.utterance.text_between(start, end),
            head=n,
            position=first.position,
            first=start,
            last=end,
            heard_at=max(member.heard_at for member in members),
            agreement=Agreement(PLURAL, person=person),
            sorts=frozenset.intersection(*(member.sorts for member in members)) or ANY_SORT,
            relation=first.relation,
            evokes=over if is_listed else 0,
            members=heads,
        )


def conjuncts(tree: Tree, n: int) -> tuple[int, ...]:
    """Return the conjuncts that `n` is coordinated with by "and", or by nothing.

    "Coordinated NPs are collected in a set" (footnote to section 3.3). A disjunction ("he or she")
    is no set: one of its members is meant, not all.
    """
    others = tuple(tree.exactly(n, "conj"))
    linked = (tree.lemmas[cc] for other in others for cc in tree.exactly(other, "cc"))
    return others if DISJUNCTIONS.isdisjoint(linked) else ()


def _ellipses(tree: Tree, found: dict[int, Draft], left_out: tuple[bool, ...]) -> Iterator[Draft]:
    """Elliptical subjects: "but ε agreed with a request"."""
    for n, relation in enumerate(tree.bases) if "conj" in tree.bases else ():
        if relation != "conj" or left_out[n]:
            continue
        if shared := found.get(elliptical_subject(tree, n)):
            yield short(tree, n, Kind.ELLIPSIS, shared.agreement)._replace(
                text=ELLIPSIS,
                position=n - 0.5,
                first=0,  # it spans no words
                last=0,
                sorts=shared.sorts,
                relation="nsubj",
                evokes=shared.head,
            )
