"""A player alone, turn by turn: what the deck is worth, computed and simulated."""
