"""What the theory talks about: plain, frozen values. Imports nothing of hearer but itself.

What is heard:
    text              words, utterances, segments, a discourse
    tree              the parse of an utterance, as everybody walks it
    clauses           its tensed clauses, for algorithms whose utterances these are
    expression        referring expressions
    grammar           their kinds, agreement, sorts and cues
    binding           who may be whom within a sentence: Principles A, B and C
What is understood:
    identity          who is who: entities and the ids of expressions
    status            Prince's scale, and Strube's three sets
    element           entities as they stand in a ranked list
    interpretation    steps, resolutions, chains, and the reasons for them
What goes on, and what goes wrong:
    part              parts: state that is copied by the types of its fields
    storing           the same state as JSON, and back
    problem           something wrong in the input, and where
"""

from hearer.model.clauses import NO_OUTLINE, Clause, Level, Outline
from hearer.model.element import Element
from hearer.model.expression import ReferringExpression
from hearer.model.factor import Factor, FactorGroup, FactorValue
from hearer.model.grammar import (
    ANY_GENDER,
    ANY_NUMBER,
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Cue,
    Gender,
    Kind,
    Number,
    Person,
    Sort,
)
from hearer.model.identity import Entity, EntityKind, ExpressionId
from hearer.model.interpretation import (
    OUTWEIGHED,
    Attempt,
    Chain,
    Constraint,
    Event,
    Interpretation,
    Label,
    Note,
    Resolution,
    Step,
    Verdict,
    is_about,
)
from hearer.model.problem import Problem
from hearer.model.status import Familiarity, InformationStatus
from hearer.model.text import (
    ROOT,
    Discourse,
    Segment,
    Utterance,
    Word,
    features_of,
)

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
    "Utterance",
    "Verdict",
    "Word",
    "features_of",
    "is_about",
]
