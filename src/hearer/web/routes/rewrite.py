"""POST /v1/rewrite: the text with its pronouns replaced by who is meant."""

from __future__ import annotations

from fastapi import APIRouter, Request

import hearer
from hearer.model import Interpretation
from hearer.views.rewriting.rewritten import Edit, Left
from hearer.web.answers import RewriteAnswer
from hearer.web.calls import RewriteAsked
from hearer.web.hearing import only
from hearer.web.problems import documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Shared

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())
EDITED = "start end new_start new_end original text".split()


@router.post("/rewrite", response_model=RewriteAnswer)
async def rewrite(asked: RewriteAsked, request: Request, services: Shared) -> JsonAnswer:
    """The text with its pronouns replaced by who is meant, or annotated; what was left, and why."""

    def answer(found: list[Interpretation]) -> JsonAnswer:
        done = hearer.rewrite(
            only(found, asked.part),
            style=asked.style,
            every=asked.every,
            pronouns=asked.pronouns,
            protect=[(start, end) for start, end in asked.protect],
        )
        edits, left = [*map(_edited, done.edits)], [*map(_left, done.left)]
        return JsonAnswer({"text": done.text, "edits": edits, "left": left})

    return await services.hear(asked, request, answer)


def _edited(edit: Edit) -> dict[str, object]:
    return {**{name: getattr(edit, name) for name in EDITED}, "pronoun": edit.expression.text}


def _left(left: Left) -> dict[str, object]:
    expression = left.expression
    place = {"utterance": expression.utterance, "word": expression.head}
    return {"pronoun": expression.text, **place, "reason": str(left.reason)}
