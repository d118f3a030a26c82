"""Guests: their names, their devices, the ways back to a self, their data, and leaving for good."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar import delete, get, patch, post
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from parlour.core.errors import Refused
from parlour.core.protocol import (
    Account,
    CodeWish,
    Device,
    Dropped,
    FarewellWish,
    Guest,
    GuestWish,
    GuestWithToken,
    Me,
    NameWish,
    NewCode,
    NewPasskey,
    NewPhrase,
    OwnData,
    Passkey,
    PasskeyChallenge,
    PasskeyProof,
    PhraseWish,
    SignedIn,
    SignInAnswer,
    SignInBegun,
    WaysIn,
)
from parlour.server import passkeys
from parlour.server.auth import (
    AnyRequest,
    client_address,
    client_neighbourhood,
    current_guest,
    current_person,
    device_of,
    token_of,
)
from parlour.server.errors import NotFound
from parlour.server.house import House
from parlour.server.order_rules import ban_words
from parlour.server.ways_back import CODE_SECONDS
from parlour.server.websocket import own_page
from parlour.store import rows


@post("/api/guests", summary="Become a guest")
async def new_guest(request: AnyRequest, house: House, data: GuestWish) -> GuestWithToken:
    if not house.new_guests.take(client_neighbourhood(request, house)):
        raise Refused("Too many new guests from your address; try again in a minute.", "too-many")
    _address_let_in(request, house)
    return _with_token(*await house.new_guest(data.name, device=device_of(request)))


def _address_let_in(request: AnyRequest, house: House) -> str:
    """Where somebody comes from who has no token yet; refused if nobody from there may come in."""
    address = client_address(request, house)
    house.order.check(None, address)
    return address


def _with_token(guest: rows.Guest, token: str) -> GuestWithToken:
    return GuestWithToken(guest.id, guest.name, guest.kind, token)


@get("/api/guests/me", summary="Who you are")
async def me(request: AnyRequest, house: House) -> Me:
    guest = await current_guest(request, house)
    ban = house.order.ban_of(guest, client_address(request, house))
    return Me(guest.id, guest.name, guest.kind, ban=None if ban is None else ban_words(ban))


@patch("/api/guests/me", summary="Change your name")
async def rename(request: AnyRequest, house: House, data: NameWish) -> Guest:
    guest = await house.rename(await current_guest(request, house), data.name)
    return Guest(guest.id, guest.name, guest.kind)


@get("/api/guests/me/ways-in", summary="Where you are signed in, and what else lets you in")
async def ways_in(request: AnyRequest, house: House) -> WaysIn:
    guest, here = await current_person(request, house)
    ways = await house.store.ways_in(guest.id)
    return WaysIn(
        [Device(one.id, one.name, one.created, one.seen, one.id == here) for one in ways.devices],
        guest.signed is not None,
        ways.phrase,
        [Passkey(one.id, one.name, one.site, one.created, one.used) for one in ways.passkeys],
        [Account(one.id, one.issuer, one.created, one.used) for one in ways.accounts],
    )


@delete("/api/guests/me/devices", summary="Sign out everywhere else", status_code=200)
async def sign_out_others(request: AnyRequest, house: House) -> GuestWithToken:
    """Revokes all your tokens but this one. Keep the token that is returned: one from before there were devices is
    replaced."""
    found = await current_person(request, house)
    token = await house.selves.sign_out_others(found, token_of(request), device_of(request))
    return _with_token(found.guest, token)


@delete("/api/guests/me/devices/{device:str}", summary="Sign out one device", status_code=200)
async def sign_out(request: AnyRequest, house: House, device: str) -> Dropped:
    guest, _ = await current_person(request, house)
    return _dropped("device", device, await house.selves.sign_out(guest.id, device))


def _dropped(what: str, id: str, found: bool) -> Dropped:
    if not found:
        raise NotFound(f"You have no such {what}.")
    return Dropped(id)


@post("/api/guests/me/code", summary="A code that lets one more device in as you, once, for ten minutes")
async def make_code(request: AnyRequest, house: House) -> NewCode:
    """An earlier code ends."""
    guest, _ = await current_person(request, house)
    return NewCode(await house.ways_back.make_code(guest), int(CODE_SECONDS))


@post("/api/guests/by-code", summary="Come in by the code that another of your devices shows")
async def by_code(request: AnyRequest, house: House, data: CodeWish) -> GuestWithToken:
    return await _let_back(request, house, data.code, house.ways_back.by_code)


async def _let_back(
    request: AnyRequest, house: House, secret: str, by: Callable[[str, str, str], Awaitable[tuple[rows.Guest, str]]]
) -> GuestWithToken:
    address = _address_let_in(request, house)
    return _with_token(*await by(secret, address, device_of(request)))


@post("/api/guests/me/phrase", summary="A new recovery phrase; an earlier one ends")
async def make_phrase(request: AnyRequest, house: House) -> NewPhrase:
    """The house keeps only a hash of it, so it is told once."""
    guest, _ = await current_person(request, house)
    return NewPhrase(await house.ways_back.make_phrase(guest, client_address(request, house)))


@delete("/api/guests/me/phrase", summary="Delete your recovery phrase", status_code=200)
async def forget_phrase(request: AnyRequest, house: House) -> Dropped:
    guest, _ = await current_person(request, house)
    await house.ways_back.forget_phrase(guest)
    return Dropped("phrase")


@post("/api/guests/by-phrase", summary="Come in by your recovery phrase")
async def by_phrase(request: AnyRequest, house: House, data: PhraseWish) -> GuestWithToken:
    return await _let_back(request, house, data.phrase, house.ways_back.by_phrase)


@post("/api/guests/me/passkeys/challenge", summary="What a new passkey of yours must sign")
async def new_passkey_challenge(request: AnyRequest, house: House) -> PasskeyChallenge:
    guest, _ = await current_person(request, house)
    return await passkeys.challenge(house, passkeys.site_of(request, house), guest)


@post("/api/guests/me/passkeys", summary="Keep a new passkey")
async def add_passkey(request: AnyRequest, house: House, data: NewPasskey) -> Guest:
    guest, _ = await current_person(request, house)
    await passkeys.register(house, passkeys.site_of(request, house), guest, data, device_of(request))
    return Guest(guest.id, guest.name, guest.kind)


@delete("/api/guests/me/passkeys/{passkey:str}", summary="Remove a passkey", status_code=200)
async def forget_passkey(request: AnyRequest, house: House, passkey: str) -> Dropped:
    guest, _ = await current_person(request, house)
    return _dropped("passkey", passkey, await house.store.forget_passkey(guest.id, passkey))


@post("/api/passkeys/challenge", summary="What a passkey must sign to come in")
async def passkey_challenge(request: AnyRequest, house: House) -> PasskeyChallenge:
    site = passkeys.site_of(request, house)
    _not_too_many(request, house)
    return await passkeys.challenge(house, site, None)


def _not_too_many(request: AnyRequest, house: House) -> None:
    if not house.new_guests.take(client_neighbourhood(request, house)):
        raise Refused("Too many tries from your address; wait a minute.", "too-many")


@post("/api/guests/by-passkey", summary="Come in by a passkey")
async def by_passkey(request: AnyRequest, house: House, data: PasskeyProof) -> GuestWithToken:
    site = passkeys.site_of(request, house)
    house.ways_back.try_from(client_address(request, house))
    _address_let_in(request, house)
    return _with_token(*await passkeys.by_passkey(house, site, data, device_of(request)))


def _page_of(request: AnyRequest, house: House) -> str:
    return own_page(request, house.settings, "Signing in needs", "no-oidc").geturl()


@post("/api/oidc/begin", summary="Begin to come in by an account at the house's OpenID provider")
async def begin_sign_in(request: AnyRequest, house: House) -> SignInBegun:
    origin = _page_of(request, house)
    _not_too_many(request, house)
    return await house.accounts.begin(origin, None)


@post("/api/guests/by-oidc", summary="Come in by the account that the provider vouches for")
async def by_oidc(request: AnyRequest, house: House, data: SignInAnswer) -> SignedIn:
    """An account that is new here belongs from now on to the guest whose token is sent, or else to a new guest."""
    origin = _page_of(request, house)
    house.ways_back.try_from(client_address(request, house))
    _address_let_in(request, house)
    subject = await house.accounts.subject(origin, data, None)
    token = token_of(request)
    guest = await house.accounts.holder(subject)
    if guest is not None:
        here = await house.selves.who(token)
        if here is None or here.guest.id != guest.id:
            token = await house.selves.add_device(guest, device_of(request))
        return SignedIn(guest.id, guest.name, guest.kind, token)
    if token:
        guest = (await current_person(request, house)).guest
    else:
        _not_too_many(request, house)
        guest, token = await house.new_guest(None, device=device_of(request))
    await house.accounts.link(guest, subject)
    return SignedIn(guest.id, guest.name, guest.kind, token, linked=True)


@post("/api/guests/me/oidc/begin", summary="Begin to add an account at the house's OpenID provider")
async def begin_link(request: AnyRequest, house: House) -> SignInBegun:
    guest, _ = await current_person(request, house)
    return await house.accounts.begin(_page_of(request, house), guest)


@post("/api/guests/me/oidc", summary="Let this account in as you from now on")
async def link_account(request: AnyRequest, house: House, data: SignInAnswer) -> Guest:
    guest, _ = await current_person(request, house)
    origin = _page_of(request, house)
    house.ways_back.try_from(client_address(request, house))
    await house.accounts.link(guest, await house.accounts.subject(origin, data, guest))
    return Guest(guest.id, guest.name, guest.kind)


@delete("/api/guests/me/oidc/{account:str}", summary="Stop coming in by this account", status_code=200)
async def unlink_account(request: AnyRequest, house: House, account: str) -> Dropped:
    guest, _ = await current_person(request, house)
    return _dropped("account", account, await house.store.unlink_account(guest.id, account))


@get(
    "/api/guests/me/data",
    summary="All that the house knows about you, as a file",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(OwnData, generate_examples=False, description="The file")},
)
async def own_data(request: AnyRequest, house: House) -> Stream:
    """With the records of your finished games and those of your bots."""
    guest, _ = await current_person(request, house)
    return Stream(
        house.farewell.own_data(guest),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="parlour-my-data.json"'},
    )


@post("/api/guests/me/farewell", summary="Leave for good: the house forgets you and your bots", status_code=200)
async def farewell(request: AnyRequest, house: House, data: FarewellWish) -> Dropped:
    """`name` is your own, so that this does not happen by mistake. Running games are given up. Finished games stay for
    those who played them with you; in them you are called "A former guest"."""
    guest, _ = await current_person(request, house, even_banned=True)
    if data.name != guest.name:
        raise Refused("To leave for good, type your name as it is shown.", "bad-name")
    await house.finish(house.farewell.forget(guest))
    return Dropped(guest.name)


ROUTES = [
    new_guest,
    me,
    rename,
    ways_in,
    sign_out_others,
    sign_out,
    make_code,
    by_code,
    make_phrase,
    forget_phrase,
    by_phrase,
    new_passkey_challenge,
    add_passkey,
    forget_passkey,
    passkey_challenge,
    by_passkey,
    begin_sign_in,
    by_oidc,
    begin_link,
    link_account,
    unlink_account,
    own_data,
    farewell,
]
