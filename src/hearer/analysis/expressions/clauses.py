"""Clauses, subjects that are not said, and segments: what utterances are divided and joined into.

outline                the tensed clauses of an utterance
clause_heads           for every word the head of its clause
elliptical_subject     the subject a finite second conjunct shares: the ε of Table 5
opens_segment          whether an utterance opens a segment, after Walker (1989)
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.analysis.expressions.draft import Draft
from hearer.analysis.options import AnalysisOptions, Segments, SubjectPosition
from hearer.lexicon import entries
from hearer.model import ROOT, Clause, Kind, Level, Outline
from hearer.model.tree import CLAUSE_RELATIONS, SUBJECTS, Tree, base

PERSONAL = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.ZERO})
MAY_HEAD_CLAUSES = CLAUSE_RELATIONS | {"conj"}


def outline(tree: Tree, heads: list[int], speech: tuple[bool, ...]) -> Outline:
    """The utterance divided into tensed clauses; untensed ones go with the clause above.

    `heads` are what clause_heads gives.
    """
    clauses: dict[int, Clause] = {}
    for n in tree.downwards:
        if heads[n] != n and tree.heads[n] != ROOT:
            continue
        level = _level(tree, n, speech)
        above = clauses.get(heads[tree.heads[n]])
        parent = above.head if above else ROOT
        full = n if above is None or _is_full_clause(tree, n, level) else above.full
        clauses[n] = Clause(n, parent, level if above else Level.TOP, full)
    return Outline(tree, tuple(clauses[n] for n in sorted(clauses)))


def _level(tree: Tree, n: int, speech: tuple[bool, ...]) -> Level:
    """How the tensed clause of `n` stands to the one above."""
    relation, governor = tree.relations[n], tree.heads[n]
    if governor == ROOT:
        return Level.TOP
    if speech[n] and not speech[governor]:
        return Level.INACCESSIBLE
    if base(relation) in {"conj", "parataxis"} or relation == "advcl":
        return Level.SAME
    is_report = base(relation) == "ccomp" and tree.lemmas[governor] in entries("report_verbs")
    return Level.INACCESSIBLE if is_report else Level.ACCESSIBLE


def _is_full_clause(tree: Tree, n: int, level: Level) -> bool:
    """A full clause of a compound sentence: coordinated at the top, with its own subject."""
    return (
        level is Level.SAME
        and tree.bases[n] in {"conj", "parataxis"}
        and tree.has(n, "nsubj", "csubj", "expl")
        and tree.bases[tree.heads[n]] in {"root", "conj", "parataxis"}
    )


def clause_heads(tree: Tree) -> list[int]:
    """For every word the head of the tensed clause it belongs to, found from the top down."""
    heads = [ROOT] * (len(tree) + 1)
    for n in tree.downwards:
        may_head = tree.bases[n] in MAY_HEAD_CLAUSES
        heads[n] = n if may_head and heads_clause(tree, n) else heads[tree.heads[n]]
    return heads


def heads_clause(tree: Tree, n: int) -> bool:
    """Whether `n` heads a tensed clause of its own; the root always does."""
    if tree.heads[n] == ROOT:
        return True
    relation = tree.bases[n]
    if relation == "conj":
        return tree.is_finite(n) and is_predicate(tree, n) and is_predicate(tree, tree.heads[n])
    return relation in CLAUSE_RELATIONS and tree.is_finite(n)


def is_predicate(tree: Tree, n: int) -> bool:
    """Whether `n` says something of a subject: a verb, or whatever has a copula or a subject."""
    return tree.upos[n] in {"VERB", "AUX"} or tree.has(n, "cop", "nsubj", "csubj")


def elliptical_subject(tree: Tree, n: int) -> int:
    """The subject that clause `n` shares with its first conjunct, or 0.

    Finite clauses only: the paper shows no ε before "to see" or "to re-examine".
    """
    if tree.bases[n] != "conj" or not tree.is_finite(n):
        return 0
    if tree.has(n, "nsubj", "csubj", "expl") or not is_predicate(tree, n):
        return 0
    if n in tree.unsaid:
        return 0
    first = tree.heads[n]
    shared = next(tree.exactly(first, *SUBJECTS), 0)
    return shared if shared and shared < n else 0


# Segments -------------------------------------------------------------------------------------


def opens_segment(
    tree: Tree, drafts: Sequence[Draft], options: AnalysisOptions, *, begins_paragraph: bool
) -> bool:
    """Whether a new segment begins with this utterance.

    "A segment is defined as a paragraph unless its first sentence has a pronoun in subject position
    or a pronoun where none of the preceding sentence-internal noun phrases matches its syntactic
    features" (section 4). The paper has no dialogues; a turn such as "Yeah." realizes nothing, and
    opens none: it is the first sentence with an expression that decides.
    """
    if tree.utterance.number == 1:
        return True
    if options.segments is Segments.NONE or not begins_paragraph:
        return False
    if options.segments is Segments.PARAGRAPH:
        return tree.utterance.begins_paragraph
    return bool(drafts) and not any(
        is_subject(tree, draft, options.subject_position) or is_unmatched(draft, drafts)
        for draft in drafts
        if draft.kind in PERSONAL
    )


def is_subject(tree: Tree, pronoun: Draft, position: SubjectPosition) -> bool:
    """Whether a pronoun is the subject, by default of the matrix clause only."""
    if pronoun.relation not in SUBJECTS:
        return False
    clause = pronoun.head if pronoun.kind is Kind.ZERO else tree.heads[pronoun.head]
    return position is SubjectPosition.ANY or tree.bases[clause] == "root"


def is_unmatched(pronoun: Draft, drafts: Sequence[Draft]) -> bool:
    """Whether no noun phrase before the pronoun matches its syntactic features."""
    return not any(
        draft.position < pronoun.position and draft.agreement.agrees_with(pronoun.agreement)
        for draft in drafts
    )
