"""Seat words: every good form makes a player, every bad one gets a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots import make_player, read_word
from parlour.bots.process import ProcessPlayer
from parlour.bots.seat_words import LEVELS, SETTINGS, known_words
from parlour.bots.thinkers import GreedyPlayer, PolicyPlayer, RandomPlayer, SearchPlayer, processor_cores
from parlour.core import Dice, Refused
from parlour.games import find, names

KATA = find("kata-tcg")
FOUR = find("connect-four")


def made(word, game=KATA, **more):
    read_word(game, word)
    player = make_player(game, word, Dice(1, 2, 3, 4), **more)
    player.close()
    return player


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("random", RandomPlayer),
        (" greedy ", GreedyPlayer),
        ("reckless", PolicyPlayer),
        ("careful", PolicyPlayer),
        ("planner", PolicyPlayer),
        ("easy", SearchPlayer),
        ("medium", SearchPlayer),
        ("hard", SearchPlayer),
        ("expert", SearchPlayer),
        ("master", SearchPlayer),
        ("search:turn=1500", SearchPlayer),
        ("search:ms=500", SearchPlayer),
        ("search:iterations=2000", SearchPlayer),
        ("search:iterations=2000:workers=2:explore=80:depth=10:blunder=5", SearchPlayer),
        ("search:ms=5:iterations=7", SearchPlayer),
        ("cmd:python bot.py --x=1:2", ProcessPlayer),
    ],
)
def test_good_words(word, kind):
    assert type(made(word)) is kind


def test_settings_reach_the_player():
    player = made("search:ms=9:iterations=2000:workers=2:explore=80:depth=10:blunder=5")
    assert (player.ms, player.iterations, player.workers) == (9, 2000, 2)
    assert (player.explore, player.depth, player.blunder) == (0.8, 10, 5)
    assert made("expert", workers=1).workers == 1
    assert made("search:turn=1500").turn_ms == 1500
    assert made("search:ms=9:workers=0").workers == processor_cores()
    assert made("search:ms=9:plan=0").plan is False


@pytest.mark.parametrize("name", names())
def test_the_master_thinks_five_seconds_a_turn_at_most(name):
    word = read_word(find(name), "master")
    assert word.by_the_clock
    assert word.longest_ms <= 5000


def test_a_game_tunes_the_search_and_the_word_has_the_last_say(monkeypatch):
    monkeypatch.setattr(type(KATA), "tuning", {"depth": 3, "explore": 44})
    assert (made("search:ms=9").depth, made("search:ms=9").explore) == (3, 0.44)
    assert made("search:ms=9:depth=11").depth == 11


def test_a_game_may_have_levels_of_its_own(monkeypatch):
    monkeypatch.setattr(type(KATA), "levels", {"easy": "search:iterations=7:blunder=50"})
    assert made("easy").iterations == 7
    assert made("easy", FOUR).iterations != 7


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("", "has no player ''"),
        ("randm", "Did you mean random?"),
        ("hrad", "Did you mean hard?"),
        ("Random", "has no player"),
        ("node bot.js", "Write cmd: before a program: `cmd:node bot.js`"),
        ("./bot", "Write cmd: before a program: `cmd:./bot`"),
        ("random:x=1", "has no settings"),
        ("planner:depth=1", "has no settings"),
        ("search", "say how long to think"),
        ("search:", "say how long to think"),
        ("search:depth=3", "say how long to think"),
        ("search:ms", "ms must be a whole number from 1 to 600000"),
        ("search:ms=0", "from 1 to"),
        ("search:ms=-5", "from 1 to"),
        ("search:ms=1.5", "from 1 to"),
        ("search:ms=٣", "from 1 to"),
        ("search:ms=1000000", "from 1 to 600000"),
        ("search:ms=99999999999999999999", "from 1 to 600000"),
        ("search:iterations=0", "from 1 to"),
        ("search:iterations=5:workers=65", "workers must be a whole number from 0 to 64"),
        ("search:iterations=5:blunder=101", "from 0 to 100"),
        ("search:iterations=5:speed=9", "a search has no setting 'speed'"),
        ("cmd:", "Name a program after `cmd:`"),
        ("cmd:   ", "Name a program after `cmd:`"),
        ("cmd", "Name a program after `cmd:`"),
        ("you", "has no player 'you'"),
    ],
)
def test_bad_words_get_a_sentence(word, part):
    with pytest.raises(Refused) as refused:
        read_word(KATA, word)
    assert part in refused.value.text
    assert refused.value.code == "bad-seat"


def test_players_of_one_game_are_unknown_in_another():
    with pytest.raises(Refused, match="Connect Four has no player 'reckless'"):
        read_word(FOUR, "reckless")


@pytest.mark.parametrize("name", names())
def test_every_word_that_is_offered_is_good(name):
    for word in known_words(find(name)):
        read_word(find(name), word)


@given(
    st.text(max_size=100)
    | st.lists(st.sampled_from([*LEVELS, *SETTINGS, "search", "cmd", ":", "=", "1", "-", " ", "x"]), max_size=9).map(
        "".join
    )
)
def test_junk_is_refused_with_a_sentence(word):
    try:
        read_word(KATA, word)
    except Refused as refused:
        assert refused.text[-1] in ".?"
        assert len(refused.text) < 400
