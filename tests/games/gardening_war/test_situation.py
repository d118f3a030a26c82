"""What a garden's state means, and that the rain does what was said of it."""

from __future__ import annotations

from tests.games.gardening_war.garden import ANEMONE, BLUEJAZZ, CROCUS, P1, P2, TULIP, Plot

from parlour.core.speech import situation
from parlour.games.gardening_war.game import GAME


def line(plot: Plot, seat: int | None) -> str:
    said = situation(GAME, GAME.view(plot.state, seat), ["Ann", "Ben"], seat, GAME.read_options(), seat)
    return said.replace("\u00a0", " ")


def a_plot(at: int) -> Plot:
    plot = Plot().own(P1, (0, 1), (0, 2), (0, 3), (1, 0)).at_round(at)
    plot.state.gardener1.points = 14500
    return plot


def test_plants_that_the_rain_would_drown() -> None:
    plot = a_plot(18).mature(0, 1, TULIP).grown(0, 2, TULIP, 1).grown(0, 3, CROCUS, 5).grown(1, 0, BLUEJAZZ, 2)
    assert line(plot, P1) == "You trail by 14 500; rain in 2 rounds would drown 2 of your plants."
    assert line(plot, P2) == "You lead by 14 500; rain in 2 rounds."
    assert line(plot, None) == "Ben leads by 14 500; rain in 2 rounds would drown 2 of Ann's plants."
    plot.wait(2)
    plants = [plot.plant(x, y) for x, y in ((0, 1), (0, 2), (0, 3), (1, 0))]
    assert plants == ["dead", "dead", "needs 3", "mature"]


def test_a_plant_that_dies_of_age_before_does_not_drown() -> None:
    plot = a_plot(16).mature(0, 1, TULIP).mature(0, 2, ANEMONE)
    assert "would drown 1 of your plants" in line(plot, P1)
    plot.wait(3)
    assert [plot.plant(0, 1), plot.plant(0, 2)] == ["dead", "mature"]
    plot.wait(1)
    assert plot.plant(0, 2) == "dead"


def test_rain_after_this_round() -> None:
    plot = a_plot(19).mature(0, 1, TULIP)
    assert line(plot, P1) == "You trail by 14 500; rain after this round would drown 1 of your plants."


def test_ripe_plants_that_wither() -> None:
    plot = a_plot(11).mature(0, 1, TULIP)
    plot.wait(2)
    assert line(plot, P1) == "You trail by 14 500; your ripe plant, worth 8 000, withers after this round."
    plot.do("H")
    assert plot.points_of(P1) == 8000


def test_ripe_plants_on_a_special_field_under_fertilizer() -> None:
    plot = Plot().own(P1, (0, 1), (0, 7)).at_round(11).mature(0, 7, TULIP)
    plot.state.gardener0.fert = 2
    assert line(plot, P1) == "You and Ben are level at 0; you have 32 000 ripe to harvest."


def test_the_last_rounds_and_rain_that_comes_too_late() -> None:
    plot = a_plot(98).mature(0, 1, TULIP)
    assert line(plot, P1) == "You trail by 14 500; rain in 2 rounds would drown 1 of your plants."
    short = Plot(rounds=30).at_round(30)
    assert line(short, P1) == "You and Ben are level at 0; this is the last round."
    short.at_round(28)
    assert line(short, P1) == "You and Ben are level at 0; 3 rounds left."
