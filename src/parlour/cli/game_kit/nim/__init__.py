"""Nim, a game for Parlour."""
