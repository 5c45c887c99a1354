"""Values of the theory: words, trees, expressions, resolutions, states."""

# isort: off
from hearer.model.expression import (
    ANY_GENDER, ANY_NUMBER, ANY_SORT, UNSPECIFIED, Agreement, Cue, Element, Elements, Entity,
    EntityKind, ExpressionId, Familiarity, Gender, InformationStatus, Kind, Number, Person,
    ReferringExpression, Sort,
)  # fmt: skip
from hearer.model.resolution import (
    OUTWEIGHED, Attempt, Chain, Constraint, Event, Explanation, Factor, FactorValue,
    Interpretation, Label, Note, Resolution, Step, Tally, Tested, Verdict, is_about,
)  # fmt: skip
from hearer.model.state import Stateful, constant
from hearer.model.text import ROOT, Discourse, Problem, Segment, Utterance, Word, features_of
from hearer.model.tree import NO_OUTLINE, NO_TREE, Clause, Level, Outline, Tree, base

__all__ = [
    "ANY_GENDER", "ANY_NUMBER", "ANY_SORT", "NO_OUTLINE", "NO_TREE", "OUTWEIGHED", "ROOT",
    "UNSPECIFIED", "Agreement", "Attempt", "Chain", "Clause", "Constraint", "Cue", "Discourse",
    "Element", "Elements", "Entity", "EntityKind", "Event", "Explanation", "ExpressionId", "Factor",
    "FactorValue", "Familiarity", "Gender", "InformationStatus", "Interpretation", "Kind",
    "Label", "Level", "Note", "Number", "Outline", "Person", "Problem", "ReferringExpression",
    "Resolution", "Segment", "Sort", "Stateful", "Step", "Tally", "Tested", "Tree", "Utterance",
    "Verdict", "Word", "base", "constant", "features_of", "is_about",
]  # fmt: skip
