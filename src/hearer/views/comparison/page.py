"""Comparisons as one HTML page that needs nothing else, not even scripts.

render    a table per document; below a pronoun on which they differ, the reasons unfold
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.report.html import classes, escaped, page
from hearer.views.comparison.answers import Answer, ComparedPronoun, Comparison, reasons
from hearer.views.words import NO_ANTECEDENT, small_capitals

HUES = (25, 230, 140, 300, 60, 190, 340, 100)  # a colour per answer, far from each other


def render(comparisons: Sequence[Comparison]) -> str:
    """Write a page."""
    names = [one.document for one in comparisons if one.document]
    return page(
        "comparison",
        title=escaped(", ".join(names) or "A comparison"),
        documents="\n".join(_document(one, n) for n, one in enumerate(comparisons, start=1)),
    )


def _document(one: Comparison, number: int) -> str:
    heads = "".join(f'<th scope="col">{escaped(name)}</th>' for name in one.algorithms)
    rows = "\n".join(_row(row, number) for row in one.pronouns)
    name = f"<h2>{escaped(one.document)}</h2>" if one.document else ""
    return (
        f"<section>{name}<p>{escaped(one.summary)}</p>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Pronouns and antecedents">'
        f'<table><thead><tr><th scope="col">pronoun</th>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>\n{_differences(one, number)}</section>"
    )


def _row(row: ComparedPronoun, document: int) -> str:
    sign = '<abbr title="they differ">≠</abbr> ' if row.differs else ""
    link = _anchor(row, document)
    name = f"{escaped(str(row.place))} <b>{escaped(row.pronoun)}</b>"
    name = f'<a href="#{link}">{name}</a>' if row.differs else name
    cells = "".join(_cell(answer, row) for answer in row.answers)
    mark = classes("differs" * row.differs)
    return f'<tr{mark}><th scope="row">{sign}{name}</th>{cells}</tr>'


def _cell(answer: Answer, row: ComparedPronoun) -> str:
    style = f' style="--h:{_hue(answer)}"' if row.differs else ""
    return f"<td{style}>{_answer(answer)}</td>"


def _differences(one: Comparison, document: int) -> str:
    if not one.differences:
        return ""
    told = [_difference(row, document) for row in one.differences]
    return "\n".join(["<h3>Where they differ, and why</h3>", *told])


def _difference(row: ComparedPronoun, document: int) -> str:
    told = "".join(f"<dt>{escaped(x.algorithm)}</dt>{_reasons(x)}" for x in row.by_answer)
    return (
        f'<article id="{_anchor(row, document)}"><p class="sentence">{escaped(str(row.place))} '
        f"{escaped(row.sentence)}</p><p><b>{escaped(row.pronoun)}</b> "
        f'<span class="word">word {row.word}</span></p><dl>{told}</dl></article>'
    )


def _reasons(answer: Answer) -> str:
    lines = "".join(f"<li>{escaped(line)}</li>" for line in reasons(answer))
    who = f'<span class="answer" style="--h:{_hue(answer)}">{_answer(answer)}</span>'
    return f"<dd>{who}<ul>{lines}</ul></dd>"


def _answer(answer: Answer) -> str:
    if answer.entity is None:
        return f'<span class="nobody">{NO_ANTECEDENT}</span>'
    names = (escaped(small_capitals(x)) for x in (answer.entity, *answer.rivals))
    return " or ".join(f'<span class="entity">{name}</span>' for name in names)


def _hue(answer: Answer) -> int:
    return HUES[answer.same_as % len(HUES)]


def _anchor(row: ComparedPronoun, document: int) -> str:
    return f"d{document}u{row.utterance}w{row.word}"
