"""Kata TCG: decks."""
