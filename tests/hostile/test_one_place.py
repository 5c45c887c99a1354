"""Files are written in one package, and messages are printed in few modules."""

from __future__ import annotations

import re

from tests.conftest import ROOT

SRC = ROOT / "src" / "hearer"
WRITES = re.compile(
    r"\.write_(?:text|bytes)\(|\.(?:mkdir|unlink|rmdir|symlink_to|hardlink_to|savefig)\("
    r"|\bopen\([^()]*[\"'][wax]b?[\"']|\b(?:json|pickle)\.dump\(|\bsqlite3\.connect\("
    r"|\bos\.(?:replace|rename|link|symlink|makedirs)\(|\bshutil\.(?:move|copy|rmtree)"
    r"|\btempfile\.mk|NamedTemporaryFile"
)
PRINTS = re.compile(r"(?m)^\s*print\(|\bsys\.std(?:out|err)\.|\b(?:typer|click)\.echo\(")
# Parts of a corpus, the store of sessions, files that the gallery and tests of plug-ins make.
ELSEWHERE = {"corpora/storage.py", "gallery/examples.py", "testing/__init__.py", "web/store.py"}
PRINTING = {
    "cli/process.py", "cli/output.py", "cli/app.py", "cli/explain.py", "cli/inputs.py",
    "report/progress.py",
}  # fmt: skip


def files_with(pattern: re.Pattern[str]) -> set[str]:
    texts = {
        path.relative_to(SRC).as_posix(): path.read_text("utf-8") for path in SRC.rglob("*.py")
    }
    code = {file: re.sub(r'(?s)""".*?"""', "", text) for file, text in texts.items()}
    return {file for file, text in code.items() if pattern.search(text)}


def test_files_are_written_in_one_package() -> None:
    found = files_with(WRITES)
    assert {file for file in found if not file.startswith("writing/")} <= ELSEWHERE
    assert "writing/files.py" in found


def test_messages_are_printed_in_few_modules() -> None:
    assert files_with(PRINTS) - {"writing/files.py"} <= PRINTING  # it only flushes
