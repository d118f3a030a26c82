"""Tournaments of the house: `desk` takes wishes, `director` makes them happen, `work` is what the house plays alone."""
