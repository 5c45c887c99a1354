"""What a notebook shows: an interpretation as coloured chains, and as rows.

    render    the text with its chains in colour, the list after each word on hover
    rows      one row per expression, plain values, as pandas.DataFrame takes them
    COLUMNS   the names of their columns

A fragment, not a page: no script, and style only on its own elements, so it cannot disturb the
notebook around it.
"""

from __future__ import annotations

from collections.abc import Mapping

from hearer.model import Interpretation, ReferringExpression, Resolution, Step, Utterance
from hearer.report.html import escaped
from hearer.views.trace.colours import ColouredMention, ColouredText, coloured
from hearer.views.trace.rows import by_utterance, segment_starts
from hearer.views.words import label, small_capitals, tested, word_starts

Values = dict[str, str | int | float | bool | None]
Offsets = Mapping[tuple[int, int], int]
MOST_UTTERANCES = 200  # a notebook is no place for a novel
MENTION = "background:hsl({hue} 70% 50%/.22);border-radius:3px;padding:0 .15em"
ALONE = "border-bottom:1px dotted currentColor"
PRONOUN = "font-weight:600"


def render(found: Interpretation) -> str:
    """The text of an interpretation in the colours of its chains, as a fragment of HTML."""
    known = coloured(found)
    starts = segment_starts(found)
    heard = list(by_utterance(found))
    resolutions = {(r.pronoun.utterance, r.pronoun.position): r for r in found.resolutions}
    lines = [
        _line(utterance, [step for _, step in steps], known, resolutions, rule=rule)
        for utterance, steps in heard[:MOST_UTTERANCES]
        for rule in [utterance.number in starts]
    ]
    if len(heard) > MOST_UTTERANCES:
        lines.append(f"<p>… and {len(heard) - MOST_UTTERANCES} utterances more</p>")
    return f'<div class="hearer" style="line-height:1.9">{"".join(lines)}</div>'


def rows(found: Interpretation) -> list[Values]:
    """One row per expression, in the order they were heard."""
    resolutions = {resolution.pronoun.id: resolution for resolution in found.resolutions}
    starts, names = word_starts(found.discourse), found.names
    ends = {
        (word.utterance.number, word.number): start + len(word.form)
        for word, start in zip(found.discourse.words, starts.values(), strict=True)
    }
    return [
        {
            **_values(e, resolutions.get(e.id), starts, ends),
            "name": names.get(e.entity, "") if e.entity else "",
        }
        for e in found.expressions
    ]


# The text -------------------------------------------------------------------------------------


def _line(
    utterance: Utterance,
    steps: list[Step],
    known: ColouredText,
    resolutions: dict[tuple[int, float], Resolution],
    *,
    rule: bool,
) -> str:
    words = []
    for step in steps:
        if step.word is None:
            continue
        n = step.word.number
        mention = known.mentions.get((utterance.number, n))
        resolution = resolutions.get((utterance.number, float(n)))
        words.append(_word(step, mention, known, resolution))
        words.append(" " * bool(utterance.spaces[n - 1]))
    style = ' style="border-top:1px solid;margin-top:.6em"' if rule else ""
    number = f'<span style="opacity:.5">{escaped(label(utterance))}</span> '
    return f"<p{style}>{number}{''.join(words)}</p>"


def _word(
    step: Step, mention: ColouredMention | None, known: ColouredText, resolution: Resolution | None
) -> str:
    hover = [f"{step.word}: [{', '.join(map(str, step.state))}]"]
    style = []
    if mention:
        hue = known.hues.get(mention.entity)
        style.append(ALONE if hue is None else MENTION.format(hue=hue))
        hover.insert(0, small_capitals(mention.entity))
    if resolution:
        style.append(PRONOUN)
        hover.append("tested: " + " · ".join(one.words for one in tested(resolution)))
    form = escaped(step.word.form if step.word else "")
    title = "\n".join(map(escaped, hover))
    entity = "" if mention is None else f' data-entity="{known.numbers[mention.entity]}"'
    styled = f' style="{";".join(style)}"' if style else ""
    return f'<span title="{title}"{entity}{styled}>{form}</span>'


# Rows -----------------------------------------------------------------------------------------


def _values(
    expression: ReferringExpression, resolution: Resolution | None, starts: Offsets, ends: Offsets
) -> Values:
    first, last = expression.words[0], expression.words[-1]
    antecedent = resolution.antecedent if resolution else None
    return {
        "utterance": expression.utterance,
        "word": expression.head,
        "first": first,
        "last": last,
        "start": starts.get((expression.utterance, first)),
        "end": ends.get((expression.utterance, last)),
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
    }


COLUMNS = (
    "utterance", "word", "first", "last", "start", "end", "text", "entity", "kind", "is_pronoun",
    "familiarity", "status", "relation", "antecedent", "tested", "reason", "label", "confidence",
    "name",
)  # fmt: skip
