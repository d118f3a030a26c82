"""The HTTP side of the house: guests, games, tables, records."""

from __future__ import annotations

import logging
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.enums import MediaType
from litestar.exceptions import NotAuthorizedException
from litestar.params import Parameter
from msgspec import Meta

import parlour
from parlour.bots.words import known_words
from parlour.core import protocol, record, story
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.protocol import (
    Bot,
    BotLog,
    BotMatch,
    BotMatches,
    ClassicDoor,
    Guest,
    GuestWish,
    Health,
    HouseFacts,
    Joined,
    NameWish,
    NewTable,
    Replay,
    ReturnWish,
    Rules,
    SeatWish,
    StartWish,
    Table,
    TableList,
    TakeoverWish,
    TrialWish,
)
from parlour.games import find, names
from parlour.server import bots, messages
from parlour.server.house import CLASSIC, House, NotFound
from parlour.server.table import LiveTable
from parlour.store import rows

log = logging.getLogger("parlour.server")

AnyRequest = Request[Any, Any, Any]


async def whoever(request: AnyRequest, house: House) -> rows.Guest | None:
    """The guest who asks, if a token came along."""
    header = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not token:
        return None
    guest = await house.guest_of(token.strip())
    if guest is None:
        raise NotAuthorizedException("This token was not given by this house.")
    return guest


async def somebody(request: AnyRequest, house: House) -> rows.Guest:
    guest = await whoever(request, house)
    if guest is None:
        raise NotAuthorizedException(
            "Say who you are: get a token from POST /api/guests and send it as a bearer token."
        )
    return guest


def address(request: AnyRequest, house: House) -> str:
    if house.settings.trust_proxy:
        # The last one was written by our own proxy; whoever asks can write the others.
        forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded[:64]
    return request.client.host if request.client else "?"


# --- guests ---


@post("/api/guests", summary="Become a guest")
async def new_guest(request: AnyRequest, house: House, data: GuestWish) -> Guest:
    if not house.new_guests.take(address(request, house)):
        raise Refused("Too many new guests from your address; try again in a minute.", "too-many")
    guest, token = await house.new_guest(data.name)
    return Guest(guest.id, guest.name, guest.kind, token)


@get("/api/guests/me", summary="Who you are")
async def me(request: AnyRequest, house: House) -> Guest:
    guest = await somebody(request, house)
    return Guest(guest.id, guest.name, guest.kind)


@patch("/api/guests/me", summary="Change your name")
async def rename(request: AnyRequest, house: House, data: NameWish) -> Guest:
    guest = await house.rename(await somebody(request, house), data.name)
    return Guest(guest.id, guest.name, guest.kind)


# --- bots ---


@post("/api/bots", summary="Get a token for a bot; with a token of your own it is yours")
async def new_bot(request: AnyRequest, house: House, data: GuestWish) -> Guest:
    owner = await whoever(request, house)
    if not house.new_guests.take(address(request, house)):
        raise Refused("Too many new guests from your address; try again in a minute.", "too-many")
    guest, token = await house.new_guest(data.name or "Bot", "bot", owner.id if owner else None)
    return Guest(guest.id, guest.name, guest.kind, token)


@get("/api/bots", summary="Your bots")
async def my_bots(request: AnyRequest, house: House) -> list[Bot]:
    owner = await somebody(request, house)
    return [Bot(bot.id, bot.name, bot.created) for bot in await house.store.bots_of(owner.id)]


@get("/api/bots/{bot:str}/token", summary="The token of one of your bots, again")
async def bot_token(request: AnyRequest, house: House, bot: str) -> Guest:
    found = await bots.own_bot(house, await somebody(request, house), bot)
    return Guest(found.id, found.name, found.kind, house.signer.token(found.id))


@post("/api/bots/{bot:str}/trials", summary="Lay tables for your bot against a house player")
async def lay_trials(request: AnyRequest, house: House, bot: str, data: TrialWish) -> list[BotMatch]:
    """Each table begins when the bot sits down; `seat` (from 0) changes from table to table unless it is named."""
    owner = await somebody(request, house)
    found = await bots.own_bot(house, owner, bot)
    laid = await bots.lay_trials(house, owner, found, data)
    return await bots.show_matches(house, [table.row for table in laid], {found.id})


@get("/api/bots/{bot:str}/matches", summary="The matches of one of your bots: how long it thought, what went wrong")
async def bot_matches(request: AnyRequest, house: House, bot: str, after: str | None = None) -> BotMatches:
    found = await bots.own_bot(house, await somebody(request, house), bot)
    return await bots.matches_of_bot(house, found.id, 20, after)


@get("/api/tables/{table_id:str}/log", summary="What a bot saw and did, its times, and what went wrong")
async def bot_log(
    request: AnyRequest,
    house: House,
    table_id: str,
    seat: Annotated[int, Parameter(ge=0, le=63)] = 0,
    after: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0,
) -> BotLog:
    """While the game runs for the bot and its owner only. `after` leaves out the lines up to that ply."""
    table = await house.table(table_id)
    return await bots.log_of(house, table, seat, await whoever(request, house), after)


@get("/api/classic", summary="The door for bots of the original Gardening War")
async def classic(house: House) -> ClassicDoor:
    door = house.classic
    bots_here = {bot.id for bot in await house.store.bots_of(CLASSIC, 60)}
    page = await house.store.matches_of(CLASSIC, limit=12)
    ended = [row for row in page.matches if row.status in ("over", "closed")]
    return ClassicDoor(
        open=door is not None,
        host=door.host if door else "",
        ports=[door.ports[seat] for seat in door.bot_seats] if door else [],
        seats=list(door.seats) if door else [],
        rounds=door.options.rounds if door else 0,
        waiting=door.named() if door else [],
        table=door.table_now if door else None,
        matches=await bots.show_matches(house, ended, bots_here),
    )


# --- games ---


_told: set[str] = set()  # games that were said to be left out


@cache
def show_game(name: str, whole: bool = False) -> protocol.Game:
    game = find(name)
    shown = protocol.Game(
        name=game.name,
        title=game.title,
        tagline=game.tagline,
        minutes=game.minutes,
        version=game.version,
        seats=(game.seats[0], game.seats[-1]),
        default_seats=game.default_seats,
        presets={name: dict(preset) for name, preset in game.presets.items()},
        quick=game.quick,
        players=known_words(game),
        hides=game.hides and not game.same_for_all,
        clock=game.clock_of(game.read_options()),
        options=msgspec.json.schema(game.Options),
        defaults=msgspec.to_builtins(game.read_options()),
    )
    if not whole:
        return shown
    return msgspec.structs.replace(
        shown,
        data=game.data(game.read_options(preset=game.quick)),
        view=msgspec.json.schema(game.View),
        moves=game.moves.schema(),
        events=game.events.schema(),
    )


@get("/api/games", summary="The games of the house")
async def list_games() -> list[protocol.Game]:
    """A package whose game does not load must not close the lobby for all the others."""
    shown = []
    for name in names():
        try:
            shown.append(show_game(find(name).name))
        except Exception as error:
            if name not in _told:
                _told.add(name)
                log.error("the game %s is left out: %s", name, error)
    return shown


@get("/api/games/{game:str}", summary="One game with all that a board or a bot needs: view, moves, events")
async def one_game(game: str) -> protocol.Game:
    return show_game(find(game).name, whole=True)


@get("/api/games/{game:str}/rules", summary="The rules of a game")
async def rules(game: str) -> Rules:
    found = find(game)
    return Rules(found.title, found.rules())


# --- tables ---


@get("/api/tables", summary="Tables that wait for a guest, or that can be watched")
async def list_tables(
    request: AnyRequest,
    house: House,
    status: Annotated[str, Parameter(pattern="^(open|running)$")] = "open",
    game: str | None = None,
    after: str | None = None,
) -> TableList:
    guest = await whoever(request, house)
    page = await house.store.tables((status,), game=game and game[:64], limit=50, after=after)
    # A rematch waits for its own guests, not for others.
    found = [row for row in page.matches if status != "open" or any(seat.empty for seat in row.seats)]
    return TableList(await _show_rows(house, found, guest), page.after)


@get("/api/tables/mine", summary="The tables you sit at")
async def my_tables(request: AnyRequest, house: House, after: str | None = None) -> TableList:
    guest = await somebody(request, house)
    page = await house.store.matches_of(guest.id, limit=30, after=after)
    return TableList(await _show_rows(house, page.matches, guest), page.after)


async def _show_rows(house: House, found: list[rows.Match], guest: rows.Guest | None) -> list[Table]:
    """Each table with a line about its position; one that cannot be loaded any more is left out."""
    return [messages.listed(table, guest.id if guest else None) for table in await house.tables_of(found)]


@post("/api/tables", summary="Make a table")
async def new_table(request: AnyRequest, house: House, data: NewTable) -> Table:
    guest = await somebody(request, house)
    table = await house.make_table(guest, data)
    return messages.show(table, guest.id, whole=True)


async def _at(request: AnyRequest, house: House, table_id: str) -> tuple[LiveTable, rows.Guest]:
    guest = await somebody(request, house)
    return await house.table(table_id), guest


@get("/api/tables/{table_id:str}", summary="One table")
async def one_table(request: AnyRequest, house: House, table_id: str) -> Table:
    guest = await whoever(request, house)
    table = await house.table(table_id)
    return messages.show(table, guest.id if guest else None, whole=True)


@post("/api/tables/{table_id:str}/join", summary="Sit down on a free seat", status_code=200)
async def join(request: AnyRequest, house: House, table_id: str, data: SeatWish) -> Joined:
    table, guest = await _at(request, house, table_id)
    seat = await house.join(table, guest, data.seat)
    return Joined(**msgspec.structs.asdict(messages.show(table, guest.id, whole=True)), seat=seat)


@post("/api/tables/{table_id:str}/leave", summary="Give your seat up", status_code=200)
async def leave(request: AnyRequest, house: House, table_id: str) -> Table:
    table, guest = await _at(request, house, table_id)
    await house.leave(table, guest)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/start", summary="Begin, with house players on free seats", status_code=200)
async def start(request: AnyRequest, house: House, table_id: str, data: StartWish) -> Table:
    table, guest = await _at(request, house, table_id)
    if table.row.host != guest.id:
        raise Refused("Only the host may start the table.", "forbidden")
    if not any(seat.empty for seat in table.row.seats) and (missing := table.missing()):
        raise Refused(f"The game begins when everybody is here; still missing: {', '.join(missing)}.", "not-here")
    await house.start(table, data.fill)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/close", summary="Close a table that has not begun", status_code=200)
async def close(request: AnyRequest, house: House, table_id: str) -> Table:
    table, guest = await _at(request, house, table_id)
    await house.close_table(table, guest)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/takeover", summary="Let a house player play on for a seat", status_code=200)
async def takeover(request: AnyRequest, house: House, table_id: str, data: TakeoverWish) -> Table:
    table, guest = await _at(request, house, table_id)
    await house.take_over(table, guest, data.seat, data.word)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/return", summary="Take your seat back", status_code=200)
async def give_back(request: AnyRequest, house: House, table_id: str, data: ReturnWish) -> Table:
    table, guest = await _at(request, house, table_id)
    await house.give_back(table, guest, data.seat)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/rematch", summary="Play again", status_code=200)
async def rematch(request: AnyRequest, house: House, table_id: str) -> Table:
    table, guest = await _at(request, house, table_id)
    again = await house.rematch(table, guest)
    return messages.show(again, guest.id, whole=True)


def _ended(table: LiveTable) -> Match:
    if table.match is None or not table.match.over:
        raise Refused("The game is not over yet; until then its moves are a secret of the players.", "not-over")
    return table.match


@get("/api/tables/{table_id:str}/replay", summary="A finished game, ply by ply, from any seat")
async def replay(
    request: AnyRequest, house: House, table_id: str, seat: Annotated[int | None, Parameter(ge=0, le=63)] = None
) -> Replay:
    guest = await whoever(request, house)
    who = guest.id if guest else None
    table = await house.table(table_id)
    played = _ended(table)
    if seat is not None and seat >= played.seats:
        raise Refused(f"This table has {played.seats} seats.", "no-seat")
    again = table.played(await house.store.moves_since(table_id, 0), table.spoken)
    plies = await house.archive.replay(again, seat, table.only_seat(who), who or address(request, house))
    return Replay(
        id=table.id,
        game=table.game.name,
        title=table.game.title,
        options=table.options_json,
        data=table.data,
        names=table.names,
        seat=seat,
        promise=played.seed.promise,
        seed=played.seed.hex,
        result=messages.result(table, who),
        turn_word=story.turn_word(table.game.events),
        round_word=story.round_word(table.game.events),
        plies=plies,
    )


@get("/api/tables/{table_id:str}/record", summary="The record file of a finished game", media_type=MediaType.JSON)
async def get_record(house: House, table_id: str) -> Response[bytes]:
    table = await house.table(table_id)
    rec = record.record(_ended(table), table.names)
    return Response(
        record.encode(rec),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id[:8]}.json"'},
    )


@post("/api/records", summary="Import a record file")
async def import_record(request: AnyRequest, house: House) -> Table:
    guest = await somebody(request, house)
    table = await house.import_record(guest, await request.body())
    return messages.show(table, guest.id)


# --- decks of Kata TCG ---


class DeckWish(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=500)]
    notes: Annotated[str, Meta(max_length=5000)] = ""
    cards: Annotated[dict[str, int], Meta(max_length=200)] = {}
    options: dict[str, Any] | None = None


class DeckText(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=70_000)]


@get("/api/kata-tcg/decks", summary="Ready-made decks and yours")
async def list_decks(request: AnyRequest, house: House) -> dict[str, Any]:
    from parlour.server import decks

    return await decks.shelf(house, await whoever(request, house))


@put("/api/kata-tcg/decks", summary="Save one of your decks")
async def save_deck(request: AnyRequest, house: House, data: DeckWish) -> dict[str, Any]:
    from parlour.server import decks

    return await decks.save(house, await somebody(request, house), data.name, data.notes, data.cards)


@delete("/api/kata-tcg/decks/{name:str}", summary="Throw one of your decks away", status_code=200)
async def drop_deck(request: AnyRequest, house: House, name: str) -> dict[str, Any]:
    guest = await somebody(request, house)
    if not await house.store.forget_text(guest.id, "deck", name[:200]):
        raise NotFound("You have no deck of this name.")
    return {"dropped": name}


@post("/api/kata-tcg/decks/check", summary="Say what is wrong with a deck", status_code=200)
async def check_deck(data: DeckWish) -> dict[str, Any]:
    from parlour.server import decks

    return decks.check(data.name, data.notes, data.cards, data.options)


@post("/api/kata-tcg/decks/read", summary="Read a deck file", status_code=200)
async def read_deck(data: DeckText) -> dict[str, Any]:
    from parlour.server import decks

    return decks.read(data.text)


@post("/api/kata-tcg/decks/write", summary="Write a deck file", status_code=200)
async def write_deck(data: DeckWish) -> dict[str, str]:
    from parlour.server import decks

    return decks.write(data.name, data.notes, data.cards)


# --- the rest ---


@get("/api/house", summary="How the house is doing")
async def about(house: House) -> HouseFacts:
    tables = list(house.tables.values())
    return HouseFacts(
        version=parlour.__version__,
        compiled=parlour.compiled(),
        guests=len({c.guest or id(c) for t in tables for c in t.connections}),
        tables=sum(1 for t in tables if t.row.status == "running" and t.connections),
    )


@get("/health", summary="Whether the house is open", include_in_schema=True)
async def health(house: House) -> Health:
    await house.store.guest("house")
    return Health("ok")


@get("/metrics", summary="Numbers for Prometheus", media_type=MediaType.TEXT)
async def metrics(house: House) -> str:
    stats = house.store.stats()
    tables = list(house.tables.values())
    chairs = [connection for table in tables for connection in table.connections]
    numbers: dict[str, tuple[float, str, str]] = {
        "parlour_start_time_seconds": (house.started, "gauge", "When this process opened, in Unix time"),
        "parlour_tables_live": (len(tables), "gauge", "Tables in memory"),
        "parlour_tables_running": (sum(t.row.status == "running" for t in tables), "gauge", "Games in play in memory"),
        "parlour_connections": (len(chairs), "gauge", "Open chairs, players and watchers"),
        "parlour_watchers": (sum(c.seat is None for c in chairs), "gauge", "Open chairs of watchers"),
        "parlour_moves_total": (house.moves_played, "counter", "Moves that happened at tables of this process"),
        "parlour_thinking": (house.thinkers.thinking, "gauge", "Decisions house players are thinking about"),
        "parlour_thinkers": (house.thinkers.workers, "gauge", "Processes that think by the clock"),
        "parlour_store_queue": (stats.queue, "gauge", "Writes that wait to be committed"),
        "parlour_store_batches_total": (stats.batches, "counter", "Commits"),
        "parlour_store_writes_total": (stats.writes, "counter", "Writes committed"),
        "parlour_store_moves_total": (stats.moves, "counter", "Moves stored by this process"),
        "parlour_store_failures_total": (stats.failures, "counter", "Writes that failed"),
        "parlour_store_retries_total": (stats.retries, "counter", "Commits tried again, for the database was away"),
        "parlour_store_last_commit_seconds": (stats.last_commit_ms / 1000, "gauge", "Duration of the last commit"),
    }
    lines = [
        "# HELP parlour_info Which Parlour this is.",
        "# TYPE parlour_info gauge",
        f'parlour_info{{version="{parlour.__version__}",compiled="{str(parlour.compiled()).lower()}"}} 1',
    ]
    for name, (value, kind, text) in numbers.items():
        lines += [f"# HELP {name} {text}.", f"# TYPE {name} {kind}", f"{name} {value}"]
    return "\n".join(lines) + "\n"


ROUTES = [
    new_guest, me, rename, new_bot, my_bots, bot_token, lay_trials, bot_matches, bot_log, classic, list_games,
    one_game, rules, list_tables, my_tables, new_table, one_table, join,
    leave, start, close, takeover, give_back, rematch, replay, get_record, import_record, list_decks, save_deck,
    drop_deck, check_deck, read_deck, write_deck, about, health, metrics,
]  # fmt: skip
