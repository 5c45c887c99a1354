"""An interpretation in a notebook: text in colours, and rows of plain values."""

from __future__ import annotations

from hearer.model import Interpretation
from hearer.model.resolution import Row
from hearer.views.places import Places

MOST_UTTERANCES = 200  # shown in a notebook
COLUMNS = """
utterance word first last start end text entity kind is_pronoun familiarity status relation
antecedent tested reason label confidence line column name document""".split()


def render(found: Interpretation) -> str:
    """Write the text in the colours of its entities as a fragment of HTML."""
    from hearer.views import colours

    return colours.fragment(found, most=MOST_UTTERANCES)


def rows(found: Interpretation) -> list[Row]:
    """Return one row per expression, in the order they were heard."""
    resolutions = {resolution.pronoun.id: resolution for resolution in found.resolutions}
    places, names, found_rows = Places(found.discourse), found.names, list[Row]()
    for e in found.expressions:
        one, first, last = resolutions.get(e.id), e.words[0], e.words[-1]
        begins, ends = (e.utterance, first), (e.utterance, last)
        line, column = places.of(e.utterance, e.own_words[0] if one else first)
        values = (
            *(e.utterance, e.head, first, last),
            places.start(begins) if places.has(begins) else None,
            places.end(ends) if places.has(ends) else None,
            *(e.text, e.entity, str(e.kind), e.is_pronoun),
            *(str(e.familiarity), e.familiarity.status.name, e.relation),
            one.antecedent.expression.text if one and one.antecedent else None,
            *((len(one.attempts), one.reason or None) if one else (None, None)),
            *((str(one.label), one.confidence) if one else (None, None)),
            *(line or None, column or None),
            (names.get(e.entity) or None) if e.entity else None,
            found.discourse.name,
        )
        found_rows.append(dict(zip(COLUMNS, values, strict=True)))
    return found_rows
