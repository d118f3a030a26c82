"""A test table: any board can be set up, a scripted card played on it, and every step read afterwards."""

from __future__ import annotations

import difflib
from typing import Final

import msgspec

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.protocol import HouseEvent
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import EVENTS, LEADER, MOVES
from parlour.games.monogwent.pool import EFFECTS, POOL, ROWS, TYPES, Card, Pool
from parlour.games.monogwent.script.arithmetic import STEPS, WORK
from parlour.games.monogwent.script.machine import Printed, Program, Stage
from parlour.games.monogwent.state import EMPTY, HAND_CAP, LIVES, Cards, Script, Side, Table

ZONES: Final = ("hand", "deck", "field", "graveyard")
LYING_TYPES: Final = tuple(type for type in TYPES if type != "Leader")
_ROW_WORDS: Final = {**{row.lower(): number for number, row in enumerate(ROWS)}, "range": 1}
MOST_CARDS: Final = 160
MOST_POWER: Final = 9999


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
    events: list[HouseEvent] = []
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


class _StagedScript(Script):
    """Runs a program on a stage."""

    def __init__(self, text: str, program: Program, stage: Stage) -> None:
        super().__init__(text)
        self.program = program
        self.stage = stage

    def run(self, table: Table, card: int, seat: int, dice: Dice) -> None:
        cards = table.cards
        place = int(cards.leaders[seat]) if card < 0 else int(cards.number[card])
        run = self.program.activate(table, place, int(seat), dice, self.stage)
        self.stage.steps, self.stage.work = run.steps, run.work


class TestTable:
    """A table that was set up, with the card to be tried in hand (or as leader)."""

    __test__ = False  # not a test of pytest's

    def __init__(self, table: Gwent, names: list[Printed], stage: Stage, card: Card, played: int) -> None:
        self.table = table
        self.names = names
        self.stage = stage
        self.card = card
        self.played = played

    def play(self, row: str, dice: Dice) -> Trial:
        before, weather = self.sides(), self.weather()
        move = self.move(row)
        self.table.heard = []
        self.table.play(move, dice)
        events = EVENTS.show_all(self.table.heard, 0)
        return Trial(
            self.card.name,
            before,
            self.sides(),
            list(self.stage.log),
            self.stage.steps,
            [weather, self.weather()],
            events,
            self.stage.work,
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
        printed = self.names[self.table.cards.number[card]]
        power = int(self.table.power[card])
        if seat is None:
            return Lying(printed.name, printed.type, power)
        return Lying(
            printed.name, printed.type, power, ROWS[self.table.row[card]], int(self.table.strength(seat, card))
        )


class _Builder:
    def __init__(self, pool: Pool, program: Program) -> None:
        self.pool = pool
        self.named = {card.name.lower(): card for card in pool.cards}
        self.program = program
        self.stage = Stage([])
        self.cards = Cards(_StagedScript(pool.script, program, self.stage))
        self.power: list[int] = []
        self.row: list[int] = []

    def add(self, seat: int, stand: Stand) -> int:
        card = self.printed(stand)
        place = len(self.cards.kind)
        if place >= MOST_CARDS:
            raise Refused(f"A test table holds at most {MOST_CARDS} cards.", "bad-board")
        rows = tuple(card.rows)
        self.cards.kind.append(TYPES.index(card.type))
        self.cards.printed.append(card.power)
        self.cards.rows.append(sum(1 << row for row in rows))
        self.cards.always.append(len(rows) if card.type in ("Silver", "Gold", "Weather") else 0)
        self.cards.home.append(rows[0] if rows else 0)
        self.cards.effect.append(EFFECTS.index(card.effect))
        self.cards.number.append(card.number)
        self.cards.label.append(self.label(card))
        self.cards.worth.append(10 * card.power)
        self.cards.owner.append(1 - seat if stand.rival else seat)
        power = card.power if stand.power is None or card.type != "Silver" else stand.power
        self.power.append(min(max(power, 0), MOST_POWER))
        self.row.append(_row(stand.row) if stand.row else rows[0] if rows else 0)
        return place

    def printed(self, stand: Stand) -> Card:
        if stand.card:
            found = self.named.get(stand.card.strip().lower())
            if found is None:
                near = difflib.get_close_matches(stand.card[:40].lower(), self.named, 1)
                hint = f" Did you mean {self.named[near[0]].name}?" if near else ""
                raise Refused(f"There is no card {stand.card[:40]!r} to put on the test table.{hint}", "bad-board")
            return found
        if stand.type not in LYING_TYPES:
            there_are = ", ".join(LYING_TYPES)
            raise Refused(f"A card on the test table is one of {there_are}, not {stand.type[:40]!r}.", "bad-board")
        if not 0 <= stand.printed <= MOST_POWER:
            raise Refused(f"A card on the test table has power 0 to {MOST_POWER}, not {stand.printed}.", "bad-board")
        name = f"{stand.type} {stand.printed}" if stand.type in ("Silver", "Gold") else stand.type
        number = len(self.pool.cards) + len(self.stage.extras)
        power = stand.printed if stand.type in ("Silver", "Gold") else 0
        card = Card(number=number, name=name, type=stand.type, faction=stand.faction, power=power, rows=(0, 1, 2))
        self.stage.extras.append(Printed(card))
        self.stage.extra_names.append(name)
        return card

    def label(self, card: Card) -> int:
        """The number by which events name it; cards of no pool have names of this table only."""
        built_in, pool = len(POOL.cards), len(self.pool.cards)
        if card.number < built_in:
            return card.number
        if card.number < pool:
            return self.program.names.label(card.number - built_in)
        return self.stage.names.label(card.number - pool)

    def zone(self, seat: int, lies: Lies) -> list[int]:
        return [self.add(seat, Stand(card=one) if isinstance(one, str) else one) for one in lies]


def set_up(pool: Pool, program: Program, name: str, board: Board | None) -> TestTable:
    """The board with the named card in hand, ready to be played."""
    board = DEMO if board is None else board
    card = pool.by_name[name]
    builder = _Builder(pool, program)
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
        builder.cards.leader_effect[0] = EFFECTS.index(card.effect)
        builder.cards.leaders[0] = card.number
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
    names = [Printed(one) for one in pool.cards] + builder.stage.extras
    return TestTable(table, names, builder.stage, card, played)


def row_of(word: str) -> int | None:
    """The row that a word names, in any case; None if there is no such row."""
    return _ROW_WORDS.get(word.strip().lower())


def _row(word: str) -> int:
    row = row_of(word)
    if row is None:
        raise Refused(f"{word[:40]!r} is no row; rows are {', '.join(ROWS)}.", "bad-board")
    return row
