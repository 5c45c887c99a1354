"""The notebook of the documentation is valid, and its cells run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.parsers.parses import needs_model

NOTEBOOK = ROOT / "docs" / "corpus.ipynb"
# Run the cells in one namespace, and show the value of the last line of each, as Jupyter does. What
# hearer[corpus] does not install cannot be imported.
RUN = """
import ast, json, sys
class Missing:
    def find_spec(name, *_):
        if name.partition(".")[0] in {"IPython", "matplotlib", "pandas", "polars"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing)
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder beside one with the examples, as docs is."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


@needs_model
def test_it_runs_with_what_the_extra_installs(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(sources("code")),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"(\d+) documents: \1 done", done.stdout)
    assert re.findall(r"^(_repr_\w+) \d+$", done.stdout, re.MULTILINE) == [
        "_repr_html_", "_repr_html_", "_repr_svg_", "_repr_html_",
    ]  # fmt: skip
    drawn = (folder / "distances.svg").read_text()
    assert drawn.startswith("<svg")
    assert drawn.count("<rect") > 2


@needs_model
def test_it_runs_in_a_kernel(folder: Path) -> None:
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    jupyter = pytest.importorskip("jupyter_client.manager")  # comes with ipykernel
    manager, client = jupyter.start_new_kernel(kernel_name="python3", cwd=str(folder))
    shown: list[dict[str, Any]] = []
    try:
        for source in sources("code"):
            told = client.execute_interactive(source, timeout=240, output_hook=shown.append)
            assert told["content"]["status"] == "ok", told["content"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    results = [one["content"]["data"] for one in shown if one["msg_type"] == "execute_result"]
    assert ["text/html" in data or "image/svg+xml" in data for data in results] == [True] * 4
