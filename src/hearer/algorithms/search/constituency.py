"""Constituents derived from a UD parse, as Hobbs (1978) and Tetreault (2001) walk them.

    constituency       an utterance as a tree of constituents
    Node, Label        a constituent
    Constituency       the tree: its top, what stands above a node, the NP over a word
    breadth_first      a sort key: the left-to-right breadth-first order of NPs

The rules are those of ALGORITHMS.md D.7:

    S  → fronted material, NP (subject), VP       S → S CC S, and VP → VP CC VP
    VP → V and its complements and adjuncts       obl → PP → NP; ccomp, advcl, relcl → SBAR → S
    NP → Det or NP's, N̄, adjunct PPs, relative clauses       NP → NP CC NP
    N̄  → A, N, of-PPs and complement clauses
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from hearer.model import ROOT, Element, Kind, Utterance
from hearer.model.tree import NO_TREE

NOMINAL_TAGS = frozenset({"NOUN", "PROPN", "PRON"})
NOMINAL_RELATIONS = frozenset("nsubj obj iobj obl nmod appos dislocated vocative".split())
WORD_RELATIONS = frozenset("compound flat fixed goeswith det amod case mark cc punct aux".split())
CLAUSE_RELATIONS = frozenset("root ccomp xcomp advcl acl csubj parataxis conj".split())
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "csubj", "parataxis"})
SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
OUTSIDE_VP = SUBJECTS | frozenset({"parataxis", "vocative", "dislocated"})
IN_NOUN_PHRASE = frozenset("det amod nmod compound nummod flat appos acl case fixed".split())
IN_N_BAR = frozenset("amod compound flat fixed nummod nmod:desc goeswith".split())


class Label(StrEnum):
    """What a constituent is."""

    S = "S"
    SBAR = "SBAR"
    VP = "VP"
    NP = "NP"
    N_BAR = "N̄"
    PP = "PP"
    WORD = "word"  # whatever else


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A constituent; the NP over a coordination `is_set` and has the head of its first member."""

    label: Label
    head: int
    children: tuple[Node, ...] = ()
    is_set: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Constituency:
    """A tree of constituents."""

    utterance: Utterance
    top: Node
    parents: dict[Node, Node] = field(repr=False)
    noun_phrases: dict[tuple[int, bool], Node] = field(repr=False)  # by head and is_set
    order: dict[tuple[int, bool], int] = field(repr=False)  # breadth first

    def noun_phrase(self, head: int, *, is_set: bool = False) -> Node | None:
        return self.noun_phrases.get((head, is_set))

    def is_possessor(self, n: int) -> bool:
        return 0 < n <= len(self.utterance) and self.utterance.relations[n - 1] == "nmod:poss"

    def named(self, node: Node) -> str:
        """A node and its head word: "NP driver"."""
        word = self.utterance.forms[node.head - 1] if node.head else ""
        return f"{node.label} {word}".strip()


def constituency(utterance: Utterance) -> Constituency:
    """Derive the constituents of an utterance from its dependencies.

    >>> tree = constituency(Utterance.of("Lyn/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2"))
    >>> [child.label.value for child in tree.top.children]
    ['NP', 'VP']
    """
    top = _Building(utterance).top()
    parents: dict[Node, Node] = {}
    noun_phrases: dict[tuple[int, bool], Node] = {}
    nodes = [top]
    for node in nodes:
        parents.update(dict.fromkeys(node.children, node))
        nodes.extend(node.children)
        if node.label is Label.NP:
            noun_phrases.setdefault((node.head, node.is_set), node)
    order = {key: n for n, key in enumerate(noun_phrases)}
    return Constituency(utterance, top, parents, noun_phrases, order)


def breadth_first(
    tree: Constituency, element: Element, *, possessor_first: bool = False
) -> tuple[float, ...]:
    """A sort key: the breadth-first order of NPs; what has none (an ellipsis) comes last.

    With `possessor_first` a possessor comes right before what it possesses, as Tetreault had it.
    """
    n, inside = element.expression.head, 0
    while possessor_first and tree.is_possessor(n) and inside < len(tree.utterance):
        n, inside = tree.utterance.heads[n - 1], inside + 1
    is_set = element.expression.kind is Kind.SET and not inside
    return tree.order.get((n, is_set), len(tree.order)), -inside, element.position


class _Building:
    """Phrases for all words, from the leaves up: however deep the parse, nothing recurses."""

    def __init__(self, utterance: Utterance) -> None:
        self.lemmas = ("", *map(str.lower, utterance.lemmas))
        self.upos = ("", *utterance.upos)
        self.heads = (ROOT, *utterance.heads)
        self.relations = ("", *utterance.relations)
        self.bases = tuple(relation.partition(":")[0] for relation in self.relations)
        self.kids: list[list[int]] = [[] for _ in self.heads]
        for n, head in enumerate(utterance.heads, start=1):
            self.kids[head].append(n)
        self.phrases: dict[int, Node] = {}

    def top(self) -> Node:
        downwards = list(self.kids[ROOT])
        for n in downwards:
            downwards.extend(self.kids[n])
        for n in reversed(downwards):
            self.phrases[n] = self._phrase(n)
        roots = self._in_order(self.kids[ROOT])
        is_sentence = len(roots) == 1 and roots[0].label is Label.S
        return roots[0] if is_sentence else Node(Label.S, ROOT, roots)

    def _phrase(self, n: int) -> Node:
        if self._is_clause(n):
            return self._clause(n)
        if self._is_nominal(n):
            return self._with_preposition(n, self._coordinated(n, self._noun_phrase(n, IN_ALL)))
        return Node(Label.WORD, n, self._in_order(self.kids[n]))

    def _in_order(self, words: Sequence[int], *others: Node) -> tuple[Node, ...]:
        nodes = [*(self.phrases[word] for word in words), *others]
        return tuple(sorted(nodes, key=lambda node: node.head))

    # Clauses ------------------------------------------------------------------------------------

    def _is_clause(self, n: int) -> bool:
        if self.bases[n] not in CLAUSE_RELATIONS:
            return False
        return self.upos[n] in {"VERB", "AUX"} or self._has(n, "cop", *SUBJECTS)

    def _clause(self, n: int) -> Node:
        """S, with the verb phrases and the clauses coordinated with it."""
        inside, above, coordinated = self._shared_out(n)
        predicate = Node(Label.WORD, n)
        if self._is_nominal_predicate(n):
            predicate = self._noun_phrase(n, IN_NOUN_PHRASE)
        if self._shares_subject(n):
            return Node(Label.VP, n, self._in_order([*above, *inside], predicate))
        verb_phrase = self._verb_phrase(n, Node(Label.VP, n, self._in_order(inside, predicate)))
        sentence = Node(Label.S, n, self._in_order(above, verb_phrase))
        if coordinated:
            sentence = Node(Label.S, n, (sentence, *self._in_order(coordinated)))
        return Node(Label.SBAR, n, (sentence,)) if self.bases[n] in SUBORDINATE else sentence

    def _shared_out(self, n: int) -> tuple[list[int], list[int], list[int]]:
        """The dependents of a clause that go into its VP, above it, and beside it."""
        subject = next((kid for kid in self.kids[n] if self.bases[kid] in SUBJECTS), n)
        inside: list[int] = []
        above: list[int] = []
        beside: list[int] = []
        for kid in self.kids[n]:
            if self._is_nominal_predicate(n) and self.bases[kid] in IN_NOUN_PHRASE:
                continue
            if self.bases[kid] == "conj":
                if self.phrases[kid].label is not Label.VP:
                    beside.append(kid)
            elif self.bases[kid] in OUTSIDE_VP or kid < min(subject, n):
                above.append(kid)
            else:
                inside.append(kid)
        return inside, above, beside

    def _verb_phrase(self, n: int, own: Node) -> Node:
        """The VP, with those coordinated with it that share its subject."""
        sharing = [kid for kid in self.kids[n] if self.bases[kid] == "conj"]
        sharing = [kid for kid in sharing if self.phrases[kid].label is Label.VP]
        return Node(Label.VP, n, (own, *self._in_order(sharing))) if sharing else own

    def _shares_subject(self, n: int) -> bool:
        is_coordinated = self.bases[n] == "conj" and self._is_clause(self.heads[n])
        return is_coordinated and not self._has(n, *SUBJECTS)

    def _is_nominal_predicate(self, n: int) -> bool:
        return self.upos[n] in NOMINAL_TAGS

    # Noun phrases -------------------------------------------------------------------------------

    def _is_nominal(self, n: int) -> bool:
        relation = self.bases[n]
        if self.relations[n] == "nmod:desc":  # the title in "Mr. Smith"
            return False
        if relation in NOMINAL_RELATIONS:
            return self.upos[n] != "VERB"
        return self.upos[n] in NOMINAL_TAGS and relation not in WORD_RELATIONS

    def _noun_phrase(self, n: int, relations: frozenset[str]) -> Node:
        """NP and the N̄ in it, of the dependents in `relations`."""
        kids = [kid for kid in self.kids[n] if relations is IN_ALL or self.bases[kid] in relations]
        kids = [kid for kid in kids if self.bases[kid] not in {"case", "conj"}]
        within = [kid for kid in kids if self._is_in_n_bar(kid)]
        around = [kid for kid in kids if not self._is_in_n_bar(kid)]
        n_bar = Node(Label.N_BAR, n, self._in_order(within, Node(Label.WORD, n)))
        return Node(Label.NP, n, self._in_order(around, n_bar))

    def _is_in_n_bar(self, n: int) -> bool:
        """Hobbs puts arguments of a noun inside N̄: of-phrases and complement clauses."""
        if self.relations[n] == "acl":
            return self._has(n, "mark")
        if self.relations[n] == "nmod":
            return any(self.lemmas[kid] == "of" for kid in self._of_kind(n, "case"))
        return self.relations[n] in IN_N_BAR

    def _coordinated(self, n: int, first: Node) -> Node:
        conjuncts = self._of_kind(n, "conj")
        if not conjuncts:
            return first
        return Node(Label.NP, n, (first, *self._in_order(conjuncts)), is_set=True)

    def _with_preposition(self, n: int, node: Node) -> Node:
        if self.relations[n] == "nmod:poss" or not self._has(n, "case"):
            return node
        return Node(Label.PP, n, (*self._in_order(self._of_kind(n, "case")), node))

    def _of_kind(self, n: int, relation: str) -> list[int]:
        return [kid for kid in self.kids[n] if self.bases[kid] == relation]

    def _has(self, n: int, *relations: str) -> bool:
        return any(self.bases[kid] in relations for kid in self.kids[n])


IN_ALL: frozenset[str] = frozenset()  # no restriction


NO_CONSTITUENTS = constituency(NO_TREE.utterance)
