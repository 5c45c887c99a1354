"""The studio: its page, its examples, the document it shows, and the files it exports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

import hearer
from hearer.errors import HearerError
from hearer.escape import printable
from hearer.formats import FORMATS
from hearer.formats.converting import converted, writer, written
from hearer.formats.format import in_bytes
from hearer.gallery.examples import examples_folder
from hearer.model import Interpretation
from hearer.session.knowledge import Corrections, Knowledge
from hearer.session.knowledge import written as written_corrections
from hearer.views.film import studio as film
from hearer.web.documents import only
from hearer.web.models import DocumentRequest, ExportRequest
from hearer.web.problems import ALWAYS, RequestProblem, documented, problem_of
from hearer.web.routes.hear import HTML, MEDIA_TYPES, PLAIN, JsonAnswer, media_type
from hearer.web.services import Shared, on_thread
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
        of = "" if file.endswith(".txt") else "conllu"
        found.append(one | _example(one["title"], Opened(file, content, of)))
    return found


def _example(title: str, one: Opened) -> dict[str, str]:
    if not one.format:
        return {"name": one.name, "title": title, "text": one.content}
    return {"name": one.name, "title": title, "document": one.content, "format": one.format}


@router.post("/film", response_model=dict[str, Any], responses=documented(*ALWAYS))
@on_thread
def show_film(body: DocumentRequest, services: Shared) -> JsonAnswer:
    """Return everything that the studio shows of a document.

    A document that cannot be resolved is answered with 200 and a problem: the browser would log
    another status as an error of the page.
    """
    profile, knowledge = body.resolved_profile(), body.knowledge.knowledge()
    FORMATS.find(body.format or "text")  # 422 for an unknown name
    corrections = knowledge.corrections if knowledge else ()
    try:
        found = services.documents.resolve(body.source, profile, knowledge)
        nothing = {(one.utterance, one.word): one.entity == "-" for one in corrections}
        shown = film(only(found, body.part or 1), [one for one, is_so in nothing.items() if is_so])
    except (HearerError, RequestProblem) as error:
        return JsonAnswer({"problem": problem_of(error)})
    names = (printable(one.discourse.name) for one in found)
    shown["parts"] = [name or f"document {n}" for n, name in enumerate(names, start=1)]
    return JsonAnswer(shown)


@router.post("/export", response_class=Response, responses=documented(*ALWAYS))
@on_thread
def export(body: ExportRequest, services: Shared) -> Response:
    """Return a file of the document with its corrections, as the command line writes it."""
    if body.to not in KINDS:
        writer(FORMATS.find(body.to))  # before the work
    found = only(services.resolve(body), 1)
    stem = _stem(found.discourse.name)
    if body.to not in KINDS:
        return _format_file(found, body.to, stem)
    ending, make = KINDS[body.to]
    media = MEDIA_TYPES.get(Path(ending).suffix, PLAIN)
    return _attachment(in_bytes(make(found, body)), f"{stem}{ending}", media)


def _corrections(_: Interpretation, body: ExportRequest) -> str:
    knowledge = body.knowledge.knowledge() or Knowledge()
    return written_corrections(Corrections(knowledge.corrections, knowledge.names))


# Exports that are no formats: the ending of the file, and the function that makes it.
KINDS: Mapping[str, tuple[str, Callable[[Interpretation, ExportRequest], str]]] = {
    "trace": (".trace.html", lambda found, _: hearer.trace(found, view="html")),
    "latex": (".tex", lambda found, _: hearer.trace(found, view="latex")),
    "rewritten": (
        ".rewritten.txt",
        lambda found, body: hearer.rewrite(found, every=body.every).text,
    ),
    "conllu": (".conllu", lambda found, _: converted([found.discourse], to="conllu")),
    "corrections.tsv": (".corrections.tsv", _corrections),
}


def _format_file(found: Interpretation, to: str, stem: str) -> Response:
    """Return the file of a format; one with a separate text file is zipped with it."""
    of = FORMATS.find(to)
    if not of.text_suffix:
        content = in_bytes(written([found], to=to))
        return _attachment(content, f"{stem}{of.suffixes[0]}", media_type(to))
    parts = {of.suffixes[0]: writer(of)([found]), of.text_suffix: in_bytes(found.discourse.text)}
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
    """Return the name of a document as a safe file name without its ending."""
    stem = ENDINGS.sub("", UNSAFE.sub("_", name).strip("._- "))
    return stem[:MAX_NAME].strip(". ") or "hearer"


def mount_pages(app: FastAPI) -> None:
    """Add the page of the studio and its files."""

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type=HTML)

    packages: list[str | tuple[str, str]] = [("hearer.report", "assets")]
    app.mount("/static", StaticFiles(directory=STATIC, packages=packages), name="static")
