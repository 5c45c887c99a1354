"""POST /v1/why: why a pronoun means what it means."""

from __future__ import annotations

from fastapi import APIRouter, Request

from hearer.views.why import explained, why
from hearer.web.asking import WhyAsked
from hearer.web.hearing import only
from hearer.web.problems import documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Shared
from hearer.web.working import Deadline

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())


@router.post("/why", response_class=JsonAnswer)
async def tell_why(asked: WhyAsked, request: Request, services: Shared) -> JsonAnswer:
    """Why a pronoun means what it means: what was tested, in order, and what it failed."""
    how, said, knowledge = asked.how, asked.said, asked.knowledge.known()

    def work(deadline: Deadline) -> object:
        found = services.heard.hear(said, how, deadline, knowledge=knowledge)
        one = only(found, asked.part)
        return explained(why(one, asked.question, which=asked.which), one)

    return JsonAnswer(await services.workers.run(work, request))
