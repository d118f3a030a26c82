"""Kata TCG as a game of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.dice import Dice
from parlour.core.game import Game, search_levels
from parlour.core.state import Evaluator, Told
from parlour.games.kata_tcg import feelings, tempers
from parlour.games.kata_tcg import view as views
from parlour.games.kata_tcg.decks import READY, Deck, default_deck
from parlour.games.kata_tcg.events import EVENTS, STARTS
from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.moves import MOVES
from parlour.games.kata_tcg.options import PRESET_WORDS, PRESETS, KataOptions, check_even, deck_of, first_health
from parlour.games.kata_tcg.outlook import LEARNED
from parlour.games.kata_tcg.players import PLAYERS
from parlour.games.kata_tcg.pool import POOL, Card
from parlour.games.kata_tcg.state import BOARD_CAP, DECK_SIZE, HAND_CAP, HEALTH_CAP, SLOT_CAP, health_of, most_health_of
from parlour.games.kata_tcg.text import KataText
from parlour.games.kata_tcg.view import KataView

if TYPE_CHECKING:
    from parlour.core.lens import Lens


class KataData(msgspec.Struct, frozen=True):
    """Every card and every ready-made deck."""

    cards: list[Card]
    decks: dict[str, Deck]
    default_deck: str


class KataTcg(KataText, Game[Kata, KataOptions, KataView]):
    """A duel with twenty cards a side; each card can be played to attack, heal, summon or draw."""

    name = "kata-tcg"
    title = "Kata TCG"
    came_later: ClassVar[Mapping[str, Any]] = {"even": False}
    tagline = "Every card cuts, mends or marches. Choose one."
    minutes = 10
    Options = KataOptions
    View = KataView
    moves = MOVES
    events = EVENTS
    presets = PRESETS
    preset_words = PRESET_WORDS
    quick = "full"
    measured = "full"
    # an iteration tries one plan for the turn in one world; careless levels choose among good plans
    levels = search_levels((20, 40, 120, 1000), tempers=(100, 56, 32))
    played_on = 10
    players = PLAYERS
    had_by_events: ClassVar[Mapping[str, Sequence[str]]] = {
        "card played": ("attacked.card", "healed.card", "summoned.card", "leafed.card"),
        "card used to attack": ("attacked.card",),
        "card used to heal": ("healed.card",),
        "card summoned": ("summoned.card",),
        "card used to draw": ("leafed.card",),
    }

    def check(self, options: KataOptions, seats: int) -> None:
        check_even(options)
        for seat in range(seats):
            deck_of(options, seat)

    def without_choices(self, options: KataOptions, seats: Sequence[int]) -> KataOptions:
        decks = ["" if seat in seats else deck for seat, deck in enumerate(options.decks)]
        return msgspec.structs.replace(options, decks=decks if any(decks) else [])

    def new(self, options: KataOptions, seats: int, dice: Dice) -> Kata:
        """Draw the starter, shuffle both decks in seat order, deal three cards to the starter and four to the other."""
        state = Kata(options.healing, options.minions, options.drawers)
        starter = int(dice.below(2))
        for seat in range(2):
            deck = deck_of(options, seat)
            dice.shuffle(deck)
            state.side(seat).set_deck(deck[::-1])
        for seat in range(2):
            side = state.side(seat)
            for _ in range(3 if seat == starter else 4):
                side.into_hand(side.off_deck())
        state.side(starter).health = first_health(options)
        state.heard = []
        state.tell(STARTS, starter)
        state.mover = 1 - starter
        state.pass_turn()
        return state

    def had(self, options: KataOptions, start: Kata, told: Sequence[Told]) -> Sequence[Mapping[str, Collection[str]]]:
        found = []
        for seat, said in enumerate(super().had(options, start, told)):
            side = start.side(seat)
            hand = {POOL.cards[side.hand_card(place)].id for place in range(side.hand_size)}
            deck = {POOL.cards[card].id for card in deck_of(options, seat)}
            found.append({"card in the deck": deck, "card in the opening hand": hand, **said})
        return found

    def had_kinds(self) -> list[str]:
        return ["card in the deck", "card in the opening hand", *super().had_kinds()]

    def lens(self, options: KataOptions, seats: int) -> Lens:
        from parlour.games.kata_tcg.lens import KataLens  # only learning programs need it

        return KataLens()

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    lean = staticmethod(tempers.lean)
    feel = staticmethod(feelings.feel)

    def check_laws(self, state: Kata) -> None:
        """Section 14 of the rules."""
        for side in (state.side0, state.side1):
            cards = side.deck_size + side.hand_size + side.board_size + side.discard_size
            assert cards == DECK_SIZE, f"{cards} cards on a side"
            assert 0 <= side.mana <= side.slots <= SLOT_CAP, f"mana {side.mana} of {side.slots}"
            assert side.hand_size <= HAND_CAP, f"hand of {side.hand_size}"
            assert side.board_size <= (BOARD_CAP if state.minions else 0), f"board of {side.board_size}"
            for place in range(side.board_size):
                m = side.minion_at(place)
                assert 1 <= health_of(m) <= most_health_of(m), "a minion's health"
            assert side.health <= HEALTH_CAP, f"health {side.health}"
            assert state.mover < 0 or side.health >= 1, f"health {side.health} and still playing"
        serials = Counter(m.minion for s in views.view(state, None).sides for m in s.board)
        assert all(n == 1 for n in serials.values()), "two minions have the same serial"

    def evaluator(self) -> Evaluator:
        return LEARNED

    def data(self, options: KataOptions) -> KataData:
        return KataData(list(POOL), READY, default_deck(options.drawers, options.custom_cards))


GAME = KataTcg()
