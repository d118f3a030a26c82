"""A test table: set up any board, play a scripted card on it, and read every step afterwards."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.core.dice import Dice
from parlour.core.english import closest, listed
from parlour.core.errors import Refused
from parlour.core.events import EventTable
from parlour.core.protocol import HouseEvent
from parlour.games.monogwent.events import event_table
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import CARDS, LEADER, MOVES
from parlour.games.monogwent.pool import ROWS, TYPES, Card
from parlour.games.monogwent.script.book import Book
from parlour.games.monogwent.script.budget import STEPS, WORK
from parlour.games.monogwent.script.program import Program
from parlour.games.monogwent.script.run import Printed
from parlour.games.monogwent.state import EMPTY, HAND_CAP, LIVES, MOST_POWER, Cards, Script, Side, Table

ZONES: Final = ("hand", "deck", "field", "graveyard")
BOARD_TYPES: Final = tuple(type for type in TYPES if type != "Leader")
_ROW_WORDS: Final = {**{row.lower(): number for number, row in enumerate(ROWS)}, "range": 1}


class BoardCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card on a test table: one of the pool by its name, or a made-up one by its type and printed power.

    `power` is its current power, by default the printed one; `row` is its row on a field.
    """

    card: str = ""
    type: str = "Silver"
    printed: int = 0
    faction: str = "Neutral"
    power: int | None = None
    row: str = ""
    rival: bool = False  # started in the other player's deck


Zone = list[str | BoardCard]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards on a test table, bottom and oldest first; `other` zones are the rival's."""

    hand: Zone = []
    deck: Zone = []
    field: Zone = []
    graveyard: Zone = []
    other_hand: Zone = []
    other_deck: Zone = []
    other_field: Zone = []
    other_graveyard: Zone = []
    boosts: list[str] = []  # boosted rows on your own side
    other_boosts: list[str] = []
    weather: list[str] = []


DEMO: Final = Board(
    hand=["Lane Militia", "The Wandering Champion"],
    deck=["Post Owl", "Lane Militia", "Scarecrow"],
    field=["Thistle Pikes", "Orchard Slinger", "The Gate Oak"],
    graveyard=["Hedge Warden", "Open Sky"],
    other_hand=["Gull Caller", "Marsh Fog"],
    other_deck=["Tide Engine", "Salt Kettle"],
    other_field=["Breakwater Guard", "Gull Caller", "Heron Queen", "Empty Boat"],
    other_graveyard=["Salt Kettle"],
)


class TrialCard(msgspec.Struct, frozen=True):
    """A card on the table, before or after the trial."""

    card: str
    type: str
    power: int
    row: str = ""
    counts: int = 0


class TrialSide(msgspec.Struct, frozen=True):
    power: int
    hand: list[TrialCard]
    deck: list[TrialCard]
    field: list[TrialCard]
    graveyard: list[TrialCard]
    rows: list[int]
    boosts: list[str]


class Trial(msgspec.Struct, frozen=True):
    """What a card did: the sides before and after, the log, and how much of the budget it used.

    `weather` lists the rows under weather before and after, `events` what a player on seat 0 would see.
    """

    card: str
    before: list[TrialSide]
    after: list[TrialSide]
    log: list[str]
    steps: int
    weather: list[list[str]] = []
    events: list[HouseEvent] = []
    operations: int = 0

    def show(self) -> str:
        lines = [f"You play {self.card}.", *(f"  {line}" for line in self.log)]
        for who, before, after in zip(("Your", "The rival's"), self.before, self.after, strict=True):
            lines.append(f"{who} power: {before.power} -> {after.power}")
            for zone in ZONES:
                was, now = _say(getattr(before, zone)), _say(getattr(after, zone))
                lines.append(f"  {zone:9} {was}" if was == now else f"  {zone:9} {was}  ->  {now}")
        lines.append(f"{self.steps} of {STEPS} steps, {self.operations} of {WORK} operations.")
        return "\n".join(lines)


def _say(cards: list[TrialCard]) -> str:
    return "[" + ", ".join(f"{c.card} {c.power}" if c.type in ("Silver", "Gold") else c.card for c in cards) + "]"


class Rehearsal(Script):
    """Runs a program on a test table, which may hold made-up cards, and logs every step."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.text)
        self.program = program
        self.extras: list[Printed] = []
        self.log: list[str] = []
        self.steps = 0
        self.work = 0

    def run(self, table: Table, card: int, seat: int, dice: Dice) -> None:
        run = self.program.activate(table, card, seat, dice, self.extras, self.log)
        self.steps, self.work = run.steps, run.work


class TestTable:
    """A table that has been set up, with the card to try in hand (or as leader)."""

    __test__ = False  # pytest must not collect it

    def __init__(self, table: Gwent, rehearsal: Rehearsal, events: EventTable, card: Card, played: int) -> None:
        self.table = table
        self.rehearsal = rehearsal
        self.events = events
        self.card = card
        self.played = played

    def play(self, row: str, dice: Dice) -> Trial:
        before, weather = self.sides(), self.weather()
        move = self.move(row)
        self.table.heard = []
        self.table.play(move, dice)
        return Trial(
            self.card.name,
            before,
            self.sides(),
            list(self.rehearsal.log),
            self.rehearsal.steps,
            [weather, self.weather()],
            self.events.show_all(self.table.heard, 0),
            self.rehearsal.work,
        )

    def weather(self) -> list[str]:
        return [ROWS[row] for row, card in enumerate(self.table.weather) if card != EMPTY]

    def move(self, row: str) -> int:
        if self.card.type == "Leader":
            if not self.table.leader_ready(0):
                raise Refused(f"{self.card.name} has no effect to try.", "no-effect")
            return LEADER
        wanted = row_of(row) if row else None
        if row and wanted is None:
            raise Refused(_unknown_row(row), "no-move")
        mine = [int(move) for move in self.table.moves() if self.played in MOVES.values(int(move))[:1]]
        for move in mine:
            if wanted is None or MOVES.to_json(move).get("row") == ROWS[wanted].lower():
                return move
        where = f" in {ROWS[wanted]}" if wanted is not None else ""
        rows = " or ".join(ROWS[one] for one in sorted(self.card.rows))
        hint = f": its rows are {rows}" if wanted is not None and rows and wanted not in self.card.rows else ""
        raise Refused(f"{self.card.name} can't be played{where} on this table{hint}.", "no-move")

    def sides(self) -> list[TrialSide]:
        sides = []
        for seat in (0, 1):
            side = self.table.side(seat)
            field = [self.lying(card, seat) for card in side.field]
            hand, deck, grave = ([self.lying(card) for card in zone] for zone in (side.hand, side.deck, side.grave))
            rows = [int(self.table.row_total(seat, row)) for row in range(3)]
            boosts = [ROWS[row] for row, card in enumerate(side.boosts) if card != EMPTY]
            sides.append(TrialSide(int(self.table.total(seat)), hand, deck, field, grave, rows, boosts))
        return sides

    def lying(self, card: int, seat: int | None = None) -> TrialCard:
        printed = self.table.cards.pool.cards[self.table.cards.number[card]]
        power = int(self.table.power[card])
        if seat is None:
            return TrialCard(printed.name, printed.type, power)
        return TrialCard(
            printed.name, printed.type, power, ROWS[self.table.row[card]], int(self.table.strength(seat, card))
        )


class _Builder:
    def __init__(self, book: Book, program: Program) -> None:
        self.book = book
        self.named = {card.name.lower(): card for card in book.pool.cards}
        self.extras: list[Card] = []
        self.rehearsal = Rehearsal(program)
        self.cards = Cards(book.pool, self.rehearsal)
        self.power: list[int] = []
        self.row: list[int] = []

    def add(self, seat: int, placed: BoardCard) -> int:
        if len(self.power) >= CARDS:
            raise Refused(f"A test table can hold at most {CARDS} cards.", "bad-board")
        card = self.printed(placed)
        power = card.power if placed.power is None or card.type != "Silver" else placed.power
        self.power.append(min(max(power, 0), MOST_POWER))
        self.row.append(_row(placed.row) if placed.row else card.rows[0] if card.rows else 0)
        return int(self.cards.add(card, 1 - seat if placed.rival else seat))

    def printed(self, placed: BoardCard) -> Card:
        if placed.card:
            found = self.named.get(placed.card.strip().lower())
            if found is None:
                near = closest(placed.card.lower(), self.named)
                hint = f" Did you mean {self.named[near].name}?" if near else ""
                raise Refused(f"Unknown card {placed.card[:40]!r} on the test table.{hint}", "bad-board")
            return found
        if placed.type not in BOARD_TYPES:
            types = listed(BOARD_TYPES, "or")
            raise Refused(f"A card on the test table is {types}, not {placed.type[:40]!r}.", "bad-board")
        if not 0 <= placed.printed <= MOST_POWER:
            raise Refused(f"Power on the test table is from 0 to {MOST_POWER}, not {placed.printed}.", "bad-board")
        name = f"{placed.type} {placed.printed}" if placed.type in ("Silver", "Gold") else placed.type
        number = len(self.book.pool.cards) + len(self.extras)
        power = placed.printed if placed.type in ("Silver", "Gold") else 0
        card = Card(number=number, name=name, type=placed.type, faction=placed.faction, power=power, rows=(0, 1, 2))
        self.extras.append(card)
        return card

    def finish(self) -> EventTable:
        """The board is complete: add the made-up cards to this table's pool. Returns events that know their names."""
        self.rehearsal.extras = [Printed(card) for card in self.extras]
        self.cards.pool = self.book.pool.plus(tuple(self.extras))
        return event_table([card.name for card in self.cards.pool.cards], self.book.effects)

    def zone(self, seat: int, zone: Zone) -> list[int]:
        return [self.add(seat, BoardCard(card=one) if isinstance(one, str) else one) for one in zone]


def set_up(book: Book, name: str, board: Board | None) -> TestTable:
    """The board with the named card of a script in hand, ready to be played."""
    board = DEMO if board is None else board
    card = book.pool.by_name[name]
    assert book.program is not None
    builder = _Builder(book, book.program)
    sides = []
    for seat, other in ((0, ""), (1, "other_")):
        deck, hand, field, grave = (
            builder.zone(seat, getattr(board, other + zone)) for zone in ("deck", "hand", "field", "graveyard")
        )
        if len(hand) > HAND_CAP - (seat == 0):
            raise Refused(
                f"A hand on the test table holds at most {HAND_CAP} cards, including the one to try.", "bad-board"
            )
        boosts = [EMPTY, EMPTY, EMPTY]
        for row in getattr(board, f"{other}boosts"):
            boosts[_row(row)] = builder.add(seat, BoardCard(type="Boost"))
        sides.append(Side(deck, hand, field, grave, boosts, LIVES))
    weather = [EMPTY, EMPTY, EMPTY]
    for row in board.weather:
        weather[_row(row)] = builder.add(0, BoardCard(type="Weather"))
    played = EMPTY
    if card.type == "Leader":
        builder.cards.lead(card, 0)
    else:
        played = builder.add(0, BoardCard(card=name))
        sides[0].hand.insert(0, played)
    for side in sides:
        for one in side.field:
            if TYPES[builder.cards.kind[one]] not in ("Silver", "Gold", "Decoy"):
                raise Refused("Only units and decoys can be on a field.", "bad-board")
    table = Gwent(builder.cards, builder.power, builder.row, sides[0], sides[1])
    table.weather = weather
    table.round = 1
    table.chosen = 3
    return TestTable(table, builder.rehearsal, builder.finish(), card, played)


def row_of(word: str) -> int | None:
    """The row with this name, in any case; None if there is no such row."""
    return _ROW_WORDS.get(word.strip().lower())


def _row(word: str) -> int:
    row = row_of(word)
    if row is None:
        raise Refused(_unknown_row(word), "bad-board")
    return row


def _unknown_row(word: str) -> str:
    return f"Unknown row {word[:40]!r}. The rows are {listed(ROWS)}."
