"""`python -m parlour.server`: a house for development and tests, with every setting as an option."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields

from parlour.core.errors import Refused
from parlour.server.run import serve
from parlour.server.settings import Settings


def read_settings(words: list[str] | None = None) -> Settings:
    """Every setting is an option: `--pace-ms 0 --lease-seconds 1 --trust-proxy --origins https://a,https://b`."""
    parser = argparse.ArgumentParser(prog="python -m parlour.server")
    for setting in fields(Settings):
        option = "--" + setting.name.replace("_", "-")
        if isinstance(setting.default, bool):
            parser.add_argument(option, action=argparse.BooleanOptionalAction, default=setting.default)
        elif isinstance(setting.default, tuple):
            read = ports if setting.name.endswith("ports") else words_of
            parser.add_argument(option, type=read, default=setting.default)
        elif setting.default is None:
            parser.add_argument(option)
        else:
            parser.add_argument(option, type=type(setting.default), default=setting.default)
    return Settings(**vars(parser.parse_args(words)))


def words_of(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def ports(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def main() -> None:
    try:
        serve(read_settings(), ready=lambda address, _: print(f"open at {address}", flush=True))
    except Refused as refusal:
        sys.exit(refusal.text)


if __name__ == "__main__":
    main()
