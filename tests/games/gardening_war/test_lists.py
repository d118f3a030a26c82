"""Sections 3 to 7: whole moves as lists, and that steps have the very same effect."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.gardening_war.garden import ANEMONE, CROCUS, MOLE, P1, P2, TULIP, WATER, Plot

from parlour.core.dice import Dice, NoDice
from parlour.core.testing import snapshot
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.judge import GardeningWarState
from parlour.games.gardening_war.lists import Line, judge_list, list_to_moves, parts_of, unreadable
from parlour.games.gardening_war.moves import QUANTITIES
from parlour.games.gardening_war.shop import LIFE, NEED, WORTH
from parlour.games.gardening_war.state import a_plant, is_dead, need_of

PRICES = (200, 10000, 3000, 500, 500, 1000, 3600)
LETTERS = "LCPWHFM-"


def reference(state: GardeningWarState, kind: str, lines: list[Line]) -> GardeningWarState:
    """Sections 3 to 11 written down a second time, straight from the text, on plain lists and dictionaries."""
    after = state.copy()
    seat = int(after.mover)
    me = after.gardener(seat)
    rival = after.gardener(1 - seat)
    bad = any(not (0 <= n.x <= 7 and 0 <= n.y <= 7) or n.amount < 0 for n in lines)
    void = kind in "LCPWM" and (not lines or bad or (kind == "M" and len(lines) != 1))
    if kind == "P" and not void:
        void = any(8 * n.x + n.y not in list(me.fields) for n in lines)
    if kind == "W" and not void:
        void = sum(n.amount for n in lines) > me.stock[0]
    if kind == "H":
        for f in list(me.fields):
            plant = int(after.plants[f])
            if plant and (is_dead(plant) or need_of(plant) == 0):
                gain = 0 if is_dead(plant) else int(WORTH[plant & 7])
                gain *= 2 if after.is_special(f) else 1
                gain *= 2 if me.fert > 0 else 1
                me.gold += gain
                me.points += gain
                after.plants[f] = 0
    if kind == "F" and me.stock[2] > 0:
        me.stock[2] -= 1
        me.fert += 3
    for n in [] if void else lines:
        f = 8 * n.x + n.y
        if kind == "L":
            beside = any(g != f and abs((g >> 3) - n.x) <= 1 and abs((g & 7) - n.y) <= 1 for g in me.fields)
            if me.gold >= 5000 and f not in list(me.fields) and f not in list(rival.fields) and beside:
                me.gold -= 5000
                me.take(f)
        elif kind == "C" and 0 <= n.card <= 6 and PRICES[n.card] * n.amount <= me.gold:
            me.gold -= PRICES[n.card] * n.amount
            me.stock[n.card] += n.amount
        elif kind == "P" and 3 <= n.card <= 6 and me.stock[n.card] > 0 and after.plants[f] == 0:
            me.stock[n.card] -= 1
            after.plants[f] = a_plant(n.card, int(NEED[n.card]), int(LIFE[n.card]), False)
        elif kind == "W" and f in list(me.fields) and after.plants[f] != 0:
            plant = int(after.plants[f])
            me.stock[0] -= n.amount
            if n.amount and not is_dead(plant):
                need = int(need_of(plant)) - n.amount
                after.plants[f] = a_plant(plant & 7, max(need, 0), (plant >> 6) & 7, need < 0)
        elif kind == "M" and me.stock[1] > 0 and f in list(rival.fields):
            me.stock[1] -= 1
            rival.lose(f)
            me.take(f)
            after.plants[f] = 0
    after.end_move()
    return after


@st.composite
def gardens(draw: st.DrawFn) -> GardeningWarState:
    """A garden in the middle of a game, both players with land, plants in every state and some of everything."""
    plot = Plot()
    state = plot.state
    dice = Dice(draw(st.integers(1, 2**32 - 1)), 7, 7, 7)
    for seat in (P1, P2):
        gardener = state.gardener(seat)
        gardener.gold = draw(st.sampled_from([0, 199, 200, 4999, 5000, 9000, 25000, 1_000_000]))
        gardener.fert = draw(st.integers(0, 4))
        for good in range(7):
            gardener.stock[good] = draw(st.sampled_from([0, 0, 1, 2, 3, 8]))
    gardener0, gardener1 = state.gardener0, state.gardener1
    for f in range(1, 63):
        roll = int(dice.below(8))
        if roll < 2:
            gardener0.take(f)
        elif roll == 2:
            gardener1.take(f)
    for f in [*gardener0.fields, *gardener1.fields]:
        roll = int(dice.below(6))
        if roll:
            kind = 3 + int(dice.below(4))
            dead = roll == 1
            need = 0 if dead or roll == 2 else 1 + int(dice.below(int(NEED[kind])))
            state.plants[f] = a_plant(kind, need, 1 + int(dice.below(int(LIFE[kind]))), dead)
    state.round = draw(st.sampled_from([1, 8, 9, 10, 50, 99, 100]))
    state.mover = draw(st.sampled_from([P1, P2]))
    GAME.check_laws(state)
    return state


@st.composite
def lists(draw: st.DrawFn, state: GardeningWarState) -> tuple[str, list[Line]]:
    """A list that is often about own fields and sometimes about nonsense."""
    kind = draw(st.sampled_from("LLCCPPWWWWHFM-"))
    own = [int(f) for f in state.gardener(state.mover).fields]
    places = st.sampled_from(own) if kind in "PW" and draw(st.booleans()) else st.integers(0, 63)
    coordinate = st.integers(0, 7) if draw(st.integers(0, 9)) else st.integers(-1, 8)

    def line() -> Line:
        if draw(st.integers(0, 19)):
            f = draw(places)
            x, y = f >> 3, f & 7
        else:
            x, y = draw(coordinate), draw(coordinate)
        card = draw(st.integers(3, 6) if kind == "P" and draw(st.integers(0, 5)) else st.integers(-1, 8))
        amount = draw(st.integers(0, 3)) if draw(st.integers(0, 9)) else draw(st.sampled_from([-1, 50, 10**6, 10**30]))
        return Line(x, y, card, amount)

    return kind, [line() for _ in range(draw(st.integers(0, 6)))]


@given(st.data())
@settings(max_examples=250, deadline=None)
def test_lists_do_what_the_text_says_and_steps_do_the_same(data: st.DataObject):
    state = data.draw(gardens())
    kind, lines = data.draw(lists(state))
    expected = reference(state, kind, lines)
    before = snapshot(state)
    moves = list_to_moves(state, kind, lines)
    assert snapshot(state) == before
    for n, move in enumerate(moves):
        GAME.moves.check(move)
        assert state.allows(move), GAME.moves.to_words(move)
        assert n == 0 or state.goes_on()
        state.play(move, NoDice())
    assert snapshot(state) == snapshot(expected)


@given(st.data())
@settings(max_examples=120, deadline=None)
def test_a_completed_step_sequence_written_as_a_list_gives_the_same_state(data: st.DataObject):
    state = data.draw(gardens())
    dice = Dice(data.draw(st.integers(1, 2**32 - 1)), 1, 1, 1)
    start = state.copy()
    words: list[list[str]] = []
    while True:
        move = int(state.random_move(dice))
        words.append(GAME.moves.to_words(move).split())
        state.play(move, dice)
        if not state.goes_on():
            break
    kind, lines = as_list(words)
    assert snapshot(reference(start, kind, lines)) == snapshot(state)


def as_list(words: list[list[str]]) -> tuple[str, list[Line]]:
    """Decisions as one list in step order, shop parts merged for each good."""
    goods = list(GAME.moves.kinds[6].fields[0].words)
    head = words[0]
    if head[0] != "begin":
        letter = {"pass": "-", "harvest": "H", "fertilizer": "F", "mole": "M"}[head[0]]
        return letter, [Line(int(head[1]), int(head[2]))] if letter == "M" else []
    letter = {"land": "L", "shop": "C", "plant": "P", "water": "W"}[head[1]]
    parts = [word for word in words[1:] if word[0] != "done"]
    if letter == "C":
        bought: dict[int, int] = {}
        for _, good, amount in parts:
            bought[goods.index(good)] = bought.get(goods.index(good), 0) + int(amount)
        return letter, [Line(card=good, amount=amount) for good, amount in bought.items()]
    if letter == "P":
        return letter, [Line(int(x), int(y), card=goods.index(plant)) for _, x, y, plant in parts]
    if letter == "W":
        return letter, [Line(int(x), int(y), amount=int(d)) for _, x, y, d in parts]
    return letter, [Line(int(x), int(y)) for _, x, y in parts]


@given(st.integers(1, 5 * 10**7))
def test_every_quantity_has_its_parts(amount: int):
    places = parts_of(amount)
    assert sum(QUANTITIES[place] for place in places) == amount
    assert len(places) <= 3 * len(str(amount))
    for earlier, later in pairwise(places):
        assert later < earlier or (later == earlier and later % 3 == 1)
    for place in range(1, len(QUANTITIES), 3):
        assert places.count(place) <= 2
        assert places.count(place) < 2 or place - 1 not in places


def test_the_series_has_no_end_that_gold_could_reach():
    """A harvest at most every second round, every field a doubled tulip, for the longest game there is."""
    best_harvest = sum(8000 * 2 * (2 if special else 1) for special in [True] * 14 + [False] * 50)
    most_gold = 5000 + 1500 // 2 * best_harvest
    assert QUANTITIES[-1] * 200 > most_gold
    assert most_gold // 200 < 65_536_000, "drench can hold all the water there can be"


def test_a_huge_amount_never_wraps_round():
    plot = Plot()
    verdict = plot.do("C", (0, 2**64 + 1), (0, 10**40), (0, 1))
    assert [why for _, why in verdict.skipped] == ["not enough gold"] * 2
    assert (plot.has(P1, WATER), plot.gold_of(P1)) == (1, 4800)
    plot = Plot().new_plant(0, 0, TULIP).stock(P1, WATER, 1)
    assert plot.do("W", (0, 0, 2**64)).void == "too little water"


def test_surplus_water_is_gone_and_others_still_get_theirs():
    plot = Plot().own(P1, (0, 1), (0, 2)).dead(0, 0, TULIP).new_plant(0, 1, TULIP).new_plant(0, 2, CROCUS)
    plot.stock(P1, WATER, 20)
    plot.do("W", (0, 0, 4), (0, 1, 6), (0, 2, 5), (0, 0, 1))
    assert [plot.plant(0, y) for y in range(3)] == ["dead", "dead", "mature"]
    assert plot.has(P1, WATER) == 4


def test_a_list_of_no_effect_is_a_pass():
    for kind, line in (("L", (5, 5)), ("C", (6, 9)), ("C", (0, 0)), ("P", (0, 0, 6)), ("W", (3, 3, 0)), ("M", (7, 7))):
        plot, other = Plot(), Plot()
        plot.do(kind, line)
        other.do("-")
        assert plot.snapshot() == other.snapshot(), kind


def test_unused_values_are_checked_too():
    plot = Plot()
    assert judge_list(plot.state, "C", [Line(x=9, card=0, amount=1)]).void == "off the board"
    assert judge_list(plot.state, "L", [Line(1, 1, amount=-1)]).void == "negative amount"
    assert judge_list(plot.state, "L", [Line(1, 1, card=-77)]).void is None
    assert judge_list(plot.state, "H", [Line(99, 99, amount=-5)]).void is None


def test_only_the_first_character_of_a_kind_counts_and_its_case_matters():
    plot = Plot().mature(0, 0, TULIP)
    assert judge_list(plot.state, "Harvest").void is None
    assert judge_list(plot.state, "h").void == "unknown kind"


def test_an_unreadable_message_is_a_pass_and_not_a_miss():
    plot, other = Plot(), Plot()
    for move in unreadable():
        assert plot.state.allows(move)
        plot.state.play(move, NoDice())
    other.do("-")
    assert plot.snapshot() == other.snapshot()


def test_every_line_is_told_why_it_was_skipped():
    plot = Plot().own(P1, (0, 1)).stock(P1, ANEMONE, 1).dead(0, 0, TULIP)
    verdict = plot.do("P", (0, 0, 3), (0, 1, 2), (0, 1, 6), (0, 1, 3))
    assert verdict.skipped == [(0, "the field is occupied"), (1, "not a seed"), (2, "no seed left")]
    plot = Plot().stock(P1, MOLE, 1)
    assert plot.do("M", (5, 5)).skipped == [(0, "not one of your opponent's fields")]
    assert Plot().stock(P1, WATER, 5).new_plant(7, 7, CROCUS).do("W", (7, 7, 1), (0, 0, 1)).skipped == [
        (0, "not your field"),
        (1, "nothing grows there"),
    ]


def test_moves_from_outside_are_refused_in_the_middle_of_a_move():
    plot = Plot().say("begin shop")
    for move in unreadable():
        assert not plot.state.allows(move)
    reason = GAME.why_not(plot.state, unreadable()[0])
    assert reason.code == "move-begun"
