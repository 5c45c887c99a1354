"""Why a pronoun went wrong: the classes of Table 6 (docs/specification/evaluation.md E.3).

ErrorClass    STRATEGY, AMBIGUITY, INTRA, CHAIN, OTHER, and PIPELINE for predicted annotation
Case          all that has to be known of a wrong pronoun
classify      the first class whose rule fires, with the reason
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from hearer.evaluation.scoring import GoldStanding
from hearer.model import Constraint, Resolution


class ErrorClass(StrEnum):
    """The columns of Table 6, and one for what the paper did by hand."""

    STRATEGY = "strategy"
    AMBIGUITY = "ambiguity"
    INTRA = "intra"
    CHAIN = "chain"
    OTHER = "other"
    PIPELINE = "pipeline"


# For these an error inside the sentence is one of strategy "by definition" (section 4): they have
# no utterances smaller than the sentence, and no rules for what is in it.
HAS_INTRA = frozenset(
    {"bfp", "bfp-carter", "bfp-kameyama", "kameyama", "raft-rapr", "sidner", "ssk"}
)
FEATURES = frozenset({Constraint.AGREEMENT, Constraint.SORT, Constraint.SPEECH})


@dataclass(frozen=True, slots=True)
class Case:
    """A pronoun that was not understood, and what the forced run made of it."""

    standing: GoldStanding
    is_event: bool  # its antecedents are verbs, or it points at a stretch of discourse
    is_cataphoric: bool
    is_in_skipped_speech: bool
    is_across_segments: bool  # every gold antecedent stands in an earlier segment
    is_intrasentential: bool  # the nearest gold antecedent is in the same sentence
    forced: Resolution | None  # None: the pronoun was not heard
    forced_is_right: bool
    forced_offers_gold: bool  # the antecedent or a rival of it is right
    forced_is_elsewhere: bool  # it chose from another unit than the nearest antecedent's, or not
    ruled_out: Constraint | None  # what the gold antecedent was held to violate
    is_missed: bool  # no gold antecedent is among our expressions
    is_predicted: bool  # expressions or parse are not gold
    algorithm: str


@dataclass(frozen=True, slots=True)
class Classified:
    """A class and the reason for it."""

    error_class: ErrorClass
    reason: str


def classify(case: Case) -> Classified:
    """The first class whose rule fires."""
    for error_class, rule in RULES:
        if reason := rule(case):
            return Classified(error_class, reason)
    return Classified(ErrorClass.STRATEGY, "another candidate was preferred")


def pipeline(case: Case) -> str:
    """The annotation we predicted is wrong: an expression is missing, or a feature is wrong.

    Number, gender and sort are predicted even where expressions and parse are gold.
    """
    if case.is_in_skipped_speech:
        return ""
    if case.is_predicted and case.forced is None:
        return "the pronoun was not heard"
    if case.is_predicted and case.is_missed:
        return "no expression was found for any antecedent"
    if case.is_predicted or case.ruled_out in FEATURES:
        return f"the antecedent was held to violate {case.ruled_out}" if case.ruled_out else ""
    return ""


def other(case: Case) -> str:
    """What no strategy of these papers resolves."""
    reasons = (
        (case.is_in_skipped_speech, "in direct speech, which is not heard"),
        (case.standing is GoldStanding.SPLIT, "split antecedent"),
        (case.is_cataphoric, "the antecedent follows"),
        (case.standing is GoldStanding.FIRST_MENTION, "no antecedent in the text"),
        (case.is_event, "the antecedent is an event or a stretch of discourse"),
        (case.is_across_segments, "all antecedents are in earlier segments"),
    )
    return next((reason for holds, reason in reasons if holds), "")


def chain(case: Case) -> str:
    """An earlier error is to blame: the forced run, without any, is right."""
    is_ambiguous = case.forced is not None and case.forced.is_ambiguous
    is_chained = case.forced_is_right and not is_ambiguous
    return "right, had the pronouns before it been right" if is_chained else ""


def ambiguity(case: Case) -> str:
    """Several readings are the best, and one of them is right."""
    is_ambiguous = case.forced is not None and case.forced.is_ambiguous
    return "equally good readings disagree" if is_ambiguous and case.forced_offers_gold else ""


def intra(case: Case) -> str:
    """The antecedent is in the sentence, and the algorithm looked elsewhere."""
    if case.algorithm not in HAS_INTRA or not case.is_intrasentential:
        return ""
    return "the antecedent in the sentence was not reached" if case.forced_is_elsewhere else ""


RULES: tuple[tuple[ErrorClass, Callable[[Case], str]], ...] = (
    (ErrorClass.PIPELINE, pipeline),
    (ErrorClass.OTHER, other),
    (ErrorClass.CHAIN, chain),
    (ErrorClass.AMBIGUITY, ambiguity),
    (ErrorClass.INTRA, intra),
)
