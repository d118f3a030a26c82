"""Schemathesis: whatever the description of the API allows, and what it does not, never breaks the house."""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from tests.patience import patience
from tests.server.guest import ONE_CALL_A_LINE, RunningHouse

EXAMPLES = int(os.environ.get("PARLOUR_SCHEMA_EXAMPLES", "6"))


@pytest.fixture(scope="module")
def token(house: RunningHouse) -> str:
    return str(httpx.post(f"{house.url}/api/guests", json={}, trust_env=False, timeout=patience()).json()["token"])


def try_out(operation: Any, http: httpx.Client, house: RunningHouse, token: str) -> int:
    """Send what Schemathesis thinks of for one operation; gives how many requests that were."""
    tried = 0

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        nonlocal tried
        request = case.as_transport_kwargs(base_url=house.url)
        headers = {k: v for k, v in (request.get("headers") or {}).items() if k.isascii() and v.isascii()}
        answer = http.request(
            request["method"],
            request["url"],
            params=request.get("params"),
            json=request.get("json"),
            headers={**headers, "Authorization": f"Bearer {token}"},
        )
        tried += 1
        assert answer.status_code < 500, (request, answer.text)
        if answer.status_code >= 400:
            assert {"code", "error"} <= set(answer.json())

    ask()
    return tried


@pytest.mark.filterwarnings("ignore")
def test_no_request_breaks_the_house(house: RunningHouse, token: str) -> None:
    schema = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")
    with httpx.Client(trust_env=False, timeout=patience(), limits=ONE_CALL_A_LINE) as http:
        tried = sum(try_out(found.ok(), http, house, token) for found in schema.get_all_operations())
    assert tried > 100
    assert "Traceback" not in house.said()
