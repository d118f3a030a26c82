"""Deadwood in words: positions, moves, events, the end, and why a decision is illegal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from parlour.core.english import count, listed, ordinal
from parlour.core.errors import Reason, Refused
from parlour.core.events import EventJson
from parlour.core.picture import Picture
from parlour.core.text import GameText, fill, fits
from parlour.games.deadwood import codes, moves, picture, rules, situation
from parlour.games.deadwood import map as maps
from parlour.games.deadwood.board import Board
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.moves import MOVES
from parlour.games.deadwood.options import DeadwoodOptions, board_of
from parlour.games.deadwood.view import DeadwoodView, PlayerView, SetView


class LotNames:
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


def _in_currency(amount: int, credits: bool) -> tuple[int, int]:
    """Dollars and credits, of which this is one."""
    return (0, amount) if credits else (amount, 0)


_EVENTS = {
    "day": "Day {day} of {days}: {scenes} new scenes, {pile} in the pile.",
    "reshuffled": "The pile is empty, so {cards} used scenes are shuffled into a new one.",
    "moved": "{who} walks to {where}.",
    "turned_up": "The scene at {where} is {scene}.",
    "took_role": "{who} takes a role at {where}: {role}.",
    "upgraded": "{who} rises from rank {before} to {rank} for {price}.",
    "rehearsed": "{who} rehearses: {chips:chip} against a budget of {budget}.",
    "acted success": "{who} acts: {die}{chips} against {budget}, a take!",
    "acted cut": "{who} acts: {die}{chips} against {budget}, cut.",
    "paid": "{who} earns {earnings}.",
    "take_shot": "{where}: {left:take} left.",
    "bonus_die": "A bonus die of {die} goes to the rank {rank} role.",
    "bonus_die lost": "A bonus die of {die} goes to the rank {rank} role, which nobody plays.",
    "bonus on": "{who} gets a bonus of ${dollars} as a star.",
    "bonus off": "{who} gets a bonus of ${dollars} as an extra.",
    "unpaid": "Nobody stars at {where}, so the wrap pays no bonus.",
    "wrapped": "{scene} wraps at {where}; {scenes_left:scene} left today.",
    "ended_turn": "{who} ends the turn.",
    "day_over one scene left": "Day {day} is over: only one scene is left.",
    "day_over nobody works": "Day {day} is over: nobody wants to work.",
    "final_score": "{who} finishes {place} with {score:point}.",
}
# in the order of the numbers in rules.py
_WHY_NOT = {
    "must-work": "You hold a role: act or rehearse, until the scene wraps or the day ends.",
    "no-role": "You had no role when your turn began, so there is nothing to act or rehearse.",
    "chips-full": "With this many chips you cannot fail, so you must act.",
    "not-in-office": "Ranks are sold only at {office}; you are at {here}.",
    "not-higher": "You already have rank {own} and can only buy a higher one.",
    "not-sold": "Rank {rank} is not sold for {currency} here.",
    "too-dear": "Rank {rank} costs {cost}; you have {purse}.",
    "already-moved": "You have already walked this turn.",
    "no-such-area": "This lot has no area called {area}: {areas}.",
    "not-near": "No path leads from {here} to {there}.",
    "no-roles-here": "There are no roles at {here}.",
    "wrapped": "{here} is wrapped for today.",
    "no-such-role": "There is no such role at {here}.",
    "role-filled": "Somebody else has that role.",
    "rank-too-low": "That role needs rank {rank}; you have rank {own}.",
    "face-down": "The scene at {here} has not been turned up.",
}
_REASONS = ("", *_WHY_NOT)


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

    def say_situation(
        self, view: DeadwoodView, names: Sequence[str], seat: int | None, options: DeadwoodOptions
    ) -> str:
        return situation.say_situation(view, names)

    def picture(self, view: DeadwoodView, names: Sequence[str], options: DeadwoodOptions) -> Picture:
        return picture.draw(view, maps.plan_of(board_of(options)), names)

    def say_move(self, view: DeadwoodView, move: int, names: Sequence[str], options: DeadwoodOptions) -> str:
        lot = LotNames(board_of(options))
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
        lot = LotNames(board_of(options))
        kind = str(event["kind"])
        area = str(event.get("area", event.get("to", "")))
        who = int(event.get("seat", -1))
        words = {"who": names[who] if who >= 0 else "", "where": lot.area(area) if area else ""}
        if "card" in event:
            words["scene"] = lot.scene(str(event["card"]))
        if kind == "took_role":
            words["role"] = lot.role(area, str(event["card"]), str(event["side"]), int(event["index"]))
        elif kind == "upgraded":
            words["price"] = money(*_in_currency(int(event["price"]), event["pay"] == "credits"))
        elif kind == "acted":
            words["chips"] = f" + {event['chips']}" if event["chips"] else ""
        elif kind == "paid":
            words["earnings"] = money(int(event["dollars"]), int(event["credits"]))
        elif kind == "bonus_die" and who < 0:
            kind = "bonus_die lost"
        elif kind == "final_score":
            words["place"] = ordinal(int(event["place"]))
        variant = next((str(event[field]) for field in ("result", "side", "why") if field in event), "")
        return fill(_EVENTS.get(f"{kind} {variant}") or _EVENTS.get(kind, ""), event, words)

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
        code = _REASONS[state.rejection(move)]
        if not code:
            return super().why_not(state, move)
        lot, seat = state.lot, state.mover
        words: dict[str, object] = {"here": lot.names[int(state.area[seat])], "own": state.rank[seat]}
        kind, values = move & 63, MOVES.values(move)
        if kind == moves.UPGRADE:
            rank, pay = values
            purse = int(state.credits[seat] if pay else state.dollars[seat])
            words |= {
                "office": lot.names[int(lot.office)],
                "rank": rank,
                "currency": codes.CURRENCIES[pay],
                "cost": money(*_in_currency(int(lot.prices[2 * rank + pay]), pay == codes.CREDITS)),
                "purse": money(*_in_currency(purse, pay == codes.CREDITS)) if purse else "none",
            }
        elif kind == moves.MOVE:
            last = codes.AREAS[int(lot.codes[int(lot.sets) - 1])]
            words |= {
                "area": codes.AREAS[values[0]],
                "areas": f"its areas are s01 to {last}, trailer and office" if lot.loaded else "it is the standard lot",
                "there": lot.names[int(state.area_of(values[0]))],
            }
        elif code == "rank-too-low":
            words["rank"] = state.role_rank(seat, rules.role_number(*values))
        if code == "not-near" and state.area_of(values[0]) == state.area[seat]:
            return Reason(code, f"You are already at {words['here']}.")
        return Reason(code, _WHY_NOT[code].format(**words))

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
        name = LotNames(board).area(codes.AREAS[MOVES.values(move)[0]])
        return f"move {name}" if board.area_names.count(name) == 1 else MOVES.to_words(move)


def _company(view: DeadwoodView, names: Sequence[str], board: Board, placed: bool = True) -> list[str]:
    lot = LotNames(board)
    doing = f"{names[view.mover]} to act. {count(view.pile, 'scene')} in the pile."
    players = [_say_player(view, lot, player, names[seat], placed) for seat, player in enumerate(view.players)]
    return [f"Day {view.day} of {view.days}. {doing if view.mover >= 0 else 'The game is over.'}", "", *players]


def _say_areas(
    view: DeadwoodView, plan: maps.Plan, names: Sequence[str], board: Board, areas: Iterable[int]
) -> list[str]:
    lot = LotNames(board)
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


def _say_player(view: DeadwoodView, lot: LotNames, player: PlayerView, name: str, placed: bool) -> str:
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


def _say_set(lot: LotNames, shown: SetView, names: Sequence[str], paths: str) -> list[str]:
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
    lot = LotNames(board)
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
