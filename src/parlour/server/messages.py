"""Builds every message that a table sends to its guests, and the table as the lobby shows it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from parlour.bots.characters import on_plate
from parlour.core import protocol, speech, story
from parlour.core.events import EventJson
from parlour.core.match import Match, Ply
from parlour.server.table_settings import chosen

if TYPE_CHECKING:
    from parlour.server.connection import Connection
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")

WORD = re.compile(r"[^\W\d_]{2}")


# --- the table ---


def hello(table: LiveTable, seat: int | None) -> protocol.Hello:
    return protocol.Hello(
        game=table.game.name,
        version=table.game.version,
        seat=seat,
        seats=len(table.row.seats),
        names=table.names,
        options=table.options_json,
        clock=table.clock.rule,
        promise=table.promise,
    )


def show(table: LiveTable, guest: str | None, with_data: bool = False) -> protocol.Table:
    """The table as one guest sees it; `with_data`: including what a board needs to draw."""
    settings = table.settings
    return protocol.Table(
        **{**chosen(settings), "clock": table.clock.rule},
        clock_words=table.clock.rule.words,
        id=table.id,
        game=table.game.name,
        title=table.game.title,
        version=table.game.version,
        options=table.options_json,
        status=table.status,
        seats=_seats(table, guest),
        listed=table.row.listed,
        host=guest is not None and table.row.host == guest,
        promise=table.promise,
        ply=table.ply,
        mover=table.match.mover if table.match else None,
        watchers=sum(1 for c in table.connections if c.seat is None),
        created=table.row.created,
        result=result(table, guest),
        rematch=settings.rematch,
        part=table.earlier.title if table.earlier is not None and table.earlier.title else None,
        next=settings.next,
        demonstration=settings.demonstration,
        imported=settings.imported,
        origin=origin(table),
        closed=settings.closed or None,
        called_off=settings.called_off,
        tournament=settings.tournament,
        hints_left=table.hints.left(guest),
        data=table.data if with_data else UNSET,
    )


def origin(table: LiveTable) -> protocol.Origin | None:
    """Where a branch comes from. One from a record file may name any table, so that is not shown."""
    branch = table.settings.branch
    if branch is None:
        return None
    where = None if table.settings.imported else branch.table
    return protocol.Origin(where, branch.ply, branch.names, branch.kept is not None, branch.say(table.game.hides))


def _seats(table: LiveTable, guest: str | None) -> list[protocol.Seat]:
    running = table.match is not None and not table.match.over
    here, back = table.guests.present(), table.settings.taken_back
    seats = []
    for n, (seat, clock) in enumerate(zip(table.row.seats, table.clock.kept(), strict=True)):
        kind: protocol.SeatKind = "house" if seat.bot else "free" if seat.guest is None and not seat.name else "person"
        if kind == "person" and seat.guest in table.house.bots:
            kind = "bot"
        seats.append(
            protocol.Seat(
                seat=n,
                kind=kind,
                name=seat.name,
                word=table.word_of(n),
                you=guest is not None and seat.guest == guest,
                here=kind == "house" or n in here,
                away=kind not in ("house", "free") and table.guests.away(n),
                taken_over=n in table.settings.taken,
                left=running and table.match is not None and table.match.state.has_left(n),
                clock=clock,
                character=on_plate(seat.name) if kind == "house" else None,
                hints=table.hints.used(n),
                taken_back=back.get(n, 0),
            )
        )
    return seats


def listed(table: LiveTable, guest: str | None) -> protocol.Table:
    """The table as it appears in a list, with a line about its position."""
    shown = show(table, guest)
    table.back.shown(guest)
    mine = [seat.seat for seat in shown.seats if seat.you and not seat.left]
    your_turn = shown.status == "running" and shown.mover in mine
    return msgspec.structs.replace(shown, line=line(table, guest), your_turn=your_turn)


def table_message(table: LiveTable, guest: str | None) -> protocol.TableMessage:
    return protocol.TableMessage(**msgspec.structs.asdict(show(table, guest)))


def result(table: LiveTable, guest: str | None) -> protocol.TableResult | None:
    """The result of a game that is over. A guest who held exactly one seat is addressed as "you" in the reason."""
    if table.result is None:
        return None
    found = msgspec.convert(table.result, protocol.TableResult)
    you = table.only_seat(guest)
    if you is None or table.match is None or not table.match.over:
        return found
    return msgspec.structs.replace(found, why=speech.told_end(table.match, table.spoken, you))


def line(table: LiveTable, guest: str | None) -> str:
    """The position in a line, as this guest may know it: the first line of its description, if that is in words."""
    if table.match is None or table.match.over:
        return ""
    try:
        return _line(table, table.match, guest)
    except Exception as error:  # one broken game must not spoil the whole list
        table.write_down(error)
        return ""


def _line(table: LiveTable, match: Match, guest: str | None) -> str:
    seats = table.seats_of(guest)
    you = table.only_seat(guest)
    names = ["You" if seat == you else name for seat, name in enumerate(table.spoken)]
    view, _ = table.view(seats[0] if seats else None)
    first = table.game.say_view(view, names, table.options).split("\n", 1)[0]
    if not WORD.search(first):  # a drawing of the board
        first = f"Move {table.ply + 1}. {names[match.mover]} to move."
    return speech.to_you(first)


# --- what happened ---


def _says(table: LiveTable, events: Sequence[EventJson], seat: int | None) -> list[str]:
    """What happened, in words, for a seat. A guest who holds only this seat is addressed as "you"."""
    you = _you(table, seat)
    return [speech.told(table.game, event, table.spoken, seat, table.options, you) for event in events]


def _you(table: LiveTable, seat: int | None) -> int | None:
    """The seat to address as "you": one whose guest holds no other."""
    return None if seat is None else table.only_seat(table.row.seats[seat].guest)


def events(table: LiveTable, ply: Ply, seat: int | None, words: bool) -> protocol.Events:
    """What happened in the last ply and what the seat sees now."""
    assert table.match is not None
    view, view_json = table.view(seat)
    shown = table.match.show(ply.told, seat)
    time = clocks(table) if not table.match.over else NO_CLOCKS
    return protocol.Events(
        ply=table.ply,
        seat=ply.seat,
        events=shown,
        view=view_json,
        mover=table.match.mover,
        clock=time.clock,
        clocks=time.clocks,
        says=_says(table, shown, seat) if words else UNSET,
        whose=story.whose(table.game.events, shown, ply.seat) if words else UNSET,
        text=_text(table, view, words),
        situation=_situation(table, view, seat, words),
    )


def past(table: LiveTable, start: int, seat: int | None, words: bool) -> Iterator[protocol.Ply]:
    """What happened so far, ply by ply from the set-up; plies played meanwhile are included."""
    if table.match is None:
        return
    if start == 0:
        yield _ply(table, 0, seat, words)
    plies = table.match.plies
    number = max(1, start)
    while number <= len(plies):
        yield _ply(table, number, seat, words, plies[number - 1].seat)
        number += 1


def _ply(table: LiveTable, number: int, seat: int | None, words: bool, mover: int | None = None) -> protocol.Ply:
    assert table.match is not None
    events = table.match.events_in(number, seat)
    return protocol.Ply(
        ply=number,
        events=events,
        seat=UNSET if mover is None else mover,
        says=_says(table, events, seat) if words else UNSET,
        whose=story.whose(table.game.events, events, mover) if words else UNSET,
    )


# --- turns ---


class Clocks(NamedTuple):
    """The times in a message: what the mover has left now, and what each seat had left after its last move."""

    clock: protocol.Remaining | UnsetType
    clocks: list[protocol.SeatClock] | UnsetType


NO_CLOCKS = Clocks(UNSET, UNSET)


def clocks(table: LiveTable) -> Clocks:
    assert table.match is not None
    return Clocks(table.clock.remaining(), table.clock.kept() if table.clock.timed else UNSET)


def _text(table: LiveTable, view: Any, words: bool) -> str | UnsetType:
    return table.game.say_view(view, table.spoken, table.options) if words else UNSET


def _situation(table: LiveTable, view: Any, seat: int | None, words: bool) -> str | UnsetType:
    """What the position means to a seat; to a spectator, from nobody's side."""
    assert table.match is not None
    if not words or table.match.over:
        return UNSET
    return speech.situation(table.game, view, table.spoken, seat, table.options, _you(table, seat))


def turn(table: LiveTable, seat: int, words: bool = False) -> protocol.Turn:
    """The question to the seat whose turn it is."""
    assert table.match is not None
    view, view_json = table.view(seat)
    asked = table.referee.turn(view_json, table.house.time.now())
    if not words:
        return asked
    moves = table.referee.legal()
    return msgspec.structs.replace(
        asked,
        back=table.back.offers(seat) or UNSET,
        clocks=clocks(table).clocks,
        words=[table.game.say_move(view, move, table.spoken, table.options) for move in moves],
        text=_text(table, view, words),
        situation=_situation(table, view, seat, words),
    )


def waiting(table: LiveTable, seat: int | None, words: bool) -> protocol.Waiting:
    """What a guest sees who sits down while it is somebody else's turn, or after the game."""
    assert table.match is not None
    view, view_json = table.view(seat)
    text = _text(table, view, words)
    if table.match.over:
        return protocol.Waiting(table.ply, view_json, -1, text=text)
    situation = _situation(table, view, seat, words)
    return protocol.Waiting(table.ply + 1, view_json, table.match.mover, *clocks(table), text, situation)


def pong(table: LiveTable) -> protocol.Pong:
    if table.match is None or table.match.over or not table.clock.timed:
        return protocol.Pong()
    return protocol.Pong(table.match.mover, *clocks(table))


# --- the end ---


def over(table: LiveTable, connection: Connection) -> protocol.Over:
    """The result; with words, the reason addresses the guest as "you"."""
    assert table.match is not None
    following = table.settings.next
    return protocol.Over(
        payoffs=table.match.verdict(),
        scores=[int(score) for score in table.match.state.scores()],
        seed=table.match.seed.hex,
        why=speech.told_end(table.match, table.spoken, _you(table, connection.seat) if connection.words else None),
        next=following.table if following else None,
    )
