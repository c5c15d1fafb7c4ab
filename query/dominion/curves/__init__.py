"""Points, Provinces and coins of a player alone, turn by turn."""
