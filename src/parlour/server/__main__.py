"""`python -m parlour.server`: a house for development and tests, told by environment or a few options."""

from __future__ import annotations

import argparse
import sys

from parlour.core.errors import Refused
from parlour.server.run import serve
from parlour.server.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser(prog="parlour.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--db")
    parser.add_argument("--redis")
    parser.add_argument("--pace-ms", type=int, default=450)
    parser.add_argument("--guests-per-minute", type=int, default=60)
    asked = parser.parse_args()
    try:
        serve(
            Settings(
                host=asked.host,
                port=asked.port,
                db=asked.db,
                redis=asked.redis,
                pace_ms=asked.pace_ms,
                guests_per_minute=asked.guests_per_minute,
            ),
            ready=lambda address: print(f"open at {address}", flush=True),
        )
    except Refused as refusal:
        sys.exit(refusal.text)


if __name__ == "__main__":
    main()
