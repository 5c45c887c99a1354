"""Columns of words from other parsers, as utterances in Universal Dependencies.

spaCy's English pipelines use the labels of ClearNLP, which are converted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import count, pairwise
from operator import add
from typing import Any

from hearer.lexicon import data, words
from hearer.model import Discourse, Utterance
from hearer.parsers.text import Block, ends_paragraph, plain, restored

KEPT = ("forms", "lemmas", "upos", "xpos", "features", "spaces")  # as they are


@dataclass(frozen=True, slots=True)
class Columns:
    """Words, their parse, and where sentences begin. Heads count from 0; a root is its own head."""

    forms: list[str]
    spaces: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    begins: list[bool]  # whether a sentence begins at this word

    def in_universal_dependencies(self) -> Columns:
        """Convert the labels of ClearNLP; columns without any of them are returned as they are."""
        if CLEAR_ONLY.isdisjoint(self.relations):
            return self
        tree = ClearTree(self)
        for rule in RULES:
            rule(tree)
        return replace(self, heads=tree.heads, relations=tree.relations)


def discourse(before: str, columns: Columns) -> Discourse:
    """Return a whole text that begins with the white space `before`; blank lines end paragraphs."""
    found, begins_paragraph = [], True
    for utterance in utterances(columns, count(1), Block(len(before))):
        found.append(replace(utterance, begins_paragraph=begins_paragraph))
        begins_paragraph = ends_paragraph(utterance.spaces[-1])
    return Discourse(tuple(found), before=before)


def in_block(block: Block, columns: Columns, numbers: Iterator[int]) -> Iterator[Utterance]:
    """Yield the sentences of a block from the columns of its plain text."""
    if block.text != plain(block.text):
        columns.forms[:], columns.spaces[:] = restored(block.text, columns.forms, columns.spaces)
    if columns.forms:
        columns.spaces[-1] += block.space
    return utterances(columns, numbers, block)


def utterances(columns: Columns, numbers: Iterator[int], block: Block) -> Iterator[Utterance]:
    """Yield the sentences of `columns`, from the start of `block`; a head outside is a root."""
    start, begins_paragraph = block.start, block.begins_paragraph
    firsts = [n for n, begins in enumerate(columns.begins) if begins or not n]
    for first, end in pairwise([*firsts, len(columns.forms)]):
        parsed: dict[str, Any] = {name: tuple(getattr(columns, name)[first:end]) for name in KEPT}
        heads = columns.heads[first:end]
        is_root = [head == n or not first <= head < end for n, head in enumerate(heads, first)]
        arcs = list(zip(heads, columns.relations[first:end], is_root, strict=True))
        yield Utterance(
            number=next(numbers),
            start=start,
            begins_paragraph=begins_paragraph,
            is_heading=block.is_heading,
            sorts=("",) * (end - first),
            heads=tuple(0 if root else head - first + 1 for head, _, root in arcs),
            relations=tuple("root" if root else relation for _, relation, root in arcs),
            **parsed,
        )
        start += sum(map(len, parsed["forms"])) + sum(map(len, parsed["spaces"]))
        begins_paragraph = False


def without_gaps(columns: Columns) -> tuple[str, Columns]:
    """Return the white space before the first word, and columns without words of white space.

    Dependents of such a word get its head; if it is a root, its first dependent replaces it. Its
    characters are appended to the space behind the word before it.
    """
    kept = [n for n, form in enumerate(columns.forms) if form and not form.isspace()]
    new = {old: n for n, old in enumerate(kept)}
    heirs: dict[int, int] = {}  # of roots that are white space
    heads = []
    for n in kept:
        head = columns.heads[n]
        while head not in new and columns.heads[head] != head:
            head = columns.heads[head]
        heads.append(new[head if head in new else heirs.setdefault(head, n)])
    bounds = [*pairwise([-1, *kept, len(columns.forms)])]
    written = [*map(add, columns.forms, columns.spaces)]
    before, *gaps = ("".join(written[n + 1 : end]) for n, end in bounds)
    rest = Columns(*([getattr(columns, each.name)[n] for n in kept] for each in fields(columns)))
    begins = [any(columns.begins[n + 1 : end + 1]) for n, end in bounds[:-1]]
    return before, replace(rest, spaces=[*map(add, rest.spaces, gaps)], heads=heads, begins=begins)


# ClearNLP ---------------------------------------------------------------------------------------

RENAMED = data("clearnlp")["relations"]
CLEAR_ONLY = frozenset(RENAMED) - {"ROOT"} | {"npadvmod"}
NOMINAL = frozenset({"NOUN", "NUM", "PRON", "PROPN", "SYM"})
VERBAL = frozenset({"AUX", "VERB"})
PREPOSITIONAL = frozenset({"agent", "dative", "prep"})
FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
AUXILIARIES = frozenset({"aux", "aux:pass", "auxpass", "cop"})
STRANDED = {"RP": "compound:prt", "RB": "advmod"}  # prepositions without object, by their tag
PLACES = words("parser", "places")


class ClearTree:
    """A dependency tree in ClearNLP's manner that is being rebuilt. A root has itself as head."""

    def __init__(self, columns: Columns) -> None:
        self.heads = columns.heads.copy()
        self.relations = columns.relations.copy()
        self.upos, self.xpos = columns.upos, columns.xpos
        self.forms = [form.lower() for form in columns.forms]
        self.lemmas = [lemma.lower() for lemma in columns.lemmas]
        self.children: list[list[int]] = [[] for _ in self.heads]
        for n, head in enumerate(self.heads):
            if head != n:
                self.children[head].append(n)

    def attach(self, n: int, head: int, relation: str) -> None:
        """Give a word another head (itself: it is the root) and relation."""
        if self.heads[n] != n:
            self.children[self.heads[n]].remove(n)
        if head != n:
            self.children[head].append(n)
            self.children[head].sort()
        self.heads[n], self.relations[n] = head, relation

    def replace(self, old: int, new: int, relation: str, *, leaving: str) -> None:
        """Let `new` stand where `old` stood, which keeps only what is fixed to it."""
        above = self.heads[old]
        self.attach(new, new if above == old else above, relation)
        self.attach(old, new, leaving)
        for child in self.children[old].copy():
            if self.relations[child] != "fixed":
                self.attach(child, new, self.relations[child])

    def having(self, n: int, *relations: str) -> Iterator[int]:
        return (child for child in self.children[n] if self.relations[child] in relations)

    def first(self, n: int, *relations: str) -> int | None:
        return next(self.having(n, *relations), None)

    def bottom_up(self) -> list[int]:
        """All words, each after what hangs on it."""
        downwards = [n for n, head in enumerate(self.heads) if head == n]
        for n in downwards:
            downwards.extend(self.children[n])
        return downwards[::-1]


def coordination(tree: ClearTree) -> None:
    """Coordination: of "A, B and C", B and C hang on A, "and" on C."""
    for n, relation in enumerate(tree.relations):
        if relation == "cc" and tree.heads[n] < n:
            later = (c for c in _conjuncts(tree, tree.heads[n]) if c > n)
            if (conjunct := min(later, default=None)) is not None:
                tree.attach(n, conjunct, "cc")
    for n in reversed(tree.bottom_up()):
        head = tree.heads[n]
        if tree.relations[n] == tree.relations[head] == "conj" and tree.heads[head] != head:
            tree.attach(n, tree.heads[head], "conj")


def _conjuncts(tree: ClearTree, n: int) -> Iterator[int]:
    for conjunct in tree.having(n, "conj"):
        yield conjunct
        yield from _conjuncts(tree, conjunct)


def prepositions(tree: ClearTree) -> None:
    """The noun takes the place of its preposition, which becomes its `case` (a verb's `mark`)."""
    for n in tree.bottom_up():
        found = next(_objects(tree, n), None)
        if found is None:
            _without_object(tree, n)
            continue
        is_clause = tree.relations[found] == "pcomp" and tree.upos[found] in VERBAL
        relation = _raised_relation(tree, n, is_clause=is_clause)
        tree.replace(n, found, relation, leaving="mark" if is_clause else "case")


def _objects(tree: ClearTree, n: int) -> Iterator[int]:
    """What a preposition governs; of *in* and around the house, what the other one does."""
    yield from tree.having(n, "pobj")
    yield from tree.having(n, "pcomp")
    if tree.upos[n] == "ADP" and tree.relations[n] in PREPOSITIONAL:
        yield from (c for c in tree.having(n, "conj") if tree.first(c, "case") is not None)


def _without_object(tree: ClearTree, n: int) -> None:
    """Prepositions without object: stranded at the end of a clause, or half of "because of"."""
    relation, head = tree.relations[n], tree.heads[n]
    if tree.upos[n] not in {"ADP", "SCONJ", "ADV"}:
        return
    if relation == "prep":
        tree.attach(n, head, STRANDED.get(tree.xpos[n], "obl"))
    elif relation == "pcomp" and tree.first(head, "pobj") is not None:
        tree.attach(n, head, "fixed")


def _raised_relation(tree: ClearTree, n: int, *, is_clause: bool) -> str:
    """What a preposition's object is to what the preposition hung on."""
    relation, head = tree.relations[n], tree.heads[n]
    if relation not in PREPOSITIONAL:
        return relation
    if tree.relations[head] in PREPOSITIONAL and tree.upos[head] == "ADP":
        return "pobj"  # from *behind the door*: the outer preposition is next
    if is_clause:
        return "acl" if tree.upos[head] in NOMINAL else "advcl"
    if relation == "agent":
        return "obl:agent"
    return "nmod" if tree.upos[head] in NOMINAL and relation == "prep" else "obl"


def copulas(tree: ClearTree) -> None:
    """The predicate heads the clause, and "be" is its `cop`."""
    for n in tree.bottom_up():
        if tree.lemmas[n] != "be" or tree.relations[n] in AUXILIARIES:
            continue
        expletive = tree.first(n, "expl")
        if expletive is not None and tree.forms[expletive] == "there":
            for subject in list(tree.having(n, "attr")):
                tree.attach(subject, n, "nsubj")
            continue
        predicate = next(_predicates(tree, n), None)
        if predicate is not None:
            tree.replace(n, predicate, tree.relations[n], leaving="cop")


def _predicates(tree: ClearTree, n: int) -> Iterator[int]:
    yield from tree.having(n, "attr", "acomp")
    if tree.first(n, "nsubj") is None or tree.first(n, "ccomp", "xcomp", "dobj") is not None:
        return
    places = (c for c in tree.having(n, "obl") if c > n)
    yield from (place for place in places if tree.first(place, "case") is not None)
    yield from (adverb for adverb in tree.having(n, "advmod") if tree.forms[adverb] in PLACES)


def infinitives(tree: ClearTree) -> None:
    """The subject of a complement without tense is the object of the verb above it."""
    for n, relation in enumerate(tree.relations):
        if relation == "aux" and tree.xpos[n] == "TO":
            tree.relations[n] = "mark"
    for n in range(len(tree.heads)):
        subject = tree.first(n, "nsubj")
        if tree.relations[n] != "ccomp" or subject is None or _is_tensed(tree, n):
            continue
        if tree.first(tree.heads[n], "dobj", "obj") is None and tree.heads[n] < subject:
            tree.attach(subject, tree.heads[n], "obj")
            tree.relations[n] = "xcomp"


def _is_tensed(tree: ClearTree, n: int) -> bool:
    if any(tree.xpos[mark] != "TO" for mark in tree.having(n, "mark")):
        return True
    return any(tree.xpos[word] in FINITE for word in (n, *tree.having(n, *AUXILIARIES)))


def labels(tree: ClearTree) -> None:
    """The names of relations that have changed nothing else."""
    for n, relation in enumerate(tree.relations):
        if relation == "npadvmod":
            over = tree.upos[tree.heads[n]]
            tree.relations[n] = "nmod:unmarked" if over in NOMINAL else "obl:unmarked"
        elif relation == "nmod" and tree.first(n, "case") is None:
            tree.relations[n] = "amod" if tree.upos[n] == "ADJ" else "compound"
        else:
            tree.relations[n] = RENAMED.get(relation, relation)


RULES = (coordination, prepositions, copulas, infinitives, labels)
