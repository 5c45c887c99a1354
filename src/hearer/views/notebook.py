"""What a notebook shows: an interpretation as coloured chains, and as rows.

    render    the text with its chains in colour, the list after each word on hover
    rows      one row per expression, plain values, as pandas.DataFrame takes them
    Page      a whole page that shows itself in a notebook

A fragment, not a page: no script, and style only on its own elements, so it cannot disturb the
notebook around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import accumulate

from hearer.model import Discourse, Interpretation, ReferringExpression, Resolution, Step, Utterance
from hearer.views.chains import Chains, Mention, chains
from hearer.views.rows import by_utterance, label, printable, segment_starts, small_capitals, told
from hearer.views.rows import trials as trials_of

Row = dict[str, str | int | bool | None]
MOST_UTTERANCES = 200  # a notebook is no place for a novel
HEIGHT = 640
MENTION = "background:hsl({hue} 70% 50%/.22);border-radius:3px;padding:0 .15em"
ALONE = "border-bottom:1px dotted currentColor"
PRONOUN = "font-weight:600"


class Page(str):
    """A page of HTML; in a notebook it shows itself in a frame of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )


def render(found: Interpretation) -> str:
    """The text of an interpretation in the colours of its chains, as a fragment of HTML."""
    known = chains(found)
    starts = segment_starts(found)
    heard = list(by_utterance(found))
    resolutions = {_key(r.pronoun): r for r in found.resolutions}
    lines = [
        _line(utterance, [step for _, step in steps], known, resolutions, rule=rule)
        for utterance, steps in heard[:MOST_UTTERANCES]
        for rule in [utterance.number in starts]
    ]
    if len(heard) > MOST_UTTERANCES:
        lines.append(f"<p>… and {len(heard) - MOST_UTTERANCES} utterances more</p>")
    return f'<div class="hearer" style="line-height:1.9">{"".join(lines)}</div>'


def rows(found: Interpretation) -> list[Row]:
    """One row per expression, in the order they were heard."""
    resolutions = {_key(r.pronoun): r for r in found.resolutions}
    starts = _starts(found.discourse)
    return [_row(e, resolutions.get(_key(e)), starts) for e in found.expressions]


# The text -------------------------------------------------------------------------------------


def _line(
    utterance: Utterance,
    steps: list[Step],
    known: Chains,
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
    number = f'<span style="opacity:.5">{escape(label(utterance))}</span> '
    return f"<p{style}>{number}{''.join(words)}</p>"


def _word(step: Step, mention: Mention | None, known: Chains, resolution: Resolution | None) -> str:
    hover = [f"{step.word}: {_listed(step)}"]
    style = []
    if mention:
        hue = known.hues.get(mention.entity)
        style.append(ALONE if hue is None else MENTION.format(hue=hue))
        hover.insert(0, small_capitals(mention.entity))
    if resolution:
        style.append(PRONOUN)
        tested = trials_of(resolution)
        hover.append("tested: " + " · ".join(told(one, before=one.states_back) for one in tested))
    form = escape(printable(step.word.form if step.word else ""))
    title = escape("\n".join(map(printable, hover)))
    entity = "" if mention is None else f' data-entity="{known.numbers[mention.entity]}"'
    return f'<span title="{title}"{entity}{_styled(style)}>{form}</span>'


def _styled(style: list[str]) -> str:
    return f' style="{";".join(style)}"' if style else ""


def _listed(step: Step) -> str:
    return f"[{', '.join(map(str, step.state))}]"


# Rows -----------------------------------------------------------------------------------------


def _row(
    expression: ReferringExpression,
    resolution: Resolution | None,
    starts: dict[tuple[int, int], tuple[int, int]],
) -> Row:
    first, last = expression.first or expression.head, expression.last or expression.head
    start, _ = starts.get((expression.utterance, first), (None, None))
    _, end = starts.get((expression.utterance, last), (None, None))
    antecedent = resolution.antecedent if resolution else None
    return {
        "utterance": expression.utterance,
        "word": expression.head,
        "first": first,
        "last": last,
        "start": start,
        "end": end,
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
    }


def _starts(discourse: Discourse) -> dict[tuple[int, int], tuple[int, int]]:
    return dict(_spans(discourse))


def _spans(discourse: Discourse) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each word starts and ends in the text."""
    begin = len(discourse.before)
    for utterance in discourse.utterances:
        lengths = [len(f) + len(s) for f, s in zip(utterance.forms, utterance.spaces, strict=True)]
        starts = accumulate(lengths, initial=begin)
        for n, (form, start) in enumerate(zip(utterance.forms, starts, strict=False), start=1):
            yield (utterance.number, n), (start, start + len(form))
        begin += sum(lengths)


def _key(expression: ReferringExpression) -> tuple[int, float]:
    return expression.utterance, expression.position
