"""hearer evaluate: the paper's Table 6, for any algorithm and any gold file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hearer.api import open_file
from hearer.cli import completion
from hearer.cli.arguments import (
    Force,
    From,
    Output,
    Precision,
    ProfileName,
    Settings,
    Strict,
    settings,
)
from hearer.cli.being_sure import at_precision
from hearer.cli.output import refused, report, results, tell_notes
from hearer.cli.process import prepare_workers, say
from hearer.errors import InputError, UsageError
from hearer.evaluation.annotation import analysis_tables
from hearer.evaluation.experiment import GOLD, Mentions, Setup
from hearer.evaluation.experiment import evaluate as hear_all
from hearer.evaluation.gap import gap_headline, gap_table, score_gap
from hearer.evaluation.gold import has_gold
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.report import TITLE, export_rows, render
from hearer.evaluation.scoring import Scoring
from hearer.formats.annotation import misread
from hearer.formats.gap import GapExample, examples_of
from hearer.harmless import number_and
from hearer.languages import in_language, is_of_english, notes_on
from hearer.model import Discourse, Problem
from hearer.profiles import DEFAULT, PAPER, how_to_hear, to_compare
from hearer.report import forms, progress
from hearer.report.forms import SUFFIXES, Form, asked_by
from hearer.report.table import Table
from hearer.writing.places import is_dir

GOLD_FILES = ("*.conllu", "*.conll")

EXAMPLES = """\b
Examples:
  hearer evaluate gum/dev/*.conllu -a s-list -a bfp -a bfp-kameyama
  hearer evaluate litbank/*.conll --parse english --html -o litbank.html
  hearer evaluate gap-development.tsv -a s-list
  hearer evaluate gum/dev --precision 0.9
"""


def evaluate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="GOLD...", help="CorefUD, CoNLL-2012, GAP …, or folders."),
    ],
    *,
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            "-a",
            help="Whom to evaluate; may be repeated; `all` are all. The profile's own, if none.",
            autocompletion=completion.compared,
            metavar="NAME",
        ),
    ] = None,
    mentions: Annotated[
        Mentions,
        typer.Option(
            help="Where expressions and nominal coreference come from.", case_sensitive=False
        ),
    ] = Mentions.AUTO,
    parse: Annotated[
        str, typer.Option(help="gold, english, or spacy:NAME.", metavar="PARSER")
    ] = GOLD,
    scoring: Annotated[
        Scoring,
        typer.Option(
            help="Whether the entity built or the mention chosen must be right.",
            case_sensitive=False,
        ),
    ] = Scoring.ENTITY,
    gold: Annotated[
        list[GoldFeature] | None,
        typer.Option(help="What else is gold, with --mentions gold; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Report as JSON.")] = False,
    as_latex: Annotated[bool, typer.Option("--latex", help="Report as LaTeX tables.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Report as CSV, a figure a line.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Report as a page with plots.")] = False,
    analysis: Annotated[
        bool, typer.Option("--analysis", help="Evaluate the analysis, not the algorithms.")
    ] = False,
    classes: Annotated[
        bool,
        typer.Option(
            "--classes/--unclassed",
            help="Whether errors are classed; without, it takes half the time.",
        ),
    ] = True,
    export: Annotated[
        str | None, typer.Option(help="Write a row per pronoun here, as TSV.", metavar="ROWS.TSV")
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, help="How many to use; all cores if not given.")
    ] = os.cpu_count() or 1,
    source: From = None,
    output: Output = None,
    force: Force = False,
    profile: ProfileName = None,
    precision: Precision = None,
    setting: Settings = None,
    strict: Strict = False,
) -> None:
    """Evaluate algorithms against gold, pronoun by pronoun, and say why they err.

    The figures are the same whatever the order of files and the number of processes. An option
    given with --set goes to all algorithms that know it. Algorithms of the literature are heard
    with the paper profile. With --precision the column `answered` is the coverage.
    """
    algorithm = algorithm and list(to_compare(algorithm))
    chosen = profile or _profile(algorithm)
    setup = Setup(
        tuple(dict.fromkeys(algorithm or [how_to_hear(None, chosen).algorithm])),
        chosen,
        mentions=mentions,
        parse=parse,
        scoring=scoring,
        knowledge=frozenset(gold or ()),
        options={**settings(setting), **at_precision(precision, algorithm or [None], profile)},
        classes=classes,
    )
    paths = list(_paths(files))
    refused([x for x in (export, output) if x is not None], force=force, read=paths)
    target = _target(output, json=as_json, latex=as_latex, csv=as_csv, html=as_html)
    examples, documents, problems = _read(paths, source)
    if report(problems) and strict:
        raise typer.Exit(1)
    setup = _in_their_languages(documents, setup)
    _require_gold(examples, documents, paths)
    if min(processes, len(examples or documents)) > 1:
        prepare_workers()
    with results(force=force, read=paths) as told:
        if examples or analysis:
            said, tables = _tables(examples, documents, setup, processes)
            told.write(forms.render(tables, to=target, title=TITLE, heading=said), output)
            return
        with progress.shown(at_once=True) as tell:
            evaluation = hear_all(documents, setup, processes=processes, tell=tell)
        if export is not None:
            told.write(export_rows(evaluation), export)
        told.write(render(evaluation, to=target), output)


def _in_their_languages(documents: Sequence[Discourse], setup: Setup) -> Setup:
    """The setup without what is learnt from English, if others are evaluated on other languages."""
    foreign = [one for one in documents if in_language(one, setup.language).language]
    left = tuple(name for name in setup.algorithms if not is_of_english(name))
    for one in foreign:
        tell_notes(one.path or one.name, notes_on(in_language(one, setup.language), PAPER))
    if not foreign or not left or left == setup.algorithms:
        return setup
    for name in setup.algorithms:
        if name not in left:
            say(f"hearer: {name} is learnt from English, and left out of other languages.")
    return replace(setup, algorithms=left, profile=PAPER.name)


def _tables(
    examples: Sequence[GapExample], documents: Sequence[Discourse], setup: Setup, processes: int
) -> tuple[str, list[Table]]:
    """What is told of GAP, or of the analysis: in a line, if there is one, and in tables."""
    with progress.shown(at_once=True) as tell:
        if examples:
            scores = score_gap(examples, setup, processes=processes, tell=tell)
            return gap_headline(scores, len(examples)), [gap_table(scores)]
        return "", analysis_tables(documents, setup, tell=tell)


def _require_gold(
    examples: Sequence[GapExample], documents: Sequence[Discourse], paths: Sequence[str]
) -> None:
    """Refuse what is nothing, or of two kinds; say which documents are left out without gold.

    Where those would be all, `with_gold` refuses them.
    """
    if not examples and not documents:
        raise InputError(f"There is nothing to evaluate in {', '.join(map(repr, paths))}.")
    if examples and documents:
        raise UsageError("GAP and other gold files are evaluated in different ways: not both.")
    without = [one for one in documents if not has_gold(one)]
    if without and len(without) < len(documents):
        names = ", ".join(" ".join(filter(None, (one.path, one.name))) for one in without)
        many = number_and(len(without), "document")
        say(f"hearer: left out, for there is no gold coreference in {many}: {names}")


def _profile(algorithms: list[str] | None) -> str:
    """The default profile, unless only algorithms of the literature are named."""
    heard_with = {how_to_hear(name).name for name in algorithms or (None,)}
    return DEFAULT.name if DEFAULT.name in heard_with else PAPER.name


def _target(output: str | None, **chosen: bool) -> Form:
    wanted = [Form(name) for name, is_chosen in chosen.items() if is_chosen]
    if len(wanted) > 1:
        raise UsageError(f"A report has one form, not {' and '.join(wanted)}.")
    return wanted[0] if wanted else asked_by(output, SUFFIXES) or Form.TEXT


def _read(
    files: Sequence[str], source: str | None
) -> tuple[list[GapExample], list[Discourse], list[Problem]]:
    """The examples of GAP, the documents of all other files, and what is wrong with them."""
    examples: list[GapExample] = []
    documents: list[Discourse] = []
    problems: list[Problem] = []
    for path in files:
        reading = open_file(path, format=source)
        if any(document.is_raw for document in reading):
            raise UsageError(
                f"{path!r} is raw text, and has no gold to evaluate against; --from says what else "
                f"it is, and hearer resolve resolves it."
            )
        problems += (*reading.problems, *misread(reading))
        found = examples_of(reading)
        examples += found
        documents += () if found else reading
    return examples, documents, problems


def _paths(files: Sequence[str]) -> Iterator[str]:
    for file in files:
        folder = Path(file)
        if not is_dir(file):
            yield file
            continue
        found = sorted(path for kind in GOLD_FILES for path in folder.glob(kind))
        if not found:
            raise InputError(f"There is no gold file ({', '.join(GOLD_FILES)}) in {file!r}.")
        yield from map(str, found)
