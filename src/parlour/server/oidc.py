"""An OpenID provider, as a house sees it: where guests sign in, and whom it vouches for.

Authorization code flow with PKCE. Of an ID token everything is checked that OpenID Connect Core (3.1.3.7) asks for: the
signature by a key of the provider with an algorithm of a fixed list, issuer, audience, end, and the nonce of this very
sign-in. What a provider is and which keys it has is read from its own documents, and again when a key is unknown.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import http.client
import json
import logging
import os
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from parlour.core.errors import Refused
from parlour.server.limits import Bucket
from parlour.server.settings import Settings

log = logging.getLogger("parlour.server")

DISCOVERY = "/.well-known/openid-configuration"
PLACES = ("authorization_endpoint", "token_endpoint", "jwks_uri")
# Signatures that only the provider can make. None with a shared secret: a public key could pass for one.
FAMILIES = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
NEEDED = ["iss", "sub", "aud", "exp", "iat", "nonce"]  # of an ID token
LEEWAY = 60.0  # seconds by which two clocks may differ
KEEP_SECONDS = 3600.0  # how long the provider's documents are believed
LOOKS_PER_MINUTE = 2  # for new keys, when one is unknown
PATIENCE = 10.0  # seconds for an answer
LARGEST_ANSWER = 1_000_000
LONGEST_SUBJECT = 255
HANDS = 4  # questions to the provider at a time, in threads of their own: a slow one holds up nobody else
SETTING = "bad-setting"
HERE = ("localhost", "127.0.0.1", "::1")

Answer = tuple[int, bytes]
Ask = Callable[[str, Mapping[str, str], bytes | None], Answer]  # an address, headers, a form to post


class Unsound(Exception):
    """The provider, or somebody in its place, has said something that must not be believed."""


def check(settings: Settings) -> None:
    """Refuse settings that can't work, before anybody tries to sign in."""
    if settings.oidc_issuer is None:
        return
    if not settings.oidc_client:
        raise Refused("--oidc-issuer needs --oidc-client: the id under which the provider knows this house.", SETTING)
    if not is_safe(settings.oidc_issuer) or urlsplit(settings.oidc_issuer).query:
        raise Refused(
            f"--oidc-issuer is {settings.oidc_issuer[:80]!r}, but it must be an address that begins with https, as the "
            "provider itself writes it.",
            SETTING,
        )
    _package()


def secret_of(file: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """The client's secret: from a file, or from PARLOUR_OIDC_SECRET; never an option, which everybody could read."""
    if file is None:
        return environment.get("PARLOUR_OIDC_SECRET") or None
    try:
        found = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not a text file"
        raise Refused(f"--oidc-secret-file {file} can’t be read: {why.lower()}.", SETTING) from None
    if not found:
        raise Refused(f"--oidc-secret-file {file} is empty; it must hold the client's secret.", SETTING)
    return found


def is_safe(address: object) -> bool:
    """Whether nobody on the way can read or change what is said there."""
    try:
        parts = urlsplit(address if isinstance(address, str) else "")
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in HERE)) and not parts.fragment


def name_of(settings: Settings) -> str | None:
    """What guests call the provider."""
    if settings.oidc_issuer is None:
        return None
    return settings.oidc_name or urlsplit(settings.oidc_issuer).hostname


@dataclass(frozen=True)
class Discovered:
    """What a provider says about itself."""

    authorize: str
    token: str
    keys: str
    secret_in_form: bool  # it does not take the client's secret as a password


class Provider:
    def __init__(self, settings: Settings, now: Callable[[], float], ask: Ask | None = None) -> None:
        assert settings.oidc_issuer is not None and settings.oidc_client is not None
        self.issuer = settings.oidc_issuer
        self.client = settings.oidc_client
        self.secret = settings.oidc_secret
        self.name = name_of(settings) or self.issuer
        self._now = now
        self._ask = ask or send
        self._threads = ThreadPoolExecutor(HANDS, "asks the OpenID provider")
        self._one_at_a_time = asyncio.Lock()
        self._discovered: tuple[float, Discovered] | None = None
        self._looks = Bucket(LOOKS_PER_MINUTE / 60, LOOKS_PER_MINUTE, now)
        self._keys: tuple[float, list[dict[str, Any]]] | None = None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- signing in ---

    async def address(self, redirect: str, state: str, nonce: str, verifier: str) -> str:
        """Where a guest signs in."""
        found = await self._discover()
        asked = {
            "response_type": "code",
            "client_id": self.client,
            "redirect_uri": redirect,
            "scope": "openid",  # who it is, and nothing about them
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge_of(verifier),
            "code_challenge_method": "S256",
        }
        return f"{found.authorize}{'&' if urlsplit(found.authorize).query else '?'}{urlencode(asked)}"

    async def subject(self, code: str, redirect: str, nonce: str, verifier: str) -> str:
        """Who has signed in, as the provider calls them."""
        token = await self._redeem(code, redirect, verifier)
        try:
            return await self._verified(token, nonce)
        except Unsound as why:
            log.warning("oidc: an ID token of %s was refused: %s", self.name, why)
            raise Refused(
                f"What {self.name} said about you could not be verified, so nothing has changed. Try again.", "bad-oidc"
            ) from None

    async def _redeem(self, code: str, redirect: str, verifier: str) -> str:
        """The ID token for a code."""
        found = await self._discover()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier}
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        if self.secret is None or found.secret_in_form:
            form["client_id"] = self.client
        if self.secret is not None and found.secret_in_form:
            form["client_secret"] = self.secret
        elif self.secret is not None:
            password = f"{quote_plus(self.client)}:{quote_plus(self.secret)}"
            headers["Authorization"] = f"Basic {base64.b64encode(password.encode()).decode()}"
        status, body = await self._hear(found.token, headers, urlencode(form).encode())
        told = _read(body)
        if status == 200 and isinstance(told.get("id_token"), str):
            return str(told["id_token"])
        if told.get("error") == "invalid_grant":
            raise Refused(
                f"{self.name} says that this sign-in has already been used or took too long. Nothing has changed here.",
                "bad-oidc",
            )
        log.error("oidc: %s gave no ID token: status %s, %.60r", self.name, status, told.get("error"))
        raise self._is_away("doesn’t accept this house at the moment")

    # --- ID tokens ---

    async def _verified(self, token: str, nonce: str) -> str:
        jwt = _package()
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError as error:
            raise Unsound(f"not readable: {error}") from None
        algorithm, id = header.get("alg"), header.get("kid")
        if algorithm not in ALGORITHMS:
            raise Unsound(f"signed with {str(algorithm)[:20]!r}")
        claims = self._decoded(token, algorithm, fitting(await self._key_set(), id, algorithm))
        if claims is None:  # perhaps the provider has new keys
            claims = self._decoded(token, algorithm, fitting(await self._key_set(anew=True), id, algorithm))
        if claims is None:
            raise Unsound("signed by none of the provider's keys")
        self._check_claims(claims, nonce)
        return str(claims["sub"])

    def _decoded(self, token: str, algorithm: str, keys: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The claims, if one of these keys has signed them."""
        jwt = _package()
        for key in keys:
            try:
                found: dict[str, Any] = jwt.decode(
                    token,
                    jwt.PyJWK(key, algorithm).key,
                    algorithms=[algorithm],
                    audience=self.client,
                    issuer=self.issuer,
                    leeway=LEEWAY,
                    options={"require": NEEDED},
                )
            except jwt.InvalidSignatureError:
                continue
            except (jwt.PyJWTError, ValueError, TypeError) as error:
                raise Unsound(f"{type(error).__name__}: {error}") from None
            return found
        return None

    def _check_claims(self, claims: dict[str, Any], nonce: str) -> None:
        """What the library leaves to us."""
        audience, subject = claims["aud"], claims["sub"]
        if isinstance(audience, list) and len(audience) != 1:
            raise Unsound("it is for others, too")
        if claims.get("azp", self.client) != self.client:
            raise Unsound("it was issued to somebody else")
        if not hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
            raise Unsound("it belongs to another sign-in")
        if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
            raise Unsound("it names nobody")

    async def _key_set(self, anew: bool = False) -> list[dict[str, Any]]:
        """The provider's keys; looked for anew when one is missing, but not all the time."""
        async with self._one_at_a_time:
            since, known = self._keys or (0.0, None)
            fresh = self._now() - since < KEEP_SECONDS
            if known is not None and fresh and not (anew and self._looks.take()):
                return known
        found = await self._discover()
        async with self._one_at_a_time:
            told = await self._document(found.keys)
            keys = told.get("keys")
            read = [key for key in keys if isinstance(key, dict)] if isinstance(keys, list) else []
            self._keys = (self._now(), read)
            return read

    # --- the provider's documents ---

    async def _discover(self) -> Discovered:
        async with self._one_at_a_time:
            since, known = self._discovered or (0.0, None)
            if known is not None and self._now() - since < KEEP_SECONDS:
                return known
            told = await self._document(self.issuer.rstrip("/") + DISCOVERY)
            authorize, token, keys = (told.get(name) for name in PLACES)
            if told.get("issuer") != self.issuer:
                log.error("oidc: %s calls itself %.80r; set --oidc-issuer to that", self.issuer, told.get("issuer"))
            elif is_safe(authorize) and is_safe(token) and is_safe(keys):
                methods = told.get("token_endpoint_auth_methods_supported")
                in_form = isinstance(methods, list) and "client_secret_basic" not in methods
                made = Discovered(str(authorize), str(token), str(keys), in_form)
                self._discovered = (self._now(), made)
                return made
            else:
                log.error("oidc: %s names addresses that are missing or not safe", self.issuer)
            raise self._is_away("can’t be used by this house at the moment")

    async def _document(self, address: str) -> dict[str, Any]:
        status, body = await self._hear(address, {"Accept": "application/json"}, None)
        if status != 200:
            log.warning("oidc: %s answered %s", address, status)
            raise self._is_away()
        return _read(body)

    async def _hear(self, address: str, headers: Mapping[str, str], form: bytes | None) -> Answer:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(2 * PATIENCE):
                status, body = await loop.run_in_executor(self._threads, self._ask, address, headers, form)
        except (OSError, ValueError, http.client.HTTPException) as error:  # OSError: also TimeoutError
            log.warning("oidc: %s does not answer: %r", address, error)
            raise self._is_away() from None
        if status >= 500:
            log.warning("oidc: %s answered %s", address, status)
            raise self._is_away()
        return status, body

    def _is_away(self, how: str = "isn’t answering at the moment") -> Refused:
        return Refused(f"{self.name} {how}. You’re still who you were; try again later.", "oidc-away")


def challenge_of(verifier: str) -> str:
    """What the provider is shown of a secret that it sees only when the code is redeemed (PKCE)."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def fitting(keys: list[dict[str, Any]], id: object, algorithm: str) -> list[dict[str, Any]]:
    """The keys that may have made a signature."""
    return [
        key
        for key in keys
        if key.get("kty") == FAMILIES[algorithm[:2]]
        and key.get("use", "sig") == "sig"
        and key.get("alg", algorithm) == algorithm
        and (id is None or key.get("kid") == id)
    ]


def _read(body: bytes) -> dict[str, Any]:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def send(address: str, headers: Mapping[str, str], form: bytes | None) -> Answer:
    """Ask a provider something. Redirections are not followed."""
    where = urlsplit(address)
    if where.scheme == "https":
        safely = ssl.create_default_context()
        line: http.client.HTTPConnection = http.client.HTTPSConnection(where.netloc, timeout=PATIENCE, context=safely)
    else:
        line = http.client.HTTPConnection(where.netloc, timeout=PATIENCE)
    try:
        path = (where.path or "/") + (f"?{where.query}" if where.query else "")
        line.request("GET" if form is None else "POST", path, form, dict(headers))
        answer = line.getresponse()
        body = answer.read(LARGEST_ANSWER + 1)
        if len(body) > LARGEST_ANSWER:
            raise ValueError("the answer is too long")
        return answer.status, body
    finally:
        line.close()


def _package() -> Any:
    try:
        import cryptography  # noqa: F401  (without it, PyJWT knows shared secrets only)
        import jwt
    except ImportError:
        raise Refused(
            "--oidc-issuer needs packages that are not installed here: `pip install 'parlour[oidc]'` brings them.",
            SETTING,
        ) from None
    return jwt
