"""Golden games: a whole random game of each kind as text, in which a change of rules shows as a readable difference."""
