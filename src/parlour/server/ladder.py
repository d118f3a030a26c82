"""The ladder: bots on call meet each other in rated games, or the house if they are alone.

It is slow on purpose, so that people never wait for it: a bot plays one such game at a time, keeps a place for people
if it has several, and rests between two games; the house sets few tables at a time, and one against its own players.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from random import SystemRandom
from typing import TYPE_CHECKING

from parlour.arena.anchors import HOUSE, meaning
from parlour.arena.matchmaking import Bout, Climber, bouts
from parlour.arena.scale import MIDDLE, points_of, scale_of
from parlour.bots.seat_words import known_words
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.games import find, find_if_here
from parlour.server.challenges import FILL, agreed_clock
from parlour.store import OnCall, StoreError, rows
from parlour.store.calling_writes import LADDER

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LOOK_SECONDS = 5.0
CLOCK = "3+2"
AGAINST_THE_HOUSE = 1  # such tables at a time


class Ladder:
    def __init__(self, house: House) -> None:
        self.house = house
        self.dice = SystemRandom()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.round()
            except (Refused, StoreError) as trouble:
                log.warning("the ladder: %s", trouble)
            except Exception as mistake:
                log.exception("the ladder: %s", mistake)

    async def round(self) -> int:
        """Set tables for those who can play now; returns how many. During maintenance nobody can."""
        if self.house.order.in_maintenance:
            return 0
        found = {one.bot.id: one for one in await self.house.store.on_call() if one.ladder_games}
        if not found:
            return 0
        running = await self.house.store.ladder_tables()
        room = self.house.settings.ladder_tables - len(running)
        against_house = sum(1 for seats in running.values() if seats == 1)
        points = await points_in_games(self.house, list(found))
        climbers = [self._climber(one, points) for one in found.values()]
        set_up = 0
        for bout in bouts(climbers, self.dice):
            if bout.rival is None:
                against_house += 1
                if against_house > AGAINST_THE_HOUSE:
                    continue
            if set_up >= room:
                break
            set_up += await self._set_up(bout, found)
        return set_up

    def _climber(self, one: OnCall, points: Mapping[tuple[str, str], int]) -> Climber:
        games = [name for name in one.ladder_games if find_if_here(name) is not None]
        kept = 1 if one.people and one.tables > 1 else 0  # for people
        rested = self.house.time.date() - one.matched > self.house.settings.ladder_seconds
        return Climber(
            one.bot.id,
            one.bot.owner or one.bot.id,
            {name: points.get((one.bot.id, name), round(MIDDLE)) for name in games},
            one.matched,
            one.room > kept and not one.laddering and rested,
        )

    async def _set_up(self, bout: Bout, found: Mapping[str, OnCall]) -> bool:
        bots = [found[one.bot].bot for one in (bout.bot, bout.rival) if one is not None]
        now = self.house.time.date()
        rest = self.house.settings.ladder_seconds
        if not await self.house.store.match_on_ladder([bot.id for bot in bots], now, now - rest):
            return False  # another process was quicker
        game = find(bout.game)
        options = game.read_options()
        players: list[rows.Guest | str] = [*bots]
        while len(players) < max(2, game.seats[0]):
            players.append(level_near(game, bout.bot.points[bout.game]))
        self.dice.shuffle(players)
        table = await self.house.lobby.set_table(
            None, game, options, players, clock=agreed_clock(game, options, None, CLOCK), rated=True, listed=True
        )
        for seat, player in enumerate(players):
            if not isinstance(player, str) and not await self.house.calling.invite(player.id, table, seat, LADDER):
                await self.house.lobby.call_off(table, f"{player.name} has just been asked to another table.")
                return False
        return True


async def points_in_games(house: House, players: list[str]) -> dict[tuple[str, str], int]:
    """The points of players by game, as far as they have any."""
    known = await house.store.ratings_of(players)
    return {(one.player, game): points_of(one.mu, one.sigma).points for game, one in known}


def level_near(game: AnyGame, points: int) -> str:
    """The house's level that was measured nearest to these points; `medium` if none was."""
    anchored = scale_of(game).anchored
    measured = {
        word: points_of(*anchored[HOUSE + meaning(game, word)]).points
        for word in known_words(game)
        if HOUSE + meaning(game, word) in anchored
    }
    return min(measured, key=lambda word: abs(measured[word] - points), default=FILL)
