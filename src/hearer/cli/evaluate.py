"""Commands that measure: evaluate against gold, centering, and the gallery of the literature."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from hearer.algorithms import ALGORITHMS
from hearer.cli import options as opt
from hearer.cli.inputs import documents_of, files_in, named, opened, parse
from hearer.cli.options import OwnSettings
from hearer.cli.output import check, form_of, report, report_notes, screen, write
from hearer.cli.process import FAILED, say
from hearer.errors import InputError, UnknownName, UsageError
from hearer.evaluation import experiment
from hearer.evaluation.annotation import analysis_tables
from hearer.evaluation.centering.centers import CONLLU, centered
from hearer.evaluation.centering.centers import render as render_centers
from hearer.evaluation.centering.report import rendered
from hearer.evaluation.centering.summary import (
    ORDERS,
    CenteringSetup,
    CenteringSummary,
    DocumentFigures,
    document_figures,
)
from hearer.evaluation.centering.ways import (
    Cb,
    CenteringUnit,
    CenteringWay,
    CfRank,
    Labels,
    Realization,
    ways,
)
from hearer.evaluation.experiment import GOLD, Mentions, Setup, mapped
from hearer.evaluation.gap import gap_headline, gap_table, score_gap
from hearer.evaluation.gold import has_gold
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.report import TITLE, export_rows, render
from hearer.evaluation.scoring import Scoring
from hearer.formats.annotation import misread
from hearer.formats.converting import known
from hearer.formats.gap import GapExample
from hearer.formats.gap import examples_of as gap_examples
from hearer.gallery.examples import answers_to, deviations_of, example_named, examples_of
from hearer.gallery.report import described
from hearer.gallery.report import render as render_gallery
from hearer.harmless import number_and
from hearer.languages import in_language, is_of_english, notes_on
from hearer.model import Discourse, Problem
from hearer.profiles import DEFAULT, PAPER, how_to_hear, to_compare
from hearer.reading import open_file
from hearer.report import forms, progress
from hearer.report.forms import Form

REPORTS = ("text", "markdown", "latex", "html", "csv", "tsv", "json")
CENTERS = ("tsv", "text", "csv", "json", "latex", "markdown", "html", "conllu")
GALLERY = ("text", "json", "csv", "markdown", "html")
CORES = os.cpu_count() or 1
Kind = TypeVar("Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class EvaluateSettings(OwnSettings):
    """Settings of `evaluate`; `gold` is a list with commas."""

    mentions: Mentions = Mentions.AUTO
    parser: str = GOLD
    scoring: Scoring = Scoring.ENTITY
    gold: str = ""
    classes: bool = True
    analysis: bool = False
    strict: bool = False
    workers: int = CORES


def evaluate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="GOLD...", help="CorefUD, CoNLL-2012, GAP … files, or folders."),
    ],
    *,
    source: opt.From = None,
    to: Annotated[str | None, opt.to_option(*REPORTS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    algorithm: opt.Algorithms = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
    export: Annotated[
        str | None, opt.option("--export FILE", "Write a row per pronoun here, as TSV.")
    ] = None,
) -> None:
    """Evaluate algorithms against gold coreference.

    An option goes to all algorithms that have it; those of the literature use the paper profile.
    Settings of this command: mentions (auto, or gold: nouns and their coreference as annotated),
    gold (sorts, statuses: what else is gold then), parser (gold, english, spacy:NAME), scoring
    (entity, or location: the mention chosen must be right), classes=false (do not class errors,
    twice as fast), analysis=true (evaluate the analysis), strict, workers.

    Examples:
      hearer evaluate gum/dev/*.conllu -a s-list -a bfp -a bfp-kameyama
      hearer evaluate litbank/*.conll --set parser=english -o litbank.html
      hearer evaluate gap-development.tsv -a s-list
      hearer evaluate gum/dev --precision 0.9 --to json
    """
    own, rest = opt.take(setting, EvaluateSettings())
    setup = _setup(own, algorithm, profile, opt.with_precision(rest, precision))
    paths = files_in(files, (".conllu", ".conll"))
    places = [one for one in (export, output) if one is not None]
    check(places, force=force, read=paths)
    form = Form(form_of(to, output, REPORTS))
    examples, documents, problems = _read(paths, source)
    if report(problems) and own.strict:
        raise typer.Exit(FAILED)
    setup = _in_their_languages(documents, setup)
    _require_gold(examples, documents, paths)
    texts: dict[str | None, str] = {}
    with progress.shown("Evaluating") as tell:
        if examples:
            scores = score_gap(examples, setup, processes=own.workers, tell=tell)
            heading = gap_headline(scores, len(examples))
            shown = forms.render([gap_table(scores)], to=form, title=TITLE, heading=heading)
        elif own.analysis:
            tables = analysis_tables(documents, setup, tell=tell)
            shown = forms.render(tables, to=form, title=TITLE)
        else:
            found = experiment.evaluate(documents, setup, processes=own.workers, tell=tell)
            shown = render(found, to=form)
            if export:
                texts[export] = export_rows(found)
    write({**texts, output: shown}, force=force, read=paths)


def _setup(
    own: EvaluateSettings,
    algorithms: Sequence[str] | None,
    profile: str | None,
    options: dict[str, object],
) -> Setup:
    names = to_compare(algorithms) if algorithms else ()
    # The default profile, unless only algorithms of the literature are named.
    profiles = {how_to_hear(name).name for name in names or (None,)}
    chosen = profile or (DEFAULT.name if DEFAULT.name in profiles else PAPER.name)
    with opt.suggesting(own):
        return Setup(
            names or (how_to_hear(None, chosen).algorithm,),
            chosen,
            mentions=own.mentions,
            parse=own.parser,
            scoring=own.scoring,
            knowledge=frozenset(_chosen(GoldFeature, own.gold)),
            options=options,
            classes=own.classes,
        )


def _chosen(kind: type[Kind], values: str) -> list[Kind]:
    """Return the members that a list with commas names."""
    names = values.lower().split(",") if values else []
    for name in names:
        if name not in list(kind):
            raise UnknownName("value", name, kind)
    return [kind(name) for name in names]


def _read(
    files: Sequence[str], source: str | None
) -> tuple[list[GapExample], list[Discourse], list[Problem]]:
    """Read the examples of GAP, the documents of all other files, and their problems."""
    examples: list[GapExample] = []
    documents: list[Discourse] = []
    problems: list[Problem] = []
    for path in files:
        reading = open_file(path, format=source)
        if any(document.is_raw for document in reading):
            raise UsageError(f"{path!r} is raw text, and has no gold to evaluate against.")
        problems += (*reading.problems, *misread(reading))
        found = gap_examples(reading)
        examples += found
        documents += () if found else reading
    return examples, documents, problems


def _in_their_languages(documents: Sequence[Discourse], setup: Setup) -> Setup:
    """Leave out algorithms learnt from English if there are others for other languages."""
    foreign = [one for one in documents if in_language(one, setup.language).language]
    left = tuple(name for name in setup.algorithms if not is_of_english(name))
    for one in foreign:
        report_notes(one.path or one.name, notes_on(in_language(one, setup.language), PAPER))
    if not foreign or not left or left == setup.algorithms:
        return setup
    for name in setup.algorithms:
        if name not in left:
            say(f"hearer: {name} is learnt from English, and left out of other languages.")
    return replace(setup, algorithms=left, profile=PAPER.name)


def _require_gold(
    examples: Sequence[GapExample], documents: Sequence[Discourse], paths: Sequence[str]
) -> None:
    """Raise if there is nothing to evaluate, or two kinds of gold; name documents without gold."""
    if not examples and not documents:
        raise InputError(f"There is nothing to evaluate in {', '.join(map(repr, paths))}.")
    if examples and documents:
        raise UsageError("GAP and other gold files are evaluated in different ways: not both.")
    without = [one for one in documents if not has_gold(one)]
    if without and len(without) < len(documents):
        names = ", ".join(" ".join(filter(None, (one.path, one.name))) for one in without)
        many = number_and(len(without), "document")
        say(f"hearer: left out, for there is no gold coreference in {many}: {names}")


@dataclass(frozen=True, slots=True)
class CenteringSettings(OwnSettings):
    """Settings of `centering`; `realization` and `cb` are lists with commas."""

    realization: str = ""
    cb: str = ""
    labels: Labels = Labels.TABLE_1
    mentions: Mentions | None = None
    orders: int | None = None
    paired: bool = False
    parser: str = "english"
    strict: bool = False
    workers: int = CORES


def centering(
    files: opt.Files = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    summary: Annotated[
        bool, opt.option("--summary", "Count over all documents, by every instantiation.")
    ] = False,
    unit: Annotated[
        list[CenteringUnit] | None, typer.Option(help="What an utterance is.", case_sensitive=False)
    ] = None,
    rank: Annotated[
        list[CfRank] | None, typer.Option(help="What the Cf is ranked by.", case_sensitive=False)
    ] = None,
    to: Annotated[str | None, opt.to_option(*CENTERS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    setting: opt.Settings = None,
) -> None:
    """Compute Cf, Cb, Cp, transitions and Rule 1.

    A row per utterance, by one instantiation of the theory. With --summary, tables over all
    documents by every instantiation (Poesio et al. 2004), or by those that --unit, --rank and the
    settings realization and cb name. The S-list is that of the paper profile (Strube 1998).
    Settings of this command: realization (direct, indirect), cb (constraint-3, current-rank),
    labels (table-1, poesio), mentions (auto, gold), orders (random orders to compare with),
    paired=true (only the tests between instantiations), parser, strict, workers.

    Examples:
      hearer centering examples/table3.conllu
      hearer centering --text "Anna met a judge. She thanked him. He smiled."
      hearer centering examples/table5.conllu --summary --unit sentence --rank grammatical
      hearer centering gum/dev --summary --to csv -o instantiations.csv
      hearer centering GUM_bio_byron.conllu --rank gum --set cb=current-rank --to conllu
    """
    own, rest = opt.take(setting, CenteringSettings())
    if rest:
        raise UnknownName("setting", next(iter(rest)), CenteringSettings.__slots__)
    form = form_of(to, output, ("text", *CENTERS) if summary else CENTERS)
    units, ranks = unit or [], rank or []
    realizations, cbs = _chosen(Realization, own.realization), _chosen(Cb, own.cb)
    if summary and form == CONLLU:
        raise UsageError("A summary is no CoNLL-U: without --summary, the labels are written.")
    if not summary and (own.paired or own.orders is not None):
        raise UsageError("The settings paired and orders are for a summary: say --summary, too.")
    if not summary and any(len(set(x)) > 1 for x in (units, realizations, ranks, cbs)):
        raise UsageError("Rows are of one instantiation: say --summary, or one value of each.")
    instantiations = ways(units, realizations, ranks, cbs)
    suffixes = {x for one in known() if one.read for x in one.suffixes}
    paths = [] if text is not None and not files else files_in(named(files), suffixes)
    check([output], force=force, read=paths)
    readings = opened(paths or None, text, source)
    contents = [parse(one, own.parser) for one in documents_of(readings, strict=own.strict)]
    for one in (one for file in contents for one in file):
        if report(misread([one])) and own.strict:
            raise typer.Exit(FAILED)
        report_notes(one.path or one.name, notes_on(one, PAPER))
    if summary:
        shown = _summary(contents, instantiations, Form(form), own)
    else:
        way = replace(instantiations[0], labels=own.labels)
        rows = [one for file in contents for one in centered(file, way, own.mentions)]
        shown = render_centers(rows, to=form)
    write({output: shown}, force=force, read=paths)


def _summary(
    contents: Sequence[list[Discourse]],
    instantiations: tuple[CenteringWay, ...],
    form: Form,
    own: CenteringSettings,
) -> str:
    orders = ORDERS if own.orders is None else own.orders
    setup = CenteringSetup(instantiations, own.mentions, orders)
    with progress.shown("Centering") as tell:
        work, workers = partial(_figures, setup=setup), min(own.workers, len(contents))
        figures = list(mapped(work, contents, processes=workers, tell=tell))
    found = CenteringSummary(setup, tuple(one for file in figures for one in file))
    if not found.documents:
        raise InputError("There is no utterance in what is read: nothing can be counted.")
    return rendered(found, to=form, labels=own.labels, paired=own.paired)


def _figures(documents: list[Discourse], setup: CenteringSetup) -> list[DocumentFigures]:
    return list(document_figures(documents, setup))


def gallery(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Only this example, with its sentences and all algorithms.",
            autocompletion=opt.NAMES["examples"],
        ),
    ] = None,
    *,
    algorithm: opt.Algorithms = None,
    folder: Annotated[
        Path | None,
        opt.option("--from DIR", "Examples of your own: a folder of *.conllu."),
    ] = None,
    to: Annotated[str | None, opt.to_option(*GALLERY)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
) -> None:
    """Show examples of the literature, published answers and ours.

    The examples are parsed by hand, with nominal coreference given as in the papers. Without NAME
    and -a, algorithms with a published answer are shown; where ours differs, a line says why.

    Examples:
      hearer gallery
      hearer gallery strube-1998-friedman
      hearer gallery -a s-list -a bfp --to csv
    """
    form = form_of(to, output, GALLERY)
    check([output], force=force)
    examples = examples_of(folder)
    chosen = [example_named(name, examples)] if name is not None else list(examples)
    algorithms = to_compare(algorithm) if algorithm else None
    algorithms = algorithms or (ALGORITHMS.names() if len(chosen) == 1 else None)
    answers = [x for one in progress.tracked(chosen) for x in answers_to(one, algorithms)]
    if not answers:
        where = ", ".join(dict.fromkeys(repr(one.discourse.path) for one in chosen))
        raise InputError(
            f"No pronoun has an antecedent (Entity=) or answers (Published=): {where}."
        )
    heading = described(chosen[0]) if len(chosen) == 1 else ""
    shown = render_gallery(
        answers,
        deviations_of(folder),
        to=Form(form),
        color=screen(output).color,
        heading=heading,
    )
    write({output: shown}, force=force, is_clean=form == "text")
