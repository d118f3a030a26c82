"""Deadwood: lots from files."""
