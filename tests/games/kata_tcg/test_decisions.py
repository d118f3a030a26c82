"""Section 8: which actions are offered and in what order, and why others are rejected."""

import random

import pytest
from tests.games.kata_tcg.tables import Duel, Side, new_game

from parlour.core.errors import Refused
from parlour.core.moves import forfeit, miss
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.rules import FINE


def test_options_are_listed_row_by_row_then_by_hand_then_by_board(table):
    a = Side(mana=3, hand="courier-owl dud river-spirit courier-owl ruin", board="m1 cut 2/2; m4 dud 0/1")
    duel = table("full", a=a, b=Side(board="m2 jab 1/1; m3 cut 2/2 asleep"))
    assert duel.options == [
        "attack courier-owl player",
        "attack dud player",
        "attack river-spirit player",
        "attack courier-owl m2",
        "attack courier-owl m3",
        "attack dud m2",
        "attack dud m3",
        "attack river-spirit m2",
        "attack river-spirit m3",
        "heal dud",
        "heal river-spirit",
        "summon courier-owl",
        "summon dud",
        "summon river-spirit",
        "draw courier-owl",
        "fight m1 player",
        "fight m4 player",
        "fight m1 m2",
        "fight m1 m3",
        "fight m4 m2",
        "fight m4 m3",
        "end",
    ]


# --- the thirteen reasons, in their order ---


def test_reason_01_game_over(table):
    duel = table("classic", a=Side(mana=1, hand="jab jab"), b=Side(hp=1))
    duel.play("attack jab player")
    duel.rejects("end", "game-over")
    duel.rejects("end", "game-over", by="b")


def test_reason_02_not_your_turn(table):
    duel = table("classic", a=Side(mana=1, hand="jab jab"))
    duel.rejects("end", "not-your-turn", by="b")


@pytest.mark.parametrize(
    "action",
    [
        *("", "dance", "attack", "attack jab", "attack jab nobody", "attack stone player", "attack jab m0"),
        *("attack 62 player", "attack -1 0", "heal jab player", "fight player m1", "fight m41 player"),
        *("end now", "concede 0", "miss"),
    ],
)
def test_reason_03_unknown_action(table, action):
    duel = table("full", a=Side(mana=1, hand="jab jab"))
    assert duel.why_not(action) == "unknown-action"


@pytest.mark.parametrize("junk", [-1, 6, 60, 2**63 - 1, 2**200, 5 | 1 << 6, 62 << 6, 41 << 22, miss(), forfeit(0)])
def test_reason_03_unknown_action_as_a_number(table, junk):
    duel = table("full", a=Side(mana=1, hand="jab jab"))
    reason = duel.match.why_not(duel.match.mover, junk)
    assert reason is not None
    assert reason.code == "unknown-action"
    with pytest.raises(Refused):
        duel.match.play(duel.match.mover, junk)


def test_reason_04_option_off(table):
    duel = table("classic", a=Side(mana=9, hand="jab glance"))
    for action in ("heal jab", "summon jab", "draw glance", "attack jab m1", "fight m1 player", "fight m1 m2"):
        duel.rejects(action, "option-off")


def test_reason_04_names_the_option(table):
    duel = table("classic", a=Side(mana=9, hand="jab"))
    for action, option in (("heal jab", "healing"), ("summon jab", "minions"), ("draw jab", "drawers")):
        reason = duel.match.why_not(duel.match.mover, GAME.moves.from_words(action))
        assert option in reason.text


def test_reason_05_empty_hand(table):
    duel = table("full", a=Side(mana=9, board="m1 cut 2/2"))
    for action in ("attack jab player", "heal jab", "summon jab", "draw glance", "attack jab m7"):
        duel.rejects(action, "empty-hand")


def test_reason_06_no_such_card(table):
    duel = table("full", a=Side(mana=9, hand="cut"))
    for action in ("attack jab player", "heal jab", "summon jab", "draw glance"):
        duel.rejects(action, "no-such-card")


def test_reason_07_no_such_mode(table):
    duel = table("full", a=Side(mana=9, hand="study ember-dart"))
    for action in ("attack study player", "heal ember-dart", "summon ember-dart", "draw ember-dart"):
        duel.rejects(action, "no-such-mode")


def test_reason_08_not_enough_mana(table):
    duel = table("full", a=Side(mana=1, hand="strike study dud"))
    for action in ("attack strike player", "heal strike", "summon strike", "draw study"):
        duel.rejects(action, "not-enough-mana")


def test_reason_09_board_full(table):
    duel = table("full", a=Side(mana=3, hand="strike", board="m1 cut 2/2; m2 cut 2/2; m3 cut 2/2"))
    duel.rejects("summon strike", "board-full")


def test_reason_10_no_such_minion(table):
    duel = table("full", a=Side(mana=3, hand="strike", board="m1 cut 2/2"), b=Side(board="m2 cut 2/2"))
    for action in ("fight m2 player", "fight m0 player", "fight m9 m2"):
        duel.rejects(action, "no-such-minion")


def test_reason_11_asleep(table):
    duel = table("full", a=Side(mana=3, hand="strike", board="m1 cut 2/2 asleep"))
    duel.rejects("fight m1 player", "asleep")


def test_reason_12_already_used(table):
    duel = table("full", a=Side(mana=3, hand="strike", board="m1 cut 2/2 used"))
    duel.rejects("fight m1 player", "already-used")


def test_reason_13_no_such_target(table):
    duel = table("full", a=Side(mana=3, hand="strike", board="m1 cut 2/2"), b=Side(board="m2 cut 2/2"))
    for action in ("attack strike m1", "attack strike m9", "fight m1 m1", "fight m1 m9"):
        duel.rejects(action, "no-such-target")


def test_where_two_reasons_apply_the_first_wins(table):
    over = table("classic", a=Side(mana=1, hand="jab"), b=Side(hp=1))
    over.play("attack jab player")
    over.rejects("heal jab", "game-over", by="b")  # before not-your-turn and option-off
    assert over.match.why_not(0, -1).code == "game-over"  # before unknown-action

    duel = table("classic", a=Side(mana=3, hand="jab"))
    assert duel.match.why_not(duel.seats["b"], 2**40 + 59).code == "not-your-turn"  # before unknown-action
    duel.rejects("heal strike", "not-your-turn", by="b")  # before option-off

    plain = table("minions", a=Side(mana=1, board="m1 cut 2/2 asleep"))
    plain.rejects("heal jab", "option-off")  # before empty-hand
    plain.rejects("attack glance m9", "empty-hand")  # before no-such-card, no-such-mode and no-such-target
    plain.rejects("fight m1 m9", "asleep")  # before no-such-target
    plain.rejects("fight m2 m9", "no-such-minion")  # before no-such-target

    full = table(
        "full",
        a=Side(mana=1, hand="study ruin", board="m1 cut 2/2 used; m3 cut 2/2; m4 cut 2/2"),
        b=Side(board="m2 cut 2/2"),
    )
    full.rejects("summon jab", "no-such-card")  # before board-full
    full.rejects("attack study m9", "no-such-mode")  # before not-enough-mana and no-such-target
    full.rejects("summon study", "no-such-mode")  # before board-full
    full.rejects("summon ruin", "not-enough-mana")  # before board-full
    full.rejects("attack ruin m9", "not-enough-mana")  # before no-such-target
    full.rejects("fight m1 m9", "already-used")  # before no-such-target

    both = table("minions", a=Side(mana=1, hand="dud", board="m1 cut 2/2 asleep used"))
    both.rejects("fight m1 player", "asleep")  # before already-used


# --- the law: what is offered is what is not rejected ---


def offered(duel: Duel) -> list[str]:
    """Section 8 once more, from what the active side sees."""
    seen = duel.view(duel.active)
    side, rival = seen.sides[seen.mover], seen.sides[1 - seen.mover]
    cards = [POOL[card] for card in dict.fromkeys(side.hand) if POOL[card].cost <= side.mana]
    ready = [m.minion for m in side.board if not m.asleep and not m.used]
    targets = [m.minion for m in rival.board]
    attackers = [card.id for card in cards if card.damage is not None]
    return [
        *(f"attack {card} player" for card in attackers),
        *(f"attack {card} {target}" for card in attackers for target in targets),
        *(f"heal {card.id}" for card in cards if seen.healing and card.heal is not None),
        *(
            f"summon {card.id}"
            for card in cards
            if seen.minions and card.minion_health is not None and len(side.board) < 3
        ),
        *(f"draw {card.id}" for card in cards if seen.drawers and card.draw is not None),
        *(f"fight {m} player" for m in ready),
        *(f"fight {m} {target}" for m in ready for target in targets),
        "end",
    ]


ALL_ACTIONS = [GAME.moves.from_action(action) for action in range(GAME.moves.actions)]


@pytest.mark.parametrize("options", ["classic", "healing", "minions", "drawers", "full", "custom_cards minions"])
def test_law_an_action_is_offered_exactly_when_no_rule_forbids_it(options):
    choose = random.Random(options)
    looked_at = 0
    for seed in range(6):
        duel = new_game(options, seed)
        while not duel.match.over:
            moves = duel.state.moves()
            assert duel.options == offered(duel)
            assert len(moves) > 1, "the side to decide has an action besides end"
            if choose.random() < 0.12:
                looked_at += 1
                allowed = {move for move in ALL_ACTIONS if duel.state.rejection(move) == FINE}
                assert allowed == set(moves)
            # ending seldom, so that boards and hands fill and empty
            acting = moves[:-1] if choose.random() < 0.8 else moves
            duel.match.play(duel.match.mover, choose.choice(acting))
    assert looked_at >= 8
