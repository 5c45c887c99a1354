"""Whose work this stands on, and under which licences: docs/licences.md, compared with what is
installed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from typing import Any

from packaging.requirements import Requirement

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "licences.md"
LOCK = ROOT / "requirements.lock"
RUN_TIME, DEVELOPMENT = "run time", "development"
EXTRAS = ("corpus", "dask", "spacy", "web")  # stanza is not in the lock file: it brings torch
_ROW = re.compile(r"^\| `([a-z0-9-]+)` \| ([^|]+) \| ([^|]+) \|$", flags=re.MULTILINE)
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==", flags=re.MULTILINE)

# Permissive licences as SPDX spells them, and what their authors call them.
STORED = json.loads((ROOT / "tests" / "cases" / "licences.json").read_text(encoding="utf-8"))
PERMISSIVE, SPELLED = set(STORED["permissive"]), STORED["spelled"]
# Copyleft of single files, which we neither change nor ship: what spaCy downloads with, and bars.
FILE_BY_FILE = {"certifi": "MPL-2.0", "tqdm": "MPL-2.0 AND MIT"}
# Judges in tests, never imported by what is shipped.
ONLY_IN_TESTS = {"udapi": "GPL-3.0-or-later"}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def rows() -> dict[str, tuple[str, str]]:
    """The table: a licence and what it is needed for, by package."""
    found = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {name: (licence, needed) for name, licence, needed in found}


def locked() -> set[str]:
    return {normal(name) for name in _PINNED.findall(LOCK.read_text(encoding="utf-8"))}


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def licence_of(found: Distribution) -> str:
    """The licence a package declares: an SPDX expression, a short name, or a classifier."""
    metadata: Any = found.metadata
    expression = metadata.get("License-Expression")
    if expression:
        return str(expression)
    named, _, more = str(metadata.get("License") or "").strip().partition("\n")
    classifiers = [
        str(each).rpartition(" :: ")[2]
        for each in metadata.get_all("Classifier") or ()
        if str(each).startswith("License :: ")
    ]
    is_name = named and named != "UNKNOWN" and len(named) < 40
    if more:  # the whole licence: its first line may be its name, and may be anything else
        is_name = named in SPELLED
    said = named if is_name else " AND ".join(classifiers) or _first_line(found)
    return str(SPELLED.get(said, said))


def _first_line(found: Distribution) -> str:
    """The title of the licence that a package brings along."""
    beside = (one for one in found.files or () if one.name == "LICENSE")
    return next((one.read_text(encoding="utf-8").partition("\n")[0] for one in beside), "")


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _required(lines: list[str]) -> list[str]:
    return [normal(Requirement(line).name) for line in lines]


@cache
def at_run_time() -> frozenset[str]:
    """All that is installed with hearer, on some platform or other."""
    return _needs_of(*_required(PROJECT["dependencies"]))


@cache
def brought_by() -> dict[str, frozenset[str]]:
    """What comes with each extra, and is not needed otherwise."""
    extras = PROJECT["optional-dependencies"]
    assert {*extras} == {*EXTRAS, "stanza"}
    return {extra: _needs_of(*_required(extras[extra])) - at_run_time() for extra in EXTRAS}


def _needs_of(*names: str) -> frozenset[str]:
    waiting, found = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_needs(name))
    return frozenset(found)


def _needs(name: str) -> Iterator[str]:
    for line in (requires(name) or ()) if installed(name) else ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield normal(requirement.name)


def parts(expression: str) -> set[str]:
    return set(re.split(r" AND | OR |[()]", expression)) - {""}


# Claims -----------------------------------------------------------------------------------------


def test_the_table_has_every_locked_package_with_what_it_declares() -> None:
    assert {*rows()} == locked()
    assert len(locked()) > 60
    pinned = Counter(_PINNED.findall(LOCK.read_text(encoding="utf-8")))
    wrong = []
    for name, found in ((name, installed(name)) for name in sorted(locked())):
        if found is None:  # not for this platform
            continue
        if pinned[name] > 1:  # another version for each Python
            assert parts(licence_of(found)) <= PERMISSIVE, name
        elif rows()[name] != (licence_of(found), _needed_for(name)):
            wrong.append((name, rows()[name], licence_of(found), _needed_for(name)))
    assert wrong == []


def test_what_runs_is_permissive() -> None:
    assert {"loky", "numpy", "onnxruntime", "typer"} <= at_run_time()
    assert {"duckdb", "pyarrow"} <= brought_by()["corpus"]
    assert {"dask", "distributed", "tornado"} <= brought_by()["dask"]
    assert {"spacy", "thinc"} <= brought_by()["spacy"]
    assert {"fastapi", "starlette", "uvicorn"} <= brought_by()["web"]
    for name in sorted(at_run_time().union(*brought_by().values()) & set(rows())):
        licence, needed = rows()[name]
        assert needed == _needed_for(name) != DEVELOPMENT
        if name in FILE_BY_FILE and needed == "extra `spacy`":
            assert licence == FILE_BY_FILE[name]
            continue
        assert parts(licence) <= PERMISSIVE, name


def test_nothing_else_is_strange() -> None:
    known = PERMISSIVE | {"MPL-2.0"}
    strange = {name: one for name, (one, _) in rows().items() if not parts(one) <= known}
    assert strange == ONLY_IN_TESTS
    assert not set(ONLY_IN_TESTS) & at_run_time()
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    assert not re.search(r"^\s*(from|import) udapi", source, flags=re.MULTILINE)


# Writing ----------------------------------------------------------------------------------------


def _needed_for(name: str) -> str:
    if name in at_run_time():
        return RUN_TIME
    extras = [f"`{extra}`" for extra, brought in brought_by().items() if name in brought]
    return f"extra {', '.join(extras)}" if extras else DEVELOPMENT
