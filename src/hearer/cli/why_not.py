"""hearer why-not: why a pronoun does not mean somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli.arguments import (
    Force,
    From,
    Output,
    ParserName,
    Strict,
    Text,
    WherePronoun,
    question,
    where,
)
from hearer.cli.why import AsJson, answered, shown
from hearer.errors import UsageError

if TYPE_CHECKING:
    from hearer.profiles import Profile

EXAMPLES = """\b
Examples:
  hearer why-not examples/story.txt --at 4:64 Keller
  hearer why-not --text "Anna met a judge. She won." --at 1:19 judge
"""


def why_not(
    names: Annotated[
        list[str],
        typer.Argument(metavar="[FILE] CANDIDATE", help="The text, and who is not meant."),
    ],
    *,
    at: WherePronoun = None,
    text: Text = None,
    source: From = None,
    as_json: AsJson = False,
    output: Output = None,
    force: Force = False,
    how: Profile,
    parser: ParserName = "english",
    strict: Strict = False,
) -> None:
    """Say why a pronoun does not mean CANDIDATE.

    The candidate is given by a name, by a part of it, or by other words that the text has for it;
    the place of the pronoun as for `hearer why`.
    """
    *files, candidate = names
    if len(files) > 1:
        raise UsageError("Say one file and one candidate: hearer why-not FILE --at 3:62 Tom")
    file = files[0] if files else None
    goes = where(file=file, output=output, force=force)
    asked = question(file=file, text=text, source=source, at=at, parser=parser, strict=strict)
    told = answered(asked, how, candidate)
    goes.emit(shown(told, as_json=as_json, single=asked.at is not None))
