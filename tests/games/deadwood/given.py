"""Given …: positions of Deadwood for the scenarios, in the rules file's words."""

from __future__ import annotations

from typing import Any

from parlour.core.dice import Dice, LoadedDice, NoDice
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.testing import snapshot
from parlour.games.deadwood.codes import AREAS, CARDS
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.moves import MOVES
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, WRAPPED_SET


def dice(*faces: int) -> LoadedDice:
    """Dice that show these faces, in this order."""
    return LoadedDice([face - 1 for face in faces])


class Lot:
    """A position, told and asked in words. Seats are P1, P2 … as in the rules file."""

    def __init__(self, seats: int = 4, day: int = 1, **options: Any) -> None:
        self.match = Match(GAME, GAME.read_options(options), seats, Seed.parse("6"))
        self.state: Deadwood = self.match.state  # type: ignore[assignment]
        self.state.day = day

    # --- given ---

    def area(self, name: str) -> int:
        return int(self.state.area_of(AREAS.index(name)))

    def scene(self, area: str, card: str, takes: int | None = None, face_up: bool = True) -> Lot:
        """Put a card on a set; whatever lay there goes where the card was."""
        state, number, there = self.state, CARDS.index(card), self.area(area)
        old = int(state.scene[there])
        if number not in [*state.scene, *state.pile]:  # it left play with an earlier scene: the old one did instead
            state.seen[old], state.seen[number] = 1, 0
        for place in range(state.lot.sets):
            if state.scene[place] == number:
                state.scene[place] = old
        state.pile = [old if c == number else c for c in state.pile]
        state.scene[there] = number
        if takes is not None:
            state.takes[there] = takes
        if face_up:
            state.face_up |= 1 << there
            state.seen[number] = 1
        return self

    def wrapped(self, *areas: str) -> Lot:
        state = self.state
        for name in areas:
            there = self.area(name)
            state.seen[state.scene[there]] = 1
            state.scene[there] = WRAPPED_SET
            state.takes[there] = 0
            state.scenes_left -= 1
        return self

    def only(self, *areas: str) -> Lot:
        """Scenes are left only on these sets."""
        return self.wrapped(*(name for name in AREAS[:10] if name not in areas))

    def player(
        self,
        seat: int,
        area: str = "trailer",
        role: str | None = None,
        rank: int = 1,
        dollars: int = 0,
        credits: int = 0,
        chips: int = 0,
    ) -> Lot:
        """P1 … with what they own; a role is written `on 0` or `off 2`."""
        state, i = self.state, seat - 1
        state.rank[i], state.dollars[i], state.credits[i] = rank, dollars, credits
        state.area[i], state.chips[i] = self.area(area), chips
        state.role[i] = NO_ROLE
        if role is not None:
            side, index = role.split()
            state.role[i] = int(index) + (OFF_CARD if side == "off" else 0)
            state.filled[state.area[i]] |= 1 << state.role[i]
        return self

    def turn_of(self, seat: int) -> Lot:
        self.state.mover = seat - 1
        self.state.moved = False
        self.state.upgraded = False
        GAME.check_laws(self.state)
        return self

    # --- when ---

    def play(self, words: str, thrown: Dice | None = None) -> Lot:
        """A decision of the active player, refused if the rules refuse it. Without dice no die may be rolled."""
        move = MOVES.from_words(words)
        reason = self.match.why_not(int(self.state.mover), move)
        if reason is not None:
            raise Refused(reason.text, reason.code)
        self.state.heard = []
        self.state.play(move, thrown if thrown is not None else NoDice())
        if isinstance(thrown, LoadedDice):
            assert thrown.used == len(thrown.results), "a prepared die was not thrown"
        GAME.check_laws(self.state)
        return self

    def refused(self, words: str) -> str:
        """The code of the refusal; nothing may have changed."""
        before = snapshot(self.state)
        try:
            self.play(words)
        except Refused as refusal:
            assert snapshot(self.state) == before
            assert refusal.text.endswith(".")
            return refusal.code
        raise AssertionError(f"{words} was not refused")

    # --- then ---

    @property
    def active(self) -> int:
        return int(self.state.mover) + 1

    @property
    def decisions(self) -> list[str]:
        return [MOVES.to_words(int(move)) for move in self.state.moves()]

    @property
    def events(self) -> list[dict[str, str | int]]:
        return GAME.events.show_all(self.state.heard or [], None)

    def told(self, kind: str) -> list[dict[str, str | int]]:
        return [event for event in self.events if event["kind"] == kind]

    def owns(self, seat: int) -> tuple[int, int]:
        return int(self.state.dollars[seat - 1]), int(self.state.credits[seat - 1])

    def seen(self, seat: int) -> Any:
        return GAME.view(self.state, None).players[seat - 1]

    def on(self, area: str) -> Any:
        return GAME.view(self.state, None).sets[self.area(area)]

    def has_role(self, seat: int) -> bool:
        return self.seen(seat).side is not None
