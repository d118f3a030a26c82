"""Whole games as text and as digests, which reveal any change of rules."""

from __future__ import annotations

import hashlib
from typing import Any

from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import Told
from parlour.core.testing.positions import encode, random_match, snapshot


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
    """A whole random game as text: a golden file in which a change of rules shows as a readable diff."""
    names = [chr(65 + seat) for seat in range(seats)]
    opts = game.read_options(options, preset)
    lines = [
        f"game: {game.name} version {game.version}",
        f"seats: {seats}",
        f"options: {encode(game.write_stored(opts)).decode()}",
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
    return [
        "",
        *(f"  | {line}" for line in match.game.say_view(match.view(None), names, match.options).splitlines()),
        "",
    ]


def _event_line(game: AnyGame, told: Told) -> str:
    """An event with nothing hidden: a golden file is for developers, not for a seat."""
    kind = game.events.kinds[told[0]]
    return " ".join(
        [kind.name, *(f"{p.field.name}={p.field.write(v)}" for p, v in zip(kind.parts, told[1:], strict=False))]
    )
