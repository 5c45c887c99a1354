"""Constituents derived from a UD parse, as Hobbs (1978) and Tetreault (2001) walk them.

    Phrase, PhraseLabel    a constituent
    Constituency           the tree: its top, what stands above a phrase, the NP over a word
    NounPhraseId           which NP of a sentence one is
    breadth_first          a sort key: the left-to-right breadth-first order of NPs

The rules are those of docs/specification/search.md D.7:

    S  → fronted material, NP (subject), VP       S → S CC S, and VP → VP CC VP
    VP → V and its complements and adjuncts       obl → PP → NP; ccomp, advcl, relcl → SBAR → S
    NP → Det or NP's, N̄, adjunct PPs, relative clauses       NP → NP CC NP
    N̄  → A, N, of-PPs and complement clauses
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from hearer.model import ROOT, Element, Kind
from hearer.model.tree import NO_TREE, Tree

NOMINAL_TAGS = frozenset({"NOUN", "PROPN", "PRON"})
NOMINAL_RELATIONS = frozenset("nsubj obj iobj obl nmod appos dislocated vocative".split())
WORD_RELATIONS = frozenset("compound flat fixed goeswith det amod case mark cc punct aux".split())
CLAUSE_RELATIONS = frozenset("root ccomp xcomp advcl acl csubj parataxis conj".split())
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "csubj", "parataxis"})
SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
OUTSIDE_VP = SUBJECTS | frozenset({"parataxis", "vocative", "dislocated"})
IN_NOUN_PHRASE = frozenset("det amod nmod compound nummod flat appos acl case fixed".split())
IN_N_BAR = frozenset("amod compound flat fixed nummod nmod:desc goeswith".split())


class PhraseLabel(StrEnum):
    """What a constituent is."""

    S = "S"
    SBAR = "SBAR"
    VP = "VP"
    NP = "NP"
    N_BAR = "N̄"
    PP = "PP"
    WORD = "word"  # whatever else


class NounPhraseId(NamedTuple):
    """Which NP of a sentence: the one over a coordination has the head of its first member."""

    head: int
    is_set: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A constituent; `is_set` says that it is the NP over a coordination."""

    label: PhraseLabel
    head: int
    children: tuple[Phrase, ...] = ()
    is_set: bool = False

    @property
    def id(self) -> NounPhraseId:
        return NounPhraseId(self.head, self.is_set)


class Constituency:
    """A tree of constituents, derived from the dependencies of an utterance.

    >>> from hearer.model import Utterance
    >>> races = Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2")
    >>> [child.label.value for child in Constituency(Tree(races)).top.children]
    ['NP', 'VP']
    """

    MADE_FROM: ClassVar[tuple[str, ...]] = ("tree",)
    tree: Tree

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.top = _Building(tree).top()
        self.parents: dict[Phrase, Phrase] = {}
        self.noun_phrases: dict[NounPhraseId, Phrase] = {}
        phrases = [self.top]
        for phrase in phrases:
            self.parents.update(dict.fromkeys(phrase.children, phrase))
            phrases.extend(phrase.children)
            if phrase.label is PhraseLabel.NP:
                self.noun_phrases.setdefault(phrase.id, phrase)
        self.order = {one: n for n, one in enumerate(self.noun_phrases)}  # breadth first

    def named(self, phrase: Phrase) -> str:
        """A phrase and its head word: "NP driver"."""
        return f"{phrase.label} {self.tree.forms[phrase.head]}".strip()


def breadth_first(
    sentence: Constituency, element: Element, *, possessor_first: bool = False
) -> tuple[float, ...]:
    """A sort key: the breadth-first order of NPs; what has none (an ellipsis) comes last.

    With `possessor_first` a possessor comes right before what it possesses, as Tetreault had it.
    """
    tree, n, inside = sentence.tree, element.expression.head, 0
    while possessor_first and 0 < n <= len(tree) and tree.relations[n] == "nmod:poss":
        n, inside = tree.heads[n], inside + 1
    is_set = element.expression.kind is Kind.SET and not inside
    place = sentence.order.get(NounPhraseId(n, is_set), len(sentence.order))
    return place, -inside, element.position


class _Building:
    """Phrases for all words, from the leaves up: however deep the parse, nothing recurses."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.phrases: dict[int, Phrase] = {}

    def top(self) -> Phrase:
        for n in reversed(self.tree.downwards):
            self.phrases[n] = self._phrase(n)
        roots = self._in_order(self.tree.roots)
        is_sentence = len(roots) == 1 and roots[0].label is PhraseLabel.S
        return roots[0] if is_sentence else Phrase(PhraseLabel.S, ROOT, roots)

    def _phrase(self, n: int) -> Phrase:
        if self._is_clause(n):
            return self._clause(n)
        if self._is_nominal(n):
            return self._with_preposition(n, self._coordinated(n, self._noun_phrase(n)))
        return Phrase(PhraseLabel.WORD, n, self._in_order(self.tree.children[n]))

    def _in_order(self, words: Sequence[int], *others: Phrase) -> tuple[Phrase, ...]:
        phrases = [*(self.phrases[word] for word in words), *others]
        return tuple(sorted(phrases, key=lambda phrase: phrase.head))

    # Clauses ------------------------------------------------------------------------------------

    def _is_clause(self, n: int) -> bool:
        if self.tree.bases[n] not in CLAUSE_RELATIONS:
            return False
        return self.tree.upos[n] in {"VERB", "AUX"} or self.tree.has(n, "cop", *SUBJECTS)

    def _clause(self, n: int) -> Phrase:
        """S, with the verb phrases and the clauses coordinated with it."""
        inside, above, coordinated = self._shared_out(n)
        predicate = Phrase(PhraseLabel.WORD, n)
        if self._is_nominal_predicate(n):
            predicate = self._noun_phrase(n, is_predicate=True)
        if self._shares_subject(n):
            return Phrase(PhraseLabel.VP, n, self._in_order([*above, *inside], predicate))
        own = Phrase(PhraseLabel.VP, n, self._in_order(inside, predicate))
        verb_phrase = self._verb_phrase(n, own)
        sentence = Phrase(PhraseLabel.S, n, self._in_order(above, verb_phrase))
        if coordinated:
            sentence = Phrase(PhraseLabel.S, n, (sentence, *self._in_order(coordinated)))
        if self.tree.bases[n] not in SUBORDINATE:
            return sentence
        return Phrase(PhraseLabel.SBAR, n, (sentence,))

    def _shared_out(self, n: int) -> tuple[list[int], list[int], list[int]]:
        """The dependents of a clause that go into its VP, above it, and beside it."""
        subject = self.tree.child(n, *SUBJECTS) or n
        inside: list[int] = []
        above: list[int] = []
        beside: list[int] = []
        for kid in self.tree.children[n]:
            if self._is_nominal_predicate(n) and self.tree.bases[kid] in IN_NOUN_PHRASE:
                continue
            if self.tree.bases[kid] == "conj":
                if self.phrases[kid].label is not PhraseLabel.VP:
                    beside.append(kid)
            elif self.tree.bases[kid] in OUTSIDE_VP or kid < min(subject, n):
                above.append(kid)
            else:
                inside.append(kid)
        return inside, above, beside

    def _verb_phrase(self, n: int, own: Phrase) -> Phrase:
        """The VP, with those coordinated with it that share its subject."""
        conjuncts = self._of_kind(n, "conj")
        sharing = [kid for kid in conjuncts if self.phrases[kid].label is PhraseLabel.VP]
        return Phrase(PhraseLabel.VP, n, (own, *self._in_order(sharing))) if sharing else own

    def _shares_subject(self, n: int) -> bool:
        is_coordinated = self.tree.bases[n] == "conj" and self._is_clause(self.tree.heads[n])
        return is_coordinated and not self.tree.has(n, *SUBJECTS)

    def _is_nominal_predicate(self, n: int) -> bool:
        return self.tree.upos[n] in NOMINAL_TAGS

    # Noun phrases -------------------------------------------------------------------------------

    def _is_nominal(self, n: int) -> bool:
        relation = self.tree.bases[n]
        if self.tree.relations[n] == "nmod:desc":  # the title in "Mr. Smith"
            return False
        if relation in NOMINAL_RELATIONS:
            return self.tree.upos[n] != "VERB"
        return self.tree.upos[n] in NOMINAL_TAGS and relation not in WORD_RELATIONS

    def _noun_phrase(self, n: int, *, is_predicate: bool = False) -> Phrase:
        """NP and the N̄ in it; of a predicate, without what belongs to the clause."""
        bases, kids = self.tree.bases, self.tree.children[n]
        kids = [kid for kid in kids if bases[kid] not in {"case", "conj"}]
        if is_predicate:
            kids = [kid for kid in kids if bases[kid] in IN_NOUN_PHRASE]
        within = [kid for kid in kids if self._is_in_n_bar(kid)]
        around = [kid for kid in kids if not self._is_in_n_bar(kid)]
        n_bar = Phrase(PhraseLabel.N_BAR, n, self._in_order(within, Phrase(PhraseLabel.WORD, n)))
        return Phrase(PhraseLabel.NP, n, self._in_order(around, n_bar))

    def _is_in_n_bar(self, n: int) -> bool:
        """Hobbs puts arguments of a noun inside N̄: of-phrases and complement clauses."""
        if self.tree.relations[n] == "acl":
            return self.tree.has(n, "mark")
        if self.tree.relations[n] == "nmod":
            return any(self.tree.lemmas[kid] == "of" for kid in self._of_kind(n, "case"))
        return self.tree.relations[n] in IN_N_BAR

    def _coordinated(self, n: int, first: Phrase) -> Phrase:
        conjuncts = self._of_kind(n, "conj")
        if not conjuncts:
            return first
        return Phrase(PhraseLabel.NP, n, (first, *self._in_order(conjuncts)), is_set=True)

    def _with_preposition(self, n: int, node: Phrase) -> Phrase:
        if self.tree.relations[n] == "nmod:poss" or not self.tree.has(n, "case"):
            return node
        return Phrase(PhraseLabel.PP, n, (*self._in_order(self._of_kind(n, "case")), node))

    def _of_kind(self, n: int, relation: str) -> list[int]:
        return [kid for kid in self.tree.children[n] if self.tree.bases[kid] == relation]


NO_CONSTITUENTS = Constituency(NO_TREE)
