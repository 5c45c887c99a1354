"""Thousands of requests by the server's own OpenAPI, with the limits of every field.

To make them up takes seconds when this file is read, so it is not, but by `make check-slow`:
tests/web/conftest.py.
"""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")
pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from hypothesis import settings

from tests.parsers.parses import needs_model
from tests.web.test_schemathesis import SLOW_ONES, schema

pytestmark = [needs_model, pytest.mark.slow]
MANY = 200  # of every call
ALL = schema(coverage=True)


@ALL.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=MANY, deadline=None, suppress_health_check=SLOW_ONES)
def test_no_request_of_thousands_is_a_failure_of_ours(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address)
