"""Deadwood as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.game import Game, search_levels
from parlour.games.deadwood import feelings, rules, tempers
from parlour.games.deadwood import view as views
from parlour.games.deadwood.board import STANDARD_LOT, BoardFacts, Place, check_board, describe, make_lot, places_of
from parlour.games.deadwood.codes import TOP_RANK
from parlour.games.deadwood.events import EVENTS
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.moves import MOVES
from parlour.games.deadwood.options import PRESET_WORDS, PRESETS, DeadwoodOptions, board_of, company_of
from parlour.games.deadwood.state import NO_ROLE, WRAPPED_SET
from parlour.games.deadwood.text import DeadwoodText
from parlour.games.deadwood.view import DeadwoodView

if TYPE_CHECKING:
    from parlour.core.lens import Lens


class Purse(msgspec.Struct, frozen=True):
    dollars: int
    credits: int


class Wage(msgspec.Struct, frozen=True):
    """What acting pays, by how the roll went."""

    take: Purse
    cut: Purse


class Pay(msgspec.Struct, frozen=True):
    """What acting pays on the card and off it."""

    on: Wage
    off: Wage


class DeadwoodData(BoardFacts, frozen=True, kw_only=True):
    """The lot, and what acting pays."""

    pay: Pay


PAY = Pay(
    on=Wage(take=Purse(rules.STAR_TAKE_DOLLARS, rules.STAR_TAKE_CREDITS), cut=Purse(0, 0)),
    off=Wage(
        take=Purse(rules.EXTRA_TAKE_DOLLARS, rules.EXTRA_TAKE_CREDITS),
        cut=Purse(rules.EXTRA_CUT_DOLLARS, rules.EXTRA_CUT_CREDITS),
    ),
)


class DeadwoodGame(DeadwoodText, Game[Deadwood, DeadwoodOptions, DeadwoodView]):
    """Two to eight bit-part actors on a western film lot: walk, act, rehearse, and pay to rise."""

    name = "deadwood"
    title = "Deadwood"
    tagline = "There are no small parts. You will get one anyway."
    minutes = 45
    seats = range(2, 9)
    default_seats = 4
    Options = DeadwoodOptions
    View = DeadwoodView
    moves = MOVES
    events = EVENTS
    presets = PRESETS
    preset_words = PRESET_WORDS
    quick = "standard"
    same_for_all = True
    puzzle_margin = 0.08  # a single decision rarely decides more here
    # For a search without the planner: about three sensible moves per seat, then the judge.
    tuning: ClassVar[Mapping[str, int]] = {"depth": 12, "explore": 20}
    levels = search_levels((60, 60, 60, 2000), tempers=(40, 28, 12))

    def check(self, options: DeadwoodOptions, seats: int) -> None:
        if options.board is not None:
            check_board(options.board)

    def new(self, options: DeadwoodOptions, seats: int, dice: Dice) -> Deadwood:
        """Shuffle the deck once, then start the first day."""
        self.check_seats(seats)
        company = company_of(options, seats)
        lot = STANDARD_LOT if options.board is None else make_lot(options.board)
        state = Deadwood(lot, seats, company.days, options.stall_limit)
        state.rank = [company.rank] * seats
        state.dollars = [company.dollars] * seats
        state.credits = [company.credits] * seats
        state.area = [int(lot.trailer)] * seats
        state.role = [NO_ROLE] * seats
        state.chips = [0] * seats
        state.takes = [0] * int(lot.sets)
        state.scene = [WRAPPED_SET] * int(lot.sets)
        state.filled = [0] * int(lot.sets)
        state.seen = [0] * int(lot.cards)
        deck = list(range(lot.cards))
        dice.shuffle(deck)
        state.pile = deck[::-1]
        state.heard = []
        state.start_day(dice)
        state.mover = seats - 1
        state.next_turn()
        return state

    def lens(self, options: DeadwoodOptions, seats: int) -> Lens:
        from parlour.games.deadwood.lens import DeadwoodLens  # only learning programs need it

        return DeadwoodLens(STANDARD_LOT if options.board is None else make_lot(options.board), seats)

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    lean = staticmethod(tempers.lean)
    feel = staticmethod(feelings.feel)

    def describe_board(self, options: DeadwoodOptions) -> BoardFacts:
        """Everything about the lot that never changes; clients fetch it once, so it is not part of a view."""
        return describe(board_of(options))

    def data(self, options: DeadwoodOptions) -> DeadwoodData:
        return DeadwoodData(**msgspec.structs.asdict(self.describe_board(options)), pay=PAY)

    def board_layout(self, options: DeadwoodOptions) -> dict[str, Place]:
        """Where each area is on a map of 1200 by 900."""
        board = board_of(options)
        return dict(zip(board.areas, places_of(board), strict=True))

    def check_laws(self, state: Deadwood) -> None:
        lot = state.lot
        on_sets = [int(c) for c in state.scene if c != WRAPPED_SET]
        hidden = [*map(int, state.pile), *map(int, state.gone), *map(int, state.early_gone)]
        face_down = [int(state.scene[a]) for a in range(lot.sets) if state.is_face_down(a)]
        unseen = sorted(hidden + face_down)
        assert unseen == [c for c in range(lot.cards) if not state.seen[c]], "a card is lost or duplicated"
        assert len(set(on_sets)) == len(on_sets), "a card lies on two sets"
        assert len(on_sets) == state.scenes_left, f"{state.scenes_left} scenes left, {len(on_sets)} cards out"
        assert state.mover < 0 or state.scenes_left >= 2, "a day goes on with one scene"
        assert 1 <= state.day <= state.days, f"day {state.day} of {state.days}"
        for area in range(lot.sets):
            wrapped = state.is_wrapped(area)
            low, high = (0, 0) if wrapped else (1, int(lot.takes[area]))
            assert low <= state.takes[area] <= high, f"{state.takes[area]} takes on set {area}"
            roles = 0
            for seat in range(state.seats):
                if state.area[seat] == area and state.role[seat] != NO_ROLE:
                    assert not roles & bit(state.role[seat]), "two players in one role"
                    roles |= int(bit(state.role[seat]))
            assert roles == state.filled[area], "a role is filled by nobody, or somebody's role is free"
        for seat in range(state.seats):
            assert 1 <= state.rank[seat] <= TOP_RANK, f"rank {state.rank[seat]}"
            assert state.dollars[seat] >= 0, "debts"
            assert state.credits[seat] >= 0, "negative fame"
            if state.role[seat] == NO_ROLE:
                assert state.chips[seat] == 0, "chips without a role"
                continue
            assert state.is_open(state.area[seat]), "a role where nothing is filmed"
            assert 0 <= state.chips[seat] < state.budget_of(seat), "too many chips"
            assert state.role_rank(seat, state.role[seat]) <= state.rank[seat], "a role above the player's rank"


GAME = DeadwoodGame()
