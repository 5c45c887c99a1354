"""/docs: what can be called, for people; all of it is told by the OpenAPI, nothing by other places.

router    the page and its style
manual    the page, from an OpenAPI
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.harmless import as_json
from hearer.report.html import asset, escaped
from hearer.web.media_types import HTML

router = APIRouter(include_in_schema=False)
CSS = "text/css; charset=utf-8"
Schema = Mapping[str, Any]
TITLES = {
    "hear": "Hearing",
    "explain": "Explaining",
    "convert": "Converting",
    "sessions": "Sessions",
    "about": "The server itself",
    "studio": "For the studio",
}
# `@address@` is where the server is.
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>hearer: what can be called</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header>
<h1>hearer: what can be called</h1>
<p>Bodies are JSON. What is wrong is answered as <code>application/problem+json</code>, with a
sentence. For programs: <a href="openapi.json">openapi.json</a>. Text that is being typed is heard
over a WebSocket, <code>/v1/listen</code>.</p>
</header>
<main>
"""
END = "</main>\n</body>\n</html>\n"


class Endpoint(NamedTuple):
    """One thing that can be called."""

    method: str
    path: str
    told: Schema

    @property
    def anchor(self) -> str:
        """What its heading is called in addresses."""
        words = self.path.replace("{", "").replace("}", "").split("/")
        return "-".join([self.method.lower(), *filter(None, words)])

    @property
    def tag(self) -> str:
        """The family it is of."""
        return str(next(iter(self.told.get("tags") or ()), "about"))


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The page."""
    address = str(request.base_url).rstrip("/")
    return Response(manual(request.app.openapi(), address), media_type=HTML)


@router.get("/docs.css")
async def style() -> Response:
    """Its style."""
    own = (files("hearer.web") / "static" / "manual.css").read_text(encoding="utf-8")
    return Response(asset("page.css") + own, media_type=CSS)


def manual(openapi: Schema, address: str) -> str:
    """The page: all calls by family, each with its fields, its answers and an example."""
    calls = [
        Endpoint(method.upper(), path, told)
        for path, methods in openapi["paths"].items()
        for method, told in methods.items()
    ]
    tags = dict.fromkeys((*TITLES, *(call.tag for call in calls)))
    pieces = [HEAD, _contents(calls)]
    for tag in tags:
        family = [call for call in calls if call.tag == tag]
        title = f"<h2>{escaped(TITLES.get(tag, tag.capitalize()))}</h2>\n" if family else ""
        pieces += [title, *(_call(call, openapi, address) for call in family)]
    return "".join([*pieces, END])


def _contents(calls: list[Endpoint]) -> str:
    links = (
        f'<li><a href="#{escaped(call.anchor)}">{_name(call)}</a> {escaped(_summary(call))}</li>\n'
        for call in calls
    )
    return f'<nav aria-label="Calls"><ul>\n{"".join(links)}</ul></nav>\n'


def _name(call: Endpoint) -> str:
    return f"<code><b>{escaped(call.method)}</b> {escaped(call.path)}</code>"


def _summary(call: Endpoint) -> str:
    return str(call.told.get("description", "")).partition("\n\n")[0]


def _call(call: Endpoint, openapi: Schema, address: str) -> str:
    body = _body(call, openapi)
    paragraphs = str(call.told.get("description", "")).split("\n\n")
    told = "".join(f"<p>{escaped(one)}</p>\n" for one in paragraphs if one)
    return (
        f'<section><h3 id="{escaped(call.anchor)}">{_name(call)}</h3>\n{told}'
        f"<pre><code>{escaped(_curl(call, body, address))}</code></pre>\n"
        f"{_fields(call, body, openapi)}{_answers(call)}</section>\n"
    )


def _body(call: Endpoint, openapi: Schema) -> Schema:
    content = call.told.get("requestBody", {}).get("content", {})
    return _resolved(content.get("application/json", {}).get("schema", {}), openapi)


def _resolved(schema: Schema, openapi: Schema) -> Schema:
    """What a schema says, wherever it stands."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    found: Schema = openapi["components"]["schemas"][name] if name else schema
    return found


def _curl(call: Endpoint, body: Schema, address: str) -> str:
    """How it is called in a shell."""
    url = shlex.quote(f"{address}{call.path}")
    if not body:
        return f"curl {'' if call.method == 'GET' else f'-X {call.method} '}{url}"
    example = as_json(next(iter(body.get("examples") or ({},))))
    return f"curl {url} -H 'Content-Type: application/json' -d {shlex.quote(example)}"


def _fields(call: Endpoint, body: Schema, openapi: Schema) -> str:
    needed = frozenset(body.get("required", ()))
    rows = "".join(
        _field(name, field, openapi, is_needed=name in needed)
        for name, field in body.get("properties", {}).items()
    )
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{one}</th>' for one in ("field", "is", "what it says"))
    label = escaped(f"Fields of {call.path}")
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )


def _field(name: str, field: Schema, openapi: Schema, *, is_needed: bool) -> str:
    kind = " or ".join(dict.fromkeys(_kinds(field, openapi)))
    told = str(field.get("description") or _resolved(field, openapi).get("description", ""))
    default = field.get("default")
    if default and isinstance(default, str | int):
        told += f" Else {as_json(default)}."
    title = f"<code>{escaped(name)}</code>{' (needed)' * is_needed}"
    cells = title, escaped(kind), escaped(told)
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def _kinds(field: Schema, openapi: Schema) -> Iterator[str]:
    """What a field may be, in words."""
    if "enum" in field:
        yield from map(as_json, field["enum"])
        return
    for one in field.get("anyOf", (field,)):
        found = _resolved(one, openapi)
        if "enum" in found:
            yield from _kinds(found, openapi)
        elif found.get("type") == "array":
            yield f"array of {' or '.join(dict.fromkeys(_kinds(found.get('items', {}), openapi)))}"
        else:
            yield str(found.get("type", "anything"))


def _answers(call: Endpoint) -> str:
    rows = (
        f"<dt>{escaped(status)}</dt><dd>{escaped(str(told.get('description', '')))}</dd>\n"
        for status, told in sorted(call.told.get("responses", {}).items())
    )
    return f"<details><summary>Answers</summary><dl>\n{''.join(rows)}</dl></details>\n"
