"""What goes on in the house: its characters' moods, the puzzle of the day, and the best of the latest games."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import logging
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.bots.characters import CHARACTERS, on_plate
from parlour.core.english import count, listed
from parlour.core.errors import Refused
from parlour.core.protocol import Character, DailyPuzzle, Ending, Highlight, Mood
from parlour.games import find, find_if_here, names, title_of
from parlour.lab.looking_back import from_review
from parlour.lab.puzzles.book import shipped
from parlour.lab.puzzles.words import ask
from parlour.server.demonstration import is_demonstration
from parlour.server.table_match import spoken
from parlour.server.table_settings import read_settings
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

DAY: Final = 86_400.0
MOODS_SECONDS: Final = 30.0  # how long they last
BEST_SECONDS: Final = 600.0
CANDIDATES: Final = 8  # games that are looked back on
FEWEST_PLIES: Final = 8  # a game that was given up at once is no highlight


class GoingOn:
    """Kept for a while: the lobby asks often, and little changes."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._moods: list[Mood] = []
        self._best: Highlight | None = None
        self._moods_until = self._best_until = float("-inf")
        self._looking: asyncio.Task[None] | None = None
        self._drama: dict[str, tuple[float, str]] = {}  # of games looked back on: how much, and in words

    async def moods(self) -> list[Mood]:
        now = self.house.time.now()
        if now >= self._moods_until:
            self._moods_until = now + MOODS_SECONDS
            lately = await self.house.store.lately(self.house.time.date() - DAY, 200)
            running = [table.row for table in self.house.tables.values() if table.status == "running"]
            self._moods = [mood_of(one, lately, running) for one in CHARACTERS]
        return self._moods

    def best(self) -> Highlight | None:
        """The best of the latest public games, as far as it has been found."""
        now = self.house.time.now()
        if now >= self._best_until and (self._looking is None or self._looking.done()):
            self._best_until = now + BEST_SECONDS
            self._looking = self.house.background(self._look_for_the_best())
        return self._best

    async def _look_for_the_best(self) -> None:
        """Of the last day, or else of the last week."""
        now = self.house.time.date()
        for days in (1, 7):
            found = await self.house.store.lately(now - days * DAY, 4 * CANDIDATES, public=True)
            counted = await self.house.store.move_counts([row.id for row in found])
            told = [row for row in found if counted.get(row.id, 0) >= FEWEST_PLIES and _is_a_game(row)]
            if told:
                self._best = await self._most_dramatic(told[:CANDIDATES])
                return
        self._best = None

    async def _most_dramatic(self, found: Sequence[rows.Match]) -> Highlight | None:
        best: tuple[float, Highlight] | None = None
        for row in found:
            try:
                much, says = await self._told(row)
                title = find(row.game).title
            except (Refused, StoreError) as refusal:  # its game is not here any more
                log.info("table %s can't be looked back on: %s", row.id, refusal)
                continue
            if best is None or much > best[0]:
                names = spoken_names(row)
                best = much, Highlight(row.id, row.game, title, names, says, row.ended or 0.0)
        return None if best is None else best[1]

    async def _told(self, row: rows.Match) -> tuple[float, str]:
        if row.id not in self._drama:
            table = await self.house.table(row.id)
            review = await self.house.reviews.found(table)
            if review is not None:
                ending = from_review(review)
            else:
                again = table.played(await self.house.store.moves_since(row.id, 0), table.spoken)
                raw = await self.house.archive.ending(again, None, "house")
                ending = msgspec.json.decode(bytes(raw), type=Ending) if isinstance(raw, msgspec.Raw) else raw
            if len(self._drama) > 500:
                self._drama.clear()
            payoffs = (row.result or {}).get("payoffs") or []
            self._drama[row.id] = drama(ending.curve, payoffs, table.spoken)
        return self._drama[row.id]


def _is_a_game(row: rows.Match) -> bool:
    """Played here, from the beginning, and by somebody."""
    settings = read_settings(row)
    return not (settings.imported or settings.branch is not None or is_demonstration(row))


def spoken_names(row: rows.Match) -> list[str]:
    plates = [seat.name or f"Seat {n + 1}" for n, seat in enumerate(row.seats)]
    return spoken(plates, [seat.bot for seat in row.seats])


def drama(curve: Sequence[Sequence[float]], payoffs: Sequence[float], names: Sequence[str]) -> tuple[float, str]:
    """How dramatic a game was, and why in a sentence: by how often the lead changed and from where the winner came."""
    if not curve or not payoffs:
        return 0.0, f"{listed(list(names))} played it to the end."
    leaders = [max(range(len(chances)), key=lambda seat: chances[seat]) for chances in curve]
    turns = sum(one != other for one, other in pairwise(leaders))
    best = max(payoffs)
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff == best]
    if len(winners) != 1:
        return 0.6 + 0.05 * min(turns, 10), f"{listed([names[seat] for seat in winners])} could not be parted."
    winner = winners[0]
    lowest = min(chances[winner] for chances in curve[:-1] or curve)
    even = 1 / len(names)
    score = max(0.0, even - lowest) / even + 0.06 * min(turns, 10)
    if lowest < even / 2:
        return score, f"{names[winner]} was down to {max(1, round(100 * lowest))} % and still won."
    if turns > 1:
        return score, f"The lead changed {count(turns, 'time')} before {names[winner]} won."
    return score, f"{names[winner]} led from the start and never let go."


def mood_of(character: Character, lately: Iterable[rows.Match], running: Iterable[rows.Match]) -> Mood:
    """How a character feels after the games of the last day. It names no guest: most of these games are private."""
    name = character.name
    won = lost = 0
    latest: tuple[str, bool] | None = None
    for row in lately:
        payoffs = (row.result or {}).get("payoffs") or []
        for number, seat in enumerate(row.seats):
            if seat.bot is None or on_plate(seat.name) != character or number >= len(payoffs):
                continue
            if payoffs[number] == max(payoffs) != min(payoffs):
                won += 1
                latest = latest or (row.game, True)
            elif payoffs[number] < max(payoffs):
                lost += 1
                latest = latest or (row.game, False)
    playing = [row for row in running if row.listed and any(_sits(character, seat) for seat in row.seats)]
    where = playing[0].id if playing else None
    if latest is None:
        return Mood(character, "calm", f"{name} is waiting for a game.", where)
    title = title_of(latest[0])
    tally = f"{count(won, 'win')}, {count(lost, 'loss', 'losses')} since yesterday."
    if latest[1]:
        says = f"{name} has just won at {title}: {tally}"
        return Mood(character, "delighted" if won > lost else "content", says, where)
    return Mood(character, "glum" if lost > won else "cross", f"{name} has just lost at {title}: {tally}", where)


def _sits(character: Character, seat: rows.Seat) -> bool:
    return seat.bot is not None and on_plate(seat.name) == character


def puzzle_of(day: datetime.date) -> DailyPuzzle | None:
    """The puzzle of a day: the games take turns, and the date chooses among their puzzles."""
    games = [game for game in map(find_if_here, names()) if game is not None]
    there = [(game, sorted(shipped(game))) for game in games]
    there = [(game, ids) for game, ids in there if ids]
    if not there:
        return None
    game, ids = there[day.toordinal() % len(there)]
    drawn = int.from_bytes(hashlib.sha256(f"{day.isoformat()} {game.name}".encode()).digest()[:8], "big")
    return DailyPuzzle(game.name, game.title, ids[drawn % len(ids)], ask(game), tried=False)
