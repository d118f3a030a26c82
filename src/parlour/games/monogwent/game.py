"""MonoGwent as a game of the house."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.dice import Dice
from parlour.core.events import EventTable
from parlour.core.game import Game, search_levels
from parlour.core.state import Told
from parlour.games.monogwent import events, feelings, tempers
from parlour.games.monogwent import view as views
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.even import even_out
from parlour.games.monogwent.events import EVENTS
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.options import PRESET_WORDS, PRESETS, RANDOM, MonoGwentOptions, draw_factions, faction_of
from parlour.games.monogwent.pool import Card
from parlour.games.monogwent.script import Book
from parlour.games.monogwent.state import DECOY, EMPTY, GOLD, HAND_CAP, LIVES, MOST_POWER, ROUNDS, SILVER, Cards, Side
from parlour.games.monogwent.text import GwentText
from parlour.games.monogwent.view import MonoGwentView

if TYPE_CHECKING:
    from parlour.core.lens import Lens


class MonoGwentData(msgspec.Struct, frozen=True):
    """Every card as printed, including those of the script, and the mottos of the factions."""

    cards: list[Card]
    mottos: dict[str, str]


class MonoGwent(GwentText, Game[Gwent, MonoGwentOptions, MonoGwentView]):
    """Two hidden hands, three rows, at most three rounds: win two, and know when to stop."""

    name = "monogwent"
    version = 3  # 2: two powers and two decoys' rows, for the balance of the factions; 3: scripts may say more
    replays: ClassVar[Mapping[int, Mapping[str, Any]]] = {2: {}}
    came_later: ClassVar[Mapping[str, Any]] = {"even": False}
    title = "MonoGwent"
    tagline = "Three rows, two hands, and the art of passing."
    minutes = 15
    Options = MonoGwentOptions
    View = MonoGwentView
    moves = MOVES
    events = EVENTS
    presets = PRESETS
    preset_words = PRESET_WORDS
    quick = "surprise"
    puzzle_margin = 0.1
    tuning: ClassVar[Mapping[str, int]] = {"depth": 200, "explore": 35, "bluff": 1, "model": 1}
    levels = search_levels((40, 60, 150, 4000), tempers=(250, 100, 15))

    had_by_events: ClassVar[Mapping[str, Sequence[str]]] = {
        "card played": ("played.card", "weathered.card", "boosted.card", "dispelled.card", "swapped.card"),
    }

    def read_stored(self, data: Mapping[str, Any], version: int) -> MonoGwentOptions:
        """A match of version 2 ignores a script that version 2 refused, although it would be accepted now."""
        options = super().read_stored(data, version)
        if version < 3 and options.book.needs_version_3:
            return msgspec.structs.replace(options, script="")
        return options

    def check(self, options: MonoGwentOptions, seats: int) -> None:
        faction_of(options.faction0, options.book.pool)
        faction_of(options.faction1, options.book.pool)

    def without_choices(self, options: MonoGwentOptions, seats: Sequence[int]) -> MonoGwentOptions:
        return msgspec.structs.replace(options, **{f"faction{seat}": RANDOM for seat in seats})

    def new(self, options: MonoGwentOptions, seats: int, dice: Dice) -> Gwent:
        """Draw random factions, shuffle, deal ten cards each and draw who moves first (sections 5 and 13.2)."""
        factions = draw_factions(options, dice)
        book = options.book
        state = deal(cards_of(factions[0], factions[1], book), dice)
        state.heard = []
        self._tell_script(state, book)
        state.tell(events.STARTS, state.starter)
        if options.even:
            even_out(state, dice)
        return state

    def _tell_script(self, state: Gwent, book: Book) -> None:
        errors = book.report.errors
        if errors:
            state.tell(events.SCRIPT, 1, len(errors), events.CODES.index(errors[0].code))
        elif book.cards:
            state.tell(events.SCRIPT, 0, 0, 0)

    def events_of(self, options: MonoGwentOptions) -> EventTable:
        return options.book.events

    def had(
        self, options: MonoGwentOptions, start: Gwent, told: Sequence[Told]
    ) -> Sequence[Mapping[str, Collection[str]]]:
        cards, names = start.cards, start.cards.pool.cards
        said = super().had(options, start, told)
        return [
            {
                "faction": (names[int(cards.leader_number[seat])].faction,),
                "card in the opening hand": {names[int(cards.number[card])].name for card in side.hand},
                **said[seat],
            }
            for seat, side in enumerate((start.side0, start.side1))
        ]

    def had_kinds(self) -> list[str]:
        return ["faction", "card in the opening hand", *super().had_kinds()]

    def lens(self, options: MonoGwentOptions, seats: int) -> Lens:
        from parlour.games.monogwent.lens import GwentLens  # only learning programs need it

        return GwentLens(options.book.pool)

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    lean = staticmethod(tempers.lean)
    feel = staticmethod(feelings.feel)

    def check_laws(self, state: Gwent) -> None:
        """Every card is in exactly one zone, every power is legal, every slot holds the right kind of card."""
        cards = state.cards
        found = [int(card) for card in state.weather if card != EMPTY]
        for side in (state.side0, state.side1):
            found += [*map(int, side.deck), *map(int, side.hand), *map(int, side.field), *map(int, side.grave)]
            found += [int(card) for card in side.boosts if card != EMPTY]
            assert len(side.hand) <= HAND_CAP, f"a hand of {len(side.hand)}"
            assert 0 <= side.lives <= LIVES, f"{side.lives} lives"
            for card in side.field:
                assert cards.kind[card] in (SILVER, GOLD, DECOY), "a special card on a field"
                assert 0 <= state.row[card] <= 2, "a card in no row"
            for card in side.grave:
                assert cards.script is not None or state.power[card] == cards.printed[card], (
                    "power changed in a graveyard"
                )
        assert sorted(found) == list(range(len(cards.kind))), "a card is missing or duplicated"
        for card in range(len(cards.kind)):
            assert 0 <= state.power[card] <= MOST_POWER, f"power {state.power[card]}"
            assert cards.kind[card] == SILVER or state.power[card] == cards.printed[card], "only silver units change"
        hands = {*state.side0.hand, *state.side1.hand}
        assert all(card in hands for card in state.known), "a known card is in neither hand"
        assert len(set(state.known)) == len(state.known), "a card is known twice"
        assert 0 <= state.round <= ROUNDS, f"round {state.round}"

    def data(self, options: MonoGwentOptions) -> MonoGwentData:
        pool = options.book.pool
        return MonoGwentData(list(pool.cards), dict(pool.mottos))


def deal(cards: Cards, dice: Dice) -> Gwent:
    """Both decks shuffled, ten cards dealt to each side, the first player drawn; the mulligan comes next."""
    sides: list[Side] = []
    for seat in range(2):
        deck = [card for card in range(len(cards.kind)) if cards.owner[card] == seat]
        dice.shuffle(deck)
        hand = [deck.pop() for _ in range(min(HAND_CAP, len(deck)))]
        sides.append(Side(deck, hand, [], [], [EMPTY, EMPTY, EMPTY], LIVES))
    state = Gwent(cards, list(cards.printed), [0] * len(cards.kind), sides[0], sides[1])
    state.starter = dice.below(2)
    state.mover = state.starter
    return state


GAME = MonoGwent()
