"""The thesis's strategies: exact scores and matches, and their table."""
