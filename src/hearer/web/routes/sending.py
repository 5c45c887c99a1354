"""What is common to the answers: JSON of any text, files of any format.

JsonAnswer       values as JSON that can be encoded whatever text is in them
file_of          the content of a file, with the media type of its format
text_of          a text of a media type
FILES, texts     the same for the OpenAPI
refuse_problems  raises what is wrong with a document, where that is asked for
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import JSONResponse, Response

from hearer.harmless import as_json
from hearer.model import Problem
from hearer.web.media_types import HTML, JSON, NDJSON, PLAIN, TSV, media_type
from hearer.web.problems import RequestProblem

MOST_PROBLEMS = 100  # that are told one by one


class JsonAnswer(JSONResponse):
    """Values as JSON, whatever text is in them: halves of characters are escaped."""

    def render(self, content: object) -> bytes:
        return as_json(content, separators=(",", ":")).encode()


def file_of(content: str, format_name: str, *, problems: int = 0) -> Response:
    """The content of a file; a header counts what is wrong with the document."""
    return text_of(content, media_type(format_name), {"Hearer-Problems": str(problems)})


def text_of(content: str, kind: str, headers: dict[str, str] | None = None) -> Response:
    """A text; what was no UTF-8 in it is as it was."""
    return Response(content.encode("utf-8", "surrogateescape"), headers=headers, media_type=kind)


def texts(*kinds: str) -> dict[str, Any]:
    """For the OpenAPI: texts of some media types."""
    content = {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in kinds}
    return {"description": "Done.", "content": content}


FILES: dict[str, Any] = {
    **texts(PLAIN, HTML, TSV, NDJSON),
    "headers": {
        "Hearer-Problems": {
            "description": "How many problems the document has.",
            "schema": {"type": "integer", "minimum": 0},
        }
    },
}
FILES["content"][JSON] = {"schema": {}}  # docs/schema.md has that of `json`


def refuse_problems(problems: Sequence[Problem]) -> None:
    """Raise what is wrong with a document, if anything is."""
    if not problems:
        return
    errors = [
        {"place": f"{one.line}:{one.column}", "message": f"{one.code} {one.message}"}
        for one in problems[:MOST_PROBLEMS]
    ]
    raise RequestProblem(422, str(problems[0]), code="strict", errors=errors)
