"""MonoGwent: the card workshop, where scripts are checked, formatted, tried, measured and kept for their authors."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.core.protocol import Dropped
from parlour.games.monogwent import script as language
from parlour.games.monogwent.script import workshop
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.games.monogwent.script.lexicon import Word, lexicon
from parlour.games.monogwent.script.trial import DEMO
from parlour.rooms.monogwent.workbench import CardTrialWish, Measured, Source, Workbench, tidy, try_out
from parlour.rooms.shelf import delete_text
from parlour.server.auth import AnyRequest, current_guest
from parlour.server.errors import NotFound
from parlour.server.house import House

MOST_SCRIPTS = 100  # per guest
Title = Annotated[str, Meta(min_length=1, max_length=60)]


class ScriptText(msgspec.Struct, forbid_unknown_fields=True):
    text: Source


class ScriptWish(ScriptText, forbid_unknown_fields=True):
    name: Title


class BalanceWish(ScriptText, forbid_unknown_fields=True):
    """`games` for each ordered pair of decks, with a greedy player on both sides."""

    games: Annotated[int, Meta(ge=2, le=200)] = 20


class KeptScript(msgspec.Struct):
    """A script on somebody's shelf."""

    name: str
    hash: str
    updated: float
    text: str


class ScriptShelf(msgspec.Struct):
    """`table` is the default test table."""

    mine: list[KeptScript]
    examples: list[workshop.Example]
    table: language.Board


class SharedScript(msgspec.Struct):
    """A script shared by its hash."""

    name: str
    hash: str
    text: str
    author: str
    mine: bool


class Tidied(msgspec.Struct):
    text: str


NDJSON = "application/x-ndjson"  # a line of JSON each time


@asynccontextmanager
async def opened(house: House) -> AsyncIterator[None]:
    """Run the workshop's processes."""
    bench = Workbench()
    house.keep(bench)
    try:
        yield
    finally:
        bench.close()


def workbench(house: House) -> Workbench:
    bench = house.kept(Workbench)
    assert bench is not None, "the workshop opens with the house"
    return bench


# --- routes ---

SCRIPTS = "/api/monogwent/scripts"


@post(f"{SCRIPTS}/check", summary="Read a card script", status_code=200)
async def check_script(request: AnyRequest, house: House, data: ScriptText) -> workshop.Reading:
    """Everything that is wrong with it, with position and length; if nothing is, its cards and effects in words."""
    guest = await current_guest(request, house)
    reading: workshop.Reading = await workbench(house).read(guest.id, workshop.read, data.text)
    return reading


@post(f"{SCRIPTS}/format", summary="Format a card script", status_code=200)
async def format_script(request: AnyRequest, house: House, data: ScriptText) -> Tidied:
    guest = await current_guest(request, house)
    return Tidied(await workbench(house).read(guest.id, tidy, data.text))


@post(f"{SCRIPTS}/explain", summary="Explain the cards of a script in words", status_code=200)
async def explain_script(request: AnyRequest, house: House, data: ScriptText) -> list[language.Explained]:
    guest = await current_guest(request, house)
    cards: list[language.Explained] = await workbench(house).read(guest.id, language.explain, data.text)
    return cards


@get(f"{SCRIPTS}/words", summary="Every word of the script language, with help")
async def script_words() -> list[Word]:
    return lexicon()


@post(f"{SCRIPTS}/try", summary="Play a scripted card on a test table", status_code=200)
async def try_script(request: AnyRequest, house: House, data: CardTrialWish) -> language.Trial:
    """Every step, and the table before and after."""
    guest = await current_guest(request, house)
    trial: language.Trial = await workbench(house).read(guest.id, try_out, data)
    return trial


@get(SCRIPTS, summary="Your card scripts, and some to start with")
async def list_scripts(request: AnyRequest, house: House) -> ScriptShelf:
    guest = await current_guest(request, house)
    saved = await house.store.saved(guest.id, "script")
    texts = await house.store.texts([one.hash for one in saved])
    mine = [KeptScript(one.name, one.hash, one.updated, texts[one.hash].content) for one in saved]
    return ScriptShelf(sorted(mine, key=lambda one: -one.updated), workshop.examples(), DEMO)


@put(SCRIPTS, summary="Save one of your card scripts")
async def save_script(request: AnyRequest, house: House, data: ScriptWish) -> KeptScript:
    """A script may have mistakes. Its hash is its address for others: `GET` shows it to anybody."""
    guest = await current_guest(request, house)
    name = " ".join(data.name.split())
    if not name:
        raise Refused("Give the script a name.", "bad-name")
    if len(data.text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Refused(f"A script has at most {MOST_BYTES} bytes.", "too-long")
    saved = await house.store.saved(guest.id, "script")
    if len(saved) >= MOST_SCRIPTS and name not in {one.name for one in saved}:
        raise Refused(f"Your shelf is full: {MOST_SCRIPTS} scripts. Delete one first.", "too-many")
    kept = await house.store.save_text(guest.id, "script", name, data.text)
    return KeptScript(name, kept.hash, kept.updated, data.text)


@delete(f"{SCRIPTS}/mine/{{name:str}}", summary="Delete one of your card scripts", status_code=200)
async def drop_script(request: AnyRequest, house: House, name: str) -> Dropped:
    """Anybody who has its link can still read it."""
    return await delete_text(request, house, "script", name)


@get(f"{SCRIPTS}/shared/{{hash:str}}", summary="A card script by its hash")
async def shared_script(
    request: AnyRequest, house: House, hash: Annotated[str, Parameter(pattern="^[0-9a-f]{64}$")]
) -> SharedScript:
    guest = await current_guest(request, house)
    text = await house.store.text(hash)
    if text is None or text.kind != "script":
        raise NotFound("There is no script with this hash.")
    author = await house.store.guest(text.author) if text.author else None
    return SharedScript(
        text.name, text.hash, text.content, author.name if author else "somebody", text.author == guest.id
    )


@post(
    f"{SCRIPTS}/balance",
    summary="Measure whether the cards of a script are fair",
    status_code=200,
    responses={
        200: ResponseSpec(
            Measured, generate_examples=False, media_type=NDJSON, description="How far the games have got, line by line"
        )
    },
)
async def measure_script(request: AnyRequest, house: House, data: BalanceWish) -> Stream:
    """Plays the games and reports progress, a line of JSON (`Measured`) each time; disconnecting stops them."""
    guest = await current_guest(request, house)
    runs = workbench(house).measure(guest.id, data.text, data.games)
    # a proxy that collects the lines would hide the progress
    return Stream(_lines(runs), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})


async def _lines(runs: AsyncGenerator[Measured, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(runs):
        async for run in runs:
            yield msgspec.json.encode(run) + b"\n"


ROUTES = [
    check_script, format_script, explain_script, script_words, try_script, list_scripts, save_script, drop_script,
    shared_script, measure_script,
]  # fmt: skip
