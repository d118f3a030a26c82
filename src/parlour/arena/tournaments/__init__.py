"""Tournaments: who meets whom, who is ahead, and how it all survives a crash."""
