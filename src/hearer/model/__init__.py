"""What the theory talks about: plain, frozen values. Imports nothing of hearer but itself."""

from hearer.model.clauses import NO_OUTLINE, Clause, Level, Outline
from hearer.model.element import Element
from hearer.model.expression import ReferringExpression
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
    Factor,
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
