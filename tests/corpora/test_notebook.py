"""The notebook of the documentation is valid, and its cells run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.parsers.parses import needs_model

NOTEBOOK = ROOT / "docs" / "corpus.ipynb"
# Run the cells in one namespace, and show the value of the last line of each, as Jupyter does.
RUN = """
import ast, json, sys
names = {"__name__": "__main__"}
for source in json.loads(sys.stdin.read()):
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        for shown in ("_repr_html_", "_repr_svg_"):
            if hasattr(value, shown):
                print(shown, len(getattr(value, shown)()))
"""


def notebook() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return read


def sources(kind: str) -> list[str]:
    return ["".join(one["source"]) for one in notebook()["cells"] if one["cell_type"] == kind]


def test_it_is_a_notebook_of_version_4() -> None:
    """What nbformat 4.5 requires: https://nbformat.readthedocs.io."""
    read = notebook()
    assert (read["nbformat"], read["nbformat_minor"]) == (4, 5)
    ids = [one["id"] for one in read["cells"]]
    assert len(set(ids)) == len(ids) > 5
    for one in read["cells"]:
        more = {"outputs", "execution_count"} if one["cell_type"] == "code" else set()
        assert set(one) == {"cell_type", "id", "metadata", "source"} | more
        assert not any(one[name] for name in more)


@needs_model
def test_it_runs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "docs").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(sources("code")),
        cwd=tmp_path / "docs",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"(\d+) documents: \1 done", done.stdout)
    assert re.findall(r"^(_repr_\w+) \d+$", done.stdout, re.MULTILINE) == [
        "_repr_html_", "_repr_html_", "_repr_svg_", "_repr_html_",
    ]  # fmt: skip
    drawn = (tmp_path / "docs" / "distances.svg").read_text()
    assert drawn.startswith("<svg")
    assert drawn.count("<rect") > 2
