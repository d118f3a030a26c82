"""The interface of a game: everything the house needs to know about it besides its positions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.english import plainly
from parlour.core.errors import Refused
from parlour.core.events import EventJson, EventTable, kinds_by_seat, words_by_seat
from parlour.core.feelings import Feeling
from parlour.core.learned import evaluator_of
from parlour.core.moves import MoveJson
from parlour.core.sequel import Finished, Sequel
from parlour.core.state import Evaluator, Told
from parlour.core.text import GameText, Opt, S, V

if TYPE_CHECKING:
    from parlour.core.lens import Lens

Policy = Callable[[Any, list[MoveJson], Dice], int | MoveJson]


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game without options."""


class WholeMove(msgspec.Struct, frozen=True):
    """A move of several decisions that was sent as one: what to play, in order, and remarks on what had no effect."""

    moves: list[int]
    remarks: list[str] = []


class Game(GameText[S, Opt, V]):
    """One game. Subclass it, fill in the class attributes and the methods, and register an instance.

    For what it says in words, see `GameText`.
    """

    name: ClassVar[str]  # as typed: `kata-tcg`
    title: ClassVar[str]  # as read: Kata TCG
    tagline: ClassVar[str] = ""  # one sentence for the lobby
    minutes: ClassVar[int] = 15  # how long a game takes people
    # rises when the same moves would no longer give the same game, or the same dice deal otherwise in `redeal`
    version: ClassVar[int] = 1
    # older versions whose matches still replay, with values for the options they did not have yet
    replays: ClassVar[Mapping[int, Mapping[str, Any]]] = {}
    # options that came without a new version, with values that change nothing: a record names them if they differ
    came_later: ClassVar[Mapping[str, Any]] = {}
    seats: ClassVar[range] = range(2, 3)  # how many the rules allow: two, unless the game says otherwise
    default_seats: ClassVar[int] = 2
    clock: ClassVar[Clock] = Clock()
    Options: type[Opt]
    View: type[V]
    events: ClassVar[EventTable]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    preset_words: ClassVar[Mapping[str, str]] = {}  # what each preset means, in a sentence
    quick: ClassVar[str | None] = None  # the preset for newcomers
    measured: ClassVar[str | None] = None  # the preset used to measure speed and strength
    tuning: ClassVar[Mapping[str, int]] = {}  # search settings that suit this game: depth, explore
    hides: ClassVar[bool] = True  # whether anything is hidden from any seat
    same_for_all: ClassVar[bool] = False  # what is hidden is hidden from everybody, so one screen can be shared
    # simple computer players of this game: word -> (view, moves, dice) -> a move or its index;
    # one with a memory is a class whose instances are such functions
    players: ClassVar[Mapping[str, Policy | Callable[[], Policy]]] = {}
    levels: ClassVar[Mapping[str, str]] = {}  # own settings of easy … master, as seat words
    # iterations of the game's own search for each turn when a review plays on; more if its habit overlooks much
    played_on: ClassVar[int] = 1
    # in a puzzle, what moves are compared by, and by how much one must at least be better than all others:
    # in winning chance, or as a part of the points still to be earned
    puzzled_by: ClassVar[Literal["chance", "points"]] = "chance"
    puzzle_margin: ClassVar[float] = 0.15
    # what statistics tell of a seat: class, card played, … -> the fields of events that say so: ["planted.card"];
    # without it, what every event says of a seat's `card`
    had_by_events: ClassVar[Mapping[str, Sequence[str]]] = {}
    features: ClassVar[tuple[str, ...]] = ()  # what the numbers of `State.features` mean
    move_features: ClassVar[tuple[str, ...]] = ()  # what the numbers of `State.move_features` mean
    learned: ClassVar[str] = "evaluator.json"  # the file beside the code with what `parlour train` has found

    def missing(self) -> list[str]:
        """What every game must define but this one does not."""
        values = ("name", "title", "Options", "View", "moves", "events")
        methods = ("new", "view", "imagine")
        return [
            *(part for part in values if not hasattr(self, part)),
            *(f"{part}()" for part in methods if getattr(type(self), part) is getattr(Game, part)),
        ]

    # --- what a game defines ---

    def new(self, options: Opt, seats: int, dice: Dice) -> S:
        """The position before the first move. The options have been checked."""
        raise NotImplementedError

    def view(self, state: S, seat: int | None) -> V:
        """What this seat may know (None: a spectator), built up from nothing."""
        raise NotImplementedError

    def imagine(self, view: V, dice: Dice, /) -> S:
        """A full position that fits this view, with hidden things dealt at random."""
        raise NotImplementedError

    def whole_move(self, state: S, text: bytes) -> WholeMove:
        """A whole move in the game's own JSON notation, for bots that make all its decisions at once."""
        raise Refused(f"{self.title} is played one decision at a time; it does not accept lists.", "no-lists")

    def check(self, options: Opt, seats: int) -> None:
        """Refuse options that do not go together, though each is fine by itself."""

    def without_choices(self, options: Opt, seats: Sequence[int]) -> Opt:
        """These options without what the players on these seats choose for themselves, such as their decks.

        Whatever then differs from every preset is not by the usual rules, and such a game is not rated.
        """
        return options

    def clock_of(self, options: Opt) -> Clock:
        """The usual clock of a game with these options."""
        return self.clock

    def events_of(self, options: Opt) -> EventTable:
        """The events of a game with these options, for games whose names come from options, such as card scripts."""
        return self.events

    def check_laws(self, state: S) -> None:
        """Assert what must hold in every position: nothing lost, nothing doubled, nothing negative."""

    def data(self, options: Opt) -> Any:
        """What a board needs to draw this game besides the view: cards, maps, texts. Public; a struct or plain JSON."""
        return {}

    def lean(self, state: S, seat: int) -> Mapping[str, int]:
        """How well a position suits `seat` if its player is bold, patient, thrifty or teasing; any unit will do.

        The house's characters choose by it among moves that promise about the same.
        """
        return {}

    def feel(self, event: EventJson, view: V, /) -> Feeling | None:
        """What an event means to the players; None: nothing. Both event and the view after it are a spectator's.

        The house's characters say something now and then at moments that matter, and take their time for them.
        """
        return None

    def puzzling(self, state: S) -> bool:
        """Whether a decision here makes a fair question for a puzzle: its moves must differ by more than a detail."""
        return True

    def evaluator(self) -> Evaluator:
        """How thinking players of this game judge positions: as it has learned from play, else by `State.judge`."""
        return evaluator_of(self)

    def lens(self, options: Opt, seats: int) -> Lens:
        """How learning programs see a game with these options at a table of this size: by its view, unless defined."""
        from parlour.core.view_lens import ViewLens  # only learning programs need it

        return ViewLens(self)

    def had(self, options: Opt, start: S, told: Sequence[Told]) -> Sequence[Mapping[str, Collection[str]]]:
        """What each seat had in a game that is over, for statistics: by kind (class, deck, card played), names.

        `start` is the position after the set-up, and `told` all that has happened. By default, what events say.
        """
        return words_by_seat(self.events_of(options), self.had_by_events, told, int(start.seats))

    def had_kinds(self) -> list[str]:
        """The kinds of `had`, as far as they are known before a game."""
        return list(self.had_by_events) or kinds_by_seat(self.events)

    # For games whose matches need a winner and may take several games. Most games end with their result.

    def finished(self, state: S) -> Finished:
        """What a match needs to know about a finished game."""
        return Finished([float(payoff) for payoff in state.payoffs()])

    def sequel(self, options: Opt, games: Sequence[Finished], names: Sequence[str]) -> Sequel | None:
        """What follows these games of a match that needs a winner; None: the last game's result stands.

        The options are those of the first game.
        """
        return None

    # --- what the house derives from it ---

    def read_options(self, data: Mapping[str, Any] | None = None, preset: str | None = None) -> Opt:
        """Typed options from JSON or from the command line, on top of a preset; refused with a sentence if wrong."""
        merged: dict[str, Any] = {}
        if preset is not None:
            if preset not in self.presets:
                known = ", ".join(self.presets) or "none"
                raise Refused(f"{self.title} has no preset {preset[:40]!r}; it has {known}.", "bad-option")
            merged.update(self.presets[preset])
        merged.update(data or {})
        known_fields = set(self.Options.__struct_encode_fields__)
        for name in merged:
            if name not in known_fields:
                options = ", ".join(sorted(known_fields)) or "none"
                raise Refused(
                    f"{self.title} has no option {str(name)[:40]!r}; its options are: {options}.", "bad-option"
                )
        try:
            return msgspec.convert(merged, self.Options, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(_option_sentence(self, str(error)), "bad-option") from None

    def read_stored(self, data: Mapping[str, Any], version: int) -> Opt:
        """The options of a match stored under this version: it continues under the rules it began with."""
        return self.read_options({**self.replays.get(version, {}), **data})

    def write_stored(self, options: Opt) -> dict[str, Any]:
        """The options as a record keeps them, and has kept them since this version began."""
        told: dict[str, Any] = msgspec.to_builtins(options)
        return {name: value for name, value in told.items() if self.came_later.get(name, ...) != value}

    def read_view(self, data: object) -> V:
        """A view from JSON, as a bot receives it."""
        if isinstance(data, self.View):
            return data
        try:
            return msgspec.convert(data, self.View)
        except msgspec.ValidationError as error:
            raise Refused(f"This is not a view of {self.title}: {error}.", "bad-view") from None

    def __reduce__(self) -> str | tuple[Any, ...]:
        """The game of a module is pickled by its name, so that a match comes back with the same game."""
        home = sys.modules.get(type(self).__module__)
        return "GAME" if getattr(home, "GAME", None) is self else super().__reduce__()

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            wanted = f"{low}" if low == high else f"{low} to {high}"
            raise Refused(f"{self.title} is for {wanted} players, not {seats}.", "bad-seats")

    def rules(self) -> str:
        """The rules for players: the README next to the game's code."""
        package = type(self).__module__.rpartition(".")[0]
        if package:
            try:
                return resources.files(package).joinpath("README.md").read_text(encoding="utf-8")
            except (OSError, ModuleNotFoundError):
                pass
        return f"# {self.title}\n\n{self.__doc__ or ''}\n"


AnyGame = Game[Any, Any, Any]


def search_levels(iterations: Sequence[int], tempers: Sequence[int] = ()) -> dict[str, str]:
    """Levels from easy to expert, by how much each searches. The lower ones may be careless, by their tempers; one
    without a temper stops after 1.5 seconds of a turn."""
    limits = [f"temper={temper}" for temper in tempers] + ["turn=1500"] * (len(iterations) - len(tempers))
    return {
        level: f"search:iterations={number}:{limit}"
        for level, number, limit in zip(("easy", "medium", "hard", "expert"), iterations, limits, strict=True)
    }


def _option_sentence(game: AnyGame, error: str) -> str:
    """msgspec's error about an option, in plain English and with what would be right."""
    what, where = plainly(error)
    option = where or "options"
    if what.startswith("there is no "):
        words = choices(game.Options, option.partition("[")[0])
        what += f"; there are: {words}" if words else ""
    return f"{game.title}, option {option}: {what}."


def choices(options: type[msgspec.Struct], field: str) -> str:
    """The possible values of an option, or of an entry if it is a list."""
    schema: Any = msgspec.json.schema(options)
    fields = schema["$defs"][options.__name__]["properties"].get(field, {})
    return ", ".join(str(word) for word in fields.get("enum") or fields.get("items", {}).get("enum") or [])
