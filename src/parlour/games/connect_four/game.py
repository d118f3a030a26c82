"""Connect four: its moves, events, view and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec

from parlour.core import EventTable, Game, MoveTable, NoOptions, Reason, event, kind, number
from parlour.core.dice import Dice
from parlour.core.english import count
from parlour.core.events import EventJson
from parlour.core.feelings import Feeling
from parlour.core.game import search_levels
from parlour.core.picture import Picture
from parlour.core.state import OVER
from parlour.games.connect_four import feelings, picture, situation
from parlour.games.connect_four.board import COLUMNS, HEIGHT, ROWS, four_in_a_row
from parlour.games.connect_four.state import BOTH, ConnectFour

if TYPE_CHECKING:
    from parlour.core.lens import Lens

MARKS = "·XO"
STEPS = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)  # from a cell to its neighbour: up, diagonally down, across, diagonally up

Cell = Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]  # column, row


class Board(msgspec.Struct, frozen=True):
    """The board as everybody sees it: columns from the left, discs from the bottom, each as its seat."""

    mover: int
    columns: list[list[int]]
    left: list[int] = []
    four: list[Cell] = []  # once somebody has won: the cells of the row


def winning_cells(state: ConnectFour) -> list[list[int]]:
    """Every cell of the winner's rows of four or more, column by column from the bottom left."""
    if state.winner not in (0, 1):
        return []
    discs = int(state.discs1 if state.winner else state.discs0)
    cells = set()
    for step in STEPS:
        first = discs & discs >> step & discs >> 2 * step & discs >> 3 * step
        cells |= {cell + n * step for cell in range(COLUMNS * HEIGHT) if first >> cell & 1 for n in range(4)}
    return [list(divmod(cell, HEIGHT)) for cell in sorted(cells)]


class ConnectFourGame(Game[ConnectFour, NoOptions, Board]):
    """Two players drop discs into seven columns; four in a row wins."""

    name = "connect-four"
    title = "Connect Four"
    tagline = "Seven columns, four in a row."
    minutes = 5
    Options = NoOptions
    View = Board
    hides = False
    played_on = 200
    levels = search_levels((2, 4, 40, 60_000), tempers=(150, 80, 65))
    features = (
        "wins now",
        "two ways to win next",
        "wins next",
        "winning cells in own rows",
        "winning cells in other rows",
        "winning cells above each other",
        "open twos",
        "open ones",
        "centre",
    )
    move_features = ("wins", "blocks", "lets the rival win above it", "gives up a win above it", "centre")
    moves = MoveTable(kind("drop", number("column", COLUMNS)))
    events = EventTable(
        event("dropped", number("seat", 2), number("column", COLUMNS), number("row", ROWS)),
        event("four", number("seat", 2)),
        event("full"),
    )

    def new(self, options: NoOptions, seats: int, dice: Dice) -> ConnectFour:
        return ConnectFour()

    def lens(self, options: NoOptions, seats: int) -> Lens:
        from parlour.games.connect_four.lens import FourLens  # only learning programs need it

        return FourLens()

    def view(self, state: ConnectFour, seat: int | None) -> Board:
        columns = []
        for column in range(COLUMNS):
            foot = column * HEIGHT
            cells = range(foot, foot + state.height(column))
            columns.append([0 if state.discs0 >> cell & 1 else 1 for cell in cells])
        left = [s for s in range(2) if state.has_left(s)]
        return Board(int(state.mover), columns, left, winning_cells(state))

    def imagine(self, view: Board, dice: Dice) -> ConnectFour:
        state = ConnectFour()
        discs = [0, 0]
        for column, stack in enumerate(view.columns[:COLUMNS]):
            for row, seat in enumerate(stack[:ROWS]):
                discs[seat & 1] |= 2 ** (column * HEIGHT + row)
        state.discs0, state.discs1 = discs
        state.mover = view.mover
        for seat in view.left:
            state.leave(seat)
        if view.mover == OVER and not view.left:
            state.winner = self._winner(view)
        return state

    @staticmethod
    def _winner(view: Board) -> int:
        for seat in (0, 1):
            discs = sum(
                2 ** (c * HEIGHT + r) for c, stack in enumerate(view.columns) for r, s in enumerate(stack) if s == seat
            )
            if four_in_a_row(discs):
                return seat
        return BOTH

    def why_not(self, state: ConnectFour, move: int) -> Reason:
        return Reason("column-full", f"Column {self.moves.values(move)[0] + 1} is full.")

    def check_laws(self, state: ConnectFour) -> None:
        assert state.discs0 & state.discs1 == 0, "two discs in one cell"
        difference = bin(state.discs0).count("1") - bin(state.discs1).count("1")
        assert difference in (0, 1), "the players do not alternate"

    def say_view(self, view: Board, names: Sequence[str], options: NoOptions) -> str:
        discs = sum(map(len, view.columns))
        after = f" after {count(discs, 'disc')}" if discs else ""
        rows = [f"The game is over{after}." if view.mover == OVER else f"{names[view.mover]} to move{after}.", ""]
        for row in reversed(range(ROWS)):
            rows.append(" ".join(MARKS[stack[row] + 1] if row < len(stack) else MARKS[0] for stack in view.columns))
        rows.append(" ".join(str(column + 1) for column in range(COLUMNS)))
        rows.append(f"X is {names[0]}, O is {names[1]}.")
        return "\n".join(rows)

    def feel(self, event: EventJson, view: Board) -> Feeling | None:
        return feelings.feel(event, view)

    def say_situation(self, view: Board, names: Sequence[str], seat: int | None, options: NoOptions) -> str:
        return situation.say_situation(view, names, seat)

    def picture(self, view: Board, names: Sequence[str], options: NoOptions) -> Picture:
        return picture.draw(view, names)

    def say_move(self, view: Board, move: int, names: Sequence[str], options: NoOptions) -> str:
        return f"Drop a disc into column {self.moves.values(move)[0] + 1}"

    def numbers(self, moves: Sequence[int]) -> list[int]:
        return [self.moves.values(move)[0] + 1 for move in moves]

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: NoOptions) -> str:
        if event["kind"] == "dropped":
            return f"{names[int(event['seat'])]} drops a disc into column {int(event['column']) + 1}."
        if event["kind"] == "four":
            return f"{names[int(event['seat'])]} has four in a row."
        if event["kind"] == "full":
            return "The board is full."
        return ""

    def say_end(self, state: ConnectFour, names: Sequence[str], options: NoOptions) -> str:
        if state.winner > 1:
            return "The board is full: a draw."
        return f"{names[int(state.winner)]} wins with four in a row."


GAME = ConnectFourGame()
