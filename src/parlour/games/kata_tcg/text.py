"""Kata TCG in words: positions, moves, events, the end, and why a move is illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from parlour.core.english import count, ordinal
from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.core.text import GameText, fill
from parlour.games.kata_tcg import moves, situation
from parlour.games.kata_tcg import picture as drawing
from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.moves import MOVES
from parlour.games.kata_tcg.options import KataOptions
from parlour.games.kata_tcg.pool import POOL, Card
from parlour.games.kata_tcg.state import card_of
from parlour.games.kata_tcg.view import KataView, MinionView, SideView

_VERBS = {moves.ATTACK: "attack", moves.HEAL: "heal", moves.SUMMON: "summon", moves.DRAW: "draw", moves.FIGHT: "fight"}
_OPTION = {
    moves.HEAL: "healing",
    moves.SUMMON: "minions",
    moves.DRAW: "drawers",
    moves.FIGHT: "minions",
    moves.ATTACK: "minions",
}


class KataText(GameText[Kata, KataOptions, KataView]):
    """What Kata TCG says."""

    asides: ClassVar[Mapping[str, str]] = {"discards": "both discard piles, card by card"}
    notable = frozenset({"skipped"})

    def say_view(self, view: KataView, names: Sequence[str], options: KataOptions) -> str:
        """The position as seen from one seat, the rival above."""
        near = view.seat if view.seat is not None else 0
        lines = [f"Turn {view.turn}. " + (f"{names[view.mover]} to act." if view.mover >= 0 else "The game is over.")]
        for seat in (1 - near, near):
            lines += ["", *_say_side(view, view.sides[seat], names[seat])]
        return "\n".join(lines)

    say_situation = staticmethod(situation.say_situation)
    picture = staticmethod(drawing.draw)

    def say_move(self, view: KataView, move: int, names: Sequence[str], options: KataOptions) -> str:
        kind, values = move & 63, MOVES.values(move)
        rival = 1 - view.mover
        if kind == moves.FIGHT:
            fighter = _minion(view.sides[view.mover], values[0])
            name = _minion_name(view.sides[view.mover], values[0])
            name = name[:1].upper() + name[1:]
            if values[1] == moves.PLAYER:
                return f"{name} fights {names[rival]} for {fighter.damage if fighter else 0}"
            return f"{name} fights {_target_name(view, rival, values[1])}"
        if kind not in _VERBS:
            return "End the turn"
        card = POOL[values[0]]
        if kind == moves.ATTACK:
            target = names[rival] if values[1] == moves.PLAYER else _target_name(view, rival, values[1])
            return f"Attack {target} with {card.name} for {card.damage}"
        if kind == moves.HEAL:
            return f"Heal {card.heal} with {card.name}"
        if kind == moves.SUMMON:
            return f"Summon {card.name} as a {card.minion_damage}/{card.minion_health} minion"
        return f"Draw {count(card.draw or 0, 'card')} with {card.name}"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: KataOptions) -> str:
        card = POOL[str(event["card"])].name if "card" in event else "a card"
        words = {"who": names[int(event.get("seat", 0))], "card": card}
        return fill(_EVENTS.get(str(event["kind"]), ""), event, words)

    def say_end(self, state: Kata, names: Sequence[str], options: KataOptions) -> str:
        if state.winner < 0:
            return "Both players fell together: a draw."
        winner, loser = names[int(state.winner)], names[1 - int(state.winner)]
        cause = ("damage", "bleeding")[int(state.cause)]
        return f"{winner} wins: {_ENDS[cause].format(loser=loser)}"

    def why_not(self, state: Kata, move: int) -> Reason:
        """The first reason in section 8 that forbids this well-formed action."""
        code = _REASONS[state.rejection(move)]
        if not code:
            return super().why_not(state, move)
        kind, values = move & 63, MOVES.values(move)
        card = None if kind == moves.FIGHT else POOL[values[0]]
        sentence = _WHY_NOT[code].format(
            option=_OPTION[kind],
            verb=_VERBS[kind],
            card=card.name if card else "",
            cost=card.cost if card else 0,
            mana=state.side(state.mover).mana,
            minion="" if card else _own_minion(state, values[0]),
            serial=values[0],
            target=values[-1],
        )
        return Reason(code, sentence)

    def say_aside(
        self, word: str, view: KataView, names: Sequence[str], options: KataOptions, width: int, height: int
    ) -> str:
        """Both piles from the top, with the cards' numbers."""
        lines: list[str] = []
        for seat, side in enumerate(view.sides):
            order = ", most recent first" if side.discard else ""
            lines.append(f"{names[seat]}: {count(len(side.discard), 'card')} discarded{order}.")
            lines += [f"  {say_card(POOL[card], view)}" for card in reversed(side.discard)]
        return "\n".join(lines)


def _say_side(view: KataView, side: SideView, name: str) -> list[str]:
    lines = [
        f"{name}: {side.health} health, {side.mana} of {side.slots} mana, "
        f"{count(side.hand_size, 'card')} in hand, {side.deck_size} in the deck, {len(side.discard)} discarded."
    ]
    if view.minions:
        board = "; ".join(say_minion(m) for m in side.board) or "empty"
        lines.append(f"  Board: {board}.")
    if side.discard:
        lines.append(f"  Discarded, most recent first: {', '.join(_piled(side.discard))}.")
    if side.hand is not None:
        lines.append("  Hand:")
        lines += [f"    {say_card(POOL[card], view)}" for card in side.hand]
    return lines


def _piled(discard: Sequence[str]) -> list[str]:
    """A pile from the top, with each kind of card listed once."""
    copies = Counter(discard)
    return [
        POOL[card].name + (f" ({copies[card]} times)" if copies[card] > 1 else "")
        for card in dict.fromkeys(reversed(discard))
    ]


def say_minion(m: MinionView) -> str:
    state = "asleep" if m.asleep else "has fought" if m.used else "ready"
    health = str(m.health) if m.health == m.most_health else f"{m.health} of {m.most_health}"
    return f"{m.minion} {POOL[m.card].name}, {m.damage} damage, {health} health, {state}"


def say_card(card: Card, view: KataView) -> str:
    """A card with the modes available in this game."""
    modes = []
    if card.damage is not None:
        modes.append(f"attack {card.damage}")
    if card.heal is not None and view.healing:
        modes.append(f"heal {card.heal}")
    if card.minion_health is not None and view.minions:
        modes.append(f"minion {card.minion_damage}/{card.minion_health}")
    if card.draw is not None and view.drawers:
        modes.append(f"draw {card.draw}")
    return f"{card.name} (cost {card.cost}): {', '.join(modes) or 'no use in this game'}"


def _minion(side: SideView, serial: int) -> MinionView | None:
    return next((m for m in side.board if m.minion == f"m{serial}"), None)


def _minion_name(side: SideView, serial: int) -> str:
    """A minion by its name; if several share it, by its position among them."""
    m = _minion(side, serial)
    if m is None:
        return f"m{serial}"
    namesakes = [other.minion for other in side.board if other.card == m.card]
    name = POOL[m.card].name
    return f"the {ordinal(namesakes.index(m.minion) + 1)} {name}" if len(namesakes) > 1 else name


def _target_name(view: KataView, seat: int, serial: int) -> str:
    m = _minion(view.sides[seat], serial)
    stats = f" ({m.damage}/{m.health})" if m else ""
    return f"{_minion_name(view.sides[seat], serial)}{stats}"


_ENDS = {
    "damage": "{loser} has no health left.",
    "bleeding": "{loser} bled out on an empty deck.",
}


def _own_minion(state: Kata, serial: int) -> str:
    side = state.side(state.mover)
    return POOL[int(card_of(side.minion_at(side.place_on_board(serial))))].name


_EVENTS = {
    "starts": "{who} goes first.",
    "turn": "Turn {turn}: {who}.",
    "drew": "{who} draws {card}.",
    "overloaded": "{who} draws {card} with a full hand and must discard it.",
    "bled": "{who} bleeds 1 on an empty deck ({health} health left).",
    "attacked": "{who} attacks with {card}.",
    "healed": "{who} heals {amount} with {card} (now {health} health).",
    "summoned": "{who} summons {card} ({damage}/{health}).",
    "leafed": "{who} plays {card} to draw {cards:card}.",
    "fought": "{who}'s {card} fights.",
    "hit": "{who} takes {damage} damage ({health} health left).",
    "hurt": "{who}'s {card} takes {damage} damage ({health} health left).",
    "fell": "{who}'s {card} falls.",
    "ended": "{who} ends the turn.",
    "skipped": "{who} has nothing to play with {mana} mana, so the turn passes.",
    "finished": "{who} has nothing left to do, so the turn passes.",
}
# in the order of the numbers in rules.py
_WHY_NOT = {
    "option-off": "This game is played without {option}.",
    "empty-hand": "Your hand is empty.",
    "no-such-card": "There is no {card} in your hand.",
    "no-such-mode": "{card} cannot be used to {verb}.",
    "not-enough-mana": "{card} costs {cost} mana; you have {mana}.",
    "board-full": "Your board already holds three minions.",
    "no-such-minion": "You have no minion m{serial}.",
    "asleep": "{minion} was summoned this turn and is still asleep.",
    "already-used": "{minion} has already fought this turn.",
    "no-such-target": "Your rival has no minion m{target}.",
}
_REASONS = ("", *_WHY_NOT)
