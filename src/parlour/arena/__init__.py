"""Matches between any players: clocks, series, tournaments."""
