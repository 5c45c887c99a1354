"""Clauses: tensed ones, elliptical subjects, segments (Walker 1989), clauses as antecedents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from hearer.analysis import describe
from hearer.analysis.draft import Draft
from hearer.analysis.noun_phrase import without_edges
from hearer.analysis.options import AnalysisOptions, Segments
from hearer.model import (
    ROOT,
    Agreement,
    Clause,
    Entity,
    EntityKind,
    Familiarity,
    Kind,
    Level,
    Outline,
    ReferringExpression,
)
from hearer.model.expression import Sort
from hearer.model.lexicon import entries
from hearer.model.meaning import offered
from hearer.model.tree import CLAUSE_RELATIONS, SUBJECTS, Tree

PERSONAL = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.ZERO})
MAY_HEAD_CLAUSES = CLAUSE_RELATIONS | {"conj"}
BESIDE = frozenset({"conj", "parataxis"})


def outline(tree: Tree, heads: list[int], speech: tuple[bool, ...]) -> Outline:
    """Divide an utterance into tensed clauses; untensed ones go with the clause above.

    `heads` is the result of clause_heads. A clause coordinated at the top with a subject of its own
    is a full clause of a compound sentence.
    """
    clauses: dict[int, Clause] = {}
    for n in tree.downwards:
        if heads[n] != n and tree.heads[n] != ROOT:
            continue
        governor, relation = tree.heads[n], tree.bases[n]
        level, above = _level(tree, n, speech), clauses.get(heads[governor])
        is_full = (
            level is Level.SAME
            and relation in BESIDE
            and tree.has(n, "nsubj", "csubj", "expl")
            and tree.bases[governor] in {"root", "conj", "parataxis"}
        )
        if above is None:
            clauses[n] = Clause(n, ROOT, Level.TOP, n)
        else:
            clauses[n] = Clause(n, above.head, level, n if is_full else above.full)
    return Outline(tree, tuple(clauses[n] for n in sorted(clauses)))


def _level(tree: Tree, n: int, speech: tuple[bool, ...]) -> Level:
    """Return how the tensed clause of `n` is related to the one above."""
    governor = tree.heads[n]
    if governor == ROOT:
        return Level.TOP
    if speech[n] and not speech[governor]:
        return Level.INACCESSIBLE
    if tree.bases[n] in BESIDE or tree.relations[n] == "advcl":
        return Level.SAME
    is_report = tree.bases[n] == "ccomp" and tree.lemmas[governor] in entries("report_verbs")
    return Level.INACCESSIBLE if is_report else Level.ACCESSIBLE


def clause_heads(tree: Tree) -> list[int]:
    """Return for every word the head of its tensed clause; the root always heads one."""
    heads, governors, relations = [ROOT] * len(tree.heads), tree.heads, tree.bases
    for n in tree.downwards:
        is_head = relations[n] in MAY_HEAD_CLAUSES and _heads_clause(tree, n)
        heads[n] = n if is_head else heads[governors[n]]
    return heads


def _heads_clause(tree: Tree, n: int) -> bool:
    governor = tree.heads[n]
    if not governor or not tree.is_finite(n):
        return not governor
    return tree.bases[n] != "conj" or (is_predicate(tree, n) and is_predicate(tree, governor))


def is_predicate(tree: Tree, n: int) -> bool:
    """Return True for a verb, and for any word that has a copula or a subject."""
    return tree.upos[n] in {"VERB", "AUX"} or tree.has(n, "cop", "nsubj", "csubj")


def elliptical_subject(tree: Tree, n: int) -> int:
    """Return the subject that clause `n` shares with its first conjunct, or 0: Table 5's ε.

    Finite clauses only: the paper shows no ε before "to see" or "to re-examine".
    """
    if tree.bases[n] != "conj" or n in tree.unsaid or not tree.is_finite(n):
        return 0
    if tree.has(n, "nsubj", "csubj", "expl") or not is_predicate(tree, n):
        return 0
    shared = next(tree.exactly(tree.heads[n], *SUBJECTS), 0)
    return shared if shared < n else 0


def opens_segment(
    tree: Tree, drafts: Sequence[Draft], options: AnalysisOptions, *, begins_paragraph: bool
) -> bool:
    """Return True if a new segment begins with this utterance.

    "A segment is defined as a paragraph unless its first sentence has a pronoun in subject position
    or a pronoun where none of the preceding sentence-internal noun phrases matches its syntactic
    features" (section 4). The paper has no dialogues; a turn such as "Yeah." realizes nothing and
    opens no segment: the first sentence with an expression decides.
    """
    if tree.utterance.number == 1:
        return True
    if options.segments is Segments.NONE or not begins_paragraph:
        return False
    if options.segments is Segments.PARAGRAPH:
        return tree.utterance.begins_paragraph
    for pronoun in (draft for draft in drafts if draft.kind in PERSONAL):
        clause = pronoun.head if pronoun.kind is Kind.ZERO else tree.heads[pronoun.head]
        if pronoun.relation in SUBJECTS and tree.bases[clause] == "root":
            return False
        before = (draft.agreement for draft in drafts if draft.position < pronoun.position)
        if not any(agreement.agrees_with(pronoun.agreement) for agreement in before):
            return False
    return bool(drafts)


TOLD = Agreement(describe.SINGULAR, describe.NEUTER)
EVENT = frozenset({Sort.EVENT})
MOST, REACH = 4, 60  # so many clauses of one utterance are kept in mind, of so many words
# "You know" and "I mean" tell nothing.
ASIDES = frozenset({"guess", "know", "mean", "see", "suppose", "think"})
TELLING = frozenset("root conj parataxis advcl ccomp csubj xcomp acl".split())
SAYING = entries("report_verbs") | entries("cognitive_verbs")
# What is said beside a clause is no part of what it tells: he smokes, *and* I hate it.
APART = frozenset("conj parataxis advcl acl:relcl advcl:relcl discourse".split())
MARKS = frozenset({"cc", "mark", "punct", "discourse", "advmod"})


def told_before(tree: Tree, n: int) -> tuple[ReferringExpression, ...]:
    """The clauses of this utterance that word `n` may stand for, the nearest first.

    >>> from hearer.model import Utterance
    >>> tree = Tree(Utterance.of("Try/VERB/root/0 and/CCONJ/cc/3 do/VERB/conj/1 it/PRON/obj/3"))
    >>> [str(each) for each in told_before(tree, 4)]  # what governs it is not what it stands for
    ['Try']
    """
    inside, branches = set(_inside(tree, n)), [n, *tree.ancestors(n)]
    heads = (w for w in range(n - 1, max(0, n - REACH), -1) if tells(tree, w) and w not in inside)
    return tuple([clause(tree, head, _end(tree, head, branches)) for head in islice(heads, MOST)])


def _inside(tree: Tree, n: int) -> Iterator[int]:
    """The predicates whose clauses the word is part of, and what they are told in."""
    for over in (n, *tree.ancestors(n)):
        if tree.relations[over] in APART:
            return
        yield tree.heads[over]


def _end(tree: Tree, head: int, branches: list[int]) -> int:
    """Where a clause ends: before what has the pronoun in it."""
    first, last = tree.edges[head]
    if head not in branches:
        return last
    below = branches[: branches.index(head)]
    beside = next((branch for branch in below if tree.relations[branch] in APART), 0)
    return tree.edges[beside][0] - 1 if beside and tree.edges[beside][0] > first else last


def told_in(tree: Tree) -> tuple[ReferringExpression, ...]:
    """The clauses of a whole utterance: what it tells, then from the end.

    That is its main clause; of "she said he had left", it is what she said.
    """
    root = next((root for root in tree.roots[:1] if tells(tree, root)), 0)
    main, words = _said(tree, root), reversed(tree.words[-REACH:])
    others = islice((w for w in words if w not in {root, main} and tells(tree, w)), MOST - 1)
    return tuple([clause(tree, head) for head in (main, *others) if head])


def _said(tree: Tree, n: int) -> int:
    said = tree.child(n, "ccomp") if tree.lemmas[n] in SAYING else 0
    return said if said and tells(tree, said) else n


def tells(tree: Tree, n: int) -> bool:
    """Whether a word is the predicate of a clause that tells something."""
    if tree.bases[n] not in TELLING or not is_predicate(tree, n):
        return False
    is_verb = tree.upos[n] in {"VERB", "AUX"}
    if tree.lemmas[n] in ASIDES:
        return tree.has(n, "ccomp", "obj")
    return is_verb or tree.bases[n] in {"root", "conj", "ccomp", "advcl", "parataxis"}


def main_clause(tree: Tree) -> ReferringExpression | None:
    """The main clause of an utterance, unless that is a mere noun phrase."""
    root = tree.children[0][0] if tree.children[0] else 0
    return clause(tree, root) if root and is_predicate(tree, root) else None


def clause(tree: Tree, head: int, end: int = 0) -> ReferringExpression:
    """The clause of a predicate, without what introduces or ends it."""
    first, last = tree.edges[head]
    last = max(head, min(last, end or last))
    while first < head and tree.bases[first] in MARKS:
        first += 1
    while last > head and (tree.upos[last] == "PUNCT" or tree.bases[last] == "cc"):
        last -= 1
    first, last = without_edges(tree, (first, last), head)
    number = tree.utterance.number
    return ReferringExpression(
        tree.utterance.text_between(first, last),
        number,
        head,
        entity=Entity(f"{tree.forms[head].upper()} ({number}.{head})", EntityKind.CLAUSE),
        familiarity=Familiarity.INFERRABLE,
        kind=Kind.CLAUSE,
        agreement=TOLD,
        sorts=EVENT,
        relation=tree.relations[head],
        first=first,
        last=last,
        heard_at=last,
        clause=head,
        lemma=tree.lemmas[head],
        meaning=offered(tree.utterance.meaning(head)),
    )
