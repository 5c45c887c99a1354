"""Every option by its name, so that a type checker knows them: `resolve(text, window=7)`.

    Options    keyword arguments: values, or the strings that stand for them

Derived from the options values of the analysis and of our algorithms (bench/keyword_options.py). An
algorithm of a plug-in has options of its own; they are known when it is called by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from hearer.algorithms.focus.sidner import Groups, Unit
    from hearer.algorithms.focus.ssk import Version
    from hearer.algorithms.s_list.s_list import Coordination, Fallback, Overflow, Position
    from hearer.analysis.options import (
        Anchors,
        DirectSpeech,
        FirstDefinite,
        Inferrables,
        Segments,
        Strictness,
        SubjectPosition,
        Temporal,
    )


class Options(TypedDict, total=False):
    """What may be set by name."""

    all_pronouns: bool
    anchors: Anchors | Literal["poss", "of", "any"]
    appositives: bool
    cap: int | None
    cataphora: bool
    contra_index: bool
    coordination: Coordination | Literal["set+members", "set", "separate"]
    cues: bool
    demonstratives: bool
    depth: int | None
    direct_speech: DirectSpeech | Literal["skip", "clauses", "keep"]
    ellipses: bool
    events: bool
    fading: float | None
    fallback: str | Fallback | Literal["segment", "document", "none"]
    first_definite: FirstDefinite | Literal["BN", "I", "BNA", "U"]
    inferrables: Inferrables | Literal["none", "lexicon"]
    initial_cb: str
    likeness: bool
    limit: int | None
    memory: int
    modifying_names: bool
    n: int | None
    naming: bool
    oblique: str
    order: str
    overflow: Overflow | Literal["carry", "cut-at-end", "cut"]
    pleonastic: bool
    plural_groups: Groups | Literal["last", "first", "never"]
    position: Position | Literal["first", "latest"]
    precision: float | None
    predicates: bool
    predication: bool
    reach: int | None
    relative_pronouns: bool
    relatives_in_chains: bool
    rule1: str
    seed: int | None
    segments: Segments | Literal["walker", "paragraph", "none"]
    sharing: str
    sortal: bool
    speakers: bool
    split: bool
    strictness: Strictness | Literal["strict", "lenient"]
    subject: str
    subject_position: SubjectPosition | Literal["matrix", "any"]
    temporal: Temporal | Literal["determined-only", "all", "none"]
    threshold: int | float | None
    unit: str | Unit | Literal["sentence", "clause"]
    variant: str
    version: str | Version | Literal["1990", "1992"]
    window: int | None
