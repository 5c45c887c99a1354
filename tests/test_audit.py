"""What CI makes of a report of pip-audit: only a known vulnerability fails the build."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import ROOT

AUDIT: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "audit.py"), run_name="audit")
judged: Callable[[str], tuple[int, str]] = AUDIT["judged"]

GOOD = {"name": "click", "version": "8.5.1", "vulns": []}
UNKNOWN = {"name": "scorch", "skip_reason": "Dependency not found on PyPI"}
BAD = {
    "name": "requests",
    "version": "2.19.0",
    "vulns": [{"id": "PYSEC-2018-28", "fix_versions": ["2.20.0"], "description": "…"}],
}


def report(*found: dict[str, Any]) -> str:
    return json.dumps({"dependencies": found, "fixes": []})


def test_a_known_vulnerability_fails_the_build_and_none_passes() -> None:
    found = "requests 2.19.0 has PYSEC-2018-28 (mended in 2.20.0)"
    assert judged(report(GOOD, BAD, UNKNOWN)) == (1, found)
    assert judged(report(GOOD)) == (0, "no known vulnerability in 1 packages")
    said = "no known vulnerability in 1 packages, 1 are not known to them"
    assert judged(report(GOOD, UNKNOWN)) == (0, said)


@pytest.mark.parametrize("said", ["", "Failed to resolve", "[]", "{}", report(), report(UNKNOWN)])
def test_where_nobody_answers_it_is_passed_over_with_a_reason(said: str) -> None:
    code, sentence = judged(said)
    assert code == 0
    assert sentence.startswith("skipped, ")


def test_pip_audit_is_pinned_and_ci_runs_it() -> None:
    pinned = (ROOT / ".ci" / "audit.lock").read_text(encoding="utf-8")
    assert "\npip-audit==" in pinned
    assert pinned.count("--hash=sha256:") > pinned.count("==")
    assert "make audit" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert ".ci/audit.py" in (ROOT / "Makefile").read_text(encoding="utf-8")
