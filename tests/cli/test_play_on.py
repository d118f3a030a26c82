"""What if: `parlour play --from FILE --ply N` plays on from a moment of a finished match."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour

from parlour.core.record import load, replay
from parlour.games import find

RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"
KATA, FARM, FOUR = (RECORDS / f"{name}.json" for name in ("kata-tcg-2-full", "battle-farm-3-short", "connect-four-2"))


def test_you_decide_next_and_the_past_is_repeated(parlour: Parlour) -> None:
    origin = load(KATA)
    said = parlour("play", "--from", str(KATA), "--ply", "12", "--save", "what-if.json", typed="quit\n")
    assert said.code == 0
    assert "Played on from move 12 of A against B; everything hidden is as it was." in said.out
    found = load(Path("what-if.json"))
    assert found.moves == origin.moves[:12]
    assert found.seed != origin.seed
    match = replay(found, find)
    assert found.seats[match.mover] == "you"
    assert match.view(match.mover) == replay(origin, find, upto=12).view(match.mover)


def test_a_branch_is_saved_resumed_replayed_and_branched(parlour: Parlour) -> None:
    where = ("--from", str(KATA), "--ply", "12", "--anew", "--seats", "you,greedy", "--save", "a.json", "--seed", "3")
    assert parlour("play", *where, typed="end\nquit\n").code == 0
    assert parlour("play", "--resume", "a.json", typed="end\n" * 60).code == 0
    match = replay(load(Path("a.json")), find)
    assert match.over and match.branch is not None and match.branch.kept == 0
    again = parlour("replay", "a.json", "--all")
    assert again.out.count("everything hidden is dealt anew, except what A could see.") == 1
    told = json.loads(parlour("replay", "a.json", "--json").out)
    assert told["branch"]["stretches"] == [{"ply": 12, "seed": load(KATA).seed, "kept": 0}]
    then = parlour("play", "--from", "a.json", "--ply", "20", "--save", "b.json", typed="quit\n")
    assert "of A against B" not in then.out and "Played on from move 20 of Player 1 against Ines" in then.out
    assert load(Path("b.json")).moves == load(Path("a.json")).moves[:20]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--from", str(KATA)], "Say after how many moves to play on: --ply N, from 0 to 50."),
        (["--from", str(KATA), "--ply", "51"], "The game ended there; choose an earlier moment"),
        (["--from", str(KATA), "--ply", "52"], "has 51 moves, so there is no position after 52."),
        (["--from", str(KATA), "--ply", "-1"], "no position after -1."),
        (["--from", str(KATA), "--ply", "3", "--seats", "you"], "is for 2 players, not 1."),
        (["--from", str(FARM), "--ply", "3", "--seats", "you,easy"], "This match has 3 seats, not 2."),
        (["--from", str(FOUR), "--ply", "3", "--anew"], "Nothing is hidden in Connect Four"),
        (["--from", str(KATA), "--ply", "3", "--preset", "full"], "so --preset can't be changed."),
        (["monogwent", "--from", str(KATA), "--ply", "3"], "is a Kata TCG match, not MonoGwent."),
        (["--from", "nowhere.json", "--ply", "3"], "nowhere.json"),
        (["--from", str(KATA), "--resume", str(KATA)], "--from and --resume don't go together"),
        (["kata-tcg", "--ply", "3"], "--ply and --anew need --from"),
    ],
)
def test_what_can_not_be_is_refused(parlour: Parlour, words: list[str], says: str) -> None:
    said = parlour("play", *words)
    assert said.code == 2
    assert says in " ".join(said.err.split())
    assert "Traceback" not in said.err
    assert not list(Path().glob("house/matches/*"))


def test_an_unfinished_match_is_resumed_not_branched(parlour: Parlour) -> None:
    parlour("play", "connect-four", "--seats", "you,you", "--save", "open.json", typed="3\n4\nquit\n")
    said = parlour("play", "--from", "open.json", "--ply", "1")
    said.refused()
    assert "not over yet" in said.err
