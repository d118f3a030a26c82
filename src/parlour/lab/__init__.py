"""Measuring: how fast the house plays, how strong its levels are, whether cards are fair."""
