"""Keyword arguments with their types; written by bench/keyword_options.py."""

from typing import Literal, TypedDict

from hearer.algorithms.centering_variants import Sharing, Version
from hearer.algorithms.lappin_leass import Obliques
from hearer.algorithms.lrc import CfOrder, LRCSubject
from hearer.algorithms.readings import InitialCb, LookBack, Rule1
from hearer.algorithms.s_list import Coordination, Fallback, Overflow, Position
from hearer.algorithms.sidner import PluralGroups
from hearer.algorithms.units import Size
from hearer.analysis.options import (
    Anchors,
    DirectSpeech,
    FirstDefinite,
    Inferrables,
    Segments,
    SortSource,
    Strictness,
    SubjectPosition,
    Temporal,
)
from hearer.profiles import Profile
from hearer.session.knowledge import Knowledge

class Options(TypedDict, total=False):
    """The options of the analysis and of all our algorithms."""

    all_pronouns: bool
    anchors: Anchors | Literal["poss", "of", "any"]
    appositives: bool
    cap: int
    cataphora: bool
    contra_index: bool
    control: bool
    coordination: Coordination | Literal["set+members", "set", "separate"]
    cues: bool
    demonstratives: bool
    depth: int
    direct_speech: DirectSpeech | Literal["skip", "clauses", "keep"]
    ellipses: bool
    events: bool
    fading: float
    fallback: LookBack | Fallback | Literal["segment", "document", "none"]
    first_definite: FirstDefinite | Literal["BN", "I", "BNA", "U"]
    inferrables: Inferrables | Literal["none", "lexicon"]
    initial_cb: InitialCb | Literal["none", "cp"]
    language: str
    likeness: bool
    limit: int
    meaning: bool
    memory: int
    n: int | None
    oblique: Obliques | Literal["all", "marked"]
    ones: bool
    order: CfOrder | Literal["breadth-first", "surface"]
    overflow: Overflow | Literal["carry", "cut-at-end", "cut"]
    pleonastic: bool
    plural_groups: PluralGroups | Literal["last", "first", "never"]
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
    split: bool
    strictness: Strictness | Literal["strict", "lenient"]
    subject: LRCSubject | Literal["first", "top"]
    subject_position: SubjectPosition | Literal["matrix", "any"]
    temporal: Temporal | Literal["determined-only", "all", "none"]
    threshold: int | float
    unit: Size | Literal["sentence", "full-clause", "clause"]
    version: Version | Literal["1996", "1999-basic", "1999-extended"]
    window: int | None

class HearingOptions(Options, total=False):
    algorithm: str | None
    profile: Profile | str | None

class ResolveOptions(HearingOptions, total=False):
    parser: object
    knowledge: Knowledge | None
    given: bool
