"""The centers of files, each in whatever process: rows, labels, or figures.

CentersAsked          what is asked of every file
FileCenters           what became of one
centers_of_file       that of a file by its path; what is wrong with it is told, not raised
centers_of_reading    that of a file that is read
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hearer.cli.inputs import placed, refuse_broken
from hearer.cli.process import in_command_words
from hearer.errors import HearerError
from hearer.evaluation.centering.centers import CenteringForm, centered, labelled, rows_of
from hearer.evaluation.centering.summary import CenteringSetup, DocumentFigures, document_figures
from hearer.evaluation.centering.ways import CenteringWay
from hearer.evaluation.experiment import Mentions
from hearer.formats import Reading
from hearer.formats.annotation import misread
from hearer.languages import notes_on
from hearer.model import Discourse, Problem
from hearer.profiles import PAPER
from hearer.reading import open_file, parsed


@dataclass(frozen=True, slots=True)
class CentersAsked:
    """What is asked of every file: rows or labels by one way or, with a setup, figures by many."""

    way: CenteringWay
    mentions: Mentions | None
    form: CenteringForm
    setup: CenteringSetup | None = None
    parser: str = "english"
    source: str | None = None


@dataclass(frozen=True, slots=True)
class FileCenters:
    """What became of a file: one of rows, labels and figures; or why nothing did."""

    path: str
    problems: tuple[Problem, ...] = ()
    failed: str = ""
    notes: tuple[str, ...] = ()  # how other languages were heard
    rows: tuple[dict[str, object], ...] = ()
    labels: str = ""
    figures: tuple[DocumentFigures, ...] = ()


def centers_of_file(path: str, asked: CentersAsked) -> FileCenters:
    """What becomes of a file; one that cannot be read is no error, but has failed."""
    problems: tuple[Problem, ...] = ()
    try:
        reading = open_file(path, format=asked.source)
        problems = reading.problems
        refuse_broken([reading])
        return centers_of_reading(reading, asked)
    except HearerError as error:
        return FileCenters(path, problems, failed=in_command_words(error.command_message()))


def centers_of_reading(reading: Reading, asked: CentersAsked) -> FileCenters:
    """What becomes of the documents of a file."""
    documents = [parsed(one, asked.parser) for one in placed(reading)]
    read_so = [problem for one in documents for problem in one.problems]
    problems = tuple(dict.fromkeys((*reading.problems, *read_so, *misread(documents))))
    notes = dict.fromkeys(note for one in documents for note in notes_on(one, PAPER))
    return replace(_centers(reading.path, documents, problems, asked), notes=tuple(notes))


def _centers(
    path: str, documents: list[Discourse], problems: tuple[Problem, ...], asked: CentersAsked
) -> FileCenters:
    if asked.setup:
        figures = tuple(document_figures(documents, asked.setup))
        return FileCenters(path, problems, figures=figures)
    found = list(centered(documents, asked.way, asked.mentions))
    if asked.form is CenteringForm.CONLLU:
        return FileCenters(path, problems, labels="".join(map(labelled, found)))
    return FileCenters(path, problems, rows=tuple(rows_of(found)))
