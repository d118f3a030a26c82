"""Learning from play: `parlour train` fits a game's evaluator to games that the house plays against itself."""
