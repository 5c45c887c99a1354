"""Everything that was understood, as JSON; the package says which fields there are.

SCHEMA    the version of the schema
FIELDS    what is told of an utterance and of an expression; reading asks for the same
write     whole interpretations
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.formats.annotation import Annotation
from hearer.formats.json_values import Value, arrayed, rounded
from hearer.model import (
    Attempt,
    ExpressionId,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Resolution,
    Segment,
    Utterance,
)

SCHEMA = "hearer-interpretation-1"
FIELDS: dict[type, list[str]] = {
    Utterance: "number name speaker begins_paragraph is_heading start".split(),
    ReferringExpression: "text entity kind is_pronoun familiarity status sorts relation utterance "
    "head first last heard_at start end".split(),
    Segment: "first last".split(),
    Problem: "path line column code message".split(),
}
Numbers = Mapping[ExpressionId, int]


def write(found: Sequence[Interpretation]) -> bytes:
    """One object, or an array of them; the same interpretation gives the same text."""
    return arrayed([_interpretation(one) for one in found])


def _interpretation(found: Interpretation) -> Mapping[str, Value]:
    numbers = {expression.id: n for n, expression in enumerate(found.expressions)}
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    # An annotation has tested no candidates, so it has resolved nothing.
    resolutions = () if isinstance(found, Annotation) else found.resolutions
    return {
        "schema": SCHEMA,
        "document": found.discourse.name,
        "path": found.discourse.path,
        "algorithm": found.algorithm,
        "profile": found.profile,
        "text": found.discourse.text,
        "utterances": [_told(u, words=_words(u)) for u in found.discourse.utterances],
        "expressions": [_expression(e, utterances) for e in found.expressions],
        "entities": _entities(found),
        "resolutions": [_resolution(resolution, numbers) for resolution in resolutions],
        "segments": [_told(segment) for segment in found.segments],
        "problems": [_told(problem) for problem in found.problems],
    }


def _told(one: object, **others: Value) -> dict[str, Value]:
    """The fields of a value as they are, but for those that are worked out; more come behind."""
    fields = dict.fromkeys(FIELDS[type(one)]) | others
    return {n: others[n] if n in others else getattr(one, n) for n in fields}


def _entities(found: Interpretation) -> list[Value]:
    """The numbers of what realizes each entity; mentions of an annotation may share a head."""
    numbers: dict[str, list[int]] = {chain.entity: [] for chain in found.chains}
    for n, expression in enumerate(found.expressions):
        if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
            numbers[expression.entity].append(n)
    return [{"entity": entity, "expressions": several} for entity, several in numbers.items()]


def _words(utterance: Utterance) -> list[Value]:
    words: list[Value] = []
    start = utterance.start
    for n, (form, space) in enumerate(zip(utterance.forms, utterance.spaces, strict=True)):
        words.append(
            {
                "number": n + 1,
                "form": form,
                "lemma": utterance.lemmas[n],
                "upos": utterance.upos[n],
                "head": utterance.heads[n],
                "relation": utterance.relations[n],
                "start": start,
                "end": start + len(form),
            }
        )
        start += len(form) + len(space)
    return words


def _expression(
    expression: ReferringExpression, utterances: Mapping[int, Utterance]
) -> Mapping[str, Value]:
    start, end = _offsets(expression, utterances.get(expression.utterance))
    status, sorts = expression.familiarity.status.name, sorted(expression.sorts)
    return _told(expression, status=status, sorts=sorts, start=start, end=end)


def _offsets(
    expression: ReferringExpression, utterance: Utterance | None
) -> tuple[int | None, int | None]:
    """Where the expression starts and ends in the text; nowhere for one without words."""
    if utterance is None or not 1 <= expression.first <= expression.last <= len(utterance):
        return None, None
    end = utterance.offset(expression.last) + len(utterance.forms[expression.last - 1])
    return utterance.offset(expression.first), end


def _resolution(resolution: Resolution, known: Numbers) -> Mapping[str, Value]:
    antecedent = resolution.antecedent
    return {
        "pronoun": known.get(resolution.pronoun.id),
        "text": resolution.pronoun.text,
        "entity": resolution.entity,
        "antecedent": known.get(antecedent.expression.id) if antecedent else None,
        "label": resolution.outcome,
        "confidence": rounded(resolution.confidence),
        "is_revision": resolution.is_revision,
        "attempts": [_attempt(attempt, known) for attempt in resolution.attempts],
    }


def _attempt(attempt: Attempt, known: Numbers) -> Mapping[str, Value]:
    candidate = attempt.candidate
    return {
        "entity": candidate.entity,
        "familiarity": candidate.familiarity.value,
        "expression": known.get(candidate.expression.id),
        "text": candidate.expression.text,
        "violated": attempt.violated.value if attempt.violated else None,
        "states_back": attempt.states_back,
        "score": rounded(attempt.score),
    }
