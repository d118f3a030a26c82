"""Tournaments as guests see them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.arena.tournaments.course import most_at_stake
from parlour.arena.tournaments.pairing import bracket
from parlour.arena.tournaments.standings import Line, crosstable
from parlour.core import protocol
from parlour.core.clock import read_clock
from parlour.games import find, find_if_here
from parlour.server.tournaments.progress import Progress, read_cup
from parlour.store import rows
from parlour.store.tournament_rows import LIVE, Entrant, Tournament, TournamentGame

if TYPE_CHECKING:
    from parlour.server.house import House

LARGEST_CROSSTABLE = 60  # entrants
MOST_WATCHED = 30


async def summaries(house: House, found: Sequence[Tournament], guest: str | None) -> list[protocol.TournamentSummary]:
    """A list of tournaments. One whose game is not here any more is left out."""
    hosts = await house.store.guests({one.host for one in found if one.host is not None})
    counts = await house.store.entrants_count(one.id for one in found)
    shown = []
    for one in found:
        game = find_if_here(one.game)
        if game is not None:
            head = _head(one, game.title, hosts.get(one.host or ""), guest)
            shown.append(protocol.TournamentSummary(**head, entered=counts[one.id]))
    return shown


def _head(row: Tournament, game_title: str, host: rows.Guest | None, guest: str | None) -> dict[str, Any]:
    cup = read_cup(row)
    return _copied(row, "id", "title", "game", "status", "listed", "created", "started", "ended") | {
        "game_title": game_title,
        "format": cup.format,
        "rated": cup.rated,
        "host": "" if host is None else host.name,
        "yours": guest is not None and row.host == guest,
    }


def _copied(row: Tournament | TournamentGame, *names: str) -> dict[str, Any]:
    """What a page shows as it is stored."""
    return {name: getattr(row, name) for name in names}


async def page(house: House, progress: Progress, guest: str | None) -> protocol.Tournament:
    """The whole page of a tournament, for one guest."""
    row, cup, state = progress.row, progress.cup, progress.state
    game = find(row.game)
    people = await house.store.guests({one.guest for one in state.entrants if one.guest is not None})
    host = await house.store.guest(row.host) if row.host is not None else None
    plan = progress.plan if progress.begun else None
    # A league of thousands of games takes a while to count, and tables must not wait.
    lines, played = await asyncio.to_thread(lambda: (progress.lines, games(progress)))
    small = plan is not None and len(plan.entrants) <= LARGEST_CROSSTABLE
    return protocol.Tournament(
        **_head(row, game.title, host, guest),
        entered=len(state.entrants),
        options=cup.options,
        preset=cup.preset,
        seats=cup.seats,
        games=plan.games if plan is not None else cup.games or cup.seats,
        rounds=plan.rounds if plan is not None else cup.rounds or 0,
        minutes=plan.minutes if plan is not None else cup.minutes or 0.0,
        ends=progress.ends,
        clock_words=read_clock(cup.clock).words,
        grace=cup.grace,
        entrants=[_entrant(one, people, guest) for one in (progress.entrants if progress.begun else state.entrants)],
        standings=[_line(line) for line in lines],
        crosstable=crosstable(plan, progress.results) if plan is not None and small else [],
        drawn=[
            protocol.TournamentRound(number, [list(table) for table in one.tables], one.byes)
            for number, one in enumerate(progress.pairings, start=1)
        ],
        played=played,
        bracket=bracket(len(plan.entrants)) if plan is not None and plan.format == "knock-out" else [],
        watch=await _watched(house, progress, lines) if row.status in LIVE else [],
    )


def _entrant(one: Entrant, people: dict[str, rows.Guest], guest: str | None) -> protocol.TournamentEntrant:
    known = people.get(one.guest or "")
    own = known is not None and guest is not None and guest in (known.id, known.owner)
    return protocol.TournamentEntrant(
        id=one.id,
        name=one.name,
        kind="house" if known is None else known.kind,
        player=one.guest,
        you=own,
        absent=one.absent,
        version=one.version,
    )


def _line(line: Line) -> protocol.TournamentLine:
    tally = line.tally
    return protocol.TournamentLine(
        place=line.place,
        entrant=line.entrant,
        points=tally.points,
        games=tally.games,
        won=tally.wins,
        drawn=tally.draws,
        lost=tally.losses,
        byes=tally.byes,
        forfeits=tally.forfeits,
        opposition=line.opposition,
        quality=line.quality,
        out=line.out,
    )


def games(progress: Progress) -> list[protocol.TournamentGame]:
    return [_game(one) for one in progress.games]


def _game(one: TournamentGame) -> protocol.TournamentGame:
    return protocol.TournamentGame(
        **_copied(one, "round", "seats", "extra", "status", "payoffs", "note"),
        meeting=one.place,
        game=one.number,
        tables=[] if one.status == "waiting" or one.at == 0.0 else one.tables,
    )


async def _watched(house: House, progress: Progress, lines: Sequence[Line]) -> list[str]:
    """Tables in play: those that have begun first, then those with guests, then those with the most at stake."""
    playing = [game for game in progress.games if game.status == "playing"]
    stakes = most_at_stake(lines, [(game.round, game.seats) for game in playing])
    ranked = sorted(zip(playing, stakes, strict=True), key=lambda pair: (pair[0].alone, pair[1], pair[0].key))
    found = await house.store.matches([game.table for game, _ in ranked[: 2 * MOST_WATCHED]])
    begun = {id for id, match in found.items() if match.status != "open"}
    return sorted((game.table for game, _ in ranked), key=lambda table: table not in begun)[:MOST_WATCHED]


async def calls(house: House, guest: str) -> protocol.TournamentCalls:
    """The tournament games that wait for a guest, or go on."""
    found = await house.store.awaited(guest)
    matches = await house.store.matches([game.table for _, game in found])
    told = []
    for row, game in found:
        match = matches.get(game.table)
        if match is None or match.status not in ("open", "running"):
            continue
        rivals = [seat.name for seat in match.seats if seat.guest != guest]
        seat = next(number for number, seat in enumerate(match.seats) if seat.guest == guest)
        until = game.at + read_cup(row).grace if match.status == "open" else None
        told.append(protocol.TournamentCall(row.id, row.title, game.table, seat, game.round, rivals, until))
    entered = await house.store.tournaments_of(guest, limit=10)
    return protocol.TournamentCalls(told, any(one.status in ("open", *LIVE) for one in entered))
