"""Pictures of tables: the board for lists, a card for shared links. Both show only what a spectator may see."""

from __future__ import annotations

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from parlour.server import pictures
from parlour.server.auth import AnyRequest, client_address
from parlour.server.house import House


@get(
    "/api/tables/{table_id:str}/picture.svg",
    summary="The board of a table, small",
    responses={200: ResponseSpec(bytes, generate_examples=False, media_type="image/svg+xml", description="An SVG")},
)
async def board_picture(house: House, table_id: str) -> Response[bytes]:
    table = await house.table(table_id)
    drawn = pictures.board(table).svg().encode()
    return Response(drawn, media_type="image/svg+xml", headers=pictures.cached(table))


@get(
    "/api/tables/{table_id:str}/picture.png",
    summary="The card of a table that a shared link shows",
    responses={200: ResponseSpec(bytes, generate_examples=False, media_type="image/png", description="A PNG")},
)
async def card_picture(request: AnyRequest, house: House, table_id: str) -> Response[bytes]:
    table = await house.table(table_id)
    painted = await house.pictures.card(table, client_address(request, house))
    return Response(painted, media_type="image/png", headers=pictures.cached(table))


ROUTES = [board_picture, card_picture]
