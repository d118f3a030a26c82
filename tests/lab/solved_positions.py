"""Positions whose best moves are known by proof, one function a game: real games, up to where a solver can finish them.

A solver tries every move, every roll and every answer to the end, and knows neither the house's judge nor its planners.
What a mover cannot know is worth anything between nothing and a win. Where the leader is far ahead, coins or points
are shifted until the rest of the game decides; everything else stands as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import combinations_with_replacement, islice
from math import factorial
from typing import Any, NamedTuple

from parlour.core.bits import pack1, pack2, pack3
from parlour.core.dice import Dice, NoDice
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import OVER, Hidden, State
from parlour.games import find
from parlour.games.battle_farm import phases
from parlour.games.deadwood.moves import ACT, REHEARSE
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD
from parlour.games.gardening_war import moves as garden_moves
from parlour.games.gardening_war import shop, steps
from parlour.games.gardening_war.state import is_dead, is_mature, life_of, need_of
from parlour.games.kata_tcg.moves import END as KATA_END
from parlour.games.kata_tcg.rules import COST, DAMAGE
from parlour.games.kata_tcg.state import damage_of, is_ready
from parlour.lab.review.names import BLUNDER, INACCURACY
from parlour.lab.review.playing_on import House

Bounds = tuple[float, float]  # what the mover can be sure of, and what it cannot exceed
ANYTHING: Bounds = (0.0, 1.0)
DIFFERS = BLUNDER  # the least by which some move must be worse than the best one
KNOWN = 0.02  # how exactly the best value must be known
CLOSE = INACCURACY
MOST_ANSWERS = 7  # of a farmer, for a turn that is soon solved
MOST_BEHIND = 20  # coins that a farmer may still make up for in one turn
NODES = 6000  # positions that a solver looks at before it gives a position up


class Solved(NamedTuple):
    """A position, its mover, and what each of its moves is worth to the mover if everybody plays perfectly."""

    game: AnyGame
    state: State
    values: dict[int, Bounds]
    shifted: bool = False  # coins or points were changed to make it close
    strict: bool = False  # a move that is not known to be best counts as wrong

    @property
    def seat(self) -> int:
        return int(self.state.mover)

    @property
    def best(self) -> float:
        return max(low for low, _ in self.values.values())

    @property
    def worst(self) -> int:
        """The move that gives away most for certain."""
        return min(self.values, key=lambda move: self.values[move][1])

    @property
    def gap(self) -> float:
        return self.best - self.values[self.worst][1]

    def counts(self) -> bool:
        """Whether it is known which moves are best, and some move is truly worse."""
        enough = self.best - CLOSE
        decided = all(low >= enough or (high < enough or self.strict) for low, high in self.values.values())
        most = max(high for _, high in self.values.values())
        return decided and most - self.best <= KNOWN and self.gap >= DIFFERS

    def is_right(self, move: int) -> bool:
        return self.values[move][0] >= self.best - CLOSE


class TooMany(Exception):
    """The solver gives up."""


# --- every roll, every move, every answer ---


class NextRoll(Exception):
    """A roll below `n` decides."""

    def __init__(self, n: int) -> None:
        self.n = n


class Foretold(Dice):
    """Dice that give these results, and then ask what comes next."""

    def __init__(self, results: tuple[int, ...]) -> None:
        super().__init__(1, 2, 3, 4)
        self.results = list(results)

    def below(self, n: int) -> int:
        if n <= 1:
            return 0
        if not self.results:
            raise NextRoll(n)
        return self.results.pop(0)


def outcomes(
    game: AnyGame, state: State, move: int, rolls: tuple[int, ...] = ()
) -> Iterator[tuple[float, State | None]]:
    """Every position that a move may lead to and how likely it is; None where something hidden decides."""
    after = state.copy()
    after.heard, after.curtain = [], game.events.curtain
    try:
        after.play(move, Foretold(rolls))
    except NextRoll as roll:
        for result in range(roll.n):
            for chance, found in outcomes(game, state, move, (*rolls, result)):
                yield chance / roll.n, found
        return
    except Hidden:
        yield 1.0, None
        return
    after.heard, after.curtain = None, 0
    yield 1.0, after


class Solver:
    """What a seat can be sure of if it plays perfectly, and what it cannot exceed if its rivals do."""

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        key: Callable[[Any], Hashable],
        within: Callable[[Any], bool] = lambda state: True,
        options: Callable[[Any], list[int]] = lambda state: [int(move) for move in state.moves()],
        nodes: int = NODES,
    ) -> None:
        self.game = game
        self.seat = seat
        self.key = key
        self.within = within  # what lies outside may be worth anything
        self.options = options
        self.nodes = nodes
        self.memo: dict[Hashable, Bounds] = {}

    def values(self, state: State, options: list[int] | None = None) -> dict[int, Bounds]:
        return {move: self.after(state, move) for move in options or self.options(state)}

    def after(self, state: State, move: int) -> Bounds:
        low = high = 0.0
        for chance, found in outcomes(self.game, state, move):
            a, b = ANYTHING if found is None else self.value(found)
            low, high = low + chance * a, high + chance * b
        return low, high

    def value(self, state: State) -> Bounds:
        if int(state.mover) == OVER:
            payoff = float(state.payoffs()[self.seat])
            return payoff, payoff
        if not self.within(state):
            return ANYTHING
        key = self.key(state)
        if key not in self.memo:
            self.nodes -= 1
            if self.nodes < 0:
                raise TooMany
            self.memo[key] = self._best(state)
        return self.memo[key]

    def _best(self, state: State) -> Bounds:
        ours = int(state.mover) == self.seat
        best = (0.0, 0.0) if ours else (1.0, 1.0)
        for move in self.options(state):
            low, high = self.after(state, move)
            best = (max(best[0], low), max(best[1], high)) if ours else (min(best[0], low), min(best[1], high))
            if best == ((1.0, 1.0) if ours else (0.0, 0.0)):
                break
        return best


# --- real games ---


def games(name: str, first: int, preset: str | None = None, seats: int = 2) -> Iterator[Iterator[State]]:
    """Game after game, from this seed on: the positions of each, by players more or less careless."""
    game = find(name)
    house = House(game)
    seed = first
    while True:
        yield positions(house, Match(game, game.read_options(preset=preset), seats, Seed.parse(str(seed))), seed)
        seed += 1


def positions(house: House, match: Match, seed: int) -> Iterator[State]:
    dice = Seed.parse(str(seed)).dice("players")
    careless, thought = seed % 4, (1, 2, 3)[seed % 3]  # of sixteen moves, how many are random
    while not match.over:
        seat, state = match.mover, match.state
        yield state
        planned = [int(state.random_move(dice))] if dice.below(16) < careless else house.choose(state, dice, thought)
        for move in planned:
            if match.over or match.mover != seat or not match.state.allows(move):
                break
            match.play(seat, move)


# --- connect four: the last cells by brute force ---


def connect_four(first: int, empty: int = 10) -> Iterator[Solved]:
    game = find("connect-four")

    def board(state: Any) -> Hashable:
        return int(state.discs0), int(state.discs1)

    seed = first
    while True:
        seed += 1
        dice = Seed.parse(str(seed)).dice("moves")
        match = Match(game, None, 2, Seed.parse(str(seed)))
        while not match.over and len(match.plies) < 42 - empty:
            match.play(match.mover, int(match.state.random_move(dice)))
        if not match.over:
            yield Solved(game, match.state, Solver(game, match.mover, board, nodes=10**6).values(match.state))


# --- Kata TCG: a win in this turn, and endgames without decks ---


def kata_key(state: Any) -> Hashable:
    """Neither the order of cards and minions nor their serials change what a position is worth."""
    sides = []
    for side in (state.side0, state.side1):
        board = sorted(int(side.minion_at(place)) & ~(127 << 21) for place in range(side.board_size))
        hand, deck = sorted(map(int, side.hand_cards())), int(side.deck_size)
        sides.append((int(side.health), int(side.slots), int(side.mana), *hand, -1, *board, -1, deck))
    return int(state.mover), *sides


def kata_lethals(first: int, preset: str = "full") -> Iterator[Solved]:
    """The mover can win in this turn, whatever is hidden; if it just ends its turn, the rival often wins next."""
    game = find("kata-tcg")
    for number, game_positions in enumerate(games(game.name, first, preset)):
        dice = Seed.parse(str(first + number)).dice("worlds")
        for state in game_positions:
            found = kata_lethal(game, state, dice)
            if found is not None:
                yield found
                break


def kata_lethal(game: AnyGame, state: Any, dice: Dice, worlds: int = 16) -> Solved | None:
    seat = int(state.mover)
    try:
        if this_turn(game, state).value(state) == ANYTHING:
            return None
        values = this_turn(game, state).values(state)
        if values.get(KATA_END, ANYTHING) != ANYTHING or all(low < 1 for low, _ in values.values()):
            return None
        lost = 0
        for _ in range(worlds):
            after = state.copy()
            after.redeal(seat, dice)
            after.play(KATA_END, NoDice())
            if int(after.mover) == 1 - seat:
                lost += this_turn(game, after).value(after)[0] == 1
    except TooMany:
        return None
    values[KATA_END] = 0.0, 1 - lost / worlds
    return Solved(game, state.copy(), values, strict=True)


def this_turn(game: AnyGame, state: Any) -> Solver:
    """What comes after this turn may be worth anything, and so is a turn whose damage, however paid, is too little."""
    seat, turn = int(state.mover), int(state.turn)

    def may_win(later: Any) -> bool:
        if int(later.turn) != turn:
            return False
        side, rival = later.side(seat), later.side(1 - seat)
        damage = sum(max(0, DAMAGE[card]) for card in side.hand_cards() if COST[card] <= side.mana)
        board = [side.minion_at(place) for place in range(side.board_size)]
        return bool(damage + sum(damage_of(m) for m in board if is_ready(m)) >= rival.health)

    return Solver(game, seat, kata_key, may_win)


def kata_endgames(first: int) -> Iterator[Solved]:
    """Both decks are empty, so everybody knows every card."""
    game = find("kata-tcg")
    presets = ("full", "minions", "healing", "classic")
    seed = first
    while True:
        seed += 1
        match = Match(game, game.read_options(preset=presets[seed % 4]), 2, Seed.parse(str(seed)))
        for state in positions(House(game), match, seed):
            if state.side0.deck_size == state.side1.deck_size == 0 and len(state.moves()) > 1:
                solver = Solver(game, int(state.mover), kata_key)
                try:
                    found = Solved(game, state.copy(), solver.values(state))
                except TooMany:
                    continue
                if found.counts():
                    yield found
                    break


# --- MonoGwent: the last round, when the rival has passed or has no card left ---


def gwent_key(state: Any) -> Hashable:
    sides = []
    for side in (state.side0, state.side1):
        field = tuple((int(card), int(state.row[card]), int(state.power[card])) for card in side.field)
        sides.append((*field, -1, *map(int, side.hand), -1, *map(int, side.boosts)))
        sides.append((bool(side.passed), bool(side.leader_used), *map(int, side.grave[-1:])))
    return int(state.mover), *map(int, state.weather), *sides


def monogwent(first: int) -> Iterator[Solved]:
    game = find("monogwent")
    for game_positions in games(game.name, first):
        for state in game_positions:
            seat = int(state.mover)
            rival = state.side(1 - seat)
            last = state.round > 0 and state.side0.lives == state.side1.lives == 1
            if last and (rival.passed or not rival.hand) and len(state.moves()) > 1:
                try:
                    found = Solved(game, state.copy(), Solver(game, seat, gwent_key).values(state))
                except TooMany:
                    continue
                if found.counts():
                    yield found
                    break


# --- Battle Farm: the last turn of the game ---


def farm_key(state: Any) -> Hashable:
    farmers = [
        (
            *(int(farmer.coins), int(farmer.fertilizers), int(farmer.apples), int(farmer.melons)),
            bool(farmer.class_used),
            tuple(map(int, farmer.beds)),
            tuple(sorted(map(int, farmer.hand))),
        )
        for farmer in state.farmers
    ]
    asked = (state.phase, state.limit, state.used, state.asking, state.resolving, state.source, state.named)
    place = (state.mover, state.power, state.bed, state.left, state.target)
    return *map(int, asked), *map(int, place), tuple(sorted(map(int, state.discard))), *farmers


def battle_farm(first: int) -> Iterator[Solved]:
    """Playing cards and fertilizing in the last turn of the game, when nobody else comes to move."""
    game = find("battle-farm")
    for number, game_positions in enumerate(games(game.name, first, "short" if first % 2 else None)):
        dice = Seed.parse(str(first + number)).dice("coins")
        for state in game_positions:
            active = int(state.active)
            last = (state.final or state.round >= state.max_rounds) and state.place == state.seats - 1
            if not last or state.mover != active or state.phase not in (phases.PLAY, phases.FERTILIZE):
                continue
            if not 1 < len(state.moves()) <= MOST_ANSWERS:
                continue
            found = farm_position(game, state, dice)
            if found is not None:
                yield found
                break


def farm_position(game: AnyGame, state: Any, dice: Dice) -> Solved | None:
    """This position if it is close, or the same with other coins in the rival's purse."""
    seat = int(state.active)
    lead = int(state.farmers[seat].coins - state.farmers[1 - seat].coins)
    for shift in (0, lead + 1 + int(dice.below(10))):
        twin = state.copy()
        twin.farmers[1 - seat].coins += shift
        if not -MOST_BEHIND <= lead - shift <= 0:
            continue
        try:
            found = Solved(game, twin, Solver(game, seat, farm_key, nodes=600).values(twin), shift != 0)
        except TooMany:
            return None
        if found.counts():
            return found
    return None


# --- Deadwood: the last day, two scenes left, everybody in a role: the next wrap ends the game ---


class Role(NamedTuple):
    """What one seat does until the end."""

    scene: int  # which of the two
    budget: int
    star: bool
    bonus: int  # for extras, if there is a star


class Wrap(NamedTuple):
    """What may be paid at the end of a scene, to both seats, and how likely it is."""

    chance: float
    bonus: tuple[int, int]


class Scenes(NamedTuple):
    """What changes until the end: whose turn it is, takes left, chips, and by how much the mover's seat leads."""

    turn: int
    takes: tuple[int, ...]
    chips: tuple[int, int]
    lead: int


class LastScenes:
    """Sections 3.3, 3.4, 7 and 8 of the rules in plain arithmetic, for two seats that act or rehearse in turn."""

    FAR = 10  # a lead that changes by more is hardly ever reached, and then worth anything
    MOST = 1500
    EXACT = 0.002

    def __init__(self, state: Any) -> None:
        self.seat = int(state.mover)
        areas = sorted({int(state.area[seat]) for seat in range(2)})
        self.roles: list[Role] = []
        for seat in range(2):
            star = bool(state.role[seat] < OFF_CARD)
            bonus = 0 if star else int(state.role_rank(seat, state.role[seat]))
            self.roles.append(Role(areas.index(int(state.area[seat])), int(state.budget_of(seat)), star, bonus))
        self.wraps = [self._wraps(state, scene, area) for scene, area in enumerate(areas)]
        takes = tuple(int(state.takes[area]) for area in areas)
        lead = int(state.score(self.seat) - state.score(1 - self.seat))
        self.start = Scenes(self.seat, takes, (int(state.chips[0]), int(state.chips[1])), lead)
        self.bounds: dict[Scenes, Bounds] = {}

    def _wraps(self, state: Any, scene: int, area: int) -> dict[int, float]:
        """By how much the end of a scene changes the lead, and how likely that is."""
        stars = {int(state.role[s]): s for s in range(2) if self.roles[s].scene == scene and self.roles[s].star}
        if not stars:
            return {0: 1.0}
        fixed = sum(self._for_us(s, role.bonus) for s, role in enumerate(self.roles) if role.scene == scene)
        card = int(state.scene[area])
        budget, ranks = (
            int(state.lot.budget[card]),
            state.lot.on_rank[state.lot.on_from[card] : state.lot.on_from[card + 1]],
        )
        billing = sorted(range(len(ranks)), key=lambda index: (-ranks[index], index))
        found: dict[int, float] = {}
        for dice in combinations_with_replacement(range(6, 0, -1), budget):
            ways = factorial(budget)
            for face in set(dice):
                ways //= factorial(dice.count(face))
            change = fixed
            for place, die in enumerate(dice):
                role = billing[place % len(billing)]
                if role in stars:
                    change += self._for_us(stars[role], die)
            found[change] = found.get(change, 0.0) + ways / 6**budget
        return found

    def _for_us(self, seat: int, points: int) -> int:
        return points if seat == self.seat else -points

    def values(self) -> dict[int, Bounds]:
        """What acting and rehearsing are worth: bounds that narrow until they are nearly the same."""
        options = {ACT: self.acting(self.start)}
        if self.start.chips[self.seat] < self.roles[self.seat].budget - 1:
            options[REHEARSE] = self.rehearsing(self.start)
        self._reach()
        # takes only fall and chips only rise, so that most positions are known when they are needed
        order = sorted(self.bounds, key=lambda scenes: (sum(scenes.takes), -sum(scenes.chips)))
        for _ in range(25):
            for scenes in order:
                self.bounds[scenes] = self._value(scenes)
            low, high = self.bounds[self.start]
            if high - low < self.EXACT:
                break
        return {move: self._mean(outcomes) for move, outcomes in options.items()}

    def _reach(self) -> None:
        waiting = [self.start]
        while waiting:
            scenes = waiting.pop()
            if scenes in self.bounds or abs(scenes.lead - self.start.lead) > self.FAR:
                continue
            self.bounds[scenes] = ANYTHING
            if len(self.bounds) > self.MOST:
                raise TooMany
            waiting += [s for _, s in (*self.acting(scenes), *self.rehearsing(scenes)) if isinstance(s, Scenes)]

    def _value(self, scenes: Scenes) -> Bounds:
        options = [self._mean(self.acting(scenes))]
        if rehearsed := self.rehearsing(scenes):
            options.append(self._mean(rehearsed))
        choose = max if scenes.turn == self.seat else min
        return choose(low for low, _ in options), choose(high for _, high in options)

    def _mean(self, outcomes: list[tuple[float, Scenes | float]]) -> Bounds:
        low = high = 0.0
        for chance, found in outcomes:
            a, b = self.bounds.get(found, ANYTHING) if isinstance(found, Scenes) else (found, found)
            low, high = low + chance * a, high + chance * b
        return low, high

    def rehearsing(self, scenes: Scenes) -> list[tuple[float, Scenes | float]]:
        seat = scenes.turn
        if scenes.chips[seat] >= self.roles[seat].budget - 1:
            return []
        chips = scenes.chips[0] + (seat == 0), scenes.chips[1] + (seat == 1)
        return [(1.0, Scenes(1 - seat, scenes.takes, chips, scenes.lead))]

    def acting(self, scenes: Scenes) -> list[tuple[float, Scenes | float]]:
        seat = scenes.turn
        role = self.roles[seat]
        success = min(6, 7 - role.budget + scenes.chips[seat]) / 6
        missed = scenes.lead + self._for_us(seat, 0 if role.star else 1)
        found: list[tuple[float, Scenes | float]] = []
        if success < 1:
            found.append((1 - success, Scenes(1 - seat, scenes.takes, scenes.chips, missed)))
        lead = scenes.lead + self._for_us(seat, 2)
        takes = tuple(left - (scene == role.scene) for scene, left in enumerate(scenes.takes))
        if takes[role.scene] > 0:
            found.append((success, Scenes(1 - seat, takes, scenes.chips, lead)))
            return found
        for change, chance in self.wraps[role.scene].items():
            end = lead + change
            found.append((success * chance, 1.0 if end > 0 else 0.5 if end == 0 else 0.0))
        return found


def deadwood(first: int) -> Iterator[Solved]:
    game = find("deadwood")
    for number, game_positions in enumerate(games(game.name, first, "one day" if first % 2 else None)):
        dice = Seed.parse(str(first + number)).dice("dollars")
        for state in game_positions:
            if state.day < state.days or state.scenes_left != 2 or NO_ROLE in state.role or len(state.moves()) == 1:
                continue
            found = deadwood_position(game, state, dice)
            if found is not None:
                yield found
                break


def deadwood_position(game: AnyGame, state: Any, dice: Dice) -> Solved | None:
    """This position, or the same with other dollars in the rival's purse."""
    seat = int(state.mover)
    for shift in range(4):
        twin = state.copy()
        if shift:
            even = twin.dollars[1 - seat] + twin.score(seat) - twin.score(1 - seat)
            twin.dollars[1 - seat] = max(0, even + dice.below(21) - 10)
        try:
            found = Solved(game, twin, LastScenes(twin).values(), shift > 0)
        except TooMany:
            continue
        if found.counts():
            return found
    return None


# --- Gardening War: the last two rounds ---


def garden_key(state: Any) -> Hashable:
    gardeners = [
        (int(g.points), int(g.fert), int(g.gold) >= shop.PRICE[shop.MOLES], *map(int, g.stock[:3]))
        for g in (state.gardener0, state.gardener1)
    ]
    return int(state.mover), int(state.round), tuple(map(int, state.plants)), *gardeners


def garden_plans(state: Any) -> list[list[int]]:
    """Every whole move that may change points in the last two rounds; all others are worth a pass.

    In the last round only a harvest brings points, and only the second gardener still has one to lose to a mole. In the
    round before, a plant counts that one watering, or the rain, makes ripe. Giving every such plant its drops is at
    least as good as leaving some out; where there are not enough drops, or where seed would ripen in the rain, we give
    up.
    """
    seat, rival = int(state.mover), state.gardener(1 - state.mover)
    gardener = state.gardener(seat)
    left = int(state.rounds - state.round)
    legal = set(map(int, state.moves()))
    plans = [[garden_moves.PASS]]
    if garden_moves.HARVEST in legal:
        plans.append([garden_moves.HARVEST])
    if left == 1 and gardener.stock[shop.FERTILIZERS] > 0:
        plans.append([garden_moves.FERTILIZER])
    if gardener.stock[shop.MOLES] > 0 and (left == 1 or seat == 0):
        ready = [f for f in map(int, rival.fields) if state.plants[f] > 0 and (left == 1 or is_mature(state.plants[f]))]
        plans += [[pack2(garden_moves.MOLE, f >> 3, f & 7)] for f in ready]
    if left == 1:
        if seat == 0 and gardener.gold >= shop.PRICE[shop.MOLES]:
            plans.append(
                [pack1(garden_moves.BEGIN, steps.SHOP), pack2(garden_moves.BUY, shop.MOLES, 0), garden_moves.DONE]
            )
        if watering := useful_drops(state, gardener):
            lines = [
                pack3(garden_moves.WATER, field >> 3, field & 7, drops) for field, drops in sorted(watering.items())
            ]
            plans.append([pack1(garden_moves.BEGIN, steps.WATER), *lines, garden_moves.DONE])
    return plans


def useful_drops(state: Any, gardener: Any) -> dict[int, int]:
    """What makes plants ripe by the last round, if it is the one before."""
    rain = state.rounds % 10 == 0
    if rain and (gardener.stock[shop.ANEMONE] or gardener.stock[shop.BLUEJAZZ]):
        raise TooMany
    found: dict[int, int] = {}
    for field in map(int, gardener.fields):
        plant = int(state.plants[field])
        if plant and not is_dead(plant) and life_of(plant) >= 2:
            drops = int(need_of(plant)) - (2 if rain else 0)  # one drop too many kills, also from above
            if drops > 0:
                found[field] = drops
    if sum(found.values()) > gardener.stock[shop.DROPS]:
        raise TooMany
    return found


class LastRounds:
    """What a gardener gets if both play perfectly, in points ahead or as a result."""

    def __init__(self, seat: int, points: bool) -> None:
        self.seat = seat
        self.points = points
        self.memo: dict[Hashable, float] = {}

    def values(self, state: Any) -> dict[int, float]:
        """By the first decision of the move; what cannot change points any more is worth a pass."""
        found: dict[int, float] = {}
        for plan in garden_plans(state):
            found[plan[0]] = max(found.get(plan[0], float("-inf")), self._after(state, plan))
        return {int(move): found.get(int(move), found[garden_moves.PASS]) for move in state.moves()}

    def _after(self, state: Any, plan: list[int]) -> float:
        after = state.copy()
        for number, move in enumerate(plan):
            if number == 0 or after.step != steps.CHOOSE:  # a list completes itself when nothing is left for it
                after.play(move, NoDice())
        return self._value(after)

    def _value(self, state: Any) -> float:
        if int(state.mover) == OVER:
            points = state.gardener(self.seat).points - state.gardener(1 - self.seat).points
            return float(points) if self.points else float(state.payoffs()[self.seat])
        key = garden_key(state)
        if key not in self.memo:
            if len(self.memo) > NODES:
                raise TooMany
            choose = max if int(state.mover) == self.seat else min
            self.memo[key] = choose(self._after(state, plan) for plan in garden_plans(state))
        return self.memo[key]


def gardening_war(first: int) -> Iterator[Solved]:
    game = find("gardening-war")
    seed = first
    while True:
        seed += 1
        rounds = (30, 27, 45, 36, 99, 52)[seed % 6]
        options = game.read_options({"rounds": rounds, "layout": ("picture", "random")[seed % 2]})
        for state in positions(House(game), Match(game, options, 2, Seed.parse(str(seed))), seed):
            if state.round >= state.rounds - 1 and state.step == steps.CHOOSE and len(state.moves()) > 1:
                try:
                    found = garden_position(game, state)
                except TooMany:
                    continue
                if found is not None:
                    yield found
                    break


def garden_position(game: AnyGame, state: Any) -> Solved | None:
    """This position, or the same with so many points for the one who is behind that only the best moves win."""
    seat = int(state.mover)
    twin = state.copy()
    for shift in (False, True):
        if shift:
            ahead = sorted(set(LastRounds(seat, points=True).values(state).values()), reverse=True)
            if len(ahead) < 2:
                return None
            behind = int(ahead[0] + ahead[1]) // 2
            twin.gardener(seat if behind < 0 else 1 - seat).points += abs(behind)
        values = LastRounds(seat, points=False).values(twin)
        found = Solved(game, twin.copy(), {move: (value, value) for move, value in values.items()}, shift)
        if found.counts():
            return found
    return None


SOURCES: dict[str, Callable[[int], Iterator[Solved]]] = {
    "connect-four": connect_four,
    "kata-tcg": kata_lethals,
    "kata-endgames": kata_endgames,
    "monogwent": monogwent,
    "battle-farm": battle_farm,
    "deadwood": deadwood,
    "gardening-war": gardening_war,
}


def solved(source: str, number: int, first: int = 1) -> Iterator[Solved]:
    """So many positions that count, from real games with seeds from `first` on."""
    found = (position for position in SOURCES[source](first) if position.counts())
    return islice(found, number)
