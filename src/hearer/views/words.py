"""Words for entities, utterances and tested candidates, as all views write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from hearer.escape import number_and, printable
from hearer.model import (
    Attempt,
    Entity,
    EntityKind,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.model.pronouns import FIRST_PERSON
from hearer.names import together
from hearer.report.table import cut
from hearer.views.places import cached, places_of

SUCCEEDED, FAILED = "✓", "✗"
NO_ANTECEDENT = "no antecedent"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LONGEST_CLAUSE = 60  # columns of a clause that a pronoun stands for
LONGEST_LABEL = 5  # 3a, 12b, 1d′: longer sent_ids are a corpus's own numbering
MOST_NAMED = 4  # members of a set
MOST_RIVALS = 2  # candidates of an ambiguous pronoun
READABLE = frozenset({EntityKind.NAMED, EntityKind.SPEAKER})  # their identifiers are words
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
    """Return a function that spells entities as a trace does.

    Names given by the user go first; what no noun has named is called as everywhere else.
    """
    given = {str(entity): printable(name) for entity, name in found.renamed.items()}

    def name(entity: str) -> str:
        kind = entity.kind if isinstance(entity, Entity) else EntityKind.NAMED
        is_plain = kind in READABLE or (kind is EntityKind.SET and "?" not in entity)
        return given.get(entity) or (spelled(entity) if is_plain else called_in(found).name(entity))

    return name


# What a pronoun means ---------------------------------------------------------------------------


def meant(resolution: Resolution) -> str:
    """Return what a pronoun means, by its best name: Anna Keller; pleonastic."""
    found = resolution.antecedent
    if found is None:
        return unresolved(resolution)
    text = resolution.name or f"“{found.expression.text}”"
    return quoted_clause(text) if found.entity.kind is EntityKind.CLAUSE else printable(text)


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
    other = resolution.kind_of  # another *one* of the same kind
    kind = f" as {printable(other.expression.text)}" if other else ""
    return f"{resolution.taken_as or NO_ANTECEDENT}{kind}"


def who_speaks(expression: ReferringExpression) -> str:
    """Return whom I, you and we mean if the text does not name its speakers.

    >>> who_speaks(ReferringExpression("yours", 1, 1, kind=Kind.SPEAKER))
    'the addressee'
    """
    word = expression.text.lower()
    if expression.kind is not Kind.SPEAKER:
        return expression.text
    if word.startswith("you"):
        return "the addressee"
    return "the speaker" if FIRST_PERSON.get(word) == "i" else "the speaker and others"


class Called:
    """What the entities of an interpretation are called, wherever they are shown."""

    def __init__(self, found: Interpretation) -> None:
        self.best = {str(x): name for x, name in {**found.names, **found.renamed}.items()}
        self._places = places_of(found.discourse)
        spoken = (e for e in reversed(found.expressions) if e.kind is not Kind.ELLIPSIS)
        self._said = {str(e.entity): e for e in spoken if e.entity is not None}
        self._resolutions = found.resolutions

    def meant(self, resolution: Resolution) -> str:
        """Return what a pronoun means; of an ambiguous one, its candidates."""
        if resolution.entity is not None:
            return self.name(resolution.entity)
        known = [one for one in resolution.rivals if not one.entity.is_unknown]
        others = [self.name(one.entity) for one in (known or resolution.rivals)[:MOST_RIVALS]]
        between = " or ".join(others) if len(others) > 1 else f"perhaps {''.join(others)}"
        return f"{resolution.label}: {between}" if others else unresolved(resolution)

    @cached_property
    def _tested(self) -> dict[str, ReferringExpression]:
        """Pronouns, and candidates: sets and clauses perhaps were never mentioned."""
        said = {str(one.pronoun.referent): one.pronoun for one in self._resolutions}
        each = [(*(x.candidate for x in one.attempts), *one.rivals) for one in self._resolutions]
        return said | {str(one.entity): one.expression for several in each for one in several}

    def name(self, entity: str) -> str:
        """Return the best name of an entity; without one, words for it and their place."""
        e, name = self._said.get(entity) or self._tested.get(entity), self.best.get(entity)
        if isinstance(entity, Entity) and entity.kind is EntityKind.CLAUSE:
            return quoted_clause(name or (e.text if e else entity))
        if name:
            return printable(name)
        if e is None:
            return "somebody or something" if "?" in entity else small_capitals(entity)
        if e.members and not e.is_pronoun:
            return together([self.name(one.referent) for one in e.members], MOST_NAMED)
        if e.kind is Kind.SPEAKER:
            return who_speaks(e)
        place = self._places.of(e.utterance, e.words[0])
        return f"“{printable(e.text)}”" + (f" at {place}" if place.line else "")


called_in = cached(Called)


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

    entity: Entity
    outcome: str
    states_back: int
    elsewhere: str


def tested(resolution: Resolution) -> list[TestedElement]:
    """Return what was tested for a pronoun, in order; the last one shows the outcome."""
    tries = [(x.candidate.entity, judged(x), x.states_back) for x in resolution.attempts]
    if not any(outcome.startswith(SUCCEEDED) for _, outcome, _ in tries):
        # An algorithm that weighs whole readings tests no single element.
        outcome = unresolved(resolution) if resolution.entity is None else SUCCEEDED
        entity = resolution.entity or Entity("")
        tries.append((entity, outcome, tries[-1][2] if tries else 0))
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
