"""Deadwood: bit-part actors on a western film lot, two to eight of them, and not enough stardom for all."""
