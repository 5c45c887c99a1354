"""Interpretations written down by hand from the paper's tables, for the views to show.

table3    Table 3, with (1d) and without (1d')
table5    the first utterance of Table 5: ε, BN^A and a list of five
other     what the tables lack: segments, earlier states, pronouns without antecedent
"""

from __future__ import annotations

from dataclasses import replace

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


_ALFA = "ALFA_ROMEO_BN: Alfa Romeo"
_BEFORE_D = (
    (
        spoken(1, "1a", "Brennan drives an Alfa Romeo ."),
        [
            heard(1, "Brennan", "BRENNAN", "BRENNAN_U: Brennan"),
            heard(5, "Alfa Romeo", "ALFA_ROMEO", f"BRENNAN_U: Brennan, {_ALFA}", first=4),
        ],
        f"BRENNAN_U: Brennan, {_ALFA}",
    ),
    (
        spoken(2, "1b", "She drives too fast ."),
        [resolved(1, "she", "BRENNAN", f"BRENNAN_E: she, {_ALFA}")],
        "BRENNAN_E: she",
    ),
    (
        spoken(3, "1c", "Friedman races her on weekends ."),
        [
            heard(1, "Friedman", "FRIEDMAN", "FRIEDMAN_U: Friedman, BRENNAN_E: she"),
            resolved(3, "her", "FRIEDMAN binding, BRENNAN", "FRIEDMAN_U: Friedman, BRENNAN_E: her"),
        ],
        "FRIEDMAN_U: Friedman, BRENNAN_E: her",
    ),
)
_SECA = "LAGUNA_SECA_U: Laguna Seca"
_D = (
    spoken(4, "1d", "She drives to Laguna Seca ."),
    [
        resolved(1, "she", "FRIEDMAN", "FRIEDMAN_E: she, BRENNAN_E: her"),
        heard(
            5, "Laguna Seca", "LAGUNA_SECA", f"FRIEDMAN_E: she, {_SECA}, BRENNAN_E: her", first=4
        ),
    ],
    f"FRIEDMAN_E: she, {_SECA}",
)
_D_PRIME = (
    spoken(4, "1d'", "She often beats her ."),
    [
        resolved(1, "she", "FRIEDMAN", "FRIEDMAN_E: she, BRENNAN_E: her"),
        resolved(4, "her", "FRIEDMAN binding, BRENNAN", "FRIEDMAN_E: she, BRENNAN_E: her"),
    ],
    "FRIEDMAN_E: she, BRENNAN_E: her",
)
table3 = understood(*_BEFORE_D, _D)
table3_prime = understood(*_BEFORE_D, _D_PRIME)

_CURTIS_JUDGE = "JUDGE_E: ε, REQUEST_BN: request, PROSECUTORS_BN: prosecutors"
_END_OF_3A = (
    "CURTIS_E: his, JUDGE_E: ε, CONDITION_BNA: condition, REQUEST_BN: request, "
    "PROSECUTORS_BN: prosecutors"
)
table5 = understood(
    (
        spoken(
            1,
            "3a",
            "A judge ordered that Mr. Curtis be released , but agreed with a request from "
            "prosecutors that he be re-examined each year to see if his condition has improved .",
        ),
        [
            heard(2, "judge", "JUDGE", "JUDGE_BN: judge", first=1),
            heard(6, "Mr. Curtis", "CURTIS", "CURTIS_E: Mr. Curtis, JUDGE_BN: judge", first=5),
            heard(11, "ε", "JUDGE", "CURTIS_E: Mr. Curtis, JUDGE_E: ε", kind=Kind.ELLIPSIS),
            heard(
                14, "request", "REQUEST", "CURTIS_E: Mr. Curtis, JUDGE_E: ε, REQUEST_BN: request"
            ),
            heard(16, "prosecutors", "PROSECUTORS", f"CURTIS_E: Mr. Curtis, {_CURTIS_JUDGE}"),
            resolved(18, "he", "CURTIS", f"CURTIS_E: he, {_CURTIS_JUDGE}"),
            heard(22, "year", "YEAR", f"CURTIS_E: he, {_CURTIS_JUDGE}, YEAR_BN: year", first=21),
            resolved(26, "his", "CURTIS", f"CURTIS_E: his, {_CURTIS_JUDGE}, YEAR_BN: year"),
            heard(27, "condition", "CONDITION", _END_OF_3A, first=26),
        ],
        _END_OF_3A,
    ),
)

other = understood(
    (
        spoken(1, "weblog-1", "Brennan <script>alert(1)</script> ."),
        [heard(1, "Brennan", "BRENNAN", "BRENNAN_U: Brennan")],
        "BRENNAN_U: Brennan",
    ),
    (
        spoken(2, "weblog-2", "It rained on R&D_1 for 50% less"),
        [
            resolved(1, "it", "BRENNAN sort", "IT_E: it, BRENNAN_U: Brennan"),
            heard(4, "R&D_1", "R&D", "IT_E: it, R&D_U: R&D_1, BRENNAN_U: Brennan"),
            heard(7, "less", "LESS", "IT_E: it, R&D_U: R&D_1, BRENNAN_U: Brennan, LESS_BN: less"),
        ],
        "IT_E: it, R&D_U: R&D_1, LESS_BN: less",
    ),
    (
        spoken(3, "weblog-3", "Nothing here ."),
        [],
        "",
    ),
    (
        spoken(4, "weblog-4", "She wins ."),
        [resolved(1, "she", "IT agreement 1, R&D sort 1, BRENNAN 2", "BRENNAN_E: she")],
        "BRENNAN_E: she",
    ),
    segments=(1, 4),
)
