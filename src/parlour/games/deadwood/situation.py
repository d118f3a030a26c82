"""What a position of Deadwood means: the chance of the next take, the place in the ranking, the end in sight."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count, ordinal
from parlour.games.deadwood.board import STANDARD_LOT
from parlour.games.deadwood.view import DeadwoodView, PlayerView

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def say_situation(view: DeadwoodView, names: Sequence[str]) -> str:
    if view.mover < 0:
        return ""
    place = _for_nobody(view, names) if view.seat is None else _place(view, names, view.seat)
    who = view.mover if view.seat is None else view.seat
    news = _chance(view, names, who) or _end(view) or _rank(view, names, who)
    if not news:
        return f"{place}."
    return f"{news[:1].upper()}{news[1:]}; {place}."


def _chance(view: DeadwoodView, names: Sequence[str], seat: int) -> str:
    """What somebody with a role needs for a take."""
    player = view.players[seat]
    here = next((s for s in view.sets if s.area == player.area), None)
    if player.side is None or here is None or player.left:
        return ""
    chips = f"{names[seat]} has {_NUMBERS[player.chips]} chip{'' if player.chips == 1 else 's'}"
    odds = "a certain take" if player.chance == 6 else f"{player.chance} of 6"
    last = " for the last take" if here.takes == 1 and player.chance < 6 else ""
    return f"budget {here.budget}, {chips}: {odds}{last}"


def _end(view: DeadwoodView) -> str:
    """The day ends when one scene is left."""
    if sum(s.state != "wrapped" for s in view.sets) != 2:
        return ""
    return f"the next wrap ends {'the game' if view.day == view.days else 'the day'}"


def _rank(view: DeadwoodView, names: Sequence[str], seat: int) -> str:
    """The best rank that somebody without a role could buy."""
    player = view.players[seat]
    prices = _prices(view)
    affordable = [
        rank
        for rank, dollars, credits in prices
        if rank > player.rank and ((dollars and dollars <= player.dollars) or (credits and credits <= player.credits))
    ]
    if player.left or not affordable:
        left = sum(s.state != "wrapped" for s in view.sets)
        return f"day {view.day} of {view.days}, {count(left, 'scene')} left"
    return f"{names[seat]} can afford rank {max(affordable)}"


def _prices(view: DeadwoodView) -> list[tuple[int, int, int]]:
    """What ranks cost on this lot: rank, dollars, credits; 0 if not sold for them."""
    prices = STANDARD_LOT.prices if view.lot is None else view.lot.prices
    return [(rank, int(prices[2 * rank]), int(prices[2 * rank + 1])) for rank in range(2, len(prices) // 2)]


def _place(view: DeadwoodView, names: Sequence[str], seat: int) -> str:
    mine = view.players[seat]
    if mine.left:
        return f"{names[seat]} is out of the game"
    others = [(player.score, other) for other, player in enumerate(view.players) if other != seat and not player.left]
    best, ahead = max(others, key=lambda each: each[0], default=(0, seat))
    if mine.score > best:
        return f"{names[seat]} leads by {mine.score - best}"
    if mine.score == best:
        return f"{names[seat]} shares the lead at {best}"
    place = 1 + sum(score > mine.score for score, _ in others)
    return f"{names[seat]} is {ordinal(place)}, {best - mine.score} behind {names[ahead]}"


def _for_nobody(view: DeadwoodView, names: Sequence[str]) -> str:
    still: list[tuple[PlayerView, str]] = [
        (player, names[seat]) for seat, player in enumerate(view.players) if not player.left
    ]
    still.sort(key=lambda each: -each[0].score)
    if len(still) < 2 or still[0][0].score == still[1][0].score:
        return f"the lead is shared at {still[0][0].score}"
    return f"{still[0][1]} leads {still[1][1]} by {still[0][0].score - still[1][0].score}"
