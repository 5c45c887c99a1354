"""hearer centering: centers of every utterance, or of a corpus by every instantiation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from hearer.cli.arguments import Files, Force, From, Output, ParserName, Strict, Text, opened
from hearer.cli.centering_files import (
    CentersAsked,
    FileCenters,
    centers_of_file,
    centers_of_reading,
)
from hearer.cli.hearing import all_parsed
from hearer.cli.inputs import STDIN, Inputs, inputs_of, named, placed, refuse, refuse_broken
from hearer.cli.output import refused, report, results, tell_notes
from hearer.cli.process import prepare_workers, say
from hearer.errors import InputError, UsageError
from hearer.evaluation.centering.centers import CenteringForm, render_rows
from hearer.evaluation.centering.report import rendered
from hearer.evaluation.centering.summary import ORDERS, CenteringSetup, CenteringSummary
from hearer.evaluation.centering.ways import (
    Cb,
    CenteringUnit,
    CenteringWay,
    CfRank,
    Labels,
    Realization,
    ways,
)
from hearer.evaluation.experiment import Mentions, mapped
from hearer.formats import Reading
from hearer.harmless import number_and
from hearer.reading import missing
from hearer.report import progress
from hearer.report.forms import SUFFIXES, Form, asked_by
from hearer.writing.places import is_there

FAILED = 1

EXAMPLES = """\b
Examples:
  hearer centering examples/table3.conllu
  hearer centering --text "Anna met a judge. She thanked him. He smiled."
  hearer centering gum/dev --summary
  hearer centering gum/dev --summary --unit sentence --unit clause --rank grammatical -o gum.tex
  hearer centering gum/dev --summary --to csv -o instantiations.csv
  hearer centering gum/dev --summary --paired --to csv -o tests.csv
  hearer centering GUM_bio_byron.conllu --rank gum --cb current-rank --labels poesio --to conllu
"""


def centering(
    files: Files = None,
    *,
    text: Text = None,
    source: From = None,
    summary: Annotated[
        bool, typer.Option("--summary", help="Count over all documents, by every instantiation.")
    ] = False,
    unit: Annotated[
        list[CenteringUnit] | None,
        typer.Option(
            help="What an utterance is; a summary may have several.", case_sensitive=False
        ),
    ] = None,
    realization: Annotated[
        list[Realization] | None,
        typer.Option(
            help="What is realized: what is mentioned, or also what that bridges to (Bridge=).",
            case_sensitive=False,
        ),
    ] = None,
    rank: Annotated[
        list[CfRank] | None,
        typer.Option(help="What the Cf is ranked by.", case_sensitive=False),
    ] = None,
    cb: Annotated[
        list[Cb] | None,
        typer.Option(help="The definition of the Cb.", case_sensitive=False),
    ] = None,
    labels: Annotated[
        Labels, typer.Option(help="The names of transitions.", case_sensitive=False)
    ] = Labels.TABLE_1,
    mentions: Annotated[
        Mentions | None,
        typer.Option(
            help="Entities as annotated, or as the S-list finds them; gold if there.",
            case_sensitive=False,
        ),
    ] = None,
    orders: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=100_000,
            show_default=str(ORDERS),
            help="How many random orders a document is held against.",
        ),
    ] = None,
    paired: Annotated[
        bool, typer.Option("--paired", help="Only the paired tests between instantiations.")
    ] = False,
    to: Annotated[
        CenteringForm | None,
        typer.Option(
            help="The form; the name of OUTPUT tells. Else tsv, or text of a summary.",
            case_sensitive=False,
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    parser: ParserName = "english",
    processes: Annotated[
        int, typer.Option(min=1, help="How many to use; all cores if not given.")
    ] = os.cpu_count() or 1,
    strict: Strict = False,
) -> None:
    """Compute Cf, Cb, Cp, transitions, Rule 1 and cost, and beside them the S-list's coherence.

    A row per utterance, by one instantiation of the theory. With --summary, tables over all
    documents by every instantiation (Poesio et al. 2004): utterance, realization, ranking and Cb.
    --unit, --realization, --rank and --cb, which may be repeated then, choose among them.

    In folders every file is read whose name tells its format. A file that cannot be read is
    reported and passed over: exit 1. The S-list is that of the paper profile (Strube 1998), here
    and where entities are found. The figures are the same whatever the number of processes.
    """
    form = _form(to, output, is_summary=summary)
    if summary:
        chosen = ways(unit or (), realization or (), rank or (), cb or ())
    else:
        said = {"--paired": paired, "--orders": orders is not None}
        _refuse_without_summary(said)
        chosen = (_one_way(unit, realization, rank, cb, labels=labels),)
    setup = (
        CenteringSetup(chosen, mentions, ORDERS if orders is None else orders) if summary else None
    )
    asked = CentersAsked(chosen[0], mentions, form, setup=setup, parser=parser, source=source)
    inputs = (
        Inputs(()) if text is not None and not files else inputs_of(named(files), source=source)
    )
    read = [one.path for one in inputs.files]
    refused([output], force=force, read=read)
    found = _found(read, text, asked, processes)
    if report(problem for one in found for problem in one.problems) and strict:
        raise typer.Exit(FAILED)
    for one in found:
        tell_notes(one.path, one.notes)
    failed = _passed_over(found, inputs)
    with results(force=force, read=read) as told:
        shown = _shown(found, asked, labels=labels, paired=paired)
        told.write(shown, output)
    if failed:
        say(f"hearer: {failed} of {number_and(len(read), 'file')} were passed over")
        raise typer.Exit(FAILED)


def _form(to: CenteringForm | None, output: str | None, *, is_summary: bool) -> CenteringForm:
    """The form that is asked for, or that the name of the output tells."""
    told = {".conllu": CenteringForm.CONLLU, **{x: CenteringForm(y) for x, y in SUFFIXES.items()}}
    form = to or asked_by(output, told) or (CenteringForm.TEXT if is_summary else CenteringForm.TSV)
    if is_summary and form is CenteringForm.CONLLU:
        raise UsageError("A summary is no CoNLL-U: without --summary, the labels are written.")
    return form


def _refuse_without_summary(options: Mapping[str, bool]) -> None:
    for name, is_said in options.items():
        if is_said:
            raise UsageError(f"{name} is for a summary: say --summary, too.")


def _one_way(*values: Sequence[StrEnum] | None, labels: Labels) -> CenteringWay:
    """The one instantiation of rows; where nothing is said, that of the theory as it is told."""
    for chosen in values:
        if chosen and len(set(chosen)) > 1:
            both = ", ".join(chosen)
            raise UsageError(f"Rows are of one instantiation, and not of {both}: say --summary.")
    by_type = {type(one[0]): one[0] for one in values if one}
    return CenteringWay(
        rank=CfRank(by_type.get(CfRank, CfRank.GRAMMATICAL)),
        cb=Cb(by_type.get(Cb, Cb.CONSTRAINT_3)),
        labels=labels,
        unit=CenteringUnit(by_type.get(CenteringUnit, CenteringUnit.SENTENCE)),
        realization=Realization(by_type.get(Realization, Realization.DIRECT)),
    )


def _found(
    read: Sequence[str], text: str | None, asked: CentersAsked, processes: int
) -> list[FileCenters]:
    """What became of every file, or of the text."""
    if text is not None or len(read) == 1:
        (reading,) = opened(read or None, text, asked.source)
        return [_alone(reading, asked)]
    for name in read:
        refuse(name)
        if name != STDIN and not is_there(name):
            raise missing(name)
    together = 1 if STDIN in read else min(processes, len(read))
    if together > 1:
        prepare_workers()
    with progress.shown(at_once=len(read) > 1) as tell:
        work = partial(centers_of_file, asked=asked)
        return list(mapped(work, read, processes=together, tell=tell))


def _alone(reading: Reading, asked: CentersAsked) -> FileCenters:
    """What became of the one file: one that is broken is an error."""
    if not reading:
        report(reading.problems)
        refuse_broken([reading])
    documents = all_parsed(placed(reading), asked.parser)
    parsed = Reading(documents, path=reading.path, problems=reading.problems)
    return centers_of_reading(parsed, asked)


def _passed_over(found: Sequence[FileCenters], inputs: Inputs) -> int:
    """Say what could not be read, and how many files that are; a file alone is an error."""
    failed = [one for one in found if one.failed]
    if failed and len(failed) == len(found):
        raise InputError(failed[0].failed)
    for one in failed:
        say(one.failed if repr(one.path) in one.failed else f"{one.path}: {one.failed}")
    if inputs.passed_over:
        say(f"hearer: {inputs}")
    return len(failed)


def _shown(
    found: Sequence[FileCenters],
    asked: CentersAsked,
    *,
    labels: Labels,
    paired: bool,
) -> str:
    """What is printed of all files together."""
    if asked.setup is None:
        if asked.form is CenteringForm.CONLLU:
            return "".join(one.labels for one in found)
        return render_rows([row for one in found for row in one.rows], to=asked.form)
    counted = CenteringSummary(asked.setup, tuple(x for one in found for x in one.figures))
    if not counted.documents:
        raise InputError("There is no utterance in what is read: nothing can be counted.")
    to = Form(asked.form)
    return rendered(counted, to=to, labels=labels, paired=paired)
