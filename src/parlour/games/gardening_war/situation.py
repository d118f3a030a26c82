"""What a garden's state means: who leads, what the rain would drown, and what withers."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count, listed
from parlour.games.gardening_war.goods import PLANTS
from parlour.games.gardening_war.rules import RAIN_DROPS
from parlour.games.gardening_war.view import FieldView, GardenView, PlantView

SOON = 4  # rounds: rain that is further away is no news
LAST = 5  # from here on, the rounds that are left are news
_WORTH = {plant.word: plant.worth for plant in PLANTS}


def say_situation(view: GardenView, names: Sequence[str], seat: int | None, options: object) -> str:
    if view.mover < 0:
        return ""
    lead = _lead(view, names)
    seats = [0, 1] if view.seat is None else [view.seat]
    for news in (
        _rain(view, names, seats),
        _withering(view, names, seats),
        _last_rounds(view),
        _ripe(view, names, seats),
    ):
        if news:
            return f"{lead}; {news}."
    return f"{lead}; {_when(view)}." if _rains(view) else f"{lead}."


def _lead(view: GardenView, names: Sequence[str]) -> str:
    points = [gardener.points for gardener in view.gardeners]
    near = view.seat if view.seat is not None else (0 if points[0] >= points[1] else 1)
    margin = points[near] - points[1 - near]
    if margin == 0:
        return f"{names[near]} and {names[1 - near]} are level at {number(points[near])}"
    return f"{names[near]} {'leads' if margin > 0 else 'trails'} by {number(abs(margin))}"


def _rain(view: GardenView, names: Sequence[str], seats: Sequence[int]) -> str:
    """Rain that falls before the end and would kill something, if nothing is done about it."""
    if view.rain_in > SOON or not _rains(view):
        return ""
    losses = [(seat, sum(_drowns(field.plant, view.rain_in) for field in _garden(view, seat))) for seat in seats]
    doomed = [_plants(n, names[seat], first=not at) for at, (seat, n) in enumerate((s, n) for s, n in losses if n)]
    return f"{_when(view)} would drown {listed(doomed)}" if doomed else ""


def _rains(view: GardenView) -> bool:
    """Whether it will rain once more before the end."""
    return view.round + view.rain_in <= view.rounds


def _when(view: GardenView) -> str:
    return "rain after this round" if view.rain_in == 1 else f"rain in {view.rain_in} rounds"


def _plants(n: int, name: str, first: bool) -> str:
    return f"{n} of {name}'s plants" if first else f"{n} of {name}'s"


def _drowns(plant: PlantView | None, rain_in: int) -> bool:
    """Whether a plant lives until the rain and then gets more than it needs."""
    return plant is not None and plant.state != "dead" and plant.life >= rain_in and plant.need < RAIN_DROPS


def _withering(view: GardenView, names: Sequence[str], seats: Sequence[int]) -> str:
    for seat in seats:
        fields = [f for f in _garden(view, seat) if f.plant and f.plant.state == "mature" and f.plant.life == 1]
        if fields:
            worth = number(sum(_gain(view, seat, field) for field in fields))
            if len(fields) == 1:
                return f"{names[seat]}'s ripe plant, worth {worth}, withers after this round"
            return f"{names[seat]}'s {len(fields)} ripe plants, worth {worth}, wither after this round"
    return ""


def _ripe(view: GardenView, names: Sequence[str], seats: Sequence[int]) -> str:
    told = []
    for seat in seats:
        worth = sum(_gain(view, seat, f) for f in _garden(view, seat) if f.plant and f.plant.state == "mature")
        if worth:
            told.append(f"{names[seat]} has {number(worth)} ripe to harvest")
    return listed(told)


def _last_rounds(view: GardenView) -> str:
    left = view.rounds - view.round
    return "" if left >= LAST else "this is the last round" if left == 0 else f"{count(left + 1, 'round')} left"


def _gain(view: GardenView, seat: int, field: FieldView) -> int:
    """What a harvest would bring for this plant now."""
    assert field.plant is not None
    return _WORTH[field.plant.plant] * (2 if field.special else 1) * (2 if view.gardeners[seat].fert else 1)


def _garden(view: GardenView, seat: int) -> list[FieldView]:
    return [view.fields[field] for field in view.gardeners[seat].fields]


def number(points: int) -> str:
    return f"{points:,}".replace(",", "\u00a0")
