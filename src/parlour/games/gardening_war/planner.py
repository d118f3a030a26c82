"""The AI's search: a beam over its own whole moves, in numbers, many rounds ahead.

The game has no luck, and gardeners rarely get in each other's way until all land is taken. So the search looks for the
best sequence of its own moves; the rival is foreseen, not searched: he will buy land as a plan of his own says, and use
the moles that he has. The garden is planned anew for each move. Moles are left in peace for most of the game: what one
takes, the other takes back, and neither harvests. But a rival who has some is answered, and near the end, when there
is little time to take anything back, the war is on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import pack1
from parlour.core.dice import Dice
from parlour.core.state import Planner
from parlour.core.watch import Watch
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.beam import Beam, Weights
from parlour.games.gardening_war.decisions import at
from parlour.games.gardening_war.economy import DEAD, NEVER, Economy, Ground, a_group
from parlour.games.gardening_war.land import land_to_buy, plant_worth, prey
from parlour.games.gardening_war.state import FIELDS, Gardener, is_dead, kind_of_plant, life_of, need_of
from parlour.games.gardening_war.whole_moves import GardenWholeMoves
from parlour.games.gardening_war.wholes import DIG, EXPAND, REST

FIRST_LOOK: Final = 30  # the width of a first, quick look
WIDEST: Final = 8000
SHORTEST: Final = 9
LONGEST: Final = 18
LAND_LIST: Final = 40
# The rounds until a rival's first mole could come, by what it takes: to buy it, to harvest for it, to grow rich first.
TO_BUY: Final = 1
TO_HARVEST: Final = 2
TO_GROW: Final = 6


class GardenPlanner(Planner):
    """Plans one whole move. `think` may be called again to think longer."""

    def __init__(self, root: GardenWholeMoves, dice: Dice) -> None:
        super().__init__()
        self.state: GardenWholeMoves = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice
        self.watch: Watch = Watch()
        self.weights: Weights = Weights()
        self.beam: Beam | None = None
        self.land: list[i64] = []

    def think(self, tries: i64, seconds: float) -> None:
        """Keep this many gardens of each round, or as many as there is time for; 0 means no limit."""
        self.watch.start(seconds)
        width: i64 = tries if 0 < tries < FIRST_LOOK else FIRST_LOOK
        done: i64 = width if self.look(width) else 0
        while not self.watch.over and (width < tries or (tries == 0 and width < WIDEST)):
            width = tries if tries > 0 else width * 4
            if self.look(width):
                done = width
        self.iterations += done

    def look(self, width: i64) -> bool:
        """Plan with a beam of this width; a look that is not finished in time does not count if another was."""
        state = self.state
        seat = self.seat
        depth = depth_for(width)
        self.land = land_to_buy(state, seat, LAND_LIST)
        ground = self.survey(seat, self.land)
        self.foresee(ground, width // 3 + 1, depth)
        ground.count()
        beam = Beam(ground, read(state, seat), state.round, self.weights, self.roughness(width), self.dice.next32())
        finished = beam.search(width, depth, self.watch)
        if finished or self.beam is None:
            self.beam = beam
        return finished

    def survey(self, seat: i64, land: list[i64]) -> Ground:
        """What the board and the rival allow this gardener, if the rival leaves all free land."""
        state = self.state
        ground = Ground(state.rounds)
        rival = state.gardener(1 - seat)
        for field in land:
            ground.land.append(1 if state.is_special(field) else 0)
            ground.gone.append(NEVER)
        ground.start = state.round
        fields = prey(state, seat, self.field_worth())
        for field in fields:
            ground.prey.append(1 if state.is_special(field) else 0)
        if len(fields) > 0:
            ground.strike = float(plant_worth(state, fields[0], rival.fert))
        ground.raids = rival.stock[shop.MOLES]
        if ground.raids > i64(self.weights.raids):
            ground.raids = i64(self.weights.raids)
        hope = rival.gold
        for field in rival.fields:
            hope += plant_worth(state, field, rival.fert)
        ground.threat = rival.stock[shop.MOLES] + hope // shop.PRICE[shop.MOLES]
        ground.danger = state.round + danger_in(state, rival)
        ground.helpless = rival.stock[shop.MOLES] == 0 and hope < shop.PRICE[shop.MOLES]
        ground.war = (
            float(state.rounds - state.round) < self.weights.peace
            or rival.stock[shop.MOLES] > 0
            or state.gardener(seat).stock[shop.MOLES] > 0
        )
        return ground

    def roughness(self, width: i64) -> float:
        """Who looks at few gardens judges them roughly; and nobody judges twice the same."""
        return self.weights.whim + self.weights.haste / float(width)

    def field_worth(self) -> i64:
        """What it is worth to take a plain field now."""
        left = self.state.rounds - self.state.round
        w = self.weights
        return i64(2.0 * w.hold * w.yields * float(left))

    def foresee(self, ground: Ground, width: i64, depth: i64) -> None:
        """Which land the rival will buy in the next rounds, if left alone."""
        state = self.state
        other = 1 - self.seat
        land = land_to_buy(state, other, LAND_LIST)
        theirs = self.survey(other, land)
        theirs.count()
        start = read(state, other)
        now = state.round
        if self.seat == 1:
            start.rest(now)
            now += 1
        theirs.start = now
        if now > state.rounds:
            return
        beam = Beam(theirs, start, now, self.weights, 0.0, 0)
        if not beam.search(width, depth, self.watch) or len(beam.best) == 0:
            return
        gone: list[i64] = [NEVER] * FIELDS
        garden: Economy = beam.top()
        when = now + depth
        if when > state.rounds + 1:
            when = state.rounds + 1
        # from the last round of the line back to the first
        while True:
            before = garden.before
            if before is None:
                break
            when -= 1
            place = before.bought
            while place < garden.bought:
                gone[land[place]] = when if self.seat == 1 else when + 1
                place += 1
            garden = before
        ground.gone = [gone[field] for field in self.land]

    def moves(self) -> list[i64]:
        return self.written(self.choice())

    def plans(self) -> list[tuple[list[i64], float]]:
        found: list[tuple[list[i64], float]] = []
        firsts = self.firsts()
        for garden in firsts:
            lag = (firsts[0].score - garden.score) / self.scale(firsts[0])
            found.append((self.written(self.first_move(garden)), max(0.0, 0.5 - 0.5 * lag)))
        if len(found) == 0:
            found.append((self.moves(), 0.5))
        return found

    def written(self, whole: i64) -> list[i64]:
        """A whole move as decisions."""
        if whole & 15 != EXPAND:
            return self.state.steps(whole)
        written: list[i64] = [pack1(moves.BEGIN, steps.LAND)]
        for field in self.land[: whole >> 4]:
            written.append(at(moves.LAND, field))
        return self.state.completed(written)

    def choice(self) -> i64:
        """The first move of the best plan found; among plans that are as good for all we know, any."""
        firsts = self.firsts()
        if len(firsts) == 0:
            return REST
        best = firsts[0].score
        close = self.weights.draw * self.scale(firsts[0])
        equals: i64 = 0
        while equals < len(firsts) and firsts[equals].score >= best - close:
            equals += 1
        return self.first_move(firsts[self.dice.below(equals)])

    def firsts(self) -> list[Economy]:
        """The best garden that each first move leads to, the best one first."""
        found: list[Economy] = []
        beam = self.beam
        if beam is None:
            return found
        for garden in beam.best:
            place: i64 = 0
            while place < len(found) and found[place].first != garden.first:
                place += 1
            if place == len(found):
                found.append(garden)
            elif garden.score > found[place].score:
                found[place] = garden
            else:
                continue
            while place > 0 and found[place - 1].score < garden.score:
                found[place] = found[place - 1]
                place -= 1
            found[place] = garden
        return found

    def scale(self, garden: Economy) -> float:
        """The points that this garden will bring, roughly."""
        left = float(self.state.rounds - self.state.round)
        fields = float(garden.plain + 2 * garden.special) + float(garden.gold) / self.weights.planted
        return float(garden.points) + self.weights.yields * left * fields + 1.0

    def first_move(self, garden: Economy) -> i64:
        """The first move of the plan that leads to this garden."""
        while True:
            before = garden.before
            if before is None or before.before is None:
                return self.placed(garden.move)
            garden = before

    def placed(self, move: i64) -> i64:
        """A move of the plan, with the field that a mole is to take."""
        if move & 15 == DIG:
            return DIG | prey(self.state, self.seat, self.field_worth())[0] << 4
        return move


def danger_in(state: GardenWholeMoves, rival: Gardener) -> i64:
    """How soon a mole of this rival could come."""
    price: i64 = shop.PRICE[shop.MOLES]
    if rival.stock[shop.MOLES] > 0:
        return 0
    if rival.gold >= price:
        return TO_BUY
    harvest: i64 = 0
    for field in rival.fields:
        plant: i64 = state.plants[field]
        if plant != 0 and not is_dead(plant):
            harvest += shop.WORTH[kind_of_plant(plant)] * (2 if state.is_special(field) else 1)
    if rival.fert > 0 or rival.stock[shop.FERTILIZERS] > 0:
        harvest *= 2
    return TO_HARVEST if rival.gold + harvest >= price else TO_GROW


def depth_for(width: i64) -> i64:
    """How many rounds to look ahead: a wider beam keeps its bearings for longer."""
    depth: i64 = SHORTEST
    while width > 1 and depth < LONGEST:
        width //= 2
        depth += 1
    return depth


def read(state: GardenWholeMoves, seat: i64) -> Economy:
    """What a gardener has, in numbers."""
    gardener = state.gardener(seat)
    stock = gardener.stock
    found = Economy()
    found.gold = gardener.gold
    found.points = gardener.points
    found.drops = stock[shop.DROPS]
    found.moles = stock[shop.MOLES]
    found.cards = stock[shop.FERTILIZERS]
    found.bluejazz = stock[shop.BLUEJAZZ]
    found.crocus = stock[shop.CROCUS]
    found.tulip = stock[shop.TULIP]
    found.fert = gardener.fert
    kinds: list[i64] = []
    for field in gardener.fields:
        special: i64 = 1 if state.is_special(field) else 0
        found.special += special
        found.plain += 1 - special
        plant: i64 = state.plants[field]
        if plant == 0:
            found.bare_special += special
            found.bare_plain += 1 - special
            continue
        one = a_group(kind_of_plant(plant), need_of(plant), life_of(plant), 0, 0)
        if is_dead(plant):
            one = a_group(0, DEAD, 0, 0, 0)
        count = a_group(0, 0, 0, 1 - special, special)
        place: i64 = 0
        while place < len(kinds) and kinds[place] & 511 != one:
            place += 1
        if place == len(kinds):
            kinds.append(one)
        kinds[place] += count
    for group in kinds:
        if not found.add_group(group):
            found.g3 = (found.g3 & ~511) + (group & ~511) | DEAD << 3
    return found
