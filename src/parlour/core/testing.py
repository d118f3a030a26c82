"""The contract that every game keeps, as checks that anyone can run over a game of their own.

    from parlour.core.testing import check_game
    check_game(MY_GAME)

Each check raises AssertionError with a sentence that names the game, the seat count, the seed and the ply.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from parlour.core import record
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.moves import concede, forfeit, miss
from parlour.core.seed import Seed
from parlour.core.state import State, Told

LONGEST = 200_000
PLAIN = {bool, int, float, str, type(None)}  # what needs no further look


def snapshot(state: State) -> dict[str, Any]:
    """All fields of a position as plain data, compiled or not; whoever listens is left out."""
    return {name: value for name, value in _fields(state).items() if name not in ("heard", "curtain")}


def _fields(thing: Any) -> dict[str, Any]:
    """The attributes of an object, whether they live in a compiled class, in slots or in a dict."""
    names = {*_declared(thing.__class__), *getattr(thing, "__dict__", {})}
    return {name: _plain(getattr(thing, name)) for name in sorted(names)}


@cache
def _declared(cls: type) -> list[str]:
    return [
        name
        for each in cls.__mro__
        for name, member in vars(each).items()
        if type(member).__name__ in ("getset_descriptor", "member_descriptor") and not name.startswith("__")
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [each if type(each) in PLAIN else _plain(each) for each in value]
    if isinstance(value, dict):
        return {str(k): _plain(value[k]) for k in sorted(value)}
    if getattr(type(value), "SHARED", False):  # never changes, and all copies hold the same one
        return type(value).__name__
    return _fields(value)


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def check_game(game: AnyGame, games: int = 6, seat_counts: Iterable[int] | None = None, options: Any = None) -> None:
    """Everything the house expects of a game, over every seat count."""
    missing = game.missing()
    assert not missing, f"{type(game).__name__} does not define {', '.join(missing)}"
    for seats in seat_counts or game.seats:
        check_position(game, seats, options)
        check_play(game, seats, games, options)
        check_refusals(game, seats, options)
        check_records(game, seats, options)
        check_leaving(game, seats, options)
        check_secrets(game, seats, max(2, games // 2), options)
    check_tables(game)
    check_words(game, options)


def check_position(game: AnyGame, seats: int, options: Any = None) -> None:
    """Nothing that every position needs was forgotten or misspelt."""
    state = Match(game, options, seats, Seed.parse("0")).state
    methods = ("moves", "play", "copy", "payoffs")
    missing = [f"{part}()" for part in methods if getattr(type(state), part) is getattr(State, part)]
    assert not missing, f"{type(state).__name__} does not define {', '.join(missing)}"


def random_match(game: AnyGame, seats: int, seed: int, options: Any = None) -> Iterator[tuple[Match, Dice]]:
    """A random game, stopping before each move and once more at its end."""
    match = Match(game, options, seats, Seed.parse(str(seed)))
    dice = match.seed.dice("moves")
    while not match.over:
        assert len(match.plies) < LONGEST, f"{game.name}, {seats} seats, seed {seed}: no end after {LONGEST} moves"
        yield match, dice
        moves = match.state.moves()
        match.enter(match.mover, moves[dice.below(len(moves))])
    yield match, dice


def check_play(game: AnyGame, seats: int, games: int, options: Any = None) -> None:
    """Random games end; moves are never empty nor repeated; copies are independent; payoffs add up; laws hold."""
    for seed in range(games):
        for match, dice in random_match(game, seats, seed, options):
            state = match.state
            here = f"{game.name}, {seats} seats, seed {seed}, ply {len(match.plies)}"
            game.check_laws(state)
            moves = [int(m) for m in state.moves()]
            before = snapshot(state)
            if match.over:
                assert not moves, f"{here}: moves offered after the end"
                payoffs = [float(p) for p in state.payoffs()]
                assert len(payoffs) == seats, f"{here}: {len(payoffs)} payoffs"
                assert all(0 <= p <= 1 for p in payoffs), f"{here}: payoffs {payoffs}"
                assert abs(sum(payoffs) - 1) < 1e-9, f"{here}: payoffs {payoffs} do not add up to 1"
                assert len(state.scores()) == seats, f"{here}: a score for each seat is missing"
                _check_copy(state, here)
                continue
            assert 0 <= match.mover < seats, f"{here}: mover {match.mover}"
            assert moves, f"{here}: no legal move"
            assert len(set(moves)) == len(moves), f"{here}: a move is listed twice"
            assert [int(m) for m in state.moves()] == moves, f"{here}: the moves change when asked for again"
            assert set(map(int, state.candidates())) <= set(moves), f"{here}: a candidate is not legal"
            assert state.candidates(), f"{here}: no candidate"
            assert int(state.default_move()) in moves, f"{here}: the default move is not legal"
            for seat in range(seats):
                assert 0 <= state.judge(seat) <= 1, f"{here}: judge says {state.judge(seat)} for seat {seat}"
            for move in moves:
                game.moves.check(move)
            assert snapshot(state) == before, f"{here}: asking changed the position"
            tried = moves if len(moves) <= 8 else [moves[dice.below(len(moves))] for _ in range(8)]
            for move in tried:
                twin = state.copy()
                assert snapshot(twin) == before, (
                    f"{here}: a copy differs from its original{_where(before, snapshot(twin))}"
                )
                twin.play(move, dice)
                game.check_laws(twin)
                assert snapshot(state) == before, f"{here}: playing on a copy changed the original"
            twin = state.copy()
            assert int(twin.random_move(dice.fork())) in moves, f"{here}: random_move is not legal"
            assert int(twin.playout_move(dice.fork())) in moves, f"{here}: playout_move is not legal"
            first = dice.fork()
            second = Dice(first.s0, first.s1, first.s2, first.s3)
            assert int(twin.random_move(first)) == moves[second.below(len(moves))], f"{here}: random_move is not fair"


def _check_copy(state: State, here: str) -> None:
    before, after = snapshot(state), snapshot(state.copy())
    assert after == before, f"{here}: a copy differs from its original{_where(before, after)}"


def _where(one: dict[str, Any], other: dict[str, Any]) -> str:
    """The first field in which two positions or views differ, with both values."""
    for field in one:
        if one[field] != other.get(field):
            return f": {field} {str(one[field])[:80]} becomes {str(other.get(field))[:80]}"
    return ""


def check_refusals(game: AnyGame, seats: int, options: Any = None) -> None:
    """Illegal moves are refused with a sentence and change nothing."""
    for seed in (71, 72, 73):
        _check_refusals(game, seats, seed, options)


def _check_refusals(game: AnyGame, seats: int, seed: int, options: Any) -> None:
    everything = range(game.moves.actions)
    for match, dice in random_match(game, seats, seed, options):
        before = snapshot(match.state)
        legal = set(map(int, match.state.moves()))
        junk: list[Any] = [None, 7, "x", [], {}, {"kind": 3}, {"kind": "no such move"}, {"kind": "concede", "seat": 0}]
        for data in junk:
            try:
                game.moves.from_json(data)
            except Refused as refusal:
                assert refusal.text, "a refusal without a sentence"
            else:
                raise AssertionError(f"{game.name}: {data!r} was taken for a move")
        few = everything if len(everything) <= 32 else [dice.below(len(everything)) for _ in range(6)]
        tried = [game.moves.from_action(action) for action in few]
        for move in [*tried, miss(), forfeit(0)]:
            if move in legal:
                continue
            seat = max(match.mover, 0)
            try:
                match.play(seat, move)
            except Refused as refusal:
                assert refusal.text.strip() and refusal.text.strip()[-1] in ".!?", f"{game.name}: {refusal.text!r}"
                assert refusal.code, f"{game.name}: no code"
            else:
                raise AssertionError(f"{game.name}: illegal move {game.moves.to_words(move)!r} was played")
        if not match.over and seats > 1:
            other = (match.mover + 1) % seats
            reason = match.why_not(other, int(match.state.moves()[0]))
            assert reason is not None and reason.code == "not-your-turn", f"{game.name}: moved out of turn"
        assert snapshot(match.state) == before, f"{game.name}: a refused move changed the position"
        if len(match.plies) > 100:
            break


def check_records(game: AnyGame, seats: int, options: Any = None) -> None:
    """Same seed and moves give the same events; a record survives its file and replays to the same position."""
    names = [f"Guest {seat}" for seat in range(seats)]
    for match, _ in random_match(game, seats, 5, options):
        if match.over or len(match.plies) in (0, 3, 20):
            rec = record.record(match, names)
            again = record.replay(record.decode(record.encode(rec)), lambda name: game)
            assert snapshot(again.state) == snapshot(match.state), f"{game.name}: a replay reaches another position"
            for seat in [None, *range(seats)]:
                assert again.events(seat) == match.events(seat), f"{game.name}: a replay tells other events"
            assert encode(record.record(again, names)) == encode(rec), f"{game.name}: a replayed record differs"
            for ply in match.plies:
                packed = game.moves.from_json(msgspec.json.decode(encode(game.moves.to_json(ply.move))))
                assert packed == ply.move, f"{game.name}: a move does not survive JSON"
                if game.moves.actions:
                    assert game.moves.from_action(game.moves.action(ply.move)) == ply.move, "action index"
    old = msgspec.structs.replace(rec, version=-1)
    try:
        record.replay(old, lambda name: game)
    except Refused:
        return
    raise AssertionError(f"{game.name}: a record of an unknown version was replayed")


def check_leaving(game: AnyGame, seats: int, options: Any = None) -> None:
    """A seat that concedes or forfeits loses; misses play on; the game still ends and its record replays."""
    for entry in ("concede", "forfeit", "miss"):
        leaves = 6 if entry == "forfeit" else 0  # a short game may be over by then
        match = Match(game, options, seats, Seed.parse("12"))
        dice = match.seed.dice("moves")
        leaver = -1
        for ply in range(LONGEST):
            if match.over:
                break
            mover = match.mover
            if entry == "miss" and ply % 5 == 4:
                match.enter(mover, miss())
            elif ply == leaves and entry != "miss":
                leaver = mover
                match.enter(mover, concede(mover) if entry == "concede" else forfeit(mover))
                _check_copy(match.state, f"{game.name}, {seats} seats, after a {entry}")
            elif match.state.has_left(mover):
                match.enter(mover, int(match.state.default_move()))
            else:
                match.enter(mover, int(match.state.random_move(dice)))
        assert match.over, f"{game.name}: no end after a {entry}"
        payoffs = match.payoffs()
        assert abs(sum(payoffs) - 1) < 1e-9, f"{game.name}: payoffs {payoffs} after a {entry}"
        if leaver >= 0:
            assert payoffs[leaver] == 0, f"{game.name}: seat {leaver} left and still won"
        rec = record.record(match, [str(n) for n in range(seats)])
        again = record.replay(record.decode(record.encode(rec)), lambda name: game)
        assert snapshot(again.state) == snapshot(match.state), f"{game.name}: a {entry} does not replay"
        for seat in [None, *range(seats)]:
            view = match.view(seat)
            assert encode(game.read_view(msgspec.json.decode(encode(view)))) == encode(view), "view after leaving"


def check_secrets(game: AnyGame, seats: int, games: int, options: Any = None) -> None:
    """The leak prover: what a seat sees, may do and hears stays the same in every world it could be sitting in."""
    varied = False
    for seed in range(100, 100 + games):
        worlds: list[tuple[State, State, int]] = []
        for match, dice in random_match(game, seats, seed, options):
            here = f"{game.name}, {seats} seats, seed {seed}, ply {len(match.plies)}"
            if match.plies:
                _same_news(game, worlds, match, here)
            worlds = []
            often = len(match.plies) < 40 or len(match.plies) % 7 == 0 or match.over
            if not often:
                continue
            truth = snapshot(match.state)
            for seat in [*range(seats), None]:
                view = match.view(seat)
                shown = encode(view)
                _no_seed(shown, match, here)
                _no_seed(encode(match.events(seat, max(0, len(match.plies) - 1))), match, here)
                read = game.read_view(msgspec.json.decode(shown))
                assert encode(read) == shown, f"{here}: the view of seat {seat} does not survive JSON"
                if seat is None:
                    continue
                moves = [int(m) for m in match.state.moves()]
                for turn in range(3):
                    if turn == 0:
                        world = match.state.copy()
                        world.redeal(seat, dice)
                    else:
                        world = game.imagine(read, dice)
                        if turn == 2:
                            world.redeal(seat, dice)
                    how = ("redeal", "imagine", "imagine, then redeal")[turn]
                    game.check_laws(world)
                    seen = encode(game.view(world, seat))
                    assert seen == shown, (
                        f"{here}: {how} changes what seat {seat} sees"
                        f"{_where(msgspec.json.decode(shown), msgspec.json.decode(seen))}"
                    )
                    assert int(world.mover) == match.mover, f"{here}: {how} changes whose turn it is"
                    if match.mover == seat:
                        assert [int(m) for m in world.moves()] == moves, f"{here}: {how} changes seat {seat}'s moves"
                    varied = varied or snapshot(world) != truth
                    if turn < 2 and not match.over:
                        worlds.append((world, match.state.copy(), seat))
    assert varied or not game.hides, (
        f"{game.name}: redeal and imagine never change a hidden thing; if nothing is secret, say `hides = False`"
    )


def _same_news(game: AnyGame, worlds: list[tuple[State, State, int]], match: Match, here: str) -> None:
    """If one move leads a seat to the same view in two worlds, it must also have heard the same events.

    Events that the rules let hint at hidden things are the exception that a game declares.
    """
    ply = match.plies[-1]
    for world, truth, seat in worlds:
        if ply.move not in world.moves():
            continue
        views, told = [], []
        for state in (world, truth):
            state.heard = []
            state.play(ply.move, Dice(9, 9, 9, len(match.plies)))
            news = game.events.show_all(state.heard or [], seat)
            told.append([event for event in news if event["kind"] not in game.events.hints])
            views.append(encode(game.view(state, seat)))
        if views[0] == views[1]:
            odd = [event for news in told for event in news if event not in told[0] or event not in told[1]]
            more = sorted({str(event["kind"]) for event in odd})
            assert encode(told[0]) == encode(told[1]), (
                f"{here}: events told seat {seat} more than its view shows ({', '.join(more) or 'their order'}); "
                "what a seat has heard belongs into its view, or the event is declared with hints=True"
            )


def _no_seed(shown: bytes, match: Match, here: str) -> None:
    assert match.seed.hex.encode() not in shown, f"{here}: the seed is in the view"


def hidden_frequencies(
    game: AnyGame, view: Any, seat: int, look: Callable[[State], Any], times: int, dice: Dice
) -> tuple[Counter[Any], Counter[Any]]:
    """How often `look` finds each value in `times` imagined worlds, and in as many redealt ones."""
    imagined: Counter[Any] = Counter()
    redealt: Counter[Any] = Counter()
    world = game.imagine(view, dice)
    for _ in range(times):
        imagined[look(game.imagine(view, dice))] += 1
        world.redeal(seat, dice)
        redealt[look(world)] += 1
    return imagined, redealt


def check_tables(game: AnyGame) -> None:
    """The declared tables pack and unpack without loss and give a schema."""
    table = game.moves
    step = max(1, table.actions // 500)
    for action in range(0, table.actions, step):
        move = table.from_action(action)
        assert table.action(move) == action, f"{game.name}: action {action} does not come back"
        assert table.from_json(table.to_json(move)) == move, f"{game.name}: action {action} does not survive JSON"
        assert table.from_words(table.to_words(move)) == move, f"{game.name}: {table.to_words(move)!r} is ambiguous"
    assert table.schema()["oneOf"], f"{game.name}: no schema of moves"
    assert game.events.schema()["oneOf"], f"{game.name}: no schema of events"
    msgspec.json.schema(game.Options)
    msgspec.json.schema(game.View)
    for preset in game.presets:
        game.read_options(preset=preset)


def check_words(game: AnyGame, options: Any = None) -> None:
    """Positions, moves, events and the end can be told in words."""
    seats = game.default_seats
    names = [f"Guest {chr(65 + seat)}" for seat in range(seats)]
    for match, _ in random_match(game, seats, 3, options):
        for seat in [None, *range(seats)]:
            assert game.say(match.view(seat), names).strip(), f"{game.name}: no words for a position"
            for told in match.events(seat, max(0, len(match.plies) - 1)):
                assert isinstance(game.say_event(told, names, seat), str)
        for move in match.state.moves():
            assert game.say_move(match.view(match.mover), int(move), names).strip(), f"{game.name}: no words for a move"
        if match.over:
            assert match.say_end(names).strip(), f"{game.name}: no words for the end"
    assert game.rules().strip(), f"{game.name}: no rules to read"


def trace(game: AnyGame, seats: int, seed: int, options: Any = None) -> str:
    """A digest of every position of a random game: the same compiled and interpreted, on any machine."""
    digest = hashlib.sha256()
    for match, dice in random_match(game, seats, seed, options):
        digest.update(encode([snapshot(match.state), [int(m) for m in match.state.moves()]]))
        if len(match.plies) % 5 == 0:
            for seat in range(seats):
                world = match.state.copy()
                world.redeal(seat, dice)
                digest.update(encode([snapshot(world), round(world.judge(seat), 9)]))
                if not match.over:
                    digest.update(encode(int(world.playout_move(dice))))
    return digest.hexdigest()


def playthrough(game: AnyGame, seats: int, seed: int, options: Any = None, preset: str | None = None) -> str:
    """A whole random game as text: the golden file in which a change of rules shows as a readable difference."""
    names = [chr(65 + seat) for seat in range(seats)]
    opts = game.read_options(options, preset)
    lines = [
        f"game: {game.name} version {game.version}",
        f"seats: {seats}",
        f"options: {encode(opts).decode()}",
        f"seed: {seed}",
        "",
    ]
    match = Match(game, opts, seats, Seed.parse(str(seed)))
    dice = match.seed.dice("moves")
    lines += [f"    {_event_line(game, told)}" for told in match.setup]
    while not match.over:
        if len(match.plies) % 10 == 0:
            lines += _position_lines(match, names)
        moves = match.state.moves()
        move = int(moves[dice.below(len(moves))])
        mover = match.mover
        lines.append(f"{len(match.plies) + 1}. {names[mover]}, of {len(moves)}: {game.moves.to_words(move)}")
        lines += [f"    {_event_line(game, told)}" for told in match.enter(mover, move).told]
    lines += _position_lines(match, names)
    lines.append(f"end: {match.say_end(names)} payoffs {match.payoffs()} scores {list(map(int, match.state.scores()))}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _position_lines(match: Match, names: list[str]) -> list[str]:
    return ["", *(f"  | {line}" for line in match.game.say(match.view(None), names).splitlines()), ""]


def _event_line(game: AnyGame, told: Told) -> str:
    """An event with nothing hidden: a golden file is for the rules' author, not for a seat."""
    kind = game.events.kinds[told[0]]
    return " ".join(
        [kind.name, *(f"{p.field.name}={p.field.write(v)}" for p, v in zip(kind.parts, told[1:], strict=False))]
    )


def main(arguments: list[str]) -> None:
    """`python -m parlour.core.testing GAME SEATS SEED [OPTIONS-JSON]`: print the trace of a game."""
    from importlib import import_module

    module, seats, seed, *rest = arguments
    game: AnyGame = import_module(module).GAME
    options = msgspec.json.decode(rest[0]) if rest else None
    sys.stdout.write(trace(game, int(seats), int(seed), game.read_options(options)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
