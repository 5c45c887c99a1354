"""hearer centering: Cf, Cb, Cp and transition of every utterance, and what the S-list says."""

from __future__ import annotations

from typing import Annotated

import typer

from hearer.cli.arguments import Strict, Where
from hearer.cli.hearing import all_parsed
from hearer.cli.inputs import refuse_broken
from hearer.cli.output import report
from hearer.evaluation.centering.centers import CenteringForm, centered, render
from hearer.evaluation.centering.table import Cb, CenteringUnit, CenteringWay, CfRank, Labels
from hearer.evaluation.experiment import Mentions
from hearer.formats import Reading
from hearer.report import progress

EXAMPLES = """\b
Examples:
  hearer centering examples/table3.conllu
  hearer centering --text "Anna met a judge. She thanked him. He smiled."
  hearer centering GUM_bio_byron.conllu --rank gum --cb current-rank --labels poesio --to conllu
"""


def centering(
    *,
    given: Reading,
    rank: Annotated[
        CfRank, typer.Option(help="What the Cf is ranked by.", case_sensitive=False)
    ] = CfRank.GRAMMATICAL,
    cb: Annotated[
        Cb, typer.Option(help="The definition of the Cb.", case_sensitive=False)
    ] = Cb.CONSTRAINT_3,
    labels: Annotated[
        Labels, typer.Option(help="The names of transitions.", case_sensitive=False)
    ] = Labels.TABLE_1,
    unit: Annotated[
        CenteringUnit, typer.Option(help="What an utterance is.", case_sensitive=False)
    ] = CenteringUnit.SENTENCE,
    mentions: Annotated[
        Mentions | None,
        typer.Option(
            help="Entities as annotated, or as the S-list finds them; gold if there.",
            case_sensitive=False,
        ),
    ] = None,
    to: Annotated[
        CenteringForm, typer.Option(help="The format of the result.", case_sensitive=False)
    ] = CenteringForm.TSV,
    where: Where,
    strict: Strict = False,
) -> None:
    """Compute Cf, Cb, Cp, transitions, Rule 1 and cost, and beside them the S-list's coherence.

    The S-list is that of the paper profile (Strube 1998), here and where entities are found.
    """
    if report(given.problems) and strict:
        raise typer.Exit(1)
    refuse_broken([given])
    documents = all_parsed(given)
    way = CenteringWay(rank, cb, labels, unit)
    with progress.shown() as tell:
        found = centered(documents, way, mentions, tell=tell)
    where.emit(render(found, to=to))
