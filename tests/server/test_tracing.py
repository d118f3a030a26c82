"""Traces for hosts who ask for them: what was done and how long it took, never who, where, or with which cards."""

from __future__ import annotations

import builtins
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import HouseByHand, Refusal, until

from parlour.core.errors import Refused
from parlour.server import tracing
from parlour.server.settings import Settings
from parlour.server.tracing import Tracing

# All that a span may say. Whoever adds a word thinks about whether a guest would want it told.
WORDS = {
    "http.request.method", "http.route", "http.response.status_code", "parlour.game", "parlour.ply", "parlour.refused",
    "parlour.pool", "parlour.job", "parlour.waited_s", "parlour.work_s", "parlour.writes", "parlour.moves",
}  # fmt: skip


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def traced(by_hand: HouseByHand, spans: InMemorySpanExporter) -> HouseByHand:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(spans))
    by_hand.house.trace(Tracing(provider))
    return by_hand


async def test_a_move_is_traced_from_when_it_came_until_it_was_told_and_secrets_are_not(
    traced: HouseByHand, visit: Visit, spans: InMemorySpanExporter
) -> None:
    def found(name: str) -> list[ReadableSpan]:
        return [span for span in spans.get_finished_spans() if span.name == name]

    ann = await visit("Marigold", at=traced)
    table = await ann.table("me", "random")
    chair = await ann.sit(table)
    turn = await chair.hear("turn")
    await chair.move(turn)
    await chair.hear("turn")  # the house has answered
    await until(lambda: len(found("move told")) == 2)
    await until(lambda: len(found("move")) == 2)
    for move in found("move"):
        assert move.attributes is not None and move.attributes["parlour.game"] == "connect-four"
        [stored] = [span for span in found("move stored") if span.parent == move.get_span_context()]
        [told] = [span for span in found("move told") if span.parent == move.get_span_context()]
        assert move.parent is None, "each move has a trace of its own"
        assert move.start_time == stored.start_time and stored.end_time == told.start_time
        assert told.end_time == move.end_time
    mine = found("move")[0]
    [thought] = [span for span in spans.get_finished_spans() if span.name.startswith("job ")]
    assert thought.context.trace_id == mine.context.trace_id, "my move made the house think"
    commits = found("database batch")
    assert sum(int(span.attributes["parlour.moves"]) for span in commits if span.attributes) == 2
    with pytest.raises(Refusal):
        await ann.get("/api/tables/nowhere")
    await until(lambda: bool(found("GET /api/tables/{table_id}")))
    [asked] = found("GET /api/tables/{table_id}")
    assert asked.attributes is not None and asked.attributes["http.response.status_code"] == 404
    with pytest.raises(Refused):
        await traced.house.tables[table].play(99, 0, 0)
    late = found("move")[-1]
    assert late.attributes is not None and late.attributes["parlour.refused"] == "stale"

    said = "".join(span.to_json() for span in spans.get_finished_spans())
    told_about = {word for span in spans.get_finished_spans() for word in span.attributes or {}}
    assert told_about <= WORDS, "a span says more than it should"
    row = await traced.house.store.match(table)
    assert row is not None
    for secret in (ann.token, ann.id, ann.name, table, row.seed, "nowhere", json.dumps(turn["moves"][0])):
        assert str(secret) not in said


def test_traces_are_asked_for_by_an_option_or_by_the_usual_variables() -> None:
    assert not tracing.wanted(Settings(), {})
    assert tracing.wanted(Settings(traces="http://localhost:4318"), {})
    usual = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}
    assert tracing.wanted(Settings(), usual)
    assert not tracing.wanted(Settings(), {**usual, "OTEL_SDK_DISABLED": "true"})
    assert not tracing.wanted(Settings(), {**usual, "OTEL_TRACES_EXPORTER": "none"})
    assert tracing.endpoint_of("http://localhost:4318/") == "http://localhost:4318/v1/traces"
    assert tracing.endpoint_of("https://traces.example/otlp/v1/traces") == "https://traces.example/otlp/v1/traces"
    for wrong in ("localhost:4318", "ftp://example", "http://[", "http://example:port"):
        with pytest.raises(Refused, match="OTLP over HTTP"):
            tracing.endpoint_of(wrong)


def test_without_the_packages_a_host_is_told_which(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("opentelemetry"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **more)

    for name in [name for name in sys.modules if name.partition(".")[0] == "opentelemetry"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refused, match=r"parlour\[tracing\]"):
        tracing.check(Settings(traces="http://localhost:4318"))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318")
    assert tracing.opened(Settings()) is None
    assert "parlour[tracing]" in caplog.text, "the variables may be meant for others, so the house opens anyway"


class Collector(HTTPServer):
    """Takes spans over HTTP."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, bytes]] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                collector.taken.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture
def collector() -> Iterator[Collector]:
    opened = Collector()
    thread = threading.Thread(target=opened.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield opened
    opened.shutdown()
    opened.server_close()
    thread.join()


async def test_a_collector_gets_all_of_it_before_the_house_closes(
    open_by_hand: OpenByHand, visit: Visit, collector: Collector
) -> None:
    house = await open_by_hand(traces=f"http://127.0.0.1:{collector.server_port}")
    ann = await visit("Marigold", at=house)
    assert house.house.tracing is not None
    house.house.tracing.close()
    assert {path for path, _ in collector.taken} == {"/v1/traces"}
    said = b"".join(body for _, body in collector.taken)
    assert b"parlour" in said and b"POST /api/guests" in said
    assert ann.token.encode() not in said and b"Marigold" not in said
