"""The description of the API: it is complete, and whatever it allows, and what it does not, never breaks the house."""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from tests.breadth import breadth
from tests.patience import patience
from tests.server.guest import ONE_CALL_A_LINE, RunningHouse

from parlour.server.app import make_app
from parlour.server.settings import Settings

EXAMPLES = int(os.environ.get("PARLOUR_SCHEMA_EXAMPLES", breadth("3", "20")))


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
    with httpx.Client(trust_env=False, timeout=patience(), limits=ONE_CALL_A_LINE) as http:
        schema = schemathesis.openapi.from_dict(http.get(f"{house.url}/api/openapi.json").json())
        tried = sum(try_out(found.ok(), http, house, token) for found in schema.get_all_operations())
    assert tried > 100
    assert "Traceback" not in house.said()


Json = dict[str, Any]
KINDS = ("text/plain", "image/svg+xml", "image/png", "application/zip")
FILES = [{kind: {"schema": {"type": "string"}}} for kind in KINDS]


@pytest.fixture(scope="module")
def description() -> Json:
    return make_app(Settings()).openapi_schema.to_schema()


def typed(schema: Json, known: Json) -> bool:
    """Whether a schema says what is inside: an object with named fields, or a list of such."""
    if "$ref" in schema:
        schema = known[schema["$ref"].rpartition("/")[2]]
    return bool(schema.get("properties")) or ("items" in schema and typed(schema["items"], known))


def test_every_operation_says_what_it_answers(description: Json) -> None:
    known = description["components"]["schemas"]
    operations = [
        (f"{verb.upper()} {path}", op) for path, ops in description["paths"].items() for verb, op in ops.items()
    ]
    assert len(operations) >= 47
    for name, operation in operations:
        [answer] = [said for status, said in operation["responses"].items() if status.startswith("2")]
        [content] = answer["content"].values()
        assert answer["content"] in FILES or typed(content["schema"], known), f"{name} answers nobody knows what"
        if "requestBody" in operation:
            [body] = operation["requestBody"]["content"].values()
            assert typed(body["schema"], known), f"{name} asks for nobody knows what"
        refused = operation["responses"]["400"]["content"]["application/json"]["schema"]
        assert refused == {"$ref": "#/components/schemas/Refusal"}, name


@pytest.mark.parametrize(
    "schema", [{}, {"type": "object"}, {"type": "object", "additionalProperties": {}}, {"items": {}}]
)
def test_an_answer_without_named_fields_would_be_found(schema: Json) -> None:
    assert not typed(schema, {})
