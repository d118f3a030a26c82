"""Refusals and their HTTP statuses."""

from __future__ import annotations

from parlour.core.errors import Refused

STATUS = {
    "not-found": 404, "no-such-game": 404, "forbidden": 403, "not-your-seat": 403, "too-many": 429,
    "too-many-tables": 429, "taken": 409, "begun": 409, "busy": 409, "exists": 409, "not-over": 409, "free-seats": 409,
    "not-away": 409, "not-on-call": 409, "bad-code": 403, "bad-phrase": 403, "bad-passkey": 403, "bad-oidc": 403,
    "oidc-away": 503, "banned": 403, "bad-key": 403, "settled": 409, "closed": 409, "maintenance": 503,
}  # fmt: skip
BUG = "Something went wrong in the house. The error has been logged."
NOTHING_HERE = "There is nothing at this address."


class NotFound(Refused):
    def __init__(self, text: str = "There is no such table.") -> None:
        super().__init__(text, "not-found")


class Forbidden(Refused):
    def __init__(self, text: str) -> None:
        super().__init__(text, "forbidden")
