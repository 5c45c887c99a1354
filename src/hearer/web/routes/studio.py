"""The studio: its page, its examples, the document it shows, and the files it exports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

import hearer
from hearer.errors import HearerError, UnknownName
from hearer.formats import FORMATS
from hearer.formats.converting import converted, known, writer, written
from hearer.formats.format import in_bytes
from hearer.gallery.examples import examples_folder
from hearer.harmless import as_json, printable
from hearer.model import Interpretation
from hearer.session.corrections import written as written_corrections
from hearer.session.knowledge import Corrections, Knowledge
from hearer.views.studio import film
from hearer.web.documents import only
from hearer.web.models import ExportRequest, FilmRequest
from hearer.web.problems import ALWAYS, RequestProblem, documented, problem_of
from hearer.web.routes.hear import HTML, JSON, MEDIA_TYPES, PLAIN, JsonAnswer, media_type
from hearer.web.services import Shared
from hearer.web.settings import Opened

STATIC = Path(str(files("hearer.web"))) / "static"
TEXTS = STATIC.parent / "texts"
MAX_NAME = 80  # characters of a file name
# Characters that are not allowed in file names, or that lead elsewhere.
UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f"*/:<>?\\|\u2028-\u202e\u2066-\u2069\ud800-\udfff]+')
ENDINGS = re.compile(r"\.(txt|md|conllu?|json|jsonl|tsv|ann|html)$", re.IGNORECASE)
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same content gives the same file
router = APIRouter(prefix="/studio", tags=["studio"])


@router.get("/examples", response_model=list[dict[str, Any]], responses=documented(401, 403, 500))
async def examples(services: Shared) -> JsonAnswer:
    """List the examples; the document that the studio was started with is `opened`."""
    opened = services.settings.opened
    first = [] if opened is None else [{"opened": True, **_example(opened.name, opened)}]
    return JsonAnswer([*first, *_examples()])


@cache
def _examples() -> list[dict[str, object]]:
    """Read the examples of texts/index.json, from its folder or from that of `hearer demo`."""
    found: list[dict[str, object]] = []
    for one in json.loads((TEXTS / "index.json").read_text(encoding="utf-8")):
        file = one.pop("file")
        folder = TEXTS if (TEXTS / file).is_file() else examples_folder()
        content = (folder / file).read_text(encoding="utf-8")
        opened = Opened(file, content, "" if file.endswith(".txt") else "conllu")
        found.append(one | _example(one["title"], opened))
    return found


def _example(title: str, one: Opened) -> dict[str, str]:
    if not one.format:
        return {"name": one.name, "title": title, "text": one.content}
    return {"name": one.name, "title": title, "document": one.content, "format": one.format}


@router.post("/film", response_model=dict[str, Any], responses=documented(*ALWAYS))
async def show(body: FilmRequest, request: Request, services: Shared) -> Response:
    """Return everything that the studio shows of a document.

    A document that cannot be resolved is answered with 200 and a problem: the browser would log
    another status as an error of the page.
    """
    profile, knowledge = body.resolved_profile(), body.knowledge.knowledge()

    def work() -> bytes:
        try:
            found = services.documents.resolve(body.source, profile, knowledge)
            corrections = knowledge.corrections if knowledge else ()
            corrected = {(one.utterance, one.word): one.entity for one in corrections}
            shown = film(only(found, body.part), corrected)
        except (HearerError, RequestProblem) as error:
            return as_json({"problem": problem_of(error)}).encode()
        names = (printable(one.discourse.name) for one in found)
        shown["parts"] = [name or f"document {n}" for n, name in enumerate(names, start=1)]
        return as_json(shown, separators=(",", ":")).encode()

    return Response(await services.workers.run(work, request), media_type=JSON)


@router.post("/export", response_class=Response, responses=documented(*ALWAYS))
async def export(body: ExportRequest, request: Request, services: Shared) -> Response:
    """Return a file of the document with its corrections, as the command line writes it."""
    formats = [one.name for one in known() if one.write]
    if body.to not in KINDS and body.to not in formats:
        raise UnknownName("kind of file", body.to, [*KINDS, *formats])

    def answer(found: list[Interpretation]) -> Response:
        one = only(found, body.part)
        stem = _stem(one.discourse.name)
        return _format_file(one, body.to, stem) if body.to not in KINDS else _file(one, body, stem)

    return await services.resolve(body, request, answer)


class Kind(NamedTuple):
    """An export that is no format: the ending of its file and how to make it."""

    ending: str
    make: Callable[[Interpretation, ExportRequest], str]


def _corrections(body: ExportRequest, to: str) -> str:
    knowledge = body.knowledge.knowledge() or Knowledge()
    return written_corrections(Corrections(knowledge.corrections, knowledge.names), to=to)


KINDS: Mapping[str, Kind] = {
    "trace": Kind(".trace.html", lambda found, _: hearer.trace(found, view="html")),
    "latex": Kind(
        ".tex",
        lambda found, body: hearer.trace(found, view="latex", standalone=body.standalone),
    ),
    "rewritten": Kind(
        ".rewritten.txt",
        lambda found, body: hearer.rewrite(found, style=body.style, every=body.every).text,
    ),
    "conllu": Kind(".conllu", lambda found, _: converted([found.discourse], to="conllu")),
    "corrections.tsv": Kind(".corrections.tsv", lambda _, body: _corrections(body, "tsv")),
    "corrections.json": Kind(".corrections.json", lambda _, body: _corrections(body, "json")),
}


def _file(found: Interpretation, body: ExportRequest, stem: str) -> Response:
    kind = KINDS[body.to]
    media = MEDIA_TYPES.get(kind.ending[kind.ending.rindex(".") :], PLAIN)
    return _attachment(in_bytes(kind.make(found, body)), f"{stem}{kind.ending}", media)


def _format_file(found: Interpretation, to: str, stem: str) -> Response:
    """Return the file of a format; one with a separate text file is zipped with it."""
    of = FORMATS.find(to)
    if not of.text_suffix:
        content = in_bytes(written([found], to=to))
        return _attachment(content, f"{stem}{of.suffixes[0]}", media_type(to))
    parts = {
        of.suffixes[0]: writer(of)([found]),
        of.text_suffix: in_bytes(found.discourse.text),
    }
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for suffix, part in parts.items():
            packed.writestr(ZipInfo(f"{stem}{suffix}", ZIP_DATE), part, ZIP_DEFLATED)
    return _attachment(archive.getvalue(), f"{stem}.{of.name}.zip", "application/zip")


def _attachment(content: bytes, name: str, media: str) -> Response:
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    value = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=media, headers={"Content-Disposition": value})


def _stem(name: str) -> str:
    r"""Return the name of a document as a safe file name without its ending.

    >>> _stem("../texts/story.txt"), _stem("a\x00b: c"), _stem("...")
    ('texts_story', 'a_b_ c', 'hearer')
    """
    stem = ENDINGS.sub("", UNSAFE.sub("_", name).strip("._- "))
    return stem[:MAX_NAME].strip(". ") or "hearer"


def mount_pages(app: FastAPI) -> None:
    """Add the page of the studio and its files."""

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type=HTML)

    packages: list[str | tuple[str, str]] = [("hearer.report", "assets")]
    app.mount("/static", StaticFiles(directory=STATIC, packages=packages), name="static")
