"""Clauses: tensed clauses, elliptical subjects, and segments after Walker (1989)."""

from __future__ import annotations

from collections.abc import Sequence

from hearer.analysis.draft import Draft
from hearer.analysis.options import AnalysisOptions, Segments
from hearer.model import ROOT, Clause, Kind, Level, Outline
from hearer.model.lexicon import entries
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
        governor, relation = tree.heads[n], tree.bases[n]
        if heads[n] != n and governor != ROOT:
            continue
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
    heads = [ROOT] * (len(tree) + 1)
    for n in tree.downwards:
        governor, relation = tree.heads[n], tree.bases[n]
        is_head = relation in MAY_HEAD_CLAUSES and (not governor or tree.is_finite(n))
        if is_head and governor and relation == "conj":
            is_head = is_predicate(tree, n) and is_predicate(tree, governor)
        heads[n] = n if is_head else heads[governor]
    return heads


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
