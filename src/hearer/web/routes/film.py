"""What the studio shows, and what it takes along.

router    POST /studio/film and /studio/export; there only when the studio is
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from hearer.errors import HearerError
from hearer.harmless import as_json, printable
from hearer.model import Interpretation
from hearer.session.knowledge import Knowledge
from hearer.views.studio import film
from hearer.web.answers import FilmAnswer, RefusedAnswer
from hearer.web.asking import Counted, DocumentHeard
from hearer.web.exporting import ExportedFile, Exporting, checked, exported
from hearer.web.hearing import TooLong, only
from hearer.web.media_types import JSON
from hearer.web.problems import documented, of_error
from hearer.web.services import Shared
from hearer.web.working import Deadline

router = APIRouter(prefix="/studio", tags=["studio"], responses=documented())


class FilmAsked(DocumentHeard):
    """Everything that the studio shows of one document."""

    part: Counted = Field(default=1, description="Which of several documents in it.")


class ExportAsked(FilmAsked):
    """A file to be taken along."""

    to: str = Field(
        default="json",
        description="A format that can be written; or latex, trace, rewritten, corrections.tsv, "
        "corrections.json.",
    )
    style: Literal["replace", "annotate"] = Field(
        default="replace", description="What becomes of a pronoun in the rewritten text."
    )
    every: Literal["needed", "all", "first-in-sentence", "ambiguous"] = Field(
        default="needed", description="Which pronouns are rewritten."
    )
    standalone: bool = Field(default=False, description="LaTeX: a whole document.")


@router.post("/film", response_model=FilmAnswer | RefusedAnswer)
async def films(asked: FilmAsked, request: Request, services: Shared) -> Response:
    """All that the studio shows: the text, who is in it, every pronoun, the list as it moves.

    A document that cannot be heard is an answer, too, {"problem": ...}: a browser would tell a
    refusal to whoever looks at its console, though the page has told it in words.
    """
    how, said, knowledge = asked.how, asked.said, asked.knowledge.known()

    def work(deadline: Deadline) -> bytes:
        try:
            found = services.heard.hear(said, how, deadline, knowledge=knowledge)
            shown = film(only(found, asked.part), _corrected(knowledge))
        except (HearerError, TooLong) as error:
            return as_json({"problem": of_error(error)}).encode()
        shown["parts"] = list(_names(found))
        return as_json(shown, separators=(",", ":")).encode()

    content = await services.workers.run(work, request)
    return Response(content, media_type=JSON)


def _corrected(knowledge: Knowledge | None) -> dict[tuple[int, int], str]:
    corrections = knowledge.corrections if knowledge else ()
    return {(one.utterance, one.word): one.entity for one in corrections}


def _names(found: Sequence[Interpretation]) -> list[str]:
    numbered = enumerate(found, start=1)
    return [printable(one.discourse.name) or f"document {n}" for n, one in numbered]


@router.post("/export", response_class=Response)
async def export(asked: ExportAsked, request: Request, services: Shared) -> Response:
    """A file of what is shown: with its corrections, whatever the kind."""
    how, said, knowledge, to = asked.how, asked.said, asked.knowledge.known(), checked(asked.to)

    def work(deadline: Deadline) -> ExportedFile:
        found = services.heard.hear(said, how, deadline, knowledge=knowledge)
        wanted = Exporting(
            found=only(found, asked.part),
            knowledge=knowledge,
            style=asked.style,
            every=asked.every,
            standalone=asked.standalone,
        )
        return exported(wanted, to)

    file = await services.workers.run(work, request)
    headers = {"Content-Disposition": file.disposition}
    return Response(file.content, media_type=file.media_type, headers=headers)
