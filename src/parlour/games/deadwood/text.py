"""Deadwood in words: positions, moves, events, the end, and why a decision is illegal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from parlour.core.english import count, listed, ordinal
from parlour.core.errors import Reason, Refused
from parlour.core.events import EventJson
from parlour.core.text import GameText, fits
from parlour.games.deadwood import codes, moves, rules
from parlour.games.deadwood import map as maps
from parlour.games.deadwood.board import Board
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.moves import MOVES
from parlour.games.deadwood.options import DeadwoodOptions, board_of
from parlour.games.deadwood.state import OFF_CARD
from parlour.games.deadwood.view import DeadwoodView, PlayerView, SetView


class Names:
    """What areas, scenes and roles are called on a lot."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def area(self, area: str) -> str:
        return self.board.area_names[self.board.areas.index(area)]

    def scene(self, card: str) -> str:
        title = self.board.scenes[codes.CARDS.index(card)].title
        return f"“{title}”" if title else f"scene {card}"

    def role(self, area: str, card: str | None, side: str, index: int) -> str:
        """A role by its name, if it has one, with its rank."""
        if side == "off":
            roles = self.board.sets[self.board.areas.index(area)].roles
        else:
            roles = self.board.scenes[codes.CARDS.index(card or "")].roles
        role = roles[index]
        return f"{role.name or ('star' if side == 'on' else 'extra')} (rank {role.rank})"


def money(dollars: int, credits: int) -> str:
    parts = [f"${dollars}"] if dollars or not credits else []
    if credits:
        parts.append(count(credits, "credit"))
    return " and ".join(parts)


class DeadwoodText(GameText[Deadwood, DeadwoodOptions, DeadwoodView]):
    """What Deadwood says, using the names of its lot."""

    asides: ClassVar[Mapping[str, str]] = {"map": "the whole lot: paths, takes, roles, prices, and who is where"}
    notable = frozenset({"unpaid", "day_over"})

    def say_view(self, view: DeadwoodView, names: Sequence[str], options: DeadwoodOptions) -> str:
        """The company, then the lot area by area with its paths."""
        board = board_of(options)
        plan = maps.plan_of(board)
        return "\n".join(
            [*_company(view, names, board), "", *_say_areas(view, plan, names, board, range(len(plan.ids)))]
        )

    def draw_view(
        self, view: DeadwoodView, names: Sequence[str], options: DeadwoodOptions, width: int, height: int
    ) -> str:
        """The company and the map of the lot; if that does not fit, only the areas around the viewer."""
        board = board_of(options)
        plan = maps.plan_of(board)
        short = _company(view, names, board, placed=False)  # the map shows where everybody is
        here = plan.ids.index(view.players[max(0, view.mover) if view.seat is None else view.seat].area)
        own = ["", *_say_areas(view, plan, names, board, [here])] if here < len(view.sets) else []
        for roomy, detail in ((True, own), (False, own), (False, [])):
            text = "\n".join([*short, "", maps.draw(view, plan, names, width, roomy), *detail])
            if fits(text, width, height):
                return text
        around = _say_areas(view, plan, names, board, [here, *plan.near[here]])
        return "\n".join([*_company(view, names, board), "", *around, "", "Type `map` for the whole lot."])

    def say_aside(
        self, word: str, view: DeadwoodView, names: Sequence[str], options: DeadwoodOptions, width: int, height: int
    ) -> str:
        plan = maps.plan_of(board_of(options))
        roomy = maps.draw(view, plan, names, width)
        return roomy if roomy.count("\n") < height else maps.draw(view, plan, names, width, roomy=False)

    def say_move(self, view: DeadwoodView, move: int, names: Sequence[str], options: DeadwoodOptions) -> str:
        lot = Names(board_of(options))
        kind, values = move & 63, MOVES.values(move)
        player = view.players[view.mover]
        here = next((s for s in view.sets if s.area == player.area), None)
        if kind == moves.ACT:
            budget = here.budget if here else 0
            bonus = f" + {player.chips}" if player.chips else ""
            return f"Act: roll a die{bonus} against a budget of {budget}, {player.chance} in 6 to succeed"
        if kind == moves.REHEARSE:
            return f"Rehearse, for {count(player.chips + 1, 'chip')} in all"
        if kind == moves.UPGRADE:
            dollars, credits = next((p[1:] for p in maps.plan_of(lot.board).prices if p[0] == values[0]), (0, 0))
            price = money(0, credits) if values[1] else money(dollars, 0)
            return f"Rise to rank {values[0]} for {price}"
        if kind == moves.MOVE:
            return f"Walk to {lot.area(codes.AREAS[values[0]])}"
        if kind == moves.TAKE_ROLE and here is not None:
            side = "on" if values[0] == codes.ON else "off"
            role = lot.role(here.area, here.card, side, values[1])
            return f"Star as {role} in {lot.scene(here.card or '')}" if side == "on" else f"Work as {role}"
        return "End the turn"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: DeadwoodOptions) -> str:
        area = str(event.get("area", event.get("to", "")))
        lot = Names(board_of(options))
        number = int(event.get("seat", -1))
        who = names[number] if number >= 0 else "Nobody"
        where = lot.area(area) if area else ""
        match event["kind"]:
            case "day":
                return (
                    f"Day {event['day']} of {event['days']}: {event['scenes']} new scenes, {event['pile']} in the pile."
                )
            case "reshuffled":
                return f"The pile is empty, so {event['cards']} used scenes are shuffled into a new one."
            case "moved":
                return f"{who} walks to {where}."
            case "turned_up":
                return f"The scene at {where} is {lot.scene(str(event['card']))}."
            case "took_role":
                role = lot.role(area, str(event["card"]), str(event["side"]), int(event["index"]))
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
                lost = "" if number >= 0 else ", which nobody plays"
                return f"A bonus die of {event['die']} goes to the rank {event['rank']} role{lost}."
            case "bonus":
                return (
                    f"{who} gets a bonus of ${event['dollars']} as {'a star' if event['side'] == 'on' else 'an extra'}."
                )
            case "unpaid":
                return f"Nobody stars at {where}, so the wrap pays no bonus."
            case "wrapped":
                left = count(int(event["scenes_left"]), "scene")
                return f"{lot.scene(str(event['card']))} wraps at {where}; {left} left today."
            case "ended_turn":
                return f"{who} ends the turn."
            case "day_over":
                why = "only one scene is left" if event["why"] == "one scene left" else "nobody wants to work"
                return f"Day {event['day']} is over: {why}."
            case "final_score":
                return f"{who} finishes {ordinal(int(event['place']))} with {count(int(event['score']), 'point')}."
        return ""

    def say_end(self, state: Deadwood, names: Sequence[str], options: DeadwoodOptions) -> str:
        payoffs = state.payoffs()
        winners = [seat for seat in range(state.seats) if payoffs[seat] > 0]
        best = int(state.score(winners[0]))
        if len(winners) == 1:
            return f"{names[winners[0]]} wins with {count(best, 'point')}."
        return (
            f"{listed([names[seat] for seat in winners])} share the top of the bill with {count(best, 'point')} each."
        )

    def why_not(self, state: Deadwood, move: int) -> Reason:
        """The first rule that forbids this well-formed decision."""
        values = MOVES.values(move)
        seat = state.mover
        lot = state.lot
        here = lot.names[int(state.area[seat])]
        match int(state.rejection(move)):
            case rules.MUST_WORK:
                return Reason("must-work", "You hold a role: act or rehearse, until the scene wraps or the day ends.")
            case rules.NO_WORK:
                return Reason(
                    "no-role", "You had no role when your turn began, so there is nothing to act or rehearse."
                )
            case rules.CHIPS_FULL:
                return Reason("chips-full", "With this many chips you cannot fail, so you must act.")
            case rules.NOT_IN_OFFICE:
                office = lot.names[int(lot.office)]
                return Reason("not-in-office", f"Ranks are sold only at {office}; you are at {here}.")
            case rules.NOT_HIGHER:
                return Reason("not-higher", f"You already have rank {state.rank[seat]} and can only buy a higher one.")
            case rules.NOT_SOLD:
                return Reason("not-sold", f"Rank {values[0]} is not sold for {codes.CURRENCIES[values[1]]} here.")
            case rules.TOO_DEAR:
                price = int(lot.prices[2 * values[0] + values[1]])
                purse = int(state.credits[seat] if values[1] else state.dollars[seat])
                cost, has = (money(0, price), money(0, purse)) if values[1] else (f"${price}", f"${purse}")
                return Reason("too-dear", f"Rank {values[0]} costs {cost}; you have {has if purse else 'none'}.")
            case rules.ALREADY_MOVED:
                return Reason("already-moved", "You have already walked this turn.")
            case rules.NO_SUCH_AREA:
                last = codes.AREAS[int(lot.codes[int(lot.sets) - 1])]
                called = (
                    f"its areas are called s01 to {last}, trailer and office"
                    if lot.loaded
                    else "this is the standard lot"
                )
                return Reason("no-such-area", f"This lot has no area called {codes.AREAS[values[0]]}: {called}.")
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
                return Reason("role-filled", "Somebody else has that role.")
            case rules.RANK_TOO_LOW:
                card, area = int(state.scene[state.area[seat]]), int(state.area[seat])
                role = rules.role_number(values[0], values[1])
                if role < OFF_CARD:
                    rank = int(lot.on_rank[lot.on_from[card] + role])
                else:
                    rank = int(lot.off_rank[lot.off_from[area] + role - OFF_CARD])
                return Reason("rank-too-low", f"That role needs rank {rank}; you have rank {state.rank[seat]}.")
        return Reason("illegal", "This move is not possible now.")

    def read_words(self, text: str, view: DeadwoodView, options: DeadwoodOptions) -> int:
        """A move as typed, with areas and roles by their names on this lot, in upper or lower case."""
        verb, *rest = text.lower().split()
        while rest and rest[0] in _FILLERS and len(rest) > 1:
            rest.pop(0)
        if verb in _TO_WALK and rest:
            return _read_walk(" ".join(rest), view, board_of(options))
        if verb in _TO_WORK and rest and rest[0] not in ("on", "off"):
            return _read_role(" ".join(rest), view, board_of(options))
        return MOVES.from_words(text)

    def write_words(self, move: int, view: DeadwoodView, options: DeadwoodOptions) -> str:
        """A move as one would type it: a walk by the area's name, unless two areas share it."""
        if move & 63 != moves.MOVE:
            return MOVES.to_words(move)
        board = board_of(options)
        name = Names(board).area(codes.AREAS[MOVES.values(move)[0]])
        return f"move {name}" if board.area_names.count(name) == 1 else MOVES.to_words(move)


def _company(view: DeadwoodView, names: Sequence[str], board: Board, placed: bool = True) -> list[str]:
    lot = Names(board)
    doing = f"{names[view.mover]} to act. {count(view.pile, 'scene')} in the pile."
    players = [_say_player(view, lot, player, names[seat], placed) for seat, player in enumerate(view.players)]
    return [f"Day {view.day} of {view.days}. {doing if view.mover >= 0 else 'The game is over.'}", "", *players]


def _say_areas(
    view: DeadwoodView, plan: maps.Plan, names: Sequence[str], board: Board, areas: Iterable[int]
) -> list[str]:
    lot = Names(board)
    lines: list[str] = []
    for area in areas:
        paths = f"paths to {plan.nearby(area)}"
        if area < len(view.sets):
            lines += _say_set(lot, view.sets[area], names, paths)
        else:
            lines.append(f"{plan.names[area]}: {paths}.")
            if plan.ids[area] == "office":
                lines.append(f"  prices: {'; '.join(plan.price_list())}")
    return lines


def _say_player(view: DeadwoodView, lot: Names, player: PlayerView, name: str, placed: bool) -> str:
    line = f"{name}: rank {player.rank}, ${player.dollars}, {count(player.credits, 'credit')}, score {player.score}; "
    if player.left:
        return line + "out of the game."
    where = lot.area(player.area)
    if player.side is None or player.index is None:
        return f"{line}at {where}."
    shown = next(s for s in view.sets if s.area == player.area)
    role = lot.role(player.area, shown.card, player.side, player.index)
    kind = "stars" if player.side == "on" else "works"
    chips = f", {count(player.chips, 'chip')}" if player.chips else ""
    return f"{line}{kind} at {where}{f' as {role}' if placed else ''}{chips}, {player.chance} in 6 to succeed."


def _say_set(lot: Names, shown: SetView, names: Sequence[str], paths: str) -> list[str]:
    name = lot.area(shown.area)
    if shown.state == "wrapped":
        return [f"{name}: wrapped; {paths}."]
    takes = count(shown.takes, "take") + " left"
    if shown.state == "face_down":
        lines = [f"{name}: an unseen scene, {takes}; {paths}."]
    else:
        lines = [f"{name}: {lot.scene(shown.card or '')}, budget {shown.budget}, {takes}; {paths}."]
        roles = [
            _say_slot(lot.role(shown.area, shown.card, "on", i), seat, names) for i, seat in enumerate(shown.on_seats)
        ]
        lines.append("  stars: " + "; ".join(roles))
    extras = [
        _say_slot(lot.role(shown.area, shown.card, "off", i), seat, names) for i, seat in enumerate(shown.off_seats)
    ]
    if extras:
        lines.append("  extras: " + "; ".join(extras))
    return lines


def _say_slot(role: str, seat: int, names: Sequence[str]) -> str:
    return f"{role}: {names[seat]}" if seat >= 0 else role


# --- typed ---

_TO_WALK = ("move", "walk", "go")
_TO_WORK = ("take", "take_role", "role", "star", "work")
_FILLERS = ("to", "the", "role", "as", "a", "an")


def _read_walk(typed: str, view: DeadwoodView, board: Board) -> int:
    plan = maps.plan_of(board)
    if typed in plan.ids:
        return MOVES.pack("move", codes.AREAS.index(typed))
    found = _called(typed, plan.names)
    if len(found) == 1:
        return MOVES.pack("move", codes.AREAS.index(plan.ids[found[0]]))
    if found:
        raise Refused(f"That could be {listed([plan.names[n] for n in found], 'or')}.", "ambiguous")
    here = plan.ids.index(view.players[view.mover].area)
    raise Refused(
        f"This lot has no place called {typed[:40]!r}; from {plan.names[here]} paths lead to {plan.nearby(here)}.",
        "no-such-area",
    )


def _read_role(typed: str, view: DeadwoodView, board: Board) -> int:
    lot = Names(board)
    place = view.players[view.mover].area
    here = next((s for s in view.sets if s.area == place), None)
    slots: list[tuple[str, int]] = []
    if here is not None:
        slots = [*(("on", i) for i in range(len(here.on))), *(("off", i) for i in range(len(here.off)))]
    if here is None or not slots:
        raise Refused(f"There are no roles to take at {lot.area(place)}.", "no-roles-here")
    said = [lot.role(here.area, here.card, side, i) for side, i in slots]
    found = _called(typed, said)
    if len(found) == 1:
        side, index = slots[found[0]]
        return MOVES.pack("take_role", codes.ON if side == "on" else codes.OFF, index)
    if found:
        raise Refused(f"That could be {listed([said[n] for n in found], 'or')}.", "ambiguous")
    raise Refused(
        f"There is no role {typed[:40]!r} at {lot.area(place)}; the roles are {listed(said)}.", "no-such-role"
    )


def _called(typed: str, names: Sequence[str]) -> list[int]:
    """Which of these names the typed text means: all of a name, its beginning, or part of it."""
    wanted = _plain(typed)
    plain = [_plain(name) for name in names]
    ways: list[Callable[[str], bool]] = [
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    ]
    for is_meant in ways:
        if found := [n for n, name in enumerate(plain) if is_meant(name)]:
            return found
    return []


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", name.lower()).split())
