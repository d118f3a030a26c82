"""Coming in by an account at the house's OpenID provider, for hosts who have one.

A sign-in is kept as the hash of its `state`, for one answer within ten minutes, so that any process may hear it. The
rest is derived from the state with the house's key: the nonce in the ID token, the PKCE verifier, and a proof that only
the page that began has. So an answer that somebody else was given, or made up, is good for nothing in this browser.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from parlour.core.errors import Refused
from parlour.core.protocol import SignInAnswer, SignInBegun
from parlour.server.oidc import Provider, name_of
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House

SIGN_IN_SECONDS = 600.0
COMING, LINKING = "oidc-come", "oidc-link"  # what a sign-in is for
BACK = "/signed-in"  # the page to which the provider sends guests back: always this one
MOST_ACCOUNTS = 10  # per guest


class Accounts:
    def __init__(self, house: House) -> None:
        self.house = house
        self.name = name_of(house.settings)
        self._provider = Provider(house.settings, house.time.now) if self.name is not None else None

    def close(self) -> None:
        if self._provider is not None:
            self._provider.close()

    @property
    def provider(self) -> Provider:
        if self._provider is None:
            raise Refused("This house has no OpenID provider to sign in by.", "no-oidc")
        return self._provider

    async def begin(self, origin: str, guest: rows.Guest | None) -> SignInBegun:
        """Where to sign in: for a guest who adds an account, or for whoever it will turn out to be."""
        state, now = secrets.token_urlsafe(32), self.house.time.date()
        if guest is not None and len((await self.house.store.ways_in(guest.id)).accounts) >= MOST_ACCOUNTS:
            raise Refused(f"You have {MOST_ACCOUNTS} accounts here; remove one first.", "too-many")
        address = await self.provider.address(
            f"{origin}{BACK}", state, self._derived("nonce", state), self._derived("verifier", state)
        )
        kind, sealed = (COMING if guest is None else LINKING), self._sealed(origin, state)
        await self.house.store.make_code(kind, sealed, guest.id if guest else None, now + SIGN_IN_SECONDS, now)
        return SignInBegun(address, state, self._derived("proof", state))

    async def subject(self, origin: str, answer: SignInAnswer, guest: rows.Guest | None) -> str:
        """Whom the provider vouches for; refused unless this page began, and nobody has answered yet."""
        provider = self.provider
        kind = COMING if guest is None else LINKING
        if not hmac.compare_digest(self._derived("proof", answer.state).encode(), answer.proof.encode()):
            raise Refused("This sign-in was not begun here, so nothing has changed. Begin again.", "bad-oidc")
        sealed, now = self._sealed(origin, answer.state), self.house.time.date()
        if not await self.house.store.take_challenge(kind, sealed, guest.id if guest else None, now):
            raise Refused("This sign-in has already been used, or it took too long. Begin again.", "bad-oidc")
        nonce, verifier = self._derived("nonce", answer.state), self._derived("verifier", answer.state)
        return await provider.subject(answer.code, f"{origin}{BACK}", nonce, verifier)

    async def holder(self, subject: str) -> rows.Guest | None:
        """The guest who comes in by this account."""
        found = await self.house.store.use_account(self.provider.issuer, subject, self.house.time.date())
        return None if found is None else await self.house.store.guest(found)

    async def link(self, guest: rows.Guest, subject: str) -> None:
        """From now on a guest comes in by this account."""
        now = self.house.time.date()
        if await self.house.store.link_account(guest.id, self.provider.issuer, subject, now) != guest.id:
            raise Refused(
                f"This account at {self.provider.name} already lets you in as another guest. Come in as that guest and "
                "remove it there first.",
                "exists",
            )

    def _derived(self, what: str, state: str) -> str:
        return self.house.signer.seal(f"oidc {what}", state)

    def _sealed(self, origin: str, state: str) -> str:
        return self.house.signer.seal("oidc state", f"{origin}\0{state}")
