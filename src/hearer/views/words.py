"""What views call things: entities, utterances, and what was tested for a pronoun.

label           an utterance, as the paper numbers it
entity_name     an entity, as it is read
capitals        the same in capitals
small_capitals  the same for a face with small capitals
spelled_in      either of them, but for entities that somebody gave a name
SPELLED         Prince's statuses in full
meant           what a pronoun is taken to mean
unnamed         who is meant where nobody has a name
unresolved      what a pronoun without antecedent is taken to be
asked           the pronoun that was tested for
at_hand         a resolution with its attempts made once
TestedElement   one element tested for a pronoun, in words
tested          all that was tested for a pronoun, and what came of it
judged          the outcome of an attempt
which_state     the state in which an element was found
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hearer.harmless import number_and
from hearer.model import (
    Attempt,
    Element,
    EntityKind,
    Familiarity,
    Gender,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.report.styles import cut, printable
from hearer.views.weighing import signed

SUCCEEDED, FAILED = "✓", "✗"
NO_ANTECEDENT = "no antecedent"
REVISED = "revised"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LONGEST_CLAUSE = 60  # columns of one that a pronoun stands for
LONGEST_LABEL = 5  # 3a, 12b, 1d′: anything longer is a corpus's own numbering
SPELLED = {
    Familiarity.EVOKED: "evoked",
    Familiarity.UNUSED: "unused",
    Familiarity.INFERRABLE: "inferrable",
    Familiarity.CONTAINING_INFERRABLE: "containing inferrable",
    Familiarity.ANCHORED_BRAND_NEW: "anchored brand-new",
    Familiarity.BRAND_NEW: "brand-new",
}


def label(utterance: Utterance) -> str:
    """The sent_id where it is as short as the paper's, otherwise the number."""
    name = utterance.name if len(utterance.name) <= LONGEST_LABEL else ""
    return f"({printable(name) or utterance.number})"


@lru_cache(maxsize=4096)
def entity_name(entity: str) -> str:
    """An entity's name as it is read: CS_COURT is CS COURT."""
    return printable(entity.replace("_", " "))


def capitals(entity: str) -> str:
    """The same for a face without small capitals."""
    return entity_name(entity).upper()


@lru_cache(maxsize=4096)
def small_capitals(entity: str) -> str:
    """An entity's name for a face with small capitals: BRENNAN is Brennan, and mixed case stays."""
    name = entity_name(entity)
    return WORD.sub(lambda word: word[0].capitalize(), name) if name.isupper() else name


def spelled_in(found: Interpretation, spelled: Callable[[str], str]) -> Callable[[str], str]:
    """How entities of an interpretation are spelled; by the name that somebody gave, if so."""
    told = {str(entity): printable(name) for entity, name in found.renamed.items()}
    return (lambda entity: told.get(entity) or spelled(entity)) if told else spelled


# What was tested for a pronoun ----------------------------------------------------------------


def meant(resolution: Resolution, first: str = "", others: Sequence[str] = ()) -> str:
    """What a pronoun is taken to mean, by its best name: Anna Keller; pleonastic.

    `first` says who is meant where nobody has a name, `others` between whom it is ambiguous.
    """
    found = resolution.antecedent
    if found is None and resolution.label is Label.AMBIGUOUS and others:
        between = " or ".join(others) if len(others) > 1 else f"perhaps {others[0]}"
        return f"{resolution.label}: {printable(between)}"
    if found is None:
        return unresolved(resolution)
    if found.entity.kind is EntityKind.CLAUSE:
        return f"“{cut(printable(resolution.name or found.expression.text), LONGEST_CLAUSE)}”"
    return printable(resolution.name or first or found.expression.text)


def unnamed(expression: ReferringExpression, place: object) -> str:
    """Whom nobody named, by where they came in: he at 1:1, whom nobody names."""
    if not expression.is_pronoun and expression.kind is not Kind.SPEAKER:
        return expression.text  # nobody, everyone
    is_thing = expression.agreement.gender == {Gender.NEUTER}
    return f"{expression.text} at {place}, {'which' if is_thing else 'whom'} nobody names"


def unresolved(resolution: Resolution) -> str:
    """What a pronoun without antecedent is taken to be.

    >>> from hearer.model import Label, ReferringExpression
    >>> it = ReferringExpression("it", 1, 1.0, is_pronoun=True)
    >>> unresolved(Resolution(it, (), None, taken_as=Label.PLEONASTIC))
    'pleonastic'
    """
    kind = f" as {_kind(resolution.kind_of)}" if resolution.kind_of else ""
    return f"{resolution.taken_as or NO_ANTECEDENT}{kind}"


def _kind(element: Element) -> str:
    """What a *one* is another of: apple; if that was last called *it*, APPLE."""
    last = element.expression
    return entity_name(element.entity) if last.is_pronoun else printable(last.text)


def asked(resolution: Resolution) -> str:
    """The pronoun that was tested for; of one heard before, that it is resolved anew."""
    said = printable(resolution.pronoun.text)
    return f"{said} ({REVISED})" if resolution.is_revision else said


def at_hand(resolution: Resolution) -> Resolution:
    """The resolution with its attempts made: some algorithms make them whenever they are asked."""
    return replace(resolution, attempts=tuple(resolution.attempts))


@dataclass(frozen=True, slots=True)
class TestedElement:
    """One element tested: `outcome` is ✓, or ✗ and the constraint, or what else to say.

    Where candidates are weighed the weight stands behind it. `elsewhere` is the state it was
    found in, where that is not the state of the element tested before it.
    """

    entity: str
    outcome: str
    states_back: int = 0
    elsewhere: str = ""

    @property
    def succeeded(self) -> bool:
        return self.outcome.startswith(SUCCEEDED)

    @property
    def words(self) -> str:
        return f"{entity_name(self.entity).upper()} {self.outcome}".strip()

    def __str__(self) -> str:
        return self.elsewhere + self.words


def tested(resolution: Resolution) -> tuple[TestedElement, ...]:
    """What was tested for a pronoun, in order; the last says what came of it."""
    tries: list[tuple[str, str, int]] = [
        (attempt.candidate.entity, judged(attempt), attempt.states_back)
        for attempt in resolution.attempts
    ]
    last = tries[-1][2] if tries else 0
    if not any(outcome.startswith(SUCCEEDED) for _, outcome, _ in tries):
        if resolution.entity is None:
            tries.append(("", unresolved(resolution), last))
        else:  # an algorithm that weighs whole readings tests no single element
            tries.append((resolution.entity, SUCCEEDED, last))
    before = (0, *(states_back for _, _, states_back in tries))
    return tuple(
        TestedElement(entity, outcome, back, "" if back == since else f"{which_state(back)}: ")
        for (entity, outcome, back), since in zip(tries, before, strict=False)
    )


def judged(attempt: Attempt) -> str:
    """✓, or ✗ and the constraint, with the weight of those that were weighed."""
    outcome = SUCCEEDED if attempt.violated is None else f"{FAILED} {attempt.violated}"
    return outcome if attempt.score is None else f"{outcome} {signed(attempt.score)}"


def which_state(states_back: int) -> str:
    """Where an element was found: in the current state, or so many states back."""
    if not states_back:
        return "current state"
    return f"{number_and(states_back, 'state')} back"
