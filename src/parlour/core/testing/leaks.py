"""The leak prover: what observers see, may do and hear is the same in every world they could be in.

A match is played at random, along with twins: worlds that differ only in what one observer cannot know. They come from
`redeal` and `imagine` and, independently of the game, from changing a roll of the dice or a rival's move. As long as a
twin looks the same to its observer, the events must be the same too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.events import EventJson
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply, carry_out
from parlour.core.moves import is_house
from parlour.core.seed import Seed
from parlour.core.state import Hidden, State, Told
from parlour.core.testing import positions
from parlour.core.testing.positions import encode, place, random_match, snapshot, where, where_encoded

Observer = int | None  # a seat, or None for a spectator

SET_UPS = 40  # tries to deal differently without an observer noticing
OTHERWISE = 3  # other rolls, and other moves, tried at each check
TWINS, TRUE_TWINS = 3, 1  # at a time for each observer: dealt for a seat, and made by the rules themselves
OLDEST_TWIN = 12  # plies
PREVIEWS = 3  # moves tried at each check
WATCHING = 4  # seats redealt for at each check


def check_secrets(game: AnyGame, seats: int, games: int, options: Any = None) -> None:
    """What every seat and a spectator see, may do and hear is the same in every world they could be in."""
    for seed in range(100, 100 + games):
        Proof(Match(game, options, seats, Seed.parse(str(seed))), seed).run()


def check_previews(game: AnyGame, seats: int, options: Any = None) -> None:
    """A preview meets nothing hidden before a roll or a revealing event stops it."""
    for seed in (100, 101) if game.hides else ():
        for match, _ in random_match(game, seats, seed, options):
            if is_looked_at(len(match.plies)) and not match.over:
                Proof(match, seed).preview_some()


def is_looked_at(ply: int) -> bool:
    """Each of the first twenty plies, then fewer and fewer: about fifty in a long match."""
    return ply < 20 or ply % max(2, ply // 12) == 0


def who(observer: Observer) -> str:
    return "a spectator" if observer is None else f"seat {observer}"


# --- other true worlds ---


class OtherDice(Dice):
    """The same dice with one roll changed; they record how many sides each roll had."""

    def __init__(self, dice: Dice, changed: int = -1, by: int = 0) -> None:
        super().__init__(dice.s0, dice.s1, dice.s2, dice.s3)
        self.changed = changed
        self.by = by
        self.rolls: list[int] = []

    def below(self, n: int) -> int:
        result = super().below(n)
        if n > 1:
            if len(self.rolls) == self.changed:
                result = (result + 1 + self.by % (n - 1)) % n
            self.rolls.append(n)
        return result

    def fork(self) -> Dice:
        child = OtherDice(super().fork(), self.changed, self.by)
        child.rolls = self.rolls
        return child


def other_set_ups(match: Match, tries: int, dice: Dice) -> Iterator[tuple[State, tuple[Told, ...]]]:
    """The set-up of a match with one roll changed, and its events."""
    counted = OtherDice(match.seed.dice("ply 0"))
    match.game.new(match.options, match.seats, counted)
    rolls = len(counted.rolls)
    for _ in range(min(tries, 5 * rolls)):
        other = OtherDice(match.seed.dice("ply 0"), int(dice.below(rolls)), int(dice.next32()))
        state = match.game.new(match.options, match.seats, other)
        told = tuple(state.heard or ())
        state.heard = None
        yield state, told


def other_worlds(
    match: Match, before: State, ply: Ply, moves: Sequence[int], dice: Dice
) -> Iterator[tuple[str, State, tuple[Told, ...]]]:
    """The last ply with one roll changed or with another move, and its events."""
    counted = OtherDice(last_dice(match))
    carry_out(before.copy(), ply.seat, ply.move, counted)
    rolls = len(counted.rolls)
    for _ in range(OTHERWISE if rolls else 0):
        state = before.copy()
        other = OtherDice(last_dice(match), int(dice.below(rolls)), int(dice.next32()))
        yield "one roll changed", state, carry_out(state, ply.seat, ply.move, other)
    others = [move for move in moves if move != ply.move]
    for _ in range(min(OTHERWISE, len(others))):
        move = others.pop(dice.below(len(others)))
        state = before.copy()
        words = f"{match.game.moves.to_words(ply.move)!r} or {match.game.moves.to_words(move)!r}"
        yield f"seat {ply.seat} chose {words}", state, carry_out(state, ply.seat, move, last_dice(match))


def last_dice(match: Match) -> Dice:
    """Fresh dice for the last ply."""
    return match.seed.dice(f"ply {len(match.plies)}")


# --- the proof ---


@dataclass
class Twin:
    """A world that has looked the same as the truth to one observer since this ply."""

    state: State
    observer: Observer
    how: str
    since: int
    is_true: bool  # made by the rules themselves, not by `redeal` or `imagine`
    fools_spectators: bool  # it has looked the same to them too; a dealt world may forget what others remember


@dataclass
class Kept:
    """A view that somebody holds, and its contents when it was made."""

    observer: Observer
    view: Any
    shown: bytes
    how: str


class Proof:
    """One match and its twins."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.game = match.game
        self.seed = seed
        self.dice = match.seed.dice("proof")
        self.observers: list[Observer] = [*range(match.seats), None]
        self.twins: list[Twin] = []
        self.kept: list[Kept] = []
        self.names = [f"Guest {chr(65 + seat)}" for seat in range(match.seats)]
        self.looks = 0
        self.watched = b""  # what spectators saw at the last look

    @property
    def here(self) -> str:
        return place(self.match, self.seed)

    def run(self) -> None:
        """Play at random to the end."""
        self.compare_set_ups()
        while not self.match.over:
            assert len(self.match.plies) < positions.LONGEST, f"{self.here}: no end after {positions.LONGEST} moves"
            looked = is_looked_at(len(self.match.plies))
            if looked:
                self.look()
            moves = [int(move) for move in self.match.state.moves()]
            move = moves[self.dice.below(len(moves))]
            self.enter(self.match.mover, move, moves if looked else ())
        self.look()

    def view(self, state: State, observer: Observer) -> bytes:
        return encode(self.game.view(state, observer))

    def all_views(self, state: State) -> dict[Observer, bytes]:
        return {observer: self.view(state, observer) for observer in self.observers}

    # --- events ---

    def same_news(self, observer: Observer, truth: Sequence[Told], other: Sequence[Told], how: str) -> None:
        """If two worlds look the same to an observer before and after, the observer must hear the same in both.

        The exception is events that a game declares as hints.
        """
        if truth == other:
            return
        news = [self.news(told, observer) for told in (truth, other)]
        if news[0] == news[1]:
            return
        first = next((n for n, (a, b) in enumerate(zip(*news, strict=False)) if a != b), min(map(len, news)))
        pair = [told[first] if first < len(told) else None for told in news]
        raise AssertionError(
            f"{self.here}: events told {who(observer)} more than its view shows: {_difference(*pair)}, in two worlds "
            f"that look the same to it ({how}). If it may not know this, hide it with secret(); if it may, its view "
            "must show it afterwards; hints=True is for an event whose mere happening lets everybody conclude something"
        )

    def news(self, told: Sequence[Told], observer: Observer) -> list[EventJson]:
        """What an observer hears, in order; its own secrets, such as the cards of a deal, may come in any order."""
        table = self.game.events
        shown = [event for event in self.match.show(told, observer) if event["kind"] not in table.hints]
        alike: dict[bytes, list[int]] = {}
        for n, event in enumerate(shown):
            alike.setdefault(encode({k: v for k, v in event.items() if not table.is_secret(event, k)}), []).append(n)
        for numbers in alike.values():
            events = sorted((shown[n] for n in numbers), key=encode)
            for n, event in zip(numbers, events, strict=True):
                shown[n] = event
        return shown

    # --- the set-up ---

    def compare_set_ups(self) -> None:
        shown = self.all_views(self.match.state)
        truth = snapshot(self.match.state)
        how = "set up with one roll changed"
        for state, told in other_set_ups(self.match, SET_UPS, self.dice):
            if snapshot(state) != truth:
                for observer in self.fooled(state, shown, how):
                    self.same_news(observer, self.match.setup, told, how)
                    self.add_twin(state.copy(), observer, how, True)

    def fooled(self, state: State, shown: dict[Observer, bytes], how: str) -> list[Observer]:
        """The observers who cannot tell this true world from the match. If a seat cannot, a spectator must not."""
        seen = self.all_views(state)
        fooled = [observer for observer in self.observers if seen[observer] == shown[observer]]
        if fooled:
            self.same_for_spectators(fooled[0], shown[None], seen[None], how)
        return fooled

    def same_for_spectators(self, observer: Observer, shown: bytes, seen: bytes, how: str) -> None:
        """If a seat cannot tell two worlds apart, a spectator must not see the difference either."""
        assert shown == seen, (
            f"{self.here}: a spectator sees what {who(observer)} cannot know ({how})"
            f"{where_encoded(shown, seen)}; players can also watch"
        )

    # --- checks of one position ---

    def look(self) -> None:
        """A seat must not notice when the game redeals what it cannot know."""
        self.looks += 1
        match, game, here = self.match, self.game, self.here
        truth = snapshot(match.state)
        self.kept = []
        self.watched = self.view(match.state, None)
        watching = self.watching()
        for observer in self.observers:
            view = match.view(observer)
            shown = encode(view)
            read = game.read_view(msgspec.json.decode(shown))
            assert encode(read) == shown, f"{here}: the view of {who(observer)} does not survive JSON"
            heard = encode(match.events(observer, max(0, len(match.plies) - 1)))
            assert match.seed.hex.encode() not in shown + heard, f"{here}: {who(observer)} is shown the seed"
            self.kept.append(Kept(observer, view, shown, "playing on"))
            if observer is not None and observer in watching:
                self.kept.append(Kept(observer, read, shown, "playing in an imagined position"))
                self.deal_anew(observer, read, shown)
        now = snapshot(match.state)
        assert now == truth, (
            f"{here}: viewing a position, or redealing a copy of it, changes it{where(truth, now)}; "
            "a view must not change the position, and a copy must not share lists with its original"
        )

    def watching(self) -> list[int]:
        """The mover and some other seats; at a full table not all of them each time."""
        seats = [seat for seat in range(self.match.seats) if seat != self.match.mover]
        while len(seats) >= WATCHING:
            seats.pop(self.dice.below(len(seats)))
        return [self.match.mover, *seats]

    def deal_anew(self, seat: int, view: Any, shown: bytes) -> None:
        for how, world in self.worlds(seat, view):
            self.game.check_laws(world)
            seen = self.view(world, seat)
            assert seen == shown, f"{self.here}: {how} changes what seat {seat} sees{where_encoded(shown, seen)}"
            self.same_choices(seat, world, how)
            if not self.match.over:
                self.add_twin(world, seat, how, False)

    def worlds(self, seat: int, view: Any) -> Iterator[tuple[str, State]]:
        world = self.match.state.copy()
        world.redeal(seat, self.dice)
        yield "redeal", world
        world = self.game.imagine(view, self.dice)
        yield "imagine", world
        world = world.copy()
        world.redeal(seat, self.dice)
        world.settle(seat)
        yield "redeal in an imagined position", world

    def same_choices(self, seat: int, world: State, how: str) -> None:
        """Compare whose turn it is, the moves, the refusals and their reasons, and the ending."""
        match, state, game = self.match, self.match.state, self.game

        def same(what: str, one: Any, other: Any) -> None:
            assert one == other, f"{self.here}: {how} changes {what}{where(one, other)}; seat {seat} would notice"

        same("whose turn it is", match.mover, int(world.mover))
        left = [[seat for seat in range(match.seats) if each.has_left(seat)] for each in (state, world)]
        same("who has left, which a view must show", *left)
        same("whether a move goes on (goes_on)", state.goes_on(), world.goes_on())
        if match.over:
            same("the payoffs", match.payoffs(), [float(payoff) for payoff in world.payoffs()])
            same("the scores", list(map(int, state.scores())), list(map(int, world.scores())))
            if match.last_to_stay is None:
                ends = [game.say_end(each, self.names, match.options) for each in (state, world)]
                same("the words at the end", *ends)
        elif match.mover == seat:
            words = game.moves.to_words
            moves = [int(move) for move in state.moves()]
            if moves != (others := [int(move) for move in world.moves()]):
                same(f"seat {seat}'s moves", list(map(words, moves)), list(map(words, others)))
            same(f"seat {seat}'s default move", words(int(state.default_move())), words(int(world.default_move())))
            for move in self.junk(moves):
                same(f"whether {words(move)!r} is allowed", state.allows(move), world.allows(move))
                if not state.allows(move):
                    same(f"why {words(move)!r} is refused", game.why_not(state, move), game.why_not(world, move))
        if self.looks % 4 == 1:
            same("the position in words", self.words(state, seat), self.words(world, seat))

    def junk(self, legal: list[int]) -> list[int]:
        """Well-formed moves that are not listed."""
        table = self.game.moves
        tried = [table.from_action(int(self.dice.below(table.actions))) for _ in range(4)] if table.actions else []
        return [move for move in tried if move not in legal]

    def words(self, state: State, seat: int) -> list[str]:
        """A position and its mover's choices in words."""
        view = self.game.view(state, seat)
        said = [
            self.game.say_view(view, self.names, self.match.options),
            self.game.say_situation(view, self.names, seat, self.match.options),
        ]
        if state.mover == seat:
            moves = list(state.moves())[:20]
            said += [self.game.say_move(view, int(move), self.names, self.match.options) for move in moves]
        return said

    # --- a ply ---

    def enter(self, seat: int, move: int, instead: Sequence[int] = ()) -> None:
        """Play an entry in the match and in every twin where it is possible; `instead` are other moves to try."""
        match = self.match
        before = match.state.copy() if instead else None
        ply = match.enter(seat, move)
        seen: dict[Observer, bytes] = {}
        self.twins = [twin for twin in self.twins if self.follows(twin, ply, seen)]
        for kept in self.kept:
            now = encode(kept.view)
            assert now == kept.shown, (
                f"{self.here}: {kept.how} changes a view that {who(kept.observer)} already holds"
                f"{where_encoded(kept.shown, now)}; views and positions must not share lists"
            )
        self.kept = []
        if before is not None:
            self.compare_otherwise(before, ply, instead)

    def follows(self, twin: Twin, ply: Ply, seen: dict[Observer, bytes]) -> bool:
        """Play the same entry in a twin; return whether it still looks the same to its observer."""
        state, observer = twin.state, twin.observer
        open_game = f"{self.here}: `hides = False`, but {who(observer)} cannot tell two positions apart in which"
        if not is_house(ply.move) and (state.mover != ply.seat or not state.allows(ply.move)):
            assert self.game.hides, f"{open_game} different moves are possible ({twin.how})"
            return False
        told = carry_out(state, ply.seat, ply.move, last_dice(self.match))
        for looking in (observer, None):
            if looking not in seen:
                seen[looking] = self.view(self.match.state, looking)
        shown = self.view(state, observer)
        if shown != seen[observer]:
            assert self.game.hides, (
                f"{open_game} a move has different effects ({twin.how}){where_encoded(seen[observer], shown)}"
            )
            return False
        self.same_news(observer, ply.told, told, twin.how)
        if observer is not None and twin.fools_spectators:
            self.same_for_spectators(observer, seen[None], self.view(state, None), twin.how)
            self.same_news(None, ply.told, told, twin.how)
        return len(self.match.plies) - twin.since < OLDEST_TWIN

    def compare_otherwise(self, before: State, ply: Ply, moves: Sequence[int]) -> None:
        """The same ply with one roll changed, and with other moves: observers who see no difference must hear none."""
        truth = snapshot(self.match.state)
        shown = self.all_views(self.match.state)
        for how, state, told in other_worlds(self.match, before, ply, moves, self.dice):
            if snapshot(state) != truth:
                for observer in self.fooled(state, shown, how):
                    self.same_news(observer, ply.told, told, how)
                    if not self.match.over:
                        self.add_twin(state.copy(), observer, how, True)

    def add_twin(self, state: State, observer: Observer, how: str, is_true: bool) -> None:
        theirs = [twin for twin in self.twins if twin.observer == observer and twin.is_true == is_true]
        if len(theirs) >= (TRUE_TWINS if is_true and observer is not None else TWINS):
            self.twins.remove(theirs[0])
        fools = is_true or self.view(state, None) == self.watched
        self.twins.append(Twin(state, observer, how, len(self.match.plies), is_true, fools))

    # --- previews ---

    def preview_some(self) -> None:
        """Up to the first roll or revealing event, a move must look the same in all worlds, or previews would guess."""
        seat = self.match.mover
        view = self.match.view(seat)
        moves = [int(move) for move in self.match.state.moves()]
        for _ in range(min(PREVIEWS, len(moves))):
            move = moves.pop(self.dice.below(len(moves)))
            ends: dict[str, tuple[bytes, list[Told]]] = {}
            for world in [self.match.state.copy(), *(world for _, world in self.worlds(seat, view))]:
                stop, told = self.preview(world, move)
                shown = self.view(world, seat)
                if world.mover < 0:
                    break  # at its end a game may reveal everything
                first, heard = ends.setdefault(stop, (shown, told))
                if shown != first or self.news(told, seat) != self.news(heard, seat):
                    self.complain_of_preview(move, stop, where_encoded(first, shown), heard, told)

    def preview(self, world: State, move: int) -> tuple[str, list[Told]]:
        """Play a move as a preview does; return where it stops and the events until then."""
        heard: list[Told] = []
        world.heard, world.curtain = heard, self.game.events.curtain
        stop = "end"
        try:
            world.play(move, NoDice())
        except OutOfDice:
            stop = "dice"
        except Hidden:
            stop = "curtain"
        world.heard, world.curtain = None, 0
        return stop, heard

    def complain_of_preview(self, move: int, stop: str, seen: str, one: list[Told], other: list[Told]) -> None:
        seat = self.match.mover
        words = self.game.moves.to_words(move)
        kinds = self.game.events.kinds
        odd = sorted({kinds[told[0]].name for told in [*one, *other] if told not in one or told not in other})
        if stop == "curtain" and not odd:
            raise AssertionError(
                f"{self.here}: seat {seat} sees something hidden before {words!r} gets to the event that reveals it"
                f"{seen}; tell the event before anything changes, or previews would guess"
            )
        told = f"the events that differ are {', '.join(odd)}" if odd else "no event reports it"
        raise AssertionError(
            f"{self.here}: {words!r} shows seat {seat} something hidden{seen}, so previews would guess: {told}. "
            "Declare the event that shows it with reveals=True and tell it before anything changes, or call unveil()"
        )


def _difference(one: EventJson | None, other: EventJson | None) -> str:
    """The difference between two events, in words."""
    if one is None or other is None:
        event = one or other
        assert event is not None
        return f"{_event(event)} in one but not in the other"
    if one["kind"] == other["kind"]:
        fields = [name for name in one | other if one.get(name) != other.get(name)]
        return f"{', '.join(fields)} in {_event(one)} or {_event(other)}"
    return f"{_event(one)} or {_event(other)}"


def _event(event: EventJson) -> str:
    return f"'{' '.join(map(str, event.values()))}'"
