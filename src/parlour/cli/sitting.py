"""One match at the terminal: people type, computer players think, and every move is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from parlour.bots import Player, make_player
from parlour.cli.picking import pick
from parlour.cli.places import file, shown
from parlour.cli.screen import Screen, to_you
from parlour.cli.words import YOU, seat_names
from parlour.core import chair
from parlour.core.errors import Refused
from parlour.core.events import EventJson
from parlour.core.game import AnyGame, Clock
from parlour.core.match import Match
from parlour.core.moves import concede, forfeit, miss
from parlour.core.record import record, save

LOG_LINES = 8  # of what happened since one's last turn, on a small screen
MOST_REFUSALS = 3  # illegal answers of a computer player in a row before its turn is missed

HELP = """\
Type the number of a move, its notation (`{example}`), or any part of its words that fits only one.
  Enter      show the table again          log        everything that happened so far
  moves      list your moves again         rules      the rules of {title}
  why MOVE   which rule forbids a move     save FILE  keep a copy of the match as it stands
  concede    give up                       quit       leave; the match is saved and can be resumed"""


class Left(Exception):
    """The person at the terminal went away; the match is saved."""


class Sitting:
    """A match, who sits on which seat, and the file it is kept in."""

    def __init__(self, match: Match, words: Sequence[str], path: Path, clock: Clock) -> None:
        self.match = match
        self.game = match.game
        self.words = list(words)
        self.path = path
        self.names = seat_names(words)
        self.screen = Screen(self.names)
        self.hot_seat = self.words.count(YOU) > 1
        self.clock = clock
        self.bank = [clock.bank_ms] * match.seats
        self.strikes = [0] * match.seats
        self.read_upto = [0] * match.seats  # how many plies each person has been told
        self.looking: int | None = None  # the person in front of the screen
        self.kept_line: str | None = None
        self.listed: list[int] = []
        begun = len(match.plies)
        self.players: list[Player | None] = [
            None if word == YOU else make_player(self.game, word, match.seed.dice(f"seat {seat} from ply {begun}"))
            for seat, word in enumerate(self.words)
        ]
        self.commands: dict[str, Callable[[int, str], int | None]] = {
            "?": self.help,
            "help": self.help,
            "": self.show,
            "show": self.show,
            "log": self.tell_all,
            "rules": self.show_rules,
            "moves": self.list_moves,
            "save": self.save_copy,
            "why": self.why,
            "concede": self.concede,
            "quit": self.leave,
            "exit": self.leave,
            "q": self.leave,
        }

    # --- the course of a match ---

    def play(self) -> None:
        """To the end, or until the person leaves: then `Left` is raised, and the match is in its file."""
        try:
            self.save()
            self.welcome()
            self.greet_players()
            while not self.match.over:
                seat = self.match.mover
                player = self.players[seat]
                began = time.monotonic()
                move = self.persons_move(seat) if player is None else self.players_move(seat, player)
                self.enter(seat, move, (time.monotonic() - began) * 1000)
            self.finish()
        except EOFError:
            self.leave()
        finally:
            for player in self.players:
                if player is not None:
                    player.close()

    def welcome(self) -> None:
        screen = self.screen
        if screen.interactive:
            screen.clear()
        screen.title(f"{self.game.title}: {' against '.join(self.names)}")
        screen.line(f"The seed is promised: sha-256 {self.match.seed.promise}", "dim")
        screen.line(f"The match is kept in {shown(self.path)}", "dim")
        if screen.interactive and YOU in self.words and not (self.hot_seat and self.game.hides):
            screen.line()
            screen.line("Type ? at any time for help.")
            self.ask_enter("Press Enter to begin.")

    def ask_enter(self, prompt: str) -> None:
        """Wait for Enter; a script that goes straight on to its move loses nothing."""
        line = self.screen.ask(prompt)
        self.kept_line = None if self.screen.interactive else line or None

    def enter(self, seat: int, move: int | None, took_ms: float) -> None:
        """Put a decision (None: there was none) into the match, as far as the clock allows."""
        match, limit = self.match, self.clock
        late = took_ms - limit.move_ms if limit.move_ms else took_ms if limit.bank_ms else 0.0
        if limit.bank_ms and late > 0:
            self.bank[seat] -= int(late)
            late = -self.bank[seat]
        if move is None or (late > 0 and move != concede(seat)):
            self.strikes[seat] += 1
            self.bank[seat] = max(0, self.bank[seat])
            if limit.strikes and self.strikes[seat] >= limit.strikes:
                ply = match.enter(seat, forfeit(seat))
            else:
                ply = match.enter(seat, miss())
            if self.players[seat] is None:
                self.screen.line("Your time ran out, and the house moved for you.", "yellow")
        else:
            ply = match.play(seat, move)
        self.save()
        if YOU not in self.words:  # somebody only watches
            self.screen.log(self.happened(None, len(match.plies) - 1))
        for other, player in enumerate(self.players):
            if player is not None:
                shown_events = self.game.events.show_all(ply.told, other)
                player.told(chair.Events(len(match.plies), shown_events, match.view(other), match.mover))

    def save(self) -> None:
        save(record(self.match, self.words), self.path)

    def finish(self) -> None:
        match, screen = self.match, self.screen
        scores = [int(score) for score in match.state.scores()]
        over = chair.Over(match.payoffs(), scores, match.seed.hex, match.say_end(self.names))
        for player in self.players:
            if player is not None:
                player.over(over)
        watcher = self.words.index(YOU) if self.words.count(YOU) == 1 else None
        if screen.interactive:
            screen.clear()
        screen.title(f"{self.game.title}: the end")
        since = 0 if watcher is None else self.read_upto[watcher]
        screen.log(self.happened(watcher, since), LOG_LINES)
        screen.frame(self.game.say(match.view(watcher), self.names))
        best = max(over.payoffs)
        rows = [to_you(over.why), ""]
        widest = max(len(name) for name in self.names)
        for name, payoff, score in zip(self.names, over.payoffs, scores, strict=True):
            verdict = "lost" if payoff < best else "won" if over.payoffs.count(best) == 1 else "drew"
            points = f"   {score:>3} point{'s' if score != 1 else ''}" if any(scores) else ""
            rows.append(f"{name:<{widest}}   {verdict:<4}{points}".rstrip())
        rows += ["", f"{len(match.plies)} moves. The seed was {match.seed.hex}."]
        won = watcher is None or over.payoffs[watcher] == best
        screen.frame("\n".join(rows), "Result", "green" if won else "red")
        screen.line(f"See it again: parlour replay {shown(self.path)}")

    def leave(self, seat: int = 0, rest: str = "") -> int | None:
        """Save, say how to go on, and go."""
        self.save()
        self.screen.line()
        self.screen.line(f"Saved. Go on with: parlour play --resume {shown(self.path)}")
        raise Left

    # --- computer players ---

    def greet_players(self) -> None:
        match = self.match
        for seat, player in enumerate(self.players):
            if player is None:
                continue
            player.hello(
                chair.Hello(
                    game=self.game.name,
                    version=self.game.version,
                    seat=seat,
                    seats=match.seats,
                    names=self.names,
                    options=msgspec.to_builtins(match.options),
                    clock=self.clock,
                    promise=match.seed.promise,
                )
            )
            if match.plies:  # resumed: all events so far
                player.told(chair.Events(len(match.plies), match.events(seat), match.view(seat), match.mover))

    def players_move(self, seat: int, player: Player) -> int | None:
        """What a computer player decides; None if it gives no legal answer."""
        match = self.match
        legal = [int(move) for move in match.state.moves()]
        turn = chair.Turn(
            ply=len(match.plies),
            view=match.view(seat),
            moves=[self.game.moves.to_json(move) for move in legal],
            clock=self.remaining(seat),
        )
        with self.screen.thinking(self.names[seat]):
            for refusals in range(1, MOST_REFUSALS + 1):
                try:
                    answer = player.choose(turn)
                    if isinstance(answer, int):
                        said = chair.MoveAnswer(turn.ply, index=answer)
                    else:
                        said = chair.MoveAnswer(turn.ply, move=answer)
                    move = chair.answered_move(said, turn.ply, len(legal), self.game.moves, legal)
                    if reason := match.why_not(seat, move):
                        raise Refused(reason.text, reason.code)
                except Refused as refusal:
                    player.refused(chair.RefusedMove(turn.ply, refusal.code, refusal.text, refusals))
                else:
                    return move
        return None

    def remaining(self, seat: int) -> chair.Remaining:
        limit = self.clock
        return chair.Remaining(
            move_ms=limit.move_ms or None,
            bank_ms=self.bank[seat] if limit.bank_ms else None,
            strikes=self.strikes[seat],
        )

    # --- a person ---

    def persons_move(self, seat: int) -> int | None:
        self.hand_over(seat)
        self.looking = seat
        self.show(seat)
        while True:
            line, self.kept_line = self.kept_line, None
            if line is None:
                line = self.screen.ask("Your move:" if not self.hot_seat else f"{self.names[seat]}:")
            word, _, rest = line.partition(" ")
            try:
                command = self.commands.get(word.lower())
                if command is not None and (not rest or word.lower() in ("save", "why")):
                    move = command(seat, rest.strip())
                else:
                    move = self.pick(seat, line)
            except Refused as refusal:
                self.screen.line(refusal.text, "yellow")
                continue
            if move is not None:
                self.read_upto[seat] = len(self.match.plies)
                return move

    def hand_over(self, seat: int) -> None:
        """Between two people the screen is empty while it changes hands."""
        if self.hot_seat and self.game.hides and self.looking != seat:
            self.screen.clear()
            self.screen.title(f"{self.names[seat]} is next")
            self.ask_enter(f"{self.names[seat]}, press Enter when nobody else looks.")

    def pick(self, seat: int, line: str) -> int:
        return pick(line, self.listed, self.spoken(seat), self.game.moves, lambda move: self.why_not(seat, move))

    def why_not(self, seat: int, move: int) -> str:
        reason = self.match.why_not(seat, move)
        return reason.text if reason else "That move is legal."

    def spoken(self, seat: int) -> list[str]:
        view = self.match.view(seat)
        return [self.game.say_move(view, move, self.names) for move in self.listed]

    def happened(self, seat: int | None, since: int) -> list[str]:
        """What a seat may know of what happened, in words."""
        told = (say_event(self.game, event, self.names, seat) for event in self.match.events(seat, since))
        return [to_you(line) for line in told if line]

    def show(self, seat: int, rest: str = "") -> int | None:
        """The whole table as this person sees it."""
        screen = self.screen
        if screen.interactive:
            screen.clear()
        screen.title(f"{self.game.title}, move {len(self.match.plies) + 1}")
        happened = self.happened(seat, self.read_upto[seat])
        if happened:
            screen.log(happened, LOG_LINES)
        screen.frame(self.game.say(self.match.view(seat), self.names), self.names[seat] if self.hot_seat else "")
        return self.list_moves(seat)

    def list_moves(self, seat: int, rest: str = "") -> int | None:
        by_kind: dict[str, list[int]] = {}
        for move in self.match.state.moves():
            by_kind.setdefault(self.game.moves.kind_of(int(move)).name, []).append(int(move))
        self.listed = [move for moves in by_kind.values() for move in moves]
        words = iter(self.spoken(seat))
        self.screen.choices([(kind, [next(words) for _ in moves]) for kind, moves in by_kind.items()])
        return None

    def help(self, seat: int, rest: str = "") -> int | None:
        example = self.game.moves.to_words(self.listed[0])
        self.screen.frame(HELP.format(example=example, title=self.game.title), "Help")
        return None

    def tell_all(self, seat: int, rest: str = "") -> int | None:
        self.screen.log(self.happened(seat, 0) or ["Nothing has happened yet."])
        return None

    def show_rules(self, seat: int, rest: str = "") -> int | None:
        self.screen.pages(self.game.rules())
        return None

    def save_copy(self, seat: int, rest: str = "") -> int | None:
        self.save()
        if rest:
            path = file(rest)
            if path.exists():
                raise Refused(f"{shown(path)} exists already; choose another name.", "exists")
            save(record(self.match, self.words), path)
            self.screen.line(f"A copy of the match is in {shown(path)}")
        else:
            self.screen.line(f"The match is saved in {shown(self.path)}, as it is after every move.")
        return None

    def why(self, seat: int, rest: str = "") -> int | None:
        if not rest:
            raise Refused("Write the move after it, as in `why " + self.game.moves.to_words(self.listed[0]) + "`.")
        move = self.pick(seat, rest)
        said = self.game.say_move(self.match.view(seat), move, self.names)
        self.screen.line(f"That move is legal: {said}.", "green")
        return None

    def concede(self, seat: int, rest: str = "") -> int | None:
        answer = self.screen.ask("Give up and lose this game? (yes or no)")
        return concede(seat) if answer.lower() in ("y", "yes") else None


def say_event(game: AnyGame, event: EventJson, names: Sequence[str], seat: int | None) -> str:
    """An event in words; the house's own events sound the same in every game."""
    if event["kind"] == "left":
        return f"{names[int(event['seat'])]} gave up."
    if event["kind"] == "missed":
        return f"The clock of {names[int(event['seat'])]} ran out."
    return game.say_event(event, names, seat)
