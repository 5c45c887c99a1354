"""Everything that was understood, as JSON.

SCHEMA    the version of the schema
write     the whole interpretation
read      the documents of a file, with the entities in them; see json_read.py

The object has these fields. Words and utterances count from 1, expressions from 0; offsets are
code points in "text", ends excluded, and null for what has no words. A new field leaves the
version as it is; a changed one makes a new version.

schema         SCHEMA
document       the name of the document; "path": its file
algorithm      what resolved it; "profile": how it was set
text           the whole text
utterances     number, name (the sent_id), speaker, begins_paragraph, is_heading, start, and
               words: number, form, lemma, upos, head, relation, start, end
expressions    in the order they were heard: text, entity, kind, is_pronoun, familiarity (E, U, I,
               IC, BNA, BN), status (OLD, MED, NEW), sorts, relation, utterance, head, first, last,
               heard_at, start, end
entities       entity, and the numbers of its expressions
resolutions    pronoun and antecedent (numbers of expressions), text, entity, label and confidence
               (as in jsonl), and attempts in order: entity, familiarity, expression, text, violated
               (null: it passed), states_back, score (null: it was not weighed)
segments       the first and the last utterance of each
problems       path, line, column, code, message
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.formats.annotated import Holds
from hearer.formats.json_read import read
from hearer.formats.jsonl import dumped, rounded
from hearer.model import (
    Attempt,
    Discourse,
    Interpretation,
    Problem,
    ReferringExpression,
    Resolution,
    Utterance,
)

__all__ = ["HOLDS", "SCHEMA", "read", "write"]

SCHEMA = "hearer-interpretation-1"
HOLDS = frozenset(Holds) - {
    Holds.FEATURES,
    Holds.EMPTY_NODES,
    Holds.PARTS,
    Holds.FIELDS,
    Holds.LINKS,
}

Key = tuple[int, float, str, int, int]
Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]


def write(found: Interpretation) -> str:
    """The interpretation as one JSON object; the same interpretation gives the same text."""
    numbers = {id(expression): n for n, expression in enumerate(found.expressions)}
    known = {_key(expression): n for n, expression in enumerate(found.expressions)}
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    expressions = [_expression(e, utterances) for e in found.expressions]
    value: Mapping[str, Value] = {
        "schema": SCHEMA,
        "document": found.discourse.name,
        "path": found.discourse.path,
        "algorithm": found.algorithm,
        "profile": found.profile,
        "text": found.discourse.text,
        "utterances": _utterances(found.discourse),
        "expressions": expressions,
        "entities": [
            {"entity": chain.entity, "expressions": [numbers[id(e)] for e in chain.expressions]}
            for chain in found.chains
        ],
        "resolutions": [_resolution(resolution, known) for resolution in found.resolutions],
        "segments": [{"first": s.first, "last": s.last} for s in found.segments],
        "problems": [_problem(problem) for problem in found.problems],
    }
    return dumped(value, indent=1) + "\n"


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
    last = expression.last
    return utterance.offset(expression.first), utterance.offset(last) + len(
        utterance.forms[last - 1]
    )


def _resolution(resolution: Resolution, known: Mapping[Key, int]) -> Mapping[str, Value]:
    antecedent = resolution.antecedent
    return {
        "pronoun": known.get(_key(resolution.pronoun)),
        "text": resolution.pronoun.text,
        "entity": resolution.entity,
        "antecedent": known.get(_key(antecedent.expression)) if antecedent else None,
        "label": resolution.outcome,
        "confidence": rounded(resolution.confidence),
        "is_revision": resolution.is_revision,
        "attempts": [_attempt(attempt, known) for attempt in resolution.attempts],
    }


def _attempt(attempt: Attempt, known: Mapping[Key, int]) -> Mapping[str, Value]:
    candidate = attempt.candidate
    return {
        "entity": candidate.entity,
        "familiarity": candidate.familiarity.value,
        "expression": known.get(_key(candidate.expression)),
        "text": candidate.expression.text,
        "violated": attempt.violated.value if attempt.violated else None,
        "states_back": attempt.states_back,
        "score": rounded(attempt.score),
    }


def _problem(problem: Problem) -> Mapping[str, Value]:
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": problem.message,
    }


def _key(expression: ReferringExpression) -> Key:
    """What tells an expression from all others, before and after it is resolved."""
    return (
        expression.utterance,
        expression.position,
        expression.kind.value,
        expression.first,
        expression.last,
    )
