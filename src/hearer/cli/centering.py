"""hearer centering: Cf, Cb, Cp and transition of every utterance, and what the S-list says."""

from __future__ import annotations

from typing import Annotated

import typer

from hearer.cli.arguments import Force, Output, Strict, where
from hearer.cli.hearing import all_parsed
from hearer.cli.output import report
from hearer.evaluation.centering.centers import CenteringForm, centered, render
from hearer.evaluation.centering.table import Cb, CenteringUnit, CenteringWay, CfRank, Labels
from hearer.evaluation.experiment import Mentions
from hearer.reading import open_file
from hearer.report import progress

EXAMPLES = """\b
Examples:
  hearer centering examples/table3.conllu
  hearer centering GUM_bio_byron.conllu --rank gum --cb current-rank --labels poesio --to conllu
"""


def centering(
    file: Annotated[str, typer.Argument(help="Raw text or CoNLL-U; - is the standard input.")],
    *,
    rank: Annotated[CfRank, typer.Option(help="What the Cf is ranked by.")] = CfRank.GRAMMATICAL,
    cb: Annotated[Cb, typer.Option(help="The definition of the Cb.")] = Cb.CONSTRAINT_3,
    labels: Annotated[Labels, typer.Option(help="The names of transitions.")] = Labels.TABLE_1,
    unit: Annotated[
        CenteringUnit, typer.Option(help="What an utterance is.")
    ] = CenteringUnit.SENTENCE,
    mentions: Annotated[
        Mentions | None,
        typer.Option(help="Entities as annotated, or as the S-list finds them; gold if there."),
    ] = None,
    to: Annotated[
        CenteringForm, typer.Option(help="The format of the result.")
    ] = CenteringForm.TSV,
    output: Output = None,
    force: Force = False,
    strict: Strict = False,
) -> None:
    """Compute Cf, Cb, Cp, transitions, Rule 1 and cost, and beside them the S-list's coherence.

    The S-list is that of the paper profile (Strube 1998), here and where entities are found.
    """
    goes = where(file=file, output=output, force=force)
    given = open_file(file)
    if report(given.problems) and strict:
        raise typer.Exit(1)
    documents = all_parsed(given)
    way = CenteringWay(rank, cb, labels, unit)
    with progress.shown() as tell:
        found = centered(documents, way, mentions, tell=tell)
    goes.emit(render(found, to=to))
