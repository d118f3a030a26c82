"""OpenTelemetry traces, for hosts who ask for them: requests, the life of a move, thinking, and commits.

A span says what was done and how long that took: a route, a game, a pool of processes, numbers. It never says who, at
which table, with which cards: no token, name, id, address, move or seed. Without `--traces` there is no tracer at all,
and every place that would use one only looks whether it is None.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Coroutine, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar
from urllib.parse import urlsplit

import parlour
from parlour.core.errors import Refused
from parlour.server.settings import Settings

log = logging.getLogger("parlour.server")

T = TypeVar("T")
NAME = "parlour"
ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PATH = "/v1/traces"
CLOSING_SECONDS = 3.0
BILLION = 1_000_000_000


def wanted(settings: Settings, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the host asks for traces: by an option, or by OpenTelemetry's own variables."""
    if settings.traces is not None:
        return True
    off = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    off = off or environment.get("OTEL_TRACES_EXPORTER", "otlp") != "otlp"
    return not off and any(environment.get(name) for name in ENDPOINTS)


def endpoint_of(address: str) -> str:
    """Where a collector takes spans: at its usual path, unless the address has one."""
    try:
        parts = urlsplit(address)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fits = False
    if not fits:
        raise Refused(
            f"--traces is {address[:80]!r}, but it must be the address of a collector that takes OTLP over HTTP, "
            "such as http://localhost:4318.",
            "bad-setting",
        )
    return address if parts.path.strip("/") else f"{address.rstrip('/')}{PATH}"


def check(settings: Settings) -> None:
    """Refuse settings that can't work, before the house opens."""
    if settings.traces is not None:
        endpoint_of(settings.traces)
        _packages()


def opened(settings: Settings) -> Tracing | None:
    """The tracer that the host asks for, if any."""
    if not wanted(settings):
        return None
    try:
        sdk, export, exporter = _packages()
    except Refused as refusal:  # the variables may be meant for other programs
        log.warning("%s", refusal.text)
        return None
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": NAME}
    own = {**named, "service.version": parlour.__version__, "process.pid": os.getpid()}
    provider = sdk.TracerProvider(resource=sdk.Resource.create(own), shutdown_on_exit=False)
    given = {} if settings.traces is None else {"endpoint": endpoint_of(settings.traces)}
    provider.add_span_processor(export.BatchSpanProcessor(exporter.OTLPSpanExporter(**given)))
    return Tracing(provider)


class Life:
    """One move on its way: when it came, and when it was stored."""

    __slots__ = ("began", "stored")

    def __init__(self, began: int) -> None:
        self.began = began
        self.stored = 0


_life: ContextVar[Life | None] = ContextVar("life", default=None)


class Tracing:
    """What the house tells a collector. Spans that are under way are the parents of what they cause."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry import context, trace

        self._provider = provider
        self._tracer = provider.get_tracer(NAME, parlour.__version__)
        self._context = context
        self._trace = trace

    def close(self) -> None:
        """Send what is left, but do not wait long for a collector that is away."""
        closing = threading.Thread(target=self._provider.shutdown, daemon=True)
        closing.start()
        closing.join(CLOSING_SECONDS)

    # --- requests ---

    def begin(self) -> tuple[Any, Any]:
        """A request has come; give back what this returns when it is answered."""
        span = self._tracer.start_span("request", self._context.Context(), self._trace.SpanKind.SERVER)
        return span, self._context.attach(self._trace.set_span_in_context(span, self._context.Context()))

    def answered(self, begun: tuple[Any, Any], method: str, route: str, status: int) -> None:
        span, before = begun
        self._context.detach(before)
        span.update_name(f"{method} {route}")
        span.set_attributes({"http.request.method": method, "http.route": route, "http.response.status_code": status})
        if status >= 500:
            span.set_status(self._trace.StatusCode.ERROR)
        span.end()

    # --- moves ---

    async def move(self, game: str, ply: int, playing: Coroutine[Any, Any, T]) -> T:
        """The life of a move, from when it came until everybody was told; each has a trace of its own."""
        life = Life(time.time_ns())
        span = self._tracer.start_span("move", self._context.Context(), start_time=life.began)
        span.set_attributes({"parlour.game": game, "parlour.ply": ply})
        here = self._trace.set_span_in_context(span, self._context.Context())
        before, of = self._context.attach(here), _life.set(life)
        try:
            return await playing
        except Refused as refusal:
            span.set_attribute("parlour.refused", refusal.code)
            raise
        except Exception as error:
            span.set_status(self._trace.StatusCode.ERROR, type(error).__name__)
            raise
        finally:
            ended = time.time_ns()
            if life.stored:
                self._span("move stored", life.began, life.stored, here)
                self._span("move told", life.stored, ended, here)
            span.end(ended)
            _life.reset(of)
            self._context.detach(before)

    def stored(self) -> None:
        """The move that is being played here is safe."""
        life = _life.get()
        if life is not None:
            life.stored = time.time_ns()

    # --- work elsewhere ---

    def here(self) -> Any:
        """What is under way here, as the cause of work that is done later."""
        return self._context.get_current()

    def job(self, pool: str, deed: str, waited: float, took: float, work: float, cause: Any) -> None:
        """A job in a worker process has ended."""
        ended = time.time_ns()
        began = ended - int(took * BILLION)
        told = {"parlour.pool": pool, "parlour.job": deed, "parlour.waited_s": waited, "parlour.work_s": work}
        self._span(f"job {pool}", began, ended, cause, told)

    def batch(self, seconds: float, writes: int, moves: int) -> None:
        """The store has committed what was queued. Called in its thread."""
        ended = time.time_ns()
        told = {"parlour.writes": writes, "parlour.moves": moves}
        self._span("database batch", ended - int(seconds * BILLION), ended, self._context.Context(), told)

    def _span(self, name: str, began: int, ended: int, cause: Any, told: Mapping[str, Any] | None = None) -> None:
        self._tracer.start_span(name, cause, attributes=told, start_time=began).end(ended)


def _packages() -> tuple[Any, Any, Any]:
    try:
        from opentelemetry.exporter.otlp.proto.http import trace_exporter
        from opentelemetry.sdk import trace as sdk
        from opentelemetry.sdk.trace import export
    except ImportError:
        raise Refused(
            "Traces need packages that are not installed here: `pip install 'parlour[tracing]'` brings them.",
            "bad-setting",
        ) from None
    return sdk, export, trace_exporter
