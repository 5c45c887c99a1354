"""Commands that measure: evaluate against gold, centering, and the gallery of the literature."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli import options as opt
from hearer.cli.inputs import documents_of, files_in, named, opened, parse
from hearer.cli.options import OwnSettings
from hearer.cli.output import check, form_of, report_notes, screen, write
from hearer.cli.output import report as report_problems
from hearer.cli.process import FAILED, say
from hearer.errors import InputError, UnknownName, UsageError
from hearer.evaluation import annotation, experiment, gap, gold, report
from hearer.evaluation.centering import centers, ways
from hearer.evaluation.centering import report as summaries
from hearer.evaluation.experiment import Mentions, Setup
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.scoring import Scoring
from hearer.formats import gap as gap_format
from hearer.formats.annotation import misread
from hearer.formats.converting import known
from hearer.gallery import examples as literature
from hearer.gallery import report as answers_report
from hearer.harmless import number_and
from hearer.languages import in_language, is_of_english, notes_on
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
    parser: str = experiment.GOLD
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
    export: opt.Export = None,
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
    if report_problems(problems) and own.strict:
        raise typer.Exit(FAILED)
    setup = _in_their_languages(documents, setup)
    _require_gold(examples, documents, paths)
    texts: dict[str | None, str] = {}
    with progress.shown("Evaluating") as tell:
        if examples:
            scores = gap.score_gap(examples, setup, processes=own.workers, tell=tell)
            heading = gap.gap_headline(scores, len(examples))
            shown = forms.render(
                [gap.gap_table(scores)], to=form, title=report.TITLE, heading=heading
            )
        elif own.analysis:
            tables = annotation.analysis_tables(documents, setup, tell=tell)
            shown = forms.render(tables, to=form, title=report.TITLE)
        else:
            found = experiment.evaluate(documents, setup, processes=own.workers, tell=tell)
            shown = report.render(found, to=form)
            if export:
                texts[export] = report.export_rows(found)
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
) -> tuple[list[gap_format.GapExample], list[hearer.Discourse], list[hearer.Problem]]:
    """Read the examples of GAP, the documents of all other files, and their problems."""
    examples: list[gap_format.GapExample] = []
    documents: list[hearer.Discourse] = []
    problems: list[hearer.Problem] = []
    for path in files:
        reading = open_file(path, format=source)
        if any(document.is_raw for document in reading):
            raise UsageError(f"{path!r} is raw text, and has no gold to evaluate against.")
        problems += (*reading.problems, *misread(reading))
        found = gap_format.examples_of(reading)
        examples += found
        documents += () if found else reading
    return examples, documents, problems


def _in_their_languages(documents: Sequence[hearer.Discourse], setup: Setup) -> Setup:
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
    examples: Sequence[gap_format.GapExample],
    documents: Sequence[hearer.Discourse],
    paths: Sequence[str],
) -> None:
    """Raise if there is nothing to evaluate, or two kinds of gold; name documents without gold."""
    if not examples and not documents:
        raise InputError(f"There is nothing to evaluate in {', '.join(map(repr, paths))}.")
    if examples and documents:
        raise UsageError("GAP and other gold files are evaluated in different ways: not both.")
    without = [one for one in documents if not gold.has_gold(one)]
    if without and len(without) < len(documents):
        names = ", ".join(" ".join(filter(None, (one.path, one.name))) for one in without)
        many = number_and(len(without), "document")
        say(f"hearer: left out, for there is no gold coreference in {many}: {names}")


@dataclass(frozen=True, slots=True)
class CenteringSettings(OwnSettings):
    """Settings of `centering`; `realization` and `cb` are lists with commas."""

    realization: str = ""
    cb: str = ""
    labels: ways.Labels = ways.Labels.TABLE_1
    mentions: Mentions | None = None
    orders: int | None = None
    paired: bool = False
    parser: str = "english"
    strict: bool = False


def centering(
    files: opt.Files = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    summary: opt.Summary = False,
    unit: Annotated[
        list[ways.CenteringUnit] | None,
        typer.Option(help="What an utterance is.", case_sensitive=False),
    ] = None,
    rank: Annotated[
        list[ways.CfRank] | None,
        typer.Option(help="What the Cf is ranked by.", case_sensitive=False),
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
    paired=true (only the tests between instantiations), parser, strict.

    Examples:
      hearer centering examples/table3.conllu
      hearer centering --text "Anna met a judge. She thanked him. He smiled."
      hearer centering examples/table5.conllu --summary --unit sentence --rank grammatical
      hearer centering gum/dev --summary --to csv -o instantiations.csv
      hearer centering GUM_bio_byron.conllu --rank gum --set cb=current-rank --to conllu
    """
    own, _ = opt.take(setting, CenteringSettings(), also=())
    form = form_of(to, output, ("text", *CENTERS[:-1]) if summary else CENTERS)
    parameters: dict[str, Any] = {
        "unit": unit or [],
        "realization": _chosen(ways.Realization, own.realization),
        "rank": rank or [],
        "cb": _chosen(ways.Cb, own.cb),
    }
    is_several = any(len(set(values)) > 1 for values in parameters.values())
    if not summary and (is_several or own.paired or own.orders is not None):
        raise UsageError("Rows are of one instantiation, without orders or tests: say --summary.")
    suffixes = {x for one in known() if one.read for x in one.suffixes}
    paths = files_in(named(files, text), suffixes)
    check([output], force=force, read=paths)
    readings = opened(paths or None, text, source)
    contents = [parse(one, own.parser) for one in documents_of(readings, strict=own.strict)]
    for one in (one for file in contents for one in file):
        if report_problems(misread([one])) and own.strict:
            raise typer.Exit(FAILED)
        report_notes(one.path or one.name, notes_on(one, PAPER))
    if summary:
        shown = _summary(contents, parameters, Form(form), own)
    else:
        chosen = {name: values[0] for name, values in parameters.items() if values}
        way = ways.CenteringWay(**chosen, labels=own.labels)
        rows = [one for file in contents for one in centers.centered(file, way, own.mentions)]
        shown = centers.render(rows, to=form)
    write({output: shown}, force=force, read=paths)


def _summary(
    contents: Sequence[list[hearer.Discourse]],
    parameters: dict[str, Any],
    form: Form,
    own: CenteringSettings,
) -> str:
    orders: dict[str, Any] = {} if own.orders is None else {"orders": own.orders}
    found = [
        hearer.centering(file, mentions=own.mentions, **parameters, **orders)
        for file in progress.tracked(contents, work="Centering")
    ]
    figures = tuple(one for file in found for one in file.documents)
    if not figures:
        raise InputError("There is no utterance in what is read: nothing can be counted.")
    whole = hearer.CenteringSummary(found[0].setup, figures)
    return summaries.rendered(whole, to=form, labels=own.labels, paired=own.paired)


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
    folder: opt.Examples = None,
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
    own_folder = Path(folder) if folder else None
    examples = literature.examples_of(own_folder)
    chosen = [literature.example_named(name, examples)] if name is not None else list(examples)
    algorithms = to_compare(algorithm) if algorithm else None
    algorithms = algorithms or (ALGORITHMS.names() if len(chosen) == 1 else None)
    answers = [
        x for one in progress.tracked(chosen) for x in literature.answers_to(one, algorithms)
    ]
    if not answers:
        where = ", ".join(dict.fromkeys(repr(one.discourse.path) for one in chosen))
        raise InputError(
            f"No pronoun has an antecedent (Entity=) or answers (Published=): {where}."
        )
    heading = answers_report.described(chosen[0]) if len(chosen) == 1 else ""
    shown = answers_report.render(
        answers,
        literature.deviations_of(own_folder),
        to=Form(form),
        color=screen(output).color,
        heading=heading,
    )
    write({output: shown}, force=force, is_clean=form == "text")
