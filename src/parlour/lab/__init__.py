"""Measuring: how fast the house plays."""
