"""From the labels of spaCy's own English pipelines (ClearNLP's) to Universal Dependencies.

    to_universal     columns in Universal Dependencies; those that are already are left alone

What differs is more than names. ClearNLP lets a preposition head its noun, "be" its predicate, a
conjunct the next one, and a verb's infinitive its own subject; UD does not. So the tree is rebuilt
rule by rule, then the labels are renamed:

    coordination      all conjuncts hang on the first; "and" on the conjunct it introduces
    prepositions      "in the box": the noun takes the place of the preposition, which is its `case`
    copulas           "is happy", "is a judge", "is in the box": the predicate is the head
    infinitives       "wants him to go": he is the object of "wants", "go" its `xcomp`

Names stay `compound` where UD has `flat`: ClearNLP does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hearer.parsers.columns import Columns

RENAMED = {
    "ROOT": "root", "acomp": "xcomp", "agent": "obl:agent", "attr": "xcomp", "auxpass": "aux:pass",
    "complm": "mark", "csubjpass": "csubj:pass", "dative": "iobj", "dobj": "obj",
    "hmod": "compound", "hyph": "punct", "infmod": "acl", "intj": "discourse", "meta": "parataxis",
    "neg": "advmod", "nn": "compound", "nsubjpass": "nsubj:pass", "num": "nummod",
    "number": "compound", "oprd": "xcomp", "partmod": "acl", "pcomp": "advcl", "pobj": "obl",
    "poss": "nmod:poss", "possessive": "case", "preconj": "cc:preconj", "predet": "det:predet",
    "prep": "obl", "prt": "compound:prt", "quantmod": "advmod", "rcmod": "acl:relcl",
    "relcl": "acl:relcl",
}  # fmt: skip
CLEAR_ONLY = frozenset(RENAMED) - {"ROOT"} | {"npadvmod"}
NOMINAL = frozenset({"NOUN", "NUM", "PRON", "PROPN", "SYM"})
VERBAL = frozenset({"AUX", "VERB"})
PREPOSITIONAL = frozenset({"agent", "dative", "prep"})
FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
AUXILIARIES = frozenset({"aux", "aux:pass", "auxpass", "cop"})
# Adverbs that are predicates after "be"; ClearNLP calls them advmod like any other.
PLACES = frozenset(
    "abroad ahead away back close down downstairs far here home in inside near nearby off out"
    " outside over there together up upstairs where".split()
)


def to_universal(columns: Columns) -> Columns:
    """The same words in Universal Dependencies.

    Columns without any label of ClearNLP's own are taken to be in UD.
    """
    if CLEAR_ONLY.isdisjoint(columns.relations):
        return columns
    tree = ClearTree(columns)
    for rule in RULES:
        rule(tree)
    return replace(columns, heads=tree.heads, relations=tree.relations)


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

    def replace(self, old: int, new: int, relation: str) -> None:
        """Let `new` stand where `old` stood; `old` is left hanging on it."""
        above = self.heads[old]
        self.attach(new, new if above == old else above, relation)
        self.attach(old, new, "dep")

    def move_children(self, old: int, new: int, *, but: frozenset[str] = frozenset()) -> None:
        for child in self.children[old].copy():
            if child != new and self.relations[child] not in but:
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
        if tree.first(n, "pobj", "pcomp") is None and not _shares_object(tree, n):
            _without_object(tree, n)
        else:
            _raise_object(tree, n)


def _shares_object(tree: ClearTree, n: int) -> bool:
    """Coordinated prepositions: *in* and around the house."""
    if tree.upos[n] != "ADP" or tree.relations[n] not in PREPOSITIONAL:
        return False
    return any(tree.first(c, "case") is not None for c in tree.having(n, "conj"))


def _without_object(tree: ClearTree, n: int) -> None:
    """Prepositions without object: stranded at the end of a clause, or half of "because of"."""
    head = tree.heads[n]
    if tree.relations[n] not in {"prep", "pcomp"} or tree.upos[n] not in {"ADP", "SCONJ", "ADV"}:
        return
    if tree.relations[n] == "pcomp" and tree.first(head, "pobj") is not None:
        tree.attach(n, head, "fixed")
    elif tree.relations[n] == "prep":
        by_tag = {"RP": "compound:prt", "RB": "advmod"}
        tree.attach(n, head, by_tag.get(tree.xpos[n], "obl"))


def _raise_object(tree: ClearTree, n: int) -> None:
    found = tree.first(n, "pobj")
    if found is None:
        found = tree.first(n, "pcomp")
    if found is None:
        found = next(c for c in tree.having(n, "conj") if tree.first(c, "case") is not None)
    is_clause = tree.relations[found] == "pcomp" and tree.upos[found] in VERBAL
    tree.replace(n, found, _raised_relation(tree, n, is_clause=is_clause))
    tree.move_children(n, found, but=frozenset({"fixed"}))
    tree.relations[n] = "mark" if is_clause else "case"


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
        predicate = _predicate(tree, n)
        if predicate is not None:
            tree.replace(n, predicate, tree.relations[n])
            tree.move_children(n, predicate)
            tree.relations[n] = "cop"


def _predicate(tree: ClearTree, n: int) -> int | None:
    found = tree.first(n, "attr", "acomp")
    if found is not None:
        return found
    if tree.first(n, "nsubj") is None or tree.first(n, "ccomp", "xcomp", "dobj") is not None:
        return None
    place = (c for c in tree.having(n, "obl") if c > n and tree.first(c, "case") is not None)
    adverb = (c for c in tree.having(n, "advmod") if tree.forms[c] in PLACES)
    return next(place, next(adverb, None))


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


RULES: tuple[Callable[[ClearTree], None], ...] = (
    coordination,
    prepositions,
    copulas,
    infinitives,
    labels,
)
