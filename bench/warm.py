"""Importing this loads all that a house needs before it opens (`bench/nursery.py`)."""

from bench import nursery

from parlour.server.app import make_app
from parlour.server.settings import Settings

__all__ = ["nursery"]
make_app(Settings())
