"""A small OpenID provider with keys of its own: honest unless a test tells it to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

CLIENT, SECRET = "the-house", "a secret: with % and signs"


class Key:
    """A key of the provider; by default on the curve P-256."""

    def __init__(self, id: str, private: Any = None, algorithm: str = "ES256") -> None:
        self.id = id
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.algorithm = algorithm

    def public(self) -> dict[str, Any]:
        made = jwt.get_algorithm_by_name(self.algorithm).to_jwk(self.private.public_key(), as_dict=True)
        return {**made, "kid": self.id, "use": "sig"}

    def sign(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self.private, self.algorithm, headers={"kid": self.id})


class Provider:
    """Runs in a thread. `claims` replace what it would say about a guest, `sign` how it says it; None drops a claim."""

    def __init__(self) -> None:
        self.keys = [Key("first")]
        self.claims: dict[str, Any] = {}
        self.sign: Callable[[dict[str, Any]], str] = lambda claims: self.keys[-1].sign(claims)
        self.discovery: dict[str, Any] = {}
        self.status = 200
        self.granted: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []
        self.subject = "ann-17"  # who is signed in there
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def settings(self) -> dict[str, str]:
        named = {"oidc_issuer": self.issuer, "oidc_client": CLIENT, "oidc_secret": SECRET, "oidc_name": "Example"}
        return dict(named)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def consent(self, address: str) -> tuple[str, str]:
        """What a browser would bring back from there: a code and the state."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.issuer}/authorize?")
        assert (asked["response_type"], asked["scope"], asked["client_id"]) == ("code", "openid", CLIENT)
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(8)
        self.granted[code] = asked
        return code, asked["state"]

    # --- what the house asks ---

    def _about_itself(self) -> dict[str, Any]:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        named = {name: f"{self.issuer}/{path}" for name, path in places.items()}
        return {"issuer": self.issuer, **named, **self.discovery}

    def _redeem(self, form: dict[str, str], password: str) -> tuple[int, dict[str, Any]]:
        given = f"{CLIENT}:a+secret%3A+with+%25+and+signs"
        if password != f"Basic {base64.b64encode(given.encode()).decode()}":
            return 401, {"error": "invalid_client"}
        asked = self.granted.pop(form["code"], None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest())
        if (
            asked is None
            or asked["code_challenge"] != challenge.decode().rstrip("=")
            or asked["redirect_uri"] != form["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        said = {"iss": self.issuer, "sub": self.subject, "aud": CLIENT, "exp": now + 300, "iat": now}
        claims = {"nonce": asked["nonce"], **said, **self.claims}
        token = self.sign({name: value for name, value in claims.items() if value is not None})
        return 200, {"id_token": token, "access_token": "unused", "token_type": "Bearer"}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                provider.asked.append(path)
                if path == "/authorize":
                    code, state = provider.consent(f"{provider.issuer}{self.path}")
                    back = provider.granted[code]["redirect_uri"]
                    self.send_response(302)
                    self.send_header("Location", f"{back}?{urlencode({'code': code, 'state': state})}")
                    self.end_headers()
                elif path == "/keys":
                    self._say(provider.status, {"keys": [key.public() for key in provider.keys]})
                else:
                    self._say(provider.status, provider._about_itself())

            def do_POST(self) -> None:
                provider.asked.append(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = {name: values[0] for name, values in parse_qs(body).items()}
                self._say(*provider._redeem(form, self.headers.get("Authorization", "")))

            def _say(self, status: int, told: dict[str, Any]) -> None:
                data = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler
