"""Keyword arguments with their types; written by bench/keyword_options.py."""

from typing import Literal, TypedDict

from hearer.algorithms.centering_variants import Sharing
from hearer.algorithms.readings import Rule1
from hearer.algorithms.s_list import Coordination, Fallback, Overflow, Position
from hearer.algorithms.text_units import Size
from hearer.analysis.options import (
    Anchors,
    DirectSpeech,
    FirstDefinite,
    Inferrables,
    Segments,
    SortSource,
    Strictness,
    Temporal,
)
from hearer.model.meaning import EnglishModel
from hearer.profiles import Profile
from hearer.session.knowledge import Knowledge

class Options(TypedDict, total=False):
    """The options of the analysis and of all our algorithms."""

    all_pronouns: bool
    anchors: Anchors | Literal["poss", "of", "any"]
    appositives: bool
    cataphora: bool
    contra_index: bool
    control: bool
    coordination: Coordination | Literal["set+members", "set", "separate"]
    cues: bool
    demonstratives: bool
    direct_speech: DirectSpeech | Literal["skip", "clauses", "keep"]
    ellipses: bool
    events: bool
    fallback: Fallback | Literal["segment", "document", "none"]
    first_definite: FirstDefinite | Literal["BN", "I", "BNA", "U"]
    inferrables: Inferrables | Literal["none", "lexicon"]
    language: str
    likeness: bool
    meaning: bool
    memory: int
    model: EnglishModel | Literal["small", "large"]
    n: int | None
    ones: bool
    overflow: Overflow | Literal["carry", "cut-at-end", "cut"]
    pleonastic: bool
    pointing: bool
    position: Position | Literal["first", "latest"]
    precision: float | None
    predicates: bool
    predication: bool
    reach: int
    relative_pronouns: bool
    relatives_in_chains: bool
    rule1: Rule1 | Literal["filter", "prefer"]
    seed: int
    segments: Segments | Literal["walker", "paragraph", "none"]
    sharing: Sharing | Literal["prefer", "constraint"]
    sortal: bool
    sorts: SortSource | Literal["auto", "nouns", "stated", "lexicon"]
    speakers: bool
    strictness: Strictness | Literal["strict", "lenient"]
    temporal: Temporal | Literal["determined-only", "all", "none"]
    unit: Size | Literal["sentence", "full-clause", "clause"]
    window: int | None

class HearingOptions(Options, total=False):
    algorithm: str | None
    profile: Profile | str | None

class ResolveOptions(HearingOptions, total=False):
    parser: object
    knowledge: Knowledge | None
    given: bool
