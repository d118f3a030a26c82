"""Battle Farm in words: moves, events, the end, and why a move is illegal. Positions are in `table_text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from parlour.core.english import count, listed, ordinal
from parlour.core.errors import Reason, Refused
from parlour.core.events import EventJson
from parlour.core.text import GameText, fill
from parlour.games.battle_farm import asks, situation, table_text
from parlour.games.battle_farm import picture as drawing
from parlour.games.battle_farm.cards import BED, BEDS, CARD, CARDS, CLASS, CLASSES, COLOURS, SOURCE_NAMES, SOURCES
from parlour.games.battle_farm.farmer import NO_CARD, card, is_empty, is_protected
from parlour.games.battle_farm.judge import Farm
from parlour.games.battle_farm.moves import MOVES
from parlour.games.battle_farm.options import FarmOptions
from parlour.games.battle_farm.table_text import name_card, say_bed, say_crop
from parlour.games.battle_farm.view import CardView, FarmView

_NAME = dict(zip(SOURCES, SOURCE_NAMES, strict=True))


class FarmText(GameText[Farm, FarmOptions, FarmView]):
    """What Battle Farm says."""

    asides: ClassVar[Mapping[str, str]] = table_text.ASIDES
    notable = frozenset({"stale", "last_round"})

    def say_view(self, view: FarmView, names: Sequence[str], options: FarmOptions) -> str:
        return table_text.say_table(view, names)

    def draw_view(self, view: FarmView, names: Sequence[str], options: FarmOptions, width: int, height: int) -> str:
        return table_text.draw_table(view, names, width, height)

    def say_aside(
        self, word: str, view: FarmView, names: Sequence[str], options: FarmOptions, width: int, height: int
    ) -> str:
        return table_text.say_aside(word, view, names)

    say_situation = staticmethod(situation.say_situation)
    picture = staticmethod(drawing.draw)

    def say_move(self, view: FarmView, move: int, names: Sequence[str], options: FarmOptions) -> str:
        kind = MOVES.kind_of(move).name
        v = MOVES.values(move)
        match kind:
            case "buy":
                card = CARD[view.market[v[0]] or CARDS[0].id]
                return f"Buy {card.name} for {count(card.price, 'coin')} (slot {v[0] + 1})"
            case "stop":
                return "Stop buying" if view.phase == "market" else "Stop fertilizing"
            case "add":
                return f"Add {_named(v)} to the bundle"
            case "send":
                return f"Offer the bundle of {count(len(view.bundle), 'card')}"
            case "skip":
                return "Offer nothing"
            case "bid":
                return f"Bid {count(v[0], 'coin')}" if v[0] else "Bid nothing"
            case "accept":
                return f"Sell to {names[v[0]]} for {count(view.farmers[v[0]].bid or 0, 'coin')}"
            case "reject":
                return "Reject all bids"
            case "play":
                return f"Plant {_named(v)}" if CARDS[v[0]].is_crop else f"Play {_named(v)}"
            case "use_class":
                farmer = CLASS[view.farmers[view.mover].klass]
                return f"Use {farmer.card_name} for {count(farmer.cost, 'fertilizer')}"
            case "end":
                return "Stop playing cards"
            case "plant":
                return f"Plant in bed {v[0] + 1}, a {BED[view.farmers[view.mover].beds[v[0]].type].name}"
            case "choose_crop" | "choose_bed":
                return f"Choose {names[v[0]]}'s bed {v[1] + 1} ({say_bed(view.farmers[v[0]].beds[v[1]])})"
            case "choose_player":
                return f"Choose {names[v[0]]}"
            case "choose_type":
                return f"Make it a {BEDS[v[0]].name}"
            case "choose_colour":
                return f"Name {COLOURS[v[0]]}"
            case "choose_card":
                return f"Choose {_named(v)}"
            case "discard":
                return f"Discard {_named(v)}"
            case "sprinkle":
                return f"Make {_named(v)} worth 1 more"
            case "give":
                return "Give a coin" if v[0] == 0 else "Give a fertilizer"
            case "keep":
                return f"Keep {CARDS[v[0]].name}"
            case "pick":
                return f"Take {CARD[view.market[v[0]] or CARDS[0].id].name} (slot {v[0] + 1})"
            case "fetch":
                return f"Fetch {CARDS[v[0]].name} from the discard pile"
        return f"Fertilize bed {v[0] + 1}: {say_crop(view.farmers[view.mover].beds[v[0]])}"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: FarmOptions) -> str:
        e = event
        words = {"who": names[int(e.get("seat", 0))], "card": CARD[str(e["card"])].name if "card" in e else "a card"}
        words |= {field: names[int(e[field])] for field in ("from", "buyer") if field in e}
        words |= {field: BED[str(e[field])].name for field in ("was", "type") if field in e}
        if "source" in e:
            words["source"] = _NAME[str(e["source"])]
        if "bed" in e:
            words["bed"] = str(int(e["bed"]) + 1)  # players see beds numbered from 1
        if "goods" in e:
            words["goods"] = count(int(e["amount"]), str(e["goods"]).removesuffix("s"))
        match e["kind"]:
            case "setup":
                words["class"] = CLASSES[int(e["class"])].name
            case "order":
                words["place"] = ordinal(int(e["place"]) + 1)
            case "looked" if "other" in e:
                words["other"] = CARD[str(e["other"])].name
            case "forced":
                words["choice"] = _CHOSEN[str(e["question"])]
        kind = f"{e['kind']} {_variant(e)}".strip()
        return fill(_EVENTS.get(kind, ""), event, words)

    def say_end(self, state: Farm, names: Sequence[str], options: FarmOptions) -> str:
        coins = [int(farmer.coins) for farmer in state.farmers]
        payoffs = state.payoffs()
        winners = [names[seat] for seat in range(state.seats) if payoffs[seat] > 0]
        order = sorted(range(state.seats), key=lambda seat: (state.has_left(seat), -coins[seat]))
        table = ", ".join(
            f"{names[seat]} {'out of the game' if state.has_left(seat) else coins[seat]}" for seat in order
        )
        who = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"
        return f"{who}: {table}."

    def why_not(self, state: Farm, move: int) -> Reason:
        """The first rule that forbids this well-formed move, checked with the predicates that list the moves."""
        question = asks.WORDS[state.asking]
        kind = MOVES.kind_of(move).name
        if kind not in _MOVES_OF[question]:
            return Reason("wrong-moment", _WRONG_MOMENT[question])
        v = MOVES.values(move)
        farmer = state.farmers[state.mover]
        match kind:
            case "buy":
                return _why_not_buy(state, v[0])
            case "add":
                return _why_not_add(state, v)
            case "send":
                return Reason("empty-bundle", "Your bundle is empty.")
            case "bid":
                return Reason(
                    "not-enough-coins", f"You cannot bid {v[0]}: you have {count(int(farmer.coins), 'coin')}."
                )
            case "accept":
                return Reason("no-such-bid", "This player has not bid anything.")
            case "play":
                return _why_not_play(state, v)
            case "use_class":
                return _why_not_class(state)
            case "plant":
                return Reason("no-empty-bed", "You have no empty bed there.")
            case "choose_crop" | "choose_bed":
                return _why_not_target(state, kind, v)
            case "choose_player":
                return Reason("no-such-target", f"{SOURCE_NAMES[state.source]} cannot target this player.")
            case "choose_card" | "discard" | "sprinkle":
                return Reason("no-such-card", f"There is no {_named(v)} to choose in your hand.")
            case "fertilize":
                return Reason("no-crop", "You have no crop there.")
        return Reason("no-such-target", _WRONG_MOMENT[question])

    def read_words(self, text: str, view: FarmView, options: FarmOptions) -> int:
        """A move as typed: `plant 2` is the second bed, as numbered on the table."""
        verb, *rest = text.split()
        fields = next((kind.fields for kind in MOVES.kinds if kind.name == verb.lower()), ())
        for place, (field, part) in enumerate(zip(fields, rest, strict=False)):
            if field.name in _COUNTED and part.isascii() and part.isdigit() and len(part) < 9:
                if not 1 <= int(part) <= field.size:
                    raise Refused(f"A {field.name} is a number from 1 to {field.size}, not {part}.", "unknown-action")
                rest[place] = str(int(part) - 1)
        return MOVES.from_words(" ".join([verb, *rest]))

    def write_words(self, move: int, view: FarmView, options: FarmOptions) -> str:
        kind = MOVES.kind_of(move)
        parts = [
            str(v + 1) if field.name in _COUNTED else str(field.write(v))
            for field, v in zip(kind.fields, MOVES.values(move), strict=True)
        ]
        return " ".join([kind.name, *parts])

    def numbers(self, moves: Sequence[int]) -> list[int]:
        """Slots and own beds by their numbers, 0 to stop; beds of several farms as 11, 12 … 21; bids by coins."""
        kinds = [MOVES.kind_of(move).name for move in moves]
        values = [MOVES.values(move) for move in moves]
        if kinds[0] in ("buy", "pick", "plant", "fertilize"):
            return [v[0] + 1 if v else 0 for v in values]
        if kinds[0] == "bid":
            return [v[0] for v in values]
        if kinds[0] in ("choose_crop", "choose_bed"):
            several = len({seat for seat, _ in values}) > 1
            return [10 * (seat + 1) * several + bed + 1 for seat, bed in values]
        return list(range(1, len(moves) + 1))


def _named(v: Sequence[int]) -> str:
    return name_card(CardView(CARDS[v[0]].id, v[1]))


# Typed as they are numbered on the table, from 1.
_COUNTED = ("slot", "bed", "seat")


# --- events ---


_EVENTS = {
    "setup": "{who} is the {class}, with {coins:coin}, {fertilizers:fertilizer} and {cards:card}.",
    "order": "{who} rolls {die} for turn order and will go {place}.",
    "turn": "Round {round}: {who}'s turn.",
    "limit market": "{who} rolls a {die} and may buy up to {die:card}.",
    "limit fertilize": "{who} rolls a {die} and may use up to {die:fertilizer}.",
    "harvested": "{who} harvests {card} for {amount:coin} (now {coins}).",
    "gained": "{who} gains {goods} from {source} (now {now}).",
    "lost": "{who} loses {goods} to {source} ({now} left).",
    "took": "{who} takes {goods} from {from} with {source}.",
    "rolled": "{who} rolls a d{sides} for {source}: {die}.",
    "fizzled": "{source} has no effect.",
    "bought": "{who} buys {card} for {price:coin} ({coins} left).",
    "refilled": "New at the market: {card}.",
    "bundled": "You add {card} to the bundle.",
    "offered": "{who} offers {cards:card}.",
    "shown": "On offer: {card}, value {value}.",
    "bade": "{who} bids {coins:coin}.",
    "bade nothing": "{who} bids nothing.",
    "bade sealed": "{who} places a sealed bid.",
    "revealed": "{who}'s bid: {coins:coin}.",
    "revealed nothing": "{who}'s bid: nothing.",
    "sold": "{who} sells the bundle to {buyer} for {coins:coin}.",
    "handed": "{who} hands {card} to {buyer}.",
    "unsold rejected": "{who} rejects all bids.",
    "unsold no_bids": "Nobody bids for {who}'s cards.",
    "unsold skipped": "Nobody bids for {who}'s cards.",
    "named": "{who} plays {card}.",
    "played": "{who} plays {source} for {cost:fertilizer} ({fertilizers} left).",
    "planted": "{who} plants {card} in bed {bed}: worth {value}, timer {timer}.",
    "changed": "{who}'s {card} in bed {bed}: now worth {value}, timer {timer}.",
    "destroyed": "Destroyed: {who}'s {card} in bed {bed}.",
    "retyped": "{who}'s bed {bed}, a {was}, becomes a {type}.",
    "retyped same": "{who}'s bed {bed} stays a {type}.",
    "discarded": "{who} discards {card}.",
    "drew": "{who} draws {card}.",
    "looked": "{who} looks at {card} and {other}.",
    "looked hidden": "{who} looks at the top two cards.",
    "kept": "{who} keeps {card}.",
    "returned": "{who} puts {card} back into the deck.",
    "stole": "{who} steals {card} from {from}.",
    "boosted": "{who}'s {card} in hand: now worth {value}.",
    "boosted hidden": "{who} improves a card in hand.",
    "created": "{who} gets a new {card} card worth {value}.",
    "picked": "{who} takes {card} from the market for free.",
    "swept": "Discarded from the market: {card}.",
    "stale": "Nobody took a card from the market in round {round}, so it is laid out afresh.",
    "fetched": "{who} fetches {card} from the discard pile.",
    "fertilized": "{who} fertilizes bed {bed}: now worth {value}, timer {timer}.",
    "last_round coins": "{who} has reached the win limit: this is the last round.",
    "last_round deck": "The deck is empty: this is the last round.",
    "passed no_coins": "{who} cannot afford anything at the market.",
    "passed no_goods": "{who} finds the market empty.",
    "passed no_hand": "{who} has no cards to offer.",
    "passed no_bidder": "{who} offers nothing: nobody else has any coins.",
    "passed no_fertilizer": "{who} has no fertilizer to use.",
    "passed no_crop": "{who} has no crop to fertilize.",
    "idle": "{who} has nothing to play.",
    "forced": "{source}: {who} has only one {choice}.",
    "ended last_round": "The last round is over.",
    "ended dead_field": "The game ends after three rounds without a crop or a choice.",
    "ended round_cap": "The game ends at the round cap.",
    "ended leaving": "Only one farmer is left.",
}


def _variant(e: EventJson) -> str:
    """What tells apart the sentences for one kind of event."""
    match e["kind"]:
        case "bade" | "revealed":
            return "sealed" if "coins" not in e else "" if e["coins"] else "nothing"
        case "looked" | "boosted":
            return "" if "card" in e else "hidden"
        case "retyped":
            return "same" if e["was"] == e["type"] else ""
    return next((str(e[field]) for field in ("phase", "why", "cause") if field in e), "")


# what was chosen without asking because there was nothing else to choose
_CHOSEN = {
    "plant": "empty bed",
    "crop": "crop to choose",
    "opponent": "opponent to choose",
    "player": "player to choose",
    "bed": "bed to choose",
    "type": "type of bed to choose",
    "card": "card to choose",
    "discard": "card to discard",
    "point": "crop card to improve",
    "tribute": "thing to give",
    "keep": "card to keep",
    "pick": "card to take",
    "fetch": "card to fetch",
}


# --- why not ---

_WRONG_MOMENT = {
    "market": "You are at the market: buy a card you can afford, or stop.",
    "bundle": "You are trading: add cards to the bundle, send it, or skip.",
    "bid": "Make a bid, from 0 to all your coins.",
    "answer": "Accept a bid of at least 1 coin, or reject them all.",
    "play": "It is time to play cards: play one, use your class card, or end.",
    "plant": "Choose one of your empty beds for the crop.",
    "crop": "Choose a crop on the field.",
    "opponent": "Choose an opponent.",
    "player": "Choose a player who has a card in hand.",
    "bed": "Choose a bed.",
    "type": "Choose what the bed becomes: trellis, rotational or vertical.",
    "colour": "Name a colour: red, green or yellow.",
    "card": "Choose a card from your hand.",
    "discard": "Choose a card from your hand to discard.",
    "point": "Choose a crop card in your hand to improve.",
    "tribute": "Give a coin or a fertilizer.",
    "keep": "Keep one of the two cards you are looking at.",
    "pick": "Take a card from the market.",
    "fetch": "Fetch a card from the discard pile.",
    "fertilize": "You are fertilizing: choose one of your crops, or stop.",
}
_MOVES_OF = {
    "market": ("buy", "stop"),
    "bundle": ("add", "send", "skip"),
    "bid": ("bid",),
    "answer": ("accept", "reject"),
    "play": ("play", "use_class", "end"),
    "plant": ("plant",),
    "crop": ("choose_crop",),
    "opponent": ("choose_player",),
    "player": ("choose_player",),
    "bed": ("choose_bed",),
    "type": ("choose_type",),
    "colour": ("choose_colour",),
    "card": ("choose_card",),
    "discard": ("discard",),
    "point": ("sprinkle",),
    "tribute": ("give",),
    "keep": ("keep",),
    "pick": ("pick",),
    "fetch": ("fetch",),
    "fertilize": ("fertilize", "stop"),
}


def _why_not_buy(state: Farm, slot: int) -> Reason:
    kind = int(state.market[slot])
    if kind == NO_CARD:
        return Reason("empty-slot", "This market slot is empty.")
    coins = int(state.farmers[state.mover].coins)
    price = CARDS[kind].price
    return Reason("not-enough-coins", f"{CARDS[kind].name} costs {count(price, 'coin')}; you have {coins}.")


def _why_not_add(state: Farm, v: Sequence[int]) -> Reason:
    farmer = state.farmers[state.mover]
    c = card(v[0], v[1])
    if farmer.place_of(c) < 0:
        return Reason("no-such-card", f"There is no {_named(v)} in your hand.")
    if not state.may_add(farmer, c):
        return Reason("already-bundled", f"Every {_named(v)} you hold is already in the bundle.")
    return Reason("bundle-order", "Add cards to the bundle in hand order; this one comes earlier.")


def _why_not_play(state: Farm, v: Sequence[int]) -> Reason:
    farmer = state.farmers[state.mover]
    if farmer.place_of(card(v[0], v[1])) < 0:
        return Reason("no-such-card", f"There is no {_named(v)} in your hand.")
    if CARDS[v[0]].is_crop:
        return Reason("no-empty-bed", "All your beds are full.")
    if v[1] > farmer.fertilizers:
        have = int(farmer.fertilizers)
        return Reason("not-enough-fertilizers", f"{_named(v)} costs {count(v[1], 'fertilizer')}; you have {have}.")
    return Reason("no-target", f"{CARDS[v[0]].name} has no target.")


def _why_not_class(state: Farm) -> Reason:
    farmer = state.farmers[state.mover]
    klass = CLASSES[farmer.klass]
    if farmer.class_used:
        return Reason("class-used", f"You have already used {klass.card_name} this {klass.once_per}.")
    if klass.cost > farmer.fertilizers:
        have = int(farmer.fertilizers)
        cost = count(klass.cost, "fertilizer")
        return Reason("not-enough-fertilizers", f"{klass.card_name} costs {cost}; you have {have}.")
    return Reason("no-target", f"{klass.card_name} has no target.")


def _why_not_target(state: Farm, kind: str, v: Sequence[int]) -> Reason:
    source = SOURCE_NAMES[state.source]
    if v[0] >= state.seats or v[1] >= len(state.farmers[v[0]].beds):
        return Reason("no-such-bed", "There is no such bed.")
    b = state.farmers[v[0]].beds[v[1]]
    if kind == "choose_crop" and is_empty(b):
        return Reason("no-crop", "Nothing grows in this bed.")
    if is_protected(b) and (kind == "choose_crop" or v[0] != state.active):
        return Reason("protected", f"A greenhouse protects this bed from {source}.")
    return Reason("no-such-target", f"{source} cannot target this bed.")
