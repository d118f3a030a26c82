"""The chair: the messages between the house and the guest on a seat, the same for every kind of guest.

Browsers and network bots exchange them over a WebSocket, process bots as one JSON object per line over stdin and
stdout, bots inside this process as Python objects. Unset fields are left out of the JSON; `says`, `whose`, `words`,
`text` and `situation` are for guests who asked for words when they sat down.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.clock import Clock
from parlour.core.protocol.clocks import Remaining, SeatClock
from parlour.core.protocol.guests import Announcement
from parlour.core.protocol.json import HouseEvent, Json, Move, Options
from parlour.core.protocol.tables import Ply, Table

PROTOCOL = 1
LARGEST_MESSAGE = 64 * 1024  # bytes of one message to the house

Emote = Literal["hello", "well-played", "oops", "thinking", "thanks", "wow"]
EMOTES: tuple[str, ...] = get_args(Emote)


# --- from the house ---


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """Welcome to a seat: everything about the match that does not change."""

    game: str
    version: int
    seat: int | None  # None: a spectator
    seats: int
    names: list[str]
    options: Options
    clock: Clock
    promise: str  # sha-256 of the seed
    protocol: int = PROTOCOL


class TableMessage(Table, frozen=True, kw_only=True, tag="table"):
    """Who sits where, and everything else about the table."""


class Past(msgspec.Struct, frozen=True, tag="past"):
    """Everything that happened before you came."""

    plies: list[Ply]


class Events(msgspec.Struct, frozen=True, tag="events"):
    """What happened in one ply, as far as you may know, and what you see now."""

    ply: int
    events: list[HouseEvent]
    view: Any
    mover: int
    seat: int | UnsetType = UNSET  # whose decision it was
    clock: Remaining | UnsetType = UNSET  # what the mover has left now
    clocks: list[SeatClock] | UnsetType = UNSET
    says: list[str] | UnsetType = UNSET
    whose: list[int | None] | UnsetType = UNSET
    text: str | UnsetType = UNSET  # the position in words
    situation: str | UnsetType = UNSET  # what it means to you, in a sentence; nothing once the game is over


class Seen(msgspec.Struct, frozen=True):
    """What you see now; `ply` numbers the decision that comes next."""

    ply: int
    view: Any


class Turn(Seen, frozen=True, tag="turn"):
    """It is your turn: what you see, and every move you may make."""

    moves: list[Move]
    clock: Remaining = Remaining()
    clocks: list[SeatClock] | UnsetType = UNSET
    words: list[str] | UnsetType = UNSET  # each move in words
    back: bool | UnsetType = UNSET  # you can take back your last move
    text: str | UnsetType = UNSET
    situation: str | UnsetType = UNSET


class Waiting(Seen, frozen=True, tag="waiting"):
    """Sent when you sit down while it is somebody else's turn, or after the game (mover -1)."""

    mover: int
    clock: Remaining | UnsetType = UNSET
    clocks: list[SeatClock] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    situation: str | UnsetType = UNSET


class RefusedMove(msgspec.Struct, frozen=True, tag="refused"):
    """Your answer was refused and changed nothing; this is why."""

    ply: int
    code: str
    why: str
    strikes: int = 0


class Why(msgspec.Struct, frozen=True, tag="why"):
    """Whether a move would be legal and, if not, the rule that forbids it."""

    id: int | None
    move: Move
    legal: bool
    code: str | UnsetType = UNSET
    why: str | UnsetType = UNSET


class Preview(msgspec.Struct, frozen=True, tag="preview"):
    """What a move would change, up to the first roll or hidden card: paths into the view, before and after."""

    id: int | None
    move: Move
    changes: list[tuple[str, Json, Json]]
    certain: bool


class Plan(msgspec.Struct, frozen=True, tag="plan"):
    """Where several decisions would lead: how many can be made, the view then, the next moves, and what stops it."""

    id: int | None
    done: int
    view: Any
    moves: list[Move]
    words: list[str]
    code: str | UnsetType = UNSET
    why: str | UnsetType = UNSET


class HintedMove(msgspec.Struct, frozen=True):
    """A move worth considering, and the mover's chance of winning after it, as the house estimates it."""

    move: Move
    words: str
    chance: float | None  # None: there was no time to find out
    margin: float  # the chance is this exact, 19 times out of 20; of all but the first, compared with the first
    close: bool  # about as good as the first, as far as the house can tell


class PlannedMove(msgspec.Struct, frozen=True):
    """A decision that the house would make later in the same turn."""

    move: Move
    words: str


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """What the house would do in your place, first of all, and what else is worth considering."""

    ply: int
    moves: list[HintedMove]
    line: list[PlannedMove]  # how it would go on in the same turn, as far as that can be known
    says: list[str]  # all this in sentences
    left: int | None  # hints that you may still ask for; None: as many as you like


class RefusedHint(msgspec.Struct, frozen=True, tag="no-hint"):
    """You get no hint now; this is why."""

    ply: int
    code: str
    why: str


class Emoted(msgspec.Struct, frozen=True, tag="emote"):
    seat: int
    emote: Emote


class Over(msgspec.Struct, frozen=True, tag="over", omit_defaults=True):
    """The game has ended. The seed matches the promise in the hello.

    `next` is the table where the match goes on with another game, as after a draw when the rules require a winner.
    """

    payoffs: list[float]
    scores: list[int]
    seed: str
    why: str
    next: str | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping; at a table with a clock it gives the time, for computers that were asleep."""

    mover: int | UnsetType = UNSET
    clock: Remaining | UnsetType = UNSET
    clocks: list[SeatClock] | UnsetType = UNSET


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """Your last message was invalid, or the table cannot go on."""

    code: str
    error: str


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """The house's announcements have changed; for guests who asked for words. These are all there are now."""

    announcements: list[Announcement]


# msgspec reads these unions at run time
ToProgram = Union[Hello, Turn, Events, RefusedMove, Over]  # noqa: UP007 (all that a program hears over its pipes)
ToGuest = Union[  # noqa: UP007
    Hello, TableMessage, Past, Events, Turn, Waiting, RefusedMove, Why, Preview, Plan, Hint, RefusedHint, Emoted, Over,
    Pong, ErrorMessage, Notice
]  # fmt: skip


# --- from a guest ---


class Sit(msgspec.Struct, tag="sit", frozen=True):
    """The first message: who you are and where you want to sit. Without a seat, you watch."""

    token: str | None = None
    seat: int | None = None
    words: bool = False


class MoveAnswer(msgspec.Struct, frozen=True, tag="move", rename={"whole": "list"}):
    """A guest's decision: the move, its index in the turn's list, or a whole move in the game's own notation."""

    ply: int
    move: Move | None = None
    index: int | None = None
    whole: msgspec.Raw | UnsetType = UNSET


class AskWhy(msgspec.Struct, tag="why", frozen=True):
    move: Move
    id: int | None = None


class AskPreview(msgspec.Struct, tag="preview", frozen=True):
    move: Move
    id: int | None = None


class AskPlan(msgspec.Struct, tag="plan", frozen=True):
    moves: Annotated[list[Move], Meta(max_length=200)]
    id: int | None = None


class AskHint(msgspec.Struct, tag="hint", frozen=True):
    """What would the house do? Answered by a hint or a no-hint, or not at all if the game has gone on meanwhile."""

    ply: int


class TakeBack(msgspec.Struct, tag="take-back", frozen=True):
    """Your move in this ply, the last one, is not to count. You get everything anew, from the hello on, or an error."""

    ply: int


class SendEmote(msgspec.Struct, tag="emote", frozen=True):
    emote: Emote


class Note(msgspec.Struct, tag="note", frozen=True):
    """A line for the bot's own log."""

    text: Annotated[str, Meta(max_length=1000)]


class Concede(msgspec.Struct, tag="concede", frozen=True):
    """You give up."""


class Ping(msgspec.Struct, tag="ping", frozen=True):
    """Are you there, and what does the clock say?"""


FromGuest = Union[Sit, MoveAnswer, AskWhy, AskPreview, AskPlan, AskHint, TakeBack, SendEmote, Note, Concede, Ping]  # noqa: UP007
