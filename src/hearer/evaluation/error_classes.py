"""Why a pronoun went wrong: the classes of Table 6 (docs/specification/evaluation.md E.3).

ErrorClass    the paper's five, four that it has no row for, and PIPELINE
GoldView      what became of the right entity when the algorithm looked for it
Case          all that has to be known of a wrong pronoun
Classified    a class, with the reason for it
said          what an entity was called
classify      the first class whose rule fires
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from hearer.analysis.expressions.draft import TO_RESOLVE
from hearer.evaluation.scoring import GoldStanding
from hearer.model import Constraint, Element, Resolution, Verdict
from hearer.model.grammar import WORDLESS
from hearer.model.resolution import Label


class ErrorClass(StrEnum):
    """The columns of Table 6, then what is no choice of the algorithm, and what is not its own."""

    STRATEGY = "strategy"
    AMBIGUITY = "ambiguity"
    INTRA = "intra"
    CHAIN = "chain"
    OTHER = "other"
    OUT_OF_VIEW = "out-of-view"
    NEVER_HEARD = "never-heard"
    RULED_OUT = "ruled-out"
    NOTHING_PASSED = "nothing-passed"
    PIPELINE = "pipeline"


# For these an error inside the sentence is one of strategy "by definition" (section 4): they have
# no utterances smaller than the sentence, and no rules for what is in it.
HAS_INTRA = frozenset(
    {"bfp", "bfp-carter", "bfp-kameyama", "kameyama", "raft-rapr", "sidner", "ssk"}
)


class GoldView(StrEnum):
    """What became of the right entity when the algorithm looked for it, all others ruled out."""

    PASSED = "passed"
    RULED_OUT = "ruled out"  # by agreement, sort or binding
    MERGED = "merged"  # what was looked at has its mention, but stands for something else
    NOT_LOOKED_AT = "not looked at"


@dataclass(frozen=True, slots=True)
class Case:
    """A pronoun that was not understood, and what the forced run made of it.

    Reasons are in words, and "" where there is none.
    """

    standing: GoldStanding
    algorithm: str
    is_event: bool  # its antecedents are verbs, or it points at a stretch of discourse
    is_cataphoric: bool
    is_in_skipped_speech: bool
    is_across_segments: bool  # every gold antecedent stands in an earlier segment
    is_intrasentential: bool  # the nearest gold antecedent is in the same sentence
    forced: Resolution | None  # None: the pronoun was not heard
    forced_is_right: bool
    tied: tuple[str, ...]  # what is as good, if one of it is right
    is_tie_impossible: bool  # and the others cannot be meant by gold, or are the same
    forced_is_elsewhere: bool  # it chose from another unit than the nearest antecedent's, or not
    view: GoldView
    impossible: str  # why what was chosen cannot be meant, by gold
    forced_is_impossible: str  # the same of what the forced run has chosen
    forced_is_unmarked: str  # that no annotator marked it
    unheard: str  # why the profile hears none of the antecedents
    is_missed: bool  # no antecedent is among our expressions
    ruled_out: Verdict | None  # what the gold antecedent was held to violate
    is_feature_wrong: bool  # and gold has that feature otherwise
    seen_as: str  # what the right entity was last called, where it was looked at
    where: str  # where it was last heard
    looked_at: int  # how many the algorithm ever looks at

    @property
    def is_ambiguous(self) -> bool:
        return self.forced is not None and self.forced.is_ambiguous

    @property
    def chosen(self) -> str:
        """What the forced run took, as it was said."""
        return said(self.forced.antecedent) if self.forced and self.forced.antecedent else ""


@dataclass(frozen=True, slots=True)
class Classified:
    """A class and the reason for it."""

    error_class: ErrorClass
    reason: str


def said(element: Element) -> str:
    """What was said of an entity; what is no noun, with what we call the entity."""
    expression = element.expression
    is_noun = not expression.is_pronoun and expression.kind not in WORDLESS | TO_RESOLVE
    return f"“{expression.text}”" if is_noun else f"“{expression.text}” ({element.entity})"


def classify(case: Case) -> Classified:
    """The first class whose rule fires."""
    for error_class, rule in RULES:
        if reason := rule(case):
            return Classified(error_class, reason)
    return Classified(ErrorClass.STRATEGY, strategy(case))


# The rules, in their order ----------------------------------------------------------------------


def other(case: Case) -> str:
    """What no strategy of these papers resolves."""
    reasons = (
        (case.is_in_skipped_speech, "in direct speech, which is not heard"),
        (case.standing is GoldStanding.SPLIT, "split antecedent"),
        (case.is_cataphoric, "the antecedent follows"),
        (case.standing is GoldStanding.FIRST_MENTION, "no antecedent in the text"),
        (case.is_event, "the antecedent is an event or a stretch of discourse"),
    )
    return next((reason for holds, reason in reasons if holds), "")


def unheard_pronoun(case: Case) -> str:
    """It was held to refer to nothing."""
    if case.forced is None:
        return "the pronoun was not heard"
    is_nothing = case.forced.antecedent is None and case.forced.taken_as is Label.PLEONASTIC
    return "the pronoun was taken as pleonastic" if is_nothing else ""


def impossible_winner(case: Case) -> str:
    """What was chosen has a sort or gender that the pronoun cannot have: whatever was right."""
    return f"what was chosen cannot be meant: {case.impossible}" if case.impossible else ""


def impossible_if_forced(case: Case) -> str:
    """The same with all pronouns before it right."""
    told = "with all pronouns before it right, what is chosen cannot be meant: "
    return f"{told}{case.forced_is_impossible}" if case.forced_is_impossible else ""


def unmarked_winner(case: Case) -> str:
    """What is chosen refers to nothing, while the right entity was in view."""
    told = "with all pronouns before it right, what is chosen refers to nothing: "
    is_to_blame = case.view in {GoldView.PASSED, GoldView.RULED_OUT} and not case.tied
    return f"{told}{case.forced_is_unmarked}" if is_to_blame and case.forced_is_unmarked else ""


def chain(case: Case) -> str:
    """An earlier error is to blame: the forced run, without any, is right."""
    is_chained = case.forced_is_right and not case.is_ambiguous
    return "right, had the pronouns before it been right" if is_chained else ""


def never_heard(case: Case) -> str:
    """Its antecedents are what the profile leaves out."""
    return case.unheard if case.view is GoldView.NOT_LOOKED_AT else ""


def across_segments(case: Case) -> str:
    """The paper counts these as other."""
    is_out = case.view is GoldView.NOT_LOOKED_AT and case.is_across_segments
    return "all antecedents are in earlier segments" if is_out else ""


def missed_expression(case: Case) -> str:
    """The profile hears such expressions, but our analysis did not find it."""
    is_out = case.view is GoldView.NOT_LOOKED_AT and case.is_missed
    return "no expression was found for any antecedent" if is_out else ""


def wrong_feature(case: Case) -> str:
    """The right entity failed the test by a feature that gold has otherwise."""
    if case.view is not GoldView.RULED_OUT or not case.is_feature_wrong:
        return ""
    return f"the antecedent was wrongly held to violate {_violated(case)}"


def ruled_out(case: Case) -> str:
    """The right entity failed the test, of nothing known to be wrong, while another passed."""
    if case.view is not GoldView.RULED_OUT or not case.chosen:
        return ""
    return f"{case.chosen} passed; the antecedent was held to violate {_violated(case)}"


def nothing_passed(case: Case) -> str:
    """Nobody passed the test; of the right entity nothing is known to be wrong."""
    if case.view is not GoldView.RULED_OUT:
        return ""
    return f"nobody passed; the antecedent was held to violate {_violated(case)}"


def _violated(case: Case) -> str:
    verdict = case.ruled_out
    if verdict is None:
        return "a constraint"
    if verdict.wanted:
        return f"{verdict.constraint} ({verdict.shown}; {verdict.wanted} wanted)"
    is_told = verdict.shown and verdict.constraint is not Constraint.WEIGHT
    return f"{verdict.constraint} ({verdict.shown})" if is_told else str(verdict.constraint)


def impossible_tie(case: Case) -> str:
    """It ties with nothing that can be meant, or with itself."""
    told = "what is as good cannot be meant by gold, or is the same: "
    return f"{told}{' or '.join(case.tied)}" if case.tied and case.is_tie_impossible else ""


def ambiguity(case: Case) -> str:
    """Several readings are the best, and one of them is right."""
    return f"equally good: {' or '.join(case.tied)}" if case.tied else ""


def merged(case: Case) -> str:
    """Nominal coreference has made one of two."""
    is_merged = case.view is GoldView.MERGED
    return "the antecedent was taken for a mention of something else" if is_merged else ""


def intra(case: Case) -> str:
    """The antecedent is in the sentence, and the algorithm looked elsewhere."""
    if case.algorithm not in HAS_INTRA or not case.is_intrasentential:
        return ""
    chosen = case.chosen or "nothing"
    told = f"the antecedent is in the sentence; {chosen} was taken from elsewhere"
    return told if case.forced_is_elsewhere else ""


def out_of_view(case: Case) -> str:
    """The right entity is known, and not among what was looked at."""
    is_out = case.view is GoldView.NOT_LOOKED_AT
    return f"not among the {case.looked_at} that are looked at; {case.where}" if is_out else ""


def strategy(case: Case) -> str:
    """The right entity was in view and passed, and lost."""
    if case.chosen:
        return f"{case.chosen} was preferred to {case.seen_as}"
    taken = case.forced.taken_as if case.forced else None
    told = f", taken as {taken}" if taken else ""
    return f"no antecedent was preferred to {case.seen_as}{told}"


RULES: tuple[tuple[ErrorClass, Callable[[Case], str]], ...] = (
    (ErrorClass.PIPELINE, impossible_winner),
    (ErrorClass.OTHER, other),
    (ErrorClass.PIPELINE, unheard_pronoun),
    (ErrorClass.CHAIN, chain),
    (ErrorClass.PIPELINE, impossible_if_forced),
    (ErrorClass.NEVER_HEARD, never_heard),
    (ErrorClass.OTHER, across_segments),
    (ErrorClass.PIPELINE, missed_expression),
    (ErrorClass.PIPELINE, impossible_tie),
    (ErrorClass.AMBIGUITY, ambiguity),
    (ErrorClass.PIPELINE, wrong_feature),
    (ErrorClass.PIPELINE, unmarked_winner),
    (ErrorClass.RULED_OUT, ruled_out),
    (ErrorClass.NOTHING_PASSED, nothing_passed),
    (ErrorClass.PIPELINE, merged),
    (ErrorClass.INTRA, intra),
    (ErrorClass.OUT_OF_VIEW, out_of_view),
)
