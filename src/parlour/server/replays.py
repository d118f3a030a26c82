"""Replays, bots' logs and record files: matches are replayed in a process that serves no tables."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from parlour.core import record, speech, story
from parlour.core.bits import KIND_MASK
from parlour.core.branch import Branch
from parlour.core.errors import Refused
from parlour.core.events import EventJson
from parlour.core.match import Match
from parlour.core.moves import CONCEDE, MISS, MoveJson, is_house
from parlour.core.picture import Picture, Shape
from parlour.core.protocol import BotLine, Ending, ReplayPly
from parlour.core.seed import Seed
from parlour.core.state import OVER, State
from parlour.games import find
from parlour.lab.looking_back import look_back
from parlour.lab.review.lines import Line, walk
from parlour.lab.review.playing_on import House as ReviewHouse
from parlour.lab.review.reviewing import SEED, seed_of
from parlour.server.measures import Measures
from parlour.server.workers import Overran, Pool

LIMIT = 60.0  # seconds of work for one match


class Entry(msgspec.Struct, array_like=True):
    """One stored ply."""

    seat: int
    move: MoveJson
    at: float
    used_ms: int


class Played(msgspec.Struct):
    """Everything needed to replay a match, and the players' names."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    entries: list[Entry]
    names: list[str]
    branch: Branch | None = None

    def __repr__(self) -> str:  # a seed is a secret
        return f"Played({self.game}, {len(self.entries)} plies)"

    def begin(self) -> Match:
        game = find(self.game)
        options = game.read_options(self.options)
        return Match(game, options, self.seats, Seed.parse(self.seed), branch=self.branch)


class Archive:
    """Replays matches in a worker process. Guests take turns, and the work for each match is limited."""

    def __init__(self, measures: Measures | None = None) -> None:
        self._pool = Pool(1, name="replays", measures=measures)

    async def replay(
        self, played: Played, seat: int | None, you: int | None, guest: str, after: int = -1
    ) -> list[ReplayPly]:
        """All plies after one as `seat` sees them; sentences address the seat `you` as "you"."""
        # They arrive as JSON and are sent on as JSON, so there is no need to decode a whole game here.
        return cast(list[ReplayPly], msgspec.Raw(await self._run(guest, replay, played, seat, you, after)))

    async def instead(
        self, played: Played, ply: int, move: MoveJson, seat: int | None, you: int | None, guest: str
    ) -> ReplayPly:
        """The position that another move would have led to after `ply` entries, with the dice that fell then."""
        return cast(ReplayPly, msgspec.Raw(await self._run(guest, instead, played, ply, move, seat, you)))

    async def line(
        self, played: Played, ply: int, moves: list[MoveJson], world: int, you: int | None, guest: str
    ) -> list[ReplayPly]:
        """The positions of a line that a review expected after `ply` entries, as whoever decided could foresee them."""
        return cast(list[ReplayPly], msgspec.Raw(await self._run(guest, line, played, ply, moves, world, you)))

    async def ending(self, played: Played, you: int | None, guest: str) -> Ending:
        """How a finished match went, at a glance."""
        return cast(Ending, msgspec.Raw(await self._run(guest, ending, played, you)))

    async def paint(self, picture: Picture, guest: str) -> bytes:
        """A picture as a PNG file."""
        drawn = picture.width, picture.height, picture.ground, picture.shapes
        painted: bytes = await self._run(guest, painted_picture, *drawn)
        return painted

    async def log(self, played: Played, seat: int, after: int, guest: str) -> list[BotLine]:
        """What a bot on this seat saw and did after ply `after`."""
        lines: list[BotLine] = await self._run(guest, log_lines, played, seat, after)
        return lines

    async def check(self, data: bytes, names: list[str], guest: str) -> dict[str, Any]:
        """A record file in the form that the store imports; refused unless it replays."""
        stored: dict[str, Any] = await self._run(guest, check_record, data, names)
        return stored

    async def _run(self, guest: str, *deed: Any) -> Any:
        try:
            return await self._pool.run(*deed, seconds=LIMIT, guest=guest)
        except Overran:
            raise Refused("Replaying this match takes too long.", "too-slow") from None

    def close(self) -> None:
        self._pool.close()


# --- in the worker process ---


class Frames:
    """What a seat sees of a match, ply by ply, in words as well."""

    def __init__(self, match: Match, names: list[str], seat: int | None, you: int | None) -> None:
        self.match = match
        self.names = names
        self.seat = seat
        self.you = you

    def show(self, by: int | None = None) -> ReplayPly:
        """The position as it is now, and what has just been told."""
        match, number = self.match, len(self.match.plies)
        return self.frame(match.state, number, match.events_in(number, self.seat), by)

    def frame(self, state: State, number: int, events: list[EventJson], by: int | None) -> ReplayPly:
        """A position after so many plies, and what has just been told."""
        match, game, seat = self.match, self.match.game, self.seat
        view = game.view(state, seat)
        over = int(state.mover) == OVER
        return ReplayPly(
            ply=number,
            events=events,
            says=[speech.told(game, event, self.names, seat, match.options, self.you) for event in events],
            whose=story.whose(game.events, events, by),
            view=view,
            text=game.say_view(view, self.names, match.options),
            situation="" if over else speech.situation(game, view, self.names, seat, match.options, self.you),
            mover=int(state.mover),
            left=[other for other in range(match.seats) if state.has_left(other)],
            scores=[int(score) for score in state.scores()],
            round=None,
            turn=0,
        )


def replay(played: Played, seat: int | None, you: int | None, after: int = -1) -> bytes:
    again = played.begin()
    game = again.game
    frames = Frames(again, played.names, seat, you)
    plies = [frames.show()]
    for entry in played.entries:
        again.enter(entry.seat, game.moves.from_json(entry.move, house=True))
        shown = frames.show(entry.seat)
        by = {"seat": entry.seat, "move": entry.move, "at": entry.at, "used_ms": entry.used_ms}
        plies.append(msgspec.structs.replace(shown, **by))
    seen = [(None, again.setup), *((ply.seat, ply.told) for ply in again.plies)]
    found = story.locate_plies(game.events, [(by, again.show(told, None)) for by, told in seen])
    placed = list(zip(plies, found, strict=True))[after + 1 :]
    return msgspec.json.encode(
        [msgspec.structs.replace(shown, round=place.round, turn=place.turn) for shown, place in placed]
    )


def ending(played: Played, you: int | None) -> bytes:
    return msgspec.json.encode(look_back(_replayed(played, len(played.entries)), played.names, you))


def instead(played: Played, ply: int, move: MoveJson, seat: int | None, you: int | None) -> bytes:
    again = _replayed(played, ply)
    mover = again.mover
    again.play(mover, again.game.moves.from_json(move))
    shown = Frames(again, played.names, seat, you).show(mover)
    return msgspec.json.encode(msgspec.structs.replace(shown, seat=mover, move=move))


def line(played: Played, ply: int, moves: list[MoveJson], world: int, you: int | None) -> bytes:
    again = _replayed(played, ply)
    game, seat = again.game, played.entries[ply].seat
    frames = Frames(again, played.names, seat, you)
    worlds = ReviewHouse(game).worlds(again.view(seat), seat, seed_of(SEED, ply))
    shown: list[ReplayPly] = []
    for step in walk(worlds, Line(world, [game.moves.from_json(move) for move in moves])):
        at = len(shown)
        frame = frames.frame(step.state, ply + at + 1, again.show(step.told, seat), step.seat)
        shown.append(msgspec.structs.replace(frame, seat=step.seat, move=moves[at]))
    return msgspec.json.encode(shown)


def _replayed(played: Played, plies: int) -> Match:
    """The match after so many plies."""
    again = played.begin()
    for entry in played.entries[:plies]:
        again.enter(entry.seat, again.game.moves.from_json(entry.move, house=True))
    return again


def painted_picture(width: float, height: float, ground: str, shapes: list[Shape]) -> bytes:
    from parlour.server.painting import paint  # the process that serves tables need not load it

    return paint(width, height, ground, shapes)


def log_lines(played: Played, seat: int, after: int) -> list[BotLine]:
    again = played.begin()
    game, names = again.game, played.names
    lines = []
    for number, entry in enumerate(played.entries, start=1):
        move = game.moves.from_json(entry.move, house=True)
        part = bool(again.state.goes_on())
        words: str | None = None
        if number > after and entry.seat == seat and not is_house(move):
            words = game.say_move(again.view(seat), move, names, again.options)
        again.enter(entry.seat, move)
        if number <= max(after, again.repeated):  # what a branch repeats was not this bot's doing
            continue
        events = again.events_in(number, seat)
        line = BotLine(number, entry.seat, [speech.told(game, event, names, seat, again.options) for event in events])
        if is_house(move):
            kind = move & KIND_MASK
            line.house = "miss" if kind == MISS else "concede" if kind == CONCEDE else "forfeit"
        if entry.seat == seat:
            line.move, line.used_ms, line.part = words, entry.used_ms, part
        lines.append(line)
    return lines


def check_record(data: bytes, names: list[str]) -> dict[str, Any]:
    rec = record.decode(data)
    match = record.replay(rec, find)
    if not match.over:
        raise Refused("This match is not over; only finished matches can be imported.", "not-over")
    kept: dict[str, Any] = msgspec.to_builtins(record.record(match, rec.seats))
    kept["moves"] = [{"seat": ply.seat, "move": move} for ply, move in zip(match.plies, kept["moves"], strict=True)]
    kept["result"]["why"] = match.say_end(names)
    return kept
