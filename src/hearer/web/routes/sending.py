"""What is common to the answers: JSON of any text, files of any format.

JsonAnswer    values as JSON that can be encoded whatever text is in them
file_of       the content of a file, with the media type of its format
media_type    of a format
"""

from __future__ import annotations

from starlette.responses import Response

from hearer.formats import FORMATS
from hearer.harmless import as_json

PLAIN = "text/plain; charset=utf-8"
MEDIA_TYPES = {
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".jsonlines": "application/x-ndjson",
    ".html": "text/html; charset=utf-8",
    ".tsv": "text/tab-separated-values; charset=utf-8",
}


class JsonAnswer(Response):
    """Values as JSON, whatever text is in them: halves of characters are escaped."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return as_json(content, separators=(",", ":")).encode()


def media_type(format_name: str) -> str:
    """The media type of a format.

    >>> media_type("json"), media_type("corefud")
    ('application/json', 'text/plain; charset=utf-8')
    """
    suffixes = FORMATS.find(format_name).suffixes
    return next((MEDIA_TYPES[one] for one in suffixes if one in MEDIA_TYPES), PLAIN)


def file_of(content: str, format_name: str) -> Response:
    """The content of a file; what was no UTF-8 in it is as it was."""
    encoded = content.encode("utf-8", "surrogateescape")
    return Response(encoded, media_type=media_type(format_name))
