"""What the theory talks about: plain, frozen values. Of hearer it imports its limits alone.

What is heard:
    text              words, utterances, segments, a discourse, and what is wrong with it
    language          in which language it is
    small_words       by which that is told
    tree              the parse of an utterance, as everybody walks it, and its clauses
    grammar           kinds, statuses, agreement, sorts and cues of referring expressions
    control           who acts where no subject is said
    principle_c       who is named below a pronoun is somebody else
    binding           who may be whom within a sentence: Principles A, B and C
    counted_binding   the same, as it is counted in annotated text
    others_binding    the same, as other papers have it
    meaning           what a word means where it stands, in numbers
What is understood:
    identity          who is who: entities and the ids of expressions
    expression        referring expressions, and elements of ranked lists
    naming            how names and noun phrases are said
    names             what an entity is best called
    attempt           what came of testing a candidate
    resolution        how a pronoun found its antecedent, and why
    interpretation    steps and chains
What goes on:
    part              parts: state that is copied by the types of its fields
    storing           the same state as JSON, and back
    record            what a hearer keeps of what it heard
    possible          what cannot be, though its types are right
"""

from hearer.model.attempt import (
    OUTWEIGHED,
    Attempt,
    Constraint,
    Factor,
    FactorGroup,
    FactorValue,
    TalliedAttempts,
    Tally,
    Verdict,
    is_about,
)
from hearer.model.expression import Element, ReferringExpression
from hearer.model.grammar import (
    ANY_GENDER,
    ANY_NUMBER,
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Cue,
    Familiarity,
    Gender,
    InformationStatus,
    Kind,
    Number,
    Person,
    Sort,
)
from hearer.model.identity import Entity, EntityKind, ExpressionId
from hearer.model.interpretation import Chain, Event, Interpretation, Note, Step
from hearer.model.resolution import Explanation, Label, Resolution, Tested
from hearer.model.text import ROOT, Discourse, Problem, Segment, Utterance, Word, features_of
from hearer.model.tree import NO_OUTLINE, Clause, Level, Outline

__all__ = [
    "ANY_GENDER",
    "ANY_NUMBER",
    "ANY_SORT",
    "NO_OUTLINE",
    "OUTWEIGHED",
    "ROOT",
    "UNSPECIFIED",
    "Agreement",
    "Attempt",
    "Chain",
    "Clause",
    "Constraint",
    "Cue",
    "Discourse",
    "Element",
    "Entity",
    "EntityKind",
    "Event",
    "Explanation",
    "ExpressionId",
    "Factor",
    "FactorGroup",
    "FactorValue",
    "Familiarity",
    "Gender",
    "InformationStatus",
    "Interpretation",
    "Kind",
    "Label",
    "Level",
    "Note",
    "Number",
    "Outline",
    "Person",
    "Problem",
    "ReferringExpression",
    "Resolution",
    "Segment",
    "Sort",
    "Step",
    "TalliedAttempts",
    "Tally",
    "Tested",
    "Utterance",
    "Verdict",
    "Word",
    "features_of",
    "is_about",
]
