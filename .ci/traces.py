"""What mkdocs does besides: the traces of the gallery, one page for each.

on_files    the pages that docs/gallery.md links to, made when the site is
"""

from __future__ import annotations

from typing import Any

from mkdocs.structure.files import File

from bench.gallery_page import traces
from hearer.gallery.examples import examples_of


def on_files(files: Any, config: Any) -> None:
    """Add a page for each trace."""
    for place, content in traces(examples_of()):
        files.append(File.generated(config, place, content=content))
