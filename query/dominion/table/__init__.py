"""The solved table of the game of one: built, opened, looked up."""
