"""The table of Battle Farm in words: market, farms, hands and piles, with as much card text as there is room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from parlour.core.english import count
from parlour.core.text import fits
from parlour.games.battle_farm.cards import BED, CARD, CLASS, Card
from parlour.games.battle_farm.view import BedView, CardView, FarmerView, FarmView

FULL: Final = 2  # every text as printed
BRIEF: Final = 1  # the short texts
NAMES: Final = 0  # names only, except for the cards in question
# questions about the market, about cards offered or looked at, and about one's own hand
AT_MARKET: Final = ("market", "pick")
ABOUT_SHOWN: Final = ("bid", "answer", "keep")
WITH_HAND: Final = ("bundle", "play", "card", "discard", "point")
MOST_ON_TOP: Final = 5  # cards of the discard pile to name; `discards` shows them all


# --- the whole table ---


def draw_table(view: FarmView, names: Sequence[str], width: int, height: int) -> str:
    """The table in as much detail as fits the screen."""
    for detail in (FULL, BRIEF, NAMES):
        text = say_table(view, names, detail)
        if fits(text, width, height):
            break
    return text


def say_table(view: FarmView, names: Sequence[str], detail: int = FULL) -> str:
    """The table as seen from one seat: the market, then the farms in turn order, one's own last.

    On a small screen the cards in question come last, because the upper lines scroll away first.
    """
    market = [*_market(view, detail), _piles(view)]
    shown = _shown_cards(view, names, detail)
    in_question: list[str] = []
    if detail == NAMES:
        in_question = market if view.question in AT_MARKET else shown if view.question in ABOUT_SHOWN else []
    lines = [headline(view, names)]
    for part in (market, shown):
        lines += [] if part is in_question else part
    near = view.order.index(view.seat) + 1 if view.seat is not None else 0
    for seat in view.order[near:] + view.order[:near]:
        lines += ["", *_farm(view.farmers[seat], names[seat], detail, view.question in WITH_HAND)]
    if view.returned:
        lines.append(f"  You put back into the deck: {', '.join(CARD[id].name for id in view.returned)}.")
    return "\n".join([*lines, "", *in_question] if in_question else lines)


def _shown_cards(view: FarmView, names: Sequence[str], detail: int) -> list[str]:
    """Cards this seat sees for a moment: those on offer, or those it is looking at."""
    lines: list[str] = []
    if view.bundle:
        offer = f"On offer from {names[view.active]}:" if view.bundle_sent else "Your bundle so far:"
        lines += [offer, *_cards(view.bundle, detail)]
    if view.looked_at:
        lines += ["You are looking at:", *_cards([CardView(id, CARD[id].value) for id in view.looked_at], detail)]
    return lines


def headline(view: FarmView, names: Sequence[str]) -> str:
    text = f"Round {view.round}, the first to reach {view.win_limit} coins calls the last round."
    if view.mover < 0:
        return f"{text} The game is over."
    if view.final:
        text = f"Round {view.round}, the last."
    text += f" {names[view.active]}'s turn, {view.phase}"
    if view.phase in ("market", "fertilize"):
        text += f" ({view.used} of {view.limit} used)"
    if view.mover != view.active:
        return f"{text}. {names[view.mover]} is to {_QUESTION[view.question]}."
    return f"{text}: {_QUESTION[view.question]}."


_QUESTION = {
    "": "nothing",
    "market": "buy or stop",
    "bundle": "offer cards or skip",
    "bid": "make a sealed bid",
    "answer": "accept a bid or reject all",
    "play": "play a card or stop",
    "plant": "choose a bed to plant in",
    "crop": "choose a crop",
    "opponent": "choose an opponent",
    "player": "choose a player",
    "bed": "choose a bed",
    "type": "choose a type of bed",
    "colour": "name a colour",
    "card": "choose a card in hand",
    "discard": "discard a card",
    "point": "choose a crop card to improve",
    "tribute": "give a coin or a fertilizer",
    "keep": "choose a card to keep",
    "pick": "take a market card",
    "fetch": "take a card from the discard pile",
    "fertilize": "fertilize a crop or stop",
}


def _market(view: FarmView, detail: int) -> list[str]:
    if detail == NAMES and view.question not in AT_MARKET:
        shown = [f"{slot} {CARD[id].name} ({CARD[id].price})" if id else f"{slot} empty" for slot, id in _slots(view)]
        return [f"Market: {', '.join(shown)}."]
    lines = ["Market:"]
    for slot, id in _slots(view):
        price = f", {count(CARD[id].price, 'coin')}" if id else ""
        lines.append(
            f"  {slot} {CARD[id].name}{price}: {_text(CARD[id], CARD[id].value, detail)}" if id else f"  {slot}"
        )
    return lines


def _slots(view: FarmView) -> list[tuple[int, str | None]]:
    return list(enumerate(view.market, 1))


def _piles(view: FarmView) -> str:
    text = f"{view.deck_size} in the deck, "
    if view.discard:
        top = [CARD[id].name for id in view.discard[: -MOST_ON_TOP - 1 : -1]]
        text += f"{len(view.discard)} discarded, from the top: {', '.join(top)}"
        text += ", …" if len(view.discard) > len(top) else "."
    else:
        text += "none discarded."
    if view.fresh_market and view.untouched and view.mover >= 0 and not view.final:
        text += " Nobody has taken a market card this round; if nobody does, the market will be laid out afresh."
    return text


def _cards(cards: Sequence[CardView], detail: int) -> list[str]:
    return [f"  {say_card(c, detail)}" for c in cards]


def _farm(farmer: FarmerView, name: str, detail: int, about_hand: bool) -> list[str]:
    klass = CLASS[farmer.klass]
    own = farmer.hand is not None
    who = f"{name}, {klass.name}{' (out of the game)' if farmer.left else ''}"
    goods = f"{count(farmer.coins, 'coin')}, {count(farmer.fertilizers, 'fertilizer')}"
    used = f"{klass.card_name} {'used' if farmer.class_used else 'ready'}"
    lines = [f"{who}: {goods}, {count(farmer.hand_size, 'card')} in hand, {used}."]
    if detail == FULL or (own and detail == BRIEF):
        lines.append(f"  {say_class_card(farmer.klass)}")
    beds = (f"{place} {say_bed(b, detail == NAMES)}" for place, b in enumerate(farmer.beds, 1))
    lines.append(f"  Beds: {'; '.join(beds)}.")
    if harvested := say_counters(farmer):
        lines.append(f"  Harvested so far: {harvested}.")
    if farmer.has_bid:
        lines.append(f"  Bid: {count(farmer.bid, 'coin') if farmer.bid is not None else 'sealed'}.")
    if farmer.hand and detail == NAMES and not about_hand:
        lines.append(f"  Hand: {', '.join(name_card(c) for c in farmer.hand)}.")
    elif farmer.hand:
        lines += ["  Hand:", *(f"  {line}" for line in _cards(farmer.hand, detail))]
    if farmer.known:
        lines.append(f"  Known to be in hand: {', '.join(name_card(c) for c in farmer.known)}.")
    if farmer.perhaps:
        lines.append(f"  And all but {farmer.lost} of: {', '.join(name_card(c) for c in farmer.perhaps)}.")
    return lines


# --- single things ---


def say_bed(b: BedView, short: bool = False) -> str:
    name = BED[b.type].name.removesuffix(" Bed") if short else BED[b.type].name
    return f"{name} with {say_crop(b)}" if b.crop else f"{name} empty"


def say_crop(b: BedView) -> str:
    bonus = f"+{b.bonus}" if b.bonus else ""
    ripe = "ripe" if b.timer == 0 else f"in {count(b.timer, 'turn')}"
    return f"{CARD[b.crop or ''].name} {b.value}{bonus} {ripe}"


def name_card(c: CardView) -> str:
    printed = CARD[c.card].value
    return CARD[c.card].name if c.value == printed else f"{CARD[c.card].name} [{c.value}]"


def say_card(c: CardView, detail: int = FULL) -> str:
    return f"{name_card(c)}: {_text(CARD[c.card], c.value, detail)}"


def _text(card: Card, value: int, detail: int) -> str:
    """The text below a card's name."""
    if detail < FULL:
        if card.is_crop:
            per_turn = f"{card.coins_per_turn:g} per turn"
            return f"{card.group}, worth {value}, timer {card.timer}, {per_turn}; {card.when}: {card.brief}"
        return f"{count(value, 'fertilizer')}. {card.brief}"
    if card.is_crop:
        facts = f"{card.group}, {card.rarity}, worth {value}, timer {card.timer}"
        return f"{facts}, {say_per_turn(card)}. {card.when.capitalize()}: {card.text}"
    return f"{card.rarity}, costs {count(value, 'fertilizer')}. {card.text}"


def say_per_turn(card: Card) -> str:
    """Coins per turn, as printed on a crop card."""
    return f"{card.coins_per_turn:g} {'coin' if card.coins_per_turn == 1 else 'coins'} per turn"


def say_class_card(id: str) -> str:
    klass = CLASS[id]
    return f"{klass.card_name}: {count(klass.cost, 'fertilizer')}, once per {klass.once_per}. {klass.text}"


def say_counters(farmer: FarmerView) -> str:
    """Harvests of the crops that keep count, if any."""
    counts = {"apples": farmer.apples, "melon" if farmer.melons == 1 else "melons": farmer.melons}
    return ", ".join(f"{n} {word}" for word, n in counts.items() if n)


# --- extra commands at the terminal ---

ASIDES: Final = {
    "cards": "the texts of all cards in sight, including class cards and beds",
    "discards": "the discard pile, and everybody's harvests of apples and melons",
}


def say_aside(word: str, view: FarmView, names: Sequence[str]) -> str:
    return _all_cards(view, names) if word == "cards" else _discards(view, names)


def _all_cards(view: FarmView, names: Sequence[str]) -> str:
    """Every card this seat can see, each listed once."""
    crops = [bed.crop for farmer in view.farmers for bed in farmer.beds if bed.crop]
    hands = [c.card for farmer in view.farmers for c in [*(farmer.hand or []), *farmer.known, *farmer.perhaps]]
    shown = {
        "At the market": [id for id in view.market if id],
        "On offer": [c.card for c in view.bundle],
        "On the field": crops,
        "In hand": [*view.looked_at, *hands],
    }
    lines: list[str] = []
    told: set[str] = set()
    for where, ids in shown.items():
        new = [id for id in dict.fromkeys(ids) if id not in told]
        told.update(new)
        if new:
            lines += [f"{where}:", *(f"  {say_card(CardView(id, CARD[id].value))}" for id in new)]
    lines.append("Class cards:")
    for seat in view.order:
        lines.append(f"  {names[seat]}: {say_class_card(view.farmers[seat].klass)}")
    lines.append("Beds:")
    types = dict.fromkeys(bed.type for farmer in view.farmers for bed in farmer.beds)
    return "\n".join([*lines, *(f"  {BED[type].name}: {BED[type].text}" for type in types)])


def _discards(view: FarmView, names: Sequence[str]) -> str:
    lines = [f"{count(len(view.discard), 'card')} in the discard pile{', from the top:' if view.discard else '.'}"]
    copies = Counter(view.discard)
    for id in dict.fromkeys(reversed(view.discard)):
        times = f" ({copies[id]} times)" if copies[id] > 1 else ""
        lines.append(f"  {say_card(CardView(id, CARD[id].value))}{times}")
    for seat in view.order:
        lines.append(f"{names[seat]} has harvested: {say_counters(view.farmers[seat]) or 'neither apples nor melons'}.")
    return "\n".join(lines)
