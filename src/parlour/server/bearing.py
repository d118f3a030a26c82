"""How the house's characters bear themselves at a table: what they say now and then, and how long a move takes them.

Both follow from what a spectator sees, and from the number of the ply; so neither tells anybody anything that they do
not see anyway. A house without pauses is one for programs: its characters say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from parlour.bots.characters import on_plate
from parlour.core.events import EventJson
from parlour.core.feelings import MATTERS, Feeling, strongest
from parlour.core.match import Ply
from parlour.core.protocol import Character, Emote
from parlour.server.time_source import Alarm

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

GAP: Final = 12.0  # seconds at least between two emotes of one character
AFTER: Final = 0.7  # seconds: nobody reacts at once
LONG_THOUGHT: Final = 2.5  # seconds after which somebody looks thoughtful
# How often a character says something at a moment that may decide the game.
TALKATIVE: Final = {"teasing": 0.95, "bold": 0.85, "patient": 0.6, "thrifty": 0.5}
ANSWERS: Final[dict[Emote, Emote]] = {"hello": "hello", "well-played": "thanks"}
MOST_AT_ONCE: Final = 2
# The pace of a move, in parts of the house's own: the first of a turn, those that follow, and what a decisive one adds.
FIRST, NEXT, DECISIVE = 1.0, 0.6, 1.9
UNSEEN: Final = 0.5  # of that, where there is nothing to see


class Bearing:
    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._said: dict[int, float] = {}  # when each seat last said something

    # --- pace ---

    def pace(self, seat: int, move: int) -> float:
        """The least time for this move in seconds: where people look on they must be able to follow, and what matters
        is not done in passing."""
        table, settings = self.table, self.table.house.settings
        if table.settings.demonstration:
            usual = settings.demonstration
        else:
            usual = settings.pace_ms / 1000 if table.guests.visitors() else 0.0
        match = table.match
        if not usual or match is None:
            return 0.0
        if table.clock.timed:
            return usual
        state, ply = match.ahead(seat, move)
        part = FIRST if not match.plies or match.plies[-1].seat != seat else NEXT
        events = match.show(ply.told, None)
        if not events:
            return usual * part * UNSEEN
        return usual * (part + DECISIVE * self._felt(events, table.game.view(state, None)).weight)

    # --- emotes ---

    def happened(self, ply: Ply) -> None:
        """A move was played: somebody of the house may have something to say about it."""
        table = self.table
        if table.match is None or not self._listened_to():
            return
        number = table.ply
        said = self._farewell() if table.match.over else self._remarks(ply, number)
        for at, (seat, emote) in enumerate(list(said)[:MOST_AT_ONCE]):
            self._say(seat, emote, AFTER * (1 + at))

    def heard(self, seat: int, emote: Emote) -> None:
        """A guest has said something, and somebody of the house answers."""
        answer = ANSWERS.get(emote)
        if answer is None or not self._listened_to() or seat in self._house():
            return
        for other in self._house():
            if self._may_speak(other):
                self._say(other, answer, AFTER)
                return

    def thinks(self, seat: int) -> Alarm | None:
        """Somebody of the house begins to think; cancel the alarm when the decision is made."""
        if seat not in self._house() or not self._listened_to():
            return None
        return self.table.house.time.call_later(LONG_THOUGHT, lambda: self._ponder(seat))

    def _ponder(self, seat: int) -> None:
        if self._may_speak(seat):
            self._say(seat, "thinking", 0.0)

    def _remarks(self, ply: Ply, number: int) -> Iterator[tuple[int, Emote]]:
        """At most one, by the first who has something to say and says it."""
        match = self.table.match
        assert match is not None
        feeling = self._felt(match.show(ply.told, None), self.table.view(None)[0])
        if feeling.weight < MATTERS:
            return
        for seat, character in self._house().items():
            emote = remark(feeling, seat, character.temper if character else "patient", ply.seat)
            if emote is not None and self._may_speak(seat) and self._would_speak(seat, character, feeling, number):
                yield seat, emote
                return

    def _felt(self, events: list[EventJson], view: Any) -> Feeling:
        """What happened, as a spectator feels it. A game that fails here goes on."""
        try:
            return strongest(self.table.game.feel(event, view) for event in events)
        except Exception as error:
            self.table.write_down(error)
            return Feeling(0.0)

    def _farewell(self) -> Iterator[tuple[int, Emote]]:
        """Losers praise the winner; a winner of the house says thank you."""
        match = self.table.match
        assert match is not None
        payoffs = match.verdict()
        for seat in self._house():
            if payoffs[seat] < max(payoffs):
                yield seat, "well-played"
            elif min(payoffs) < max(payoffs):
                yield seat, "thanks"

    def _house(self) -> dict[int, Character | None]:
        """The house's players who still play, by seat; not those who stand in for a guest."""
        match = self.table.match
        return {
            number: on_plate(seat.name)
            for number, seat in enumerate(self.table.row.seats)
            if seat.bot is not None and match is not None and not match.state.has_left(number)
        }

    def _listened_to(self) -> bool:
        """Whether a person is there, and this process speaks for the house."""
        table = self.table
        here = (one for one in table.connections if not one.is_program)
        people = any(one.guest not in table.house.bots for one in here)
        return people and table.drives and table.house.settings.pace_ms > 0

    def _may_speak(self, seat: int) -> bool:
        return self.table.house.time.now() - self._said.get(seat, float("-inf")) >= GAP

    def _would_speak(self, seat: int, character: Character | None, feeling: Feeling, number: int) -> bool:
        """Not always: by what it matters, and by temper. The same at the same place of the same table."""
        drawn = crc32(f"{self.table.id} {number} {seat}".encode()) % 1000 / 1000
        return drawn < feeling.weight * (TALKATIVE[character.temper] if character else 0.5)

    def _say(self, seat: int, emote: Emote, after: float) -> None:
        house = self.table.house
        self._said[seat] = house.time.now()
        house.time.call_later(after, lambda: house.news.emote(self.table, seat, emote))


def remark(feeling: Feeling, seat: int, temper: str, mover: int) -> Emote | None:
    """What somebody in this seat would say to what `mover` has done."""
    if feeling.sorry == seat:
        if mover == seat:
            return "oops"
        return "wow" if temper in ("bold", "teasing") else "well-played"
    if feeling.glad == seat:
        return "thanks" if mover != seat else None
    if feeling.sorry == mover:
        return "oops" if temper == "teasing" else None
    if feeling.glad == mover and feeling.weight >= 0.6:
        return "well-played" if temper in ("patient", "thrifty") else "wow"
    return None
