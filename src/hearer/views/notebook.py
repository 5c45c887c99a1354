"""What a notebook shows: an interpretation as coloured chains, and as rows.

render    the text in the colours of its entities, with their names
rows      one row per expression, plain values, as pandas.DataFrame takes them
COLUMNS   the names of their columns
"""

from __future__ import annotations

from hearer.model import Interpretation, ReferringExpression, Resolution
from hearer.views import coloured
from hearer.views.places import Places

Values = dict[str, str | int | float | bool | None]
MOST_UTTERANCES = 200  # a notebook is no place for a novel


def render(found: Interpretation) -> str:
    """The text of an interpretation in the colours of its chains, as a fragment of HTML."""
    return coloured.fragment(found, most=MOST_UTTERANCES)


def rows(found: Interpretation) -> list[Values]:
    """One row per expression, in the order they were heard."""
    resolutions = {resolution.pronoun.id: resolution for resolution in found.resolutions}
    places, names = Places(found.discourse), found.names
    return [
        {
            **_values(e, resolutions.get(e.id), places),
            "name": names.get(e.entity, "") if e.entity else "",
            "document": found.discourse.name,
        }
        for e in found.expressions
    ]


def _values(
    expression: ReferringExpression, resolution: Resolution | None, places: Places
) -> Values:
    first, last = expression.words[0], expression.words[-1]
    begins, ends = (expression.utterance, first), (expression.utterance, last)
    antecedent = resolution.antecedent if resolution else None
    line, column = places.of(expression.utterance, expression.own_words[0] if resolution else first)
    return {
        "utterance": expression.utterance,
        "word": expression.head,
        "first": first,
        "last": last,
        "start": places.start(begins) if places.has(begins) else None,
        "end": places.end(ends) if places.has(ends) else None,
        "text": expression.text,
        "entity": expression.entity,
        "kind": str(expression.kind),
        "is_pronoun": expression.is_pronoun,
        "familiarity": str(expression.familiarity),
        "status": expression.familiarity.status.name,
        "relation": expression.relation,
        "antecedent": antecedent.expression.text if antecedent else None,
        "tested": len(resolution.attempts) if resolution else None,
        "reason": (resolution.reason or None) if resolution else None,
        "label": str(resolution.label) if resolution else None,
        "confidence": resolution.confidence if resolution else None,
        "line": line or None,
        "column": column or None,
    }


COLUMNS = (
    "utterance", "word", "first", "last", "start", "end", "text", "entity", "kind", "is_pronoun",
    "familiarity", "status", "relation", "antecedent", "tested", "reason", "label", "confidence",
    "line", "column", "name", "document",
)  # fmt: skip
