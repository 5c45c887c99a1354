"""The walk through the house is counted, and nothing in it goes up."""

from __future__ import annotations

from bench.walk import tree, upward, walk
from tests.conftest import ROOT


def test_one_text_walks_from_the_command_line_to_json() -> None:
    seen = walk("Anna sings. She smiles.")
    assert next(iter(seen.files)) == "cli/__init__.py"
    assert {"api.py", "profiles.py", "hearing.py", "analysis/analyst.py"} <= set(seen.files)
    assert all((ROOT / "src" / "hearer" / file).exists() for file in seen.files)
    assert seen.calls.total() > 100
    assert upward(seen) == []
    drawn = list(tree(seen))
    assert len(drawn) == len(seen.files)
    assert drawn[0].startswith("cli/__init__.py: main")
