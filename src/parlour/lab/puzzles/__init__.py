"""Puzzles: decisions in which one move is far better than all others, found in played games (docs/puzzles.md)."""
