"""The house players of a table: they think in other processes, and their decisions are played like anybody's."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from parlour.bots.belief import MOST_VIEWS, is_telling
from parlour.bots.characters import on_plate
from parlour.bots.seat_words import read_word
from parlour.core.errors import Refused
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events
from parlour.server import messages
from parlour.server.player_pool import left_of_turn
from parlour.server.workers import Overran
from parlour.store import StoreError

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")

MOST_OVERRUNS = 3  # in a row; after that the table's house players make default moves without thinking


class HousePlayers:
    """At most one of them thinks at a time: the one whose turn it is."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._plans: dict[int, tuple[int, list[MoveJson]]] = {}  # decided in advance, by seat: first ply, moves
        self._spent: dict[int, tuple[int, float]] = {}  # thinking time in this turn, by seat: next ply, ms
        self._heard: dict[int, deque[Events]] = {}  # what they saw of late, by seat
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_ply = 0
        self._overruns = 0  # in a row

    def listen(self) -> None:
        """Remember what they see now, if rivals' moves tell something. A table that moves house forgets it."""
        table = self.table
        if table.match is None or not is_telling(table.game, table.match.state):
            return
        for seat in range(len(table.row.seats)):
            heard = self._heard.setdefault(seat, deque(maxlen=MOST_VIEWS))
            if table.word_of(seat) is not None and (not heard or heard[-1].ply != table.ply):
                heard.append(Events(table.ply, [], table.view(seat)[1], table.match.mover))

    def think(self, seat: int, word: str | None) -> None:
        """Decide for this seat; without a word, make the default move, as for a seat that has left."""
        ply = self.table.ply + 1
        if self._thinking is not None and not self._thinking.done() and self._thinking_ply == ply:
            return
        self._thinking_ply = ply
        self._thinking = asyncio.create_task(self._decide(ply, seat, word))

    def think_no_more(self) -> None:
        """The owner of the seat to move has taken it back."""
        if self._thinking is not None and self._thinking_ply == self.table.ply + 1:
            self._thinking.cancel()

    def forget(self) -> None:
        """A move was taken back: what they saw, thought and planned no longer holds."""
        self.stop()
        self._plans.clear()
        self._spent.clear()
        self._heard.clear()

    def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()

    async def _decide(self, ply: int, seat: int, word: str | None) -> None:
        table = self.table
        assert table.match is not None
        if table.match.over or table.ply + 1 != ply:  # moves that another process has stored came first
            return
        start = table.house.time.now()
        try:
            move = int(table.match.state.default_move())
            if word is not None and self._overruns < MOST_OVERRUNS:
                long_thought = table.bearing.thinks(seat)
                try:
                    move = await self._next_thought(ply, seat, word)
                    self._overruns = 0
                except Overran as overrun:  # a greedy player would take as long: the rules themselves do
                    self._overruns += 1
                    if self._overruns == MOST_OVERRUNS:
                        log.warning("table %s (%s): %s never decides: %s", table.id, table.game.title, word, overrun)
                except Exception as error:  # whatever goes wrong in a worker, the table must go on
                    log.error("table %s, ply %s: house player %s failed: %r", table.id, ply, word, error)
                finally:
                    if long_thought is not None:
                        long_thought.cancel()
            pace = table.bearing.pace(seat, move)
            await asyncio.sleep(max(0.0, pace - (table.house.time.now() - start)))
            await table.play(ply, seat, move)
        except Refused as refusal:
            if refusal.code != "stale":
                log.error("table %s, ply %s: %s", table.id, ply, refusal.text)
        except StoreError as error:
            log.error("table %s, ply %s: a move could not be stored: %s", table.id, ply, error)
            await asyncio.sleep(1.0)
            if table.ply + 1 == ply:
                self._thinking_ply = 0
                table.drive()
        except Exception as error:
            table.rules_failed(error)

    async def _next_thought(self, ply: int, seat: int, word: str) -> int:
        """The house player's next decision: from its plan, or thought out now."""
        table = self.table
        planned_ply, plan = self._plans.pop(seat, (0, []))
        if not plan or planned_ply != ply:
            host = table.row.host or table.id
            hello, turn = messages.hello(table, seat), messages.turn(table, seat)
            plate = table.row.seats[seat].name if table.row.seats[seat].bot else None
            player = msgspec.structs.replace(read_word(table.game, word), character=on_plate(plate))
            chair = f"{table.id}/{seat}"
            spent_ply, spent = self._spent.get(seat, (0, 0.0))
            if spent_ply != ply:
                spent = 0.0
            start, turn = table.house.time.now(), left_of_turn(turn, player, spent)
            heard = list(self._heard.get(seat, ()))
            plan = await table.house.player_pool.think(table.game, player, hello, turn, host, chair, heard)
            spent += 1000 * (table.house.time.now() - start)
            self._spent[seat] = (ply + len(plan), spent)
        self._plans[seat] = (ply + 1, plan[1:])
        return table.game.moves.from_json(plan[0])
