"""Experiments: every game, mistakes in their files, seats in balance, and the same result however they are played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest
from tests.contract.cups import CUPS

from parlour.arena.workers import Enough
from parlour.core.errors import Refused
from parlour.core.protocol import LabExperiment, LabResult
from parlour.core.seed import Seed
from parlour.games import HOUSE, find
from parlour.lab.experiments.comparing import compare
from parlour.lab.experiments.design import Design
from parlour.lab.experiments.example import example
from parlour.lab.experiments.factors import factors_of
from parlour.lab.experiments.keeping import keep
from parlour.lab.experiments.reading import read, read_file, write
from parlour.lab.experiments.report import page
from parlour.lab.experiments.running import Run
from parlour.lab.experiments.summing import encoded

SEED = Seed.parse("5")


def design(**fields: object) -> Design:
    experiment = msgspec.convert({"game": "connect-four", "games": 8, **fields}, LabExperiment)
    return Design(find(experiment.game), experiment, SEED)


def laid_out(text: str) -> Design:
    experiment = read(text)
    return Design(find(experiment.game), experiment, SEED)


def played(experiment: LabExperiment, folder: Path, workers: int = 1) -> Run:
    run = Run(experiment, folder, "5")
    run.play(workers)
    return run


# --- every game ---


@pytest.mark.parametrize("name", HOUSE)
def test_every_game_begins_with_an_experiment_that_can_be_played(name: str, tmp_path: Path) -> None:
    experiment = read(example(find(name)))
    little = msgspec.structs.replace(experiment, games=2, again=1, players=["random"])
    result = played(little, tmp_path).result()
    assert result.complete and result.games >= 2
    everything = result.slices[0]
    assert {number.name for number in everything.numbers} >= {"turns", "decisions", "minutes", "forced", "changes"}
    assert {family.name for family in everything.families} >= {"seat", "first-move"}
    assert "<svg" in page(result)


def test_a_game_of_another_package_is_measured_too() -> None:
    found = Design(CUPS, LabExperiment(game="cups", games=4, players=["random"]), SEED)
    assert found.games == 4
    assert {factor.name for factor in factors_of(CUPS)} >= {"players"}
    assert "[factors]" in example(CUPS)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("battle-farm", {"class", "card planted"}),
        ("kata-tcg", {"card in the deck", "card played"}),
        ("monogwent", {"faction", "card played"}),
    ],
)
def test_games_tell_what_a_seat_had(name: str, kinds: set[str], tmp_path: Path) -> None:
    run = played(LabExperiment(game=name, games=2, again=0, players=["random"]), tmp_path)
    [first, *_] = run.journal.deals()
    for seat in first.games[0].had:
        assert kinds <= seat.keys() and all(seat[kind] for kind in kinds)
    assert kinds <= set(find(name).had_kinds())


# --- the file ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = [", "not valid TOML"),
        ("games = 5", "which game"),
        ('game = "ches"', "no game"),
        ('game = "kata-tcg"\ngams = 5', "Did you mean game"),
        ('game = "kata-tcg"\ngames = "many"', "games: expected a whole number"),
        ('game = "kata-tcg"\ngames = 0', "games: expected a whole number of at least 1"),
        ('game = "kata-tcg"\nmetrics = ["win"]', "there is no 'win'; there are wins, first-move"),
        ('game = "kata-tcg"\npeople = 3', "people: expected a table"),
        ('game = "kata-tcg"\n[people]\nfree = -1', "people.free: expected a number of at least 0"),
        ('game = "kata-tcg"\n[factors]\ncolour = "all"', "no factor 'colour'"),
        ('game = "kata-tcg"\n[factors]\npresets = "all"', "Did you mean preset"),
        ('game = "kata-tcg"\n[factors]\npreset = ["full", "full"]', "there twice"),
        ('game = "kata-tcg"\n[factors]\npreset = []', "factors.preset: write a list"),
        ('game = "kata-tcg"\n[factors]\npreset = ["fool"]', "no preset 'fool'"),
        ('game = "kata-tcg"\n[factors]\nplayers = ["gredy"]', "Did you mean greedy"),
        ('game = "kata-tcg"\n[factors]\ndecks = "all"', "needs the option deck_building"),
        ('game = "kata-tcg"\nseats = 3', "for 2 players, not 3"),
        ('game = "kata-tcg"\nplayers = ["random", "greedy", "easy"]', "one for each of the 2 seats, not 3"),
        ('game = "deadwood"\n[factors]\ndays = "all"', "no list of values"),
        ('game = "battle-farm"\n[factors]\nclasses = [["land_baron", "crop_scientist"]]', "under [[cells]]"),
        ('game = "battle-farm"\nseats = 2\n[[cells]]\nclasses = ["land_baron"]', "cannot both be"),
        ('game = "battle-farm"\n[factors]\nseats = ["two"]', "seats must be a whole number"),
        ('game = "kata-tcg"\n[factors]\npreset = "all"\n[[cells]]\npreset = "full"', "not both"),
        ('game = "monogwent"\n[factors]\nscript = [{ file = "cards.txt" }]', "can't be read here"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        laid_out(text)
    assert said in refused.value.text
    assert refused.value.text.endswith((".", "?")) and "\n" not in refused.value.text


def test_files_of_an_experiment_are_read_from_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("card one")
    file = tmp_path / "experiment.toml"
    file.write_text('game = "monogwent"\n[factors]\nscript = ["", { file = "mine.txt" }]\n')
    experiment = read_file(file)
    assert experiment.factors["script"] == ["", {"name": "mine", "value": "card one"}]
    file.write_text('game = "monogwent"\n[factors]\nscript = [{ file = "yours.txt" }]\n')
    with pytest.raises(Refused, match=r"yours\.txt could not be read"):
        read_file(file)


def test_an_experiment_is_written_as_it_is_read() -> None:
    experiment = LabExperiment(
        game="battle-farm",
        title='A "quoted" title\nof two lines',
        seats=2,
        options={"win_limit": 90, "fresh_market": False},
        cells=[{"classes": ["land_baron", "crop_scientist"]}, {"max_rounds": {"name": "few", "value": 9}}],
        seed=7,
    )
    assert read(write(experiment)) == experiment


# --- the design ---


def test_everybody_meets_everybody_from_every_seat() -> None:
    found = design(game="battle-farm", seats=2, games=60, factors={"classes": "all"})
    assert (len(found.line_ups), found.games) == (15, 60)
    seats: Counter[tuple[str, int]] = Counter()
    for number in range(found.jobs):
        job = found.job(number)
        if not job.again:
            for rotation in range(found.line_ups[job.line_up].rotations):
                table = found.table(job.line_up, rotation)
                assert table.options.classes == [names["classes"] for names in table.names]
                seats.update((names["classes"], seat) for seat, names in enumerate(table.names))
    assert len(seats) == 12 and set(seats.values()) == {10}, "each class as often in each seat"


def test_numbered_options_belong_to_the_seats() -> None:
    found = design(game="monogwent", factors={"faction": ["Storm Choir", "Hedge Court"]})
    one, other = found.table(0, 0).options, found.table(0, 1).options
    assert (one.faction0, one.faction1) == (other.faction1, other.faction0) == ("Storm Choir", "Hedge Court")


def test_more_seats_than_values_mix_them() -> None:
    found = design(game="deadwood", seats=4, games=24, factors={"players": ["random", "greedy"]})
    assert sorted(sum(v[0].name == "greedy" for v in one.entries) for one in found.line_ups) == [1, 2, 3]
    assert found.games == sum(one.rotations for one in found.line_ups) * found.repeats


def test_factors_of_the_table_are_crossed() -> None:
    found = design(game="deadwood", games=40, factors={"seats": [2, 3], "days": [1, 2]})
    assert [cell.title for cell in found.cells] == [
        "seats 2, days 1", "seats 2, days 2", "seats 3, days 1", "seats 3, days 2",
    ]  # fmt: skip


def test_line_ups_that_the_rules_refuse_are_told() -> None:
    wish = {"classes": ["land_baron", "crop_scientist"], "players": ["random", "greedy"]}
    found = design(game="battle-farm", seats=2, games=8, factors=wish)
    assert len(found.line_ups) == 4  # of six: two farmers of the same class can't meet
    assert "2 line-ups of 6 can't be played" in found.notes[0]


def test_too_few_games_play_some_of_the_line_ups() -> None:
    found = design(game="battle-farm", seats=2, games=10, factors={"classes": "all"})
    assert found.games == 10 and "too few for all 15 line-ups" in found.notes[0]


# --- the result ---


EXPERIMENT = LabExperiment(game="connect-four", games=12, again=3, factors={"players": ["random", "greedy"]})


def interrupted(experiment: LabExperiment, folder: Path, after: int) -> None:
    """Play so many deals, and then be stopped in the middle of a line."""
    run = Run(experiment, folder, "5")

    def stop(done: int, total: int) -> None:
        if done >= after:
            raise Enough

    run.play(1, stop)
    assert run.counting.done == after
    with run.journal.lines.path.open("ab") as file:
        file.write(b"[99,[[0,[1.0,0.")


def test_whatever_was_interrupted_the_result_is_the_same(tmp_path: Path) -> None:
    whole = encoded(played(EXPERIMENT, tmp_path / "whole").result())
    for after in (1, 4):
        interrupted(EXPERIMENT, tmp_path / "parts", after)
    assert encoded(played(EXPERIMENT, tmp_path / "parts").result()) == whole
    assert encoded(played(EXPERIMENT, tmp_path / "two", workers=2).result()) == whole


def test_an_unfinished_result_says_so(tmp_path: Path) -> None:
    interrupted(EXPERIMENT, tmp_path, 3)
    run = Run(EXPERIMENT, tmp_path)
    for deal in run.journal.deals():
        run.counting.add(deal)
    assert not run.result().complete


def test_another_experiment_does_not_go_on_with_this_one(tmp_path: Path) -> None:
    played(EXPERIMENT, tmp_path)
    with pytest.raises(Refused, match="another experiment: its games differs"):
        played(msgspec.structs.replace(EXPERIMENT, games=14), tmp_path)


def test_a_result_says_who_is_better(tmp_path: Path) -> None:
    experiment = msgspec.structs.replace(EXPERIMENT, games=60, again=0)
    result = played(experiment, tmp_path).result()
    [players] = [family for family in result.slices[0].families if family.name == "players"]
    best = players.shares[0]
    assert best.name == "greedy" and best.clear and best.low > best.even
    assert best.games == 60 and best.deals == 30


def test_a_folder_keeps_everything(tmp_path: Path) -> None:
    run = played(EXPERIMENT, tmp_path)
    result = run.result()
    assert keep(run, result, tmp_path) == ""
    assert msgspec.json.decode((tmp_path / "result.json").read_bytes(), type=LabResult) == result
    assert pq.read_table(tmp_path / "games.parquet").num_rows == 12 + 3 * 4
    again = played(read_file(tmp_path / "experiment.toml"), tmp_path / "again")
    assert again.result() == result, "the file that is kept plays the same games"


def test_two_results_are_compared(tmp_path: Path) -> None:
    weak = LabExperiment(game="connect-four", games=60, players=["random"], again=0)
    strong = msgspec.structs.replace(weak, players=["greedy"])
    one, other = played(weak, tmp_path / "one").result(), played(strong, tmp_path / "other").result()
    found = {line.name: line for line in compare(one, other).differences}
    assert found["turns"].difference == pytest.approx(found["turns"].second - found["turns"].first)
    assert not any(line.clear for line in compare(one, one).differences)
    with pytest.raises(Refused, match="same game"):
        compare(one, msgspec.structs.replace(other, game="deadwood"))
