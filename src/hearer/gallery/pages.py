"""The gallery as pages of the documentation: a section for each example, a trace a click away.

section      an example in Markdown: its sentences, its source, who answers what
traced       the algorithms that an example is traced with: the S-list, and who is published
traces       the pages of all traces, by where they lie
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hearer.gallery.answers import answers_to, heard
from hearer.gallery.examples import GalleryExample
from hearer.gallery.reports import OTHER, Deviations, beside
from hearer.model import Utterance
from hearer.profiles import PAPER
from hearer.report.forms import markdown
from hearer.views import VIEWS

FOLDER = "traces"


def section(example: GalleryExample, algorithms: Iterable[str], deviations: Deviations) -> str:
    """What there is to say of an example."""
    bold = {(one.utterance, one.word) for one in example.pronouns}
    said = (_marked(utterance, bold) for utterance in example.discourse.utterances)
    table = replace(beside([*answers_to(example, algorithms)], deviations), note="")
    links = (f"[{name}]({FOLDER}/{page(example, name)})" for name in traced(example))
    parts = (
        f"### {example.title}\n", f"`{example.name}` · {example.about}\n", *said, "",
        markdown(table, with_title=False),
        *_explained(example, deviations),
        f"Traces: {', '.join(links)}. Source: {example.source}\n",
    )  # fmt: skip
    return "\n".join(parts)


def _marked(utterance: Utterance, bold: set[tuple[int, int]]) -> str:
    """A sentence with its number, and its pronouns in bold."""
    words = zip(utterance.forms, utterance.spaces, strict=True)
    shown = (
        f"**{form}**{space}" if (utterance.number, n) in bold else f"{form}{space}"
        for n, (form, space) in enumerate(words, start=1)
    )
    return f"{utterance.number}. {''.join(shown).strip()}"


def _explained(example: GalleryExample, deviations: Deviations) -> Iterator[str]:
    """Why some answers are not those published, and the page that says more."""
    for one in deviations.values():
        if one.example == example.name:
            yield f"{OTHER} {one.place}, [{one.algorithm}]({one.page}): {one.why}\n"


def traced(example: GalleryExample) -> tuple[str, ...]:
    """The algorithms that an example is traced with."""
    return tuple(dict.fromkeys((PAPER.algorithm, *example.algorithms)))


def page(example: GalleryExample, algorithm: str) -> str:
    """The name of the page of a trace."""
    return f"{example.name}-{algorithm}.html"


def traces(examples: Iterable[GalleryExample]) -> Iterator[tuple[str, str]]:
    """All traces: where a page lies, and what is in it."""
    for example in examples:
        for name in traced(example):
            yield f"{FOLDER}/{page(example, name)}", VIEWS.find("html")(heard(example, name))
