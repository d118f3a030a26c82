"""The client's files, whose names change with their content: kept by browsers for good, and sent as small as these can
read them. The build puts the smaller copies beside them."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import HttpMethod, route
from litestar.handlers import HTTPRouteHandler
from litestar.response import File

from parlour.server.auth import AnyRequest
from parlour.server.errors import NOTHING_HERE, NotFound

SMALLER = {"br": ".br", "gzip": ".gz"}  # by the names of HTTP, the best first
KEEP = "public, immutable, max-age=31536000"


def readable(accepted: str) -> list[str]:
    """The encodings that a browser says it can read, the best first."""
    words = [part.partition(";") for part in accepted.lower().split(",")]
    known = {name.strip() for name, _, weight in words if weight.replace(" ", "") not in ("q=0", "q=0.0")}
    return [name for name in SMALLER if name in known]


def assets(folder: Path) -> HTTPRouteHandler:
    """The route to the files in a folder."""
    there = {file.name for file in folder.iterdir() if file.is_file()}

    @route("/assets/{name:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
    async def asset(request: AnyRequest, name: str) -> File:
        if name not in there:
            raise NotFound(NOTHING_HERE)
        headers = {"Cache-Control": KEEP, "Vary": "Accept-Encoding"}
        file = name
        for encoding in readable(request.headers.get("accept-encoding", "")):
            if (smaller := name + SMALLER[encoding]) in there:
                headers["Content-Encoding"], file = encoding, smaller
                break
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return File(folder / file, headers=headers, media_type=kind, content_disposition_type="inline")

    return asset
