"""Experiments: what decides a game, measured by letting the house play it many times."""
