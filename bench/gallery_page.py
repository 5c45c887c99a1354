"""The examples of docs/gallery.md with all answers; .ci/generated.py inserts them.

sections    a summary, then a section for each example
traces      the pages that the sections link to
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from hearer.algorithms import ALGORITHMS
from hearer.gallery.examples import (
    GalleryAnswer,
    GalleryExample,
    answers_to,
    deviations_of,
    examples_of,
    heard,
)
from hearer.gallery.gallery_report import OTHER, Deviations, beside
from hearer.profiles import PAPER
from hearer.report.forms import markdown
from hearer.report.table import Table
from hearer.views import VIEWS

ASKED = tuple(name for name in ALGORITHMS.names() if name != "random")
CHOSEN = (
    "Nobody should be ranked by this: examples are chosen to make a point, most of them against "
    "somebody."
)


def sections() -> str:
    """A table of all, then a part for each publication, and in it a section for each example."""
    known, examples = deviations_of(), examples_of()
    parts = ["\n## In one table\n\n", summary(examples)]
    for paper, several in groupby(examples, key=paper_of):
        told = "\n".join(section(example, ASKED, known) for example in several)
        parts.append(f"\n## {paper}\n\n{told}")
    return "".join(parts)


def paper_of(example: GalleryExample) -> str:
    """The publication, by the name of its file: Brennan 1987."""
    return Path(example.discourse.path).stem.replace("-", " ").title()


def summary(examples: Sequence[GalleryExample]) -> str:
    """For each algorithm how often it answers as is published, and as people understand."""
    answers = [one for example in examples for one in answers_to(example, ASKED)]
    rows = tuple(_row(name, [one for one in answers if one.algorithm == name]) for name in ASKED)
    pronouns = [one for example in examples for one in example.pronouns]
    clear = sum(len(one.human) == 1 for one in pronouns)
    header = ("", "published", "ours the same", f"as people understand, of {clear}")
    said = f"{len(examples)} examples with {len(pronouns)} pronouns. {CHOSEN}\n\n"
    return said + markdown(Table("summary", "", header, rows), with_title=False)


def _row(name: str, answers: Sequence[GalleryAnswer]) -> tuple[str, ...]:
    published = [one for one in answers if one.agrees is not None]
    told = [one for one in answers if len(one.pronoun.human) == 1]
    same, right = (sum(map(bool, x)) for x in (
        (one.agrees for one in published), (one.is_right for one in told)
    ))  # fmt: skip
    counts = (len(published), same) if published else ("", "")
    return (name, *map(str, (*counts, right)))


def section(example: GalleryExample, algorithms: Iterable[str], deviations: Deviations) -> str:
    """Return an example in Markdown: sentences, answers, deviations, links to traces, source."""
    bold = {(one.utterance, one.word) for one in example.pronouns}
    sentences = []
    for utterance in example.discourse.utterances:
        words = enumerate(zip(utterance.forms, utterance.spaces, strict=True), start=1)
        said = (
            f"**{form}**{space}" if (utterance.number, n) in bold else f"{form}{space}"
            for n, (form, space) in words
        )
        sentences.append(f"{utterance.number}. {''.join(said).strip()}")
    table = replace(beside([*answers_to(example, algorithms)], deviations), note="")
    mine = (one for one in deviations.values() if one.example == example.name)
    why = (f"{OTHER} {one.place}, [{one.algorithm}]({one.page}): {one.why}\n" for one in mine)
    links = (f"[{name}]({place})" for name, place in _traced(example).items())
    return "\n".join((
        f"### {example.title}\n", f"`{example.name}` · {example.about}\n", *sentences, "",
        markdown(table, with_title=False), *why,
        f"Traces: {', '.join(links)}. Source: {example.source}\n",
    ))  # fmt: skip


def _traced(example: GalleryExample) -> dict[str, str]:
    """Return the paths of the traces of an example: by the S-list, and as published."""
    names = (PAPER.algorithm, *example.algorithms)
    return {name: f"traces/{example.name}-{name}.html" for name in names}


def traces(examples: Iterable[GalleryExample]) -> Iterator[tuple[str, str]]:
    """Return the path and the content of all traces."""
    for example in examples:
        for name, place in _traced(example).items():
            yield place, VIEWS.find("html")(heard(example, name))
