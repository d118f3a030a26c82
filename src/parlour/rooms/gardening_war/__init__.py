"""Gardening War: the door for bots of the original game."""
