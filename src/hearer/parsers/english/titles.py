"""The titles of persons, as they are written before a name.

WRITTEN_TITLES    "Mrs.", "MRS."
"""

from __future__ import annotations

from pathlib import Path

TITLES = frozenset(Path(__file__).with_name("titles.txt").read_text("utf-8").split())
WRITTEN_TITLES = frozenset(word for title in TITLES for word in (title.title(), title.upper()))
