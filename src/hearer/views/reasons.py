"""Why a candidate passed or failed, in a linguist's words and with the values that decided it.

because      the reason of one attempt: "is neuter, and “she” is feminine"
clash        the same in a few words: "neuter"
features_of  what was known of an entity when a pronoun was heard
standing     where and how an element stood on the list: "evoked, in utterance (1b)"
state_before the list when a pronoun was heard
ahead_of     why one element stands before another (Table 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hearer.analysis.constraints.sorts import ANIMATE, INANIMATE
from hearer.model import (
    ANY_GENDER,
    Agreement,
    Attempt,
    Constraint,
    Cue,
    Element,
    Familiarity,
    Gender,
    Interpretation,
    Kind,
    Person,
    ReferringExpression,
    Sort,
)
from hearer.model.binding import BOUND
from hearer.model.tree import Tree, base
from hearer.views.rows import label
from hearer.views.weighing import signed

FAMILIARITY = {
    Familiarity.EVOKED: "evoked",
    Familiarity.UNUSED: "unused",
    Familiarity.INFERRABLE: "inferrable",
    Familiarity.CONTAINING_INFERRABLE: "containing inferrable",
    Familiarity.ANCHORED_BRAND_NEW: "anchored brand-new",
    Familiarity.BRAND_NEW: "brand-new",
}
ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "indirect object",
    "obl": "oblique",
    "obl:agent": "agent",
    "nmod:poss": "possessor",
}


class Features(NamedTuple):
    """What is known of an entity at a moment."""

    agreement: Agreement
    sorts: frozenset[Sort]


def because(found: Interpretation, pronoun: ReferringExpression, attempt: Attempt) -> str:
    """The reason of an attempt, to follow the name of the candidate."""
    known = features_of(found, attempt.candidate, pronoun)
    if attempt.violated is None:
        return f"passes: agreement, binding and sort allow it{_weighed(attempt)}"
    if attempt.violated is Constraint.WEIGHT:
        return f"passes, but something else weighs more{_weighed(attempt)}"
    if attempt.violated is Constraint.AGREEMENT:
        return f"{_clash(known.agreement, pronoun)}, so agreement rules it out"
    if attempt.violated is Constraint.SPEECH:
        return f"{_spoken(found, pronoun)}, so it is ruled out: who speaks is no third person"
    if attempt.violated is Constraint.SORT:
        return f"{_sort_clash(known.sorts, pronoun)}, so the sortal constraint rules it out"
    return f"{_bond(found, attempt.candidate, pronoun)}, so binding rules it out"


def clash(found: Interpretation, pronoun: ReferringExpression, attempt: Attempt) -> str:
    """What rules a candidate out: its number, gender or person, its sort, or where it stands."""
    known = features_of(found, attempt.candidate, pronoun)
    if attempt.violated is Constraint.AGREEMENT:
        clashes = [have for have, _ in _clashes(known.agreement, pronoun)]
        return " and ".join(clashes) or f"takes other pronouns than “{pronoun.text}”"
    if attempt.violated is Constraint.SORT:
        return _either(known.sorts)
    if attempt.violated is Constraint.SPEECH:
        return _spoken(found, pronoun)
    return _bond(found, attempt.candidate, pronoun)


def features_of(
    found: Interpretation, candidate: Element, pronoun: ReferringExpression
) -> Features:
    """The features of all the candidate's expressions before `pronoun`, merged as they came."""
    known: Features | None = None
    for e in found.expressions:
        if (e.utterance, e.position, e.kind) == (pronoun.utterance, pronoun.position, pronoun.kind):
            break
        if e.entity != candidate.entity:
            continue
        if known is None:
            known = Features(_of_anybody(e), e.sorts)
        elif e.kind is not Kind.RELATIVE:
            agreement = known.agreement.merged_with(e.agreement)
            known = Features(agreement, (known.sorts & e.sorts) or known.sorts)
    return known or Features(candidate.expression.agreement, candidate.expression.sorts)


def _weighed(attempt: Attempt) -> str:
    """What a candidate weighs, where that decides."""
    return "" if attempt.score is None else f"; it weighs {signed(attempt.score)}"


def _of_anybody(expression: ReferringExpression) -> Agreement:
    """The agreement of an expression; who is known to speak is a third person to others."""
    is_voice = expression.kind is Kind.SPEAKER and bool(expression.because)
    person = Person.THIRD if is_voice else expression.agreement.person
    return expression.agreement._replace(person=person)


def _spoken(found: Interpretation, pronoun: ReferringExpression) -> str:
    """Who speaks is no third person; nor does a quotation speak of who says it."""
    utterances = (u for u in found.discourse.utterances if u.number == pronoun.utterance)
    if Cue.SPEECH in pronoun.cues or any(u.speaker for u in utterances):
        return f"speaks here or is spoken to, and “{pronoun.text}” is somebody else"
    return f"is spoken of in the quotation, and “{pronoun.text}” says it"


# Agreement and sorts --------------------------------------------------------------------------


def _clash(known: Agreement, pronoun: ReferringExpression) -> str:
    clashes = _clashes(known, pronoun)
    if not clashes:
        return f"takes other pronouns than “{pronoun.text}”"
    has, wants = (" and ".join(side) for side in zip(*clashes, strict=True))
    return f"is {has}, and “{pronoun.text}” is {wants}"


def _clashes(known: Agreement, pronoun: ReferringExpression) -> list[tuple[str, str]]:
    """What a candidate has and what the pronoun wants, where they clash."""
    wanted = pronoun.agreement
    clashes = [
        (_either(have), _either(want))
        for have, want in ((known.number, wanted.number), (known.gender, wanted.gender))
        if have.isdisjoint(want)
    ]
    if known.person is not wanted.person:
        clashes.append((f"{known.person} person", f"{wanted.person} person"))
    return clashes


def _sort_clash(sorts: frozenset[Sort], pronoun: ReferringExpression) -> str:
    is_it = pronoun.agreement.gender == {Gender.NEUTER}
    allowed = INANIMATE if is_it else ANIMATE
    wants = "no person" if is_it else _either(allowed)
    return f"is of sort {_either(sorts)}, and “{pronoun.text}” stands for {wants}"


def _either(values: Iterable[str]) -> str:
    return " or ".join(sorted(str(value) for value in values)) or "unknown"


def described(pronoun: ReferringExpression) -> str:
    """What a pronoun asks for: "singular and feminine"."""
    agreement = pronoun.agreement
    asked = [_either(agreement.number)] if len(agreement.number) == 1 else []
    if agreement.gender != ANY_GENDER:
        asked.append(_either(agreement.gender))
    return " and ".join(asked)


# Binding --------------------------------------------------------------------------------------


def _bond(found: Interpretation, candidate: Element, pronoun: ReferringExpression) -> str:
    """How the candidate stands to the pronoun in the tree."""
    trees = [Tree(u) for u in found.discourse.utterances if u.number == pronoun.utterance]
    if pronoun.kind in BOUND:
        return f"does not bind “{pronoun.text}” in its clause"
    for tree in trees:
        for e in found.expressions:
            if e.utterance == pronoun.utterance and e.entity == candidate.entity:
                if e.position >= pronoun.position and e.kind in {pronoun.kind, Kind.POSSESSIVE}:
                    continue
                return _relation(tree, e, pronoun)
    return f"stands in the binding domain of “{pronoun.text}”"


def _relation(tree: Tree, other: ReferringExpression, pronoun: ReferringExpression) -> str:
    mine, its = _governor(tree, pronoun.head), _governor(tree, other.head)
    role = ROLES.get(other.relation) or ROLES.get(base(other.relation))
    if other.kind is Kind.ELLIPSIS:
        role, its = "elliptical subject", other.head
    if mine == its and role:
        of = "the same verb" if tree.upos[mine] in {"VERB", "AUX"} else "the same predicate"
        return f"is the {role} of {of} (“{tree.forms[mine]}”)"
    if other.head in tree.ancestors(pronoun.head):
        return f"contains “{pronoun.text}”"
    return f"is the understood subject of “{tree.forms[mine]}”"


def _governor(tree: Tree, n: int) -> int:
    """What a word depends on; a conjunct on what its coordination depends on."""
    seen = 0
    while tree.bases[n] == "conj" and tree.heads[n] and seen < len(tree):
        n, seen = tree.heads[n], seen + 1
    return tree.heads[n]


# The list -------------------------------------------------------------------------------------


def standing(found: Interpretation, element: Element, pronoun: ReferringExpression) -> str:
    """How an element stood on the list when the pronoun was heard."""
    status = FAMILIARITY[element.familiarity]
    if element.utterance == pronoun.utterance:
        return f"{status}, in the current utterance"
    names = {u.number: label(u) for u in found.discourse.utterances}
    return f"{status}, in utterance {names.get(element.utterance, f'({element.utterance})')}"


def state_before(found: Interpretation, pronoun: ReferringExpression) -> tuple[Element, ...]:
    """The list as it stood when the pronoun was heard."""
    state: tuple[Element, ...] = ()
    for step in found.steps:
        for part in step.parts or (step,):
            if part.heard and _key(part.heard) == _key(pronoun):
                return state
            state = part.state
    return state


def _key(expression: ReferringExpression) -> tuple[int, float, Kind]:
    return expression.utterance, expression.position, expression.kind


def ahead_of(first: Element, second: Element) -> str:
    """Why `first` precedes `second`: the two rules of Table 2."""
    if first.status != second.status:
        return f"{first.status.name} precedes {second.status.name}"
    if first.utterance != second.utterance:
        return f"both are {first.status.name}, and the later utterance precedes"
    return f"both are {first.status.name} and in one utterance, and the earlier position precedes"
