"""Thousands of requests by the OpenAPI of the server, with the limits of every field.

Importing this module takes seconds, so only `make check-slow` does it: tests/web/conftest.py.
"""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from hypothesis import settings

from tests.parsers.parses import needs_model
from tests.web.test_schemathesis import SLOW_ONES, schema

pytestmark = [needs_model, pytest.mark.slow]
ALL = schema(coverage=True)


@ALL.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=200, deadline=None, suppress_health_check=SLOW_ONES)
def test_no_request_of_thousands_causes_an_internal_error(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address)
