"""A passkey in software, and the browser around it: honest unless a test tells it to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, NEW = 0x05, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One passkey."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.uses = 0

    def _client_data(self, kind: str, challenge: str, origin: str) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def create(self, asked: dict[str, Any], origin: str, site: str | None = None) -> dict[str, str]:
        """What the browser sends for a new passkey."""
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(site or asked["site"], PRESENT_AND_VERIFIED | NEW)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "id": b64(self.id),
            "client_data": b64(self._client_data("create", asked["challenge"], origin)),
            "attestation": b64(attestation),
        }

    def get(self, asked: dict[str, Any], origin: str, site: str | None = None, kind: str = "get") -> dict[str, str]:
        """What the browser sends to come in."""
        self.uses += 1
        said = self._client_data(kind, asked["challenge"], origin)
        data = self._data(site or asked["site"], PRESENT_AND_VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": b64(self.id),
            "client_data": b64(said),
            "authenticator_data": b64(data),
            "signature": b64(signature),
        }
