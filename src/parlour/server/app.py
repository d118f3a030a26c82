"""The application: routes, errors in words, headers, the web client and the API pages."""

from __future__ import annotations

import logging
import mimetypes
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import File

import parlour
from parlour.core.errors import Refused
from parlour.core.protocol import Refusal
from parlour.server import boards, call_socket, pages, rooms, websocket
from parlour.server.assets import assets
from parlour.server.errors import BUG, NOTHING_HERE, STATUS
from parlour.server.house import House
from parlour.server.metrics_port import metrics_port
from parlour.server.routes import ROUTES
from parlour.server.routes.facts import numbers_of
from parlour.server.settings import Settings
from parlour.server.smaller import Smaller
from parlour.server.time_source import TimeSource
from parlour.store import Store, StoreError, for_guests

log = logging.getLogger("parlour.server")
mimetypes.add_type("application/manifest+json", ".webmanifest")

WEB = Path(parlour.__file__).parent / "_web"
LARGEST_BODY = 2 * 1024 * 1024
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
        "connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
REFUSED = ResponseSpec(
    Refusal, generate_examples=False, description="Refused. Other errors, from 401 to 503, have the same form."
)
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`")
NO_CLIENT = """<!doctype html><meta charset="utf-8"><title>Parlour</title>
<p>The house is open, but its web client is missing. In a copy of the source, run <code>make build</code>; if you
installed Parlour with pip, reinstall it from a complete package. Then open the house again. The API is at
<a href="/api/docs">/api/docs</a>.</p>"""


API_PAGES = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Parlour: the API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/swagger/swagger-ui.css"></head>
<body><div id="pages"><p>The OpenAPI description is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></div>
<script src="/swagger/swagger-ui-bundle.js"></script><script src="/api/docs.js"></script></body></html>
"""
API_SCRIPT = """if (window.SwaggerUIBundle)
  SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#pages", deepLinking: true, validatorUrl: null });
"""


def _say(status: int, code: str, sentence: str, **more: Any) -> Response[bytes]:
    body = msgspec.json.encode(Refusal(code, sentence, **more))
    return Response(body, status_code=status, media_type="application/json", headers=HEADERS)


def _count(request: Request[Any, Any, Any], code: str) -> None:
    house: House | None = getattr(request.app.state, "house", None)
    if house is not None:
        house.measures.errors.add("http", code)


def on_refused(request: Request[Any, Any, Any], refusal: Refused) -> Response[bytes]:
    _count(request, refusal.code)
    return _say(STATUS.get(refusal.code, 400), refusal.code, _sentence(refusal.text), **refusal.more)


def _sentence(text: str) -> str:
    """Several findings on one line, with a capital at the start unless that is the name of a file."""
    joined = "; ".join(text.splitlines())
    if "." not in joined.partition(" ")[0].rstrip(".,:;"):
        joined = f"{joined[:1].upper()}{joined[1:]}"
    return joined + ("" if joined.endswith((".", "?", "!")) else ".")


def on_store_error(request: Request[Any, Any, Any], trouble: StoreError) -> Response[bytes]:
    _count(request, "store" if trouble.reason not in ("junk", "refused") else "bad-request")
    if trouble.reason == "junk":
        return _say(400, "bad-request", str(trouble))
    log.error("store: %s", trouble)
    if trouble.reason == "refused":
        return _say(400, "bad-request", for_guests(trouble))
    return _say(503, "store", for_guests(trouble))


def on_validation(request: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    _count(request, "bad-request")
    details = error.extra if isinstance(error.extra, list) else []
    if any(isinstance(d, dict) and d.get("message") == "'data'" for d in details):
        return _say(400, "bad-request", "This request needs a JSON body; {} will do if there is nothing to set.")
    body = request.route_handler.parsed_fn_signature.parameters.get("data")
    wanted = None if body is None else body.annotation
    said = "; ".join(_wrong_part(wanted, d) for d in details if isinstance(d, dict))
    return _say(400, "bad-request", f"Invalid request: {said or error.detail}.")


def _wrong_part(wanted: Any, detail: dict[str, Any]) -> str:
    """What is wrong with one part of a request; for an unknown field, which fields exist."""
    key, message = str(detail.get("key", "body")), str(detail.get("message", ""))
    unknown = UNKNOWN_FIELD.fullmatch(message)
    fields = _fields(wanted, key) if unknown else []
    if not unknown or not fields:
        return f"{key}: {message}"
    where = "" if key == "data" else f" in {key}"
    return f"unknown field {unknown[1][:40]!r}{where}; the fields are {', '.join(fields)}"


def _fields(wanted: Any, key: str) -> list[str]:
    """The fields of a request's body, or of the part under this key."""
    if key != "data":
        wanted = get_type_hints(wanted).get(key) if isinstance(wanted, type) else None
    for kind in (wanted, *get_args(wanted)):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return list(kind.__struct_encode_fields__)
    return []


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    words = {401: "no-token", 404: "not-found", 405: "wrong-method", 413: "too-long", 429: "too-many"}
    code = words.get(error.status_code, "bad-request")
    _count(request, code)
    return _say(error.status_code, code, _sentence(error.detail) if error.status_code != 404 else NOTHING_HERE)


def on_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    _count(request, "mistake")
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return _say(500, "mistake", BUG)


def _file(wanted: str) -> Path | None:
    """A file of the client; nothing outside its folder."""
    try:
        found = (WEB / wanted).resolve()
        return found if WEB.resolve() in found.parents and found.is_file() else None
    except (OSError, ValueError):  # impossible file names
        return None


@get(["/", "/{path:path}"], include_in_schema=False, cache_control=CacheControlHeader(no_cache=True))
async def client(request: Request[Any, Any, Any], house: House, path: str | None = None) -> Response[Any]:
    """Every address outside the API shows the client, which does its own routing."""
    wanted = (path or "").strip("/")
    if wanted.startswith(("api/", "ws/")) or wanted in ("api", "ws"):
        return _say(404, "not-found", NOTHING_HERE)
    if wanted and "." in wanted.rsplit("/", 1)[-1]:
        found = _file(wanted)
        if found is None:
            return _say(404, "not-found", NOTHING_HERE)
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return File(found, content_disposition_type="inline", media_type=kind)
    index = WEB / "index.html"
    if not index.is_file():
        return Response(NO_CLIENT, media_type="text/html")
    return Response(await pages.page(index, request, house, wanted), media_type="text/html")


@get("/api/docs", include_in_schema=False)
async def api_pages() -> Response[str]:
    """The API documentation, which also works offline: Swagger UI ships with the web client."""
    return Response(API_PAGES, media_type="text/html")


@get("/api/docs.js", include_in_schema=False)
async def api_script() -> Response[str]:
    """A separate file, because the content security policy forbids inline scripts."""
    return Response(API_SCRIPT, media_type="text/javascript")


async def _errors_are_json(response: Any) -> Any:
    """Replace Litestar's own 404 page."""
    if response.status_code == 404:
        return _say(404, "not-found", NOTHING_HERE)
    return response


def routes() -> list[Any]:
    """All HTTP routes: the house's own and those of single games."""
    found = [*ROUTES, *(route for routes in rooms.routes().values() for route in routes)]
    for route in found:
        route.responses = {400: REFUSED, **(route.responses or {})}
    return found


@asynccontextmanager
async def house_is_open(app: Litestar) -> AsyncIterator[None]:
    house: House = app.state.new_house()
    await house.open()
    app.state.house = house
    try:
        async with metrics_port(house.settings.metrics_port, lambda: numbers_of(house)), rooms.open_rooms(house):
            yield
    finally:
        await house.close()


def make_app(settings: Settings, store: Store | None = None, time_source: TimeSource | None = None) -> Litestar:
    """The application of one process. Without a store, it opens the one named in the settings."""

    async def house() -> House:
        found: House = app.state.house
        return found

    handlers: list[Any] = [
        *routes(),
        websocket.chair,
        call_socket.call,
        boards.board_file,
        client,
        api_pages,
        api_script,
    ]
    if (WEB / "assets").is_dir():
        handlers.append(assets(WEB / "assets"))
    app = Litestar(
        handlers,
        lifespan=[house_is_open],
        dependencies={"house": Provide(house)},
        exception_handlers={
            Refused: on_refused,
            StoreError: on_store_error,
            ValidationException: on_validation,
            HTTPException: on_http,
            Exception: on_mistake,
        },
        openapi_config=OpenAPIConfig(
            title="Parlour",
            version=parlour.__version__,
            description="One house for turn-based card and board games. Play goes over a WebSocket: see the guide.",
            render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/schema"], media_type=MediaType.JSON)],
            openapi_router=Router("/api", route_handlers=[], include_in_schema=False, after_request=_errors_are_json),
        ),
        response_headers=HEADERS,
        middleware=[Smaller()],
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    app.state.new_house = lambda: House(settings, store or Store.open(settings.db), time_source)
    return app
