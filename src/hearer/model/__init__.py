"""What the theory talks about: plain, frozen values. Imports nothing of hearer but itself."""

from hearer.model.entity import Element, unknown_entity
from hearer.model.expression import (
    ANY_GENDER,
    ANY_NUMBER,
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Gender,
    Kind,
    Number,
    Person,
    ReferringExpression,
    Sort,
)
from hearer.model.interpretation import (
    Attempt,
    Chain,
    Constraint,
    Event,
    Interpretation,
    Resolution,
    Step,
)
from hearer.model.problem import Problem
from hearer.model.status import Familiarity, InformationStatus
from hearer.model.text import ROOT, Discourse, Segment, Utterance, Word, features_of

__all__ = [
    "ANY_GENDER",
    "ANY_NUMBER",
    "ANY_SORT",
    "ROOT",
    "UNSPECIFIED",
    "Agreement",
    "Attempt",
    "Chain",
    "Constraint",
    "Discourse",
    "Element",
    "Event",
    "Familiarity",
    "Gender",
    "InformationStatus",
    "Interpretation",
    "Kind",
    "Number",
    "Person",
    "Problem",
    "ReferringExpression",
    "Resolution",
    "Segment",
    "Sort",
    "Step",
    "Utterance",
    "Word",
    "features_of",
    "unknown_entity",
]
