"""docs/evaluation.md tells the columns as they are."""

from __future__ import annotations

import re

from hearer.evaluation.report import COLUMNS
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def test_every_column_is_documented_as_it_is() -> None:
    told = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, flags=re.MULTILINE)
    assert told == [(name, meaning) for name, (meaning, _) in COLUMNS.items()]
