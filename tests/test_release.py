"""A release: one version everywhere, whole archives with nothing else in them, and installing."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

RELEASE: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "release.py"), run_name="release")
INSTALL: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "install.py"), run_name="install")
faults: Callable[[Path, Path], list[str]] = RELEASE["faults"]
version_faults: Callable[[Path], list[str]] = RELEASE["version_faults"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
Archives = tuple[Path, Path]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Archives:
    """The wheel and the sdist of this tree."""
    built: Archives = RELEASE["built"](ROOT, tmp_path_factory.mktemp("dist"))
    return built


# Versions -------------------------------------------------------------------------------------


def test_changelog_citation_and_package_have_one_version(tmp_path: Path) -> None:
    assert version_faults(ROOT) == []
    for name in ("CHANGELOG.md", "CITATION.cff", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), encoding="utf-8")
    project = (tmp_path / "pyproject.toml").read_text("utf-8")
    ahead = re.sub(r'^version = ".+"', 'version = "9.9.9"', project, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(ahead, encoding="utf-8")
    told = version_faults(tmp_path)
    assert [line.split()[0] for line in told] == ["CHANGELOG.md", "CITATION.cff"]
    assert all(line.endswith("pyproject.toml 9.9.9") for line in told)


def test_every_release_has_its_version_and_its_day_the_newest_first() -> None:
    entries = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert len(entries) >= 2
    shape = re.compile(r"(\d+)\.(\d+)\.(\d+) - (\d{4}-\d\d-\d\d|unreleased)")
    known = [shape.fullmatch(entry) for entry in entries]
    assert all(known), entries
    assert [one[4] for one in known[1:] if one and one[4] == "unreleased"] == []
    order = [tuple(map(int, one.groups()[:3])) for one in known if one]
    assert order == sorted(order, reverse=True)


# Archives -------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_wheel_and_sdist_are_whole_and_come_out_the_same_again(archives: Archives) -> None:
    assert faults(*archives) == []


@pytest.mark.parametrize(
    ("check", "names", "expected"),
    [
        ("wheel_faults", ["tests/conftest.py"], "the wheel has tests/conftest.py"),
        ("wheel_faults", [], "the wheel lacks hearer/examples/story.txt"),
        ("wheel_faults", [], "the wheel lacks LICENSE"),
        ("sdist_faults", ["src/hearer/__pycache__/api.pyc"],
         "the sdist has src/hearer/__pycache__/api.pyc"),
        ("sdist_faults", [], "the sdist lacks tests/conftest.py"),
    ],
)  # fmt: skip
def test_what_an_archive_lacks_or_should_not_have_is_told(
    check: str, names: Iterable[str], expected: str
) -> None:
    assert expected in RELEASE[check](names)


def test_the_wheel_has_no_corpus(archives: Archives) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        names = wheel.namelist()
    conllu = [name for name in names if name.endswith((".conllu", ".ann", ".jsonl"))]
    assert conllu
    ours = ("hearer/examples/", "hearer/web/texts/")
    assert all(name.startswith(ours) for name in conllu)


# Installing -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("version", INSTALL["VERSIONS"])
@pytest.mark.parametrize("which", [0, 1], ids=["wheel", "sdist"])
def test_a_release_can_be_installed_and_used(version: str, which: int, archives: Archives) -> None:
    python = INSTALL["interpreters"]()[version]
    if python is None:
        pytest.skip(f"no Python {version} here")
    try:
        wrong = list(INSTALL["tried"](python, archives[which]))
    except INSTALL["NoRegistryError"] as error:
        pytest.skip(str(error))
    assert wrong == []


@pytest.mark.slow
def test_the_tests_of_an_sdist_can_be_run(archives: Archives, tmp_path: Path) -> None:
    with tarfile.open(archives[1]) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    for arguments in (["--collect-only", "-q"], ["-q", "tests/paper", "tests/test_readme.py"]):
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": f"{tree / 'src'}:{tree}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout[-2000:]


# Setting up -----------------------------------------------------------------------------------

SETUP = ROOT / ".ci" / "setup"


def set_up(place: Path, python: str) -> tuple[int, str]:
    command = [str(SETUP), str(place / "venv"), python]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stderr


def program(place: Path, lines: str) -> Path:
    place.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    place.chmod(0o755)
    return place


def test_a_python_that_will_not_do_is_refused_with_what_to_do(tmp_path: Path) -> None:
    old = program(
        tmp_path / "python3.9", '[ "$1" = --version ] && echo Python 3.9.2 && exit; exit 1'
    )
    code, told = set_up(tmp_path, str(old))
    assert code == 1
    assert f"hearer needs Python 3.11 or later; {old} is Python 3.9.2." in told
    assert "make demo PYTHON=/path/to/python3.12" in told
    code, told = set_up(tmp_path, str(tmp_path / "nowhere"))
    assert (code, "hearer needs Python 3.11 or later" in told) == (1, True)
    script = f'case "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"'
    code, told = set_up(tmp_path, str(program(tmp_path / "python3", script)))
    minor = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert (code, f"apt install python{minor}-venv" in told) == (1, True)
