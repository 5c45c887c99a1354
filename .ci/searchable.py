"""What mkdocs does besides: the index of the search, for pages opened as files, too.

    on_post_build    the index of the search as a script, beside the one that is fetched

Browsers let a page that was opened as a file (site/index.html) fetch nothing, so mkdocs' own search
finds nothing there. docs/search.js takes the index from this script instead.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_post_build(config: Any) -> None:
    """Write the index once more, as a script that sets `PAGES`."""
    folder = Path(config["site_dir"], "search")
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var PAGES = {index};\n", encoding="utf-8")
