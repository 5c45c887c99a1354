"""Why a pronoun went wrong: the classes of Table 6 (docs/specification/evaluation.md E.3).

Gold has no gender. It has GUM's entity types, where the file states them, and the other pronouns of
a chain: an entity that is *she* elsewhere cannot be *he*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hearer.analysis.expressions.draft import TO_RESOLVE
from hearer.evaluation.gold import PREDICATE, Gold, GoldMention
from hearer.evaluation.scoring import FORMS, GoldStanding
from hearer.model import Constraint, Element, Number, Resolution, Sort, Verdict
from hearer.model.grammar import WORDLESS
from hearer.model.resolution import Label


class ErrorClass(StrEnum):
    """The columns of Table 6, then errors that are no choice of the algorithm."""

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


# The others have no utterances smaller than the sentence and no rules for what is in it: their
# errors inside the sentence are errors of strategy "by definition" (section 4).
HAS_INTRA = frozenset(
    {"bfp", "bfp-carter", "bfp-kameyama", "kameyama", "raft-rapr", "sidner", "ssk"}
)


class GoldView(StrEnum):
    """What happened to the right entity when the algorithm tested all that it ever would."""

    PASSED = "passed"
    RULED_OUT = "ruled out"  # by agreement, sort or binding
    MERGED = "merged"  # an entity with one of its mentions was tested, but stands for another
    NOT_LOOKED_AT = "not looked at"


@dataclass(frozen=True, slots=True)
class Case:
    """A pronoun that was not resolved correctly, and its forced run.

    Texts are "" where they do not apply.
    """

    standing: GoldStanding
    algorithm: str
    is_event: bool  # its antecedents are clauses, or it refers to a stretch of discourse
    is_cataphoric: bool
    is_in_skipped_speech: bool
    is_across_segments: bool  # every gold antecedent is in an earlier segment
    is_intrasentential: bool  # the nearest gold antecedent is in the same sentence
    forced: Resolution | None  # None if the pronoun was not heard
    forced_is_right: bool
    tied: tuple[str, ...]  # the equally good readings, if one of them is right
    is_tie_impossible: bool  # the other readings are impossible by gold, or the same entity
    forced_is_elsewhere: bool  # its choice is not from the unit of the nearest antecedent
    view: GoldView
    impossible: str  # why the choice is impossible by gold
    forced_is_impossible: str  # the same for the choice of the forced run
    forced_is_unmarked: str  # that the choice of the forced run is no gold mention
    unheard: str  # why the profile leaves out all antecedents
    is_missed: bool  # no antecedent is among our expressions
    ruled_out: Verdict | None  # the constraint that the gold antecedent violated
    is_feature_wrong: bool  # and gold has another value for that feature
    seen_as: str  # the last text of the right entity, if it was tested
    where: str  # where it was last heard
    looked_at: int  # how many elements the algorithm ever tests

    @property
    def is_unseen(self) -> bool:
        return self.view is GoldView.NOT_LOOKED_AT

    @property
    def is_ruled_out(self) -> bool:
        return self.view is GoldView.RULED_OUT

    @property
    def is_ambiguous(self) -> bool:
        return self.forced is not None and self.forced.is_ambiguous

    @property
    def chosen(self) -> str:
        """The text of what the forced run chose."""
        return said(self.forced.antecedent) if self.forced and self.forced.antecedent else ""

    @property
    def chosen_or_nothing(self) -> str:
        return self.chosen or "nothing"

    @property
    def preferred(self) -> str:
        return self.chosen or "no antecedent"

    @property
    def label(self) -> str:
        """The label of a pronoun that the forced run left without an antecedent."""
        taken_as = self.forced.taken_as if self.forced and not self.chosen else None
        return f", taken as {taken_as}" if taken_as else ""

    @property
    def is_pleonastic(self) -> bool:
        if self.forced is None or self.forced.antecedent is not None:
            return False
        return self.forced.taken_as is Label.PLEONASTIC

    @property
    def readings(self) -> str:
        return " or ".join(self.tied)

    @property
    def violated(self) -> str:
        """The constraint that ruled the antecedent out, in words."""
        verdict = self.ruled_out
        if verdict is None:
            return "a constraint"
        if verdict.wanted:
            return f"{verdict.constraint} ({verdict.shown}; {verdict.wanted} wanted)"
        is_shown = verdict.shown and verdict.constraint is not Constraint.WEIGHT
        return f"{verdict.constraint} ({verdict.shown})" if is_shown else str(verdict.constraint)


def said(element: Element) -> str:
    """Return the text of an element; with the name of the entity if it is not a noun."""
    expression = element.expression
    is_noun = not expression.is_pronoun and expression.kind not in WORDLESS | TO_RESOLVE
    return f"“{expression.text}”" if is_noun else f"“{expression.text}” ({element.entity})"


class Rule(NamedTuple):
    """A class, when it applies, and the reason, in which {0} is the case."""

    error_class: ErrorClass
    applies: Callable[[Case], object]
    reason: str


FORCED = "with all pronouns before it right, what is chosen"
# The first rule that applies decides; the numbers are those of docs/evaluation.md.
RULES = (
    Rule(  # 1
        ErrorClass.PIPELINE,
        lambda case: case.impossible,
        "what was chosen cannot be meant: {0.impossible}",
    ),
    Rule(  # 2
        ErrorClass.OTHER,
        lambda case: case.is_in_skipped_speech,
        "in direct speech, which is not heard",
    ),
    Rule(ErrorClass.OTHER, lambda case: case.standing is GoldStanding.SPLIT, "split antecedent"),
    Rule(ErrorClass.OTHER, lambda case: case.is_cataphoric, "the antecedent follows"),
    Rule(
        ErrorClass.OTHER,
        lambda case: case.standing is GoldStanding.FIRST_MENTION,
        "no antecedent in the text",
    ),
    Rule(
        ErrorClass.OTHER,
        lambda case: case.is_event,
        "the antecedent is an event or a stretch of discourse",
    ),
    Rule(ErrorClass.PIPELINE, lambda case: case.forced is None, "the pronoun was not heard"),  # 3
    Rule(
        ErrorClass.PIPELINE,
        lambda case: case.is_pleonastic,
        "the pronoun was taken as pleonastic",
    ),
    Rule(  # 4
        ErrorClass.CHAIN,
        lambda case: case.forced_is_right and not case.is_ambiguous,
        "right, had the pronouns before it been right",
    ),
    Rule(  # 5
        ErrorClass.PIPELINE,
        lambda case: case.forced_is_impossible,
        f"{FORCED} cannot be meant: {{0.forced_is_impossible}}",
    ),
    Rule(ErrorClass.NEVER_HEARD, lambda case: case.is_unseen and case.unheard, "{0.unheard}"),  # 6
    Rule(  # 7
        ErrorClass.OTHER,
        lambda case: case.is_unseen and case.is_across_segments,
        "all antecedents are in earlier segments",
    ),
    Rule(  # 8
        ErrorClass.PIPELINE,
        lambda case: case.is_unseen and case.is_missed,
        "no expression was found for any antecedent",
    ),
    Rule(  # 9
        ErrorClass.PIPELINE,
        lambda case: case.tied and case.is_tie_impossible,
        "what is as good cannot be meant by gold, or is the same: {0.readings}",
    ),
    Rule(ErrorClass.AMBIGUITY, lambda case: case.tied, "equally good: {0.readings}"),  # 10
    Rule(  # 11
        ErrorClass.PIPELINE,
        lambda case: case.is_ruled_out and case.is_feature_wrong,
        "the antecedent was wrongly held to violate {0.violated}",
    ),
    Rule(  # 12: a tie would be 9 or 10
        ErrorClass.PIPELINE,
        lambda case: case.view in {GoldView.PASSED, GoldView.RULED_OUT} and case.forced_is_unmarked,
        f"{FORCED} refers to nothing: {{0.forced_is_unmarked}}",
    ),
    Rule(  # 13
        ErrorClass.RULED_OUT,
        lambda case: case.is_ruled_out and case.chosen,
        "{0.chosen} passed; the antecedent was held to violate {0.violated}",
    ),
    Rule(  # 14
        ErrorClass.NOTHING_PASSED,
        lambda case: case.is_ruled_out,
        "nobody passed; the antecedent was held to violate {0.violated}",
    ),
    Rule(  # 15
        ErrorClass.PIPELINE,
        lambda case: case.view is GoldView.MERGED,
        "the antecedent was taken for a mention of something else",
    ),
    Rule(  # 16
        ErrorClass.INTRA,
        lambda case: (
            case.algorithm in HAS_INTRA and case.is_intrasentential and case.forced_is_elsewhere
        ),
        "the antecedent is in the sentence; {0.chosen_or_nothing} was taken from elsewhere",
    ),
    Rule(  # 17
        ErrorClass.OUT_OF_VIEW,
        lambda case: case.is_unseen,
        "not among the {0.looked_at} that are looked at; {0.where}",
    ),
    Rule(  # 18
        ErrorClass.STRATEGY,
        lambda case: True,  # noqa: ARG005
        "{0.preferred} was preferred to {0.seen_as}{0.label}",
    ),
)


def classify(case: Case) -> tuple[ErrorClass, str]:
    """Return the class of an error, and the reason for it."""
    rule = next(rule for rule in RULES if rule.applies(case))
    return rule.error_class, rule.reason.format(case)


# Features by gold -----------------------------------------------------------------------------

CALLED = ("he", "she", "it")
ANIMATE = frozenset({Sort.PERSON.value, Sort.ANIMAL.value})
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
SINGULAR_TAGS = frozenset({"NN", "NNP"})


def impossible(gold: Gold, group: str, chosen: GoldMention | None) -> str:
    """Return why the pronoun `group` (he, she, it, they) cannot mean a mention; "" if it can."""
    if chosen is None or group not in CALLED:
        return ""
    chain = gold.index.by_entity[chosen.entity]
    groups = {FORMS.get(gold.forms[one.head].lower(), "") for one in chain}
    called = [one for one in CALLED if one in groups]
    if group in called:
        return ""
    if called and not (group == "it" and chosen.sort == Sort.ANIMAL):  # a bear may be both
        return f"is “{' or '.join(called)}” in gold"
    if not _clashes(group, chosen.sort):
        return ""
    return f"is {'an' if chosen.sort[0] in 'aeiou' else 'a'} {chosen.sort} in gold"


def _clashes(group: str, sort: str) -> bool:
    if not sort:
        return False
    return sort == Sort.PERSON if group == "it" else sort not in ANIMATE


def is_feature_wrong(
    gold: Gold, group: str, verdict: Verdict | None, antecedents: Sequence[GoldMention]
) -> bool:
    """Return True if gold contradicts the feature by which an antecedent was ruled out.

    A gender or sort is wrong if gold's entity type fits the pronoun; a number if the tag of the
    nearest noun among the antecedents says otherwise; a person if the nearest antecedent is no
    pronoun. Gold says nothing of binding and of speakers.
    """
    if verdict is None or verdict.constraint not in {Constraint.AGREEMENT, Constraint.SORT}:
        return False
    if verdict.constraint is Constraint.AGREEMENT and "person" in verdict.wanted:
        nearest = max(antecedents, key=lambda one: one.head, default=None)
        return nearest is not None and not gold.is_pronoun(nearest)
    if verdict.constraint is Constraint.AGREEMENT and verdict.wanted in set(Number):
        nouns = [one for one in antecedents if one.link != PREDICATE]
        backwards = sorted(nouns, key=lambda one: one.head, reverse=True)
        numbers = filter(None, (_number(gold, one) for one in backwards))
        return verdict.wanted == next(numbers, "")
    return not any(_clashes(group, one.sort) for one in antecedents)


def _number(gold: Gold, mention: GoldMention) -> str:
    """Return the number of a noun by its tag: the *two* are plural."""
    tag, form = gold.xpos[mention.head], gold.forms[mention.head].lower()
    if tag in PLURAL_TAGS or (tag == "CD" and form not in {"one", "1"}):
        return Number.PLURAL
    return Number.SINGULAR if tag in SINGULAR_TAGS else ""
