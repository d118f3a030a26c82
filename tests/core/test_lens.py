"""How learning programs see a game: rows of numbers, and the lens of a game that defines none."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta
from tests.core.small_games import HIGHEST, Highest

from parlour import games
from parlour.core import Dice, NoOptions
from parlour.core.lens import Layout, Lens, Numbers
from parlour.core.testing import check_lens
from parlour.core.view_lens import ViewLens, _numbers

# What each game of the house promises, at its usual table: the numbers of an observation and the places of its index.
SIZES = {
    "connect-four": (85, 7),
    "kata-tcg": (239, 447),
    "battle-farm": (1557, 4256),
    "monogwent": (710, 687),
    "deadwood": (297, 93),
    "gardening-war": (683, 1009),
}


@pytest.mark.parametrize("name", games.names())
def test_the_sizes_of_the_house(name):
    game = games.find(name)
    lens = game.lens(game.read_options(), game.default_seats)
    assert (lens.size, lens.choices) == SIZES[name]


def test_a_row_that_begins_anew_is_empty():
    rows = Numbers(2, 3)
    rows.begin(1)
    rows.put(0, 2.5)
    rows.add(0, 1.0)
    rows.flag(1, False)
    rows.mark(2)
    assert rows.row_values(1) == [3.5, 0.0, 1.0] and rows.row_values(0) == [0.0, 0.0, 0.0]
    assert memoryview(rows.values).tolist() == [0.0, 0.0, 0.0, 3.5, 0.0, 1.0]
    rows.begin(1)
    rows.put(1, 4.0)
    assert rows.row_values(1) == [0.0, 4.0, 0.0]


def test_a_number_never_leaves_its_row():
    rows = Numbers(2, 2)
    rows.begin(0)
    for value in (1.0, -1.0, 1.0, -1.0, 1.0):
        rows.add(0, value)
    rows.begin(1)
    assert rows.row_values(0) == [1.0, 0.0] and rows.row_values(1) == [0.0, 0.0]


# --- a game without a lens of its own ---


class Crop(msgspec.Struct):
    kind: Literal["wheat", "corn"]
    ripe: bool


class Garden(msgspec.Struct):
    round: Annotated[int, Meta(ge=0, le=10)]
    gold: int
    name: str
    beds: Annotated[list[Crop | None], Meta(max_length=2)]
    stock: dict[str, int]
    corner: tuple[int, bool]


def test_a_view_as_numbers():
    layout = Layout()
    put = _numbers(msgspec.inspect.type_info(Garden), "view", layout, 0)
    assert layout.names[:3] == ["view.round", "view.gold", "view.name"]
    assert "view.beds.1.kind: corn" in layout.names
    out = Numbers(1, len(layout.names))
    shown = Garden(5, -7, "Ann", [None, Crop("corn", True)], {"seeds": 3}, (1, True))
    put(msgspec.to_builtins(shown), out)
    found = dict(zip(layout.names, out.row_values(0), strict=True))
    assert found["view.round"] == 0.5
    assert found["view.gold"] == -3 / 64  # the binary logarithm of 1 + 7, of 64 at most
    assert found["view.beds.0 is there"] == 0.0 and found["view.beds.1 is there"] == 1.0
    assert found["view.beds.1.kind: corn"] == 1.0 and found["view.beds.1.kind: wheat"] == 0.0
    assert found["view.beds.1.ripe"] == 1.0
    assert found["view.corner.1"] == 1.0
    assert 0 < found["view.name"] < 1 and found["view.stock.0"] == 2 / 64
    for name, low, high in zip(layout.names, layout.lows, layout.highs, strict=True):
        assert low <= found[name] <= high, name


def test_a_game_without_a_lens_sees_its_view_and_what_is_legal():
    lens = HIGHEST.lens(NoOptions(), 2)
    assert isinstance(lens, ViewLens) and lens.choices == HIGHEST.moves.actions
    state = HIGHEST.new(NoOptions(), 2, Dice(1, 2, 3, 4))
    numbers = Numbers(1, lens.size)
    lens.observe(state, 0, numbers)
    seen = dict(zip(lens.names, numbers.row_values(0), strict=True))
    legal = {word for word in lens.words() if seen[f"legal: {word}"]}
    assert legal == {HIGHEST.moves.to_words(move) for move in state.moves()}
    check_lens(HIGHEST, 2)


# --- lenses that are broken in one way each ---


class Sound(Lens):
    """The cards in hand, and a place for each card."""

    def __init__(self, high=1.0):
        layout = Layout()
        layout.each("own hand", [str(card) for card in range(10)], high)
        layout.one("to move")
        layout.one("something else", 10.0)
        super().__init__(layout, 10)

    def observe(self, state, seat, out):
        for card in state.hands[seat]:
            out.mark(card)
        out.flag(10, state.mover == seat)

    def choice(self, state, move):
        return move >> 6

    def words(self):
        return [f"play {card}" for card in range(10)]


class Leaking(Sound):
    def observe(self, state, seat, out):
        super().observe(state, seat, out)
        out.put(11, max(state.hands[1 - seat], default=0))


class OutOfBounds(Sound):
    def observe(self, state, seat, out):
        super().observe(state, seat, out)
        out.put(10, 2.0)


class Endless(Sound):
    def observe(self, state, seat, out):
        super().observe(state, seat, out)
        out.put(11, float("nan"))


class Blind(Sound):
    """Shows how many cards there are, but not which."""

    def observe(self, state, seat, out):
        out.put(11, len(state.hands[seat]))


class Crowded(Sound):
    def choice(self, state, move):
        return (move >> 6) // 3


class Outside(Sound):
    def choice(self, state, move):
        return (move >> 6) + 5


class Speechless(Sound):
    def words(self):
        return super().words()[:-1]


class Nameless(Sound):
    def __init__(self):
        super().__init__()
        self.names = self.names[:-1] + self.names[:1]


@pytest.mark.parametrize(
    ("lens", "complaint"),
    [
        (Leaking, "which cannot know it"),
        (OutOfBounds, "'to move' is 2.0 for seat 0, but bounded by 0.0 and 1.0"),
        (Endless, "'something else' is nan"),
        (Blind, "sees the same as in another position, but may choose"),
        (Crowded, "share the place"),
        (Outside, "has the place 1"),
        (Speechless, "9 words for 10 places"),
        (Nameless, "have the same name"),
    ],
)
def test_a_broken_lens_is_noticed(lens, complaint):
    def broken(self, options, seats):
        return lens()

    check_lens(type("Seen", (Highest,), {"lens": lambda self, options, seats: Sound()})(), 2)
    with pytest.raises(AssertionError, match=complaint):
        check_lens(type("Seen", (Highest,), {"lens": broken})(), 2)
