"""What is measured as it grows: every algorithm, view and format, on every shape.

subjects    all rows of the table
Subject     one of them: what is to be done, once all that it needs is there
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TypeAlias

from bench.shapes import SHAPES, document, one_word, sentence, two
from hearer.algorithms import ALGORITHMS
from hearer.api import evaluate, trace
from hearer.evaluation.centering.centers import CenteringForm, centered
from hearer.evaluation.centering.centers import render as render_centers
from hearer.evaluation.centering.ways import CenteringWay
from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of
from hearer.formats.converting import read_as, writer
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance
from hearer.profiles import DEFAULT, PAPER, PROFILES, Profile, how_to_hear
from hearer.session.live import Listener
from hearer.views import VIEWS, comparison, lines, notebook
from hearer.views.comparison import ComparisonForm
from hearer.views.rewriting.rewriter import rewrite

Work: TypeAlias = Callable[[], object]
View: TypeAlias = Callable[[Interpretation], object]
SHORT = ("clauses", "nouns", "coordination", "quotes")  # shapes of documents
SEEN = ("pronouns", "clauses", "nouns", "chain", "conj chain", "relatives", "quotes")  # by views
WRITTEN = ("clauses", "nouns", "chain", "coordination", "relatives")  # by formats


@dataclass(frozen=True, slots=True)
class Subject:
    """What is measured: `prepared` makes all that is needed of a size, and gives what to do."""

    name: str
    shape: str
    prepared: Callable[[int], Work]

    def __str__(self) -> str:
        return f"{self.name}, {self.shape}"


def subjects() -> Iterator[Subject]:
    """All that is measured."""
    yield from _hearing()
    yield from _views()
    yield from _formats()
    yield from _words()


def _made(shape: str, size: int) -> Discourse:
    kind, _, name = shape.partition(": ")
    if kind == "two sentences":
        return two(size)
    if kind == "one word":
        return one_word(size)
    return (sentence if kind == "sentence" else document)(name, size)


def _shapes(in_sentence: tuple[str, ...], in_document: tuple[str, ...]) -> Iterator[str]:
    yield from (f"sentence: {name}" for name in in_sentence)
    yield from (f"document: {name}" for name in in_document)


# Algorithms -----------------------------------------------------------------------------------


def _hearing() -> Iterator[Subject]:
    """Every algorithm with the paper's profile, and every profile with its own."""
    hows = {how_to_hear(name, PAPER) for name in ALGORITHMS.names()} | set(PROFILES.values())
    for how in sorted(hows, key=lambda how: (how.algorithm, how.name)):
        for shape in (*_shapes(tuple(SHAPES), SHORT), "two sentences"):
            prepared = partial(_heard, shape, how)
            yield Subject(f"hear {how.algorithm} ({how.name})", shape, prepared)


def _heard(shape: str, how: Profile, size: int) -> Work:
    return partial(listen, _made(shape, size), profile=how)


# Views ----------------------------------------------------------------------------------------


def _views() -> Iterator[Subject]:
    views: dict[str, View] = {
        **{f"trace {name}": partial(trace, view=name) for name in VIEWS.names()},
        "why": _why,
        "why not": _why_not,
        "rewrite": rewrite,
        "notebook": notebook.render,
        "rows": notebook.rows,
        "lines": lambda found: lines.render([found]),
        **{f"compare {form}": partial(_compared, form=form) for form in ComparisonForm},
        **{f"centering {form}": partial(_centers, form=form) for form in CenteringForm},
        "evaluate": _evaluated,
    }
    for name, view in views.items():
        for how in (DEFAULT, PAPER):
            for shape in _shapes(SEEN, ("clauses",)):
                prepared = partial(_shown, view, shape, how)
                yield Subject(f"{name} ({how.name})", shape, prepared)


def _shown(view: View, shape: str, how: Profile, size: int) -> Work:
    return partial(view, listen(_made(shape, size), profile=how))


def _why(found: Interpretation) -> object:
    return [found.why(resolution) for resolution in found.resolutions]


def _why_not(found: Interpretation) -> object:
    return [
        found.why_not(one, one.attempts[-1].candidate.entity)
        for one in found.resolutions
        if one.attempts
    ]


def _compared(found: Interpretation, form: ComparisonForm) -> str:
    return comparison.render([found, found], to=form)


def _centers(found: Interpretation, form: CenteringForm) -> str:
    written = FORMATS.find("corefud")
    gold = read_as(written, writer(written)([found]), "gold.conllu")
    return render_centers(centered(gold, CenteringWay()), to=form)


def _evaluated(found: Interpretation) -> object:
    written = FORMATS.find("corefud")
    gold = read_as(written, writer(written)([found]), "gold.conllu")
    return evaluate(gold, profile=PAPER)


# Formats --------------------------------------------------------------------------------------


def _formats() -> Iterator[Subject]:
    for name in FORMATS.names():
        found = FORMATS.find(name)
        for shape in (*_shapes(WRITTEN, ("clauses",)), "one word"):
            if found.write:
                yield Subject(f"write {name}", shape, partial(_writing, name, shape))
            if found.write and found.read:
                yield Subject(f"read {name}", shape, partial(_reading, name, shape))


def _writing(name: str, shape: str, size: int) -> Work:
    return partial(writer(FORMATS.find(name)), _written(name, shape, size))


def _reading(name: str, shape: str, size: int) -> Work:
    """Read what was written, from a folder where its text stands beside it if it has to."""
    one, found = FORMATS.find(name), _written(name, shape, size)
    path = Path(mkdtemp(prefix="growth-")) / f"a{one.suffixes[0]}"
    atexit.register(rmtree, path.parent, ignore_errors=True)
    content = writer(one)(found)
    if one.text_suffix:
        path.with_suffix(one.text_suffix).write_text(found[0].discourse.text, encoding="utf-8")
    return partial(read_as, one, content, str(path))


def _written(name: str, shape: str, size: int) -> list[Interpretation]:
    """What is written: all that was understood, where the format has a place for it."""
    if name == "conllu":  # it has no place for what was understood
        content = writer(FORMATS.find("corefud"))([Interpretation(discourse=_made(shape, size))])
        return [annotation_of(read_as(FORMATS.find("conllu"), content, "a.conllu")[0])]
    return [listen(_made(shape, size), profile=DEFAULT)]


# Long words, and text as it comes -------------------------------------------------------------


class ByWhiteSpace:
    """A parser that knows white space only: every paragraph is a sentence of nouns."""

    def parse(self, text: str) -> Iterator[Utterance]:
        words = text.split()
        if words:
            first, *others = (f"{word}/NOUN" for word in words)
            yield Utterance.of(" ".join((f"{first}/root/0", *(f"{x}/dep/1" for x in others))))


def _words() -> Iterator[Subject]:
    yield Subject("hear default", "one word", lambda size: partial(listen, one_word(size)))
    yield Subject("rewrite", "one word", lambda size: partial(rewrite, listen(one_word(size))))
    for name, cut in {"by characters": 1, "by 100 characters": 100}.items():
        for shape, text in {"one word": "f", "words": "word ", "spaces": " "}.items():
            yield Subject(f"listen {name}", shape, partial(_listening, text=text, cut=cut))


def _listening(size: int, text: str, cut: int) -> Work:
    whole = (text * size)[:size]
    pieces = [whole[n : n + cut] for n in range(0, size, cut)]

    def listened() -> None:
        listener = Listener(parser=ByWhiteSpace())
        for piece in pieces:
            for _ in listener.hear(piece):
                pass
        for _ in listener.finish():
            pass

    return listened
