"""The studio: the page, what it is made of, and examples to begin with.

router    the examples; it is there only when the studio is
pages     the page and its files
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

from hearer.gallery.examples import examples_folder as folder
from hearer.web.answers import ExampleAnswer
from hearer.web.problems import documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Shared
from hearer.web.settings import Opened

STATIC = Path(str(files("hearer.web"))) / "static"
TEXTS = STATIC.parent / "texts"

router = APIRouter(prefix="/studio", tags=["studio"], responses=documented(besides=(401, 403, 500)))


@router.get("/examples", response_model=list[ExampleAnswer])
async def examples(services: Shared) -> JsonAnswer:
    """Documents to begin with; the one that the studio was started with is `opened`."""
    opened = services.settings.opened
    first = [] if opened is None else [{"opened": True, **_example(opened.name, opened)}]
    return JsonAnswer([*first, *_examples()])


@cache
def _examples() -> list[dict[str, object]]:
    """Those of texts/index.json; their files are beside it, or where `hearer demo` has its own."""
    found: list[dict[str, object]] = []
    for one in json.loads((TEXTS / "index.json").read_text(encoding="utf-8")):
        file = one.pop("file")
        place = TEXTS if (TEXTS / file).is_file() else folder()
        of = "" if file.endswith(".txt") else "conllu"
        content = (place / file).read_text(encoding="utf-8")
        found.append(one | _example(one["title"], Opened(file, content, of)))
    return found


def _example(title: str, one: Opened) -> dict[str, str]:
    about = {"name": one.name, "title": title}
    if not one.format:
        return about | {"text": one.content}
    return about | {"document": one.content, "format": one.format}


def pages(app: FastAPI) -> None:
    """Let an application serve the page and its files."""

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type="text/html; charset=utf-8")

    # What the pages of `hearer trace` are made of, too.
    shared: list[str | tuple[str, str]] = [("hearer.report", "assets")]
    app.mount("/static", StaticFiles(directory=STATIC, packages=shared), name="static")
