"""What works without the packages that only some need, and what is said of those."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from hearer.errors import MissingPackage, installed
from tests.conftest import EXAMPLES, ROOT
from tests.parsers.parses import needs_model

TABLE_3 = str(EXAMPLES / "table3.conllu")
OTHERS = (
    "dask", "distributed", "duckdb", "numpy", "onnxruntime", "pyarrow", "spacy",
    "stanza", "typer",
)  # fmt: skip
BLOCK = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name.partition(".")[0])
sys.meta_path.insert(0, Missing())
"""
HEAR = f"""
import json, hearer
found = hearer.resolve(next(iter(hearer.read({TABLE_3!r}))), profile='paper')
print(json.dumps([[r.pronoun.text, r.entity] for r in found.resolutions]))
"""
SAY = """
from hearer.errors import HearerError
try:
    {code}
except HearerError as error:
    print(error)
"""


def without(blocked: tuple[str, ...], code: str) -> str:
    """What a program prints where some packages are not installed."""
    whole = BLOCK.format(blocked=set(blocked)) + code
    ran = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_reading_and_hearing_conllu_is_the_standard_library() -> None:
    heard = json.loads(without(OTHERS, HEAR))
    assert heard
    assert heard[0] == ["she", "BRENNAN"]


RESOLVE, INSTALL = "import hearer; hearer.resolve('She sings.')", "pip install"
NEEDED = [  # a call, the missing package, what is said
    (RESOLVE, "numpy", f"The English pipeline needs the package numpy: {INSTALL} numpy"),
    (
        RESOLVE,
        "onnxruntime",
        f"The English pipeline needs the package onnxruntime: {INSTALL} onnxruntime",
    ),
    (
        "from hearer.parsers import find; find('spacy:en')",
        "spacy",
        f"The parser 'spacy:en' needs the package spacy: {INSTALL} '{installed()}[spacy]'",
    ),
    (
        "import hearer_spacy",
        "spacy",
        f"The pipe 'hearer' needs the package spacy: {INSTALL} '{installed()}[spacy]'",
    ),
]


@needs_model
@pytest.mark.parametrize(("code", "package", "message"), NEEDED)
def test_a_missing_package_is_named_where_it_is_needed(
    code: str, package: str, message: str
) -> None:
    assert without((package,), SAY.format(code=code)) == f"{message}\n"


@needs_model
def test_the_command_says_what_is_missing_in_one_line() -> None:
    command = "from hearer.cli import main; print(main(['resolve', '--text', 'She sings.']))"
    code = f"import sys; sys.stderr = sys.stdout; {command}"
    assert without(("onnxruntime",), code) == f"hearer: error: {NEEDED[1][2]}\n2\n"


def test_what_needs_no_package_of_a_corpus_is_read_without(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Anna slept.")
    (tmp_path / "b.jsonl").write_text('{"text": "Tom fell."}')
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    code = f"""
from hearer.corpora.sources import Documents
for one in Documents([{str(tmp_path)!r}]):
    print(one.content.decode(), *(one.failure or ()))
"""
    assert without(OTHERS, code).splitlines() == [
        "Anna slept.",
        "Tom fell.",
        " input-package Reading Parquet needs the package pyarrow: "
        f"{INSTALL} '{installed()}[corpus]'",
    ]


@pytest.mark.parametrize("command", ["serve", "studio"])
def test_the_server_is_an_extra(command: str) -> None:
    code = f"import sys; sys.stderr = sys.stdout; from hearer.cli import main; main([{command!r}])"
    assert without(("fastapi",), code) == (
        f"hearer: error: The server needs the package fastapi: {INSTALL} '{installed()}[web]'\n"
    )


def test_a_missing_package_is_told_with_the_extra_that_brings_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = [
        (Requirement(line).name.replace("-", "_"), extra)
        for extra, lines in project["optional-dependencies"].items()
        for line in lines
    ]
    assert {extra for _, extra in brought} == {"corpus", "dask", "spacy", "stanza", "web"}
    for package, extra in brought:
        assert str(MissingPackage(package, "This")) == (
            f"This needs the package {package}: pip install '{installed()}[{extra}]'"
        )


@pytest.mark.parametrize(
    ("told", "what"),
    [
        (None, "hearer"),
        ('{"url": "https://example.org/hearer.whl"}', "hearer"),
        ('{"url": "file:///home/me/my%20hearer", "dir_info": {}}', "/home/me/my hearer"),
        ("no JSON", "hearer"),
    ],
)
def test_an_extra_is_named_as_hearer_was_installed(
    told: str | None, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = SimpleNamespace(read_text=lambda _name: told)
    monkeypatch.setattr("importlib.metadata.distribution", lambda _name: found)
    assert str(MissingPackage("fastapi", "This")).endswith(f"pip install '{what}[web]'")
