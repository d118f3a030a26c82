"""Positions of Kata TCG laid out by hand, and duels played on them in the words of the rules.

    duel = table("minions", a=Side(mana=5, hand="strike cut"), b=Side(board="m2 cut 2/2 asleep"))
    duel.play("summon strike")
    assert duel.a.board == ["m3 strike 3/3 asleep"]

Side A has the decision unless `active="b"`. Where a scenario says nothing of B's hand, B holds a dud, so that a turn
that passes on stops there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from parlour.core.errors import Refused
from parlour.core.match import Match, Ply
from parlour.core.moves import concede
from parlour.core.seed import Seed
from parlour.games.kata_tcg import state as packed
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.view import KataView, MinionView, SideView

OPTIONS = ("healing", "minions", "drawers", "custom_cards", "deck_building")
Table = Callable[..., "Duel"]


@dataclass(frozen=True)
class Side:
    """One side of a hand-built position. Cards are words; `deck` is a number of strikes, or words with the top first.

    A board reads `m1 slash 4/2of4 used; m3 dud 0/1`: serial, card, damage/health (of what it arrived with), state.
    """

    hp: int = 30
    mana: int | None = None
    slots: int | None = None
    hand: str = ""
    deck: int | str = 10
    discard: str = ""
    board: str = ""

    def lay_out(self, side: packed.Side) -> None:
        slots = self.slots if self.slots is not None else max(self.mana or 0, 1)
        side.health = self.hp
        side.slots = slots
        side.mana = slots if self.mana is None else self.mana
        side.set_hand(numbers(self.hand))
        side.set_deck(numbers(" ".join(["strike"] * self.deck) if isinstance(self.deck, int) else self.deck)[::-1])
        for card in numbers(self.discard):
            side.onto_discard(card)
        for words in filter(None, self.board.split("; ")):
            side.onto_board(read_minion(words))


def numbers(cards: str) -> list[int]:
    return [POOL[card].number for card in cards.split()]


def read_minion(words: str) -> int:
    found = re.fullmatch(r"m(\d+) ([a-z-]+) (\d+)/(\d+)(?:of(\d+))?( asleep)?( used)?", words)
    assert found, f"not a minion: {words!r}"
    serial, card, damage, health, most, asleep, used = found.groups()
    return int(
        packed.minion(
            POOL[card].number, int(damage), int(health), int(most or health), int(serial), bool(asleep), bool(used)
        )
    )


def write_minion(m: MinionView) -> str:
    most = "" if m.health == m.most_health else f"of{m.most_health}"
    states = " asleep" * m.asleep + " used" * m.used
    return f"{m.minion} {m.card} {m.damage}/{m.health}{most}{states}"


class Seen:
    """One side as its owner sees it, with cards as words."""

    def __init__(self, side: SideView) -> None:
        self.hp = side.health
        self.mana = side.mana
        self.slots = side.slots
        self.hand = " ".join(side.hand or [])
        self.deck = side.deck_size
        self.discard = " ".join(side.discard)
        self.board = [write_minion(m) for m in side.board]

    @property
    def hand_size(self) -> int:
        return len(self.hand.split())

    @property
    def discards(self) -> int:
        return len(self.discard.split())


class Duel:
    """A match between A and B, whatever seats they have."""

    def __init__(self, match: Match, seat_of_a: int) -> None:
        self.match = match
        self.seats = {"a": seat_of_a, "b": 1 - seat_of_a}
        self.names = {seat: name for name, seat in self.seats.items()}

    @property
    def state(self) -> Kata:
        state = self.match.state
        assert isinstance(state, Kata)
        return state

    def view(self, of: str) -> KataView:
        seen = self.match.view(self.seats[of])
        assert isinstance(seen, KataView)
        return seen

    def side(self, of: str) -> Seen:
        return Seen(self.view(of).sides[self.seats[of]])

    @property
    def a(self) -> Seen:
        return self.side("a")

    @property
    def b(self) -> Seen:
        return self.side("b")

    @property
    def active(self) -> str | None:
        return None if self.match.over else self.names[self.match.mover]

    @property
    def turn(self) -> int:
        return self.view("a").turn

    @property
    def won_by(self) -> tuple[str, str | None]:
        """Who won and why; the game must be over."""
        assert self.match.over
        seen = self.view("a")
        assert seen.winner >= 0
        payoffs = self.match.payoffs()
        assert payoffs[seen.winner] == 1
        assert payoffs[1 - seen.winner] == 0
        return self.names[seen.winner], seen.cause

    @property
    def options(self) -> list[str]:
        return [GAME.moves.to_words(int(move)) for move in self.state.moves()]

    def play(self, *actions: str) -> list[Ply]:
        """Each action in its text form, by whoever has the decision."""
        return [self.match.play(self.match.mover, GAME.moves.from_words(action)) for action in actions]

    def concede(self) -> None:
        self.match.play(self.match.mover, concede(self.match.mover))

    def why_not(self, action: str, by: str = "a") -> str | None:
        """The code of the first reason against an action, as the house gives it; None if it is legal."""
        try:
            move = GAME.moves.from_words(action)
        except Refused as refusal:
            return refusal.code
        reason = self.match.why_not(self.seats[by], move)
        if reason is not None:
            assert reason.text.endswith(".")
        return reason.code if reason else None

    def rejects(self, action: str, code: str, by: str = "a") -> None:
        """The action is refused for this reason and changes nothing."""
        before = [self.match.view(seat) for seat in (None, 0, 1)], len(self.match.plies), self.options
        assert self.why_not(action, by) == code
        with pytest.raises(Refused) as refusal:
            self.match.play(self.seats[by], GAME.moves.from_words(action))
        assert refusal.value.code == code
        assert ([self.match.view(seat) for seat in (None, 0, 1)], len(self.match.plies), self.options) == before

    def log(self, seat: int | None = None, since: int = 0) -> list[str]:
        """The events as a seat (None: a spectator) hears them, each as words."""
        return [" ".join(map(str, event.values())) for event in self.match.events(seat, since)]


def option_values(words: str) -> dict[str, bool]:
    """A preset's name, or the options that are on: `healing minions`."""
    if words in GAME.presets:
        return dict(GAME.presets[words])
    assert set(words.split()) <= set(OPTIONS), words
    return dict.fromkeys(words.split(), True)


def new_game(options: str = "classic", seed: int = 1, decks: list[str] | None = None) -> Duel:
    """A real game from its set-up; A is the side that starts."""
    values = {**option_values(options), **({"decks": decks} if decks else {})}
    match = Match(GAME, GAME.read_options(values), 2, Seed.parse(str(seed)))
    starter = int(match.setup[0][1])
    return Duel(match, starter)


def lay_table(
    options: str, a: Side | None = None, b: Side | None = None, active: str = "a", seat_of_a: int = 0, turn: int = 9
) -> Duel:
    match = Match(GAME, GAME.read_options(option_values(options)), 2, Seed.parse("1"))
    on = match.options
    state = Kata(on.healing, on.minions, on.drawers)
    state.turn = turn
    state.mover = seat_of_a if active == "a" else 1 - seat_of_a
    for side, seat in ((a or Side(), seat_of_a), (b or Side(hand="dud"), 1 - seat_of_a)):
        if seat != seat_of_a and not side.hand:
            side = Side(side.hp, side.mana, side.slots, "dud", side.deck, side.discard, side.board)
        side.lay_out(state.side(seat))
    boards = [state.side(seat).minion_at(place) for seat in (0, 1) for place in range(state.side(seat).board_size)]
    state.summoned = max((int(packed.serial_of(m)) for m in boards), default=0)
    match.state = state
    match.setup = ()
    return Duel(match, seat_of_a)
