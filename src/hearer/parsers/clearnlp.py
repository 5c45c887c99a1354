"""From what spaCy's own English pipelines say (ClearNLP's labels) to Universal Dependencies.

    completed        columns in which no part of speech and no feature is missing that a tag tells
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

from collections.abc import Iterator
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
STRANDED = {"RP": "compound:prt", "RB": "advmod"}  # prepositions without object, by their tag
# Adverbs that are predicates after "be"; ClearNLP calls them advmod like any other.
PLACES = frozenset(
    "abroad ahead away back close down downstairs far here home in inside near nearby off out"
    " outside over there together up upstairs where".split()
)
# What Penn Treebank tags say about a word, for pipelines that say no more.
UPOS = {
    "CC": "CCONJ", "CD": "NUM", "DT": "DET", "EX": "PRON", "FW": "X", "IN": "ADP", "JJ": "ADJ",
    "JJR": "ADJ", "JJS": "ADJ", "LS": "X", "MD": "AUX", "NN": "NOUN", "NNP": "PROPN",
    "NNPS": "PROPN", "NNS": "NOUN", "PDT": "DET", "POS": "PART", "PRP": "PRON", "PRP$": "PRON",
    "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "RP": "ADP", "SYM": "SYM", "TO": "PART",
    "UH": "INTJ", "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB",
    "VBZ": "VERB", "WDT": "PRON", "WP": "PRON", "WP$": "PRON", "WRB": "ADV", "$": "SYM",
    ".": "PUNCT", ",": "PUNCT", ":": "PUNCT", "``": "PUNCT", "''": "PUNCT", "-LRB-": "PUNCT",
    "-RRB-": "PUNCT", "HYPH": "PUNCT", "NFP": "PUNCT", "ADD": "X", "AFX": "ADJ", "XX": "X",
}  # fmt: skip
FEATURES = {
    "CD": "NumType=Card", "JJR": "Degree=Cmp", "JJS": "Degree=Sup", "MD": "VerbForm=Fin",
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNPS": "Number=Plur", "NNS": "Number=Plur",
    "PRP": "PronType=Prs", "PRP$": "Poss=Yes|PronType=Prs", "RBR": "Degree=Cmp",
    "RBS": "Degree=Sup", "VB": "VerbForm=Inf", "VBD": "Mood=Ind|Tense=Past|VerbForm=Fin",
    "VBG": "Tense=Pres|VerbForm=Part", "VBN": "Tense=Past|VerbForm=Part",
    "VBP": "Mood=Ind|Tense=Pres|VerbForm=Fin",
    "VBZ": "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
    "WDT": "PronType=Rel", "WP": "PronType=Int", "WP$": "Poss=Yes|PronType=Int",
}  # fmt: skip
# Words whose features a tag cannot tell.
PRONOUNS = {
    "this": "Number=Sing|PronType=Dem", "that": "Number=Sing|PronType=Dem",
    "these": "Number=Plur|PronType=Dem", "those": "Number=Plur|PronType=Dem",
    "the": "Definite=Def|PronType=Art", "a": "Definite=Ind|PronType=Art",
    "an": "Definite=Ind|PronType=Art",
}  # fmt: skip
NONE = ("", "_")


def completed(columns: Columns) -> Columns:
    """Columns in which every word has the part of speech and the features its tag tells."""
    if not any(value in NONE for column in (columns.upos, columns.features) for value in column):
        return columns
    upos = [_upos(columns, n) if value in NONE else value for n, value in enumerate(columns.upos)]
    features = [
        _features(columns.forms[n], tag) if columns.features[n] in NONE else columns.features[n]
        for n, tag in enumerate(columns.xpos)
    ]
    return replace(columns, upos=upos, features=features)


def _upos(columns: Columns, n: int) -> str:
    if columns.relations[n] in AUXILIARIES:
        return "AUX"
    if columns.xpos[n] == "DT" and columns.relations[n] not in {"det", "predet"}:
        return "PRON"
    return UPOS.get(columns.xpos[n], "X")


def _features(form: str, tag: str) -> str:
    by_word = PRONOUNS.get(form.lower(), "") if tag in {"DT", "PRP"} else ""
    return by_word or FEATURES.get(tag, "_")


def to_universal(columns: Columns) -> Columns:
    """The same words in UD; those without any label of ClearNLP's own are taken to be."""
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
