"""Deadwood in words: positions, moves, events, the end, and why a decision is not possible."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.games.deadwood import rules
from parlour.games.deadwood.board import STANDARD, Board, Role
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.moves import (
    ACT,
    AREAS,
    CARDS,
    CURRENCIES,
    MOVE,
    MOVES,
    ON,
    REHEARSE,
    STANDARD_SETS,
    TAKE_ROLE,
    UPGRADE,
)
from parlour.games.deadwood.state import OFF_CARD
from parlour.games.deadwood.view import DeadwoodView, PlayerView, SetView


class Words:
    """The names on a lot: those of its board where it is known, else plain words such as `set 3`."""

    def __init__(self, board: Board | None, names: Sequence[str] = ()) -> None:
        self.board = board
        self.names = names  # of a loaded lot's areas, as its view tells them

    def _number(self, area: str) -> int:
        """The place of an area: sets first, then trailer and office."""
        if area in STANDARD_SETS:
            return STANDARD_SETS.index(area)
        if area in ("trailer", "office"):
            sets = len(self.board.sets) if self.board else max(0, len(self.names) - 2)
            return sets + (area == "office")
        return int(area[1:]) - 1

    def area(self, area: str) -> str:
        number = self._number(area)
        names = self.board.area_names if self.board else self.names
        if number < len(names):
            return names[number]
        return {"trailer": "Trailers", "office": "Casting Office"}.get(area, f"set {number + 1}")

    def scene(self, card: str) -> str:
        number = CARDS.index(card)
        title = self.board.scenes[number].title if self.board and number < len(self.board.scenes) else ""
        return f"“{title}”" if title else f"scene {card}"

    def role(self, area: str, card: str | None, side: str, index: int, rank: int | None = None) -> str:
        """A role by its name and rank, as far as they are known."""
        roles: list[Role] = []
        if self.board and side == "off":
            roles = self.board.sets[self._number(area)].roles
        elif self.board and card is not None:
            roles = self.board.scenes[CARDS.index(card)].roles
        if index < len(roles):
            name, rank = roles[index].name, roles[index].rank
        else:
            name = ""
        what = name or ("star" if side == "on" else "extra")
        return f"{what} (rank {rank})" if rank else f"{what} {index + 1}"


_STANDARD = Words(STANDARD)


def words_of(view: DeadwoodView, board: Board | None = None) -> Words:
    """The words for a view; those of a loaded lot need its board, for a view has no titles."""
    if view.lot is None:
        return _STANDARD
    return Words(board, view.lot.names)


def money(dollars: int, credits: int) -> str:
    parts = [f"${dollars}"] if dollars or not credits else []
    if credits:
        parts.append(count(credits, "credit"))
    return " and ".join(parts)


def count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def say(view: DeadwoodView, names: Sequence[str], board: Board | None = None) -> str:
    words = words_of(view, board)
    if view.mover < 0:
        lines = [f"Day {view.day} of {view.days}. The game is over."]
    else:
        lines = [f"Day {view.day} of {view.days}. {names[view.mover]} to act. {count(view.pile, 'scene')} in the pile."]
    lines.append("")
    for seat, player in enumerate(view.players):
        lines.append(_say_player(view, words, player, names[seat]))
    lines.append("")
    for shown in view.sets:
        lines += _say_set(words, shown, names)
    return "\n".join(lines)


def _say_player(view: DeadwoodView, words: Words, player: PlayerView, name: str) -> str:
    line = f"{name}: rank {player.rank}, ${player.dollars}, {count(player.credits, 'credit')}, score {player.score}; "
    if player.left:
        return line + "out of the game."
    where = words.area(player.area)
    if player.side is None or player.index is None:
        return f"{line}at {where}."
    shown = next(s for s in view.sets if s.area == player.area)
    ranks = shown.on if player.side == "on" else shown.off
    role = words.role(player.area, shown.card, player.side, player.index, ranks[player.index])
    kind = "stars" if player.side == "on" else "works"
    chips = f", {count(player.chips, 'chip')}" if player.chips else ""
    return f"{line}{kind} at {where} as {role}{chips}, succeeds on {player.chance} of 6."


def _say_set(words: Words, shown: SetView, names: Sequence[str]) -> list[str]:
    name = words.area(shown.area)
    if shown.state == "wrapped":
        return [f"{name}: wrapped."]
    takes = count(shown.takes, "take") + " left"
    if shown.state == "face_down":
        lines = [f"{name}: a scene not yet seen, {takes}."]
    else:
        lines = [f"{name}: {words.scene(shown.card or '')}, budget {shown.budget}, {takes}."]
        roles = [
            _say_slot(words.role(shown.area, shown.card, "on", i, rank), shown.on_seats[i], names)
            for i, rank in enumerate(shown.on)
        ]
        lines.append("  stars: " + "; ".join(roles))
    extras = [
        _say_slot(words.role(shown.area, shown.card, "off", i, rank), shown.off_seats[i], names)
        for i, rank in enumerate(shown.off)
    ]
    if extras:
        lines.append("  extras: " + "; ".join(extras))
    return lines


def _say_slot(role: str, seat: int, names: Sequence[str]) -> str:
    return f"{role}: {names[seat]}" if seat >= 0 else role


def say_move(view: DeadwoodView, move: int, names: Sequence[str], board: Board | None = None) -> str:
    words = words_of(view, board)
    kind, values = move & 63, MOVES.values(move)
    player = view.players[view.mover]
    here = next((s for s in view.sets if s.area == player.area), None)
    if kind == ACT:
        budget = here.budget if here else 0
        bonus = f" + {player.chips}" if player.chips else ""
        return f"Act: a die{bonus} against the budget of {budget}, {player.chance} of 6 succeed"
    if kind == REHEARSE:
        return f"Rehearse, for {count(player.chips + 1, 'chip')}"
    if kind == UPGRADE:
        return f"Rise to rank {values[0]}, paid in {CURRENCIES[values[1]]}"
    if kind == MOVE:
        return f"Walk to {words.area(AREAS[values[0]])}"
    if kind == TAKE_ROLE and here is not None:
        side = "on" if values[0] == ON else "off"
        ranks = here.on if side == "on" else here.off
        rank = ranks[values[1]] if values[1] < len(ranks) else None
        role = words.role(here.area, here.card, side, values[1], rank)
        return f"Star as {role} in {words.scene(here.card or '')}" if side == "on" else f"Work as {role}"
    return "End the turn"


def say_event(event: EventJson, names: Sequence[str], seat: int | None, board: Board | None = None) -> str:
    area = str(event.get("area", event.get("to", "")))
    loaded = area not in STANDARD_SETS and area[:1] == "s"
    words = Words(board) if board is not None else Words(None) if loaded else _STANDARD
    number = int(event.get("seat", -1))
    who = names[number] if number >= 0 else "Nobody"
    where = words.area(area) if area else ""
    match event["kind"]:
        case "day":
            return f"Day {event['day']} of {event['days']}: {event['scenes']} new scenes, {event['pile']} in the pile."
        case "reshuffled":
            return f"The pile is empty; {event['cards']} used scenes are shuffled."
        case "moved":
            return f"{who} walks to {where}."
        case "turned_up":
            return f"On {where}: {words.scene(str(event['card']))}."
        case "took_role":
            role = words.role(area, str(event["card"]), str(event["side"]), int(event["index"]))
            return f"{who} takes a role at {where}: {role}."
        case "upgraded":
            price = money(int(event["price"]), 0) if event["pay"] == "dollars" else money(0, int(event["price"]))
            return f"{who} rises from rank {event['before']} to {event['rank']} for {price}."
        case "rehearsed":
            return f"{who} rehearses: {count(int(event['chips']), 'chip')} against a budget of {event['budget']}."
        case "acted":
            chips = f" + {event['chips']}" if event["chips"] else ""
            result = "a take!" if event["result"] == "success" else "cut."
            return f"{who} acts: {event['die']}{chips} against {event['budget']}, {result}"
        case "paid":
            return f"{who} earns {money(int(event['dollars']), int(event['credits']))}."
        case "take_shot":
            return f"{where}: {count(int(event['left']), 'take')} left."
        case "bonus_die":
            lost = "" if number >= 0 else ", and is lost"
            return f"Bonus die {event['die']} falls to the role of rank {event['rank']}{lost}."
        case "bonus":
            return f"{who} gets a bonus of ${event['dollars']} as {'star' if event['side'] == 'on' else 'extra'}."
        case "wrapped":
            left = count(int(event["scenes_left"]), "scene")
            return f"{where}: {words.scene(str(event['card']))} is wrapped; {left} left today."
        case "ended_turn":
            return f"{who} ends the turn."
        case "day_over":
            why = "only one scene is left" if event["why"] == "one scene left" else "nobody wants to work"
            return f"Day {event['day']} is over: {why}."
        case "final_score":
            return f"{who} is number {event['place']} with {count(int(event['score']), 'point')}."
    return ""


def say_end(state: Deadwood, names: Sequence[str]) -> str:
    payoffs = state.payoffs()
    winners = [seat for seat in range(state.seats) if payoffs[seat] > 0]
    best = int(state.score(winners[0]))
    if len(winners) == 1:
        return f"{names[winners[0]]} wins with {count(best, 'point')}."
    shown = ", ".join(names[seat] for seat in winners[:-1]) + f" and {names[winners[-1]]}"
    return f"{shown} share the top of the bill with {count(best, 'point')} each."


def why_not(state: Deadwood, move: int) -> Reason:
    """The first rule against a well-formed decision of the mover."""
    values = MOVES.values(move)
    seat = state.mover
    lot = state.lot
    here = lot.names[int(state.area[seat])]
    match int(state.rejection(move)):
        case rules.MUST_WORK:
            return Reason("must-work", "You hold a role: act or rehearse, until the scene wraps or the day ends.")
        case rules.NO_WORK:
            return Reason("no-role", "You had no role when your turn began, so there is nothing to act or rehearse.")
        case rules.CHIPS_FULL:
            return Reason("chips-full", "You cannot fail any more: with this many chips you have to act.")
        case rules.NOT_IN_OFFICE:
            office = lot.names[int(lot.office)]
            return Reason("not-in-office", f"Rank is sold only at {office}, and you are at {here}.")
        case rules.NOT_HIGHER:
            return Reason("not-higher", f"You already have rank {state.rank[seat]}; only a higher one can be bought.")
        case rules.NOT_SOLD:
            return Reason("not-sold", f"Rank {values[0]} is not sold for {CURRENCIES[values[1]]} here.")
        case rules.TOO_DEAR:
            price = int(lot.prices[2 * values[0] + values[1]])
            purse = int(state.credits[seat] if values[1] else state.dollars[seat])
            cost, has = (money(0, price), money(0, purse)) if values[1] else (f"${price}", f"${purse}")
            return Reason("too-dear", f"Rank {values[0]} costs {cost}, and you have {has if purse else 'none'}.")
        case rules.ALREADY_MOVED:
            return Reason("already-moved", "You have already walked this turn.")
        case rules.NO_SUCH_AREA:
            return Reason("no-such-area", f"This lot has no area {AREAS[values[0]]}.")
        case rules.NOT_NEAR:
            there = lot.names[int(state.area_of(values[0]))]
            return Reason("not-near", f"No path leads from {here} to {there}.")
        case rules.NOT_ON_A_SET:
            return Reason("no-roles-here", f"There are no roles at {here}.")
        case rules.IS_WRAPPED:
            return Reason("wrapped", f"{here} is wrapped for today.")
        case rules.STILL_HIDDEN:
            return Reason("face-down", f"The scene at {here} has not been turned up.")
        case rules.NO_SUCH_ROLE:
            return Reason("no-such-role", f"There is no such role at {here}.")
        case rules.ROLE_FILLED:
            return Reason("role-filled", "Somebody else plays that role.")
        case rules.RANK_TOO_LOW:
            card, area = int(state.scene[state.area[seat]]), int(state.area[seat])
            role = rules.role_number(values[0], values[1])
            if role < OFF_CARD:
                rank = int(lot.on_rank[lot.on_from[card] + role])
            else:
                rank = int(lot.off_rank[lot.off_from[area] + role - OFF_CARD])
            return Reason("rank-too-low", f"That role wants rank {rank}, and you have rank {state.rank[seat]}.")
    return Reason("illegal", "This is not possible now.")
