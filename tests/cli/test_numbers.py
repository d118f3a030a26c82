"""Simulations, matches, decks and measurements as programs read them."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.lab import strength


def test_simulate_reports_every_number(parlour):
    line = ["simulate", "connect-four", "--games", "200", "--seats", "random,random", "--seed", "1", "--json"]
    found = json.loads(parlour(*line).out)
    assert {"games", "moves", "moves_per_second", "mean_moves", "share"} <= found.keys()
    assert found["games"] == 200
    assert sum(found["share"]) == pytest.approx(1)
    again = json.loads(parlour(*line).out)
    assert (again["moves"], again["share"]) == (found["moves"], found["share"])


def test_match_reports_share_and_interval_in_the_order_given(parlour):
    said = parlour(
        "match", "connect-four", "--seats", "random,search:iterations=30", "--games", "8", "--seed", "1", "--json"
    )
    found = json.loads(said.out)
    assert found["games"] == 8
    assert [seat["seat"] for seat in found["seats"]] == ["random", "search:iterations=30"]
    for seat in found["seats"]:
        low, high = seat["interval"]
        assert 0 <= low <= seat["share"] + 1e-9
        assert seat["share"] <= high + 1e-9 <= 1 + 1e-8
    assert found["seats"][1]["share"] > 0.5


def test_results_are_readable_for_people(parlour):
    assert "share" in parlour("simulate", "connect-four", "--games", "20").out
    assert "95 % interval" in parlour("match", "connect-four", "--seats", "greedy,random", "--games", "4").out


def test_a_person_cannot_play_in_a_simulation(parlour):
    parlour("simulate", "connect-four", "--seats", "you,random").refused()


def test_bench_reports_rows_and_ratios(parlour):
    said = parlour("bench", "--json", "--seconds", "0.05")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found.keys() == {"compiled", "rows", "ratios"}
    rows = {row["name"]: row["moves_per_second"] for row in found["rows"]}
    for game in ("connect-four", "kata-tcg"):
        for way in ("in-module", "py-driven", "interpreted", "batch"):
            assert rows[f"{game} {way}"] > 0
    assert "kata-tcg in-module / kata-tcg interpreted" in found["ratios"]
    assert ("open_spiel connect_four" in rows) == (find_spec("pyspiel") is not None)


def test_decks_from_the_first_to_the_last(parlour):
    assert "motley" in parlour("deck", "list").out
    assert "cost" in parlour("deck", "show", "motley").out
    made = parlour("deck", "new", "Ember & Ash", "--copy", "motley")
    assert made.code == 0
    path = made.out.removeprefix("Saved as ").strip()
    assert Path(path).is_file()
    assert parlour("deck", "check", path).code == 0
    assert "ember-ash" in parlour("deck", "list").out
    parlour("deck", "new", "Ember & Ash", "--copy", "motley").refused()
    assert parlour("deck", "new", "Ember & Ash", "--copy", "basic", "--overwrite").code == 0
    assert parlour("deck", "delete", "ember-ash").code == 0
    parlour("deck", "show", "ember-ash").refused()


def test_every_mistake_in_a_deck_is_reported(parlour):
    Path("bad.toml").write_text('format = 1\nname = "x"\n[cards]\nstryke = 3\n')
    said = parlour("deck", "check", "bad.toml")
    said.refused()
    assert "did you mean strike?" in said.err
    assert "needs exactly 20" in said.err
    told = parlour("deck", "check", "bad.toml", "--json")
    assert told.code == 2
    assert not json.loads(told.out)["valid"]
    parlour("deck", "new", "Mine", "--cards", "strike=3").refused()
    parlour("deck", "new", "Mine", "--cards", "strike").refused()
    parlour("deck", "new", "Mine").refused()


def test_strength_writes_its_page_and_keeps_what_others_measured(parlour, tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "RUNGS", strength.RUNGS[:2])  # those above take minutes
    monkeypatch.setattr(strength, "TOP", ("", ""))
    page = tmp_path / "strength.md"
    said = parlour("strength", "connect-four", "--minutes", "0.01", "--games", "2", "--write", str(page), "--json")
    assert said.code == 0, said.err
    (ladder,) = json.loads(said.out)
    assert [(rung["upper"], rung["lower"]) for rung in ladder["rungs"]] == [("greedy", "random"), ("easy", "greedy")]
    assert all(rung["games"] == 2 and 0 <= rung["low"] <= rung["share"] <= rung["high"] for rung in ladder["rungs"])
    kept = json.loads((tmp_path / "strength.json").read_text())
    kept[0] |= {"game": "other", "title": "Another Game"}
    (tmp_path / "strength.json").write_text(json.dumps(kept))
    again = parlour("strength", "connect-four", "--minutes", "0.01", "--games", "2", "--write", str(page))
    assert again.code == 0, again.err
    assert page.read_text().index("## Another Game") < page.read_text().index("## Connect Four")
    (tmp_path / "strength.json").write_text("[{]")
    broken = parlour("strength", "connect-four", "--write", str(page))
    assert broken.code == 2
    assert "strength.json cannot be read" in broken.err


def test_a_strength_that_goes_on_adds_games_on_other_deals_where_too_little_is_known(parlour, tmp_path, monkeypatch):
    seeds = []
    play_series = strength.play_series

    def noting(game, options, words, games, seed, **more):
        seeds.append(seed.promise)
        return play_series(game, options, words, games, seed, **more)

    monkeypatch.setattr(strength, "play_series", noting)
    monkeypatch.setattr(strength, "RUNGS", strength.RUNGS[:2])
    monkeypatch.setattr(strength, "TOP", ("", ""))
    page = tmp_path / "strength.md"
    line = ["strength", "connect-four", "--workers", "1", "--write", str(page), "--json"]
    said = parlour(*line, "--games", "2")
    assert said.code == 0, said.err
    (first,) = json.loads(said.out)
    (both,) = json.loads(parlour(*line, "--games", "6", "--more").out)
    assert [rung["games"] for rung in both["rungs"]] == [6, 6]
    assert [[rung["games"] for rung in rungs] for rungs in both["sittings"]] == [[2, 2], [4, 4]]
    assert both["sittings"][0] == first["rungs"]
    for at, rung in enumerate(both["rungs"]):
        shares = [sitting[at]["share"] * sitting[at]["games"] for sitting in both["sittings"]]
        assert rung["share"] == pytest.approx(sum(shares) / 6)
        assert rung["low"] < rung["share"] or rung["low"] == 0
    assert len(set(seeds)) == 4
    assert "in 2 sittings" in page.read_text()
    (same,) = json.loads(parlour(*line, "--games", "6", "--more").out)
    assert same == both and len(seeds) == 4


def test_a_strength_goes_on_only_with_the_same_players(parlour, tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "RUNGS", (("greedy", "random"),))
    monkeypatch.setattr(strength, "TOP", ("", ""))
    page = tmp_path / "strength.md"
    line = ["strength", "connect-four", "--games", "2", "--workers", "1", "--write", str(page)]
    assert "name the page" in parlour("strength", "connect-four", "--more").err
    assert parlour(*line).code == 0
    assert "with time limits" in parlour(*line, "--more", "--unhurried").err
    told = json.loads((tmp_path / "strength.json").read_text())
    told[0]["levels"]["easy"] = "search:iterations=1"
    (tmp_path / "strength.json").write_text(json.dumps(told))
    assert "have changed" in parlour(*line, "--more").err


def test_unhurried_levels_have_no_time_limits(parlour, tmp_path, monkeypatch):
    played = []
    play_series = strength.play_series

    def noting(game, options, words, *rest, **more):
        played.append(list(words))
        return play_series(game, options, ["random", "random"], *rest, **more)

    monkeypatch.setattr(strength, "play_series", noting)
    monkeypatch.setattr(strength, "RUNGS", (("easy", "greedy"), ("expert", "hard")))
    page = tmp_path / "strength.md"
    line = ["strength", "connect-four", "--games", "2", "--unhurried", "--workers", "1", "--write", str(page), "--json"]
    (ladder,) = json.loads(parlour(*line).out)
    levels = ladder["levels"]
    assert "turn=" in levels["expert"]
    assert played == [[levels["easy"], "greedy"], ["search:iterations=60000", levels["hard"]]]  # and no master
    assert [(rung["upper"], rung["lower"]) for rung in ladder["rungs"]] == [("easy", "greedy"), ("expert", "hard")]
    assert "without time limits" in page.read_text()
