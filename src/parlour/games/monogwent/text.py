"""MonoGwent in words: positions, moves, events, the end, and why a move is illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.core.english import count, listed
from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.core.text import GameText
from parlour.games.monogwent import moves, rules, situation
from parlour.games.monogwent import picture as drawing
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.options import MonoGwentOptions
from parlour.games.monogwent.pool import ROWS, Pool
from parlour.games.monogwent.script.arithmetic import MESSAGES
from parlour.games.monogwent.view import HandCardView, MonoGwentView, SideView, UnitView

# in the order of the numbers in rules.py, after what is not possible now
_WHY_NOT: Final = {
    "not-in-hand": "{name} isn't in your hand.",
    "same-card": "You can only give {name} back once.",
    "wrong-card": "{name} can't be used this way.",
    "no-row": "{name} isn't played to a row.",
    "wrong-row": "{name} can't be played to {row}.",
    "no-weather": "There is no weather{in_row} to clear.",
    "slot-taken": "Your {row} row already has a boost.",
    "no-target": "{name} can only be swapped for one of your silver units in one of its rows.",
    "leader-used": "You have already used your leader this game.",
    "leader-automatic": "Your leader acts automatically when a round is drawn.",
    "leader-idle": "Your leader has nothing to do right now.",
    "leader-plain": "Your leader has no effect.",
    "wrong-order": "Name the two cards in the order of your hand.",
}
_REASONS: Final = ("", "", *_WHY_NOT)
_PLAYED: Final = {
    "Weather": "Play {card} on {row}",
    "Boost": "Boost {row} with {card}",
    "Dispel": "Clear {row} with {card}",
}


class GwentText(GameText[Gwent, MonoGwentOptions, MonoGwentView]):
    """MonoGwent in words; card texts come with the options."""

    def say_view(self, view: MonoGwentView, names: Sequence[str], options: MonoGwentOptions) -> str:
        """The table from one seat: the rival above, your own side below, Siege outermost."""
        near = view.seat if view.seat is not None else 0
        lines = [_headline(view, names)]
        for number, past in enumerate(view.rounds, start=1):
            who = "drawn" if past.winner < 0 else f"won by {names[past.winner]}"
            lines.append(f"Round {number}: {past.power[0]} : {past.power[1]}, {who}.")
        far = 1 - near
        lines += ["", _side_line(view.sides[far], names[far])]
        lines += [_row_line(view, view.sides[far], row) for row in (2, 1, 0)]
        weather = [f"{ROWS[row]} {slot.card}" for row, slot in enumerate(view.weather) if slot]
        lines += [f"    --- weather: {', '.join(weather) or 'clear'} ---"]
        lines += [_row_line(view, view.sides[near], row) for row in (0, 1, 2)]
        lines += [_side_line(view.sides[near], names[near])]
        hand = view.sides[near].hand
        if hand is not None:
            lines += ["  Hand:", *(f"    {say_hand_card(card, options.book.pool)}" for card in hand)]
        known = view.sides[far].known
        if known:
            lines.append(f"  You know that {names[far]} holds {listed([card.card for card in known])}.")
        return "\n".join(lines)

    say_situation = staticmethod(situation.say_situation)
    picture = staticmethod(drawing.draw)

    def say_move(self, view: MonoGwentView, move: int, names: Sequence[str], options: MonoGwentOptions) -> str:
        kind, values = move & 63, MOVES.values(move)
        side = view.sides[view.mover]
        if kind == moves.PASS:
            return "Pass: no more turns for you this round"
        if kind == moves.LEADER:
            return f"Use your leader, {side.leader}: {options.book.pool.by_name[side.leader].text}"
        if kind == moves.KEEP:
            return "Keep your hand"
        if kind == moves.REDRAW:
            return f"Give back {_name(view, values[0])}"
        if kind == moves.SWAP:
            return f"Swap {_name(view, values[0])} for {_name(view, values[1])}"
        if kind == moves.CLEAR:
            return f"Clear the weather with {_name(view, values[0])}"
        if kind == moves.PLAY:
            return _say_play(view, side, values[0], values[1])
        return f"Give back {_name(view, values[0])} and {_name(view, values[1])}"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: MonoGwentOptions) -> str:
        who = names[int(event["seat"])] if int(event.get("seat", -1)) >= 0 else ""
        card = str(event.get("card", ""))
        row = str(event.get("row", "")).capitalize()
        match event["kind"]:
            case "starts":
                return f"{who} will move first."
            case "script":
                if event["verdict"] == "accepted":
                    return "This game is played with a card script."
                errors = count(int(event["errors"]), "error")
                return f"The card script has {errors} (first: {event['code']}); the game is played without it."
            case "chose":
                return f"{who} has chosen."
            case "redrew":
                cards = int(event["cards"])
                return f"{who} gives back {count(cards, 'card')}." if cards else f"{who} keeps the hand."
            case "drew":
                return f"{who} draws {card}." if card else f"{who} draws a card."
            case "returned":
                return f"{card} goes back into the deck." if card else ""
            case "discarded":
                return f"{who} draws {card} with a full hand: it goes to the graveyard."
            case "round":
                return f"Round {event['round']}: {who} moves first."
            case "played":
                return f"{who} plays {card} ({event['power']}) to {row}."
            case "weathered":
                return f"{who} plays {card} on {row}: silver units there count at most 1, on both sides."
            case "boosted":
                return f"{who} boosts {row} with {card}."
            case "dispelled":
                return f"{who} clears the weather with {card}."
            case "swapped":
                return f"{who} swaps {card} for {event['unit']}, which returns to the hand."
            case "led":
                return f"{who} uses the leader, {card}."
            case "passed":
                return f"{who} passes at {event['power']}."
            case "recovered":
                return f"{who} takes {card} back from the graveyard."
        return _say_change(event, names, who, card, row) or _say_turning_point(event, names, who, card)

    def say_end(self, state: Gwent, names: Sequence[str], options: MonoGwentOptions) -> str:
        if state.winner < 0:
            return "Both sides have lost their last life: a draw."
        winner, loser = names[int(state.winner)], names[1 - int(state.winner)]
        rounds = [f"{state.history[i]} : {state.history[i + 1]}" for i in range(0, len(state.history), 3)]
        return f"{winner} wins: {loser} has no lives left. Rounds: {', '.join(rounds)}."

    def why_not(self, state: Gwent, move: int) -> Reason:
        """The rule against a well-formed move of the mover."""
        values = MOVES.values(move)
        name = f"Card {values[0]}" if values else ""
        if values and values[0] < len(state.cards.kind):
            name = state.cards.pool.cards[state.cards.number[values[0]]].name
        row = ROWS[values[1]] if move & 63 == moves.PLAY else ""
        rejection = int(state.rejection(move))
        if rejection == rules.NOT_NOW:
            if state.round == 0:
                return Reason("mulligan-first", "First give back up to two cards, or keep your hand.")
            return Reason("mulligan-over", "You can only give cards back before round 1.")
        code = _REASONS[rejection]
        if not code:
            return super().why_not(state, move)
        return Reason(code, _WHY_NOT[code].format(name=name, row=row, in_row=f" in {row}" if row else ""))


def _headline(view: MonoGwentView, names: Sequence[str]) -> str:
    if view.mover < 0:
        return "The game is over."
    if view.round == 0:
        return f"Before round 1. {names[view.mover]} may give back up to two cards."
    return f"Round {view.round}. {names[view.mover]} to move."


def _side_line(side: SideView, name: str) -> str:
    leader = f"{side.leader} ({'used' if side.leader_used else 'unused'})"
    passed = ", has passed" if side.passed else ""
    return (
        f"{name}, {side.faction}: {side.power} power, {count(side.lives, 'life', 'lives')}{passed}. "
        f"Leader {leader}. {count(side.hand_size, 'card')} in hand, {side.deck_size} in the deck, "
        f"{len(side.graveyard)} in the graveyard."
    )


def _row_line(view: MonoGwentView, side: SideView, row: int) -> str:
    slot = side.boosts[row]
    boost = f" +{slot.card}" if slot else ""
    units = ", ".join(say_unit(unit) for unit in side.field if unit.row == ROWS[row])
    return f"  {ROWS[row]:6} {side.rows[row]:3}{boost} | {units}".rstrip()


def say_unit(unit: UnitView) -> str:
    if unit.type == "Decoy":
        return f"{unit.card} (decoy)"
    if unit.type == "Gold":
        return f"{unit.card} {unit.counts}*"
    return f"{unit.card} {unit.counts}" + (f" ({unit.power})" if unit.power != unit.counts else "")


def say_hand_card(card: HandCardView, pool: Pool) -> str:
    printed = pool.by_name[card.card]
    power = f" {card.power}" if card.type in ("Silver", "Gold") else ""
    rows = f" [{', '.join(card.rows)}]" if card.rows else ""
    known = " (your rival knows you have it)" if card.known else ""
    text = f": {printed.text}" if printed.text else ""
    return f"{card.card}{power}, {card.type.lower()}{rows}{text}{known}"


# --- moves ---


def _say_play(view: MonoGwentView, side: SideView, card: int, row: int) -> str:
    held = next((c for c in side.hand or () if c.id == card), None)
    if held is None:
        return f"Play card {card} to {ROWS[row]}"
    return _PLAYED.get(held.type, "Play {card} ({power}) to {row}").format(
        card=held.card, power=held.power, row=ROWS[row]
    )


def _name(view: MonoGwentView, card: int) -> str:
    for side in view.sides:
        shown: list[HandCardView | UnitView] = [*(side.hand or ()), *side.field]
        for one in shown:
            if one.id == card:
                return one.card
    return f"card {card}"


# --- events ---


def _place(place: str | int, names: Sequence[str]) -> str:
    """`deck 1` is the second seat's deck."""
    zone, seat = str(place).split()
    return f"{names[int(seat)]}'s {zone}"


def _say_change(event: EventJson, names: Sequence[str], who: str, card: str, row: str) -> str:
    match event["kind"]:
        case "buried":
            return f"{card} goes to {who}'s graveyard."
        case "changed" | "altered":
            return f"{who}'s {card} goes from {event['before']} to {event['after']}."
        case "fetched":
            return f"{who} fetches {card} from the deck for {row}."
        case "cleared":
            cards = int(event["cards"])
            return f"{who}'s {row} row is cleared: {count(cards, 'card')} removed."
        case "moved" | "shifted":
            return f"{card} goes from {_place(event['from'], names)} to {_place(event['to'], names)}."
        case "shuffled":
            return f"{who}'s {event['zone']} is shuffled."
        case "stopped":
            return (
                f'effect "{event["effect"]}" of "{card}" stopped: {event["code"]} {MESSAGES[str(event["code"])]} '
                f"(line {event['line']}, column {event['column']})"
            )
    return ""


def _say_turning_point(event: EventJson, names: Sequence[str], who: str, card: str) -> str:
    match event["kind"]:
        case "stalled":
            return f"{rules.STALL} plays in one round: both players count as having passed."
        case "round-over":
            winner = int(event["winner"])
            result = "drawn" if winner < 0 else f"won by {names[winner]}"
            return f"Round {event['round']} ends {event['power0']} : {event['power1']}, {result}."
        case "broke-tie":
            return f"{who}'s leader, {card}, claims the drawn round."
        case "lost-life":
            lives = int(event["lives"])
            return f"{who} has {count(lives, 'life', 'lives')} left."
        case "won":
            return f"{who} wins the game." if who else "The game is a draw."
    return ""
