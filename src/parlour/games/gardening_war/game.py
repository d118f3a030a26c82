"""Gardening War as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import Game, WholeMove, search_levels
from parlour.games.gardening_war import feelings, tempers
from parlour.games.gardening_war import sequel as sequels
from parlour.games.gardening_war import view as views
from parlour.games.gardening_war.classic_protocol import Message, read_action
from parlour.games.gardening_war.events import EVENTS
from parlour.games.gardening_war.goods import FIELD_PRICE, GOODS, LIFE_MOST, NEED_MOST, PICTURE, PLANTS, Good, halves
from parlour.games.gardening_war.judge import GardeningWarState
from parlour.games.gardening_war.lists import judge_list
from parlour.games.gardening_war.moves import MOVES
from parlour.games.gardening_war.options import PRESET_WORDS, PRESETS, GardeningWarOptions, even_gold
from parlour.games.gardening_war.players import PLAYERS
from parlour.games.gardening_war.rules import RAIN_EVERY
from parlour.games.gardening_war.state import FIELDS, is_dead, kind_of_plant, life_of, need_of
from parlour.games.gardening_war.steps import CHOOSE
from parlour.games.gardening_war.text import GardenText
from parlour.games.gardening_war.view import GardenView

if TYPE_CHECKING:
    from parlour.core.lens import Lens

PLAYED_OUT = 14  # rounds before the end at most, for a puzzle


class GardenData(msgspec.Struct, frozen=True):
    """What the shop sells, and the numbers that never change."""

    goods: tuple[Good, ...]
    field_price: int
    rain_every: int


class GardeningWar(GardenText, Game[GardeningWarState, GardeningWarOptions, GardenView]):
    """Two gardeners share one board: buy land, plant, water, harvest before it rots, and mind the rain."""

    name = "gardening-war"
    came_later: ClassVar[Mapping[str, Any]] = {"even": False}
    title = "Gardening War"
    tagline = "Tulips, tempo and a mole, over a hundred rounds."
    minutes = 40
    clock = Clock(move_ms=6000, strikes=3)
    Options = GardeningWarOptions
    View = GardenView
    moves = MOVES
    events = EVENTS
    presets = PRESETS
    preset_words = PRESET_WORDS
    quick = "short"
    hides = False
    players = PLAYERS
    puzzled_by = "points"  # a judge cannot tell how likely a lead is to last, but the last rounds can be played out
    puzzle_margin = 0.1
    levels = search_levels((8, 13, 24, 800))

    def clock_of(self, options: GardeningWarOptions) -> Clock:
        return Clock(move_ms=options.move_seconds * 1000, strikes=options.max_misses)

    def new(self, options: GardeningWarOptions, seats: int, dice: Dice) -> GardeningWarState:
        special = list(PICTURE)
        if options.layout == "random":
            special = drawn_layout(dice)
        low, high = halves(special)
        state = GardeningWarState(low, high, options.rounds, options.max_misses)
        if options.even:
            state.gardener1.gold += even_gold(options.rounds)
        return state

    def lens(self, options: GardeningWarOptions, seats: int) -> Lens:
        from parlour.games.gardening_war.lens import GardenLens  # only learning programs need it

        return GardenLens()

    view = staticmethod(views.view)
    lean = staticmethod(tempers.lean)
    feel = staticmethod(feelings.feel)
    finished = staticmethod(sequels.finished)
    sequel = staticmethod(sequels.sequel)

    def imagine(self, view: GardenView, dice: Dice) -> GardeningWarState:
        return views.imagine(view)

    def whole_move(self, state: GardeningWarState, text: bytes) -> WholeMove:
        """A list as the bots of the original competition send it (sections 3 to 7)."""
        if state.step != CHOOSE:
            raise Refused("Finish your move first: a list is a whole move.", "move-begun")
        action = read_action(Message(text))
        if action is None:
            raise Refused(
                'Write a list as {"ActionType": "C", "Properties": [{"CardId": 6, "Amount": 1}, …]}.', "bad-list"
            )
        verdict = judge_list(state, action.kind, action.lines)
        return WholeMove(verdict.moves, verdict.remarks())

    def puzzling(self, state: GardeningWarState) -> bool:
        """What to do in a round, not a part of it; and near enough to the end to play every answer out."""
        return bool(state.step == CHOOSE and state.rounds - state.round < PLAYED_OUT)

    def check_laws(self, state: GardeningWarState) -> None:
        """Nothing is negative, no field has two owners, every plant has one, and no plant needs or lives too much."""
        owned: set[int] = set()
        for gardener in (state.gardener0, state.gardener1):
            assert gardener.gold >= 0, f"gold {gardener.gold}"
            assert gardener.points >= 0, f"points {gardener.points}"
            assert gardener.fert >= 0, f"fert {gardener.fert}"
            assert all(n >= 0 for n in gardener.stock), f"stock {list(gardener.stock)}"
            fields = [int(field) for field in gardener.fields]
            assert len(set(fields)) == len(fields), "a field is listed twice"
            assert not owned & set(fields), "a field has two owners"
            assert halves(fields) == (gardener.low, gardener.high), "list and masks of fields differ"
            owned |= set(fields)
            assert state.max_misses == 0 or gardener.misses <= state.max_misses, f"{gardener.misses} misses"
        for field in range(FIELDS):
            plant = int(state.plants[field])
            assert plant == 0 or field in owned, f"a plant on field {field}, which nobody owns"
            assert plant == 0 or GOODS[kind_of_plant(plant)] in PLANTS, f"plant {plant}"
            assert need_of(plant) <= NEED_MOST, f"need {need_of(plant)}"
            assert life_of(plant) <= LIFE_MOST, f"life {life_of(plant)}"
            assert plant == 0 or is_dead(plant) or life_of(plant) > 0, "alive without life"
        assert 1 <= state.round <= state.rounds + 1, f"round {state.round}"
        assert state.mover < 0 or state.round <= state.rounds, "the game goes on after its last round"
        assert state.mover < 0 or state.step == CHOOSE or state.moves(), "a list without parts"

    def data(self, options: GardeningWarOptions) -> GardenData:
        return GardenData(GOODS, FIELD_PRICE, int(RAIN_EVERY))


def drawn_layout(dice: Dice) -> list[int]:
    """Section 14: seven draws, each with its mirror image; the first fields are never special."""
    special: set[int] = set()
    for _ in range(7):
        field = int(dice.below(32))
        special |= {field, 63 - field}
    return sorted(special - {0, 63})


GAME = GardeningWar()
