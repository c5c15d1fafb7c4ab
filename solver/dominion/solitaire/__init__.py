"""The game of one: every state solved, strategies, and games played."""
