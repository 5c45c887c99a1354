"""Generated requests, valid and invalid, by the OpenAPI of the server.

schemathesis.toml says which answers are allowed. Here a few requests for every call;
test_schemathesis_thousands.py makes thousands.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

import schemathesis
from schemathesis.config import SchemathesisConfig

from hearer.web.application import create
from hearer.web.settings import Settings
from tests.conftest import ROOT
from tests.parsers.parses import needs_model

pytestmark = needs_model
SLOW_ONES = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def schema(*, coverage: bool) -> Any:
    """Return the schema; with `coverage` the limits of every field are tried."""
    config = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
    config.projects.default.phases.coverage.enabled = coverage
    openapi = create(Settings(studio=True)).openapi()
    return schemathesis.openapi.from_dict(openapi, config=config)


FEW = schema(coverage=False)


@FEW.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=4, deadline=None, suppress_health_check=SLOW_ONES, derandomize=True)
def test_no_request_causes_an_internal_error(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address)
