"""The parse tree of an utterance, grammatical roles, and the outline of its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import NamedTuple, Self

from hearer.model.lexicon import words
from hearer.model.text import ROOT, Utterance

SUBJECTS, CLAUSE_RELATIONS, AUXILIARIES, NOMINALS, VERBS, FINITE_TAGS, PAST_BY_PARTICIPLE = words(
    "tree", "subjects clauses auxiliaries nominals verbs finite_tags past_by_participle"
)
# The number of words of a sentence that are understood together, so that each word of a longer
# sentence costs what the one before did. The longest of LitBank, GUM and EWT has 171 words.
PART_LENGTH = 200
NO_CHILDREN, NO_FIRSTS = list[int](), dict[str, int]()  # shared by the words without children


@lru_cache(maxsize=512)
def base(relation: str) -> str:
    """Return a UD relation without its subtype: acl for acl:relcl."""
    return relation.partition(":")[0]


class Tree:
    """The parse of an utterance. Words are numbered from 1, and 0 is the root.

    No word has a head in another part of a long utterance (`PART_LENGTH`).
    """

    utterance: Utterance  # the state that is stored

    def __init__(self, utterance: Utterance) -> None:
        self.utterance = utterance
        self.forms = ("", *utterance.forms)
        self.lemmas = ("", *map(str.lower, utterance.lemmas))
        self.upos = ("", *utterance.upos)
        self.heads = heads = (ROOT, *_within_parts(utterance.heads))
        self.relations = relations = ("", *utterance.relations)
        self.bases = bases = [base(one) if ":" in one else one for one in relations]
        self.words = range(1, len(heads))
        self.children = children = [NO_CHILDREN] * len(heads)
        # The first child of each word in each relation, with and without subtype.
        self.firsts = firsts = [NO_FIRSTS] * len(heads)
        for n in self.words:
            head = heads[n]
            if related := firsts[head]:
                children[head].append(n)
                related.setdefault(relations[n], n)
                related.setdefault(bases[n], n)
            else:
                children[head], firsts[head] = [n], {relations[n]: n, bases[n]: n}
        lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
        self.starts = [*accumulate(lengths, initial=utterance.start)]
        self.unsaid = {x.head for x in utterance.empty_nodes if base(x.relation) == "nsubj"}
        self.roots = children[ROOT]

    def part(self, n: int) -> Self:
        """Return the tree of the words in the same part of a long utterance as word `n`."""
        if len(self) <= PART_LENGTH:
            return self
        first = n - (n - 1) % PART_LENGTH
        part = copy(self)
        part.words = range(first, min(first + PART_LENGTH, len(self.forms)))
        part.roots = [root for root in part.words if not self.heads[root]]
        return part

    def downwards(self, start: Sequence[int]) -> list[int]:
        """Return words and all that are below them, each after its head."""
        words = [*start]
        for n in words:
            words += self.children[n]
        return words

    def edges(self, n: int) -> tuple[int, int]:
        """Return the first and the last word of the subtree of `n`."""
        if not self.children[n]:
            return n, n
        words = sorted(self.downwards([n]))
        return words[0], words[-1]

    def span(self, first: int, last: int) -> tuple[int, int] | tuple[None, None]:
        """Return the offsets of words `first` to `last`; None if there are no such words."""
        if not 0 < first <= last:
            return None, None
        return self.starts[first - 1], self.starts[last - 1] + len(self.forms[last])

    def child(self, n: int, *relations: str) -> int:
        """Return the first child of `n` in one of these relations, or 0."""
        below = self.firsts[n]
        found = [below[each] for each in relations if each in below]
        return min(found) if found else 0

    def has(self, n: int, *relations: str) -> bool:
        """Return True if `n` has a child in one of these relations."""
        return not self.firsts[n].keys().isdisjoint(relations)

    def possessor(self, n: int) -> int:
        """Return the possessor of the noun `n`: *Brennan's* car, *her* car; or 0."""
        return self.firsts[n].get("nmod:poss", 0)

    def related(self, n: int, *relations: str) -> list[int]:
        """Return the children of `n` in these relations, compared without their subtypes."""
        return [child for child in self.children[n] if self.bases[child] in relations]

    def exactly(self, n: int, *relations: str) -> Iterator[int]:
        """Return the children of `n` in these relations, compared with their subtypes."""
        if self.firsts[n].keys().isdisjoint(relations):
            return iter(())
        return (child for child in self.children[n] if self.relations[child] in relations)

    def ancestors(self, n: int) -> Iterator[int]:
        """Return the heads above `n`, nearest first, without the root."""
        return self.path(self.heads[n])

    def path(self, n: int) -> Iterator[int]:
        """Yield a word and the heads above it, nearest first; nothing if there is no such word."""
        while 0 < n < len(self.heads):
            yield n
            n = self.heads[n]

    def first_conjunct(self, n: int) -> int:
        """Return the first conjunct of the coordination of `n`, or `n`."""
        while self.bases[n] == "conj" and self.heads[n]:
            n = self.heads[n]
        return n

    def preposition(self, n: int) -> str:
        return self.lemmas[self.firsts[n].get("case", 0)]

    def is_determined(self, n: int) -> bool:
        return any(self.exactly(n, "det", "det:predet", "nmod:poss"))

    def feature(self, n: int, feature: str) -> bool:
        """Return True if word `n` has a feature, spelled as in CoNLL-U: "Number=Plur"."""
        return feature in self.utterance.features[n - 1]

    def is_finite(self, n: int) -> bool:
        """Return True if the clause of `n` is tensed: its head, auxiliary or copula is finite."""
        words = (child for child in self.children[n] if self.bases[child] in AUXILIARIES)
        return self._is_finite_word(n) or any(map(self._is_finite_word, words))

    def _is_finite_word(self, n: int) -> bool:
        features, language = self.utterance.features[n - 1], self.utterance.language
        if "VerbForm=Fin" in features or self.utterance.xpos[n - 1] in FINITE_TAGS:
            return True
        if not language or self.upos[n] not in VERBS:
            return False
        if "VerbForm=" not in features:
            return True
        # Czech *přišla*, Russian *пришла*: a participle is the only past tense.
        is_past = "VerbForm=Part" in features and "Tense=Past" in features
        return is_past and "Case=" not in features and language in PAST_BY_PARTICIPLE

    def subject(self, n: int) -> int:
        return self.child(n, "nsubj", "csubj")

    def __len__(self) -> int:
        return len(self.forms) - 1


def _within_parts(heads: tuple[int, ...]) -> tuple[int, ...]:
    """Return heads; a word with a head in another part gets the first such word of its own."""
    if len(heads) <= PART_LENGTH:
        return heads
    within: list[int] = []
    stems: dict[int, int] = {}
    for n, head in enumerate(heads, start=1):
        part = (n - 1) // PART_LENGTH
        if head != ROOT and (head - 1) // PART_LENGTH != part:
            stem = stems.setdefault(part, n)
            head = ROOT if stem == n else stem  # noqa: PLW2901
        within.append(head)
    return tuple(within)


def circles(heads: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cycles among heads, each from its first word; a tree has none."""
    found = []
    seen = {ROOT: ROOT}  # words, with the word from which each was reached
    for start in range(1, len(heads) + 1):
        path, word = list[int](), start
        while word not in seen:
            seen[word] = start
            path.append(word)
            word = heads[word - 1]
        if seen[word] == start:
            circle = path[path.index(word) :]
            lowest = circle.index(min(circle))
            found.append((*circle[lowest:], *circle[:lowest]))
    return found


class Level(StrEnum):
    """The relation of a tensed clause to the one above it (Kameyama 1998, section 4)."""

    TOP = "top"  # the main clause
    SAME = "same level"  # a link in the chain: coordinated clauses, tensed adjuncts
    ACCESSIBLE = "embedded, accessible"  # non-report complements, relative clauses
    INACCESSIBLE = "embedded, inaccessible"  # reported and direct speech


class Clause(NamedTuple):
    """A tensed clause with the untensed ones in it, by its head.

    `parent` is the clause that it continues or is embedded in (0 for the main clause). `full` is
    the clause of a compound sentence that it belongs to: BFP's utterance.
    """

    head: int
    parent: int
    level: Level
    full: int


class Outline(NamedTuple):
    """The tree of an utterance and its clauses, in the order of their heads."""

    tree: Tree
    clauses: tuple[Clause, ...] = ()

    @property
    def utterance(self) -> Utterance:
        return self.tree.utterance


NO_TREE = Tree(Utterance.of("", number=0))
NO_OUTLINE = Outline(NO_TREE)
