"""Words for entities, utterances and tested candidates, as all views write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hearer.escape import number_and, printable
from hearer.model import (
    Attempt,
    Entity,
    EntityKind,
    Familiarity,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.model.pronouns import FIRST_PERSON
from hearer.report.table import cut
from hearer.views.places import places_of

SUCCEEDED, FAILED = "✓", "✗"
NO_ANTECEDENT = "no antecedent"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LONGEST_CLAUSE = 60  # columns of a clause that a pronoun stands for
LONGEST_LABEL = 5  # 3a, 12b, 1d′: longer sent_ids are a corpus's own numbering
MOST_NAMED = 3  # candidates named for an ambiguous pronoun
LEAST_LIKELY = 3.0  # difference in score from the best one: a twentieth of its probability
SPELLED = {
    Familiarity.EVOKED: "evoked",
    Familiarity.UNUSED: "unused",
    Familiarity.INFERRABLE: "inferrable",
    Familiarity.CONTAINING_INFERRABLE: "containing inferrable",
    Familiarity.ANCHORED_BRAND_NEW: "anchored brand-new",
    Familiarity.BRAND_NEW: "brand-new",
}


def label(utterance: Utterance) -> str:
    """Return the sent_id in brackets if it is as short as the paper's, else the number."""
    name = utterance.name if len(utterance.name) <= LONGEST_LABEL else ""
    return f"({printable(name) or utterance.number})"


@lru_cache(maxsize=4096)
def entity_name(entity: str) -> str:
    """Return the identifier of an entity for display: CS_COURT is CS COURT."""
    return printable(entity.replace("_", " "))


def capitals(entity: str) -> str:
    """Return the identifier of an entity in capitals."""
    return entity_name(entity).upper()


@lru_cache(maxsize=4096)
def small_capitals(entity: str) -> str:
    """Return an identifier for a font with small capitals: BRENNAN is Brennan; mixed case stays."""
    name = entity_name(entity)
    return WORD.sub(lambda word: word[0].capitalize(), name) if name.isupper() else name


def spelled_in(found: Interpretation, spelled: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that spells entities; names given by the user go first."""
    given = {str(entity): printable(name) for entity, name in found.renamed.items()}
    return (lambda entity: given.get(entity) or spelled(entity)) if given else spelled


# What a pronoun means ---------------------------------------------------------------------------


def meant(resolution: Resolution, first: str = "", others: Sequence[str] = ()) -> str:
    """Return what a pronoun means, by its best name: Anna Keller; pleonastic.

    `first` is used for an entity without a name, `others` are the candidates of an ambiguous
    pronoun.
    """
    found = resolution.antecedent
    if found is None and resolution.label is Label.AMBIGUOUS and others:
        between = " or ".join(others) if len(others) > 1 else f"perhaps {others[0]}"
        return f"{resolution.label}: {printable(between)}"
    if found is None:
        return unresolved(resolution)
    if found.entity.kind is EntityKind.CLAUSE:
        return quoted_clause(resolution.name or found.expression.text)
    return printable(resolution.name or first or found.expression.text)


def quoted_clause(text: str) -> str:
    """Return the words of a clause in quotation marks, shortened."""
    return f"“{cut(printable(text), LONGEST_CLAUSE)}”"


def unresolved(resolution: Resolution) -> str:
    """Return what a pronoun without antecedent is taken to be.

    >>> from hearer.model import Label, ReferringExpression
    >>> it = ReferringExpression("it", 1, 1.0, is_pronoun=True)
    >>> unresolved(Resolution(it, (), None, taken_as=Label.PLEONASTIC))
    'pleonastic'
    """
    kind = ""
    if other := resolution.kind_of:  # another *one* of the same kind
        last = other.expression
        kind = f" as {entity_name(other.entity) if last.is_pronoun else printable(last.text)}"
    return f"{resolution.taken_as or NO_ANTECEDENT}{kind}"


def who_speaks(expression: ReferringExpression) -> str:
    """Return whom I, you and we mean if the text does not name its speakers.

    >>> who_speaks(ReferringExpression("yours", 1, 1, kind=Kind.SPEAKER))
    'whoever is spoken to'
    """
    word = expression.text.lower()
    if expression.kind is not Kind.SPEAKER:
        return expression.text
    if word.startswith("you"):
        return "whoever is spoken to"
    return "whoever speaks" if FIRST_PERSON.get(word) == "i" else "whoever speaks, and others"


class Called:
    """Names of the entities of an interpretation; for those without one, their first expression."""

    def __init__(self, found: Interpretation) -> None:
        self.best = {str(entity): name for entity, name in found.names.items()}
        self._places, self._spelled = places_of(found.discourse), spelled_in(found, small_capitals)
        spoken = (e for e in reversed(found.expressions) if e.kind is not Kind.ELLIPSIS)
        self._first = {str(e.entity): e for e in spoken if e.entity is not None}
        tested = (one.candidate for each in found.resolutions for one in each.attempts)
        self._clauses = {
            str(one.entity): one.expression.text
            for one in tested
            if one.entity.kind is EntityKind.CLAUSE
        }

    def meant(self, resolution: Resolution) -> str:
        """Return what a pronoun means, in words."""
        entity, first, others = resolution.entity, "", list[str]()
        if entity is None:  # the candidates with the best scores, the likeliest first
            tried = [(x.score, x.candidate) for x in resolution.attempts if x.score is not None]
            least = max((score for score, _ in tried), default=0.0) - LEAST_LIKELY
            likely = (one for score, one in reversed(tried) if score >= least)
            names = (self.best.get(x.entity, "") for x in (*resolution.rivals, *likely))
            others = [*dict.fromkeys(filter(None, names))][:MOST_NAMED]
        elif not resolution.name and (e := self._first.get(entity)):
            first = e.text
            if e.is_pronoun or e.kind is Kind.SPEAKER:  # not: nobody, everyone
                first = f"{e.text} at {self._places.of(e.utterance, e.words[0])}, not named"
        return meant(resolution, first, others)

    def name(self, entity: str) -> str:
        """Return the name of any entity of the list."""
        if name := self.best.get(entity):
            return printable(name)
        if clause := self._clauses.get(entity):
            return quoted_clause(clause)
        if e := self._first.get(entity):
            if e.kind is Kind.SPEAKER:
                return who_speaks(e)
            place = self._places.of(e.utterance, e.words[0])
            return f"“{printable(e.text)}”" + (
                ", open" if e.referent.is_unknown else f" at {place}"
            )
        is_set = isinstance(entity, Entity) and entity.kind is EntityKind.SET
        return "several, not all named" if is_set and "?" in entity else self._spelled(entity)


# What was tested for a pronoun ------------------------------------------------------------------


def asked(resolution: Resolution) -> str:
    """Return the pronoun that candidates were tested for, marked if it was resolved again."""
    said = printable(resolution.pronoun.text)
    return f"{said} (revised)" if resolution.instead_of else said


def at_hand(resolution: Resolution) -> Resolution:
    """Return the resolution with its attempts computed: some algorithms compute them lazily."""
    return replace(resolution, attempts=tuple(resolution.attempts))


class TestedElement(NamedTuple):
    """One tested element: `outcome` is ✓, or ✗ with the constraint, and the score if there is one.

    `elsewhere` names the state of the list that has the element, if it is not that of the element
    before.
    """

    entity: str
    outcome: str
    states_back: int
    elsewhere: str


def tested(resolution: Resolution) -> list[TestedElement]:
    """Return what was tested for a pronoun, in order; the last one shows the outcome."""
    tries = [(str(x.candidate.entity), judged(x), x.states_back) for x in resolution.attempts]
    if not any(outcome.startswith(SUCCEEDED) for _, outcome, _ in tries):
        # An algorithm that weighs whole readings tests no single element.
        outcome = unresolved(resolution) if resolution.entity is None else SUCCEEDED
        tries.append((resolution.entity or "", outcome, tries[-1][2] if tries else 0))
    found, since = list[TestedElement](), 0
    for entity, outcome, back in tries:
        state = f"{number_and(back, 'state')} back: " if back else "current state: "
        found.append(TestedElement(entity, outcome, back, state if back != since else ""))
        since = back
    return found


def judged(attempt: Attempt) -> str:
    """Return ✓, or ✗ and the violated constraint, with the score if there is one."""
    outcome = SUCCEEDED if attempt.violated is None else f"{FAILED} {attempt.violated}"
    return outcome if attempt.score is None else f"{outcome} {signed(attempt.score)}"


def signed(weight: float) -> str:
    """Return a weight with its sign and two decimals."""
    return f"{weight:+.2f}".replace("-", "−")
