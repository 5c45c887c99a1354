"""What answers and files are, as HTTP says it.

JSON, NDJSON, PLAIN, HTML, TSV
MEDIA_TYPES   by how the names of files end
media_type    of a format
"""

from __future__ import annotations

from hearer.formats import FORMATS

JSON = "application/json"
NDJSON = "application/x-ndjson"
PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
TSV = "text/tab-separated-values; charset=utf-8"
MEDIA_TYPES = {
    ".json": JSON,
    ".jsonl": NDJSON,
    ".jsonlines": NDJSON,
    ".html": HTML,
    ".tsv": TSV,
}


def media_type(format_name: str) -> str:
    """The media type of a format.

    >>> media_type("json"), media_type("corefud")
    ('application/json', 'text/plain; charset=utf-8')
    """
    suffixes = FORMATS.find(format_name).suffixes
    return next((MEDIA_TYPES[one] for one in suffixes if one in MEDIA_TYPES), PLAIN)
