"""Positions of Battle Farm in the notation of the rules' scenarios: `corn(3,1)`, `G:melon(6,2)`, `corn[8]`."""

from __future__ import annotations

import re
from typing import Any

from parlour.core.dice import Dice
from parlour.games.battle_farm import asks, phases
from parlour.games.battle_farm import farmer as farms
from parlour.games.battle_farm.cards import CARD, CARDS, CLASS
from parlour.games.battle_farm.farmer import NO_CARD, Farmer
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.judge import Farm
from parlour.games.battle_farm.moves import MOVES

TYPES = {"": 0, "R": 1, "G": 2, "H": 3, "T": 4, "Ro": 5, "V": 6}
LETTERS = {number: letter for letter, number in TYPES.items()}
SEATS = "ABCDEF"


class Rolls(Dice):
    """Dice that show the given faces in order, then always the lowest. `below` gives face - 1."""

    def __init__(self, *faces: int) -> None:
        super().__init__(1, 2, 3, 4)
        self.faces = list(faces)

    def below(self, n: int) -> int:
        if n <= 1:
            return 0
        face = self.faces.pop(0) if self.faces else 1
        assert 1 <= face <= n, f"a face {face} on a die of {n}"
        return face - 1


def hand_card(text: str) -> int:
    """`corn` as printed, `corn[8]` with value 8."""
    found = re.fullmatch(r"(\w+?)(?:\[(\d+)\])?", text)
    assert found, text
    card = CARD[found[1]]
    return int(farms.card(card.number, int(found[2]) if found[2] else card.value))


def bed(text: str) -> int:
    """`-` an empty common bed, `G:` an empty greenhouse, `corn` as printed, `R:mango(5,1)`."""
    prefix, _, crop = text.rpartition(":")
    type = TYPES[prefix]
    if crop in ("-", ""):
        return type
    found = re.fullmatch(r"(\w+?)(?:\((\d+),(\d+)\))?", crop)
    assert found, text
    card = CARD[found[1]]
    value, timer = (int(found[2]), int(found[3])) if found[2] else (card.value, card.timer)
    return int(farms.bed_with(type, card.number, value, timer))


def player(
    coins: int = 0,
    fertilizers: int = 0,
    beds: str = "- - - -",
    hand: str = "",
    klass: str = "market_trader",
    apples: int = 0,
    melons: int = 0,
) -> Farmer:
    farmer = Farmer(CLASS[klass].number, [bed(b) for b in beds.split()], [hand_card(c) for c in hand.split()], [])
    farmer.coins = coins
    farmer.fertilizers = fertilizers
    farmer.apples = apples
    farmer.melons = melons
    return farmer


class Field:
    """A hand-built position; A is active unless said otherwise, B, C, … follow in turn order."""

    def __init__(
        self,
        *players: Farmer,
        phase: str = "play",
        market: str = "corn " * 6,
        deck: str = "wheat " * 40,
        discard: str = "",
        limit: int = 2,
        place: int = 0,
        win_limit: int = 250,
        rolls: tuple[int, ...] = (),
        fresh_market: bool = True,
    ) -> None:
        seats = len(players)
        order = [(seat - place) % seats for seat in range(seats)]
        self.state = Farm(seats, win_limit, 200, order, fresh_market)
        s = self.state
        s.farmers = list(players)
        s.market = [NO_CARD if id == "-" else CARD[id].number for id in market.split()]
        s.deck = [CARD[id].number for id in reversed(deck.split())]
        s.discard = [CARD[id].number for id in discard.split()]
        s.place = place
        s.active = 0
        s.mover = 0
        s.phase = phases.WORDS.index(phase)
        s.limit = limit
        s.heard = []
        if phase == "harvest":
            s.round_dead = not s.any_crop()
            s.start_turn()
        s.run(Rolls(*rolls))
        self.heard = [GAME.events.show(told, None) for told in s.heard]
        s.heard = None

    # --- acting ---

    def move(self, text: str) -> int:
        """A move in words; seats may be letters, and the value of a card is the printed one unless said."""
        words = []
        for word in text.split():
            if word in SEATS:
                words.append(str(SEATS.index(word)))
            elif re.fullmatch(r"\w+\[\d+\]", word):
                words += [word[: word.index("[")], word[word.index("[") + 1 : -1]]
            else:
                words.append(word)
        wanted = len(next(k for k in MOVES.kinds if k.name == words[0]).fields)
        if len(words) == wanted and words[-1] in CARD:
            words.append(str(CARD[words[-1]].value))
        return MOVES.from_words(" ".join(words))

    def do(self, text: str, *rolls: int) -> Field:
        move = self.move(text)
        assert self.state.allows(move), f"{text!r} is not legal; legal are {self.options()}"
        dice = Rolls(*rolls)
        self.state.heard = []
        self.state.play(move, dice)
        self.heard = [GAME.events.show(told, None) for told in self.state.heard]
        self.state.heard = None
        assert not dice.faces, f"{text!r} left {dice.faces} unrolled"
        return self

    def refuses(self, text: str) -> str:
        """The code of the refusal; the position must not change."""
        move = self.move(text)
        before = GAME.view(self.state, None)
        assert not self.state.allows(move), f"{text!r} is legal"
        assert move not in self.state.moves(), f"{text!r} is listed"
        assert GAME.view(self.state, None) == before
        return GAME.why_not(self.state, move).code

    def options(self) -> list[str]:
        """The legal moves in words; printed values are left out."""
        shown = []
        for move in self.state.moves():
            words = MOVES.to_words(int(move)).split()
            if len(words) == 3 and words[1] in CARD and int(words[2]) == CARD[words[1]].value:
                words.pop()
            shown.append(" ".join(words))
        return shown

    # --- looking ---

    @property
    def question(self) -> str:
        return asks.WORDS[self.state.asking]

    @property
    def phase(self) -> str:
        return phases.WORDS[self.state.phase]

    @property
    def mover(self) -> str:
        return SEATS[self.state.mover] if self.state.mover >= 0 else "over"

    def coins(self, seats: str = "A") -> Any:
        found = [int(self.state.farmers[SEATS.index(s)].coins) for s in seats]
        return found[0] if len(found) == 1 else found

    def fertilizers(self, seats: str = "A") -> Any:
        found = [int(self.state.farmers[SEATS.index(s)].fertilizers) for s in seats]
        return found[0] if len(found) == 1 else found

    def beds(self, seat: str = "A") -> list[str]:
        shown = []
        for b in self.state.farmers[SEATS.index(seat)].beds:
            prefix = LETTERS[int(farms.type_of(b))]
            crop = int(farms.crop_of(b))
            text = f"{CARDS[crop].id}({farms.value_of(b)},{farms.timer_of(b)})" if crop >= 0 else "-"
            shown.append(f"{prefix}:{text}" if prefix else text)
        return shown

    def hand(self, seat: str = "A") -> list[str]:
        shown = []
        for c in self.state.farmers[SEATS.index(seat)].hand:
            card = CARDS[int(farms.card_kind(c))]
            value = int(farms.card_value(c))
            shown.append(card.id if value == card.value else f"{card.id}[{value}]")
        return shown

    def discard(self) -> list[str]:
        return [CARDS[int(kind)].id for kind in self.state.discard]

    def market(self) -> list[str]:
        return ["-" if kind == NO_CARD else CARDS[int(kind)].id for kind in self.state.market]

    def view(self, seat: str) -> Any:
        return GAME.view(self.state, SEATS.index(seat))

    def known(self, watcher: str, holder: str) -> list[str]:
        return [c.card for c in self.view(watcher).farmers[SEATS.index(holder)].known]

    def heard_kinds(self) -> list[str]:
        return [str(event["kind"]) for event in self.heard if event]
