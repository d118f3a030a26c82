"""The tables in the rules for players, made from cards.toml; README.md marks where each one goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from parlour.games.battle_farm.cards import BED, BEDS, CARDS, CLASSES
from parlour.games.battle_farm.even import COINS
from parlour.games.battle_farm.fields import MOST_SEATS
from parlour.games.battle_farm.options import FarmOptions, win_limit


def with_tables(readme: str) -> str:
    for name, table in TABLES.items():
        readme = readme.replace(f"<!-- {name} -->", table())
    return readme


def _table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(map(str, cells))} |" for cells in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def _win_limits() -> str:
    seats = range(2, MOST_SEATS + 1)
    return _table(["players", *seats], [["win limit in coins", *(win_limit(FarmOptions(), n) for n in seats)]])


def _classes() -> str:
    rows = [
        (
            c.name,
            ", ".join(BED[id].name.removesuffix(" Bed") for id in c.beds),
            f"{c.bonus} more",
            c.card_name,
            c.cost,
            c.once_per,
            c.text,
        )
        for c in CLASSES
    ]
    return _table(["class", "beds", "starts with", "class card", "costs", "once per", "effect"], rows)


def _beds() -> str:
    return _table(["bed", "benefit"], [(bed.name, bed.text) for bed in BEDS])


def _crops() -> str:
    rows = [
        (f"{c.name} ({c.ability})", c.group, c.rarity, c.copies, c.value, f"{c.coins_per_turn:g}", c.when, c.text)
        for c in CARDS
        if c.is_crop
    ]
    return _table(["crop", "colour", "rarity", "copies", "value", "coins per turn", "when", "effect"], rows)


def _actions() -> str:
    rows = [(c.name, c.rarity, c.copies, c.value, c.text) for c in CARDS if not c.is_crop]
    return _table(["card", "rarity", "copies", "cost", "effect"], rows)


def _even() -> str:
    rows = [(c.name, COINS.classes[c.id]) for c in CLASSES]
    second = ("whoever goes second, at a table of two", f"{COINS.places['2'][1]} more")
    return _table(["class", "more coins with `even`"], [*rows, second])


TABLES: Final[dict[str, Callable[[], str]]] = {
    "win limits": _win_limits,
    "classes": _classes,
    "beds": _beds,
    "crops": _crops,
    "actions": _actions,
    "even": _even,
}
