"""What the house expects of a game apart from keeping secrets: moves, copies, refusals, records, leaving, words."""

from __future__ import annotations

import math
import pickle
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import msgspec

from parlour.core import record, speech
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.moves import concede, forfeit, miss
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.core.testing import guesses, leaks, lenses, positions
from parlour.core.testing.leaks import Proof, is_looked_at
from parlour.core.testing.positions import encode, place, random_match, shared, snapshot, where

P = ParamSpec("P")
Check = Callable[Concatenate[AnyGame, P], None]


def in_words(check: Check[P]) -> Check[P]:
    """Turn exceptions from a game's own code into sentences: what failed, and where in the match."""

    @wraps(check)
    def told(game: AnyGame, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            check(game, *args, **kwargs)
        except Exception as error:
            if isinstance(error, AssertionError) and str(error).startswith(getattr(game, "name", type(game).__name__)):
                raise
            raise AssertionError(f"{_where_it_was(game, error)}: {_what_failed(error)}") from error

    return told


def _where_it_was(game: AnyGame, error: Exception) -> str:
    """The most detailed `here` among the running checks."""
    found = [game.name]
    for frame, _ in traceback.walk_tb(error.__traceback__):
        local = frame.f_locals
        found.append(str(local.get("here") or getattr(local.get("self"), "here", "")))
    return max(found, key=len)


def _what_failed(error: Exception) -> str:
    if isinstance(error, AssertionError):
        return str(error) or "an invariant does not hold"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [each for each in frames if "parlour/core/" not in each.filename and not each.name.startswith("<")]
    last = inside[-1] if inside else None
    where_in = f" in {last.name}(), line {last.lineno} of {last.filename.rpartition('/')[2]}" if last else ""
    said = error.text if isinstance(error, Refused) else str(error)
    return f"{type(error).__name__}{where_in}: {said}"


@in_words
def check_game(game: AnyGame, games: int = 6, seat_counts: Iterable[int] | None = None, options: Any = None) -> None:
    """Everything the house expects of a game, for every number of seats."""
    missing = game.missing()
    assert not missing, f"{type(game).__name__} does not define {', '.join(missing)}"
    check_tables(game)
    for seats in seat_counts or game.seats:
        check_position(game, seats, options)
        check_play(game, seats, games, options)
        check_refusals(game, seats, options)
        check_records(game, seats, options)
        check_words(game, seats, options)
        check_secrets(game, seats, (games + 1) // 2, options)
        check_guesses(game, seats, options)
        check_previews(game, seats, options)
        check_leaving(game, seats, options)
        check_branches(game, seats, options)
        check_pickles(game, seats, options)
        check_lens(game, seats, options)


check_secrets = in_words(leaks.check_secrets)
check_guesses = in_words(guesses.check_guesses)
check_previews = in_words(leaks.check_previews)
check_lens = in_words(lenses.check_lens)


@in_words
def check_tables(game: AnyGame) -> None:
    """The declarations fit together; the tables pack and unpack without loss and have schemas."""
    low, high = game.seats[0], game.seats[-1]
    assert game.default_seats in game.seats, (
        f"{game.name}: default_seats is {game.default_seats}, but the game is for {low} to {high} players"
    )
    assert game.quick is None or game.quick in game.presets, f"{game.name}: quick is not a preset: {game.quick!r}"
    table = game.moves
    step = max(1, table.actions // 500)
    for action in range(0, table.actions, step):
        move = table.from_action(action)
        assert table.action(move) == action, f"{game.name}: action {action} does not survive packing"
        assert table.from_json(table.to_json(move)) == move, f"{game.name}: action {action} does not survive JSON"
        assert table.from_words(table.to_words(move)) == move, f"{game.name}: {table.to_words(move)!r} is ambiguous"
    assert table.schema()["oneOf"], f"{game.name}: no schema of moves"
    assert game.events.schema()["oneOf"], f"{game.name}: no schema of events"
    msgspec.json.schema(game.Options)
    msgspec.json.schema(game.View)
    for preset in game.presets:
        game.read_options(preset=preset)


@in_words
def check_position(game: AnyGame, seats: int, options: Any = None) -> None:
    """The position defines everything it must, and its data can be encoded."""
    match = Match(game, options, seats, Seed.parse("0"))
    state = match.state
    methods = ("moves", "play", "copy", "payoffs")
    missing = [f"{part}()" for part in methods if getattr(type(state), part) is getattr(State, part)]
    assert not missing, f"{type(state).__name__} does not define {', '.join(missing)}"
    assert int(state.seats) == seats, f"{game.name}: a position for {seats} seats claims to have {state.seats}"
    encode(game.data(match.options))


@in_words
def check_play(game: AnyGame, seats: int, games: int, options: Any = None) -> None:
    """Random games end; there is always a move, never twice; copies are independent; payoffs add up; laws hold."""
    for seed in range(games):
        for match, dice in random_match(game, seats, seed, options):
            if not match.plies:
                before, common = encode(match.options), shared(match.state)
            here = place(match, seed)
            game.check_laws(match.state)
            if match.over:
                _check_end(match, here)
                assert encode(match.options) == before, f"{here}: playing changed the options"
                complaint = f"{here}: playing changed what all copies share"
                assert (now := shared(match.state)) == common, f"{complaint}{where(common, now)}"
            else:
                _check_choices(match, here)
                if is_looked_at(len(match.plies)):
                    _check_copies(match, dice, here)


def _check_end(match: Match, here: str) -> None:
    state, seats = match.state, match.seats
    assert not state.moves(), f"{here}: moves offered after the end"
    payoffs = [float(payoff) for payoff in state.payoffs()]
    assert len(payoffs) == seats, f"{here}: {len(payoffs)} payoffs"
    assert all(0 <= payoff <= 1 for payoff in payoffs), f"{here}: payoffs {payoffs}"
    assert abs(sum(payoffs) - 1) < 1e-9, f"{here}: payoffs {payoffs} do not add up to 1"
    assert len(state.scores()) == seats, f"{here}: a score for each seat is missing"
    _check_copy(state, here)


def _check_choices(match: Match, here: str) -> None:
    """What the mover may do."""
    state = match.state
    assert 0 <= match.mover < match.seats, f"{here}: mover {match.mover}"
    moves = [int(move) for move in state.moves()]
    assert moves, f"{here}: no legal move"
    assert len(set(moves)) == len(moves), f"{here}: a move is listed twice"
    for move in moves:
        match.game.moves.check(move)
    assert int(state.default_move()) in moves, f"{here}: the default move is not legal"


def _check_copies(match: Match, dice: Dice, here: str) -> None:
    """Queries change nothing, and neither does anything done to a copy."""
    game, state, seats = match.game, match.state, match.seats
    before = snapshot(state)
    moves = [int(move) for move in state.moves()]
    assert [int(move) for move in state.moves()] == moves, f"{here}: the moves differ when listed again"
    assert state.candidates(), f"{here}: no candidate"
    assert set(map(int, state.candidates())) <= set(moves), f"{here}: a candidate is not legal"
    judged = [float(value) for value in state.judge_all()]
    for seat in range(seats):
        assert 0 <= state.judge(seat) <= 1, f"{here}: judge says {state.judge(seat)} for seat {seat}"
        assert abs(judged[seat] - state.judge(seat)) < 1e-6, (
            f"{here}: judge_all says {judged[seat]} for seat {seat}, but judge {state.judge(seat)}"
        )
    _unchanged(state, before, f"{here}: a query changed the position")
    _check_copy(state, here)
    _check_features(game, state, moves, dice, here)
    _unchanged(state, before, f"{here}: asking for features changed the position")
    tried = moves if len(moves) <= 8 else [moves[dice.below(len(moves))] for _ in range(8)]
    for move in tried:
        twin = state.copy()
        twin.play(move, dice)
        game.check_laws(twin)
        _unchanged(state, before, f"{here}: playing on a copy changed the original")
    for seat in range(seats):
        state.copy().redeal(seat, dice)
        _unchanged(state, before, f"{here}: redealing a copy changed the original")
        state.copy().leave(seat)
        _unchanged(state, before, f"{here}: leaving in a copy changed the original")
    twin = state.copy()
    assert int(twin.random_move(dice.fork())) in moves, f"{here}: random_move is not legal"
    assert int(twin.playout_move(dice.fork())) in moves, f"{here}: playout_move is not legal"
    first = dice.fork()
    second = Dice(first.s0, first.s1, first.s2, first.s3)
    assert int(twin.random_move(first)) == moves[second.below(len(moves))], f"{here}: random_move is not fair"
    for _ in range(30):
        if twin.mover >= 0:
            moves = [int(move) for move in twin.moves()]
            assert moves, f"{here}: no legal move some moves later"
            twin.play(moves[dice.below(len(moves))], dice)
    _unchanged(state, before, f"{here}: playing on a copy changed the original")


def _check_features(game: AnyGame, state: State, moves: list[int], dice: Dice, here: str) -> None:
    """The numbers for learned evaluators are as many as their names, and tell nothing that the seat cannot know."""
    if game.move_features:
        found = [float(number) for number in state.move_features(moves[dice.below(len(moves))])]
        assert len(found) == len(game.move_features), f"{here}: {len(found)} numbers for {game.move_features}"
        assert all(map(math.isfinite, found)), f"{here}: the features of a move are {found}"
    if not game.features:
        return
    for seat in range(state.seats):
        known = [float(number) for number in state.features(seat)]
        assert len(known) == len(game.features), f"{here}: {len(known)} numbers for {game.features}"
        assert all(map(math.isfinite, known)), f"{here}: the features of seat {seat} are {known}"
        twin = state.copy()
        twin.redeal(seat, dice)
        again = [float(number) for number in twin.features(seat)]
        for name, one, two in zip(game.features, known, again, strict=True):
            assert one == two, f"{here}: the feature {name!r} of seat {seat} depends on what the seat cannot know"


def _unchanged(state: State, before: dict[str, Any], complaint: str) -> None:
    now = snapshot(state)
    assert now == before, f"{complaint}{where(before, now)}"


def _check_copy(state: State, here: str) -> None:
    before, after = snapshot(state), snapshot(state.copy())
    assert after == before, f"{here}: a copy differs from its original{where(before, after)}"


@in_words
def check_refusals(game: AnyGame, seats: int, options: Any = None) -> None:
    """Illegal moves are refused with a sentence and change nothing."""
    junk: list[Any] = [None, 7, "x", [], {}, {"kind": 3}, {"kind": "no such move"}, {"kind": "concede", "seat": 0}]
    for data in junk:
        try:
            game.moves.from_json(data)
        except Refused as refusal:
            assert refusal.text, f"{game.name}: a refusal without a sentence"
        else:
            raise AssertionError(f"{game.name}: {data!r} was accepted as a move")
    for seed in (71, 72, 73):
        for match, dice in random_match(game, seats, seed, options):
            here = place(match, seed)
            before = snapshot(match.state)
            _refuse_junk(match, dice, here)
            _unchanged(match.state, before, f"{here}: a refused move changed the position")
            if len(match.plies) > 100:
                break


def _refuse_junk(match: Match, dice: Dice, here: str) -> None:
    game, seats = match.game, match.seats
    legal = set(map(int, match.state.moves()))
    everything = range(game.moves.actions)
    few = everything if len(everything) <= 32 else [dice.below(len(everything)) for _ in range(6)]
    for move in [*(game.moves.from_action(action) for action in few), miss(), forfeit(0)]:
        if move in legal:
            continue
        words = game.moves.to_words(move)
        try:
            match.play(max(match.mover, 0), move)
        except Refused as refusal:
            said = refusal.text.strip()
            assert said and said[-1] in ".!?", f"{here}: {words!r} is refused without a whole sentence: {said!r}"
            assert refusal.code, f"{here}: {words!r} is refused without a code"
        else:
            raise AssertionError(f"{here}: the illegal move {words!r} was played")
    if not match.over and seats > 1:
        other = (match.mover + 1) % seats
        reason = match.why_not(other, int(match.state.moves()[0]))
        assert reason is not None and reason.code == "not-your-turn", f"{here}: seat {other} moved out of turn"


@in_words
def check_records(game: AnyGame, seats: int, options: Any = None) -> None:
    """The same seed and moves give the same events; a record survives its file and replays to the same position."""
    for match, _ in random_match(game, seats, 5, options):
        here = place(match, 5)
        if match.over or len(match.plies) in (0, 3, 20):
            rec = record.record(match, [f"Guest {seat}" for seat in range(seats)])
            _check_replay(match, rec, here)
            for ply in match.plies:
                packed = game.moves.from_json(msgspec.json.decode(encode(game.moves.to_json(ply.move))))
                assert packed == ply.move, f"{here}: a move does not survive JSON"
                if game.moves.actions:
                    back = game.moves.from_action(game.moves.action(ply.move))
                    assert back == ply.move, f"{here}: {game.moves.to_words(ply.move)!r} loses its action index"
    old = msgspec.structs.replace(rec, version=-1)
    try:
        record.replay(old, lambda name: game)
    except Refused:
        return
    raise AssertionError(f"{game.name}: a record of an unknown version was replayed")


def _check_replay(match: Match, rec: record.Record, here: str) -> None:
    again = record.replay(record.decode(record.encode(rec)), lambda name: match.game)
    ends = snapshot(match.state), snapshot(again.state)
    assert ends[0] == ends[1], f"{here}: a replay reaches another position{where(*ends)}"
    for seat in [None, *range(match.seats)]:
        assert again.events(seat) == match.events(seat), f"{here}: a replay tells other events"
    assert encode(record.record(again, rec.seats)) == encode(rec), f"{here}: a replayed record differs"


LONGEST_SITUATION = 160  # characters: two lines on a telephone


@in_words
def check_words(game: AnyGame, seats: int, options: Any = None) -> None:
    """Positions, moves, events and the end can be told in words, to everybody."""
    assert game.rules().strip(), f"{game.name}: no rules to read"
    for match, _ in random_match(game, seats, 3, options):
        _check_words(match, place(match, 3))


def _check_words(match: Match, here: str) -> None:
    game, options = match.game, match.options
    names = [f"Guest {chr(65 + seat)}" for seat in range(match.seats)]
    for seat in [None, *range(match.seats)]:
        for told in match.events(seat, max(0, len(match.plies) - 1)):
            said: Any = speech.told(game, told, names, seat, options, seat)
            assert isinstance(said, str), f"{here}: {told['kind']!r} is told as {said!r}, which is not text"
        if is_looked_at(len(match.plies)) or match.over:
            view = match.view(seat)
            assert game.say_view(view, names, options).strip(), f"{here}: no words for the position"
            stands: Any = game.say_situation(view, names, seat, options)
            assert isinstance(stands, str) and "\n" not in stands, (
                f"{here}: the situation is {stands!r}, not a sentence"
            )
            assert len(stands) <= LONGEST_SITUATION, f"{here}: the situation is longer than a line: {stands!r}"
    if match.over:
        assert match.say_end(names).strip(), f"{here}: no words for the end"
    else:
        view = match.view(match.mover)
        for move in match.state.moves():
            said = game.say_move(view, int(move), names, options)
            assert said.strip(), f"{here}: no words for the move {game.moves.to_words(int(move))!r}"


# --- slow guests, and guests who go ---

LEAVINGS = ((0, True), (6, True), (0, False), (1, False), (5, False), (14, False), (33, False))  # ply, the mover?


@in_words
def check_leaving(game: AnyGame, seats: int, options: Any = None) -> None:
    """A seat that leaves, in turn or not, loses; play goes on after misses; the game ends and its record replays."""
    passed: list[bool] = []
    for number, (when, mover_leaves) in enumerate(LEAVINGS):
        passed += _play_with_leavers(game, seats, options, 12 + number, when, mover_leaves)
    assert not (len(passed) > 2 and all(passed)), (
        f"{game.name}, {seats} seats: whenever a seat leaves out of turn, the turn moves on; "
        "leave() may change the mover only if the mover leaves"
    )
    match = Match(game, options, seats, Seed.parse("12"))
    dice = match.seed.dice("moves")
    proof = Proof(match, 12)
    while not match.over:
        assert len(match.plies) < positions.LONGEST, f"{place(match, 12)}: no end after {positions.LONGEST} moves"
        late = len(match.plies) % 5 == 4
        if late and is_looked_at(len(match.plies)):
            proof.look()
        proof.enter(match.mover, miss() if late else int(match.state.random_move(dice)))
    _check_left(match, set(), place(match, 12))


def _play_with_leavers(game: AnyGame, seats: int, options: Any, seed: int, when: int, mover_leaves: bool) -> list[bool]:
    """Play a game in which seats leave until it is over; return whether the turn moved on when one left out of turn."""
    match = Match(game, options, seats, Seed.parse(str(seed)))
    dice = match.seed.dice("moves")
    left: set[int] = set()
    passed: list[bool] = []
    while not match.over:
        assert len(match.plies) < positions.LONGEST, f"{place(match, seed)}: no end after {positions.LONGEST} moves"
        mover = match.mover
        others = [seat for seat in range(seats) if seat != mover and seat not in left]
        if len(match.plies) >= when and mover not in left and (mover_leaves or others):
            leaver = mover if mover_leaves else others[dice.below(len(others))]
            left.add(leaver)
            _leave(match, leaver, concede(leaver) if when % 2 else forfeit(leaver), seed)
            if not mover_leaves and not match.over:
                passed.append(match.mover != mover)
            when = len(match.plies) + int(dice.below(12))
        elif match.state.has_left(mover):
            match.enter(mover, int(match.state.default_move()))
        else:
            match.enter(mover, int(match.state.random_move(dice)))
    _check_left(match, left, place(match, seed))
    return passed


def _leave(match: Match, leaver: int, entry: int, seed: int) -> None:
    """One seat leaves: check what it and the others see, hear and may do afterwards."""
    how = "in turn" if match.mover == leaver else "out of turn"
    here = f"{place(match, seed)}, as seat {leaver} leaves {how}"
    proof = Proof(match, seed)
    proof.look()
    proof.enter(leaver, entry)
    state = match.state
    assert state.has_left(leaver), f"{here}: it has not left; leave() must call super().leave(seat)"
    staying = [seat for seat in range(match.seats) if not state.has_left(seat)]
    assert match.over or len(staying) > 1, f"{here}: one seat is left and the game goes on; call super().leave(seat)"
    match.game.check_laws(state)
    _check_copy(state, here)
    if match.over:
        _check_payoffs(match, {leaver}, here)
    else:
        _check_choices(match, here)
    _check_words(match, here)
    proof.look()


def _check_left(match: Match, left: set[int], here: str) -> None:
    """Check the end of a game in which somebody left or was late."""
    _check_payoffs(match, left, here)
    _check_replay(match, record.record(match, [str(seat) for seat in range(match.seats)]), here)


def _check_payoffs(match: Match, left: set[int], here: str) -> None:
    payoffs = match.payoffs()
    assert abs(sum(payoffs) - 1) < 1e-9, f"{here}: payoffs {payoffs}; seats that left: {sorted(left) or 'none'}"
    for seat in left:
        assert payoffs[seat] == 0, f"{here}: seat {seat} left and still won"


# --- playing on from a moment of a finished game ---


@in_words
def check_branches(game: AnyGame, seats: int, options: Any = None) -> None:
    """Playing on begins with the very position, or with one that looks the same to the seat for which it is dealt."""
    match = Match(game, options, seats, Seed.parse("40"))
    dice = match.seed.dice("moves")
    while not match.over:
        leaves = seats > 2 and len(match.plies) == 3  # and stays away in every branch
        entry = concede((match.mover + 1) % seats) if leaves else int(match.state.random_move(dice))
        match.enter((match.mover + 1) % seats if leaves else match.mover, entry)
    for seat, ply in enumerate(sorted({0, len(match.plies) // 2, len(match.plies) - 1})):
        _check_branch(match, ply, None)
        if game.hides:
            _check_branch(match, ply, seat % seats)


@in_words
def check_pickles(game: AnyGame, seats: int, options: Any = None) -> None:
    """Positions and matches survive pickling: they come back equal, and play on as they would have."""
    for match, _ in random_match(game, seats, 50, options):
        if not all(_is_at_home(type(thing)) for thing in (game, match.state)):
            return  # Python pickles classes by name, and these have none that leads back to them
        if len(match.plies) in (0, 1, 5, 25, 60) or match.over:
            here = place(match, 50)
            found = pickle.loads(pickle.dumps(match))
            ends = snapshot(match.state), snapshot(found.state)
            assert ends[0] == ends[1], f"{here}: a pickled position differs from its original{where(*ends)}"
            common = shared(match.state), shared(found.state)
            assert common[0] == common[1], f"{here}: pickling changed what all copies share{where(*common)}"
            assert found.events(None) == match.events(None), f"{here}: the past of a pickled match has changed"
            _check_playing_on(match, found, here)


def _is_at_home(kind: type[Any]) -> bool:
    """Whether a class is found under its own name, which is how Python pickles it."""
    try:
        __import__(kind.__module__)
    except ImportError:
        return False
    return getattr(sys.modules[kind.__module__], kind.__qualname__, None) is kind


def _check_playing_on(match: Match, found: Match, here: str) -> None:
    """The same moves with the same dice lead both to the same position, and neither changes the other."""
    before, twin = snapshot(match.state), match.state.copy()
    ours, theirs = match.seed.dice("on"), pickle.loads(pickle.dumps(match.seed.dice("on")))
    for _ in range(8):
        if twin.mover >= 0:
            twin.play(twin.random_move(ours), ours)
            found.state.play(found.state.random_move(theirs), theirs)
    ends = snapshot(twin), snapshot(found.state)
    assert ends[0] == ends[1], f"{here}: a pickled position plays on differently{where(*ends)}"
    _unchanged(match.state, before, f"{here}: playing on from a pickled position changed the original")


def _check_branch(origin: Match, ply: int, kept: int | None) -> None:
    how = "as it was" if kept is None else f"dealt anew for seat {kept}"
    here = f"{place(origin, 40)}, played on from ply {ply}, {how}"
    game, names = origin.game, [f"Guest {seat}" for seat in range(origin.seats)]
    then = origin.again()
    for entry in origin.plies[:ply]:
        then.enter(entry.seat, entry.move)
    branch = origin.branch_off(ply, names, kept)
    found = Match(game, origin.options, origin.seats, Seed.parse("41"), branch=branch)
    for entry in origin.plies[:ply]:
        found.enter(entry.seat, entry.move)
    game.check_laws(found.state)
    assert found.mover == then.mover, f"{here}: it is seat {found.mover}'s turn, not seat {then.mover}'s"
    for seat in range(origin.seats):
        assert found.state.has_left(seat) == then.state.has_left(seat), f"{here}: seat {seat} has left in only one"
    ends = snapshot(then.state), snapshot(found.state)
    assert kept is not None or ends[0] == ends[1], f"{here}: it is another position{where(*ends)}"
    views = encode(then.view(kept)), encode(found.view(kept))
    assert views[0] == views[1], f"{here}: the view has changed"
    assert found.events(kept) == then.events(kept), f"{here}: the past has changed"
    if ply == 0 and kept is None:
        return  # an ordinary game from here on
    dice = found.seed.dice("moves")
    while not found.over:
        assert len(found.plies) < positions.LONGEST, f"{here}: no end after {positions.LONGEST} moves"
        mover = found.mover
        leaves = found.state.has_left(mover)
        found.enter(mover, int(found.state.default_move() if leaves else found.state.random_move(dice)))
    _check_replay(found, record.record(found, names), here)
