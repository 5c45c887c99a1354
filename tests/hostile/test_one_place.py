"""Files are written in one room, and people are told things through one door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

SRC = ROOT / "src" / "hearer"
WRITES = frozenset(
    "write_text write_bytes mkdir makedirs replace rename link symlink mkstemp NamedTemporaryFile "
    "hardlink_to symlink_to unlink rmdir savefig dump".split()
)
OF_FILES = frozenset({"os", "Path", "shutil", "tempfile", "json", "pickle"})
# Parts of a corpus, the store of sessions, files that the gallery and tests of plug-ins make.
ELSEWHERE = {"corpora/storage.py", "gallery/examples.py", "testing/__init__.py", "web/store.py"}
SPEAKING = {
    "cli/process.py", "cli/output.py", "cli/app.py", "cli/explain.py", "cli/inputs.py",
    "report/progress.py",
}  # fmt: skip


@cache
def calls() -> list[tuple[str, ast.Call, str]]:
    return list(_calls())


def _calls() -> Iterator[tuple[str, ast.Call, str]]:
    """All calls of the house, with the file they are in and what is called."""
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(SRC).as_posix(), node, ast.unparse(node.func)


def writes(call: ast.Call, called: str) -> bool:
    whose, _, name = called.rpartition(".")
    if name == "open" or called == "open":
        modes = [*call.args, *(word.value for word in call.keywords)]
        return any(isinstance(x, ast.Constant) and str(x.value)[:1] in set("wax") for x in modes)
    if called == "sqlite3.connect":
        return True
    is_file = whose in OF_FILES or whose.startswith("Path(")
    return name in WRITES and (is_file or name.startswith("write_") or name in {"mkdir", "unlink"})


def test_files_are_written_in_one_room() -> None:
    found = {file for file, call, called in calls() if writes(call, called)}
    assert {file for file in found if not file.startswith("writing/")} == ELSEWHERE
    assert any(file.startswith("writing/") for file in found)


def test_people_are_told_things_through_one_door() -> None:
    streams = ("sys.stdout.", "sys.stderr.", "typer.echo", "click.echo")
    found = {file for file, _, called in calls() if called == "print" or called.startswith(streams)}
    assert found - {"writing/files.py"} <= SPEAKING  # it flushes the standard output only
    assert "cli/process.py" in found


def test_the_room_is_where_it_is_said_to_be() -> None:
    assert (SRC / "writing" / "files.py").exists()
    assert all(Path(SRC / file).exists() for file in ELSEWHERE | SPEAKING)
