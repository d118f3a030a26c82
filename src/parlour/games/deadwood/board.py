"""A film lot as plain data: sets, trailer, office, prices and scenes, standard or loaded from files."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.games.deadwood import codes
from parlour.games.deadwood.layout import MAP_HEIGHT, MAP_WIDTH, lay_out
from parlour.games.deadwood.state import Lot

MOST_LETTERS: Final = 80  # of a name or title
MOST_TEXT: Final = 400  # of a line or a scene's text
MOST_PRICE: Final = 9999
CARD_WIDTH: Final = 205
CARD_HEIGHT: Final = 115

Name = Annotated[str, Meta(max_length=MOST_LETTERS)]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Rank = Annotated[int, Meta(ge=1, le=codes.TOP_RANK)]
AreaId = Annotated[str, Meta(max_length=20)]
Pixel = Annotated[int, Meta(ge=-10000, le=10000)]
Neighbours = Annotated[list[AreaId], Meta(max_length=codes.MOST_SETS + 2)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle on a map of 1200 by 900 pixels, or on a card, measured from the top left."""

    x: Pixel
    y: Pixel
    w: Pixel
    h: Pixel


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part to play, on a card or next to it."""

    rank: Rank
    name: Name = ""
    line: Text = ""
    place: Place | None = None


class FilmSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where scenes are filmed."""

    id: AreaId
    name: Name
    neighbours: Neighbours
    takes: Annotated[int, Meta(ge=1, le=3)]
    roles: Annotated[list[Role], Meta(max_length=codes.MOST_ROLES)] = []
    place: Place | None = None


class Yard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trailer or the office: a place without a scene."""

    name: Name
    neighbours: Neighbours
    place: Place | None = None


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rank costs; None if it is not sold for that currency."""

    rank: Annotated[int, Meta(ge=2, le=codes.TOP_RANK)]
    dollars: Annotated[int, Meta(ge=1, le=MOST_PRICE)] | None = None
    credits: Annotated[int, Meta(ge=1, le=MOST_PRICE)] | None = None


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the deck. Ids are given in deck order, c01 first."""

    budget: Annotated[int, Meta(ge=2, le=6)]
    roles: Annotated[list[Role], Meta(min_length=1, max_length=codes.MOST_ROLES)]
    title: Name = ""
    text: Text = ""
    number: Annotated[int, Meta(ge=0, le=99999)] | None = None
    img: Name = ""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lot with its deck. A loaded board calls its sets s01, s02 … in dealing order."""

    sets: Annotated[list[FilmSet], Meta(min_length=2, max_length=codes.MOST_SETS)]
    trailer: Yard
    office: Yard
    prices: Annotated[list[Price], Meta(max_length=codes.TOP_RANK - 1)]
    scenes: Annotated[list[Scene], Meta(min_length=2, max_length=codes.MOST_CARDS)]
    name: Name = ""

    @property
    def areas(self) -> list[str]:
        return [*(s.id for s in self.sets), "trailer", "office"]

    @property
    def area_names(self) -> list[str]:
        return [*(s.name for s in self.sets), self.trailer.name, self.office.name]

    @property
    def links(self) -> list[list[str]]:
        """The neighbours of each area, in the order of `areas`."""
        return [*(s.neighbours for s in self.sets), self.trailer.neighbours, self.office.neighbours]

    @property
    def places(self) -> list[Place | None]:
        return [*(s.place for s in self.sets), self.trailer.place, self.office.place]


class Company(msgspec.Struct, frozen=True):
    """What a company of this many actors starts with."""

    players: int
    days: int
    rank: int
    dollars: int
    credits: int


# --- the standard lot ---


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


_LOT: Final = _read("lot.toml")
COMPANIES: Final = {c["players"]: msgspec.convert(c, Company) for c in _LOT["company"]}
STANDARD_PRICES: Final = msgspec.convert(_LOT["price"], list[Price])


def _at(cell: list[int]) -> dict[str, int]:
    """The box of a cell on the map of four columns and four rows."""
    return {"x": cell[0] * 300 + 47, "y": cell[1] * 225 + 55, "w": CARD_WIDTH, "h": CARD_HEIGHT}


def _standard() -> Board:
    def placed(entry: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in entry.items() if k != "at"}, "place": _at(entry["at"])}

    scenes = [{k: v for k, v in scene.items() if k != "id"} for scene in _read("scenes.toml")["scene"]]
    data = {
        "name": _LOT["name"],
        "sets": [placed(s) for s in _LOT["set"]],
        "trailer": placed(_LOT["trailer"]),
        "office": placed(_LOT["office"]),
        "prices": _LOT["price"],
        "scenes": [{**scene, "number": n} for n, scene in enumerate(scenes, start=1)],
    }
    return msgspec.convert(data, Board)


STANDARD: Final = _standard()


# --- checking a loaded lot ---


def check_board(board: Board) -> None:
    """Refuse a loaded board that cannot be played. (Files are checked line by line as they are read.)"""

    def refuse(what: str) -> None:
        raise Refused(f"The loaded board cannot be played: {what}.", "bad-board")

    expected = [f"s{n:02}" for n in range(1, len(board.sets) + 1)]
    if [s.id for s in board.sets] != expected:
        refuse(f"its sets must be called {expected[0]} to {expected[-1]} in order")
    known = set(board.areas)
    links = dict(zip(board.areas, board.links, strict=True))
    for area, near in links.items():
        if len(set(near)) != len(near) or area in near:
            refuse(f"{area} names a neighbour twice, or itself")
        for other in near:
            if other not in known:
                refuse(f"{area} has a neighbour {other!r} that is not on the board")
            if area not in links[other]:
                refuse(f"a path leads from {area} to {other} but not back")
    lost = unreachable(links)
    if lost:
        refuse(f"{lost[0]} cannot be reached from the trailer")
    if len({p.rank for p in board.prices}) != len(board.prices):
        refuse("a rank is priced twice")
    if len(board.scenes) < len(board.sets):
        refuse(f"{len(board.sets)} sets need at least as many scenes; there are {len(board.scenes)}")


def unreachable(links: dict[str, list[str]]) -> list[str]:
    """The areas that cannot be reached from the trailer."""
    reached = {"trailer"}
    queue = ["trailer"]
    while queue:
        for other in links[queue.pop()]:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    return [area for area in links if area not in reached]


# --- as tables for the rules ---


def make_lot(board: Board) -> Lot:
    loaded = board.sets[0].id != codes.STANDARD_SETS[0]
    first = codes.FIRST_LOADED if loaded else 0
    numbers = {area: number for number, area in enumerate(board.areas)}
    prices = [0] * (2 * codes.TOP_RANK + 2)
    for price in board.prices:
        prices[2 * price.rank] = price.dollars or 0
        prices[2 * price.rank + 1] = price.credits or 0
    near_from, near = _flat([[numbers[other] for other in links] for links in board.links])
    off_from, off_rank = _flat([[role.rank for role in s.roles] for s in board.sets])
    on_from, on_rank = _flat([[role.rank for role in scene.roles] for scene in board.scenes])
    return Lot(
        loaded,
        board.area_names,
        [*range(first, first + len(board.sets)), codes.TRAILER, codes.OFFICE],
        near_from,
        near,
        [s.takes for s in board.sets],
        off_from,
        off_rank,
        prices,
        [scene.budget for scene in board.scenes],
        on_from,
        on_rank,
    )


def _flat(rows: list[list[int]]) -> tuple[list[int], list[int]]:
    starts, values = [0], []
    for row in rows:
        values.extend(row)
        starts.append(len(values))
    return starts, values


STANDARD_LOT: Final = make_lot(STANDARD)


# --- as clients draw it ---


AreaKind = Literal["set", "trailer", "office"]


class RoleFacts(msgspec.Struct, frozen=True):
    """A role as drawn. `bonus` is what it pays at a wrap: the average for a star, the exact amount for an extra."""

    rank: int
    name: str
    line: str
    bonus: float
    place: Place | None = None


class AreaFacts(msgspec.Struct, frozen=True):
    """An area as drawn: where it is, where its paths lead, and its extras."""

    id: str
    name: str
    kind: AreaKind
    neighbours: list[str]
    place: Place
    takes: int = 0
    roles: list[RoleFacts] = []
    only_here: str = ""  # what an actor elsewhere is told who wants one of its roles


class SceneFacts(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str
    number: int | None
    budget: int
    roles: list[RoleFacts]


class BoardFacts(msgspec.Struct, frozen=True):
    """Everything about a lot that never changes, so it is sent only once."""

    name: str
    width: int
    height: int
    areas: list[AreaFacts]
    scenes: list[SceneFacts]
    prices: list[Price]


def places_of(board: Board) -> list[Place]:
    """Where each area is on the map; areas without a place get one near their neighbours."""
    given = [(p.x, p.y, p.w, p.h) if p is not None and p.w > 0 and p.h > 0 else None for p in board.places]
    numbers = {area: number for number, area in enumerate(board.areas)}
    links = [[numbers[other] for other in near] for near in board.links]
    return [Place(*box) for box in lay_out(given, links, trailer=len(board.sets), size=(CARD_WIDTH, CARD_HEIGHT))]


def describe(board: Board) -> BoardFacts:
    lot = make_lot(board)
    kinds: list[AreaKind] = [*["set"] * len(board.sets), "trailer", "office"]  # type: ignore[list-item]
    areas = []
    rows = zip(board.areas, board.area_names, kinds, board.links, places_of(board), strict=True)
    for number, (area, name, kind, near, place) in enumerate(rows):
        if number < len(board.sets):
            film_set = board.sets[number]
            roles = [RoleFacts(r.rank, r.name, r.line, float(r.rank), r.place) for r in film_set.roles]
            only_here = f"You can only take a role where you are. This one is at {name}."
            areas.append(AreaFacts(area, name, kind, near, place, film_set.takes, roles, only_here))
        else:
            areas.append(AreaFacts(area, name, kind, near, place))
    scenes = []
    for number, scene in enumerate(board.scenes):
        start = int(lot.on_from[number])
        roles = [
            RoleFacts(r.rank, r.name, r.line, round(float(lot.on_bonus[start + i]), 2), r.place)
            for i, r in enumerate(scene.roles)
        ]
        scenes.append(SceneFacts(codes.CARDS[number], scene.title, scene.text, scene.number, scene.budget, roles))
    width = max([MAP_WIDTH, *(a.place.x + a.place.w for a in areas)])
    height = max([MAP_HEIGHT, *(a.place.y + a.place.h for a in areas)])
    return BoardFacts(board.name, width, height, areas, scenes, board.prices)


assert tuple(s.id for s in STANDARD.sets) == codes.STANDARD_SETS, "lot.toml and codes.py name different sets"
