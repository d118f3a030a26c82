"""The processes in which house players think, and in which previews and plans are computed."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from secrets import randbits
from typing import Any

import msgspec

from parlour.bots.player import Player
from parlour.bots.seat_words import SeatWord, known_words, program_in, split_character
from parlour.bots.thinkers import THOUGHT, GreedyPlayer, SearchPlayer
from parlour.core.dice import Dice
from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.core.preview import Preview, plan, preview
from parlour.core.protocol import Events, Hello, Plan, Turn
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.hints import SECONDS, Advice, Hinter
from parlour.server.measures import Measures
from parlour.server.workers import Overran
from parlour.server.workers import Pool as Pool


def check_house_word(game: AnyGame, word: str, also: tuple[str, ...] = ()) -> None:
    """Guests may only seat named players and levels, never a program or a player with unlimited time."""
    words = [*also, *known_words(game)]
    level, _ = split_character(word)
    if level not in words:
        hint = did_you_mean(word, words)
        if ":" in word:
            hint = " Programs join a house with `parlour bot join`." if program_in(word) else ""
        raise Refused(f"A seat in {game.title} must be one of {', '.join(words)}, not {word[:40]!r}.{hint}", "bad-seat")


QUICK_MS = 250  # a player who needs longer goes on in the slow pool
SHORTEST_MS = 100  # however busy the house is
MARGIN_MS = 150  # a search stops this long before its clock runs out
# Seconds of work after which a process is killed. Players keep to their own time limits (see core/watch.py); these
# are for rules that never finish, and allow for loading the game.
LOADING = 2.0
QUICK_LIMIT = LOADING + 1.0
PREVIEW_LIMIT = LOADING
HINT_LIMIT = LOADING + 2 * SECONDS
SHORTEST_HINT = 0.4  # seconds of work, however busy the house is
MOST_REMEMBERED = 10_000


# --- in the worker processes ---


class Thought(msgspec.Struct):
    """A house player's decision, and any further decisions of the same move that it has already made."""

    moves: list[MoveJson]
    hurried: bool = False  # it would have used more time
    took_ms: int = 0


_regulars: OrderedDict[tuple[str, str], Player] = OrderedDict()  # simple players with a memory, by chair and word


def think(
    game_name: str, word: SeatWord, chair: str, hello: bytes, turn: bytes, heard: bytes, words: list[int]
) -> bytes:
    """One decision, made from what the seat sees and has seen of late."""
    game = find(game_name)
    player = _regulars.get((chair, word.name))
    if player is None:
        player = word.player(game, Dice(*words), workers=1)
        player.hello(msgspec.json.decode(hello, type=Hello))
        if word.name in game.players:
            _regulars[chair, word.name] = player
            while len(_regulars) > MOST_REMEMBERED:
                _regulars.popitem(last=False)
    if player.listens:
        for events in msgspec.json.decode(heard, type=list[Events]):
            player.told(events)
    asked = msgspec.json.decode(turn, type=Turn)
    start = time.perf_counter()
    choice = player.choose(asked)
    took_ms = round(1000 * (time.perf_counter() - start))
    first = asked.moves[choice] if isinstance(choice, int) else choice
    planned = player.planned if isinstance(player, SearchPlayer) else []
    hurried = isinstance(player, SearchPlayer | GreedyPlayer) and player.hurried
    return msgspec.json.encode(Thought([first, *(game.moves.to_json(move) for move in planned)], hurried, took_ms))


def preview_move(game_name: str, view: bytes, seat: int, move: int, words: list[int]) -> bytes:
    game = find(game_name)
    return msgspec.json.encode(preview(game, read_view(game, view), seat, move, Dice(*words)))


def plan_ahead(
    game_name: str, options: bytes, view: bytes, seat: int, row: list[int], names: list[str], words: list[int]
) -> bytes:
    game = find(game_name)
    found = plan(game, read_view(game, view), seat, row, Dice(*words))
    choice = game.read_options(msgspec.json.decode(options))
    answer = Plan(
        id=None,
        done=found.done,
        view=found.view,
        moves=[game.moves.to_json(move) for move in found.moves],
        words=[game.say_move(found.view, move, names, choice) for move in found.moves],
    )
    if found.reason is not None:
        answer = msgspec.structs.replace(answer, code=found.reason.code, why=found.reason.text)
    return msgspec.json.encode(answer)


def give_hint(
    game_name: str, options: bytes, view: bytes, seat: int, names: list[str], seed: str, seconds: float
) -> bytes:
    game = find(game_name)
    choice = game.read_options(msgspec.json.decode(options))
    hinter = Hinter(game, choice, read_view(game, view), seat, names, Seed.parse(seed))
    return msgspec.json.encode(hinter.advise(seconds))


def read_view(game: AnyGame, view: bytes) -> Any:
    return game.read_view(msgspec.json.decode(view))


# --- in the house ---


class PlayerPool:
    """Two pools of processes, so that slow players never delay quick ones.

    A player starts in the quick pool, unless it thinks by the clock or was slow the last time for this host and game;
    if it does not finish soon, it starts over in the slow pool. In both pools, hosts take turns.
    """

    def __init__(self, workers: int, measures: Measures | None = None) -> None:
        self.workers = workers
        self.slow = Pool(workers, name="slow", measures=measures)
        self.quick = Pool(1, name="quick", measures=measures)
        self._thinking: Counter[str] = Counter()  # jobs in the slow pool, by host
        self._tardy: OrderedDict[tuple[str, str], None] = OrderedDict()  # hosts and games that were slow the last time

    @property
    def thinking(self) -> int:
        return self.slow.jobs + self.quick.jobs

    async def think(
        self,
        game: AnyGame,
        word: SeatWord,
        hello: Hello,
        turn: Turn,
        host: str,
        chair: str,
        heard: Sequence[Events] = (),
    ) -> list[MoveJson]:
        """A house player's decision; Overran if it never makes one.

        `host` is whose turn this uses up. A player with a memory is identified by its `chair`. `heard` is what the seat
        saw of late, if that tells it something.
        """
        ours = host, game.name
        told = msgspec.json.encode(hello), msgspec.json.encode(heard)

        async def ask(pool: Pool, turn: Turn, limit: float) -> Thought:
            given = game.name, word, chair, told[0], msgspec.json.encode(turn), told[1], fresh_dice()
            return msgspec.json.decode(await pool.run(think, *given, seconds=limit, guest=host), type=Thought)

        if not word.by_the_clock and ours not in self._tardy:
            hasty = grant(turn, QUICK_MS)
            try:
                thought = await ask(self.quick, hasty, QUICK_LIMIT)
            except Overran:
                self._send_away(ours)
                raise
            if not thought.hurried or hasty is turn:
                return thought.moves
            self._send_away(ours)
        self._thinking[host] += 1
        try:
            thought = await ask(self.slow, share(turn, self.part_of(host)), limit_of(word))
        finally:
            self._thinking[host] -= 1
            self._thinking = +self._thinking  # drop the zeros
        if not word.by_the_clock and not thought.hurried and thought.took_ms < QUICK_MS:
            self._tardy.pop(ours, None)
        return thought.moves

    def _send_away(self, ours: tuple[str, str]) -> None:
        self._tardy[ours] = None
        while len(self._tardy) > MOST_REMEMBERED:
            self._tardy.popitem(last=False)

    def part_of(self, host: str) -> float:
        """How many processes each of this host's players may claim: hosts get equal shares, and so do their players."""
        return self.workers / (len(self._thinking) * self._thinking[host])

    async def preview(self, game: AnyGame, view: bytes, seat: int, move: int, guest: str) -> Preview:
        """What a legal move of this seat is certain to change, computed from its own view alone."""
        given = game.name, view, seat, move, fresh_dice()
        return msgspec.json.decode(await self._look_ahead(guest, preview_move, *given), type=Preview)

    async def plan(
        self, game: AnyGame, options: Any, view: bytes, seat: int, row: list[int], names: list[str], guest: str
    ) -> Plan:
        """Where a sequence of this seat's decisions would lead."""
        given = game.name, msgspec.json.encode(options), view, seat, row, names, fresh_dice()
        return msgspec.json.decode(await self._look_ahead(guest, plan_ahead, *given), type=Plan)

    async def hint(self, game: AnyGame, options: Any, view: bytes, seat: int, names: list[str], guest: str) -> Advice:
        """What the house would do in this seat's place, from its own view alone. It thinks less when many do."""
        self._thinking[guest] += 1
        try:
            seconds = max(SHORTEST_HINT, SECONDS * min(1.0, self.part_of(guest)))
            given = game.name, msgspec.json.encode(options), view, seat, names, Seed.fresh().hex, seconds
            answer = await self.slow.run(give_hint, *given, seconds=HINT_LIMIT, guest=guest)
            return msgspec.json.decode(answer, type=Advice)
        except Overran:
            raise Refused("The house could not work out a hint in time.", "too-slow") from None
        finally:
            self._thinking[guest] -= 1
            self._thinking = +self._thinking

    async def _look_ahead(self, guest: str, deed: Callable[..., bytes], *given: Any) -> bytes:
        try:
            answer: bytes = await self.quick.run(deed, *given, seconds=PREVIEW_LIMIT, guest=guest)
            return answer
        except Overran:
            raise Refused("This preview takes too long to compute.", "too-slow") from None

    def close(self) -> None:
        self.slow.close()
        self.quick.close()


def limit_of(word: SeatWord) -> float:
    """The seconds of work after which a slow player's process is killed."""
    return LOADING + 2 * word.longest_ms / 1000


def fresh_dice() -> list[int]:
    return [randbits(32) | 1 for _ in range(4)]


def share(turn: Turn, part: float) -> Turn:
    """When many players think at once, each gets less time: this fraction of a second."""
    return turn if part >= 1.0 else grant(turn, max(SHORTEST_MS, 1000 * part))


def left_of_turn(turn: Turn, word: SeatWord, spent_ms: float) -> Turn:
    """A player whose time is for a whole turn gets a part of what it has left for this decision of it."""
    if not word.turn_ms or not spent_ms:
        return turn
    return grant(turn, max(SHORTEST_MS, THOUGHT * (word.turn_ms - spent_ms)))


def grant(turn: Turn, ms: float) -> Turn:
    """The turn with at most this much time on its clock."""
    limit = MARGIN_MS + int(ms)
    left = turn.clock.move_ms
    if left is not None and left <= limit:
        return turn
    return msgspec.structs.replace(turn, clock=msgspec.structs.replace(turn.clock, move_ms=limit))
