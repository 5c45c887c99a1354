"""Discourse segments after Walker (1989), as section 4 of the paper gives them.

    opens_segment    whether an utterance opens a segment

"A segment is defined as a paragraph unless its first sentence has a pronoun in subject position
or a pronoun where none of the preceding sentence-internal noun phrases matches its syntactic
features."
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.analysis.expressions.draft import Draft
from hearer.analysis.options import AnalysisOptions, Segments, SubjectPosition
from hearer.model import Kind
from hearer.model.tree import SUBJECTS, Tree

PERSONAL = frozenset({Kind.PRONOUN, Kind.POSSESSIVE})


def opens_segment(tree: Tree, drafts: Sequence[Draft], options: AnalysisOptions) -> bool:
    """Whether a new segment begins with this utterance."""
    if tree.utterance.number == 1:
        return True
    if options.segments is Segments.NONE or not tree.utterance.begins_paragraph:
        return False
    if options.segments is Segments.PARAGRAPH:
        return True
    return not any(
        is_subject(tree, draft, options.subject_position) or is_unmatched(draft, drafts)
        for draft in drafts
        if draft.kind in PERSONAL
    )


def is_subject(tree: Tree, pronoun: Draft, position: SubjectPosition) -> bool:
    """Whether a pronoun is the subject, by default of the matrix clause only."""
    if pronoun.relation not in SUBJECTS:
        return False
    clause = tree.heads[pronoun.head]
    return position is SubjectPosition.ANY or tree.bases[clause] == "root"


def is_unmatched(pronoun: Draft, drafts: Sequence[Draft]) -> bool:
    """Whether no noun phrase before the pronoun matches its syntactic features."""
    return not any(
        draft.position < pronoun.position and draft.agreement.agrees_with(pronoun.agreement)
        for draft in drafts
    )
