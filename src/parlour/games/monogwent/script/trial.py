"""A test table: any board can be set up, a scripted card played on it, and every step read afterwards."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.core.dice import Dice
from parlour.core.english import closest
from parlour.core.errors import Refused
from parlour.core.events import EventJson, EventTable
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
LYING_TYPES: Final = tuple(type for type in TYPES if type != "Leader")
_ROW_WORDS: Final = {**{row.lower(): number for number, row in enumerate(ROWS)}, "range": 1}


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card on a test table: one of the pool by its name, or any other by its type and printed power.

    `power` is its current power, the printed one if left out; `row` where it stands on a field.
    """

    card: str = ""
    type: str = "Silver"
    printed: int = 0
    faction: str = "Neutral"
    power: int | None = None
    row: str = ""
    rival: bool = False  # began in the other player's deck


Lies = list[str | Stand]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on a test table, bottom and oldest first; `other` zones are the rival's."""

    hand: Lies = []
    deck: Lies = []
    field: Lies = []
    graveyard: Lies = []
    other_hand: Lies = []
    other_deck: Lies = []
    other_field: Lies = []
    other_graveyard: Lies = []
    boosts: list[str] = []  # rows that are boosted on the own side
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


class Lying(msgspec.Struct, frozen=True):
    """A card as it lies on the table."""

    card: str
    type: str
    power: int
    row: str = ""
    counts: int = 0


class TrialSide(msgspec.Struct, frozen=True):
    power: int
    hand: list[Lying]
    deck: list[Lying]
    field: list[Lying]
    graveyard: list[Lying]
    rows: list[int]
    boosts: list[str]


class Trial(msgspec.Struct, frozen=True):
    """What a card did: the sides before and after, the log, and how much of the budget it took.

    `weather` are the rows under weather before and after, `events` what a player on seat 0 would be told.
    """

    card: str
    before: list[TrialSide]
    after: list[TrialSide]
    log: list[str]
    steps: int
    weather: list[list[str]] = []
    events: list[EventJson] = []
    operations: int = 0

    def show(self) -> str:
        lines = [f"{self.card} is played.", *(f"  {line}" for line in self.log)]
        for who, before, after in zip(("Your", "The rival's"), self.before, self.after, strict=True):
            lines.append(f"{who} power: {before.power} -> {after.power}")
            for zone in ZONES:
                was, now = _say(getattr(before, zone)), _say(getattr(after, zone))
                lines.append(f"  {zone:9} {was}" if was == now else f"  {zone:9} {was}  ->  {now}")
        lines.append(f"{self.steps} of {STEPS} steps, {self.operations} of {WORK} operations.")
        return "\n".join(lines)


def _say(cards: list[Lying]) -> str:
    return "[" + ", ".join(f"{c.card} {c.power}" if c.type in ("Silver", "Gold") else c.card for c in cards) + "]"


class Rehearsal(Script):
    """Runs a program on a test table, where cards of no pool may stand, and writes down every step."""

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
    """A table that was set up, with the card to be tried in hand (or as leader)."""

    __test__ = False  # not a test of pytest's

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
            raise Refused(f"{row[:40]!r} is no row; rows are {', '.join(ROWS)}.", "no-move")
        mine = [int(move) for move in self.table.moves() if self.played in MOVES.values(int(move))[:1]]
        for move in mine:
            if wanted is None or MOVES.to_json(move).get("row") == ROWS[wanted].lower():
                return move
        where = f" in {ROWS[wanted]}" if wanted is not None else ""
        rows = " or ".join(ROWS[one] for one in sorted(self.card.rows))
        hint = f"; its rows are {rows}" if wanted is not None and rows and wanted not in self.card.rows else ""
        raise Refused(f"{self.card.name} cannot be played{where} on this table{hint}.", "no-move")

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

    def lying(self, card: int, seat: int | None = None) -> Lying:
        printed = self.table.cards.pool.cards[self.table.cards.number[card]]
        power = int(self.table.power[card])
        if seat is None:
            return Lying(printed.name, printed.type, power)
        return Lying(
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

    def add(self, seat: int, stand: Stand) -> int:
        if len(self.power) >= CARDS:
            raise Refused(f"A test table holds at most {CARDS} cards.", "bad-board")
        card = self.printed(stand)
        power = card.power if stand.power is None or card.type != "Silver" else stand.power
        self.power.append(min(max(power, 0), MOST_POWER))
        self.row.append(_row(stand.row) if stand.row else card.rows[0] if card.rows else 0)
        return int(self.cards.add(card, 1 - seat if stand.rival else seat))

    def printed(self, stand: Stand) -> Card:
        if stand.card:
            found = self.named.get(stand.card.strip().lower())
            if found is None:
                near = closest(stand.card.lower(), self.named)
                hint = f" Did you mean {self.named[near].name}?" if near else ""
                raise Refused(f"There is no card {stand.card[:40]!r} to put on the test table.{hint}", "bad-board")
            return found
        if stand.type not in LYING_TYPES:
            there_are = ", ".join(LYING_TYPES)
            raise Refused(f"A card on the test table is one of {there_are}, not {stand.type[:40]!r}.", "bad-board")
        if not 0 <= stand.printed <= MOST_POWER:
            raise Refused(f"A card on the test table has power 0 to {MOST_POWER}, not {stand.printed}.", "bad-board")
        name = f"{stand.type} {stand.printed}" if stand.type in ("Silver", "Gold") else stand.type
        number = len(self.book.pool.cards) + len(self.extras)
        power = stand.printed if stand.type in ("Silver", "Gold") else 0
        card = Card(number=number, name=name, type=stand.type, faction=stand.faction, power=power, rows=(0, 1, 2))
        self.extras.append(card)
        return card

    def finish(self) -> EventTable:
        """Everything lies there: the cards of no pool get into that of this table. The events that call them so."""
        self.rehearsal.extras = [Printed(card) for card in self.extras]
        self.cards.pool = self.book.pool.plus(tuple(self.extras))
        return event_table([card.name for card in self.cards.pool.cards], self.book.effects)

    def zone(self, seat: int, lies: Lies) -> list[int]:
        return [self.add(seat, Stand(card=one) if isinstance(one, str) else one) for one in lies]


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
                "A hand on the test table holds at most ten cards, the one to be tried among them.", "bad-board"
            )
        boosts = [EMPTY, EMPTY, EMPTY]
        for row in getattr(board, f"{other}boosts"):
            boosts[_row(row)] = builder.add(seat, Stand(type="Boost"))
        sides.append(Side(deck, hand, field, grave, boosts, LIVES))
    weather = [EMPTY, EMPTY, EMPTY]
    for row in board.weather:
        weather[_row(row)] = builder.add(0, Stand(type="Weather"))
    played = EMPTY
    if card.type == "Leader":
        builder.cards.lead(card, 0)
    else:
        played = builder.add(0, Stand(card=name))
        sides[0].hand.insert(0, played)
    for side in sides:
        for one in side.field:
            if TYPES[builder.cards.kind[one]] not in ("Silver", "Gold", "Decoy"):
                raise Refused("Only units and decoys stand on a field.", "bad-board")
    table = Gwent(builder.cards, builder.power, builder.row, sides[0], sides[1])
    table.weather = weather
    table.round = 1
    table.chosen = 3
    return TestTable(table, builder.rehearsal, builder.finish(), card, played)


def row_of(word: str) -> int | None:
    """The row that a word names, in any case; None if there is no such row."""
    return _ROW_WORDS.get(word.strip().lower())


def _row(word: str) -> int:
    row = row_of(word)
    if row is None:
        raise Refused(f"{word[:40]!r} is no row; rows are {', '.join(ROWS)}.", "bad-board")
    return row
