"""The whole server under schemathesis: made-up requests, good and bad, by its own OpenAPI.

With all of its checks: schemathesis.toml says what counts as an answer. A few requests of every
call; test_schemathesis_thousands.py makes thousands.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")
pytest.importorskip("schemathesis", reason="schemathesis is not installed")

import schemathesis
from schemathesis.config import SchemathesisConfig

from hearer.web.app import create
from hearer.web.settings import Settings
from tests.conftest import ROOT
from tests.parsers.parses import needs_model

pytestmark = needs_model
SLOW_ONES = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def schema(*, coverage: bool) -> Any:
    """What the server says of itself; with `coverage` every field's limits are gone through."""
    config = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
    config.projects.default.phases.coverage.enabled = coverage
    openapi = create(Settings(studio=True)).openapi()
    return schemathesis.openapi.from_dict(openapi, config=config)


FEW = schema(coverage=False)


@FEW.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=4, deadline=None, suppress_health_check=SLOW_ONES, derandomize=True)
def test_no_request_is_a_failure_of_ours(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address)
