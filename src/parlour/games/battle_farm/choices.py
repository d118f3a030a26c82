"""The legal answers to each question in Battle Farm, in the order of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bits import bit, first, kind_of, pack1, pack2
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.battle_farm import asks, fields, moves, printed
from parlour.games.battle_farm.cards import COLOURS
from parlour.games.battle_farm.farmer import NO_CARD, Farmer, card_kind, card_value
from parlour.games.battle_farm.sources import EFFECTS
from parlour.games.battle_farm.state import NOWHERE, FarmTable

USUAL: Final = 16  # answers to a question


@mypyc_attr(acyclic=True, free_list_len=1)
class Options:
    """The answers to a question, in order, while they are being listed."""

    def __init__(self) -> None:
        self.moves: vec[i64] = vec[i64]([0] * USUAL)  # unlike a list, it needs no object for each of them
        self.size: i64 = 0

    def append(self, move: i64) -> None:
        if self.size < len(self.moves):
            self.moves[self.size] = move
        else:
            self.moves = append(self.moves, move)
        self.size += 1


class FarmChoices(FarmTable):
    """Battle Farm with its legal moves."""

    def moves(self) -> list[i64]:
        listed: list[i64] = []
        if self.mover == OVER:
            return listed
        options = self.options()
        at: i64 = 0
        while at < options.size:
            listed.append(options.moves[at])
            at += 1
        return listed

    def options(self) -> Options:
        """The answers to the present question."""
        options = Options()
        asking = self.asking
        farmer = self.farmers[self.mover]
        if asking == asks.MARKET:
            slot: i64 = 0
            for kind in self.market:
                if kind != NO_CARD and printed.PRICE[kind] <= farmer.coins:
                    options.append(pack1(moves.BUY, slot))
                slot += 1
            options.append(moves.STOP)
        elif asking == asks.BUNDLE:
            self.list_bundle(farmer, options)
        elif asking == asks.BID:
            coins: i64 = 0
            while coins <= farmer.coins:
                options.append(pack1(moves.BID, coins))
                coins += 1
        elif asking == asks.ANSWER:
            step: i64 = 1
            while step < self.seats:
                if self.farmers[self.after(step)].bid >= 1:
                    options.append(pack1(moves.ACCEPT, self.after(step)))
                step += 1
            options.append(moves.REJECT)
        elif asking == asks.PLAY:
            self.list_plays(farmer, options)
        elif asking == asks.FERTILIZE:
            self.list_beds(farmer, moves.FERTILIZE, True, options)
            options.append(moves.STOP)
        else:
            self.list_choices(farmer, asking, options)
        return options

    def list_choices(self, farmer: Farmer, asking: i64, options: Options) -> None:
        """The answers to a card's question."""
        if asking == asks.PLANT:
            self.list_beds(farmer, moves.PLANT, False, options)
        elif asking == asks.CROP:
            self.list_targets(moves.CHOOSE_CROP, options)
        elif asking == asks.OPPONENT:
            self.list_players(self.active, options)
        elif asking == asks.PLAYER:
            self.list_players(NOWHERE, options)
        elif asking == asks.BED:
            self.list_targets(moves.CHOOSE_BED, options)
        elif asking == asks.TYPE:
            present: i64 = farmer.beds[self.target] & 7
            for type in (printed.TRELLIS, printed.ROTATIONAL, printed.VERTICAL):
                if type != present:
                    options.append(pack1(moves.CHOOSE_TYPE, type))
        elif asking == asks.COLOUR:
            colour: i64 = 0
            while colour < len(COLOURS):
                options.append(pack1(moves.CHOOSE_COLOUR, colour))
                colour += 1
        elif asking == asks.CARD:
            self.list_hand(farmer, moves.CHOOSE_CARD, printed.ALL_KINDS, options)
        elif asking == asks.DISCARD:
            self.list_hand(farmer, moves.DISCARD, printed.ALL_KINDS, options)
        elif asking == asks.POINT:
            self.list_hand(farmer, moves.SPRINKLE, printed.CROPS, options)
        elif asking == asks.TRIBUTE:
            if farmer.coins > 0:
                options.append(pack1(moves.GIVE, moves.COIN))
            if farmer.fertilizers > 0:
                options.append(pack1(moves.GIVE, moves.FERTILIZER))
        elif asking == asks.KEEP:
            top: i64 = self.deck[len(self.deck) - 1]
            below: i64 = self.deck[len(self.deck) - 2]
            options.append(pack1(moves.KEEP, top))
            if below != top:
                options.append(pack1(moves.KEEP, below))
        elif asking == asks.PICK:
            slot: i64 = 0
            while slot < fields.SLOTS:
                if self.market[slot] != NO_CARD:
                    options.append(pack1(moves.PICK, slot))
                slot += 1
        else:
            self.list_discard(options)

    def may_buy(self, farmer: Farmer, slot: i64) -> bool:
        kind: i64 = self.market[slot]
        return kind != NO_CARD and printed.PRICE[kind] <= farmer.coins

    def may_play(self, farmer: Farmer, c: i64) -> bool:
        """Whether the active player may play this card from the hand."""
        kind = card_kind(c)
        if printed.is_crop(kind):
            return farmer.has_empty_bed()
        return card_value(c) <= farmer.fertilizers and EFFECTS[kind].playable(self)

    def may_use_class(self, farmer: Farmer) -> bool:
        return (
            not farmer.class_used
            and printed.CLASS_COST[farmer.klass] <= farmer.fertilizers
            and EFFECTS[printed.class_source(farmer.klass)].playable(self)
        )

    def list_plays(self, farmer: Farmer, options: Options) -> None:
        place: i64 = 0
        seen: i64 = 0  # kinds that occur earlier in the hand
        room = farmer.has_empty_bed()
        for c in farmer.hand:
            kind = card_kind(c)
            if (seen >> kind) & 1 == 0 or farmer.is_first_copy(place):
                seen |= bit(kind)
                if room if printed.is_crop(kind) else self.may_play(farmer, c):
                    options.append(pack2(moves.PLAY, kind, card_value(c)))
            place += 1
        if self.may_use_class(farmer):
            options.append(moves.USE_CLASS)
        options.append(moves.END)

    def can_play(self, farmer: Farmer) -> bool:
        room = farmer.has_empty_bed()
        for c in farmer.hand:
            if room if printed.is_crop(card_kind(c)) else self.may_play(farmer, c):
                return True
        return self.may_use_class(farmer)

    def list_bundle(self, farmer: Farmer, options: Options) -> None:
        """D2: each different card once, but none that comes before the card added last."""
        size: i64 = len(self.bundle)
        last: i64 = self.bundle[size - 1] if size > 0 else NO_CARD
        reached = size == 0
        seen: i64 = 0  # kinds that occur earlier in the hand
        place: i64 = 0
        for c in farmer.hand:
            kind = card_kind(c)
            if c == last:
                reached = True
            # What comes later in the hand than the card added last is not in the bundle yet.
            new = (seen >> kind) & 1 == 0 or farmer.is_first_copy(place)
            if reached and new and (c != last or self.may_add(farmer, c)):
                options.append(pack2(moves.ADD, kind, card_value(c)))
            seen |= bit(kind)
            place += 1
        if size > 0:
            options.append(moves.SEND)
        options.append(moves.SKIP)

    def may_add(self, farmer: Farmer, c: i64) -> bool:
        """Whether a copy of this card is outside the bundle."""
        copies: i64 = 0
        for other in farmer.hand:
            if other == c:
                copies += 1
        for other in self.bundle:
            if other == c:
                copies -= 1
        return copies > 0

    def list_beds(self, farmer: Farmer, move: i64, grown: bool, options: Options) -> None:
        place: i64 = 0
        for b in farmer.beds:
            if (b >= 8) == grown:
                options.append(pack1(move, place))
            place += 1

    def list_targets(self, move: i64, options: Options) -> None:
        """The crops or beds on the whole field that the card may choose."""
        effect = EFFECTS[self.source]
        crops = move == moves.CHOOSE_CROP
        seat: i64 = 0
        for farmer in self.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if b >= 8 and effect.may_choose_crop(self, b) if crops else effect.may_choose_bed(self, seat, b):
                    options.append(pack2(move, seat, place))
                place += 1
            seat += 1

    def list_players(self, without: i64, options: Options) -> None:
        effect = EFFECTS[self.source]
        seat: i64 = 0
        while seat < self.seats:
            if seat != without and effect.may_choose_player(self, seat):
                options.append(pack1(moves.CHOOSE_PLAYER, seat))
            seat += 1

    def list_hand(self, farmer: Farmer, move: i64, kinds: i64, options: Options) -> None:
        """The different cards of these kinds in a hand."""
        place: i64 = 0
        seen: i64 = 0
        for c in farmer.hand:
            kind = card_kind(c)
            if (kinds >> kind) & 1 == 1 and ((seen >> kind) & 1 == 0 or farmer.is_first_copy(place)):
                seen |= bit(kind)
                options.append(pack2(move, kind, card_value(c)))
            place += 1

    def list_discard(self, options: Options) -> None:
        """The different cards of the discard pile, most recent first."""
        listed: i64 = 0
        at: i64 = len(self.discard) - 1
        while at >= 0:
            kind: i64 = self.discard[at]
            if (listed >> kind) & 1 == 0:
                listed |= bit(kind)
                options.append(pack1(moves.FETCH, kind))
            at -= 1

    def allows(self, move: i64) -> bool:
        if self.asking == asks.BID and kind_of(move) == moves.BID:
            return move == pack1(moves.BID, first(move)) and first(move) <= self.farmers[self.mover].coins
        return move in self.moves()

    def random_move(self, dice: Dice) -> i64:
        if self.asking == asks.BID:
            return pack1(moves.BID, dice.below(self.farmers[self.mover].coins + 1))
        options = self.options()
        return options.moves[dice.below(options.size)]

    def default_move(self) -> i64:
        """Bid nothing, do nothing; if something must be chosen, the last option."""
        if self.asking == asks.BID:
            return moves.BID
        legal = self.moves()
        return legal[len(legal) - 1]
