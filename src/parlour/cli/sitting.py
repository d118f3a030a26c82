"""A match at the terminal: people type, computer players think, and every move is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from parlour.arena.table import play_match
from parlour.bots.player import Concedes, Player, PutAside
from parlour.bots.seat_words import SeatWord
from parlour.cli.arguments import PERSON, YOU, seat_names, seat_plates
from parlour.cli.paths import later_game_file, shown, typed_path
from parlour.cli.picking import Listed, pick
from parlour.cli.screen import Group, LogLine, Screen
from parlour.core.clock import Clock
from parlour.core.english import count
from parlour.core.errors import Refused
from parlour.core.events import EventJson
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.moves import MoveJson
from parlour.core.protocol import Hello, RefusedMove, TableSettings, Turn
from parlour.core.record import record, save
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.core.speech import in_second_person, situation, to_you, told
from parlour.lab.hints import Hinter, Sitter, why_no_hints, why_not_another

USUAL_HINTS = TableSettings().hints or 0
LAST_LINES = 4  # of the log, at the end and when a match is resumed

HELP = """\
Type the number of a move, its notation (`{example}`),
or any part of its words that fits no other move.
"""
COMMANDS = {
    "Enter": "show the table again",
    "moves": "list your moves again",
    "hint": "say what the house would do, a few times a game",
    "log": "show everything that has happened so far",
    "rules": "show the rules of {title}",
    "why MOVE": "say which rule forbids a move",
    "save FILE": "save a copy of the match",
    "concede": "give up",
    "quit": "leave; the match is saved and can be resumed",
}


class Sitting:
    """A match, who sits in which seat, and the file it is saved in."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[SeatWord],
        path: Path,
        clock: Clock,
        hints: int = USUAL_HINTS,
        hinted: int = 0,
    ) -> None:
        self.match = match
        self.game = match.game
        self.seats = list(seats)
        self.words = [seat.text for seat in seats]
        self.path = path
        self.clock = clock
        self.hints = hints  # how many the person may ask for
        self.hinted = hinted  # how many they have asked for
        self.names = seat_names(self.game, self.words)
        self.plates = seat_plates(self.game, self.words)
        self.screen = Screen(self.names)
        self.hot_seat = self.words.count(YOU) > 1
        self.at_screen: Person | None = None  # the person at the screen now
        self.trouble: Exception | None = None  # the error that stopped the match, if one did
        begun = len(match.plies)
        self.players: list[Player] = [
            Person(self, seat)
            if word == PERSON
            else word.player(self.game, match.seed.dice(f"seat {seat} from ply {begun}"))
            for seat, word in enumerate(self.seats)
        ]

    def play(self) -> bool:
        """Play to the end, or until the person leaves (False); either way the match is saved."""
        try:
            self.save()
            self.welcome()
            self.show_who_thinks()
            played = play_match(
                self.game,
                self.match.options,
                self.players,
                names=self.names,
                clock=self.clock,
                match=self.match,
                watch=self.watch,
            )
            self.screen.rest()
            if self.trouble is not None:
                raise self.trouble
            if self.match.over:
                self.finish(played.notes)
            else:
                self.say_how_to_resume()
        except EOFError:
            self.say_how_to_resume()
        finally:
            self.screen.rest()
            for player in self.players:
                player.close()
        return self.match.over

    def next_game(self) -> Sitting | None:
        """The next game of the match if the rules replay a draw; None if the match is over."""
        earlier, sequel = self.match.earlier, self.match.sequel()
        if earlier is None or sequel is None or sequel.options is None:
            return None
        if self.screen.interactive and YOU in self.words:
            try:
                self.screen.ask(f"Press Enter for {sequel.title}.")
            except EOFError:
                return None
        games = self.match.games()
        match = Match(
            self.game, sequel.options, self.match.seats, earlier=Earlier(earlier.options, games, sequel.title)
        )
        return Sitting(match, self.seats, later_game_file(self.path, len(games) + 1), self.clock, self.hints)

    def welcome(self) -> None:
        screen = self.screen
        screen.clear()
        which = f", {self.match.earlier.title}" if self.match.earlier is not None else ""
        if len(self.plates) == 2:
            screen.title(f"{self.game.title}: {' against '.join(self.plates)}{which}")
        else:
            screen.title(f"{self.game.title} for {len(self.plates)}{which}")
            screen.line(f"{', '.join(self.plates[:-1])} and {self.plates[-1]}")
        if self.match.branch is not None:
            screen.line(self.match.branch.say(self.game.hides))
        screen.line("The seed of this match is fixed and shown at the end. Its SHA-256:", "dim")
        screen.line(self.match.seed.promise, "dim")
        screen.line("Every move is saved in", "dim")
        screen.command(shown(self.path))
        if screen.interactive and YOU in self.words:
            screen.line()
            screen.line("Type ? at any time for help.")
            if not (self.hot_seat and self.game.hides and not self.game.same_for_all):
                screen.ask("Press Enter to begin.")

    def watch(self, match: Match, ply: Ply) -> None:
        """Save each ply before anybody sees it."""
        self.save()
        if YOU not in self.words:
            self.screen.log(self.say_events(match.events(None, len(match.plies) - 1), None))
        self.show_who_thinks()

    def show_who_thinks(self) -> None:
        self.screen.rest()
        if not self.match.over and self.words[self.match.mover] != YOU:
            self.screen.think(self.names[self.match.mover])

    def save(self) -> None:
        save(record(self.match, self.words, self.hinted), self.path)

    def check_hint(self, seat: int) -> None:
        """Refuse a hint that this seat may not have."""
        sitters: list[Sitter] = [
            "person" if word == PERSON else "program" if word.is_program else "house" for word in self.seats
        ]
        refusal = why_no_hints(sitters, seat, self.hints) or why_not_another(self.hints, self.hinted)
        if refusal is not None:
            raise refusal

    def say_how_to_resume(self) -> None:
        self.screen.rest()
        self.screen.line()
        self.screen.line("The match is saved. Go on with")
        self.screen.command(f"parlour play --resume {shown(self.path)}")

    def finish(self, notes: Sequence[str]) -> None:
        """Show the final table, who won and why, and how to replay it."""
        match, screen = self.match, self.screen
        watcher = self.words.index(YOU) if self.words.count(YOU) == 1 else None
        person = None if watcher is None else self.players[watcher]
        screen.clear()
        screen.title(f"{self.game.title}: the end")
        if YOU in self.words:
            screen.log(self.happened(watcher, person.known if isinstance(person, Person) else 0), LAST_LINES)
        screen.frame(self.drawn(match.view(watcher), screen.width - 4, screen.height))
        payoffs = match.verdict()
        won = watcher is None or payoffs[watcher] == max(payoffs)
        screen.frame("\n".join(self.result(payoffs, notes)), "Result", "green" if won else "red")
        screen.line("See it again with")
        screen.command(f"parlour replay {shown(self.path)}")

    def result(self, payoffs: Sequence[float], notes: Sequence[str]) -> list[str]:
        match = self.match
        scores = [int(score) for score in match.state.scores()]
        best = max(payoffs)
        widest = max(len(plate) for plate in self.plates)
        lines = [to_you(match.say_end(self.names)), ""]
        for plate, payoff, score in zip(self.plates, payoffs, scores, strict=True):
            verdict = "lost" if payoff < best else "won" if payoffs.count(best) == 1 else "drew"
            lines.append(f"{plate:<{widest}}   {verdict:<4}   score {score}")
        if self.hinted:
            lines += ["", f"You asked for {count(self.hinted, 'hint')}."]
        lines += [f"{name}: {note}" for name, note in zip(self.names, notes, strict=True) if note]
        moves = "1 move" if len(match.plies) == 1 else f"{len(match.plies)} moves"
        return [*lines, "", f"{moves}. The seed was {match.seed.hex}."]

    def drawn(self, view: Any, width: int, height: int) -> str:
        """The table, drawn to fit this screen, or in plain words for a pipe."""
        return draw(self.screen, self.match, view, width, height)

    def happened(self, seat: int | None, known: int = 0) -> list[LogLine]:
        """The events a seat may know, in words, without the first `known`."""
        return self.say_events(self.match.events(seat)[known:], seat)

    def say_events(self, events: Sequence[EventJson], seat: int | None) -> list[LogLine]:
        return say_events(self.game, events, self.names, seat, self.match.options)


class Person(Player):
    """Somebody at the keyboard. They see what the chair protocol sends, in words."""

    is_program: ClassVar[bool] = False

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.seat = seat
        self.name = sitting.names[seat]
        self.known = 0  # how many events this person has been told
        self.first_line: str | None = None
        self.listed: list[Listed] = []
        self.turn = Turn(0, None, [])
        self.hinted: tuple[int, list[str]] | None = None  # the last hint, and for which ply
        self.commands: dict[str, Callable[[str], None]] = {
            "": self.show,
            "?": self.help,
            "concede": self.concede,
            "exit": self.leave,
            "help": self.help,
            "hint": self.hint,
            "log": self.tell_all,
            "moves": self.list_moves,
            "q": self.leave,
            "quit": self.leave,
            "rules": self.show_rules,
            "save": self.save_copy,
            "show": self.show,
            "why": self.why,
            **{word: self.aside(word) for word in self.game.asides},
        }

    def hello(self, hello: Hello) -> None:
        if self.sitting.match.plies:  # resumed: only the last few events again
            self.known = max(0, len(self.sitting.match.events(self.seat)) - LAST_LINES)

    def choose(self, turn: Turn) -> MoveJson | int:
        self.turn = turn
        try:
            self.take_the_screen()
            self.show()
            move = self.decide()
        except EOFError:
            raise PutAside from None
        except (PutAside, Concedes):
            raise
        except Exception as error:  # our bug must not cost this person the game
            self.sitting.trouble = error
            raise PutAside from None
        self.known = len(self.sitting.match.events(self.seat))
        return self.game.moves.to_json(move)

    def refused(self, refused: RefusedMove) -> None:
        self.screen.line(refused.why, "yellow")

    def take_the_screen(self) -> None:
        """Keep the screen empty while it changes hands between two people."""
        self.screen.rest()
        before, self.sitting.at_screen = self.sitting.at_screen, self
        if self.sitting.hot_seat and self.game.hides and not self.game.same_for_all and before is not self:
            self.screen.clear()
            self.screen.title(f"{self.name} is next")
            line = self.screen.ask(f"{self.name}, press Enter when nobody else is looking.")
            # A script may send its move straight away.
            self.first_line = None if self.screen.interactive else line or None

    def decide(self) -> int:
        while True:
            line, self.first_line = self.first_line, None
            if line is None:
                line = self.screen.ask(f"{self.name}:" if self.sitting.hot_seat else "Your move:")
            word, _, rest = line.partition(" ")
            try:
                command = self.commands.get(word.lower())
                if command is None or (rest and word.lower() not in ("save", "why")):
                    return self.pick(line)
                command(rest.strip())
            except Refused as refusal:
                self.screen.line(refusal.text, "yellow")

    def pick(self, line: str) -> int:
        options = self.sitting.match.options
        verbs = {kind.name for kind in self.game.moves.kinds}

        def read(text: str) -> int:
            return self.game.read_words(text, self.turn.view, options)

        return pick(line, self.listed, read, self.why_not, verbs)

    def why_not(self, move: int) -> str | None:
        reason = self.sitting.match.why_not(self.seat, move)
        return None if reason is None else reason.text

    # --- what a person can type ---

    def show(self, rest: str = "") -> None:
        """The whole table as this person sees it."""
        sitting = self.sitting
        means = say_situation(sitting.match, self.turn.view, sitting.names, self.seat)
        self.screen.scene(
            f"{self.game.title}, move {self.turn.ply}",
            sitting.happened(self.seat, self.known),
            lambda width, height: sitting.drawn(self.turn.view, width, height),
            self.name if sitting.hot_seat else "",
            means,
            self.choices(),
        )

    def list_moves(self, rest: str = "") -> None:
        self.screen.choices(self.choices())

    def choices(self) -> list[Group]:
        """The legal moves in words, by kind; `listed` gets them in the same order."""
        by_kind: dict[str, list[int]] = {}
        for move in self.turn.moves:
            by_kind.setdefault(str(move["kind"]), []).append(self.game.moves.from_json(move))
        moves = [move for of_kind in by_kind.values() for move in of_kind]
        self.listed = [
            Listed(number, move, self.say_move(move), self.write_move(move))
            for number, move in zip(self.game.numbers(moves), moves, strict=True)
        ]
        entries = ((entry.number, entry.said) for entry in self.listed)
        return [(kind, [next(entries) for _ in of_kind]) for kind, of_kind in by_kind.items()]

    def say_move(self, move: int) -> str:
        sitting = self.sitting
        return to_you(self.game.say_move(self.turn.view, move, sitting.names, sitting.match.options))

    def write_move(self, move: int) -> str:
        return self.game.write_words(move, self.turn.view, self.sitting.match.options)

    def help(self, rest: str = "") -> None:
        commands = {**COMMANDS, **self.game.asides}
        widest = max(map(len, commands))
        lines = [f"{word:<{widest}}  {what.format(title=self.game.title)}" for word, what in commands.items()]
        self.screen.frame("\n".join([HELP.format(example=self.listed[0].notation), *lines]), "Help")

    def aside(self, word: str) -> Callable[[str], None]:
        """A command that shows something of this game that is not on the table itself: a map, a pile."""

        def show(rest: str = "") -> None:
            sitting = self.sitting
            room = self.screen.width - 4, self.screen.height - 3  # without the frame and the prompt below it
            told = self.game.say_aside(word, self.turn.view, sitting.names, sitting.match.options, *room)
            self.screen.frame(speak_to_you(told, sitting.names), word.capitalize())

        return show

    def tell_all(self, rest: str = "") -> None:
        self.screen.log(self.sitting.happened(self.seat) or [LogLine("Nothing has happened yet.")])

    def show_rules(self, rest: str = "") -> None:
        self.screen.pages(self.game.rules())

    def save_copy(self, rest: str = "") -> None:
        if not rest:
            self.screen.line(f"The match is in {shown(self.sitting.path)}, saved after every move.", "green")
            return
        path = typed_path(rest)
        if path.exists():
            raise Refused(f"{shown(path)} already exists; choose another name.", "exists")
        save(record(self.sitting.match, self.sitting.words, self.sitting.hinted), path)
        self.screen.line(f"A copy of the match is in {shown(path)}", "green")

    def why(self, rest: str = "") -> None:
        if not rest:
            raise Refused(f"Type the move after it, as in `why {self.listed[0].notation}`.")
        said = self.say_move(self.pick(rest))
        self.screen.line(f"That move is legal: {said}.", "green")

    def hint(self, rest: str = "") -> None:
        """What the house would do; the same hint again costs nothing."""
        sitting, ply = self.sitting, self.turn.ply
        if self.hinted is None or self.hinted[0] != ply:
            sitting.check_hint(self.seat)
            if len(self.turn.moves) == 1:
                raise Refused("You have only one move.", "only-move")
            self.screen.think("The house")
            try:
                view, options = self.turn.view, sitting.match.options
                found = Hinter(self.game, options, view, self.seat, sitting.names, Seed.fresh()).advise()
            finally:
                self.screen.rest()
            sitting.hinted += 1
            sitting.save()
            self.hinted = ply, [to_you(said) for said in found.says]
        left = max(0, sitting.hints - sitting.hinted)
        self.screen.frame("\n".join([*self.hinted[1], "", f"{count(left, 'hint')} left."]), "Hint", "cyan")

    def concede(self, rest: str = "") -> None:
        if self.screen.ask("Give up and lose this game? (yes or no)").lower() in ("y", "yes"):
            raise Concedes

    def leave(self, rest: str = "") -> None:
        raise PutAside


def draw(screen: Screen, match: Match, view: Any, width: int, height: int) -> str:
    """The table, drawn for a screen, or in words for a pipe."""
    game, names = match.game, screen.names
    if screen.interactive:
        return speak_to_you(game.draw_view(view, names, match.options, width, height), names)
    return speak_to_you(game.say_view(view, names, match.options), names)


def say_situation(match: Match, view: Any, names: Sequence[str], seat: int | None) -> str:
    """What the position means to a seat, to head the table with; nothing once the game is over."""
    if match.over:
        return ""
    you = names.index("You") if "You" in names else None
    return situation(match.game, view, names, seat, match.options, you)


def speak_to_you(text: str, names: Sequence[str]) -> str:
    """Text for the only person at the keyboard: "Your turn", not "You's turn"."""
    return in_second_person(text) if "You" in names else text


def say_events(
    game: AnyGame, events: Sequence[EventJson], names: Sequence[str], seat: int | None, options: object
) -> list[LogLine]:
    """Events in words; the only person at the keyboard is addressed as "you"."""
    you = names.index("You") if "You" in names else None
    lines = [LogLine(told(game, event, names, seat, options, you), event["kind"] in game.notable) for event in events]
    return [line for line in lines if line.text]
