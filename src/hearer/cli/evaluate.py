"""Commands that measure: evaluate against gold, centering, and the gallery of the literature."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli import shared_options as opt
from hearer.cli.inputs import files_in, named, parse, read
from hearer.cli.output import Target, report
from hearer.cli.process import FAILED, say
from hearer.cli.shared_options import OwnSettings
from hearer.errors import InputError, UsageError
from hearer.evaluation import experiment, gap_scores, gold
from hearer.evaluation import score_report as evaluated
from hearer.evaluation.centering import centering_report as summaries
from hearer.evaluation.centering import centers, ways
from hearer.evaluation.centering.claims import CenteringSummary, document_figures
from hearer.evaluation.experiment import Mentions, Setup
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.scoring import Scoring
from hearer.formats import gap as gap_format
from hearer.formats.annotation import misread
from hearer.gallery import examples as literature
from hearer.gallery import gallery_report as answers_report
from hearer.profiles import DEFAULT, PAPER, how_to_hear, to_compare
from hearer.report import forms, progress
from hearer.report.forms import Form

REPORTS = ("text", "markdown", "latex", "html", "csv", "tsv", "json")
CENTERS = ("tsv", "text", "csv", "json", "latex", "markdown", "html")
GALLERY = ("text", "json", "csv", "markdown", "html")
CORES = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class EvaluateSettings(OwnSettings):
    """Settings of `evaluate`; `gold` is a list with commas."""

    mentions: Mentions = Mentions.AUTO
    parser: str = experiment.GOLD
    scoring: Scoring = Scoring.ENTITY
    gold: str = ""
    classes: bool = True
    workers: int = CORES


def evaluate(
    files: opt.Gold,
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
    gold (sorts, statuses: what else is gold then), parser (gold, english), scoring
    (entity, or location: the mention chosen must be right), classes=false (do not class errors,
    twice as fast), workers.

    Examples:
      hearer evaluate gum/dev/*.conllu -a s-list -a bfp -a bfp-kameyama
      hearer evaluate litbank/*.conll --set parser=english -o litbank.html
      hearer evaluate gap-development.tsv -a s-list
      hearer evaluate gum/dev --precision 0.9 --to json
    """
    own, rest = opt.take(setting, EvaluateSettings(), precision=precision)
    setup = _setup(own, algorithm, profile, rest)
    paths = files_in(files, (".conllu", ".conll"))
    target = Target(output, force=force, read=paths, also=[export])
    form = Form(target.form(to, REPORTS))
    documents, examples = _read(paths, source)
    texts: dict[str | None, str] = {}
    with progress.shown("Evaluating") as tell:
        if examples:
            scores = gap_scores.score_gap(examples, setup, processes=own.workers, tell=tell)
            heading = gap_scores.gap_headline(scores, len(examples))
            shown = forms.render(
                [gap_scores.gap_table(scores)],
                to=form,
                title=evaluated.TITLE,
                heading=heading,
            )
        else:
            found = experiment.evaluate(documents, setup, processes=own.workers, tell=tell)
            shown = evaluated.render(found, to=form)
            if export:
                texts[export] = evaluated.export_rows(found)
    target.write_all({**texts, target.place: shown})


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
        knowledge=frozenset(ways.chosen("gold", GoldFeature, _listed(own.gold))),
        options=options,
        classes=own.classes,
    )


def _listed(values: str) -> list[str]:
    return [*filter(None, values.lower().split(","))]


def _read(
    paths: Sequence[str], source: str | None
) -> tuple[list[hearer.Discourse], Sequence[gap_format.GapExample]]:
    """Read documents with gold coreference, or examples of GAP; name documents without gold."""
    documents = [one for file in read(paths, None, source) for one in file]
    report(misread(documents))
    examples = gap_format.examples_of(documents)
    for one in documents:
        if one.is_raw and not examples:
            raise UsageError(f"{one.path!r} is raw text, and has no gold to evaluate against.")
    if not documents:
        raise InputError(f"There is nothing to evaluate in {', '.join(map(repr, paths))}.")
    if examples and len(examples) < len(documents):
        raise UsageError("GAP and other gold files are evaluated in different ways: not both.")
    without = [one for one in documents if not gold.has_gold(one)]
    if without and len(without) < len(documents):
        names = ", ".join(" ".join(filter(None, (one.path, one.name))) for one in without)
        say(f"hearer: left out, for there is no gold coreference in {names}")
    return documents, examples


@dataclass(frozen=True, slots=True)
class CenteringSettings(OwnSettings):
    """Settings of `centering`; `realization` and `cb` are lists with commas."""

    realization: str = ""
    cb: str = ""
    labels: ways.Labels = ways.Labels.TABLE_1
    mentions: Mentions | None = None
    parser: str = "english"
    workers: int = CORES


def centering(
    files: opt.Files = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    summary: opt.Summary = False,
    every: opt.Every = False,
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
    documents; with --all by all 48 instantiations (Poesio et al. 2004), or by those that --unit,
    --rank and the settings realization and cb name. The S-list is that of the paper profile.
    Settings of this command: realization (direct, indirect), cb (constraint-3, current-rank),
    labels (table-1, poesio), mentions (auto, gold), parser, workers. A file that cannot be read is
    named, and the others are counted: exit 1.

    Examples:
      hearer centering examples/table3.conllu
      hearer centering --text "Anna met a judge. She thanked him. He smiled."
      hearer centering examples/table5.conllu --summary --unit sentence --rank grammatical
      hearer centering gum/dev --summary --all --to csv -o instantiations.csv
    """
    own, _ = opt.take(setting, CenteringSettings(), also=())
    parameters: dict[str, list[str]] = {
        "unit": [*(unit or ())],
        "realization": _listed(own.realization),
        "rank": [*(rank or ())],
        "cb": _listed(own.cb),
    }
    if any(len(set(values)) > 1 for values in parameters.values()) and not summary:
        raise UsageError("Rows are of one instantiation: say --summary.")
    paths = files_in(named(files, text))
    target = Target(output, force=force, read=paths)
    form = Form(target.form(to, ("text", *CENTERS) if summary else CENTERS))
    is_one = summary and not every and not any(parameters.values())
    chosen = (ways.CenteringWay(),) if is_one else ways.ways(**parameters)
    contents, failed = _contents(paths, text, source, own.parser)
    work: Any = partial(document_figures, ways=chosen, mentions=own.mentions)
    if not summary:
        way = replace(chosen[0], labels=own.labels)
        work = partial(centers.centered, way=way, mentions=own.mentions)
    with progress.shown("Centering") as tell:
        results = experiment.mapped(work, contents, processes=own.workers, tell=tell)
        found = [one for file in results for one in file]
    if summary and not found:
        raise InputError("There is no utterance in what is read: nothing can be counted.")
    if summary:
        target.write(summaries.rendered(CenteringSummary(chosen, tuple(found)), to=form))
    else:
        target.write(centers.render(found, to=form))
    if failed:
        raise typer.Exit(FAILED)


def _contents(
    paths: Sequence[str], text: str | None, source: str | None, parser: str
) -> tuple[list[list[hearer.Discourse]], bool]:
    """Read and parse the documents of each file; name broken files, if there are others."""
    contents: list[list[hearer.Discourse]] = []
    errors: list[InputError] = []
    for names in [[path] for path in paths] or [[]]:
        try:
            contents += read(names, text, source)
        except InputError as error:
            errors.append(error)
    if errors and not contents:
        raise errors[0]
    for one in errors:
        say(f"hearer: error: {one.command_message()}")
    contents = [parse(one, parser) for one in contents]
    report(misread(document for file in contents for document in file))
    return contents, bool(errors)


def gallery(
    name: Annotated[
        str | None, typer.Argument(help="Only this example, with its sentences and all algorithms.")
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
    target = Target(output, force=force)
    form = target.form(to, GALLERY)
    own_folder = Path(folder) if folder else None
    examples = literature.examples_of(own_folder)
    chosen = [literature.example_named(name, examples)] if name is not None else list(examples)
    every = ALGORITHMS.names() if len(chosen) == 1 else None
    algorithms = to_compare(algorithm) if algorithm else every
    tracked = progress.tracked(chosen, "Resolving", len(chosen))
    answers = [x for one in tracked for x in literature.answers_to(one, algorithms)]
    if not answers:
        where = ", ".join(dict.fromkeys(repr(one.discourse.path) for one in chosen))
        raise InputError(
            f"No pronoun has an antecedent (Entity=) or answers (Published=): {where}."
        )
    shown = answers_report.render(
        answers,
        literature.deviations_of(own_folder),
        to=Form(form),
        heading=answers_report.described(chosen[0]) if len(chosen) == 1 else "",
    )
    target.write(shown, is_clean=form == "text")
