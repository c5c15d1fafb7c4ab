"""A player's view of a game: facts and chances."""
