"""Everything that was understood, as JSON; the package says which fields there are.

SCHEMA    the version of the schema
write     whole interpretations
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from hearer.formats.annotation import Annotation
from hearer.formats.json_values import Value, arrayed, rounded
from hearer.model import (
    Attempt,
    Discourse,
    ExpressionId,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Utterance,
)

SCHEMA = "hearer-interpretation-1"
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
        "utterances": _utterances(found.discourse),
        "expressions": [_expression(e, utterances) for e in found.expressions],
        "entities": _entities(found),
        "resolutions": [_resolution(resolution, numbers) for resolution in resolutions],
        "segments": [{"first": s.first, "last": s.last} for s in found.segments],
        "problems": [asdict(problem) for problem in found.problems],
    }


def _entities(found: Interpretation) -> list[Value]:
    """The numbers of what realizes each entity; mentions of an annotation may share a head."""
    numbers: dict[str, list[int]] = {chain.entity: [] for chain in found.chains}
    for n, expression in enumerate(found.expressions):
        if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
            numbers[expression.entity].append(n)
    return [{"entity": entity, "expressions": several} for entity, several in numbers.items()]


def _utterances(discourse: Discourse) -> list[Value]:
    return [
        {
            "number": utterance.number,
            "name": utterance.name,
            "speaker": utterance.speaker,
            "begins_paragraph": utterance.begins_paragraph,
            "is_heading": utterance.is_heading,
            "start": utterance.start,
            "words": _words(utterance),
        }
        for utterance in discourse.utterances
    ]


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
    return {
        "text": expression.text,
        "entity": expression.entity,
        "kind": expression.kind.value,
        "is_pronoun": expression.is_pronoun,
        "familiarity": expression.familiarity.value,
        "status": expression.familiarity.status.name,
        "sorts": sorted(sort.value for sort in expression.sorts),
        "relation": expression.relation,
        "utterance": expression.utterance,
        "head": expression.head,
        "first": expression.first,
        "last": expression.last,
        "heard_at": expression.heard_at,
        "start": start,
        "end": end,
    }


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
