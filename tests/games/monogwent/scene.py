"""Tables set up by hand, in the notation of the rules file.

`M5` a Silver with power 5 in Melee, `RG9` a Gold in Ranged, `Sd` a Decoy in Siege; `M+` a boost, `M*` a weather (in
the side's own name). Cards in hand, deck and graveyard are written the same way, their letters being their rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.core.dice import Dice, LoadedDice
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.pool import EFFECTS, POOL
from parlour.games.monogwent.state import (
    BOOST,
    DECOY,
    DISPEL,
    EMPTY,
    GOLD,
    LIVES,
    SILVER,
    WEATHER,
    Cards,
    Side,
)

ROW = {"M": 0, "R": 1, "S": 2}
A, B = 0, 1
_CARD = re.compile(r"([MRS]*)(G|d|\+|\*|!)?(\d+)?(?:/(\d+))?(?:=([A-Za-z()]+))?(?:#(\w+))?")


class Scene:
    """A position in the making. Cards are named by the order in which they are added, or by `#name`."""

    def __init__(self, leaders: Sequence[str] = ("", "")) -> None:
        self.cards = Cards(POOL, None)
        self.cards.leader_effect = [EFFECTS.index(effect) for effect in leaders]
        self.power: list[int] = []
        self.rows: list[int] = []
        self.sides = [Side([], [], [], [], [EMPTY, EMPTY, EMPTY], LIVES) for _ in range(2)]
        self.weather = [EMPTY, EMPTY, EMPTY]
        self.names: dict[str, int] = {}
        self.kinds: dict[tuple[object, ...], int] = {}

    def card(self, seat: int, text: str) -> int:
        """A new card: rows, type (G gold, d decoy, + boost, * weather, ! dispel), power/printed, =Effect, #name."""
        match = _CARD.fullmatch(text)
        assert match, f"{text!r} is no card"
        letters, mark, power, printed, effect, name = match.groups()
        kind = {None: SILVER, "G": GOLD, "d": DECOY, "+": BOOST, "*": WEATHER, "!": DISPEL}[mark]
        same = (kind, printed or power, letters, effect)
        number = self.cards.put(
            kind,
            int(printed or power or 0),
            sum(1 << ROW[letter] for letter in letters),
            len(letters) if kind in (SILVER, GOLD, WEATHER) else 0,
            ROW[letters[0]] if letters else 0,
            EFFECTS.index(effect or ""),
            self.kinds.setdefault(same, len(self.kinds)),
            seat,
            10 * int(power or 0),
        )
        self.power.append(int(power or 0))
        self.rows.append(ROW[letters[0]] if letters else 0)
        if name:
            self.names[name] = number
        return number

    def field(self, seat: int, *cards: str) -> Scene:
        for text in cards:
            if text in ("M+", "R+", "S+"):
                self.sides[seat].boosts[ROW[text[0]]] = self.card(seat, text)
            elif text[:2] in ("M*", "R*", "S*"):
                self.weather[ROW[text[0]]] = self.card(seat, text)
            else:
                self.sides[seat].field.append(self.card(seat, text))
        return self

    def hand(self, seat: int, *cards: str) -> Scene:
        self.sides[seat].hand += [self.card(seat, text) for text in cards]
        return self

    def deck(self, seat: int, *cards: str) -> Scene:
        self.sides[seat].deck += [self.card(seat, text) for text in cards]
        return self

    def grave(self, seat: int, *cards: str) -> Scene:
        self.sides[seat].grave += [self.card(seat, text) for text in cards]
        return self

    def table(self, mover: int = A, round: int = 1) -> Gwent:
        state = Gwent(self.cards, self.power, self.rows, self.sides[0], self.sides[1])
        state.weather = self.weather
        state.round = round
        state.mover = mover
        state.chosen = 3
        GAME.check_laws(state)
        return state

    def __getitem__(self, name: str) -> int:
        return self.names[name]


def words(state: Gwent) -> list[str]:
    """The options of the mover, in words."""
    return [MOVES.to_words(int(move)) for move in state.moves()]


def act(state: Gwent, text: str, *rolls: int) -> None:
    """Play a move given in words, with these rolls of the dice and no others."""
    move = MOVES.from_words(text)
    assert move in state.moves(), f"{text} is not offered: {words(state)}"
    state.play(move, LoadedDice(list(rolls)))
    GAME.check_laws(state)


def totals(state: Gwent) -> tuple[int, int]:
    return int(state.total(A)), int(state.total(B))


def dice(n: int = 1) -> Dice:
    return Dice(n, 2, 3, 4)
