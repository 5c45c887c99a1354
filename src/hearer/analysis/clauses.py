"""Clauses: tensed ones, elliptical subjects, segments (Walker 1989), clauses as antecedents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import islice

from hearer.analysis.draft import Draft, Marks
from hearer.analysis.noun_phrase import without_edges
from hearer.analysis.options import AnalysisOptions, Segments
from hearer.model import ROOT, Agreement, Entity, Familiarity, Kind, ReferringExpression
from hearer.model.expression import NEUTER, SINGULAR, EntityKind, Expressions, Sort
from hearer.model.lexicon import entries, words
from hearer.model.meaning import offered
from hearer.model.tree import CLAUSE_RELATIONS, SUBJECTS, VERBS, Clause, Level, Outline, Tree

PERSONAL = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.ZERO})
TOP, SAME, ACCESSIBLE, INACCESSIBLE = Level
BESIDE, TELLING, OF_VERBS, APART, MARKS = words("clauses", "beside telling of_verbs apart marks")
MAY_HEAD_CLAUSES = CLAUSE_RELATIONS | {"conj"}


def outline(tree: Tree, speech: Marks) -> Outline:
    """Divide an utterance into tensed clauses; untensed ones go with the clause above.

    A clause coordinated at the top with a subject of its own is a full one of a compound sentence.
    """
    clauses: dict[int, Clause] = {}
    for n in tree.downwards(tree.roots):
        governor, relation = tree.heads[n], tree.bases[n]
        if governor != ROOT and (relation not in MAY_HEAD_CLAUSES or not _heads_clause(tree, n)):
            continue
        level, above = _level(tree, n, speech), clauses.get(clause_head(tree, governor))
        is_full = (
            level is SAME
            and relation in BESIDE
            and tree.has(n, "nsubj", "csubj", "expl")
            and tree.bases[governor] in {"root", "conj", "parataxis"}
        )
        if above is None:
            clauses[n] = Clause(n, ROOT, TOP, n)
        else:
            clauses[n] = Clause(n, above.head, level, n if is_full else above.full)
    return Outline(tree, tuple(clauses[n] for n in sorted(clauses)))


def _level(tree: Tree, n: int, speech: Marks) -> Level:
    """Return how the tensed clause of `n` is related to the one above."""
    governor = tree.heads[n]
    if governor == ROOT:
        return TOP
    if speech[n] and not speech[governor]:
        return INACCESSIBLE
    if tree.bases[n] in BESIDE or tree.relations[n] == "advcl":
        return SAME
    is_report = tree.bases[n] == "ccomp" and tree.lemmas[governor] in entries("report_verbs")
    return INACCESSIBLE if is_report else ACCESSIBLE


def clause_heads(tree: Tree) -> list[int]:
    """Return for every word the head of its tensed clause."""
    return [clause_head(tree, n) for n in range(len(tree.heads))]


def clause_head(tree: Tree, n: int) -> int:
    """Return the head of the tensed clause of `n`; the root always heads one."""
    while n and (tree.bases[n] not in MAY_HEAD_CLAUSES or not _heads_clause(tree, n)):
        n = tree.heads[n]
    return n


@lru_cache(maxsize=64)  # asked for every expression in the clause
def _heads_clause(tree: Tree, n: int) -> bool:
    governor = tree.heads[n]
    if not governor:
        return True
    if tree.bases[n] == "conj" and not (is_predicate(tree, n) and is_predicate(tree, governor)):
        return False
    return tree.is_finite(n)


def is_predicate(tree: Tree, n: int) -> bool:
    """Return True for a verb, and for any word that has a copula or a subject."""
    return tree.upos[n] in VERBS or tree.has(n, "cop", "nsubj", "csubj")


def elliptical_subject(tree: Tree, n: int) -> int:
    """Return the subject that clause `n` shares with its first conjunct, or 0: Table 5's ε."""
    # Finite clauses only: the paper shows no ε before "to see" or "to re-examine".
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
    if not begins_paragraph or options.segments is Segments.NONE:
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


TOLD = Agreement(SINGULAR, NEUTER)
EVENT = frozenset({Sort.EVENT})
MOST, REACH = 4, 60  # so many clauses of one utterance are kept in mind, of so many words
SAYING = entries("report_verbs", "cognitive_verbs")


def told_before(tree: Tree, n: int) -> Expressions:
    """The clauses of this utterance that word `n` may stand for, the nearest first."""
    # A verb that governs the word is left out.
    path = [*tree.path(n)]
    apart = next((k for k, over in enumerate(path) if tree.relations[over] in APART), len(path) - 1)
    inside, above = path[1 : apart + 1], path[apart + 1 :]  # the word is part of the first
    begins = tree.edges(path[apart])[0]  # what has the word in it; a clause above ends before it
    before = (w for w in range(n - 1, max(0, n - REACH), -1) if w not in inside)
    return tuple(
        clause(tree, head, begins - 1 if head in above and begins > tree.edges(head)[0] else 0)
        for head in islice(filter(partial(tells, tree), before), MOST)
    )


def told_in(tree: Tree) -> Expressions:
    """The clauses of a whole utterance: what it tells, then from the end."""
    # It tells its main clause, but "she said he had left" tells what she said.
    root = next((root for root in tree.roots[:1] if tells(tree, root)), 0)
    said = tree.child(root, "ccomp") if tree.lemmas[root] in SAYING else 0
    main = said if tells(tree, said) else root
    backwards = (w for w in reversed(tree.words[-REACH:]) if w not in {root, main})
    others = islice(filter(partial(tells, tree), backwards), MOST - 1)
    return tuple(clause(tree, head) for head in (main, *others) if head)


def tells(tree: Tree, n: int) -> bool:
    """Whether a word is the predicate of a clause that tells something."""
    if tree.bases[n] not in TELLING or not is_predicate(tree, n):
        return False
    return tree.bases[n] not in OF_VERBS or tree.upos[n] in VERBS


def clause(tree: Tree, head: int, end: int = 0) -> ReferringExpression:
    """The clause of a predicate, without what introduces or ends it."""
    first, last = tree.edges(head)
    last = max(head, min(last, end or last))
    while first < head and tree.bases[first] in MARKS:
        first += 1
    while last > head and (tree.upos[last] == "PUNCT" or tree.bases[last] == "cc"):
        last -= 1
    first, last = without_edges(tree, (first, last), head)
    number, span = tree.utterance.number, tree.span(first, last)
    entity = Entity(f"{tree.forms[head].upper()} ({number}.{head})", EntityKind.CLAUSE)
    meaning = offered(tree.utterance.meaning(head))
    return ReferringExpression(  # in the order of its fields: keywords take three times as long
        tree.utterance.text_between(first, last), number, head, False, entity,
        Familiarity.INFERRABLE, Kind.CLAUSE, TOLD, EVENT, tree.relations[head], first, last, last,
        head, meaning=meaning, start=span[0], end=span[1],
    )  # fmt: skip
