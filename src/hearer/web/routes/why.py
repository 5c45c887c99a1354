"""POST /v1/why and /v1/why-not: why a pronoun means what it means, and not somebody else."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request

from hearer.model import Interpretation
from hearer.views.why import WhyAnswer, explained, why, why_not
from hearer.web.calls import WhyAsked, WhyNotAsked
from hearer.web.hearing import only
from hearer.web.problems import documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Shared

router = APIRouter(prefix="/v1", tags=["explain"], responses=documented())


@router.post("/why", response_model=WhyAnswer)
async def tell_why(asked: WhyAsked, request: Request, services: Shared) -> JsonAnswer:
    """Why a pronoun means what it means: what was tested, in order, and what it failed."""

    def answer(found: list[Interpretation]) -> object:
        one = only(found, asked.part)
        return asdict(explained(why(one, asked.question, which=asked.which), one))

    return JsonAnswer(await services.hear(asked, request, answer))


@router.post("/why-not", response_model=WhyAnswer)
async def tell_why_not(asked: WhyNotAsked, request: Request, services: Shared) -> JsonAnswer:
    """Why a pronoun does not mean somebody else."""

    def answer(found: list[Interpretation]) -> object:
        one = only(found, asked.part)
        told = why_not(one, asked.question, asked.candidate, which=asked.which)
        return asdict(explained(told, one))

    return JsonAnswer(await services.hear(asked, request, answer))
