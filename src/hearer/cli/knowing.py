"""What is known beforehand, and brought along in a file.

known          the knowledge of --corrections
GivenNouns     --given: who is who among the nouns, the file says
refuse_several what is of one document is not for several
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hearer.errors import UsageError

if TYPE_CHECKING:
    from hearer.session.knowledge import Knowledge

CorrectionsFile = Annotated[
    str | None,
    typer.Option(
        "--corrections",
        help="What words refer to, whatever is heard: a file of the studio's, or by hand.",
        metavar="FILE",
    ),
]

GivenNouns = Annotated[
    bool,
    typer.Option(
        "--given",
        help="Take nouns and names, and who is who among them, as the file is annotated; only "
        "pronouns are resolved, whatever is written of them.",
    ),
]


def known(*, corrections: CorrectionsFile = None) -> Knowledge | None:
    """What somebody knows better; nothing, if no file is named."""
    if corrections is None:
        return None
    from hearer.session.corrections import read_corrections
    from hearer.session.knowledge import Knowledge

    return Knowledge(corrections=read_corrections(corrections))


def refuse_several(number: int) -> None:
    """Raise if there are several documents: which of them is corrected, nobody can tell."""
    if number > 1:
        raise UsageError(f"--corrections are of one document, and there are {number}.")
