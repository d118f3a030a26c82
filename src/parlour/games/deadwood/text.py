"""Deadwood in words: positions, moves, events, the end, and why a decision is not possible."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from parlour.core.errors import Reason, Refused
from parlour.core.events import EventJson
from parlour.games.deadwood import map as maps
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
    OFF,
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
    """The company, then the lot area by area with its paths."""
    plan = maps.plan_of(view, board)
    return "\n".join([*_company(view, names, board), "", *_say_areas(view, plan, names, board, range(len(plan.ids)))])


def draw(view: DeadwoodView, names: Sequence[str], board: Board | None, width: int, height: int) -> str:
    """The company and the map of the lot; where that does not fit, only what lies around whoever looks."""
    plan = maps.plan_of(view, board)
    short = _company(view, names, board, placed=False)  # the map shows where everybody is
    here = plan.ids.index(view.players[max(0, view.mover) if view.seat is None else view.seat].area)
    own = ["", *_say_areas(view, plan, names, board, [here])] if here < len(view.sets) else []
    for roomy, detail in ((True, own), (False, own), (False, [])):
        text = "\n".join([*short, "", maps.draw(view, plan, names, width, roomy), *detail])
        if sum(max(1, -(-len(line) // width)) for line in text.splitlines() if line.strip()) <= height:
            return text
    around = _say_areas(view, plan, names, board, [here, *plan.near[here]])
    return "\n".join([*_company(view, names, board), "", *around, "", "Type `map` for the whole lot."])


ASIDES = {"map": "the whole lot: paths, takes, roles, prices, and who is where"}


def say_map(view: DeadwoodView, names: Sequence[str], board: Board | None, width: int, height: int) -> str:
    plan = maps.plan_of(view, board)
    roomy = maps.draw(view, plan, names, width)
    return roomy if roomy.count("\n") < height else maps.draw(view, plan, names, width, roomy=False)


def _company(view: DeadwoodView, names: Sequence[str], board: Board | None, placed: bool = True) -> list[str]:
    words = words_of(view, board)
    doing = f"{names[view.mover]} to act. {count(view.pile, 'scene')} in the pile."
    players = [_say_player(view, words, player, names[seat], placed) for seat, player in enumerate(view.players)]
    return [f"Day {view.day} of {view.days}. {doing if view.mover >= 0 else 'The game is over.'}", "", *players]


def _say_areas(
    view: DeadwoodView, plan: maps.Plan, names: Sequence[str], board: Board | None, areas: Iterable[int]
) -> list[str]:
    words = words_of(view, board)
    lines: list[str] = []
    for area in areas:
        paths = f"paths to {plan.nearby(area)}"
        if area < len(view.sets):
            lines += _say_set(words, view.sets[area], names, paths)
        else:
            lines.append(f"{plan.names[area]}: {paths}.")
            if plan.ids[area] == "office":
                lines.append(f"  prices: {'; '.join(plan.price_list())}")
    return lines


def _say_player(view: DeadwoodView, words: Words, player: PlayerView, name: str, placed: bool) -> str:
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
    return f"{line}{kind} at {where}{f' as {role}' if placed else ''}{chips}, succeeds on {player.chance} of 6."


def _say_set(words: Words, shown: SetView, names: Sequence[str], paths: str) -> list[str]:
    name = words.area(shown.area)
    if shown.state == "wrapped":
        return [f"{name}: wrapped; {paths}."]
    takes = count(shown.takes, "take") + " left"
    if shown.state == "face_down":
        lines = [f"{name}: a scene not yet seen, {takes}; {paths}."]
    else:
        lines = [f"{name}: {words.scene(shown.card or '')}, budget {shown.budget}, {takes}; {paths}."]
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
        dollars, credits = next((p[1:] for p in maps.plan_of(view, board).prices if p[0] == values[0]), (0, 0))
        price = money(0, credits) if values[1] else money(dollars, 0)
        return f"Rise to rank {values[0]} for {price}"
    if kind == MOVE:
        return f"Walk to {words.area(AREAS[values[0]])}"
    if kind == TAKE_ROLE and here is not None:
        side = "on" if values[0] == ON else "off"
        ranks = here.on if side == "on" else here.off
        rank = ranks[values[1]] if values[1] < len(ranks) else None
        role = words.role(here.area, here.card, side, values[1], rank)
        return f"Star as {role} in {words.scene(here.card or '')}" if side == "on" else f"Work as {role}"
    return "End the turn"


# --- typed ---

_TO_WALK = ("move", "walk", "go")
_TO_WORK = ("take", "take_role", "role", "star", "work")
_FILLERS = ("to", "the", "role", "as", "a", "an")


def write_words(view: DeadwoodView, move: int, board: Board | None) -> str:
    """As one would type it: a walk by the name of the place, unless two places share it."""
    if move & 63 != MOVE:
        return MOVES.to_words(move)
    plan = maps.plan_of(view, board)
    name = words_of(view, board).area(AREAS[MOVES.values(move)[0]])
    return f"move {name}" if plan.names.count(name) == 1 else MOVES.to_words(move)


def read_words(text: str, view: DeadwoodView, board: Board | None) -> int:
    """A move as it is typed; places and roles by the names they have on this lot, in any case."""
    verb, *rest = text.lower().split()
    while rest and rest[0] in _FILLERS and len(rest) > 1:
        rest.pop(0)
    if verb in _TO_WALK and rest:
        return _read_walk(" ".join(rest), view, board)
    if verb in _TO_WORK and rest and rest[0] not in ("on", "off"):
        return _read_role(" ".join(rest), view, board)
    return MOVES.from_words(text)


def _read_walk(typed: str, view: DeadwoodView, board: Board | None) -> int:
    plan = maps.plan_of(view, board)
    if typed in plan.ids:
        return MOVES.pack("move", AREAS.index(typed))
    found = _called(typed, plan.names)
    if len(found) == 1:
        return MOVES.pack("move", AREAS.index(plan.ids[found[0]]))
    if found:
        raise Refused(f"That could be {_either([plan.names[n] for n in found])}.", "ambiguous")
    here = plan.ids.index(view.players[view.mover].area)
    raise Refused(
        f"This lot has no place called {typed[:40]!r}; from {plan.names[here]} paths lead to {plan.nearby(here)}.",
        "no-such-area",
    )


def _read_role(typed: str, view: DeadwoodView, board: Board | None) -> int:
    words = words_of(view, board)
    place = view.players[view.mover].area
    here = next((s for s in view.sets if s.area == place), None)
    slots = [] if here is None else [
        *(("on", i, rank) for i, rank in enumerate(here.on)), *(("off", i, rank) for i, rank in enumerate(here.off))
    ]  # fmt: skip
    if here is None or not slots:
        raise Refused(f"There are no roles to take at {words.area(place)}.", "no-roles-here")
    said = [words.role(here.area, here.card, side, i, rank) for side, i, rank in slots]
    found = _called(typed, said)
    if len(found) == 1:
        side, index, _ = slots[found[0]]
        return MOVES.pack("take_role", ON if side == "on" else OFF, index)
    if found:
        raise Refused(f"That could be {_either([said[n] for n in found])}.", "ambiguous")
    raise Refused(
        f"There is no role {typed[:40]!r} at {words.area(place)}; there are: {', '.join(said)}.", "no-such-role"
    )


def _called(typed: str, names: Sequence[str]) -> list[int]:
    """Which of these names somebody means: the whole of one, its beginning, or a part of it."""
    wanted = _plain(typed)
    plain = [_plain(name) for name in names]
    ways: list[Callable[[str], bool]] = [
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    ]
    for fits in ways:
        if found := [n for n, name in enumerate(plain) if fits(name)]:
            return found
    return []


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", name.lower()).split())


def _either(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" or {names[-1]}"


# --- events ---


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
        case "unpaid":
            return f"Nobody stars at {where}, so the wrap pays no bonus."
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
            last = AREAS[int(lot.codes[int(lot.sets) - 1])]
            called = f"its areas are called s01 to {last}, trailer and office" if lot.loaded else "it is no loaded lot"
            return Reason("no-such-area", f"This lot has no area called {AREAS[values[0]]}: {called}.")
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
