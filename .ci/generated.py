"""Write what mkdocs generates from the code: references, and the traces of the gallery.

on_files            a page for each trace that docs/gallery.md links to
on_page_markdown    what stands for <!-- commands -->, <!-- examples -->, <!-- columns of TABLE -->
"""

from __future__ import annotations

import re
from typing import Any

from mkdocs.structure.files import File

from bench import cli_page, gallery_page
from hearer.corpora.schema import tables
from hearer.gallery.examples import examples_of

COLUMNS = re.compile(r"<!-- columns of (\w+) -->")


def on_files(files: Any, config: Any) -> None:
    """Add a page for each trace."""
    for place, content in gallery_page.traces(examples_of()):
        files.append(File.generated(config, place, content=content))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return the page with its generated parts."""
    if "<!-- commands -->" in markdown:
        return markdown.replace("<!-- commands -->", cli_page.sections())
    if "<!-- examples -->" in markdown:
        return markdown.replace("<!-- examples -->", gallery_page.sections())
    return COLUMNS.sub(lambda found: _columns(found[1]), markdown)


def _columns(table: str) -> str:
    rows = (
        f"| `{one.name}` | {one.type} | {'null' if one.is_nullable else ''} | {one.meaning} |\n"
        for one in tables()[table]
    )
    return "| column | type | null | |\n| --- | --- | --- | --- |\n" + "".join(rows)
