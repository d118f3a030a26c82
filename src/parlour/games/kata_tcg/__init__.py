"""Kata TCG: two duellists, thirty health each, one deck of twenty cards."""
