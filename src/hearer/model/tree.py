"""The parse of an utterance, as everybody walks it. It is built once per utterance.

base       a UD relation without its subtype
Tree       children, subtrees, ancestors and small questions about words
circles    where heads are no tree
BREATH     how many words of a sentence are understood together
CARRIED    how many elements an algorithm carries over from one breath to the next
Level, Clause, Outline
           its tensed clauses, for algorithms whose utterances these are
NO_TREE    the tree of nothing
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, Self

from hearer.model.text import ROOT, Utterance

SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer", "nsubj:xsubj"})
CLAUSE_RELATIONS = frozenset({"root", "ccomp", "advcl", "acl", "csubj", "parataxis"})
NOMINALS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM", "X"})
FINITE_TAGS = frozenset({"VBD", "VBP", "VBZ", "MD"})
AUXILIARIES = frozenset({"aux", "cop"})
DEEPEST = 64  # no noun phrase is deeper in another
# A longer sentence is understood breath by breath, so that each word costs what the one before
# did. The longest of LitBank, GUM and EWT has 171 words.
BREATH = 200
PAST_BY_PARTICIPLE = frozenset("be bg cs hr mk pl ru sk sl sr uk".split())
CARRIED = 8


@lru_cache(maxsize=1024)
def base(relation: str) -> str:
    """A UD relation without its subtype.

    >>> base("acl:relcl")
    'acl'
    """
    return relation.partition(":")[0]


class Tree:
    """An utterance's parse. Words are numbered from 1, and 0 is the root.

    Nothing hangs on a word of another breath (`BREATH`).
    """

    __slots__ = (
        "bases",
        "children",
        "downwards",
        "edges",
        "firsts",
        "forms",
        "heads",
        "lemmas",
        "relations",
        "roots",
        "unsaid",
        "upos",
        "utterance",
        "words",
    )
    MADE_FROM: ClassVar[tuple[str, ...]] = ("utterance",)  # what has to be stored of it
    utterance: Utterance

    def __init__(self, utterance: Utterance) -> None:
        self.utterance = utterance
        self.forms = ("", *utterance.forms)
        self.lemmas = ("", *map(str.lower, utterance.lemmas))
        self.upos = ("", *utterance.upos)
        self.heads = (ROOT, *_within_breaths(utterance.heads))
        self.relations = ("", *utterance.relations)
        self.bases = [*map(base, self.relations)]
        self.children: list[list[int]] = [[] for _ in self.forms]
        for n, head in enumerate(self.heads[1:], start=1):
            self.children[head].append(n)
        self.words = range(1, len(self.forms))
        nodes = utterance.empty_nodes
        self.unsaid = (
            frozenset(x.head for x in nodes if base(x.relation) == "nsubj") if nodes else ()
        )
        self.roots = self.children[ROOT]
        self.firsts = self._firsts()
        self.downwards = _downwards(self)
        self.edges = self._edges()

    def _firsts(self) -> list[dict[str, int]]:
        """The first child of every word in each relation, with and without its subtype."""
        firsts: list[dict[str, int]] = [{} for _ in self.forms]
        heads, relations, bases = self.heads, self.relations, self.bases
        for n in range(len(self.forms) - 1, 0, -1):  # so that the first is what remains
            of_head = firsts[heads[n]]
            of_head[relations[n]] = of_head[bases[n]] = n
        return firsts

    def _edges(self) -> list[tuple[int, int]]:
        """The first and last word of every subtree, found from the leaves up."""
        heads, first, last = self.heads, [*range(len(self.forms))], [*range(len(self.forms))]
        for n in reversed(self.downwards):
            head = heads[n]
            if first[n] < first[head]:  # noqa: PLR1730 - min() and max() cost a call per word
                first[head] = first[n]
            if last[n] > last[head]:  # noqa: PLR1730
                last[head] = last[n]
        return list(zip(first, last, strict=True))

    def breath(self, n: int) -> Self:
        """The tree of the words that are understood together with word `n`, by their numbers."""
        if len(self) <= BREATH:
            return self
        first = n - (n - 1) % BREATH
        part = copy(self)
        part.words = range(first, min(first + BREATH, len(self.forms)))
        part.roots = [root for root in part.words if not self.heads[root]]
        part.downwards = _downwards(part)
        return part

    def child(self, n: int, *relations: str) -> int:
        """The first child of `n` in one of these relations, without subtypes, or 0."""
        firsts = self.firsts[n]
        if firsts.keys().isdisjoint(relations):
            return 0
        return min(firsts[relation] for relation in relations if relation in firsts)

    def has(self, n: int, *relations: str) -> bool:
        """Whether `n` has a child in one of these relations, without subtypes."""
        return not self.firsts[n].keys().isdisjoint(relations)

    def possessor(self, n: int) -> int:
        """Whose the noun phrase headed by `n` is: *Brennan's* car, *her* car; or 0."""
        return self.firsts[n].get("nmod:poss", 0)

    def exactly(self, n: int, *relations: str) -> Iterator[int]:
        """The children of `n` in exactly one of these relations, subtypes included."""
        return (child for child in self.children[n] if self.relations[child] in relations)

    def ancestors(self, n: int) -> Iterator[int]:
        """The heads above `n`, nearest first, without the root."""
        while head := self.heads[n]:
            yield head
            n = head

    def path(self, n: int) -> Iterator[int]:
        """A word and the heads above it, nearest first; nothing for what is no word here."""
        while 0 < n < len(self.heads):
            yield n
            n = self.heads[n]

    def first_conjunct(self, n: int) -> int:
        """The first word of the coordination that `n` stands in: `n` itself if in none."""
        climbed = 0
        while self.bases[n] == "conj" and self.heads[n] and climbed < DEEPEST:
            n, climbed = self.heads[n], climbed + 1
        return n

    def preposition(self, n: int) -> str:
        return self.lemmas[self.firsts[n].get("case", 0)]

    def is_determined(self, n: int) -> bool:
        return any(
            self.relations[child] in {"det", "det:predet", "nmod:poss"}
            for child in self.children[n]
        )

    def feature(self, n: int, feature: str) -> bool:
        """Whether word `n` has a feature, spelled as in CoNLL-U: "Number=Plur"."""
        return feature in self.utterance.features[n - 1]

    def is_finite(self, n: int) -> bool:
        """Whether the clause of `n` is tensed: its head, an auxiliary or a copula is finite."""
        auxiliaries = [c for c in self.children[n] if self.bases[c] in AUXILIARIES]
        return any(map(self._is_finite_word, (n, *auxiliaries)))

    def _is_finite_word(self, n: int) -> bool:
        if self.feature(n, "VerbForm=Fin") or self.utterance.xpos[n - 1] in FINITE_TAGS:
            return True
        if not self.utterance.language or self.upos[n] not in {"VERB", "AUX"}:
            return False
        return not self.feature(n, "VerbForm=") or self._is_finite_participle(n)

    def _is_finite_participle(self, n: int) -> bool:
        """Whether a participle is the only past there is: Czech *přišla*, Russian *пришла*."""
        is_past = self.feature(n, "VerbForm=Part") and self.feature(n, "Tense=Past")
        return (
            is_past
            and not self.feature(n, "Case=")
            and self.utterance.language in PAST_BY_PARTICIPLE
        )

    def subject(self, n: int) -> int:
        return self.child(n, "nsubj", "csubj")

    def __len__(self) -> int:
        return len(self.forms) - 1


def _downwards(tree: Tree) -> list[int]:
    """The words of a tree, each below the ones before."""
    children = tree.children
    words = list(tree.roots)
    for n in words:
        if children[n]:
            words += children[n]
    return words


def _within_breaths(heads: tuple[int, ...]) -> tuple[int, ...]:
    """The heads; what hung on a word of another breath hangs on the first such word of its own."""
    if len(heads) <= BREATH:
        return heads
    within: list[int] = []
    stems: dict[int, int] = {}
    for n, head in enumerate(heads, start=1):
        breath = (n - 1) // BREATH
        if head != ROOT and (head - 1) // BREATH != breath:
            stem = stems.setdefault(breath, n)
            head = ROOT if stem == n else stem  # noqa: PLW2901 - another one now
        within.append(head)
    return tuple(within)


def circles(heads: Sequence[int]) -> list[tuple[int, ...]]:
    """All circles that heads go in, each with its first word in front: a tree has none.

    >>> circles([2, 1, 0]), circles([2, 0, 2])
    ([(1, 2)], [])
    """
    found = []
    seen = [0] * (len(heads) + 1)
    seen[ROOT] = -1
    for start in range(1, len(heads) + 1):
        word = start
        while not seen[word]:
            seen[word] = start
            word = heads[word - 1]
        if seen[word] == start:
            found.append(_round(heads, word))
    return found


def _round(heads: Sequence[int], word: int) -> tuple[int, ...]:
    circle = [word]
    while heads[circle[-1] - 1] != word:
        circle.append(heads[circle[-1] - 1])
    lowest = circle.index(min(circle))
    return (*circle[lowest:], *circle[:lowest])


class Level(StrEnum):
    """How a tensed clause stands to the one above it (Kameyama 1998, as section 4 has it)."""

    TOP = "top"  # the main clause
    SAME = "same level"  # a link in the chain: coordinated clauses, tensed adjuncts
    ACCESSIBLE = "embedded, accessible"  # non-report complements, relative clauses
    INACCESSIBLE = "embedded, inaccessible"  # reported and direct speech


@dataclass(frozen=True, slots=True)
class Clause:
    """A tensed clause with the untensed ones it takes in.

    `head` names it. `parent` is the clause it continues or is embedded in (0 for the main
    clause). `full` is the clause of a compound sentence that it belongs to: BFP's utterance.
    """

    head: int
    parent: int
    level: Level
    full: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The tree of an utterance and its clauses, in the order of their heads."""

    tree: Tree
    clauses: tuple[Clause, ...] = ()

    @property
    def utterance(self) -> Utterance:
        return self.tree.utterance

    @property
    def goes_on(self) -> bool:
        """Whether this is a later breath of its sentence."""
        return self.tree.words.start > 1

    def clause(self, head: int) -> Clause:
        return next(clause for clause in self.clauses if clause.head == head)


NO_TREE = Tree(Utterance.of("", number=0))
NO_OUTLINE = Outline(NO_TREE)
