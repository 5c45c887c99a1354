"""Tables in HTML, and pages that need no other file."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

from hearer.escape import printable
from hearer.report.table import Table

HEIGHT = 640  # of a frame in a notebook
PLACEHOLDER = re.compile("@([a-z]+)@")
IMPORT = re.compile(r"""^import \{[^}]*\} from "\./([^"]+)";\n""", re.MULTILINE)
EXPORT = re.compile("^export ", re.MULTILINE)
# Nothing is fetched, and only the page's own script runs, identified by its hash.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def escaped(text: str, *, quote: bool = True) -> str:
    """Escape a text for an element and, with `quote`, for an attribute.

    >>> escaped('R&D "fast"'), escaped('"fast"', quote=False)
    ('R&amp;D &quot;fast&quot;', '"fast"')
    """
    return escape(printable(text), quote=quote)


def classes(*names: str) -> str:
    """Return the class attribute of an element; "" if it has no class.

    >>> classes("w", ""), classes("")
    (' class="w"', '')
    """
    joined = " ".join(filter(None, names))
    return f' class="{joined}"' if joined else ""


def table(one: Table) -> str:
    """Return a table with its title and note."""
    header = "".join(f'<th scope="col">{escaped(cell, quote=False)}</th>' for cell in one.header)
    body = ""
    for n, row in enumerate(one.rows):
        cells = "".join(f"<td>{escaped(cell, quote=False)}</td>" for cell in row)
        body += f"<tr{classes('rule' * (n in one.rules))}>{cells}</tr>\n"
    note = f'<p class="note">{escaped(one.note, quote=False)}</p>\n' if one.note else ""
    title = escaped(one.title)
    return (
        f'<h2>{title}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{title}">'
        f'<table class="{one.name}">\n'
        f"<thead><tr>{header}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n{note}"
    )


class Page(str):
    """A page of HTML; a notebook shows it in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )


def page(name: str, *, style: str = "", **parts: str) -> Page:
    """Return the page assets/NAME.html with its parts, its style and its script filled in."""
    template = asset("head.html") + asset(f"{name}.html")
    if "@js@" in template:
        parts["js"] = f'"use strict";\n(() => {{\n{script(f"{name}.js")}}})();\n'
    parts["css"] = style + asset("colours.css") + asset("page.css") + asset(f"{name}.css")
    policy = POLICY
    if "js" in parts:
        digest = b64encode(sha256(parts["js"].encode()).digest()).decode()
        policy += f"; script-src 'sha256-{digest}'"
    parts["policy"] = escape(policy)
    return Page(PLACEHOLDER.sub(lambda found: parts[found[1]], template))


def script(name: str, known: set[str] | None = None) -> str:
    """Return the module assets/NAME, after the modules that it imports, as one script.

    Browsers do not import modules from files on disk.
    """
    known = {name} if known is None else known
    written = asset(name)
    parts = []
    for needed in IMPORT.findall(written):
        if needed not in known:
            known.add(needed)
            parts.append(script(needed, known))
    parts.append(EXPORT.sub("", IMPORT.sub("", written)))
    return "".join(parts)


def asset(name: str) -> str:
    """Read the file assets/NAME."""
    return (files("hearer.report") / "assets" / name).read_text(encoding="utf-8")
