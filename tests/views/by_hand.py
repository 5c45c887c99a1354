"""Interpretations written down by hand from the paper's tables, for the views to show.

They stand in cases/by_hand.json: Table 3 with (1d) and with (1d'), the first utterance of Table 5,
and what the tables lack: segments, earlier states, pronouns without antecedent.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hearer.model import (
    Attempt,
    Constraint,
    Discourse,
    Element,
    Entity,
    Event,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Segment,
    Step,
    Utterance,
    Verdict,
)
from hearer.names import names_of


def spoken(number: int, name: str, text: str) -> Utterance:
    """An utterance; nothing but its words is looked at. A full stop follows without a space."""
    forms = tuple(text.split())
    blank = ("_",) * len(forms)
    spaces = tuple("" if after in {".", ",", "’s"} else " " for after in (*forms[1:], ""))
    return Utterance(
        number, forms, forms, blank, blank, blank, (0,) * len(forms), blank, spaces, name=name
    )


def state(listed: str) -> tuple[Element, ...]:
    """A state as the paper prints it: "BRENNAN_E: she, ALFA_ROMEO_BN: Alfa Romeo"."""
    return tuple(map(_element, listed.split(", "))) if listed else ()


def _element(listed: str) -> Element:
    element, _, surface = listed.partition(": ")
    entity, _, familiarity = element.rpartition("_")
    expression = ReferringExpression(surface, 1, 1.0, entity=Entity(entity))
    return Element(Entity(entity), 1, 1.0, Familiarity(familiarity), expression)


def heard(
    at: int, text: str, entity: str | None, listed: str, *, kind: Kind = Kind.NAME, first: int = 0
) -> Step:
    """The expression heard at word `at`, and the state printed below it."""
    position = at - 0.5 if kind is Kind.ELLIPSIS else float(at)
    expression = ReferringExpression(
        text,
        0,
        position,
        kind is Kind.PRONOUN,
        Entity(entity) if entity else None,
        kind=kind,
        first=first or at,
        last=at,
    )
    return Step(state(listed), replace(expression, heard_at=at))


def resolved(at: int, pronoun: str, tested: str, listed: str) -> Step:
    """A pronoun; `tested` is "FRIEDMAN binding, BRENNAN" or, two states back, "BRENNAN 2"."""
    attempts = tuple(map(_attempt, tested.split(", "))) if tested else ()
    antecedent = next((a.candidate for a in attempts if a.succeeded), None)
    entity = antecedent.entity if antecedent else pronoun.upper()
    step = heard(at, pronoun, entity, listed, kind=Kind.PRONOUN)
    assert step.heard
    return step._replace(resolutions=(Resolution(step.heard, attempts, antecedent),))


def _attempt(tested: str) -> Attempt:
    entity, *rest = tested.split()
    violated = [Constraint(word) for word in rest if not word.isdigit()]
    back = [int(word) for word in rest if word.isdigit()]
    candidate = state(f"{entity}_E: {entity}")[0]
    return Attempt(candidate, next(map(Verdict, violated), None), next(iter(back), 0))


def understood(
    *told: tuple[Utterance, list[Step], str], segments: tuple[int, ...] = (1,)
) -> Interpretation:
    """All of it: per utterance what was heard in it, and the state at its end."""
    steps = [step for utterance, parts, end in told for step in _words(utterance, parts, end)]
    numbered = tuple(e for step in steps for e in step.expressions)
    utterances = tuple(utterance for utterance, _, _ in told)
    ends = (*(start - 1 for start in segments[1:]), len(told))
    return Interpretation(
        tuple(steps),
        numbered,
        tuple(Segment(first, last) for first, last in zip(segments, ends, strict=True)),
        algorithm="s-list",
        profile="paper",
        discourse=Discourse(utterances, name="example"),
        names=names_of(numbered, utterances),
    )


def _words(utterance: Utterance, parts: list[Step], end: str) -> list[Step]:
    steps: list[Step] = []
    for word in utterance.words:
        here = [_in(utterance, part) for part in parts if _at(part) == word.number]
        if word.ends_utterance:
            here.append(Step(state(end), event=Event.END_OF_UTTERANCE))
        before = steps[-1].state if steps else ()
        now = here[-1].state if here else before
        resolutions = tuple(r for part in here for r in part.resolutions)
        steps.append(Step(now, None, resolutions, Event.WORD, word, tuple(here)))
    return steps


def _at(part: Step) -> int:
    return part.heard.heard_at if part.heard else 0


def _in(utterance: Utterance, part: Step) -> Step:
    assert part.heard
    said = replace(part.heard, utterance=utterance.number)
    resolutions = tuple(replace(resolution, pronoun=said) for resolution in part.resolutions)
    return part._replace(heard=said, resolutions=resolutions)


def _read(name: str) -> Interpretation:
    told = STORED[name]
    heard_in = [
        (spoken(n, one["name"], one["text"]), [_step(**step) for step in one["steps"]], one["end"])
        for n, one in enumerate(told["utterances"], start=1)
    ]
    return understood(*heard_in, segments=tuple(told["segments"]))


def _step(at: int, **told: Any) -> Step:
    listed = told.pop("list")
    if "pronoun" in told:
        return resolved(at, told["pronoun"], told["tested"], listed)
    kind, first = Kind(told.get("kind", "name")), told.get("first", 0)
    return heard(at, told["heard"], told["entity"], listed, kind=kind, first=first)


STORED: dict[str, Any] = json.loads(
    Path(__file__).parent.joinpath("cases", "by_hand.json").read_text(encoding="utf-8")
)
table3, table3_prime, table5, other = map(_read, ("table3", "table3_prime", "table5", "other"))
