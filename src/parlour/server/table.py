"""A table in play: a match, the guests around it, its clock and its house players."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core import speech, story
from parlour.core.chair import Hello, MoveAnswer, Over, RefusedMove, Remaining, Turn, answered_moves
from parlour.core.errors import Reason, Refused
from parlour.core.events import EventJson
from parlour.core.game import AnyGame, Clock
from parlour.core.match import Match, Ply
from parlour.core.moves import MISS, MoveJson, concede, is_house
from parlour.core.preview import Preview
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.core.state import State, Told
from parlour.server.again import Entry, Played
from parlour.server.connection import Connection
from parlour.server.timepiece import Alarm
from parlour.server.workers import Overran
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LONGEST_MOVE = 2**31 - 1  # milliseconds that the store can count
MOST_SLIPS = 500  # of one seat that are written down
LONGEST_SAID = 300  # characters of what a bot said that are kept with a slip
OUT_OF_TURN = ("stale", "not-your-turn", "not-begun", "game-over", "closed", "left")
WORD = re.compile(r"[^\W\d_]{2}")
LONG_MOVE = 0.1  # seconds of work
MOST_OVERRUNS = 3  # in a row, then house players of the table make default moves without thinking
_known_to_be_slow: set[str] = set()  # games of which that was said
FREE, PERSON, BOT, HOUSE = "free", "person", "bot", "house"


class LiveTable:
    """One table as this process sees it. Moves enter through `play`, which answers only after they are stored."""

    def __init__(self, house: House, row: rows.Match, game: AnyGame) -> None:
        self.house = house
        self.row = row
        self.game = game
        self.options = game.read_stored(row.options, int(row.version))
        self.options_json: dict[str, Any] = msgspec.to_builtins(self.options)  # those left unsaid, too
        self.earlier = self._earlier()
        self.clock = msgspec.convert(row.settings.get("clock") or {}, Clock)
        self.promise = self.seed.promise
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.match: Match | None = None
        self.drives = False  # whether this process runs its clock and house players
        self.touched = self.house.time.now()
        self.wanted = False  # whether anybody ever asked for it here
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # seats present at other processes
        self.absent_since: dict[int, float] = {}
        self.bank_ms: list[float] = []
        self.strikes: list[int] = []
        self.asked_at = self.house.time.now()
        self.moved_at = 0.0  # when the last move was stored, by the house's clock on the wall
        self.spent_ms = 0  # on the earlier decisions of a move that is still going on
        self._plans: dict[int, tuple[int, list[MoveJson]]] = {}  # what house players decided beforehand: ply, moves
        self._timer: Alarm | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_ply = 0
        self._overruns = 0  # of its house players in a row
        self._data: Any = None
        self._views: dict[int | None, tuple[Any, msgspec.Raw]] = {}  # of this ply: as an object, and as JSON
        self.broken = ""  # what is said of a table whose rules have failed
        self._puzzled_at = -1  # the ply after which comes a stored move that this process cannot play
        self._slips: dict[int, int] = {}  # how many were written down, by seat
        self._more_to_come = False  # of a move that was given whole
        self._owes_the_end = False  # the result is told when the table of the next game is laid

    def _earlier(self) -> Earlier | None:
        """The games of this match before this one; None if its result stands alone, as that of a game from a file."""
        if (series := self.row.settings.get("series")) is not None:
            return msgspec.convert(series, Earlier)
        alone = self.row.settings.get("brought") or (self.row.status == "over" and not self.row.settings.get("next"))
        return None if alone else Earlier(self.options_json)

    def touch(self) -> None:
        """Somebody asks for the table: for a while it is not put away."""
        self.touched = self.house.time.now()
        self.wanted = True

    # --- what it is ---

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seed(self) -> Seed:
        return Seed.parse(str(self.row.seed))

    @property
    def names(self) -> list[str]:
        return [seat.name or f"Seat {n + 1}" for n, seat in enumerate(self.row.seats)]

    @property
    def spoken(self) -> list[str]:
        return spoken(self.names, [seat.bot for seat in self.row.seats])

    def says(self, events: Sequence[EventJson], seat: int | None) -> list[str]:
        """What happened, in words, for a seat. One who holds this seat alone is spoken to as You."""
        you = self.you(seat)
        return [speech.told(self.game, event, self.spoken, seat, self.options, you) for event in events]

    def you(self, seat: int | None) -> int | None:
        """The seat that is spoken to as You: that of somebody who holds no other."""
        return None if seat is None else self.only_seat(self.row.seats[seat].guest)

    def only_seat(self, guest: str | None) -> int | None:
        """The seat of a guest who holds one alone."""
        seats = self.seats_of(guest)
        return seats[0] if len(seats) == 1 else None

    @property
    def ply(self) -> int:
        return len(self.match.plies) if self.match else 0

    def word_of(self, seat: int) -> str | None:
        """The house player that moves for this seat now, if one does."""
        taken: str | None = self.row.settings.get("taken", {}).get(str(seat))
        return taken or self.row.seats[seat].bot

    def seats_of(self, guest: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.row.seats) if guest is not None and seat.guest == guest]

    def hello(self, seat: int | None) -> Hello:
        return Hello(
            game=self.game.name,
            version=self.game.version,
            seat=seat,
            seats=len(self.row.seats),
            names=self.names,
            options=self.options_json,
            clock=self.clock,
            promise=self.promise,
        )

    def renew(self, row: rows.Match) -> None:
        """The stored row as it is now. Whoever lost a seat goes on as a watcher: its next owner has a hand to hide."""
        if row.revision < self.row.revision:
            return
        self.row = row
        if self._owes_the_end and row.settings.get("next"):
            self._owes_the_end = False
            self.tell_over()
        for connection in self.connections:
            seat = connection.seat
            if seat is not None and row.seats[seat].guest != connection.guest:
                connection.seat = None
                connection.send(encode(self.hello(None)))

    def show(self, guest: str | None, whole: bool = False) -> dict[str, Any]:
        """The table as JSON for one guest."""
        now = self.house.time.now()
        running = self.match is not None and not self.match.over
        here = self.present()
        taken = self.row.settings.get("taken", {})
        seats = []
        for n, seat in enumerate(self.row.seats):
            kind = HOUSE if seat.bot else FREE if seat.guest is None and not seat.name else PERSON
            if kind == PERSON and seat.guest in self.house.bots:
                kind = BOT
            seats.append(
                {
                    "seat": n,
                    "kind": kind,
                    "name": seat.name,
                    "word": self.word_of(n),
                    "you": guest is not None and seat.guest == guest,
                    "here": kind == HOUSE or n in here,
                    "away": kind not in (HOUSE, FREE) and self.away(n, now),
                    "taken_over": str(n) in taken,
                    "left": running and self.match is not None and self.match.state.has_left(n),
                    "clock": self.clock_of(n),
                }
            )
        shown: dict[str, Any] = {
            "id": self.id,
            "game": self.game.name,
            "title": self.game.title,
            "version": self.game.version,
            "options": self.options_json,
            "preset": self.row.settings.get("preset"),
            "status": self.row.status,
            "seats": seats,
            "clock": msgspec.to_builtins(self.clock),
            "open": self.row.listed,
            "takeover": bool(self.row.settings.get("takeover", True)),
            "host": guest is not None and self.row.host == guest,
            "promise": self.promise,
            "ply": self.ply,
            "mover": self.match.mover if self.match else None,
            "watchers": sum(1 for c in self.connections if c.seat is None),
            "created": self.row.created,
            "result": self.result_for(guest),
            "rematch": self.row.settings.get("rematch"),
            "part": self.earlier.title if self.earlier is not None and self.earlier.title else None,
            "next": self.row.settings.get("next"),
            "brought": bool(self.row.settings.get("brought")),
        }
        if whole:
            if self._data is None:
                self._data = self.game.data(self.options)
            shown["data"] = self._data
        return shown

    def clock_of(self, seat: int) -> dict[str, Any]:
        """The clock of a seat as its last move left it."""
        return {
            "bank_ms": int(self.bank_ms[seat]) if self.clock.bank_ms and self.bank_ms else None,
            "strikes": self.strikes[seat] if self.strikes else 0,
        }

    @property
    def timed(self) -> bool:
        return bool(self.clock.move_ms or self.clock.bank_ms)

    def result_for(self, guest: str | None) -> Any:
        """The stored result, which is told in names. A guest who sat here alone on a seat hears the reason as You."""
        you = self.only_seat(guest)
        if self.row.result is None or you is None or self.match is None or not self.match.over:
            return self.row.result
        return {**self.row.result, "why": speech.told_end(self.match, self.spoken, you)}

    def line(self, guest: str | None) -> str:
        """The position in a line, as this guest may know it: the first of its words, if it has any there."""
        if self.match is None or self.match.over:
            return ""
        try:
            return self._line(self.match, guest)
        except Exception as error:  # one game that fails must not spoil a list of many
            self._write_down(error)
            return ""

    def _line(self, match: Match, guest: str | None) -> str:
        seats = self.seats_of(guest)
        you = self.only_seat(guest)
        names = ["You" if seat == you else name for seat, name in enumerate(self.spoken)]
        view, _ = self.view(seats[0] if seats else None)
        line = self.game.tell_view(view, names, self.options).split("\n", 1)[0]
        if not WORD.search(line):  # a drawing of the board
            line = f"Move {self.ply + 1}. {names[match.mover]} to move."
        return speech.to_you(line)

    def present(self) -> set[int]:
        now = self.house.time.now()
        seats = {c.seat for c in self.connections if c.seat is not None}
        for until, others in self.elsewhere.values():
            if until > now:
                seats.update(others)
        return seats

    def missing(self) -> list[str]:
        """The names of guests who hold a seat and are not at the table."""
        here = {self.row.seats[seat].guest for seat in self.present()}
        taken = self.row.settings.get("taken", {})
        return [
            seat.name or ""
            for n, seat in enumerate(self.row.seats)
            if seat.guest is not None and seat.guest not in here and str(n) not in taken
        ]

    def away(self, seat: int, now: float) -> bool:
        since = self.absent_since.get(seat)
        return since is not None and now - since > self.house.settings.away_seconds

    # --- beginning, and going on after a break ---

    async def begin(self, moves: Iterable[rows.Move] = ()) -> None:
        """Make the match of a table that has started, with the moves that are stored."""
        match = await self.house.reader.new_match(self.game, self.options, len(self.row.seats), self.seed)
        match.earlier = self.earlier
        self.bank_ms = [float(self.clock.bank_ms)] * len(self.row.seats)
        self.strikes = [0] * len(self.row.seats)
        await self.house.slices.through(self._play_again(match, moves))
        self.match = match
        self.asked_at = self.house.time.now()
        self.look_around()

    def _play_again(self, match: Match, moves: Iterable[rows.Move]) -> Iterator[None]:
        for move in moves:
            self._enter(match, move)
            yield

    def played(self, stored: Iterable[rows.Move], names: list[str]) -> Played:
        """The match as it can be played again elsewhere."""
        entries = [Entry(move.seat, move.move, move.at, move.used_ms) for move in stored]
        return Played(self.game.name, self.row.options, len(self.row.seats), self.seed.hex, entries, names)

    def run_on(self) -> None:
        """Another process runs this clock: it began with the last move, not when the table was loaded here."""
        since = self.moved_at or self.row.started or self.house.time.date()
        self.asked_at = self.house.time.now() - max(0.0, self.house.time.date() - since)

    def look_around(self) -> None:
        """Note who is missing, and since when."""
        present = self.present()
        for seat in range(len(self.row.seats)):
            if seat in present:
                self.absent_since.pop(seat, None)
            else:
                self.absent_since.setdefault(seat, self.house.time.now())

    def _enter(self, match: Match, stored: rows.Move, ahead: tuple[State, Ply] | None = None) -> Ply:
        self._views.clear()
        move = self.game.moves.from_json(stored.move, house=True)
        ply = match.enter(stored.seat, move) if ahead is None else match.go_ahead(*ahead)
        self.moved_at = stored.at
        if self.clock.bank_ms:
            overdrawn = max(0, stored.used_ms - max(0, self.clock.move_ms - self.spent_ms))
            self.bank_ms[stored.seat] = max(0.0, self.bank_ms[stored.seat] - overdrawn)
        self.spent_ms = self.spent_ms + stored.used_ms if match.state.goes_on() else 0
        if move & 63 == MISS:
            self.strikes[stored.seat] += 1
        return ply

    async def catch_up(self) -> None:
        """Take in moves that another process stored. One that cannot be played here stops this table only."""
        async with self.lock:
            try:
                await self._catch_up()
            except StoreError:
                raise
            except Exception as error:
                if self._puzzled_at != self.ply:
                    log.error("table %s: the stored ply %s cannot be played here: %s", self.id, self.ply + 1, error)
                self._puzzled_at = self.ply

    async def _catch_up(self) -> None:
        if self.match is None:
            return
        await self.house.slices.through(self._take_in(await self.house.store.moves_since(self.id, self.ply)))

    def _take_in(self, moves: Iterable[rows.Move]) -> Iterator[None]:
        assert self.match is not None
        for move in moves:
            if move.ply == self.ply and not self.match.over:
                self._happened(move)
            yield

    def view(self, seat: int | None) -> tuple[Any, msgspec.Raw]:
        """What a seat sees now; made once a ply, however many look."""
        assert self.match is not None
        if seat not in self._views:
            view = self.match.view(seat)
            self._views[seat] = view, msgspec.Raw(msgspec.json.encode(view))
        return self._views[seat]

    # --- moves ---

    async def answer(self, connection: Connection, answer: MoveAnswer) -> bool:
        """A guest's decision; whether it was played. Refusals change nothing and are told to the one who asked."""
        seat = connection.seat
        ply = self.ply + 1
        try:
            if seat is None:
                raise Refused("Spectators can't move.", "not-your-seat")
            if self.match is None:
                raise Refused("The game has not begun yet.", "not-begun")
            if self.broken:
                raise Refused(self.broken, "broken-rules")
            if self.match.over:
                raise Refused("The game is over.", "game-over")
            if self.match.state.has_left(seat):
                raise Refused("You are out of the game.", "left")
            if self.match.mover != seat:
                raise Refused("It is not your turn.", "not-your-turn")
            legal = [int(move) for move in self.match.state.moves()]
            whole = answered_moves(answer, self.match, legal)
            await self._play_all(ply, seat, whole.moves)
            for remark in whole.remarks:
                self.slip(seat, "illegal", remark, said_of(answer), ply)
            return True
        except Refused as refusal:
            if seat is not None:
                kind = "out-of-turn" if refusal.code in OUT_OF_TURN else "illegal"
                self.slip(seat, kind, refusal.text, said_of(answer))
            strikes = self.strikes[seat] if seat is not None and self.strikes else 0
            connection.send(encode(RefusedMove(answer.ply, refusal.code, refusal.text, strikes)))
            return False

    async def _play_all(self, ply: int, seat: int, moves: Sequence[int]) -> None:
        """The decisions of a whole move, one after another; only after the last of them is anybody asked again."""
        assert self.match is not None
        try:
            for number, move in enumerate(moves):
                if number and self.match.mover != seat:
                    break  # the rival gave up in between
                self._more_to_come = number + 1 < len(moves)
                await self.play(ply + number, seat, move)
        finally:
            self._more_to_come = False

    async def play(self, ply: int, seat: int, move: int) -> None:
        """Store a move, then let it happen. Refused if the ply is taken or the rules forbid it.

        Once begun it is finished, even if whoever moved hangs up: a stored move must also happen at the table.
        """
        await asyncio.shield(self.house.finish(self._play(ply, seat, move)))

    async def _play(self, ply: int, seat: int, move: int) -> None:
        async with self.lock:
            if self.broken:
                raise Refused(self.broken, "broken-rules")
            if self.row.status == "closed":
                raise Refused("This table was closed, for nobody played at it.", "closed")
            if self.match is None or self.ply + 1 != ply:
                raise Refused(f"This answers ply {ply}, but the turn is ply {self.ply + 1}.", "stale")
            reason = self.match.why_not(seat, move) if not is_house(move) else self._house_may(seat, move)
            if reason is not None:
                raise Refused(reason.text, reason.code)
            start = thread_time()
            try:
                ahead = self.match.ahead(seat, move)
            except Exception as error:
                raise self._failed(error, move) from error
            self._mind(thread_time() - start)
            shown = self.game.moves.to_json(move)
            used = min(max(0, int((self.house.time.now() - self.asked_at) * 1000)), LONGEST_MOVE)
            kept = await self.house.store.append_move(self.id, ply - 1, seat, shown, used)
            if not kept.ok:
                await self._catch_up()
                raise Refused("Somebody else was quicker.", "stale")
            self._happened(rows.Move(self.id, ply - 1, seat, shown, self.house.time.date(), used), ahead)
        self.house.wire.tell({"moved": self.id, "ply": ply})

    def _house_may(self, seat: int, move: int) -> Reason | None:
        assert self.match is not None
        if self.match.over:
            return Reason("game-over", "The game is over.")
        if self.match.state.has_left(seat):
            return Reason("left", "This seat is out of the game.")
        return None

    def _failed(self, error: Exception, move: int) -> Refused:
        """The rules failed on an entry before it was stored. A guest may move otherwise; the house has no choice."""
        self._write_down(error)
        if is_house(move) or self.word_of(self.match.mover if self.match else 0) is not None:
            self.break_off()
            return Refused(self.broken, "broken-rules")
        return Refused(f"The rules of {self.game.title} failed on this move, so it was not made.", "broken-rules")

    def _write_down(self, error: Exception) -> None:
        log.error("table %s, ply %s: the rules of %s failed: %r", self.id, self.ply + 1, self.game.title, error)

    def break_off(self) -> None:
        """The rules have failed where nobody can do anything about it: the table is closed without a result."""
        if self.broken:
            return
        self.broken = f"The rules of {self.game.title} failed, so this game ends here, without a result."
        for connection in self.connections:
            connection.send(self._broken_message())
        self.house.background(self.house.drop(self))

    def _broken_message(self) -> bytes:
        return msgspec.json.encode({"type": "error", "code": "broken-rules", "error": self.broken})

    def _happened(self, stored: rows.Move, ahead: tuple[State, Ply] | None = None) -> None:
        """A stored move takes place: everybody is told, and whoever is next is asked."""
        assert self.match is not None
        self._stop_clock()
        self.touched = self.asked_at = self.house.time.now()
        out = self.match.state.out
        ply = self._enter(self.match, stored, ahead)
        self.house.moves_played += 1
        try:
            self._spread(ply, out)
        except Exception as error:
            self._write_down(error)
            self.break_off()

    def _spread(self, ply: Ply, out: int) -> None:
        assert self.match is not None
        told: dict[tuple[int | None, bool], bytes] = {}
        for connection in self.connections:
            key = (connection.seat, connection.words)
            if key not in told:
                told[key] = self._news(ply, connection.seat, connection.words)
            connection.send(told[key])
        if self.match.state.out != out and not self.match.over:
            self.tell_table()
        self.advance()

    def _mind(self, seconds: float) -> None:
        """All tables wait while a move is played here: whoever runs the house should know of a game that takes long."""
        if seconds > LONG_MOVE and self.game.name not in _known_to_be_slow:
            _known_to_be_slow.add(self.game.name)
            log.warning("%s: a move took %.2f s, in which all tables waited (%s)", self.game.title, seconds, self.id)

    def _news(self, ply: Ply, seat: int | None, words: bool) -> bytes:
        assert self.match is not None
        view, view_json = self.view(seat)
        events = self.match.show(ply.told, seat)
        news: dict[str, Any] = {
            "type": "events",
            "ply": self.ply,
            "seat": ply.seat,
            "events": events,
            "view": view_json,
            "mover": self.match.mover,
        }
        if not self.match.over:
            news |= self.clocks()
        if words:
            news["says"] = self.says(events, seat)
            news["whose"] = story.whose(self.game.events, events, ply.seat)
            news["text"] = self.game.tell_view(view, self.spoken, self.options)
        return msgspec.json.encode(news)

    # --- whose turn it is ---

    def advance(self) -> None:
        """Ask whoever is to decide: a guest, a house player, or nobody because the game is over."""
        match = self.match
        assert match is not None
        if match.over:
            self._owes_the_end = self.goes_on and not self.row.settings.get("next")
            if not self._owes_the_end:
                self.tell_over()
        else:
            asked: dict[bool, bytes] = {}
            for connection in self.connections:
                if self._asks(connection.seat):
                    if connection.words not in asked:
                        asked[connection.words] = self.turn_message(connection)
                    connection.send(asked[connection.words])
        self.drive()

    def _asks(self, seat: int | None) -> bool:
        """Whether this seat has to decide. For one that has left the house makes the default moves."""
        assert self.match is not None
        if self._more_to_come:
            return False
        return seat is not None and self.match.mover == seat and not self.match.state.has_left(seat)

    def drive(self) -> None:
        """Set going what this process does for the mover: its clock, or a house player. Says nothing to anybody."""
        match = self.match
        if match is None:
            return
        if match.over:
            self._stop_clock()
            if self.row.status == "running":
                self.house.background(self._store_result())
            return
        mover = match.mover
        word = self.word_of(mover)
        if not self.drives or self.row.status != "running":
            return
        if word is not None or match.state.has_left(mover):
            self._think(mover, None if match.state.has_left(mover) else word)
        elif self._thinking is not None and self._thinking_ply == self.ply + 1:
            self._thinking.cancel()  # its owner has taken the seat back
        self._start_clock(mover)

    def remaining(self) -> Remaining:
        """What the mover has left, in this very moment."""
        assert self.match is not None
        clock, mover = self.clock, self.match.mover
        spent = self.spent_ms + (self.house.time.now() - self.asked_at) * 1000
        over_time = max(0.0, spent - max(clock.move_ms, self.spent_ms))
        return Remaining(
            move_ms=max(0, int(clock.move_ms - spent)) if clock.move_ms else None,
            bank_ms=max(0, int(self.bank_ms[mover] - over_time)) if clock.bank_ms else None,
            strikes=self.strikes[mover],
        )

    def clocks(self) -> dict[str, Any]:
        """What a message about a turn tells of the time: what the mover has left, and what the others kept."""
        told: dict[str, Any] = {"clock": self.remaining()}
        if self.timed:
            told["clocks"] = [self.clock_of(seat) for seat in range(len(self.row.seats))]
        return told

    def _turn(self, seat: int) -> Turn:
        assert self.match is not None
        moves = [self.game.moves.to_json(int(move)) for move in self.match.state.moves()]
        if not moves:
            raise LookupError("the game is not over, but nobody has a legal move")
        return Turn(self.ply + 1, self.view(seat)[1], moves, self.remaining())

    def turn_message(self, connection: Connection) -> bytes:
        assert self.match is not None and connection.seat is not None
        turn = self._turn(connection.seat)
        if not connection.words:
            return encode(turn)
        view, view_json = self.view(connection.seat)
        names = self.spoken
        words = [self.game.tell_move(view, int(move), names, self.options) for move in self.match.state.moves()]
        message = {"type": "turn", "ply": turn.ply, "view": view_json, "moves": turn.moves, **self.clocks()}
        return msgspec.json.encode({**message, "words": words, "text": self.game.tell_view(view, names, self.options)})

    def _think(self, seat: int, word: str | None) -> None:
        ply = self.ply + 1
        if self._thinking is not None and not self._thinking.done() and self._thinking_ply == ply:
            return
        self._thinking_ply = ply
        self._thinking = asyncio.create_task(self._decide(ply, seat, word))

    async def _decide(self, ply: int, seat: int, word: str | None) -> None:
        """A house player's decision, or the default move for a seat that has left."""
        assert self.match is not None
        start = self.house.time.now()
        try:
            move = int(self.match.state.default_move())
            if word is not None and self._overruns < MOST_OVERRUNS:
                try:
                    move = await self._next_thought(ply, seat, word)
                    self._overruns = 0
                except Overran as overrun:  # a greedy player would take as long: the rules themselves do
                    self._overruns += 1
                    if self._overruns == MOST_OVERRUNS:
                        log.warning(
                            "table %s (%s): %s comes to no decision: %s", self.id, self.game.title, word, overrun
                        )
                except Exception as error:  # whatever goes wrong in a worker, the table must go on
                    log.error("table %s, ply %s: house player %s failed: %r", self.id, ply, word, error)
            pace = self.house.settings.pace_ms / 1000 if self.connections else 0.0
            await asyncio.sleep(max(0.0, pace - (self.house.time.now() - start)))
            await self.play(ply, seat, move)
        except Refused as refusal:
            if refusal.code != "stale":
                log.error("table %s, ply %s: %s", self.id, ply, refusal.text)
        except StoreError as error:
            log.error("table %s, ply %s: a move could not be stored: %s", self.id, ply, error)
            await asyncio.sleep(1.0)
            if self.ply + 1 == ply:
                self._thinking_ply = 0
                self.drive()
        except Exception as error:
            self._write_down(error)
            self.break_off()

    async def _next_thought(self, ply: int, seat: int, word: str) -> int:
        """What the house player wants: the next decision of its plan, or what it comes to think now."""
        planned_ply, plan = self._plans.pop(seat, (0, []))
        if not plan or planned_ply != ply:
            host = self.row.host or self.id
            hello, turn = self.hello(seat), self._turn(seat)
            plan = await self.house.thinkers.think(self.game, word, hello, turn, host, f"{self.id}/{seat}")
        self._plans[seat] = (ply + 1, plan[1:])
        return self.game.moves.from_json(plan[0])

    # --- what goes wrong with bots ---

    def slip(self, seat: int, code: str, why: str, said: str = "", ply: int | None = None) -> None:
        """Write down for a bot's owner what went wrong; people's slips are nobody's business."""
        if self.row.seats[seat].guest not in self.house.bots or self._slips.get(seat, 0) >= MOST_SLIPS:
            return
        self._slips[seat] = self._slips.get(seat, 0) + 1
        said = "".join(sign if sign.isprintable() else " " for sign in said[:LONGEST_SAID])
        why = "".join(sign if sign.isprintable() else " " for sign in why[:1000]) or "It did not say why."
        self.house.background(self.house.store.note_slip(self.id, seat, ply or self.ply + 1, code, why, said))

    def _slipped_in_time(self, ply: int, seat: int, seconds: float, last: bool) -> None:
        here = any(connection.seat == seat for connection in self.connections)
        late = f"No answer to ply {ply} came within {seconds:g} s."
        told = late if here else f"{late} Nobody sat on the bot's chair."
        if last:
            told += " That was one miss too many: the seat is forfeited."
        elif self.clock.strikes:
            told += f" Miss {self.strikes[seat]} of {self.clock.strikes}."
        self.slip(seat, "late" if here else "gone", told, ply=ply)

    # --- the clock ---

    def _start_clock(self, mover: int) -> None:
        left = self.remaining()
        if left.move_ms is None and left.bank_ms is None:
            return
        seconds = ((left.move_ms or 0) + (left.bank_ms or 0)) / 1000
        self._stop_clock()
        ply = self.ply + 1
        granted = seconds + (self.house.time.now() - self.asked_at) + self.spent_ms / 1000
        self._timer = self.house.time.call_later(
            seconds, lambda: self.house.background(self._time_is_up(ply, mover, granted))
        )

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _time_is_up(self, ply: int, seat: int, granted: float) -> None:
        if self.match is None or self.match.over or self.ply + 1 != ply or not self.drives:
            return
        last = 0 < self.clock.strikes <= self.strikes[seat] + 1
        try:
            await self.play(ply, seat, self.match.late_entry(seat, last))
            self._slipped_in_time(ply, seat, round(granted, 1), last)
        except Refused:
            return
        except StoreError as error:
            log.error("table %s, ply %s: a miss could not be stored: %s", self.id, ply, error)
            await asyncio.sleep(1.0)
            await self._time_is_up(ply, seat, granted)
        except Exception as error:
            self._write_down(error)
            self.break_off()

    # --- the end ---

    @property
    def goes_on(self) -> bool:
        """Whether another game of this match follows, as after a draw where the rules want a winner."""
        sequel = self.match.sequel() if self.match is not None else None
        return sequel is not None and sequel.options is not None

    def tell_over(self) -> None:
        for connection in self.connections:
            connection.send(self.over_message(connection))

    def over_message(self, connection: Connection) -> bytes:
        """The result; who reads words hears the reason as told to their face."""
        assert self.match is not None
        you = self.you(connection.seat) if connection.words else None
        following = self.row.settings.get("next")
        return encode(
            Over(
                self.match.verdict(),
                [int(score) for score in self.match.state.scores()],
                self.match.seed.hex,
                speech.told_end(self.match, self.spoken, you),
                following["table"] if following else None,
            )
        )

    async def _store_result(self) -> None:
        """The table is over; where the match goes on, the next one is laid first, so that nobody is left behind."""
        assert self.match is not None
        result = {
            "payoffs": self.match.verdict(),
            "scores": [int(score) for score in self.match.state.scores()],
            "why": self.match.say_end(self.spoken),
        }
        try:
            if self.goes_on:
                await self.house.set_next(self)
            changed = await self.house.store.update_match(
                self.id, status="over", ended=self.house.time.date(), result=result
            )
        except StoreError as trouble:
            log.error("table %s: the result could not be stored: %s", self.id, trouble)
            self.house.time.call_later(1.0, self.drive)
            return
        if changed.match is not None:
            self.renew(changed.match)
        self.tell_table()
        self.house.wire.tell({"changed": self.id})

    async def leave(self, seat: int) -> None:
        """A guest gives up: at once, whoever's turn it is."""
        while True:
            if self.match is None:
                raise Refused("The game has not begun yet.", "not-begun")
            if self.match.over:
                raise Refused("The game is over.", "game-over")
            try:
                return await self.play(self.ply + 1, seat, concede(seat))
            except Refused as refusal:
                if refusal.code != "stale":  # a move that came in between does not keep anybody at the table
                    raise

    # --- the guests around it ---

    def tell_table(self, but: Connection | None = None) -> None:
        """Everybody sees who sits where."""
        shown: dict[str | None, bytes] = {}
        for connection in self.connections:
            if connection is but:
                continue
            if connection.guest not in shown:
                shown[connection.guest] = msgspec.json.encode({"type": "table", **self.show(connection.guest)})
            connection.send(shown[connection.guest])

    def come(self, connection: Connection, recounted: Sequence[msgspec.Raw] = ()) -> None:
        """A guest sits down: hello, the table, what happened so far, and what is asked now."""
        self.connections.add(connection)
        self.touched = self.house.time.now()
        self.look_around()
        self.welcome(connection, recounted)
        self.tell_table(but=connection)
        self.tell_presence()

    def welcome(self, connection: Connection, recounted: Sequence[msgspec.Raw] = ()) -> None:
        connection.send(encode(self.hello(connection.seat)))
        connection.send(msgspec.json.encode({"type": "table", **self.show(connection.guest)}))
        if self.match is not None:
            try:
                past = [*recounted, *self._recount(len(recounted), connection.seat, connection.words)]
                connection.send(msgspec.json.encode({"type": "past", "plies": past}))
                connection.send(self._present(connection))
            except Exception as error:
                self._write_down(error)
                self.break_off()
        if self.broken:
            connection.send(self._broken_message())

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.touched = self.house.time.now()
        seat = connection.seat
        alone = seat is not None and all(other.seat != seat for other in self.connections)
        if seat is not None and alone and self.row.status == "running" and self.match and not self.match.over:
            self.slip(seat, "gone", "The line to the bot broke while the game was running.")
        self.look_around()
        self.tell_table()
        self.tell_presence()

    def tell_presence(self) -> None:
        """The other processes learn who is here."""
        here = sorted({c.seat for c in self.connections if c.seat is not None})
        self.house.wire.tell({"here": self.id, "seats": here})

    async def recount(self, seat: int | None, words: bool) -> list[msgspec.Raw]:
        """Ply by ply what happened so far, as one who sits down now is told it: that may be long."""
        recounted: list[msgspec.Raw] = []

        def steps() -> Iterator[None]:
            for entry in self._recount(0, seat, words):
                recounted.append(entry)
                yield

        await self.house.slices.through(steps())
        return recounted

    def _recount(self, start: int, seat: int | None, words: bool) -> Iterator[msgspec.Raw]:
        if self.match is None:
            return
        if start == 0:
            yield self._recounted(0, self.match.setup, seat, words)
        plies = self.match.plies
        number = max(1, start)
        while number <= len(plies):  # more may come while they are recounted
            yield self._recounted(number, plies[number - 1].told, seat, words, plies[number - 1].seat)
            number += 1

    def _recounted(
        self, number: int, told: Sequence[Told], seat: int | None, words: bool, mover: int | None = None
    ) -> msgspec.Raw:
        assert self.match is not None
        events = self.match.show(told, seat)
        entry: dict[str, Any] = {"ply": number, "events": events}
        if mover is not None:
            entry["seat"] = mover
        if words:
            entry["says"] = self.says(events, seat)
            entry["whose"] = story.whose(self.game.events, events, mover)
        return msgspec.Raw(msgspec.json.encode(entry))

    def _present(self, connection: Connection) -> bytes:
        """What a guest who sits down now needs to know."""
        assert self.match is not None
        view, view_json = self.view(connection.seat)
        if self.match.over:
            waiting: dict[str, Any] = {"type": "waiting", "ply": self.ply, "view": view_json, "mover": -1}
            if connection.words:
                waiting["text"] = self.game.tell_view(view, self.spoken, self.options)
            if self._owes_the_end:
                return msgspec.json.encode(waiting)
            connection.send(msgspec.json.encode(waiting))
            return self.over_message(connection)
        if self._asks(connection.seat):
            return self.turn_message(connection)
        waiting = {
            "type": "waiting",
            "ply": self.ply + 1,
            "view": view_json,
            "mover": self.match.mover,
            **self.clocks(),
        }
        if connection.words:
            waiting["text"] = self.game.tell_view(view, self.spoken, self.options)
        return msgspec.json.encode(waiting)

    def pong(self) -> bytes:
        """The answer to a ping, with the clock: a machine that slept lost count of the time."""
        if self.match is None or self.match.over or not self.timed:
            return b'{"type":"pong"}'
        return msgspec.json.encode({"type": "pong", "mover": self.match.mover, **self.clocks()})

    def why(self, seat: int | None, move_json: object) -> Reason | None:
        """The rule that forbids a move, in words; None if it is legal."""
        if self.match is None:
            return Reason("not-begun", "The game has not begun yet.")
        if seat is None:
            return Reason("not-your-seat", "Spectators can't move.")
        try:
            return self.match.why_not(seat, self.game.moves.from_json(move_json))
        except Refused as refusal:
            return Reason(refusal.code, refusal.text)

    async def foresee(self, seat: int | None, move_json: object, guest: str) -> Preview:
        """What a legal move of this seat would change for certain, from its own view alone."""
        if self.match is None or seat is None or self.match.mover != seat:
            return Preview([], False)
        move = self.game.moves.from_json(move_json)
        if not self.match.state.allows(move):
            return Preview([], False)
        return await self.house.thinkers.foresee(self.game, bytes(self.view(seat)[1]), seat, move, guest)

    async def plan(self, seat: int | None, row: Sequence[object], guest: str) -> dict[str, Any]:
        """Where a row of this seat's decisions would lead; nothing is decided by asking."""
        if self.match is None or seat is None or self.match.mover != seat:
            raise Refused("Plans are made by the seat that decides.", "not-your-turn")
        codes = [self.game.moves.from_json(move) for move in row]
        view = bytes(self.view(seat)[1])
        return await self.house.thinkers.plan(self.game, self.options, view, seat, codes, self.spoken, guest)

    def waits_for_a_person(self) -> bool:
        """Whether nothing can happen here until a guest moves, however long that takes."""
        match = self.match
        if match is None or match.over:
            return True
        return not self.timed and self.word_of(match.mover) is None and not match.state.has_left(match.mover)

    def stop(self) -> None:
        self._stop_clock()
        if self._thinking is not None:
            self._thinking.cancel()


def spoken(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """The names for sentences: a house player's level is said once, on its plate."""
    plain = [name.removesuffix(f" ({bot})") for name, bot in zip(names, bots, strict=True)]
    return [
        one if bot is None or plain.count(one) == 1 else f"{one} of the house"
        for one, bot in zip(plain, bots, strict=True)
    ]


def said_of(answer: MoveAnswer) -> str:
    """What a bot asked for, in a line."""
    asked: dict[str, Any] = {"move": answer.move} if answer.move is not None else {"index": answer.index}
    if isinstance(answer.whole, msgspec.Raw):
        asked = {"list": answer.whole}
    return msgspec.json.encode({"ply": answer.ply, **asked})[: 4 * LONGEST_SAID].decode("utf-8", "replace")


def encode(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message)
