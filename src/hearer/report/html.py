"""HTML: what means something to it, tables, and pages that need nothing else.

escaped    a text with all that means something to HTML made harmless
classes    the attribute that says which classes an element has
table      a table with its title and note
Page       a whole page, which shows itself in a notebook
page       one made from assets/, its style and its script inside it
asset      a piece of one
script     the modules a page is made of, as one script
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from importlib.resources import files

from hearer.report.styles import printable
from hearer.report.table import Table

HEIGHT = 640  # of a frame
PLACEHOLDER = re.compile("@([a-z]+)@")
IMPORT = re.compile(r"""^import \{[^}]*\} from "\./([^"]+)";\n""", re.MULTILINE)
EXPORT = re.compile("^export ", re.MULTILINE)
# Nothing is fetched from anywhere, and no script runs but the page's own, told by its hash.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def escaped(text: str, *, quote: bool = True) -> str:
    """The text, harmless inside an element and, with `quote`, inside an attribute.

    >>> escaped('R&D "fast"'), escaped('"fast"', quote=False)
    ('R&amp;D &quot;fast&quot;', '"fast"')
    """
    return escape(printable(text), quote=quote)


def classes(*names: str) -> str:
    """The attribute that says which classes an element has; nothing where it has none.

    >>> classes("w", ""), classes("")
    (' class="w"', '')
    """
    given = " ".join(filter(None, names))
    return f' class="{given}"' if given else ""


def table(one: Table) -> str:
    """A table with its title and note."""
    header = "".join(f'<th scope="col">{escaped(cell, quote=False)}</th>' for cell in one.header)
    body = "".join(_row(row, has_rule=n in one.rules) for n, row in enumerate(one.rows))
    note = f'<p class="note">{escaped(one.note, quote=False)}</p>\n' if one.note else ""
    title = escaped(one.title)
    return (
        f'<h2>{title}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{title}">'
        f'<table class="{one.name}">\n'
        f"<thead><tr>{header}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n{note}"
    )


def _row(cells: Iterable[str], *, has_rule: bool) -> str:
    told = "".join(f"<td>{escaped(cell, quote=False)}</td>" for cell in cells)
    return f"<tr{classes('rule' * has_rule)}>{told}</tr>\n"


class Page(str):
    """A page of HTML; in a notebook it shows itself in a frame of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )


def page(name: str, *, style: str = "", **parts: str) -> Page:
    """The page assets/NAME.html with its `parts`, its style and its script in place."""
    template = asset("head.html") + asset(f"{name}.html")
    if "@js@" in template:
        parts["js"] = f'"use strict";\n(() => {{\n{script(f"{name}.js")}}})();\n'
    parts["css"] = style + asset("colours.css") + asset("page.css") + asset(f"{name}.css")
    parts["policy"] = escape(POLICY + _allowed(parts.get("js", "")))
    return Page(PLACEHOLDER.sub(lambda found: parts[found[1]], template))


def script(name: str, known: set[str] | None = None) -> str:
    """The module assets/NAME and before it those that it imports, each once, as one script.

    Browsers import no module from a file on disk, and a page of ours is one file.
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


def _allowed(script: str) -> str:
    """What lets a policy run this script, and no other."""
    if not script:
        return ""
    return f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def asset(name: str) -> str:
    """What stands in assets/NAME."""
    return (files("hearer.report") / "assets" / name).read_text(encoding="utf-8")
